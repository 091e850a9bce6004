#!/usr/bin/python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Opens every window and dialogue of the program and walks the accessibility tree: all that can have the focus or be pressed, and
every picture that is told of, has a name, which is not that of its type. In English and, from right to left, in Arabic, where Tab
goes from right to left, and the arrow keys on the board, which is not mirrored, go from cell to cell as they lie.

usage: TAB_BUILD_ROOT=<build folder> ui-names.py [LANGUAGE...]
"""

import gettext
import io
import os
import re
import subprocess
import sys
import tempfile
import time

import atspi
import uidriver

ROOT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..")
SETTINGS = {"animation-speed": "'off'", "offer-lesson": "true", "show-analysis": "true", "show-turns": "true", "you-play": "'both'",
            "clock": "'600+5'", "rules": "'ludii:columns=5'"}
GAME = ('[Rules "ludii:columns=5"]\n[Result "1-0"]\n[Termination "resign"]\n\n'
        '1. w 2 2:a5b4 luck=0.1 throw-luck=2:+0.1 loss=0.06 judged=0.6\n1-0\n')
ENGINE = "[Fake]\ncommand=%s;\n"
# A name that tells what a widget is made of and not what it is for, or one with the sign of a mnemonic.
OF_TYPE = re.compile(r"(Gtk|Gdk|Tab)[A-Z]\w*$|_")


class Words:
    """What the window says for an English word."""

    def __init__(self, language):
        self.translate = str
        if language != "en":
            command = ["msgfmt", "-o", "-", os.path.join(ROOT, "po", language + ".po")]
            compiled = subprocess.run(command, check=True, stdout=subprocess.PIPE).stdout
            self.translate = gettext.GNUTranslations(io.BytesIO(compiled)).gettext

    def __call__(self, text):
        return self.translate(text).replace("_", "")


class Looker:
    """Looks at one window after the other: the faults, and how many good names each has."""

    def __init__(self, window, language):
        self.window = window
        self.language = language
        self.words = Words(language)
        self.faults = []
        self.good = {}

    # --- looking ----------------------------------------------------------------------------------------------------

    def is_used(self, node):
        """Whether it is seen, and keys or a screen reader can do something with it. A text without letters is nothing."""
        if not self.window.state(node, "visible") or not self.has_size(node):
            return False
        role, offers = node.get_role_name(), node.get_interfaces()
        acts = role != "filler" and "Action" in offers and node.get_n_actions() > 0
        if not acts and not self.window.state(node, "focusable"):
            return False
        if role == "filler":  # what stands in the button of a drop-down, which has the name
            return not self.is_in_button(node)
        return role not in ("label", "status bar") or "Text" in offers and node.get_character_count() > 0

    def is_in_button(self, node):
        for _ in range(4):
            node = node.get_parent()
            if node.get_role_name() == "push button":
                return bool(self.window.name(node))
        return False

    def has_size(self, node):
        box = node.get_extents()
        return box.width > 0 and box.height > 0

    def path(self, node):
        words = []
        while node and len(words) < 5:
            words.append("%s “%s”" % (node.get_role_name(), self.window.name(node)[:30]))
            node = node.get_parent()
        return " in ".join(words)

    def look(self, where, start):
        good = 0
        for node in self.window.walk(start):
            try:
                if node.get_role_name() == "combo box":
                    self.look_at_choice(where, node)
                picture = node.get_role_name() == "image" and self.has_size(node)
                if picture or self.is_used(node):
                    name = self.window.name(node).strip()
                    good += bool(name)
                    if not name or OF_TYPE.match(name):
                        self.faults.append("%s, %s: %s" % (self.language, where, self.path(node)))
            except atspi.Gone:
                continue
        self.good[where] = self.good.get(where, 0) + good

    def look_at_choice(self, where, node):
        """The button in a drop-down, which has the focus, tells what is chosen by it and not only what is."""
        name, told = self.window.name(node), self.window.name(node.children()[0])
        if not told.startswith(name + " "):
            self.faults.append("%s, %s: the button in “%s” is called “%s”" % (self.language, where, name, told))

    # --- opening and closing ----------------------------------------------------------------------------------------

    def frames(self):
        application = self.window.application

        def children():
            try:
                return application.children()
            except atspi.Gone:
                return None  # it is busy: none would mean that all are closed

        return [child for child in self.window.wait("windows", children, 20) if self.window.showing(child)]

    def appear(self, where, how):
        """Does what opens a window, and returns that; `how` is a key, or something to call."""
        before = self.frames()
        if callable(how):
            how()
        else:
            self.window.key(how)
        frame = self.window.wait("the window: " + where, lambda: next((f for f in self.frames() if f not in before), None), 20)
        time.sleep(0.7)  # lists are filled
        return frame

    def open(self, where, how):
        """The same, and looks at it."""
        frame = self.appear(where, how)
        self.look(where, frame)
        return frame

    def find_ours(self, title, key, *names):
        """A dialogue of GTK's own, which calls much by its type, has this title and these of our words in it."""
        frame = self.appear(title, key)
        wanted = {self.words(name) for name in (title, *names)}
        missing = wanted - {self.window.name(node) for node in self.window.walk(frame)}
        assert not missing, "%s, %s: not named: %s" % (self.language, title, ", ".join(missing))
        self.good[title] = len(wanted)
        self.close(frame)

    def close(self, frame, key="Escape"):
        for _ in range(3):
            self.window.give_keyboard_to_top()
            self.window.key(key)
            end = time.monotonic() + 5
            while time.monotonic() < end:
                if frame not in self.frames():
                    time.sleep(0.2)  # and the keyboard is back
                    return
                time.sleep(0.05)
        self.window.fail("the window %s does not close" % self.window.name(frame))

    def visit(self, where, how, key="Escape"):
        self.close(self.open(where, how), key)

    def find(self, start, words, roles):
        wanted = self.words(words)
        return next((node for node in self.window.walk(start) if node.get_role_name() in roles and self.window.name(node) == wanted), None)

    def press(self, start, words, roles=("push button", "menu item")):
        """By its English words."""
        self.act(self.window.wait(words, lambda: self.find(start, words, roles)))

    def act(self, node):
        try:
            node.do_action()
        except atspi.Gone:
            pass  # it went with its window, or has nothing to do


