#!/usr/bin/python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Whole games of tâb's relatives, from New Game to the page that tells who has won: by real clicks, or by keys alone. What
stands on the board, what can be done and what was thrown is read from accessible names and states only, and after each
move all of the board is compared with what the move should have done.

usage: ui-games.py mouse|keys [--full] [GAME…], presets; all ten by mouse, daldos and sahkku by keys, by default
--full: on the game's own board, which takes minutes
"""
import re
import sys
from collections import Counter

import newgame
import uidriver

SETTINGS = {"animation-speed": "'off'", "sounds": "false", "show-turns": "true", "you-play": "'both'"}
DICE = {"1": "one", "2": "two", "3": "three", "4": "four"}
SIX = {"0": "nothing", "1": "one", "2": "two", "3": "three", "4": "four", "5": "five", "6": "six"}


def some(throws, *steps):
    return {step: throws[step] for step in steps}


class Kind:
    """A game: its name, rows and columns of its own board, cells, the throws by their names, and two seeds: with the one a
    stone is freed by the first throw on its own board, with the other a game on the small board is short and has in it what
    it `must` have."""

    def __init__(self, name, rows, columns, throws, seeds, must=(), cells=None):
        self.name, self.rows, self.columns, self.throws = name, rows, columns, throws
        self.first_seed, self.seed = seeds
        self.must = must
        self.cells = cells or rows * columns


KINDS = {
    "tozeur": Kind("Sîg of Tozeur", 4, 13, SIX, (103, 103)),
    "mzab": Kind("Sîg of the Mzab", 4, 20, some(SIX, "0", "1", "2", "4", "6"), (1, 1414), ["across"]),
    "siryu": Kind("Siryu", 4, 12, dict(some(SIX, "0", "3", "6"), **{"5": "five|sir"}), (103, 1882), ["choice"]),
    "kioz": Kind("Kiôz", 4, 22, some(SIX, "1", "2", "4", "6"), (101, 368)),
    "deleb": Kind("Deleb", 4, 20, {"1": "tâb", "2": "itneyn", "3": "telâteh", "4": "arba‘ah", "6": "sitteh"}, (108, 1041), ["stop"]),
    "tablan": Kind("Tablan", 4, 12, {"0": "nothing", "2": "two", "8": "eight", "12": "twelve"}, (101, 2011), ["half", "whole", "choice", "across"]),
    "bakhri": Kind("Bheri bakhri", 3, 8, some(SIX, "0", "1", "2", "3", "4"), (101, 321)),
    "daldos": Kind("Daldøs", 3, 16, DICE, (1, 5732), ["choice"], cells=49),
    "daldosa": Kind("Daldøsa", 3, 12, DICE, (1, 149)),
    "sahkku": Kind("Sáhkku", 3, 15, dict(DICE, **{"1": "X, one", "4": "blank, four"}), (1, 5610), ["anew", "king pushed", "king takes", "king moved"]),
}
SMALL = (5, 3)  # columns, stones a side


class Table(uidriver.Game):
    """The game as its names and states tell it."""

    def __init__(self, window):
        super().__init__(window)
        sticks = next(node for node in window.walk(window.frame) if node.get_role_name() == "image"
                      and re.match("Thrown|Not thrown|Falling", window.name(node)))
        controls = sticks.get_parent()
        self.sticks, self.tray, self.steps, self.status = (controls.get_child_at_index(i) for i in range(4))
        self.turns = window.find("list", "Turns")

    def read(self):
        """What stands on the cells: "a1" -> "white", "black", "white king", "black king", "king" or None."""
        words = {"empty": None, "White’s king": "white king", "Black’s king": "black king", "king of nobody": "king"}
        board = {}
        for _, label in self.labels():
            cell, what, *_ = label.split(", ")
            board[cell] = words[what] if what in words else re.match("(white|black) (Nasrani|stone)", what)[1]
        return board

    def cell(self, name):
        return next(cell for cell, label in self.labels() if label.startswith(name + ", "))

    def says_now(self):
        return self.window.name(self.status)

    def chips(self):
        return [self.window.name(node) for node in self.window.walk(self.tray) if node.get_role_name() == "push button"]

    def anew_button(self):
        return self.says_now().endswith(", or cast anew.") and next((node for node in self.window.walk(self.steps) if self.window.name(node) == "Cast Anew"), None)

    def last_turn(self):
        """It is told with the button that comes next."""
        return self.throw_button.get_description()

    def last_rows(self):
        """Of the list of turns."""
        count = self.turns.get_child_count()
        return [self.window.name(self.turns.get_child_at_index(i)) for i in range(max(0, count - 4), count)]

    def can_throw(self):
        return self.window.sensitive(self.throw_button)

    def can_end(self):
        return self.window.sensitive(self.end_button)

    def all_said(self):
        """Changes whenever anything happens."""
        return self.says_now(), self.last_turn(), self.window.name(self.sticks)

    def lie_of_sticks(self):
        """As the eye has it, where the same side may throw the same twice: the sticks lie differently."""
        return self.window.pixels(self.sticks, 40) if "earns another throw" in self.says_now() else None


def name_of(window, cell):
    return window.name(cell).split(", ")[0]


def throw_of(window, target):
    return re.search(r"target with (\d+)", window.name(target))[1]


def text_of(plays):
    """As the list of turns has it: a stone that goes on is named once."""
    text, last = "", None
    for start, end, takes in plays:
        text += ("" if start == last else " " + start) + "–" + end
        last = end
    return text.strip()


class Mouse:
    """Every third throw is a click on the sticks, every third move a drag."""

    def __init__(self, window, table):
        self.window, self.table = window, table
        self.done = 0

    def move(self, source, find_target):
        self.done += 1
        self.window.click(source)
        target = find_target()
        if self.done % 3 == 0:
            self.window.drag(source, target)
        else:
            self.window.click(target)

    def throw(self):
        self.done += 1
        self.window.click(self.table.sticks if self.done % 3 == 0 else self.table.throw_button)

    def end(self):
        self.window.click(self.table.end_button)

    def cast_anew(self):
        self.window.click(self.table.anew_button())


class Keys:
    """The focus is where the next step is, and Control with an arrow leads on from there."""

    def __init__(self, window, table):
        self.window, self.table = window, table

    def has_focus(self, node):
        return self.window.state(node, "focused")

    def focused(self):
        return next((cell for cell in self.table.cells if self.has_focus(cell)), None)

    def go(self, goal):
        self.window.wait("the focus on the board", self.focused)
        for _ in range(self.table.board.get_child_count()):
            if self.has_focus(goal):
                return
            now = self.focused()
            self.window.key("ctrl+Right")
            self.window.wait("the focus to move on from " + self.window.name(now), lambda: not self.has_focus(now))
        self.window.fail("Control and an arrow do not lead to " + self.window.name(goal))

    def move(self, source, find_target):
        self.go(source)
        self.window.key("Return")
        self.go(find_target())
        self.window.key("Return")

    def throw(self):
        self.window.wait("the focus on Throw", lambda: self.has_focus(self.table.throw_button))
        self.window.key("space")

    def end(self):
        self.window.key("e")

    def cast_anew(self):
        """It is reached by Tab."""
        for _ in range(8):
            if self.has_focus(self.table.anew_button()):
                break
            self.window.key("Tab")
            self.window.wait("the focus away from the board", lambda: not self.focused())
        assert self.has_focus(self.table.anew_button()), "Tab does not lead to Cast Anew"
        self.window.key("space")


class Game:
    """One game, played for both sides. White moves the last stone that it can, Black the first, as one reads the board; both
    take what they can, and do once whatever else there is to choose."""

    def __init__(self, window, kind, hands):
        self.window, self.kind = window, kind
        self.table = Table(window)
        self.hands = hands(window, self.table)
        self.seen = Counter()
        self.board = self.table.read()
        self.side = None  # of the open turn, once it has moved
        self.plays = []  # of the open turn: from, to, whether it takes

    # --- what is done ---

    def throw(self):
        """It also ends a turn after which the same side throws again."""
        before, lay = self.table.all_said(), self.table.lie_of_sticks()
        turn = self.turn_as_played()
        self.hands.throw()
        self.window.wait("what the throw changes", lambda: self.table.all_said() != before or self.table.lie_of_sticks() != lay, 30)
        self.window.wait("the way on", self.goes_on, 30)
        self.seen["throw"] += 1
        self.end_turn(turn)
        self.check_chips()

    def goes_on(self):
        """Not, while a turn that cannot move is about to pass by itself."""
        table = self.table
        if table.can_throw() and not table.can_end():
            return True
        return table.having("can move with") or not table.can_end() and self.result()

    def end(self):
        turn = self.turn_as_played()
        self.hands.end()
        self.window.wait("the end of the turn", lambda: not self.table.can_end(), 30)
        self.end_turn(turn)

    def stop(self):
        """The rest of the throws is given up."""
        said = self.table.says_now()
        assert re.match("You may use .*, or end your turn.", said), said
        assert self.table.end_button.get_description() == "the rest may be declined", self.table.end_button.get_description()
        self.end()
        self.seen["stop"] += 1

    def cast_anew(self):
        assert self.table.says_now() == "Choose a stone to move with 1, 1, 1, or cast anew.", self.table.says_now()
        before = self.table.all_said()
        self.hands.cast_anew()
        self.window.wait("other dice", lambda: self.table.all_said() != before and self.goes_on(), 30)
        assert self.table.read() == self.board, "casting anew moves something"
        self.seen["anew"] += 1
        self.window.wait("that they were cast anew", lambda: any("throws 1 1 1, casts anew" in row for row in self.table.last_rows()))

    def choose(self, movable):
        self.side = self.board[name_of(self.window, movable[0])].split()[0]
        source = movable[0 if self.side == "black" else -1]
        nasara = [cell for cell in movable if "Nasrani" in self.window.name(cell)]
        self.seen["choice"] += len(nasara) > 1 and source in nasara
        return source

    def find_target(self, source):
        targets = self.window.wait("where it can go", lambda: "selected" in self.window.name(source) and self.table.having("target with"))
        unused = self.unused(self.table.chips())

        def worth(cell):
            met = self.board[name_of(self.window, cell)]
            is_half = throw_of(self.window, cell) not in unused
            return is_half and not self.seen["half"], met == self.enemy(), "king" in (met or "")

        return max(targets, key=worth)  # the first of the best

    def move(self, movable):
        source = self.choose(movable)
        chosen, chips = [], self.table.chips()

        def find_target():
            target = self.find_target(source)
            chosen[:] = name_of(self.window, target), throw_of(self.window, target)
            return target

        start = name_of(self.window, source)
        self.hands.move(source, find_target)
        self.window.wait("the move from " + start, lambda: self.window.name(source).startswith(start + ", empty"), 30)
        end, throw = chosen
        self.check_move(start, end)
        if self.result():
            self.end_turn(self.turn_as_played())
        else:
            self.check_use(self.unused(chips), throw)

    # --- what must have come of it ---

    def enemy(self):
        return "black" if self.side == "white" else "white"

    def check_move(self, start, end):
        """All of the board is as it was, but for this move."""
        expected, now = dict(self.board), self.table.read()
        mover, met = self.board[start], self.board[end]
        takes = met == self.enemy()
        expected[start], expected[end] = None, mover
        if met and "king" in met:
            assert mover == self.side and met != self.side + " king", (mover, met)
            pushed = next(cell for cell, what in now.items() if what and "king" in what)
            takes = self.board[pushed] == self.enemy()
            assert pushed != end and (takes or not self.board[pushed]), "the king was pushed to " + pushed
            expected[pushed] = self.side + " king"
            self.seen["king pushed"] += 1
            self.seen["king takes"] += takes
        assert now == expected, "%s to %s: %s, not %s" % (start, end, now, expected)
        self.board = now
        self.plays.append((start, end, takes))
        self.seen["move"] += 1
        self.seen["takes"] += takes
        self.seen["king moved"] += "king" in mover

    def unused(self, chips):
        """The throws that are left, as numbers."""
        return Counter(chip.split(", ")[0] for chip in chips if not chip.endswith(", used"))

    def check_use(self, before, throw):
        """Of the throws one is used, or one of them is used by half."""
        whole = str(2 * int(throw))
        after = self.unused(self.table.chips())
        if before[throw]:
            assert before - after == Counter([throw]) and not after - before, (before, after, throw)
            self.seen["whole"] += 1
        else:
            assert before - after == Counter([whole]) and after - before == Counter([throw]), (before, after, throw)
            self.seen["half"] += 1

    def check_chips(self):
        for chip in self.table.chips():
            number, name = chip.split(", ")[0], re.sub("^[^,]*, |(, no move)?$", "", chip)
            assert re.fullmatch(self.kind.throws[number], name), chip

    def turn_as_played(self):
        """Who played it, what was thrown, and the plays; the throws by their numbers, but for the sir."""
        chips = [chip.split(", ") for chip in self.table.chips()]
        thrown = Counter(name if name == "sir" else number for number, name, *_ in chips if name != "half")
        return self.side, thrown, self.plays

    def end_turn(self, turn):
        """A turn with moves is told as it was played."""
        side, thrown, plays = turn
        self.plays = []
        if not plays:
            return
        taken = sum(takes for _, _, takes in plays)
        told = text_of(plays) + (", takes %d" % taken if taken else "")

        def is_told(text):
            found = re.match(r"Turn \d+, (White|Black): throws ([^,]*), ([^.]*)", text)
            return found and (found[1].lower(), Counter(re.findall(r"\w+", found[2])), found[3]) == (side, thrown, told)

        self.window.wait("%s’s turn %s %s" % (side, dict(thrown), told), lambda: any(map(is_told, self.table.last_rows())))
        last = self.table.last_turn()
        again = last.removeprefix("Thrown: ")  # by the same side
        goes_on = again != last and Counter(re.findall(r"\w+", again)) == self.turn_as_played()[1]
        assert goes_on or is_told(last) or last.endswith("passes") or uidriver.result(self.window), last

    def across(self):
        """How many stones stand on the enemy's home row, where both sides still have some."""
        rows = {"white": "d", "black": "a"}
        return Counter(what for cell, what in self.board.items() if rows.get(what) == cell[0])

    def won(self, left):
        """What the page at the end must say of these stones, and why. Tablan is won by bringing more across; elsewhere that is a
        draw, as it is when nothing goes on."""
        last = "%s has lost its last stone in turn "
        more, reason = left["white"] - left["black"], last % ("White" if left["black"] else "Black")
        if min(left["white"], left["black"]) > 0:
            self.seen["across"] += self.across() == left
            reason = "All stones .*have come to the enemy’s home row" if self.seen["across"] else "Nothing has moved for 50 turns|The agreed 1000 turns"
            more = more if self.kind.name == "Tablan" and self.seen["across"] else 0
        return "White has won" if more > 0 else "Black has won" if more < 0 else "A draw", reason

    # --- all of it ---

    def step(self):
        """Does one thing; false if there is nothing to do."""
        movable = self.table.having("can move with")
        if not self.seen["anew"] and self.table.anew_button():
            self.cast_anew()
        elif movable:
            if not self.seen["stop"] and self.seen["move"] > 3 and self.table.can_end():
                self.stop()
            else:
                self.move(movable)
        elif self.table.can_throw():
            self.throw()
        elif self.table.can_end():
            self.end()
        else:
            return False
        return True

    def result(self):
        return not (self.table.can_throw() or self.table.can_end() or self.table.having("can move with")) and uidriver.result(self.window)

    def play(self):
        """To its end: whoever has lost all stones has lost, or who has brought fewer across; the page says so, and why."""
        while self.step():
            pass
        said = self.window.wait("the result", lambda: uidriver.result(self.window))
        left = Counter(what for what in self.board.values() if what in ("white", "black"))
        headline, reason = self.won(left)
        assert said == headline and re.match(reason, self.table.says_now()), (said, self.table.says_now(), left)
        return said


