#!/usr/bin/python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""A game is played, looked back on, commented, saved, opened again, varied, and taken up where it was left: by clicks and keys."""

import os
import subprocess
import sys
import tempfile

import uidriver

GAME = ["--new", "--rules", "walker:columns=5,pieces=3", "--white", "human", "--black", "human", "--seed", "6"]
QUIET = {"animation-speed": "'off'"}
OTHER = """[White "Ada"]
[Black "Ben"]
[Rules "ludii"]
[Result "1-0"]
[Termination "resign"]

1. w 2 2:a7b6
2. b 3 3:d1c3
1-0
"""


def rows(window):
    """What the list of turns says, row by row."""
    turns = window.find("list", "Turns")
    children = turns.children() if turns else []
    return [window.name(child) for child in children]


def press_any(window, name):
    """Whatever kind of button it is."""

    def find():
        return next((node for node in window.walk(window.frame) if window.name(node) == name), None)

    window.click(window.wait("the button " + name, find))


def row(window, index):
    """A row of the list of turns, once it is there."""

    def find():
        turns = window.find("list", "Turns")
        return turns and turns.get_child_at_index(index)

    return window.wait("row %d of the turns" % index, find)


def selected(window):
    turns = window.find("list", "Turns")
    for i in range(turns.get_child_count() if turns else 0):
        row = turns.get_child_at_index(i)
        if row and window.state(row, "selected"):
            return window.name(row)
    return None


def is_selected(window, name):
    row = window.find("list item", name)
    return row and window.state(row, "selected")


def pieces(game):
    return [label.split(",")[1] for _, label in game.labels()]


def move(window, game):
    cell = game.having("can move with")[-1]
    cell.do_action()
    window.wait("the chosen stone", lambda: game.having("target with"))
    before = pieces(game)
    game.having("target with")[0].do_action()
    window.wait("the move", lambda: pieces(game) != before)


def play_turns(window, game, turns):
    """Plays until the list has that many turns."""
    for _ in range(400):
        if len(rows(window)) > turns:
            return
        if window.sensitive(game.throw_button):
            window.key("space")
        elif game.having("can move with"):
            move(window, game)
        elif window.sensitive(game.end_button):
            window.key("e")
    window.fail("no %d turns" % turns)


def look_back(window, game):
    """Keys, buttons and the list itself lead through the game; nothing of it changes."""
    now, count = pieces(game), len(rows(window))
    window.key("Page_Up")
    window.wait("the turn before", lambda: game.says("threw") and selected(window) == rows(window)[-2])
    window.key("Page_Up")
    window.key("Home")
    window.wait("the start", lambda: game.says("The start of the game"))
    assert sum("white Nasrani" in label for _, label in game.labels()) == 3
    assert not window.sensitive(game.throw_button) and not window.sensitive(game.end_button)
    window.press("Next Turn")
    window.wait("the first turn", lambda: selected(window) == rows(window)[1])
    window.click(row(window, 3))
    window.wait("the third turn by a click", lambda: selected(window) == rows(window)[3] and game.says("Turn 3:"))
    window.key("Up")
    window.wait("the second turn by an arrow key", lambda: game.says("Turn 2:"))
    window.press("Back to Game")
    window.wait("the game as it stands", lambda: pieces(game) == now)
    assert len(rows(window)) == count


def take_back(window, game):
    """Ctrl+Z takes whole turns back, Shift+Ctrl+Z plays them again."""
    now, count = pieces(game), len(rows(window))
    window.key("ctrl+z")
    window.key("ctrl+z")
    window.wait("turns taken back", lambda: pieces(game) != now and game.having("can move with"))
    assert len(rows(window)) == count, "what is taken back stays in the list"
    for _ in range(6):
        window.key("ctrl+shift+z")
    window.wait("turns played again", lambda: pieces(game) == now)


def type_name(window, name):
    """Into GTK's own file dialog (no desktop is there): Ctrl+L goes to its entry."""
    window.wait("the file dialog", lambda: window.find("push button", "Cancel"))
    window.key("ctrl+l")
    window.key("ctrl+a")
    window.xdotool("type", "--delay", "5", name)
    button = window.find("push button", "Open", window.find("file chooser")) or window.find("push button", "Save")
    window.wait("a name that can be taken", lambda: window.sensitive(button))
    button.do_action()


