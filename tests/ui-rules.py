#!/usr/bin/python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Rules are changed in the dialogue of a new game, kept under names, shared as text, explained, and played."""

import os

import uidriver
from newgame import do, find, focused, game_row, get_number, look, open_by_key, press, says, seen, set_number

GAME = ["--new", "--rules", "walker", "--white", "human", "--black", "human"]


def menu(window, entry):
    """An entry of the menu of own rules."""
    for node in [node for node in look(window) if window.name(node) == "Own rules"]:
        do(window, node)
    do(window, find(window, "menu item", entry))


def kept(window):
    """The user's file, without empty lines."""
    path = os.path.join(window.home, "tab", "rulesets.ini")
    if not os.path.exists(path):
        return []
    with open(path, encoding="utf-8") as file:
        return [line.strip() for line in file if line.strip()]


def type_name(window, name):
    window.wait("the name's field", lambda: seen(window, "text", "Name of the rules"))
    window.xdotool("mousemove", 100, 90)  # without a window manager the keyboard follows the pointer
    window.key("ctrl+a")
    window.xdotool("type", name)
    window.key("Return")
    window.wait("the name's field to go", lambda: not seen(window, "text", "Name of the rules"))


def keep_rules(window):
    menu(window, "Save under a Name")
    type_name(window, "Club")
    window.wait("the rules in the file", lambda: kept(window) == ["[Club]", "rules=walker:columns=13"])
    menu(window, "Duplicate")
    window.wait("the copy", lambda: "[Club (2)]" in kept(window))
    menu(window, "Rename")
    type_name(window, "Evenings")
    window.wait("the new name", lambda: kept(window) == ["[Club]", "rules=walker:columns=13",
                                                         "[Evenings]", "rules=walker:columns=13"])
    menu(window, "Delete")
    window.wait("the question", lambda: says(window, "Delete the rules “Evenings”?"))
    press(window, "Delete")
    window.wait("one ruleset", lambda: kept(window) == ["[Club]", "rules=walker:columns=13"])


def share_rules(window):
    """What was copied is there again after other rules were set."""
    menu(window, "Copy as Text")
    set_number(window, "Columns", 7)
    menu(window, "Paste Rules")
    window.wait("the width that was copied", lambda: get_number(window, "Columns") == 13)


def paste_much(window):
    """Another program gives far more than rules: only the beginning is read, and it is refused."""
    path = os.path.join(window.home, "much.txt")
    with open(path, "w", encoding="ascii") as file:
        file.write("walker:" + "x" * 10000000)
    with uidriver.Clipboard(path):
        menu(window, "Paste Rules")
        window.wait("the refusal", lambda: says(window, "What was copied are no rules"))
        assert max(len(window.name(node)) for node in look(window)) < 5000, "all of it is shown"
    press(window, "Close")
    window.wait("the refusal to go", lambda: not says(window, "What was copied are no rules"))


def play_a_relative():
    """A game with a king has a middle: only odd widths are offered. All casts are in the list of them, and three rows are a choice."""
    window = uidriver.Window(["--new", "--rules", "walker", "--white", "human", "--black", "human"],
                             {"animation-speed": "'off'", "rules": "'sahkku'"})
    window.xdotool("mousemove", 300, 300)
    window.key("ctrl+n")
    window.wait("the account of the rules", lambda: says(window, "Berg-Nordlie"))
    find(window, "spin button", "Columns").set_value(16)
    window.wait("the next odd width", lambda: get_number(window, "Columns") == 17)
    find(window, "spin button", "Columns").set_value(16)
    window.wait("the next odd width down", lambda: get_number(window, "Columns") == 15)
    assert not seen(window, "spin button", "Rows"), "rows are counted"
    window.click(next(node for node in look(window) if window.name(node) == "All rules"))
    find(window, "combo box", "Rows")
    find(window, "combo box", "What is thrown")
    press(window, "Start")
    window.wait("the game", lambda: window.find("label", "Sáhkku · 3×15", window.frame))
    window.close()


