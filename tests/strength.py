#!/usr/bin/python3
# SPDX-License-Identifier: GPL-3.0-or-later
# Plays the engine against its fixed opponents and fails below the strength it is to have; takes an hour.
"""usage: strength.py TAB_MATCH TAB_ENGINE [GAMES] [MOVETIME_MS]"""
import re
import subprocess
import sys

# Player, opponent, least score in percent (of 1,000 games at 50 ms a turn).
PAIRS = [("net", "random", 99.0), ("net", "greedy", 70.0), ("net", "hand", 55.0), ("hand", "greedy", 55.0),
         ("greedy", "random", 90.0), ("genetic", "random", 90.0)]
RULES = ["walker", "standard"]


def play(match, engine, player, opponent, rules, games, movetime):
    """Plays one match; returns the score in percent and the whole score line."""
    command = [match, "--quiet", "--rules", rules, "--games", games, "--movetime", movetime,
               "--seed", "1", "--concurrency", "2", "--margin", "2000"]
    for name in (player, opponent):
        command += ["--engine", f"cmd={engine},name={name},option.Eval={name}"]
    done = subprocess.run(command, stdout=subprocess.PIPE, text=True, check=True)
    line = done.stdout.strip().splitlines()[-1]
    return float(re.search(r"([0-9.]+)%", line).group(1)), line


def main():
    if len(sys.argv) < 3:
        sys.exit(__doc__)
    match, engine = sys.argv[1:3]
    games = sys.argv[3] if len(sys.argv) > 3 else "1000"
    movetime = sys.argv[4] if len(sys.argv) > 4 else "50"
    failed = 0
    for rules in RULES:
        for player, opponent, least in PAIRS:
            score, line = play(match, engine, player, opponent, rules, games, movetime)
            good = score >= least
            failed += not good
            print(f"{'ok' if good else 'TOO WEAK'}: {rules}: {line} against {opponent}, "
                  f"at least {least} %", flush=True)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
