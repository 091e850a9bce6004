#!/usr/bin/python3
# SPDX-License-Identifier: GPL-3.0-or-later
# Plays the matches that show how strong the engine is, and writes their tables into engine/README.md.
"""Each section is one table. Every pair of games has the same sticks with the seats exchanged, from the seed
stated; a draw counts one half; ± is the half-width of the 95 % interval. Fails if a score is below what its row
asks for. Time is counted in positions looked at, so that the same seed gives the same games on every machine and
beside any other work; only the section "clock" goes by the clock. With --readme the rows played take the place of
their like in the tables between <!-- strength SECTION --> and <!-- end -->."""
import argparse
import itertools
import json
import os
import re
import subprocess
import sys
import tempfile

GREEDY, RANDOM, GENETIC = "depth=1,option.Eval=greedy", "depth=1,option.Eval=random", "option.Eval=genetic"
ONE_PLY, HAND_ONE_PLY = "depth=1", "depth=1,option.Eval=hand"
WIDE = range(5, 16)
RELATIVES = ("tozeur", "mzab", "siryu", "kioz", "deleb", "tablan", "bakhri", "daldos", "daldosa", "sahkku")
PRESETS = ("standard", "walker", "bell", "lane", "ludii", "jordan", *RELATIVES)
SMALL_NET = "SMALL-NET"  # the file that --small-net gives
ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
ANY_NET = "ANY-NET"  # … and the one that --any-net gives
BEFORE = "engine before"  # the program that --before gives
HELD_OUT = os.path.join(ROOT, "engine", "lab", "training", "held-out.txt")
# A core of a Xeon at 2.1 GHz looks at so many positions in a millisecond ('tab-engine bench').
POSITIONS = 1200
# The published agent's whole evolution: a population of 500 and 200 generations of as many.
EVOLUTION = 500 * 201


def held_out():
    """The rulesets of the list, as they stand there: the relatives that are held out as a whole at their own size, and with
    sticks of their own behind a space."""
    with open(HELD_OUT, encoding="utf-8") as file:
        return [line.strip() for line in file if line.strip() and not line.startswith("#")]


def at(milliseconds, options=""):
    return f"nodes={POSITIONS * milliseconds}" + (f",{options}" if options else "")


def by_clock(milliseconds, options=""):
    return f"movetime={milliseconds}" + (f",{options}" if options else "")


