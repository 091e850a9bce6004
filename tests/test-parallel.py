#!/usr/bin/python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Runs the recipe for GNU parallel of protocol/MATCHES.md as it stands there, on this host, and compares with one run.

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
PAGE = os.path.join(HERE, '..', 'protocol', 'MATCHES.md')
BUILD = os.path.abspath(os.environ.get('TAB_BUILD_ROOT', '.'))
SCALE = float(os.environ.get('TAB_TEST_TIME_SCALE', '1'))
# Engines under the names that the recipe uses.
ENGINES = {'new': 'tab-engine', 'old': 'random-player'}


def recipe():
    with open(PAGE, encoding='utf-8') as file:
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
    with open(os.path.join(folder, name), encoding='utf-8') as file:
        return file.read()


def compare(folder):
    """The faults, none if all is well."""
    with open(os.path.join(folder, 'hosts'), 'w', encoding='utf-8') as file:
        file.write(':\n')
    for name, program in ENGINES.items():
        path = os.path.join(folder, name)
        with open(path, 'w', encoding='utf-8') as file:
            file.write(f'#!/bin/sh\nexec {program}\n')
        os.chmod(path, 0o755)
    # Dates and times are no matter of the recipe.
    script = recipe().replace('--seed 1"', '--seed 1 --no-times"')
    if '--no-times' not in script:
        return ['the settings of the recipe have changed']
    merged = run(folder, script)
    single = run(folder, script.splitlines()[0] + '\ntab-match $MATCH --quiet --record single.tab --json single.json')
    faults = [] if merged.endswith(single) else [f'the merged match prints\n{merged}and the single run\n{single}']
    faults += [f'match.{suffix} and single.{suffix} differ' for suffix in ('tab', 'json')
               if read(folder, f'match.{suffix}') != read(folder, f'single.{suffix}')]
    journals = [name for name in os.listdir(folder) if name.endswith('.journal')]
    return faults + [f'{len(journals)} journals'] * (len(journals) != 3)


def main():
    if not gnu_parallel():
        print('SKIPPED: GNU parallel is not here (Debian\'s package parallel); the recipe was not tried')
        return 77
    with tempfile.TemporaryDirectory(prefix='tab-parallel-') as folder:
        faults = compare(folder)
    print(*(faults or ['the shards and one run played the same match']), sep='\n')
    return 1 if faults else 0


if __name__ == '__main__':
    sys.exit(main())
