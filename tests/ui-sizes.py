#!/usr/bin/python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""The window at the sizes of a phone, half a screen and a large one: it is as small as it was asked for, the board has the room,
and nothing that can be pressed lies outside or over something else; also in Arabic, mirrored, and in German, with the longest words."""

import os
import re
import subprocess
import tempfile
import time

import atspi
import uidriver

uidriver.SCREEN = (1640, 1240)
ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
SIZES = ((360, 640), (600, 400), (1000, 720), (1500, 420), (1600, 1200), (500, 700), (760, 500), (360, 480))
QUIET = {"animation-speed": "'off'", "sounds": "false", "offer-lesson": "false", "show-turns": "false"}
GAME = ["--new", "--rules", "standard:columns=11", "--white", "human", "--black", "human", "--seed", "1"]
BORDER = 10  # of a window without a window manager, on both sides together
PRESSED = ("push button", "toggle button", "check box", "radio button", "combo box", "text", "spin button", "page tab", "table")

# new game, preferences, engines, log, position editor, throws, rules, lessons, problems, games: each by its key
DIALOGUES = ("ctrl+n", "ctrl+comma", "ctrl+shift+e", "ctrl+shift+l", "ctrl+e", "ctrl+t", "ctrl+r", "ctrl+l", "ctrl+shift+p", "ctrl+shift+o")


def box_of(window, node):
    return node.get_extents()


def pressables(window, node, seen=None):
    """What can be pressed there: (name, box), without what has no size now, as in a menu that is shut, or is scrolled out of what
    is seen. A board is one thing."""
    try:
        role, box = node.get_role_name(), box_of(window, node)
        # by their numbers: what is in a page that is not shown has none
        children = [child for child in map(node.get_child_at_index, range(node.get_child_count())) if child]
        name = node.get_name()
    except atspi.Gone:
        return []
    if role in PRESSED:
        hidden = seen and not (seen.y <= box.y and box.y + box.height <= seen.y + seen.height)
        return [(name, box)] if box.width > 0 and box.height > 0 and window.showing(node) and not hidden else []
    if role == "scroll pane":
        seen = box
    return [found for child in children for found in pressables(window, child, seen)]


def overlap(one, other):
    across = min(one.x + one.width, other.x + other.width) - max(one.x, other.x)
    down = min(one.y + one.height, other.y + other.height) - max(one.y, other.y)
    return across > 1 and down > 1


def find_misplaced(window, top):
    """What is not inside the window, or over something else, by more than a pixel of its margin; None: nothing is."""
    frame, found = box_of(window, top), pressables(window, top)
    if not found:
        return "nothing is there to be pressed"
    for i, (name, box) in enumerate(found):
        right, bottom = box.x + box.width, box.y + box.height
        if box.x < -1 or box.y < -1 or right > frame.width + 1 or bottom > frame.height + 1:
            return "“%s” at %d, %d, %d×%d is not inside" % (name, box.x, box.y, box.width, box.height)
        for other, beside in found[:i]:
            if overlap(box, beside):
                return "“%s” lies over “%s”" % (name, other)
    return None


def check_places(window, top, where):
    """All finds its place; a window that has just come may still be laid out."""
    end = time.monotonic() + 5
    while (fault := find_misplaced(window, top)) and time.monotonic() < end:
        time.sleep(0.1)
    assert not fault, "%s: %s" % (where, fault)


def open_game(size, language, arguments=GAME, settings=None):
    window = uidriver.Window(arguments, dict(QUIET, **settings or {}), {"LANGUAGE": language}, size=size)
    window.give_keyboard()
    return window


def find_board(window):
    return window.wait("the board", lambda: window.find("table"))


def check_size(window, size, where):
    frame = box_of(window, window.frame)
    assert (frame.width + BORDER, frame.height + BORDER) == size, "%s: %d×%d" % (where, frame.width, frame.height)


def resize(window, size):
    """Drags the window to this size, as far as it goes."""
    window.xdotool("windowsize", window.seen_windows()[0], *size)
    window.size = size
    window.wait("%d×%d" % size, lambda: (lambda box: (box.width + BORDER, box.height + BORDER))(box_of(window, window.frame)) == size)
    time.sleep(0.1)  # what is small or large now is so in the next frame


def check_play(language, throw):
    """One window through all sizes while throws come; what it was asked for at its start is kept to, too."""
    window = open_game(SIZES[0], language)
    board = find_board(window)
    check_size(window, SIZES[0], language)
    for size in SIZES:
        where = "%d×%d, %s" % (*size, language)
        resize(window, size)
        window.key("space")
        check_places(window, window.frame, where)
        box = box_of(window, board)
        if size[0] == 360:
            assert box.width >= 0.95 * (360 - BORDER), "%s: the board is %d wide" % (where, box.width)
        if size == (1500, 420):
            button = box_of(window, find_pressed(window, throw))
            beside = button.x + button.width <= box.x if language == "ar" else box.x + box.width <= button.x
            assert beside and box.height >= 0.8 * 420, "%s: the board, %d high, is not beside the button" % (where, box.height)
    window.close()


def check_offer():
    """On a small telephone the board can be seen and touched below what the window says first: the offer of a lesson."""
    window = uidriver.Window([], dict(QUIET, **{"offer-lesson": "true"}), size=(360, 480))
    window.give_keyboard()
    window.wait("the offer", lambda: find_pressed(window, "Begin the Lesson"))
    cells = window.wait("the cells", lambda: find_board(window).children())
    window.wait("cells wide enough", lambda: box_of(window, cells[0]).width >= 14)
    check_places(window, window.frame, "the offer of a lesson")
    window.close()


def check_large_font():
    """Headings are as large as the desktop's font."""
    home = tempfile.mkdtemp(dir=os.environ["TAB_UI_DESKTOP"])
    os.mkdir(os.path.join(home, "gtk-4.0"))
    with open(os.path.join(home, "gtk-4.0", "settings.ini"), "w", encoding="utf-8") as file:
        file.write("[Settings]\ngtk-font-name=Sans 20\n")
    window = uidriver.Window(GAME, QUIET, size=(1200, 800), home=home)
    window.give_keyboard()
    find_board(window)
    window.key("ctrl+r")
    heading = window.wait("a heading", lambda: window.find("label", "The board"))
    window.wait("a line of 20 points", lambda: box_of(window, heading).height >= 26)
    window.give_keyboard_to_top()
    window.key("Escape")
    window.wait_alone()
    window.give_keyboard()
    window.close()


