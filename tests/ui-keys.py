#!/usr/bin/python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Two people at one board use the keyboard alone, then a screen reader's actions; everything is told in words."""

import os
import tempfile
import time

import uidriver

ENDING = ["--rules", "ludii:columns=5", "--position", "5/T1m2/5/5 w 2 - 9", "--white", "human", "--black", "human"]
CHOICE = ["--rules", "walker:columns=5", "--position", "m4/5/M2M1/NM3 w 4,2 - 9", "--white", "human", "--black", "human"]
GAME = ["--new", "--rules", "ludii:columns=5", "--white", "human", "--black", "human", "--seed", "3"]


def focused(window, game):
    """The index of the cell with the keyboard focus, or -1."""
    return next((i for i, cell in enumerate(game.cells) if window.state(cell, "focused")), -1)


def go_to(window, game, index):
    """Walks the focus with the arrow keys; cells are listed row by row from the upper left one."""
    row, column = divmod(index, 5)
    for _ in range(20):
        now = focused(window, game)
        assert now >= 0, "the board has lost the focus"
        if now == index:
            return
        now_row, now_column = divmod(now, 5)
        name = "Down" if now_row < row else "Up" if now_row > row else "Right" if now_column < column else "Left"
        window.key(name)
        window.wait("the focus to follow " + name, lambda: focused(window, game) != now)
    window.fail("the arrow keys do not lead to cell %d" % index)


def play_by_keys(window, game):
    """Arrow keys, Escape, Enter, BackSpace and E."""
    game.throw_until_movable()
    source = game.cells.index(game.having("can move with")[0])
    window.wait("the focus on the board", lambda: focused(window, game) >= 0)
    go_to(window, game, source)
    window.key("Return")
    window.wait("the stone chosen", lambda: game.having("selected"))
    window.key("Escape")
    window.wait("the stone let go", lambda: not game.having("selected"))
    window.key("Return")
    window.wait("the stone chosen again", lambda: game.having("selected"))
    before = [label.split(",")[1] for _, label in game.labels()]
    go_to(window, game, game.cells.index(game.having("target with")[0]))
    window.key("space")
    window.wait("the move", lambda: [label.split(",")[1] for _, label in game.labels()] != before)
    window.key("BackSpace")
    window.wait("the move taken back", lambda: [label.split(",")[1] for _, label in game.labels()] == before)


def play_by_actions(window, game):
    """What a screen reader can do: each cell is a button."""
    before = [label.split(",")[1] for _, label in game.labels()]
    source = game.having("can move with")[0]
    assert source.do_action(), "a cell has no action"
    window.wait("the stone chosen by an action", lambda: game.having("selected"))
    game.having("target with")[0].do_action()
    window.wait("the move by an action", lambda: [label.split(",")[1] for _, label in game.labels()] != before)


def choose_throw(window, game):
    """A digit narrows what is offered to one throw; a chip in the row of throws says so."""
    game.throw_until_movable()
    chips = [node for node in window.walk(window.frame) if node.get_role_name() == "push button"
             and any(name in window.name(node) for name in ("tâb", "itneyn", "telâteh", "arba‘ah", "sitteh"))]
    assert len(chips) == 1, [window.name(chip) for chip in chips]
    digit = window.name(chips[0])[0]
    window.key(digit)
    window.wait("the throw chosen", lambda: window.state(chips[0], "pressed"))
    window.key("Escape")
    window.wait("the throw let go", lambda: not window.state(chips[0], "pressed"))


