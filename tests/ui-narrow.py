#!/usr/bin/python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""A person's evening in a window as wide as a phone: games begun, ended and gone through, with the pointer and the keys of play."""

import os
import tempfile
import time

import atspi
import uidriver

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
SIZE = (360, 640)
QUIET = {"animation-speed": "'off'", "sounds": "false", "offer-lesson": "false", "show-turns": "false"}
GAME = ["--new", "--rules", "standard:columns=11", "--white", "human", "--black", "human", "--seed", "1"]
ENDED = """[White "Ada"]
[Black "Eve"]
[Rules "walker"]
[Opening "w2 b1"]
[Result "1-0"]
[Termination "resign"]
[WhiteSeat "human"]
[BlackSeat "human"]

1. b 1,4,2 1:d1c1,4:c1c5,2:c5c7
2. w 3 3:pass
3. b 2 2:c7c9
4. w 2 2:pass
1-0
"""


def box_of(window, node):
    return node.get_extents()


def open_window(arguments, language="en"):
    window = uidriver.Window(arguments, QUIET, {"LANGUAGE": language}, size=SIZE)
    window.give_keyboard()
    return window


def has_size(window, node):
    try:
        return box_of(window, node).width > 0
    except atspi.Gone:
        return False  # a menu that is shut, or something that has just gone


def seen(window, name, start=None):
    """What has this name, where it has a size."""
    found = (node for node in window.walk(start or window.frame) if window.name(node) == name)
    return next((node for node in found if has_size(window, node)), None)


def has_keyboard(window, name):
    return window.state(seen(window, name), "focused")


def wait_seen(window, name, start=None):
    return window.wait(name, lambda: seen(window, name, start))


def wait_dialogue(window, name):
    return window.wait(name, lambda: next((node for node in window.walk() if node.get_role_name() in ("frame", "dialog")
                                           and window.name(node) == name and window.showing(node)), None))


def check_keys_after_buttons():
    """The key that throws, throws, whichever button of the window was clicked before: it does not press that once more."""
    window = open_window(GAME)
    wait_seen(window, "Board")
    window.press("New Game")
    dialogue = wait_dialogue(window, "New Game")
    window.give_keyboard_to_top()
    window.click(wait_seen(window, "Start", dialogue))
    window.wait("no dialogue any more", lambda: not window.showing(dialogue))
    window.give_keyboard_to_top()
    window.wait("the keyboard where one throws", lambda: has_keyboard(window, "Throw"))
    window.click(wait_seen(window, "Turns"))
    wait_seen(window, "Comment")
    window.click(wait_seen(window, "Turns"))
    wait_seen(window, "Board")
    window.wait("the keyboard there again", lambda: has_keyboard(window, "Throw"))
    window.close()


def check_title():
    """The header is the title's: all buttons but those of the window stand at its foot."""
    window = open_window(GAME)
    wait_seen(window, "Board")
    assert box_of(window, seen(window, "Main menu")).y > 500
    window.key("F10")
    window.wait("the menu", lambda: seen(window, "Preferences"))
    window.key("Escape")
    window.close()


def check_taken():
    """Twenty stones taken lie closer together, before the name of who has taken them is cut."""
    window = open_window([os.path.join(ROOT, "data", "games", "deleb.tab")])
    names = [node for node in window.walk(window.frame) if window.role(node) == "label" and window.name(node) in ("Level 2", "Level 8")]
    widths = [box_of(window, node).width for node in names]
    assert len(widths) == 2 and max(widths) - min(widths) < 5, widths
    window.close()


