#!/usr/bin/python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""The page at the end of a game: it comes when a game ends, tells luck and loss, and leads to turns, back, and to another game."""

import os
import re
import tempfile
import time

import atspi
import uidriver

WATCHED = ["--new", "--rules", "ludii:columns=5", "--white", "engine:0", "--black", "engine:3", "--seed", "2"]
SHORT = ["--rules", "ludii:columns=5", "--position", "5/T1m2/5/5 w 2 - 9", "--white", "human", "--black", "human"]
OVER = """[Format "1"]
[White "Human"]
[Black "Tab Engine"]
[Rules "daldosa:columns=5"]
[Seed "5"]
[Result "0-1"]
[Termination "resign"]
[WhiteSeat "human"]
[BlackSeat "engine:2"]

0-1
"""
QUIET = {"animation-speed": "'off'", "sounds": "false"}
MOMENT = re.compile(r"^.+, turn (\d+), (throw of [12346]: \+\d+\.\d points|loss −\d+\.\d points(, [a-z ]+)?)$")


def is_shown(window, node, role, name):
    try:
        box = node.get_extents()
        return node.get_role_name() == role and name in window.name(node) and window.showing(node) and box.width > 0 and box.height > 0
    except atspi.Gone:
        return False  # it has just gone


def shown(window, role, name):
    """Something of this role and name that is on the screen."""
    return next((node for node in window.walk(window.frame) if is_shown(window, node, role, name)), None)


def page(window):
    return shown(window, "push button", "Review")


def moments(window):
    buttons = [node for node in window.walk(window.frame) if is_shown(window, node, "push button", "")]
    return [(node, match) for node in buttons for match in [MOMENT.match(window.name(node))] if match]


def looked_at(window, number):
    """Whether the turn of that number is on the board."""
    return shown(window, "push button", "Back to Game") and shown(window, "label", "Turn %s: " % number if number else "Turn ")


def wait_page(window):
    return window.wait("the page", lambda: page(window), 60)


def check_figures(window):
    """They are there within two seconds on a machine that is not busy; tests do not measure that."""
    start = time.monotonic()
    sums = window.wait("luck and loss", lambda: shown(window, "label", "The throws gave") or shown(window, "label", "The throws favoured"), 30)
    print("figures after %.1f s: %s" % (time.monotonic() - start, window.name(sums).replace("\n", " ")))
    assert window.name(sums).count("by turns") == 2, window.name(sums)
    window.wait("the graph", lambda: shown(window, "slider", "chance to win, known for"))
    found = window.wait("the great moments", lambda: moments(window))
    throws = [match for _, match in found if "throw" in match[2]]
    assert len(throws) == 3, [match[0] for _, match in found]
    assert len(found) - len(throws) == 3, [match[0] for _, match in found]
    window.wait("the engine to rest", lambda: shown(window, "label", "As Tab Engine sees it."), 60)


def go_to_moment(window):
    """A click on the small board of the earliest moment shows that turn, F7 the page again."""
    button, match = min(moments(window), key=lambda moment: int(moment[1][1]))  # the last turn is on the board anyhow
    button.do_action()
    window.wait("turn " + match[1], lambda: looked_at(window, match[1]))
    assert not page(window), "the page hides the turn"
    window.key("F7")
    wait_page(window)
    assert not looked_at(window, match[1]), "the turn is still looked at"


def go_by_graph(window):
    def click_graph():
        x, y = window.place(shown(window, "slider", "chance to win, known for"))
        window.xdotool("mousemove", x - 60, y, "click", 1)

    window.wait_pressing("an earlier turn", click_graph, lambda: looked_at(window, ""))
    window.key("Escape")
    window.wait("the result beside the board", lambda: shown(window, "push button", "Summary"))
    assert not page(window)


def review(window):
    """Review and Escape lead to the board and its list of turns, the message's button to the page."""
    for leave in (lambda: window.click(page(window)), lambda: window.key("Escape")):
        window.click(shown(window, "push button", "Summary"))
        wait_page(window)
        window.wait("no message beside the page", lambda: not shown(window, "push button", "Summary"))
        window.wait("the keyboard on the result", lambda: focused_on_result(window))
        leave()
        window.wait("the board", lambda: not page(window) and shown(window, "push button", "Summary"))
        assert shown(window, "list", "Turns") or shown(window, "panel", "Turns"), "no list of turns"


def focused_on_result(window):
    return any(window.state(node, "focused") and "won" in window.name(node) for node in window.walk(window.frame))