def choose_by_keys():
    """The last one: it is told in words, and begins."""
    window = uidriver.Window(GAME, {"animation-speed": "'off'", "rules": "'walker'"})
    window.xdotool("mousemove", 300, 300)
    open_by_key(window, "Walker")
    window.key("space")  # the first field has the keyboard
    chosen = game_row(window, "Walker")
    window.give_keyboard_to_top()
    window.wait("the game that is chosen", lambda: window.state(chosen, "selected"))
    window.key("End")
    last = game_row(window, "Sáhkku")
    window.wait("the last game", lambda: window.state(last, "selected"))
    assert "a king who serves" in window.name(last) and "Sápmi, about 10 minutes" in window.name(last), window.name(last)
    window.key("Return")
    find(window, "push button", "Game: Sáhkku")
    window.wait("its account", lambda: says(window, "Berg-Nordlie"))
    window.wait("no list any more", lambda: not seen(window, "list item", "Walker"))
    window.give_keyboard_to_top()
    window.key("alt+e")
    window.wait("the focus on the seed", lambda: focused(window) == "Seed")
    window.key(*["shift+Tab"] * 7)  # by the expander, which is shut
    window.wait("the focus on the expander", lambda: focused(window) == "All rules")
    window.key(*["Tab"] * 7)
    window.wait("the focus back on the seed", lambda: focused(window) == "Seed")
    window.key("alt+s")
    window.wait("the game", lambda: window.find("label", "Sáhkku · 3×15", window.frame))
    window.xdotool("mousemove", 300, 400)
    window.close()


def choose_by_mouse():
    """The one that is chosen is in sight, and a click on another chooses that; Escape leaves all as it was."""
    window = uidriver.Window(GAME, {"animation-speed": "'off'", "rules": "'sahkku:columns=13'"})
    window.xdotool("mousemove", 300, 300)
    open_by_key(window, "Sáhkku")
    window.click(seen(window, "push button", "Game: "))
    game_row(window, "Daldøsa")
    window.xdotool("mousemove", 300, 300)
    window.key("Escape")
    window.wait("no list any more", lambda: not seen(window, "list item", "Daldøsa"))
    assert get_number(window, "Columns") == 13
    window.click(seen(window, "push button", "Game: "))
    window.click(game_row(window, "Daldøsa"))
    find(window, "push button", "Game: Daldøsa")
    assert says(window, "3×12, 12 stones a side\nabout 10 minutes")
    set_number(window, "Columns", 9)
    window.wait("no time for a board that nobody has measured", lambda: says(window, "3×9, 9 stones a side")
                and not says(window, "minutes"))
    set_number(window, "Columns", 12)
    press(window, "Start")
    window.wait("the game", lambda: window.find("label", "Daldøsa · 3×12", window.frame))
    window.xdotool("mousemove", 300, 400)
    window.close()


def main():
    uidriver.enter_desktop(__file__)
    play_a_relative()
    choose_by_keys()
    choose_by_mouse()
    window = uidriver.Window(GAME, {"animation-speed": "'off'", "rules": "'walker'"})
    window.xdotool("mousemove", 300, 300)
    window.key("ctrl+n")
    window.wait("the account of the rules", lambda: says(window, "Damian Walker, in our time"))
    assert says(window, "The start: a board of 4×9 with 9 stones a side")
    set_number(window, "Columns", 13)
    window.wait("the change told", lambda: says(window, "Other than in Walker: Columns: 13"))
    assert says(window, "4×13, 13 stones a side"), "the size of the game's own board"
    keep_rules(window)
    share_rules(window)
    paste_much(window)
    press(window, "How It Is Played")
    window.wait("the rules in sentences", lambda: says(window, "There are four rows of 13 cells"))
    sheet = window.find("frame", "How It Is Played")
    assert window.find("label", "Other than in Walker: Columns: 13", sheet), "the sheet does not tell what is changed"
    window.xdotool("mousemove", 100, 300)
    window.key("Escape")
    press(window, "Start")
    window.wait("the game", lambda: window.find("label", "Walker · 4×13", window.frame))
    window.xdotool("mousemove", 300, 400)
    window.close()
    print("rules were kept, shared, explained and played")


if __name__ == "__main__":
    main()
