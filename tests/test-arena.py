#!/usr/bin/python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""What the options of tab-match do, seen in records, journals and logs of real matches; and many games among engines that
fail in every way."""
import collections
import json
import os
import re
import select
import shutil
import signal
import subprocess
import time
import unittest

import matchdriver

FAKE = os.path.join(matchdriver.BUILD, "tests", "fake-engine")
SHORT = ["--no-times", "--depth", "1", "--rules", "walker", "--seed", "1"]
SMALL = ["--no-times", "--depth", "1", "--rules", "walker:columns=5,pieces=3", "--seed", "1"]  # what takes a judge or an engine of ours long

BYTES = os.fsdecode(b"\xff")  # a name, but no UTF-8


def games(text):
    """The games of a record: tags, and turns as (side, throws, turn, notes)."""
    for part in re.split(r"\n(?=\[Format )", text):
        tags = dict(re.findall(r'^\[(\w+) "(.*)"\]$', part, re.M))
        turns = re.findall(r"^\d+\. ([wb]) ([\d,]+)(?: (\S*:\S*))?(.*)$", part, re.M)
        yield tags, turns


def record(place, name):
    return list(games(place.read(name + ".tab").decode()))


def throws_of(turns, side):
    return [throw for who, throws, *_ in turns if who == side for throw in throws.split(",")]


def agree(first, second):
    """Whether two lists are the same as far as the shorter one goes."""
    return all(a == b for a, b in zip(first, second))


def engine_of_ours(place, name, eval_name="random", more=""):
    return place.engine(name, "engine", ",option.Eval=%s%s" % (eval_name, more))


def fake(name, *switches):
    words = " ".join(["--rules", "'any columns 5 29'", *switches])
    return ["--engine", "cmd=%s %s,name=%s%s" % (FAKE, words.replace(",", "\\,"), name, matchdriver.TOLD)]


def test_pairs_share_their_sticks(place):
    place.run(*engine_of_ours(place, "A"), *engine_of_ours(place, "B", "greedy"), *SHORT, "--games", "20", *place.outputs("a"))
    played = record(place, "a")
    assert len(played) == 20
    openings = set()
    for (tags, turns), (other, others) in zip(played[::2], played[1::2]):
        assert tags["White"] == other["Black"] and tags["Black"] == other["White"]
        assert tags["Seed"] == other["Seed"] and tags["Opening"] == other["Opening"]
        for side in "wb":
            assert agree(throws_of(turns, side), throws_of(others, side)), "the throws of %s differ" % side
        openings.add(tags["Seed"])
    assert len(openings) == 10
    assert any(a[1] != b[1] for a, b in zip(played[::2], played[1::2])), "the games of all pairs were the same"


def test_without_pairs(place):
    place.run(*place.engine("A"), *place.engine("B"), *SHORT, "--no-pairs", "--games", "10", *place.outputs("a"))
    assert len({tags["Seed"] for tags, _ in record(place, "a")}) == 10


def test_words_apart(place):
    """Lists may be written as fastchess users do."""
    a, b = place.path("random"), place.path("engine")
    out, _ = place.run("--engine", "cmd=" + a, "name=A", "--engine=cmd=" + b, "name=B", "option.Eval=random", "--each",
                       "depth=1", "-rwalker", "-g2", "-s", "1", "-c2", "--sprt", "elo0=0", "elo1=5", expect=11)
    assert out.decode().startswith("score A +")


def test_words_of_other_runners(place):
    """What means the same is taken; for the rest ours is named, and nothing is played or written."""
    engines = [*place.engine("A", more=",timemargin=3000"), *place.engine("B")]
    words = ["-engine", *engines[1:2], "-engine", *engines[3:], "-each", "depth=1", "-rules", "walker", "-tournament", "roundrobin",
             "--no-times", "-ratinginterval", "2", "-recover", "-log", "file=" + place.path("log")]
    _, text = place.run(*words, "-rounds", "3", "-games", "2", "-repeat", "-srand", "1", *place.outputs("a"))
    assert text.count("first mover ") == 4 and b" > tep" in place.read("log"), text
    place.run(*words, "--rounds=2", "--games=4", "-repeat", "2", "-srand=1", *place.outputs("b"))
    counts = [len(record(place, name)) for name in "ab"]
    assert counts == [6, 8] and record(place, "b")[:6] == record(place, "a"), counts
    for foreign, ours in ((["-config", "file=x.json"], "--journal"), (["-pgnout", "file=x.pgn"], "--record"), (["-pgnout", "x.pgn"], "--record"),
                          (["--maxmoves", "200"], "--max-turns"), (["-tb", "x"], "--tables"), (["-variant", "x"], "--rules"),
                          (["-noswap"], "--no-pairs"), (["-scoreinterval", "1"], "--rating-interval"), (["-debug"], "--log"),
                          (["-output", "format=cutechess"], "--json"), (["-report", "penta=true"], "--report"), (["-site", "x"], "--event"),
                          (["-log", "file=x", "level=trace"], "--log FILE writes every line"), (["-compliance", "x"], "conform"),
                          (["-resign", "movecount=3", "score=600"], "win="), (["-csomething", "2"], "'-csomething' is no option"),
                          (["--maxmoves=200"], "'--maxmoves=200' is a word of other match runners"), (["---tb", "x"], "Unknown option ---tb"),
                          (["-tbx"], "Unknown option -tbx"), (["-log"], "--log"), (["-report"], "--report")):
        place.refuse(*engines, *SHORT, *foreign, name=ours)
    log = ["-log", "file=" + place.path("one.log")]
    place.refuse(*engines, *SHORT, *log, "-wait", "1", name="'-wait' is a word of other match runners")
    for more in ([], ["-repeat"]):  # what follows is no word of its list
        place.write("one.log", b"")
        place.run(*engines, *SHORT, "-g2", "-force-concurrency", *log, *more)
        assert b" > tep" in place.read("one.log"), more
    place.refuse(*engines, *SHORT, "-repeat", "--no-pairs", name="--pairs beside --no-pairs")
    for name in ("games", "rounds", "movetime", "depth", "nodes"):
        place.refuse(*engines, *SHORT, "--" + name, "0", name="--%s is from 1 to " % name)
    place.refuse(*engines, *SHORT, "--tc", "soon", name="tab-match: --tc: bad time control 'soon'")
    place.refuse("replay", *engines, *SHORT, name="'replay' belongs to no option")
    place.refuse(*engines, *SHORT, "--games", "10000000", "--rounds", "5000000", name="more than 10000000 games")


def test_refused_options(place):
    """What cannot be, alone or beside another option, is said by its name, and nothing is played."""
    engines = [*place.engine("A"), *place.engine("B")]
    place.write("o.txt", b"nnnnnnnnn/9/9/NNNNNNNNN w - - 1\n")
    for words, name in (
            (["--tournament", "cup"], "--tournament is round-robin or gauntlet, not 'cup'"),
            (["--tournament", "gauntlet", "--seeds", "2"], "--seeds leaves no engine to play against"),
            (["--seeds", "2"], "--seeds needs --tournament gauntlet"),
            (["--games", "2", "--rules", "ludii", "--rules", "lane"], "no game is left for lane: 2 rulesets take 3 games"),
            (["--tables", "pieces=2"], "--tables"),
            (["--judge", "cmd=" + place.path("random") + ",tc=1+1"], "--judge has depth=, nodes= or movetime=, and no clock"),
            (["--judge", "name=J"], "--judge"),
            (["--resume"], "--resume needs a --journal"),
            (["--shard", "1/2"], "--shard needs a --journal"),
            (["--shard", "1/2", "--journal", place.path("j")], "--shard needs a --seed"),
            (["--shard", "3/2", "--journal", place.path("j"), "--seed", "1"], "--shard"),
            (["--append"], "--append needs a --record"),
            (["--append", "--journal", place.path("j"), "--record", place.path("r.tab")], "--append beside --journal"),
            (["--no-times", "--date", "2026.01.01"], "--date beside --no-times"),
            (["--date", "1.1.2026"], "--date is written YYYY.MM.DD, not '1.1.2026'"),
            (["--event", BYTES], "--event: '\ufffd' is not UTF-8"),
            (["--engine", "cmd=" + BYTES], "engine: 'cmd=\ufffd' is not UTF-8"),
            (["--openings", "order=" + BYTES], "--openings: 'order=\ufffd' is not UTF-8"),
            (["--openings", "file=" + BYTES], "cannot open \ufffd: "),
            (["--on-error", "cry"], "--on-error is forfeit or stop, not 'cry'"),
            (["--games", "10000001"], "--games is from 1 to 10000000"),
            (["--margin", "-1"], "--margin is from 0 to 3600000"),
            (["--concurrency", "1025"], "--concurrency is from 1 to 1024"),
            ([*place.engine("C"), "--games", "5000000"], "that is more than 10000000 games"),
            (["--patience", "nan"], "--patience is from 0.001 to 86400 seconds"),
            (["--sticks", "w=0,0,1,0,0"], "sticks 'w=0,0,1,0,0': the opening of standard would hardly end, which needs a 1"),
            (["--openings", "frob=1"], "--openings: 'frob=1' is none of file=…, order=…, start=…"),
            (["--openings", "file=x,start=0"], "--openings: start=0 is not a whole number from 1"),
            (["--journal", "/dev/full"], "/dev/full is no regular file"),
            (["--log", place.folder], "cannot write %s: Is a directory" % place.folder),
            (["--record", place.folder], "cannot write %s: Is a directory" % place.folder),
            (["--stderr", place.path("o.txt")], "cannot make the folder " + place.path("o.txt")),
            (["--engines", place.folder], "--engines wants a key file"),
            (["--resign", "win=2"], "--resign"),
            (["--draw", "turns=x"], "--draw"),
            (["--sprt", "elo0=5"], "--sprt"),
            ([*place.engine("C"), "--sprt", "elo0=0,elo1=5"], "--sprt needs two engines, not 3"),
            (["--openings", "order=random"], "--openings needs file=FILE"),
            (["--openings", "file=" + place.path("o.txt") + ",order=odd"], "order"),
            (["--openings", "file=" + place.path("missing.txt")], "missing.txt"),
            (["--rules", "walker", "--openings", "file=" + place.path("o.txt") + ",start=2"], "start"),
            (["--sticks", "p=2"], "sticks: "),
            (["--sticks", "file=" + place.path("missing.txt")], "missing.txt"),
            (["--rules", "chess"], "chess"),
            (["--columns", "4"], "4"),
            (["--columns", ""], "--columns needs a width"),
            (["--rules", "bell:columns=9", "--columns", "11"], "--columns 11 with --rules bell:columns=9: key given twice: 'columns'"),
            (["--json", ""], "--json needs the name of a file"),
            (["--report", ""], "--report needs the name of a file"),
            (["--patience", "0"], "--patience is from 0.001 to 86400 seconds"),
            (["--quit-time", "1e9"], "--quit-time is from 0.001 to 86400 seconds"),
            (["--max-turns", "0"], "--max-turns is from 1 to 1000000"),
            (["--concurrency", "0"], "--concurrency"),
            (["--seed", "-1"], "--seed"),
            (["--engines", place.path("missing.ini")], "missing.ini")):
        place.refuse(*engines, *words, name=name)
    place.refuse(*place.engine("A"), name="--engine is needed twice at least")
    assert not os.path.exists(place.path("j")) and not os.path.exists(place.path("r.tab"))


def test_gauntlet_and_round_robin(place):
    names = ["A", "B", "C", "D"]
    engines = [word for name in names for word in place.engine(name)]
    for words, meet in ((["--tournament", "gauntlet", "--seeds", "2"], lambda a, b: (a in "AB") != (b in "AB")),
                        (["--tournament", "round-robin"], lambda a, b: a != b)):
        out, _ = place.run(*engines, *SHORT, *words, "--rounds", "2", "-c", "2", *place.outputs("t"))
        assert [line.split()[1] for line in out.decode().splitlines()] == names
        met = collections.Counter((tags["White"], tags["Black"]) for tags, _ in record(place, "t"))
        for a in names:
            for b in names:
                assert met[a, b] == (2 if a != b and meet(a, b) else 0), (a, b, met)


def test_many_engines_at_many_rules(place):
    """More engines than a worker keeps running; every ruleset at every width."""
    engines = [word for number in range(10) for word in place.engine("E%d" % number)]
    place.run(*engines, *SHORT[:3], "--seed", "1", "--rules", "walker", "--rules", "lane:pieces=8", "--columns", "9,11",
              "--games", "8", "-c", "3", *place.outputs("t"))
    played = record(place, "t")
    assert len(played) == 8 * 45
    assert {tags["Rules"] for tags, _ in played} == {"walker", "walker:columns=11", "lane:pieces=8",
                                                     "lane:columns=11,pieces=8"}, {tags["Rules"] for tags, _ in played}
    assert all(tags["Termination"] in ("normal", "no-progress", "turn-limit") for tags, _ in played)


def test_limits_of_each_engine(place):
    place.run(*engine_of_ours(place, "A", "hand", ",depth=2"), *engine_of_ours(place, "B", "hand", ",nodes=50"),
              "--rules", "walker", "--games", "2", "--seed", "1", *place.outputs("a"))
    tags, turns = record(place, "a")[0]
    assert tags["WhiteTimeControl"] == "depth=2" and tags["BlackTimeControl"] == "nodes=50", tags
    assert max(int(depth) for side, _, _, notes in turns for depth in re.findall(r"depth=(\d+)", notes) if side == "w") == 2


def test_stored_engines(place):
    place.write("mine.ini", ("[First]\ncommand=%s;\n\n[Second]\ncommand=%s;\noption.Eval=greedy\n" %
                             (place.path("random"), place.path("engine"))).encode())
    out, _ = place.run("--engines", place.path("mine.ini"), *SHORT, "--games", "2")
    assert out.decode().startswith("score First ")
    out, _ = place.run("--engines", place.path("mine.ini"), "--engine", "conf=Second", "--engine", "conf=First", *SHORT,
                       "--games", "2")
    assert out.decode().startswith("score Second ")
    place.refuse("--engines", place.path("mine.ini"), "--engine", "conf=Third", *place.engine("A"), name="Third")
    for text in ('{"engines": [{"name": "A", "command": "a"}]}\n', '[{"name": "A", "command": "a"}]\n', "[\n  {\n    \"name\": \"A\"\n"):
        place.write("e.json", text.encode())
        place.refuse("--engines", place.path("e.json"), name="--engines wants a key file, in which a group [NAME]")
        place.refuse("--engines", place.path("e.json"), name=place.path("e.json") + ": ")


def test_stored_engines_are_read_where_they_are_asked_for(place):
    os.mkdir(place.path("tab"))
    place.write("tab/engines.ini", b"nonsense\n")
    words = [*place.engine("A"), *place.engine("B"), *SHORT, "--games", "2"]
    judge = ["--judge", "cmd=%s --conf=none,nodes=10" % place.path("engine")]

    def play(*words):
        return subprocess.run([matchdriver.MATCH, *words], env={**os.environ, "XDG_CONFIG_HOME": place.folder},
                              capture_output=True, timeout=matchdriver.DEADLINE, check=False)
    assert play(*words).returncode == 0
    assert play(*words, "--engines", place.path("tab/engines.ini")).returncode == 1
    for asks in ("--engine", "--judge"):
        done = play(*words, asks, "conf=Mine")
        assert done.returncode == 1 and b"engines.ini: " in done.stderr, done
    place.write("none.tab", b"")
    assert b"engines.ini" not in play("luck", *judge, place.path("none.tab")).stderr
    assert b"engines.ini: " in play("luck", "--judge", "conf=Mine", place.path("none.tab")).stderr


def somebody_else():
    """What has subprocess start a program as one who may not do everything, as root may. A namespace may have root alone."""
    if os.geteuid() != 0:
        return {}
    with open("/proc/self/uid_map", encoding="ascii") as file:
        ranges = [tuple(map(int, line.split())) for line in file]
    if not any(first <= 65534 < first + count for first, _, count in ranges):
        raise unittest.SkipTest("there is nobody but root here")
    return {"user": 65534, "group": 65534, "extra_groups": []}


def test_what_may_not_be_read_or_written(place):
    """It is told as that, also where the file is not there yet. Root may all, so it plays nobody."""
    shutil.copy(matchdriver.MATCH, place.path("tab-match"))
    os.chmod(place.folder, 0o755)
    for name, mode in (("full", 0o555), ("closed", 0o000)):
        os.mkdir(place.path(name))
        os.chmod(place.path(name), mode)
    someone = somebody_else()
    words = [place.path("tab-match"), *place.engine("A"), *place.engine("B"), *SHORT, "--games", "2"]
    for option, name in (("--record", "full/a"), ("--record", "closed/a"), ("--json", "full/a"), ("--engines", "closed/a")):
        done = subprocess.run([*words, option, place.path(name)], capture_output=True, timeout=matchdriver.DEADLINE, check=False,
                              **someone)
        text = matchdriver.complaints(done)
        assert done.returncode == 1 and place.path(name) + ": Permission denied" in text, text
    place.refuse(*words[1:], "--json", place.path("gone/a"), name=place.path("gone/a") + ": No such file")
    # a file of one's own in such a folder can be written on, but not be replaced by another; that is told before the match
    os.chmod(place.path("full"), 0o755)
    for name in ("full/own", "own"):
        place.write(name, b"")
        os.chmod(place.path(name), 0o666)
    os.chmod(place.path("full"), 0o555)
    os.symlink("full/own", place.path("link"))
    for option, name, kept in (("--json", "full/own", False), ("--report", "full/own", False), ("--json", "link", False), ("--record", "full/own", False),
                               ("--log", "full/own", True), ("--json", "/dev/null", True)):
        done = subprocess.run([*words, option, os.path.join(place.folder, name)], capture_output=True, timeout=matchdriver.DEADLINE, check=False,
                              **someone)
        text = matchdriver.complaints(done)
        assert (done.returncode == 0) == kept and (done.stdout != b"") == kept, (option, name, text)
        assert kept or text.splitlines()[-1].endswith(name + ": Permission denied"), (option, name, text)
    done = subprocess.run([*words, "--append", "--record", place.path("full/own")], capture_output=True, timeout=matchdriver.DEADLINE, check=False, **someone)
    assert done.returncode == 0 and place.read("full/own").count(b"[Round ") == 2, done.stderr
    place.refuse(*words[1:], "--engines", place.path("gone/a"), name=place.path("gone/a") + ": No such file")
    os.chmod(place.path("closed"), 0o755)


def test_environment_and_folder(place):
    """An engine gets its variables, arguments and working folder."""
    place.write("env.sh", b"#!/bin/sh\npwd >where\necho \"$TAB_WORD $1 $2\" >said\nexec \"$TAB_PLAYER\"\n")
    os.chmod(place.path("env.sh"), 0o755)
    os.mkdir(place.path("there"))
    place.run("--engine", "cmd=%s one,arg=two,name=A,dir=%s,env.TAB_WORD=word,env.TAB_PLAYER=%s" %
              (place.path("env.sh"), place.path("there"), place.path("random")), *place.engine("B"), *SHORT, "--games", "2")
    assert place.read("there/said") == b"word one two\n"
    assert place.read("there/where").decode().strip() == os.path.realpath(place.path("there"))


def test_nothing_is_left_behind(place):
    """What an engine has started ends with it, in a session of its own, too: also when tab-match is killed by SIGKILL."""
    session = "" if matchdriver.is_emulated() else "setsid "  # QEMU lets no tab-reaper look after the children of others
    os.symlink(shutil.which("sleep"), place.path("sleep"))
    place.write("child.sh", ("#!/bin/sh\n%s%s 60 &\nexec %s\n" % (session, place.path("sleep"), place.path("random"))).encode())
    os.chmod(place.path("child.sh"), 0o755)
    words = ["--engine", "cmd=%s,name=A" % place.path("child.sh"), *place.engine("B"), "--rules", "walker"]
    place.run(*words, "--games", "2", "--depth", "1")
    assert not place.engines_left(), "left by a match that has ended"
    with subprocess.Popen([matchdriver.MATCH, *words, "--games", "1000000", "--movetime", "1000", "--quiet"],
                          stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as match:
        end = time.monotonic() + matchdriver.DEADLINE
        while len(place.engines_left()) < 3:
            assert time.monotonic() < end, place.engines_left()
            time.sleep(0.005)
        match.kill()
    place.check_no_engines()


def test_inherited_environment(place):
    """An engine gets no more of the environment than every program needs, unless all is asked for."""
    place.write("env.sh", b'#!/bin/sh\necho "${SECRET-unset} $HOME" >"$1"\nexec "$2"\n')
    os.chmod(place.path("env.sh"), 0o755)
    play = ["--engine", "cmd=%s %s %s,name=A" % (place.path("env.sh"), place.path("said"), place.path("random")), *place.engine("B"),
            *SHORT, "--games", "2"]
    for more, said in (([], "unset"), (["--each", "inherit-env=yes"], "word")):
        subprocess.run([matchdriver.MATCH, *play, *more], env={**os.environ, "SECRET": "word", "HOME": "/home/me"}, check=True,
                       capture_output=True, timeout=matchdriver.DEADLINE)
        assert place.read("said").decode() == said + " /home/me\n", place.read("said")


def test_mistakes_of_authors(place):
    """What an engine's author gets wrong at first is told in words that lead on, and with one name."""
    loop = ("while read -r verb rest; do case $verb in tep) echo '%s'; echo '%s';; isready) echo readyok;; "
            "go) echo '%s'; %s;; quit) exit;; esac; done")
    any_rules = "rules any columns 5 29"
    for script, words in (
            ("exit 0", "engine own: ended with status 0; it had not said tepok"),
            ("echo usage: own FILE; exit 3", "engine own: ended with status 3; it said “usage: own FILE”"),
            ("sleep 20", "engine own: did not answer in time (no tepok; it said nothing at all: does it flush its lines?)"),
            ("echo Welcome; sleep 20", "engine own: does not speak the protocol: it said “Welcome”"),
            ("printf '\\000\\377\\n'; sleep 20", "engine own: does not speak the protocol: it said “\\x00\\xff”"),
            ("exec cat", "engine own: does not speak the protocol: it said “tep”"),
            (loop % (any_rules, "tepok", "", ":"), "engine own: does not speak version 1 of the protocol: it said “tepok”, not “tepok 1”"),
            (loop % ("rules any", "tepok 1", "", ":"), "does not play walker: its handshake has no line “rules <preset>"),
            (loop % (any_rules, "tepok 1", "bestmove", ":"), " own: sent a malformed bestmove: no turn\n"),
            (loop % (any_rules, "tepok 1", "bestmove none", ":"), " own: bestmove none, but its throws (1 2) are to be played, for example as 1:"),
            (loop % (any_rules, "tepok 1", "bestmove 1:a9b9, 2:b9b7", ":"), " own: bestmove 1:a9b9, …: a turn has no blanks and ends in no comma; 1:"),
            (loop % (any_rules, "tepok 1", "Bestmove 2:pass", ":"), " own: did not answer in time (no bestmove, but “Bestmove 2:pass”)"),
            (loop % (any_rules, "tepok 1", "", "printf bestmo; sleep 20"), " own: did not answer in time (no bestmove, but “bestmo” and no line feed)"),
            (loop % (any_rules, "tepok 1", "", "exec >&-; sleep 20"), " own: closed its output"),
            ("#!/no/such/program", "own: its first line asks for /no/such/program: No such file")):
        place.write("own", (script if script.startswith("#!") else "#!/bin/sh\n" + script).encode() + b"\n")
        os.chmod(place.path("own"), 0o755)
        out, text = place.run("--engine", "cmd=" + place.path("own"), *place.engine("B"), "--rules", "walker", "--games", "1", "--no-pairs",
                              "--seed", "1", "--depth", "1", "--handshake-time", "3", "--patience", "0.3", "--grace-time", "0.1", expect=None)
        assert words in text, (script, text)
        assert not out or b"\nfaults own 1\n" in out, (script, out)
    place.refuse("--engine", "cmd=./no-such-own,dir=.", *place.engine("B"), name="cannot start ./no-such-own: No such file or directory in its folder .")
    place.refuse("--engine", place.path("random"), *place.engine("B"), name="a program is written cmd=" + place.path("random"))


