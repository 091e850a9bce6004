# SPDX-License-Identifier: GPL-3.0-or-later
"""Drives the window like a person: real clicks and keys, screenshots, and the accessibility tree; nothing else."""

import collections
import itertools
import os
import re
import shutil
import subprocess
import sys
import tempfile
import time

import atspi
import xscreen

TOOLS = ("Xvfb", "dbus-run-session", "xdotool", "xprop", "import")
SCREEN = (1280, 900)
SCALE = float(os.environ.get("TAB_TEST_TIME_SCALE", "1"))  # of all that is waited for: machines differ
THOROUGH = "TAB_TEST_THOROUGH" in os.environ  # a long version, which ./tab test leaves out
CLICK = ("click", 1)
MENU_ITEMS = ("menu item", "check menu item", "radio menu item")
MENUS = ("Game menu", "Main menu")  # of the header bar


def enter_desktop(script):
    """Runs the script again inside a fresh X server and session bus. A missing tool is a failure."""
    if os.environ.get("TAB_UI_DESKTOP"):
        return
    missing = [tool for tool in TOOLS if not shutil.which(tool)]
    if missing:
        sys.exit("missing programs: " + " ".join(missing))
    with tempfile.TemporaryDirectory(prefix="tab-ui-") as home:
        os.chmod(home, 0o700)
        server, display = start_server()
        environment = dict(os.environ, TAB_UI_DESKTOP=home, XDG_RUNTIME_DIR=home, DISPLAY=display)
        environment.pop("WAYLAND_DISPLAY", None)
        command = ["dbus-run-session", "--", sys.executable, script, *sys.argv[1:]]
        try:
            sys.exit(subprocess.run(command, env=environment, check=False).returncode)
        finally:
            server.terminate()
            server.wait(10)


def start_server():
    """An X server of our own on a display number that it finds itself. Two that start at once may still take the same
    one and lose, so it is tried out; and it must not reset itself when a first client leaves."""
    for _ in range(5):
        reader, writer = os.pipe()
        screen = "%dx%dx24" % SCREEN
        # without GLX, for which it would load a compiler of shaders
        command = ["Xvfb", "-displayfd", str(writer), "-screen", "0", screen, "-nolisten", "tcp", "-noreset", "-extension", "GLX"]
        server = subprocess.Popen(command, pass_fds=[writer], stderr=subprocess.DEVNULL)
        os.close(writer)
        with os.fdopen(reader, encoding="ascii") as file:
            display = ":" + file.readline().strip()
        if display != ":" and answers(display):
            return server, display
        server.kill()
        server.wait()
    sys.exit("Xvfb does not start")


def answers(display):
    environment = dict(os.environ, DISPLAY=display)
    command = ["xdotool", "getdisplaygeometry"]
    shown = subprocess.run(command, env=environment, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, check=False)
    return shown.stdout.split() == [b"%d" % length for length in SCREEN]


# What GTK 4.8 says of itself, now and then: its bridge to AT-SPI, of a dialog's widget that it has just let go of; and the bar of
# a file chooser's path, of its two arrows, if it is painted before the folder is known. Everything else that the program says on
# standard error is a fault.
UNPLACED = r"Trying to snapshot GtkButton 0x[0-9a-f]+ without a current allocation"
GTK_RACE = re.compile(r"\(tab-gui:\d+\): GLib-CRITICAL \*\*: [0-9:.]+: "
                      r"g_variant_(is|new)_object_path: assertion '[^']*' failed\n?|"
                      r"\(tab-gui:\d+\): Gtk-WARNING \*\*: ([0-9:.]+): " + UNPLACED + r"\s+"
                      r"\(tab-gui:\d+\): Gtk-WARNING \*\*: \2: " + UNPLACED + r"\n?")


STARTED = 60  # seconds after which a window is there even on a machine that has much else to do