def jump(language):
    """Control and an arrow go from one stone that can move to the next, and with one chosen from one place to the next where
    it can go, as one reads the board: which is not mirrored."""
    window = uidriver.Window(CHOICE, {"animation-speed": "'off'"}, environment={"LANGUAGE": language}, size=(700, 480))
    window.give_keyboard()
    board = window.wait("the board", lambda: next((node for node in window.walk(window.frame) if node.get_child_count() == 20), None))

    def get_focus():
        cells = [board.get_child_at_index(i) for i in range(20)]
        return next((i for i, cell in enumerate(cells) if window.state(cell, "focused")), -1)

    def go(key, *places):
        for place in places:
            window.key(key)
            window.wait("the focus on cell %d, by %s" % (place, key), lambda: get_focus() == place)

    window.wait("the focus on the board", lambda: get_focus() >= 0)
    start = get_focus()
    b1, b4, a2 = 10, 13, 16
    go("ctrl+Right", *{b1: (b4, a2, b1), b4: (a2, b1, b4), a2: (b1, b4, a2)}[start])
    go("ctrl+Left", *{b1: (a2, b4), b4: (b1, a2, b4), a2: (b4,)}[start])
    walked = window.pixels(board.get_child_at_index(b4), 34)
    time.sleep(4)  # after three seconds GTK hides the focus
    assert window.pixels(board.get_child_at_index(b4), 34) == walked, "the place of the keyboard is seen no more"
    window.click(board.get_child_at_index(0))
    window.wait("the pointer in place of the keyboard", lambda: window.pixels(board.get_child_at_index(b4), 34) != walked)
    go("ctrl+Left", a2, b4)
    window.key("Return")
    b2, c1 = 11, 5
    go("ctrl+Right", c1, b2, c1)
    go("ctrl+Left", b2)
    window.key("Return")
    go("ctrl+Right", a2, b1, b2)
    window.close()


def wait_for_engine():
    """While an engine plays the keyboard stays where it was on the board, and does not go to its first cell."""
    home = tempfile.mkdtemp(dir=os.environ["TAB_UI_DESKTOP"])
    os.makedirs(os.path.join(home, "tab"))
    with open(os.path.join(home, "tab", "engines.ini"), "w", encoding="utf-8") as file:
        file.write("[Slow]\ncommand=%s;--slow;60000;\n" % os.path.join(uidriver.build_root(), "tests", "fake-engine"))
    window = uidriver.Window([*CHOICE[:-1], "Slow"], {"animation-speed": "'off'"}, size=(700, 480), home=home)
    game = uidriver.Game(window)
    window.give_keyboard()
    window.wait("the focus on the board", lambda: focused(window, game) >= 0)
    while not window.sensitive(game.end_button):
        window.key("ctrl+Right", "Return")
        window.wait("a stone, or its place, chosen", lambda: focused(window, game) < 0 or game.having("selected") or game.having("can move with"))
    window.wait("the focus on End Turn", lambda: window.state(game.end_button, "focused"))
    window.key("e")
    a1 = 15
    window.wait("the keyboard where it was", lambda: focused(window, game) not in (-1, a1))
    window.close()


def step_through_list():
    """In the list of turns the arrows go on from the turn that is shown, also where another key or a button chose it."""
    start = ["--rules", "walker", "--position", "nnnnnnnnn/9/9/NNNNNNNNN w - - 1", "--sticks", "w=0,0,1,0,0"]
    window = uidriver.Window([*start, "--white", "human", "--black", "human"], {"animation-speed": "'off'"})
    game = uidriver.Game(window)
    window.give_keyboard()
    for number in range(1, 6):
        window.wait("turn %d" % number, lambda: window.find("label", "turn %d" % number) and window.sensitive(game.throw_button))
        window.key("space")
    turns = window.wait("the list", lambda: window.find("label", "turn 6") and window.find("list", "Turns"))

    def wait_focus(number, way):
        window.wait("turn %d with the keyboard, by %s" % (number, way), lambda: any(
            window.state(row, "focused") and "Turn %d," % number in window.name(row) for row in window.walk(turns)))

    window.click(window.wait("turn 5", lambda: window.find("list item", "Turn 5", turns)))
    wait_focus(5, "a click")
    for key, number in (("Up", 4), ("alt+Left", 3), ("Up", 2), ("alt+End", 5), ("Up", 4), ("Escape", 5), ("Up", 4)):
        window.key(key)
        wait_focus(number, key)
    window.close()


