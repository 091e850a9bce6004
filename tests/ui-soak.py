#!/usr/bin/python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Watched games one after the other in one window: memory, descriptors, threads and children stay what they were.

usage: ui-soak.py [GAMES]    (500: half an hour)
"""
import os
import sqlite3
import sys
import tempfile
import time

import soak
import uidriver

GAMES = int(sys.argv[1]) if len(sys.argv) > 1 else 500
WATCHED = ["--watch", "--rules", "ludii:columns=5", "--white", "engine:0", "--black", "engine:0", "--seed", "2"]
SETTINGS = {"animation-speed": "'off'", "sounds": "false", "offer-lesson": "false", "think-time": 10}
GROWTH_KIB = 4096  # from the second tenth to the last: caches of fonts and pictures fill up


def count_stored(home):
    path = os.path.join(home, "data", "tab", "games.db")
    if not os.path.exists(path):
        return 0
    database = sqlite3.connect(path, timeout=60)
    try:
        return database.execute("SELECT count(*) FROM games").fetchone()[0]
    except sqlite3.OperationalError:
        return 0  # it is just being made
    finally:
        database.close()


def play(window, home, games):
    """The next game to its end: it is in the list of games then. What is seen is not asked for, which would take longest of all."""
    if games:
        window.key("ctrl+shift+n")  # Rematch
    window.wait("the end of game %d" % (games + 1), lambda: count_stored(home) > games, 120)


def main():
    uidriver.enter_desktop(__file__)
    home = tempfile.mkdtemp(dir=os.environ["TAB_UI_DESKTOP"])
    begun = time.monotonic()
    window = uidriver.Window(WATCHED, SETTINGS, home=home)
    window.give_keyboard()
    samples = []
    for game in range(GAMES):
        play(window, home, game)
        samples.append(soak.sample(window.process.pid))
        if game % 50 == 49:
            print("# %d games: %s" % (game + 1, samples[-1]), flush=True)
    tenth = max(1, GAMES // 10)
    first, last = samples[tenth:2 * tenth], samples[-tenth:]
    print("# %d games watched, %.0f s; from the second tenth to the last: %s" % (GAMES, time.monotonic() - begun, soak.compare(first, last)))
    soak.check_flat(first, last, GROWTH_KIB)
    window.close()


if __name__ == "__main__":
    main()
