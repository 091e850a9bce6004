#!/usr/bin/python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""A newcomer is offered the lesson, takes all of it by clicks and keys, does something wrong, leaves, and takes it up again."""

import os
import sys
import time

import uidriver

# Of each step: what is chosen and where it goes, in turn; "twice" chooses the top stone. THROW and END are the buttons.
STEPS = [
    ["throw"],
    ["a7 b7"],
    ["b7 b3", "b3 c1", "end"],
    ["c6 b7"],
    ["b6 b4"],
    ["b4 b3 twice"],
    ["c2 c5"],
    ["c6 d7"],
    ["c7 d4"],
    ["b3 c2", "c2 c4"],
]
WRONG = {3: "c6 d7", 4: "b4 b2", 6: "c2 c5 not"}  # by step, from 0: something else that is allowed
SETTINGS = {"animation-speed": "'off'", "auto-pass": "true"}
SHOTS = os.environ.get("TAB_LESSON_SHOTS")  # a folder for pictures of every step


class Lesson:
    """The lesson's window, as it is seen."""

    def __init__(self, window):
        self.window = window
        self.frame = window.wait("the lessons", lambda: self._find_frame())
        window.frame = self.frame  # centres are reckoned in it
        window.size = (860, 720)
        window.xdotool("mousemove", 400, 300)  # without a window manager the keyboard follows the pointer
        window.wait("the board", lambda: any(window.name(node) == "Board" for node in window.walk(self.frame)))
        self.nodes = list(window.walk(self.frame))  # all but the board's cells stay
        self.board_node = next(node for node in self.nodes if window.name(node) == "Board")

    def _find_frame(self):
        return next((node for node in self.window.walk() if node.get_role_name() == "frame"
                     and self.window.name(node) == "Lessons"), None)

    def labels(self):
        """What stands in the window, the board apart: what is hidden now may come later."""
        def below(node):
            return self.window.showing(node) and self.window.name(node) != "Board"

        return [self.window.name(node) for node in self.window.walk(self.frame, below) if self.window.showing(node)]

    def says(self, part):
        return any(part in name for name in self.labels())

    def button(self, name):
        """None where it was never seen."""
        shown = (node for node in self.nodes if name in self.window.name(node) and node.get_role_name() == "push button")
        return next(shown, None) or self.window.find("push button", name, self.frame)

    def cells(self):
        """They are made anew with every step."""
        return self.board_node.children()

    def cell(self, name):
        return next(cell for cell in self.cells() if self.window.name(cell).startswith(name + ", "))

    def board(self):
        return [self.window.name(cell) for cell in self.cells()]

    def focused_on(self, name):
        button = self.button(name)
        return bool(button) and self.window.state(button, "focused")

    def wait_step(self, nth, of=len(STEPS)):
        self.window.wait("step %d" % nth, lambda: self.says("Step %d of %d" % (nth, of)))


def focused_cell(window, lesson):
    """The name of the cell that has the keyboard's focus, or None."""
    return next((window.name(cell)[:2] for cell in lesson.cells() if window.state(cell, "focused")), None)


def tab_to_board(window, lesson):
    """By the Tab key alone, from wherever the focus is."""
    for _ in range(12):
        if focused_cell(window, lesson):
            return
        window.key("Tab")
        time.sleep(0.1)
    raise AssertionError("Tab does not come to the board")


def walk_to(window, lesson, name):
    """Moves the keyboard's focus over the board to a cell, by the arrow keys."""
    for _ in range(20):
        here = focused_cell(window, lesson)
        if here == name:
            return
        if here[0] != name[0]:
            window.key("Up" if here[0] < name[0] else "Down")
        else:
            window.key("Right" if here[1] < name[1] else "Left")
        window.wait("the focus to move from " + here, lambda: focused_cell(window, lesson) != here)
    raise AssertionError("the focus does not come to " + name)


def click_move(window, lesson, move):
    start, end, *rest = move.split()
    window.click(lesson.cell(start))
    window.wait("the choice of " + start, lambda: "selected" in window.name(lesson.cell(start)))
    if "twice" in rest:
        window.click(lesson.cell(start))
        window.wait("the top stone", lambda: "top stone selected" in window.name(lesson.cell(start)))
    window.click(lesson.cell(end))


def key_move(window, lesson, move):
    start, end, *rest = move.split()
    tab_to_board(window, lesson)
    walk_to(window, lesson, start)
    window.key("Return")
    window.wait("the choice of " + start, lambda: "selected" in window.name(lesson.cell(start)))
    if "twice" in rest:
        window.key("Return")
        window.wait("the top stone", lambda: "top stone selected" in window.name(lesson.cell(start)))
    walk_to(window, lesson, end)
    window.key("Return")


def do_wrong(window, lesson, move):
    """Something else than the step wants: it is taken back, and there is a word on it."""
    before = lesson.board()
    click_move(window, lesson, move)
    window.wait("a word on it", lambda: any(lesson.says(word) for word in ("you will go there soon", "they stand apart")))
    window.wait("the stone to be back", lambda: lesson.board() == before)


