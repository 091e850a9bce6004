#!/usr/bin/python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""tab-match analyse: its figures add up, its files agree, and what is killed or shared out comes to the same (TAP output)."""
import csv
import json
import math
import os
import shutil
import signal
import subprocess
import sys
import time
import xml.etree.ElementTree

import matchdriver
import strength

RULES = ("walker:columns=5", "ludii:columns=5", "siryu:columns=5,pieces=3", "daldos:columns=5,pieces=3")
GAMES = 8  # of each rules
MANY_GAMES = 1000  # of each preset
HOURS = 3600  # a run of them may take as many seconds, and more


def play(place, rules=RULES, games=GAMES, deadline=matchdriver.DEADLINE):
    """Games of each rules between two players, in games.tab."""
    words = [word for one in rules for word in ("--rules", one)]
    place.run(*place.engine("greedy", "engine", ",option.Eval=greedy"), *place.engine("random"), *words, "--games", str(games * len(rules)), "--depth", "1",
              "--seed", "5", "--quiet", "--no-times", "--concurrency", "2", "--record", place.path("games.tab"), deadline=deadline)


def analyse(place, name, *more, source="games.tab", expect=0, deadline=matchdriver.DEADLINE):
    """Analyses the games into files of this name."""
    outputs = [word for suffix in ("csv", "json", "html") for word in ("--" + suffix, place.path(f"{name}.{suffix}"))]
    return place.run("analyse", "--engine", "cmd=%s%s" % (place.path("engine"), matchdriver.TOLD), *outputs, "--record", place.path(name + ".tab"),
                     *more, place.path(source), expect=expect, deadline=deadline)


def same(place, one, other):
    for suffix in (".csv", ".json", ".html", ".tab"):
        assert place.read(one + suffix), one + suffix + " is empty"
        assert place.read(one + suffix) == place.read(other + suffix), f"{one}{suffix} and {other}{suffix} differ"


def read_json(place, name):
    *games, players = [json.loads(line) for line in place.read(name).decode().splitlines()]
    return games, players["players"]


RESULTS = {"1-0": 1, "0-1": 0, "1/2-1/2": 0.5}


def check_sum(game):
    """First value, luck, loss and drift come to the result; by how much they do not."""
    total = game["first"] + game["luck"]["all_for_white"] - game["loss"]["white"] + game["loss"]["black"] + game["drift"]
    assert abs(total - game["last"]) < 1e-6, game["game"]
    if game["termination"] == "normal":
        assert game["last"] == RESULTS[game["result"]], game["game"]
    assert abs(game["adjusted"] - (RESULTS[game["result"]] - game["luck"]["all_for_white"])) < 1e-12
    return abs(total - game["last"])


def check_luck(games):
    """Luck is zero on average; the mean of it, and its standard error."""
    luck = [game["luck"]["all_for_white"] for game in games]
    mean = sum(luck) / len(luck)
    error = math.sqrt(sum((one - mean) ** 2 for one in luck) / (len(luck) - 1) / len(luck))
    assert abs(mean) < 4 * error, f"mean luck {mean} ± {error}"
    return mean, error


def test_everything_adds_up(place):
    play(place)
    analyse(place, "all", "--quiet", "--concurrency", "2")
    games, players = read_json(place, "all.json")
    assert len(games) == GAMES * len(RULES)
    for game in games:
        check_sum(game)
        sums = {"w": [0, 0], "b": [0, 0]}
        for turn in game["of_turns"]:
            sums[turn["side"]][0] += sum(turn["luck"])
            sums[turn["side"]][1] += turn["loss"]
        for side, letter in (("white", "w"), ("black", "b")):
            assert abs(sums[letter][0] - game["luck"][side]) < 1e-9
            assert abs(sums[letter][1] - game["loss"][side]) < 1e-9
    assert sum(game["termination"] == "normal" for game in games) > len(games) / 2
    check_luck(games)
    by_name = {player["name"]: player for player in players}
    assert set(by_name) == {"greedy", "random"}
    for name, player in by_name.items():
        mine = [(game, side) for game in games for side in ("white", "black") if game[side] == name]
        assert player["games"] == len(mine) == len(games)
        losses = [turn["loss"] for game, side in mine for turn in game["of_turns"] if turn["side"] == side[0]]
        assert player["decisions"] == len(losses)
        assert abs(player["loss_a_decision"] - sum(losses) / len(losses)) < 1e-9
        assert player["blunders"] == sum(loss >= 0.15 for loss in losses)
        assert player["mistakes"] == sum(0.05 <= loss < 0.15 for loss in losses)
        assert player["doubtful"] == sum(0.02 <= loss < 0.05 for loss in losses)
    assert by_name["random"]["loss_a_turn"] > 2 * by_name["greedy"]["loss_a_turn"]


