#!/usr/bin/python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""`tab play --browser` serves the window to one page of this machine, which knows a secret, and to nobody else, and leaves
nothing behind when it is stopped.

usage: TAB_BUILD_ROOT=<build folder, built> test-browser.py
"""
import contextlib
import fcntl
import os
import re
import select
import shutil
import signal
import socket
import struct
import subprocess
import sys
import tempfile
import termios
import time

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


def program(process, name):
    """The process of this name in the group; None if it does not run."""
    for member in members(process.pid):
        with contextlib.suppress(OSError), open(f'/proc/{member}/cmdline', encoding='utf-8', errors='replace') as file:
            if os.path.basename(file.read().split('\0')[0]) == name:
                return int(member)
    return None


def wait_for_window(process):
    wait('window', lambda: program(process, 'tab-gui'))


def wait(what, condition, seconds=20):
    end = time.monotonic() + seconds * SCALE
    while not condition():
        assert time.monotonic() < end, 'no ' + what
        time.sleep(0.1)


def add_stub(folder, name, text):
    """A program that comes before the machine's own of this name."""
    os.makedirs(os.path.join(folder, 'bin'), exist_ok=True)
    stub = os.path.join(folder, 'bin', name)
    with open(stub, 'w', encoding='ascii') as file:
        file.write(text)
    os.chmod(stub, 0o755)


def environment_in(folder):
    """Nothing of the person's, no display, and no packages to install."""
    os.mkdir(os.path.join(folder, 'tmp'))
    add_stub(folder, 'dpkg-query', '#!/bin/sh\necho installed\n')
    return {**{name: value for name, value in os.environ.items() if name not in ('DISPLAY', 'WAYLAND_DISPLAY', 'DBUS_SESSION_BUS_ADDRESS')},
            'PATH': os.path.join(folder, 'bin') + os.pathsep + os.environ['PATH'], 'TAB_BUILD': BUILD, 'HOME': folder, 'XDG_RUNTIME_DIR': folder,
            'TMPDIR': os.path.join(folder, 'tmp'),
            'XDG_CONFIG_HOME': folder, 'XDG_STATE_HOME': folder, 'GSETTINGS_BACKEND': 'memory', 'GTK_A11Y': 'none'}


def expect_nothing_left(process, port, folder):
    wait('end of the server', lambda: not listeners(port) and not members(process.pid))
    left = [name for name in os.listdir(folder) if name.startswith('broadway')] + os.listdir(os.path.join(folder, 'tmp'))
    assert not left, left


def expect_end(process, port, folder, status):
    assert process.wait(30 * SCALE) == status, f'it ends with {process.returncode} instead of {status}'
    expect_nothing_left(process, port, folder)


def terminal_process(command, folder):
    """A process with a terminal of its own, and our side of it."""
    ours, theirs = os.openpty()

    def take():
        fcntl.ioctl(0, termios.TIOCSCTTY, 0)

    process = subprocess.Popen(command, env=environment_in(folder), stdin=theirs, stdout=theirs, stderr=subprocess.PIPE,
                               start_new_session=True, preexec_fn=take)
    os.close(theirs)
    return process, ours


def start(folder, **streams):
    command = [*COMMAND, '--white=human', '--black=human']
    return subprocess.Popen(command, env=environment_in(folder), stderr=subprocess.PIPE, start_new_session=True, **streams)


def address(process):
    """The port and the secret that it prints."""
    said = read_until(process, r'Stop with', 120)
    found = re.search(r'http://127\.0\.0\.1:(\d+)/([0-9a-f]{32})/\n', said)
    assert found and 'holds a secret' in said and 'ssh -L' in said, said
    for words in ('Listening', 'Error'):  # of GTK's server, somewhere that is not to be opened
        assert words not in said, said
    return int(found[1]), found[2]


def check_folder(folder, server):
    """GTK's own server, which lets everybody in, listens in a folder that nobody else can enter, and at no port."""
    places = [os.path.join(folder, 'tmp', name) for name in os.listdir(os.path.join(folder, 'tmp'))]
    assert any(os.path.exists(os.path.join(place, 'web')) for place in places), places
    assert all(os.stat(place).st_mode & 0o777 == 0o700 for place in places), 'others can enter'
    sockets = {os.readlink(entry.path) for entry in os.scandir(f'/proc/{server}/fd') if os.path.islink(entry.path)}
    for table in ('tcp', 'tcp6'):
        with open('/proc/net/' + table, encoding='ascii') as file:
            open_to_all = [line for line in file if f'socket:[{line.split()[9]}]' in sockets]
        assert not open_to_all, open_to_all