def onward(window, lesson, nth):
    """The button that goes on has the focus when the step is done."""
    name = "Play…" if nth + 1 == len(STEPS) else "Next"
    window.wait("the end of step %d" % (nth + 1), lambda: lesson.focused_on(name))
    if SHOTS:
        window.screenshot(os.path.join(SHOTS, "step-%02d.png" % (nth + 1)))


def take_step(window, lesson, nth):
    lesson.wait_step(nth + 1)
    by_keys = nth % 2 == 1
    if nth in WRONG and "not" not in WRONG[nth]:
        do_wrong(window, lesson, WRONG[nth])
    for part in STEPS[nth]:
        if part in ("throw", "end"):
            name = {"throw": "Throw", "end": "End Turn"}[part]
            window.wait(name, lambda: window.sensitive(lesson.button(name)))
            while window.sensitive(lesson.button(name)) and not lesson.focused_on("Next"):
                window.click(lesson.button(name))
                time.sleep(0.2)
        else:
            before = lesson.board()
            (key_move if by_keys else click_move)(window, lesson, part)
            window.wait("the move " + part, lambda: lesson.board() != before)
    onward(window, lesson, nth)


def go_on(window, lesson, nth):
    window.key("Return") if nth % 2 else window.click(lesson.button("Next"))


def show_me(window, lesson):
    """A hint says in words what to do."""
    window.click(lesson.button("Show Me"))
    window.wait("the hint", lambda: lesson.says("Play 1: a7 to b7."))


def take_half(home):
    """The offer, four steps, and away."""
    window = uidriver.Window([], SETTINGS, home=home)
    begin = window.wait("the offer", lambda: window.find("push button", "Begin the Lesson"))
    window.click(begin)
    lesson = Lesson(window)
    for nth in range(4):
        if nth == 0:
            lesson.wait_step(1)
            show_again(window, lesson)
        if nth == 1:
            lesson.wait_step(2)
            show_me(window, lesson)
        take_step(window, lesson, nth)
        go_on(window, lesson, nth)
    lesson.wait_step(5)
    window.key("Escape")
    window.wait("the window to go", lambda: not lesson._find_frame())
    quit_program(window)


def show_again(window, lesson):
    """Room for every remark is there from the start: the board keeps its size, and the buttons their place, when one comes and
    when it goes, also where there is little room."""
    nodes = [lesson.board_node, *map(lesson.button, ("Back", "Again", "Show Me", "Next"))]

    def boxes():
        found = [node.get_extents() for node in nodes]
        return [(box.x, box.y, box.width, box.height) for box in found]

    for size in ((860, 720), (600, 500)):
        window.xdotool("search", "--onlyvisible", "--name", "^Lessons$", "windowsize", "--sync", *size)
        time.sleep(0.5)  # sizes are handed out in the next frames
        before = boxes()
        for button, words in (("Show Me", "Throw: press the button"), ("Again", None)):
            lesson.button(button).do_action()
            window.wait("what " + button + " says", lambda: lesson.says(words or "You have the white stones below"))
            time.sleep(0.3)
            assert boxes() == before, "%s moves %s to %s" % (button, before, boxes())
    window.xdotool("search", "--onlyvisible", "--name", "^Lessons$", "windowsize", "--sync", 860, 720)


def quit_program(window):
    window.frame = window.find("frame")
    window.size = (1000, 720)
    window.xdotool("mousemove", 400, 300)
    window.close()


def take_rest(home):
    """There is no offer any more; the menu's lesson goes on with the fifth step, up to its end and a game."""
    settings = dict(SETTINGS)
    with open(os.path.join(home, "glib-2.0", "settings", "keyfile"), encoding="utf-8") as file:
        kept = dict(line.strip().split("=", 1) for line in file if "=" in line)
    settings.update({key: kept[key] for key in ("offer-lesson", "lesson", "lesson-steps")})
    window = uidriver.Window(["--new", "--white", "human", "--black", "human"], settings, home=home)
    assert not window.find("push button", "Begin the Lesson"), "the lesson is offered again"
    window.choose_in_menu("Lessons")
    lesson = Lesson(window)
    for nth in range(4, len(STEPS)):
        take_step(window, lesson, nth)
        if nth + 1 < len(STEPS):
            go_on(window, lesson, nth)
    assert lesson.says("You have won!"), lesson.labels()
    window.click(lesson.button("Play…"))
    window.wait("the new game's dialogue", lambda: window.find("frame", "New Game"))
    window.xdotool("mousemove", 300, 300)
    window.key("Escape")
    window.wait("the dialogue to go", lambda: not window.find("frame", "New Game"))
    quit_program(window)


def main():
    uidriver.enter_desktop(__file__)
    home = os.path.join(os.environ["TAB_UI_DESKTOP"], "home")
    os.makedirs(home)
    take_half(home)
    take_rest(home)
    print("the whole lesson was taken")


if __name__ == "__main__":
    sys.exit(main())
