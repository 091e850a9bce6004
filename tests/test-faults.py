#!/usr/bin/python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Each command with its 1st, 2nd, … n-th call of a kind failing (fault-calls.c), until a run meets no fault: it ends, names the
file, leaves what was there or all that was to come, and the same command afterwards gives what an undisturbed run gives (TAP
output).

usage: TAB_BUILD_ROOT=<build folder> test-faults.py [COMMAND…]    (TAB_TEST_THOROUGH: all of them, every fault; else a few)
"""
import contextlib
import json
import os
import re
import shlex
import shutil
import sqlite3
import subprocess
import sys

import matchdriver

CALLS = os.path.abspath(os.path.join(matchdriver.BUILD, "tests", "fault-calls.so"))
TABLES = os.path.join(matchdriver.BUILD, "engine", "tab-tables")
TRAIN = os.path.join(matchdriver.BUILD, "engine", "tab-train")
DEADLINE = 30 * matchdriver.SLOWER
# What no program may say, however it is disturbed.
CRASH = re.compile(r"Sanitizer|runtime error|CRITICAL|GLib-ERROR|ERROR \*\*|assertion|Aborted")
ENGINE = "engine"
LARGE = 4 << 20  # bytes: requests of this size and more come from the length of a file or a line, or from an option

# Kind and way. What is "the same" must not change the result at all.
SAME = [("write", "short"), ("write", "EINTR"), ("read", "short"), ("read", "EINTR")]
ON_FILES = [*SAME, ("write", "ENOSPC"), ("write", "ENOSPC+"), ("write", "EIO"), ("sync", "EIO"), ("sync", "EIO+"), ("rename", "EIO"),
            ("open", "EMFILE"), ("open", "EMFILE+"), ("open", "EACCES"), ("read", "EIO"), ("close", "EIO"), ("cut", "EIO"),
            ("remove", "EACCES")]
ON_PIPES = [*SAME, ("write", "EAGAIN"), ("read", "EAGAIN"), ("write", "EPIPE"), ("read", "EIO"), ("process", "EAGAIN"), ("pipe", "EMFILE")]


class Command:
    """A command line, what it writes, and what is there before it.

    words: of the command; before: file -> content (None: it is not there) of what it writes as a whole; grows: files that go on
    from where they are, which are only seen by what comes out afterwards; engines: it talks to some; partly: a match that ends
    early tells in whole files of the games that it has played, and others (ENGINE) leave out what an engine has failed at;
    repeats: it says the same of what is done already; again: it may be done twice."""

    def __init__(self, words, before, grows=(), engines=True, quick=(), partly=False, repeats=True, again=True):
        self.words, self.before, self.grows, self.engines, self.quick = words, before, grows, engines, quick
        self.partly, self.repeats, self.again = partly, repeats, again


def is_whole(name, data):
    """Whether a file of a match that ended early is one, of fewer games, the last of which an engine may have lost by its fault."""
    if name.endswith(".json"):
        lines = [data] if data.startswith(b"{\n") else data.splitlines()  # of a match, or one for each game
        return all(isinstance(json.loads(line), dict) for line in lines)
    if name.endswith(".tab"):
        return all(re.search(rb"\n(1-0|0-1|1/2-1/2|\*)$", game) for game in data.rstrip(b"\n").split(b"\n\n["))
    return data.endswith(b"</html>\n" if name.endswith(".html") else b"\n")


def games_of(place, name):
    """What a database holds, whole, as another reader of SQLite sees it."""
    database = sqlite3.connect(place.path(name), timeout=60)
    try:
        assert database.execute("PRAGMA integrity_check").fetchall() == [("ok",)], name + " is damaged"
        if not database.execute("SELECT name FROM sqlite_master").fetchall():
            return []
        return sorted(database.execute("SELECT g.result, r.record FROM games g JOIN records r ON r.game = g.id").fetchall())
    finally:
        database.close()


def content(place, name):
    if not os.path.exists(place.path(name)):
        return None
    if name.endswith(".db"):
        return games_of(place, name)
    return without_seconds(place.read(name))


def without_seconds(data):
    """Tables and tab-tables tell of the time that they took; the head of a table is filled up with empty lines."""
    return re.sub(rb"\n\n+", rb"\n", re.sub(rb"(?m)^(unit \d+ \d+ \d+ \S+ \S+ \S+) \S+|\d+\.\d+ s\b", rb"\1", data))


def environment(place, told=None, fault=None):
    more = {"HOME": place.folder, "XDG_CONFIG_HOME": place.folder, "XDG_DATA_HOME": place.folder, "XDG_CACHE_HOME": place.folder,
            "XDG_STATE_HOME": place.folder}
    if fault:
        more.update(LD_PRELOAD=CALLS, TAB_FAULT=fault, TAB_FAULT_TOLD=told)
        more["ASAN_OPTIONS"] = os.environ.get("ASAN_OPTIONS", "") + ":verify_asan_link_order=0"
    return {**os.environ, **more}


def run(place, command, told=None, fault=None):
    """(exit status, standard output, standard error); their files are not where faults are."""
    with open(told + ".out", "w+b") as out, open(told + ".err", "w+b") as err:
        done = subprocess.run(command.words, stdin=subprocess.DEVNULL, stdout=out, stderr=err, timeout=DEADLINE, check=False,
                              cwd=place.folder, env=environment(place, told, fault))
        out.seek(0)
        err.seek(0)
        return done.returncode, without_seconds(out.read()), err.read().decode(errors="replace")


@contextlib.contextmanager
def apart(place):
    """A file beside the folder of the commands, whose faults it is told there. Standard output is another file of this place, as the
    names begin with that of the folder."""
    folder = place.folder + "-apart"
    os.mkdir(folder)
    try:
        yield os.path.join(folder, "told")
    finally:
        shutil.rmtree(folder)


def reset(place, command, given):
    for name in os.listdir(place.folder):
        if name not in given:
            path = place.path(name)
            shutil.rmtree(path) if os.path.isdir(path) and not os.path.islink(path) else os.unlink(path)
    for name, before in command.before.items():
        if before is not None:
            place.write(name, before)


def names(told):
    """Of the files that a fault met, as people know them: without what is put behind the name while it is written."""
    with open(told, encoding="utf-8") as file:
        paths = [line.rstrip("\n").split(" ", 1)[1] for line in file]
    folder = os.path.dirname(told).removesuffix("-apart")
    paths += [" .:" for path in paths if path == folder]
    paths = ["standard output" if path == told + ".out" else path for path in paths]
    return {re.sub(r"(\.part|\.checkpoint|\.[A-Za-z0-9]{6}|-wal|-shm|-journal)$", "", os.path.basename(path)) for path in paths}


def aside(place, name, before):
    """Whether a file that could not be read is kept whole by another name."""
    stem, ending = os.path.splitext(name)
    return content(place, name) is None and content(place, stem + "-damaged-1" + ending) == before


def check_faulty(place, command, reference, before, told, result, must_be_same, partly):
    status, out, text = result
    assert 0 <= status <= 12 and not CRASH.search(text), "it crashed (%d): %s" % (status, text)
    for name in command.before:
        now = content(place, name)
        if name.endswith(".db") and set(before[name] or []) <= set(reference[name]):
            assert set(before[name] or []) <= set(now or []) <= set(reference[name]), name + " lost games, or has others"
        else:
            assert now in (before[name], reference[name]) or aside(place, name, before[name]) or (status and partly and is_whole(name, now)), \
                "%s is neither the old nor the new one" % name
    if status == 0:
        assert out == reference["standard output"], "all is said to be well, and something else is said"
        for name in command.before:
            assert content(place, name) == reference[name], "all is said to be well, and %s is not" % name
    else:
        assert not must_be_same, "this must not disturb it: %s" % text
        met = names(told)
        text += out.decode()  # where matches tell which engine failed
        assert text.strip(), "it failed and does not say why"
        assert any(name in text for name in met) or met <= {"fork", "pipe", "memory"} or any(name.startswith("pipe:") for name in met), \
            "what failed (%s) is not named: %s" % (", ".join(met), text)


def try_fault(place, command, told, given, reference, before, kind, way, n, under):
    """Whether the run met it."""
    if os.path.exists(told):
        os.unlink(told)
    reset(place, command, given)
    on = "+" if way.endswith("+") else " "
    fault = "%s %s %d%s %s" % (kind, way.rstrip("+"), n, on, under)
    result = run(place, command, told, fault)
    if not os.path.exists(told):
        return False
    try:
        check_faulty(place, command, reference, before, told, result, (kind, way) in SAME or kind == "clock",
                     command.partly is True or (command.partly and under == "pipe:"))
        if not command.again or b"\nfaults " in result[1]:  # the game that an engine has lost so stays in the journal
            reset(place, command, given)
        status, out, text = run(place, command, told)
        assert status == 0, "afterwards it fails: %s" % text
        assert out == reference["standard output"] or not command.repeats, "afterwards it says something else"
        for name in command.before:
            assert content(place, name) == reference[name], "afterwards %s is another" % name
        left = set(os.listdir(place.folder)) - given - set(command.before) - set(command.grows)
        # SQLite leaves these where it has only read
        left = {name for name in left if not re.search(r"\.db-(wal|shm)$", name)}
        assert not left, "is left: %s" % ", ".join(left)
        place.check_no_engines()
    except AssertionError as wrong:
        print("# %s: %s\n# %s" % (fault, shlex.join(command.words), str(wrong).replace("\n", "\n# ")), flush=True)
        raise
    return True


def numbers(quick):
    """Of the calls that fail: all, but of many only some, with ever larger steps."""
    n = 2 if quick else 1
    while n < (3 if quick else 10 ** 6):
        yield n
        n += 1 + n // 12


def try_all(place, command):
    with apart(place) as told:
        return try_with(place, command, told)


def try_with(place, command, told):
    given = set(os.listdir(place.folder)) - set(command.before) - set(command.grows)
    reset(place, command, given)
    before = {name: content(place, name) for name in command.before}
    status, out, text = run(place, command, told)
    assert status == 0, text
    reference = {name: content(place, name) for name in command.before}
    reference["standard output"] = out
    quick = not matchdriver.THOROUGH
    faults = [(kind, way, place.folder) for kind, way in ON_FILES]
    faults += [(kind, way, "pipe:") for kind, way in ON_PIPES] if command.engines else []
    faults += [("memory", "ENOMEM", str(LARGE)), ("clock", "EIO", "-")]
    met, failed = 0, []
    for kind, way, under in faults:
        if quick and (kind, way) not in command.quick:
            continue
        for n in [1] if kind == "clock" else numbers(quick):
            try:
                if not try_fault(place, command, told, given, reference, before, kind, way, n, under):
                    break
                met += 1
            except (AssertionError, ValueError, sqlite3.Error, subprocess.TimeoutExpired) as wrong:
                failed.append("%s %s %d %s: %s" % (kind, way, n, under, wrong))
                if len(failed) > 20:
                    break
    print("# %d faults met, each survived" % met if not failed else "# %d faults met, %d not survived" % (met, len(failed)))
    assert not failed, "\n".join(failed)
    assert met, "no fault was met"
    return met


# --- the commands, with what they are given ---

RULES = "ludii:columns=5"


def play(place, name, *more):
    place.run(*place.engine("A"), *place.engine("B"), "--games", "2", "--rules", RULES, "--depth", "1", "--seed", "1", "--no-times",
              "--quiet", *more, "--record", place.path(name))


def judge(place, nodes):
    return ["--engine", "cmd=%s,name=E%s" % (place.path("engine"), matchdriver.TOLD), "--nodes", str(nodes), "--quiet"]


def match(place):
    play(place, "old.tab")
    old = place.read("old.tab")
    os.unlink(place.path("old.tab"))
    words = [*place.engine("A"), *place.engine("B"), "--games", "4", "--rules", RULES, "--depth", "1", "--seed", "1", "--no-times", "--quiet",
             "--on-error", "stop", "--record", "m.tab", "--json", "m.json", "--report", "m.html", "--journal", "m.journal", "--resume"]
    return Command([matchdriver.MATCH, *words], {"m.tab": old, "m.json": b"{}\n", "m.html": None}, ["m.journal"],
                   quick=[("write", "ENOSPC"), ("sync", "EIO")], partly=True)


def merge(place):
    for part in ("1/2", "2/2"):
        play(place, "part.tab", "--journal", place.path("part%s.journal" % part[0]), "--shard", part)
    old = place.read("part.tab")
    os.unlink(place.path("part.tab"))
    words = ["merge", "part1.journal", "part2.journal", "--quiet", "--record", "m.tab", "--json", "m.json", "--report", "m.html"]
    return Command([matchdriver.MATCH, *words], {"m.tab": old, "m.json": b"{}\n", "m.html": b"<p>\n"}, engines=False)


def analyse(place):
    play(place, "g.tab")
    words = ["analyse", *judge(place, 5), "--csv", "a.csv", "--json", "a.json", "--html", "a.html", "--record", "a.tab", "--journal",
             "a.journal", "g.tab"]
    return Command([matchdriver.MATCH, *words], {"a.csv": b"old\n", "a.json": None, "a.html": b"<p>\n", "a.tab": None}, ["a.journal"], partly=ENGINE)


def evaluate(place):
    place.write("positions.txt", b"ludii:columns=5 ; start ; 2\nwalker:columns=5 ; start\n")
    return Command([matchdriver.MATCH, "evaluate", *judge(place, 5), "--output", "e.csv", "positions.txt"], {"e.csv": b"old\n"}, partly=ENGINE)


def db_import(place):
    play(place, "first.tab", "--event", "First")
    play(place, "g.tab")
    place.run("db", "import", "--quiet", "--db", place.path("d.db"), place.path("first.tab"))
    old = place.read("d.db")
    os.unlink(place.path("d.db"))
    return Command([matchdriver.MATCH, "db", "import", "--quiet", "--db", "d.db", "g.tab"], {"d.db": old}, engines=False, repeats=False)


def db_import_new(place):
    play(place, "g.tab")
    return Command([matchdriver.MATCH, "db", "import", "--quiet", "--db", "d.db", "g.tab"], {"d.db": None}, engines=False, repeats=False)


def db_export(place):
    play(place, "g.tab")
    place.run("db", "import", "--quiet", "--db", place.path("given.db"), place.path("g.tab"))
    return Command([matchdriver.MATCH, "db", "export", "--db", "given.db", "--output", "x.tab"], {"x.tab": b"old\n"}, engines=False)


def db_remove(place):
    play(place, "g.tab")
    place.run("db", "import", "--quiet", "--db", place.path("g.db"), place.path("g.tab"))
    old = place.read("g.db")
    os.unlink(place.path("g.db"))
    return Command([matchdriver.MATCH, "db", "remove", "--db", "g.db", "--min-turns", "1"], {"g.db": old}, engines=False, again=False)


def problems(place):
    play(place, "g.tab")
    words = ["problems", *judge(place, 5), "--rollouts", "4", "--tries", "1", "--loss", "0", "--margin", "0", "--errors", "0",
             "--candidates", "2", "--min-choices", "2", "--output", "p.tab", "--journal", "p.journal", "g.tab"]
    return Command([matchdriver.MATCH, *words], {"p.tab": b"old\n"}, ["p.journal"], partly=ENGINE)


def rate(place):
    play(place, "g.tab")
    return Command([matchdriver.MATCH, "rate", *judge(place, 5), "--level-nodes", "5", "--levels", "0,10", "--decisions", "2", "--output",
                    "r.txt", "g.tab"], {"r.txt": b"old\n"}, partly=ENGINE)


def study_rules(place):
    return Command([matchdriver.MATCH, "study-rules", *judge(place, 2), "--games", "2", "--no-luck", "--level", "none", "--csv", "s.csv",
                    "--json", "s.json", "--html", "s.html", RULES], {"s.csv": b"old\n", "s.json": None, "s.html": b"<p>\n"})


def openings(place):
    words = ["openings", "--engine", "cmd=%s,name=E%s" % (place.path("engine"), matchdriver.TOLD), "--quiet", "--rollouts", "2", "--longest",
             "1", "--truncate", "2", "--output", "o.csv", RULES]
    return Command([matchdriver.MATCH, *words], {}, ["o.csv"])


def tables(place):
    words = [TABLES, "build", "walker:columns=5", "--pieces", "1,1", "--resume", "-o", "t.tabtable"]
    return Command(words, {"t.tabtable": b""}, engines=False, repeats=False)


def train(place):
    words = [TRAIN, RULES, "-o", "n.net", "-n", "64", "--hidden", "32", "-s", "1", "--round", "32", "-k", "n.state", "--resume", "--plot",
             "n.svg"]
    return Command(words, {"n.net": None}, ["n.state", "n.svg"], engines=False)


# --- what the window writes, by model-writer ---

GAME = """[White "Ada"]
[Black "Ben"]
[Rules "ludii"]
[Result "*"]