def check_secret(process, secret):
    """Nobody reads it in the list of processes."""
    for member in members(process.pid):
        for name in ('cmdline', 'environ'):
            with open(f'/proc/{member}/{name}', 'rb') as file:
                assert secret.encode() not in file.read(), (member, name)


# What another user of the machine tries: each line that this prints is a door that was open.
OTHER_USER = """
import os, socket, sys
group, folder, secret = sys.argv[1:]
for pid in filter(str.isdigit, os.listdir('/proc')):
    try:
        if os.getpgid(int(pid)) != int(group):
            continue
        with open(f'/proc/{pid}/cmdline', 'rb') as file:
            if secret.encode() in file.read():
                print('the secret in the list of processes')
        for name in ('environ', 'fd', 'mem', 'cwd'):
            try:
                os.listdir(f'/proc/{pid}/fd') if name == 'fd' else os.readlink(f'/proc/{pid}/cwd') if name == 'cwd' else open(f'/proc/{pid}/{name}', 'rb').read(1)
                print(f'/proc/{pid}/{name}')
            except PermissionError:
                pass
        os.kill(int(pid), 0)
        print('a signal')
    except (PermissionError, FileNotFoundError, ProcessLookupError):
        pass
for place in os.listdir(folder):
    for name in ('web', 'broadway1.socket', 'broadway2.socket'):
        with socket.socket(socket.AF_UNIX) as connection:
            if connection.connect_ex(os.path.join(folder, place, name)) == 0:
                print('the socket of the server of GTK')
"""


def check_other_user(process, folder, secret):
    """Another user of the machine, whom root can be, reads neither secret nor memory, and reaches no socket but the gate's."""
    if os.getuid() != 0:
        print('# another user of the machine is not tried: only root can be one')
        return
    for path in (folder, os.path.join(folder, 'tmp')):
        os.chmod(path, 0o755)  # as /tmp is: what it makes there has to be closed by itself
    done = subprocess.run(['/usr/bin/python3', '-c', OTHER_USER, str(process.pid), os.path.join(folder, 'tmp'), secret], user=54321, group=54321, extra_groups=[],
                          cwd='/', capture_output=True, text=True, check=True)
    assert not done.stdout, f'open to other users: {done.stdout}'


def check_stopping(how, status):
    """`how` stops it, given the process and our side of its terminal; all of it ends, and says so."""
    with tempfile.TemporaryDirectory(prefix='tab-browser-') as folder:
        process, terminal = terminal_process([*COMMAND, '--white=human', '--black=human'], folder)
        try:
            port, _ = address(process)
            wait_for_window(process)
            time.sleep(1)  # a shell that has just forked may not be waiting yet, and not hear of it
            how(process, terminal)
            read_until(process, r'tab: nothing is served any more', 30)
            expect_end(process, port, folder, status)
        finally:
            os.close(terminal)
            if members(process.pid):
                os.killpg(process.pid, signal.SIGKILL)


def start_and_kill(folder):
    """Nothing runs on, and nothing lies about, after the launcher was killed."""
    process = start(folder, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL)
    try:
        port, _ = address(process)
        wait_for_window(process)
        process.kill()
        process.wait()
        expect_nothing_left(process, port, folder)
    finally:
        if members(process.pid):
            os.killpg(process.pid, signal.SIGKILL)


def check_slow_server():
    """GTK's server is waited for until it answers: its socket can be seen before."""
    with tempfile.TemporaryDirectory(prefix='tab-browser-') as folder:
        add_stub(folder, 'gtk4-broadwayd', f'''#!{sys.executable}
import os, socket, sys, time
path = sys.argv[1].partition('=')[2]
with socket.socket(socket.AF_UNIX) as deaf:
    deaf.bind(path)
    time.sleep(1)
    os.unlink(path)
os.execv({shutil.which('gtk4-broadwayd')!r}, sys.argv)
''')
        start_and_kill(folder)


def check_no_server():
    """A server that cannot start is told at once, by its name."""
    with tempfile.TemporaryDirectory(prefix='tab-browser-') as folder:
        add_stub(folder, 'gtk4-broadwayd', '#!/bin/sh\nexit 1\n')
        process = start(folder, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL)
        said = read_until(process, r'nothing is served any more', 120)
        assert 'gtk4-broadwayd has ended' in said, said
        assert process.wait(30 * SCALE) == 1, process.returncode