def check_new_game():
    """Rules are chosen in one line, numbers by clicks on one place, and choices are read whole."""
    window = open_window(GAME)
    wait_seen(window, "Board")
    window.key("ctrl+n")
    dialogue = wait_dialogue(window, "New Game")
    window.give_keyboard_to_top()
    own, rules = wait_seen(window, "Own rules", dialogue), seen(window, "Rules", dialogue)
    chosen = next(node for node in window.walk(dialogue) if node.get_role_name() == "label" and window.name(node).startswith("Standard"))
    assert window.name(chosen) == "Standard", window.name(chosen)
    assert box_of(window, own).y < 100, "the menu has a line of its own"
    assert rules
    columns = next(node for node in window.walk(dialogue) if node.get_role_name() == "spin button")
    box = box_of(window, columns)
    for _ in range(3):
        window.xdotool("mousemove", box.x + box.width // 2 + 15, box.y + box.height // 2 + 5, "click", 1)
        time.sleep(0.3)
    value = columns.get_value()
    assert value == 8, "three clicks beside each other led from 11 columns to %d" % value
    window.click(seen(window, "All rules", dialogue))
    picture = next(node for node in window.walk(dialogue) if window.name(node).startswith("The start: a board"))
    box, frame = box_of(window, picture), box_of(window, dialogue)
    assert abs(2 * box.x + box.width - frame.width) <= 4, "the picture stands at %d, %d wide" % (box.x, box.width)
    assert window.find("label", "Empty: random throws", dialogue), "what the seed is for stands only in its field, which has no room for it"
    words = window.wait("a long choice", lambda: seen(window, "Is the first throw of the turn", dialogue))
    assert box_of(window, words).height >= 34, "the choice has %d pixels for two lines" % box_of(window, words).height
    window.key("Escape")
    window.wait("no dialogue any more", lambda: not window.showing(dialogue))
    window.give_keyboard_to_top()
    window.close()


def name_widths(window, throws):
    """Those of the names on the throws' chips; 0 where they have none."""
    row = window.wait("the row of throws", lambda: next((node for node in window.walk(window.frame) if window.name(node) == "Throws"), None))

    def widths():
        found = [node for node in window.walk(row) if node.get_role_name() == "label" and not window.name(node).isdigit()]
        return [box_of(window, node).width for node in found] if len(found) == throws else None

    return window.wait("%d throws" % throws, widths)


def check_throws():
    """The names of throws are there as long as all have room, and never cut."""
    position = "3n3nn1(FF)/11/2(MM)8/NN4M4 w %s - 17"
    widest = None
    for size, hand in (((600, 400), "6,4,3"), (SIZE, "6,4,3"), (SIZE, "4,6,4,6,4,3"), ((600, 400), "4,6,4,6,4,3")):
        window = uidriver.Window(["--rules", "standard", "--position", position % hand, "--white", "human", "--black", "human"], QUIET, size=size)
        widths = name_widths(window, len(hand.split(",")))
        widest = widest or max(widths)
        assert min(widths) >= widest or (size == SIZE and len(widths) == 6 and not any(widths)), "%s: %s of %d" % (size, widths, widest)
        window.give_keyboard()
        window.close()


def check_two_throws():
    """Two have no more room than three, and each is in sight whole, beside a board that is narrower than the window."""
    position = "m4/5/M2M1/NM3 w 4,2 - 9"
    window = uidriver.Window(["--rules", "walker:columns=5", "--position", position, "--white", "human", "--black", "human"], QUIET, size=(580, 560))
    window.give_keyboard()
    assert all(name_widths(window, 2))
    row = box_of(window, seen(window, "Throws"))
    chips = [box_of(window, node) for node in window.walk(seen(window, "Throws")) if node.get_role_name() == "push button"]
    assert len(chips) == 2 and chips[-1].x + chips[-1].width <= row.x + row.width, "%s of %s" % (chips, row)
    window.close()


def check_bar():
    """Why a game is not kept is read to its end, in as many lines as that takes."""
    home = tempfile.mkdtemp(dir=os.environ["TAB_UI_DESKTOP"])
    with open(os.path.join(home, "state"), "w", encoding="utf-8"):
        pass  # in the place of a folder
    window = uidriver.Window(GAME, QUIET, size=SIZE, home=home)
    window.give_keyboard()
    window.key("space")
    reason = window.wait("why it is not kept", lambda: window.find("label", "It is tried again until it succeeds."))
    line = box_of(window, window.find("label", "to throw")).height
    window.wait("all lines of that", lambda: box_of(window, reason).height >= 2.5 * line)
    window.process.terminate()
    window.process.wait(10)


def check_about():
    """What the program is, in whole lines."""
    window = open_window(GAME)
    wait_seen(window, "Board")
    window.choose_in_menu("About")
    words = window.wait("what it is", lambda: window.find("label", "The old game of sticks and stones"))
    window.wait("that inside the window", lambda: 0 < box_of(window, words).width <= SIZE[0] and box_of(window, words).height > 30)
    window.give_keyboard_to_top()
    window.key("Escape")
    window.wait_alone()
    window.give_keyboard_to_top()
    window.close()


def write_game(text):
    handle, path = tempfile.mkstemp(prefix="Ada and Eve in an evening by the sea, of five ", suffix=".tab", dir=os.environ["TAB_UI_DESKTOP"])
    with os.fdopen(handle, "w", encoding="utf-8") as file:
        file.write(text)
    return path


def leave(window):
    """Quits a game whose file has other notes by now: the question fits the window, whatever the file is called."""
    window.key("ctrl+q")
    discard = window.wait("the question", lambda: seen(window, "Discard", window.application))
    question = discard
    while question.get_role_name() not in ("dialog", "alert", "frame"):
        question = question.get_parent()
    width = box_of(window, question).width
    assert width <= SIZE[0], "the question is %d wide" % width
    window.give_keyboard_to_top()
    window.click(discard)
    window.expect_end()


def check_ending():
    """The words about a game that has no graph have the width, instead of a word a line."""
    window = open_window([write_game(ENDED[: ENDED.index("1. b")] + "1-0\n")])
    wait_seen(window, "Board")
    window.key("F7")
    wait_seen(window, "Review")
    title = wait_seen(window, "Ada has won")
    window.wait("the result in one line", lambda: box_of(window, title).height < 50)
    window.close()


def check_play_from_page():
    """From the page of turns to the board, where it is played."""
    window = open_window([write_game(ENDED)])
    for words in ("Try It Again", "Play from Here"):
        window.key("Escape")
        wait_seen(window, "Board")
        window.key("F9")
        turns = window.wait("the list", lambda: window.find("list", "Turns"))
        window.click(window.wait("a turn", lambda: next((n for n in window.walk(turns) if window.name(n).startswith("Turn 3")), None)))
        button = window.wait(words, lambda: (lambda node: node if window.sensitive(node) else None)(seen(window, words)))
        window.click(button)
        wait_seen(window, "Board")
    leave(window)


def check_fault():
    """A message about a file fits the window also when its details are unfolded."""
    window = open_window([write_game('[White "A"]\n[Rules "standard"]\n\n1. w 9 9:z9z9\n*\n')])
    details = window.wait("the message", lambda: seen(window, "Details", window.application))
    dialogue = details
    while dialogue.get_role_name() not in ("dialog", "alert", "frame"):
        dialogue = dialogue.get_parent()
    details.do_action()
    words = window.wait("the details", lambda: window.find("label", "line 4"))
    window.wait("their place", lambda: has_size(window, words))
    width = box_of(window, dialogue).width
    assert width <= SIZE[0], "the message is %d wide" % width
    window.give_keyboard_to_top()
    window.key("Escape")
    window.wait("the message gone", lambda: not window.find("label", "line 4"))
    window.give_keyboard_to_top()
    window.close()


def main():
    uidriver.enter_desktop(__file__)
    check_keys_after_buttons()
    check_title()
    check_taken()
    check_new_game()
    check_throws()
    check_two_throws()
    check_bar()
    check_about()
    check_ending()
    check_play_from_page()
    check_fault()
    print("an evening in a narrow window")


if __name__ == "__main__":
    main()
