#!/usr/bin/python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""A match played in parts and merged is the match played at once, byte for byte (TAP output).

usage: TAB_BUILD_ROOT=<build folder> test-shards.py
"""
import os

import matchdriver

SHARDS = 3


def match(place, games, *more):
    return [*place.engine("A"), *place.engine("B"), "--games", str(games), "--seed", "7", "--rules", "walker:columns=7",
            "--rules", "ludii", "--depth", "1", "--no-times", "--quiet", *more]


def play_shards(place, words, shards=SHARDS):
    """Plays all parts of a match; the names of their journals."""
    journals = []
    for shard in range(1, shards + 1):
        journals.append(place.path("part%d" % shard))
        place.run(*words, "--shard", "%d/%d" % (shard, shards), "--journal", journals[-1], "--concurrency",
                  str(1 + shard % 2), expect=None if "--sprt" in words else 0)
    return journals


def check_merge(place, words, expect=0):
    """Plays a match at once and in parts, and compares everything; standard output and journals of the parts."""
    report = ["--report", place.path("whole.html")]
    loud = [word for word in words if word != "--quiet"]
    out, text = place.run(*loud, *place.outputs("whole"), *report, expect=expect)
    journals = play_shards(place, words)
    played = [matchdriver.read_journal(place.read(journal))[1] for journal in journals]
    assert all(played), "a part has no games"
    for number, order in enumerate((journals, journals[::-1], journals[1:] + journals[:1])):
        name = "merged%d" % number
        merged, told = place.run("merge", *order, *place.outputs(name), "--report", place.path(name + ".html"),
                                 expect=expect)
        assert merged == out and merged.startswith(b"score "), merged
        assert text.endswith(told) and told, "told otherwise:\n%s\n%s" % (text, told)
        place.same("whole", name)
        assert place.read(name + ".html") == place.read("whole.html")
    return out, journals


def test_match(place):
    games = 41  # the last one without a second
    journals = check_merge(place, match(place, games))[1]
    numbers = [game["number"] for name in journals for game in matchdriver.read_journal(place.read(name))[1]]
    assert sorted(numbers) == list(range(1, games + 1))


def test_match_without_pairs(place):
    check_merge(place, match(place, 20, "--no-pairs"))


def test_tournament(place):
    check_merge(place, match(place, 8, *place.engine("C"), *place.engine("D", "engine", ",option.Eval=greedy")))


def test_sprt(place):
    """Parts play all their games; the merge stops where the match at once does."""
    words = ["--games", "120", "--seed", "3", "--rules", "ludii", "--depth", "1", "--no-times", "--quiet"]
    strong, weak = place.engine("strong", "engine"), place.engine("weak")
    for number, (engines, sprt, expect) in enumerate((
            ([*strong, *weak], "elo0=0,elo1=200", 0),
            ([*weak, *strong], "elo0=0,elo1=200", 10),
            ([*place.engine("A"), *weak], "elo0=0,elo1=1", 11))):
        folder = place.path(str(number))
        os.mkdir(folder)
        inner = matchdriver.Place(folder)
        check_merge(inner, [*engines, *words, "--sprt", sprt], expect)
        games = inner.read("whole.tab").count(b"[Event ")
        assert (games < 120) == (expect != 11), "%d games" % games


def test_missing_games(place):
    words = match(place, 24)
    place.run(*words, *place.outputs("whole"))
    journals = play_shards(place, words)
    place.refuse("merge", *journals[:2], *place.outputs("merged"), name="shard 3/3")
    cut = place.read("part1").split(b"\n")
    place.write("part1", b"\n".join(cut[:3] + cut[4:]))
    place.refuse("merge", *journals, *place.outputs("merged"), name="1 of 24 games is missing")
    assert not os.path.exists(place.path("merged.tab"))
    out, text = place.run("merge", "--partial", *journals[:2], *place.outputs("part"), "--journal", place.path("joined"))
    assert out.startswith(b"score A ") and "missing" in text
    games = matchdriver.read_journal(place.read("joined"))[1]
    assert 0 < len(games) < 24 and [game["number"] for game in games] == sorted(game["number"] for game in games)
    # what was joined can be played to its end
    place.run(*words, *place.outputs("rest"), "--journal", place.path("joined"), "--resume")
    place.same("whole", "rest")


def test_many_missing_parts(place):
    """Of what is missing the first ten parts, and ranges of games, are named; the rest of the match is told if that is wanted."""
    words = match(place, 50)
    journal = place.path("part2")
    place.run(*words, "--shard", "2/25", "--journal", journal)
    numbers = sorted(game["number"] for game in matchdriver.read_journal(place.read("part2"))[1])
    shards = ", ".join("%d/25" % shard for shard in (1, *range(3, 12)))
    assert numbers == [3, 4], numbers
    missing = "48 of 50 games are missing: 1–2, 5–50 (there is no journal of shard %s, …)" % shards
    place.refuse("merge", journal, name=missing)
    out, text = place.run("merge", "--partial", journal, "--record", place.path("few.tab"))
    assert out.startswith(b"score A ") and text.startswith(missing + "\n"), text
    assert place.read("few.tab").count(b"[Round ") == 2
    place.run(*match(place, 25, "--no-pairs"), "--journal", place.path("whole"))
    header, *games = place.read("whole").splitlines(keepends=True)
    place.write("half", header + b"".join(games[1::2]))
    place.write("most", header + b"".join(games[1:]))
    place.refuse("merge", place.path("half"), name=", …")
    _, text = place.run("merge", place.path("half"), expect=1)
    assert text.count(", ") == 10 and "no journal of" not in text, text
    place.refuse("merge", place.path("most"), name="tab-match merge: 1 of 25 games is missing: 1\n")


def test_outputs(place):
    """Files that cannot be written are told; what could be told is told."""
    journals = play_shards(place, match(place, 4))
    whole, _ = place.run("merge", *journals, "--quiet")
    for option, name in (("--record", "/dev/full"), ("--json", "/dev/full"), ("--report", "/dev/full")):
        out, text = place.run("merge", *journals, "--quiet", option, name, expect=1)
        assert out == whole and text == "tab-match merge: cannot write /dev/full: No space left on device\n", (option, out, text)
    for option in ("--record", "--json", "--report", "--journal"):
        place.refuse("merge", *journals, option, place.path("no/such/file"), name="no/such/file")
    place.refuse("merge", *journals, "--record", place.path("x"), "--json", place.path("x"), name="--record and --json are the same file")
    for option in ("--journal", "--record"):
        out, text = place.run_without_room(1, "merge", *journals, "--quiet", option, place.path("large"))
        assert text == "tab-match merge: cannot write %s: File too large\n" % place.path("large" if option == "--journal" else "large.part"), (option, text)
        assert out == (b"" if option == "--journal" else whole), (option, out)
    place.refuse("merge", *journals, "--frob", name="--frob")


def test_journal_of_all(place):
    words = match(place, 12)
    place.run(*words, *place.outputs("whole"), "--journal", place.path("single"))
    journals = play_shards(place, words)
    place.run("merge", *journals, "--journal", place.path("joined"))
    settings, games = matchdriver.read_journal(place.read("joined"))
    single, played = matchdriver.read_journal(place.read("single"))
    assert settings == single
    timeless = [[{key: value for key, value in game.items() if key != "use"} for game in all] for all in (games, played)]
    assert timeless[0] == timeless[1]
    lines = place.read("joined")
    place.refuse("merge", *journals, "--journal", place.path("joined"), name=place.path("joined"))
    assert place.read("joined") == lines
    out = place.run("merge", place.path("joined"), *place.outputs("merged"))[0]
    assert out.startswith(b"score A ")
    place.same("whole", "merged")


def test_refused(place):
    words = match(place, 12)
    place.refuse(*words, "--shard", "1/3", *place.outputs("lost"), name="--shard needs a --journal: ")
    assert not os.path.exists(place.path("lost.tab"))
    journals = play_shards(place, words)
    place.refuse("merge", *journals, journals[1], name="shard 2/3")
    other = place.path("other")
    place.run(*match(place, 12, "--max-turns", "70"), "--shard", "3/3", "--journal", other)
    place.refuse("merge", *journals[:2], other, name="max-turns")
    place.run(*words, "--shard", "2/2", "--journal", place.path("half"))
    place.refuse("merge", *journals[:2], place.path("half"), name="shards")
    place.refuse("merge", place.path("none"), name=place.path("none"))
    place.refuse("merge", name="journal")
    place.write("letter", b"Dear journal,\n")
    place.refuse("merge", place.path("letter"), name="line 1")
    lines = place.read("part2").split(b"\n")
    place.write("part2", b"\n".join(lines[:2] + lines[1:]))
    place.refuse("merge", *journals, name="line 3")
    place.write("part2", place.read("part1").replace(b"shard=1", b"shard=2", 1))
    place.refuse("merge", *journals, name="is none of")


if __name__ == "__main__":
    matchdriver.main(test_match, test_match_without_pairs, test_tournament, test_sprt, test_missing_games,
                     test_many_missing_parts, test_outputs, test_journal_of_all, test_refused)
