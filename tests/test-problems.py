#!/usr/bin/python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Problems are made of games by `tab-match problems` (TAP output).

usage: TAB_BUILD_ROOT=<build folder> test-problems.py
"""
import os
import re
import signal
import subprocess
import time

import matchdriver

RULES = "walker:columns=7"
FAST = ("--rollouts", "64", "--truncate", "4", "--errors", "2")


def play(place, name="games.tab", rules=RULES, games=5, seed=5):
    place.run(*place.engine("weak", "engine", ",option.Level=2,nodes=500"), *place.engine("strong", "engine", ",option.Level=8,nodes=500"),
              "--rules", rules, "--games", str(games), "--seed", str(seed), "--quiet", "--no-times", "--record", place.path(name))


def make(place, *more, files=("games.tab",), expect=0, engine="", quiet=("--quiet",)):
    return place.run("problems", *place.engine("judge", "engine", engine), *FAST, *quiet, *more,
                     *[name if name == "-" else place.path(name) for name in files], expect=expect)


def collection(text):
    """Of each problem its tags, and its turns as (turn, notes)."""
    problems = []
    for record in re.split(r"\n\n(?=\[)", text.decode().strip()):
        tags = dict(re.findall(r'^\[(\w+) "(.*)"\]$', record, re.M))
        turns = []
        for turn in re.findall(r"^ *\d+\. [wb] \S+ (\S+) (.*)$", record, re.M):
            turns.append((turn[0], dict(note.split("=") for note in turn[1].split())))
        problems.append((tags, turns))
    return problems


def check_problem(tags, turns, loss=0.05, margin=0.03, errors=2, least=3):
    assert tags["Problem"] == "margin=%g errors=%g" % (margin, errors), tags
    assert tags["Result"] == "*" and "Position" in tags and tags["Engine"].startswith("Tab Engine"), tags
    assert tags["Proof"] == "search nodes 10000 depth 1, rollouts 64 truncate 4 se 0.008, seed 1", tags
    assert {tags["White"], tags["Black"]} == {"weak", "strong"}, tags
    assert re.fullmatch(r"[a-z-]+\.tab, game \d+", tags["Source"]), tags
    assert 0 <= float(tags["Difficulty"]) <= 1 and int(tags["Outcomes"]) >= len(turns) >= 2, tags
    assert int(tags["Outcomes"]) >= least, tags
    value = [float(notes["judged"]) for _, notes in turns]
    assert value == sorted(value, reverse=True), turns
    for _, notes in turns[1:]:
        error = (float(turns[0][1]["judged-se"]) ** 2 + float(notes["judged-se"]) ** 2) ** 0.5
        assert value[0] - float(notes["judged"]) > margin + errors * error - 1e-9, turns
        assert abs(value[0] - float(notes["judged"]) - float(notes["loss"])) < 1e-6, turns
    played = [notes for _, notes in turns if notes.get("played") == "yes"]
    assert len(played) == 1 and float(played[0]["loss"]) >= loss, turns


def proves_problems(place):
    text, _ = make(place)
    problems = collection(text)
    assert len(problems) >= 2, problems
    for tags, turns in problems:
        assert tags["Rules"] == RULES
        check_problem(tags, turns)
    difficulty = [float(tags["Difficulty"]) for tags, _ in problems]
    assert difficulty == sorted(difficulty), "the easiest does not come first"
    sources = [tags["Source"] for tags, _ in problems]
    assert len(set(sources)) == len(sources), "a game has two"
    for tags, _ in problems:
        assert tags["Round"] == tags["Source"].split()[-1], "not of the game that it says"
    return text


def heeds_options(place, text):
    several = collection(make(place, "--per-game", "3", "--tries", "20")[0])
    assert len(several) > len(collection(text))
    wide = collection(make(place, "--margin", "0.1", "--loss", "0.15")[0])
    assert len(wide) < len(several)
    for tags, turns in wide:
        check_problem(tags, turns, 0.15, 0.1)
    assert len(collection(make(place, "--number", "1")[0])) == 1
    assert make(place, "--margin", "0.9")[0] == b""
    few = collection(make(place, "--min-choices", "2", "--max-choices", "3", "--per-game", "3")[0])
    assert few and all(int(tags["Outcomes"]) <= 3 for tags, _ in few)
    make(place, "--output", place.path("out.tab"))
    assert place.read("out.tab") == text
    _, told = make(place, "--number", "1", quiet=())
    assert told.splitlines()[-1] == RULES + ": 1 problem", told


def test_problems_are_proven(place):
    play(place)
    heeds_options(place, proves_problems(place))


def test_concurrency_and_seed(place):
    """Of two rules so many each, whoever is done first."""
    play(place)
    play(place, "other-games.tab", "lane:columns=7", 6)
    both = ("games.tab", "other-games.tab")
    text = make(place, "--number", "2", files=both)[0]
    assert text == make(place, "--number", "2", "--concurrency", "3", files=both)[0]
    rules = [tags["Rules"] for tags, _ in collection(text)]
    assert rules == [RULES] * 2 + ["lane:columns=7"] * 2, rules
    other = make(place, "--number", "2", "--seed", "2", files=both)[0]
    assert other.replace(b"seed 2", b"seed 1") != text


def test_the_same_once(place):
    """Games that come again, from a file, standard input and a database."""
    play(place)
    text = make(place)[0]
    assert make(place, files=("games.tab", "games.tab"))[0] == text
    with open(place.path("games.tab"), "rb") as games:
        piped = subprocess.run([matchdriver.MATCH, "problems", *place.engine("judge", "engine"), *FAST, "--quiet", "-"], stdin=games,
                               capture_output=True, check=True, timeout=matchdriver.DEADLINE).stdout
    assert piped == text.replace(b"games.tab, game", b"standard input, game")
    database = place.path("games.db")
    place.run("db", "import", "--db", database, "--quiet", place.path("games.tab"))
    place.write("exported.tab", place.run("db", "export", "--db", database)[0])
    assert make(place, files=("exported.tab",))[0] == text.replace(b"games.tab", b"exported.tab")


def test_notes(place):
    """What an analysis has found to lose little is not looked at."""
    play(place)
    text = make(place)[0]
    place.run("analyse", *place.engine("judge", "engine"), "--ahead", "1", "--quiet", "--record", place.path("analysed.tab"), place.path("games.tab"))
    known = collection(make(place, files=("analysed.tab",))[0])
    assert known, "nothing is left of the analysed games"
    for tags, turns in known:
        check_problem(tags, turns)
    place.write("lossless.tab", re.sub(rb" loss=[0-9.]+", b" loss=0.0100", place.read("analysed.tab")))
    assert make(place, files=("lossless.tab",))[0] == b""
    place.write("lossy.tab", re.sub(rb" loss=[0-9.]+", b" loss=0.9000", place.read("analysed.tab")))
    assert make(place, files=("lossy.tab",))[0] == text.replace(b"games.tab", b"lossy.tab")


def test_journal(place):
    """A run that is killed goes on; nothing is looked at twice, nothing of other settings is taken."""
    play(place)
    text = make(place)[0]
    journal = ("--journal", place.path("journal"))
    command = [matchdriver.MATCH, "problems", *place.engine("judge", "engine"), *FAST, "--quiet", *journal, place.path("games.tab")]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as run:
        end = time.monotonic() + matchdriver.DEADLINE
        while run.poll() is None and not (os.path.exists(place.path("journal")) and place.read("journal").count(b"\n") >= 3):
            assert time.monotonic() < end, "no game comes into the journal"
            time.sleep(0.002)
        run.send_signal(signal.SIGKILL)
    place.check_no_engines()
    kept = place.read("journal").count(b"\n")
    assert kept >= 3, "killed too late or too early"
    place.write("journal", place.read("journal") + b'{"game":"0123')
    assert make(place, *journal)[0] == text
    whole = place.read("journal")
    assert whole.count(b"\n") == 1 + 5, "a game was looked at twice, or not kept"
    assert make(place, *journal, "--concurrency", "2")[0] == text
    assert place.read("journal") == whole
    _, error = make(place, *journal, "--margin", "0.04", expect=1)
    assert "other settings" in error and place.read("journal") == whole, error
    place.write("other", b'{"tab-analysis":1,"settings":""}\n')
    _, error = make(place, "--journal", place.path("other"), expect=1)
    assert "header of a search for problems" in error, error


def test_without_levels(place):
    """Of an engine without levels nobody knows the difficulty: the widest gap comes first."""
    play(place)
    place.write("plain", b"#!/bin/sh\n'%s' | sed -u '/^option name Level/d'\n" % place.path("engine").encode())
    os.chmod(place.path("plain"), 0o755)
    problems = collection(place.run("problems", *place.engine("judge", "plain"), *FAST, "--per-game", "3", "--quiet", place.path("games.tab"))[0])
    gaps = [float(turns[1][1]["loss"]) for _, turns in problems]
    assert len(gaps) > 2 and gaps == sorted(gaps, reverse=True) and not any("Difficulty" in tags for tags, _ in problems), problems


def test_changed_journal(place):
    """What is no problem any more is told and left out."""
    play(place)
    text = make(place, "--journal", place.path("journal"))[0]
    place.write("journal", place.read("journal").replace(b"margin=0.03 errors=2", b"margin=0.03", 1))
    out, error = make(place, "--journal", place.path("journal"), expect=1)
    assert re.search(r"tab-match problems: games\.tab, game \d: \[Problem\] is written like ", error), error
    assert len(collection(out)) == len(collection(text)) - 1, out


def test_bad_engine(place):
    """An engine that fails in one game after the other is given up, and there is no collection."""
    play(place, games=4)
    fake = "cmd=%s --rules 'any columns 5 29' --option 'name MultiPV type spin default 1 min 1 max 64' --crash-at go,name=bad%s" % \
        (os.path.join(matchdriver.BUILD, "tests", "fake-engine"), matchdriver.TOLD)
    out, error = place.run("problems", "--engine", fake, place.path("games.tab"), expect=1)
    lines = error.splitlines()
    assert out == b"" and len(lines) == 5, (out, lines)
    assert all(re.match(r"tab-match problems: games\.tab, game %d: engine bad: turn \d+: " % number, line) for number, line in enumerate(lines[:3], 1)), lines
    assert lines[3:] == ["tab-match problems: the engine is given up", "tab-match problems: 3 of 3 games could not be looked at"], lines


def test_full_disk(place):
    play(place)
    with open("/dev/full", "wb") as full:
        done = subprocess.run([matchdriver.MATCH, "problems", *place.engine("judge", "engine"), *FAST, "--quiet", place.path("games.tab")], stdout=full,
                              stderr=subprocess.PIPE, timeout=matchdriver.DEADLINE, check=False)
    assert done.returncode == 1 and done.stderr == b"tab-match problems: cannot write standard output: No space left on device\n", done.stderr
    out, error = place.run_without_room(1, "problems", *place.engine("judge", "engine"), *FAST, "--quiet", "--journal", place.path("journal"),
                                        place.path("games.tab"))
    assert out == b"" and error == "tab-match problems: cannot write %s: File too large\n" % place.path("journal"), (out, error)
    assert place.read("journal").endswith(b"\n"), "half a line"


def test_errors(place):
    """Each complaint names what is wrong; nothing is written."""
    play(place, games=2)
    place.write("broken.tab", b'[Rules "walker"]\n[Result "*"]\n\n1. w 2 2:a1a3\n')
    place.write("deaf", b"#!/bin/sh\nsed -u 's/ rollouts [0-9]*/ depth 1/' | " + place.path("engine").encode() + b"\n")
    os.chmod(place.path("deaf"), 0o755)
    judge, games = place.engine("judge", "engine"), place.path("games.tab")
    cases = [
        ([games], "--engine"),
        (judge, "files of games"),
        ([*judge, place.path("missing.tab")], "missing.tab"),
        ([*judge, place.path("broken.tab")], "broken.tab: line 4"),
        ([*judge, "--rollouts", "1", games], "--rollouts is from 2"),
        ([*judge, "--se", "2", games], "--se is from 0 to 1"),
        ([*judge, "--margin", "-1", games], "--margin is from 0 to 1"),
        ([*judge, "--candidates", "33", games], "--candidates is from 2 to 32"),
        ([*judge, "--number", "-1", games], "--number is from 0"),
        ([*judge, "--number", "1000001", games], "--number is from 0 to 1000000"),
        ([*judge, "--seed", "-1", games], "--seed is from 0"),
        ([*judge, "--errors", "101", games], "--errors is from 0 to 100"),
        ([*judge, "--min-choices", "5", "--max-choices", "4", games], "--max-choices is from 5 to "),
        ([*judge, "--movetime", "-1", games], ": --movetime is 0 or more"),
        (["--engine", "name=judge", games], "cmd"),
        ([*judge, "--output", place.path("none/out.tab"), games], "none/out.tab"),
        ([*judge, "--output", games, games], "--output and a game record are the same file"),
        ([*judge, "--output", place.path("x"), "--journal", place.path("x"), games], "--journal"),
        ([*place.engine("simple"), games], "engine simple: has no option MultiPV"),
        ([*place.engine("deaf", "deaf"), games], "engine deaf: turn "),
        ([*place.engine("deaf", "deaf"), games], "plays no rollouts of the turn "),
        (["--engine", "cmd=/nonexistent/engine", games], "/nonexistent/engine"),
    ]
    for words, said in cases:
        output, error = place.run("problems", *words, "--quiet", expect=1)
        assert said in error and not output.strip(), (words, error)
    place.write("kept.tab", b"mine\n")
    place.run("problems", *judge, "--quiet", "--output", place.path("kept.tab"), place.path("broken.tab"), expect=1)
    assert place.read("kept.tab") == b"mine\n", "a file was written over although the games are broken"


if __name__ == "__main__":
    matchdriver.main(test_problems_are_proven, test_concurrency_and_seed, test_the_same_once, test_notes, test_journal, test_without_levels,
                     test_changed_journal, test_bad_engine, test_full_disk, test_errors)