# Section: what it shows, and rows of (rules, player, its keys, opponent, its keys, games, least score in percent or 0).
SECTIONS = {
    "one-ply": ("The network alone, one ply", [
        (rules, "network, one ply", ONE_PLY, name, keys, games, least)
        for rules, least_greedy in (("walker", 70), ("standard", 75), ("lane", 68), ("ludii", 85), ("bell", 70), ("jordan", 60))
        for name, keys, games, least in (("random", RANDOM, 1000, 95), ("greedy", GREEDY, 4000, least_greedy),
                                         ("hand, one ply", HAND_ONE_PLY, 4000, 50))]),
    "opponents": ("Full strength, 10 ms a turn, one thread", [
        (rules, "full, 10 ms", at(10), name, keys, games, least)
        for rules, least_greedy in (("walker", 75), ("standard", 83), ("lane", 73), ("ludii", 90))
        for name, keys, games, least in (("random", RANDOM, 2000, 99), ("greedy", GREEDY, 10000, least_greedy),
                                         ("genetic, its whole evolution", f"nodes={EVOLUTION},{GENETIC}", 200, 80),
                                         ("hand, 10 ms", at(10, "option.Eval=hand"), 1000, 50),
                                         ("network, one ply", ONE_PLY, 3000, 50))]),
    "widths": ("The network against the hand-made evaluation, both at one ply", [
        (f"{rules}:columns={columns}", "network, one ply", ONE_PLY, "hand, one ply", HAND_ONE_PLY, 1000, 0)
        for rules in ("standard", "lane") for columns in WIDE]),
    "depth": ("Turns looked ahead, against the network at one ply", [
        (rules, f"depth {depth}", f"depth={depth}", "network, one ply", ONE_PLY, 4000 if depth < 5 else 1000, 0)
        for rules in ("walker", "standard") for depth in range(2, 6)]),
    "parts": ("What the parts are worth: full strength against the engine without one of them", [
        (rules, "full, 10 ms", at(10), name, keys, 1000, 0)
        for rules in ("walker", "standard")
        for name, keys in (("no search: network, one ply", ONE_PLY),
                           ("no network: hand, 10 ms", at(10, "option.Eval=hand")),
                           ("neither: hand, one ply", HAND_ONE_PLY))]),
    "prototype": ("Against a small network, looking three turns ahead", [
        ("walker", name, keys, "small network, depth 3", "depth=3,option.NetFile=" + SMALL_NET, games, 0)
        for name, keys, games in (("network, one ply", ONE_PLY, 2000), ("full, 10 ms", at(10), 2000),
                                  ("full, 100 ms", at(100), 600))]),
    "time": ("More time", [
        (rules, name, keys, other, other_keys, games, 0)
        for rules in ("walker", "standard")
        for name, keys, other, other_keys, games in (("10 ms", at(10), "network, one ply", ONE_PLY, 1000),
                                                     ("100 ms", at(100), "10 ms", at(10), 600),
                                                     ("1 s", at(1000), "100 ms", at(100), 60))]),
    "relatives": ("The ten relatives, one thread", [
        (rules, name, keys, other, other_keys, 1000, 0)
        for rules in RELATIVES for name, keys in (("network, one ply", ONE_PLY), ("full, 10 ms", at(10)))
        for other, other_keys in (("random", RANDOM), ("greedy", GREEDY), ("hand, one ply", HAND_ONE_PLY))]),
    "any": ("The network of a preset against the one for any rules", [
        (rules, "own network, " + name, keys, "any.net, " + name, f"{keys},option.NetFile={ANY_NET}", 1000, 0)
        for rules in PRESETS for name, keys in (("one ply", ONE_PLY), ("10 ms", at(10)))]),
    "held-out": ("The network for any rules where no training saw the rules, one ply", [
        (rules, "any.net, one ply", f"{ONE_PLY},option.NetFile={ANY_NET}", name, keys, 1000, 0)
        for rules in held_out() for name, keys in (("hand, one ply", HAND_ONE_PLY), (BEFORE, ONE_PLY))]),
    "clock": ("By the clock, on a machine with nothing else to do", [
        (rules, "10 ms, two threads", by_clock(10, "option.Threads=2"), "10 ms, one thread", by_clock(10), 600, 0)
        for rules in ("walker", "standard")]),
}
# Sections of near-equal players, whose luck is judged by the network at one ply and taken out of the score.
JUDGED = ("time", "clock", "relatives", "any", "held-out")
LEVEL_RULES, LEVEL_GAMES, LEVEL_NODES = ("standard", "walker"), 60, 20000
LEVEL_DEPTHS = range(1, 4)
RELATIVE_LEVELS, RELATIVE_LEVEL_NODES = (0, 2, 4, 6, 8, 10), 2000
SMALL_GAMES = 1000


