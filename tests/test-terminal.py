#!/usr/bin/python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""How far they are is told by the commands of tab-match on a terminal: one line that is drawn over itself, makes room for others, fits,
and is gone at the end (TAP output).

usage: TAB_BUILD_ROOT=<build folder> test-terminal.py
"""
import fcntl
import os
import re
import struct
import subprocess
import sys
import termios

import matchdriver

FAKE = os.path.join(matchdriver.BUILD, "tests", "fake-engine")
JUDGE = os.path.join(matchdriver.BUILD, "tests", "judge-engine")
SMALL = "walker:columns=5,pieces=3"


def on_terminal(*words, columns=80, term="xterm", expect=0, text=None):
    """Runs tab-match with standard error on a terminal; (standard output, what the terminal got)."""
    ours, theirs = os.openpty()
    fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", 24, columns, 0, 0))
    with subprocess.Popen([matchdriver.MATCH, *words], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=theirs,
                          env={**os.environ, "TERM": term}) as process:
        os.close(theirs)
        process.stdin.write(text or b"")
        process.stdin.close()
        shown = b""
        while True:
            try:
                shown += os.read(ours, 65536)
            except OSError:  # the other side is closed
                break
        out = process.stdout.read().decode()
        status = process.wait(matchdriver.DEADLINE)
    os.close(ours)
    shown = shown.decode().replace("\r\n", "\n")
    assert status == expect, (words, status, shown)
    return out, shown


def drawn(shown):
    """The lines that others were drawn over."""
    return re.findall(r"\r\x1b\[K([^\r\n]+)(?=\r\x1b\[K)", shown)


def left(shown):
    """The lines that a terminal shows at the end."""
    lines = [""]
    for part in re.findall(r"\r\x1b\[K|\n|[^\r\n]+", shown):
        if part == "\n":
            lines.append("")
        else:
            lines[-1] = "" if part[0] == "\r" else lines[-1] + part
    assert lines[-1] == "", "the last line is not cleared: " + lines[-1]
    return lines[:-1]


def check_drawn(shown, pattern):
    lines = drawn(shown)
    assert lines and all(re.fullmatch(pattern, line) for line in lines), (pattern, lines, shown)


def fake(name, *switches):
    words = " ".join(["--rules", "'any columns 5 29'", *switches])
    return ["--engine", "cmd=%s %s,name=%s%s" % (FAKE, words.replace(",", "\\,"), name, matchdriver.TOLD)]


def judge(place, *more):
    return ["--engine", "cmd=%s%s" % (place.path("engine"), matchdriver.TOLD), *more]


def play(place, *more):
    place.run(*place.engine("greedy", "engine", ",option.Eval=greedy,option.Seed=1"), *place.engine("random"), "--rules", SMALL, "--games", "2",
              "--depth", "1", "--seed", "5", "--quiet", "--no-times", "--record", place.path("games.tab"), *more)


MATCH = ("--no-times", "--depth", "1", "--rules", "walker", "--seed", "1")


def test_match(place):
    """Games have no line of their own; the line of the match fits into any terminal."""
    words = [*place.engine("A"), *place.engine("B"), *MATCH, "--games", "6"]
    for columns in (80, 20):
        _, shown = on_terminal(*words, columns=columns)
        assert all(len(line) < columns for line in drawn(shown)), drawn(shown)
        check_drawn(shown, r"[0-6]/6  .*")
        assert not any("turns)" in line for line in left(shown)), left(shown)
    _, shown = on_terminal(*words, "--rating-interval", "3")
    assert sum(line.startswith("score A ") for line in left(shown)) == 2, left(shown)  # and once on standard output
    out, shown = on_terminal(*words, "--quiet")
    assert shown == "" and out.startswith("score A "), shown


def test_faults(place):
    """A game that an engine's fault has ended has a line."""
    words = [*place.engine("A"), *fake("bad", "--illegal turn"), *MATCH, "--games", "4"]
    out, shown = on_terminal(*words, expect=12)
    faults = [line for line in left(shown) if line.startswith("game ")]
    assert len(faults) == 4 and all("(illegal, " in line for line in faults), left(shown)
    check_drawn(shown, r"\d/4  .*")
    assert out.splitlines()[1] == "faults bad 4", out


