#!/usr/bin/python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Openings: known turns with their worth beside the analysis; in the list of games the tree of first turns, and the record of a player.
With 100,000 games none of it keeps the window busy.

usage: ui-openings.py [many], the 100,000 games alone
"""

import importlib
import os
import re
import sqlite3
import sys
import time

import uidriver
from loopwatch import BOARD, LoopWatch, is_deaf

listing = importlib.import_module("ui-games-list")

QUIET = {"animation-speed": "'off'", "sounds": "false", "offer-lesson": "false", "analysis-engine": "'None'"}
GAME = ["--new", "--rules", "ludii", "--white", "human", "--black", "human", "--seed", "3"]


def known(window):
    """The known turns, as they are heard."""
    found = window.find("list", "Opening Knowledge")
    names = [window.name(node) for node in window.walk(found) if window.showing(node)] if found else []
    return [name for name in names if name.startswith("Known turn ")]


def knowledge():
    """Known turns stand there while the first turn is chosen, and not later; sticks that are not fair have none."""
    for sticks in ([], ["--sticks", "p=0.4"]):
        window = uidriver.Window(GAME + sticks, QUIET)
        window.give_keyboard()
        window.key("F8")
        game = uidriver.Game(window)
        game.throw_until_movable()
        if sticks:
            window.wait("the pane", lambda: window.find("label", "Best Turns"))
            assert not known(window), known(window)
        else:
            window.wait("known turns", lambda: known(window))
            for i, name in enumerate(known(window), 1):
                assert re.match(r"Known turn %d: .*, \d+\.\d\s?%% ± 0\.[012]$" % i, name), name
        window.close()


def open_view(window, name):
    """A view of the list of games, by its tab."""
    if "Games" not in window.titles():
        listing.open_list(window)
    window.click(window.wait("the tab " + name, lambda: window.find("page tab", name)))


def openings(window):
    """The turns of the tree, as they are heard."""
    return [name for name in listing_names(window, "Openings") if " · " in name]


def listing_names(window, name):
    found = window.find("list", name)
    return [window.name(node) for node in window.walk(found) if window.role(node) in ("list item", "tree item") and window.name(node)] if found else []


def expect_openings(window, *parts):
    window.wait("the turns " + ", ".join(parts) + " instead of " + str(openings(window)),
                lambda: len(openings(window)) == len(parts) and all(re.search(part, name) for part, name in zip(parts, openings(window))))


def tree():
    """First turns with score and worth; one is unfolded by its key."""
    home, path = listing.home_with("\n".join(listing.GAMES))
    window = uidriver.Window(GAME, QUIET, home=home)
    window.give_keyboard()
    open_view(window, "Openings")
    expect_openings(window, r"White · .*2 · a7–b6.*, 3 games, score 50.0\s?%, worth \d+\.\d\s?% ± 0\.\d$")
    line = next(node for node in window.walk(window.find("list", "Openings")) if "a7–b6" in window.name(node))
    window.click(line)
    window.key("Right")
    expect_openings(window, "a7–b6", "Black · .*2 · d1–c2.*, 2 games, score 0.0")
    window.key("Down", "Right")
    expect_openings(window, "a7–b6", "d1–c2", "White · .*a6–b7.*, 1 game, score 100.0")
    assert not (window.find("push button", "Open") and window.showing(window.find("push button", "Open"))), "a turn cannot be opened"
    window.key("Escape")
    window.wait_alone()
    window.give_keyboard()
    window.close()
    database = sqlite3.connect("file:%s?mode=ro" % path, uri=True)
    assert database.execute("SELECT count(*) FROM games").fetchone() == (3,)
    database.close()


def choose(window, name, player, words):
    """Finds a player in a drop-down list by typing the name, until a label has these words."""
    for _ in range(5):
        window.click(window.wait(name, lambda: window.find("combo box", name)))
        time.sleep(0.5)  # the list comes up with an animation
        window.key(*player)
        time.sleep(0.3)
        window.key("Down", "Return")
        end = time.monotonic() + 2
        while time.monotonic() < end:
            if window.find("label", words):
                return
    window.fail("no " + words)


def height_of(window, picture, has_colour):
    """Where the dot of a colour stands in a picture with one game, from 0 at the top to 1."""
    box, (x, y) = picture.get_extents(), window.centre(picture)
    for row in range(box.height):
        line = window.screen.pixels(x - 20, y - box.height // 2 + row, 40, 1)
        if any(has_colour(*line[i:i + 3]) for i in range(0, len(line), 3)):
            return row / box.height
    return window.fail("no dot of this colour")


def record():
    """A player's games in words and curves; other players, rules and opponents; what is analysed meanwhile is there at once."""
    home, path = listing.home_with("\n".join(listing.GAMES))
    window = uidriver.Window(GAME, QUIET, home=home)
    window.give_keyboard()
    open_view(window, "Players")
    window.wait("Ada's games", lambda: window.find("label", "2 games: 2 won, 0 drawn, 0 lost. None of them has been analysed. Rating 1524."))
    choose(window, "The player whose record it is", "Carl", "1 game: 0 won, 0 drawn, 0 lost.")
    choose(window, "The player whose record it is", "Ada", "2 games: 2 won, 0 drawn, 0 lost.")
    choose(window, "Whom the player played against", "Ben", "1 game: 1 won, 0 drawn, 0 lost. None of them has been analysed. Rating 1512.")
    database = sqlite3.connect(path)
    database.execute("INSERT INTO analyses SELECT g.id, 'Engine', '', 0.1, -0.1, 0.05, 0.02, 2, 1, NULL FROM games g JOIN players p ON p.id = g.white"
                     " WHERE p.name = 'Ada'")
    database.commit()
    database.close()
    open_view(window, "List")
    open_view(window, "Players")
    window.wait("the values", lambda: window.find("label", "1 analysed: luck +10.0, loss −5.0 points a game."))
    pictures = [node for node in window.walk() if "1 analysed" in window.name(node) and window.role(node) != "label" and window.showing(node)]
    assert len(pictures) == 2, [window.role(node) for node in pictures]
    luck = height_of(window, pictures[0], lambda red, green, blue: blue > red + 100)
    loss = height_of(window, pictures[0], lambda red, green, blue: red > blue + 100)
    assert luck < 1 / 3 and loss > 2 / 3, "a loss of 5 points stands at %.2f from the top, luck of 10 at %.2f" % (loss, luck)
    window.key("Escape")
    window.wait_alone()
    window.give_keyboard()
    window.close()


