#!/usr/bin/python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Engines are added, tested, set up, copied, removed and brought back by keys and clicks."""

import os
import subprocess

import atspi
import newgame
import uidriver

PEOPLE = ["--new", "--rules", "walker:columns=5", "--white", "human", "--black", "human", "--seed", "4"]
SHUT_IN = "Shut in: no network, no home folder"
MANAGER = (780, 520)  # its default size


class Manager:
    """The window of the engine manager, as it is seen."""

    def __init__(self, window):
        window.key("ctrl+shift+e")
        self.window = window
        self.frame = window.wait("the engine manager", lambda: window.find("frame", "Engines"))
        window.xdotool("mousemove", 300, 480)  # without a window manager the keyboard follows the pointer

    def find(self, role, name=None):
        return self.window.find(role, name, self.frame)

    def click(self, name):
        node = self.find("push button", name) or self.find("list item", name)
        box = node.get_extents()
        frame = self.frame.get_extents()
        x = box.x + (MANAGER[0] - frame.width) // 2 + box.width // 2
        y = box.y + (MANAGER[1] - frame.height) // 2 + box.height // 2
        self.window.xdotool("mousemove", x, y, "click", 1)

    def type(self, text):
        self.window.xdotool("type", "--delay", 1, "--", text)

    def rows(self):
        """The rows' labels; those that vanish meanwhile are left out."""
        labels = []
        for node in self.window.walk(self.frame):
            try:
                if node.get_role_name() == "list item":
                    labels.append(node.get_name())
            except atspi.Gone:
                continue
        return labels

    def says(self, text):
        return any(text in self.window.name(node) and self.window.showing(node) for node in self.window.walk(self.frame))


def count_points():
    """How many points the protocol has."""
    command = [os.path.join(uidriver.build_root(), "protocol", "runner", "tab-match"), "conform", "--list"]
    return len(subprocess.run(command, check=True, stdout=subprocess.PIPE).stdout.splitlines())


def read_file(window):
    path = os.path.join(window.home, "tab", "engines.ini")
    if not os.path.exists(path):
        return ""
    with open(path, encoding="utf-8") as file:
        return file.read()


def program(name):
    return os.path.join(uidriver.build_root(), name)


def command(manager):
    """What stands in the field of the command; None while it cannot be found."""
    text = manager.find("text", "Command")
    if not text:
        return None
    return text.get_text()


def add_engine(manager):
    """A command that is none is refused in words; then one with arguments is taken, and called as it calls itself."""
    window = manager.window
    window.wait("the fields of the game's own engine", lambda: (command(manager) or "").endswith("/tab-engine"))
    manager.click("Add an engine")
    window.wait("a new engine", lambda: command(manager) == "")
    assert not manager.says("was not saved"), "something is lost that nobody has typed"
    manager.type("/nonexistent/engine")
    window.key("alt+s")
    window.wait("the refusal", lambda: manager.says("There is no program “/nonexistent/engine”."))
    assert not read_file(window), "something was stored"
    window.key("alt+c", "ctrl+a")
    manager.type(program("tests/fake-engine"))
    window.wait("no word about the old command", lambda: not manager.says("There is no program"))
    window.key("alt+a")
    manager.type("--name 'Big Fake'")
    window.key("alt+s")
    window.wait("the engine in the list", lambda: any("Big Fake, " in row for row in manager.rows()))
    assert "command=%s;--name;Big Fake;" % program("tests/fake-engine") in read_file(window), read_file(window)


    shut_in = manager.find("check box", SHUT_IN)
    assert shut_in and window.state(shut_in, "checked") == can_shut_in(), "an engine that is added is not shut in"
    assert ("sandbox=yes" in read_file(window)) == can_shut_in(), read_file(window)


def can_shut_in():
    """Whether bubblewrap can start here."""
    try:
        return not subprocess.run(["bwrap", "--unshare-all", "--ro-bind", "/", "/", "--dev", "/dev", "--proc", "/proc", "--size", "1000000",
                                   "--tmpfs", "/tmp", "true"], stderr=subprocess.DEVNULL, check=False).returncode
    except FileNotFoundError:
        return False