def comment(window, text):
    field = window.wait("the comment", lambda: window.find("text", "Comment"))
    window.click(field)
    window.wait("the focus in the comment", lambda: window.state(field, "focused"))
    window.xdotool("type", "--delay", "5", text)


def read(path):
    with open(path, encoding="utf-8") as file:
        return file.read()


def play_and_save(window, game, path):
    play_turns(window, game, 6)
    look_back(window, game)
    take_back(window, game)
    window.key("ctrl+s")
    type_name(window, path)
    window.wait("the file", lambda: os.path.exists(path))
    window.wait("its name in the title", lambda: game.says("one.tab"))
    assert not game.says("(not saved)")
    saved = read(path)
    assert '[Rules "walker:columns=5,pieces=3"]' in saved and "\n6. " in saved, saved
    comment(window, "well played z")
    window.key("ctrl+z")  # the text's own
    window.wait("the mark of changes", lambda: game.says("(not saved)"))
    comment(window, "well played")
    window.wait("the comment in the list", lambda: any("well played" in row for row in rows(window)))


def close_with_question(window, path):
    """Ctrl+Q asks; cancelling keeps the window, saving ends it."""
    window.key("ctrl+q")
    window.wait("the question", lambda: window.find("push button", "Discard"))
    window.key("Escape")
    window.wait("no question any more", lambda: not window.find("push button", "Discard"))
    window.key("ctrl+q")
    window.click(window.wait("the question", lambda: window.find("push button", "Save")))
    assert window.process.wait(10) == 0
    assert "well played" in read(path)


def open_by_command_line(home, path, folder):
    window = uidriver.Window([path], QUIET, home=home)
    game = uidriver.Game(window)
    window.wait("the game of the file", lambda: game.says("one.tab") and len(rows(window)) > 6)
    assert any("well played" in row for row in rows(window))
    vary(window, game, path)
    open_other(window, game, folder)
    window.drop_file(path)
    window.wait("the file that was dropped", lambda: game.says("one.tab") and any("variation" in row for row in rows(window)))
    window.choose_in_menu("two.tab")  # opened before
    window.wait("its games", lambda: window.find("list", "Games in This File"))
    window.key("Escape")
    window.wait("no choice any more", lambda: not window.find("list", "Games in This File"))
    assert game.says("one.tab"), "cancelling keeps the game"
    window.close()


def vary(window, game, path):
    """From an earlier turn the game goes on in a variation, which is saved and deleted again."""
    count = len(rows(window))
    window.key("Home")
    window.key("Page_Down")
    window.wait("the first turn", lambda: game.says("Turn 1:"))
    window.press("Play from Here")
    window.wait("the throws that fell there", lambda: not game.says("Turn 1:"))
    for _ in range(60):
        if any("variation 1" in row for row in rows(window)):
            break
        if window.sensitive(game.throw_button):
            window.key("space")
        elif game.having("can move with"):
            cell = game.having("can move with")[0]
            cell.do_action()
            window.wait("the chosen stone", lambda: game.having("target with"))
            before = pieces(game)
            game.having("target with")[-1].do_action()
            window.wait("the move", lambda: pieces(game) != before)
        else:
            window.key("e")
    assert any("variation 1" in row for row in rows(window)), rows(window)
    window.key("ctrl+s")
    window.wait("the variation in the file", lambda: "(\n" in read(path))
    assert len(rows(window)) > count
    delete(window, game)


def turn_menu(window, entry):
    press_any(window, "Turn menu")
    item = window.wait("the menu entry " + entry, lambda: window.find("menu item", entry))
    item.do_action()


