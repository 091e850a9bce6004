#!/usr/bin/python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Engines that say evil things everywhere (evil-engine.py) play, analyse, are tested and set up in the window, which shows what they
say as the text that it is."""

import os
import unicodedata

import atspi
import uidriver
from loopwatch import BOARD

NAMES = ("<script>Mallory()</script><b>&amp;&lt;", '@SUM(1+9)*cmd|Mallory!A0 "] [White "other"] {; comment} \\')
WATCH = ["--new", "--rules", "ludii:columns=5", "--white", "engine", "--black", "engine", "--seed", "2"]
TURNS = "\u202a\u202b\u202c\u202d\u202e"  # isolates are the window's own, too


def store_engines(home):
    program = os.path.join(os.path.dirname(os.path.abspath(__file__)), "evil-engine.py")
    os.makedirs(os.path.join(home, "tab"))
    with open(os.path.join(home, "tab", "engines.ini"), "w", encoding="utf-8") as file:
        for number in (1, 5):
            said = NAMES[number == 5].replace("\\", "\\\\")
            file.write("[%d]\nname=\nsaid-name=%s\ncommand=%s;%d;\n" % (number, said, program, number))


def texts(window, root):
    """All that can be read there; a text that vanishes meanwhile is left out."""
    found = []
    for node in window.walk(root):
        try:
            found += [node.get_name(), node.get_description()]
        except (atspi.Gone, AttributeError):
            continue
    return [text for text in found if text]


def check(window, root, what, *expected):
    """Nothing hidden is among them; the `expected` are shown as they are."""
    window.wait("%s with %s" % (what, expected), lambda: all(any(word in text for text in texts(window, root)) for word in expected), 20)
    for text in texts(window, root):
        for c in text:
            assert c in "\n\t" or (unicodedata.category(c) != "Cc" and c not in TURNS), "%s: U+%04X in %r" % (what, ord(c), text)
    print("%s: text only" % what, flush=True)


def look_at_log(window):
    window.find("push button", "Engine Log").do_action()
    log = window.wait("the log", lambda: window.find("frame", "Engine Log"))
    check(window, log, "the log")
    window.xdotool("mousemove", 300, 200)  # without a window manager the keyboard follows the pointer
    window.key("Escape")
    window.wait_closed("Engine Log")
    window.xdotool("mousemove", 500, 600)


def look_at_options(window):
    window.key("ctrl+shift+e")
    manager = window.wait("the engine manager", lambda: window.find("frame", "Engines"))
    window.xdotool("mousemove", 300, 480)
    window.key("Down")
    check(window, manager, "the manager", *NAMES)
    window.key("alt+t")
    check(window, manager, "the test", "Ludii")
    window.key("alt+t")
    window.key("alt+o")
    dialog = window.wait("the options", lambda: window.find("frame", "Options of " + NAMES[0]), 20)
    check(window, dialog, "the options", "=HYPERLINK(", NAMES[0] + " 1", "touch was-here `touch was-here`"[:14])
    window.xdotool("mousemove", 100, 300)
    window.key("Escape")
    window.wait_closed("Options of " + NAMES[0])
    window.xdotool("mousemove", 300, 480)
    window.key("Escape")
    window.wait_closed("Engines")
    window.xdotool("mousemove", 500, 600)


def main():
    uidriver.enter_desktop(__file__)
    home = os.path.join(os.environ["TAB_UI_DESKTOP"], "evil")
    store_engines(home)
    quoted = ["'%s'" % name.replace("\\", "\\\\").replace("'", "\\'") for name in NAMES]
    settings = {**BOARD, "animation-speed": "'off'", "show-analysis": "true", "white-engine": quoted[0], "black-engine": quoted[1],
                "analysis-engine": quoted[0], "you-play": "'none'"}
    window = uidriver.Window(WATCH, settings, home=home)
    check(window, window.frame, "the game", *NAMES)
    window.wait("some turns", lambda: any("+" in text or "3" in text for text in texts(window, window.frame)))
    look_at_log(window)
    look_at_options(window)
    check(window, window.frame, "the game later", *NAMES)
    window.close()
    assert not os.path.exists("was-here") and not os.path.exists(os.path.join(home, "was-here"))
    print("evil: names, options, infos and turns of 2 engines are text only in 5 parts of the window")


if __name__ == "__main__":
    main()