def add_without_bubblewrap():
    """Where it is not installed, the window says so, and what is added runs without it. An engine that is to run in it can be told
    not to."""
    home = os.path.join(os.environ["TAB_UI_DESKTOP"], "no-bubblewrap")
    os.makedirs(os.path.join(home, "tab"))
    os.mkdir(os.path.join(home, "empty"))
    with open(os.path.join(home, "tab", "engines.ini"), "w", encoding="utf-8") as file:
        file.write("[Shut]\ncommand=%s;\nsandbox=yes\n" % program("tests/fake-engine"))
    window = uidriver.Window(PEOPLE, {"animation-speed": "'off'"}, {"PATH": os.path.join(home, "empty")}, home=home)
    manager = Manager(window)
    window.wait("the fields of the game's own engine", lambda: (command(manager) or "").endswith("/tab-engine"))
    window.wait("why not", lambda: manager.says("Engines cannot be shut in on this machine: bubblewrap (bwrap)"))
    assert not window.state(manager.find("check box", SHUT_IN), "sensitive")
    window.key("Down")
    window.wait("the engine", lambda: command(manager) == program("tests/fake-engine"))
    assert window.state(manager.find("check box", SHUT_IN), "checked")
    window.key("alt+t")
    window.wait("why it does not start", lambda: manager.says("could not be started"), 20)
    window.key("alt+k", "alt+s")
    window.wait("the switch off in the file", lambda: "sandbox" not in read_file(window))
    manager.click("Add an engine")
    window.wait("a new engine", lambda: command(manager) == "")
    assert not window.state(manager.find("check box", SHUT_IN), "checked")
    manager.click("Remove the engine")
    window.key("Escape")
    window.wait_closed("Engines")
    window.xdotool("mousemove", 500, 600)
    window.close()


def test_engine(manager):
    """What the engine is and plays is told in a player's words, the points of the protocol, as they are asked, are folded
    away; the test can be stopped."""
    window = manager.window
    window.key("alt+t")
    window.wait("the presets", lambda: manager.says("Standard (5–29), Walker (5–29)"))
    assert not manager.says("Handshake: "), "words for the engine's author are shown unasked"
    window.wait("the details folded away", lambda: manager.says("Details for its author"))
    window.key("alt+d")
    window.wait("the handshake", lambda: manager.says("Handshake: "))
    window.wait("points of the protocol", lambda: manager.says("of %d asked" % count_points()), 20)
    window.key("alt+o")
    window.wait("the options", lambda: window.find("frame", "Options of Big Fake"))
    assert manager.find("push button", "Stop Test"), "asking for the options has ended the test"
    window.xdotool("mousemove", 100, 300)
    window.key("Escape")
    window.wait_closed("Options of Big Fake")
    window.xdotool("mousemove", 300, 480)
    window.key("alt+t")
    window.wait("the end of the test", lambda: manager.says("The test was stopped."))


def ask_what_is_typed(manager):
    """The options are those of the program in the fields, also where it is not saved yet, and its test goes on."""
    window = manager.window
    window.key("alt+a", "ctrl+a")
    manager.type("--name Other")
    window.key("alt+t")
    window.wait("points of the protocol", lambda: manager.says("of %d asked" % count_points()), 20)
    window.key("alt+o")
    window.wait("the options", lambda: window.find("frame", "Options of "))
    assert "--name;Other;" in read_file(window), read_file(window)
    assert manager.find("push button", "Stop Test"), "asking for the options has ended the test"
    window.xdotool("mousemove", 100, 300)
    window.key("Escape")
    window.wait_closed("Options of ")
    window.xdotool("mousemove", 300, 480)
    window.key("alt+t")
    window.wait("the end of the test", lambda: manager.says("The test was stopped."))
    window.key("alt+a", "ctrl+a")
    manager.type("--name 'Big Fake'")
    window.key("alt+s")
    window.wait("the name from before", lambda: any("Big Fake, " in row for row in manager.rows()))


def test_no_engine(manager):
    """Of a program that is no engine it is said why it cannot play; the words of the protocol are one click away."""
    window = manager.window
    manager.click("Add an engine")
    manager.type("/bin/false")
    window.key("alt+t")
    window.wait("what is wrong", lambda: manager.says("✗ The engine cannot play: the engine has ended."))
    window.wait("the details unfolded as before", lambda: manager.says("false: ended"))
    window.key("alt+s")
    window.wait("the mark", lambda: "false, ⚠ failed its test" in manager.rows())
    assert "passed=false" in read_file(window), read_file(window)
    window.wait("the fault, which stays", lambda: manager.says("cannot play"))
    window.key("alt+c", "End")
    manager.type("ly")
    window.wait("no word about the old command", lambda: not manager.says("cannot play"))
    manager.click("Remove the engine")


