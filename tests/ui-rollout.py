#!/usr/bin/python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""The position on the board is rolled out: errors that shrink, a pause, another turn and back, the game closed and opened again and
the rollout gone on with; by buttons and by the key; an engine that does not roll out is said so."""

import os
import re
import tempfile

import uidriver

SETTINGS = {"animation-speed": "'off'", "sounds": "false", "offer-lesson": "false", "show-analysis": "true", "rollout-turns": "3",
            "rollout-games": "1000000", "rollout-error": "0.0"}
GAME = """[White "Ada"]
[Black "Ben"]
[Rules "ludii"]
[Result "*"]

1. w 2 2:a1a3
2. b 2 2:d1c2
3. w 2 2:a7b6
4. b 2 2:c2c4
5. w 2 ?
*
"""
ROW = re.compile(r"Rolled-out turn (\d+): (.*), (\d+\.\d) % ± (\d+\.\d\d), (\d+) games?$")


def game_file(home, name, text=GAME):
    path = os.path.join(home, name)
    with open(path, "w", encoding="utf-8") as file:
        file.write(text)
    return path


def new_home():
    return tempfile.mkdtemp(dir=os.environ["TAB_UI_DESKTOP"])


def open_window(path, home, **settings):
    window = uidriver.Window([path], dict(SETTINGS, **{key.replace("_", "-"): value for key, value in settings.items()}), size=(1180, 860),
                             home=home)
    window.give_keyboard()
    return window


def rolled(window):
    """What is heard of each turn: (turn, chance, error, games), the best first."""
    rows = {}
    for node in window.walk(window.frame):
        found = ROW.match(window.name(node)) if window.role(node) == "list item" and window.showing(node) else None
        if found:
            rows[int(found[1])] = (found[2], float(found[3]), float(found[4]), int(found[5]))
    return [rows[place] for place in sorted(rows)]


def button(window, name):
    return window.wait("the button " + name, lambda: window.find("push button", name), 20)


def says(window, part):
    return next((node for node in window.walk(window.frame) if part in window.name(node) and window.showing(node)), None)


def played(window, games, turns=3):
    """All turns have so many games at least."""
    return window.wait(f"{games} games from each of {turns} turns instead of {rolled(window)}",
                       lambda: len(rolled(window)) == turns and min(row[3] for row in rolled(window)) >= games and rolled(window), 60)


def settle(window):
    """The turns once nothing is played any more."""
    window.wait("an end of the games", lambda: window.find("push button", "Resume") and not says(window, "Playing games"))
    return rolled(window)


def shrink_and_pause(window):
    assert not rolled(window) and not window.find("push button", "Discard the Rollout"), "there is a rollout before anybody asked"
    window.click(button(window, "Roll Out"))
    early = played(window, 32)
    later = played(window, 256)
    assert max(row[2] for row in later) < max(row[2] for row in early), (early, later)
    window.click(button(window, "Pause"))
    paused = settle(window)
    assert [row[1] for row in paused] == sorted((row[1] for row in paused), reverse=True), paused
    games = paused[0][3]
    window.wait("their number", lambda: says(window, f"{games} games a turn · Tab Engine"))
    lead = re.search(r"The best turn is (not )?clear: ahead by (\d+\.\d\d) ± (\d+\.\d\d) points", window.name(says(window, "The best turn is")))
    assert (lead[1] is None) == (float(lead[2]) > 2 * float(lead[3])), lead[0]
    return paused


def leave_out(window, paused):
    """The last turn gets no more games; the key goes on and pauses as the button does."""
    last = paused[-1][0]
    window.click(window.find("check box", "Further games for " + last))
    window.key("ctrl+shift+r")
    button(window, "Pause")
    window.wait("games of the others", lambda: rolled(window)[0][3] > paused[0][3] + 64)
    window.key("ctrl+shift+r")
    settled = settle(window)
    assert [row for row in settled if row[0] == last] == [paused[-1]], settled
    return settled


def choose(window, game):
    """A turn that is chosen there is drawn on the board."""
    before = window.pixels(game.board, 200)
    window.click(next(node for node in window.walk(window.frame) if window.name(node).startswith("Rolled-out turn 3")))
    window.wait("another arrow", lambda: window.pixels(game.board, 200) != before)


def go_elsewhere(window, kept):
    """Another position has no rollout, an earlier turn is compared with what was played, before the throw there is one row."""
    window.key("ctrl+shift+r")
    button(window, "Pause")
    window.key("alt+Home")
    button(window, "Roll Out")
    assert not rolled(window), rolled(window)
    window.key("alt+Right", "ctrl+shift+r")
    first = played(window, 16, 4)
    assert "a1–a3" in [row[0] for row in first], "what was played is not compared"
    window.key("alt+End")
    window.wait("the other rollout", lambda: rolled(window) and rolled(window)[0][3] >= kept[0][3])
    return settle(window)


def has_keyboard(window, role, name):
    return any(window.role(node) in (role, "text") and name in window.name(node) and window.state(node, "focused") for node in window.walk())


def set_up(window, home):
    """The number of turns, set beside the button, is kept."""
    window.click(window.find("push button", "Settings of Rollouts") or window.find("toggle button", "Settings of Rollouts"))
    window.wait("its first field with the keyboard", lambda: has_keyboard(window, "spin button", "Best turns compared"))
    window.key("ctrl+a", "2", "Return")
    kept = os.path.join(home, "glib-2.0", "settings", "keyfile")
    window.wait("two turns", lambda: "rollout-turns=2" in open(kept, encoding="utf-8").read())
    window.key("Escape")


def save(window, path):
    """The settings over the window may take the first press while they close."""
    def saved():
        return "[Rollout2 " in open(path, encoding="utf-8").read()

    window.wait_pressing("the file", lambda: window.key("ctrl+s"), saved)


def check_file(path, kept):
    """The rollouts stand in tags; the game is as it was."""
    with open(path, encoding="utf-8") as file:
        text = file.read()
    tags = re.findall(r'^\[Rollout\d+ "(.*)"\]$', text, re.M)
    assert len(tags) == 2 and all(" | seed=" in tag and "engine=Tab Engine | " in tag for tag in tags), tags
    assert f" {kept[0][3]} | " in tags[0] and tags[0].endswith("rests"), tags
    assert text.split("\n\n")[1] == GAME.split("\n\n")[1], text


def play_and_pause(window, home, path):
    kept = leave_out(window, shrink_and_pause(window))
    choose(window, uidriver.Game(window))
    kept = go_elsewhere(window, kept)
    set_up(window, home)
    save(window, path)
    check_file(path, kept)
    window.close()
    return kept


def go_on_later(path, home, kept):
    """Another run of the program has it again, and goes on; the turns that rest still do; it can be taken out."""
    window = open_window(path, home)
    window.wait("the same as before", lambda: rolled(window) == kept, 20)
    window.click(button(window, "Resume"))
    window.wait("more games", lambda: rolled(window)[0][3] >= kept[0][3] + 32, 30)
    window.key("F8")  # nothing is played for nobody
    window.key("F8")
    settled = settle(window)
    assert settled[-1] == kept[-1], settled
    window.click(window.find("push button", "Discard the Rollout"))
    window.wait("nothing left", lambda: not rolled(window) and window.find("push button", "Roll Out"))
    window.key("ctrl+s")
    window.wait("one rollout in the file", lambda: open(path, encoding="utf-8").read().count("[Rollout") == 1)
    window.close()


def other_engines():
    """An engine that looks ahead instead is said not to roll out; so is a rollout that a file has wrong."""
    home = new_home()
    os.mkdir(os.path.join(home, "tab"))
    fake = os.path.join(uidriver.build_root(), "tests", "fake-engine")
    with open(os.path.join(home, "tab", "engines.ini"), "w", encoding="utf-8") as file:
        file.write(f"[Slowcoach]\ncommand={fake};--answer;2:a7b6;\n")
    path = game_file(home, "wrong.tab", GAME.replace("[Result", '[Rollout1 "of carpets"]\n[Result'))
    window = open_window(path, home, analysis_engine="'Slowcoach'")
    window.wait("the wrong rollout named", lambda: says(window, "[Rollout1]: a rollout has fewer than three parts: 'of carpets'"), 20)
    window.key("alt+Home", "alt+Right")
    window.wait_pressing("the button", lambda: window.click(button(window, "Roll Out")), lambda: says(window, "Slowcoach does not roll out."))
    assert not rolled(window), rolled(window)
    window.close()


def main():
    uidriver.enter_desktop(__file__)
    home = new_home()
    path = game_file(home, "game.tab")
    kept = play_and_pause(open_window(path, home), home, path)
    go_on_later(path, home, kept)
    other_engines()


if __name__ == "__main__":
    main()
