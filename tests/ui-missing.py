#!/usr/bin/python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Without a session bus, a sound server, a portal, a home that can be written, OpenGL, a display, or fonts for a language, the
window says what is missing, once, and works on. (tests/test-command-line.py has it without a display; no test has a compositor.)

usage: TAB_BUILD_ROOT=<build folder> ui-missing.py bus|sound|portal|home|opengl|letters
"""

import glob
import os
import re
import shutil
import subprocess
import sys
import time

import uidriver

PEOPLE = ["--new", "--rules", "ludii:columns=5", "--white", "human", "--black", "human", "--seed", "2"]
NOWHERE = "unix:path=/nowhere/bus"
# What GTK 4.8's own file dialogue says, once, of its list of recent files.
GTK_RECENT = re.compile(r"\n?\(tab-gui:\d+\): Gtk-CRITICAL \*\*: [0-9:.]+: Unable to create user data directory '[^']*' for storing "
                        r"the recently used files list: [^\n]*\n?")


class Quiet(uidriver.Window):
    """What it says on standard error is no fault, but judged by the test."""

    def said(self):
        self.key("ctrl+q")
        status = self.process.wait(20)
        self.errors.seek(0)
        said = uidriver.GTK_RACE.sub("", self.errors.read().decode(errors="replace"))
        assert status == 0, "the program ended with status %d: %s" % (status, said)
        return said.strip()


def play(window):
    """A throw and a move are made as ever."""
    game = uidriver.Game(window)
    game.throw_until_movable()
    return game


def folder(name):
    path = os.path.join(os.environ["TAB_UI_DESKTOP"], name)
    os.mkdir(path)
    return path


def press_keys(title, *keys):
    """Once a window with this title is there, as without an accessibility tree nothing else tells of it."""
    deadline = time.monotonic() + 60 * uidriver.SCALE
    while not (found := subprocess.run(["xdotool", "search", "--onlyvisible", "--name", title], check=False, stdout=subprocess.PIPE,
                                       stderr=subprocess.DEVNULL, text=True).stdout.split()):
        assert time.monotonic() < deadline, "no window " + title
        time.sleep(0.1)
    subprocess.run(["xdotool", "windowfocus", found[-1]], check=True)
    for key in keys:
        time.sleep(0.3)
        subprocess.run(["xdotool", "key", key], check=True)


def without_bus(address):
    """No accessibility tree either: looked at by its title, which tells that a game is on. The X server still tells where screen
    readers would be, as after a window that had a bus: GTK would try to reach them."""
    home = folder("busless-" + (address or "unset").split(":", maxsplit=1)[0])
    environment = dict(os.environ, XDG_CONFIG_HOME=home, XDG_DATA_HOME=home, XDG_STATE_HOME=home, GSK_RENDERER="cairo", GDK_BACKEND="x11",
                       GDK_DEBUG="gl-disable", GDK_DISABLE="gl", LC_ALL="C.UTF-8",
                       GSETTINGS_SCHEMA_DIR=os.path.join(uidriver.build_root(), "data"))
    for name in ("DBUS_SESSION_BUS_ADDRESS", "GTK_A11Y", "GSETTINGS_BACKEND", "XDG_RUNTIME_DIR"):
        environment.pop(name, None)
    if address:
        environment["DBUS_SESSION_BUS_ADDRESS"] = address
    with subprocess.Popen([uidriver.program(), *PEOPLE], env=environment, stderr=subprocess.PIPE, text=True) as process:
        try:
            press_keys("White against Black", "f", "space", "ctrl+q")
            said = process.communicate(timeout=30 * uidriver.SCALE)[1]
        finally:
            process.kill()
    keyfile = os.path.join(home, "glib-2.0", "settings", "keyfile")
    assert process.returncode == 0, (process.returncode, said)
    assert said.splitlines() == ["tab-gui: Without a session bus, settings are kept in %s." % keyfile,
                                 "tab-gui: Without a session bus, screen readers cannot read the window."], said
    with open(keyfile, encoding="utf-8") as file:
        assert "turn-board=true" in file.read(), "the board was turned, and that is not kept"


def without_sound():
    """Said where sounds are set, and nowhere else."""
    window = Quiet(PEOPLE, {"sounds": "true"}, {"PULSE_SERVER": "unix:/nowhere/pulse"})
    play(window)
    window.key("ctrl+comma")
    window.wait("the preferences", lambda: window.find("frame", "Preferences") or window.find("dialog", "Preferences"))
    window.wait("the word about sounds", lambda: window.find("label", "No sound server answers"), 20)
    window.key("Escape")
    window.wait_closed("Preferences")
    window.give_keyboard_to_top()
    said = window.said()
    assert not said, said


def without_portal():
    """GTK is told to use a portal, as in a Flatpak, and there is none: its own dialogue opens."""
    window = Quiet(PEOPLE, {}, {"GTK_USE_PORTAL": "1", "GDK_DEBUG": "portals,gl-disable"})
    play(window)
    window.key("ctrl+shift+s")
    window.wait("a dialogue", lambda: len(window.titles()) > 1, 20)
    window.give_keyboard_to_top()
    window.key("Escape")
    window.wait_alone()
    window.give_keyboard_to_top()
    said = window.said()
    assert said.count("\n") == 0, said


def without_home():
    """Said in a bar, once; the game goes on and can be saved elsewhere."""
    home = folder("read-only")
    window_home = folder("settings")  # the driver's own file of settings
    places = {name: os.path.join(home, name) for name in ("XDG_DATA_HOME", "XDG_STATE_HOME", "XDG_CACHE_HOME")}
    # root may write everywhere, unless a file stands where the folder would be
    shutil.rmtree(home)
    with open(home, "w", encoding="utf-8"):
        pass
    window = Quiet(PEOPLE, {}, {"HOME": home, **places}, home=window_home)
    game = play(window)
    window.wait("the bar", lambda: game.says("The game is not being kept for the next time"), 30)
    game.throw_until_movable()
    bars = [node for node in window.walk(window.frame)
            if window.name(node) == "The game is not being kept for the next time" and window.showing(node)]
    assert len(bars) == 1, "it is said %d times" % len(bars)
    path = os.path.join(window_home, "elsewhere.tab")
    path = os.path.join(window_home, "elsewhere.tab")
    window.key("ctrl+shift+s")
    button = window.wait("the file dialogue", lambda: window.find("push button", "Save"), 20)
    window.xdotool("mousemove", 300, 20)
    window.key("ctrl+l", "ctrl+a")
    window.xdotool("type", "--delay", "5", path)
    window.wait("a name that can be taken", lambda: window.sensitive(button))
    window.save(button, path)
    window.wait_alone()
    said = GTK_RECENT.sub("", window.said())
    assert not said.strip(), said


def without_opengl():
    """GTK is left to choose: it draws without."""
    window = Quiet(PEOPLE, {}, {"GSK_RENDERER": None})
    play(window)
    said = window.said()
    assert not re.search("CRITICAL|WARNING", said) and said.count("\n") <= 1, said


def fonts(name, *patterns):
    """A configuration of fontconfig that knows these fonts alone."""
    home = folder(name)
    for pattern in patterns:
        found = glob.glob("/usr/share/fonts/**/" + pattern, recursive=True)
        assert found, "%s is missing (Debian: fonts-dejavu-core)" % pattern
        shutil.copy(found[0], home)
    path = os.path.join(home, "fonts.conf")
    with open(path, "w", encoding="utf-8") as file:
        file.write('<?xml version="1.0"?><!DOCTYPE fontconfig SYSTEM "urn:fontconfig:fonts.dtd">'
                   "<fontconfig><dir>%s</dir><cachedir>%s/cache</cachedir></fontconfig>" % (home, home))
    return {"FONTCONFIG_FILE": path}


def without_letters():
    """Said in English, in a bar and on standard error, where the language has none; not where it has."""
    latin = fonts("latin", "DejaVuSerif.ttf")
    words = "The letters of your language cannot be shown"
    for language, lacking in (("ar", 1), ("tr", 0)):
        window = Quiet(PEOPLE, {}, {**latin, "LANGUAGE": language})
        window.wait("the cells", lambda: window.find("table") or window.find("panel"), 20)
        if lacking:
            window.wait("the bar", lambda: window.find("label", words))
        window.key("space")
        said = window.said()
        assert said.count("tab-gui: " + words) == lacking == len(said.splitlines()), said


CASES = {
    "bus": lambda: [without_bus(address) for address in (NOWHERE, None)],
    "sound": without_sound,
    "portal": without_portal,
    "home": without_home,
    "opengl": without_opengl,
    "letters": without_letters,
}


def main():
    uidriver.enter_desktop(os.path.abspath(__file__))
    CASES[sys.argv[1]]()


if __name__ == "__main__":
    main()
