#!/usr/bin/python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""A game of ten thousand turns and a file of five thousand games are opened, pasted, gone through, changed, saved and taken
up again, also on a slow disk; the window answers all the time, and loses nothing."""

import os
import subprocess
import time

import uidriver
from loopwatch import BOARD, STALL, LoopWatch, is_deaf

TURNS, GAMES, SEED = 10000, 5000, 1
SETTINGS = {**BOARD, "animation-speed": "'off'", "show-turns": "true", "show-analysis": "true"}
# a board as wide as that of the game: to paint another ground is no matter of the game's length
NEW = ["--new", "--rules", "walker:columns=15", "--white", "human", "--black", "human"]
SLOW = 5000  # ms that the slow disk takes
LATE = 15000  # ms that it takes where much is done meanwhile


def write(kind, number, path):
    program = os.path.join(uidriver.build_root(), "tests", "large-games")
    subprocess.run([program, kind, str(SEED), str(number), path], check=True, stdout=subprocess.DEVNULL)


def read(path):
    with open(path, encoding="utf-8") as file:
        return file.read()


def dialog(window, title, seconds=30):
    """The dialogue of that title, without looking through the whole window, which takes long on a busy machine."""

    def find():
        children = window.application.children()
        return next((child for child in children if window.name(child) == title), None)

    return window.wait("the dialogue “%s”" % title, find, seconds)


class Measured:
    """A window whose longest stall is told, deed by deed."""

    def __init__(self, home, arguments, more=None):
        self.watch = LoopWatch(home)
        environment = dict(self.watch.environment)
        for key, value in (more or {}).items():
            environment[key] = value + " " + environment[key] if key == "LD_PRELOAD" else value
        self.window = uidriver.Window(arguments, SETTINGS, environment, home=home, size=(1200, 820))
        self.game = uidriver.Game(self.window)
        self.deaf = []
        self.start, _ = self.watch.read()
        self.watch.reset()

    def judge(self, what, allowed=0.0):
        time.sleep(0.5)  # what was asked for last is seen through
        computed, waited = self.watch.read(-1)  # nothing at all may have gone on
        print("%-34s %4.0f ms of computing, %5.0f ms in all" % (what, 1000 * computed, 1000 * waited), flush=True)
        if is_deaf(computed, waited, self.start, allowed):
            self.deaf.append(what)
        self.watch.reset()

    def close(self):
        self.window.close()
        assert not self.deaf, "deaf while: " + ", ".join(self.deaf)

    def send(self, path):
        """As the file manager does: by another process of the program."""
        environment = self.window._environment(dict(SETTINGS, **{"window-size": "(1200, 820)"}), {})
        subprocess.run([uidriver.program(), path], env=environment, check=True, timeout=60)

    def status(self, part):
        self.window.wait("the words “%s”" % part, lambda: self.game.says(part), 60)


def go_through(measured):
    """From end to end, turn by turn, by keys and by the list."""
    window = measured.window
    window.key("Home")
    measured.status("The start of the game")
    measured.judge("to the start")
    window.key("Page_Down", "Page_Down", "Page_Down")
    measured.status("Turn 3:")
    measured.judge("three turns on")
    window.key("End")
    window.wait("the last turn", lambda: not measured.game.says("Turn 3:"), 20)
    measured.judge("to the end")
    window.key("Page_Up", "Page_Up", "Page_Up", "Page_Up")
    measured.status("Turn %d:" % (TURNS - 4))
    window.key("alt+Down")
    time.sleep(0.5)
    measured.judge("into a variation")
    window.key("End")
    time.sleep(0.5)
    window.key("Escape")
    window.wait("the game as it stands", lambda: window.sensitive(measured.game.throw_button), 20)
    measured.judge("back to the game")


def change(measured):
    """A turn is played, taken back and played again; a comment is written."""
    window, game = measured.window, measured.game
    window.key("space")
    game.throw_until_movable()
    measured.judge("throwing at turn %d" % (TURNS + 1))
    window.key("ctrl+z")
    window.wait("a turn taken back", lambda: game.having("can move with"), 20)
    measured.judge("undo at turn %d" % TURNS)
    window.key("ctrl+shift+z")
    window.key("ctrl+shift+z")
    time.sleep(0.5)
    measured.judge("redo at turn %d" % TURNS)
    field = window.wait("the comment", lambda: window.find("text", "Comment"))
    window.click(field)
    window.wait("the focus in the comment", lambda: window.state(field, "focused"))
    window.xdotool("type", "--delay", "20", "a word on the end")
    window.wait("the mark of changes", lambda: game.says("(not saved)"), 20)
    measured.judge("writing a comment")


def save(measured, path):
    before = os.path.getmtime(path)
    measured.window.key("ctrl+s")
    measured.window.wait("the file", lambda: os.path.getmtime(path) != before and not measured.game.says("(not saved)"), 60)
    text = read(path)
    assert "a word on the end" in text and text.rstrip().endswith("*"), text[-200:]
    measured.judge("saving")
    time.sleep(3)  # it is kept for the next run, too
    measured.judge("keeping")


def long_game(folder):
    path = os.path.join(folder, "long.tab")
    home = os.path.join(folder, "long")
    os.makedirs(home)
    write("game", TURNS, path)
    measured = Measured(home, NEW)
    plain = measured.start
    measured.send(path)
    measured.status("long.tab")
    time.sleep(1)
    measured.game = uidriver.Game(measured.window)  # another board
    measured.judge("opening %d turns" % TURNS)
    go_through(measured)
    change(measured)
    save(measured, path)
    measured.close()
    resume(home, plain)


def resume(home, plain):
    """Starting with the game that was left takes hardly more than starting with a new one: the least of three starts, as what else the
    machine does only adds to it."""
    starts = []
    for number in range(3):
        if number:
            measured.close()
        measured = Measured(home, [])
        measured.status("long.tab")
        starts.append(measured.start)
    print("%-34s %4.0f ms of computing, %4.0f ms without a long game" % ("start", 1000 * min(starts), 1000 * plain))
    assert min(starts) < 1.5 * plain + STALL
    time.sleep(1)
    measured.judge("after the start")
    measured.close()


def many_games(folder):
    path = os.path.join(folder, "many.tab")
    home = os.path.join(folder, "many")
    os.makedirs(home)
    write("file", GAMES, path)
    size = os.path.getsize(path)
    measured = Measured(home, NEW)
    window = measured.window
    measured.send(path)
    window.wait("the choice", lambda: window.find("list", "Games in This File"), 120)
    measured.judge("opening %d games" % GAMES)
    window.key("End")
    window.wait("the last game", lambda: any("Player %d" % GAMES in (window.name(node) or "") for node in window.walk()), 20)
    window.key("Return")
    measured.status("many.tab")
    measured.judge("choosing one of %d games" % GAMES)
    window.key("Home")
    field = window.wait("the comment", lambda: window.find("text", "Comment"))
    window.click(field)
    window.xdotool("type", "--delay", "20", "one of many")
    window.wait("the mark of changes", lambda: measured.game.says("(not saved)"), 20)
    window.key("ctrl+s")
    window.wait("the file", lambda: os.path.getsize(path) > size and not measured.game.says("(not saved)"), 60)
    measured.judge("saving one of %d games" % GAMES)
    text = read(path)
    assert text.count("[Rules ") == GAMES and text.count("one of many") == 1
    measured.close()


def paste(measured, path, what, seen, allowed=0.0):
    with uidriver.Clipboard(path):
        measured.watch.reset()
        measured.window.key("ctrl+v")
        measured.window.wait(what, seen, 60)
        time.sleep(1)
        measured.judge(what, allowed)


def pasting(folder):
    """What was copied from another program; more than anybody copies is refused."""
    home, endless = os.path.join(folder, "pasting"), os.path.join(folder, "endless")
    os.makedirs(home)
    with open(endless, "w", encoding="ascii") as file:
        file.write("[Event]\n" * (17 << 17))
    measured = Measured(home, NEW)
    window = measured.window
    paste(measured, os.path.join(folder, "long.tab"), "pasting %d turns" % TURNS, lambda: window.find("label", "Ada against Ben"))
    paste(measured, os.path.join(folder, "many.tab"), "pasting %d games" % GAMES, lambda: window.find("list", "Games in This File"))
    window.key("Escape")
    window.wait("no choice any more", lambda: not window.find("list", "Games in This File"))
    paste(measured, endless, "pasting what is too long", lambda: window.find("label", "too long for a game"),
          allowed=0.2)  # GTK takes all of it from the X server at once
    window.key("Escape")
    window.wait("the message gone", lambda: not window.find("label", "too long for a game"))
    measured.close()


def act(name):
    """An action of the window by the bus, as a menu outside of it does."""
    from gi.repository import Gio, GLib

    parameters = GLib.Variant("(sava{sv})", (name, [], {}))
    bus = Gio.bus_get_sync(Gio.BusType.SESSION, None)
    bus.call_sync("org.tabgame.Tab", "/org/tabgame/Tab/window/1", "org.gtk.Actions", "Activate", parameters, None, 0, 20000, None)


def press(window, name):
    button = window.wait("the button " + name, lambda: window.find("push button", name), 20)
    button.do_action()


def two_wishes(folder):
    """A game is saved under its own name, by a dialogue, while it is still being saved as it was before; the second wish
    is written faster, and is what is there in the end."""
    path, home = os.path.join(folder, "wishes.tab"), os.path.join(folder, "wishes")
    os.makedirs(home)
    write("game", 20, path)
    preload = os.path.join(uidriver.build_root(), "tests", "slow-disk.so")
    measured = Measured(home, [path], {"LD_PRELOAD": preload, "TAB_SLOW_DISK": "%d,0" % LATE})
    window, game = measured.window, measured.game
    measured.status("wishes.tab")
    field = window.wait("the comment", lambda: window.find("text", "Comment"))
    window.click(field)
    window.xdotool("type", "--delay", "20", "the first wish")
    window.wait("the mark of changes", lambda: game.says("(not saved)"), 20)
    began = time.monotonic()
    window.key("ctrl+s")
    dialog(window, "Saving the game…")
    act("throw")
    window.wait("the throw", lambda: not game.says("to throw"), 20)
    act("save-as")
    press(window, "Save")
    press(window, "Replace")
    assert "the first wish" not in read(path) and time.monotonic() < began + LATE / 1000, "the disk is not slow enough"
    window.wait("the first wish", lambda: "the first wish" in read(path), 30)
    window.wait("no mark of changes", lambda: not game.says("(not saved)"), 20)
    time.sleep(max(0, began + LATE / 1000 + 1 - time.monotonic()))
    last = read(path)
    window.close()
    assert "\n21. " in last, last[-300:]


def slow_disk(folder):
    """Saving takes long: the window shows that, and closing it waits; what was saved is whole. A file that does not answer
    is given up."""
    path, home = os.path.join(folder, "slow.tab"), os.path.join(folder, "slow")
    os.makedirs(home)
    write("game", 50, path)
    preload = os.path.join(uidriver.build_root(), "tests", "slow-disk.so")
    assert os.path.exists(preload), preload
    measured = Measured(home, [path], {"LD_PRELOAD": preload, "TAB_SLOW_DISK": str(SLOW)})
    window = measured.window
    measured.status("slow.tab")
    pipe = os.path.join(folder, "pipe.tab")
    os.mkfifo(pipe)
    measured.send(pipe)
    reading = dialog(window, "Opening the game…")
    window.give_keyboard_to_top()
    window.key("space", "Return")  # meant for the board, as the dialog comes unasked
    time.sleep(1)
    assert window.showing(reading), "a key meant for the board has stopped the reading"
    window.key("Escape")
    window.wait("no progress any more", lambda: not window.showing(reading), 20)
    os.close(os.open(pipe, os.O_WRONLY | os.O_NONBLOCK))  # the thread may end
    field = window.wait("the comment", lambda: window.find("text", "Comment"))
    window.click(field)
    window.xdotool("type", "--delay", "20", "slow but sure")
    window.wait("the mark of changes", lambda: measured.game.says("(not saved)"), 20)
    began = time.monotonic()
    window.key("ctrl+s")
    saving = dialog(window, "Saving the game…")
    assert "slow but sure" not in read(path), "it is not there yet"
    assert window.find("progress bar", "Saving the game…", saving)
    window.wait("the file", lambda: "slow but sure" in read(path), 20)
    assert time.monotonic() - began > SLOW / 1000 - 0.5
    window.wait("no mark of changes", lambda: not measured.game.says("(not saved)"), 20)
    measured.judge("saving to a slow disk")
    window.xdotool("type", "--delay", "20", " and sound")
    window.wait("the mark of changes", lambda: measured.game.says("(not saved)"), 20)
    window.key("ctrl+s", "ctrl+q")  # closing waits for the file, and for the game that is kept
    began = time.monotonic()
    assert window.process.wait(60) == 0
    print("closed after %.1f s" % (time.monotonic() - began))
    assert "slow but sure and sound" in read(path)
    assert not measured.deaf, measured.deaf
    assert not [name for name in os.listdir(folder) if name.startswith("slow.tab.")], os.listdir(folder)


def main():
    uidriver.enter_desktop(__file__)
    folder = os.environ["TAB_UI_DESKTOP"]
    long_game(folder)
    many_games(folder)
    pasting(folder)
    two_wishes(folder)
    slow_disk(folder)


if __name__ == "__main__":
    main()
