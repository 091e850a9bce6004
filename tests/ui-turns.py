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
    return row(window, name).get_extents().height


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


JUDGED_GAME = """[White "Ada"]
[Rules "walker"]
[Opening "w2 b1"]
[Result "1-0"]
[Termination "resign"]

1. b 1,4,2 1:d1c1,4:c1c5,2:c5c7 loss=0.02
2. w 3 3:pass loss=0
3. b 2 2:c7c9 loss=0.2
4. w 2 2:pass loss=0
1-0
"""


def says(window, text):
    return next((node for node in window.walk() if text in window.name(node) and window.showing(node)), None)


def selected(window):
    rows = [node for node in window.walk(window.frame) if window.name(node).startswith(("Turn ", "Beginning"))]
    return next((window.name(node) for node in rows if window.state(node, "selected")), "")


def press(window, name):
    window.find("push button", name).do_action()


def discard(window):
    window.key("ctrl+q")
    window.wait("the question", lambda: window.find("push button", "Discard"))
    press(window, "Discard")
    window.expect_end()


def go_through_mistakes():
    """By key and by button; what there is none of is said; another try, and back."""
    window = uidriver.Window([write_game("judged.tab", JUDGED_GAME)], dict(QUIET, **{"show-analysis": "false"}))
    row(window, "Turn 4")
    window.key("alt+Prior")
    window.wait("the blunder", lambda: says(window, "Turn 3, Black: loss −20.0 points, a blunder"))
    press(window, "Previous Mistake")
    window.wait("the doubtful turn", lambda: says(window, "Turn 1, Black: loss −2.0 points, doubtful"))
    window.key("alt+Prior")
    window.wait("that there is none", lambda: says(window, "There is no mistake before this turn."))
    window.key("Next")
    window.wait("the remark gone", lambda: not says(window, "There is no mistake before this turn."))
    window.key("alt+Next")
    window.wait("the blunder again", lambda: says(window, "Turn 3, Black: loss −20.0 points, a blunder"))
    game = uidriver.Game(window)
    press(window, "Try It Again")
    window.wait("the turn to be played", lambda: game.having("can move with 2"))
    window.wait("the way back", lambda: window.showing(window.find("push button", "Leave the Try")))
    window.key("alt+BackSpace")
    window.wait("the turn that was played", lambda: window.showing(window.find("push button", "Back to Game")))
    window.wait("no way back any more", lambda: not window.showing(window.find("push button", "Leave the Try")))
    discard(window)


def try_without_the_answer():
    """The analysis, which would give it, goes for a try, and comes back after it."""
    window = uidriver.Window([write_game("judged.tab", JUDGED_GAME)], dict(QUIET, **{"show-analysis": "true"}))
    row(window, "Turn 4")
    graph = lambda: next((node for node in window.walk() if "chance to win" in window.name(node) and window.showing(node)), None)
    window.wait("the analysis", graph)
    window.key("alt+Prior")
    window.wait("the blunder", lambda: says(window, "Turn 3, Black"))
    press(window, "Try It Again")
    window.wait("the turn to be played", lambda: uidriver.Game(window).having("can move with 2"))
    window.wait("no analysis", lambda: not graph())
    window.key("alt+BackSpace")
    window.wait("the analysis again", graph)
    discard(window)


LONG_WORDS = "There is a good deal more in it than one line can hold"
ENDED_GAME = JUDGED_GAME.replace('"Ada"]', '"Ada"]\n[Black "%s"]' % LONG_WORDS).replace("resign", "time").replace("3:pass loss=0", "3:pass loss=0 {%s}" % LONG_WORDS)


def list_width(window):
    return window.find("list", "Turns").get_extents().width


def show_end():
    """How the game ended is told whole, in as many lines as that takes; a comment has one."""
    window = uidriver.Window([write_game("ended.tab", ENDED_GAME)], dict(QUIET, **{"show-analysis": "false"}))
    line = window.wait("rows with their sizes", lambda: row_height(window, "Turn 3"))
    assert row_height(window, "Turn 2") < 2.5 * line, "a comment takes more than a line"
    assert row_height(window, "Turn 4") > 2.5 * line, "the end is cut"
    width = list_width(window)
    window.key("alt+Prior")
    window.wait("the blunder", lambda: says(window, "Turn 3, %s: loss" % LONG_WORDS))
    window.wait("the turn", lambda: says(window, "Back to Game"))
    assert list_width(window) == width, "a remark takes width from the board"
    window.close()


def offer_analysis():
    """Mistakes that nobody has looked for are looked for when a person wants them."""
    window = uidriver.Window([write_game("plain.tab", LONG_GAME)], dict(QUIET, **{"show-analysis": "false"}))
    row(window, "Turn 2")
    window.key("alt+Prior")
    window.wait("the offer", lambda: says(window, "This game has not been analysed"))
    press(window, "Analyse Whole Game")
    window.wait("what is found", lambda: says(window, "White: luck "), 60)
    discard(window)


def main():
    uidriver.enter_desktop(__file__)
    show_long_turn()
    show_end()
    go_through_mistakes()
    try_without_the_answer()
    offer_analysis()


if __name__ == "__main__":
    main()