def delete(window, game):
    """A line is asked about before it is deleted; a variation can become the main line."""
    count = len(rows(window))
    turn_menu(window, "Make Main Line")
    window.wait("the other line as variation", lambda: sum("variation 1" in row for row in rows(window)) > 1)
    window.key("Home")
    window.key("Page_Down")
    turn_menu(window, "Delete from Here")
    window.wait("the question", lambda: window.find("push button", "Delete"))
    window.key("Escape")
    window.wait("no question any more", lambda: not window.find("push button", "Delete"))
    assert len(rows(window)) == count, "nothing is deleted without a yes"
    window.key("ctrl+s")  # as it was opened by the tests that follow
    window.wait("the file saved", lambda: not game.says("(not saved)"))


def start_again(window, *arguments):
    environment = dict(os.environ, XDG_CONFIG_HOME=window.home, GSETTINGS_BACKEND="keyfile",
                       GSETTINGS_SCHEMA_DIR=os.path.join(uidriver.build_root(), "data"))
    subprocess.run([uidriver.program(), *arguments], env=environment, check=True, timeout=20)


def open_other(window, game, folder):
    """A second start of the program with a file of two games hands it to this window, which asks for one."""
    path = os.path.join(folder, "two.tab")
    with open(path, "w", encoding="utf-8") as file:
        file.write(OTHER + "\n" + OTHER.replace("Ada", "Cleo"))
    choices = lambda: [node for node in window.walk() if window.name(node) == "Games in This File" and window.role(node) == "list"]
    start_again(window, path)
    first = window.wait("the choice of a game", choices)
    start_again(window, path)
    window.wait("the choice put anew, alone", lambda: choices() != first and len(choices()) == 1)
    window.wait("the second game chosen", lambda: window.key("Down") or is_selected(window, "2. Cleo"))
    window.key("Return")
    window.wait("the second game", lambda: game.says("Cleo"))
    window.wait("its turns", lambda: len(rows(window)) == 3)
    assert game.says("Cleo has won") and game.says("Black has resigned"), "the result of the record"


def open_bad(window, game, folder):
    path = os.path.join(folder, "bad.tab")
    with open(path, "w", encoding="utf-8") as file:
        file.write(OTHER.replace("2:a7b6", "2:a1b1"))
    window.key("ctrl+o")
    type_name(window, path)
    window.wait("the fault", lambda: window.find("label", "This is no record of this game, or it holds a mistake."))
    assert not window.find("label", "line 7"), "technical words that nobody has asked for"
    window.wait("the keyboard at the way out", lambda: window.state(window.find("push button", "Close"), "focused"))
    details = next(node for node in window.walk() if window.name(node) == "Details")
    details.do_action()
    window.wait("the fault with its line", lambda: window.find("label", "line 7"))
    window.key("Escape")
    window.wait("the message gone", lambda: not window.find("label", "line 7"))


def resume(home, folder):
    """A game that was never saved is there again, in the middle of its turn."""
    window = uidriver.Window(GAME, QUIET, home=home)
    game = uidriver.Game(window)
    play_turns(window, game, 3)
    open_bad(window, game, folder)
    window.key("space")
    window.key("space")
    window.wait("a throw", lambda: window.find("push button", "tâb") or game.having("can move with")
                or window.sensitive(game.end_button) or window.sensitive(game.throw_button))
    left, turns = pieces(game), rows(window)
    window.close()
    window = uidriver.Window([], QUIET, home=home)
    game = uidriver.Game(window)
    window.wait("the game that was left", lambda: rows(window) == turns)
    assert pieces(game) == left
    window.close()


def ask_once():
    """Two starts of the program that want another game put one question, whose answer is not about the game that comes."""
    window = uidriver.Window(GAME, QUIET)
    play_turns(window, uidriver.Game(window), 1)
    asked = lambda: [node for node in window.walk() if window.name(node) == "Discard" and window.role(node) == "push button"]
    start_again(window, *GAME)
    first = window.wait("the question", asked)
    start_again(window, *GAME)
    window.wait("the question put anew, alone", lambda: asked() != first and len(asked()) == 1)
    window.act(asked()[0])
    window.wait("the new game", lambda: not asked() and len(rows(window)) < 2)
    window.wait_alone()
    window.give_keyboard()
    play_turns(window, uidriver.Game(window), 1)
    turns = rows(window)
    window.close()
    window = uidriver.Window([], QUIET, home=window.home)
    window.wait("the game that was left", lambda: rows(window) == turns)
    window.close()


