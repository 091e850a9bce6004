#!/usr/bin/python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Checks that the map in CONTRIBUTING.md has a line for each folder of the tree, and no other.

usage: check-map.py [SOURCE ROOT]
"""
import os
import re
import sys

import sourcetree

# How deep folders are told of; those below hold more of the same.
DEEPER = {'engine/lab': 3}
DEPTH = 2


def main():
    root = os.path.abspath(sys.argv[1] if len(sys.argv) > 1 else os.path.join(os.path.dirname(__file__), '..'))
    there = set()
    for name in sourcetree.tracked_files(root):
        parts = name.split('/')[:-1]
        depth = DEEPER.get('/'.join(parts[:2]), DEPTH)
        there |= {'/'.join(parts[:n]) for n in range(1, min(len(parts), depth) + 1)}
    with open(os.path.join(root, 'CONTRIBUTING.md'), encoding='utf-8') as file:
        told = re.findall(r'^- `([^`]+)/`: \S', file.read(), re.M)
    faults = [f'CONTRIBUTING.md: no line tells of {name}/' for name in sorted(there - set(told))]
    faults += [f'CONTRIBUTING.md: there is no folder {name}/' for name in sorted(set(told) - there)]
    faults += [f'CONTRIBUTING.md: {name}/ is told of twice' for name in sorted(set(told)) if told.count(name) > 1]
    faults += ['CONTRIBUTING.md: the folders are not in order'] * (told != sorted(told))
    print(*faults, f'{len(there)} folders', sep='\n')
    sys.exit(bool(faults))


if __name__ == '__main__':
    main()
