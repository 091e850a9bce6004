#!/usr/bin/python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""The list of turns: long turns, and what else it shows of a game."""

import os

import uidriver

QUIET = {"animation-speed": "'off'", "show-turns": "true"}
LONG_GAME = """[White "Ada"]
[Rules "standard:columns=9"]
[Opening "w2 w2 w1"]
[Result "*"]

1. w 1,1,4,1,3 1:a9b9,1:a8a9,1:a7a8,3:a8b8,4:b8b4
2. b 1,6,2 1:d1c1,2:c1c3,6:c3c9
*
"""


def row(window, name):
    return window.wait("the row " + name, lambda: next((node for node in window.walk(window.frame) if window.name(node).startswith(name)), None))


def row_height(window, name):
    return row(window, name).get_extents(window.atspi.CoordType.WINDOW).height


def write_game(name, text):
    path = os.path.join(os.environ["TAB_UI_DESKTOP"], name)
    with open(path, "w", encoding="utf-8") as file:
        file.write(text)
    return path


def show_long_turn():
    """A turn that does not fit a line of the list has two."""
    window = uidriver.Window([write_game("long.tab", LONG_GAME)], QUIET)
    window.wait("rows with their sizes", lambda: row_height(window, "Turn 2") > 0)
    assert row_height(window, "Turn 1, Ada: throws 1 1 1 3 4, ") >= row_height(window, "Turn 2") + 12, "the turn is cut"
    window.close()


def main():
    uidriver.enter_desktop(__file__)
    show_long_turn()


if __name__ == "__main__":
    main()
