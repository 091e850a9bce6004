# SPDX-License-Identifier: GPL-3.0-or-later
"""The zoo: for each point of PROTOCOL.md that `tab-match conform` asks, engines that are wrong there and nowhere else.

A fault is a class that overrides methods of the whole engine (whole.py); its name is the fault's, its docstring what is
wrong. Several can be put into one engine, as classes derived from all of them.
"""
import contextlib
import os

from .whole import Whole

SLOW = float(os.environ.get('TAB_TEST_TIME_SCALE', '1'))  # what counts as slow grows with the deadlines
FAULTS = {}  # name: (number of the point, class)


def fault(number):
    """Marks a class as the fault that the point with this number finds."""
    def add(kind):
        name = ''.join('-' * (letter.isupper() and place > 0) + letter.lower()
                       for place, letter in enumerate(kind.__name__))
        FAULTS[name] = number, kind
        return kind
    return add


def engine_with(names):
    """The whole engine with these faults."""
    return type('Faulty', tuple(FAULTS[name][1] for name in names) + (Whole,), {})


@contextlib.contextmanager
def other_switch(rules, name, values):
    """The rules while they have the other one of two values of a switch, if they have one of them."""
    told = getattr(rules, name)
    setattr(rules, name, {values[0]: values[1], values[1]: values[0]}.get(told, told))
    try:
        yield
    finally:
        setattr(rules, name, told)


SINGLE_PIECES = 'row4_move', ('home-empty-single', 'home-empty')  # what a single piece at home forbids piles of row 4


def first_word(line):
    return line[:100].split()[:1]


from . import lines, states, handshake, positions, thinking, inspection, relatives  # noqa: E402,F401
