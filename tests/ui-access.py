#!/usr/bin/python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""A whole game against the engine through the accessibility tree alone, as a screen reader and its user have it: no pointer,
no key, no pixel. What they do is done by actions; what they know is what is spoken: what gets the focus, and the status
when it changes."""

import re

import atspi
import uidriver

GAME = ["--new", "--rules", "walker:columns=5,pieces=3", "--white", "human", "--black", "engine:0", "--seed", "4"]
MAX_STEPS = 3000
CELL = re.compile(r"[a-d]\d+, ")


class Speech:
    """What a screen reader says, in order: name and description of what gets the focus, a new name of what has it, and
    each new status."""

    def __init__(self, window, status):
        self.window = window
        self.status = status
        self.said = []
        self.events = atspi.Events(window.program, "StateChanged:focused", "PropertyChange:accessible-name")

    def listen(self):
        for node, change, value in self.events.heard():
            try:
                if change == "focused":
                    if value:
                        self.said.append("%s. %s" % (node.get_name(), node.get_description()))
                elif node == self.status or self.window.state(node, "focused"):
                    self.said.append(node.get_name())
            except atspi.Gone:
                pass  # it is gone already
        return len(self.said)

    def has_said(self, part, since=0):
        self.listen()
        return any(part in text for text in self.said[since:])


class Player:
    """Somebody who cannot see the board."""

    def __init__(self, window):
        self.window = window
        self.game = uidriver.Game(window)
        self.speech = Speech(window, self._find_status())
        self.told = 0  # turns of the engine
        self.earned = 0  # throws that the button to throw again has told
        self.counts = dict.fromkeys(("throws", "moves", "captures", "ends"), 0)

    def _find_status(self):
        panel = next(node for node in self.window.walk(self.window.frame) if self.window.name(node) == "Game")
        return next(node for node in self.window.walk(panel) if "tâb" in self.window.name(node) and node.get_role_name() != "panel")

    def focused(self):
        return [self.window.name(node) for node in self.window.walk(self.window.frame) if self.window.state(node, "focused")]

    def act(self, node, what, done):
        """Does what the thing is for; something must be said of it, and the deed be done."""
        before = self.speech.listen()
        assert node.do_action(), "no action: " + what
        self.window.wait(what, done, 20)
        self.window.wait("words about " + what, lambda: self.speech.listen() > before)
        return self.speech.said[before:]

    def labels(self):
        return [label for _, label in self.game.labels()]

    def move(self):
        """Moves the last stone that can; captures when it can."""
        source = self.game.having("can move with")[-1]
        name = self.window.name(source)
        words = self.act(source, "choosing " + name, lambda: "selected" in self.window.name(source))
        assert any(CELL.match(text) for text in words), words
        targets = self.game.having("target with")
        target = next((cell for cell in targets if "black" in self.window.name(cell)), targets[0])
        self.counts["captures"] += "black" in self.window.name(target)
        before = self.labels()
        self.act(target, "moving from " + name, lambda: self.labels() != before and not self.game.having("selected"))
        self.counts["moves"] += 1

    def throw(self):
        label = self.labels()
        if self.counts["throws"] and "begins" in self.speech.status.get_name():
            both = r"Opening throw: You, \d\nOpening throw: Tab Engine, \d"
            self.window.wait("the throws of the opening", lambda: re.fullmatch(both, self.game.throw_button.get_description()))
        self.told += "Tab Engine: throws" in self.game.throw_button.get_description()
        ready = self.game.throw_button
        sensitive = self.window.sensitive
        words = self.act(ready, "throwing", lambda: self.speech.has_said("earns another throw") or not sensitive(ready)
                         or self.game.having("can move with") or self.labels() != label or sensitive(ready))
        self.counts["throws"] += 1
        earned = next(filter(None, (re.match(r"A (\d) .*earns another throw", text) for text in words)), None)
        if earned:
            told = ready.get_description()
            assert re.fullmatch(r"Thrown: (\d, )*%s" % earned[1], told), "the button tells “%s”, not the %s" % (told, earned[1])
            self.earned += 1

    def can(self, button):
        return self.window.sensitive(button) and self.window.showing(button)

    def step(self):
        """Does one thing; false if there is nothing to do but listen."""
        if self.can(self.game.throw_button):
            self.throw()
        elif self.game.having("can move with"):
            self.move()
        elif self.can(self.game.end_button):
            why = self.game.end_button.get_description()
            assert re.search("can use .*: end your turn|All throws are used|can still be used", why), "the button tells “%s”" % why
            self.act(self.game.end_button, "ending the turn", lambda: not self.can(self.game.end_button))
            self.counts["ends"] += 1
        else:
            return False
        return True


def play(window, player):
    """To the end. Each turn of the engine is told as well: with the focus on what comes next."""
    for _ in range(MAX_STEPS):
        if player.step():
            continue
        end = window.wait("anything to do", lambda: uidriver.result(window) or player.can(player.game.throw_button)
                          or player.can(player.game.end_button) or player.game.having("can move with"), 20)
        if isinstance(end, str):
            return end
    return window.fail("the game does not end")


def tell_throw(arguments, seed):
    """All that changes its name from the moment when Throw is pressed until the sticks lie there, as pairs of before and after."""
    settings = {"show-threats": "true", "show-turns": "true"}
    window = uidriver.Window([*arguments, "--white", "human", "--black", "human", "--seed", str(seed)], settings, size=(1250, 760))
    throw = window.wait("Throw", lambda: window.find("push button", "Throw"))
    window.wait("it can be pressed", lambda: window.sensitive(throw))
    for _ in range(2):  # the second time it is there already
        window.give_keyboard()
        window.key("ctrl+t")
        window.wait("the throws of the game", lambda: window.find("label", "Expected"))
    frames = window.application.children()
    assert len(frames) == 2, "two windows with the throws of one game"
    before = {node: window.name(node) for frame in frames for node in window.walk(frame)}
    events, heard = atspi.Events(window.program, "PropertyChange:accessible-name"), []
    throw.do_action()

    def lie():
        heard.extend((before.get(node), name) for node, _, name in events.heard())
        return next((i for i, (_, name) in enumerate(heard) if name.startswith("Thrown: ")), -1) >= 0

    window.wait("the throw", lie)
    window.give_keyboard()
    window.close()
    return heard[:[name.startswith("Thrown: ") for _, name in heard].index(True)]


def keep_secret():
    """Whatever falls, the same is said until it lies there: nothing in the window tells the throw before the sticks do. In the
    opening a tâb begins the game, in a turn a 2 or 3 ends the throwing, and other throws do neither."""
    turn = ["--rules", "walker", "--position", "nnnnnnnnn/9/4M4/NNNNNNNN1 w - - 9"]
    opening = ["--new", "--rules", "standard"]
    for arguments, seeds in ((turn, (1, 2, 7)), (opening, (1, 2, 3))):
        said = [tell_throw(arguments, seed) for seed in seeds]
        assert all(any(name == "Falling" for _, name in one) for one in said), said
        assert all(one == said[0] for one in said), said
        assert not any(name.isdecimal() for _, name in said[0]), "it is counted before it is seen: %s" % said[0]


def main():
    uidriver.enter_desktop(__file__)
    keep_secret()
    window = uidriver.Window(GAME, {"animation-speed": "'off'", "think-time": 20})
    window.give_keyboard()
    player = Player(window)
    window.application.get_child_at_index(9)  # as a screen reader asks for a dialog that has just gone
    end = play(window, player)
    window.wait("the result in words", lambda: player.speech.has_said(end))
    window.wait("the focus on the result", lambda: player.focused() == [end])
    assert player.told > 2, "the engine's turns are not told with the button to throw"
    assert player.earned > 2, "what was thrown is not told with the button to throw again"
    assert min(player.counts.values()) > 2, player.counts
    print(end, player.counts, len(player.speech.said), "sentences")
    window.find("push button", "Close", window.frame).do_action()
    window.expect_end()


if __name__ == "__main__":
    main()
