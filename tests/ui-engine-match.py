#!/usr/bin/python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""A match between two engines that tab-match plays for the window: begun by mouse and keys, told as it goes on, paused, left by kill -9
and gone on with, its window closed and opened again, its games opened."""

import glob
import os
import signal
import sys
import tempfile
import time

import newgame
import uidriver

QUIET = {"animation-speed": "'off'", "sounds": "false", "offer-lesson": "false", "rules": "'standard'", "white-level": "4", "black-level": "1"}
NAMES = "Tab Engine, level 4 – Tab Engine, level 1"


def shown(window, role, part):
    return next((node for node in window.walk() if window.role(node) == role and part in window.name(node) and window.showing(node)), None)


def wait_shown(window, role, part, seconds=30):
    return window.wait("the %s %s" % (role, part), lambda: shown(window, role, part), seconds)


def wait_says(window, words, seconds=60):
    """What it says of its state, which is a status for screen readers."""
    window.wait("the words " + words, lambda: any(words in window.name(node) and window.showing(node) for node in window.walk()), seconds)


def press(window, name):
    newgame.do(window, wait_shown(window, "push button", name))


def open_window(window):
    window.key("ctrl+shift+m")
    window.wait("the window", lambda: "Engine Match" in window.titles(), 20)
    window.give_keyboard_to_top()


def journals(home):
    return glob.glob(os.path.join(home, "data", "tab", "matches", "*", "match.journal"))


def count_games(home):
    """Lines of the journal after its first."""
    found = journals(home)
    if not found:
        return 0
    with open(found[0], "rb") as file:
        return max(0, file.read().count(b"\n") - 1)


def runners(home):
    """The processes of tab-match that play the match of this home."""
    found = []
    for path in glob.glob("/proc/[0-9]*/cmdline"):
        try:
            with open(path, "rb") as file:
                words = file.read().split(b"\0")
        except OSError:
            continue
        if words[0].endswith(b"tab-match") and any(word.startswith(home.encode()) for word in words):
            found.append(int(path.split("/")[2]))
    return found


def begin(window, games, limit):
    open_window(window)
    wait_shown(window, "push button", "Start")
    window.key("alt+d")
    time.sleep(0.5)  # GTK rolls to the field at its leisure
    window.xdotool("type", "9" * 20)
    wait_says(window, "A seed is a whole number from 0 to 18446744073709551615.")
    words, start = (wait_shown(window, *what) for what in (("label", "A seed is"), ("push button", "Start")))
    assert not window.sensitive(start)
    assert words.get_extents().y + words.get_extents().height <= start.get_extents().y, "the reason is not seen"
    for key, number in (("alt+g", games), ("alt+a", limit), ("alt+d", 3)):  # each label's letter leads to its field
        window.key(key)
        window.key("ctrl+a")
        window.xdotool("type", str(number))
    window.key("alt+g")
    window.key("ctrl+a")
    window.key("BackSpace")  # nothing is no number: the one before stays
    window.key("alt+s")
    wait_shown(window, "label", NAMES)


def has_keyboard(window, name):
    return any(window.name(node) == name and window.state(node, "focused") for node in window.walk())


def check_keyboard(window, name):
    """It is where the next step is, and Tab goes from there through all that there is, the figures shut among them."""
    window.wait("the keyboard on " + name, lambda: has_keyboard(window, name))
    for there in ("All figures", name):
        for _ in range(9):
            window.key("Tab")
            time.sleep(0.1)
            if has_keyboard(window, there):
                break
        assert has_keyboard(window, there), "Tab does not come to " + there


def play():
    home = tempfile.mkdtemp(dir=os.environ["TAB_UI_DESKTOP"])
    window = uidriver.Window(["--new", "--seed", "2"], QUIET, home=home)
    window.give_keyboard()
    begin(window, 1000, 20)
    window.wait("games in the journal", lambda: count_games(home) >= 2, 60)
    wait_says(window, " of 1000 games are played.")
    check_keyboard(window, "Pause")
    # its window is closed and opened again
    window.key("Escape")
    window.wait_closed("Engine Match")
    window.give_keyboard()
    open_window(window)
    wait_shown(window, "label", NAMES)
    press(window, "Pause")
    wait_says(window, "The match rests: ", 60)
    window.wait("the end of tab-match", lambda: not runners(home), 20)
    before = count_games(home)
    check_keyboard(window, "Go On")
    press(window, "Go On")
    window.wait("more games", lambda: count_games(home) > before, 60)
    window.process.kill()
    window.process.wait(20)
    wait_until("the end of tab-match after the window's", lambda: not runners(home))
    before = count_games(home)
    assert before >= 3, before

    window = uidriver.Window(["--new", "--seed", "2"], QUIET, home=home)
    window.give_keyboard()
    open_window(window)
    wait_says(window, "The match rests: %d of 1000 games are played." % before)
    press(window, "Go On")
    window.wait("more games", lambda: count_games(home) > before, 60)
    # tab-match is killed
    for runner in runners(home):
        os.kill(runner, signal.SIGKILL)
    wait_says(window, "The match does not run: tab-match was ended by somebody else. Nothing of it is lost.")
    assert count_games(home) > before
    window.key("Escape")
    window.wait_closed("Engine Match")
    window.give_keyboard()
    window.close()


def wait_until(what, condition, seconds=60):
    end = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < end, "no " + what
        time.sleep(0.1)


def break_browser(home):
    """Pages are shown by a program that wants a terminal, and there is none; what the window needs for that."""
    folder = os.path.join(home, "data", "applications")
    os.makedirs(folder)
    with open(os.path.join(folder, "broken.desktop"), "w", encoding="utf-8") as file:
        file.write("[Desktop Entry]\nType=Application\nName=Browser\nExec=/bin/true %u\nTerminal=true\nMimeType=text/html;\n")
    with open(os.path.join(home, "mimeapps.list"), "w", encoding="utf-8") as file:
        file.write("[Default Applications]\ntext/html=broken.desktop\n")
    return {"PATH": folder}


def check_figures(window):
    """Lines that are wider than the window are told from whole ones: there is a scroll bar below them."""
    window.key("alt+f")
    figures = wait_shown(window, "label", "turns a game")
    shown = figures.get_parent()  # what is seen of them
    window.wait("the scroll bar", lambda: 0 < shown.get_extents().height < shown.get_parent().get_extents().height - 5)
    window.key("alt+f")


def end():
    """A short one, to its end: the score, a page that cannot be shown, and the games as a file like others."""
    home = tempfile.mkdtemp(dir=os.environ["TAB_UI_DESKTOP"])
    settings = dict(QUIET, rules="'ludii:columns=5'")
    window = uidriver.Window(["--new", "--seed", "2"], settings, home=home, environment=break_browser(home), size=(360, 640))
    window.give_keyboard()
    begin(window, 4, 5)
    wait_says(window, "All 4 games are played.", 60)
    check_figures(window)
    assert count_games(home) == 4
    assert shown(window, "label", "Points") and not shown(window, "push button", "Pause")
    press(window, "Result Page")
    window.wait("why there is no page", lambda: window.find("label", "The file could not be opened"))
    window.key("Escape")
    window.wait("no message any more", lambda: not window.find("label", "The file could not be opened"))
    press(window, "Open Games")
    window.wait("its games to choose from", lambda: len([
        node for node in window.walk() if window.role(node) == "list item" and "Ludii" in window.name(node)]) == 4, 20)
    window.process.kill()
    window.process.wait(20)


def main():
    uidriver.enter_desktop(__file__)
    parts = sys.argv[1:]
    if not parts or "end" in parts:
        end()
    if not parts or "play" in parts:
        play()


if __name__ == "__main__":
    main()
