#!/usr/bin/python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""What an engine of others can do to those who start it: prying-engine.py tries each thing, started by tab-match.

As root, for whom the system has no limit of processes, the matches are played as a user who runs nothing else.
"""
import os
import shutil
import socket
import subprocess
import sys
import tempfile
import threading

import matchdriver

USER = 54321
HERE = os.path.dirname(os.path.abspath(__file__))


class Place:
    """A home folder with a secret, an engine in a folder of its own, and somebody who listens on a port."""

    def __init__(self, folder):
        self.folder = folder
        self.engines, self.home = self.path('engines'), self.path('home')
        for path in (self.engines, self.home, self.path('elsewhere')):
            os.mkdir(path)
        self.engine = os.path.join(self.engines, 'prying-engine.py')
        shutil.copy(os.path.join(HERE, 'prying-engine.py'), self.engine)
        self.player = os.path.join(self.engines, 'player')
        shutil.copy(matchdriver.RANDOM, self.player)
        for path in ('home/secret', 'elsewhere/book'):
            with open(self.path(path), 'w', encoding='utf-8') as file:
                file.write('word\n')
        self.listener = socket.create_server(('127.0.0.1', 0))
        self.port = self.listener.getsockname()[1]
        threading.Thread(target=self.greet, daemon=True).start()
        if os.getuid() == 0:
            for path, folders, files in os.walk(folder):
                for name in [path] + [os.path.join(path, name) for name in files]:
                    os.chown(name, USER, USER)

    def path(self, *names):
        return os.path.join(self.folder, *names)

    def greet(self):
        while True:
            connection, _ = self.listener.accept()
            connection.sendall(b'open door')
            connection.close()

    def play(self, tries, keys='', expect=None):
        """A short game against one that tries; (what came of each try, standard output and error of the match)."""
        errors = tempfile.mkdtemp(dir=self.folder)
        who = {'user': USER, 'group': USER, 'extra_groups': []} if os.getuid() == 0 else {}
        if who:
            os.chown(errors, USER, USER)
        secret = os.open(self.path('home', 'secret'), os.O_RDONLY)
        command = ' '.join([self.engine, self.player, *tries])
        environment = dict(os.environ, HOME=self.home, SECRET='word', DBUS_SESSION_BUS_ADDRESS='unix:path=/bus')
        done = subprocess.run(
            [matchdriver.MATCH, '--engine', f'cmd={command},name=prying{keys}{matchdriver.TOLD}', '--engine',
             f'cmd={matchdriver.RANDOM},name=other{matchdriver.TOLD}', '--rules', 'ludii', '--games', '1', '--no-pairs', '--max-turns', '2', '--depth', '1', '--seed', '1',
             '--stderr', errors],
            cwd=self.home, env=environment, pass_fds=[secret], capture_output=True, text=True, timeout=matchdriver.DEADLINE, check=False, **who)
        os.close(secret)
        assert expect is None or done.returncode == expect, done
        lines = {}
        for name in os.listdir(errors):
            with open(os.path.join(errors, name), encoding='utf-8') as file:
                lines.update(line.rstrip('\n').split('\t', 1) for line in file if '\t' in line)
        assert set(lines) == set(tries) or expect is None, (lines, done)
        return lines, done

    def try_one(self, attempt, keys=''):
        return self.play([attempt], keys, expect=0)[0][attempt]


def test_always(place):
    """Without a word: no descriptors, variables, privileges, terminal; a session that is not the match's; what honest engines need."""
    machine, big = os.sysconf('SC_PHYS_PAGES') * os.sysconf('SC_PAGE_SIZE') >> 20, place.path('home', 'big')
    came, _ = place.play(['fd', 'variable:SECRET', 'variable:DBUS_SESSION_BUS_ADDRESS', 'variable:HOME', 'privileges', 'session', 'memory:100',
                          f'memory:{machine + 1000}', 'processes:60', 'files:300', f'size:{big}:20'], expect=0)
    assert came['fd'] == '', came
    assert came['variable:SECRET'] == came['variable:DBUS_SESSION_BUS_ADDRESS'] == 'unset', came
    assert came['variable:HOME'] == place.home, came
    assert came['privileges'] == '1', came
    number, terminal = came['session'].split(' ', 1)
    assert terminal == 'no terminal' and int(number) != os.getsid(0), came
    assert (came['memory:100'], came['processes:60'], came['files:300'], came[f'size:{big}:20']) == ('100 MiB', '60', '300', 'grown'), came
    if 'ASAN_OPTIONS' not in os.environ:  # sanitizers take more than the machine has
        assert came[f'memory:{machine + 1000}'] == 'no: no memory', came


