#!/usr/bin/python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Does what TUTORIAL.md, MATCHES.md or TRAINING.md says, in its order, and compares what comes with what stands there (TAP output).

usage: TAB_BUILD_ROOT=<build folder> test-tutorial.py [--update] PAGE...
Fenced blocks are marked `python FILE` (an engine: the file is written), `py FILE` (a part of one), `diff FILE` (lines with - are replaced by those with +),
`console` (commands behind $, and what they print) and `console varies` (the same, but numbers may be others); other
blocks are only read. Lines for
single games without a fault are left out, and the times of turns are not compared. --update writes into the pages what the commands print now.
"""
import os
import re
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
BUILD = os.path.abspath(os.environ.get('TAB_BUILD_ROOT', '.'))
SCALE = float(os.environ.get('TAB_TEST_TIME_SCALE', '1'))
ENGINE_LINES = 60
PART_LINES = 90
GAME = re.compile(r'^game \d+ of \d+: .* \((?:normal|turn-limit|no-progress), .*\n', re.M)
BLOCK = re.compile(r'^```(\S+)(?: ([^\n]*))?\n(.*?)^```\n', re.M | re.S)
# A row of the table that ends with the mean and the longest time of a turn, and its head.
TIMES = re.compile(r' +(ms/turn +longest|\d+\.\d +\d+\.\d)$', re.M)
# Whichever version of the programs a page was made with.
PROGRAM = re.compile(r'\b(Tab Engine|tab-match|tab-train|tab-tables) \d+(?:\.\d+)+ *')


def without_variables(output, varies):
    """What two runs have in common."""
    output = PROGRAM.sub(r'\1 ', TIMES.sub('', output))
    if not varies:
        return output
    lines = re.sub(r'[ =-]+', ' ', re.sub(r'[-+]?\b[0-9]+(\.[0-9]+)?(e[-+][0-9]+)?\b', '#', output)).splitlines()
    # a long training has more lines of its curve where it is slow
    return [line for i, line in enumerate(lines) if i == 0 or line != lines[i - 1]]


class Reader:
    """Somebody who follows the page in an empty folder."""

    def __init__(self, folder):
        self.folder = folder
        programs = [os.path.join(BUILD, 'protocol', 'runner'), os.path.join(BUILD, 'engine'), os.path.join(BUILD, 'tests')]
        self.environment = {**os.environ, 'PATH': ':'.join(programs + [os.environ['PATH']]), 'HOME': folder}
        for name in ('XDG_CONFIG_HOME', 'XDG_DATA_HOME'):
            self.environment.pop(name, None)

    def path(self, name):
        return os.path.join(self.folder, name)

    def read(self, name):
        with open(self.path(name), encoding='utf-8') as file:
            return file.read()

    def write(self, name, text):
        with open(self.path(name), 'w', encoding='utf-8') as file:
            file.write(text)
        os.chmod(self.path(name), 0o755)

    def change(self, name, diff):
        """Puts the + lines of a diff in the place of its - lines; other lines are around them, @@ is between two changes."""
        text = self.read(name)
        for hunk in diff.split('@@\n'):
            lines = hunk.splitlines(keepends=True)
            old, new = (''.join(line[1:] or '\n' for line in lines if line[:1] in ('\n', ' ', sign)) for sign in '-+')
            if text.count(old) != 1:
                raise ValueError(f'the lines to change are {text.count(old)} times in {name}:\n{old}')
            text = text.replace(old, new)
        self.write(name, text)

    def run(self, command, status=0):
        """A command in the shell, after one that ended with `status`: its output without the lines of games, and its status."""
        done = subprocess.run(['sh', '-c', f'(exit {status})\n{command}'], cwd=self.folder, env=self.environment, text=True,
                              stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, timeout=120 * SCALE)
        return GAME.sub('', done.stdout), done.returncode


class Page:
    """A page, followed in an empty folder; its points are numbered from `count`."""

    def __init__(self, path, count):
        with open(path, encoding='utf-8') as file:
            self.text = file.read()
        self.path, self.count, self.failed = path, count, 0

    def point(self, name, faults):
        self.count += 1
        self.failed += bool(faults)
        print(f'{"not ok" if faults else "ok"} {self.count} - {name}')
        for fault in faults:
            print('\n'.join('# ' + line for line in fault.splitlines()))

    def console(self, reader, text, varies):
        """Runs the commands of a block, each with what it should print behind it; the block as it should be."""
        status, right = 0, ''
        for command, wanted in re.findall(r'^\$ ((?:.*\\\n)*.*\n)((?:(?!\$ ).*\n)*)', text, re.M):
            got, status = reader.run(command, status)
            same = without_variables(got, varies) == without_variables(wanted, varies)
            right += f'$ {command}{wanted if same else got}'
            self.point(command.splitlines()[0], [] if same else [f'printed:\n{got}and not:\n{wanted}'])
        return right

    def follow(self, reader):
        """Does all blocks in their order; the page as it should be."""
        def block(match):
            kind, name, text = match.groups()
            if kind == 'python':
                reader.write(name, text)
                self.point(f'{name} is short', [f'{len(text.splitlines())} lines'] * (len(text.splitlines()) > ENGINE_LINES))
                self.legality(reader, name, 60)
            elif kind == 'py':
                reader.write(name, text)
                self.point(f'{name} is short', [f'{len(text.splitlines())} lines'] * (len(text.splitlines()) > PART_LINES))
            elif kind == 'diff':
                reader.change(name, text)
            elif kind == 'console':
                right = self.console(reader, text, name == 'varies')
                return match[0].replace(text, right)
            return match[0]
        return BLOCK.sub(block, self.text)

    def legality(self, reader, name, games, rules='ludii', columns='5,6,7,13,29'):
        """Plays against chance and itself at many widths; every game must end by the rules."""
        for other in ('random-player', f'./{name}'):
            output, status = reader.run(f'tab-match --engine cmd=./{name},name=mine --engine cmd={other},name=other --rules {rules}'
                                        f' --rules {rules}:pieces=3 --columns {columns} --games {games} --seed 5 --concurrency 2'
                                        ' --depth 1 --max-turns 3000 --quiet --record games.tab')
            ends = re.findall(r'^\[Termination "(.*)"\]$', reader.read('games.tab'), re.M)
            faults = [f'{games} games ended so: {", ".join(sorted(set(ends)))}'] * (ends != ['normal'] * games)
            self.point(f'{name} plays by the rules, against {other}', faults + [output] * (status != 0))


def main(arguments):
    count, failed = 0, 0
    for path in (argument for argument in arguments if argument != '--update'):
        with tempfile.TemporaryDirectory(prefix='tab-tutorial-') as folder:
            page, reader = Page(path, count), Reader(folder)
            right = page.follow(reader)
            if os.path.exists(reader.path('mine.py')):
                page.legality(reader, 'mine.py', 20)
                page.legality(reader, 'collect.py', 60, 'jordan', '6,7,8,13,29')
        if '--update' in arguments:
            with open(path, 'w', encoding='utf-8') as file:
                file.write(right)
        count, failed = page.count, failed + page.failed
    print(f'1..{count}')
    return 1 if failed else 0


if __name__ == '__main__':
    sys.exit(main(sys.argv[1:]))
