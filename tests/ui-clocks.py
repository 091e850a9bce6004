#!/usr/bin/python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Games by the clock, pauses, real sticks, and the sentences that say why something is not allowed: by clicks and keys."""

import os
import re
import tempfile
import time

import uidriver

PEOPLE = ["--new", "--rules", "walker", "--white", "human", "--black", "human", "--seed", "4"]
ENGINE = ["--new", "--rules", "walker", "--white", "human", "--black", "engine:0", "--seed", "4"]
CLOCK = re.compile(r"^(White|Black)’s clock: (?:(\d+) minutes?)? ?(?:(\d+) seconds?)? left")


def clock(window, side):
    """The seconds that the clock of a side shows, as a screen reader hears it."""
    for node in window.walk(window.frame):
        found = CLOCK.match(window.name(node))
        if found and found.group(1) == side and window.showing(node):
            return 60 * int(found.group(2) or 0) + int(found.group(3) or 0)
    return None


def button(window, name):
    return next((node for node in window.walk(window.frame) if window.name(node) == name
                 and node.get_role_name() in ("push button", "toggle button") and window.showing(node)), None)


def press(window, name):
    window.click(window.wait("the button “%s”" % name, lambda: button(window, name)))


def cells(window):
    """The cells of the board that a screen reader finds."""
    return [node for node in window.walk(window.frame) if re.match(r"[a-d][0-9]+, ", window.name(node))]


def wait_says(window, game, part):
    window.wait("the words “%s”" % part, lambda: game.says(part))


def choose_clock(window):
    """The New Game dialog, by the keyboard: a minute for each turn."""
    window.key("ctrl+n")
    window.wait("the dialog", lambda: window.find("push button", "Start"))
    window.xdotool("mousemove", 200, 200)  # without a window manager the keyboard follows the pointer
    window.key("alt+l")
    window.key("space")
    time.sleep(0.5)  # the list of a drop-down comes up with an animation
    window.key("Down", "Return")
    window.wait("the seconds of a turn", lambda: window.find("spin button", "seconds a turn"))
    window.click(window.find("push button", "Start"))
    window.wait("the clock of the new game", lambda: clock(window, "White") == 60, 20)


def pause(window, game):
    """The clock of whoever is to act runs, stands in a pause, and runs again; the board is covered meanwhile."""
    game.throw_until_movable()
    side = "White" if game.having("white Nasrani, can move") or game.having("white stone, can move") else "Black"
    before = clock(window, side)
    window.wait("the clock to run", lambda: clock(window, side) < before)
    window.key("p")
    wait_says(window, game, "Paused")
    shown = clock(window, side)
    assert not cells(window), "the board is to be seen in a pause"
    time.sleep(1.5)
    assert clock(window, side) == shown, "time runs in a pause"
    window.key("space")  # the button has the focus
    window.wait("the board", lambda: cells(window))
    window.wait("the clock to run on", lambda: clock(window, side) < shown)
    press(window, "Pause")
    wait_says(window, game, "Paused")
    press(window, "Go On")
    window.wait("the end of the pause", lambda: not game.says("Paused"))


def refusals(window, game):
    """Keys and clicks that are not allowed: a sentence names the rule."""
    game = uidriver.Game(window)
    window.key("5")
    wait_says(window, game, "Four sticks give 1, 2, 3, 4 or 6 only.")
    window.key("space")
    wait_says(window, game, "The throwing ends with a 2 or a 3")
    window.key("e")
    wait_says(window, game, "what can be used must be used")
    window.click(game.cells[0])
    wait_says(window, game, "Nasrani")
    own = "white" if "white" in window.name(game.having("can move with")[0]) else "black"
    other = "black" if own == "white" else "white"
    window.click(game.having(other + " Nasrani")[0])
    wait_says(window, game, "That stone is %s’s." % other.capitalize())


def run_out(window):
    """The time runs out, the game is lost; taken back, it goes on."""
    window.wait("the end of the time", lambda: uidriver.result(window), 30)
    game = uidriver.Game(window)
    wait_says(window, game, "has overstepped the time.")
    window.key("ctrl+z")
    window.wait("the game to go on", lambda: uidriver.result(window) is None)
    window.key("p")
    wait_says(window, game, "Paused")


def play_by_clock():
    home = tempfile.mkdtemp(dir=os.environ["TAB_UI_DESKTOP"])
    settings = {"animation-speed": "'off'", "rules": "'walker'", "you-play": "'both'"}
    window = uidriver.Window(PEOPLE, settings, home=home)
    choose_clock(window)
    game = uidriver.Game(window)
    pause(window, game)
    refusals(window, game)
    shown = clock(window, "White"), clock(window, "Black")
    window.close()
    window = uidriver.Window([], settings, home=home)
    game = uidriver.Game(window)
    wait_says(window, game, "Paused")  # nobody's time runs before somebody has looked
    again = clock(window, "White"), clock(window, "Black")
    assert all(0 <= a - b <= 3 for a, b in zip(shown, again)), (shown, again)
    window.close()


def lose_on_time():
    window = uidriver.Window(PEOPLE, {"animation-speed": "'off'", "clock": "'movetime=3000'"}, size=(600, 400))
    game = uidriver.Game(window)
    game.throw_until_movable()
    run_out(window)
    window.close()


def chips(window):
    """The throws that lie there, as their chips say it."""
    return [window.name(node)[0] for node in window.walk(window.frame) if node.get_role_name() == "push button"
            and re.match(r"[12346], ", window.name(node)) and window.showing(node)]


def real_sticks():
    """Throws are typed and clicked, for the engine too; a mistake is taken back before it counts."""
    window = uidriver.Window(ENGINE, {"animation-speed": "'off'", "real-sticks": "'all'", "think-time": 20})
    game = uidriver.Game(window)
    wait_says(window, game, "Throw your sticks, and type what they show: 1, 2, 3, 4 or 6.")
    assert not window.showing(game.throw_button), "the computer offers to throw"
    window.key("3")
    wait_says(window, game, "Throw the sticks for Tab Engine")
    window.key("1")  # the engine's tâb: it begins
    window.wait("the first throw", lambda: chips(window) == ["1"])
    window.click(window.find("push button", "The sticks show 4"))
    window.wait("the second throw", lambda: chips(window) == ["1", "4"])
    window.key("BackSpace")
    window.wait("the throw taken back", lambda: chips(window) == ["1"])
    window.click(window.find("push button", "The sticks show 2"))
    window.wait("the engine's turn", lambda: game.having("c3, black stone"), 20)
    wait_says(window, game, "Throw your sticks")
    window.key("space")
    wait_says(window, game, "Real sticks: throw them, and type what they show.")
    window.key("2")
    window.wait("a turn in which nothing moves", lambda: game.says("Throw the sticks for Tab Engine"), 20)
    window.close()


def main():
    uidriver.enter_desktop(__file__)
    play_by_clock()
    lose_on_time()
    real_sticks()


if __name__ == "__main__":
    main()
