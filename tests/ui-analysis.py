#!/usr/bin/python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Two people play with an engine looking on: best turns, arrows, the tutor's warning, the whole game analysed, the sticks."""

import os
import re
import tempfile
import time

import uidriver

GAME = ["--new", "--rules", "walker:columns=5", "--white", "human", "--black", "human", "--seed", "4"]


def label(window, text):
    """A visible label (or anything else with a name) that contains the text."""
    for node in window.walk(window.frame):
        if text in window.name(node) and window.showing(node):
            return node
    return None


def labels(window, text):
    return [node for node in window.walk(window.frame) if text == window.name(node) and window.showing(node)]


def shown(window, name):
    return next((node for node in window.walk(window.frame) if window.name(node) == name and node.get_extents().width > 0), None)


def label_anywhere(window, text):
    return next((node for node in window.walk() if text in window.name(node) and window.showing(node)), None)


def board(game):
    return [text.split(", ", 1)[1].split(", can move")[0] for _, text in game.labels()]


def play_turn(window, game):
    """Plays some legal turn by clicks, the foremost stones first, until it can end."""
    while not window.sensitive(game.end_button):
        movable = game.having("can move with")
        window.click(movable[-1])
        targets = window.wait("a target", lambda: game.having("target with"))
        before = board(game)
        window.click(targets[0])
        window.wait("the move", lambda: board(game) != before)


def warned(window):
    """The label of the warning, not the alert in which it stands."""
    found = (node for node in window.walk(window.frame) if re.search("[Tt]his turn loses [^:]*$", window.name(node)) and window.showing(node))
    return next(found, None)


def play_until_warned(window, game):
    """Ends turns until the tutor objects to one; what stood before that turn."""
    for _ in range(30):
        game.throw_until_movable()
        start = board(game)
        play_turn(window, game)
        window.key("e")
        window.wait("the turn or a warning", lambda: warned(window) or window.sensitive(game.throw_button), 20)
        if warned(window):
            return start
    return window.fail("thirty turns, and nothing that loses one per cent")


def has_keyboard(window, button):
    return window.state(window.find("push button", button), "focused")


def keep_keyboard(window, game):
    """The warning leaves the keyboard where it is, so the key that throws answers nothing; a screen reader is told all the same."""
    played, warning = board(game), window.name(warned(window))
    for button in ("Take It Back", "End Turn Anyway"):
        assert not has_keyboard(window, button), button + " has the keyboard"
    alerts = [window.name(node) for node in window.walk(window.frame) if node.get_role_name() in ("alert", "notification")]
    assert any(warning in name for name in alerts), alerts
    window.key("space")
    time.sleep(0.3)
    assert board(game) == played and warned(window), "Space has answered the warning"


def heed_tutor(window, game):
    start = play_until_warned(window, game)
    warning = window.name(warned(window))
    keep_keyboard(window, game)
    window.click(game.end_button)
    window.wait("the reason why the turn does not end", lambda: len(labels(window, warning)) == 2)
    window.key("alt+b")
    window.wait("the turn taken back", lambda: board(game) == start)
    assert not warned(window), "the warning stays although the turn is taken back"
    assert game.having("can move with"), "the turn cannot be played again"
    play_turn(window, game)
    window.key("e")
    window.wait("the same warning", lambda: warned(window), 20)
    window.click(window.find("push button", "End Turn Anyway"))
    window.wait("the other side's turn", lambda: window.sensitive(game.throw_button))
    assert not warned(window), "the warning stays although the turn has ended"


def watch_best_turns(window, game):
    """F8 shows the pane: lines, bar, and arrows on the board."""
    game.throw_until_movable()
    plain = window.pixels(game.board, 200)
    assert not label(window, "Best turn 1"), "best turns are shown without being asked for"
    window.key("F8")
    best = window.wait("the best turn", lambda: label(window, "Best turn 1: "), 20)
    assert re.search(r"[a-d]\d.*\d\.\d %, (looked \d+ turns? ahead|exactly known|known from|judged)", window.name(best)), window.name(best)
    assert not label(window, "nodes/s"), "an engine's figures are shown to who has not asked"
    details = label(window, "Details of the Engine")
    window.click(details)
    window.wait("the engine's figures", lambda: label(window, "depth "))
    window.wait("what evaluates", lambda: label(window, ".net, made for "))
    window.click(details)
    bar = window.wait("the evaluation", lambda: label(window, "Chance to win: White"))
    assert re.search(r"White \d+ %, Black \d+ %", window.name(bar)), window.name(bar)
    window.wait("arrows on the board", lambda: window.pixels(game.board, 200) != plain)


def check_bar():
    """The bar and its number are whole also where the pane has no room for all that it says: half a bar would be wrong."""
    settings = {"animation-speed": "'off'", "show-analysis": "true", "show-turns": "true"}
    window = uidriver.Window(GAME, settings, size=(1000, 720))
    uidriver.Game(window).throw_until_movable()
    bar = window.wait("the evaluation", lambda: label(window, "Chance to win: White"), 20)
    percent = next(node for node in window.walk(bar.get_parent()) if re.match(r"\d+ %$", window.name(node)))
    below = window.find("list", "Turns").get_extents().y
    ends = [box.y + box.height for box in (bar.get_extents(), percent.get_extents())]
    assert max(ends) < below, "bar and number end at %s, and the list of turns begins at %d" % (ends, below)
    window.close()