def test_dumb(place):
    """What can draw nothing over itself gets a line for each game, as a file does."""
    words = [*place.engine("A"), *place.engine("B"), *MATCH, "--games", "2"]
    _, shown = on_terminal(*words, term="dumb")
    assert "\x1b" not in shown and [line for line in shown.splitlines() if line.startswith("game ")] == \
        [line for line in place.run(*words)[1].splitlines() if line.startswith("game ")], shown


def test_openings(place):
    words = ["openings", *judge(place), "--rollouts", "16", "--truncate", "2", "--longest", "2", SMALL]
    out, shown = on_terminal(*words)
    check_drawn(shown, r"\d+/\d+ hands")
    assert left(shown) == [] and out == place.run(*words, "--quiet")[0].decode(), left(shown)


def test_evaluate(place):
    """What is wrong with a line stands above the count of those that are done."""
    engine = ["--engine", "cmd=%s 0%s" % (JUDGE, matchdriver.TOLD)]
    text = b"walker;start;1,2\nwalker;begin\nludii;start;2\n"
    out, shown = on_terminal("evaluate", *engine, "-", expect=1, text=text)
    check_drawn(shown, r"[0-3] positions")
    faults = left(shown)
    assert len(faults) == 2 and faults[0].startswith("tab-match evaluate: standard input:2: position 'begin': "), faults
    assert out.count("\n") == 3, out
    _, shown = on_terminal("evaluate", *engine, "--output", place.path("values.csv"), "-", text=text[:17])
    check_drawn(shown, r"[01] positions")
    assert left(shown) == [], shown
    _, shown = on_terminal("evaluate", *engine, "--quiet", "-", text=text[:17])
    assert shown == "", shown


def test_games(place):
    """Commands that go through games."""
    play(place)
    games = place.path("games.tab")
    counted = r"\d/?2? games(  .*)?"
    _, shown = on_terminal("analyse", *judge(place), "--ahead", "1", games)
    check_drawn(shown, counted)
    assert left(shown) == [], shown
    _, shown = on_terminal("problems", *judge(place), "--rollouts", "2", "--truncate", "1", games)
    check_drawn(shown, counted)
    assert len(left(shown)) == 1 and re.fullmatch(SMALL + r": \d problems?", left(shown)[0]), shown
    place.write("more.tab", place.read("games.tab") + b"\n[Rules \"walker\"]\n\nrubbish\n")
    _, shown = on_terminal("db", "import", "--db", place.path("games.db"), place.path("more.tab"), expect=1)
    assert len(left(shown)) == 1 and left(shown)[0].endswith(": game 3: the tags end without [Result]"), shown


def test_rate(place):
    play(place)
    words = ["rate", *judge(place), "--levels", "0,9", "--level-nodes", "50", "--decisions", "3", "--ahead", "0", "--nodes", "50",
             place.path("games.tab")]
    out, shown = on_terminal(*words)
    check_drawn(shown, r"\d/[3-6] decisions  \d+ s left")
    assert left(shown) == [] and out == place.run(*words, "--quiet")[0].decode(), shown


def test_study(place):
    words = ["study-rules", *judge(place), "--games", "2", "--level", "none", "--nodes", "50", SMALL]
    _, shown = on_terminal(*words)
    check_drawn(shown, r"\d/2 games(  .*)?")
    assert left(shown) == [], shown


if __name__ == "__main__":
    matchdriver.main(test_match, test_faults, test_dumb, test_openings, test_evaluate, test_games, test_rate, test_study)
    sys.exit(0)