# --- New Game ---


def choose_by_mouse(window, kind):
    """The list shows the game that is chosen now; the wheel leads on to others."""
    window.click(newgame.seen(window, "push button", "Game: "))
    row = newgame.game_row(window, kind.name)
    while (box := row.get_extents()).y + box.height > 690 or box.y < 60:
        window.xdotool("mousemove", 360, 400, "click", 5 if box.y > 60 else 4)
        row = newgame.game_row(window, kind.name)
    window.click(row)


def choose_by_keys(window, kind):
    """The game before it, in the list, is chosen now."""
    newgame.tab_to(window, "Game: ")
    window.key("space")
    newgame.game_row(window, kind.name)
    window.give_keyboard_to_top()
    for _ in range(20):
        if newgame.focused(window).startswith(kind.name + ". "):
            break
        before = newgame.focused(window)
        window.key("Down")
        window.wait("another game", lambda: newgame.focused(window) != before)
    window.key("Return")


def begin(window, kind, hands, seed, small):
    """The game is chosen in the list of games if it is not, and gets its small board, if it is to, and the seed."""
    if hands is Mouse:
        window.press("New Game")
    else:
        window.give_keyboard()
        window.key("ctrl+n")
    newgame.find(window, "push button", "Game: ")
    window.give_keyboard_to_top()
    if not newgame.seen(window, "push button", "Game: " + kind.name):
        (choose_by_mouse if hands is Mouse else choose_by_keys)(window, kind)
        newgame.find(window, "push button", "Game: " + kind.name)
        window.wait_closed("Choose a Game")
        window.give_keyboard_to_top()
    if small:
        for field, number in zip(("Columns", "Stones a side"), SMALL):
            newgame.fill(window, field, number)
        newgame.tab_to(window, "All rules")
        window.wait("the small board", lambda: newgame.says(window, "%d×%d, %d stones a side" % (kind.rows, *SMALL)))
    window.key("alt+e")
    window.wait("the focus on the seed", lambda: newgame.focused(window) == "Seed")
    window.xdotool("type", str(seed))
    if hands is Mouse:
        window.click(newgame.seen(window, "push button", "Start"))
    else:
        window.key("Return")
    columns = SMALL[0] if small else kind.columns
    title = re.compile("%s(, changed)? · %d×%d · " % (kind.name, kind.rows, columns))
    window.wait("the game", lambda: window.discard_if_asked() or any(title.match(window.name(node)) for node in window.walk(window.frame)), 30)
    window.wait_alone()
    table = Table(window)  # the game before may have had the same title
    window.wait("its beginning", lambda: not table.last_turn() and not table.chips(), 30)
    window.give_keyboard()


