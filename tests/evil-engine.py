#!/usr/bin/python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""The foreign engine, which says evil things wherever it may say anything: markup, formulas, quotes, commands of a shell, paths,
what moves a terminal's cursor and turns the direction of text.

usage: evil-engine.py NUMBER     the n-th of the evil names; from 7 on its (n - 6)th turn is evil, too
"""
import importlib.util
import os
import sys

sys.dont_write_bytecode = sys.pycache_prefix is None  # not into the folder of the sources

# Every name holds MARK, by which it is found in what is written.
MARK = 'Mallory'
NAMES = (
    '=HYPERLINK("http://evil.example/","Mallory")',
    '<script>Mallory()</script><b>&amp;&lt;',
    "Mallory'\"); touch was-here; `touch was-here` $(touch was-here) | touch was-here #",
    '../../../Mallory/../was-here',
    'Mallory \x1b[2J\x1b]0;title\x07\x9b31m\r\x08 \u202etxt.exe\u2066 \u200f',
    '@SUM(1+9)*cmd|Mallory!A0 "] [White "other"] {; comment} \\',
    '-2+3+cmd|Mallory %s %n %1$s %d',
)


def load(name):
    """A module of this folder, whose name has a dash in it."""
    path = os.path.join(os.path.dirname(os.path.abspath(__file__)), name)
    spec = importlib.util.spec_from_file_location('foreign', path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


foreign = load('foreign-engine.py')
ALL = ' '.join(NAMES).replace('\r', ' ')


class Evil(foreign.Engine):
    """One name of its own, and all of them in whatever else can be said."""

    def __init__(self, evil):
        self.evil, self.turns = evil, 0
        super().__init__()

    def do_tep(self, words):
        name = NAMES[self.evil % len(NAMES)].replace('\r', ' ')
        foreign.say(f'id name {name}\nid author {ALL}')
        for preset in foreign.PRESETS + ('any',):
            foreign.say(f'rules {preset} columns 5 29')
        for i, evil in enumerate(NAMES):
            evil = evil.replace('\r', ' ')
            foreign.say(f'option name {evil} {i} type string default {evil}')
            foreign.say(f'option name Combo {i} {evil} type combo default {MARK} var {MARK} var {evil}')
        foreign.say(f'option name File type file default ../../{MARK}')
        foreign.say('option name Seed type spin default 0 min 0 max 2147483647\ntepok 1')
        self.complain()

    def do_setoption(self, words):
        if words[1:2] == ['Seed']:
            super().do_setoption(words)

    def complain(self):
        print(ALL + '\r\n' + ALL, file=sys.stderr, flush=True)

    def think(self, limits, among):
        self.turns += 1
        foreign.say(f'info string {ALL}\ninfo depth 1 {ALL}\ninfo depth 1 score win 0.5 turn {ALL}\neval {ALL} 1')
        super().think(limits, among)

    def choose(self, among):
        if self.evil >= len(NAMES) and self.turns == self.evil - len(NAMES) + 1:
            return '<script>Mallory()</script>"&amp;' if self.evil % 2 else ALL
        return super().choose(among)


if __name__ == '__main__':
    try:
        Evil(int(sys.argv[1])).serve()
    except BrokenPipeError:
        pass
    os._exit(0)