def damaged(home):
    """Of a damaged file, what can be read is taken up; the file itself is kept, by a name that the window tells."""
    path = os.path.join(home, "state", "tab", "game.ini")
    whole = read(path)
    cut = whole[:whole.index("\\n3. ") + 6]
    for number, (text, words) in enumerate([(cut, "this is what could be read of it"), ("rubbish", "cannot be read")], 1):
        with open(path, "w", encoding="utf-8") as file:
            file.write(text)
        name = "game-damaged-%d.ini" % number
        window = uidriver.Window([], QUIET, home=home)
        game = uidriver.Game(window)
        window.wait("what is wrong", lambda: game.says(words))
        assert window.find("label", "Its file is kept as %s in %s." % (name, os.path.dirname(path))).get_name().endswith(".")
        fault = lambda: window.showing(window.find("label", "Key file"))
        if number == 2:  # what is wrong is for those who ask
            assert not fault(), "a player reads what a key file is"
            window.press("Details")
            window.wait("what is wrong", fault)
        assert read(os.path.join(os.path.dirname(path), name)) == text
        assert len(rows(window)) == (3 if number == 1 else 1), "the start, and the turns that are whole"
        window.press("Put this message away")
        window.wait("no message any more", lambda: not game.says(words))
        window.wait("the game that is kept in its place", lambda: os.path.exists(path))
        window.close()
    assert read(os.path.join(os.path.dirname(path), "game-damaged-1.ini")) == cut


def full_disk(home, folder):
    """While the game cannot be kept the window says so and why, and does not close without asking; then it says that it is
    kept again. No key that plays goes to the message."""
    path, full = os.path.join(home, "state", "tab", "game.ini"), os.path.join(folder, "full")
    preload = os.path.join(uidriver.build_root(), "tests", "slow-disk.so")
    with open(full, "w", encoding="utf-8"):
        os.unlink(path)
    window = uidriver.Window(GAME, QUIET, home=home, environment={"LD_PRELOAD": preload, "TAB_FULL_DISK": full})
    game = uidriver.Game(window)
    window.wait("the message", lambda: game.says("The game is not being kept") and game.says("No space left on device"))
    play_turns(window, game, 3)
    assert game.says("The game is not being kept") and not os.path.exists(path)
    os.unlink(full)
    window.wait("the game kept", lambda: game.says("The game is being kept again") and os.path.exists(path), 15)
    assert "\\n2. " in read(path)
    with open(full, "w", encoding="utf-8"):
        play_turns(window, game, 5)
    window.key("ctrl+q")
    window.wait("the question", lambda: window.find("push button", "Discard"))
    window.key("Escape")
    window.wait("no question any more", lambda: not window.find("push button", "Discard"))
    window.frame = window.wait("the window, which was out of sight", lambda: window.find("frame"))
    window.wait("the message again", lambda: game.says("The game is not being kept"))
    os.unlink(full)
    window.close()
    assert "\\n4. " in read(path)