def test_engine_that_cannot_start_is_one_line(place):
    """Its name, and why, in words of ours; what it said itself is told once."""
    place.write("closed", b"#!/bin/sh\n")
    place.write("chatty", b"#!/bin/sh\necho first >&2; echo last >&2; exit 3\n")
    place.write("brief", b"#!/bin/sh\necho last >&2; exit 3\n")
    for program in ("chatty", "brief"):
        os.chmod(place.path(program), 0o755)
    ended = "ended with status 3; it last said: last; it had not said tepok"
    for command, said in (
            ("no-such-program", "cannot start no-such-program: PATH has no program of this name"),
            ("brief", "cannot start brief: PATH has no program of this name; the file in this folder is ./brief"),
            ("/no/such", "cannot start /no/such: No such file or directory"),
            (place.path("closed"), "cannot start %s: it is not executable (chmod +x)" % place.path("closed")),
            (place.path("brief") + ",dir=/no/such", "cannot start %s: there is no folder /no/such, in which it is to run" % place.path("brief")),
            (place.path("brief"), ended),
            (place.path("chatty"), ended + "\nfirst")):
        done = subprocess.run([os.path.abspath(matchdriver.MATCH), "--engine", "cmd=%s,name=Mine" % command, *place.engine("B"), "--games", "1",
                               "--depth", "1"], capture_output=True, text=True, timeout=matchdriver.DEADLINE,
                              check=False, cwd=place.folder)
        text = re.sub("^seed .*\n", "", done.stderr)
        assert done.returncode == 1 and not done.stdout and text == "tab-match: engine Mine: %s\n" % said, done
    place.refuse(*place.engine("A"), *place.engine("B"), "--judge", "cmd=/no/such", name="tab-match: judge such: cannot start /no/such: ")


