#!/usr/bin/python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Imports into a database of games that are killed, that meet others, or find no room: nothing is lost, and nothing half there
(TAP output).

usage: TAB_BUILD_ROOT=<build folder> test-database-faults.py [SEED]
"""
import os
import random
import re
import resource
import signal
import sqlite3
import subprocess
import sys
import time

import matchdriver

SEED = int(sys.argv[1]) if len(sys.argv) > 1 else 1
KILLS = 30 if matchdriver.THOROUGH else 4
GAMES = 4000 if matchdriver.THOROUGH else 2500

GAME = """[Event "Faults"]
[Date "2026.11.27"]
[White "Ada"]
[Black "Ben {number}"]
[Rules "ludii"]
[Result "*"]

1. w 2 2:a7b6
2. b 2 2:d1c2
3. w 2 2:a6b7
4. b 3 3:d2c2
*
"""
# What stands there after three turns.
POSITION = "1mmmmmm/1m5/5MM/MMMMM2 b - - 4"


def write_games(place, name, numbers):
    place.write(name, "\n".join(GAME.format(number=number) for number in numbers).encode())


def command(place, *words):
    return [matchdriver.MATCH, "db", words[0], "--db", place.path("games.db"), *words[1:]]


def run(place, *words, expect=0, limit=None):
    """Runs tab-match db, which must end with this status; (standard output, standard error)."""
    before = (lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (limit, limit))) if limit else None
    done = subprocess.run(command(place, *words), capture_output=True, timeout=matchdriver.DEADLINE, check=False, preexec_fn=before)
    text = done.stderr.decode()
    assert done.returncode == expect, "exit status %d, not %d: %s" % (done.returncode, expect, text)
    return done.stdout.decode(), text


def check(place):
    """All that is there is whole, as another reader of SQLite sees it; the numbers of the games' players."""
    database = sqlite3.connect(place.path("games.db"), timeout=60)
    try:
        assert database.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
        if not database.execute("SELECT name FROM sqlite_master").fetchall():
            return set()  # it was killed before there were tables
        database.execute("INSERT INTO positions(positions) VALUES ('integrity-check')")
        assert database.execute("PRAGMA foreign_key_check").fetchall() == []
        games = database.execute("SELECT g.id, b.name FROM games g JOIN players b ON b.id = g.black").fetchall()
        numbers = [int(name.split()[1]) for _, name in games]
        assert len(set(numbers)) == len(numbers), "a game is there twice"
        ids = {game for game, _ in games}
        assert {row[0] for row in database.execute("SELECT game FROM records")} == ids, "a game without a record"
    finally:
        database.close()
    if numbers:
        found = run(place, "query", "--position", POSITION, "--format", "csv")[0].splitlines()[1:]
        assert {int(line.split(",")[0]) for line in found} == ids, "a game without its positions"
    return set(numbers)


def size(place):
    """Of the database with its journal."""
    return sum(os.path.getsize(place.path(name)) for name in ("games.db", "games.db-wal") if os.path.exists(place.path(name)))


def exported(place):
    return sorted(run(place, "export")[0].strip().split("\n\n[Event"))


