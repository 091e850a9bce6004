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
    return next((node for node in window.walk(window.frame) if name in window.name(node)
                 and node.get_role_name() in ("push button", "toggle button") and window.showing(node)), None)


def press(window, name):
    window.click(window.wait("the button “%s”" % name, lambda: button(window, name)))


def cells(window):
    """The cells of the board that a screen reader finds."""
    return [node for node in window.walk(window.frame) if re.match(r"[a-d][0-9]+, ", window.name(node))]


def says(window, part):
    """Whether a visible label contains the text."""
    return any(part in window.name(node) and window.showing(node) for node in window.walk(window.frame))


def wait_says(window, part):
    window.wait("the words “%s”" % part, lambda: says(window, part))


def choose_clock(window):
    """The New Game dialog, by the keyboard: ten minutes a game."""
    window.key("ctrl+n")
    window.wait("the dialog", lambda: window.find("push button", "Start"))
    window.xdotool("mousemove", 200, 200)  # without a window manager the keyboard follows the pointer
    window.key("alt+l")
    window.key("space")
    time.sleep(0.5)  # the list of a drop-down comes up with an animation
    window.key("Down", "Down", "Return")
    window.wait("the minutes of a game", lambda: window.find("spin button", "minutes, and"))
    window.click(window.find("push button", "Start"))
    window.wait("the clock of the new game", lambda: clock(window, "White") == 600, 20)


def pause(window, game):
    """The clock of whoever is to act runs, stands in a pause, and runs again; the board is covered meanwhile."""
    game.throw_until_movable()
    side = "White" if game.having("white Nasrani, can move") or game.having("white stone, can move") else "Black"
    before = clock(window, side)
    window.wait("the clock to run", lambda: clock(window, side) < before)
    window.key("p")
    wait_says(window, "Paused")
    shown = clock(window, side)
    assert not cells(window), "the board is to be seen in a pause"
    time.sleep(1.5)
    assert clock(window, side) == shown, "time runs in a pause"
    window.key("space")  # it is for throwing
    time.sleep(0.3)
    assert says(window, "Paused"), "the key that throws has ended the pause"
    window.key("p")
    window.wait("the board", lambda: cells(window))
    window.wait("the clock to run on", lambda: clock(window, side) < shown)
    press(window, "Pause")
    wait_says(window, "Paused")
    press(window, "Go On")
    window.wait("the end of the pause", lambda: not says(window, "Paused"))


def refusals(window, game):
    """Keys and clicks that are not allowed: a sentence names the rule."""
    game = uidriver.Game(window)
    window.key("5")
    wait_says(window, "Four sticks give 1, 2, 3, 4 or 6 only.")
    window.click(window.find("image", "Thrown: "))
    wait_says(window, "The throwing has ended")
    window.key("e")
    wait_says(window, "What can be used must be used")
    movable = game.having("can move with")[0]
    own = "white" if "white" in window.name(movable) else "black"
    other = "black" if own == "white" else "white"
    fixed = [cell for cell in game.having(own + " Nasrani") if "can move" not in window.name(cell)]
    window.click(fixed[0])
    wait_says(window, "Only the foremost Nasrani may be freed.")
    window.click(game.having(other + " Nasrani")[0])
    wait_says(window, "That stone is %s’s." % other.capitalize())
    window.click(movable)
    window.wait("the chosen stone", lambda: game.having("selected"))
    window.click(game.having(other + " Nasrani")[0])
    wait_says(window, "No throw leads there in one move.")


def hint(window, game):
    """An engine says once what it would play, and draws it."""
    movable = game.having("can move with")[-1]
    before = window.pixels(movable, 30)
    window.key("h")
    window.wait("a hint", lambda: says(window, "Hint: "), 30)
    window.wait("the hint in the picture", lambda: window.pixels(movable, 30) != before)


def run_out(window):
    """The time runs out, the game is lost; taken back, it goes on."""
    window.wait("the end of the time", lambda: uidriver.result(window), 30)
    wait_says(window, "has overstepped the time.")
    window.key("ctrl+z")
    window.wait("the game to go on", lambda: uidriver.result(window) is None)