def test_openings(place):
    """Games begin from the positions of a file, each once for both seats."""
    start = "9/1t7/T3t2M(MM)/3(MM)5 w - - 64"
    other = "9/9/3f3(MMMT)1/9 w - - 80"
    place.write("starts", ("# two\n%s\nwalker %s\n" % (start, other)).encode())
    place.run(*place.engine("A"), *place.engine("B"), *SHORT, "--games", "8", "--openings", "file=" + place.path("starts"),
              *place.outputs("a"))
    positions = [tags["Position"] for tags, _ in record(place, "a")]
    assert positions == [start, start, other, other] * 2, positions
    place.run(*place.engine("A"), *place.engine("B"), *SHORT, "--games", "4", "--openings",
              "file=%s,start=2" % place.path("starts"), *place.outputs("a"))
    assert [tags["Position"] for tags, _ in record(place, "a")] == [other, other, start, start]
    place.refuse(*place.engine("A"), *place.engine("B"), *SHORT, "--openings", "file=%s,start=3" % place.path("starts"),
                 name="--openings: start=3 is past the end: %s has 2 for walker" % place.path("starts"))
    place.refuse(*place.engine("A"), *place.engine("B"), *SHORT, "--rules", "bell", "--openings",
                 "file=%s,start=2" % place.path("starts"), name="has 1 for bell")
    place.write("starts", b"nonsense\n")
    place.refuse(*place.engine("A"), *place.engine("B"), *SHORT, "--openings", "file=" + place.path("starts"), name="starts:1: ")