def test_limits(place):
    """Within limits that are said: memory, processes, open files, the size of a file; a variable that is named."""
    attempt = f'size:{place.path("home", "big")}:20'
    came, _ = place.play(['memory:300', 'processes:60', 'files:300', attempt, 'variable:SECRET'],
                         ',memory=200,processes=20,files=100,file-size=10,env.SECRET=mine', expect=0)
    assert came['memory:300'] == 'no: no memory', came
    count, *why = came['files:300'].split(' ', 1)
    assert 80 <= int(count) < 100 and why, came
    assert came[attempt].startswith('no: '), came
    assert came['variable:SECRET'] == 'mine', came
    count, *why = came['processes:60'].split(' ', 1)
    assert 5 <= int(count) <= 20 and why, came


def test_parents_group(place):
    """It kills its parent's group: it loses its games, and the match goes on to its end."""
    _, done = place.play(['kill'], expect=None)
    assert done.returncode in (0, 1), done
    assert 'prying' in done.stderr + done.stdout, done
    assert done.returncode != -9, 'the match was killed'


def test_sandbox(place):
    """In bubblewrap: neither network nor home folder nor other processes; its own folder to read, nothing to write."""
    why = bubblewrap_fault()
    if why:
        return why
    home, book = place.path('home', 'secret'), place.path('elsewhere', 'book')
    tries = [f'read:{home}', f'list:{place.home}', f'connect:{place.port}', f'read:{book}', f'list:{place.engines}',
             f'write:{place.path("engines", "x")}', f'write:{place.path("home", "x")}', 'write:/tmp/tab-was-here',
             'write:/etc/tab-was-here', f'see:{os.getpid()}', 'variable:TMPDIR', 'fd', 'privileges', 'list:/run']
    free, _ = place.play([f'read:{home}', f'connect:{place.port}', f'read:{book}'], expect=0)
    assert free[f'read:{home}'] == 'word' and free[f'connect:{place.port}'] == 'open door', 'the tries themselves fail'
    came, _ = place.play(tries, ',sandbox=yes', expect=0)
    assert came[f'read:{home}'].startswith('no: '), came
    assert came[f'list:{place.home}'] == 'empty', came
    assert came[f'connect:{place.port}'].startswith('no: '), came
    assert came[f'read:{book}'].startswith('no: '), came
    assert came[f'list:{place.engines}'] == 'player prying-engine.py', came
    assert came[f'write:{place.path("engines", "x")}'].startswith('no: '), came
    assert came['write:/etc/tab-was-here'].startswith('no: '), came
    assert came[f'see:{os.getpid()}'].startswith('no: '), came
    assert came['variable:TMPDIR'] == 'unset' and came['fd'] == '' and came['privileges'] == '1', came
    assert came['list:/run'] == 'empty', came
    for path in (place.path('home', 'x'), '/tmp/tab-was-here'):  # written into memory, if at all
        assert not os.path.exists(path), path
    return None


