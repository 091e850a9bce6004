#!/usr/bin/python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Two engines play a whole game in the window; then the next game is set up in the dialog, and an engine dies."""

import os
import signal
import time

import uidriver

GAME = ["--new", "--rules", "ludii:columns=5", "--white", "engine:0", "--black", "engine:3", "--seed", "2"]


def watch_game(window, game):
    """Until the result stands there; the board must have been seen in many states on the way."""
    states, pictures = set(), set()

    def over():
        states.add(tuple(label for _, label in game.labels()))
        pictures.add(hash(window.pixels(game.cells[7], 200)))
        return uidriver.result(window)

    end = window.wait("the end of the game", over, 80)
    assert len(states) > 5 and len(pictures) > 5, "the game was not shown play by play: %d, %d" % (
        len(states),
        len(pictures),
    )
    return end


def started(window):
    """Whether the next game is there; the one before, which goes on meanwhile, is given up if that is asked."""
    window.discard_if_asked()
    return window.find("frame", "You against Tab Engine, level 3")


def set_up_next(window):
    """The dialog: it describes the rules, and takes a seed; a person plays White in the game that it starts."""
    window.click(window.find("push button", "New Game"))
    window.wait("the account of the rules", lambda: window.find("label", "White begins, as soon as it throws tâb"))
    window.xdotool("mousemove", 200, 200)  # without a window manager the keyboard follows the pointer
    window.key("alt+e")
    window.xdotool("type", "77x")
    window.wait("the seed refused", lambda: not window.sensitive(window.find("push button", "Start")))
    window.wait("the reason", lambda: window.find("label", "A seed is a whole number from 0 to 18446744073709551615."))
    window.key("BackSpace")
    window.wait("what a seed is for", lambda: window.find("label", "Empty: random throws; a number repeats them."))
    window.wait("the seed accepted", lambda: window.sensitive(window.find("push button", "Start")))
    window.key("Return")
    window.wait("the next game", lambda: started(window), 20)
    board = uidriver.Game(window)
    assert len(board.cells) == 44, len(board.cells)
    window.wait("the person's throw", lambda: window.sensitive(board.throw_button))


def children(pid):
    with open("/proc/%d/task/%d/children" % (pid, pid), encoding="ascii") as file:
        return [int(child) for child in file.read().split()]


def program(pid):
    return os.path.basename(os.path.realpath("/proc/%d/exe" % pid))


def engines_of(window):
    """The engines that the window has started, each below its tab-reaper."""
    found = []
    for parent in [window.process.pid, *children(window.process.pid)]:
        found.extend(pid for pid in children(parent) if program(pid) == "tab-engine")
    return found


def play_again_and_kill(window):
    """The engine to move dies: the window says so, keeps the game, and goes on after a click."""
    window.press("Rematch")
    window.wait("the next game", lambda: uidriver.result(window) is None)
    for pid in window.wait("engines", lambda: engines_of(window)):
        os.kill(pid, signal.SIGKILL)
    restart = window.wait("the offer to restart", lambda: window.find("push button", "Restart Engine"))
    assert window.find("label", "The game is kept"), "the window does not say that the game is kept"
    while restart:
        window.click(restart)
        window.wait("the game to go on", lambda: not window.find("label", "The game is kept"))
        restart = window.find("push button", "Restart Engine")


def lose_in_small_window():
    """The message in a language of long words tells it in these, and leaves the smallest window as high as it is."""
    arguments = ["--new", "--rules", "ludii:columns=5", "--white", "human", "--black", "engine:0", "--seed", "5"]
    window = uidriver.Window(arguments, {"animation-speed": "'off'"}, {"LANGUAGE": "de"}, size=(600, 400))
    window.wait("the board", lambda: window.find("table") or window.find("panel"))
    height = window.frame.get_extents().height
    for pid in window.wait("an engine", lambda: engines_of(window)):
        os.kill(pid, signal.SIGKILL)
    window.wait("the message", lambda: window.find("label", "Das Programm hat sich beendet. Das Spiel bleibt erhalten."))
    window.wait("its button", lambda: window.find("push button", "Programm neu starten"))
    assert window.frame.get_extents().height == height, "the window has grown"
    window.close()


def keep_focus():
    """The message takes no focus, so the key that throws starts no engine again; the button does so when it is clicked."""
    arguments = ["--new", "--rules", "ludii:columns=5", "--white", "human", "--black", "engine:0", "--seed", "5"]
    window = uidriver.Window(arguments, {"animation-speed": "'off'"})
    uidriver.Game(window)
    window.xdotool("mousemove", 500, 20)  # without a window manager the keyboard follows the pointer
    for pid in window.wait("an engine", lambda: engines_of(window)):
        os.kill(pid, signal.SIGKILL)
    restart = window.wait("the offer to restart", lambda: window.find("push button", "Restart Engine"))
    assert not window.state(restart, "focused"), "the message has taken the focus"
    alerts = [window.name(node) for node in window.walk(window.frame) if node.get_role_name() in ("alert", "notification")]
    assert any("Tab Engine has stopped" in name for name in alerts), alerts
    window.key("space")
    time.sleep(0.5)
    assert window.find("label", "The game is kept"), "Space has answered the message"
    window.press("Details")
    window.wait("what was said to the engine", lambda: window.find("frame", "Engine Log"))
    window.give_keyboard_to_top()
    window.key("Escape")
    window.wait_closed("Engine Log")
    window.click(restart)
    window.wait("the message gone", lambda: not window.find("label", "The game is kept"))
    window.close()


def blame_the_right_one():
    """An engine without a name is called as it calls itself, everywhere: also where it has crashed, and in the list of engines."""
    home = os.path.join(os.environ["TAB_UI_DESKTOP"], "blame")
    os.makedirs(os.path.join(home, "tab"))
    fake = os.path.join(uidriver.build_root(), "tests", "fake-engine")
    with open(os.path.join(home, "tab", "engines.ini"), "w", encoding="utf-8") as file:
        file.write("[engine]\ncommand=%s;--name;Big Fake 2.0;--crash-at;go;\nname=\n" % fake)
    arguments = ["--new", "--rules", "ludii:columns=5", "--white", "fake-engine:3", "--black", "fake-engine:5", "--seed", "5"]
    window = uidriver.Window(arguments, {"animation-speed": "'off'"}, home=home)
    window.wait("what happened to whom", lambda: window.find("label", "(level ") and window.find("label", " has stopped"))
    assert window.find("frame", "Big Fake, level 3 against Big Fake, level 5"), window.name(window.frame)
    assert not any("Tab Engine" in window.name(node) for node in window.walk(window.frame)), "another engine is blamed"
    window.give_keyboard()
    window.key("ctrl+shift+e")
    window.wait("its name in the list", lambda: window.find("list item", "Big Fake, "))
    window.key("Escape")
    window.wait_closed("Engines")
    window.close()


def main():
    uidriver.enter_desktop(__file__)
    settings = {"animation-speed": "'fast'", "think-time": 20}
    window = uidriver.Window(GAME, settings)
    game = uidriver.Game(window)
    assert game.says("Tab Engine, level 0 against Tab Engine, level 3")
    end = watch_game(window, game)
    play_again_and_kill(window)
    set_up_next(window)
    print(end)
    window.close()
    lose_in_small_window()
    keep_focus()
    blame_the_right_one()


if __name__ == "__main__":
    main()