def check_broken(name):
    """Without one of the programs between window and browser, all of it ends, and says why."""
    with tempfile.TemporaryDirectory(prefix='tab-browser-') as folder:
        process = start(folder, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL)
        try:
            port, _ = address(process)
            wait_for_window(process)
            time.sleep(1)
            os.kill(program(process, name), signal.SIGKILL)
            read_until(process, r'has ended by itself(.|\n)*nothing is served any more', 30)
            expect_end(process, port, folder, 1)
        finally:
            if members(process.pid):
                os.killpg(process.pid, signal.SIGKILL)


class Asker:
    """Asks as a browser does, or as one that means ill: each header can be another or missing (None)."""

    SOCKET = {'Upgrade': 'websocket', 'Connection': 'Upgrade', 'Sec-WebSocket-Key': 'dGFiIHdhLWR1a2sgMTgyMw==', 'Sec-WebSocket-Version': '13',
              'Sec-WebSocket-Protocol': 'broadway'}

    def __init__(self, port, secret):
        self.port = port
        self.root = f'/{secret}/'
        self.host = f'127.0.0.1:{port}'

    def connect(self, path, headers, method='GET'):
        """The first line of the answer with the connection, which the caller closes, and what has come besides."""
        connection = socket.create_connection(('127.0.0.1', self.port), 20 * SCALE)
        headers = {'Host': self.host, **headers}
        lines = [f'{method} {path} HTTP/1.1', *(f'{name}: {value}' for name, value in headers.items() if value is not None)]
        connection.sendall(('\r\n'.join(lines) + '\r\n\r\n').encode())
        answer = connection.recv(1 << 20).decode(errors='replace')
        return int(answer.split(' ')[1]), answer, connection

    def ask(self, path, method='GET', **headers):
        wanted = {'Connection': 'close', **{name.replace('_', '-'): value for name, value in headers.items()}}
        status, answer, connection = self.connect(path, wanted, method)
        with connection:
            while piece := connection.recv(1 << 16):  # head and body need not come at once
                answer += piece.decode(errors='replace')
        return status, answer

    def open(self, path=None, **headers):
        """A web socket: status and connection."""
        wanted = {**self.SOCKET, 'Origin': 'http://' + self.host, **{name.replace('_', '-'): value for name, value in headers.items()}}
        status, _, connection = self.connect(path or self.root + 'socket', wanted)
        return status, connection

    def try_to_open(self, path=None, **headers):
        status, connection = self.open(path, **headers)
        connection.close()
        return status


def check_doors(asker):
    """Who has not the address, or comes from another page, is not let in."""
    page = asker.ask(asker.root)
    assert page[0] == 200 and 'broadway.js' in page[1] and "frame-ancestors 'none'" in page[1], page
    assert asker.ask(asker.root + 'broadway.js')[0] == 200
    assert asker.ask(asker.root + 'other')[0] == 404
    assert asker.ask(asker.root, method='POST', Content_Length='0')[0] == 405
    wrong = '/' + '0' * 32 + '/'
    for path in ('/', '/broadway.js', '/socket', wrong, wrong + 'broadway.js', asker.root[:-2] + '/', asker.root[:-1]):
        assert asker.ask(path)[0] == 403, path
    for path in ('/socket', wrong + 'socket'):
        assert asker.try_to_open(path) == 403, path
    # The secret is a part of the path, and nothing else that a page can make a browser send.
    secret = asker.root.strip('/')
    for path in (f'/?secret={secret}', f'/socket?secret={secret}', f'/#{asker.root}', f'/{asker.root}', f'{asker.root}%2e%2e/'):
        assert asker.ask(path)[0] == 403, path
        assert asker.try_to_open(path) == 403, path
    for header in ({'Cookie': f'secret={secret}'}, {'Authorization': f'Bearer {secret}'}, {'Referer': f'http://{asker.host}{asker.root}'}):
        assert asker.ask('/', **header)[0] == 403, header
    for method in ('HEAD', 'PUT', 'DELETE', 'OPTIONS', 'TRACE', 'get'):
        assert asker.ask(asker.root, method=method)[0] == 405, method
        assert asker.connect(asker.root + 'socket', {**asker.SOCKET, 'Origin': 'http://' + asker.host}, method)[0] == 405, method
    # A name that was bound to 127.0.0.1, and a browser's page of another origin.
    for host in ('evil.example', f'evil.example:{asker.port}', f'localhost:{asker.port}', '127.0.0.1', f'127.0.0.1:{asker.port + 1}', None):
        assert asker.ask(asker.root, Host=host)[0] in (400, 403), host
        assert asker.try_to_open(Host=host) in (400, 403), host
    for origin in ('http://evil.example', 'null', 'http://127.0.0.1', f'https://127.0.0.1:{asker.port}', f'http://localhost:{asker.port}', None):
        assert asker.try_to_open(Origin=origin) == 403, origin
    assert asker.try_to_open(Upgrade=None) == 403
    for path in ('//evil.example' + asker.root, asker.root + '../', '*'):
        assert asker.ask(path)[0] in (400, 403), path
    for twice in ({'Host': f'{asker.host}\r\nHost: evil.example'}, {'Host': f'evil.example\r\nHost: {asker.host}'}):
        assert asker.ask(asker.root, **twice)[0] in (400, 403), twice
    assert asker.try_to_open(Origin=f'http://{asker.host}\r\nOrigin: http://evil.example') == 403


