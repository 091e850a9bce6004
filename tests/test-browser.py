#!/usr/bin/python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""`tab play --browser` serves the window to this machine alone, says so, and leaves nothing behind when it is stopped.

usage: TAB_BUILD_ROOT=<build folder, built> test-browser.py
"""
import os
import re
import select
import signal
import subprocess
import sys
import tempfile
import time
import urllib.request

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
BUILD = os.path.abspath(os.environ.get('TAB_BUILD_ROOT', '.'))
SCALE = float(os.environ.get('TAB_TEST_TIME_SCALE', '1'))
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


def main():
    with tempfile.TemporaryDirectory(prefix='tab-browser-') as folder:
        command = [os.path.join(ROOT, 'tab'), 'play', '--browser', '--new', '--rules=walker:columns=5', '--white=human', '--black=human']
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
            os.killpg(process.pid, signal.SIGINT)
            process.wait(30 * SCALE)
            wait('end of the server', lambda: not listeners(port) and not members(process.pid))
            left = [name for name in os.listdir(folder) if name.startswith('broadway')]
            assert not left, left
        finally:
            if members(process.pid):
                os.killpg(process.pid, signal.SIGKILL)
    print('served to this machine alone')


if __name__ == '__main__':
    sys.exit(main())
