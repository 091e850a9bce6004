#!/usr/bin/python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""A match that is killed at any moment goes on with --resume as if nothing had been (TAP output).

usage: TAB_BUILD_ROOT=<build folder> test-resume.py [SEED]
"""
import os
import random
import re
import resource
import signal
import subprocess
import sys
import time

import matchdriver

KILLS = 50 if matchdriver.THOROUGH else 15
SEED = int(sys.argv[1]) if len(sys.argv) > 1 else 1


def match(place, name, games, *more, seed="7"):
    """Arguments of a match between random players whose outputs have this name."""
    seeds = ["--seed", seed] if seed else []
    return [*place.engine("A"), *place.engine("B"), "--games", str(games), *seeds, "--rules", "walker:columns=7",
            "--rules", "ludii", "--depth", "1", "--no-times", "--quiet", *place.outputs(name), *more]


def journal(place):
    return ["--journal", place.path("journal"), "--resume"]


def size(place):
    try:
        return os.path.getsize(place.path("journal"))
    except FileNotFoundError:
        return 0


def start(words):
    return subprocess.Popen([matchdriver.MATCH, *words], stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)


def kill_sometime(place, words, chance, most_bytes):
    """Starts a run and kills it at a random time, or when the journal has grown by a random number of bytes, so that some
    die while they write. Whether it was still running."""
    process = start(words)
    grown = size(place) + chance.randrange(most_bytes)
    end = time.monotonic() + chance.choice((chance.random() * 0.05, 5)) * matchdriver.SLOWER
    while process.poll() is None and time.monotonic() < end and size(place) <= grown:
        time.sleep(0.0005)
    process.send_signal(signal.SIGKILL)
    text = process.communicate(timeout=matchdriver.DEADLINE)[1].decode()
    assert process.returncode in (-signal.SIGKILL, 0), text
    return process.returncode != 0


def damage(place, chance):
    """What power loss adds to that: the last line is cut, or its end is NUL bytes. How many games that costs."""
    data = place.read("journal")
    last = data.rfind(b"\n", 0, len(data) - 1) + 1
    if last == 0 or not data.endswith(b"\n"):
        return
    cut = chance.randrange(last, len(data))
    place.write("journal", data[:cut] + chance.choice((b"", bytes(chance.randrange(1, 5000)))))


def test_killed_many_times(place):
    chance = random.Random(SEED)
    games = 8 * KILLS
    reference = place.run(*match(place, "whole", games, "--concurrency", "2"))
    words = match(place, "killed", games, "--concurrency", "3", *journal(place))
    whole = len(place.read("whole.tab"))
    lines, busy = b"", 0
    for kill in range(KILLS):
        assert kill_sometime(place, words, chance, whole // KILLS), "the match ended before kill %d" % kill
        place.check_no_engines()
        now = place.read("journal") if size(place) else b""
        assert now.startswith(lines), "a finished game is lost"
        busy += len(now) > len(lines)
        if chance.random() < 0.2:
            damage(place, chance)
            now = place.read("journal") if size(place) else b""
        lines = now[:now.rfind(b"\n") + 1]
    assert busy >= KILLS // 5, "only %d runs came to play" % busy
    out = place.run(*words)
    place.check_no_engines()
    assert out[0] == reference[0] and out[0].startswith(b"score A "), out
    place.same("whole", "killed")
    played = matchdriver.read_journal(place.read("journal"))[1]
    assert sorted(game["number"] for game in played) == list(range(1, games + 1))
    records = place.read("whole.tab").decode().split("\n\n[Format")
    assert len(records) == games


def test_finished_match_is_told_again(place):
    words = match(place, "first", 20, *journal(place))  # without a journal it starts
    first = place.run(*words)
    lines = place.read("journal")
    again = place.run(*match(place, "again", 20, *journal(place)))
    assert again[0] == first[0]
    place.same("first", "again")
    assert place.read("journal") == lines


def test_other_settings_are_refused(place):
    words = match(place, "first", 10, *journal(place))
    place.run(*words)
    lines = place.read("journal")
    changed = {
        "seed": match(place, "other", 10, *journal(place), seed="8"),
        "games": match(place, "other", 12, *journal(place)),
        "rules": [*match(place, "other", 10, *journal(place)), "--rules", "bell"],
        "max-turns": [*match(place, "other", 10, *journal(place)), "--max-turns", "60"],
        "pairs": [*match(place, "other", 10, *journal(place)), "--no-pairs"],
        "sticks": [*match(place, "other", 10, *journal(place)), "--sticks", "p=0.4", "--allow-unaware"],
        "sprt": [*match(place, "other", 10, *journal(place)), "--sprt", "elo0=0,elo1=5"],
        "option.Seed": [*match(place, "other", 10, *journal(place)), "--each", "option.Seed=3"],
        "engines": [*match(place, "other", 10, *journal(place)), *place.engine("C")],
        "nodes": [*match(place, "other", 10, *journal(place)), "--nodes", "5"],
        "shard": [*match(place, "other", 10, *journal(place)), "--shard", "1/2"],
    }
    for name, other in changed.items():
        place.refuse(*other, name=name)
        assert place.read("journal") == lines, "a refused match changed the journal"
    assert not os.path.exists(place.path("other.tab"))
    place.run(*match(place, "first", 10, *journal(place), "--concurrency", "2"))  # decides nothing


def test_journals_are_not_overwritten(place):
    words = match(place, "first", 4)
    place.run(*words, "--journal", place.path("journal"))
    lines = place.read("journal")
    place.refuse(*words, "--journal", place.path("journal"), name=place.path("journal"))
    place.write("letter", b"Dear journal,\n")
    place.refuse(*words, "--journal", place.path("letter"), "--resume", name="line 1")
    assert place.read("letter") == b"Dear journal,\n" and place.read("journal") == lines


def test_old_journals_are_refused(place):
    """Version 1 counted every throw of throws=at-once as a turn."""
    words = match(place, "first", 4, *journal(place))
    place.run(*words)
    old = place.read("journal").replace(b'{"tab-match-journal":2,', b'{"tab-match-journal":1,', 1)
    place.write("journal", old)
    place.refuse(*words, name=place.path("journal") + ", line 1: the journal was begun by an older version")
    assert place.read("journal") == old


def test_two_runs_do_not_share_one(place):
    words = match(place, "first", 100000, *journal(place))
    process = start(words)
    try:
        end = time.monotonic() + matchdriver.DEADLINE
        while size(place) < 5000:
            assert process.poll() is None and time.monotonic() < end, "the match does not play"
            time.sleep(0.01)
        place.refuse(*match(place, "second", 100000, *journal(place)), name="another run")
    finally:
        process.kill()
        process.communicate()
    place.check_no_engines()


def wait_for(place, name, size, process):
    """Until the file of a running match has this size."""
    end = time.monotonic() + matchdriver.DEADLINE
    while not os.path.exists(place.path(name)) or os.path.getsize(place.path(name)) < size:
        assert process.poll() is None and time.monotonic() < end, "the match does not write " + name
        time.sleep(0.001)


def test_a_killed_run_leaves_the_record_before(place):
    place.run(*match(place, "first", 10))
    before = place.read("first.tab")
    endless = match(place, "first", 100000)
    for more, grows in (([], "first.tab.part"), (["--append"], "first.tab")):
        process = start([*endless, *more])
        wait_for(place, grows, len(before) + 5000, process)
        process.kill()
        process.communicate()
        place.check_no_engines()
        assert place.read("first.tab").startswith(before), "the games before are lost"
        assert more or place.read("first.tab") == before
    place.run(*match(place, "first", 20))
    place.run(*match(place, "again", 20))
    place.same("first", "again")
    assert not [name for name in os.listdir(place.folder) if name.endswith(".part")]


def test_two_runs_do_not_share_a_record(place):
    """One of them that replaces it, and one that adds to it; a merge is another."""
    words = match(place, "first", 10)
    place.run(*words, "--journal", place.path("journal"))
    before = place.read("first.tab")
    for more in ([], ["--append"]):
        process = start([*match(place, "first", 100000), *more])
        wait_for(place, "first.tab" if more else "first.tab.part", len(before) + 5000, process)
        for other in (words, [*words, "--append"], ["merge", place.path("journal"), "--record", place.path("first.tab")]):
            _, text = place.run(*other, expect=1)
            assert "first.tab is being written by another run" in text, text
        process.kill()
        process.communicate()
        assert place.read("first.tab").startswith(before)
    place.check_no_engines()


def test_records_behind_links_and_beside_others(place):
    """A link stays one, rights stay, and no other file is taken for the new one."""
    place.run(*match(place, "first", 4))
    os.chmod(place.path("first.tab"), 0o640)
    os.symlink("first.tab", place.path("link.tab"))
    place.run(*match(place, "link", 6))
    assert os.path.islink(place.path("link.tab")) and os.stat(place.path("first.tab")).st_mode & 0o777 == 0o640
    assert place.read("first.tab").count(b"[Event ") == 6
    words = [*match(place, "link", 8), "--log", place.path("first.tab.part")]
    place.refuse(*words, name="--record's new file")
    assert place.read("first.tab").count(b"[Event ") == 6
    place.run(*match(place, "first", 4), "--append")
    assert place.read("first.tab").count(b"[Event ") == 10


def test_torn_line_is_mended(place):
    words = match(place, "first", 6, *journal(place))
    place.run(*words)
    whole = place.read("journal")
    place.write("journal", whole[:-30])
    text = place.run(*match(place, "again", 6, *journal(place)))[1]
    assert "torn" in text, text
    place.same("first", "again")
    games = matchdriver.read_journal(place.read("journal"))[1]
    assert sorted(game["number"] for game in games) == list(range(1, 7))


def test_wrong_lines_are_refused(place):
    words = match(place, "first", 6, *journal(place))
    place.run(*words)
    lines = place.read("journal").split(b"\n")
    wrong = {
        "line 3": lines[:2] + [lines[2].replace(b'"', b"'", 1)] + lines[3:],
        "line 8": lines[:-1] + [lines[2], b""],  # twice
        "game 1 ": [re.sub(rb'"engine":\[\d,\d\]', b'"engine":[5,6]', line) if b'"number":1,' in line else line
                    for line in lines],
        "game 70 ": [line.replace(b'"number":1,', b'"number":70,') for line in lines],
    }
    for name, data in wrong.items():
        place.write("journal", b"\n".join(data))
        place.refuse(*words, name=name)


def test_full_disk(place):
    """A game that cannot be kept ends the match; with room again it goes on."""
    place.run(*match(place, "whole", 60))
    words = match(place, "first", 60, *journal(place))
    limit = 30000
    # As Python does for itself, a write beyond the limit is an error and no signal.
    done = subprocess.run([matchdriver.MATCH, *words], capture_output=True, timeout=matchdriver.DEADLINE, check=False,
                          restore_signals=False,
                          preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (limit, limit)))
    text = done.stderr.decode()
    assert done.returncode == 1 and "cannot write " + place.path("journal") in text, text
    games = matchdriver.read_journal(place.read("journal"))[1]
    assert 0 < len(games) < 60 and size(place) <= limit
    place.check_no_engines()
    place.run(*words)
    place.same("whole", "first")


def test_seed_by_chance_is_kept(place):
    words = match(place, "first", 30, *journal(place), seed=None)
    chance = random.Random(SEED)
    for _ in range(3):
        kill_sometime(place, words, chance, 20000)
    out = place.run(*words)
    settings = matchdriver.read_journal(place.read("journal"))[0]
    seed = re.search(r"^seed=(\d+)$", settings, re.M).group(1)
    assert place.run(*match(place, "whole", 30, seed=seed))[0] == out[0]
    place.same("first", "whole")


def test_shuffled_openings(place):
    place.write("openings", b"".join(b"nnnnnnnnn/9/9/NNNNNNNNN w - - %d\n" % number for number in range(1, 9)))
    words = [*place.engine("A"), *place.engine("B"), "--games", "16", "--seed", "7", "--rules", "walker", "--no-times",
             "--quiet", "--openings", "file=%s,order=random" % place.path("openings")]
    place.run(*words, *place.outputs("whole"))
    numbers = re.findall(rb'Position ".* (\d+)"', place.read("whole.tab"))
    assert sorted(set(numbers)) == [b"%d" % number for number in range(1, 9)] and numbers != sorted(numbers), numbers
    words += [*place.outputs("first"), *journal(place)]
    chance = random.Random(SEED)
    for _ in range(3):
        kill_sometime(place, words, chance, 4000)
    place.run(*words)
    place.same("whole", "first")


def test_sprt(place):
    more = ["--sprt", "elo0=0,elo1=200"]
    engines = [*place.engine("A", "engine"), *place.engine("B")]
    words = [*engines, "--games", "400", "--seed", "3", "--rules", "ludii", "--depth", "1", "--no-times", "--quiet", *more]
    out = place.run(*words, *place.outputs("whole"))
    assert 4 < place.read("whole.tab").count(b"[Event ") < 400, "not decided on the way"
    words += [*place.outputs("first"), *journal(place), "--concurrency", "3"]
    chance = random.Random(SEED)
    for _ in range(5):
        kill_sometime(place, words, chance, 20000)
    assert place.run(*words)[0] == out[0]
    place.same("whole", "first")
    assert place.run(*words)[0] == out[0]  # and once more, now that it is decided
    place.same("whole", "first")


if __name__ == "__main__":
    matchdriver.main(test_killed_many_times, test_finished_match_is_told_again, test_other_settings_are_refused,
                     test_journals_are_not_overwritten, test_old_journals_are_refused, test_two_runs_do_not_share_one,
                     test_a_killed_run_leaves_the_record_before, test_two_runs_do_not_share_a_record,
                     test_records_behind_links_and_beside_others, test_torn_line_is_mended,
                     test_wrong_lines_are_refused, test_full_disk, test_seed_by_chance_is_kept, test_shuffled_openings, test_sprt)
