#!/usr/bin/python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Positions are copied, pasted, set up by hand, exported as pictures and text, and sent to the printer: by clicks and keys."""

import os
import tempfile
import time

import uidriver

GAME = ["--new", "--rules", "walker:columns=5,pieces=3", "--white", "human", "--black", "human", "--seed", "6"]
START = {"a1", "a2", "a3", "d3", "d4", "d5"}
QUIET = {"animation-speed": "'off'"}


def pieces(game):
    return [label.split(",")[1] for _, label in game.labels()]


def play(window, game, steps):
    """That many throws, moves and ends of turns."""
    for _ in range(steps):
        if window.sensitive(game.throw_button):
            window.key("space")
        elif game.having("can move with"):
            before = pieces(game)
            game.having("can move with")[-1].do_action()
            window.wait("the chosen stone", lambda: game.having("target with"))
            game.having("target with")[0].do_action()
            window.wait("the move", lambda: pieces(game) != before)
        else:
            window.key("e")
        window.wait("the next step", lambda: window.sensitive(game.throw_button) or game.having("can move with")
                    or window.sensitive(game.end_button))


def turns(window):
    found = window.find("list", "Turns")
    return found.get_child_count() if found else -1


def discard(window):
    window.wait("the question", lambda: window.find("push button", "Discard")).do_action()
    window.wait("the question answered", lambda: not window.find("push button", "Discard"))


def copy_and_paste(window, game):
    """The position of an earlier turn begins a new game; and the game itself comes back from its text."""
    window.key("ctrl+shift+c")
    window.wait("word of it", lambda: game.says("The game has been copied."))
    whole = turns(window)
    now = pieces(game)
    window.key("ctrl+v")
    discard(window)
    window.wait("the same game again", lambda: turns(window) == whole)
    window.wait("its board", lambda: pieces(uidriver.Game(window)) == now)
    window.key("Page_Up")
    window.wait("an earlier turn", lambda: game.says("threw"))
    game = uidriver.Game(window)
    earlier = pieces(game)
    window.key("ctrl+c")
    window.wait("word of it", lambda: game.says("The position has been copied."))
    window.key("ctrl+v")
    discard(window)
    window.wait("a game without turns", lambda: turns(window) == 1)
    assert pieces(uidriver.Game(window)) == earlier


def paste_nonsense(window):
    """A text that is neither is refused in words, and the comment keeps its own clipboard keys."""
    field = window.wait("the comment", lambda: window.find("text", "Comment"))
    window.click(field)
    window.wait("the focus in the comment", lambda: window.state(field, "focused"))
    window.xdotool("type", "--delay", "5", "hello")
    window.key("ctrl+a", "ctrl+c", "Right", "ctrl+v")
    window.wait("the text twice", lambda: window.find("list item", "hellohello"))
    window.key("shift+Tab", "shift+Tab", "shift+Tab", "shift+Tab")
    window.click(window.wait("the button", lambda: window.find("push button", "Throw")))
    window.key("ctrl+v")
    window.wait("the refusal", lambda: window.find("label", "This is no position of this game, and no game"))
    assert not window.find("label", "five parts"), "technical words that nobody has asked for"
    window.key("Escape")
    window.wait("the message gone", lambda: not window.find("label", "This is no position"))


def window_of(node):
    while node.get_parent().get_role_name() != "application":
        node = node.get_parent()
    return node