class Arena:
    """Plays matches with tab-match and keeps what they came to."""

    def __init__(self, options):
        self.options = options

    def play(self, rules, games, engines, more=()):
        """engines: (name, keys). Returns the results that tab-match writes."""
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "results.json")
            rules, _, sticks = rules.partition(" ")
            more = [*more, "--sticks", sticks] if sticks else more
            command = [self.options.match, "--quiet", "--rules", rules, "--games", str(games), "--seed",
                       str(self.options.seed), "--concurrency", str(self.options.concurrency),
                       "--margin", "2000", "--json", path, *more]
            for name, keys in engines:
                keys = keys.replace(SMALL_NET, self.options.small_net or SMALL_NET).replace(ANY_NET, self.options.any_net)
                program = self.options.before if name == BEFORE else self.options.engine
                command += ["--engine", f"cmd={program},name={name},{keys}"]
            subprocess.run(command, stdout=subprocess.DEVNULL, check=True)
            with open(path, encoding="utf-8") as results:
                return json.load(results)

    def games(self, wanted):
        """So many games of a row, an even number, as --scale asks."""
        return max(2, int(wanted * self.options.scale) // 2 * 2)


def percent(rate, error):
    return f"{100 * rate:.1f} % ±{100 * error:.1f}"


def interval(elo):
    """An Elo with its 95 % interval; a score of 0 or 1 has no end."""
    texts = ["–" if elo.get(key) is None else f"{elo[key]:+.0f}" for key in ("value", "low", "high")]
    return f"{texts[0]} ({texts[1]} to {texts[2]})"


def pair_table(arena, rows, judged):
    """A table of matches of two, with a column of the score less luck if `judged`; also the rows that scored less than
    they should."""
    lines = ["| rules | player | opponent | games | score | Elo (95 %) | variance by pairs |",
             "|---|---|---|--:|--:|--:|--:|"]
    if judged:
        lines = [lines[0] + " less luck |", lines[1] + "--:|"]
    judge = ["--judge", f"cmd={arena.options.engine},name=judge,{ONE_PLY}"] if judged else []
    weak = []
    for rules, player, keys, opponent, other_keys, games, least in rows:
        if opponent == BEFORE and not arena.options.before:
            continue
        results = arena.play(rules, arena.games(games), [("player", keys), (opponent if opponent == BEFORE else "opponent", other_keys)], judge)
        encounter = results["encounters"][0]
        ratio = encounter.get("variance_ratio")
        lines.append(f"| {rules} | {player} | {opponent} | {results['games']['played']} | "
                     f"{percent(encounter['rate'], encounter['rate_error'])} | {interval(encounter['elo'])} | "
                     f"{'–' if ratio is None else format(ratio, '.2f')} |")
        if judged:
            adjusted = results["engines"][0]["luck"]["adjusted"]
            lines[-1] += f" {percent(adjusted['mean'], adjusted['error'])} |"
        print(lines[-1], flush=True)
        if 100 * encounter["rate"] < least:
            weak.append(f"{lines[-1]} asks for {least} %")
    return lines, weak


def level_table(arena):
    """The levels' ratings, and those of the engine that looks no further than a few turns; play by chance is the zero
    of the scale."""
    engines = [("random", RANDOM)]
    engines += [(f"level {level}", f"nodes={LEVEL_NODES},option.Level={level}") for level in range(10)]
    engines += [(f"depth {depth}", f"depth={depth}") for depth in LEVEL_DEPTHS]
    engines += [("level 10", f"nodes={LEVEL_NODES}")]
    names = [name for name, keys in engines]
    ratings = []
    played = [rules for rules in LEVEL_RULES if arena.options.rules in (None, rules)]
    for rules in played:
        results = arena.play(rules, arena.games(LEVEL_GAMES), engines)
        rating = {row["name"]: row for row in results["ratings"]}
        ratings.append({name: (rating[name]["elo"] - rating["random"]["elo"], rating[name]["error"]) for name in names})
    lines = ["| | " + " | ".join(played) + " |", "|---" + "|--:" * len(played) + "|"]
    for name in reversed(names):
        lines.append(f"| {name} | " + " | ".join(f"{table[name][0]:.0f} ±{table[name][1]:.0f}" for table in ratings) + " |")
        print(lines[-1], flush=True)
    return lines, []


def relative_level_table(arena):
    """A round robin of levels in each of the relatives: one row of ratings a game, above play by chance."""
    engines = [("random", RANDOM)]
    engines += [(f"level {level}", f"nodes={RELATIVE_LEVEL_NODES},option.Level={level}") for level in RELATIVE_LEVELS]
    lines = ["| rules | " + " | ".join(name for name, keys in engines[1:]) + " |", "|---" + "|--:" * len(RELATIVE_LEVELS) + "|"]
    for rules in RELATIVES:
        if arena.options.rules not in (None, rules):
            continue
        results = arena.play(rules, arena.games(LEVEL_GAMES), engines)
        rating = {row["name"]: row for row in results["ratings"]}
        lines.append(f"| {rules} | " + " | ".join(f"{rating[name]['elo'] - rating['random']['elo']:.0f} ±{rating[name]['error']:.0f}"
                                                  for name, keys in engines[1:]) + " |")
        print(lines[-1], flush=True)
    return lines, []


def small_table(arena):
    """What perfect play gains over an opponent on a small board of each relative, and what the engine gains that does not
    know the table. The table judges the luck of both, so that nearly nothing of it is left in the scores."""
    perfect = f"depth=1,option.TablePath={arena.options.tables}"
    lines = ["| rules | opponent | perfect play | full, 10 ms | part of the gain |", "|---|---|--:|--:|--:|"]
    for rules in RELATIVES:
        rules += ":columns=5,pieces=2"
        for opponent, keys in (("random", RANDOM), ("greedy", GREEDY), ("hand, one ply", HAND_ONE_PLY)):
            if arena.options.rules not in (None, rules) or arena.options.opponent not in (None, opponent):
                continue
            scores = []
            for player in perfect, at(10, "option.TablePath=none"):
                results = arena.play(rules, arena.games(SMALL_GAMES),
                                     [("player", player), ("opponent", keys + ",option.TablePath=none")],
                                     ["--judge", f"cmd={arena.options.engine},name=judge,{perfect}"])
                scores.append(results["engines"][0]["luck"]["adjusted"])
            gains = [score["mean"] - 0.5 for score in scores]
            lines.append(f"| {rules} | {opponent} | " + " | ".join(f"{100 * score['mean']:.2f} % ±{100 * score['error']:.2f}"
                                                                   for score in scores) + f" | {100 * gains[1] / gains[0]:.1f} % |")
            print(lines[-1], flush=True)
    return lines, []


def key(line):
    """What a row is about: its rules, player and opponent, as far as these are told: the first cells without figures."""
    cells = [cell.strip() for cell in line.strip("|").split("|")]
    return tuple(itertools.takewhile(lambda cell: not re.match(r"[-+]?[0-9]", cell), cells))


def put_into(path, section, lines):
    """The rows played take the place of their like; others of the table stay, new ones come last."""
    with open(path, encoding="utf-8") as readme:
        text = readme.read()
    place = re.search(rf"(?<=<!-- strength {section} -->\n).*?(?=<!-- end -->)", text, flags=re.S)
    if not place:
        print(f"({path} has no place for '{section}')")
        return
    rows = {key(line): line for line in place.group().splitlines()[2:]} | {key(line): line for line in lines[2:]}
    with open(path + ".new", "w", encoding="utf-8") as readme:
        readme.write(text[:place.start()] + "\n".join([*lines[:2], *rows.values()]) + "\n" + text[place.end():])
    os.replace(path + ".new", path)


# Sections with a table of their own kind.
TABLES = {"levels": ("Levels", level_table), "relatives-levels": ("Levels in the relatives", relative_level_table),
          "small": ("The relatives on a small board, beside perfect play", small_table)}


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("match", help="tab-match")
    parser.add_argument("engine", help="tab-engine")
    parser.add_argument("section", nargs="*", help=f"of: {' '.join([*TABLES, *SECTIONS])} (all)")
    parser.add_argument("--readme", help="put the tables into this file")
    parser.add_argument("--rules", help="only rows of these rules")
    parser.add_argument("--player", help="only rows of this player")
    parser.add_argument("--opponent", help="only rows of this opponent")
    parser.add_argument("--scale", type=float, default=1, help="so many times the games of each row (1)")
    parser.add_argument("--small-net", help="network for the section prototype, which is left out without it")
    parser.add_argument("--any-net", metavar="FILE", default=os.path.join(ROOT, "data", "nets", "any.net"),
                        help="a network for any rules (data/nets/any.net)")
    parser.add_argument("--before", metavar="ENGINE", help="a tab-engine without such a network, for rows of the section held-out, which are "
                        "left out without it")
    parser.add_argument("--tables", help="folder of tables of the relatives, PRESET:columns=5,pieces=2 (tab-tables build); the section "
                        "small is left out without it")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--concurrency", type=int, default=2)
    options = parser.parse_intermixed_args()
    arena = Arena(options)
    weak = []
    any_net = os.path.exists(options.any_net)
    given = {"prototype": options.small_net, "small": options.tables, "any": any_net, "held-out": any_net}  # what these need
    for section in options.section or [name for name in [*SECTIONS, *TABLES] if given.get(name, True)]:
        if section not in TABLES and section not in SECTIONS:
            parser.error(f"no section '{section}'")
        if not given.get(section, True):
            parser.error(f"the section '{section}' needs --small-net, --any-net or --tables")
        title, table = TABLES[section] if section in TABLES else (SECTIONS[section][0], None)
        print(f"\n{title}\n", flush=True)
        if table:
            lines, low = table(arena)
        else:
            lines, low = pair_table(arena, [row for row in SECTIONS[section][1]
                                            if options.rules in (None, row[0]) and options.player in (None, row[1])
                                            and options.opponent in (None, row[3])],
                                    section in JUDGED)
        weak += low
        if options.readme:
            put_into(options.readme, section, lines)
    for row in weak:
        print(f"TOO WEAK: {row}")
    return 1 if weak else 0


if __name__ == "__main__":
    sys.exit(main())
