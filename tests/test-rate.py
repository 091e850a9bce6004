#!/usr/bin/python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Players of known strength are rated by `tab-match rate` as what they are (TAP output).

usage: TAB_BUILD_ROOT=<build folder> test-rate.py
"""
import csv
import io
import json
import os
import subprocess

import matchdriver

RULES = "walker:columns=7"
LEVELS = "0,3,6,9"


def play(place):
    """Games between a level that is asked for, and one below all of them: play by chance."""
    place.run(*place.engine("six", "engine", ",option.Level=6,option.Seed=1,nodes=500"), *place.engine("chance", "engine", ",option.Eval=random"),
              "--rules", RULES, "--games", "10", "--seed", "5", "--quiet", "--concurrency", "2", "--record", place.path("games.tab"))


def rate(place, *more, expect=0, files=("games.tab",)):
    return place.run("rate", *place.engine("judge", "engine"), "--levels", LEVELS, "--level-nodes", "500", "--decisions", "40", "--ahead", "1",
                     *more, *map(place.path, files), expect=expect)


def rows_of(text):
    return {row["player"]: row for row in csv.DictReader(io.StringIO(text.decode()))}


def finds_the_level(place):
    """The very level loses as much as the player did: it is within the interval. Play by chance is below level 3."""
    rows = rows_of(rate(place, "--format", "csv")[0])
    assert set(rows) == {"six", "chance"}, rows
    six, chance = rows["six"], rows["chance"]
    assert six["rules"] == RULES and int(six["games"]) == 10 and int(six["asked"]) == 40 <= int(six["decisions"]), six
    assert float(six["low"]) <= 6 <= float(six["high"].lstrip("<>")), six
    assert chance["level"] == "<0" or float(chance["level"]) < 3, chance
    for row in rows.values():
        losses = [float(row["loss_%d" % level]) for level in (0, 3, 6, 9)]
        assert all(0 <= loss <= 1 for loss in losses) and losses[0] > losses[3], row


def says_the_same_in_all_forms(place):
    rows = rows_of(rate(place, "--format", "csv")[0])
    lines = [json.loads(line) for line in rate(place, "--format", "json", "--concurrency", "3")[0].splitlines()]
    assert len(lines) == 2
    for line in lines:
        row = rows[line["player"]]
        for name in ("games", "decisions", "asked"):
            assert int(row[name]) == line[name], (row, line)
        for name in ("loss", "se"):
            assert abs(float(row[name]) - line[name]) < 1e-6, (row, line)
        assert line["bound"] == (row["level"] if row["level"][0] in "<>" else None), (row, line)
        if line["bound"] is None:
            assert abs(float(row["level"]) - line["level"]) < 0.006, (row, line)
        assert [entry["level"] for entry in line["levels"]] == [0, 3, 6, 9]
        for entry in line["levels"]:
            assert abs(float(row["loss_%d" % entry["level"]]) - entry["loss"]) < 1e-6, (row, line)
        assert line["seed"] == 1 and "depth 1" in line["judge_limits"] and line["level_limits"] == "nodes 500", line
    text = rate(place)[0].decode()
    assert "seed 1" in text and all(word in text for word in ("six", "chance", RULES, "level 9")), text


def same_at_any_concurrency(place):
    assert rate(place, "--format", "csv")[0] == rate(place, "--format", "csv", "--concurrency", "3")[0]
    assert rate(place, "--format", "csv")[0] != rate(place, "--format", "csv", "--seed", "2")[0]


def writes_a_file(place):
    rate(place, "--format", "csv", "--output", place.path("rated.csv"))
    assert place.read("rated.csv") == rate(place, "--format", "csv")[0]
    name = place.path("none/rated.csv")
    error = rate(place, "--output", name, expect=1)[1]
    assert name in error, error


def analysis_rates_too(place):
    """`analyse --rate` says what `rate` does. Its journal has all decisions: what is in it is not asked for again, also after a kill."""
    place.run(*place.engine("one", "engine", ",option.Level=1,nodes=200"), *place.engine("two", "engine", ",option.Level=5,nodes=200"),
              "--rules", "ludii:columns=5", "--games", "2", "--seed", "5", "--quiet", "--record", place.path("few.tab"))
    judge = place.engine("judge", "engine")
    journal = place.path("few.journal")

    def analyse(*more):
        words = ["--rate", "--json", place.path("few.json"), "--html", place.path("few.html"), "--quiet", *more, place.path("few.tab")]
        return place.run("analyse", *judge, *words)[0], place.read("few.json"), place.read("few.html")

    text, lines, page = analyse("--journal", journal, "--concurrency", "2")
    assert text.endswith(place.run("rate", *judge, place.path("few.tab"))[0]), text
    assert lines.endswith(place.run("rate", *judge, "--format", "json", place.path("few.tab"))[0]), lines
    assert b"Levels" in page and b"95 % interval" in page, page
    kept = place.read("few.journal")
    assert analyse("--journal", journal) == (text, lines, page) and place.read("few.journal") == kept
    place.write("few.journal", b"".join(kept.splitlines(keepends=True)[:-5]) + b'{"game":"torn')
    assert analyse("--journal", journal) == (text, lines, page)
    assert sorted(place.read("few.journal").splitlines()) == sorted(kept.splitlines())
    assert "--rate" in place.run("luck", "--judge", "x", "--rate", place.path("few.tab"), expect=1)[1]


def refuses(place):
    """Each complaint names what is wrong; nothing is written."""
    place.write("broken.tab", b'[Rules "walker"]\n[Result "*"]\n\n1. w 2 2:a1a3\n')
    judge = place.engine("judge", "engine")
    games = place.path("games.tab")
    cases = [
        ([games], "--engine"),
        (judge, "files of games"),
        ([*judge, place.path("missing.tab")], "missing.tab"),
        ([*judge, place.path("broken.tab")], "broken.tab"),
        ([*judge, "--levels", "4", games], "at least two"),
        ([*judge, "--levels", "4,4", games], "do not rise at 4"),
        ([*judge, "--levels", "1,x", games], "'x' is no level"),
        ([*judge, "--levels", "0,11", games], "11 is no integer from 0 to 10"),
        ([*judge, "--levels", "0,1001", games], "'1001' is no level"),
        ([*judge, "--levels", ",".join(map(str, range(33))), games], "--levels: more than 32"),
        ([*judge, "--decisions", "1000001", games], "--decisions is from 1 to 1000000"),
        ([*judge, "--seed", "-1", games], "--seed is 0 or more"),
        ([*judge, "--concurrency", "0", games], "--concurrency is from 1"),
        (["--engine", "name=judge", games], "cmd"),
        ([*judge, "--decisions", "0", games], "--decisions"),
        ([*judge, "--level-nodes", "0", games], "--level-nodes"),
        ([*judge, "--format", "xml", games], "xml"),
        ([*judge, "--output", games, games], "--output and a game record are the same file"),
        ([*judge, "--output", "", games], "--output needs the name of a file"),
        ([*judge, "--output", place.path("none/file"), place.path("missing.tab")], "cannot write %s: " % place.path("none/file")),
        ([*place.engine("simple"), games], "has no option Level"),
        (["--engine", "cmd=/nonexistent/engine", games], "/nonexistent/engine"),
    ]
    for words, said in cases:
        output, error = place.run("rate", *words, expect=1)
        assert said in error and not output, (words, error)


def write_script(place, name, text):
    place.write(name, b"#!/bin/sh\n" + text.encode() + b"\n")
    os.chmod(place.path(name), 0o755)


def tells_of_bad_engines(place):
    """Which decision, which engine, and what was wrong; after three in a row it is given up, and nobody is rated."""
    fake = "exec '%s' --rules 'any columns 5 29' --option 'name Level type spin default 5 min 0 max 10' --info 'win 0.5 depth 1' " % \
        os.path.join(matchdriver.BUILD, "tests", "fake-engine")
    # only who was told no level ends at its first question: that is the judge
    judge = "sed -u -e '/^setoption name Level/{x;s/.*/level/;x}' -e '/^go/{x;/level/!{x;q};x}' | '%s'" % place.path("engine")
    for script, wrong in ((fake + "--crash-at go", "engine bad: ended with status 0"),
                          (fake + "--illegal turn", "engine bad: bestmove 1:a1a1: "),
                          (fake + "--refuse newgame", "engine bad: refused: "),
                          (judge, "engine bad: ended with status 0")):
        write_script(place, "bad", script)
        output, text = place.run("rate", *place.engine("bad", "bad"), "--levels", "2,5", "--level-nodes", "50", "--decisions", "5", "--patience", "20",
                                 place.path("games.tab"), expect=1)
        lines = text.splitlines()
        assert output == b"" and len(lines) == 5, (output, lines)
        assert all(line.startswith("tab-match rate: game ") and ", turn " in line and wrong in line for line in lines[:3]), (wrong, lines)
        assert lines[3:] == ["tab-match rate: the engine is given up", "tab-match rate: 3 of 10 decisions could not be asked for"], lines


def leaves_one_out(place):
    """A decision at which an engine failed is told; the others are rated all the same."""
    write_script(place, "once", "[ -e \"$0.n\" ] && exec '%s'\ntouch \"$0.n\"\nexec '%s' --rules 'any columns 5 29' --crash-at go --option "
                 "'name Level type spin default 5 min 0 max 10'" % (place.path("engine"), os.path.join(matchdriver.BUILD, "tests", "fake-engine")))
    output, text = place.run("rate", *place.engine("once", "once"), "--levels", "2,5", "--level-nodes", "50", "--decisions", "5", "--ahead", "0", "--format",
                             "csv", place.path("games.tab"), expect=1)
    assert text.splitlines()[1:] == ["tab-match rate: 1 of 10 decisions could not be asked for"], text
    assert sorted(int(row["asked"]) for row in rows_of(output).values()) == [4, 5], output


def needs_room(place):
    words = [matchdriver.MATCH, "rate", *place.engine("judge", "engine"), "--levels", "2,5", "--level-nodes", "50", "--decisions", "1", "--ahead", "0",
             "--nodes", "50", "--quiet", place.path("games.tab")]
    with open("/dev/full", "wb") as full:
        done = subprocess.run(words, stdout=full, stderr=subprocess.PIPE, timeout=matchdriver.DEADLINE, check=False)
    assert done.returncode == 1 and done.stderr == b"tab-match rate: cannot write standard output: No space left on device\n", done.stderr


def without_games(place):
    place.write("empty.tab", b"")
    output, _ = rate(place, "--format", "csv", files=("empty.tab",))
    assert output.decode().count("\n") == 1 and output.startswith(b"player,rules,"), output


def test_players_are_rated(place):
    play(place)
    finds_the_level(place)
    says_the_same_in_all_forms(place)
    writes_a_file(place)


def test_analysis_rates(place):
    analysis_rates_too(place)


def test_concurrency_and_seed(place):
    play(place)
    same_at_any_concurrency(place)


def test_errors(place):
    play(place)
    refuses(place)
    without_games(place)
    needs_room(place)


def test_bad_engines(place):
    play(place)
    tells_of_bad_engines(place)
    leaves_one_out(place)


if __name__ == "__main__":
    matchdriver.main(test_players_are_rated, test_analysis_rates, test_concurrency_and_seed, test_errors, test_bad_engines)
