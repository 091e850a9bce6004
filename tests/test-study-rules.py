#!/usr/bin/python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""tab-match study-rules: what it prints and writes is the same study, the same at any concurrency; --vary; what it refuses (TAP output).

usage: TAB_BUILD_ROOT=<build folder> test-study-rules.py
"""
import csv
import json
import math
import os
import re
import stat
import subprocess
import sys
import xml.etree.ElementTree

import matchdriver

RULES = ("ludii:columns=5,pieces=2", "deleb:columns=5,pieces=2")
FILES = ("csv", "json", "html")


def study(place, *more, name=None, program="engine", expect=0):
    """Runs a study, with files of this name; the tables as lists of rows, the lines before them."""
    outputs = [word for suffix in FILES if name for word in ("--" + suffix, place.path(f"{name}.{suffix}"))]
    out, text = place.run("study-rules", "--quiet", "--engine", "cmd=%s%s" % (place.path(program), matchdriver.TOLD), *outputs, *more, expect=expect)
    head, *tables = out.decode().rstrip("\n").split("\n\n")
    return [[re.split(r"  +", line) for line in table.splitlines()] for table in tables], head, text


def read(place, name):
    with open(place.path(name + ".csv"), encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    method, *lines = [json.loads(line) for line in place.read(name + ".json").decode().splitlines()]
    return rows, method, lines


def same_number(text, value):
    return value is None if text == "" else abs(float(text) - value) < 1e-6


def rate(value, error):
    return "%.2f%% ±%.2f" % (100 * value, 100 * error)


def test_one_study(place):
    """Text, CSV, JSON and page tell the same."""
    tables, head, text = study(place, "--games", "12", "--level", "10:4", "--level", "10:8", *RULES, name="all")
    assert text == ""
    rows, method, lines = read(place, "all")
    assert [row["rules"] for row in rows] == [rules for rules in RULES for _ in range(2)]
    assert [line["rules"] for line in lines] == list(RULES)
    for key, words in (("seed", "seed 1;"), ("engine", method["engine"]), ("engine_spec", method["engine_spec"]),
                       ("limits", "nodes=10000 depth=1")):
        assert words in head and all(row[key] == method[key] for row in rows), key
    assert method["format"] == "tab-match-study-rules" and place.path("engine") in method["engine_spec"]
    assert method["method"] == head.replace("\n", " ")
    page = place.read("all.html").decode()
    words = "".join(xml.etree.ElementTree.fromstring(page.replace("<!DOCTYPE html>", "")).itertext())
    assert all(sentence in words for sentence in head.splitlines())
    assert page.count('<svg class="plot"') == 3
    told = []
    for k, line in enumerate(lines):
        for i, level in enumerate(line["levels"]):
            row = rows[2 * k + i]
            for key, value in {**line, **level}.items():
                if isinstance(value, str):
                    assert row[key] == value, key
                elif key != "levels":
                    assert same_number(row[key], value), (key, row[key], value)
            assert tables[2][1 + 2 * k + i][:5] == [line["rules"], level["better_level"], level["worse_level"], "12",
                                                    rate(level["better"], level["better_error"])]
            if level["luck"] is not None:  # all games ended alike
                assert tables[2][1 + 2 * k + i][-1] == rate(level["luck"], level["luck_error"])
                told.append(level["luck"])
            assert level["luck_games"] == 12 and 0 < level["better"] <= 1
        cells = tables[0][1 + k]
        assert cells[:5] == [line["rules"], line["ends"], rate(line["not_ended"], line["not_ended_error"]), "12",
                             "%.1f ±%.1f" % (line["turns"], line["turns_error"])]
        assert cells[5].startswith("%.1f (" % line["turns_median"]) and cells[7] == str(line["turns_longest"])
        assert tables[1][1 + k][:3] == [line["rules"], rate(line["first"], line["first_error"]), rate(line["drawn"], line["drawn_error"])]
        assert tables[1][1 + k][3] == "%.2f ±%.2f" % (line["taken"], line["taken_error"])
        for cell in [cell for row in tables for cell in row[1 + k]]:
            assert cell in words, cell
    assert told and max(told) <= 1, told


def test_figures(place):
    """Lengths and results are those of the games that tab-match itself plays with that seed."""
    study(place, "--games", "10", "--level", "none", "--max-turns", "60", RULES[1], name="few")
    (row,), _, _ = read(place, "few")
    assert row["better_level"] == row["better"] == row["luck"] == ""
    lengths = sorted([float(row["turns_5"]), float(row["turns_25"]), float(row["turns_median"]), float(row["turns_75"]), float(row["turns_95"])])
    assert lengths == [float(row[key]) for key in ("turns_5", "turns_25", "turns_median", "turns_75", "turns_95")]
    assert lengths[0] <= float(row["turns"]) <= float(row["turns_longest"]) <= 60
    assert float(row["taken"]) <= 2 * 2 and int(row["games"]) == 10
    points = float(row["first"]) * 10
    assert abs(points * 2 - round(points * 2)) < 1e-9


def test_concurrency_and_company(place):
    """Neither games at a time nor the other rulesets change anything."""
    one = ["--games", "7", "--seed", "18446744073709551615", "--depth", "1", "--nodes", "500"]
    out = study(place, *one, *RULES, name="one")
    assert study(place, *one, "--concurrency", "2", *RULES, name="two") == out
    for suffix in FILES:
        assert place.read("one." + suffix) == place.read("two." + suffix), suffix
    assert "18446744073709551615" in place.read("one.json").decode().splitlines()[0]
    study(place, *one, RULES[1], name="alone")
    assert place.read("alone.csv").splitlines()[1] == place.read("one.csv").splitlines()[2]
    study(place, *one[:2], "--seed", "3", *one[4:], RULES[1], name="other")
    assert read(place, "other")[0][0]["turns"] != read(place, "alone")[0][0]["turns"] or \
        read(place, "other")[0][0]["first"] != read(place, "alone")[0][0]["first"]


def test_vary(place):
    """Each value, in the order of the values; what makes no rules, or the same, is named."""
    quick = ["--games", "2", "--level", "none"]
    tables, head, _ = study(place, *quick, "--vary", "stack-return", "walker:columns=5,pieces=2")
    names = [row[0] for row in tables[0][1:]]
    assert sorted(names) == ["walker:columns=5,pieces=2" + value for value in ("", ",stack-return=keep", ",stack-return=loosen")], names
    assert "Left out" not in head
    tables, head, _ = study(place, *quick, "--vary", "rows", "ludii:columns=5,pieces=2", "ludii:pieces=2,columns=5", name="left")
    assert [row[0] for row in tables[0][1:]] == ["ludii:columns=5,pieces=2"]
    left_out = [line for line in head.splitlines() if line.startswith("Left out: ")]
    assert left_out == ["Left out: ludii:pieces=2,columns=5: the same as ludii:columns=5,pieces=2",
                        "Left out: ludii:columns=5,pieces=2,rows=3: track=tab does not go with rows=3"], left_out
    assert ["Left out: " + text for text in read(place, "left")[1]["left_out"]] == left_out, read(place, "left")[1]
    page = place.read("left.html").decode()
    assert all(f"<p>{line}</p>" in page for line in left_out), page
    tables, head, _ = study(place, *quick, "--games", "1", "--vary", "pieces", "--vary", "opening", "ludii:columns=5")
    names = [row[0] for row in tables[0][1:]]
    assert len(names) == 5 * 4 and len(set(names)) == len(names)
    assert names[0].startswith("ludii:columns=5,pieces=1"), names[0]
    out, _ = place.run("study-rules", "--quiet", "--engine", "cmd=%s%s" % (place.path("engine"), matchdriver.TOLD), *quick[:1], "1", *quick[2:],
                       "--max-turns", "1", "--presets")
    assert out.decode().count("never") == 16


def test_games_without_an_end(place):
    """The turn limit makes no game that ends."""
    tables, head, _ = study(place, "--games", "4", "--level", "none", "--max-turns", "3", "ludii:columns=5", name="cut")
    (row,), _, _ = read(place, "cut")
    assert tables[0][1][1] == row["ends"] == "never"
    assert row["cut_off"] == row["draws"] == "4" and row["stalled"] == "0" and float(row["not_ended"]) == 1
    assert row["turns"] == row["turns_median"] == "3.000000" and "after 3 turns" in head
    # between the shortest game and the longest one some end and some do not
    study(place, "--games", "30", "--level", "none", "ludii:columns=5", name="whole")
    (whole,), _, _ = read(place, "whole")
    assert whole["ends"] == "always" and whole["cut_off"] == "0"
    limit = math.ceil(float(whole["turns_75"]))
    study(place, "--games", "30", "--level", "none", "--max-turns", str(limit), "ludii:columns=5", name="some")
    (some,), _, _ = read(place, "some")
    assert some["ends"] == "mostly" and 0 < int(some["cut_off"]) < 15
    assert int(some["turns_longest"]) == limit and some["turns_median"] == whole["turns_median"]


def test_engine_without_levels(place):
    """A foreign engine that declares no Level is played against itself alone."""
    tables, _, _ = study(place, "--games", "3", RULES[0], program="random", name="random")
    assert len(tables) == 2 and read(place, "random")[2][0]["levels"] == []
    refuse(place, "--level", "10:5", RULES[0], name="has no option Level", program="random")


def test_without_luck(place):
    """Nobody judges: the games are the same, and nothing is said of luck."""
    few = ["--games", "3", "--level", "10:4", "--depth", "1", "--nodes", "50", RULES[1]]
    study(place, *few, name="with")
    tables, head, _ = study(place, "--no-luck", *few, name="without")
    (row,), _, (line,) = read(place, "without")
    (judged,), _, _ = read(place, "with")
    assert row["better"] == judged["better"] and row["turns"] == judged["turns"] and line["levels"][0]["luck"] is None, (row, judged)
    assert (row["luck_games"], judged["luck_games"]) == ("0", "3") and len(tables[2]) == 2 and "ahead" not in head, (row, tables[2], head)
    head = study(place, "--games", "1", "--level", "none", "--movetime", "1", RULES[1], name="timed")[1]
    assert read(place, "timed")[1]["limits"] == "movetime=1", head


def refuse(place, *words, name, program="engine"):
    out, text = place.run("study-rules", "--engine", "cmd=" + place.path(program) + matchdriver.TOLD, "--csv", place.path("never.csv"), *words, expect=1)
    assert out == b"" and name in text, f"not refused for {name}: {text}"
    assert text.splitlines()[-1].startswith("tab-match study-rules: "), text
    assert not os.path.exists(place.path("never.csv"))


def test_refused(place):
    rules = RULES[0]
    refuse(place, name="rules are needed")
    refuse(place, "chess", name="chess")
    refuse(place, rules + ",pieces=9", name="pieces")
    refuse(place, "--vary", "stack_return", rules, name="no switch 'stack_return'")
    refuse(place, "--seed", "-1", rules, name="--seed is a number below 2^64, not '-1'")
    refuse(place, "--seed", "18446744073709551616", rules, name="18446744073709551616")
    refuse(place, "--games", "0", rules, name="--games is from 1")
    refuse(place, "--max-turns", "0", rules, name="--max-turns is from 1")
    refuse(place, "--concurrency", "0", rules, name="--concurrency is from 1")
    refuse(place, "--nodes", "-5", rules, name="--nodes")
    refuse(place, "--movetime", "-5", rules, name="--movetime")
    refuse(place, "--games", "1000001", rules, name="--games is from 1 to 1000000")
    refuse(place, "--max-turns", "1000001", rules, name="--max-turns is from 1 to 1000000")
    for level in ("x:5", "5:x", "5:4:3", "5:", "99999999999:1"):
        refuse(place, "--level", level, rules, name=f"not '{level}'")
    refuse(place, "--level", "none", "--level", "10:5", rules, name="--level none beside other levels")
    refuse(place, "--level", "10:-1", rules, name="are from 0 to 10, not 10:-1")
    many = ["--vary", "columns", "--vary", "pieces", "--vary", "opening", "ludii", "jordan"]
    refuse(place, *many, name="rulesets are too many; at most 1000")
    place.write("odd", ("#!/bin/sh\n'%s' | sed -u '/^option name Level/s/ type .*/ type string default 5/'\n" % place.path("engine")).encode())
    os.chmod(place.path("odd"), stat.S_IRWXU)
    refuse(place, "--level", "10:5", rules, name="has no option Level", program="odd")
    out, text = place.run("study-rules", "--engine", "name=odd", rules, expect=1)
    assert out == b"" and "cmd" in text, text
    refuse(place, "--level", "10", rules, name="not '10'")
    refuse(place, "--level", "5:5", rules, name="not '5:5'")
    refuse(place, "--level", "10:none", rules, name="not '10:none'")
    refuse(place, "--level", "none", "--level", "10:5", rules, name="--level none beside other levels")
    refuse(place, "--level", "11:5", rules, name="are from 0 to 10, not 11:5")
    refuse(place, "--json", place.path("never.csv"), rules, name="are the same file")
    refuse(place, "--json", place.path("no/such/folder.json"), rules, name="no/such/folder.json")
    out, text = place.run("study-rules", rules, expect=1)
    assert out == b"" and "--engine is needed" in text, text
    refuse(place, rules, name="missing", program="missing")


def test_faulty_engine(place):
    """An engine that loses a game by its own fault ends the study, and nothing is written."""
    place.write("broken", b"#!/bin/sh\nexec sed -u '/^go/c quit' | exec \"$(dirname \"$0\")/engine\"\n")
    os.chmod(place.path("broken"), stat.S_IRWXU)
    refuse(place, "--games", "2", "--patience", "5", RULES[0], name=f"{RULES[0]}, game 1: ", program="broken")
    place.check_no_engines()


def test_failing_judge(place):
    """Luck that nobody could judge is left out, and the game is named; the study goes on."""
    place.write("judge", b"#!/bin/sh\nexec sed -u '/^throw .*+$/q' | exec \"$(dirname \"$0\")/engine\"\n")  # only a judge is asked that
    os.chmod(place.path("judge"), stat.S_IRWXU)
    _, _, text = study(place, "--games", "2", "--level", "10:4", "--depth", "1", "--nodes", "50", "--ahead", "0", RULES[1], program="judge", name="none")
    lines = text.splitlines()
    assert lines and all(line.startswith(f"tab-match study-rules: {RULES[1]}, game ") and " judge " in line for line in lines), lines
    (row,), _, _ = read(place, "none")
    assert row["luck_games"] == "0" and row["level_games"] == "2" and row["better"] != "", row


def test_full_disk(place):
    """What cannot be printed or written is told; the other files are whole."""
    words = ["--games", "1", "--level", "none", "--max-turns", "5", RULES[0]]
    tables, head, _ = study(place, *words, name="whole")
    other = study(place, *words, "--csv", "/dev/full", "--html", place.path("page.html"), expect=1)
    assert other[:2] == (tables, head) and other[2] == "tab-match study-rules: cannot write /dev/full: No space left on device\n", other
    assert place.read("page.html") == place.read("whole.html")
    with open("/dev/full", "wb") as full:
        done = subprocess.run([matchdriver.MATCH, "study-rules", "--quiet", "--games", "1", "--level", "none", "--engine",
                               "cmd=" + place.path("engine") + matchdriver.TOLD, RULES[0]], stdout=full, stderr=subprocess.PIPE,
                              timeout=matchdriver.DEADLINE, check=False)
    assert done.returncode == 1 and b"cannot write standard output" in done.stderr, done.stderr


if __name__ == "__main__":
    matchdriver.main(test_one_study, test_figures, test_concurrency_and_company, test_vary, test_games_without_an_end, test_engine_without_levels,
                     test_without_luck, test_refused, test_faulty_engine,
                     test_failing_judge, test_full_disk)
    sys.exit(0)
