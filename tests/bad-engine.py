#!/usr/bin/python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""An engine that is right but for a fault of the zoo: to see that `tab-match conform` finds it.

usage: bad-engine.py FAULT…      the engine, with one fault or several
       bad-engine.py none        the engine without a fault
       bad-engine.py --list      a line for each fault: the number of the point it fails, its name, what is wrong
"""
import os
import sys

sys.dont_write_bytecode = sys.pycache_prefix is None  # not into the folder of the sources
sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

import zoo  # noqa: E402
from zoo.whole import Whole, run  # noqa: E402


def main(names):
    if names == ['--list']:
        for name, (number, kind) in zoo.FAULTS.items():
            print(f'{number}\t{name}\t{kind.__doc__}')
    elif not names or [name for name in names if name not in zoo.FAULTS and name != 'none']:
        sys.exit(__doc__)
    else:
        run(Whole if names == ['none'] else zoo.engine_with(names))


if __name__ == '__main__':
    main(sys.argv[1:])
