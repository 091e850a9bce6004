#!/usr/bin/python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Engines that crash, flood, babble, answer late or not at all sit in the window, which stays responsive and loses no
game. The options of one that declares as much as it may are shown, set and left."""

import os
import time

import uidriver
from loopwatch import BOARD, LoopWatch, is_deaf

WATCH = ["--new", "--rules", "ludii:columns=5", "--white", "engine:0", "--black", "engine:0", "--seed", "2"]
PEOPLE = ["--new", "--rules", "ludii:columns=5", "--white", "human", "--black", "human", "--seed", "2"]


def store_engine(home, name, *arguments, options=""):
    os.makedirs(os.path.join(home, "tab"), exist_ok=True)
    command = ";".join([os.path.join(uidriver.build_root(), "tests", "fake-engine"), *arguments])
    with open(os.path.join(home, "tab", "engines.ini"), "w", encoding="utf-8") as file:
        file.write("[%s]\ncommand=%s;\n%s" % (name, command, options))


def judge(watch, start, what):
    """What has gone on since the last time that this was asked."""
    computed, waited = watch.read()
    print("%s: longest stall %.0f ms of computing, %.0f ms in all; %.0f ms of computing at the start" %
          (what, 1000 * computed, 1000 * waited, 1000 * start), flush=True)
    assert not is_deaf(computed, waited, start), "the window was deaf"
    watch.reset()


def press(window, name):
    """By an action: the log may cover the button."""
    window.wait(name, lambda: window.find("push button", name), 20).do_action()


def come_back(window):
    """The engine is started again, and is as bad as before."""
    press(window, "Restart Engine")
    time.sleep(1)  # it may be gone again at once
    window.wait("the offer again", lambda: window.showing(window.find("push button", "Restart Engine")), 20)


def is_replaced(window):
    """Whether people sit in the place of all engines that are down; if not, one more does: an engine that does not even
    start is lost for both sides."""
    press(window, "Play for It")
    time.sleep(1)
    return not window.showing(window.find("label", "The game is kept"))


def suffer(kind, *arguments, stops=True):
    """The engine plays both sides and analyses; the log is open. The game is kept, and what was said can be read."""
    home = os.path.join(os.environ["TAB_UI_DESKTOP"], "hostile-" + kind)
    store_engine(home, kind, *arguments)
    settings = {**BOARD, "animation-speed": "'off'", "think-time": 50, "show-analysis": "true"}
    settings.update({key: "'%s'" % kind for key in ("white-engine", "black-engine", "analysis-engine")})
    settings["you-play"] = "'none'"
    watch = LoopWatch(home)
    window = uidriver.Window(WATCH, settings, watch.environment, home=home)
    start, _ = watch.read()  # the window is there
    watch.reset()
    press(window, "Engine Log")
    window.wait("the log", lambda: window.find("frame", "Engine Log"))
    time.sleep(2)
    if stops:
        come_back(window)
    judge(watch, start, kind)
    if stops:
        assert window.find("label", "The game is kept"), "the window does not say that the game is kept"
        window.wait("people in its place", lambda: is_replaced(window), 20)
    window.xdotool("mousemove", 300, 200)  # without a window manager the keyboard follows the pointer
    window.key("Escape")
    window.wait_closed("Engine Log")
    window.xdotool("mousemove", 500, 600)
    window.close()


class Crowd:
    """An engine with as many options as there may be, each as long as it may be."""

    def __init__(self):
        self.home = os.path.join(os.environ["TAB_UI_DESKTOP"], "hostile-crowd")
        store_engine(self.home, "crowd", "--flood", "most", options="option.Option 123=some words\n")
        self.watch = LoopWatch(self.home)
        self.window = uidriver.Window(PEOPLE, BOARD, self.watch.environment, home=self.home)
        self.start, _ = self.watch.read()
        self.watch.reset()

    def judge(self, what):
        time.sleep(1)  # what was asked for last is seen through
        judge(self.watch, self.start, "crowd, " + what)

    def stored(self):
        with open(os.path.join(self.home, "tab", "engines.ini"), encoding="utf-8") as file:
            return [line for line in file.read().split("\n") if line.startswith("option.")]

    def open_manager(self):
        window = self.window
        window.key("ctrl+shift+e")
        manager = window.wait("the engine manager", lambda: window.find("frame", "Engines"))
        window.xdotool("mousemove", 300, 480)  # without a window manager the keyboard follows the pointer
        window.key("Down")  # behind the engine that comes with the game
        row = window.wait("the engine's row", lambda: window.find("list item", "crowd, ", manager))
        window.wait("the engine chosen", lambda: window.state(row, "selected"))
        self.judge("the manager")

    def open_options(self):
        """They need not be there all."""
        window = self.window
        window.xdotool("mousemove", 300, 480)
        window.key("alt+o")
        self.dialog = window.wait("the options", lambda: window.find("frame", "Options of crowd"), 20)
        window.xdotool("mousemove", 100, 300)
        first = window.wait("the first option", lambda: window.find("spin button", "Option 1", self.dialog))
        window.wait("the keyboard in it", lambda: window.state(first, "focused"))

    def choose_third(self):
        """The third value of the second option, whose list is open then."""
        window = self.window
        window.key("Tab", "space")
        window.wait("the values", lambda: any(window.name(node) == "3" for node in window.walk(self.dialog)))
        window.key("Down", "Down", "Return")
        button = window.wait("the value", lambda: window.find("push button", "Option 2 3", self.dialog))
        window.wait("the list closed", lambda: window.state(button, "focused"))

    def leave_options(self, *keys):
        window = self.window
        window.key(*keys)
        window.wait("no options any more", lambda: not window.showing(self.dialog), 20)
        self.judge("left by " + " ".join(keys))


def crowd():
    """All options are there for the keyboard and the screen reader; what is chosen before that holds for all."""
    crowd = Crowd()
    window = crowd.window
    crowd.open_manager()
    crowd.open_options()
    crowd.leave_options("ctrl+a", "7", "alt+a")
    assert crowd.stored() == ["option.Option 123=some words", "option.Option 1=7"], crowd.stored()
    crowd.open_options()
    time.sleep(3)
    crowd.judge("the options")
    window.wait("the last options", lambda: window.find("check box", "Option 126", crowd.dialog), 30)
    crowd.choose_third()
    crowd.leave_options("alt+a")
    assert "option.Option 2=3" in crowd.stored() and len(crowd.stored()) == 3, crowd.stored()
    crowd.open_options()
    crowd.leave_options("alt+r", "alt+a")
    assert crowd.stored() == [], crowd.stored()
    window.key("Escape")
    window.wait_closed("Engines")
    window.xdotool("mousemove", 500, 600)
    window.close()


def main():
    uidriver.enter_desktop(__file__)
    suffer("crash", "--crash-at", "go")
    suffer("flood", "--flood", "go")
    suffer("babble", "--flood", "log")
    suffer("breaks", "--flood", "breaks")
    suffer("words", "--flood", "words")
    suffer("endless", "--long-line")
    suffer("options", "--flood", "options")
    suffer("values", "--flood", "values")
    suffer("garbage", "--garbage", stops=False)
    suffer("slow", "--slow", "200", "--slow-stop", "300", stops=False)
    suffer("silent", "--mute", "go", "--ignore-quit", stops=False)
    crowd()


if __name__ == "__main__":
    main()
