#!/usr/bin/python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""The lessons on tâb's relatives are chosen in the list, each by the name of its game, and taken by clicks up to their end: what is
to be done is asked of Show Me. A unit test goes through all lessons; here three are taken, and all with TAB_TEST_THOROUGH in the
environment.

usage: ui-relatives.py [LESSON…], files of gui/lessons; those of the relatives by default
"""
import glob
import os
import re
import sys
import xml.etree.ElementTree as xml
from importlib import import_module

import uidriver

lessons = import_module("ui-lesson")
ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
SETTINGS = {"animation-speed": "'off'", "sounds": "false", "offer-lesson": "false"}
NAMES = ("Sîg of Tozeur", "Sîg of the Mzab", "Siryu", "Kiôz", "Deleb", "Tablan", "Bheri bakhri", "Daldøs", "Daldøsa", "Sáhkku")
BUTTONS = {"throw": ("Throw",), "end": ("End Turn",), "again": ("Cast Anew",)}


def choose(window, lesson, name, down):
    """By the list in the header, so many rows below the one before."""
    box = window.wait("the list", lambda: window.find("combo box", "Lesson", lesson.frame))
    window.click(box)
    window.wait("the row of " + name, lambda: window.find("label", name, box))
    if lessons.SHOTS:
        window.screenshot(os.path.join(lessons.SHOTS, "list.png"))
    for _ in range(down):
        window.key("Down")
    window.key("Return")


def is_done(lesson):
    return lesson.focused_on("Next") or lesson.focused_on("Play…")


def press(window, lesson, name):
    window.wait(name, lambda: window.sensitive(lesson.button(name)))
    window.click(lesson.button(name))


def play_as_shown(window, lesson):
    """The hint says what to play: "Play 4: c5 to d6, takes 1."."""
    press(window, lesson, "Show Me")
    said = window.wait("the hint", lambda: next(filter(None, (re.match(r"Play \S+: (\w+) to (\w+)", name) for name in lesson.labels())), None))
    lessons.click_move(window, lesson, "%s %s" % (said[1], said[2]))


def meet(window, lesson, goal):
    before = lesson.board()
    if goal == "play":
        play_as_shown(window, lesson)
        window.wait("a move", lambda: lesson.board() != before)
    else:
        for name in BUTTONS[goal]:
            press(window, lesson, name)
        window.wait("what %s does" % goal, lambda: is_done(lesson) or lesson.says("Throws") or lesson.says("Your throws"))


def take(window, lesson, path):
    steps = xml.parse(path).getroot().findall("step")
    name = os.path.basename(path).partition(".")[0]
    for nth, step in enumerate(steps):
        lesson.wait_step(nth + 1, len(steps))
        window.wait("the words of step %d of %s" % (nth + 1, name), lambda: lesson.says(step.find("text").text))
        goals = [goal.get("do") for goal in step.findall("goal")]
        for goal in goals:
            assert not is_done(lesson), "%s, step %d is done too early" % (name, nth + 1)
            meet(window, lesson, goal)
        window.wait("the end of step %d of %s" % (nth + 1, name), lambda: is_done(lesson))
        if lessons.SHOTS:
            window.screenshot(os.path.join(lessons.SHOTS, "%s-%d.png" % (name, nth + 1)))
        if nth + 1 < len(steps):
            press(window, lesson, "Next")


def main():
    uidriver.enter_desktop(__file__)
    paths = sys.argv[1:] or sorted(glob.glob(os.path.join(ROOT, "gui", "lessons", "6*.lesson")))
    window = uidriver.Window(["--new", "--white", "human", "--black", "human"], SETTINGS)
    window.choose_in_menu("Lessons")
    lesson = lessons.Lesson(window)
    all_of_them = list(zip(paths, NAMES)) if len(paths) == len(NAMES) else [(path, None) for path in paths]
    for path, name in all_of_them if uidriver.THOROUGH or not all_of_them[0][1] else all_of_them[:3]:
        if name:
            choose(window, lesson, name, 5 if path == paths[0] else 1)
        take(window, lesson, path)
    window.key("ctrl+w")
    lessons.quit_program(window)
    print("all lessons on the relatives were taken")


if __name__ == "__main__":
    sys.exit(main())