def find_pressed(window, words):
    """The button of that name, where it is seen."""
    button = next((node for node in window.walk(window.frame) if window.name(node) == words and node.get_role_name() in PRESSED), None)
    return button if button and box_of(window, button).width > 0 else None


def expect_page(window, size, where):
    """One pane has the whole window, and nothing of the table is left for pointer or reader."""
    window.wait("a page in the table's place", lambda: not window.find("table"))
    check_places(window, window.frame, where)
    check_size(window, size, where)


def check_pages(size, language, words):
    """A pane comes as a page, in place of one that is there; its way back are a button and Escape. Nobody plays below it."""
    back, comment, throw = words
    where = "pages, %d×%d, %s" % (*size, language)
    window = open_game(size, language, settings={"show-analysis": "true"})
    find_board(window)
    window.key("F9")
    expect_page(window, size, where)
    assert find_pressed(window, comment), where
    window.key("F8")
    window.wait("the other page", lambda: not find_pressed(window, comment))
    expect_page(window, size, where)
    window.key("Escape")
    find_board(window)
    check_places(window, window.frame, where)
    window.wait("the keyboard at the next step", lambda: window.state(find_pressed(window, throw), "focused"))
    window.key("F9")
    expect_page(window, size, where)
    window.key("3")
    window.click(find_pressed(window, back))
    find_board(window)
    assert find_pressed(window, throw) and window.sensitive(find_pressed(window, throw)), where
    window.close()


def check_keys_below():
    """Ctrl+Right leads to no stone that a page covers."""
    window = open_game((360, 640), "en", ["--rules", "ludii:columns=5", "--position", "5/T1m2/5/5 w 2 - 9", "--white", "human", "--black", "human"])
    find_board(window)
    window.key("F9")
    back = window.wait("the list", lambda: find_pressed(window, "Back to the Table"))
    window.wait("the keyboard on the way back", lambda: window.state(back, "focused"))
    window.key("ctrl+Right", "Return")
    find_board(window)
    window.close()


