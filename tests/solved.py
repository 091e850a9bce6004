# SPDX-License-Identifier: GPL-3.0-or-later
"""The figures of data/solved.md on games of two pieces a side and five columns, for what is checked against them or made of them."""
import os
import re
from typing import NamedTuple

from checks import read

SOLVED = os.path.join(os.path.dirname(os.path.dirname(os.path.abspath(__file__))), 'data', 'solved.md')


class Game(NamedTuple):
    preset: str
    pieces: int
    states: int
    first: str  # what the game is worth to the first mover, as it is written
    before: str  # … and the start before any throw


class FirstTurns(NamedTuple):
    preset: str
    hands: list
    best: str  # the best first turn with each of these hands; '' where nothing can move
    worth: str
    other: str  # the best of the other turns, if there is one
    other_worth: str


def rows(header):
    """The cells of each row of the table under this header."""
    table = read(SOLVED).partition(header + '\n')[2].partition('\n\n')[0]
    return [[cell.strip(' `') for cell in line.strip('|').split('|')] for line in table.splitlines()[1:]]


def games():
    found = []
    for name, states, first, before in rows('| game | states | first mover | before the throw |'):
        preset, _, pieces = name.partition(':pieces=')
        found.append(Game(preset, int(pieces or 2), int(states), first, before))
    return found


def first_turns():
    return [FirstTurns(preset, re.split(r'\s+', hands), best, worth, other, other_worth)
            for preset, hands, best, worth, other, other_worth in rows('| game | throws | best first turn | wins | next best | wins |')]
