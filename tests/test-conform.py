#!/usr/bin/python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Tests `tab-match conform`: good engines pass, and each engine of the zoo fails just the point that it is wrong about.

usage: TAB_BUILD_ROOT=<build folder> test-conform.py [--good | --zoo | [--each] FAULT…]     (TAP output)

--good asks good engines alone, --zoo those of the zoo and what is none; without either both are asked. Faults are put into four engines, so that the
test takes a fraction of the time: starting an engine for each point is what takes long. With TAB_TEST_THOROUGH in the environment
each is put into two engines of a dozen faults, never with the same others: so what an engine fails tells of each fault alone. --each
gives each fault an engine of its own.
"""
import concurrent.futures
import math
import os
import re
import shlex
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
BUILD = os.environ.get('TAB_BUILD_ROOT', '.')
PAGE = os.path.join(HERE, '..', 'protocol', 'PROTOCOL.md')
CONFORM = [os.path.join(BUILD, 'protocol', 'runner', 'tab-match'), 'conform', '--inherit-env']  # which sanitizers need
THOROUGH = 'TAB_TEST_THOROUGH' in os.environ
SCALE = os.environ.get('TAB_TEST_TIME_SCALE', '1')
PYTHON = [sys.executable, '-S', '-E', '-X', 'pycache_prefix=' + os.environ.get('PYTHONPYCACHEPREFIX', '')]
BAD_ENGINE = os.path.join(HERE, 'bad-engine.py')
BATCHES = 4  # as many as the most faults that one point has
HIDDEN = {'one-sided-terms': 'evaluates-in-percent'}  # fault: another one, in whose engine it does not show


class Verdicts:
    """What one run of tab-match conform printed."""

    def __init__(self, engine, *options):
        environment = {**os.environ, 'LC_ALL': 'C.UTF-8'}
        done = subprocess.run([*CONFORM, '--time-scale', SCALE, *options, *engine], capture_output=True, text=True,
                              timeout=280 * float(SCALE), env=environment, check=False)
        self.status, self.text, self.complaint = done.returncode, done.stdout, done.stderr
        points = re.findall(r'^(not )?ok ([0-9]+) - [^#\n]*(# SKIP)?', done.stdout, re.M)
        self.numbers = [int(number) for _, number, _ in points]
        self.failed = {int(number) for bad, number, _ in points if bad}
        self.skipped = {int(number) for _, number, skip in points if skip}
        plan = re.search(r'^1\.\.([0-9]+)$', done.stdout, re.M)
        self.whole = bool(plan) and self.numbers == list(range(1, int(plan[1]) + 1))

    def story(self, number):
        """What it says of one point."""
        found = re.search(rf'^not ok {number} - .*\n(?:  .*\n)*', self.text, re.M)
        return found[0] if found else f'(nothing of {number})\n'


class Report:
    """The TAP output of this test."""

    def __init__(self):
        self.count = self.failures = 0

    def point(self, good, name, story=''):
        self.count += 1
        self.failures += not good
        print(f'{"ok" if good else "not ok"} {self.count} - {name}')
        if not good:
            print(''.join(f'# {line}\n' for line in story.splitlines()), end='')
        sys.stdout.flush()


def list_faults():
    lines = subprocess.run([*PYTHON, BAD_ENGINE, '--list'], check=True, capture_output=True, text=True).stdout
    return {name: int(number) for number, name, _ in (line.split('\t') for line in lines.splitlines())}


def list_points():
    """Number: (section, title), as the tool has them."""
    lines = subprocess.run([*CONFORM, '--list'], check=True, capture_output=True, text=True).stdout.splitlines()
    return {int(number): (section, title) for number, section, title in (line.split('\t') for line in lines)}


def anchor(heading):
    """Where a link to a heading goes."""
    plain = re.sub(r'\\(.)', r'\1', heading.strip('# '))
    return '#' + re.sub(r'[^\w\- ]', '', plain.lower()).replace(' ', '-')


def page_points(text):
    """The same as list_points from the page, and the anchors of its headings."""
    headings = re.findall('^##+ .*$', text, re.M)
    anchors = {re.split(r' (?:name )?[\\\[]', heading.strip('# '))[0]: anchor(heading) for heading in headings}
    part = text.partition('\n## Conformance\n')[2].partition('\n## ')[0]
    items = re.findall(r'^([0-9]+)\. (.*(?:\n   .*)*)', part, re.M)
    points = {}
    for number, item in items:
        found = re.fullmatch(r'(.*) \[([^]]*)\]\(([^)]*)\)', ' '.join(item.split()))
        good = found and anchors.get(found[2]) == found[3]
        points[int(number)] = (found[2], found[1]) if good else ('no link, or to no section', item)
    return points


def check_page(report):
    with open(PAGE, encoding='utf-8') as file:
        page = page_points(file.read())
    points = list_points()
    other = [f'{number}: {page.get(number)} in the page, {points.get(number)} in the tool'
             for number in sorted(page.keys() | points.keys()) if page.get(number) != points.get(number)]
    report.point(not other and len(points) > 50, 'the page and the tool have the same points', '\n'.join(other))
    return points


def check_good(report, name, engine, may_skip, *options):
    # What is right may be late where much else runs; that lateness is found, the faults below show.
    verdicts = Verdicts(engine, '--time-scale', str(3 * float(SCALE)), *options)
    good = verdicts.whole and not verdicts.failed and verdicts.status == 0
    report.point(good and (may_skip or not verdicts.skipped), f'{name} passes every point',
                 verdicts.text + verdicts.complaint)


def engine_of_the_zoo(methods):
    """The command of the whole engine with these methods in place of its own."""
    code = f'import sys; sys.path.insert(0, {HERE!r}); from zoo.whole import Whole, run; '
    return [*PYTHON, '-c', code + f'run(type("Other", (Whole,), {{{methods}}}))']


def check_perft(report):
    """The points that PROTOCOL.md says a perft that blocks fails, and one that there is not skips."""
    with open(PAGE, encoding='utf-8') as file:
        said = re.search(r'fails\s+the\s+points\s+([0-9, and\s]+)\s+of\s+the\s+conformance', file.read())
    numbers = set(map(int, re.findall('[0-9]+', said[1]))) if said else set()
    verdicts = Verdicts(engine_of_the_zoo('"do_perft": Whole.do_unsupported'))
    report.point(verdicts.whole and not verdicts.failed and numbers and numbers <= verdicts.skipped,
                 'an engine without perft skips the points that the page names', f'{numbers}\n{verdicts.text}')
    if THOROUGH:  # it is waited for in vain for most of a minute
        verdicts = Verdicts(engine_of_the_zoo('"poll": lambda self: None'))
        report.point(verdicts.whole and verdicts.failed == numbers, 'an engine whose perft blocks fails these alone',
                     f'{numbers}\n{verdicts.text}')


def batches_of(names, each):
    """Lists of names: one for each name, a few, or two for each name, in which no two names are together."""
    if each:
        return [[name] for name in names]
    if THOROUGH:
        size = math.ceil(math.sqrt(len(names)))
        lists = {}
        for place, name in enumerate(names):
            lists.setdefault(('row', place % size), []).append(name)
            lists.setdefault(('column', (place // size + place) % size), []).append(name)
        return list(lists.values())
    batches = [names[start::BATCHES] for start in range(BATCHES)]
    for number, batch in enumerate(batches):
        for name in [name for name in batch if HIDDEN.get(name) in batch]:
            batch.remove(name)
            batches[number - 1].append(name)
    return batches


def check_faults(report, faults, each):
    """Runs the engines of the zoo, two at a time."""
    batches = batches_of(sorted(faults, key=faults.get), each)  # those of one point come apart
    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        runs = list(pool.map(lambda names: Verdicts([*PYTHON, BAD_ENGINE, *names]), batches))
    for name, number in faults.items():
        story, good = '', True
        for names, verdicts in zip(batches, runs):
            if name not in names:
                continue
            missed = number not in verdicts.failed
            extra = verdicts.failed - {faults[other] for other in names}
            if missed or extra or not verdicts.whole or verdicts.status != 1:
                good = False
                story += f'engine: {" ".join(names)}\n' + f'point {number} is not found\n' * missed
                story += ''.join(f'more than that: {verdicts.story(other)}' for other in sorted(extra))
                story += verdicts.complaint + '' if verdicts.whole else verdicts.text
        report.point(good, f'{name} fails point {number} alone', story)


def check_usage(report):
    """What is no engine, and wrong words."""
    bell = ['sh', '-c', 'echo rules bell columns 5 5; echo tepok 1']
    cases = {
        'no engine': ([], 'which engine?'),
        'an engine without a name': ([''], 'which engine?'),
        'a program that there is not': (['/nonexistent/engine'], 'cannot start /nonexistent/engine'),
        'a folder that there is not': (['--dir', '/nonexistent', 'true'], '/nonexistent'),
        'a command that does not end its quotes': (["sh -c 'exit"], 'quot'),
        'a bad scale': (['--time-scale', '0', 'true'], '--time-scale is from 0.01 to 1000'),
        'a scale that is no number': (['--time-scale', 'nan', 'true'], '--time-scale is from 0.01 to 1000'),
        'a scale that is too large': (['--time-scale', '1001', 'true'], '--time-scale is from 0.01 to 1000'),
        'a variable without a name': (['--env', '=x', 'true'], '--env =x: a variable needs a name'),
        'an option that there is not': (['--point', '3', 'true'], '--point'),
        'rules that there are not': (['--rules', 'chess', 'true'], "--rules: unknown preset: 'chess'"),
        'rules that are not UTF-8': (['--rules', b'\xff', 'true'], '--rules: the rules string is not UTF-8'),
        'a variable that is not UTF-8': (['--env', b'=\xff', 'true'], '--env =?: a variable needs a name'),
        'a program that is not UTF-8': ([b'./\xff'], 'cannot start ./?: No such file or directory'),
        'rules that it does not promise': (['--rules', 'walker', *bell], 'does not promise to play the rules of --rules'),
        'the same of a command in one word': (['--rules', 'walker', shlex.join(bell)], 'does not promise to play the rules of --rules'),
    }
    for name, (arguments, words) in cases.items():
        done = subprocess.run([*CONFORM, *arguments], capture_output=True, text=True, timeout=60, check=False)
        report.point(done.returncode == 1 and done.stderr.count('\n') == 1 and not done.stdout and words in done.stderr, name,
                     f'status {done.returncode}\n{done.stdout}{done.stderr}')
    for engine, said in (('no-such-engine', 'PATH has no program of this name'),
                         ('/no/such/engine', 'No such file or directory'),
                         (os.path.join(HERE, 'meson.build'), 'it is not executable (chmod +x)')):
        done = subprocess.run([*CONFORM, engine], capture_output=True, text=True, timeout=60, check=False)
        report.point(done.stderr == f'tab-match conform: cannot start {engine}: {said}\n', f'words for {said}', done.stderr)


def check_words(report):
    """What it prints of engines that speak once and never again: after three points it asks no more."""
    with tempfile.TemporaryDirectory(prefix='a "b\\c') as folder:
        engine = os.path.join(folder, 'engine')
        for name, body, options, words in (
                ('one that is gone', 'rm "$0"', [], ['expected: "the engine to start"', 'No such file or directory"',
                                                    os.path.basename(folder).replace('\\', '\\\\').replace('"', '\\"')]),
                ('the dialogue of a point', 'touch met; exec 2>&-', ['--verbose', '--dir', folder],
                 ['  dialogue: |\n    > isready\n  ...', 'came: "the engine ended with status 3"'])):
            with open(engine, 'w', encoding='utf-8') as file:
                file.write(f'#!/bin/sh\n[ -e met ] && exit 3\n{body}\necho "id name <$FIRST${{SECOND-none}}>"\necho tepok 1\n')
            os.chmod(engine, 0o755)
            verdicts = Verdicts([engine], '--env', 'FIRST=a b=c', '--env', b'THIRD=\xff', '--env', 'SECOND=x', '--env', 'SECOND', *options)
            words = [*words, '# engine: <a b=cnone>\n', 'Bail out! No answer from the engine in 3 points.\n']
            missing = [word for word in words if word not in verdicts.text]
            report.point(verdicts.status == 1 and verdicts.numbers == [1, 2, 3] and not missing, name,
                         f'{missing}\n{verdicts.text}{verdicts.complaint}')


def check_full_disk(report):
    """Where nothing can be printed no point is asked any more, and somebody is told."""
    with open('/dev/full', 'w', encoding='utf-8') as full:
        done = subprocess.run([*CONFORM, 'true'], stdout=full, stderr=subprocess.PIPE, text=True, timeout=60, check=False)
    report.point(done.returncode == 1 and done.stderr.startswith('tab-match conform: cannot write standard output: '), 'a full disk', done.stderr)


def check_wild_ones(report):
    """Programs that are engines in nothing."""
    wild = {
        'one that ends at once': ['true'],
        'one that reads and is mute': ['sleep', '1000'],
        'one that floods': ['yes', 'readyok'],
        'one line without end': ['sh', '-c', 'tr "\\0" x < /dev/zero'],
        'one that closes its input': ['sh', '-c', 'exec <&-; sleep 1000'],
    }
    for name, engine in wild.items():
        verdicts = Verdicts(engine, '--time-scale', '0.01')
        report.point(verdicts.status == 1 and verdicts.failed and 'not ok 1 ' in verdicts.text, name, verdicts.text)
    verdicts = Verdicts(['cat'], '--time-scale', '0.01')
    report.point(verdicts.numbers == [1, 2, 3] and 'Bail out! No answer from the engine in 3 points.' in verdicts.text, 'an echo', verdicts.text)


def main(arguments):
    each = '--each' in arguments
    chosen = [argument for argument in arguments if not argument.startswith('--')]
    report = Report()
    faults = list_faults()
    if not chosen and '--zoo' not in arguments:
        points = check_page(report)
        missing = sorted(points.keys() - set(faults.values()))
        report.point(not missing, 'the zoo has a fault for each point', f'none for {missing}')
        check_good(report, 'the engine', [os.path.join(BUILD, 'engine', 'tab-engine')], True)
        if THOROUGH:  # starting Python for every point takes half a minute
            for rules in ('sahkku', 'siryu', 'deleb'):
                check_good(report, f'the engine under {rules}', [os.path.join(BUILD, 'engine', 'tab-engine')], True, '--rules', rules)
            check_good(report, 'the foreign engine', [*PYTHON, os.path.join(HERE, 'foreign-engine.py')], True)
            check_good(report, 'the foreign engine under ludii', [' '.join([sys.executable, os.path.join(
                HERE, 'foreign-engine.py')])], True, '--rules', 'ludii:columns=5')
        check_usage(report)
        check_words(report)
        check_full_disk(report)
    if '--good' not in arguments:
        if not chosen:
            check_good(report, 'the engine of the zoo without a fault', [*PYTHON, BAD_ENGINE, 'none'], False)
            check_perft(report)
            check_wild_ones(report)
        check_faults(report, {name: number for name, number in faults.items() if not chosen or name in chosen}, each)
    print(f'1..{report.count}')
    return 1 if report.failures else 0


if __name__ == '__main__':
    with tempfile.TemporaryDirectory() as cache:
        PYTHON[-1] = 'pycache_prefix=' + cache
        sys.exit(main(sys.argv[1:]))