def check_beside():
    """Where there is room a pane stands beside the table, and one that was a page in a narrow window comes back there."""
    window = open_game((1000, 720), "en", settings={"show-turns": "true"})
    board = find_board(window)
    comment = window.wait("the list", lambda: find_pressed(window, "Comment"))
    assert box_of(window, board).x + box_of(window, board).width <= box_of(window, comment).x
    window.key("F8")
    window.wait("both", lambda: find_pressed(window, "Analysis") and find_pressed(window, "Comment"))
    check_places(window, window.frame, "beside")
    window.close()


def check_keyboard():
    """The keyboard stays where it was while the list of turns, beside the table, goes and comes back. From the list it goes nowhere,
    and the next step takes it."""
    window = open_game((900, 640), "en", settings={"show-turns": "true"})
    find_board(window)
    focused = lambda: [window.name(node) for node in window.walk(window.frame) if window.state(node, "focused")]
    for there, after in (("Throw", ["Throw"]), ("Comment", [])):
        for _ in range(40):
            if focused() == [there]:
                break
            window.key("Tab")
            time.sleep(0.05)
        assert focused() == [there], focused()
        for size, listed in (((600, 640), False), ((900, 640), True)):
            resize(window, size)
            window.wait("the list" if listed else "no list", lambda: bool(find_pressed(window, "Comment")) == listed)
            assert focused() == after, "the keyboard went from %s to %s at %d×%d" % (there, focused(), *size)
    window.close()


def is_quiet(window):
    """Whether the window computes next to nothing for a second."""

    def used():
        with open("/proc/%d/stat" % window.process.pid, encoding="ascii") as file:
            return sum(map(int, file.read().rsplit(")", 1)[1].split()[11:13])) / os.sysconf("SC_CLK_TCK")

    before = used()
    time.sleep(1)
    return used() - before < 0.1


def check_verge():
    """Where there is only just room for both, a pane stands beside the table and stays there, also one that would like to be wider
    for its large letters: nothing comes and goes."""
    home = tempfile.mkdtemp(dir=os.environ["TAB_UI_DESKTOP"])
    os.mkdir(os.path.join(home, "gtk-4.0"))
    with open(os.path.join(home, "gtk-4.0", "settings.ini"), "w", encoding="utf-8") as file:
        file.write("[Settings]\ngtk-font-name=Sans 20\n")
    window = uidriver.Window(GAME, dict(QUIET, **{"show-analysis": "true"}), size=(760, 700), home=home)
    window.give_keyboard()
    board = find_board(window)
    window.wait("the analysis", lambda: find_pressed(window, "Analyse Whole Game"))
    window.key("F9")
    window.wait("the list", lambda: find_pressed(window, "Comment"))
    window.wait("a window at rest", lambda: is_quiet(window), 30)
    check_places(window, window.frame, "on the verge")
    assert find_pressed(window, "Analyse Whole Game") and find_pressed(window, "Comment") and box_of(window, board).width > 300
    window.close()


def check_entry():
    """The pictures of real sticks keep the keyboard when they get a line of their own, and when they come back from it."""
    window = open_game((1000, 720), "en", settings={"real-sticks": "'all'"})
    find_board(window)

    def has_keyboard():
        return window.state(window.find("push button", "The sticks show 1"), "focused")

    for _ in range(20):
        if has_keyboard():
            break
        window.key("Tab")
        time.sleep(0.05)
    for size in ((1000, 720), (1500, 420), (1000, 720)):
        resize(window, size)
        window.wait("the keyboard on the pictures at %d×%d" % size, has_keyboard)
    window.close()


def check_status():
    """The longest of what is said below the board has room in a narrow or low window, without its end cut off."""
    waiting = ["--rules", "standard", "--position", "3n3nn1(FF)/11/2(MM)8/NN4M4 w 4,2 - 17", "--white", "human", "--black", "human"]
    words = "Ein Stapel auf der Grundreihe des Gegners wartet, bis Ihre eigene leer ist und Sie keine einzelnen Steine haben."
    for size, wanted in (((360, 640), 2.5), ((600, 400), 1.8)):
        window = open_game(size, "de", waiting)
        board = find_board(window)
        window.click(board.get_child_at_index(10))
        status = window.wait("why the pile waits", lambda: window.find("label", words))
        lines = box_of(window, status).height / box_of(window, window.find("label", "ist am Zug")).height
        assert lines >= wanted, "room for %.1f lines at %d×%d" % (lines, *size)
        window.close()