def check_viewers(asker):
    """One at a time; the next is let in as soon as that one has left."""
    status, viewer = asker.open()
    assert status == 101, status
    assert viewer.recv(1 << 16), 'the window shows nothing'
    assert asker.try_to_open() == 409
    assert asker.ask(asker.root)[0] == 200
    viewer.close()
    status, viewer = asker.open()
    assert status == 101, status
    assert viewer.recv(1 << 16), 'the window shows nothing'
    check_instead(asker, viewer)
    viewer.close()


def check_instead(asker, viewer):
    """A viewer who has vanished without a word, and so reads nothing, can be replaced by whoever says so."""
    page = asker.ask(asker.root + 'instead/')
    assert page[0] == 200 and 'href="instead/"' in asker.ask(asker.root)[1] and 'href="instead/"' not in page[1], page
    assert asker.ask(asker.root + 'instead/broadway.js')[0] == 200
    assert asker.try_to_open(asker.root + 'instead/socket', Origin='http://evil.example') == 403
    assert asker.try_to_open() == 409
    status, other = asker.open(asker.root + 'instead/socket')
    assert status == 101, status
    assert other.recv(1 << 16), 'the window shows nothing'
    with contextlib.suppress(ConnectionResetError):
        while viewer.recv(1 << 20):  # what had been sent before, then the end
            pass
    other.close()


def check_rude_viewers(asker):
    """One who leaves in the middle of a frame, or by a reset, or who only stops talking, leaves the window to the next."""
    reset = struct.pack('ii', 1, 0)
    for frame, option in ((b'\x82', None), (b'\x82\xfe\x01\x00' + bytes(9), None), (b'\x82\xff\x7f' + b'\xff' * 1000, None), (b'', reset)):
        status, viewer = asker.open()
        assert status == 101 and viewer.recv(1 << 16), (frame, status)
        viewer.sendall(frame)
        if option:
            viewer.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, option)
        viewer.close()
    status, viewer = asker.open()
    assert status == 101 and viewer.recv(1 << 16), status
    viewer.shutdown(socket.SHUT_WR)
    status, other = asker.open()
    assert status == 101 and other.recv(1 << 16), status
    viewer.close()
    other.close()


def send(viewer, event, *values):
    """An event, as GTK's script does: its number, the number and the time of the last command, and what belongs to it."""
    data = struct.pack(f'>{3 + len(values)}i', event, 0, 0, *values)
    viewer.sendall(bytes([0x82, 0x80 | len(data)]) + bytes(4) + data)


def wait_for(viewer, commands, what):
    """Until GTK's server has sent what has this form."""
    shown, found = b'', None
    while not found:
        piece = viewer.recv(1 << 16)
        assert piece, f'no {what}'
        shown += piece
        found = re.search(commands, shown, re.DOTALL)
    return found


def quit_by_keys(asker, process):
    """The window has the keys again when a dialogue is closed."""
    control, escape = 4, 0xff1b
    status, viewer = asker.open()
    assert status == 101, status

    def press(key, state=0):
        for event in (7, 8):  # BROADWAY_EVENT_KEY_PRESS, …_RELEASE
            send(viewer, event, key, state)

    # A command is its number, its own count, the number of a surface, and more.
    press(ord('n'), control)
    begin = rb'\x02..\0\0(.\0)\0{4}\x01\0\x01\0\x09..\0\0\1'  # BROADWAY_OP_NEW_SURFACE, and at once …_SET_TRANSIENT_FOR
    surface = wait_for(viewer, begin + rb'.*\x03..\0\0\1', 'dialogue')[1]  # …_SHOW_SURFACE
    press(escape)
    wait_for(viewer, rb'\x07..\0\0' + re.escape(surface), 'end of the dialogue')  # …_DESTROY_SURFACE

    def quits():
        """A key that comes before the window has taken the keys back is lost."""
        with contextlib.suppress(ConnectionError, subprocess.TimeoutExpired):
            press(ord('q'), control)
            process.wait(2)
        return process.poll() is not None

    wait('end of the program', quits)
    viewer.close()


