#!/usr/bin/python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""A person plays a whole game against the engine with the mouse, as real clicks and drags on the board."""

import re
import time

import uidriver

GAME = ["--new", "--rules", "walker:columns=5,pieces=3", "--white", "human", "--black", "engine:0", "--seed", "4"]
MAX_STEPS = 3000


def targets(game):
    return game.having("target with")


def take_up(window, game, cell):
    """Chooses the stone on `cell`, and sees that it is chosen: in the tree and in the pixels."""
    before = window.pixels(cell)
    window.click(cell)
    window.wait("the chosen stone", lambda: "selected" in window.name(cell) and targets(game))
    window.wait("the choice in the picture", lambda: window.pixels(cell) != before)


def move(window, game, seen):
    """Moves the last stone that can; by a drag every third time. Captures are taken when there are any."""
    cells = game.having("can move with")
    source = cells[-1]
    label = window.name(source)
    take_up(window, game, source)
    reachable = targets(game)
    enemy = [cell for cell in reachable if "black" in window.name(cell)]
    target = (enemy or reachable)[0]
    seen["captures"] += bool(enemy)
    if seen["moves"] % 3 == 2:
        window.drag(source, target)
        seen["drags"] += 1
    else:
        window.click(target)
    window.wait("the move from " + label, lambda: window.name(source) != label and not game.having("selected"))
    seen["moves"] += 1


def undo_once(window, game, seen):
    """Takes the first move of the game back by Ctrl+Z and makes another attempt by the keyboard's Backspace."""
    if seen["moves"] != 1 or seen["undone"]:
        return
    after = [label for _, label in game.labels()]
    window.key("ctrl+z")
    window.wait("the move taken back", lambda: [label for _, label in game.labels()] != after)
    seen["undone"] += 1


def step(window, game, seen):
    """Does one thing that a person can do now; false if there is nothing to do but wait."""
    if window.sensitive(game.throw_button):
        window.click(game.throw_button)
        seen["throws"] += 1
        return True
    if game.having("can move with") and not window.sensitive(game.end_button):
        move(window, game, seen)
        undo_once(window, game, seen)
        return True
    if window.sensitive(game.end_button):
        window.click(game.end_button)
        return True
    return False


def check_start(window, game):
    labels = [label for _, label in game.labels()]
    assert len(labels) == 20, labels
    assert labels[0].startswith("d1") and labels[-1].startswith("a5"), labels
    assert sum("white Nasrani" in label for label in labels) == 3, labels
    assert sum("black Nasrani" in label for label in labels) == 3, labels
    assert len(set(window.pixels())) > 50, "the window is blank"
    assert game.says("You against Tab Engine")
    stone, empty = game.having("a1, ")[0], game.having("a5, ")[0]
    assert window.pixels(stone) != window.pixels(empty), "a stone looks like an empty cell"


def watch_opening():
    """The list of turns has a throw when it lies there, and not before. Who asks for all of the window is too slow to see that."""
    two = ["--new", "--rules", "standard", "--white", "human", "--black", "human", "--seed", "4"]
    window = uidriver.Window(two, {"animation-speed": "'normal'", "show-turns": "true"})
    uidriver.Game(window)
    turns = window.wait("the list", lambda: window.find("list", "Turns"))
    sticks = next(node for node in window.walk(window.frame) if window.name(node) == "Not thrown yet")

    def told():
        return next((name for name in map(window.name, window.walk(turns)) if name.startswith("Beginning")), "")

    window.wait("its first row", told)
    fell = 0
    for number in range(1, 4):
        window.key("space")
        end = time.monotonic() + 20
        while not re.fullmatch("Beginning: throws" + r" \d" * number, told()):
            assert time.monotonic() < end, told()
            fell += window.name(sticks) == "Falling"
        assert window.name(sticks) != "Falling", "the list is ahead of the sticks"
        window.wait("the next throw", lambda: window.sensitive(window.find("push button", "Throw")))
    assert fell, "the sticks were not seen to fall"
    window.close()


def hover():
    """What a button says when it is pointed at does not lie over it: Throw says all on itself."""
    two = ["--new", "--rules", "standard", "--white", "human", "--black", "human", "--seed", "4"]
    window = uidriver.Window(two, {"animation-speed": "'off'"})
    game = uidriver.Game(window)

    def count_windows():
        return len(window.seen_windows())

    def point_at(button):
        x, y = window.centre(button)
        for nth in range(12):
            window.xdotool("mousemove", x - 12 + nth, y)
            time.sleep(0.05)

    point_at(window.find("push button", "New Game"))
    window.wait("the tooltip of another button", lambda: count_windows() == 2)
    point_at(game.throw_button)
    window.wait("no tooltip of that button any more", lambda: count_windows() == 1)
    time.sleep(1)  # GTK waits for half of that, and less where one has just been shown
    assert count_windows() == 1, "something lies over Throw"
    window.close()


def main():
    uidriver.enter_desktop(__file__)
    watch_opening()
    hover()
    settings = {"animation-speed": "'off'", "think-time": 20, "board-theme": "'petra'"}
    window = uidriver.Window(GAME, settings)
    game = uidriver.Game(window)
    check_start(window, game)
    seen = dict.fromkeys(("throws", "moves", "drags", "captures", "undone"), 0)
    for _ in range(MAX_STEPS):
        if not step(window, game, seen):
            end = window.wait(
                "anything to do",
                lambda: uidriver.result(window)
                or window.sensitive(game.throw_button)
                or window.sensitive(game.end_button)
                or game.having("can move with"),
                20,
            )
            if isinstance(end, str):
                break
    else:
        window.fail("the game does not end")
    print(end, seen)
    assert game.says("Seed of the throws: 4")
    assert seen["moves"] > 3 and seen["drags"] > 0 and seen["throws"] > 3 and seen["undone"] == 1, seen
    window.close()


if __name__ == "__main__":
    main()
