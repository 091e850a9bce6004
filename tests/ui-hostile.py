#!/usr/bin/python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Engines that crash, flood, babble, answer late or not at all sit in the window, which stays responsive and loses no
game."""

import os
import time

import uidriver
from loopwatch import DEAF, STALL, START, LoopWatch

WATCH = ["--new", "--rules", "ludii:columns=5", "--white", "engine:0", "--black", "engine:0", "--seed", "2"]


def store_engine(home, name, *arguments):
    os.makedirs(os.path.join(home, "tab"), exist_ok=True)
    command = ";".join([os.path.join(uidriver.build_root(), "tests", "fake-engine"), *arguments])
    with open(os.path.join(home, "tab", "engines.ini"), "w", encoding="utf-8") as file:
        file.write("[%s]\ncommand=%s;\n" % (name, command))


def press(window, name):
    """By an action: the log may cover the button."""
    window.atspi.Action.do_action(window.wait(name, lambda: window.find("push button", name), 20), 0)


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
    settings = {"animation-speed": "'off'", "think-time": 50, "show-analysis": "true"}
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
    computed, waited = watch.read()
    print("%s: longest stall %.0f ms of computing, %.0f ms in all; %.0f ms of computing at the start" %
          (kind, 1000 * computed, 1000 * waited, 1000 * start))
    assert computed < max(STALL, START * start) and waited < DEAF, "the window was deaf"
    if stops:
        assert window.find("label", "The game is kept"), "the window does not say that the game is kept"
        window.wait("people in its place", lambda: is_replaced(window), 20)
    window.xdotool("mousemove", 300, 200)  # without a window manager the keyboard follows the pointer
    window.key("Escape")
    window.wait("the log closed", lambda: not window.find("frame", "Engine Log"))
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


if __name__ == "__main__":
    main()