def check_size(asker):
    """The window has the size of the page, as the page says it, also when that changes."""
    status, viewer = asker.open()
    assert status == 101, status
    for width, height in ((411, 733), (1333, 777)):
        send(viewer, 12, width, height, 1)  # BROADWAY_EVENT_SCREEN_SIZE_CHANGED
        shown = b''
        while struct.pack('<HH', width, height) not in shown:  # at the end of a BROADWAY_OP_MOVE_RESIZE
            piece = viewer.recv(1 << 16)
            assert piece, f'no window of {width}×{height}'
            shown = shown[-3:] + piece
    viewer.close()


def memory(process):
    """KiB."""
    with open(f'/proc/{process}/status', encoding='ascii') as file:
        return int(re.search(r'VmRSS:\s*(\d+)', file.read())[1])


def check_load(asker, gate):
    """What anybody can send, who need not know the secret, costs little and keeps nobody out."""
    status, viewer = asker.open()
    assert status == 101 and viewer.recv(1 << 16), status
    files = os.listdir(f'/proc/{gate}/fd')
    before = memory(gate)
    for path, method in (('/', 'POST'), (asker.root, 'GET'), ('*', 'OPTIONS')):
        _, _, connection = asker.connect(path, {'Content-Length': '40000000', 'Expect': '100-continue'}, method)
        with connection, contextlib.suppress(ConnectionError):
            connection.sendall(bytes(40000000))
    with socket.create_connection(('127.0.0.1', asker.port), 20 * SCALE) as connection, contextlib.suppress(ConnectionError):
        connection.sendall(b'GET / HTTP/1.1\r\nX: ' + b'x' * 40000000)  # a head without an end
    many = 'bytes=' + ','.join(['0-'] * 10000)
    assert asker.ask(asker.root + 'broadway.js', Range=many)[0] == 200
    assert memory(gate) - before < 20000, f'{memory(gate) - before} KiB'
    for path in ('/', asker.root) * 20:  # connections that wait for more are let go of
        asker.connect(path, {})[2].close()
    wait('end of connections', lambda: len(os.listdir(f'/proc/{gate}/fd')) <= len(files))
    idle = [socket.create_connection(('127.0.0.1', asker.port), 20 * SCALE) for _ in range(300)]
    assert len(os.listdir(f'/proc/{gate}/fd')) < 120
    assert asker.ask(asker.root)[0] == 200
    assert asker.try_to_open() == 409, 'the viewer has lost the window'
    for connection in [*idle, viewer]:
        connection.close()


def press_twice(process, terminal):
    """Ctrl+C again while it ends."""
    for _ in range(2):
        os.write(terminal, b'\x03')
        time.sleep(0.02)


def main():
    check_stopping(press_twice, 130)
    with tempfile.TemporaryDirectory(prefix='tab-browser-') as folder:
        start_and_kill(folder)
    check_slow_server()
    check_no_server()
    check_broken('tab-browser-gate')
    check_broken('gtk4-broadwayd')
    check_stopping(lambda process, terminal: os.write(terminal, b'\x03'), 130)  # Ctrl+C
    check_stopping(lambda process, terminal: process.terminate(), 143)  # the script alone
    with tempfile.TemporaryDirectory(prefix='tab-browser-') as folder:
        process = start(folder, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL)
        try:
            port, secret = address(process)
            assert listeners(port) == [LOCAL], f'somebody else can reach it: {listeners(port)}'
            wait_for_window(process)
            check_folder(folder, program(process, 'gtk4-broadwayd'))
            check_secret(process, secret)
            check_other_user(process, folder, secret)
            check_doors(Asker(port, secret))
            check_viewers(Asker(port, secret))
            check_rude_viewers(Asker(port, secret))
            check_size(Asker(port, secret))
            check_load(Asker(port, secret), program(process, 'tab-browser-gate'))
            quit_by_keys(Asker(port, secret), process)
            expect_end(process, port, folder, 0)
        finally:
            if members(process.pid):
                os.killpg(process.pid, signal.SIGKILL)
    print('served to one page of this machine alone')


if __name__ == '__main__':
    sys.exit(main())
