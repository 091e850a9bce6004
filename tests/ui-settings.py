#!/usr/bin/python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Preferences are set and reset by the keyboard, kept, and heeded by the next run; a second tab-gui hands what it was asked to the
window that is there; the windows with shortcuts and about the program say what they should."""

import configparser
import os
import re
import subprocess
import sys
import time

import uidriver

PEOPLE = ["--new", "--rules", "walker:columns=5", "--white", "human", "--black", "human", "--seed", "4"]
QUIET = {"animation-speed": "'off'"}
# Each page of the preferences: key of the mnemonic, what is typed then, setting, value that comes of it.
PLAY = (
    ("alt+s", ("ctrl+a", "2", "period", "5", "Tab"), "think-time", "2500"),
    ("alt+p", (), "auto-pass", "false"),
    ("alt+t", (), "tutor", "true"),
    ("alt+w", ("ctrl+a", "1", "2", "Tab"), "tutor-loss", "12"),
    ("alt+a", ("space", "Home", "Down", "Return"), "animation-speed", "'fast'"),
    ("alt+c", ("space", "Home", "Down", "Down", "Return"), "color-scheme", "'dark'"),
)
BOARD = (
    ("alt+c", (), "show-coordinates", "false"),
    ("alt+l", (), "show-last-turn", "false"),
    ("alt+w", (), "show-ways", "false"),
)
GAME = """[White "Ada"]
[Black "Ben"]
[Rules "ludii"]
[Result "*"]