def many_games():
    home, path = listing.home_with(listing.GAMES[0])
    listing.multiply(path)
    database = sqlite3.connect(path)
    database.execute("UPDATE games SET white = 1 WHERE id % 3")  # most games are one player's
    database.execute("UPDATE games SET opening = (SELECT opening FROM games WHERE id = 1)")
    database.execute("INSERT INTO analyses SELECT id, 'Engine', '', 0.01, -0.01, 0.05, 0.02, 2, 1, NULL FROM games WHERE id % 2")
    database.commit()
    database.close()
    watch = LoopWatch(home)
    window = uidriver.Window(GAME, dict(QUIET, **BOARD), watch.environment, home=home)
    window.give_keyboard()
    start, _ = watch.read()
    deaf = []

    def judge(what):
        time.sleep(0.5)
        computed, waited = watch.read(-1)
        print("%-24s %4.0f ms of computing, %5.0f ms in all" % (what, 1000 * computed, 1000 * waited), flush=True)
        if is_deaf(computed, waited, start):
            deaf.append(what)
        watch.reset()

    listing.open_list(window)
    window.wait("all games", lambda: window.find("label", "%d games" % listing.MANY), 20)
    watch.reset()
    open_view(window, "Openings")
    window.wait("the first turn", lambda: any("%d games" % listing.MANY in name for name in openings(window)), 30)
    judge("openings")
    open_view(window, "Players")
    window.wait("a record", lambda: window.find("label", " games: "), 30)
    judge("players")
    window.key("Escape")
    window.wait_alone()
    window.give_keyboard()
    window.close()
    assert not deaf, "deaf while: " + ", ".join(deaf)


def main():
    uidriver.enter_desktop(__file__)
    if sys.argv[1:] == ["many"]:
        many_games()
        return
    knowledge()
    tree()
    record()


if __name__ == "__main__":
    main()
