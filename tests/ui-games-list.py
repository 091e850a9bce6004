#!/usr/bin/python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""The list of all games: looked for as one types, sorted by its heads, opened, imported into; with the position on the board; one's
own games go in when they end. 100,000 games never keep the window busy; files that are no database are named, and stay as they are.

usage: ui-games-list.py [many], the 100,000 games alone
"""

import os
import sqlite3
import subprocess
import sys
import time

import uidriver
from loopwatch import BOARD, LoopWatch, is_deaf

QUIET = {"animation-speed": "'off'", "sounds": "false", "offer-lesson": "false"}
GAME = ["--new", "--rules", "ludii", "--white", "human", "--black", "human", "--seed", "3"]
MATCH = os.path.join(uidriver.build_root(), "protocol", "runner", "tab-match")
MANY = 100000
TURNS = ("1. w 2 2:a7b6", "2. b 2 2:d1c2", "3. w 2 2:a6b7")


def record(white, black, date, result, event, turns, rules="ludii"):
    why = '[Termination "resign"]\n' if result != "*" else ""
    return '[Event "%s"]\n[Date "%s"]\n[White "%s"]\n[Black "%s"]\n[Rules "%s"]\n[Result "%s"]\n%s\n%s\n%s\n' % (
        event, date, white, black, rules, result, why, "\n".join(TURNS[:turns]), result)


GAMES = [
    record("Ada", "Ben", "2024.05.01", "1-0", "Club", 3),
    record("Émile", "Ada", "2025.01.31", "0-1", "Café", 1),
    record("Carl", "Dora", "2023.12.24", "*", "Club", 2),
]


def home_with(text=None):
    """A folder for a program, with a database of these games; and the path of the database."""
    home = os.path.join(os.environ["TAB_UI_DESKTOP"], "home-%d" % time.monotonic_ns())
    data = os.path.join(home, "data")
    os.makedirs(os.path.join(data, "tab"))
    if text:
        subprocess.run([MATCH, "db", "import", "-"], input=text.encode(), env=dict(os.environ, XDG_DATA_HOME=data), check=True,
                       stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, timeout=100)
    return home, os.path.join(data, "tab", "games.db")


def count_games(path):
    if not os.path.exists(path):
        return 0
    database = sqlite3.connect("file:%s?mode=ro" % path, uri=True)
    try:
        return database.execute("SELECT count(*) FROM games").fetchone()[0]
    finally:
        database.close()


def open_list(window, key="ctrl+shift+o"):
    window.key(key)
    window.wait("the list of games", lambda: "Games" in window.titles(), 20)
    window.give_keyboard_to_top()
    window.wait("its search", lambda: window.find("check box", "With the position"), 20)


def rows(window):
    """The names of the lines, as they are heard."""
    found = window.find("list", "Games")
    return [window.name(node) for node in window.walk(found) if window.role(node) == "list item" and window.name(node)] if found else []


def expect_rows(window, *parts):
    """The lines have these words in them, in this order, and there are no others."""
    window.wait("the lines " + ", ".join(parts) + " instead of " + str(rows(window)),
                lambda: len(rows(window)) == len(parts) and all(part in row for part, row in zip(parts, rows(window))))


def sort_by(window, name):
    window.click(window.wait("the head " + name, lambda: window.find("push button", name)))


def search(window, words):
    window.xdotool("type", "--delay", "15", words)


def clear_search(window):
    window.key("ctrl+a", "BackSpace")


def find_and_sort():
    home, _ = home_with("\n".join(GAMES))
    window = uidriver.Window(GAME, QUIET, home=home)
    window.give_keyboard()
    open_list(window)
    expect_rows(window, "Carl – Dora", "Émile – Ada", "Ada – Ben")  # the latest first
    assert rows(window)[0] == "Carl – Dora, 2023-12-24, Club, Ludii · 4×7, …, 2 turns", rows(window)
    window.wait("their number", lambda: window.find("label", "3 games"))
    for words, found in (("ada", ("Émile", "Ada – ")), ("ada club", ("Ada – ",)), ("CAF", ("Émile",)), ("2023", ("Carl",)), ("0-1", ("Émile",)),
                         ("ludii 2024-05", ("Ada – ",))):
        search(window, words)
        expect_rows(window, *found)
        clear_search(window)
        expect_rows(window, "Carl", "Émile", "Ada – ")
    search(window, "nobody")
    window.wait("no game", lambda: window.find("label", "No game is found"))
    clear_search(window)
    for head, order in (("White", ("Ada – ", "Carl", "Émile")), ("White", ("Émile", "Carl", "Ada – ")), ("Date", ("Émile", "Ada – ", "Carl")),
                        ("Turns", ("Ada – ", "Carl", "Émile")), ("Turns", ("Émile", "Carl", "Ada – "))):
        sort_by(window, head)
        expect_rows(window, *order)
    window.wait("the order told", lambda: window.find("push button", "Turns, sorted upwards"))
    # down into the list, and typing there looks for games again; Enter opens one
    window.click(window.find("entry", "Search"))
    window.key("Down")
    search(window, "dora c")
    expect_rows(window, "Carl")
    window.key("Return")
    window.wait_alone()
    window.wait("the game", lambda: "Carl" in window.name(window.frame), 20)
    window.give_keyboard()
    open_list(window)
    expect_rows(window, "Carl")  # as it was left
    window.key("Escape")
    window.wait_alone()
    window.give_keyboard()
    window.close()


def double_click_asks():
    """The usual question comes before a game that goes on is lost."""
    home, _ = home_with("\n".join(GAMES))
    window = uidriver.Window(GAME, QUIET, home=home)
    window.give_keyboard()
    game = uidriver.Game(window)
    game.throw_until_movable()
    window.click(game.having("can move with")[0])
    window.key("Return")
    window.wait("a turn in the making", lambda: window.find("push button", "Undo"))
    open_list(window)
    expect_rows(window, "Carl", "Émile", "Ada – ")
    line = [node for node in window.walk(window.find("list", "Games")) if window.name(node).startswith("Émile")][0]
    window.click(line)
    window.xdotool("click", "--repeat", "2", "--delay", "60", "1")
    window.wait("the list closed", lambda: "Games" not in window.titles(), 20)
    window.wait("the game, or the question", lambda: window.discard_if_asked() or "Émile" in window.name(window.frame), 20)
    window.wait_alone()
    window.give_keyboard()
    window.close()


def with_position():
    home, _ = home_with("\n".join(GAMES))
    path = os.path.join(home, "mine.tab")
    with open(path, "w", encoding="utf-8") as file:
        file.write(record("Me", "You", "2026.01.01", "*", "Here", 2))
    window = uidriver.Window([path], QUIET, home=home)
    window.give_keyboard()
    window.wait("the game", lambda: "Me" in window.name(window.frame), 20)
    window.choose_in_menu("In Other Games")
    window.wait("the list of games", lambda: "Games" in window.titles(), 20)
    window.give_keyboard_to_top()
    expect_rows(window, "Carl", "Ada – ")  # after two turns; Émile's game has one
    assert all("after 2 turns" in row for row in rows(window)), rows(window)
    box = window.wait("the choice", lambda: window.find("check box", "With the position"))
    window.click(box)
    expect_rows(window, "Carl", "Émile", "Ada – ")
    window.click(box)
    expect_rows(window, "Carl", "Ada – ")
    window.click(window.find("entry", "Search"))
    search(window, "ada")
    expect_rows(window, "Ada – ")
    window.key("Return")
    window.wait_alone()
    window.give_keyboard()
    game = uidriver.Game(window)
    window.wait("the second turn", lambda: game.says("Turn 2:"), 20)
    window.close()


def remove_games():
    """A game goes after a question, and no other one; the neighbour is selected then."""
    home, path = home_with("\n".join(GAMES))
    window = uidriver.Window(GAME, QUIET, home=home)
    window.give_keyboard()
    open_list(window)
    expect_rows(window, "Carl", "Émile", "Ada – ")
    window.click(window.find("entry", "Search"))
    for key in ("Down", "Down", "Delete"):
        window.key(key)
    window.wait("the question", lambda: window.find("label", "Remove this game from the list?"))
    assert window.find("label", "Émile – Ada"), "which one"
    window.give_keyboard_to_top()
    window.key("Escape")
    window.wait("the question gone", lambda: not window.find("label", "Remove this game"))
    window.give_keyboard_to_top()
    expect_rows(window, "Carl", "Émile", "Ada – ")
    assert count_games(path) == 3
    window.key("Delete")
    window.wait("the question again", lambda: window.find("label", "Remove this game from the list?"))
    window.give_keyboard_to_top()
    window.press("Remove")
    expect_rows(window, "Carl", "Ada – ")
    window.wait("the others", lambda: count_games(path) == 2)
    window.give_keyboard_to_top()
    # the neighbour; another program has put another game in its place meanwhile, which stays
    window.press("Remove the game from the list")
    window.wait("the question of the neighbour", lambda: window.find("label", "Ada – Ben"))
    database = sqlite3.connect(path)
    database.execute("UPDATE games SET date = '2020.02.02' WHERE date = '2024.05.01'")
    database.commit()
    database.close()
    window.give_keyboard_to_top()
    window.press("Remove")
    window.wait("why not", lambda: window.find("label", "The game is not in the list any more."))
    assert count_games(path) == 2
    window.give_keyboard_to_top()
    window.key("Escape")
    window.give_keyboard_to_top()
    window.key("Escape")
    window.wait_alone()
    window.give_keyboard()
    window.close()


def import_files():
    home, path = home_with()
    broken = GAMES[0].replace("2:a7b6", "2:a7b5")
    for name, text in (("good.tab", GAMES[0] + "\n" + GAMES[1]), ("mixed.tab", GAMES[0] + "\n" + broken + "\n" + GAMES[2])):
        with open(os.path.join(home, name), "w", encoding="utf-8") as file:
            file.write(text)
    window = uidriver.Window(GAME, dict(QUIET, **{"games-folder": "'%s'" % home}), home=home)
    window.give_keyboard()
    open_list(window)
    window.wait("no games", lambda: window.find("label", "No games yet"))
    assert not os.path.exists(path), "looking makes no file"
    for name, told in (("good.tab", "2 games were added."), ("mixed.tab", "1 game was added.")):
        window.press("Import…")
        window.wait("the chooser", lambda: "Import Games" in window.titles(), 20)
        window.give_keyboard_to_top()
        window.key("slash")
        window.xdotool("type", "--delay", "10", os.path.join(home, name)[1:])
        time.sleep(0.5)
        window.key("Return")
        window.wait("what was imported", lambda: window.find("label", told), 30)
        window.give_keyboard_to_top()
        if name == "mixed.tab":
            assert window.find("label", "1 was there already"), "known"
            assert window.find("label", "mixed.tab: line 22: game 2, turn 1"), "the broken one is named with its line"
        window.key("Escape")
        window.wait("the message gone", lambda: not window.find("label", told), 20)
        window.give_keyboard_to_top()
    expect_rows(window, "Carl", "Émile", "Ada – ")
    window.key("Escape")
    window.wait_alone()
    window.give_keyboard()
    window.close()


def resign(window):
    window.choose_in_menu("Resign")
    window.wait("the question", lambda: window.find("label", "Resign this game?"))
    window.wait("its button", lambda: window.find("push button", "Resign")).do_action()
    window.wait("the result", lambda: uidriver.result(window), 20)
    window.wait_closed("Resign")
    window.give_keyboard()


def leave(window):
    """What the page at the end has noted since the file was saved may go."""
    window.key("ctrl+q")
    end = time.monotonic() + 10
    while window.process.poll() is None and time.monotonic() < end:
        window.discard_if_asked()
        time.sleep(0.2)
    window.expect_end()


def own_games(keep):
    """A game with a turn that somebody resigns goes in once, with its source; without the setting none does."""
    home, path = home_with()
    start = os.path.join(home, "start.tab")
    with open(start, "w", encoding="utf-8") as file:
        file.write(record("Human", "Human", "2026.01.01", "*", "Here", 2).replace(
            '[Rules', '[WhiteSeat "human"]\n[BlackSeat "human"]\n[Rules'))
    window = uidriver.Window([start], dict(QUIET, **{"keep-games": str(keep).lower()}), home=home)
    window.give_keyboard()
    window.wait("the game", lambda: "start.tab" in "".join(window.name(node) for node in window.walk(window.frame)), 20)
    resign(window)
    if keep:
        window.wait("the game in the database", lambda: count_games(path) == 1, 20)
        database = sqlite3.connect("file:%s?mode=ro" % path, uri=True)
        assert database.execute("SELECT s.name, g.termination FROM games g JOIN sources s ON s.id = g.source").fetchall() == [("tab-gui", "resign")]
        database.close()
        open_list(window)
        expect_rows(window, "Human – Human, 2026-01-01, Here")
        window.key("Escape")
        window.wait_alone()
        window.give_keyboard()
    else:
        time.sleep(2)
        assert not os.path.exists(path), "it was not to go in"
    window.key("ctrl+s")
    window.wait("the file saved", lambda: "resign" in open(start, encoding="utf-8").read(), 20)
    leave(window)


def other_file():
    """A file that is no database is named; nothing goes into it, and a finished game says so once."""
    home, path = home_with()
    with open(path, "w", encoding="ascii") as file:
        file.write("my notes, and no database\n" * 10)
    start = os.path.join(home, "start.tab")
    with open(start, "w", encoding="utf-8") as file:
        file.write(record("Human", "Human", "2026.01.01", "*", "Here", 2).replace('[Rules', '[WhiteSeat "human"]\n[BlackSeat "human"]\n[Rules'))
    before = open(path, "rb").read()
    window = uidriver.Window([start], QUIET, home=home)
    window.give_keyboard()
    window.wait("the game", lambda: "start.tab" in "".join(window.name(node) for node in window.walk(window.frame)), 20)
    window.key("ctrl+shift+o")
    window.wait("the list of games", lambda: "Games" in window.titles(), 20)
    window.give_keyboard_to_top()
    window.wait("the fault", lambda: window.find("label", "games.db is no database"), 20)
    assert not window.sensitive(window.find("push button", "Import…")), "nothing can be imported"
    window.key("Escape")
    window.wait_alone()
    window.give_keyboard()
    resign(window)
    window.wait("the fault of the finished game", lambda: window.find("label", "could not be put into the list of games"), 20)
    window.key("ctrl+s")
    window.wait("the file saved", lambda: "resign" in open(start, encoding="utf-8").read(), 20)
    assert open(path, "rb").read() == before and os.listdir(os.path.dirname(path)) == ["games.db"], os.listdir(os.path.dirname(path))
    leave(window)


def other_file_in_german():
    """What is wrong with it is told in the language of the window."""
    home, path = home_with()
    with open(path, "w", encoding="ascii") as file:
        file.write("meine Notizen, und keine Datenbank\n" * 10)
    window = uidriver.Window(["--new"], QUIET, {"LANGUAGE": "de"}, home=home)
    window.give_keyboard()
    window.key("ctrl+shift+o")
    window.wait("the fault", lambda: window.find("label", "games.db ist keine Datenbank"), 20)
    window.give_keyboard_to_top()
    window.key("Escape")
    window.wait_alone()
    window.give_keyboard()
    leave(window)


def multiply(path):
    """As many games as a large collection has, made of one: by SQL, as records would take a minute."""
    database = sqlite3.connect(path)
    database.execute("WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 499)"
                     " INSERT INTO players (name) SELECT 'Player ' || i FROM n")
    database.execute("WITH RECURSIVE n(i) AS (SELECT 2 UNION ALL SELECT i + 1 FROM n WHERE i < ?)"
                     " INSERT INTO games (id, digest, white, black, rules, event, date, result, termination, begins, turns, source, line, added)"
                     " SELECT i, randomblob(32), (SELECT min(id) FROM players) + i % 491, (SELECT min(id) FROM players) + i % 397, g.rules, g.event,"
                     " printf('%d.%02d.%02d', 1950 + i % 75, 1 + i % 12, 1 + i % 28), CASE i % 2 WHEN 0 THEN '1-0' ELSE '0-1' END, g.termination, g.begins,"
                     " i % 97, g.source, i, 0 FROM n, games g WHERE g.id = 1", (MANY,))
    database.execute("INSERT INTO records SELECT g.id, r.bytes, r.record FROM games g, records r WHERE g.id > 1 AND r.game = 1")
    database.commit()
    database.close()


def many_games():
    home, path = home_with(GAMES[0])
    multiply(path)
    watch = LoopWatch(home)
    window = uidriver.Window(GAME, dict(QUIET, **BOARD), watch.environment, home=home)
    window.give_keyboard()
    start, _ = watch.read()
    deaf = []

    def judge(what):
        time.sleep(0.5)  # what was asked for last is seen through
        computed, waited = watch.read(-1)
        print("%-24s %4.0f ms of computing, %5.0f ms in all" % (what, 1000 * computed, 1000 * waited), flush=True)
        if is_deaf(computed, waited, start):
            deaf.append(what)
        watch.reset()

    def at(number):
        return lambda: window.find("label", number)

    watch.reset()
    open_list(window)
    window.wait("all games", at("%d games" % MANY), 20)
    judge("opening")
    window.key("Down", "End")
    window.wait("the first game", lambda: any("Ada" in row for row in rows(window)), 20)
    judge("to the end")
    window.key("Home")
    window.key(*["Page_Down"] * 20)
    judge("page by page")
    for head in ("White", "Black", "Date", "Event", "Rules", "Result", "Turns"):
        window.wait("the head " + head, lambda head=head: window.find("push button", head)).do_action()
        window.wait("the order", lambda head=head: window.find("push button", head + ", sorted"), 20)
        judge("sorted by " + head)
    search(window, "player 49 1999")
    window.wait("fewer games", lambda: not window.find("label", "%d games" % MANY), 20)
    judge("looking for words")
    clear_search(window)
    window.wait("all games", at("%d games" % MANY), 20)
    judge("all again")
    window.key("Escape")
    window.wait_alone()
    window.give_keyboard()
    window.close()
    assert not deaf, "deaf while: " + ", ".join(deaf)


def main():
    uidriver.enter_desktop(__file__)
    if sys.argv[1:] == ["many"]:
        many_games()
        return
    find_and_sort()
    with_position()
    double_click_asks()
    remove_games()
    import_files()
    own_games(True)
    own_games(False)
    other_file()
    other_file_in_german()


if __name__ == "__main__":
    main()
