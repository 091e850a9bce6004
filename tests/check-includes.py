#!/usr/bin/python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Checks the layers of the source tree by its #include lines, that no modules call each other in a circle, and a few habits
that every file keeps.

usage: check-includes.py [SOURCE ROOT]
Prints one line `file:line: what is wrong` a fault and fails if there is any. The layers are explained in CONTRIBUTING.md.
"""
import collections
import os
import re
import sys

import sourcetree

# part -> the parts that it may know. What is allowed to the named is allowed to the namer: the rest follows.
NAMED = {
    "protocol/text": "",
    "protocol/files": "",
    "protocol/codec": "",
    "protocol/rules": "",
    "protocol/statistics": "protocol/text",
    "protocol/plot": "protocol/text protocol/files",
    "protocol/game": "protocol/rules protocol/files",
    "protocol/painter": "protocol/rules",
    "protocol/client": "protocol/codec protocol/files",
    "protocol/conform": "protocol/game protocol/client",
    "protocol/study": "protocol/game protocol/client protocol/statistics",
    "protocol/match": "protocol/study",
    "protocol/database": "protocol/study protocol/files",
    "protocol/report": "protocol/match protocol/painter protocol/plot",
    "protocol/runner": "protocol/report protocol/conform protocol/database",
    "engine/eval": "protocol/rules protocol/files",
    "engine/tables": "protocol/rules protocol/files",
    "engine/search": "engine/eval engine/tables",
    "engine": "engine/search",
    "engine/daemon": "protocol/codec engine",
    "engine/lab": "engine protocol/report",
    "gui/model": "protocol/report protocol/database",
    "gui": "gui/model protocol/painter protocol/plot",
    "gui/app": "gui",
    "tests": None,  # everything
}
PARTS = [
    (r"protocol/[^/]*/.*", None),
    (r"engine/(eval|tables|search|daemon|lab)/.*", None),
    (r"engine/[^/]*", "engine"),
    (r"gui/(model|app)/.*", None),
    (r"gui/.*", "gui"),
    (r"tests/.*", "tests"),
]


def allowed_parts(part):
    """All parts whose headers `part` may include besides its own; None for all that there are."""
    if NAMED[part] is None:
        return None
    found = set()
    for name in NAMED[part].split():
        found |= {name} | allowed_parts(name)
    return found


LAYERS = {part: allowed_parts(part) for part in NAMED}
# part -> libraries it must not know, by the start of the header's name.
TOOLKIT = ("gtk/", "gdk/", "gsk/")
DRAWING = ("cairo", "pango/")
FOREIGN = {part: TOOLKIT + DRAWING for part in NAMED if part.split("/")[0] != "gui" and part != "tests"}
FOREIGN.update({part: FOREIGN[part] + ("gio/",) for part in (
    "protocol/text", "protocol/files", "protocol/codec", "protocol/rules", "protocol/statistics", "protocol/game",
    "protocol/conform", "engine/eval", "engine/tables", "engine/search", "engine", "engine/daemon")})
FOREIGN.update({
    "protocol/plot": TOOLKIT + ("gio/",),
    "protocol/painter": TOOLKIT + ("gio/",),
    "gui/model": TOOLKIT + DRAWING,
})
# (file, header) -> why this one step aside is taken.
EXCEPTIONS = {
    ("engine/daemon/main.c", "engine/search/playout.h"): "`tab-engine playouts` measures the playouts alone, without an engine",
}
# A function that others can call is defined: its head at the margin, its body below.
DEFINITION = re.compile(r"^(?!\s|typedef|#)[\w \*\n]*?\b(tab_\w+)\([^;{}]*\)\n\{", re.M)
PUBLIC = re.compile(r"\btab_\w+\b")
INCLUDE = re.compile(r'^\s*#\s*include\s+(["<])([^">]+)[">]')
NEEDS_LICENSE = re.compile(r".*\.(c|h|py|sh|css|ui)$|(.*/)?meson\.build|tab|\.ci/run")
TEXT_ONLY = re.compile(r".*(\.(png|jpg|svg|po|pot|tab|net|tabtable)|LICENSE|tests/(corpus|old-files)/.*)$")
# Written in pieces so that this file passes its own test.
HIDES = "protocol/client/sandbox.c"  # names the folders that people and programs have on every machine
MACHINE_PATH = re.compile(r"(?<![\w.~$}/-])/(" + "|".join(["wo" + "rk", "ho" + "me", "ro" + "ot", "tm" + "p"]) + r")(?!/me/)(?=[/\s\"'`]|$)")
UNFINISHED = re.compile(r"\b(TO" + r"DO|FIX" + r"ME)\b")


def part_of(path):
    for pattern, part in PARTS:
        match = re.fullmatch(pattern, path)
        if match:
            return part or "/".join(path.split("/")[:2])
    return None


def check_include(path, part, kind, name):
    """What is wrong with one #include of a file of `part`, or None."""
    if kind == "<":
        banned = [start for start in FOREIGN.get(part, ()) if name.startswith(start)]
        return f"{part} must not know <{name}>" if banned else None
    other = part_of(name)
    if other is None:
        return None if part == "tests" and "/" not in name else f'"{name}" is not written from the source root'
    allowed = LAYERS[part]
    if allowed is None or other == part or other in allowed or (path, name) in EXCEPTIONS:
        return None
    return f'{part} must not include "{name}" of {other}'