def test_sandbox_gives(place):
    """What the configuration names is there to read: a file of an option's value, a variable's folder, the working folder."""
    why = bubblewrap_fault()
    if why:
        return why
    book, folder = place.path('elsewhere', 'book'), place.path('elsewhere')
    assert place.try_one(f'read:{book}', f',sandbox=yes,env.BOOKS=/nowhere:{folder}') == 'word'
    assert place.try_one(f'read:{book}', f',sandbox=yes,dir={folder}') == 'word'
    # the home folder is not given as a working folder, nor with a program in it
    shutil.copy(place.engine, place.path('home', 'mine.py'))
    shutil.copy(place.player, place.path('home', 'player'))
    os.chmod(place.path('home', 'mine.py'), 0o755)
    engine, player, place.engine, place.player = place.engine, place.player, place.path('home', 'mine.py'), place.path('home', 'player')
    secret = place.path('home', 'secret')
    try:
        assert place.try_one(f'read:{secret}', f',sandbox=yes,dir={place.home}').startswith('no: ')
    finally:
        place.engine, place.player = engine, player
        os.unlink(place.path('home', 'mine.py'))
        os.unlink(place.path('home', 'player'))
    return None


def test_own_engine(place):
    """The project's engine finds its data in bubblewrap, and plays the same games as without it."""
    why = bubblewrap_fault()
    if why:
        return why
    words = [matchdriver.MATCH, '--engine', f'cmd={matchdriver.RANDOM},name=b', '--rules', 'walker', '--games', '2', '--nodes', '100', '--seed', '5']
    records = []
    for keys in ('', ',sandbox=yes'):
        done = subprocess.run([*words, '--engine', f'cmd={os.path.abspath(matchdriver.ENGINE)},name=a{keys}{matchdriver.TOLD}'], capture_output=True, text=True,
                              timeout=matchdriver.DEADLINE, check=True)
        records.append(done.stderr.splitlines()[:2])
    assert records[0] == records[1], records
    return None


def test_nothing_without_bubblewrap(place):
    """Where bubblewrap is not installed, an engine that is to run in it does not start, and the message says what helps."""
    empty = place.path('empty')
    os.mkdir(empty)
    done = subprocess.run([matchdriver.MATCH, '--engine', f'cmd={matchdriver.RANDOM},sandbox=yes', '--engine', f'cmd={matchdriver.RANDOM}', '--games', '2'],
                          env=dict(os.environ, PATH=empty), capture_output=True, text=True, timeout=matchdriver.DEADLINE, check=False)
    assert done.returncode and 'bubblewrap (bwrap)' in done.stderr and 'sandbox=no' in done.stderr, done


def bubblewrap_fault():
    """Why bubblewrap cannot start here; '' if it can."""
    if not shutil.which('bwrap'):
        return 'bubblewrap is not installed'
    done = subprocess.run(['bwrap', '--unshare-all', '--ro-bind', '/', '/', '--dev', '/dev', '--proc', '/proc', '--size', '1000000', '--tmpfs', '/tmp', 'true'],
                          capture_output=True, text=True, check=False)
    return f'bubblewrap cannot start: {done.stderr.strip()}' if done.returncode else ''


TESTS = [test_always, test_limits, test_parents_group, test_sandbox, test_sandbox_gives,
         test_own_engine, test_nothing_without_bubblewrap]


def main():
    print(f'1..{len(TESTS)}')
    failed = skipped = 0
    for number, test in enumerate(TESTS, 1):
        try:
            with tempfile.TemporaryDirectory(prefix='tab-isolation-') as folder:
                os.chmod(folder, 0o755)
                skip = test(Place(folder))
            print(f'ok {number} - {test.__doc__.splitlines()[0]}' + (f' # SKIP {skip}' if skip else ''), flush=True)
            skipped += bool(skip)
        except (AssertionError, OSError, subprocess.SubprocessError, KeyError) as error:
            failed += 1
            print(f'not ok {number} - {test.__doc__}\n# {error!r}', flush=True)
    print(f'# isolation: {len(TESTS) - failed - skipped} of {len(TESTS)} kinds of attack by an engine held off, {skipped} not tried here')
    sys.exit(failed > 0)


if __name__ == '__main__':
    main()
