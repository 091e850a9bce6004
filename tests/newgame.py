# SPDX-License-Identifier: GPL-3.0-or-later
"""The dialogue of a new game and those that it opens, as they are seen and used."""

import time

import atspi


def do(window, node):
    """The answer may come late, when a dialogue is made or goes."""
    try:
        node.do_action()
    except atspi.Gone:
        pass


def look(window):
    """What can be seen of the dialogues: not what is hidden, folded in lists, or in the main window."""
    def is_seen(node):
        return node == window.application or node != window.frame and window.showing(node)

    return filter(is_seen, window.walk(below=lambda node: is_seen(node) and window.role(node) != "combo box"))


def is_called(window, node, role, name):
    try:
        return name in window.name(node) and node.get_role_name() == role
    except atspi.Gone:
        return False  # gone meanwhile


def says(window, text):
    return any(text in window.name(node) for node in look(window))


def seen(window, role, name):
    return next((node for node in look(window) if is_called(window, node, role, name)), None)


def find(window, role, name):
    return window.wait("the %s %s" % (role, name), lambda: seen(window, role, name))


def press(window, name):
    do(window, find(window, "push button", name))


def get_number(window, field):
    return round(find(window, "spin button", field).get_value())


def set_number(window, field, n):
    find(window, "spin button", field).set_value(n)
    window.wait("%d %s" % (n, field), lambda: get_number(window, field) == n)


def open_by_key(window, chosen):
    """The dialogue, in which a game is chosen already; it has the keyboard."""
    window.key("ctrl+n")
    find(window, "push button", "Game: " + chosen)
    window.give_keyboard_to_top()


def game_row(window, name):
    """A game's row in the list of games, once it is where it stays."""
    def place():
        node = seen(window, "list item", name + ". ")
        box = node and node.get_extents()
        return node and box.height > 0 and (box.x, box.y), node

    def still():
        before = place()[0]
        time.sleep(0.3)
        after, node = place()
        return after and before == after and node

    return window.wait("the game " + name, still)


def focused(window):
    """What has the keyboard in the dialogues; the text of a field goes by the field's name."""
    node = next((node for node in look(window) if window.state(node, "focused")), None)
    while node and not window.name(node):
        node = node.get_parent()
    return node and window.name(node) or ""


def tab_to(window, field):
    for _ in range(30):
        if field in focused(window):
            return
        before = focused(window)
        window.key("Tab")
        window.wait("the focus away from " + before, lambda: focused(window) != before)
    window.fail("Tab does not lead to " + field)


def fill(window, field, number):
    """By the keyboard: numbers are typed in any case."""
    tab_to(window, field)
    window.key("ctrl+a")
    window.xdotool("type", str(number))