def elsewhere():
    """Who chooses a file of another computer is told that nothing was written there, and nothing was read."""
    script = os.path.join(os.path.dirname(os.path.abspath(__file__)), "fake-portal.py")
    with subprocess.Popen([sys.executable, script], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as portal:
        assert portal.stdout.readline() == "ready\n"
        window = uidriver.Window(GAME, QUIET, environment={"GDK_DEBUG": "gl-disable,portals"})
        for key, fault in (("ctrl+shift+s", "The game could not be saved"), ("ctrl+shift+x", "The position could not be exported"),
                           ("ctrl+o", "The file could not be opened")):
            window.key(key)
            window.wait(fault, lambda: window.find("label", fault))
            assert window.find("label", "“sftp://elsewhere/game.tab” is not a file of this computer.")
            window.key("Escape")
            window.wait("no message any more", lambda: not window.find("label", fault))
        window.close()
        portal.kill()


def changed_by_another(home, path):
    """What another program has written into the file is written over only if a person says so; what waits for the saving waits on."""
    def ask(key):
        window.key(key)
        if key == "ctrl+q":
            window.click(window.wait("the question", lambda: window.find("push button", "Save")))
        window.wait("the question about the other program", lambda: window.find("label", "Another program has changed “one.tab”."))

    window = uidriver.Window([path], QUIET, home=home)
    game = uidriver.Game(window)
    window.wait("the game of the file", lambda: game.says("one.tab") and len(rows(window)) > 6)
    comment(window, "mine")
    window.wait("the mark of changes", lambda: game.says("(not saved)"))
    theirs = read(path) + "\n" + OTHER
    with open(path, "w", encoding="utf-8") as file:
        file.write(theirs)
    for key in ("ctrl+s", "ctrl+q"):
        ask(key)
        window.key("Escape")
        window.wait("no question any more", lambda: not window.find("push button", "Save Anyway"))
        assert read(path) == theirs and game.says("(not saved)")
    ask("ctrl+s")
    window.press("Save Anyway")
    window.wait("the game saved", lambda: "mine" in read(path) and not game.says("(not saved)"))
    window.give_keyboard()
    comment(window, " too")
    window.wait("the mark of changes", lambda: game.says("(not saved)"))
    window.key("ctrl+s")
    window.wait("the game saved unasked", lambda: "mine too" in read(path) and not game.says("(not saved)"))
    window.xdotool("type", "--delay", "5", " again")
    window.wait("the mark of changes", lambda: game.says("(not saved)"))
    with open(path, "w", encoding="utf-8") as file:
        file.write(theirs)
    ask("ctrl+q")
    window.press("Save Anyway")
    assert window.process.wait(10) == 0
    assert "mine too again" in read(path), read(path)


def discard_in_vain(home, path):
    """A discarded game whose kept file cannot be removed would come back: that is said, and the window goes."""
    kept = os.path.join(home, "state", "tab", "game.ini")
    window = uidriver.Window([path], QUIET, home=home)
    game = uidriver.Game(window)
    window.wait("the game of the file", lambda: game.says("one.tab") and len(rows(window)) > 6)
    comment(window, "to be discarded")
    window.wait("the game kept", lambda: os.path.exists(kept) and "to be discarded" in read(kept))
    window.key("ctrl+q")
    discard = window.wait("the question", lambda: window.find("push button", "Discard"))
    os.unlink(kept)
    os.mkdir(kept)
    window.click(discard)
    assert window.process.wait(10) == 0
    window.errors.seek(0)
    assert "cannot remove %s: Is a directory" % kept in window.errors.read().decode(), "nothing was said"
    os.rmdir(kept)
    assert "to be discarded" not in read(path)


def stand_in(folder):
    """Where the engine of a game is not in the list any more, a person is told who plays instead."""
    path = os.path.join(folder, "gone.tab")
    with open(path, "w", encoding="utf-8") as file:
        file.write('[White "Human"]\n[Black "Gone 1.0"]\n[Rules "ludii:columns=5"]\n[Seed "2"]\n[Result "*"]\n[WhiteSeat "human"]\n'
                   '[BlackSeat "engine:2"]\n[BlackEngine "Gone"]\n\n*\n')
    window = uidriver.Window([path], QUIET)
    told = lambda: window.find("label", "“Gone” is not in the list of engines, or is switched off there. “Tab Engine” plays in its place.")
    window.wait("who plays instead", told)
    window.press("Put this message away")
    window.wait("no message any more", lambda: not told())
    game = uidriver.Game(window)
    window.wait("the game", lambda: game.says("gone.tab"))
    window.close()


def main():
    uidriver.enter_desktop(__file__)
    with tempfile.TemporaryDirectory(dir=os.environ["TAB_UI_DESKTOP"]) as folder:
        home, path = os.path.join(folder, "home"), os.path.join(folder, "one.tab")
        os.mkdir(home)
        window = uidriver.Window(GAME, QUIET, home=home)
        play_and_save(window, uidriver.Game(window), path)
        close_with_question(window, path)
        open_by_command_line(home, path, folder)
        changed_by_another(home, path)
        discard_in_vain(home, path)
        resume(home, folder)
        ask_once()
        elsewhere()
        damaged(home)
        stand_in(folder)
        full_disk(home, folder)


if __name__ == "__main__":
    main()