def check_file(root, path):
    """Yields (line number, fault) for one file."""
    with open(os.path.join(root, path), "rb") as file:
        data = file.read()
    try:
        lines = data.decode("utf-8").split("\n")
    except UnicodeDecodeError:
        yield 1, "is not UTF-8"
        return
    if NEEDS_LICENSE.fullmatch(path) and not any("SPDX-License-Identifier: GPL-3.0-or-later" in line for line in lines[:4]):
        yield 1, "has no line `SPDX-License-Identifier: GPL-3.0-or-later` at its top"
    part = part_of(path) if path.endswith((".c", ".h")) else None
    for number, line in enumerate(lines, 1):
        found = INCLUDE.match(line) if part else None
        fault = check_include(path, part, *found.groups()) if found else None
        if fault:
            yield number, fault
        if MACHINE_PATH.search(line) and not path.startswith("tests/") and path != HIDES:
            yield number, "names a folder of one machine"
        if UNFINISHED.search(line):
            yield number, "is unfinished"
        if path.endswith((".c", ".h")) and line.rstrip() != line:
            yield number, "ends in white space"


def strong_components(edges):
    """Tarjan's algorithm: the sets of two or more nodes of {node: nodes that it leads to} each of which leads to all others."""
    number, lowest, stack, found = {}, {}, [], []

    def visit(node):
        number[node] = lowest[node] = len(number)
        stack.append(node)
        for other in edges.get(node, ()):
            if other not in number:
                visit(other)
            if other in stack:
                lowest[node] = min(lowest[node], lowest[other])
        if lowest[node] == number[node]:
            members = stack[stack.index(node):]
            del stack[stack.index(node):]
            if len(members) > 1:
                found.append(frozenset(members))

    for node in sorted(edges):
        if node not in number:
            visit(node)
    return found


def call_edges(texts):
    """{module: {module: a function of it that is called}}. A module is a .c file and the header of its name."""
    owner = {}
    for path, text in texts.items():
        for found in DEFINITION.finditer(text):
            if path.endswith(".h") or not found[0].startswith("static"):
                owner[found[1]] = os.path.splitext(path)[0]
    edges = collections.defaultdict(dict)
    for path, text in texts.items():
        module = os.path.splitext(path)[0]
        for word in PUBLIC.findall(text):
            if owner.get(word, module) != module:
                edges[module][owner[word]] = word
    return edges


def check_circles(root, paths):
    """Yields what is wrong: headers that include each other, modules that call each other."""
    texts, includes = {}, {}
    for path in paths:
        if path.endswith((".c", ".h")) and not path.startswith("tests/"):
            with open(os.path.join(root, path), encoding="utf-8") as file:
                text = file.read()
            texts[path] = sourcetree.blank(text)
            if path.endswith(".h"):
                includes[path] = [name for kind, name in re.findall(INCLUDE.pattern, text) if kind == '"']
    for circle in strong_components(includes):
        yield f"these headers include each other: {' '.join(sorted(circle))}"
    calls = call_edges(texts)
    for circle in strong_components(calls):
        yield f"these modules call each other: {' '.join(sorted(circle))}"
        for module in sorted(circle):
            for other in sorted(circle & calls[module].keys()):
                yield f"    {module} calls {calls[module][other]} of {other}"


def main():
    root = os.path.abspath(sys.argv[1] if len(sys.argv) > 1 else os.path.join(os.path.dirname(__file__), ".."))
    faults = checked = 0
    paths = sorted(sourcetree.tracked_files(root))
    for path in paths:
        if TEXT_ONLY.fullmatch(path):
            continue
        checked += 1
        for number, fault in check_file(root, path):
            print(f"{path}:{number}: {fault}")
            faults += 1
    for fault in check_circles(root, paths):
        print(fault)
        faults += 1
    if checked < 50:
        sys.exit(f"only {checked} files found under {root}")
    print(f"{checked} files, {faults} faults")
    sys.exit(1 if faults else 0)


if __name__ == "__main__":
    main()