def set_options(manager):
    """The dialog made from what the engine declares: a number, a word out of three, a switch, text, a button."""
    window = manager.window
    window.key("alt+o")
    dialog = window.wait("the options", lambda: window.find("frame", "Options of Big Fake"))
    for role, name in (("spin button", "Threads"), ("check box", "Own Book"), ("check box", "Clear Hash")):
        assert window.find(role, name, dialog), "no %s for %s" % (role, name)
    window.xdotool("mousemove", 100, 300)
    window.key("ctrl+a")  # the first field has the keyboard
    manager.type("12")
    window.key("Tab", "Tab", "space")  # past Style to Own Book
    window.key("alt+a")
    window.wait_closed("Options of Big Fake")
    window.wait("the options in the file", lambda: "option.Threads=12" in read_file(window))
    return read_file(window)


def set_limits(manager):
    """A variable of the environment and a limit of memory; a line that is none is refused in words."""
    window = manager.window
    window.xdotool("mousemove", 300, 480)
    window.key("alt+e")  # unfolds what is seldom needed
    window.wait("the variables", lambda: window.showing(manager.find("text", "Variables")))
    window.key("alt+v")
    manager.type("OMP_NUM_THREADS=1")
    window.key("Return")
    manager.type("=2")
    window.key("alt+s")
    window.wait("the refusal", lambda: manager.says("“=2” does not begin with the name of a variable."))
    assert "env." not in read_file(window), read_file(window)
    window.key("alt+v", "BackSpace", "BackSpace")
    manager.type("DISPLAY")
    window.key("alt+m", "ctrl+a")
    manager.type("512")
    window.key("alt+r")  # all other variables, too
    window.key("alt+s")
    window.wait("the variable in the file", lambda: "env.OMP_NUM_THREADS=1" in read_file(window))
    stored = read_file(window)
    assert "unset.DISPLAY=true" in stored and "memory=512" in stored and "cpu=" not in stored, stored
    assert "inherit-env=yes" in stored, stored


def change_without_saving(manager):
    """What was typed is kept when another engine is chosen."""
    window = manager.window
    window.xdotool("mousemove", 300, 480)
    window.key("alt+n", "ctrl+a")
    manager.type("Renamed")
    manager.click("Add an engine")
    window.wait("the new name", lambda: any(row.startswith("Renamed, ") for row in manager.rows()))
    assert "[Renamed]" in read_file(window), read_file(window)
    window.wait("the row of the new engine", lambda: "New engine, not saved yet" in manager.rows())


def leave_wrong_entry(manager):
    """What cannot be kept holds nobody: another engine, a new one, taking it away and closing go on, and it can be brought back."""
    window = manager.window
    refusal = "There is no program “/no/such/prog”."

    def wait_for(text):
        window.wait("the command " + text, lambda: command(manager) == text)

    def bring_back():
        window.key("alt+u")
        wait_for("/no/such/prog")

    fake = program("tests/fake-engine")
    manager.type("/no/such/prog")
    window.key("alt+s")
    window.wait("the refusal", lambda: manager.says(refusal))
    manager.click("Renamed, ")
    wait_for(fake)
    window.wait("what became of it", lambda: manager.says("“/no/such/prog” was not saved. " + refusal))
    bring_back()
    manager.click("Add an engine")
    wait_for("")
    bring_back()
    manager.click("Remove the engine")
    wait_for(fake)
    assert manager.says("“/no/such/prog” was removed."), "the window does not say what was removed"
    assert "New engine, not saved yet" not in manager.rows(), manager.rows()
    window.key("alt+c", "ctrl+a")
    manager.type("/no/such/prog")
    manager.click("Duplicate the engine")
    wait_for(fake)
    bring_back()
    assert "Renamed, " + fake in manager.rows(), "it was brought back as another engine"
    window.xdotool("mousemove", 500, 600)  # the manager is asked for once more
    window.key("ctrl+shift+e")
    window.xdotool("mousemove", 300, 480)
    window.wait("nothing else", lambda: command(manager) == "/no/such/prog")
    assert "/no/such" not in read_file(window), read_file(window)


