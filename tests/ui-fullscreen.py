#!/usr/bin/python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""The full screen: F11, its button and Escape, which first lets go of what is chosen; the header stays, also mirrored and where the
screen is small, with its menus, and the window comes back as it was."""

import os
import subprocess

import atspi
import uidriver

QUIET = {"animation-speed": "'off'", "sounds": "false", "offer-lesson": "false", "show-turns": "false"}
GAME = ["--new", "--rules", "ludii:columns=5", "--white", "human", "--black", "human", "--seed", "3"]
SIZE = (700, 480)


def box_of(window, node):
    """A window that changes its size may be too busy to tell."""

    def told():
        try:
            return node.get_extents()
        except atspi.Gone:
            return None

    return window.wait("an answer", told)


def fills_screen(window):
    frame = box_of(window, window.frame)
    return (frame.width, frame.height) == uidriver.SCREEN


def pressed_by_name(window, words):
    """The button of the header with this name, where it is seen."""
    button = window.find("push button", words) or window.find("toggle button", words)
    return button if button and window.showing(button) and box_of(window, button).width > 0 else None


def enter(window):
    window.key("F11")
    window.wait("a full screen", lambda: fills_screen(window))
    window.size = uidriver.SCREEN


def expect_left(window):
    window.size = SIZE
    window.wait("the window as it was", lambda: box_of(window, window.frame).width < uidriver.SCREEN[0])


def check_header(window, leave, menu, mirrored):
    """It is at the top, with the way out at its trailing end; nothing to close or shrink the window is beside it."""
    button = window.wait("the way out", lambda: pressed_by_name(window, leave))
    box, menus = box_of(window, button), box_of(window, window.wait("the menu", lambda: pressed_by_name(window, menu)))
    assert 0 <= box.y < 20, "the header is not at the top: %d" % box.y
    assert (box.x < menus.x) == mirrored, "the way out at %d, the menu at %d" % (box.x, menus.x)
    gap = box.x if mirrored else uidriver.SCREEN[0] - box.x - box.width
    assert 0 <= gap < 20, "something is beyond the header's last button: %d" % gap


def play(window):
    game = uidriver.Game(window)
    assert not pressed_by_name(window, "Leave full screen")
    enter(window)
    check_header(window, "Leave full screen", "Main menu", False)
    window.key("ctrl+m")
    window.wait("the game menu", window.menu_entries)
    window.key("Escape")
    window.wait("no menu any more", lambda: not window.menu_entries())
    assert fills_screen(window), "Escape was the menu's"
    window.click(game.throw_button)  # the keyboard leaves the menu's button
    game.throw_until_movable()
    window.click(game.having("can move with")[0])
    window.wait("a stone chosen", lambda: game.having("selected"))
    window.key("Escape")
    window.wait("the stone let go", lambda: not game.having("selected"))
    assert fills_screen(window), "Escape was the stone's"
    window.key("Escape")
    expect_left(window)
    assert not pressed_by_name(window, "Leave full screen")
    enter(window)
    window.click(window.wait("the way out", lambda: pressed_by_name(window, "Leave full screen")))
    expect_left(window)
    window.key("ctrl+z")  # the keyboard is not lost with the button
    enter(window)
    window.key("F11")
    expect_left(window)


def close_full(window):
    """It closes well, and is no full screen the next time."""
    enter(window)
    window.close()


def mirrored():
    window = uidriver.Window(GAME, QUIET, {"LANGUAGE": "ar"}, size=SIZE)
    window.give_keyboard()
    window.wait("the board", lambda: window.find("table") or window.find("panel"))
    enter(window)
    check_header(window, "مغادرة ملء الشاشة", "القائمة الرئيسية", True)
    window.key("Escape")
    expect_left(window)
    window.close()


def run():
    window = uidriver.Window(GAME, QUIET, size=SIZE)
    window.give_keyboard()
    play(window)
    close_full(window)
    again = uidriver.Window(["--new"], dict(QUIET), size=SIZE, home=window.home)
    uidriver.Game(again)
    assert not fills_screen(again)
    again.close()
    mirrored()


def main():
    uidriver.enter_desktop(__file__)
    manager = os.path.join(uidriver.build_root(), "tests", "window-manager")
    with subprocess.Popen([manager], stdout=subprocess.PIPE) as running:
        assert running.stdout.readline() == b"ready\n"
        try:
            run()
        finally:
            running.kill()


if __name__ == "__main__":
    main()
