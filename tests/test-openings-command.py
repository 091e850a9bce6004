#!/usr/bin/python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""tab-match openings: hands, turns and errors of first and second turns, the same at any concurrency and after any end; what it refuses (TAP output).

usage: TAB_BUILD_ROOT=<build folder> test-openings-command.py
"""
import csv
import io
import os
import signal
import subprocess
import sys
import time

import matchdriver

SMALL = "walker:columns=5,pieces=3"
QUICK = ("--rollouts", "64", "--truncate", "4")
FAKE = os.path.join(matchdriver.BUILD, "tests", "fake-engine")


def words_for(place, *more):
    return ["openings", "--quiet", "--engine", "cmd=" + place.path("engine") + matchdriver.TOLD, *more]


def openings(place, *more, expect=0):
    """The lines, and what they say."""
    out, text = place.run(*words_for(place, *more), expect=expect)
    return out, list(csv.DictReader(io.StringIO(out.decode()))), text


def by_hand(rows):
    hands = {}
    for row in rows:
        hands.setdefault((row["rules"], row["number"], row["position"]), []).append(row)
    return hands


def test_hands(place):
    """Every hand of the first turn, then those of the second after the commonest; the best turn first; errors as asked."""
    _, rows, text = openings(place, "--se", "0.01", "--rollouts", "5000", "--truncate", "6", SMALL, "ludii:columns=5", "daldos:columns=6")
    assert text == ""
    hands = by_hand(rows)
    for lines in hands.values():
        values = [float(line["value"]) for line in lines]
        assert values == sorted(values, reverse=True), lines
        assert all(0 < float(line["se"]) <= 0.01 for line in lines), lines
        assert len({line["turn"] for line in lines}) == len(lines)
        assert all(line["limits"] == "rollouts 5000 truncate 6 se 0.01" and line["seed"] == "1" for line in lines)
    for rules, first, whole in ((SMALL, 8, False), ("ludii:columns=5", 5, True), ("daldos:columns=6", 10, True)):
        number = {name: [lines[0] for key, lines in hands.items() if key[:2] == (rules, name)] for name in "12"}
        assert len(number["1"]) == first, number["1"]
        assert len(number["2"]) == (20 if rules == SMALL else first), number["2"]
        for lines in number.values():
            chances = [float(line["chance"]) for line in lines]
            assert chances == sorted(chances, reverse=True)
            assert abs(sum(chances) - 1) < 1e-5 if whole else sum(chances) < 1
    best = next(row for row in rows if row["rules"] == SMALL)
    after = next(row for row in rows if row["rules"] == SMALL and row["number"] == "2")
    assert best["throws"] == "1,2" and best["turn"] == "1:a3a4,2:a4b5", best
    assert after["position"].startswith("2nnn/5/4M/NN3 b "), after
    order = [(row["number"], row["rules"]) for row in rows]
    assert order == sorted(order, key=lambda pair: (pair[0], [SMALL, "ludii:columns=5", "daldos:columns=6"].index(pair[1])))


def test_mirror(place):
    """A second turn from the start with the sides exchanged is none: what follows is the commonest hand that moves."""
    _, rows, _ = openings(place, *QUICK, "--longest", "2", "jordan:columns=5")
    second = [row for row in rows if row["number"] == "2"]
    assert rows[0]["throws"] == "2" and rows[0]["turn"] == "2:pass"
    assert second and all(row["position"].split()[0] == second[0]["position"].split()[0] for row in second)
    assert second[0]["position"].split()[0] != rows[0]["position"].split()[0]
    _, none, _ = openings(place, *QUICK, "--longest", "2", "--second", "0", "jordan:columns=5")
    assert none == [row for row in rows if row["number"] == "1"]
    _, more, _ = openings(place, *QUICK, "--longest", "3", "--second", "3", "jordan:columns=5")
    assert len({row["position"].split()[0] for row in more if row["number"] == "2"}) == 3


def test_concurrency_and_company(place):
    """Neither hands at a time nor the other rulesets change a line; the seed does."""
    out, _, _ = openings(place, *QUICK, SMALL, "ludii:columns=5")
    assert openings(place, *QUICK, "--concurrency", "3", SMALL, "ludii:columns=5")[0] == out
    alone, _, _ = openings(place, *QUICK, "ludii:columns=5")
    assert set(alone.splitlines()) < set(out.splitlines())
    other, rows, _ = openings(place, *QUICK, "--seed", "7", "ludii:columns=5")
    assert other != alone and rows[0]["seed"] == "7"


def test_going_on(place):
    """A run that is killed goes on, and the file is the one that a whole run makes; it is not asked for again."""
    path = place.path("grown.csv")
    words = words_for(place, *QUICK, "--output", path, SMALL, "bakhri")
    whole, _, _ = openings(place, *QUICK, SMALL, "bakhri")
    for _ in range(3):
        with subprocess.Popen([matchdriver.MATCH, *words]) as process:
            before = os.path.getsize(path) if os.path.exists(path) else 0
            end = time.monotonic() + matchdriver.DEADLINE
            while process.poll() is None and time.monotonic() < end and (not os.path.exists(path) or os.path.getsize(path) < before + 300):
                time.sleep(0.005)
            process.send_signal(signal.SIGKILL)
        assert whole.startswith(place.read("grown.csv").rpartition(b"\n")[0])
    with open(path, "ab") as file:
        file.write(b"walker:col")
    out, text = place.run(*words)
    assert out == b"" and text == "" and place.read("grown.csv") == whole
    inode = os.stat(path).st_mtime_ns
    place.run(*words)
    assert place.read("grown.csv") == whole and os.stat(path).st_mtime_ns == inode
    _, text = place.run(*words_for(place, *QUICK, "--seed", "2", "--output", path, SMALL), expect=1)
    assert "it was made otherwise" in text and path in text and place.read("grown.csv") == whole, text
    place.check_no_engines()


def fake(place, *infos, answer="1:a3a4\\,2:a4b5", more=""):
    words = " ".join("--info '%s'" % info for info in infos)
    place.run_fake = "cmd=%s %s --answer %s%s" % (FAKE, words.replace(",", "\\,"), answer, more)
    return place.run("openings", "--quiet", "--engine", place.run_fake + matchdriver.TOLD, "--second", "0", "--longest", "2", SMALL, expect=None)


def test_foreign_engine(place):
    """The last report counts; an engine without rollouts, or with an illegal turn, ends the work and is named."""
    line = "level rollout win %s se 0.01 multipv %d pv %s"
    _, text = fake(place, "depth 1 win 0.5 level search pv 1:a3a4,2:a4b5")
    assert "told no rollouts" in text and SMALL in text and "fake" in text.lower(), text
    _, text = fake(place, line % (0.5, 1, "1:a1b1,2:pass"))
    assert "rolled out 1:a1b1,2:pass: " in text, text
    for untold in ("level rollout win 0.5 pv 1:a3a4,2:a4b5", "level rollout se 0.01 pv 1:a3a4,2:a4b5", "level rollout win 0.5 se 0.01",
                   line % (0.5, 257, "1:a3a4,2:a4b5")):
        _, text = fake(place, untold)
        assert "told no rollouts" in text, (untold, text)


def test_lines_of_an_engine(place):
    """The best turn comes first whatever its line is called; lines that are left out, or tell of the same turn, do no harm."""
    line = "level rollout win %s se 0.01 multipv %d pv %s 1:a1a2"
    _, hands, _ = openings(place, *QUICK, "--second", "0", "ludii:columns=5")
    turns = [row["turn"] for row in hands if row["throws"] == hands[0]["throws"]]
    assert len(turns) == 2, hands
    place.write("once", ("#!/bin/sh\nexec '%s' --rules 'any columns 5 29' --crash-at go:2 --answer %s " % (FAKE, turns[0]) +
                         " ".join("--info '%s'" % info for info in (
                             line % (0.1, 1, turns[0]), line % (0.8, 2, turns[1]), line % (0.3, 4, turns[1]),
                             "level exact win 0.7 multipv 1 pv " + turns[0])) + "\n").encode())
    os.chmod(place.path("once"), 0o755)
    out, text = place.run("openings", "--quiet", "--engine", "cmd=%s%s" % (place.path("once"), matchdriver.TOLD), "ludii:columns=5", expect=1)
    rows = list(csv.DictReader(io.StringIO(out.decode())))
    assert [(row["turn"], row["value"], row["se"]) for row in rows] == \
        [(turns[1], "0.8000", "0.0100"), (turns[0], "0.7000", "0.0000")], (rows, text)
    assert all(row["seed"] == "" for row in rows), "it takes no seed"


def test_refused_rules(place):
    """An engine that does not play the rules, or not any more, is named."""
    for more, name in (("--rules 'walker columns 7 9'", "engine Fake Engine: "), ("--rules 'any columns 5 29' --refuse newgame", "newgame is refused"),
                       ("--rules 'any columns 5 29' --refuse newgame --refuse-at 2", SMALL + ": engine Fake Engine: refused: ")):
        _, text = place.run("openings", "--quiet", "--engine", "cmd=%s %s%s" % (FAKE, more, matchdriver.TOLD), SMALL, expect=1)
        assert text.startswith("tab-match openings: ") and name in text, (more, text)
    for seed in ("4", "10"):
        option = "--option 'name Seed type spin default 5 min 5 max 9'"
        _, text = place.run("openings", "--engine", "cmd=%s --rules 'any columns 5 29' %s%s" % (FAKE, option, matchdriver.TOLD), "--seed", seed, SMALL,
                            expect=1)
        assert "--seed: Fake Engine takes one from 5 to 9, not " + seed in text, text


def test_crash(place):
    """An engine that dies ends the work; what was done before stays."""
    path = place.path("short.csv")
    line = "level rollout win 0.5 se 0.01 multipv 1 pv 1:a3a4\\,2:a4b5"
    engine = "cmd=%s --info '%s' --answer 1:a3a4\\,2:a4b5 --crash-at go --at 2" % (FAKE, line)
    out, text = place.run("openings", "--quiet", "--engine", engine + matchdriver.TOLD, "--output", path, SMALL, expect=1)
    assert out == b"" and text.startswith("tab-match openings: %s: engine " % SMALL), text
    assert place.read("short.csv").count(b"\n") == 2, text
    place.check_no_engines()


def refuse(place, *words, name):
    out, _, text = openings(place, *words, expect=1)
    assert out == b"" and name in text, f"not refused for {name}: {text}"
    assert text.splitlines()[-1].startswith("tab-match openings: "), text


def test_refused(place):
    refuse(place, name="rules are needed")
    refuse(place, "chess", name="chess")
    refuse(place, "--longest", "0", SMALL, name="--longest is from 1 to")
    refuse(place, "--second", "-1", SMALL, name="--second is from 0 to")
    refuse(place, "--longest", "9", SMALL, name="--longest is from 1 to 8")
    refuse(place, "--second", "1001", SMALL, name="--second is from 0 to 1000")
    refuse(place, "--rollouts", "1000000001", SMALL, name="--rollouts is from 1 to 1000000000")
    refuse(place, "--truncate", "1000001", SMALL, name="--truncate is from 0 to 1000000")
    refuse(place, "--se", "-0.1", SMALL, name="--se is from 0 to 1")
    refuse(place, "--presets", "walker", "--patience", "0", name="--patience is from 0.001")
    many = [f"{name}:columns={columns},pieces={pieces}" for name in ("jordan", "ludii", "lane") for columns in range(9, 30)
            for pieces in range(1, columns)]
    refuse(place, *many, name="rulesets are too many; at most 1000")
    _, text = place.run("openings", "--engine", "name=judge", SMALL, expect=1)
    assert "cmd" in text, text
    for program in ("missing", "../missing"):
        _, text = place.run("openings", "--presets", "--engine", "cmd=" + place.path(program), "walker", expect=1)
        assert text.startswith("tab-match openings: engine missing: cannot start "), text
    refuse(place, "--rollouts", "0", SMALL, name="--rollouts is from 1 to")
    refuse(place, "--truncate", "-1", SMALL, name="--truncate is from 0 to")
    refuse(place, "--se", "2", SMALL, name="--se is from 0 to 1")
    refuse(place, "--seed", "x", SMALL, name="--seed is a number below 2^64, not 'x'")
    refuse(place, "--seed", "18446744073709551615", SMALL, name="18446744073709551615")
    refuse(place, "--concurrency", "0", SMALL, name="--concurrency is from 1")
    refuse(place, "--output", place.path("no/such/folder.csv"), SMALL, name="no/such/folder.csv")
    refuse(place, "--output", "", SMALL, name="--output needs the name of a file")
    place.write("other.txt", b"a text\n")
    refuse(place, "--output", place.path("other.txt"), SMALL, name="other.txt: line 1: it is not the head")
    assert place.read("other.txt") == b"a text\n"
    _, text = place.run("openings", SMALL, expect=1)
    assert "--engine is needed" in text, text
    place.check_no_engines()


def test_full_disk(place):
    with open("/dev/full", "wb") as full:
        done = subprocess.run([matchdriver.MATCH, *words_for(place, *QUICK, SMALL)], stdout=full, stderr=subprocess.PIPE,
                              timeout=matchdriver.DEADLINE, check=False)
    assert done.returncode == 1 and b"cannot write standard output" in done.stderr, done.stderr
    path = place.path("few.csv")
    for blocks, lines in ((0, 0), (2, 2)):
        out, text = place.run_without_room(blocks, *words_for(place, *QUICK, "--output", path, "ludii:columns=5"))
        assert out == b"" and text == "tab-match openings: cannot write %s: File too large\n" % path, text
        assert place.read("few.csv").count(b"\n") >= lines and (not lines or place.read("few.csv").endswith(b"\n")), "half a line"


if __name__ == "__main__":
    matchdriver.main(test_hands, test_mirror, test_concurrency_and_company, test_going_on, test_foreign_engine,
                     test_lines_of_an_engine, test_refused_rules, test_crash, test_refused, test_full_disk)
    sys.exit(0)
