#!/usr/bin/python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""The menus of the header bar in the smallest window, in every language: opened by keys, all of their entries are seen within
the window, one below the other; arrow keys and Enter lead into the menus in them and back, and Escape out."""

import os

import uidriver

SIZE = (600, 400)
QUIET = {"animation-speed": "'off'", "offer-lesson": "false"}
GAME = ["--new", "--white", "human", "--black", "human", "--seed", "1"]
KEYS = ("ctrl+m", "F10")
FEWEST = {"ctrl+m": 10, "F10": 9}


def languages():
    with open(os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "po", "LINGUAS"), encoding="utf-8") as file:
        return ["en", *(line.strip() for line in file if line.strip() and not line.startswith("#"))]


def check_fit(window, seen, where):
    """Entries have names, stand one below the other, and none is beyond the window."""
    frame = window.frame.get_extents()
    bottom = None
    for name, box in seen:
        assert name and "_" not in name, "%s: an entry is called “%s”" % (where, name)
        assert bottom is None or box.y >= bottom, "%s: “%s” lies over the entry above" % (where, name)
        bottom = box.y + box.height
    height = bottom - seen[0][1].y
    room = frame.height - window.header_height
    assert height <= room, "%s: the menu is %d pixels high, and there are %d" % (where, height, room)
    assert max(box.width for _, box in seen) <= frame.width, where


def check_menu(window, key, where):
    window.key(key)
    seen = window.wait("the menu of " + key, window.menu_entries)
    assert len(seen) >= FEWEST[key], "%s: %s" % (where, seen)
    check_fit(window, seen, where)
    window.key("Escape")
    window.wait("no menu any more", lambda: not window.menu_entries())
    return [name for name, _ in seen]


def check_submenu(window):
    """The last entry of the game menu leads into another one; keys alone."""
    window.key("ctrl+m")
    outer = [name for name, _ in window.wait("the menu", window.menu_entries)]
    window.key("Up", "Return")  # from the first entry round to the last one

    def inner():  # the entries of the menu around it keep their size
        return [entry for entry in window.menu_entries() if entry[0] not in outer]

    seen = window.wait("the menu in the menu", inner)
    assert len(seen) >= 6, seen
    check_fit(window, seen, "the menu in the menu")
    window.key("Escape")
    window.wait("no menu any more", lambda: not window.menu_entries())


def check_language(language):
    window = uidriver.Window(GAME, QUIET, {"LANGUAGE": language}, size=SIZE)
    game = window.wait("the table", lambda: window.find("table") or window.find("panel"))
    assert game
    buttons = [node for node in window.walk(window.frame) if node.get_role_name() in ("push button", "toggle button")]
    boxes = [node.get_extents() for node in buttons]
    window.header_height = min(box.y + box.height for box in boxes if box.height > 20) + 8
    window.give_keyboard()
    names = [check_menu(window, key, language + ", " + key) for key in KEYS]
    check_submenu(window)
    window.close()
    return names


def check_resigning():
    """The keyboard goes from the menu to what comes next, as at any other end of a game."""
    window = uidriver.Window(["--new", "--rules", "walker:columns=5", *GAME[1:]], QUIET)
    uidriver.Game(window).throw_until_movable()
    window.choose_in_menu("Resign")
    keep = window.wait("the question", lambda: window.find("push button", "Keep Playing"))
    assert window.find("label", "Black gives up then") or window.find("label", "White gives up then"), "who would lose is not said"
    window.wait("the keyboard where nothing is lost", lambda: window.state(keep, "focused"))
    window.key("Return")
    window.wait("the game going on", lambda: not window.find("push button", "Keep Playing"))
    assert not window.find("label", "has won"), "resigned by Return"
    window.choose_in_menu("Resign")
    again = window.wait("the question again", lambda: window.find("push button", "Resign"))
    window.wait("no menu behind it", lambda: not window.menu_entries())
    window.click(again)
    result = window.wait("the result", lambda: window.find("label", "has won"))
    window.wait("the keyboard there", lambda: window.state(result, "focused"))
    window.wait("no menu any more", lambda: not window.menu_entries())
    assert window.state(result, "focused"), "the menu has taken the keyboard back"
    window.press("Rematch")
    window.wait("the next game", lambda: window.find("push button", "Throw"))
    window.close()


def main():
    uidriver.enter_desktop(__file__)
    check_resigning()
    told = {language: check_language(language) for language in languages()}
    assert len({str(names) for names in told.values()}) == len(told) >= 6, "languages with the same words: %s" % told
    print("the menus fit in %s" % ", ".join(told))


if __name__ == "__main__":
    main()