def test_sticks_of_any_bias(place):
    # On a whole board these sticks fall into hands of which an engine lists millions of turns.
    words = [*SMALL, "--games", "40", "--sticks", "p=0.37", *place.outputs("a")]
    place.refuse(*place.engine("A"), *engine_of_ours(place, "B"), *words, name="has no option Sticks")
    place.run(*place.engine("A"), *engine_of_ours(place, "B"), *words, "--allow-unaware", "--log", place.path("log"))
    said = [line.split(b" B > ")[-1] for line in place.read("log").splitlines()
            if b"B > newgame" in line or b"B > setoption name Sticks" in line]
    assert len(said) == 2 * 40, said  # the rules judge the sticks, so they come first
    assert all(line.startswith(b"newgame ") for line in said[::2]), said
    assert set(said[1::2]) == {b"setoption name Sticks value p=0.37"}, said
    played = record(place, "a")
    assert all(tags["Sticks"] == "p=0.37" for tags, _ in played)
    fallen = collections.Counter(throw for _, turns in played for side in "wb" for throw in throws_of(turns, side))
    total = sum(fallen.values())
    assert total > 500, total
    for throw, flats in (("6", 0), ("1", 1), ("2", 2), ("3", 3), ("4", 4)):
        chance = [1, 4, 6, 4, 1][flats] * 0.37 ** flats * 0.63 ** (4 - flats)
        error = (chance * (1 - chance) * total) ** 0.5  # the first throws of the game are held tâbs
        assert abs(fallen[throw] - chance * total) < 5 * error + 40, (throw, fallen)


