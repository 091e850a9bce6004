#!/usr/bin/python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Many games that an engine looks at in the background: a folder, chosen in the menu, stopped and gone on with after kill -9, written with
notes and not written over unasked; the games that the list shows; the players, and one game opened with what was found."""

import os
import re
import signal
import subprocess
import time

import uidriver

QUIET = {"animation-speed": "'off'", "sounds": "false", "offer-lesson": "false", "show-turns": "false"}
GAME = ["--new", "--rules", "ludii:columns=5", "--white", "human", "--black", "human", "--seed", "3"]
MATCH = os.path.join(uidriver.build_root(), "protocol", "runner", "tab-match")
ENGINE = os.path.join(uidriver.build_root(), "engine", "tab-engine")
TITLE = "Analysis of Games"
MISTAKE = 0.05  # a loss from which a turn is called one (turn-notes.h)


def play_games(path, games, seed, rules="ludii:columns=5"):
    """So many games of an engine against itself, in a file."""
    engine = "cmd=%s,name=%%s,option.Level=%%d,nodes=100" % ENGINE
    subprocess.run([MATCH, "--engine", engine % ("Ada", 3), "--engine", engine % ("Ben", 0), "--rules", rules, "--games", str(games),
                    "--seed", str(seed), "--max-turns", "24", "--record", path, "--quiet"], check=True, timeout=100, stdout=subprocess.DEVNULL)


def make_place():
    home = os.path.join(os.environ["TAB_UI_DESKTOP"], "home-%d" % time.monotonic_ns())
    folder = os.path.join(home, "games")
    os.makedirs(folder)
    play_games(os.path.join(folder, "club.tab"), 4, 5)
    play_games(os.path.join(folder, "two.tab"), 2, 6)
    with open(os.path.join(folder, "broken.tab"), "w", encoding="utf-8") as file:
        file.write("no game at all\n")
    data = os.path.join(home, "data")
    os.makedirs(os.path.join(data, "tab"))
    subprocess.run([MATCH, "db", "import", os.path.join(folder, "club.tab")], env=dict(os.environ, XDG_DATA_HOME=data), check=True,
                   stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, timeout=100)
    return home, folder


def choose_folder(window, folder):
    window.choose_in_menu("Analyse Folder")
    window.wait("the file dialog", lambda: window.find("push button", "Cancel"))
    window.give_keyboard_to_top()
    window.key("ctrl+l")
    window.key("ctrl+a")
    window.xdotool("type", "--delay", "5", folder)
    button = window.wait("its button", lambda: window.find("push button", "Analyse", window.find("file chooser")))
    window.wait("a name that can be taken", lambda: window.sensitive(button))
    button.do_action()
    wait_window(window)


def wait_window(window):
    window.wait("the window of the analysis", lambda: TITLE in window.titles(), 20)
    window.give_keyboard_to_top()


def shown(window, role, part):
    return next((node for node in window.walk() if window.role(node) == role and part in window.name(node) and window.showing(node)), None)


def find_button(window, name):
    return next((node for node in window.walk() if window.role(node) == "push button" and window.name(node) == name and
                 window.showing(node) and window.sensitive(node)), None)


def press(window, name):
    window.wait("the button " + name, lambda: find_button(window, name), 20).do_action()


def wait_label(window, part, seconds=60):
    return window.wait("the words " + part, lambda: shown(window, "label", part), seconds)


def rows(window):
    found = window.find("list", "The games")
    return [node for node in window.walk(found) if window.role(node) == "list item" and window.name(node)] if found else []


def tick(window, name, wanted=True):
    box = window.wait("the box " + name, lambda: shown(window, "check box", name))
    window.click(box)
    window.wait("its tick", lambda: window.state(box, "checked") == wanted)


def whole_folder(home, folder):
    """All of it, with notes; then the same again, where nothing has to be asked for any more."""
    window = uidriver.Window(GAME, QUIET, home=home)
    window.give_keyboard()
    choose_folder(window, folder)
    wait_label(window, folder)
    tick(window, "Write the games with notes")
    window.click(window.wait("its button", lambda: find_button(window, "Analyse")))
    wait_label(window, "6 games were looked at.")
    wait_label(window, "1 could not be analysed.")
    wait_label(window, "2 games are not in the list of games.")
    wait_label(window, "2 files with notes were written.")
    shown_rows = [window.name(row).replace("\u200e", "") for row in rows(window)]
    assert len(shown_rows) == 7, shown_rows
    assert "broken.tab" in shown_rows[0] and "Ada – Ben" in shown_rows[1] and "White: luck" in shown_rows[1], shown_rows
    for word in ("Player", "Loss", "Ada", "Ben"):
        wait_label(window, word)
    with open(os.path.join(folder, "club-analysed.tab"), encoding="utf-8") as file:
        text = file.read()
    assert text.count("[White ") == 4 and "judged=" in text.replace(" ", ""), text
    if os.environ.get("TAB_SCREENSHOTS"):
        window.screenshot(os.path.join(os.environ["TAB_SCREENSHOTS"], "analysis.png"))

    # what is there is not written over unasked
    before = os.stat(os.path.join(folder, "club-analysed.tab")).st_mtime_ns
    press(window, "Analyse")
    question = window.wait("the question", lambda: window.find("label", "Replace 2 files with notes?"))
    assert question
    press(window, "Cancel")
    window.wait("no question", lambda: not window.find("label", "Replace 2 files"))
    assert os.stat(os.path.join(folder, "club-analysed.tab")).st_mtime_ns == before

    # a game of it, opened: the first of the first file
    window.give_keyboard_to_top()
    window.click(rows(window)[1])
    window.xdotool("click", "--repeat", "2", "--delay", "60", "1")
    window.discard_if_asked()
    window.wait("the game in the main window", lambda: "Ada" in window.name(window.frame), 20)
    window.key("Escape")
    window.wait_closed(TITLE)
    window.give_keyboard()
    window.key("F8")
    graph = window.wait("the graph", lambda: next((node for node in window.walk() if "chance to win, known for" in window.name(node)), None))
    known, turns = map(int, re.search(r"known for (\d+) of (\d+)", window.name(graph)).groups())
    first_game = text.split("\n\n[", 1)[0]  # of the file with notes: the same values, whichever evaluation made them
    mistakes = sum(float(loss) >= MISTAKE for loss in re.findall(r" loss=(\S+)", first_game))
    assert known == turns > 5 and mistakes > 0 and "mistakes: %d" % mistakes in window.name(graph), (mistakes, window.name(graph))
    window.close()


def killed(home, folder):
    """kill -9 in the middle: what was analysed is known the next time."""
    play_games(os.path.join(folder, "many.tab"), 40, 7, "walker")  # whose turns a level thinks about for long enough to be seen at it
    window = uidriver.Window(GAME, QUIET, home=home)
    window.give_keyboard()
    choose_folder(window, folder)
    press(window, "Analyse")
    window.wait("games that are done", lambda: len(rows(window)) > 9, 60)
    window.process.send_signal(signal.SIGKILL)
    window.process.wait()

    window = uidriver.Window(GAME, QUIET, home=home)
    window.give_keyboard()
    choose_folder(window, folder)
    tick(window, "Find the level of each player, too")
    press(window, "Analyse")
    wait_label(window, "is trying its levels")  # which takes long
    press(window, "Stop")
    wait_label(window, "Stopped. What is analysed is kept", 20)
    tick(window, "Find the level of each player, too", False)
    press(window, "Resume")
    wait_label(window, "46 games were looked at.")
    window.key("Escape")
    window.wait_closed(TITLE)
    window.give_keyboard()
    window.close()


def listed_games(home):
    """Those that the list shows, as they are looked for."""
    window = uidriver.Window(GAME, QUIET, home=home)
    window.give_keyboard()
    window.key("ctrl+shift+o")
    window.wait("the list of games", lambda: "Games" in window.titles(), 20)
    window.give_keyboard_to_top()
    window.wait("four games", lambda: window.find("label", "4 games"), 20)
    press(window, "Analyse…")
    wait_window(window)
    wait_label(window, "4 games of the list of games")
    assert not shown(window, "check box", "Write the games with notes")
    press(window, "Analyse")
    wait_label(window, "4 games were looked at.")
    assert not shown(window, "label", "not in the list")
    window.key("Escape")
    window.wait_closed(TITLE)
    window.give_keyboard_to_top()
    window.key("Escape")
    window.wait_closed("Games")
    window.give_keyboard()
    window.close()


def example_games():
    """One for each preset, chosen from a list, and shown from its beginning, with what was written about it."""
    window = uidriver.Window(GAME, dict(QUIET, **{"show-turns": "true"}))
    window.give_keyboard()
    window.choose_in_menu("Example Games")
    games = window.wait("the games", lambda: window.find("list", "Games in This File"), 20)
    lines = [window.name(node) for node in window.walk(games) if window.role(node) == "list item"]
    assert len(lines) == 16 and "Level 2" in lines[0] and "Standard" in lines[0], lines
    window.give_keyboard_to_top()
    window.key("Return")
    window.discard_if_asked()
    window.wait("the game", lambda: "Level 2" in window.name(window.frame), 20)
    window.wait_alone()
    window.wait("its comment", lambda: any("Luck of the throws" in node.get_text() for node in window.walk() if window.role(node) == "text"))
    window.give_keyboard()
    window.close()


def main():
    uidriver.enter_desktop(__file__)
    example_games()
    home, folder = make_place()
    whole_folder(home, folder)
    listed_games(home)
    killed(home, folder)


if __name__ == "__main__":
    main()