def check_number(window):
    """The field for the number of best turns says beside it what it is about."""
    place = window.find("spin button", "How many of the best turns are shown").get_extents()
    boxes = [node.get_extents() for node in labels(window, "Best Turns")]
    assert any(0 <= place.x - box.x - box.width < 20 and place.y <= box.y + box.height // 2 <= place.y + place.height for box in boxes), \
        "a field without a label"


def heads_over(window, turns):
    """Whether the heads stand over the list; the sums in the other pane are explained in the same words."""
    below = turns.get_extents()
    found = [node for node in window.walk(window.frame) if "In points: a whole game is 100." in window.name(node) and window.showing(node)]
    boxes = [node.get_extents() for node in found]
    return any(0 <= below.y - box.y - box.height < 30 and 0 < box.width for box in boxes)


def analyse_game(window):
    assert not label(window, "In points: "), "columns that are empty have heads"
    window.click(window.find("push button", "Analyse Whole Game"))
    summary = window.wait("luck and loss", lambda: label(window, "White: luck "), 60)
    assert re.search(r"White: luck [+−]?\d+\.\d, loss −?\d+\.\d points", window.name(summary)), window.name(summary)
    turns = window.wait("the list of turns", lambda: window.find("list", "Turns"))
    window.wait("heads over the columns", lambda: heads_over(window, turns))
    graph = window.wait("the graph", lambda: label(window, "chance to win, known for"))
    known, turns = map(int, re.search(r"known for (\d+) of (\d+)", window.name(graph)).groups())
    assert 0 < known <= turns, window.name(graph)
    rows = window.wait("luck in the list of turns", lambda: label(window, ", luck "))
    assert re.search(r", luck [+−]?\d+\.\d points", window.name(rows)), window.name(rows)
    print(window.name(summary).replace("\n", "; "), "|", window.name(rows))
    window.key("F8")
    window.wait("none of it with the analysis hidden", lambda: not label(window, ", luck ") and not label(window, "In points: "))
    window.key("F8")
    window.wait("luck in the list again", lambda: label(window, ", luck "))


def look_back(window, game):
    """A click on the graph shows the turn there; Escape comes back."""
    now = board(game)

    def click_graph():
        x, y = window.place(label(window, "chance to win, known for"))
        window.xdotool("mousemove", x - 60, y, "click", 1)

    window.wait_pressing("an earlier turn", click_graph, lambda: board(game) != now)
    window.wait("the way back", lambda: window.showing(window.find("push button", "Back to Game")))
    window.key("Escape")
    window.wait("the game as it stands", lambda: board(game) == now)


def test_sticks(window):
    test = window.wait_pressing("the test of fairness", lambda: window.click(window.find("push button", "Throws…")),
                                lambda: window.find("label", "χ² = "))
    assert window.find("label", "seed of the throws is shown when the game is over"), "the seed is told too early"
    print(window.name(test))
    verdict = window.find("label", "Too few throws") or window.find("label", "as fair ones fall")
    assert verdict.get_extents().y < test.get_extents().y, "figures come first"
    window.xdotool("mousemove", 60, 200)  # without a window manager the keyboard follows the pointer
    window.key("Escape")
    window.wait("the dialog closed", lambda: not window.find("label", "χ² = "))


def open_unthrown():
    """Without a throw there is nothing to compute."""
    window = uidriver.Window(GAME, {"animation-speed": "'off'"}, size=(1180, 860))
    window.give_keyboard()
    window.key("F8")
    window.click(window.wait("the button", lambda: shown(window, "Throws…")))
    window.wait("what is known", lambda: label_anywhere(window, "Too few throws yet"))
    assert not label_anywhere(window, "χ² = "), "figures of nothing"
    window.give_keyboard_to_top()
    window.key("Escape")
    window.wait_alone()
    window.give_keyboard()
    window.close()


def hide_pane(window):
    """The keyboard that was in it goes to no button beside."""
    window.click(window.find("check box", "Draw the best turn"))
    window.key("F8")
    window.wait("the pane hidden", lambda: not label(window, "Best turn 1: "))
    assert not has_keyboard(window, "New Game"), "Space would begin a new game"


def tutor_fails():
    """An engine that is no engine: it is said what is wrong, and the turn can be ended all the same."""
    home = tempfile.mkdtemp(dir=os.environ["TAB_UI_DESKTOP"])
    os.mkdir(os.path.join(home, "tab"))
    with open(os.path.join(home, "tab", "engines.ini"), "w", encoding="utf-8") as file:
        file.write("[None]\ncommand=/bin/false;\n")
    settings = {"animation-speed": "'off'", "tutor": "true", "tutor-loss": "1", "analysis-engine": "'None'"}
    window = uidriver.Window(GAME, settings, home=home)
    game = uidriver.Game(window)
    game.throw_until_movable()
    play_turn(window, game)
    window.key("e")
    window.wait("the tutor's excuse", lambda: label(window, "could not look at this turn"), 20)
    assert label(window, "the engine has ended"), "what is wrong is not said"
    window.key("alt+y")
    window.wait("the other side's turn", lambda: window.sensitive(game.throw_button))
    window.close()


def main():
    uidriver.enter_desktop(__file__)
    tutor_fails()
    open_unthrown()
    check_bar()
    settings = {"animation-speed": "'off'", "auto-pass": "true", "tutor": "true", "tutor-loss": "1"}
    window = uidriver.Window(GAME, settings, size=(1180, 860))
    game = uidriver.Game(window)
    heed_tutor(window, game)
    watch_best_turns(window, game)
    check_number(window)
    analyse_game(window)
    look_back(window, game)
    test_sticks(window)
    hide_pane(window)
    window.close()


if __name__ == "__main__":
    main()