def play_by_clock():
    home = tempfile.mkdtemp(dir=os.environ["TAB_UI_DESKTOP"])
    settings = {"animation-speed": "'off'", "sounds": "false", "rules": "'walker'", "you-play": "'both'"}
    window = uidriver.Window(PEOPLE, settings, home=home)
    choose_clock(window)
    game = uidriver.Game(window)
    pause(window, game)
    refusals(window, game)
    hint(window, uidriver.Game(window))
    shown = clock(window, "White"), clock(window, "Black")
    window.close()
    window = uidriver.Window([], settings, home=home)
    wait_says(window, "Paused")  # nobody's time runs before somebody has looked
    again = clock(window, "White"), clock(window, "Black")
    assert all(0 <= a - b <= 3 for a, b in zip(shown, again)), (shown, again)
    window.close()


def lose_on_time():
    window = uidriver.Window(PEOPLE, {"animation-speed": "'off'", "sounds": "false", "clock": "'movetime=5000'"}, size=(600, 400))
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
    window = uidriver.Window(ENGINE, {"animation-speed": "'off'", "sounds": "false", "real-sticks": "'all'", "think-time": 20})
    game = uidriver.Game(window)
    wait_says(window, "Throw, and type what falls.")
    assert not window.showing(game.throw_button), "the computer offers to throw"
    window.key("3")
    wait_says(window, "Throw for Tab Engine")
    window.key("1")  # the engine's tâb: it begins
    window.wait("the first throw", lambda: chips(window) == ["1"])
    window.click(window.find("push button", "The sticks show 4"))
    window.wait("the second throw", lambda: chips(window) == ["1", "4"])
    window.key("BackSpace")
    window.wait("the throw taken back", lambda: chips(window) == ["1"])
    window.click(window.find("push button", "The sticks show 2"))
    window.wait("the engine's turn", lambda: game.having("c3, black stone"), 20)
    wait_says(window, "Throw, and type")
    window.key("space")
    wait_says(window, "Throw on your table, and type what falls.")
    window.key("2")
    window.wait("a turn in which nothing moves", lambda: says(window, "Throw for Tab Engine"), 20)
    window.close()


def sticks_of_two_colours():
    """Each side counts its own colour: five white sticks are White's five, five black ones Black's. The sir is told from it by name."""
    pictures = []
    for side in "wb":
        window = uidriver.Window(["--new", "--rules", "siryu", "--white", "human", "--black", "human", "--real-sticks", "people",
                                  "--position", "nnnnnnnnnnnn/12/12/NNNNNNNNNNNN %s - - 1" % side],
                                 {"animation-speed": "'off'", "sounds": "false"})
        five = window.wait("the five", lambda: window.find("push button", "The sticks show 5, five"))
        window.wait("its place", lambda: window.centre(five)[0] > 60)
        assert window.find("label", "sir", window.find("push button", "The sticks show 5, sir"))
        window.xdotool("mousemove", 5, 5)
        time.sleep(0.5)
        pictures.append(window.pixels(five, 20))
        window.give_keyboard()
        window.click(window.find("push button", "The sticks show 5, sir"))
        wait_says(window, "Choose a stone to move with sir")
        chip = window.find("push button", "5, sir", window.frame)
        window.xdotool("mousemove", 5, 5)
        time.sleep(0.5)
        plain = window.pixels(chip)
        window.key("5")
        window.wait("the sir that is chosen", lambda: window.pixels(chip) != plain)
        window.close()
    assert pictures[0] != pictures[1], "Black's five is shown as White's"


def one_key_for_each():
    """A throw that no digit types has a letter, which stands on its button and in what is said of it."""
    for rules, board, key, button, status in (("siryu:columns=5", "nnnnn/5/5/NNNNN", "s", "The sticks show 5, sir (S)", "with sir"),
                                              ("tablan:columns=5", "nnnnn/5/2M2/1NNNN", "d", "The sticks show 12, twelve (D)", "with 12")):
        window = uidriver.Window(["--new", "--rules", rules, "--white", "human", "--black", "human", "--real-sticks", "people",
                                  "--position", board + " w - - 1"], {"animation-speed": "'off'", "sounds": "false"})
        entry = window.wait("its button", lambda: window.find("push button", button))
        assert window.find("label", key.upper(), entry), "%s does not stand on its button" % key
        window.give_keyboard()
        window.key(key)
        wait_says(window, status)
        window.close()


def main():
    uidriver.enter_desktop(__file__)
    sticks_of_two_colours()
    one_key_for_each()
    play_by_clock()
    lose_on_time()
    real_sticks()


if __name__ == "__main__":
    main()
