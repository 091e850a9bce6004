#!/usr/bin/python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Nothing that an engine says reaches a shell, a path, markup, a spreadsheet or a terminal as anything but text: evil-engine.py says
evil things everywhere, and each thing that tab-match writes is read as what it is."""
import csv
import html.parser
import json
import os
import re
import subprocess
import sys
import tempfile
import unicodedata
import xml.etree.ElementTree

import matchdriver

HERE = os.path.dirname(os.path.abspath(__file__))
EVIL = os.path.join(HERE, 'evil-engine.py')
MARK = 'Mallory'
N_NAMES = 7
TURNS = '\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069'


def check_text(name, data, controls='\n'):
    """UTF-8 that a terminal can be shown."""
    text = data.decode('utf-8')
    for number, line in enumerate(text.split('\n'), 1):
        for c in line:
            assert c in controls or (unicodedata.category(c) != 'Cc' and c not in TURNS), f'{name}:{number} holds U+{ord(c):04X}: {line[:200]!r}'
    return text


class Page(html.parser.HTMLParser):
    """What a browser would do by itself or on a click."""

    def __init__(self, name, text):
        super().__init__()
        self.name, self.style = name, False
        self.feed(text)

    def handle_starttag(self, tag, attrs):
        assert tag not in ('script', 'img', 'iframe', 'object', 'embed', 'link', 'form', 'base', 'b'), f'{self.name}: <{tag}>'
        for key, value in attrs:
            assert not key.startswith('on') and MARK not in (value or '') or key in ('aria-label', 'title', 'alt'), f'{self.name}: {key}={value}'


def check_csv(name, data):
    text = check_text(name, data, '\n\r')
    rows = list(csv.reader(text.splitlines()))
    assert len({len(row) for row in rows}) == 1, f'{name}: rows of {[len(row) for row in rows]} cells'
    assert any(MARK in cell for row in rows for cell in row), f'{name}: nothing of the engine'
    for row in rows:
        for cell in row:
            assert not re.match('[=+@-](?![0-9.]*$).', cell), f'{name}: the formula {cell!r}'


def engine(number, more=''):
    return f'cmd={EVIL} {number}{more}{matchdriver.TOLD}'


class Folder:
    """Matches between the evil ones, and all files of them."""

    def __init__(self, path):
        self.path = path

    def run(self, *words, status=(0,)):
        done = subprocess.run([matchdriver.MATCH, *words], cwd=os.path.join(self.path, 'here'), capture_output=True,
                              timeout=matchdriver.DEADLINE * 2, check=False)
        assert done.returncode in status, (words, done.returncode, done.stderr[-2000:])
        for name, data in (('standard output of ' + words[0], done.stdout), ('standard error of ' + words[0], done.stderr)):
            check_text(name, data, '\n\r' if 'csv' in words else '\n')
        return done.stdout, done.stderr

    def file(self, name):
        return os.path.join(self.path, 'here', name)

    def read(self, name):
        with open(self.file(name), 'rb') as file:
            return file.read()


def play(folder):
    """All names in one tournament, with every file that a match can write."""
    words = [word for number in (*range(N_NAMES), *(N_NAMES + turn for turn in (1, 3))) for word in ('--engine', engine(number))]
    folder.run(*words, '--engine', f'cmd={matchdriver.RANDOM},name=honest{matchdriver.TOLD}', '--tournament', 'gauntlet', '--seeds', '2', '--rules', 'ludii:columns=5',
               '--games', '2', '--max-turns', '12', '--depth', '1', '--seed', '1', '--record', 'all.tab', '--json', 'all.json', '--report', 'all.html',
               '--journal', 'all.journal', '--log', 'all.log', '--stderr', 'errors', status=(0, 1))


def check_match(folder):
    """Record, JSON, page with its plots, journal, log, standard errors."""
    play(folder)
    text = check_text('all.tab', folder.read('all.tab'))
    assert MARK in text and text.count('[White "') == text.count('[Black "'), 'a name makes a tag of its own'
    names = set(re.findall(r'^\[(\w+) ', text, re.M))
    assert 'other' not in re.findall(r'^\[White "(.*)"\]$', text, re.M), names
    check_text('all.log', folder.read('all.log'))
    check_text('all.journal', folder.read('all.journal'))
    results = json.loads(check_text('all.json', folder.read('all.json')))
    assert MARK in json.dumps(results)
    page = check_text('all.html', folder.read('all.html'))
    xml.etree.ElementTree.fromstring(re.sub('<!DOCTYPE html>', '', page))
    Page('all.html', page)
    assert '<svg' in page and MARK in page
    logs = os.listdir(folder.file('errors'))
    assert len(logs) >= N_NAMES, logs
    for log in logs:
        check_text(log, folder.read(os.path.join('errors', log)), '\n\t')
        check_text('name of a file', log.encode(), '')


def check_analyses(folder):
    """What is made of the record: texts, tables, pages, notes; the games in a database, and out of it again."""
    judge = ['--engine', f'cmd={matchdriver.ENGINE}', '--depth', '0']
    folder.run('analyse', *judge, '--csv', 'a.csv', '--json', 'a.json', '--html', 'a.html', '--record', 'a.tab', '--comments', 'all.tab')
    check_csv('a.csv', folder.read('a.csv'))
    for line in check_text('a.json', folder.read('a.json')).splitlines():
        json.loads(line)
    page = check_text('a.html', folder.read('a.html'))
    xml.etree.ElementTree.fromstring(re.sub('<!DOCTYPE html>', '', page))
    Page('a.html', page)
    check_text('a.tab', folder.read('a.tab'))
    folder.run('db', 'import', '--db', 'all.db', 'all.tab')
    for form in ('text', 'csv', 'json'):
        out, _ = folder.run('db', 'query', '--db', 'all.db', '--format', form)
        assert MARK.encode() in out, form
        if form == 'csv':
            check_csv('db query', out)
    out, _ = folder.run('db', 'export', '--db', 'all.db')
    assert out.count(b'[White "') == folder.read('all.tab').count(b'[White "')


def check_judges(folder):
    """The evil one is asked for values, and given options that it has not."""
    with open(folder.file('positions'), 'w', encoding='utf-8') as file:
        file.write('start\n')
    folder.run('evaluate', '--engine', engine(0), '--depth', '1', 'positions', status=(0, 1))
    folder.run('--engine', engine(0, ',option.Nothing=1'), '--engine', engine(1), '--games', '2', status=(1,))
    folder.run('--engine', engine(0, ',option.Combo 4 ' + MARK + '=1'), '--engine', engine(1), '--games', '2', status=(1,))


def check_touched(folder):
    """No command was run and no file written but those that were asked for."""
    expected = {'all.tab', 'all.json', 'all.html', 'all.journal', 'all.log', 'errors', 'a.csv', 'a.json', 'a.html', 'a.tab', 'all.db', 'all.db-shm',
                'all.db-wal', 'positions', 'raw.tab', 'raw.csv', 'raw.html'}
    assert set(os.listdir(folder.file('.'))) <= expected, set(os.listdir(folder.file('.'))) - expected
    assert os.listdir(folder.path) == ['here'], os.listdir(folder.path)


def check_others(folder):
    """Names that somebody else has written into a record: not by an engine, which cannot say them."""
    evil = '=Mallory\u202e\u2066 \u009b31m'.encode()  # ASCII's control characters are refused
    with open(folder.file('raw.tab'), 'wb') as file:
        file.write(re.sub(rb'(?m)^(\[(?:White|Black|Event) )".*"]', lambda match: match[1] + b'"' + evil + b'"]', folder.read('all.tab')))
    folder.run('analyse', '--engine', f'cmd={matchdriver.ENGINE}', '--depth', '0', '--csv', 'raw.csv', '--html', 'raw.html', 'raw.tab')
    check_text('raw.csv', folder.read('raw.csv'), '\n\r')
    check_text('raw.html', folder.read('raw.html'))
    folder.run('db', 'import', '--db', 'all.db', 'raw.tab')
    folder.run('db', 'query', '--db', 'all.db', '--format', 'text')
    folder.run('db', 'query', '--db', 'all.db', '--format', 'csv')
    folder.run('luck', '--judge', f'cmd={matchdriver.ENGINE}', '--depth', '0', 'raw.tab')


CHECKS = (check_match, check_analyses, check_judges, check_others, check_touched)


def main():
    failed = 0
    print(f'1..{len(CHECKS)}')
    with tempfile.TemporaryDirectory(prefix='tab-evil-') as path:
        os.mkdir(os.path.join(path, 'here'))
        folder = Folder(path)
        for number, check in enumerate(CHECKS, 1):
            try:
                check(folder)
                print(f'ok {number} - {check.__doc__}', flush=True)
            except (AssertionError, OSError, ValueError, subprocess.SubprocessError, xml.etree.ElementTree.ParseError) as error:
                failed += 1
                print(f'not ok {number} - {check.__doc__}\n# {type(error).__name__}: {error}'.replace('\x1b', '?'), flush=True)
    print(f'# evil: {N_NAMES} evil texts in names, options, infos, turns and errors: {len(CHECKS) - failed} of {len(CHECKS)} kinds of output hold')
    sys.exit(failed > 0)


if __name__ == '__main__':
    main()