# --- the windows ----------------------------------------------------------------------------------------------------------


def see_new_game(looker):
    dialog = looker.open("new game", "ctrl+n")
    looker.press(dialog, "All rules")
    time.sleep(0.5)
    looker.look("all rules", dialog)
    looker.visit("rules of the new game", lambda: looker.press(dialog, "_How It Is Played…"))
    for node in [node for node in looker.window.walk(dialog) if looker.window.name(node) == looker.words("Own rules")]:
        looker.act(node)  # the button, and that in it
    time.sleep(0.5)
    looker.look("own rules", dialog)
    looker.visit("name of rules", lambda: looker.press(dialog, "_Save under a Name…"))
    looker.close(dialog)


def see_preferences(looker):
    dialog = looker.open("preferences", "ctrl+comma")
    tabs = [node for node in looker.window.walk(dialog) if node.get_role_name() == "page tab"]
    assert len(tabs) >= 2, "the preferences have %d pages" % len(tabs)
    for tab in tabs:
        tab.do_action()
        time.sleep(0.5)
        looker.look("preferences", dialog)
    looker.close(dialog)


def see_engines(looker):
    manager = looker.open("engines", "ctrl+shift+e")
    looker.visit("options", lambda: looker.press(manager, "_Options…"))
    looker.press(manager, "Add an engine")
    time.sleep(0.5)
    looker.look("new engine", manager)
    looker.close(manager)


def see_files(looker):
    """GTK's own dialogues, as there is no desktop here: what we put into them. And a fault: there is nothing to paste."""
    looker.find_ours("Open Game", "ctrl+o", "Tâb games")
    looker.find_ours("Save Game", "ctrl+shift+s", "Tâb games")
    looker.find_ours("Export Position", "ctrl+shift+x", "_Export", "PNG picture", "Black on white", "Show the last turn")
    looker.close(looker.appear("print", "ctrl+p"))
    looker.visit("fault", "ctrl+v")


def see_problems(looker):
    """The task, and all that is told of the answer."""
    problems = looker.open("problems", "ctrl+shift+p")
    looker.press(problems, "Sho_w")
    time.sleep(1)
    looker.look("answer to a problem", problems)
    looker.close(problems, "ctrl+w")


def see_all(looker):
    looker.look("main", looker.window.frame)
    see_new_game(looker)
    see_preferences(looker)
    see_engines(looker)
    for where, key in (("log", "ctrl+shift+l"), ("position editor", "ctrl+e"), ("throws", "ctrl+t"), ("rules", "ctrl+r"),
                       ("shortcuts", "ctrl+question")):
        looker.visit(where, key)
    looker.visit("lessons", "ctrl+l", "ctrl+w")
    looker.visit("games", "ctrl+shift+o", "ctrl+w")
    see_problems(looker)
    looker.visit("engine match", "ctrl+shift+m")
    see_files(looker)
    looker.visit("about", lambda: looker.window.choose_in_menu(looker.words("_About Tâb"), [looker.words(name) for name in uidriver.MENUS]))


# --- where keys lead ------------------------------------------------------------------------------------------------------