def close_wrong_entry(manager):
    """Closing asks, once; Escape goes back to it, and Discard closes."""
    window = manager.window
    window.key("Escape")
    window.wait("the question", lambda: window.find("push button", "Keep Editing"))
    window.give_keyboard_to_top()
    window.key("Escape")
    window.wait("no question", lambda: not window.find("push button", "Keep Editing"))
    window.xdotool("mousemove", 300, 480)
    window.key("Escape")
    discard = window.wait("the question", lambda: window.find("push button", "Discard"))
    discard.do_action()
    window.wait_closed("Engines")
    stored = read_file(window)
    assert stored.count("command=") == 2 and "/no/such" not in stored, stored


def copy_and_remove(manager):
    window = manager.window
    manager.click("Renamed (2), ")
    window.wait("the copy chosen", lambda: window.sensitive(manager.find("push button", "Remove the engine")))
    manager.click("Remove the engine")
    window.wait("the copy gone", lambda: not any("(2)" in row for row in manager.rows()))
    manager.click("Duplicate the engine")
    window.wait("the copy", lambda: any("Renamed (2), " in row for row in manager.rows()))
    window.wait("the copy in the file", lambda: read_file(window).count("option.Threads=12") == 2)
    window.key("alt+f")  # leaves the list alone
    manager.click("Remove the engine")
    window.wait("the copy gone", lambda: not any("(2)" in row for row in manager.rows()))
    assert manager.says("“Renamed (2)” was removed."), "the window does not say what was removed"
    window.key("alt+u")
    window.wait("the copy again", lambda: any("Renamed (2), " in row for row in manager.rows()))
    assert read_file(window).count("option.Threads=12") == 2, read_file(window)
    window.key("alt+f")
    manager.click("Remove the engine")
    window.wait("the copy gone again", lambda: not any("(2)" in row for row in manager.rows()))
    assert read_file(window).count("command=") == 1, read_file(window)
    window.key("Escape")
    window.wait_closed("Engines")


def manage():
    uidriver.enter_desktop(__file__)
    window = uidriver.Window(PEOPLE, {"animation-speed": "'off'"})
    manager = Manager(window)
    empty = [node for node in window.walk(manager.frame) if window.role(node) == "status bar" and window.showing(node)]
    assert not empty, "a place for what a test finds is there before there is a test"
    add_engine(manager)
    test_engine(manager)
    ask_what_is_typed(manager)
    test_no_engine(manager)
    stored = set_options(manager)
    assert "option.Own Book=true" in stored, stored
    set_limits(manager)
    change_without_saving(manager)
    leave_wrong_entry(manager)
    close_wrong_entry(manager)
    window.xdotool("mousemove", 500, 600)
    copy_and_remove(Manager(window))
    window.xdotool("mousemove", 500, 600)
    window.close()