class Window:
    """The program under test and what can be seen of it."""

    def __init__(self, arguments, settings=None, environment=None, size=(1000, 720), home=None):
        """`home`: a folder for settings, state and data, to be shared by runs that follow each other. `environment`: None takes away."""
        self.size = size
        self.home = home or tempfile.mkdtemp(dir=os.environ["TAB_UI_DESKTOP"])
        # the plain board takes a third less time to start; ui-play has the one that people see first
        settings = {"board-theme": "'paper'", **(settings or {}), "window-size": "(%d, %d)" % size}
        self.screen = xscreen.Screen()
        self.errors = tempfile.TemporaryFile()
        self.process = subprocess.Popen(
            [program(), *arguments], env=self._environment(settings, environment or {}), stderr=self.errors
        )
        self.program = atspi.Program(self.process.pid)
        self.application = self.wait("the window in the accessibility tree", self.program.find, STARTED)
        self.wait("the window on the screen", self.seen_windows, STARTED)  # a click before that goes nowhere
        self.main_window = self.wait("the main window", lambda: self.find("frame"), STARTED)

    @property
    def frame(self):
        """The main window. GTK 4.8 gives one that is asked for while it starts another path a moment later, and then another role."""
        try:
            windows = self.application.children()
        except atspi.Gone:
            windows = []  # it is busy, or has ended
        if windows and self.main_window not in windows:
            self.main_window = self.find("frame") or windows[0]
        return self.main_window

    @frame.setter
    def frame(self, window):
        """Another window, in which centres are reckoned from now on."""
        self.main_window = window

    def _environment(self, settings, more):
        config = self.home
        folder = os.path.join(config, "glib-2.0", "settings")
        os.makedirs(folder, exist_ok=True)
        with open(os.path.join(folder, "keyfile"), "w", encoding="utf-8") as file:
            file.write("[org/tabgame/Tab]\n")
            file.writelines("%s=%s\n" % item for item in settings.items())
        result = dict(os.environ)
        result.update(
            XDG_CONFIG_HOME=config,
            XDG_DATA_HOME=os.path.join(config, "data"),
            XDG_STATE_HOME=os.path.join(config, "state"),
            GSETTINGS_BACKEND="keyfile",
            GSETTINGS_SCHEMA_DIR=os.path.join(build_root(), "data"),
            GSK_RENDERER="cairo",
            GDK_BACKEND="x11",
            GDK_DEBUG="gl-disable",  # GTK would start OpenGL, which it does not draw with, and that takes a quarter of its start
            GDK_DISABLE="gl",  # the same since GTK 4.18
            LC_ALL="C.UTF-8",
            G_DEBUG="",
        )
        result.pop("GTK_A11Y", None)
        result.update(more)
        return {name: value for name, value in result.items() if value is not None}

    # --- the accessibility tree -------------------------------------------------------------------------------------

    def walk(self, start=None, below=None):
        """All accessibles from `start` on, parents first, as they are now; where `below` is false of one, not what is in it. Those
        that vanish meanwhile are left out."""
        return self.program.walk(start or self.application, below)

    def find(self, role, name=None, start=None):
        """The first accessible with this role and a name that contains `name`."""
        for node in self.walk(start):
            try:
                if node.get_role_name() == role and (name is None or name in (node.get_name() or "")):
                    return node
            except atspi.Gone:
                continue
        return None

    def role(self, node):
        try:
            return node.get_role_name()
        except atspi.Gone:
            return None

    def name(self, node):
        try:
            return node.get_name() or ""
        except atspi.Gone:
            return ""

    def showing(self, node):
        return bool(node) and self.state(node, "visible")

    def sensitive(self, node):
        return bool(node) and self.state(node, "sensitive")

    def state(self, node, state):
        try:
            return node.has_state(state)
        except atspi.Gone:
            return False

    def centre(self, node):
        """On the screen: there is no window manager, so the window's surface is centred in an X window at 0, 0."""
        box = node.get_extents()
        frame = self.frame.get_extents()
        margin_x, margin_y = (self.size[0] - frame.width) // 2, (self.size[1] - frame.height) // 2
        return box.x + margin_x + box.width // 2, box.y + margin_y + box.height // 2

    # --- hands and eyes ---------------------------------------------------------------------------------------------

    def xdotool(self, *arguments):
        """Does what xdotool does with these arguments; what it is asked for most without starting it."""
        words = collections.deque(map(str, arguments))
        while words:
            word = words.popleft()
            if word == "mousemove":
                self.screen.move(int(words.popleft()), int(words.popleft()))
            elif word in ("mousedown", "mouseup"):
                self.screen.button(int(words.popleft()), word == "mousedown")
            elif word == "click" and words[0].isdigit():
                self.screen.click(int(words.popleft()))
            elif word == "key" and all(map(self.screen.codes_of, words)):
                while words:
                    self.screen.press_keys(self.screen.codes_of(words.popleft()))
            else:
                # with a time limit Python would sleep meanwhile, and look now and then whether it has ended
                subprocess.run(["xdotool", word, *words], check=True)
                return

    def place(self, node):
        """Its middle on the screen, once it stays there: what has just come, or lies below what has, may still be laid out."""
        seen = [None]

        def rests():
            try:
                box = node.get_extents()
                seen.append((box, self.centre(node)) if box.width > 0 and box.height > 0 else None)
            except atspi.Gone:
                seen.append(None)
            return seen[-1] is not None and seen[-1] == seen[-2] and seen[-1][1]

        return self.wait("a place at rest", rests)

    def click(self, node):
        self.xdotool("mousemove", *self.place(node), *CLICK)

    def press(self, name):
        """Clicks the button of that name, once it is there."""
        self.click(self.wait("the button " + name, lambda: self.find("push button", name)))

    def discard_if_asked(self):
        """Gives the game up, where the window asks whether to keep it: it does if there is anything in it."""
        discard = self.find("push button", "Discard")
        try:
            if discard:
                discard.do_action()
        except atspi.Gone:
            pass  # it has just been answered

    def drag(self, start, end):
        (x, y), (to_x, to_y) = self.place(start), self.place(end)
        self.xdotool("mousemove", x, y, "mousedown", 1)
        for part in (0.2, 0.5, 0.8, 1.0):
            self.xdotool("mousemove", round(x + (to_x - x) * part), round(y + (to_y - y) * part))
        self.xdotool("mouseup", 1)

    def give_keyboard(self):
        """What a window manager does with a new window; without it the pointer's place decides."""
        self.xdotool("search", "--sync", "--onlyvisible", "--name", self.name(self.frame), "windowfocus")

    def give_keyboard_to_top(self):
        """The same, with the window that is above all others: it gets the keyboard back when one above it closes."""
        self.screen.focus(self.seen_windows()[-1])

    def ask_xdotool(self, *arguments):
        """What it prints; nothing if there is no such window."""
        return subprocess.run(["xdotool", *arguments], check=False, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL).stdout.decode()

    def seen_windows(self):
        """The windows of the program that the X server shows, menus and tooltips too, the top one last."""
        return self.screen.windows("tab-gui")

    def titles(self):
        """Of the program's windows that the X server shows; menus and tooltips have the program's name."""
        names = [self.screen.title(window).strip() for window in self.seen_windows()]
        return [name for name in names if name not in ("", "tab-gui")]

    def wait_alone(self):
        """Waits until nothing is above the main window. The accessibility tree lets go of a dialogue before the X server
        does, and a key that is pressed meanwhile goes to the dialogue."""
        self.wait("the main window alone", lambda: len(self.titles()) == 1, 30)

    def wait_closed(self, title):
        """Waits until a dialogue has closed. The X server is asked: GTK 4.8 may fall when it is asked for its windows by
        their numbers while one of them goes."""
        self.wait("end of “%s”" % title, lambda: not any(title in shown for shown in self.titles()))

    def drop_file(self, path):
        """Drags a file from a small window of another program into the middle of this one. GTK offers drops only to
        windows that a window manager has marked, and there is none here."""
        found = subprocess.run(["xdotool", "search", "--name", self.name(self.frame)], check=True, stdout=subprocess.PIPE)
        for identity in found.stdout.decode().split():
            subprocess.run(["xprop", "-id", identity, "-f", "WM_STATE", "32c", "-set", "WM_STATE", "1"], check=True)
        program = os.path.join(build_root(), "tests", "file-source")
        environment = dict(os.environ, GDK_BACKEND="x11", GSK_RENDERER="cairo", LC_ALL="C.UTF-8")
        with subprocess.Popen([program, path], env=environment, stdout=subprocess.PIPE) as source:
            assert source.stdout.readline() == b"shown\n"
            self.xdotool("mousemove", 60, 30, "mousedown", 1)
            for x, y in ((70, 40), (90, 60), (150, 120), (250, 200), (300, 300), (310, 310), (320, 310)):
                self.xdotool("mousemove", x, y)
                time.sleep(0.1)
            self.xdotool("mouseup", 1)
            source.wait(20)  # it ends when its file has been taken

    def key(self, *names):
        self.xdotool("key", *names)

    def open_menu(self, name):
        """Opens a menu of the header bar, and returns its entries by their names: also those of the menus in it."""

        def button():
            roles = ("toggle button", "push button")
            return next((node for node in self.walk(self.frame) if self.name(node) == name and self.role(node) in roles), None)

        self.click(self.wait("the button of " + name, button))
        self.wait(name, self.menu_entries)
        return {self.name(node): node for node in self.walk(self.frame) if self.role(node) in MENU_ITEMS}

    def act(self, node):
        """Whether it was there to be pressed."""
        try:
            return node.do_action()
        except atspi.Gone:
            return False

    def menu_entries(self):
        """What is seen of the open menu: a list of (name, box)."""
        items = [node for node in self.walk(self.frame) if self.role(node) in MENU_ITEMS]
        try:
            boxes = [(self.name(node), node.get_extents()) for node in items]
        except atspi.Gone:
            return []  # a menu that has just gone
        return [(name, box) for name, box in boxes if box.width > 0 and box.height > 0]  # those of menus that are shut have no size

    def choose_in_menu(self, words, menus=MENUS):
        """Presses the entry of the header bar's menus that has these words in it, whichever menu it is in."""
        for name in menus:
            self.open_menu(name)
            entries = lambda: [node for node in self.walk(self.frame) if self.role(node) in MENU_ITEMS and words in self.name(node)]
            if entries():
                # An entry that the window makes anew meanwhile (a file that was opened) is looked for again.
                self.wait(words + " pressed", lambda: any(self.act(node) for node in entries()) or not self.menu_entries())
                return
            self.key("Escape")
            self.wait("no menu any more", lambda: not self.menu_entries())
        self.fail("no menu has an entry " + words)

    def pixels(self, node=None, radius=12):
        """The screen as RGB bytes: all of it, or the square around the middle of `node`."""
        if not node:
            return self.screen.pixels(0, 0, *SCREEN)
        x, y = self.centre(node)
        return self.screen.pixels(x - radius, y - radius, 2 * radius, 2 * radius)

    def screenshot(self, path):
        subprocess.run(["import", "-window", "root", path], check=True)

    # --- waiting ------------------------------------------------------------------------------------------------------

    def wait(self, what, condition, seconds=10):
        """Waits until `condition` gives something true, and returns that."""
        seconds *= SCALE
        end = time.monotonic() + seconds
        while True:
            asked = time.monotonic()
            result = condition()
            if result:
                return result
            if self.process.poll() is not None:
                self.fail("the program has ended (%s) while waiting for %s" % (self.process.returncode, what))
            if asked > end:  # a look that began before may have taken all the time, and seen none of what came meanwhile
                self.fail("no %s within %d s" % (what, seconds))
            # A look at the whole tree keeps the program busy; most of the time is left to what is waited for.
            time.sleep(max(0.04, 3 * (time.monotonic() - asked)))

    def wait_pressing(self, what, press, condition, seconds=10):
        """Presses until the condition is true: what changes above a widget may move it away just before it is pressed."""
        again = 0

        def pressed():
            nonlocal again
            found = condition()
            if not found and time.monotonic() > again:
                press()
                again = time.monotonic() + 3
            return found

        return self.wait(what, pressed, seconds)

    def save(self, button, path):
        """Presses the button of a file dialogue until the file is there: GTK passes over it while it still reads the folder."""
        self.wait_pressing("the file " + path, lambda: self.act(button), lambda: os.path.exists(path) and os.path.getsize(path), 30)

    def tell_what_is_read(self):
        """What a screen reader gets to know, for whoever compares it with the screen."""
        try:
            windows = [child.path for child in self.application.children()]
            sys.stderr.write("windows: %s, the main one %s\n" % (windows, self.frame.path))
            for node in itertools.islice(self.walk(), 300):
                if node.get_name():
                    sys.stderr.write("  %s: %s\n" % (node.get_role_name(), node.get_name()))
        except (AttributeError, atspi.Gone) as gone:
            sys.stderr.write("the accessibility tree cannot be read: %s\n" % gone)

    def fail(self, message):
        self.errors.seek(0)
        sys.stderr.write(self.errors.read().decode(errors="replace"))
        test = os.path.splitext(os.path.basename(sys.argv[0]))[0]
        failed = os.path.join(build_root(), test + "-failed.png")
        subprocess.run(["import", "-window", "root", failed], check=False)
        if self.process.poll() is None:
            self.tell_what_is_read()
        self.process.kill()
        raise AssertionError("%s (screen: %s)" % (message, failed))

    def close(self):
        """Quits by the keyboard; the program must end well and say nothing on standard error."""
        self.key("ctrl+q")
        self.expect_end()

    def expect_end(self):
        """Somebody has told it to quit."""
        try:
            status = self.process.wait(10)
        except subprocess.TimeoutExpired:
            self.fail("the program does not quit")
        self.errors.seek(0)
        said = GTK_RACE.sub("", self.errors.read().decode(errors="replace")).strip()
        assert status == 0, "the program ended with status %d: %s" % (status, said)
        assert not said, "the program complained: " + said


