#!/usr/bin/python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""The window is killed with SIGKILL at random moments, in a game and while it saves one: the next time the game is there as far as it had
been kept, and a file is what it was or what was to be written.

usage: ui-kills.py [KILLS [SEED]]
"""
import glob
import os
import random
import re
import signal
import subprocess
import sys
import tempfile
import time

import matchdriver
import uidriver

KILLS = int(sys.argv[1]) if len(sys.argv) > 1 else 40 if uidriver.THOROUGH else 3
SEED = int(sys.argv[2]) if len(sys.argv) > 2 else 1
WATCHED = ["--watch", "--rules", "standard", "--white", "engine:0", "--black", "engine:0", "--seed", "3"]
SETTINGS = {"animation-speed": "'off'", "sounds": "false", "offer-lesson": "false", "think-time": 20, "show-turns": "true"}


def kept(home):
    """The turns of the game that is kept, without the last, which may be open still, and without what the analysis has noted since; None:
    there is none."""
    path = os.path.join(home, "state", "tab", "game.ini")
    if not os.path.exists(path):
        return None
    with open(path, encoding="utf-8") as file:
        record = next(line for line in file if line.startswith("record="))
    return re.findall(r"\\n(\d+\. [wb] [^ \\]+ [^ \\]+)", record)[:-1]


def kill(window):
    window.process.send_signal(signal.SIGKILL)
    window.process.wait(20)


def kill_in_game(home, chance):
    """A watched game goes on from where it was; it is killed after a while, or just as it is kept."""
    turns, longest = [], 0
    path = os.path.join(home, "state", "tab", "game.ini")
    for number in range(KILLS):
        window = uidriver.Window([] if turns else WATCHED, SETTINGS, home=home)
        window.wait("the game further on", lambda: len(kept(home) or []) > len(turns), 60)
        if number % 2:
            time.sleep(chance.random())
        else:
            before = os.stat(path).st_mtime_ns
            end = time.monotonic() + 10
            while time.monotonic() < end and os.stat(path).st_mtime_ns == before and not glob.glob(path + ".*"):
                time.sleep(0.0005)
        kill(window)
        now = kept(home)
        assert now[:len(turns)] == turns, "turns that were kept are lost:\n%s\n%s" % (turns[-3:], now[:len(turns)][-3:])
        longest, turns = max(longest, len(now)), now
        if len(turns) > 60:  # before the game ends
            os.unlink(path)
            turns = []
    damaged = glob.glob(os.path.join(os.path.dirname(path), "*damaged*"))
    assert not damaged, damaged
    print("# window in a game: %d kills, no turn lost that was kept (games of up to %d turns)" % (KILLS, longest), flush=True)


def read(path):
    with open(path, encoding="utf-8") as file:
        return file.read()


def write_comment(window, text):
    field = window.wait("the comment", lambda: window.find("text", "Comment"))
    window.click(field)
    window.wait("the focus in the comment", lambda: window.state(field, "focused"))
    window.xdotool("key", "--clearmodifiers", "ctrl+a")
    window.xdotool("type", text)
    window.wait("the mark of changes", lambda: "(not saved)" in " ".join(window.name(node) for node in window.walk(window.frame)))


def kill_while_saving(home, folder, chance):
    """Ctrl+S into a file, on a disk that takes its time."""
    path = os.path.join(folder, "game.tab")
    whole = saved = 0
    preload = os.path.join(uidriver.build_root(), "tests", "slow-disk.so")
    with open(path, "w", encoding="utf-8") as file:
        file.write('[White "Ada"]\n[Black "Ben"]\n[Rules "ludii"]\n[Result "*"]\n\n1. w 2 2:a7b6\n2. b 2 2:d1c2\n*\n')
    for number in range(KILLS):
        before = read(path)
        window = uidriver.Window([path], SETTINGS, {"LD_PRELOAD": preload, "TAB_SLOW_DISK": "150"}, home=home)
        window.give_keyboard()
        comment = "note %d" % number
        write_comment(window, comment)
        window.key("ctrl+s")
        end = time.monotonic() + 10
        while time.monotonic() < end and not glob.glob(path + ".*"):
            time.sleep(0.0005)
        time.sleep(chance.random() * 0.3)
        kill(window)
        now = read(path)
        assert now == before or comment in now, "the file is neither the old nor the new one"
        assert subprocess.run([matchdriver.MATCH, "db", "import", "--quiet", "--db", os.path.join(folder, "check-%d.db" % number), path],
                              check=False, capture_output=True).returncode == 0, "the file is no game any more"
        saved += comment in now
        whole += now == before
        for left in glob.glob(path + ".*"):
            os.unlink(left)
        if os.path.exists(os.path.join(home, "state", "tab", "game.ini")):
            os.unlink(os.path.join(home, "state", "tab", "game.ini"))
    print("# window while it saves: %d kills, the file was the old one %d times and the new one %d times" % (KILLS, whole, saved), flush=True)


def main():
    uidriver.enter_desktop(__file__)
    chance = random.Random(SEED)
    kill_in_game(tempfile.mkdtemp(dir=os.environ["TAB_UI_DESKTOP"]), chance)
    kill_while_saving(tempfile.mkdtemp(dir=os.environ["TAB_UI_DESKTOP"]), tempfile.mkdtemp(dir=os.environ["TAB_UI_DESKTOP"]), chance)


if __name__ == "__main__":
    main()
