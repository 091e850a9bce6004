#!/usr/bin/python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Runs the recipes for GNU parallel of protocol/MATCHES.md and engine/lab/TRAINING.md as they stand there, on this host, and compares
each with one run.

usage: TAB_BUILD_ROOT=<build folder> test-parallel.py
Exit status 77, which meson shows as SKIP, when GNU parallel is missing.
"""
import os
import re
import shutil
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
MATCHES = os.path.join(HERE, '..', 'protocol', 'MATCHES.md')
TRAINING = os.path.join(HERE, '..', 'engine', 'lab', 'TRAINING.md')
BUILD = os.path.abspath(os.environ.get('TAB_BUILD_ROOT', '.'))
SCALE = float(os.environ.get('TAB_TEST_TIME_SCALE', '1'))
# Engines under the names that the recipe uses.
ENGINES = {'new': 'tab-engine', 'old': 'random-player'}


def recipe(page):
    with open(page, encoding='utf-8') as file:
        return re.search(r'^```sh parallel\n(.*?)^```', file.read(), re.M | re.S)[1]


def gnu_parallel():
    """Whether it is GNU's; others have a program of this name."""
    if not shutil.which('parallel'):
        return False
    done = subprocess.run(['parallel', '--version'], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
    return done.stdout.startswith('GNU parallel')


def run(folder, script):
    programs = ':'.join(os.path.join(BUILD, *parts) for parts in (('protocol', 'runner'), ('engine',), ('tests',)))
    environment = {**os.environ, 'PATH': f'{programs}:{os.environ["PATH"]}', 'HOME': folder}
    done = subprocess.run(['sh', '-e', '-c', script], cwd=folder, env=environment, stdin=subprocess.DEVNULL,
                          stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, timeout=200 * SCALE)
    if done.returncode:
        raise RuntimeError(f'{script}\nexit status {done.returncode}\n{done.stdout}{done.stderr}')
    return done.stdout


def read(folder, name):
    with open(os.path.join(folder, name), 'rb') as file:
        return file.read()


def compare_matches(folder):
    """The faults, none if all is well."""
    with open(os.path.join(folder, 'hosts'), 'w', encoding='utf-8') as file:
        file.write(':\n')
    for name, program in ENGINES.items():
        path = os.path.join(folder, name)
        with open(path, 'w', encoding='utf-8') as file:
            file.write(f'#!/bin/sh\nexec {program}\n')
        os.chmod(path, 0o755)
    # Dates and times are no matter of the recipe.
    script = recipe(MATCHES).replace('--seed 1"', '--seed 1 --no-times"')
    if '--no-times' not in script:
        return ['the settings of the recipe have changed']
    merged = run(folder, script)
    single = run(folder, script.splitlines()[0] + '\ntab-match $MATCH --quiet --record single.tab --json single.json')
    faults = [] if merged.endswith(single) else [f'the merged match prints\n{merged}and the single run\n{single}']
    faults += [f'match.{suffix} and single.{suffix} differ' for suffix in ('tab', 'json')
               if read(folder, f'match.{suffix}') != read(folder, f'single.{suffix}')]
    journals = [name for name in os.listdir(folder) if name.endswith('.journal')]
    return faults + [f'{len(journals)} journals'] * (len(journals) != 3)


def compare_trainings(folder):
    """The same of a training, of few games."""
    script = recipe(TRAINING).replace('--games 200000 --round 8192', '--games 600 --round 128')
    if '--round 128' not in script:
        return ['the games of the recipe have changed']
    run(folder, script)
    run(folder, script.splitlines()[0].replace('--checkpoint walker7.state', '') + '\ntab-train $TRAIN --threads 4 -o single.net')
    same = read(folder, 'walker7.net') == read(folder, 'single.net')
    return [] if same else ['walker7.net and single.net differ']


def main():
    if not gnu_parallel():
        print('SKIPPED: GNU parallel is not here (Debian\'s package parallel); the recipe was not tried')
        return 77
    with tempfile.TemporaryDirectory(prefix='tab-parallel-') as folder:
        faults = compare_matches(folder) + compare_trainings(folder)
    print(*(faults or ['the shards and one run played the same match, and trained the same network']), sep='\n')
    return 1 if faults else 0


if __name__ == '__main__':
    sys.exit(main())
