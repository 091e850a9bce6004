#!/usr/bin/python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Trainings and builds of tables that are killed with SIGKILL at random moments, again and again: the files that are there are always
whole, and what comes out in the end is what an undisturbed run gives (TAP output). Matches: test-resume.py, imports:
test-database-faults.py, the window: ui-kills.py.

usage: TAB_BUILD_ROOT=<build folder> test-kills.py [SEED]
"""
import os
import random
import re
import signal
import subprocess
import sys
import time

import matchdriver

TABLES = os.path.abspath(os.path.join(matchdriver.BUILD, "engine", "tab-tables"))
TRAIN = os.path.abspath(os.path.join(matchdriver.BUILD, "engine", "tab-train"))
SEED = int(sys.argv[1]) if len(sys.argv) > 1 else 1
KILLS = 50 if matchdriver.THOROUGH else 8


def start(place, words):
    return subprocess.Popen(words, cwd=place.folder, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)


def finish(place, words):
    process = start(place, words)
    text = process.communicate(timeout=10 * matchdriver.DEADLINE)[1].decode()
    assert process.returncode == 0, text


def kill_after(place, words, seconds):
    """Whether it was still running."""
    process = start(place, words)
    try:
        process.wait(seconds)
    except subprocess.TimeoutExpired:
        process.send_signal(signal.SIGKILL)
    text = process.communicate(timeout=matchdriver.DEADLINE)[1].decode()
    assert process.returncode in (-signal.SIGKILL, 0), text
    return process.returncode != 0


def kill_while_writing(place, words, names, chance, seconds):
    """The same, but as soon as one of the files is written, or a moment later."""
    process = start(place, words)
    before = {name: stamp(place, name) for name in names}
    end = time.monotonic() + seconds * matchdriver.SLOWER
    while process.poll() is None and time.monotonic() < end and all(stamp(place, name) == before[name] for name in names):
        time.sleep(0.0005)
    time.sleep(chance.random() * chance.choice((0.003, 0.2)))
    process.send_signal(signal.SIGKILL)
    text = process.communicate(timeout=matchdriver.DEADLINE)[1].decode()
    assert process.returncode in (-signal.SIGKILL, 0), text
    return process.returncode != 0


def stamp(place, name):
    """Of a file, and of those that are written beside it to take its place."""
    return [(other, os.stat(place.path(other)).st_mtime_ns) for other in sorted(os.listdir(place.folder))
            if other.startswith(name) and os.path.exists(place.path(other))]


def games_in(curve):
    """How many games a learning curve has come to; it is written whole with each checkpoint."""
    lines = curve.decode().splitlines()
    assert lines[0].startswith("games,") and curve.endswith(b"\n"), "the learning curve is not whole"
    return int(lines[-1].split(",")[0]) if len(lines) > 1 else 0


def test_trainer(place):
    chance = random.Random(SEED)
    games = 400 * KILLS
    training = [TRAIN, "ludii:columns=5", "-n", str(games), "--round", "50", "--hidden", "32", "-s", "1"]
    begun = time.monotonic()
    finish(place, [*training, "-o", "whole.net"])
    seconds = time.monotonic() - begun
    words = [*training, "-o", "killed.net", "-k", "state", "--every", "0.05", "--resume", "--csv", "curve.csv"]
    killed = grown = played = 0
    for _ in range(KILLS):
        if chance.random() < 0.5:
            killed += kill_after(place, words, chance.random() * seconds / 2)
        else:
            killed += kill_while_writing(place, words, ["state", "killed.net"], chance, 5)
        for name in ("killed.net", "state"):  # whole, or not there yet
            if os.path.exists(place.path(name)):
                check_sum(place.read(name), name)
        if os.path.exists(place.path("curve.csv")):
            now = games_in(place.read("curve.csv"))
            assert now >= played, "%d games are lost" % (played - now)
            grown += now > played
            played = now
    assert killed > KILLS // 2 and grown, "%d were killed, %d came further" % (killed, grown)
    finish(place, words)
    assert place.read("killed.net") == place.read("whole.net"), "another network"
    print("# %d of %d runs killed, %d checkpoints kept what was played, the same network in the end" % (killed, KILLS, grown))


def check_sum(data, name):
    """The line sha256 of networks and checkpoints, by Python's own."""
    import hashlib  # needed here alone
    said = re.search(rb"(?m)^sha256 ([0-9a-f]{64})\n", data)
    assert said, name + " has no checksum"
    rest = data[said.end():]
    sums = [hashlib.sha256(part).hexdigest().encode() for part in (rest, rest[1:])]
    assert said.group(1) in sums, name + " is not whole"


def test_tables(place):
    chance = random.Random(SEED)
    words = [TABLES, "build", "walker:columns=5", "--pieces", "2,1", "--resume", "-o"]
    begun = time.monotonic()
    finish(place, [*words, "whole.tabtable"])
    seconds = time.monotonic() - begun
    whole = place.read("whole.tabtable")
    killed = 0
    for kill in range(KILLS):
        if kill % 2:
            killed += kill_after(place, [*words, "killed.tabtable"], chance.random() * seconds)
        else:
            killed += kill_while_writing(place, [*words, "killed.tabtable"], ["killed.tabtable"], chance, 10 * seconds)
        if os.path.exists(place.path("killed.tabtable")):
            assert place.read("killed.tabtable")[8192:] == whole[8192:], "the table is there and not whole"
            subprocess.run([TABLES, "verify", place.path("killed.tabtable")], check=True, stdout=subprocess.DEVNULL)
            if chance.random() < 0.5:
                os.unlink(place.path("killed.tabtable"))
    assert killed > KILLS // 3, "%d were killed" % killed
    finish(place, [*words, "killed.tabtable"])
    assert place.read("killed.tabtable")[8192:] == whole[8192:], "other values"
    left = [name for name in os.listdir(place.folder) if name.startswith("killed") and name != "killed.tabtable"]
    assert not left, left
    print("# %d of %d builds killed, never a table that was not whole, the same values in the end" % (killed, KILLS))


if __name__ == "__main__":
    matchdriver.main(test_trainer, test_tables)