def end_and_play_again():
    """Whoever goes on by the keyboard after the end is at the board again, not at the first button of the window; and
    what was said of one cell is not said of the next."""
    window = uidriver.Window(ENDING, {"animation-speed": "'off'"}, size=(700, 480))
    game = uidriver.Game(window)
    window.give_keyboard()
    window.click(game.having("black stone")[0])
    window.wait("whose stone that is", lambda: game.says("That stone is Black’s."))
    window.click(game.having("empty")[0])
    window.wait("what to do", lambda: game.says("Choose a stone to move with 2"))
    game.having("can move with")[0].do_action()
    window.wait("where it can go", lambda: game.having("target with"))
    game.having("target with")[0].do_action()
    window.wait("the end", lambda: window.find("push button", "Rematch"))
    window.key("space")  # plays, and presses nothing
    again = window.find("push button", "Rematch")
    while not window.state(again, "focused"):
        window.key("Tab")
    window.key("space")
    window.wait("the next game", lambda: uidriver.result(window) is None)
    game = uidriver.Game(window)
    window.wait("the focus on the board", lambda: focused(window, game) >= 0)
    window.close()


def follow_turns():
    """The list of turns keeps the last one in sight. The sticks always show 2, with which no Nasrani moves: all pass."""
    start = ["--rules", "walker", "--position", "nnnnnnnnn/9/9/NNNNNNNNN w - - 1", "--sticks", "w=0,0,1,0,0"]
    window = uidriver.Window([*start, "--white", "human", "--black", "human"], {"animation-speed": "'off'"}, size=(1000, 560))
    game = uidriver.Game(window)
    window.give_keyboard()
    for number in range(1, 26):
        window.wait("turn %d" % number, lambda: window.find("label", "turn %d" % number) and window.sensitive(game.throw_button))
        window.key("space")
    window.wait("the last turn", lambda: window.find("label", "turn 26"))
    turns = window.find("list", "Turns")

    def edges(node):
        box = node.get_extents()
        return box.y, box.y + box.height

    def last_in_sight():
        rows = [node for node in window.walk(turns) if node.get_role_name() == "list item"]
        (top, bottom), (above, below) = edges(turns), edges(rows[-1])
        assert len(rows) * (below - above) > bottom - top or below == above, "%d turns have room" % len(rows)
        return top < above < below <= bottom

    window.wait("the last turn in sight", last_in_sight)
    window.close()


def leave_windows():
    """Ctrl+W closes each window beside which others can be used, Ctrl+Q in one of them ends the program, and so does the end of the
    main window, whatever stands over it."""
    def open_over(window, key):
        window.give_keyboard()
        window.key(key)
        window.wait("a window by " + key, lambda: len(window.titles()) == 2)

    window = uidriver.Window(GAME)
    for key in ("ctrl+t", "ctrl+r", "ctrl+shift+l", "ctrl+shift+o", "ctrl+shift+m", "ctrl+l", "ctrl+shift+e"):
        open_over(window, key)
        window.give_keyboard_to_top()
        window.key("ctrl+w")
        window.wait("no window by %s any more" % key, lambda: len(window.titles()) == 1)
    open_over(window, "ctrl+shift+e")
    window.give_keyboard_to_top()
    window.close()
    window = uidriver.Window(GAME)
    open_over(window, "ctrl+l")
    window.give_keyboard()
    window.key("ctrl+w")
    window.expect_end()


def check_names(window):
    """Nothing that can be reached goes by the name of its type, but for GTK's own tooltips."""
    for node in window.walk(window.frame):
        name = window.name(node)
        assert not name.startswith("Gtk") or name == "GtkTooltipWindow", name


def main():
    uidriver.enter_desktop(__file__)
    leave_windows()
    window = uidriver.Window(GAME, {"animation-speed": "'off'"}, size=(700, 480))
    game = uidriver.Game(window)
    check_names(window)
    play_by_keys(window, game)
    play_by_actions(window, game)
    window.key("e")
    window.wait("the other side's turn, or another throw", lambda: window.sensitive(game.throw_button))
    choose_throw(window, game)
    window.close()
    jump("en")
    jump("ar")
    wait_for_engine()
    step_through_list()
    end_and_play_again()
    follow_turns()


if __name__ == "__main__":
    main()