def test_sticks_of_a_file(place):
    place.write("sticks", b"# a table in Cairo\n1 / 42 13 2 / 3 2 2\n")
    place.run(*place.engine("A"), *place.engine("B"), *SHORT, "--games", "2", "--sticks", "file=" + place.path("sticks"),
              *place.outputs("a"))
    for tags, turns in record(place, "a"):
        assert tags["Opening"] == "w1", tags
        assert throws_of(turns, "w")[:6] == ["1", "4", "2", "1", "3", "2"], turns[:4]  # the tâb of the opening first
        assert throws_of(turns, "b")[:3] == ["3", "2", "2"]


def test_pondering(place):
    """Both engines ponder, the one that waits while the other thinks, and no game is lost by it."""
    place.run(*engine_of_ours(place, "A", "hand", ",ponder=yes"), *engine_of_ours(place, "B", "hand"), "--movetime", "5",
              "--rules", "walker", "--seed", "3", "--games", "2", "--margin", "2000", "--log", place.path("log"),
              *place.outputs("a"))
    lines = place.read("log").decode().splitlines()
    sent = [(line.split()[2], line.split()[4]) for line in lines if line.split()[3] == ">"]
    pondered = [number for number, line in enumerate(lines) if line.endswith("A > go ponder")]
    assert len(pondered) > 20 and not any(line.endswith("B > go ponder") for line in lines)
    assert all(tags["Termination"] in ("normal", "no-progress") for tags, _ in record(place, "a"))
    verbs = [verb for name, verb in sent if name == "A"]
    assert verbs.count("stop") >= len(pondered) - 2, "pondering was not stopped"


def test_a_ponderer_is_stopped_when_the_match_is_broken_off(place):
    """The engine that thinks in its opponent's time is told to end, and none is left behind."""
    ponderer = engine_of_ours(place, "A", "hand", ",ponder=yes,option.Log=" + place.path("heard"))
    words = [matchdriver.MATCH, *ponderer, *fake("mute", "--mute go"), *SHORT, "--games", "2", "-c", "2"]  # A begins one of them
    with subprocess.Popen([*words, "--patience", "600"], stderr=subprocess.PIPE, stdout=subprocess.DEVNULL) as match:
        end = time.monotonic() + 20 * matchdriver.SLOWER
        while time.monotonic() < end and not (os.path.exists(place.path("heard")) and b"> go ponder" in place.read("heard")):
            time.sleep(0.01)
        match.send_signal(signal.SIGINT)
        assert b"once more" in match.stderr.readline()
        match.send_signal(signal.SIGINT)
        assert match.wait(matchdriver.DEADLINE) == 130
    heard = re.findall(r"^> (go ponder|stop|quit)$", place.read("heard").decode(), re.M)
    behind = heard[heard.index("go ponder") + 1:]  # nothing, if it was killed before it could read
    assert heard.count("go ponder") == 1 and (not behind or behind[0] in ("stop", "quit")), heard
    place.check_no_engines()


def test_dumb_ponderers_do_not_hang(place):
    """An engine that never ends its pondering loses; the match goes on."""
    place.run(*fake("deaf", "--mute stop", "--answer none", ), *place.engine("B"), "--ponder", *SHORT, "--games", "2",
              "--grace-time", "0.2", *place.outputs("a"), expect=12)
    assert all(tags["Termination"] in ("silent", "illegal") for tags, _ in record(place, "a"))


def test_resignation_and_draws(place):
    words = [*SHORT[:4], "standard", "--seed", "1", "--games", "4"]
    sad = place.engine("A", "engine", ",option.Eval=hand,depth=1")
    place.run(*sad, *engine_of_ours(place, "B", "hand"), *words, "--resign", "win=0.3,turns=2", *place.outputs("r"))
    played = record(place, "r")
    assert all(tags["Termination"] == "resign" for tags, _ in played), [tags["Termination"] for tags, _ in played]
    for tags, turns in played:
        loser = "b" if tags["Result"] == "1-0" else "w"
        last = [float(re.search("eval=([0-9.]+)", notes).group(1)) for side, _, _, notes in turns if side == loser][-2:]
        assert len(last) == 2 and max(last) <= 0.3, last
    place.run(*sad, *engine_of_ours(place, "B", "hand"), *words, "--draw", "win=0.49,turns=2,number=9", *place.outputs("d"))
    played = record(place, "d")
    assert all(tags["Termination"] == "adjudication" and tags["Result"] == "1/2-1/2" for tags, _ in played)
    assert all(len(turns) >= 12 for _, turns in played)


def test_exact_values_end_games(place):
    judge = "cmd=%s --rules 'any columns 5 29' --info 'win 0.995 level table' --answer none" % FAKE
    place.run(*place.engine("A"), *place.engine("B"), *SHORT, "--games", "2", "--judge", judge, "--tables",
              "win=0.99,pieces=17", *place.outputs("a"))
    for tags, turns in record(place, "a"):
        assert tags["Termination"] == "adjudication", tags
        winner = "w" if tags["Result"] == "1-0" else "b"
        assert turns[-1][0] != winner, "the side to move should have won"
    judge = judge.replace("table", "search")
    place.run(*place.engine("A"), *place.engine("B"), *SHORT, "--games", "2", "--judge", judge, "--tables", "pieces=17",
              *place.outputs("a"))
    assert all(tags["Termination"] == "normal" for tags, _ in record(place, "a"))


def test_luck(place):
    words = [*engine_of_ours(place, "A", "greedy"), *engine_of_ours(place, "B", "hand"), *SMALL, "--games", "4"]
    judge = ["--judge", "cmd=%s,nodes=100" % place.path("engine")]
    place.run(*words, *judge, "--journal", place.path("j"), *place.outputs("a"))
    place.run(*words, *judge, "-c", "3", *place.outputs("b"))
    place.same("a", "b")
    _, played = matchdriver.read_journal(place.read("j"))
    luck = [game["luck"] for game in played]
    assert all(value is not None and abs(value) < 3 for value in luck) and len(set(luck)) == 4, luck
    _, text = place.run(*words, "--judge", "cmd=%s --crash-at go --rules 'any columns 5 29',depth=1" % FAKE,
                        "--journal", place.path("k"))
    assert "the judge Fake Engine failed: " in text
    assert all(game["luck"] is None for game in matchdriver.read_journal(place.read("k"))[1])