1. w 2 2:a7b6
*
"""


def settings(window):
    """What the program has written down."""
    parser = configparser.ConfigParser()
    parser.read(os.path.join(window.home, "glib-2.0", "settings", "keyfile"), encoding="utf-8")
    return dict(parser["org/tabgame/Tab"])


def act(window, node):
    node.do_action()


def open_preferences(window):
    window.key("ctrl+comma")
    frame = window.wait("the preferences", lambda: window.find("frame", "Preferences") or window.find("dialog", "Preferences"))
    window.xdotool("mousemove", 120, 160)  # without a window manager the keyboard follows the pointer
    time.sleep(0.3)
    return frame


def show_page(window, frame, name):
    for role in ("page tab", "toggle button", "radio button"):
        page = window.find(role, name, frame)
        if page:
            act(window, page)
            time.sleep(0.3)
            return
    window.fail("no page " + name)


def set_rows(window, rows):
    for mnemonic, keys, name, value in rows:
        for key in (mnemonic, *keys):
            window.key(key)
            time.sleep(0.4)  # a list takes its time to open
        window.wait("%s=%s, not %s" % (name, value, settings(window).get(name)), lambda: settings(window).get(name) == value)


def set_preferences(home):
    """Everything is set, then reset, then set again to be kept."""
    window = uidriver.Window(PEOPLE, home=home)
    game = uidriver.Game(window)
    with_letters = window.pixels()
    frame = open_preferences(window)
    set_rows(window, PLAY)
    show_page(window, frame, "Board")
    set_rows(window, BOARD)
    window.key("alt+r")
    names = [name for _, _, name, _ in PLAY + BOARD]
    window.wait("the settings as they were at first", lambda: not set(names) & set(settings(window)))
    button = window.wait("a way back", lambda: window.find("push button", "Undo Reset"))
    kept = {name: value for _, _, name, value in PLAY + BOARD}
    act(window, button)
    window.wait("the settings as they were before", lambda: {name: settings(window).get(name) for name in kept} == kept)
    window.wait("nothing to undo", lambda: not window.find("push button", "Undo Reset"))
    window.key("alt+r")
    window.wait("the settings as they were at first", lambda: not set(names) & set(settings(window)))
    set_rows(window, BOARD[:1])
    window.wait("nothing to undo", lambda: not window.find("push button", "Undo Reset"))
    window.key("alt+r")
    window.wait("the settings as they were at first", lambda: not set(names) & set(settings(window)))
    set_rows(window, BOARD)
    show_page(window, frame, "Play")
    set_rows(window, PLAY)
    window.key("Escape")
    window.wait("no preferences any more", lambda: not window.find("spin button", "seconds a turn"))
    window.xdotool("mousemove", 500, 20)
    window.wait("a board without letters", lambda: window.pixels() != with_letters)
    assert game.says("Walker"), "the game is still there"
    window.close()


def turn_pages():
    """Page keys turn pages, and neither they nor the wheel change a number that nobody has chosen."""
    window = uidriver.Window(PEOPLE)
    uidriver.Game(window)
    window.xdotool("mousemove", 500, 20)
    frame = open_preferences(window)
    spin = window.find("spin button", "seconds a turn", frame)
    value = spin.get_value()

    def turn(key, name):
        window.key(key)
        tab = window.find("page tab", name, frame)
        window.wait("the page %s by %s" % (name, key), lambda: window.state(tab, "selected"))
        window.wait("the keyboard on its tab", lambda: window.state(tab, "focused"))
        assert spin.get_value() == value, "a page key has changed a number"

    assert window.state(window.find("page tab", "Play", frame), "focused"), "the keyboard is not on the page's tab"
    for down, up in (("ctrl+Next", "ctrl+Prior"), ("Next", "Prior")):
        turn(down, "Board and Sound")
        turn(up, "Play")
    box, whole = (node.get_extents() for node in (spin, frame))
    found = subprocess.run(["xdotool", "search", "--onlyvisible", "--name", "^Preferences$", "getwindowgeometry", "--shell"],
                           check=True, stdout=subprocess.PIPE).stdout.decode()
    place = dict(line.split("=") for line in found.split())
    x = box.x + (int(place["WIDTH"]) - whole.width) // 2 + 30
    y = box.y + (int(place["HEIGHT"]) - whole.height) // 2 + box.height // 2
    window.xdotool("mousemove", x, y, "click", 5, "click", 5)
    time.sleep(0.5)
    assert spin.get_value() == value, "the wheel has changed a number"
    window.xdotool("click", 1, "click", 4)  # now a person has chosen it
    window.wait("a number changed by the wheel", lambda: spin.get_value() > value)
    window.key("Escape")
    window.wait("no preferences any more", lambda: not window.find("spin button", "seconds a turn"))
    window.xdotool("mousemove", 500, 20)
    window.close()


def leave_number():
    """A number counts that is still being typed when the window goes; one that is taken away, or blanks alone, leave the one before."""
    window = uidriver.Window(PEOPLE, {"think-time": "2500"})
    for keys, value in ((("BackSpace",), "2500"), (("space",), "2500"), (("4",), "4000")):
        open_preferences(window)
        for key in ("Tab", "Tab", "ctrl+a", *keys, "Escape"):
            window.key(key)
            time.sleep(0.2)
        window.wait("no preferences any more", lambda: not window.find("spin button", "seconds a turn"))
        window.xdotool("mousemove", 500, 20)
        window.wait("think-time=" + value, lambda: settings(window).get("think-time") == value)
    window.close()


def read_preferences(home):
    """The next run shows them as they were set."""
    kept = {name: value for _, _, name, value in PLAY + BOARD}
    window = uidriver.Window(PEOPLE, kept, home=home)
    open_preferences(window)
    boxes = {"Pass by itself": False, "Tutor": True, "coordinates": False, "last turn": False, "ways of": False}
    for name, checked in boxes.items():
        box = window.wait("the box " + name, lambda: window.find("check box", name))
        assert window.state(box, "checked") == checked, name
    for name, value in {"seconds a turn": 2.5, "loss of": 12}.items():
        spin = window.find("spin button", name)
        assert abs(spin.get_value() - value) < 1e-6, name
    window.key("Escape")
    window.wait("no preferences any more", lambda: not window.find("spin button", "seconds a turn"))
    window.close()


def remembered_games():
    """What the dialog for a new game remembers is what --new begins with."""
    cases = (
        ({"you-play": "'white'", "opponent-level": "7", "rules": "'bell:columns=5'"}, ("You against", "level 7", "Bell")),
        ({"you-play": "'none'", "white-level": "1", "black-level": "2", "rules": "'lane:columns=5'"}, ("level 1", "level 2", "Lane 1836")),
        ({"you-play": "'both'", "rules": "'ludii:columns=5'"}, ("White", "Black", "Ludii")),
    )
    for kept, words in cases:
        window = uidriver.Window(["--new"], dict(QUIET, **kept))
        game = uidriver.Game(window)
        for word in words:
            window.wait(word, lambda: game.says(word))
        window.close()


def near_side(window):
    """Whose home row is the lowest: the one of the person who plays an engine."""
    first = uidriver.Game(window).labels()[0][1]
    return {"d": "white", "a": "black"}[first[0]]


def is_another_game(window, first):
    """Whether the board has other cells than `first`. An engine that has moved already makes the window ask."""
    window.discard_if_asked()
    return uidriver.Game(window).cells[0] != first


def check_sides(kept, sides):
    """The side at the start, and after another game of the same kind."""
    window = uidriver.Window(["--new"], dict(QUIET, **kept))
    assert near_side(window) == sides[0], "not %s" % sides[0]
    window.wait("the side written down", lambda: settings(window).get("last-side") == "'%s'" % sides[0])
    window.give_keyboard()
    first = uidriver.Game(window).cells[0]
    window.key("ctrl+shift+n")
    window.wait("other cells", lambda: is_another_game(window, first))
    window.wait("the person as " + sides[1], lambda: near_side(window) == sides[1])
    assert settings(window).get("last-side") == "'%s'" % sides[1]
    window.close()


def sides_by_turns():
    """The sides change with each new game against an engine, whether it is asked for by --new or is one more of the same kind; and
    only if that is wanted."""
    kept = {"rules": "'ludii:columns=5'", "opponent-level": "1"}
    check_sides(dict(kept, **{"you-play": "'turns'", "last-side": "'white'"}), ("black", "white"))
    check_sides(dict(kept, **{"you-play": "'turns'", "last-side": "'black'"}), ("white", "black"))
    check_sides(dict(kept, **{"you-play": "'black'", "last-side": "'white'"}), ("black", "black"))


def shows_turns(window):
    """Whether the list of turns has room: GTK does not tell that what is around it is hidden from the start."""
    turns = window.find("list", "Turns")
    return bool(turns) and window.showing(turns) and window.showing(turns.get_parent().get_parent()) \
        and turns.get_extents().height > 0


def brightness(window):
    """Of the header, 0 to 255."""
    start = (40 * uidriver.SCREEN[0] + 300) * 3
    part = window.pixels()[start:start + 300]
    return sum(part) / len(part)


def is_flat(window):
    """Whether the board's ground is white, as with high contrast alone."""
    start = (700 * uidriver.SCREEN[0] + 12) * 3
    return window.pixels()[start:start + 3] == b"\xff\xff\xff"