def translate(language, text, file):
    with open(os.path.join(ROOT, "po", language + ".po"), encoding="utf-8") as lines:
        found = re.search(r'#: [^"]*%s[^"]*\nmsgid "%s"\nmsgstr "(.*)"' % (re.escape(file), re.escape(text)), lines.read())
    return found[1]


def check_lesson_buttons(language):
    """They stand in one line in every language."""
    window = open_game((360, 640), language)
    find_board(window)
    window.key("ctrl+l")
    lesson = window.wait("the lesson", lambda: next((node for node in window.walk() if node.get_role_name() == "frame"
                                                     and window.find("label", translate(language, "Lessons", "lesson-window.ui"), node)), None))
    names = [translate(language, name, "lesson-window.ui") for name in ("Back", "Again", "Show Me", "Next")]
    buttons = [window.wait("the button " + name, lambda: window.find("push button", name, lesson)) for name in names]
    window.wait("%s: one line of %s" % (language, names), lambda: box_of(window, buttons[0]).y > 0
                and len({box_of(window, button).y for button in buttons}) == 1)
    window.close()


def check_lesson():
    """The buttons of a lesson stand in one line in a narrow window, and the board has what that saves; in a low one the words stand
    beside the board, all of which is seen."""
    window = open_game((360, 640), "en")
    find_board(window)
    window.key("ctrl+l")
    lesson = window.wait("the lesson", lambda: window.find("frame", "Lessons"))
    following = window.wait("its buttons", lambda: window.find("push button", "Next", lesson))
    window.wait("one line of them", lambda: box_of(window, following).y == box_of(window, window.find("push button", "Back", lesson)).y > 0)
    board = window.wait("its board", lambda: window.find("table", start=lesson))
    window.wait("a board with room", lambda: box_of(window, board).height >= 155)
    window.close()
    window = open_game((600, 400), "en")
    find_board(window)
    window.key("ctrl+l")
    lesson = window.wait("the lesson", lambda: window.find("frame", "Lessons"))
    for what in (("table", None), ("push button", "Next"), ("push button", "Throw")):
        window.wait("the %s, whole" % what[0], lambda: (lambda box: 0 < box.y and box.y + box.height < 395)(box_of(window, window.find(*what, lesson))))
    window.close()


def frames(window):
    """The windows that there are, or None while the program is too busy to tell."""
    try:
        found = window.application.children()
    except atspi.Gone:
        return None
    return [frame for frame in found if frame and window.showing(frame)]


def check_dialogues(language):
    """Each fills a phone's window and no more, what it scrolls aside, and can be left by Escape."""
    window = open_game((360, 640), language)
    find_board(window)
    for key in DIALOGUES:
        where = "%s, %s" % (key, language)
        window.key(key)
        dialogue = window.wait(where, lambda: next((frame for frame in frames(window) or [] if frame != window.frame), None))
        box = window.wait(where + " at its size", lambda: (lambda box: box if box.width > 0 else None)(box_of(window, dialogue)))
        assert box.width <= 350 and box.height <= 630, "%s: %d×%d" % (where, box.width, box.height)
        beyond = [name for name, place in pressables(window, dialogue) if place.x < 0 or place.x + place.width > box.width]
        assert not beyond, "%s: cut at the side: %s" % (where, ", ".join(beyond))
        window.give_keyboard_to_top()
        window.key("Escape")
        window.wait("no dialogue any more: " + where, lambda: frames(window) == [window.frame])
        window.give_keyboard_to_top()
    window.close()


