#!/usr/bin/python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Makes the pictures of data/screenshots/ from the real program: `ninja -C build screenshots`. The same games each time.

usage: TAB_BUILD_ROOT=<build folder> make-screenshots.py FOLDER
"""
import os
import re
import subprocess
import sys
import tempfile
import time

import uidriver

SIZE = (1120, 700)
BORDER = 4  # around a window without a window manager
QUALITY = 82
QUIET = {"animation-speed": "'off'", "board-theme": "'petra'"}


def play_game(folder, rules, turns, seats):
    """A file with the first turns of a game between two engines, which goes on between `seats`."""
    programs = [os.path.join(uidriver.build_root(), *path) for path in (("protocol", "runner", "tab-match"), ("engine", "tab-engine"))]
    whole = os.path.join(folder, "whole.tab")
    subprocess.run([programs[0], *("--engine", "cmd=" + programs[1]) * 2, "--rules", rules, "--games", "1", "--no-pairs", "--nodes", "20000",
                    "--seed", "11", "--quiet", "--no-times", "--record", whole], check=True, stdout=subprocess.DEVNULL)
    with open(whole, encoding="utf-8") as file:
        lines = file.read().splitlines()
    moves = [line for line in lines if re.match(r"\d+\. [wb] ", line)][:turns]
    tags = [line for line in lines if re.match(r"\[(Rules|Opening|Seed|Sticks|MaxTurns) ", line)]
    path = os.path.join(folder, "game.tab")
    with open(path, "w", encoding="utf-8") as file:
        file.write("\n".join([*tags, '[Result "*"]', *seats, "", *moves, "*", ""]))
    return path


def shoot(window, path):
    """The window that is above all others, alone and without its border, as a small file."""
    shot = os.path.join(window.home, "shot.png")
    window.screenshot(shot)
    told = window.ask_xdotool("getwindowgeometry", "--shell", str(window.seen_windows()[-1]))
    x, y, width, height = (int(re.search(r"^%s=(\d+)$" % name, told, re.M)[1]) for name in ("X", "Y", "WIDTH", "HEIGHT"))
    place = "%dx%d+%d+%d" % (width - 2 * BORDER, height - 2 * BORDER, x + BORDER, y + BORDER)
    subprocess.run(["convert", shot, "-crop", place, "+repage", "-strip", "-quality", str(QUALITY), path], check=True)
    print("%s: %d bytes" % (path, os.path.getsize(path)))


def look(name, folder, arguments, prepare, settings=None, environment=None):
    window = uidriver.Window(arguments, dict(QUIET, **settings or {}), environment, SIZE)
    window.xdotool("mousemove", 1270, 890)
    prepare(window)
    time.sleep(1)
    shoot(window, os.path.join(folder, name + ".jpg"))
    window.process.terminate()
    window.process.wait(10)


def choose_stone(window):
    """Throws until something can move, and takes up the last stone of those that can."""
    game = uidriver.Game(window)
    game.throw_until_movable()
    game.having("can move with")[-1].do_action()
    window.wait("where it can go", lambda: game.having("target with"))


def open_family(window):
    """The games to choose from, at the one with a king."""
    window.give_keyboard()
    window.key("ctrl+n")
    game = window.wait("the choice", lambda: window.find("push button", "Game: Sáhkku"))
    window.give_keyboard_to_top()
    window.click(game)
    games = window.wait("the games", lambda: [str(one) for one in window.seen_windows() if "Choose a Game" in window.ask_xdotool("getwindowname", str(one))], 20)
    time.sleep(2)
    window.ask_xdotool("windowraise", games[0])  # whatever a slow machine has put above it


def wait_for_analysis(window):
    game = uidriver.Game(window)
    game.throw_until_movable()
    time.sleep(4)


def wait_for_board(window):
    window.wait("the board", lambda: any(node.get_role_name() == "table" for node in window.walk()), 20)
    time.sleep(2)


def main():
    uidriver.enter_desktop(os.path.abspath(__file__))
    folder = os.path.abspath(sys.argv[1])
    person = ('[White "You"]', '[WhiteSeat "human"]', '[BlackSeat "engine:6"]', '[BlackEngine "Tab Engine"]')
    arabs = ('[White "ليلى"]', '[Black "كريم"]', '[WhiteSeat "human"]', '[BlackSeat "human"]')
    people = ('[White "Layla"]', '[Black "Karim"]', '[WhiteSeat "human"]', '[BlackSeat "human"]')
    with tempfile.TemporaryDirectory(prefix="tab-shots-") as place:
        game = play_game(place, "walker:columns=11", 34, person)
        look("window", folder, [game], choose_stone)
        game = play_game(place, "sahkku", 12, person)
        look("sahkku", folder, [game], choose_stone)
        look("family", folder, [game], open_family, {"rules": "'sahkku'"})
        game = play_game(place, "standard:columns=9", 30, people)
        look("analysis", folder, [game], wait_for_analysis, {"show-analysis": "true", "show-turns": "true"}, {"GTK_THEME": "Adwaita:dark"})
        game = play_game(place, "standard:columns=9", 30, arabs)
        look("arabic", folder, [game], wait_for_board, {"board-theme": "'wood'"}, {"LANGUAGE": "ar"})


if __name__ == "__main__":
    main()