def test_luck_tells_how_far_it_is(place):
    """How many games, and how long it will take, on a terminal at once, elsewhere within seconds; and each game as it is
    judged."""
    words = [*place.engine("A"), *place.engine("B"), *SMALL]
    place.run(*words, "--games", "3", "--record", place.path("a.tab"))
    luck = [matchdriver.MATCH, "luck", "--judge", "cmd=" + place.path("engine"), "--losses", "--ahead", "1", place.path("a.tab")]
    ours, theirs = os.openpty()
    with subprocess.Popen(luck, stdout=subprocess.PIPE, stderr=theirs,
                          env={**os.environ, "TERM": "xterm"}) as process:
        os.close(theirs)
        shown = b""
        while process.poll() is None or select.select([ours], [], [], 0)[0]:
            try:
                shown += os.read(ours, 1000)
            except OSError:  # the other side is closed
                break
        out = process.stdout.read().decode()
        assert process.wait(matchdriver.DEADLINE) == 0
    os.close(ours)
    for done in "012":
        assert re.search(r"\r\x1b\[K%s/3 games  [\d.]+ games/\w+  \d+:\d\d left" % done, shown.decode()), shown
    assert re.findall(r"^game (\d):", out, re.M) == ["1", "2", "3"], out
    with subprocess.Popen([*luck, "--movetime", "100"], stdout=subprocess.DEVNULL, stderr=subprocess.PIPE) as process:
        line = process.stderr.readline().decode()
        process.kill()
    assert re.match(r"\d/3 games  [\d.]+ games/\w+  \d+:\d\d left\n", line), line
    place.check_no_engines()
    _, text = place.run(*luck[1:], "--depth", "1", "--quiet")
    assert text == "", text


def test_luck_without_judge(place):
    """A judge that does not start is named, with what is wrong, once; games have nothing to do with it."""
    words = [*place.engine("A"), *place.engine("B"), *SHORT]
    place.run(*words, "--games", "3", "--record", place.path("a.tab"))
    for judge, wrong in (("/no/such", "such: cannot start /no/such: No such file or directory"),
                         ("/bin/false", "false: ended with status 1; it had not said tepok")):
        out, text = place.run("luck", "-c", "2", "--judge", "cmd=" + judge, place.path("a.tab"), expect=1)
        assert [line for line in text.splitlines() if not re.match(r"\d/3 games", line)] == ["tab-match luck: judge " + wrong], text
        assert out == b"", out


def test_logs(place):
    place.run(*fake("loud", "--log 'a word'", "--crash-at go"), *place.engine("B"), *SHORT, "--games", "2", "--log",
              place.path("log"), "--stderr", place.path("errors"), expect=12)
    lines = place.read("log").decode().splitlines()
    assert any(re.match(r"[\d.]+ 1 B > tep$", line) for line in lines)
    assert any(re.match(r"[\d.]+ 1 B < bestmove ", line) for line in lines) or \
        any(re.match(r"[\d.]+ 1 B < readyok", line) for line in lines)
    assert b"a word\n" in place.read("errors/1-loud.log")


def test_names_of_logs(place):
    """A number and the engine's name, of which nothing leads out of the folder; engines of one name have a file each."""
    twins = [*fake("../a\\b", "--log one"), *fake("../a\\b", "--log two")]
    place.run(*twins, *fake("é" * 300, "--log three"), *SHORT, "--games", "2", "--stderr", place.path("errors"), expect=None)
    files = {name: place.read("errors/" + name).splitlines()[0] for name in os.listdir(place.path("errors"))}
    assert files == {"1-.._a_b.log": b"one", "2-.._a_b.log": b"two", "3-" + "é" * 49 + "….log": b"three"}, files
    # who cannot be started says so to the test before the match alone, and is called as his program is
    place.write("own", b"#!/bin/sh\necho four >&2; exit 3\n")
    os.chmod(place.path("own"), 0o755)
    place.run(*place.engine("B"), "--engine", "cmd=" + place.path("own"), "--stderr", place.path("probed"), expect=1)
    assert os.listdir(place.path("probed")) == ["2-own.log"] and place.read("probed/2-own.log") == b"four\n"


def test_error_stops(place):
    words = [*fake("bad", "--illegal turn"), *place.engine("B"), *SHORT, "--games", "20", *place.outputs("a")]
    place.run(*words, "--on-error", "stop", expect=1)
    assert len(record(place, "a")) == 1
    place.run(*words, "--on-error", "forfeit", expect=12)
    assert len(record(place, "a")) == 20


def test_games_lost_by_faults_are_counted(place):
    """A match that shows nothing but faults is no success, and scripts can read whose they were."""
    bad, worse, good = fake("a bad one", "--illegal turn"), fake("worse", "--crash-at go"), place.engine("B")
    for more in ([], ["--sprt", "elo0=0", "elo1=5"]):
        out, _ = place.run(*good, *bad, *SHORT, "--games", "6", "--quiet", *more, expect=12)
        assert out.decode().splitlines()[1:] == ["faults a bad one 6"], out
    out, _ = place.run(*bad, *worse, *good, *place.engine("C"), *SHORT, "--games", "2", "-c", "2", "--quiet")
    lines = [line for line in out.decode().splitlines() if not line.startswith("score ")]
    assert [line.rsplit(" ", 1)[0] for line in lines] == ["faults a bad one", "faults worse"], lines
    assert sum(int(line.rsplit(" ", 1)[1]) for line in lines) == 10, lines  # all games but those of B and C
    words = [*good, *bad, *SHORT, "--games", "4", "--quiet"]
    for shard in "12":  # a part says nothing of the whole
        place.run(*words, "--shard", shard + "/2", "--journal", place.path("j" + shard))
    out, _ = place.run("merge", place.path("j1"), place.path("j2"), "--quiet", expect=12)
    assert out.decode().splitlines()[1:] == ["faults a bad one 4"], out
    out, _ = place.run(*good, *place.engine("C"), *SHORT, "--games", "2", "--quiet")
    assert b"faults" not in out


def test_quiet_is_what_the_manual_says(place):
    """Of what the end tells without it, only the lines of scores and faults are left."""
    words = [*place.engine("A"), *place.engine("B"), *SHORT, "--games", "4", "--sprt", "elo0=0", "elo1=5"]
    told = [*words, *place.engine("C")]
    del told[told.index("--sprt"):told.index("--sprt") + 3]
    lines = place.run(*words, expect=11)[1] + place.run(*told)[1]
    out, text = place.run(*words, "--quiet", expect=11)
    assert out.startswith(b"score A ") and text == "", text
    page = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "data", "man", "tab-match.6")
    with open(page, encoding="utf-8") as file:
        manual = re.search(r"\n\\fB\\-q\\fR, .*?\n\.TP", file.read(), re.S)[0]
    for word, there in (("Elo", "\nElo "), ("LOS", "\nLOS "), ("SPRT", "\nSPRT llr "), ("cross table", "#  engine")):
        assert there in lines and word in manual, word


def test_sprt_ends_the_match(place):
    """The verdict is in the exit status, and the match stops where it is reached, at any concurrency."""
    strong, weak = engine_of_ours(place, "strong", "greedy"), engine_of_ours(place, "weak")
    words = ["--games", "2000", *SMALL, "--sprt", "elo0=0", "elo1=50"]
    counts = []
    for number, concurrency in enumerate("13"):
        place.run(*strong, *weak, *words, "-c", concurrency, *place.outputs("s%d" % number), expect=0)
        counts.append(len(record(place, "s%d" % number)))
    place.same("s0", "s1")
    assert counts[0] < 200 and counts[0] % 2 == 0, counts
    place.run(*weak, *strong, *words, expect=10)
    place.run(*strong, *weak, *SHORT, "--games", "2", "--sprt", "elo0=0", "elo1=50", expect=11)
    place.refuse(*strong, *weak, *weak, *words, name="--sprt needs two engines")