def check_low():
    """Over a low window no dialogue is higher than it, however wide the window is."""
    window = open_game((1500, 420), "en")
    find_board(window)
    for key in DIALOGUES:
        window.key(key)
        dialogue = window.wait(key, lambda: next((frame for frame in frames(window) or [] if frame != window.frame), None))
        box = window.wait(key + " at its size", lambda: (lambda box: box if box.width > 0 else None)(box_of(window, dialogue)))
        assert box.height <= 410, "%s: %d×%d over a window 410 high" % (key, box.width, box.height)
        check_places(window, dialogue, key)
        window.give_keyboard_to_top()
        window.key("Escape")
        window.wait("no dialogue any more: " + key, lambda: frames(window) == [window.frame])
        window.give_keyboard_to_top()
    window.close()


def check_new_game():
    """A new game is chosen without scrolling in a window of the size that the program begins with."""
    window = open_game((1000, 720), "en")
    find_board(window)
    window.key("ctrl+n")
    last = window.wait("the last line", lambda: window.find("label", "Empty: random throws"))
    window.wait("its place", lambda: box_of(window, last).height > 0)
    whole, box = box_of(window, window.find("frame", "New Game")), box_of(window, last)
    assert box.y + box.height <= whole.height <= 720, "the last line ends at %d of %d" % (box.y + box.height, whole.height)
    window.give_keyboard_to_top()
    window.key("Escape")
    window.wait("no dialogue any more", lambda: frames(window) == [window.frame])
    window.give_keyboard_to_top()
    window.close()


def write_long_game(folder):
    """The first turns of a game between two engines, as a file."""
    programs = [os.path.join(uidriver.build_root(), *path) for path in (("protocol", "runner", "tab-match"), ("engine", "tab-engine"))]
    whole = os.path.join(folder, "whole.tab")
    subprocess.run([programs[0], *("--engine", "cmd=" + programs[1]) * 2, "--rules", "walker:columns=11", "--games", "1", "--no-pairs", "--nodes",
                    "200", "--seed", "11", "--quiet", "--no-times", "--record", whole], check=True, stdout=subprocess.DEVNULL)
    with open(whole, encoding="utf-8") as file:
        lines = file.read().splitlines()
    moves = [line for line in lines if re.match(r"\d+\. [wb] ", line)][:40]
    tags = [line for line in lines if re.match(r"\[(Rules|Opening|Seed|Sticks|MaxTurns) ", line)]
    path = os.path.join(folder, "game.tab")
    with open(path, "w", encoding="utf-8") as file:
        file.write("\n".join([*tags, '[Result "*"]', '[WhiteSeat "human"]', '[BlackSeat "human"]', "", *moves, "*", ""]))
    return path


def check_split():
    """The turn that is shown is whole in its list, wherever the edge to the analysis is put; and that is remembered."""
    home = tempfile.mkdtemp(dir=os.environ["TAB_UI_DESKTOP"])
    window = uidriver.Window([write_long_game(home)], dict(QUIET, **{"show-turns": "true", "show-analysis": "true"}), size=(1000, 720), home=home)
    window.give_keyboard()
    turns = window.wait("the list", lambda: window.find("list", "Turns"))

    def whole():
        rows = [node for node in window.walk(turns) if node != turns and window.state(node, "selected")]
        pane, row = box_of(window, turns), box_of(window, rows[0]) if rows else None
        return row and row.height > 0 and pane.y <= row.y and row.y + row.height <= pane.y + pane.height

    window.wait("the last turn whole", whole)
    before = box_of(window, turns)
    assert before.height >= 110, "%d pixels for the list" % before.height
    x, y = window.centre(window.find("toggle button", "Turn menu") or window.find("push button", "Turn menu"))
    edge = y - box_of(window, find_pressed(window, "Turn menu")).height // 2 - 7
    window.xdotool("mousemove", x - 100, edge, "mousedown", 1, "mousemove", x - 100, edge + 20, "mousemove", x - 100, edge + 60, "mouseup", 1)
    window.wait("a lower list", lambda: box_of(window, turns).height < before.height - 30)
    window.wait("the last turn whole in it", whole)
    lower = box_of(window, turns).height
    window.click(find_pressed(window, "Comment"))
    window.key("shift+F8", *["Up"] * 5)
    window.wait("a higher list", lambda: box_of(window, turns).height > lower)
    window.close()
    with open(os.path.join(home, "glib-2.0", "settings", "keyfile"), encoding="utf-8") as file:
        kept = int(re.search(r"analysis-height=(\d+)", file.read()).group(1))
    assert kept > 320, kept


