#!/usr/bin/python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Reads what version 0.1 of the programs has written, kept in old-files/0.1, and checks that the same files of a newer version are
refused by name (TAP output). The window's own files are read by test-old-files.c.

usage: TAB_BUILD_ROOT=<build folder> test-old-files.py
"""
import gzip
import os
import shutil
import sqlite3
import subprocess
import sys
import tempfile
import xml.etree.ElementTree as ElementTree

import checks

HERE = os.path.dirname(os.path.abspath(__file__))
OLD = os.path.join(HERE, 'old-files', '0.1')
BUILD = os.path.abspath(os.environ.get('TAB_BUILD_ROOT', '.'))
MATCH = os.path.join(BUILD, 'protocol', 'runner', 'tab-match')
ENGINE = os.path.join(BUILD, 'engine', 'tab-engine')
TABLES = os.path.join(BUILD, 'engine', 'tab-tables')
POSITION = 'newgame walker:columns=5,pieces=1\nsetpos start\nthrow 1 2\ngo depth 1\nwait\nquit\n'
SCHEMA = os.path.join(os.path.dirname(HERE), 'data', 'org.tabgame.Tab.gschema.xml')


def run(*command, stdin=''):
    """The exit status of a program, and all that it says."""
    done = subprocess.run(command, input=stdin, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, timeout=120,
                          env={**os.environ, 'PATH': os.path.dirname(ENGINE) + os.pathsep + os.environ['PATH']})
    return done.returncode, done.stdout


def import_records(path):
    return run(MATCH, 'db', 'import', '--db=' + os.path.join(os.path.dirname(path), 'new.db'), '-q', path)


def merge(path):
    return run(MATCH, 'merge', path)


def analyse(path):
    """By an engine that cannot start: all is in the journal."""
    return run(MATCH, 'analyse', '-q', '-e', 'cmd=tab-engine,option.Eval=greedy', '--depth', '1', '--ahead', '0', '--journal', path, os.path.join(OLD, 'games.tab'))


def query(path):
    return run(MATCH, 'db', 'query', '--db=' + path)


def look_at_table(path):
    return run(TABLES, 'info', path)


def play_by_network(path):
    return run(ENGINE, stdin=f'setoption name NetFile value {path}\n{POSITION}')


def replace_start(old, new):
    def change(path):
        with open(path, 'rb') as file:
            data = file.read()
        assert data.count(old) >= 1, (path, old)
        with open(path, 'wb') as file:
            file.write(data.replace(old, new, 1))
    return change


def raise_schema(path):
    database = sqlite3.connect(path)
    version = database.execute('PRAGMA user_version').fetchone()[0]
    database.execute(f'PRAGMA user_version = {version + 1}')
    database.close()


# The file, what reads it, what is said of it, how a newer version of it would begin, and what is said of that.
FILES = (
    ('games.tab', import_records, '4 added, 0 known, 0 broken', replace_start(b'[Event', b'[Format "2"]\n[Event'), 'written by a newer version of the program'),
    ('match.journal', merge, 'score Ada +2 -0 =0', replace_start(b'"tab-match-journal":2', b'"tab-match-journal":3'), 'begun by a newer version of the program'),
    ('analyse.journal', analyse, 'Ada         4', replace_start(b'"tab-analysis":1', b'"tab-analysis":2'), 'newer version of the program'),
    ('games.db', query, 'sahkku:columns=7,pieces=4', raise_schema, 'written by a newer version of this program'),
    ('walker-5-1v1.tabtable', look_at_table, 'walker:columns=5,pieces=1', replace_start(b'tab-tables 1\n', b'tab-tables 2\n'), 'a table of version 2; this program reads version 1'),
    ('walker-5.net', play_by_network, 'chosen by NetFile', replace_start(b'tab-net 1\n', b'tab-net 2\n'), 'version 2 of the format; this program reads version 1'),
)


def take_out(name, folder):
    path = os.path.join(folder, name)
    if os.path.exists(os.path.join(OLD, name)):
        shutil.copyfile(os.path.join(OLD, name), path)
    else:
        with gzip.open(os.path.join(OLD, name + '.gz')) as packed, open(path, 'wb') as file:
            shutil.copyfileobj(packed, file)
    return path


def check_file(name, read, wanted, change, refusal):
    with tempfile.TemporaryDirectory(prefix='tab-old-') as folder:
        path = take_out(name, folder)
        status, said = read(path)
        faults = [f'it ends with {status}: {said[-400:]}'] * (status != 0 or wanted not in said)
        path = take_out(name, folder)
        change(path)
        with open(path, 'rb') as file:
            before = file.read()
        status, said = read(path)
        # An engine says what is wrong with an option, and goes on.
        faults += [f'a newer one: it ends with {status}: {said[-400:]}'] * ((status == 0) != (read is play_by_network) or refusal not in said or name not in said)
        with open(path, 'rb') as file:
            faults += ['a newer one is written over'] * (file.read() != before)
    return faults


def check_settings():
    """A setting of 0.1 is still there, and of its type: else what a person has set is lost, or cannot be read."""
    now = {key.get('name'): key.get('type') or 'enum:' + key.get('enum') for key in ElementTree.parse(SCHEMA).getroot().iter('key')}
    old = dict(line.split(' ', 1) for line in checks.read(os.path.join(OLD, 'settings.txt')).splitlines())
    return [f'{name} was {kind}, and is {now.get(name, "gone")}' for name, kind in old.items() if now.get(name) != kind]


def main():
    status = checks.run([(row[0], lambda row=row: check_file(*row)) for row in FILES] + [('settings', check_settings)])
    print(f'# old files: {len(FILES)} of 0.1 read, {len(FILES)} of a newer version refused' if not status else '# old files: faults')
    return status


if __name__ == '__main__':
    sys.exit(main())
