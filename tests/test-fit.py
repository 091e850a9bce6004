#!/usr/bin/python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""tab-fit: the weights that it finds follow from its seed, and say what players know (TAP output).

usage: TAB_BUILD_ROOT=<build folder> test-fit.py
"""
import os
import re
import subprocess

import matchdriver

FIT = os.path.join(matchdriver.BUILD, "engine", "tab-fit")
HANDMADE = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "engine", "eval", "handmade.c")


def fit(*words, expect=0):
    done = subprocess.run([FIT, *words], capture_output=True, text=True, timeout=matchdriver.DEADLINE, check=False)
    assert done.returncode == expect, done
    return done.stdout, done.stderr


def weights(row):
    return [float(number) for number in re.findall(r"-?\d+\.\d+(?=f)", row)]


def test_rows(_):
    row, told = fit("walker:columns=5", "2", "200", "1")
    assert re.fullmatch(r"generation 1: \d+ positions, log loss 0\.\d+\ngeneration 2: \d+ positions, log loss 0\.\d+\n", told), told
    assert fit("walker:columns=5", "2", "200", "1") == (row, told), "the same seed, another row"
    assert fit("walker:columns=5", "2", "200", "2")[0] != row, "another seed, the same row"
    assert re.fullmatch(r'    \{"walker", \{(-?\d+\.\d{4}f(, |\}\},\n))+', row), row
    with open(HANDMADE, encoding="utf-8") as file:
        shipped = weights(file.read().split('{"walker",')[1].split("}}")[0])
    found = weights(row)
    assert len(found) == len(shipped), (len(found), len(shipped))
    # the two that matter most, stones of one's own and of the enemy, are plain from few games
    for i in sorted(range(len(shipped)), key=lambda i: -abs(shipped[i]))[:2]:
        assert found[i] * shipped[i] > 0, (i, found[i], shipped[i])


def test_refusals(_):
    for words, part in ((("chess", "1", "1", "1"), "chess"), (("walker", "0", "1", "1"), "generations"), (("walker", "1", "x", "1"), "games"),
                        (("walker", "1", "1", "-1"), "seed"), (("walker",), "usage: ")):
        out, text = fit(*words, expect=1)
        assert not out and part in text and text.count("\n") == 1, (words, text)


if __name__ == "__main__":
    matchdriver.main(test_rows, test_refusals)