class Game:
    """The table in the window, as it is seen."""

    def __init__(self, window):
        self.window = window
        self.board = window.wait("the board", lambda: window.find("table", "Board") or window.find("panel", "Board")
                                 or self._by_name("Board"))
        self.cells = window.wait("the cells", self.board.children)
        self.throw_button = window.find("push button", "Throw")
        self.end_button = window.find("push button", "End Turn")
        self.status_label = window.find("label", "", self._by_name("Game"))

    def _by_name(self, name):
        return next((node for node in self.window.walk() if self.window.name(node) == name), None)

    def labels(self):
        """The cells with what is said of each."""
        names = {node: self.window.name(node) for node in self.window.walk(self.board)}
        return [(cell, names.get(cell, "")) for cell in self.cells]

    def having(self, part):
        return [cell for cell, label in self.labels() if part in label]

    def throw_until_movable(self):
        """Throws with Space until stones can be moved."""

        def thrown():
            if self.window.sensitive(self.throw_button):
                self.window.key("space")
            return self.having("can move with")

        self.window.wait("stones that can move", thrown, 30)

    def says(self, part):
        """Whether a visible label contains the text."""
        for node in self.window.walk(self.window.frame):
            if self.window.name(node) and part in self.window.name(node) and self.window.showing(node):
                return True
        return False


class Clipboard:
    """Another program from which that text has been copied."""

    def __init__(self, path):
        program = os.path.join(build_root(), "tests", "text-source")
        self.process = subprocess.Popen([program, path], env=dict(os.environ, GDK_BACKEND="x11"), stdout=subprocess.PIPE)
        assert self.process.stdout.readline() == b"copied\n"

    def __enter__(self):
        return self

    def __exit__(self, *fault):
        self.process.terminate()
        self.process.wait(20)
        self.process.stdout.close()


def result(window):
    """The headline of the result, if it is on the screen."""
    for node in window.walk(window.frame):
        if re.search(r"has won$|have won!$|^A draw$", window.name(node)) and window.showing(node):
            return window.name(node)
    return None


def program():
    return os.path.join(build_root(), "gui", "tab-gui")


def build_root():
    return os.environ["TAB_BUILD_ROOT"]