def test_last_words(place):
    """An engine that leaves while its options are set, its output held open by a child, is dead and no more."""
    place.write("last", b"#!/usr/bin/python3\nimport os, sys, time\nsys.stdin.readline()\nif os.fork() == 0:\n    os.setsid()\n"
                b"    os.close(0)\n    time.sleep(0.1)\n    os._exit(0)\nos.write(1, b'id name X\\nrules any columns 5 29\\n"
                b"option name Foo type string default a\\ntepok 1')\nos._exit(0)\n")
    os.chmod(place.path("last"), 0o755)
    place.refuse("--engine", "cmd=%s,option.Foo=b" % place.path("last"), *place.engine("B"), *SHORT, name="engine X: ended")


def test_files_are_not_mixed_up(place):
    words = [*place.engine("A"), *place.engine("B"), *SHORT, "--games", "2"]
    place.run(*words, "--journal", place.path("j"))
    before = place.read("j")
    for option in ("--record", "--json", "--report", "--log"):
        place.refuse(*words, "--journal", place.path("j"), "--resume", option, place.path("./j"), name="the same file")
    place.refuse("merge", place.path("j"), "--record", place.path("j"), name="the same file")
    os.symlink("later", place.path("link"))  # to nothing yet
    place.refuse(*words, "--record", place.path("link"), "--log", place.path("later"), name="the same file")
    place.refuse(*words, "--record", place.path("later"), "--json", place.path("link"), name="the same file")
    assert place.read("j") == before
    place.write("o.txt", b"nnnnnnnnn/9/9/NNNNNNNNN w - - 1\n")
    place.write("s.txt", b"1 / 42 / 2\n")
    place.write("e.ini", b"[E]\ncommand=true;\n")
    for option, file, read in (("--record", "o.txt", ["--openings", "file=" + place.path("o.txt")]), ("--log", "s.txt", ["--sticks", "file=" + place.path("s.txt")]),
                               ("--json", "e.ini", ["--engines", place.path("e.ini")])):
        before = place.read(file)
        place.refuse(*words, *read, option, place.path(file), name=option + " and ")
        assert place.read(file) == before
    place.refuse(*words, "--json", place.path("no/such/folder"), name="no/such/folder")
    place.refuse(*words, "--journal", place.path("j"), name="--resume")
    place.run(*words, "--json", "/dev/null", "--report", "/dev/null")


def test_files_without_room(place):
    """They are told when they cannot be written; the match goes on, and its score is there."""
    words = [*place.engine("A"), *place.engine("B"), *SHORT, "--games", "2", "--quiet"]
    score, _ = place.run(*words)
    for option in ("--record", "--json", "--report", "--log"):
        out, text = place.run(*words, option, "/dev/full", expect=1)
        assert out == score and text == "tab-match: cannot write /dev/full: No space left on device\n", (option, out, text)


def test_changed_journals(place):
    """What a journal says of its match is not what a match can be."""
    words = [*place.engine("A"), *place.engine("B"), *SHORT, "--games", "2", "--journal", place.path("j"), "--resume"]
    for settings, wrong in (("no key file", "Key file contains line"), ("[match]\nseed=1\n", "Key file does not have key")):
        place.write("j", json.dumps({"tab-match-journal": 2, "settings": settings}).encode() + b"\n")
        before = place.read("j")
        for command, program in ((words, "tab-match"), (["merge", place.path("j")], "tab-match merge")):
            place.refuse(*command, name="%s: %s: %s" % (program, place.path("j"), wrong))
        assert place.read("j") == before


def test_dates(place):
    """The day on which a match was begun stays where it is gone on with; unless another one is asked for, which makes another match."""
    words = [*place.engine("A"), *place.engine("B"), *SHORT[1:], "--games", "4", "--quiet", "--journal", place.path("j"), "--record", place.path("a.tab")]
    place.run(*words, "--date", "2020.01.02", "--event", "A day")
    header, *games = place.read("j").splitlines(keepends=True)
    assert {(tags["Date"], tags["Event"]) for tags, _ in record(place, "a")} == {("2020.01.02", "A day")}
    place.write("j", header + b"".join(games[:2]))
    _, text = place.run(*words, "--resume", "--event", "A day")
    assert text == "resumed: games that are there: 2\n", text
    assert [tags["Date"] for tags, _ in record(place, "a")] == ["2020.01.02"] * 4
    place.refuse(*words, "--resume", "--event", "A day", "--date", "2020.01.03", name="date: 2020.01.03, was 2020.01.02")


def test_results_that_nobody_gets_are_an_error(place):
    words = [matchdriver.MATCH, *place.engine("A"), *place.engine("B"), *SHORT, "--games", "2"]
    with open("/dev/full", "w", encoding="utf-8") as full:
        assert subprocess.run(words, stdout=full, stderr=subprocess.DEVNULL, timeout=matchdriver.DEADLINE, check=False).returncode == 1
    closed = [*words, "--journal", place.path("j")]
    subprocess.run(["sh", "-c", '"$@" <&- >&- 2>&-', "sh", *closed], timeout=matchdriver.DEADLINE, check=False)
    matchdriver.read_journal(place.read("j"))


def test_a_program_that_is_gone_ends_the_match(place):
    """An engine that cannot be started again lost no game."""
    place.write("once", b"#!/bin/sh\n[ -e \"$0.n\" ] && rm -f \"$0\"\ntouch \"$0.n\"\nexec \"$PLAYER\" --rules 'any columns 5 29' "
                b"--crash-at go\n")
    os.chmod(place.path("once"), 0o755)
    out, text = place.run("--engine", "cmd=%s,name=A,env.PLAYER=%s" % (place.path("once"), FAKE), *place.engine("B"), *SHORT,
                          "--games", "20", *place.outputs("a"), expect=1)
    assert out.decode().startswith("score A +0 -1 =0") and "cannot start" in text, (out, text)
    assert len(record(place, "a")) == 1


def test_shards_leave_the_verdict_to_the_merge(place):
    words = [*place.engine("A"), *place.engine("B"), *SHORT, "--games", "8", "--sprt", "elo0=0", "elo1=5"]
    for shard in "12":
        place.run(*words, "--shard", shard + "/2", "--journal", place.path("j" + shard))
    place.run("merge", place.path("j1"), place.path("j2"), expect=11)


def test_texts_in_any_locale(place):
    done = subprocess.run([matchdriver.MATCH, *place.engine("طاب"), *place.engine("B"), *SHORT, "--games", "2"],
                          env={**os.environ, "LC_ALL": "C"}, capture_output=True, timeout=matchdriver.DEADLINE, check=False)
    assert done.returncode == 0 and done.stdout.decode().startswith("score طاب +"), done


