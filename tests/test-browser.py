#!/usr/bin/python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""`tab play --browser` serves the window to this machine alone, says so, and leaves nothing behind when it is stopped.

usage: TAB_BUILD_ROOT=<build folder, built> test-browser.py
"""
import fcntl
import os
import re
import select
import signal
import subprocess
import sys
import tempfile
import termios
import time
import urllib.request

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
BUILD = os.path.abspath(os.environ.get('TAB_BUILD_ROOT', '.'))
SCALE = float(os.environ.get('TAB_TEST_TIME_SCALE', '1'))
COMMAND = [os.path.join(ROOT, 'tab'), 'play', '--browser', '--new', '--rules=walker:columns=5']
LOCAL = '0100007F'  # 127.0.0.1, as /proc/net/tcp has it


def listeners(port):
    """The addresses that something listens on at this TCP port."""
    found = []
    for table in ('tcp', 'tcp6'):
        with open('/proc/net/' + table, encoding='ascii') as file:
            for line in file.read().splitlines()[1:]:
                local, state = line.split()[1], line.split()[3]
                if state == '0A' and int(local.split(':')[1], 16) == port:
                    found.append(local.split(':')[0])
    return found


def read_until(process, pattern, seconds):
    """What the process has said when `pattern` comes."""
    text, end = '', time.monotonic() + seconds * SCALE
    while not re.search(pattern, text):
        ready, _, _ = select.select([process.stderr], [], [], max(0, end - time.monotonic()))
        piece = os.read(process.stderr.fileno(), 4096) if ready else b''
        assert piece, f'no {pattern} in: {text}'
        text += piece.decode(errors='replace')
    return text


def members(group):
    """The processes of a process group that still run."""
    found = []
    for name in filter(str.isdigit, os.listdir('/proc')):
        try:
            with open(f'/proc/{name}/stat', encoding='utf-8', errors='replace') as file:
                fields = file.read().rpartition(')')[2].split()
        except OSError:
            continue
        if int(fields[2]) == group and fields[0] != 'Z':
            found.append(name)
    return found


def wait(what, condition, seconds=20):
    end = time.monotonic() + seconds * SCALE
    while not condition():
        assert time.monotonic() < end, 'no ' + what
        time.sleep(0.1)


def environment_in(folder):
    """Nothing of the person's, no display, and no packages to install."""
    os.mkdir(os.path.join(folder, 'bin'))
    stub = os.path.join(folder, 'bin', 'dpkg-query')
    with open(stub, 'w', encoding='ascii') as file:
        file.write('#!/bin/sh\necho installed\n')
    os.chmod(stub, 0o755)
    return {**{name: value for name, value in os.environ.items() if name not in ('DISPLAY', 'WAYLAND_DISPLAY', 'DBUS_SESSION_BUS_ADDRESS')},
            'PATH': os.path.join(folder, 'bin') + os.pathsep + os.environ['PATH'], 'TAB_BUILD': BUILD, 'HOME': folder, 'XDG_RUNTIME_DIR': folder,
            'XDG_CONFIG_HOME': folder, 'XDG_STATE_HOME': folder, 'GSETTINGS_BACKEND': 'memory', 'GTK_A11Y': 'none'}


def expect_end(process, port, folder, status):
    assert process.wait(30 * SCALE) == status, f'it ends with {process.returncode} instead of {status}'
    wait('end of the server', lambda: not listeners(port) and not members(process.pid))
    left = [name for name in os.listdir(folder) if name.startswith('broadway')]
    assert not left, left


def terminal_process(command, folder):
    """A process with a terminal of its own, and our side of it."""
    ours, theirs = os.openpty()

    def take():
        fcntl.ioctl(0, termios.TIOCSCTTY, 0)

    process = subprocess.Popen(command, env=environment_in(folder), stdin=theirs, stdout=theirs, stderr=subprocess.PIPE,
                               start_new_session=True, preexec_fn=take)
    os.close(theirs)
    return process, ours


def check_stopping(how, status):
    """`how` stops it, given the process and our side of its terminal; all of it ends, and says so."""
    with tempfile.TemporaryDirectory(prefix='tab-browser-') as folder:
        process, terminal = terminal_process([*COMMAND, '--white=human', '--black=human'], folder)
        try:
            port = int(re.search(r'http://127\.0\.0\.1:(\d+)/', read_until(process, r'Stop with', 120))[1])
            wait('window', lambda: len(members(process.pid)) >= 3)
            time.sleep(1)  # a shell that has just forked may not be waiting yet, and not hear of it
            how(process, terminal)
            read_until(process, r'tab: nothing is served any more', 30)
            expect_end(process, port, folder, status)
        finally:
            os.close(terminal)
            if members(process.pid):
                os.killpg(process.pid, signal.SIGKILL)


def main():
    check_stopping(lambda process, terminal: os.write(terminal, b'\x03'), 130)  # Ctrl+C
    check_stopping(lambda process, terminal: process.terminate(), 143)  # the script alone
    with tempfile.TemporaryDirectory(prefix='tab-browser-') as folder:
        command = [*COMMAND, '--white=human', '--black=human']
        process = subprocess.Popen(command, env=environment_in(folder), stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
                                   stderr=subprocess.PIPE, start_new_session=True)
        try:
            said = read_until(process, r'Stop with', 120)
            port = int(re.search(r'http://127\.0\.0\.1:(\d+)/', said)[1])
            for words in ('only this machine can reach it', 'no password', 'web pages', 'ssh -L'):
                assert words in said, f'{words} is not said: {said}'
            assert listeners(port) == [LOCAL], f'somebody else can reach it: {listeners(port)}'
            page = urllib.request.urlopen(f'http://127.0.0.1:{port}/', timeout=20 * SCALE).read().decode()
            assert 'broadway' in page.lower(), page[:200]
            wait('window', lambda: len(members(process.pid)) >= 3)  # the script, the server, the window
            time.sleep(1)
            os.killpg(process.pid, signal.SIGINT)
            expect_end(process, port, folder, 130)
        finally:
            if members(process.pid):
                os.killpg(process.pid, signal.SIGKILL)
    print('served to this machine alone')


if __name__ == '__main__':
    sys.exit(main())
