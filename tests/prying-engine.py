#!/usr/bin/python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""An engine that tries what an engine of others might: says on its standard error what it could do, then plays by chance.

usage: prying-engine.py PLAYER TRY…      PLAYER: the program that plays

    read:FILE    reads a file                      write:FILE       writes one
    list:FOLDER  lists a folder                    connect:PORT     opens a socket of this machine
    fd           descriptors above standard error  variable:NAME    a variable of the environment
    privileges   gains none by exec (yes, no)      session          is it one of its own? terminal?
    memory:MIB   takes memory                      processes:N      starts N processes that wait
    files:N      opens N files at a time           size:FILE:MIB    lets a file grow
    see:PID      sees a process                    kill             its parent's group
A line for each: the words of the try, a tab, what came of it.
"""
import os
import signal
import socket
import sys


def connect(port):
    with socket.create_connection(('127.0.0.1', int(port)), 2) as connection:
        return connection.recv(9).decode()


def read(path):
    with open(path, encoding='utf-8') as file:
        return file.read().strip()


def write(path):
    with open(path, 'w', encoding='utf-8') as file:
        file.write('was here')
    return 'written'


def descriptors():
    opened = []
    for fd in range(3, 1024):
        try:
            opened.append(f'{fd} {os.readlink(f"/proc/self/fd/{fd}")}')
        except FileNotFoundError:
            pass
    return ' '.join(opened)


def session():
    try:
        os.close(os.open('/dev/tty', os.O_RDWR))
        terminal = 'a terminal'
    except OSError:
        terminal = 'no terminal'
    return f'{os.getsid(0)} {terminal}'


def memory(mib):
    return f'{len(bytearray(int(mib) << 20)) >> 20} MiB'


def processes(count):
    children = []
    try:
        for _ in range(int(count)):
            child = os.fork()
            if not child:
                signal.pause()
            children.append(child)
    except OSError as error:
        return f'{len(children)} {error.strerror}'
    finally:
        for child in children:
            os.kill(child, signal.SIGKILL)
            os.waitpid(child, 0)
    return str(len(children))


def files(count):
    opened = []
    try:
        for _ in range(int(count)):
            opened.append(os.open('/', os.O_RDONLY))
    except OSError as error:
        return f'{len(opened)} {error.strerror}'
    finally:
        for fd in opened:
            os.close(fd)
    return str(len(opened))


def size(path, mib):
    with open(path, 'wb') as file:
        file.truncate(int(mib) << 20)
    return 'grown'


def kill():
    os.killpg(os.getpgid(os.getppid()), signal.SIGKILL)
    return 'killed'


def see(pid):
    os.kill(int(pid), 0)
    return 'seen'


def privileges():
    return [line.split()[1] for line in open('/proc/self/status', encoding='utf-8') if line.startswith('NoNewPrivs')][0]


TRIES = {'read': read, 'write': write, 'list': lambda path: ' '.join(sorted(os.listdir(path))) or 'empty', 'connect': connect,
         'fd': descriptors, 'variable': lambda name: os.environ.get(name, 'unset'), 'privileges': privileges, 'session': session,
         'memory': memory, 'processes': processes, 'files': files, 'size': size, 'see': see, 'kill': kill}


def main(player, tries):
    for text in tries:
        name, *words = text.split(':')
        try:
            result = TRIES[name](*words)
        except (OSError, MemoryError) as error:
            result = f'no: {error.strerror if isinstance(error, OSError) else "no memory"}'
        print(f'{text}\t{result}', file=sys.stderr, flush=True)
    os.execv(player, [player])


if __name__ == '__main__':
    main(sys.argv[1], sys.argv[2:])