def edit(window):
    """By clicks and keys: a fault is named and mended, and play goes on from there."""
    window.key("ctrl+e")
    start = window.wait("the editor", lambda: window.find("push button", "Start Position"))
    play_button = window.find("push button", "Play from This")
    window.xdotool("mousemove", 400, 250)  # without a window manager the keyboard follows the pointer
    editor = window_of(start)
    cells = {window.name(node)[:2]: node for node in window.walk(editor) if window.name(node)[1:4] in
             ("1, ", "2, ", "3, ", "4, ", "5, ")}
    assert len(cells) == 20, sorted(cells)
    start.do_action()
    window.wait("the start position", lambda: START == {name for name, cell in cells.items() if "empty" not in window.name(cell)})
    window.wait("a legal position", lambda: window.find("label", "A legal position"))
    assert window.sensitive(play_button)
    cells["b3"].do_action()  # the piece that is chosen: a white Nasrani
    window.wait("the fault", lambda: window.find("label", "Not a legal position: a Nasrani cannot stand on b3."))
    assert not window.sensitive(play_button), "an illegal position can be played"
    eraser = next(node for node in window.walk(editor) if window.name(node) == "Take the top stone away")
    window.click(eraser)
    window.click(cells["b3"])
    window.wait("a legal position again", lambda: window.find("label", "A legal position"))
    assert not [node for node in window.walk(editor) if window.name(node) in {*"NMTFnmtf"}], "letters instead of stones"

    def text_field():
        return window.find("text", "Position", editor) or window.find("entry", "Position", editor)

    assert not text_field(), "the text is seen before anybody asks for it"
    unfold = next(node for node in window.walk(editor) if window.name(node) == "As text")
    unfold.do_action()
    field = window.wait("the text", text_field)
    window.click(field)
    window.wait("the focus in the text", lambda: window.state(field, "focused"))
    window.key("ctrl+a")
    window.xdotool("type", "--delay", "5", "nnn2/5/2M2/NN3 b 1,2 - 7")
    window.wait("the stone", lambda: "white stone" in window.name(cells["b3"]))
    play_button.do_action()
    discard(window)  # somebody has written into the game
    window.wait("the game from there", lambda: game_is_at(window, "b3, white stone"))
    assert window.find("label", "turn 7")


