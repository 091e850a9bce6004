#!/usr/bin/python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Puts faults into the program, one at a time, and sees whether the tests find them.

usage: mutants.py [-n NUMBER] [-s SEED] [--tree FOLDER] [--only FILE:LINE] PATH…
A PATH is a .c file or a folder of them, from the source root. The faults are drawn by SEED, so that a change of the sources
leaves those elsewhere drawn as before: a comparison turned round, a number off by one, a condition negated, a statement left out,
+ for -, true for false, && for ||, another value returned. Each is put into a copy of the sources in FOLDER (build-mutants),
which is built there, and the tests of its file run: first those of its module, then those of its folder, until one fails. Prints
a line a fault, `killed` by which test or `SURVIVED`, with file:line and the change, and in the end how many of each. A fault that
does not compile is replaced by another one; so is one that changes nothing that could be seen, of which equivalent-mutants.tsv
has a list: file, change, why.

This takes some seconds to a minute for each fault, so it is no part of `./tab test`.
"""
import argparse
import collections
import hashlib
import json
import os
import re
import shutil
import signal
import subprocess
import sys

import sourcetree

ROOT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..")
EQUIVALENT = os.path.join(ROOT, "tests", "equivalent-mutants.tsv")
RULES = ("ruleset sticks other-games ending movegen position outcomes notation threats perft selfplay fuzz-position "
         "fuzz-turn fuzz-rules pages slow-family")
MATCH = ("match match-faults match-program entrant schedule openings stick-source adjudication keywords clock journal journal-line results results-json "
         "results-text progress report luck fuzz-journal fuzz-openings fuzz-stick-source rules-study arena")
# Start of a file's path -> the tests of its folder, the quick ones first. A test that a tree does not have is left out.
FOLDERS = {
    "protocol/rules": RULES,
    "protocol/codec": "message splitter limits info option eval-term fuzz-message client transcripts",
    "protocol/client": "client client-faults client-process engine-config fuzz-client fuzz-engines match match-faults isolation",
    "protocol/game": "game record named-rules pages fuzz-record fuzz-named-rules",
    "protocol/match": MATCH,
    "protocol/study": "game-journal problem-search problem opening-table turn-comments rating engine-pool analysis luck evaluate game-analysis",
    "protocol/report": "analysis-report " + MATCH,
    "protocol/statistics": "stats elo sprt ratings pair-score results",
    "engine/eval": "eval net nets train search",
    "engine/search": "search genetic probe rollout playout levels daemon-session daemon",
    "engine/tables": "tables-index probe tables-file tables-large fuzz-table tables-twice",
    "engine/daemon": "daemon-session daemon transcripts program-words",
    "engine/lab": "self-play train train-files tab-train any-net tables tables-backup tables-twice tables-file regret chase",
    "engine": "levels nets search daemon",
}
# A file whose module is tested under another name -> those tests.
OTHER_NAMES = {
    "game-runner": "match match-faults", "tournament": "match match-faults", "cast": "sticks", "record-reader": "record",
    "settings": "match-settings", "user-tasks": "spawn",
    "playout": "search",
}
COMPARISON = {"<": "<=", "<=": "<", ">": ">=", ">=": ">", "==": "!=", "!=": "=="}
SWAPS = {"+": "-", "-": "+", "++": "--", "--": "++", "+=": "-=", "-=": "+=", "&&": "||", "||": "&&", "true": "false",
         "false": "true", "TRUE": "FALSE", "FALSE": "TRUE"}
# A line that is one statement: a call, an assignment, a jump.
STATEMENT = re.compile(r"^[ ]+(?!return\b|goto\b|case\b|g_auto|g_assert|g_return|g_free|g_clear)"
                       r"(?:\*?[a-z_][\w.\->\[\]]*(?: ?[-+|&*/]?= .*|\(.*\)|\+\+|--)|break|continue);$", re.M)
UNTESTED = re.compile(r"^\s*(#|g_assert|g_return|G_STATIC_ASSERT|static_assert)|g_assert_not_reached")
LONGEST = 100  # seconds; the slowest of these tests takes 20
Fault = collections.namedtuple("Fault", "path line start end new")


def closing(text, start):
    """Where the bracket that opens at `start` is shut."""
    depth = 0
    for place in range(start, len(text)):
        depth += (text[place] == "(") - (text[place] == ")")
        if depth == 0:
            return place
    return len(text) - 1


def faults_of(path, text):
    """All faults that can be put into a file."""
    code = sourcetree.blank(text)
    found = []

    def add(start, end, new):
        begin = text.rfind("\n", 0, start) + 1
        if not UNTESTED.search(code[begin:code.find("\n", start)]):
            found.append(Fault(path, text.count("\n", 0, start) + 1, start, end, new))

    for match in re.finditer(r"(?<= )(<=|>=|==|!=|<|>)(?= )", code):
        add(match.start(), match.end(), COMPARISON[match[0]])
    for match in re.finditer(r"(?<= )(&&|\|\||\+=|-=|\+|-)(?= )|(?<=\w|\])(\+\+|--)|\b(true|false|TRUE|FALSE)\b", code):
        add(match.start(), match.end(), SWAPS[match[0]])
    for match in re.finditer(r"(?<![\w.])(\d+)(?=[uU]?\b(?!\.))", code):
        add(match.start(), match.end(), str(int(match[0]) + 1))
        if int(match[0]) > 0:
            add(match.start(), match.end(), str(int(match[0]) - 1))
    for match in re.finditer(r"\b(?:if|while) (\()", code):
        end = closing(code, match.start(1))
        add(match.start(1), end + 1, f"(!{text[match.start(1):end + 1]})")
    for match in STATEMENT.finditer(code):
        start = match.start() + len(match[0]) - len(match[0].lstrip())
        add(start, match.end(), ";")
    for match in re.finditer(r"\breturn ([^;]+);", code):
        value = text[match.start(1):match.end(1)]
        add(match.start(1), match.end(1), "1" if value in ("0", "false", "FALSE", "NULL") else "0")
    return found


def all_faults(root, paths):
    """The faults of all files that the paths name."""
    names = sorted(name for name in sourcetree.tracked_files(root) if name.endswith(".c")
                   and any(name == path or name.startswith(path.rstrip("/") + "/") for path in paths))
    if not names:
        sys.exit(f"mutants.py: no .c files in {' '.join(paths)}")
    faults = []
    for name in names:
        with open(os.path.join(root, name), encoding="utf-8") as file:
            faults += faults_of(name, file.read())
    return faults


def drawn(faults, seed, root):
    """The faults in an order by chance. The place of each comes from its change alone, not from those around it."""
    texts, seen = {}, collections.Counter()

    def place(fault):
        if fault.path not in texts:
            with open(os.path.join(root, fault.path), encoding="utf-8") as file:
                texts[fault.path] = file.read()
        change = (fault.path, *change_of(fault, texts[fault.path]))
        seen[change] += 1
        return hashlib.sha256(repr((seed, change, seen[change])).encode()).digest()

    return sorted(faults, key=place)


def change_of(fault, text):
    """The line of a fault without and with it, each with single spaces."""
    begin, stop = text.rfind("\n", 0, fault.start) + 1, text.find("\n", fault.end)
    return (" ".join(text[begin:stop].split()),
            " ".join((text[begin:fault.start] + fault.new + text[fault.end:stop]).split()))


class Tree:
    """A copy of the sources with a build of its own."""

    def __init__(self, root, folder):
        self.source, self.build = os.path.join(folder, "source"), os.path.join(folder, "build")
        names = sourcetree.tracked_files(root)
        for name in sourcetree.tracked_files(self.source) if os.path.exists(self.source) else []:
            if name not in names:
                os.unlink(os.path.join(self.source, name))
        for name in names:
            copy = os.path.join(self.source, name)
            os.makedirs(os.path.dirname(copy), exist_ok=True)
            if not os.path.exists(copy) or not same(os.path.join(root, name), copy):
                shutil.copy(os.path.join(root, name), copy)
        self.environment = dict(os.environ, CCACHE_DISABLE="1")
        if not os.path.exists(os.path.join(self.build, "build.ninja")):
            self.command(["meson", "setup", self.build, self.source, "-Dgui=false", "-Doptimization=1", "-Ddebug=false",
                          "-Dhelp=disabled"])
        if not self.make([]):
            sys.exit("mutants.py: the sources do not build as they are")
        self.tests = {test["name"]: test for test in json.loads(self.introspect("--tests"))}
        self.files = {target["id"]: target["filename"] for target in json.loads(self.introspect("--targets"))}

    def command(self, words):
        done = subprocess.run(words, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False, env=self.environment)
        if done.returncode:
            sys.exit(f"{' '.join(words)}\n{done.stdout}")
        return done.stdout

    def introspect(self, what):
        return self.command(["meson", "introspect", self.build, what])

    def make(self, targets):
        words = ["ninja", "-C", self.build, *targets]
        return subprocess.run(words, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=False, env=self.environment).returncode == 0

    def targets_of(self, test):
        """What ninja must build for a test: its program, and the programs that it starts, if it says in its source that it
        looks for any."""
        names = [word for word in test["cmd"] if word.startswith(self.build)]
        source = os.path.join(self.source, "tests", f"test-{test['name']}.c")
        spawns = True
        if os.path.exists(source):
            with open(source, encoding="utf-8") as file:
                spawns = re.search("TAB_BUILD_ROOT|built-engine|client-fixture|session-fixture", file.read())
        for identity in test.get("depends", []) if spawns else []:
            names += self.files.get(identity, [])
        return [os.path.relpath(name, self.build) for name in dict.fromkeys(names) if "/source/" not in name]

    def passes(self, test):
        environment = {**self.environment, **test["env"], "MALLOC_PERTURB_": "171"}
        process = subprocess.Popen(test["cmd"], env=environment, cwd=test["workdir"] or self.build, stdin=subprocess.DEVNULL,
                                   stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, start_new_session=True)
        try:
            return process.wait(LONGEST) == 0
        except subprocess.TimeoutExpired:
            return False
        finally:
            try:
                os.killpg(process.pid, signal.SIGKILL)  # also what it has left behind
            except ProcessLookupError:
                pass
            process.wait()

    def tests_for(self, path):
        """The tests of a file, those of its module first, in two steps."""
        stem = os.path.splitext(os.path.basename(path))[0]
        folder = next((words for start, words in FOLDERS.items() if path.startswith(start + "/")), "")
        own = [name for name in [stem, *OTHER_NAMES.get(stem, "").split()] if name in self.tests]
        return own, [name for name in folder.split() if name in self.tests and name not in own]

    def judge(self, path):
        """The name of a test that fails, None if none does, or False if it does not compile."""
        for names in self.tests_for(path):
            targets = {target for name in names for target in self.targets_of(self.tests[name])}
            if names and not self.make(sorted(targets)):
                return False
            for name in names:
                if not self.passes(self.tests[name]):
                    return name
        return None


def same(first, second):
    with open(first, "rb") as one, open(second, "rb") as other:
        return one.read() == other.read()


def equivalent_faults():
    """(path, change) of each fault that changes nothing -> why."""
    with open(EQUIVALENT, encoding="utf-8") as file:
        rows = [line.rstrip("\n").split("\t") for line in file if not line.startswith("#")]
    return {(path, change): why for path, change, why in rows}


def try_fault(tree, fault, equivalent):
    """Prints what comes of a fault; 'killed', 'survived', 'equivalent' or 'not compiled'."""
    path = os.path.join(tree.source, fault.path)
    with open(path, encoding="utf-8") as file:
        text = file.read()
    try:
        with open(path, "w", encoding="utf-8") as file:
            file.write(text[:fault.start] + fault.new + text[fault.end:])
        killer = tree.judge(fault.path)
    finally:
        with open(path, "w", encoding="utf-8") as file:
            file.write(text)
    if killer is False:
        return "not compiled"
    old, new = change_of(fault, text)
    why = equivalent.get((fault.path, f"{old}  =>  {new}"))
    said = f"killed by {killer}" if killer else f"equivalent, {why}" if why else "SURVIVED"
    print(f"{said}: {fault.path}:{fault.line}: {old}  =>  {new}", flush=True)
    return "killed" if killer else "equivalent" if why else "survived"


def main():
    parser = argparse.ArgumentParser(description="Puts faults into the program and sees whether the tests find them.")
    parser.add_argument("-n", "--number", type=int, default=60)
    parser.add_argument("-s", "--seed", type=int, default=1)
    parser.add_argument("--root", default=ROOT, help="the sources")
    parser.add_argument("--tree", default=os.path.join(ROOT, "build-mutants"), help="where the copy is and is built")
    parser.add_argument("--only", metavar="FILE:LINE", help="all faults of one line")
    parser.add_argument("paths", nargs="*", metavar="PATH")
    given = parser.parse_args()
    faults = all_faults(given.root, given.paths or [given.only.split(":")[0]] if given.only else given.paths)
    if given.only:
        faults = [fault for fault in faults if f"{fault.path}:{fault.line}" == given.only]
        given.number = len(faults)
    else:
        faults = drawn(faults, given.seed, given.root)
    tree, equivalent = Tree(os.path.abspath(given.root), os.path.abspath(given.tree)), equivalent_faults()
    counts = collections.Counter()
    for fault in faults:
        if counts["killed"] + counts["survived"] == given.number:
            break
        counts[try_fault(tree, fault, equivalent)] += 1
    print(f"{counts['killed']} killed, {counts['survived']} survived ({counts['equivalent']} more changed nothing, "
          f"{counts['not compiled']} did not compile)")


if __name__ == "__main__":
    main()