def change_file():
    """Another program changes the list while somebody types: that stays with its engine, wherever it is now, and can be saved;
    if the engine is gone, it becomes no other's, and can be brought back."""
    home = os.path.join(os.environ["TAB_UI_DESKTOP"], "changed")
    os.makedirs(os.path.join(home, "tab"))
    path, fake = os.path.join(home, "tab", "engines.ini"), program("tests/fake-engine")
    engines = ["[%s]\ncommand=%s;--name;%s;\n" % (name, fake, name) for name in ("Anna", "Berta")]
    with open(path, "w", encoding="utf-8") as file:
        file.write("\n".join(engines))
    window = uidriver.Window(PEOPLE, {"animation-speed": "'off'"}, home=home)
    manager = Manager(window)
    window.key("Down")
    window.wait("the engine", lambda: command(manager) == fake)
    window.key("alt+c", "ctrl+a")
    manager.type("/bin/false")
    with open(path, "w", encoding="utf-8") as file:
        file.write("\n".join(reversed(engines)))
    window.wait("what was typed", lambda: command(manager) == "/bin/false")
    window.key("alt+s")
    window.wait("the list read again", lambda: manager.says("What you typed is not saved yet."))
    assert command(manager) == "/bin/false", "what was typed is gone"
    assert manager.rows()[1].startswith("Berta, "), manager.rows()
    window.key("alt+s")
    window.wait("it saved", lambda: "Anna, ⚠ failed its test" in manager.rows() or "Anna, /bin/false" in manager.rows())
    with open(path, encoding="utf-8") as file:
        berta, anna = file.read().split("[Anna]")
    assert "command=%s;" % fake in berta and "command=/bin/false" in anna, (berta, anna)
    window.key("alt+c", "ctrl+a")
    manager.type("/no/such/prog")
    with open(path, "w", encoding="utf-8") as file:
        file.write(engines[1])
    window.wait("what was typed", lambda: command(manager) == "/no/such/prog")
    manager.click("Remove the engine")
    window.wait("the list read again", lambda: manager.says("was changed by another program"))
    window.wait("the other engine's own command", lambda: command(manager) == fake)
    assert manager.says("“Anna” was not saved. The list of engines has changed."), "it is not said what became of it"
    window.key("alt+u")
    window.wait("what was typed", lambda: command(manager) == "/no/such/prog")
    assert "New engine, not saved yet" in manager.rows(), manager.rows()
    manager.click("Remove the engine")
    window.wait("the other engine's own command", lambda: command(manager) == fake)
    window.key("alt+c", "ctrl+a")
    manager.type("/bin/false")
    with open(path, "w", encoding="utf-8") as file:
        file.write(engines[0])
    window.wait("what was typed", lambda: command(manager) == "/bin/false")
    window.key("alt+i")
    window.wait("the list read again", lambda: manager.says("“Berta” was not saved. The list of engines"))
    assert "Anna, disabled" not in manager.rows(), "another engine is disabled"
    window.key("Escape")
    window.wait_closed("Engines")
    with open(path, encoding="utf-8") as file:
        assert file.read() == engines[0]
    window.xdotool("mousemove", 500, 600)
    window.close()


def mend_file():
    """One engine without a command refuses the file. Who starts a game then does not lose the engines that were chosen before, and
    the manager lists them as soon as one comes back to it from mending the file."""
    home = os.path.join(os.environ["TAB_UI_DESKTOP"], "mended")
    os.makedirs(os.path.join(home, "tab"))
    path, good = os.path.join(home, "tab", "engines.ini"), "[Anna]\ncommand=%s;\n\n# mine\n[Berta]\ncommand=" % program("tests/fake-engine")
    with open(path, "w", encoding="utf-8") as file:
        file.write(good + "\n")
    chosen = {"opponent-engine": "'Anna'", "white-engine": "'Anna'", "black-engine": "'Berta'"}
    window = uidriver.Window(PEOPLE[:-4], {"animation-speed": "'off'", **chosen}, home=home)
    window.key("ctrl+n")
    dialogue = window.wait("the next game's players", lambda: window.find("frame", "New Game"))
    window.wait("what is wrong", lambda: any("[Berta] command: is empty" in window.name(node) for node in window.walk(dialogue)))
    newgame.press(window, "Start")
    window.wait("no dialogue any more", lambda: not window.find("frame", "New Game"))
    window.xdotool("mousemove", 500, 600)
    manager = Manager(window)
    window.wait("what is wrong", lambda: manager.says("[Berta] command: is empty"))
    with open(path, "w", encoding="utf-8") as file:
        file.write(good + "/bin/false\n")
    window.give_keyboard()
    window.give_keyboard_to_top()
    window.wait("the engines", lambda: any(row.startswith("Anna, ") for row in manager.rows()))
    assert not manager.says("is empty"), "it is still said to be wrong"
    assert read_file(window) == good + "/bin/false\n", read_file(window)
    window.key("Escape")
    window.wait_closed("Engines")
    with open(os.path.join(home, "glib-2.0", "settings", "keyfile"), encoding="utf-8") as file:
        stored = file.read()
    assert all("%s=%s" % pair in stored for pair in chosen.items()), stored
    window.xdotool("mousemove", 500, 600)
    window.close()


