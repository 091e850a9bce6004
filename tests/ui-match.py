#!/usr/bin/python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""A match of several games at the board: chosen in the dialogue, its score over the board and at each game's end, the sides that
change, kill -9 in the middle of a game and between two, the next game, all games in one file and in the list, and luck, loss and level
of both players at its end."""

import os
import re
import sqlite3
import sys
import tempfile
import time

import newgame
import uidriver

QUIET = {"animation-speed": "'off'", "sounds": "false", "offer-lesson": "false", "show-turns": "false", "rules": "'ludii:columns=5'",
         "you-play": "'both'"}
PLAYERS = "Player 1 – Player 2: "


def shown(window, role, part):
    """What is seen of this role, with these words in its name."""
    return next((node for node in window.walk() if window.role(node) == role and part in window.name(node) and window.showing(node)), None)


def wait_shown(window, role, part, seconds=20):
    return window.wait("the %s %s" % (role, part), lambda: shown(window, role, part), seconds)


def take_keyboard(window):
    """Back from a dialogue; the title, by which the window is found, may be about to change."""
    window.wait("the main window alone, by its name", lambda: window.titles() == [window.name(window.frame)], 30)
    window.give_keyboard()


def choose_length(window, *keys):
    window.key("alt+m")
    window.key("space")
    time.sleep(0.5)  # the list of a drop-down comes up with an animation
    window.key(*keys, "Return")


def begin_match(window, length, number, field):
    """By the keyboard: Alt and the letter of the choice, the arrow keys in its list, and the number typed."""
    window.key("ctrl+n")
    newgame.find(window, "push button", "Start")
    window.give_keyboard_to_top()
    choose_length(window, *["Down"] * length)
    newgame.find(window, "spin button", field)
    newgame.fill(window, field, number)
    window.key("Tab", "shift+Tab", "ctrl+a", "space")  # blanks are no number: the one before stays
    newgame.press(window, "Start")
    window.discard_if_asked()
    take_keyboard(window)


def wait_score(window, score, state):
    """The bar over the board, which is a button."""
    return wait_shown(window, "push button", "%s%s. %s" % (PLAYERS, score, state))


def begin_turn(window):
    """After a turn: a game in which nobody has had one is none for the list of games."""
    game = uidriver.Game(window)
    game.throw_until_movable()
    window.wait("a stone", lambda: game.having("can move with"))[0].do_action()
    window.wait("a place", lambda: game.having("target with"))[0].do_action()
    window.wait("its end", lambda: shown(window, "push button", "End Turn"))
    window.key("e")
    game.throw_until_movable()


def resign(window):
    begin_turn(window)
    window.choose_in_menu("Resign")
    window.wait("the question", lambda: window.find("label", "Resign this game?"))
    window.wait("its button", lambda: window.find("push button", "Resign")).do_action()
    wait_shown(window, "push button", "Review", 30)
    window.wait_closed("Resign")
    window.give_keyboard()


def next_game(window):
    window.click(wait_shown(window, "push button", "Next Game"))
    window.wait("the board", lambda: not shown(window, "push button", "Review"))


def wait_kept(window, home, *parts):
    """Nothing is written at once: the program is killed when the game in the window is kept with all of this."""
    path = os.path.join(home, "state", "tab", "game.ini")

    def is_kept():
        if not os.path.exists(path):
            return False
        with open(path, encoding="utf-8") as file:
            game = next((line for line in file if line.startswith("record=")), "")
        return all(part in game for part in parts)

    window.wait("what is kept", is_kept, 30)


def kill(window):
    window.process.kill()
    window.process.wait(20)


def winner(window):
    """Who has won the game that the page tells of."""
    return re.match(r"(Player [12]) has won", window.name(wait_shown(window, "label", " has won"))).group(1)


class Score:
    def __init__(self):
        self.won = {"Player 1": 0, "Player 2": 0}

    def add(self, window):
        self.won[winner(window)] += 1
        wait_shown(window, "label", PLAYERS + str(self))

    def __str__(self):
        return "%d – %d" % (self.won["Player 1"], self.won["Player 2"])

    def best(self):
        return max(self.won.values())


def count_stored(home):
    path = os.path.join(home, "data", "tab", "games.db")
    if not os.path.exists(path):
        return 0
    database = sqlite3.connect("file:%s?mode=ro" % path, uri=True)
    try:
        return database.execute("SELECT count(*) FROM games").fetchone()[0]
    finally:
        database.close()


def save_match(window, path):
    window.key("ctrl+s")
    button = window.wait("the file dialog", lambda: next(
        (node for node in window.walk() if window.name(node) == "Save" and node.get_role_name() == "push button"), None))
    window.give_keyboard_to_top()
    window.key("ctrl+a")
    window.xdotool("type", "--delay", "5", path)
    window.wait("a name that can be taken", lambda: window.sensitive(button))
    window.save(button, path)
    take_keyboard(window)


def tags(text):
    """Of each game of a file."""
    return [dict(re.findall(r'^\[(\w+) "(.*)"\]$', part, re.M)) for part in re.split(r"\n\n(?=\[)", text)]


def check_file(path, games):
    with open(path, encoding="utf-8") as file:
        found = tags(file.read())
    assert len(found) == games, found
    won = {"Player 1": 0, "Player 2": 0}
    for number, game in enumerate(found, 1):
        assert game["Round"] == str(number) and game["Match"] == "wins=2" and game["Event"] == "Match to 2 wins", game
        assert game["MatchSeed"] == found[0]["Seed"], game
        assert game["White"] == ("Player 1" if number % 2 else "Player 2"), game
        assert game["MatchScore"] == "%d-%d-0" % (won[game["White"]], won[game["Black"]]), (game, won)
        if game["Result"] != "*":
            won[game["White" if game["Result"] == "1-0" else "Black"]] += 1
    assert len({game["Seed"] for game in found}) == games, "two games with the same sticks"
    return won


def check_match_window(window, games):
    """What the match came to is told by itself when it is over: luck, loss and level of both."""
    window.key("shift+F7")
    window.wait("the window of the match", lambda: "Match" in window.titles(), 20)
    window.wait("an end of the analysis", lambda: shown(window, "label", "As Tab Engine sees it."), 120)
    rows = [window.name(node) for node in window.walk() if window.role(node) == "list item" and "luck" in window.name(node)]
    assert len(rows) == games, rows
    for number, row in enumerate(rows, 1):
        assert re.match(r"%d\. Player [12] as (White|Black) · \d+ turns? · the other resigned\n" % number, row), row
        assert len(re.findall(r"Player [12]: luck [+−]?\d+\.\d, lost −?\d+\.\d", row)) == 2, row
    for words in ("Games won", "Luck, in points", "Lost by turns, in points", "Plays like level"):
        assert shown(window, "label", words), words
    window.give_keyboard_to_top()
    window.key("Escape")
    window.wait_closed("Match")
    window.give_keyboard()


def play_match():
    """To two wins between two people. The window is killed in the middle of the second game, and at the page at its end."""
    home = tempfile.mkdtemp(dir=os.environ["TAB_UI_DESKTOP"])
    path = os.path.join(home, "match.tab")
    window = uidriver.Window(["--new", "--seed", "2"], QUIET, home=home)
    window.give_keyboard()
    assert not shown(window, "push button", "Next Game")
    begin_match(window, 1, 2, "wins; the sides change after each game")
    wait_score(window, "0 – 0", "Match to 2 wins · game 1")
    score = Score()
    resign(window)
    score.add(window)
    next_game(window)
    wait_score(window, score, "Match to 2 wins · game 2")
    save_match(window, path)
    check_file(path, 2)
    begin_turn(window)
    wait_kept(window, home, '[Round "2"]', "\\n1. ")
    kill(window)

    window = uidriver.Window([], QUIET, home=home)
    window.give_keyboard()
    wait_score(window, score, "Match to 2 wins · game 2")
    resign(window)
    score.add(window)
    wait_kept(window, home, '[Round "2"]', '[Termination "resign"]')
    kill(window)

    window = uidriver.Window([], QUIET, home=home)
    window.give_keyboard()
    games = 2
    while score.best() < 2:
        next_game(window)
        games += 1
        wait_score(window, score, "Match to 2 wins · game %d" % games)
        resign(window)
        score.add(window)
    window.key("Escape")
    wait_shown(window, "push button", "%s%s. Player %d has won the match" % (PLAYERS, score, 1 if score.won["Player 1"] == 2 else 2))
    assert not shown(window, "push button", "Next Game"), "another game after the last"
    window.key("ctrl+s")
    window.wait("the file with all games", lambda: check_when_whole(path, games), 20)
    assert check_file(path, games) == score.won
    window.wait("all games in the list", lambda: count_stored(home) == games, 20)
    check_match_window(window, games)
    window.close()
    return path, games, score


def check_when_whole(path, games):
    with open(path, encoding="utf-8") as file:
        text = file.read()
    return len(tags(text)) == games and "[Result \"*\"]" not in text


def open_again(path, score):
    """The file of a match that is over: from its last game the match is there again; an earlier one is a game like others."""
    window = uidriver.Window([path], QUIET)
    window.give_keyboard()
    names = window.wait("the games of the file", lambda: [
        node for node in window.walk() if window.role(node) == "list item" and "Ludii" in window.name(node)])
    window.give_keyboard_to_top()
    window.wait_pressing("the last game", lambda: window.click(names[-1]), lambda: window.state(names[-1], "selected"))
    newgame.press(window, "Open")
    take_keyboard(window)
    wait_score(window, score, "Player %d has won the match" % (1 if score.won["Player 1"] == 2 else 2))
    window.close()


def leave_match():
    """Who leaves a match that goes on is asked, also between two games; a single game has no bar."""
    window = uidriver.Window(["--new", "--seed", "2"], QUIET, size=(360, 480))
    window.give_keyboard()
    begin_match(window, 2, 3, "games; the sides change after each")
    wait_score(window, "0 – 0", "Match of 3 games · game 1")
    resign(window)
    window.key("ctrl+n")
    newgame.find(window, "push button", "Start")
    window.give_keyboard_to_top()
    choose_length(window, "Up", "Up")
    newgame.press(window, "Start")
    window.wait("the question", lambda: window.find("label", "Save this match?"))
    window.wait("its button", lambda: window.find("push button", "Discard")).do_action()
    wait_shown(window, "label", "White: throw.")
    assert not shown(window, "push button", "Match of 3 games"), "a single game has the score of a match"
    take_keyboard(window)
    window.close()


def play_engine():
    """Against an engine: the person has the other side in the next game, and so after the window was closed between the two."""
    home = tempfile.mkdtemp(dir=os.environ["TAB_UI_DESKTOP"])
    settings = dict(QUIET, **{"you-play": "'white'", "think-time": "20", "opponent-level": "0"})
    window = uidriver.Window(["--new", "--seed", "2"], settings, home=home)
    window.give_keyboard()
    begin_match(window, 2, 2, "games; the sides change after each")
    wait_shown(window, "push button", "You – Tab Engine: 0 – 0. Match of 2 games · game 1")
    resign(window)
    wait_shown(window, "label", "You – Tab Engine: 0 – 1 · Match of 2 games · game 1")
    window.close()
    window = uidriver.Window([], settings, home=home)
    window.give_keyboard()
    wait_shown(window, "push button", "You – Tab Engine: 0 – 1. Match of 2 games · game 1")
    next_game(window)
    wait_shown(window, "push button", "You – Tab Engine: 0 – 1. Match of 2 games · game 2")
    window.wait("the sides changed", lambda: shown(window, "panel", "You, Black: "))
    resign(window)
    wait_shown(window, "label", "You – Tab Engine: 0 – 2 · Tab Engine has won the match")
    window.press("Rematch")
    wait_shown(window, "push button", "You – Tab Engine: 0 – 0. Match of 2 games · game 1")
    window.close()


def main():
    uidriver.enter_desktop(__file__)
    parts = sys.argv[1:]
    if not parts or "people" in parts:
        path, _, score = play_match()
        open_again(path, score)
    if not parts or "leave" in parts:
        leave_match()
    if not parts or "engine" in parts:
        play_engine()


if __name__ == "__main__":
    main()