def edit_relative():
    """A board with a king has a middle, whatever number is asked for; he is put where he shall stand, and the game begins there. The
    ways of other rules are drawn though the cells are the same, and pieces are offered only where the rules know them. The board is
    turned as the one that is played on."""
    turned = {**QUIET, "turn-board": "true"}
    window = uidriver.Window(["--new", "--rules", "sahkku:columns=7", "--white", "human", "--black", "human"], turned)
    game = uidriver.Game(window)
    window.key("ctrl+e")
    play_button = window.wait("the editor", lambda: window.find("push button", "Play from This"))
    window.give_keyboard_to_top()
    editor = window_of(play_button)
    board = next(node for node in window.walk(editor) if window.name(node) == "Board")
    first = [window.name(cells[0])[:2] for cells in (game.cells, board.children())]
    assert first == ["a7", "a7"], first
    before = window.pixels(board, 40)

    def button(name):
        return next((node for node in window.walk(editor) if window.name(node) == name and window.showing(node)), None)

    def choose_rules(*keys):
        window.click(window.find("combo box", "Rules"))
        window.wait("the rules", lambda: window.find("label", "Daldøsa"))
        window.key(*keys, "Return")

    choose_rules("End", "Up")
    window.wait("a game without a king", lambda: not button("White’s king"))
    assert not button("White stone: has been on the enemy’s home row")
    window.wait("its ways", lambda: window.pixels(board, 40) != before)
    choose_rules("End")
    window.wait("the king", lambda: button("White’s king"))
    columns = window.find("spin button", "Columns")
    columns.set_value(8)
    window.wait("nine columns", lambda: columns.get_value() == 9)
    x, y = window.place(columns)
    window.xdotool("mousemove", x - columns.get_extents().width // 2 + 15, y, *uidriver.CLICK)  # its text, not its buttons
    window.key("ctrl+a", "BackSpace", "Tab")  # nothing is no number: the one before stays
    time.sleep(0.3)
    assert columns.get_value() == 9, columns.get_value()
    window.wait("a legal position", lambda: window.find("label", "A legal position"))
    window.click(button("White’s king"))
    window.wait("the cell", lambda: button("b2, empty")).do_action()
    window.wait("the king there", lambda: button("b2, White’s king") and button("b5, empty"))
    play_button.do_action()
    window.wait("the game from there", lambda: len(uidriver.Game(window).cells) == 27 and game_is_at(window, "b2, White’s king"))
    window.wait_alone()
    window.give_keyboard()
    window.close()


def game_is_at(window, label):
    return any(label in window.name(cell) for cell in uidriver.Game(window).cells)


def begin_export(window, path):
    window.choose_in_menu("Export")
    button = window.wait("the file dialog", lambda: window.find("push button", "Export"))
    window.xdotool("mousemove", 300, 20)
    window.key("ctrl+l", "ctrl+a")
    window.xdotool("type", "--delay", "5", path)
    window.wait("a name that can be taken", lambda: window.sensitive(button))
    return button


def export(window, path):
    window.save(begin_export(window, path), path)
    window.wait("no dialog any more", lambda: not window.find("push button", "Export"))
    window.wait_alone()
    window.wait("word of it", lambda: uidriver.Game(window).says("exported to %s." % os.path.basename(path)))
    with open(path, "rb") as file:
        return file.read()


def export_all(window, folder):
    assert export(window, os.path.join(folder, "a.png")).startswith(b"\x89PNG")
    assert b"<svg" in export(window, os.path.join(folder, "a.svg"))
    assert export(window, os.path.join(folder, "a.pdf")).startswith(b"%PDF")
    text = export(window, os.path.join(folder, "a.txt")).decode()
    assert text.endswith("rules walker:columns=5,pieces=3\nposition nnn2/5/2M2/NN3 b 1,2 - 7\n"), text


def take_suggested(window, button, folder, ending):
    """The dialog's folder and name are left as they are."""
    node = window.wait("the file dialog", lambda: window.find("push button", button))
    window.wait("a name that can be taken", lambda: window.sensitive(node))
    node.do_action()
    window.wait("a file in " + folder, lambda: any(name.endswith(ending) for name in os.listdir(folder)), 30)
    window.wait("no dialog any more", lambda: not window.find("push button", button), 30)
    window.wait_alone()


def use_folders(folder):
    """Pictures and games go into the desktop's folders for such files, then where the last one was saved."""
    places = {name: os.path.join(folder, name) for name in ("Papers", "Photos", "elsewhere")}
    for place in places.values():
        os.mkdir(place)
    with open(os.path.join(folder, "user-dirs.dirs"), "w", encoding="utf-8") as file:
        file.write('XDG_DOCUMENTS_DIR="%s"\nXDG_PICTURES_DIR="%s"\n' % (places["Papers"], places["Photos"]))
    window = uidriver.Window(GAME, QUIET, home=folder)
    uidriver.Game(window)
    window.choose_in_menu("Export")
    take_suggested(window, "Export", places["Photos"], "position.png")
    export(window, os.path.join(places["elsewhere"], "a.png"))
    window.choose_in_menu("Export")
    take_suggested(window, "Export", places["elsewhere"], "position.png")
    window.choose_in_menu("Save As")
    take_suggested(window, "Save", places["Papers"], ".tab")
    window.close()


def export_unasked(window, folder):
    """A name that is completed must not hit a file that nobody was asked about."""
    path = os.path.join(folder, "a.png")
    with open(path, "w", encoding="ascii") as file:
        file.write("mine")
    begin_export(window, path[:-4]).do_action()
    window.wait("the name completed", lambda: typed(window) == len("a.png"))
    window.wait("the dialog again", lambda: window.sensitive(window.find("push button", "Export")))
    window.find("push button", "Export").do_action()
    window.wait("the question", lambda: window.find("push button", "Replace"))
    with open(path, encoding="ascii") as file:
        assert file.read() == "mine", "written over unasked"
    window.find("push button", "Replace").do_action()
    window.wait("no dialog any more", lambda: not window.find("push button", "Export"))
    window.wait_alone()
    window.wait("the picture", lambda: os.path.getsize(path) > 4)
    with open(path, "rb") as file:
        assert file.read(4) == b"\x89PNG"


def typed(window):
    """How many characters stand in the dialog's entry; None while there is no dialog."""
    entry = window.find("text", "Name:")
    return entry and entry.get_character_count()


def print_game(window):
    window.key("ctrl+p")
    cancel = window.wait("the printers", lambda: window.find("push button", "Preview") and window.find("push button", "Cancel"))
    cancel.do_action()
    window.wait("the dialog gone", lambda: not window.find("push button", "Preview"))
    window.wait_alone()


def main():
    uidriver.enter_desktop(__file__)
    with tempfile.TemporaryDirectory(dir=os.environ["TAB_UI_DESKTOP"]) as folder:
        window = uidriver.Window(GAME, QUIET)
        game = uidriver.Game(window)
        play(window, game, 30)
        copy_and_paste(window, game)
        paste_nonsense(window)
        edit(window)
        export_all(window, folder)
        export_unasked(window, folder)
        window.give_keyboard()
        window.close()
        use_folders(folder)
        edit_relative()
        window = uidriver.Window(GAME, QUIET)
        print_game(window)
        window.key("ctrl+q")
        assert window.process.wait(10) == 0  # (GTK tells on standard error that it finds no printers)


if __name__ == "__main__":
    main()
