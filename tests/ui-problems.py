#!/usr/bin/python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Problems: solved by mouse and by keys, what a screen reader gets of it, what a turn costs and why, turns that no problem
compares, what is kept for the next day, and files that are no problems or no progress."""

import configparser
import datetime
import os
import time

import uidriver

SETTINGS = {"animation-speed": "'off'", "sounds": "false", "offer-lesson": "false"}
GAME = ["--new", "--white", "human", "--black", "human", "--seed", "1"]
SIZE = (960, 720)

PROBLEM = """[Rules "walker"]
[Position "3m1nnnn/6m1t/4M4/%s w - - 35"]
[Result "*"]
[Problem "margin=0.01 errors=2"]
[Difficulty "%s"]
[Source "%s"]

35. w 6,2 2:b5b3,6:b3c4 judged=0.5242 loss=0.0000 judged-se=0.0020
( 35. w 6,2 %s judged=%.4f loss=%.4f judged-se=0.0020 )
*
"""
EASY = PROBLEM % ("6M1(MM)", "0.200", "easy", "2:a9b8,6:b8b2", 0.4238, 0.1004)
MIDDLE = PROBLEM % ("6M2", "0.500", "middle", "2:a7a9,6:a9b4", 0.4942, 0.0300)
HARD = PROBLEM % ("7M1", "0.900", "hard", "2:b5b3,6:a8b5", 0.3242, 0.2000)
# An engine that plays along, and knows of no terms.
ENGINE = "[Plain]\ncommand=%s\n"


def make_home(text, progress=None):
    """A folder for a program, with a file of problems, and the settings that open it."""
    home = os.path.join(os.environ["TAB_UI_DESKTOP"], "home-%d" % time.monotonic_ns())
    os.makedirs(os.path.join(home, "data", "tab"))
    path = os.path.join(home, "some.tab")
    with open(path, "w", encoding="utf-8") as file:
        file.write(text)
    if progress is not None:
        with open(progress_path(home), "w", encoding="utf-8") as file:
            file.write(progress)
    return home, dict(SETTINGS, problems="'%s'" % path)


def progress_path(home):
    return os.path.join(home, "data", "tab", "problems.ini")


def read_progress(home):
    """The groups of the file, in their order; empty while there is none."""
    parser = configparser.ConfigParser()
    parser.read(progress_path(home), encoding="utf-8")
    return [dict(parser[name]) for name in parser.sections()]


class Problems:
    """The window of problems, as it is seen and heard."""

    def __init__(self, home, settings, environment=None, how=None):
        self.window = uidriver.Window(GAME, settings, environment, home=home)
        if how:
            how(self.window)
        else:
            self.window.key("ctrl+shift+p")
        self.frame = self.window.wait("the problems", self._find_frame)
        self.window.frame = self.frame  # centres are reckoned in it
        self.window.size = SIZE
        self.window.xdotool("mousemove", 500, 300)  # without a window manager the keyboard follows the pointer
        time.sleep(0.5)

    def _find_frame(self):
        return next((node for node in self.window.walk() if node.get_role_name() == "frame"
                     and self.window.name(node) in ("Problems", "مسائل")), None)

    def nodes(self, *roles):
        return [node for node in self.window.walk(self.frame) if self.window.role(node) in roles and self.window.showing(node)]

    def texts(self):
        return [self.window.name(node) for node in self.nodes("label", "alert", "notification")]

    def says(self, part):
        return any(part in text for text in self.texts())

    def wait_says(self, *parts):
        for part in parts:
            self.window.wait("“%s” among %s" % (part, self.texts()), lambda part=part: self.says(part), 20)

    def button(self, name):
        return next((node for node in self.nodes("push button") if self.window.name(node) == name), None)

    def press(self, name):
        self.window.click(self.window.wait(name, lambda: self.button(name)))

    def cells(self):
        board = next(node for node in self.nodes("table", "panel") if self.window.name(node) == "Board")
        return board.children()

    def cell(self, name):
        return next(cell for cell in self.cells() if self.window.name(cell).startswith(name + ", "))

    def board(self):
        return [self.window.name(cell) for cell in self.cells()]

    def stands(self, *names):
        """Whether cells are called so: what a screen reader hears of the board."""
        return all(any(name == found or found.startswith(name + ",") for found in self.board()) for name in names)

    def turns(self):
        """The turns compared, as they are heard, and which of them is chosen."""
        rows = self.nodes("list item")
        return [self.window.name(row) for row in rows], [self.window.state(row, "selected") for row in rows]

    def has_keyboard(self, name):
        button = self.button(name)
        return bool(button) and self.window.state(button, "focused")

    def move(self, start, end):
        before = self.board()
        self.window.click(self.cell(start))
        self.window.wait("the choice of " + start, lambda: "selected" in self.window.name(self.cell(start)))
        self.window.click(self.cell(end))
        self.window.wait("the move to " + end, lambda: self.board() != before)

    def end_turn(self):
        self.window.wait("the end of the turn", lambda: self.window.sensitive(self.button("End Turn")))
        self.press("End Turn")

    # by keys

    def focused_cell(self):
        return next((self.window.name(cell)[:2] for cell in self.cells() if self.window.state(cell, "focused")), None)

    def walk_to(self, name):
        for _ in range(30):
            here = self.focused_cell()
            if here == name:
                return
            if here is None:
                self.window.key("Tab")
                time.sleep(0.1)
                continue
            if here[0] != name[0]:
                self.window.key("Up" if here[0] < name[0] else "Down")
            else:
                self.window.key("Right" if here[1] < name[1] else "Left")
            self.window.wait("the focus to move from " + here, lambda here=here: self.focused_cell() != here)
        raise AssertionError("the focus does not come to " + name)

    def key_move(self, start, end):
        before = self.board()
        self.walk_to(start)
        self.window.key("Return")
        self.window.wait("the choice of " + start, lambda: "selected" in self.window.name(self.cell(start)))
        self.walk_to(end)
        self.window.key("Return")
        self.window.wait("the move to " + end, lambda: self.board() != before)

    def close(self, key="ctrl+w"):
        self.window.key(key)
        self.window.wait("the window to go", lambda: not self._find_frame())
        self.window.frame = self.window.find("frame")
        self.window.size = (1000, 720)
        self.window.xdotool("mousemove", 400, 300)
        self.window.close()


def solve(home, settings):
    """By mouse, out of the menu: the easiest comes first, and is solved."""
    problems = Problems(home, settings, how=lambda window: window.choose_in_menu("Problems"))
    window = problems.window
    problems.wait_says("White is to play 6, 2. Which turn is best?", "1 of 3 · Walker · 4×9",
                       "0 due · 0 solved · 0 learned · 3 new")
    task = next(node for node in problems.nodes("label") if "Which turn is best" in window.name(node))
    window.wait("the task to be read", lambda: window.state(task, "focused"))
    assert not problems.turns()[0] and not problems.says("Why it is better"), "the answer is told beforehand"
    problems.move("b5", "b3")
    problems.move("b3", "c4")
    problems.end_turn()
    problems.wait_says("Right: this is the best turn.", "Why it is better than the next best", "easy · difficulty 20")
    window.wait("the keyboard on Next", lambda: problems.has_keyboard("Next"))
    told = problems.button("Next").get_description()
    assert "Right: this is the best turn." in told and "instead of" in told, told
    names, chosen = problems.turns()
    assert len(names) == 2 and chosen == [True, False], (names, chosen)
    assert "2: b5 to b3; 6: b3 to c4" in names[0] and "52.4" in names[0] and ". Yours" in names[0], names
    assert "loss −10.0 points, a mistake" in names[1], names
    problems.wait_says("What the engine’s evaluation weighs", "for the best turn (")
    window.wait("the end of asking", lambda: not problems.says("The engine is being asked"), 20)
    problems.wait_says("0 due · 1 solved · 0 learned · 2 new")
    kept = window.wait("what is kept", lambda: read_progress(home))
    tomorrow = (datetime.date.today() + datetime.timedelta(days=1)).isoformat()
    assert len(kept) == 1 and kept[0]["answers"] == kept[0]["right"] == "1" and kept[0]["due"] <= tomorrow, kept
    return problems


def look_at_turns(problems):
    """The other turn is chosen in the list: it stands on the board, with other arrows, which are told."""
    window = problems.window
    assert problems.stands("c4, white stone"), problems.board()
    row = problems.nodes("list item")[1]
    window.click(row)
    window.wait("the other turn", lambda: problems.turns()[1] == [False, True])
    problems.wait_says("played 2: a9 to b8; 6: b8 to b2")
    assert not problems.stands("c4, white stone") and problems.stands("b2, white pile of 2"), problems.board()
    problems.wait_says("In danger after this turn", "can be taken from")
    window.key("Up")
    window.wait("the best turn again", lambda: problems.turns()[1] == [True, False])
    assert problems.stands("c4, white stone"), problems.board()


def lose_by_keys(problems, home):
    """By keys alone: the next problem, a turn that loses, another try, which does not count."""
    window = problems.window
    for _ in range(20):
        if problems.has_keyboard("Next"):
            break
        window.key("Tab")
        time.sleep(0.1)
    window.key("Return")
    problems.wait_says("2 of 3 · Walker", "Which turn is best?")
    problems.key_move("a7", "a9")
    problems.key_move("a9", "b4")
    window.key("e")
    problems.wait_says("Doubtful: this turn loses 3.0 points", "Why it is better than yours", "middle")
    names, chosen = problems.turns()
    assert chosen == [True, False] and ". Yours" in names[1] and "The best turn" in names[0], (names, chosen)
    kept = window.wait("what is kept", lambda: len(read_progress(home)) == 2 and read_progress(home))
    assert kept[1]["right"] == "0" and kept[1]["known"] == "0", kept
    window.key("alt+g")  # Try Again
    problems.wait_says("Which turn is best?")
    problems.key_move("b5", "b3")
    window.key("BackSpace")  # taken back as in a game
    window.wait("the stone to be back", lambda: problems.stands("b5, white stone"))
    problems.key_move("b5", "b3")
    problems.key_move("b3", "c4")
    window.key("e")
    problems.wait_says("Right: this is the best turn.", "0 due · 1 solved · 0 learned · 1 new")
    time.sleep(0.3)
    assert read_progress(home) == kept, "another try has counted"


def not_compared(problems, home):
    """A turn that the problem does not compare; the engine of the analysis says what it costs. Then nothing is left."""
    window = problems.window
    window.key("Return")
    problems.wait_says("3 of 3 · Walker")
    problems.move("b5", "c2")
    problems.move("a8", "b9")
    problems.end_turn()
    problems.wait_says("as the engine of the analysis sees it", "points")
    names, _ = problems.turns()
    assert len(names) == 3 and ". Yours" in names[2] and "loss" in names[2], names
    problems.wait_says("Nothing is due before")
    problems.press("Next")
    problems.wait_says("Which turn is best?")
    problems.press("Show")
    problems.wait_says("This is the best turn.")
    window.wait("the answer kept", lambda: len(read_progress(home)) == 3)
    problems.close()


def come_back(home, settings):
    """Days later: what is due comes first, the longest due of all."""
    text = open(progress_path(home), encoding="utf-8").read()
    kept = read_progress(home)
    names = [line[1:-1] for line in text.splitlines() if line.startswith("[")]
    with open(progress_path(home), "w", encoding="utf-8") as file:
        for name, state, day in zip(names, kept, ("2020-01-03", "2020-01-02", "2020-01-01")):
            state.update(due=day, last="2019-12-31", interval="1")
            file.write("[%s]\n%s\n" % (name, "".join("%s=%s\n" % item for item in state.items())))
    problems = Problems(home, settings)
    problems.wait_says("3 due · ", "3 of 3 · Walker")
    problems.press("Show")
    problems.wait_says("This is the best turn.", "2 due · ")
    problems.press("Next")
    problems.wait_says("2 of 3 · Walker")
    problems.close()


def no_terms():
    """With an engine that gives no terms there is what the rules tell; of a turn that is not compared the least that it loses."""
    home, settings = make_home(EASY)
    os.makedirs(os.path.join(home, "tab"))
    with open(os.path.join(home, "tab", "engines.ini"), "w", encoding="utf-8") as file:
        file.write(ENGINE % os.path.join(uidriver.build_root(), "tests", "fake-engine"))
    problems = Problems(home, dict(settings, **{"analysis-engine": "'Plain'"}))
    window = problems.window
    problems.wait_says("1 of 1 · Walker")
    problems.move("a7", "b6")
    problems.move("b6", "b4")
    problems.end_turn()
    problems.wait_says("Not the best turn. The problem does not compare it", "it loses 10.0 points or more", "instead of")
    window.wait("the end of asking", lambda: not problems.says("The engine is being asked"), 30)
    assert not problems.says("What the engine’s evaluation weighs"), problems.texts()
    problems.close()


def leave_by_escape(home, settings):
    """It lets go of a stone first, and closes the window when nothing is chosen."""
    problems = Problems(home, settings)
    problems.wait_says("Which turn is best?")
    problems.window.click(problems.cell("b5"))
    problems.window.wait("the choice of b5", lambda: "selected" in problems.window.name(problems.cell("b5")))
    problems.window.key("Escape")
    problems.window.wait("b5 let go", lambda: "selected" not in problems.window.name(problems.cell("b5")))
    problems.close("Escape")


def faults():
    """Damaged progress is named and stays; so is a file that is no collection, and one that is not there."""
    damaged = "[a]\nanswers=many\n"
    home, settings = make_home(EASY, damaged)
    problems = Problems(home, settings)
    problems.wait_says("How far you have come is not known, and not kept", "problems.ini", "Which turn is best?")
    problems.press("Show")
    problems.wait_says("How far you have come cannot be kept", "0 due · 0 solved · 0 learned · 0 new")
    assert open(progress_path(home), encoding="utf-8").read() == damaged, "the damaged file was written over"
    problems.close()
    home, settings = make_home(EASY.replace("judged=0.5242", "judged=0.1"))
    problems = Problems(home, settings)
    problems.wait_says("The problems cannot be read", "some.tab")
    assert not problems.window.sensitive(problems.button("Next")) and not problems.window.sensitive(problems.button("Show"))
    problems.close()
    os.remove(os.path.join(home, "some.tab"))
    problems = Problems(home, settings)
    problems.wait_says("The problems cannot be read", "some.tab")
    problems.close()


def shipped():
    """Without a choice before, a collection that came with the program is there; another one is chosen from the list."""
    home, _ = make_home(EASY)
    problems = Problems(home, SETTINGS)
    problems.wait_says("Which turn is best?", " new")
    combo = problems.nodes("combo box")
    assert any(problems.window.name(node) == "Collection" for node in combo), [problems.window.name(node) for node in combo]
    problems.close()


def main():
    uidriver.enter_desktop(__file__)
    home, settings = make_home(EASY + "\n" + MIDDLE + "\n" + HARD)
    problems = solve(home, settings)
    look_at_turns(problems)
    lose_by_keys(problems, home)
    not_compared(problems, home)
    come_back(home, settings)
    leave_by_escape(*make_home(EASY))
    no_terms()
    faults()
    shipped()
    print("problems were solved, and came back")


if __name__ == "__main__":
    main()