1. w 2 2:a7b6
*
"""


def model(action, name, before, grows=(), **more):
    words = [os.path.join(matchdriver.BUILD, "tests", "model-writer"), action, name]
    return Command([os.path.abspath(words[0]), *words[1:]], {name: before}, grows, engines=False, repeats=False, **more)


def kept_game():
    return b"[game]\nrecord=%s\nplace=\nchanged=true\n" % GAME.encode().replace(b"\n", b"\\n")


def window_save(place):
    return model("save", "games.tab", GAME.encode(), again=False)


def window_keep(place):
    return model("keep", "game.ini", kept_game())


def window_take_up(place):
    return model("take-up", "game.ini", kept_game(), again=False)


def window_engine(place):
    return model("engine", "engines.ini", b"[Other]\ncommand=other;\n", again=False)


def window_rules(place):
    return model("rules", "rulesets.ini", b"# mine\n[Other]\nrules=bell\n")


def window_answer(place):
    return model("answer", "problems.ini", b"[another]\nanswers=1\nright=1\nlast=2026-11-01\nloss=0\nknown=1\ninterval=6\nease=2.5\ndue=2026-12-03\n",
                 ["problems.ini.lock"], again=False)


def window_wait(place):
    return model("wait", "finished-games.tab", GAME.encode(), again=False)


def window_store(place):
    place.write("first.tab", GAME.encode())
    place.run("db", "import", "--quiet", "--db", place.path("games.db"), place.path("first.tab"))
    old = place.read("games.db")
    os.unlink(place.path("games.db"))
    return model("store", "games.db", old)


WINDOW = {function.__name__.replace("_", "-"): function for function in
          (window_save, window_keep, window_take_up, window_engine, window_rules, window_answer, window_wait, window_store)}


def test_large_files(place):
    """Files of megabytes where there is memory for small things only: each is named, or named for what it is; nobody aborts."""
    game = b"[Event \"%s\"]\n[Rules \"ludii\"]\n\n*\n\n" % (b"x" * 50000)
    place.write("large", game * (LARGE // 25000))
    place.write("line", b"[Event \"" + b"x" * 2 * LARGE + b"\"]\n\n*\n")
    words = [["merge"], ["db", "import", "--db", "d.db"], ["evaluate", *judge(place, 5)], ["analyse", *judge(place, 5)], ["rate", *judge(place, 5)],
             ["problems", *judge(place, 5)], ["analyse", *judge(place, 5), "small", "--journal"], ["problems", *judge(place, 5), "small", "--journal"],
             ["openings", "--engine", "cmd=" + place.path("engine"), RULES, "--output"]]
    play(place, "small")
    commands = [[matchdriver.MATCH, *command, name] for command in words for name in ("large", "line")]
    commands += [[matchdriver.MATCH, *place.engine("A"), *place.engine("B"), "--openings", "file=" + name] for name in ("large", "line")]
    commands += [[matchdriver.MATCH, *place.engine("A"), *place.engine("B"), "--sticks", "file=" + name] for name in ("large", "line")]
    commands += [[TABLES, "info", "large"], [TRAIN, RULES, "-o", "n.net", "-n", "64", "-k", "large", "--resume"], [TRAIN, RULES, "-o", "n.net", "-n", "64", "--from", "large"]]
    wrong = []
    with apart(place) as told:
        for command in commands:
            for name in ("d.db", "d.db-wal", "d.db-shm"):
                if os.path.exists(place.path(name)):
                    os.unlink(place.path(name))
            status, _, text = run(place, Command(command, {}), told, "memory ENOMEM 1+ %d" % LARGE)
            if status < 0 or CRASH.search(text) or (status and not re.search("large|line|memory", text)):
                wrong.append("%s\n%s" % (shlex.join(command), text[:300]))
            elif not os.path.exists(told):
                print("# no fault: %s: %s" % (shlex.join(command), text[:100]))
            else:
                print("# %s: %d %s" % (shlex.join(command), status, text[:100]))
                os.unlink(told)
    assert not wrong, "\n".join(wrong)


COMMANDS = {function.__name__.replace("_", "-"): function for function in
            (match, merge, analyse, evaluate, db_import, db_import_new, db_export, db_remove, problems, rate, study_rules, openings, tables, train)}


def test_of(function):
    def test(place):
        figures["faults"] += try_all(place, function(place))
        figures["commands"] += 1
    test.__name__ = "test_" + function.__name__
    return test


if __name__ == "__main__":
    COMMANDS.update(WINDOW if os.path.exists(os.path.join(matchdriver.BUILD, "tests", "model-writer")) else {})
    asked = sys.argv[1:] or (COMMANDS if matchdriver.THOROUGH else ["match"])
    figures = {"faults": 0, "commands": 0}
    try:
        matchdriver.main(*[test_of(COMMANDS[name]) for name in asked], *([test_large_files] if matchdriver.THOROUGH and not sys.argv[1:] else []))
    finally:
        print("# injected faults: %(faults)d calls of %(commands)d commands failed in turn, each survived" % figures)
