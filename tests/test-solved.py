#!/usr/bin/python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""The games of two pieces a side that data/solved.md tells of, solved anew: the small ones, or all if TAB_TEST_THOROUGH is set.

usage: TAB_BUILD_ROOT=<build folder> test-solved.py
"""
import os
import re
import subprocess

import matchdriver
import solved
from checks import read

TABLES = os.path.join(matchdriver.BUILD, "engine", "tab-tables")
SMALL = ("mzab", "siryu", "kioz", "tablan", "bakhri", "daldosa")  # half a second each, with every kind of cast
LIMIT = 4 * 3600  # seconds; sahkku takes six minutes of a core that does nothing else


def run(*words, given=None):
    return subprocess.run(words, input=given, capture_output=True, text=True, timeout=LIMIT, check=True).stdout


def ask_engine(rules, command):
    return run(matchdriver.ENGINE, given=f"newgame {rules}\nsetpos start\n{command}\n")


def collected_hands():
    """Of up to three throws, when the opening's tâb is the first of them."""
    return {",".join(("1", *more, last)) for more in ((), "1", "4", "6") for last in "23"}


def all_hands(game):
    """Every hand that the first turn can have, up to three throws."""
    if game.throws == "1+":
        return collected_hands()
    throws = [line.split() for line in ask_engine(game.rules, "throws").splitlines() if line.startswith("throw ")]
    assert abs(sum(float(chance) for _, _, chance in throws) - 1) < 1e-6, throws
    return {name for _, name, _ in throws}


class Solved:
    """A game that was solved just now."""

    def __init__(self, place, game):
        self.rules = f"{game.preset}:columns=5,pieces={game.pieces}"
        self.table = place.path("solved.tabtable")
        said = run(TABLES, "build", self.rules, "--pieces", str(game.pieces), "-o", self.table)
        self.states = int(re.search(r"^states (\d+)$", said, re.M).group(1))
        start = re.search(r"^position (.*)$", ask_engine(self.rules, "show"), re.M).group(1).split()
        self.board, self.throws = start[0], start[2]

    def probe(self, throws):
        """The value with these throws at hand, and (worth, turn) of each outcome, best first."""
        value, *outcomes = [line.split() for line in run(TABLES, "probe", self.table, f"{self.board} w {throws} - 1").splitlines()]
        return float(value[1]), [(float(worth), turn) for _, worth, turn in outcomes]


def is_pass(turn):
    return all(part.endswith(":pass") for part in turn.split(","))


def near(value, written):
    """Equal, but for what rounding takes and the bound of the table."""
    assert abs(value - float(written)) < 0.51 * 10 ** -len(written.partition(".")[2]), (value, written)


def check_turns(now, turns):
    """A row of the table of first turns; nothing is as good as the best."""
    for hand in turns.hands:
        value, outcomes = now.probe(hand)
        near(value, turns.worth)
        best, others = outcomes[0], outcomes[1:]
        assert ("" if is_pass(best[1]) else best[1]) == turns.best, (hand, outcomes)
        assert (others[0][1] if others else "") == turns.other, (hand, outcomes)
        if others:
            near(others[0][0], turns.other_worth)
            assert best[0] - others[0][0] > 1e-6, (hand, outcomes)


def check_game(place, game):
    now = Solved(place, game)
    assert now.states == game.states, (now.states, game.states)
    near(now.probe("-")[0], game.before)
    near(now.probe(now.throws)[0], game.first)
    rows = [turns for turns in solved.first_turns() if turns.preset == game.preset]
    for turns in rows:
        check_turns(now, turns)
    hands = [hand for turns in rows for hand in turns.hands]
    assert not rows or (len(hands) == len(set(hands)) and set(hands) == all_hands(now)), hands


def test_table(_place):
    """All sixteen are there, and the ten relatives have first turns."""
    presets = [game.preset for game in solved.games()]
    assert len(presets) == len(set(presets)) == 16, presets
    assert {turns.preset for turns in solved.first_turns()} == set(presets) - {"standard", "walker", "bell", "lane", "ludii", "jordan"}


def test_readme(_place):
    """README has the same figures, rounded."""
    text = read(os.path.join(os.path.dirname(os.path.dirname(solved.SOLVED)), "README.md"))
    told = dict(re.findall(r"`([a-z]+)` \| ([\d.]+) %", text))
    assert told == {game.preset: f"{100 * float(game.first):.1f}" for game in solved.games()}, told


def solve(game):
    def test(place):
        check_game(place, game)

    test.__name__ = game.preset
    return test


if __name__ == "__main__":
    matchdriver.main(test_table, test_readme, *(solve(game) for game in solved.games() if matchdriver.THOROUGH or game.preset in SMALL))
