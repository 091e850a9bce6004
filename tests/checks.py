# SPDX-License-Identifier: GPL-3.0-or-later
"""Checks of what is shipped: files read whole, keys of shortcuts, and lists of checks run as tests (TAP)."""
import shutil


def read(path):
    with open(path, encoding='utf-8') as file:
        return file.read()


def split_keys(accelerator):
    """Each key of a GtkShortcutsShortcut, those of a range as well: "0...2 8" is 0, 1, 2 and 8."""
    for part in accelerator.split():
        first, _, last = part.partition('...')
        yield from map(chr, range(ord(first), ord(last) + 1)) if last else [part]


def run(checks, skips=False):
    """Prints a line for each check, and one for each fault it finds; returns the exit status.

    A check is (name, function) or (name, function, program): the function returns a list of what is wrong. A program that is
    missing is a fault too, or has the check skipped.
    """
    failed = 0
    for number, (name, check, *programs) in enumerate(checks, 1):
        missing = [f'{program} is missing' for program in programs if program and not shutil.which(program)]
        if missing and skips:
            print(f'ok {number} - {name} # SKIP {missing[0]}')
            continue
        faults = missing or check()
        failed += bool(faults)
        print(f'{"not ok" if faults else "ok"} {number} - {name}', *(f'# {fault}' for fault in faults), sep='\n')
    print(f'1..{len(checks)}')
    return 1 if failed else 0