def check_preset(place, rules):
    """Many games of a preset between good and fair play, each with sticks of its own; a line of figures."""
    place.run(*place.engine("network", "engine"), *place.engine("greedy", "engine", ",option.Eval=greedy"), "--rules", rules, "--games", str(MANY_GAMES), "--no-pairs",
              "--depth", "1", "--nodes", "10000", "--seed", "5", "--quiet", "--no-times", "--concurrency", "2", "--record", place.path("games.tab"),
              deadline=HOURS)
    place.run("analyse", "--engine", "cmd=%s%s" % (place.path("engine"), matchdriver.TOLD), "--ahead", "1", "--quiet", "--concurrency", "2", "--json",
              place.path("all.json"), place.path("games.tab"), deadline=4 * HOURS)
    games, _ = read_json(place, "all.json")
    assert len(games) == MANY_GAMES
    off = max(check_sum(game) for game in games)
    mean, error = check_luck(games)
    turns = sum(len(game["of_turns"]) for game in games) / len(games)
    return f"{rules}: {len(games)} games of {turns:.0f} turns, the sum is off by {off:.1g} at most, White's luck {mean:+.4f}, standard error {error:.4f}"


def test_every_preset(place):
    for rules in strength.PRESETS:
        print("# " + check_preset(place, rules), flush=True)


def test_files_agree(place):
    play(place, games=2)
    out, _ = analyse(place, "all", "--worst", "3", "--doubtful", "1", "--mistake", "3", "--blunder", "4.5")
    games, _ = read_json(place, "all.json")
    turns = [(game, turn) for game in games for turn in game["of_turns"]]
    rows = list(csv.DictReader(place.read("all.csv").decode().splitlines()))
    assert len(rows) == len(turns)
    for row, (game, turn) in zip(rows, turns):
        assert int(row["game"]) == game["game"] and int(row["turn"]) == turn["turn"] and row["rules"] == game["rules"]
        assert (row["throws"], row["played"], row["best"], row["grade"]) == (turn["throws"], turn["played"], turn["best"], turn["grade"])
        assert row["position"].split()[1] == row["side"] == turn["side"]
        assert row["player"] == game["white" if turn["side"] == "w" else "black"]
        assert abs(float(row["loss"]) - turn["loss"]) < 1e-6 and abs(float(row["win"]) - turn["win"]) < 1e-6
        assert abs(float(row["luck"] or 0) - sum(turn["luck"])) < 1e-6
    grades = [turn["grade"] for _, turn in turns]
    losses = [turn["loss"] for _, turn in turns]
    assert grades == ["??" if loss >= 0.045 else "?" if loss >= 0.03 else "?!" if loss >= 0.01 else "" for loss in losses]
    assert out.decode().count("  ?? ") == grades.count("??") > 0
    page = xml.etree.ElementTree.fromstring(place.read("all.html").decode().replace("<!DOCTYPE html>", ""))
    boards = page.findall(".//svg")
    assert len(boards) == 3
    paper = page.find(".//style").text.split("@media print", 1)[1]
    assert ".scroll{overflow:visible}" in paper and "white-space:normal" in paper, "a wide table would be cut off on paper: " + paper
    # the worst turn of all comes first, and its board has a stone for each pile
    worst = turns[losses.index(max(losses))]
    told = ["".join(paragraph.itertext()) for paragraph in page.findall(".//p")]
    assert f"played {worst[1]['played']}, best {worst[1]['best']}" in next(text for text in told if " Game " in text)
    row = rows[losses.index(max(losses))]
    piles = sum(letter.isalpha() for letter in row["position"].split()[0].replace("(", "").replace(")", ""))
    stones = [circle for circle in boards[0].findall("circle") if circle.get("class") in ("white", "black")]
    assert 0 < len(stones) <= piles
    # the notes of the record are those figures, and the record is as whole as before
    record = place.read("all.tab").decode()
    assert record.count("loss=") == sum(turn["loss"] is not None for _, turn in turns)
    out, _ = place.run("luck", "--quiet", "--judge", "cmd=" + place.path("engine") + matchdriver.TOLD, place.path("all.tab"))
    assert b"8 games seen from" in out