def sees_falling(window):
    """Whether the sticks of a throw are seen to fall, before they lie and it is in the list of turns."""
    names = lambda: [window.name(node) for node in window.walk(window.frame)]
    listed = lambda: next((name for name in names() if name.startswith("Beginning")), None)
    window.wait("that one can throw", lambda: window.sensitive(window.find("push button", "Throw")))
    before, seen = listed(), []
    window.key("space")
    window.wait("a throw", lambda: seen.append("Falling" in names()) or listed() != before)
    return any(seen)


def appearance():
    """As the desktop says, also when it changes its mind; colours also as a person has chosen."""
    portal = os.path.join(os.path.dirname(os.path.abspath(__file__)), "fake-portal.py")
    with subprocess.Popen([sys.executable, portal], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as desktop:
        def say(line):
            desktop.stdin.write(line + "\n")
            desktop.stdin.flush()

        assert desktop.stdout.readline() == "ready\n"
        window = uidriver.Window(PEOPLE, {"animation-speed": "'normal'"})
        window.wait("a dark window", lambda: brightness(window) < 90)
        say("color-scheme 2")
        window.wait("a light window", lambda: brightness(window) > 180)
        assert not is_flat(window)
        say("contrast 1")
        window.wait("high contrast", lambda: is_flat(window))
        say("contrast 0")
        window.wait("paper again", lambda: not is_flat(window))
        assert sees_falling(window)
        say("reduced-motion 1")
        window.wait("sticks that lie at once", lambda: not sees_falling(window))
        window.close()
        desktop.kill()
    window = uidriver.Window(PEOPLE, dict(QUIET, **{"color-scheme": "'dark'"}))
    window.wait("a dark window", lambda: brightness(window) < 90)
    window.close()
    window = uidriver.Window(PEOPLE, QUIET, {"GTK_THEME": "Default:hc"})
    window.wait("high contrast", lambda: is_flat(window))
    window.close()


def panes():
    """The panes are shown and hidden by keys, and come back as they were left."""
    window = uidriver.Window(PEOPLE, QUIET)
    window.wait("the turns", lambda: shows_turns(window))
    window.key("F9")
    window.wait("no turns", lambda: not shows_turns(window))
    window.key("F8")
    window.wait("the analysis", lambda: settings(window).get("show-analysis") == "true")
    set_rows(window, (("alt+u", (), "analysis-arrows", "false"),))
    lines = window.wait("how many turns are shown", lambda: window.find("spin button", "How many of the best turns"))
    lines.set_value(5)
    window.wait("five lines", lambda: settings(window).get("analysis-lines") == "5")
    window.close()
    kept = settings(window)
    assert kept["show-turns"] == "false" and kept["window-size"] == "(1000, 720)", kept
    names = ("show-turns", "show-analysis", "analysis-arrows", "analysis-lines")
    again = uidriver.Window(PEOPLE, dict(QUIET, **{key: kept[key] for key in names}))
    arrows = again.wait("the analysis", lambda: again.find("check box", "Draw the best turn"))
    assert not again.state(arrows, "checked"), "the arrows stay away"
    assert again.find("spin button", "How many of the best turns").get_value() == 5
    assert not shows_turns(again), "the turns stay hidden"
    again.key("ctrl+w")
    assert again.process.wait(10) == 0, "Ctrl+W closes the window"


def call_again(window, *arguments):
    """Another tab-gui of the same session; its exit status."""
    environment = window._environment({}, {})
    done = subprocess.run([uidriver.program(), *arguments], env=environment, cwd=window.home, stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT, timeout=20, check=False)
    assert not done.stdout, done.stdout
    return done.returncode


def one_window():
    window = uidriver.Window(PEOPLE, QUIET)
    game = uidriver.Game(window)
    with open(os.path.join(window.home, "one.tab"), "w", encoding="utf-8") as file:
        file.write(GAME)
    assert call_again(window, "one.tab") == 0, "a path is meant from where it was typed"
    window.wait("the file", lambda: game.says("one.tab") and game.says("Ada against Ben"))
    game = uidriver.Game(window)  # its board is another one
    game.throw_until_movable()
    assert call_again(window, "--new", "--rules=bell", "--white=human", "--black=human") == 0
    cancel = window.wait("the question", lambda: window.find("push button", "Cancel"))
    assert game.says("Ada against Ben"), "nothing is lost without an answer"
    act(window, cancel)
    window.wait("no question", lambda: not window.find("push button", "Cancel"))
    assert call_again(window, "--new", "--rules=bell", "--white=human", "--black=human") == 0
    act(window, window.wait("the question", lambda: window.find("push button", "Discard")))
    window.wait("the new game", lambda: game.says("Bell"))
    count = len([node for node in window.walk() if node.get_role_name() == "frame" and window.showing(node)])
    assert count == 1, "there is one window, not %d" % count
    window.close()


def size_of_shortcuts(window):
    found = window.ask_xdotool("search", "--onlyvisible", "--name", "^Keyboard shortcuts$").split()
    shown = window.ask_xdotool("getwindowgeometry", "--shell", found[-1])
    return [int(re.search(side + r"=(\d+)", shown).group(1)) for side in ("WIDTH", "HEIGHT")]


def other_windows():
    window = uidriver.Window(PEOPLE, QUIET, size=(900, 640))
    window.key("ctrl+question")
    window.wait("the shortcuts", lambda: any("Throw the sticks" in window.name(node) for node in window.walk()))
    (width, height), words = size_of_shortcuts(window), "Jump to a stone that can move, or where it can go"
    # there is one more in the list of what was searched for, which is not seen
    boxes = [node.get_extents() for node in window.walk() if words in window.name(node)]
    end = max(box.x + box.width for box in boxes)
    assert 0 < end <= width, "what a key does is cut: it ends at %d of %d" % (end, width)
    last = window.find("page tab", "3").get_extents()
    assert 0 < last.y + last.height <= height, "the other pages are out of sight: %s of %d" % (last, height)
    window.xdotool("mousemove", 200, 200)
    time.sleep(0.5)
    window.key("Escape")
    window.wait("no shortcuts", lambda: not any("Throw the sticks" in window.name(node) and window.showing(node) for node in window.walk()))
    window.xdotool("mousemove", 500, 400)
    window.key("F10")
    act(window, window.wait("the menu", lambda: window.find("menu item", "About")))
    for words in ("The old game of sticks and stones", "2026"):
        window.wait(words, lambda: any(words in window.name(node) for node in window.walk()))
    window.xdotool("mousemove", 100, 100)
    time.sleep(0.3)
    window.key("Escape")
    window.wait("no dialog", lambda: not any("2026" in window.name(node) and window.showing(node) for node in window.walk()))
    window.application.get_child_at_index(9)  # as a screen reader asks for a dialog that has just gone
    window.xdotool("mousemove", 500, 400)
    window.close()


def turn_board_without_bus(home, more):
    """Runs the window where there is no session bus, and so no tree of accessibles: F turns the board from how it was left.
    What it says on standard error."""
    environment = dict(os.environ, XDG_CONFIG_HOME=home, XDG_DATA_HOME=home, XDG_STATE_HOME=home, GSK_RENDERER="cairo", GDK_BACKEND="x11",
                       LC_ALL="C.UTF-8", GTK_A11Y="none", G_DEBUG="", GSETTINGS_SCHEMA_DIR=os.path.join(uidriver.build_root(), "data"),
                       DBUS_SESSION_BUS_ADDRESS="unix:path=" + os.path.join(home, "nowhere"))
    environment.pop("GSETTINGS_BACKEND", None)
    environment.update(more)
    with subprocess.Popen([uidriver.program(), *PEOPLE], env=environment, stderr=subprocess.PIPE, text=True) as process:
        find = ["xdotool", "search", "--sync", "--onlyvisible", "--name", "White against Black"]
        subprocess.run([*find, "windowfocus", "--sync"], check=True, timeout=30)
        time.sleep(1)
        for key in ("f", "ctrl+q"):
            subprocess.run(["xdotool", "key", key], check=True, timeout=30)
            time.sleep(0.5)
        _, said = process.communicate(timeout=30)
        assert process.returncode == 0, process.returncode
        return said


def without_bus():
    """Settings are kept in a file then, and read again; where somebody says how they are to be kept, they are kept so."""
    home = os.path.join(os.environ["TAB_UI_DESKTOP"], "busless")
    os.mkdir(home)
    path = os.path.join(home, "glib-2.0", "settings", "keyfile")
    told = "tab-gui: Without a session bus, settings are kept in %s.\n" % path
    for more, turned, words in (({"GSETTINGS_BACKEND": "memory"}, None, ""), ({}, "true", told), ({}, "false", told)):
        said = turn_board_without_bus(home, more)
        assert said == words, "the program complained: " + said
        parser = configparser.ConfigParser()
        parser.read(path, encoding="utf-8")
        found = parser["org/tabgame/Tab"].get("turn-board") if parser.sections() else None
        assert found == turned, (more, found)


def main():
    uidriver.enter_desktop(os.path.abspath(__file__))
    home = os.path.join(os.environ["TAB_UI_DESKTOP"], "preferences")
    os.mkdir(home)
    set_preferences(home)
    read_preferences(home)
    turn_pages()
    leave_number()
    remembered_games()
    sides_by_turns()
    appearance()
    panes()
    one_window()
    other_windows()
    without_bus()


if __name__ == "__main__":
    main()