def test_files_of_any_name(place):
    """Names of files are bytes, whatever the system allows."""
    names = [place.path(BYTES + end) for end in (".tab", ".json", ".html", ".log", ".errors", ".journal", ".openings", ".sticks")]
    place.write(BYTES + ".openings", b"9/1t7/T3t2M(MM)/3(MM)5 w - - 64\n")
    place.write(BYTES + ".sticks", b"/ 4 2 / 3\n")
    words = [*place.engine("A"), *place.engine("B"), *SHORT, "--games", "2", "--openings", "order=random,file=" + names[6], "--sticks", "file=" + names[7],
             *(word for pair in zip(("--record", "--json", "--report", "--log", "--stderr", "--journal"), names) for word in pair)]
    place.run(*words)
    assert [tags["Position"] for tags, _ in record(place, BYTES)] == ["9/1t7/T3t2M(MM)/3(MM)5 w - - 64"] * 2
    assert all(os.path.getsize(name) for name in names)
    before = place.read(BYTES + ".tab")
    place.run(*words, "--resume")
    assert place.read(BYTES + ".tab") == before
    place.refuse(*words, "--resume", "--games", "4", name="\ufffd.journal is the journal of another match: games: 4, was 2")


def test_another_version_is_another_engine(place):
    place.write("named.sh", b'#!/bin/sh\nexec "$1" --name "$(cat "$0.version")" --rules "any columns 5 29" --illegal turn\n')
    os.chmod(place.path("named.sh"), 0o755)
    words = ["--engine", "cmd=%s %s" % (place.path("named.sh"), FAKE), *place.engine("B"), *SHORT, "--journal", place.path("j"),
             "--games", "4"]
    place.write("named.sh.version", b"Mine 1")
    place.run(*words, "--on-error", "stop", expect=1)
    place.write("named.sh.version", b"Mine 2")
    place.refuse(*words, "--on-error", "stop", "--resume", name="engine 1 is Mine 2, was Mine 1")


def test_the_second_interrupt_is_at_once(place):
    """Even while an engine is waited for that does not answer. What no game came to replaces no record."""
    words = [matchdriver.MATCH, *fake("mute", "--mute go"), *place.engine("B"), *SHORT, "--patience", "600", "--grace-time", "600",
             "--record", place.path("a.tab")]
    place.write("a.tab", b"games\n")
    with subprocess.Popen(words, stderr=subprocess.PIPE, stdout=subprocess.DEVNULL) as match:
        time.sleep(1.5)
        match.send_signal(signal.SIGINT)
        assert b"once more" in match.stderr.readline()
        match.send_signal(signal.SIGINT)
        assert match.wait(matchdriver.DEADLINE) == 130
    assert place.read("a.tab") == b"games\n" and not os.path.exists(place.path("a.tab.part"))


def test_interrupted_before_the_first_game(place):
    """While an engine does not even say who it is there is no game to wait for."""
    words = [matchdriver.MATCH, *fake("mute", "--mute handshake", "--transcript " + place.path("heard")), *place.engine("B"), *SHORT,
             "--handshake-time", "600", "--record", place.path("a.tab")]
    with subprocess.Popen(words, stderr=subprocess.PIPE, stdout=subprocess.PIPE) as match:
        end = time.monotonic() + matchdriver.DEADLINE
        while not os.path.exists(place.path("heard")):
            assert time.monotonic() < end and match.poll() is None, "the engine was not started"
            time.sleep(0.005)
        match.send_signal(signal.SIGTERM)
        out, text = match.communicate(timeout=matchdriver.DEADLINE)
    assert match.returncode == 130 and (out, text) == (b"", b"interrupted\n"), (match.returncode, out, text)
    assert not os.path.exists(place.path("a.tab"))
    place.check_no_engines()


def test_many_games_in_the_zoo(place):
    """Every way to fail, in one tournament: no game is lost, and each is blamed on the one that failed."""
    ways = {
        "crash": ("--crash-at go", "crash"),
        "dead": ("--crash-at newgame", "crash"),
        "killed": ("--crash-at go --signal 9", "crash"),
        "closed": ("--close stdout", "crash"),
        "mute": ("--mute go", "silent"),
        "deaf": ("--deaf", "silent"),
        "late": ("--slow 600000", "time"),
        "flood": ("--flood go", "flood"),
        "endless": ("--long-line", "flood"),
        "burning": ("--burn", "silent"),
        "junk": ("--illegal bytes", "illegal"),
        "cheat": ("--illegal turn", "illegal"),
        "refusing": ("--refuse setpos", "illegal"),
        "parent": ("--fork-child --crash-at go", "crash"),
        "clinging": ("--ignore-quit --illegal turn", "illegal"),
    }
    engines = []
    for name, (switches, way) in ways.items():  # only those that are to be late have no time to spare
        engines += fake(name, switches)
        engines[-1] += "" if way in ("silent", "time") else ",margin=20000"
    each = 70 if matchdriver.THOROUGH else 4
    place.run(*place.engine("good", more=",margin=20000"), *engines, "--tournament", "gauntlet", "--rules", "walker", "--seed", "1", "--movetime",
              "20", "--margin", "20", "--grace-time", str(matchdriver.SLOWER), "--quit-time", "0.05", "--games", str(each), "-c", "8",
              "--journal", place.path("j"), *place.outputs("z"), expect=12)
    _, kept = matchdriver.read_journal(place.read("j"))
    played = record(place, "z")
    assert len(played) == len(kept) == each * len(ways) >= (1000 if matchdriver.THOROUGH else 60)
    assert sorted(game["number"] for game in kept) == list(range(1, len(kept) + 1))
    for number, (tags, _) in enumerate(played, 1):
        assert tags["Round"] == str(number)
        bad = tags["Black"] if tags["White"] == "good" else tags["White"]
        assert tags["Result"] == ("1-0" if tags["White"] == "good" else "0-1"), (bad, tags)
        assert tags["Termination"] == ways[bad][1], (bad, tags, next(game for game in kept if game["number"] == number))
    results = json.loads(place.read("z.json"))
    assert results["games"]["played"] == len(played)
    place.check_no_engines()


RELATIVES = "tozeur mzab siryu kioz deleb tablan bakhri daldos daldosa sahkku".split()


def test_relatives_of_tab(place):
    """A pair of games under each: to an end, the same after a torn journal, and judged."""
    words = [*engine_of_ours(place, "A", "greedy"), *engine_of_ours(place, "B"), "--no-times", "--depth", "1", "--seed", "4", "--games", "20"]
    rules = [word for name in RELATIVES for word in ("--rules", name)]
    place.run(*words, *rules, "--journal", place.path("j"), *place.outputs("a"))
    played = record(place, "a")
    assert [tags["Rules"] for tags, _ in played[::2]] == [tags["Rules"] for tags, _ in played[1::2]] == RELATIVES
    assert {tags["Termination"] for tags, _ in played} <= {"normal", "turn-limit"}
    assert {tags["Rules"] for tags, _ in played if tags["Termination"] == "normal"} == set(RELATIVES)
    place.write("j", place.read("j")[:-len(place.read("j")) // 3])
    _, text = place.run(*words, *rules, "--journal", place.path("j"), "--resume", *place.outputs("b"))
    assert "a torn one is left out" in text, text
    place.same("a", "b")
    small = [word for name in RELATIVES for word in ("--rules", name + ":columns=5,pieces=2")]
    place.run(*words, *small, "--judge", "cmd=%s,depth=1%s" % (place.path("engine"), matchdriver.TOLD), *place.outputs("c"))
    luck = json.loads(place.read("c.json"))["engines"][0]["luck"]
    assert luck["samples"] == 10, luck


if __name__ == "__main__":
    matchdriver.main(*(value for name, value in sorted(globals().items()) if name.startswith("test_")))