def save_picture(window):
    """The desktop's dialog asks where to; then the picture is there."""
    path = os.path.join(tempfile.mkdtemp(dir=os.environ["TAB_UI_DESKTOP"]), "end.png")
    window.press("Save as Picture")
    button = window.wait("the file dialog", lambda: next(
        (node for node in window.walk() if window.name(node) == "Save" and node.get_role_name() == "push button"), None))
    window.xdotool("mousemove", 300, 20)  # without a window manager the keyboard follows the pointer
    window.key("ctrl+l", "ctrl+a")
    window.xdotool("type", "--delay", "5", path)
    window.wait("a name that can be taken", lambda: window.sensitive(button))
    window.save(button, path)
    with open(path, "rb") as file:
        assert file.read(8) == b"\x89PNG\r\n\x1a\n"
    assert page(window), "the page has gone"
    window.give_keyboard_to_top()


def stands_out(window, button):
    """Whether a button has a ground of its own: the suggested one is blue, and its words white."""
    pixels = window.pixels(button)
    colours = [pixels[i:i + 3] for i in range(0, len(pixels), 3)]
    return sum(max(set(colours), key=colours.count)) < 600


def watch_game():
    window = uidriver.Window(WATCHED, dict(QUIET, **{"think-time": 20}))
    window.give_keyboard()
    wait_page(window)
    assert uidriver.result(window), "nobody is said to have won"
    check_figures(window)
    assert stands_out(window, shown(window, "push button", "Rematch")), "white words on a light ground"
    save_picture(window)
    go_to_moment(window)
    go_by_graph(window)
    review(window)
    window.key("F7")
    wait_page(window)
    window.press("Rematch")
    window.wait("the next game", lambda: not shown(window, "label", "Seed of the throws: 2."))
    window.close()


def play_short(settings=None, home=None, size=(1000, 720)):
    """One move, and the game is over."""
    window = uidriver.Window(SHORT, dict(QUIET, **(settings or {})), size=size, home=home)
    game = uidriver.Game(window)
    window.give_keyboard()
    assert not page(window)
    window.wait("a stone", lambda: game.having("can move with"))[0].do_action()
    window.wait("a place", lambda: game.having("target with"))[0].do_action()
    wait_page(window)
    return window


def cover_page():
    """In a narrow window a pane covers the page. From there F7 leads back to it, and the keyboard is on the result again."""
    window = play_short(size=(600, 700))
    window.wait("the keyboard on the result", lambda: focused_on_result(window))
    assert shown(window, "alert", "White has won. "), "no alert"
    for back in ("F7", "Escape"):
        window.key("F9")
        window.wait("the list", lambda: shown(window, "push button", "Back to the Table") and not page(window))
        window.key(back)
        wait_page(window)
        window.wait("the keyboard on the result again", lambda: focused_on_result(window))
    window.key("f", "F7")
    window.wait("the board", lambda: not page(window))
    assert window.name(uidriver.Game(window).cells[0]).startswith("d1"), "the board was turned below the page"
    window.close()


def end_short():
    """A game too short for great moments; the key that plays presses nothing; what is taken back closes the page."""
    window = play_short()
    window.wait("the keyboard on the result", lambda: focused_on_result(window))
    for key in ("space", "Return", "e"):
        window.key(key)
    time.sleep(0.5)
    assert page(window) and uidriver.result(window) == "White has won", "a key that plays has pressed something"
    window.wait("what White lost", lambda: shown(window, "label", "White lost next to nothing by turns."))
    assert not shown(window, "label", "The costliest turns")
    window.key("ctrl+z")
    window.wait("the game to go on", lambda: not page(window) and uidriver.result(window) is None)
    window.close()


def fail_to_look():
    """An engine that is no engine: it is said what is wrong, and there is no graph of nothing."""
    home = tempfile.mkdtemp(dir=os.environ["TAB_UI_DESKTOP"])
    os.mkdir(os.path.join(home, "tab"))
    with open(os.path.join(home, "tab", "engines.ini"), "w", encoding="utf-8") as file:
        file.write("[None]\ncommand=/bin/false;\n")
    window = play_short({"analysis-engine": "'None'"}, home)
    window.wait("what is wrong", lambda: shown(window, "label", "None could not look at the game: the engine has ended"))
    window.wait("no graph", lambda: not shown(window, "slider", "chance to win"))
    window.close()


def open_and_play_again():
    """Who opens a game against an engine that is over has a rematch against that engine, as strong as it was."""
    home = tempfile.mkdtemp(dir=os.environ["TAB_UI_DESKTOP"])
    path = os.path.join(home, "over.tab")
    with open(path, "w", encoding="utf-8") as file:
        file.write(OVER)
    window = uidriver.Window([path], QUIET, home=home)
    window.press("Rematch")
    window.wait("the engine", lambda: shown(window, "label", "level 2") and shown(window, "label", "Your turn: throw."))
    window.give_keyboard()
    window.close()


def main():
    uidriver.enter_desktop(__file__)
    end_short()
    cover_page()
    fail_to_look()
    open_and_play_again()
    watch_game()


if __name__ == "__main__":
    main()
