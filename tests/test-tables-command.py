#!/usr/bin/python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""What tab-tables does at a command line: builds that are stopped, killed and resumed, reports, and clear refusals.

usage: TAB_BUILD_ROOT=<build folder> test-tables-command.py
"""
import json
import os
import re
import resource
import signal
import subprocess
import time
import xml.etree.ElementTree

import matchdriver

TABLES = os.path.join(matchdriver.BUILD, "engine", "tab-tables")
SHIPPED = os.path.join(matchdriver.BUILD, "data", "tables")
START = "n4/5/5/4N w - - 1"  # of walker:columns=5,pieces=1, from White's view


def run(*words, expect=0):
    """Runs tab-tables to its end; (standard output, standard error)."""
    done = subprocess.run([TABLES, *words], capture_output=True, text=True, timeout=matchdriver.DEADLINE, check=False)
    assert done.returncode == expect, "exit status %d, not %d: %s\n%s" % (done.returncode, expect, " ".join(words), done.stderr)
    return done.stdout, done.stderr


def refuse(*words, name):
    """Runs tab-tables, which must refuse in one line that says `name`."""
    out, text = run(*words, expect=1)
    assert not out and name in text, "not refused for '%s': %s" % (name, text)
    assert re.fullmatch("tab-tables: .+\n", text), text


def build(place, name, *more, rules="walker:columns=5", pieces="1"):
    path = place.path(name)
    return path, run("build", rules, "--pieces", pieces, "--tail", "1e-3", "-o", path, *more)[0]


def value_of(path, position=START):
    """(value, bound) by probe."""
    words = run("probe", path, position)[0].splitlines()[0].split()
    assert words[0] == "value" and words[2] == "bound", words
    return float(words[1]), float(words[3])


def test_reports(place):
    path, said = build(place, "one.tabtable", "--values", "u16")
    for line in ("rules walker:columns=5", "merged ranks M T", "states 1165", "1 against 1: 1165 states"):
        assert line in said, said
    bound = float(re.search(r"no value is off by more than (\S+)", said).group(1))
    assert re.search(r"^memory \d+\.\d MiB$", said, re.M), said
    info = run("info", path)[0]
    assert "layer 1 1 states 1165" in info and "lower -%.3g upper +%.3g" % (bound, bound) in info, info
    assert run("verify", path, "-n", "5", "-s", "7")[0].startswith(path + ": good: ")
    value, off = value_of(path)
    assert off == bound and abs(value - 0.5218) <= bound, (value, off)
    lines = run("probe", os.path.join(SHIPPED, "walker-2v1.tabtable"), "9/6t2/2T1T4/9 w 4,2 - 1")[0].splitlines()
    worth = [float(line.split()[1]) for line in lines]
    assert len(lines) > 2 and worth[0] == max(worth[1:]) and worth[1:] == sorted(worth[1:], reverse=True), lines


def stopped_by(place, number, name):
    """A build of some seconds that is stopped in its second layer, and resumed by two threads."""
    words = [TABLES, "build", "walker:columns=5", "--pieces", "2,1", "--tail", "1e-6", "-o", place.path(name)]
    with subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        for line in process.stdout:
            if line.startswith("1 against 1"):
                break
        time.sleep(0.1)
        process.send_signal(number)
        text = process.communicate(timeout=matchdriver.DEADLINE)[1]
    assert process.returncode == 1 and text == "tab-tables: stopped\n", (process.returncode, text)
    assert sorted(os.listdir(place.folder)) == sorted([name + ".checkpoint", "random", "engine"]), os.listdir(place.folder)
    refuse(*words[1:], name="--resume")
    refuse("info", place.path(name) + ".checkpoint", name="a checkpoint")
    refuse(*words[1:], "--pieces", "2,2", "--resume", name="of another table")
    said = run(*words[1:], "--resume", "--threads", "2")[0]
    assert "2 against 1" in said, said
    assert name + ".checkpoint" not in os.listdir(place.folder)
    run("verify", place.path(name))
    os.unlink(place.path(name))


def test_stopped(place):
    stopped_by(place, signal.SIGINT, "a.tabtable")
    stopped_by(place, signal.SIGTERM, "b.tabtable")


def test_same_bytes(place):
    """Neither threads nor a limit of memory change a value."""
    first, said = build(place, "1.tabtable", pieces="2,1")
    need = re.search(r"need (\S+) MiB", run("build", "walker:columns=5", "-p", "2,1", "--tail", "1e-3", "-m", "1M", "-o",
                                            place.path("2.tabtable"), expect=1)[1]).group(1)
    second = build(place, "2.tabtable", "--threads", "3", pieces="2,1")[0]
    values = [place.read(os.path.basename(path))[8192:] for path in (first, second)]
    assert values[0] == values[1]
    assert "memory" in said and float(need) < float(re.search(r"memory (\S+) MiB", said).group(1))
    small = build(place, "3.tabtable", "-m", need + "M", pieces="2,1")[0]
    assert abs(value_of(small)[0] - value_of(first)[0]) <= value_of(first)[1] + value_of(small)[1]


def test_verify(place):
    """A damaged table and one that is not there are named, and the others are checked all the same."""
    good = build(place, "good.tabtable")[0]
    data = bytearray(place.read("good.tabtable"))
    data[9000] ^= 1
    place.write("bad.tabtable", bytes(data))
    bad, none = place.path("bad.tabtable"), place.path("none")
    out, text = run("verify", bad, none, good, expect=1)
    assert out.startswith(good + ": good: ") and len(out.splitlines()) == 1, out
    lines = text.splitlines()
    assert bad in lines[0] and none in lines[1] and lines[2] == "tab-tables: 2 of 3 tables are no good", lines
    refuse("verify", bad, name="damaged")
    refuse("probe", bad, START, name="damaged")


def test_full_disk(place):
    """Where there is no room, on a disk or behind standard output, that is told, and a limit of the size of files ends nothing."""
    path = place.path("a.tabtable")
    limit = lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (9000, 9000))
    done = subprocess.run([TABLES, "build", "walker:columns=5", "-p", "1", "-o", path], capture_output=True, text=True, check=False,
                          timeout=matchdriver.DEADLINE, preexec_fn=limit)
    assert done.returncode == 1 and path in done.stderr.splitlines()[-1], done
    assert not os.path.exists(path) and not os.path.exists(path + ".part")
    for words in (["info", os.path.join(SHIPPED, "walker-2v1.tabtable")], ["--version"], ["--help"]):
        with open("/dev/full", "w", encoding="utf-8") as full:
            done = subprocess.run([TABLES, *words], stdout=full, stderr=subprocess.PIPE, check=False)
        assert done.returncode == 1 and b"cannot write standard output" in done.stderr, (words, done)


def test_refusals(place):
    place.write("letter", b"Dear Ada")
    path = place.path("a.tabtable")
    given = ["build", "walker", "-p", "1", "-o", path]
    for words, name in (
            (given[:-2], "--output"), (["build", "-p", "1", "-o", path], "build RULES"), (["build", "tob", *given[2:]], "tob"),
            (["build", "walker", "-o", path], "--pieces W,B is needed"),
            ([*given, "-p", "9"], "--pieces is one or two numbers from 1 to 8, like 2 or 2,1: '9'"), (["verify", path, "-t", "0"], "--threads is"),
            (["verify", path, "-n", "-2"], "--samples is 0 or more: -2"), (["verify", path, "-s", "-1"], "--seed is a number below 2^64"),
            (["regret", path, "--seed", "x"], "--seed is a number below 2^64, not 'x'"), ([*given, "-p", "1,2,3"], "'1,2,3'"), ([*given, "--tail", "1"], "--tail"),
            ([*given, "-t", "0"], "--threads"), ([*given, "-m", "many"], "'many'"), ([*given, "-m", "1K"], "need"),
            ([*given, "-v", "u8"], "'u8'"), ([*given, "-o", place.path("letter")], "no table"),
            ([*given, "--scratch", place.path("none")], "none"), (["build", "bell:throws=at-once", *given[2:]], "save-tab"),
            (["probe", os.path.join(SHIPPED, "walker-2v1.tabtable"), "x"], "five parts"),
            (["probe", os.path.join(SHIPPED, "walker-2v1.tabtable"), START], "row"),
            (["regret", place.path("letter")], "letter"), (["figure", place.path("letter"), "-o", path], "letter"),
            (["figure", place.path("letter"), "-o", place.path("./letter")], "--output would take the place of the table")):
        refuse(*words, name=name)
    assert place.read("letter") == b"Dear Ada" and not os.path.exists(path)
    text = run("solve", expect=1)[1]
    assert text.startswith("tab-tables: 'solve' is no command\nusage: tab-tables build"), text
    assert run(expect=1)[1].startswith("usage: tab-tables build")


def test_regret(place):
    """An engine that never says a word is left out and told of, the others are measured."""
    place.write("mute", b"#!/bin/sh\nexec sleep 1000\n")
    os.chmod(place.path("mute"), 0o755)
    table = os.path.join(SHIPPED, "ludii-2v1.tabtable")
    words = ["regret", table, "--from", "states", "-n", "20", "--format", "json", "--patience", "3", "--engine", "cmd=" +
             place.path("random")]
    one, two = (run(*words, "-c", str(threads))[0] for threads in (1, 2))
    first, second = json.loads(one), json.loads(two)
    for report in (first, second):
        for engine in report["engines"]:
            engine.pop("seconds")
    assert first == second and [engine["decisions"] > 0 for engine in first["engines"]] == [True, True], one
    heads = [run("regret", table, "--from", "states", "-n", "20", "--seed", str(2 ** 64 - 1), "--engine", "cmd=" + place.path("random"),
                 "--worst", worst)[0] for worst in "01"]
    worst = [re.findall(r"^random .*", head, re.MULTILINE)[0].split()[5] for head in heads]
    assert worst[0] == worst[1] != "0.00" and "worst of" in heads[1] and "worst of" not in heads[0], heads
    out, text = run(*words, "--engine", "cmd=" + place.path("mute"), expect=1)
    assert len(json.loads(out)["engines"]) == 2 and "mute" in text, text
    place.check_no_engines()


def test_figure(place):
    paths = [build(place, "%d.tabtable" % columns, rules="walker:columns=%d" % columns)[0] for columns in (5, 7)]
    drawn = place.path("gaps.svg")
    numbers = run("figure", *paths, "-o", drawn)[0]
    assert len(numbers.splitlines()) > 7, numbers
    assert xml.etree.ElementTree.parse(drawn).getroot().tag.endswith("svg")
    assert ".svg, .pdf or .png" in run("figure", "--help")[0]
    for command in ("build", "info", "verify", "probe", "regret", "figure"):
        assert "\n  tab-tables %s [OPTION…] " % command in run(command, "--help")[0], command
    assert "No such file" in run("figure", *paths, "-o", place.path("none/gaps.svg"), expect=1)[1]


if __name__ == "__main__":
    matchdriver.main(test_reports, test_stopped, test_same_bytes, test_verify, test_full_disk, test_refusals, test_regret, test_figure)
