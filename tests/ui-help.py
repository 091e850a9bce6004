#!/usr/bin/python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""F1 and the menu open the help pages in the desktop's viewer of help; without one, the window says what is missing."""

import os
import tempfile
import urllib.parse

import uidriver

GAME = ["--new", "--rules", "walker:columns=5", "--white", "human", "--black", "human", "--seed", "1"]
ENTRY = """[Desktop Entry]
Type=Application
Name=A Viewer
Exec=%s %%u
NoDisplay=true
MimeType=x-scheme-handler/help;
"""


def install_viewer(home):
    """Makes a viewer of help the user's own, which writes down what it is to show; the name of that file."""
    viewer, said = os.path.join(home, "viewer"), os.path.join(home, "said")
    with open(viewer, "w", encoding="utf-8") as file:
        file.write('#!/bin/sh\necho "$1" >>"%s"\n' % said)
    os.chmod(viewer, 0o755)
    os.makedirs(os.path.join(home, "data", "applications"))
    with open(os.path.join(home, "data", "applications", "a-viewer.desktop"), "w", encoding="utf-8") as file:
        file.write(ENTRY % viewer)
    with open(os.path.join(home, "mimeapps.list"), "w", encoding="utf-8") as file:
        file.write("[Default Applications]\nx-scheme-handler/help=a-viewer.desktop\n")
    return said


def addresses(path):
    if not os.path.exists(path):
        return []
    with open(path, encoding="utf-8") as file:
        return file.read().split()


def first_page(address):
    """The title line of the first page below a file's address."""
    folder = urllib.parse.unquote(urllib.parse.urlparse(address).path)
    with open(os.path.join(folder, "index.page"), encoding="utf-8") as file:
        page = file.read()
    assert os.path.isfile(os.path.join(folder, "figures", "board.png")), "no pictures in " + folder
    return page


def show_pages(language, menu, words):
    """Twice, by the key and by the menu."""
    with tempfile.TemporaryDirectory(dir=os.environ["TAB_UI_DESKTOP"]) as home:
        said = install_viewer(home)
        window = uidriver.Window(GAME, home=home, environment={"LANGUAGE": language})
        window.key("F1")
        window.wait("the viewer of help", lambda: len(addresses(said)) == 1)
        window.key("F10")
        item = window.wait("the menu", lambda: window.find("menu item", menu))
        item.do_action()
        window.wait("the viewer again", lambda: len(addresses(said)) == 2)
        for address in addresses(said):
            assert words in first_page(address), address
        window.close()


def bare_data(folder):
    """All data of the system but its programs, so that no viewer is found."""
    for name in os.listdir("/usr/share"):
        if name != "applications":
            os.symlink(os.path.join("/usr/share", name), os.path.join(folder, name))
    return folder


def miss_viewer():
    folder = bare_data(tempfile.mkdtemp(dir=os.environ["TAB_UI_DESKTOP"]))
    window = uidriver.Window(GAME, environment={"XDG_DATA_DIRS": folder})
    window.key("F1")
    window.wait("what is missing", lambda: window.find("label", "Yelp"))
    window.press("Close")
    window.wait("the window alone", lambda: not window.find("label", "Yelp"))
    window.close()


def main():
    uidriver.enter_desktop(os.path.abspath(__file__))
    show_pages("en", "Help", "four rows and four sticks")
    show_pages("de", "Hilfe", "vier Reihen und vier Stäben")
    miss_viewer()


if __name__ == "__main__":
    main()
