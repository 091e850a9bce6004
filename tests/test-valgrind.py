#!/usr/bin/python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""A whole match, with its engines, and a whole game that one engine is asked about turn by turn, run in valgrind: no reading of what
was not written, nothing beyond its bounds, nothing lost (TAP output).

usage: TAB_BUILD_ROOT=<build folder> test-valgrind.py
"""
import glob
import os
import re
import subprocess
import sys
import tempfile

import checks

BUILD = os.environ["TAB_BUILD_ROOT"]
ENGINE = os.path.join(BUILD, "engine", "tab-engine")
MATCH = os.path.join(BUILD, "protocol", "runner", "tab-match")
# Small boards and little depth: everything takes fifty times as long.
RULES = ("ludii:columns=5", "walker:columns=5", "daldos:columns=6")
found = []


def run(folder, *command, text=None):
    """What the command prints, and what valgrind has against it and its children."""
    words = ["valgrind", "--trace-children=yes", "--leak-check=full", "--show-leak-kinds=definite", "--errors-for-leak-kinds=definite",
             "--log-file=" + os.path.join(folder, "%p.log"), *command]
    # GLib's own allocator would hide what is lost
    done = subprocess.run(words, input=text, cwd=folder, env={**os.environ, "G_SLICE": "always-malloc"}, stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT, text=True, check=False)
    faults = [] if done.returncode == 0 else ["%s ends with %d" % (command[0], done.returncode), *done.stdout.splitlines()]
    logs = glob.glob(os.path.join(folder, "*.log"))
    for log in logs:
        said = checks.read(log)
        errors = re.search(r"ERROR SUMMARY: (\d+) errors", said)
        if errors and errors[1] != "0":  # without a summary it was killed, as engines are that do not end in time
            faults += said.splitlines()
        found.append(int(errors[1]) if errors else 0)
    return done.stdout, faults


def check_match():
    faults = []
    for rules in RULES:
        with tempfile.TemporaryDirectory(prefix="tab-valgrind-") as folder:
            engines = [word for name in "AB" for word in ("--engine", "cmd=%s,name=%s" % (ENGINE, name))]
            _, more = run(folder, MATCH, *engines, "--rules", rules, "--games", "2", "--seed", "1", "--depth", "1", "--no-times",
                          "--concurrency", "2", "--journal", os.path.join(folder, "journal"))
            faults += more
    return faults


def check_game():
    """The game is played by the engine before, outside of valgrind; each of its positions is then asked about."""
    with tempfile.TemporaryDirectory(prefix="tab-valgrind-") as folder:
        game = os.path.join(folder, "game.tab")
        engines = [word for name in "AB" for word in ("--engine", "cmd=%s,name=%s" % (ENGINE, name))]
        subprocess.run([MATCH, *engines, "--rules", RULES[0], "--games", "1", "--seed", "2", "--depth", "1", "--record", game, "--quiet"],
                       check=True, stdout=subprocess.DEVNULL)
        _, faults = run(folder, MATCH, "analyse", "--engine", "cmd=%s,name=A" % ENGINE, "--depth", "1", game)
        return faults


def main():
    status = checks.run([("match", check_match, "valgrind"), ("game", check_game, "valgrind")])
    print("# %d processes in valgrind, %d errors" % (len(found), sum(found)))
    return status


if __name__ == "__main__":
    sys.exit(main())