def test_concurrency(place):
    play(place, games=2)
    one, _ = analyse(place, "one")
    many, _ = analyse(place, "many", "--concurrency", "3")
    assert one == many
    same(place, "one", "many")


def test_killed_and_resumed(place):
    play(place, games=6)
    journal = ["--journal", place.path("journal")]
    whole, _ = analyse(place, "whole")
    command = [matchdriver.MATCH, "analyse", "--quiet", "--engine", "cmd=%s%s" % (place.path("engine"), matchdriver.TOLD), *journal,
               "--csv", place.path("torn.csv"), place.path("games.tab")]
    lines = 0
    for wanted in (2, 5, 9):
        with subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as run:
            end = time.monotonic() + matchdriver.DEADLINE
            while lines < wanted:
                assert time.monotonic() < end and run.poll() is None, "the analysis does not go on"
                lines = place.read("journal").count(b"\n") if os.path.exists(place.path("journal")) else 0
                time.sleep(0.002)
            run.send_signal(signal.SIGKILL)
        assert not os.path.exists(place.path("torn.csv")), "half a file"
    lines = place.read("journal").count(b"\n")
    assert wanted <= lines < 1 + 6 * len(RULES), "nothing was left to do"
    # the line that a crash of the machine tears
    place.write("journal", place.read("journal") + b'{"game":"0123')
    resumed, _ = analyse(place, "resumed", *journal)
    assert resumed == whole
    same(place, "resumed", "whole")
    assert place.read("journal").count(b"\n") == 1 + 6 * len(RULES)
    place.check_no_engines()


def test_shards(place):
    play(place, games=2)
    whole, _ = analyse(place, "whole")
    for part in "123":
        analyse(place, "part" + part, "--quiet", "--journal", place.path("journal" + part), "--shard", part + "/3")
    sizes = [place.read("journal" + part).count(b"\n") - 1 for part in "123"]
    assert sizes == [3, 3, 2], sizes
    joined, _ = analyse(place, "joined", "--journal", place.path("journal1"), "--join", place.path("journal2"), "--join", place.path("journal3"))
    assert joined == whole
    same(place, "joined", "whole")
    assert place.read("journal1").count(b"\n") - 1 == 3, "what was known was analysed again"


def refuse(place, *words, name, status=1):
    out, text = place.run("analyse", *words, expect=status)
    assert out == b"" and name in text, f"not refused for {name}: {text}"
    assert text.startswith("tab-match analyse: "), text


