#!/usr/bin/python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""`tab-match db` as people and other programs use it: what it prints and writes, and what it refuses (TAP output).

usage: TAB_BUILD_ROOT=<build folder> test-database-command.py
"""
import csv
import json
import os
import sqlite3
import subprocess
import sys

import matchdriver

ONE = """[Event "A, \\"test\\""]
[Date "2026.11.27"]
[White "Ada"]
[Black "بن"]
[Rules "ludii"]
[Result "1-0"]
[Termination "resign"]

{A game.}
1. w 2 2:a7b6 eval=0.5000
2. b 2 2:d1c2
3. w 2 2:a6b7
1-0
"""
OTHER = """[White "Ada"]
[Black "Ada"]
[Rules "ludii"]
[Result "*"]

1. w 3 3:a7b5
*
"""
BROKEN = OTHER.replace("3:a7b5", "3:a7b4")
POSITION = "1mmmmmm/1m5/5MM/MMMMM2 b - - 1"


def db(place, *words, expect=0, text=None):
    """Runs tab-match db with its usual database in the folder; (standard output, standard error)."""
    done = subprocess.run([matchdriver.MATCH, "db", *words], capture_output=True, timeout=matchdriver.DEADLINE, check=False,
                          input=text and text.encode(), cwd=place.folder, env={**os.environ, "XDG_DATA_HOME": place.path("data")})
    assert done.returncode == expect, "exit status %d, not %d: %s" % (done.returncode, expect, done.stderr.decode())
    return done.stdout.decode(), done.stderr.decode()


def fill(place):
    place.write("games.tab", "\n".join((ONE, BROKEN, OTHER)).encode())
    assert db(place, "import", "games.tab", expect=1) == (
        "2 added, 0 known, 1 broken\n", "games.tab: line 20: game 2, turn 1: the move '3:a7b4' is not legal\n")


def test_import(place):
    fill(place)
    assert os.path.exists(place.path("data/tab/games.db"))
    out, text = db(place, "import", "--verbose", "-", "-", text=OTHER + "\n" + ONE)
    assert out == "0 added, 2 known, 0 broken\n"
    assert text == "standard input: line 1: known as game 2\nstandard input: line 9: known as game 1\n", text
    assert db(place, "export")[0] == ONE + "\n" + OTHER
    place.write("empty.tab", b"")
    assert db(place, "import", "empty.tab")[0] == "0 added, 0 known, 0 broken\n"
    assert db(place, "import", "games.tab", "none.tab", expect=1)[1].endswith("tab-match db import: cannot open none.tab: No such file or directory\n")


def test_formats(place):
    fill(place)
    rows = list(csv.DictReader(db(place, "query", "--format", "csv")[0].splitlines()))
    assert [row["event"] for row in rows] == ['A, "test"', ""] and rows[0]["black"] == "بن", rows
    games = json.loads(db(place, "query", "--format=json", "--position", POSITION)[0])
    assert games == [{"number": 1, "date": "2026.11.27", "white": "Ada", "black": "بن", "result": "1-0", "rules": "ludii",
                      "event": 'A, "test"', "termination": "resign", "begins": "w", "source": "games.tab", "line": 1, "turns": 3,
                      "at": 3}], games
    assert json.loads(db(place, "query", "--format=json", "--player", "nobody")[0]) == []
    lines = db(place, "query", "--sort", "turns", "--limit", "1")[0].splitlines()
    assert [line.split()[0] for line in lines] == ["number", "2"], lines
    assert db(place, "query", "--player", "nobody") == ("", "")
    for way, numbers in (("number:desc", ["2", "1"]), ("number:asc", ["1", "2"]), ("turns", ["2", "1"]), ("turns:desc", ["1", "2"])):
        assert [line.split()[0] for line in db(place, "query", "--sort", way)[0].splitlines()[1:]] == numbers, way
    lines = db(place, "query", "--position", POSITION)[0].splitlines()
    assert lines[0].split()[-1] == "at" and len(lines) == 2 and lines[1].split()[-1] == "3", lines
    assert db(place, "query", "--format", "csv", "--player", "nobody")[0].splitlines() == \
        ["number,date,white,black,result,rules,event,termination,begins,source,line,turns"]


def test_stats(place):
    fill(place)
    rules, players = db(place, "stats")[0].split("\n\n")
    assert rules.splitlines()[1].split() == ["ludii", "2", "1", "0", "0", "1", "100.0%", "2.0"], rules
    assert [line.split() for line in players.splitlines()[1:]] == [["Ada", "3", "1", "0", "0", "100.0%"], ["بن", "1", "0", "0", "1", "0.0%"]], players
    tree = db(place, "stats", "--openings", "ludii", "--depth", "2")[0]
    assert tree == ("w 2  1 game  100.0%\n    2:a7b6  1 game  100.0%\n        b 2  1 game  0.0%\n            2:d1c2  1 game  0.0%\n"
                    "w 3  1 game  -\n    3:a7b5  1 game  -\n"), tree
    assert db(place, "stats", "--openings", "ludii", "--min-games", "2")[0] == ""
    assert db(place, "stats", "--openings", "walker")[0] == ""
    assert db(place, "stats", "--player", "nobody") == ("", "")
    db(place, "import", "--quiet", "-", text=ONE.replace("Ada", "Nur").replace("1-0", "0-1"))
    tree = db(place, "stats", "--openings", "ludii", "--depth", "2")[0].splitlines()
    assert tree[:3] == ["w 2  2 games  50.0%", "    2:a7b6  2 games  50.0%", "        b 2  2 games  50.0%"], tree
    db(place, "import", "--quiet", "-", text=OTHER.replace("3", "2").replace("a7b5", "a6b7"))
    tree = db(place, "stats", "--openings", "ludii")[0].splitlines()
    assert tree == ["w 2  3 games  50.0%", "    2:a7b6  2 games  50.0%", "    2:a6b7  1 game  -", "w 3  1 game  -", "    3:a7b5  1 game  -"], tree


def test_remove(place):
    fill(place)
    for words, said in (((), "needs either numbers of games or options"), (("2", "--player", "Ada"), "either"), (("--db", "none.db", "1"), "none.db"),
                        (("0",), "0 is no number of a game"), (("1x",), "1x is no number"), (("2", "7"), "7"), (("--date-to", "26"), "26"),
                        (("--date-from", "2026.02.30"), "2026.02.30 is no date")):
        out, text = db(place, "remove", *words, expect=1)
        assert out == "" and text.startswith("tab-match db remove: ") and said in text, (words, text)
    assert db(place, "export")[0] == ONE + "\n" + OTHER and not os.path.exists(place.path("none.db"))
    assert db(place, "remove", "--player", "nobody") == ("0 removed\n", "")
    assert db(place, "remove", "--position", POSITION, "--min-turns", "2") == ("1 removed\n", "")
    assert db(place, "export")[0] == OTHER
    assert db(place, "remove", "2", "2") == ("1 removed\n", "") and db(place, "query") == ("", "")
    assert db(place, "import", "--quiet", "-", text=ONE)[0] == "1 added, 0 known, 0 broken\n"


def test_help(place):
    for word in ("--help", "-h"):
        out, text = db(place, word)
        assert out.startswith("A database of games.\n") and text == "", (word, out, text)
        assert [line.split()[2] for line in out.splitlines() if line.startswith("  tab-match db ")] == ["import", "query", "export", "stats", "remove"], out
    assert not os.path.exists(place.path("data"))


def test_first_fault_ends(place):
    """Files behind one that is not there are not read."""
    fill(place)
    out, text = db(place, "import", "none.tab", "-", text=ONE.replace("Ada", "Nur"), expect=1)
    assert out == "0 added, 0 known, 0 broken\n" and text == "tab-match db import: cannot open none.tab: No such file or directory\n", (out, text)


def test_full_disk(place):
    """What cannot be printed or written is told."""
    db(place, "import", "--quiet", "-", text="\n".join(ONE.replace("2026.11.27", "2026.10.%02d" % day) for day in range(1, 31)))
    for words in (("query",), ("query", "--format", "json"), ("export",), ("stats",), ("stats", "--openings", "ludii"), ("--help",), ("export", "--output", "/dev/full")):
        with open("/dev/full", "wb") as full:
            done = subprocess.run([matchdriver.MATCH, "db", *words], stdout=full, stderr=subprocess.PIPE, timeout=matchdriver.DEADLINE, check=False,
                                  cwd=place.folder, env={**os.environ, "XDG_DATA_HOME": place.path("data")})
        where = "/dev/full" if "--output" in words else "standard output"
        assert done.returncode == 1, words
        assert done.stderr.decode() == "tab-match%s: cannot write %s: No space left on device\n" % ("" if words[0] == "--help" else " db " + words[0], where), (words, done.stderr)


def test_damaged(place):
    """A database in which a table is missing is not taken for an empty one."""
    for table, words in (("openings", ("stats", "--openings", "ludii")), ("openings", ("stats", "--openings", "ludii", "--depth", "2")),
                         ("players", ("stats",)), ("games", ("query",)), ("records", ("export",))):
        place.write("games.db", b"")
        os.unlink(place.path("games.db"))
        db(place, "import", "--quiet", "--db", "games.db", "-", text=ONE)
        database = sqlite3.connect(place.path("games.db"))
        database.execute("PRAGMA foreign_keys = OFF")
        database.execute("DROP TABLE " + table)
        database.commit()
        database.close()
        out, text = db(place, *words, "--db", "games.db", expect=1)
        assert out == "" and text.startswith("tab-match db %s: " % words[0]) and "games.db" in text, (table, words, out, text)


def test_refused(place):
    for words, said in (((), "import"), (("frob",), "frob"), (("import",), "a game record is needed"), (("query",), "games.db"),
                        (("import", "--frob"), "--frob"), (("query", "--db", "none.db"), "none.db"), (("export", "--db", "none.db"), "none.db"),
                        (("stats", "--db", "none.db"), "none.db")):
        assert said in db(place, *words, expect=1)[1], words
    assert not os.path.exists(place.path("none.db"))
    fill(place)
    for words, said in ((("query", "--sort", "length"), "turns"), (("query", "--sort", "turns:up"), ":desc"), (("query", "--format", "xml"), "json"),
                        (("query", "--result", "2-0"), "1/2-1/2"), (("query", "--limit=-1"), "--limit"), (("query", "extra"), "extra"),
                        (("query", "--min-turns=-1"), ": --min-turns is 0 or more"), (("export", "--max-turns=-1"), "--max-turns"),
                        (("query", "--db", ""), "--db needs the name of a file"), (("stats", "--openings", "ludii", "--depth", "0"), "--depth is from 1 to 4"),
                        (("stats", "--openings", "ludii", "--min-games", "0"), "--min-games from 1 on"),
                        (("stats", "--openings", "ludii", "--rules", "walker"), "--rules beside --openings"),
                        (("stats", "--depth", "2"), "need --openings"), (("stats", "--min-games", "2"), "need --openings"),
                        (("export", "--output", "no/such.tab"), "no/such.tab"), (("export", "--output", "."), "."),
                        (("query", "--position", "x"), "position"), (("query", "--rules", "x"), "x"), (("query", "--date-from", "26"), "26"),
                        (("stats", "--openings", "ludii", "--depth", "5"), "--depth"), (("export", "--output", "data/tab/games.db"), "--db"),
                        (("query", "--db", "games.tab"), "games.tab is no database"), (("import", "--db", "games.tab", "games.tab"), "is no database")):
        out, text = db(place, *words, expect=1)
        assert out == "" and text.startswith("tab-match db %s: " % words[0]) and said in text, (words, text)
    assert place.read("games.tab").decode().startswith(ONE)
    os.rename(place.path("data/tab/games.db"), place.path("new.part"))  # a name that the export would take for what it writes
    out, text = db(place, "export", "--db", "new.part", "--output", "new", expect=1)
    assert "--output's new file and --db are the same file" in text, text
    assert db(place, "query", "--db", "new.part")[0] and not os.path.exists(place.path("new"))


def test_values(place):
    """tab-match analyse --db keeps luck and loss with games that are there, and counts the others; the same again changes nothing."""
    place.write("games.tab", (ONE + "\n" + OTHER).encode())
    db(place, "import", "--quiet", "--db", place.path("games.db"), "-", text=ONE)
    words = ["analyse", "--quiet", "--engine", "cmd=" + place.path("engine") + matchdriver.TOLD, "--depth", "1"]
    for _ in range(2):
        _, text = place.run(*words, "--db", place.path("games.db"), place.path("games.tab"))
        assert text == "tab-match analyse: 1 of 2 games are not in %s\n" % place.path("games.db"), text
        database = sqlite3.connect("file:%s?mode=ro" % place.path("games.db"), uri=True)
        found = database.execute("SELECT game, engine, white_luck, white_decisions, black_decisions FROM analyses").fetchall()
        database.close()
        assert len(found) == 1 and found[0][0] == 1 and "engine" in found[0][1] and -1 < found[0][2] < 1 and found[0][3:] == (2, 1), found
    place.run("analyse", "--quiet", "--engine", words[3] + ",name=J", "--depth", "1", "--db", place.path("games.db"), place.path("games.tab"))
    database = sqlite3.connect(place.path("games.db"))
    assert {engine for engine, in database.execute("SELECT engine FROM analyses")} == {found[0][1], "J"}
    database.execute("CREATE TRIGGER never BEFORE INSERT ON analyses BEGIN SELECT RAISE(ABORT, 'not today'); END")
    database.commit()
    database.close()
    out, text = place.run(*words, "--db", place.path("games.db"), place.path("games.tab"), expect=1)
    assert text == "tab-match analyse: %s cannot be used: not today\n" % place.path("games.db") and b"Ada" in out, (out, text)  # told once
    _, text = place.run(*words, "--db", place.path("none.db"), place.path("games.tab"), expect=1)
    assert "none.db" in text and not os.path.exists(place.path("none.db")), text
    place.write("notes.txt", b"my notes\n")
    _, text = place.run(*words, "--db", place.path("notes.txt"), place.path("games.tab"), expect=1)
    assert "notes.txt is no database" in text and place.read("notes.txt") == b"my notes\n", text


if __name__ == "__main__":
    sys.exit(matchdriver.main(test_values, test_import, test_formats, test_stats, test_remove, test_help, test_first_fault_ends, test_full_disk, test_damaged,
                              test_refused))