def look_at_own_board(window, kind, hands):
    """Cells, stones, throws and the first move on the game's own board."""
    begin(window, kind, hands, kind.first_seed, False)
    game = Game(window, kind, hands)
    assert len(game.board) == kind.cells, len(game.board)
    count = Counter(game.board.values())
    assert count["white"] == count["black"] == kind.columns, count
    assert count["king"] == (kind.name == "Sáhkku"), count
    assert not game.table.chips(), "there are throws before any"
    while not game.table.having("can move with"):
        game.throw()
    game.move(game.table.having("can move with"))
    assert game.table.having(game.side + " stone"), "no stone was freed"


def play(window, kind, hands, full):
    begin(window, kind, hands, kind.seed, not full)
    game = Game(window, kind, hands)
    said = game.play()
    for what in kind.must:
        assert game.seen[what] or full, "%s has no %s: %s" % (kind.name, what, game.seen)
    print(kind.name, said, dict(game.seen), flush=True)


def main():
    uidriver.enter_desktop(__file__)
    way, *names = [argument for argument in sys.argv[1:] if argument != "--full"]
    hands = {"mouse": Mouse, "keys": Keys}[way]
    names = names or {Mouse: list(KINDS), Keys: ["daldos", "sahkku"]}[hands]
    window = uidriver.Window(["--new", "--white", "human", "--black", "human"], dict(SETTINGS, rules="'jordan'"))
    for name in names:
        look_at_own_board(window, KINDS[name], hands)
        play(window, KINDS[name], hands, "--full" in sys.argv)
    window.close()


if __name__ == "__main__":
    main()