def test_errors(place):
    play(place, rules=RULES[:1], games=2)
    games, engine = place.path("games.tab"), ["--engine", "cmd=" + place.path("engine") + matchdriver.TOLD]
    refuse(place, games, name="--engine is needed")
    refuse(place, *engine, name="a game record is needed")
    refuse(place, *engine, place.path("none.tab"), name="none.tab")
    refuse(place, *engine, "--csv", place.path("no/where.csv"), games, name="where.csv")
    refuse(place, *engine, "--csv", place.path("x"), "--json", place.path("x"), games, name="--json")
    for option in ("--csv", "--json", "--html", "--journal"):
        refuse(place, *engine, option, place.path("./games.tab"), games, name=option + " and a game record are the same file")
    refuse(place, *engine, "--record", games, "--shard", "1/2", "--journal", place.path("j"), games, name="--record and a game record are")
    shutil.copy(games, games + ".part")  # what a match that is killed leaves
    for option in ("--record", "--csv"):
        refuse(place, *engine, option, games, games + ".part", name=option + "'s new file and a game record are")
        assert place.read("games.tab.part") == place.read("games.tab")
    refuse(place, *engine, "--csv", place.path("k"), "--join", place.path("k"), "--journal", place.path("j"), games, name="--csv and a --join are")
    refuse(place, *engine, "--mistake", "1", games, name="--mistake")
    for words, name in ((["--doubtful", "0"], "--doubtful, --mistake and --blunder are above 0"), (["--mistake", "20"], "in this order"),
                        (["--blunder", "101"], "up to 100"), (["--worst", "-1"], "--worst is from 0 to 1000"),
                        (["--worst", "1001"], "--worst is from 0 to 1000"), (["--comments"], "--comments needs a --record"),
                        (["--movetime", "86400001"], "--movetime is at most 86400000"), (["--movetime", "-1"], ": --movetime is 0 or more"),
                        (["--nodes", "-1"], ": --nodes is 0 or more"), (["--concurrency", "1025"], "--concurrency is from 1 to 1024"),
                        (["--ahead", "-1"], "--ahead is from 0 to 6"), (["--ahead", "7"], "--ahead is from 0 to 6"),
                        (["--patience", "86401"], "--patience is from 0.001 to 86400"), (["--patience", "nan"], "--patience is from 0.001"),
                        (["--csv", place.folder], place.folder)):
        refuse(place, *engine, *words, games, name=name)
    refuse(place, engine[0], engine[1] + ",ponder=yes", games, name="--engine has no clock (tc) and does not ponder")
    refuse(place, *engine, "--shard", "1/2", games, name="--journal")
    refuse(place, *engine, "--shard", "3/2", "--journal", place.path("j"), games, name="3/2")
    refuse(place, *engine, "--join", place.path("j"), games, name="--journal")
    refuse(place, "--engine", "cmd=" + place.path("nobody"), games, name="nobody")
    for text, name in ((b"no journal\n", "line 1"), (b'{"tab-analysis":2,"settings":""}\n', "newer version"), (b'{"x":1}\n', "header")):
        place.write("journal", text)
        refuse(place, *engine, "--journal", place.path("journal"), games, name=name)
        assert place.read("journal") == text, "what was refused was changed"
    os.unlink(place.path("journal"))
    place.run("analyse", *engine, "--quiet", "--journal", place.path("journal"), games)
    before = place.read("journal")
    refuse(place, *engine, "--depth", "2", "--journal", place.path("journal"), games, name="other settings")
    place.write("torn", b"")
    for join, name in (("none", "none: No such file"), ("torn", "torn, line 1: is not the header of an analysis"), ("games.tab", "games.tab, line 1: ")):
        refuse(place, *engine, "--journal", place.path("journal"), "--join", place.path(join), games, name=name)
    header, *lines = before.splitlines(keepends=True)
    place.write("journal", header + b"{}\n" + b"".join(lines))
    refuse(place, *engine, "--journal", place.path("journal"), games, name="line 2")
    # what ends early leaves no files, and what was there stays
    place.write("broken.tab", place.read("games.tab") + b"\n[Rules \"walker\"]\n\nrubbish\n")
    place.write("old.csv", b"old")
    out, text = place.run("analyse", *engine, "--csv", place.path("old.csv"), "--json", place.path("new.json"), place.path("broken.tab"), expect=1)
    assert out.startswith(b"game 1: ") and b"nan" not in out and "broken.tab" in text and "line " in text, text
    assert place.read("old.csv") == b"old" and not os.path.exists(place.path("new.json"))
    # a line that is none of this game's is not believed
    game = json.loads(lines[0])
    game["throws"][0][3] = 7
    place.write("journal", header + json.dumps(game).encode() + b"\n")
    place.run("analyse", *engine, "--quiet", "--journal", place.path("journal"), games)
    assert lines[0] in place.read("journal").splitlines(keepends=True), "a value that cannot be was taken"