def focused(window):
    return next((node for node in window.walk(window.frame) if window.state(node, "focused")), None)


def middle(window, node):
    box = node.get_extents()
    return box.x + box.width / 2


def check_tab(looker):
    """Tab leads through the header bar as its readers read."""
    window, places = looker.window, []
    for _ in range(40):
        window.key("Tab")
        time.sleep(0.1)
        node = focused(window)
        if node and window.centre(node)[1] < 46 and node.get_role_name().endswith("button"):
            places.append(middle(window, node))
        elif len(places) >= 4:
            break
        else:
            places = []
    assert len(places) >= 4, "Tab does not come to the header bar: %s" % places
    assert places == sorted(places, reverse=looker.language == "ar"), "%s: Tab goes to %s" % (looker.language, places)


def check_arrows(looker):
    """Right is to the right on the board, whatever the language."""
    window = looker.window
    board = window.wait("the board", lambda: looker.find(window.frame, "Board", ("table", "panel")))
    cells = board.children()

    def at():
        return next((cell for cell in cells if window.state(cell, "focused")), None)

    def thrown():
        if not at():
            window.key("space")
            time.sleep(0.3)
        return at()

    window.wait("the keyboard on the board", thrown, 30)
    edge = min(middle(window, cell) for cell in cells) + 1
    for key, sign in (("Left", -1), ("Right", 1)) if middle(window, at()) > edge else (("Right", 1), ("Left", -1)):
        before = at()
        window.key(key)
        after = window.wait("another cell", lambda: at() if at() != before else None)
        assert (middle(window, after) - middle(window, before)) * sign > 0, "%s: %s leads the other way" % (looker.language, key)


def make_home():
    home = tempfile.mkdtemp(dir=os.environ["TAB_UI_DESKTOP"])
    os.makedirs(os.path.join(home, "tab"))
    with open(os.path.join(home, "tab", "engines.ini"), "w", encoding="utf-8") as file:
        file.write(ENGINE % os.path.join(uidriver.build_root(), "tests", "fake-engine"))
    os.makedirs(os.path.join(home, "gtk-4.0"))
    with open(os.path.join(home, "gtk-4.0", "settings.ini"), "w", encoding="utf-8") as file:
        file.write("[Settings]\ngtk-print-backends=file\n")  # it complains when it looks for printers and has no system bus
    with open(os.path.join(home, "two.tab"), "w", encoding="utf-8") as file:
        file.write(GAME + "\n" + GAME)
    return home


def check_language(language):
    window = uidriver.Window([], SETTINGS, {"LANGUAGE": language}, home=make_home())
    looker = Looker(window, language)
    window.give_keyboard()
    see_all(looker)
    check_tab(looker)
    check_arrows(looker)
    window.close()
    return looker


def check_chooser(language):
    """The choice among the games of a file comes with the window."""
    home = make_home()
    window = uidriver.Window([os.path.join(home, "two.tab")], SETTINGS, {"LANGUAGE": language}, home=home)
    looker = Looker(window, language)
    chooser = window.wait("the games", lambda: next((frame for frame in looker.frames() if looker.find(frame, "Games in This File", ("list",))), None))
    looker.look("game chooser", chooser)
    looker.close(chooser, "Return")
    see_ending(looker)
    see_question(looker)
    return looker


def see_ending(looker):
    """The page about a game that is over."""
    window = looker.window
    window.key("F7")
    window.wait("the page", lambda: looker.find(window.frame, "Re_view", ("push button",)))
    looker.look("ending", window.frame)
    window.key("Escape")
    window.wait("the board", lambda: looker.find(window.frame, "_Summary", ("push button",)))


def see_question(looker):
    """Before changes to a file would be lost; the answer is that they are."""
    window = looker.window
    field = window.wait("the comment", lambda: looker.find(window.frame, "Comment", ("text",)))
    window.click(field)
    window.wait("the focus in the comment", lambda: window.state(field, "focused"))
    window.xdotool("type", "--delay", "20", "x")
    window.wait("the comment typed", lambda: field.get_character_count() == 1)
    looker.visit("question", "ctrl+q")
    looker.press(looker.open("question", "ctrl+q"), "_Discard")
    window.expect_end()


def main():
    uidriver.enter_desktop(__file__)
    for language in sys.argv[1:] or ("en", "ar"):
        lookers = [check_language(language), check_chooser(language)]
        faults = [fault for looker in lookers for fault in looker.faults]
        assert not faults, "without a name of their own:\n" + "\n".join(faults)
        good = dict(lookers[0].good, **lookers[1].good)
        assert len(good) >= 24 and min(good.values()) >= 2, good
        print("%s: %d widgets in %d windows have a name" % (language, sum(good.values()), len(good)))


if __name__ == "__main__":
    main()