def read_settings(home):
    with open(os.path.join(home, "glib-2.0", "settings", "keyfile"), encoding="utf-8") as file:
        return dict(line.split("=", 1) for line in file.read().splitlines() if "=" in line)


def check_wishes():
    """A window that begins narrow has the list of turns once there is room for it; and no change of its size is taken for a wish."""
    home = tempfile.mkdtemp(dir=os.environ["TAB_UI_DESKTOP"])
    shown = {"show-turns": "true", "show-analysis": "true"}
    window = uidriver.Window(GAME, dict(QUIET, **shown), size=(700, 640), home=home)
    window.give_keyboard()
    find_board(window)
    resize(window, (1100, 640))
    window.wait("list and analysis", lambda: find_pressed(window, "Comment") and find_pressed(window, "Analyse Whole Game"))
    for size in ((400, 640), (1000, 520), (1000, 640)):
        resize(window, size)
    window.wait("the list", lambda: find_pressed(window, "Comment"))
    window.close()
    kept = read_settings(home)
    assert kept["show-turns"] == "true" and "analysis-height" not in kept, kept


def check_high():
    """A high window begins with the whole analysis, and nothing keeps the edge below it there for a lower one."""
    home = tempfile.mkdtemp(dir=os.environ["TAB_UI_DESKTOP"])
    for size, whole in (((1600, 1200), True), ((1000, 720), False)):
        window = uidriver.Window([write_long_game(home)], dict(QUIET, **{"show-turns": "true", "show-analysis": "true"}), size=size, home=home)
        window.give_keyboard()
        last = window.wait("the analysis", lambda: window.find("spin button", "How many of the best turns"))
        turns = window.wait("the list", lambda: window.find("list", "Turns"))

        def fits():
            end = box_of(window, last).y + box_of(window, last).height
            return 0 < end <= box_of(window, turns).y

        # it is laid out once more when its first lines are there
        window.wait("the analysis " + ("whole above" if whole else "cut off by") + " the list", lambda: fits() == whole)
        window.close()
        # each window is begun with the settings of this test alone
        with open(os.path.join(home, "glib-2.0", "settings", "keyfile"), encoding="utf-8") as file:
            assert "analysis-height" not in file.read()


def check_ending():
    """In a large window the parts of the page at the end of a game stand together, and what is left over is below them."""
    home = tempfile.mkdtemp(dir=os.environ["TAB_UI_DESKTOP"])
    write_long_game(home)
    window = uidriver.Window([os.path.join(home, "whole.tab")], QUIET, size=(1600, 1200), home=home)
    window.give_keyboard_to_top()
    find_board(window)
    window.key("F7")
    heads = [window.wait(words, lambda: next((node for node in window.walk(window.frame) if window.name(node) == words and window.showing(node)), None), 30)
             for words in ("The luckiest throws", "The costliest turns")]

    def step():
        return box_of(window, heads[1]).y - box_of(window, heads[0]).y

    window.wait("both in their places", lambda: step() > 100)
    assert step() < 260, "%d pixels from one to the other" % step()
    window.process.terminate()  # it would ask what is to become of what was found
    window.process.wait(10)


def main():
    uidriver.enter_desktop(__file__)
    for language, throw in (("en", "Throw"), ("ar", "ارمِ"), ("de", "Werfen")):
        check_play(language, throw)
    for size in ((360, 640), (600, 400)):
        check_pages(size, "en", ("Back to the Table", "Comment", "Throw"))
        check_pages(size, "ar", ("عودة إلى الطاولة", "تعليق", "ارمِ"))
    check_offer()
    check_large_font()
    check_keys_below()
    check_beside()
    check_keyboard()
    check_split()
    check_wishes()
    check_high()
    check_verge()
    check_entry()
    check_status()
    check_lesson()
    for language in ("de", "fr", "es", "da", "nb", "tr", "ar"):
        check_lesson_buttons(language)
    check_low()
    check_new_game()
    for language in ("ar", "de"):
        check_dialogues(language)
    check_ending()
    print("all sizes fit")


if __name__ == "__main__":
    main()