def choose_failed():
    """An engine that failed its test is marked where opponents are chosen, and where one that analyses is."""
    home = os.path.join(os.environ["TAB_UI_DESKTOP"], "failed")
    os.makedirs(os.path.join(home, "tab"))
    with open(os.path.join(home, "tab", "engines.ini"), "w", encoding="utf-8") as file:
        file.write("[Fake]\ncommand=%s;\npassed=false\n" % program("tests/fake-engine"))
    settings = {"animation-speed": "'off'", "show-analysis": "true", "analysis-engine": "'Fake'", "opponent-engine": "'Fake'"}
    window = uidriver.Window(PEOPLE[:-4], settings, home=home)
    mark = "⚠ Fake (failed its test)"
    window.wait("the mark beside the board", lambda: window.find("label", mark, window.frame))
    window.key("ctrl+n")
    dialogue = window.wait("the next game's players", lambda: window.find("frame", "New Game"))
    window.wait("the mark in the dialogue", lambda: window.find("label", mark, dialogue))
    window.xdotool("mousemove", 300, 300)  # without a window manager the keyboard follows the pointer
    window.key("Escape")
    window.wait("no dialogue any more", lambda: not window.find("frame", "New Game"))
    window.xdotool("mousemove", 500, 600)
    window.close()


def tell_rules():
    """An engine that does not promise the rules of the next game is told of where it is chosen, until they are others; and one that
    cannot start."""
    home = os.path.join(os.environ["TAB_UI_DESKTOP"], "rules")
    os.makedirs(os.path.join(home, "tab"))
    with open(os.path.join(home, "tab", "engines.ini"), "w", encoding="utf-8") as file:
        file.write("[Narrow]\ncommand=%s;--rules;standard columns 5 9;\n[Broken]\ncommand=/bin/false;\n" % program("tests/fake-engine"))
    window = uidriver.Window(PEOPLE[:-4], {"animation-speed": "'off'", "opponent-engine": "'Narrow'", "rules": "'standard'"}, home=home)
    newgame.open_by_key(window, "Standard")
    words = "“Narrow” does not say that it plays by these rules."
    window.wait("the word about its rules", lambda: newgame.says(window, words))
    newgame.set_number(window, "Columns", 9)
    window.wait("no word any more", lambda: not newgame.says(window, words))
    newgame.set_number(window, "Columns", 10)
    window.wait("the word about its rules", lambda: newgame.says(window, words))
    window.xdotool("mousemove", 300, 300)  # without a window manager the keyboard follows the pointer
    window.key("Escape")
    window.wait("no dialogue any more", lambda: not window.find("frame", "New Game"))
    window.xdotool("mousemove", 500, 600)
    window.close()
    window = uidriver.Window(PEOPLE[:-4], {"animation-speed": "'off'", "opponent-engine": "'Broken'"}, home=home)
    window.key("ctrl+n")
    window.wait("why it cannot play", lambda: any(window.name(node).startswith("Broken: ") for node in newgame.look(window)))
    window.xdotool("mousemove", 300, 300)
    window.key("Escape")
    window.wait("no dialogue any more", lambda: not window.find("frame", "New Game"))
    window.xdotool("mousemove", 500, 600)
    window.close()


def test_in_german():
    """What an engine does not keep is said in the language of the window."""
    home = os.path.join(os.environ["TAB_UI_DESKTOP"], "german")
    os.makedirs(os.path.join(home, "tab"))
    with open(os.path.join(home, "tab", "engines.ini"), "w", encoding="utf-8") as file:
        file.write("[Fake]\ncommand=%s;\n" % program("tests/fake-engine"))
    window = uidriver.Window(PEOPLE, {"animation-speed": "'off'"}, {"LANGUAGE": "de"}, home=home)
    window.key("ctrl+shift+e")
    frame = window.wait("the engine manager", lambda: window.find("frame", "Programme"))
    window.xdotool("mousemove", 300, 480)
    window.key("Down")
    row = window.wait("the engine", lambda: window.find("list item", "Fake, ", frame))
    window.wait("the engine chosen", lambda: window.state(row, "selected"))
    window.find("push button", "Prüfen", frame).do_action()
    window.wait("who it is", lambda: any("Fake Engine" in window.name(node) for node in window.walk(frame)))
    window.key("alt+h")  # unfolds what is for its author
    failed = "11 Ein unbekannter Befehl bekommt ein `error unknown-command`."
    window.wait("a point that failed", lambda: any(failed in window.name(node) for node in window.walk(frame)), 60)
    window.key("Escape")
    window.wait_closed("Programme")
    window.xdotool("mousemove", 500, 600)
    window.close()


if __name__ == "__main__":
    manage()
    add_without_bubblewrap()
    change_file()
    mend_file()
    choose_failed()
    tell_rules()
    test_in_german()