def test_few_games(place):
    """No games, one, and one of which nobody can be rated."""
    play(place, rules=RULES[:1], games=1)
    place.write("empty.tab", b"")
    place.write("plain", b"#!/bin/sh\n'%s' | sed -u '/^option name Level/d'\n" % place.path("engine").encode())
    os.chmod(place.path("plain"), 0o755)
    out, text = analyse(place, "none", source="empty.tab")
    assert b"player" not in out and text == "" and read_json(place, "none.json") == ([], []), (out, text)
    assert place.read("none.csv").count(b"\n") == 1 and place.read("none.tab") == b"", "lines of no game"
    analyse(place, "one", "--quiet")
    assert b"Analysis of 1 game<" in place.read("one.html"), place.read("one.html")
    out, text = place.run("analyse", "--quiet", "--rate", "--engine", "cmd=%s%s" % (place.path("plain"), matchdriver.TOLD), "--html",
                          place.path("page.html"), place.path("games.tab"), expect=1)
    assert b"level" not in out and b"greedy" in out and ": has no option Level" in text, (out, text)
    assert b"Levels" not in place.read("page.html") and b"greedy" in place.read("page.html"), "no page of what is known"


def test_full_disk(place):
    """A file that cannot be written is told, and the others are whole."""
    play(place, rules=RULES[:1], games=2)
    engine = ["--engine", "cmd=" + place.path("engine") + matchdriver.TOLD]
    whole, _ = analyse(place, "whole")
    for option in ("csv", "json", "html", "record"):
        others = [word for other in ("csv", "json", "html") if other != option for word in ("--" + other, place.path("full." + other))]
        out, text = place.run("analyse", *engine, *others, "--" + option, "/dev/full", place.path("games.tab"), expect=1)
        assert out == whole and "cannot write /dev/full: No space left on device" in text, (option, text)
        for other in ("csv", "json", "html"):
            assert other == option or place.read("full." + other) == place.read("whole." + other), (option, other)
    # nobody listens: what else is wanted is written; if that is nothing, the rest is not looked at
    for more in ([place.path("none.tab")], ["--csv", place.path("alone.csv")]):
        with open("/dev/full", "wb") as full:
            done = subprocess.run([matchdriver.MATCH, "analyse", *engine, place.path("games.tab"), *more], stdout=full, stderr=subprocess.PIPE,
                                  timeout=matchdriver.DEADLINE, check=False)
        assert (done.returncode, done.stderr) == (1, b"tab-match analyse: cannot write standard output: No space left on device\n"), (more, done)
    assert place.read("alone.csv") == place.read("whole.csv")


def test_journal_without_room(place):
    """What was to be safe does not go on unsafe: no files, and in the journal whole lines."""
    play(place, rules=RULES[:1], games=2)
    engine = ["--engine", "cmd=" + place.path("engine") + matchdriver.TOLD]
    words = ["analyse", *engine, "--quiet", "--ahead", "1", "--journal", place.path("journal"), place.path("games.tab")]
    full = "tab-match analyse: cannot write %s: File too large\n" % place.path("journal")
    assert place.run_without_room(0, *words) == (b"", full)
    assert place.read("journal") == b""
    out, text = place.run_without_room(1, *words, "--csv", place.path("never.csv"))
    assert text == full and not os.path.exists(place.path("never.csv")), (out, text)
    assert place.read("journal").count(b"\n") == 1 and place.read("journal").endswith(b"\n"), "half a line"
    whole, _ = place.run(*words)
    games = place.read("journal")
    out, text = place.run_without_room(len(games) // 512 + 1, *words, "--rate", "--concurrency", "2")
    assert text == full and out == whole, (out, text)  # the games are told, the levels are not
    assert place.read("journal").startswith(games) and place.read("journal").endswith(b"\n"), "half a line"


if __name__ == "__main__":
    if matchdriver.THOROUGH:
        matchdriver.main(test_every_preset)
    else:
        matchdriver.main(test_everything_adds_up, test_files_agree, test_concurrency, test_killed_and_resumed, test_shards, test_errors,
                         test_few_games, test_full_disk, test_journal_without_room)
    sys.exit(0)