def test_killed(place):
    """The same import again and again, killed each time; the last one brings in the rest."""
    chance = random.Random(SEED)
    write_games(place, "games.tab", range(GAMES))
    have, grown, broken_off = set(), 0, 0
    for kill in range(KILLS):
        process = subprocess.Popen(command(place, "import", "--quiet", place.path("games.tab")),
                                   stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
        # in the middle of a batch's way to the disk, behind it, or before anything is there
        grown_to = size(place) + 1 + (0 if kill % 2 else chance.randrange(GAMES * 300))
        end = time.monotonic() + (0.05 if chance.random() < 0.2 else 5) * matchdriver.SLOWER
        while process.poll() is None and time.monotonic() < end and size(place) < grown_to:
            time.sleep(0.002)
        time.sleep(chance.random() * 0.3 if kill % 2 else 0)
        process.send_signal(signal.SIGKILL)
        text = process.communicate(timeout=matchdriver.DEADLINE)[1].decode()
        assert process.returncode in (-signal.SIGKILL, 0), text
        broken_off += process.returncode != 0
        if not os.path.exists(place.path("games.db")) or not os.path.getsize(place.path("games.db")):
            continue
        now = check(place)
        assert have <= now, "a game is lost"
        grown += len(now) > len(have)
        have = now
    assert broken_off and grown, "%d were killed, %d brought something" % (broken_off, grown)
    out = run(place, "import", place.path("games.tab"))[0]
    assert out == "%d added, %d known, 0 broken\n" % (GAMES - len(have), len(have)), out
    assert check(place) == set(range(GAMES))
    assert len(set(exported(place))) == GAMES


def test_killed_at_first(place):
    """Wherever the making of the file is broken off, who comes next can ask and write."""
    write_games(place, "games.tab", range(5))
    for kill in range(40 if matchdriver.THOROUGH else 10):
        process = subprocess.Popen(command(place, "import", place.path("games.tab")), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        while process.poll() is None and not size(place) and not os.path.exists(place.path("games.db-journal")):
            pass
        time.sleep(kill * 0.0005)
        process.send_signal(signal.SIGKILL)
        process.wait()
        if kill % 2 and size(place):
            run(place, "query")
        run(place, "import", place.path("games.tab"))
        assert check(place) == set(range(5))
        for name in ("games.db", "games.db-wal", "games.db-shm", "games.db-journal"):
            if os.path.exists(place.path(name)):
                os.unlink(place.path(name))


def test_two_at_once(place):
    """Two imports with games in common, into a file that neither has made, while others ask."""
    write_games(place, "one.tab", range(0, 2000))
    write_games(place, "other.tab", range(1700, 3500))
    both = [subprocess.Popen(command(place, "import", "--quiet", place.path(name)), stdout=subprocess.PIPE, stderr=subprocess.PIPE)
            for name in ("one.tab", "other.tab")]
    asked = 0
    while any(process.poll() is None for process in both):
        if os.path.exists(place.path("games.db")) and os.path.getsize(place.path("games.db")):
            lines = run(place, "query", "--format", "csv")[0].splitlines()
            asked += len(lines) > 1
        time.sleep(0.02)
    outs = [process.communicate(timeout=matchdriver.DEADLINE) for process in both]
    for process, (_, text) in zip(both, outs):
        assert process.returncode == 0, text.decode()
    counts = [[int(word) for word in out.decode().replace(",", "").split()[0::2]] for out, _ in outs]
    assert sum(count[0] for count in counts) == 3500 and sum(count[1] for count in counts) == 300, counts
    assert asked, "nobody could ask meanwhile"
    assert check(place) == set(range(3500))


def test_no_room(place):
    """A disk that is full at any place: what is there stays, and with room again all goes on."""
    write_games(place, "few.tab", range(100))
    write_games(place, "games.tab", range(800))
    run(place, "import", "--quiet", place.path("games.tab"))
    whole = size(place)
    for name in os.listdir(place.path(".")):
        if name.startswith("games.db"):
            os.unlink(place.path(name))
    run(place, "import", place.path("few.tab"))
    first = size(place)
    before = exported(place)
    have = 100
    assert whole > first + 100000, (first, whole)
    for room in (1, first, first + (whole - first) // 3, first + 2 * (whole - first) // 3):
        text = run(place, "import", "--quiet", place.path("games.tab"), expect=1, limit=room)[1]
        assert re.search(re.escape(place.path("games.db")) + " cannot (grow|be read or written)", text), text
        now = check(place)
        assert len(now) >= have and set(range(have)) <= now, "a game is lost"
        have = len(now)
    assert set(before) <= set(exported(place)), "a record changed"
    run(place, "import", "--quiet", place.path("games.tab"))
    assert check(place) == set(range(800))


def test_no_room_for_a_new_one(place):
    write_games(place, "games.tab", range(10))
    for room in (1, 4096, 20000, 60000):
        text = run(place, "import", place.path("games.tab"), expect=1, limit=room)[1]
        assert place.path("games.db") in text, text
    run(place, "import", place.path("games.tab"))
    assert check(place) == set(range(10))


def test_export_keeps_the_old_file(place):
    """A record that cannot be written whole leaves the one that is there."""
    write_games(place, "games.tab", range(1000))
    place.write("old.tab", b"old\n")
    run(place, "import", "--quiet", place.path("games.tab"))
    run(place, "export", "--output", place.path("old.tab"), expect=1, limit=50000)
    assert place.read("old.tab") == b"old\n"
    whole = place.read("games.db")
    place.write("games.db", whole[:len(whole) // 2] + bytes(len(whole) - len(whole) // 2))
    for name, there in (("old.tab", b"old\n"), ("new.tab", None)):
        text = run(place, "export", "--output", place.path(name), expect=1)[1]
        assert "games.db is damaged" in text, text
        assert (place.read(name) if os.path.exists(place.path(name)) else None) == there, name
    place.write("games.db", whole)
    run(place, "export", "--output", place.path("old.tab"))
    assert place.read("old.tab") == place.read("games.tab")
    text = run(place, "export", "--output", place.path("games.db"), expect=1)[1]
    assert "--output" in text and "--db" in text, text
    assert len(check(place)) == 1000


def test_standard_output_is_full(place):
    """What does not fit into a buffer fails early, and what does, only at the end; both are told."""
    write_games(place, "games.tab", range(300))
    run(place, "import", "--quiet", place.path("games.tab"))
    for words in (["export"], ["query"], ["stats"]):
        with open("/dev/full", "w", encoding="utf-8") as full:
            done = subprocess.run(command(place, *words), stdout=full, stderr=subprocess.PIPE, check=False)
        assert done.returncode == 1 and re.fullmatch(b"tab-match db %s: cannot write standard output: [^\n]+\n" % words[0].encode(), done.stderr), (words, done)


if __name__ == "__main__":
    sys.exit(matchdriver.main(test_killed, test_killed_at_first, test_two_at_once, test_no_room, test_no_room_for_a_new_one,
                             test_export_keeps_the_old_file, test_standard_output_is_full))
