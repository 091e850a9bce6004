#!/usr/bin/python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""What the programs without a window say of themselves, and to words that they do not know (TAP output).

usage: TAB_BUILD_ROOT=<build folder> test-program-words.py
"""
import os
import re
import subprocess

import matchdriver

PROGRAMS = [os.path.join(matchdriver.BUILD, *path) for path in (("engine", "tab-engine"), ("engine", "tab-tables"), ("engine", "tab-train"),
                                                                ("protocol", "runner", "tab-match"))]
ENGINE = PROGRAMS[0]


def run(*words, **environment):
    """(exit status, standard output, standard error)"""
    done = subprocess.run(words, stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=matchdriver.DEADLINE, check=False,
                          env=dict(os.environ, **environment))
    return done.returncode, done.stdout, done.stderr


def test_versions(_):
    versions = set()
    for program in PROGRAMS:
        status, out, text = run(program, "--version")
        name, version = re.fullmatch(r"(\S+) (\d+\.\d+\.\d+)\n", out).groups()
        assert (status, name, text) == (0, os.path.basename(program), ""), (program, status, out, text)
        versions.add(version)
    assert len(versions) == 1, versions


def test_help(_):
    for program in PROGRAMS:
        status, out, text = run(program, "--help")
        assert status == 0 and text == "" and out.lower().startswith("usage:") and os.path.basename(program) in out, (program, status, text)


def test_unknown(_):
    for program in PROGRAMS:
        for words in (["--nonsense"], ["no\x1b[2Jnsense"], ["--version", "--nonsense"][::-1]):
            status, out, text = run(program, *words)
            assert status == 1 and out == "", (program, words, status, out)
            assert text.startswith(os.path.basename(program) + ": ") and "\x1b" not in text, (program, words, text)
            assert "nsense" in text.splitlines()[0], (program, words, text)


def test_bytes(_):
    """The word that is not UTF-8 is named, where GLib alone would name none."""
    for words in ([PROGRAMS[1], "build", "walker", "-p", b"1,\xef"], [PROGRAMS[1], "regret", "--format", b"\xef"], [PROGRAMS[2], "walker", "-c", b"\xef"],
                  [PROGRAMS[3], "db", "query", "--player", b"1,\xef"], [PROGRAMS[3], "study-rules", "--vary", b"\xef"]):
        status, out, text = run(*words)
        assert status == 1 and out == "" and re.fullmatch(r"tab-\S+( [a-z-]+)*: '[1,]*\ufffd' is not UTF-8\n", text), (words, status, out, text)


def test_names_of_files(_):
    """What is said of a file with any name is text that moves no terminal's cursor."""
    name = b"/nowhere/\xff\x1b[2J"
    engine = ["--engine", "cmd=" + ENGINE]
    for words in ([PROGRAMS[1], "verify", name], [PROGRAMS[1], "verify", name, name], [PROGRAMS[2], "walker", "--games", "1", "-o", name],
                  [PROGRAMS[2], "walker", "--games", "1", "-o", "x", "--tables", name],
                  [PROGRAMS[3], "--record", name, "-e", "cmd=" + ENGINE, "-e", "cmd=" + ENGINE], [PROGRAMS[3], "conform", name],
                  *([PROGRAMS[3], command, name, *engine] for command in ("analyse", "evaluate", "rate")),
                  [PROGRAMS[3], "problems", "x", *engine, "-o", name], [PROGRAMS[3], "openings", "walker", *engine, "-o", name],
                  [PROGRAMS[3], "study-rules", "walker", *engine, "--csv", name]):
        status, _, text = run(*words)
        assert status == 1 and "/nowhere/" in text and "\x1b" not in text, (words, status, text)


def test_locale_c(_):
    """Where the locale knows ASCII alone, words are UTF-8 all the same."""
    for words in ([PROGRAMS[1], "build", "walker", "-p", "طاب"], [PROGRAMS[2], "طاب", "-o", "x"], [PROGRAMS[3], "db", "query", "--sort", "طاب"]):
        status, out, text = run(*words, LC_ALL="C")
        assert status == 1 and out == "" and "طاب" in text, (words, status, out, text)


def test_one_language(_):
    """What comes of GLib and of the system is in the language of the rest."""
    for program in PROGRAMS:
        for words in (["--help"], ["--nonsense"]):
            assert run(program, *words, LC_ALL="C.UTF-8", LANGUAGE="de") == run(program, *words), (program, words)


def test_playouts(_):
    status, out, text = run(ENGINE, "playouts", "walker:columns=5", "0.05")
    found = re.fullmatch(r"playouts walker:columns=5 games (\d+) games/s \d+ turns [\d.]+ plays [\d.]+ white ([\d.]+) black ([\d.]+) draws ([\d.]+)\n", out)
    assert status == 0 and text == "" and found and int(found[1]) > 0, (status, out, text)
    assert abs(sum(float(share) for share in found.groups()[1:]) - 1) < 0.001, out
    status, out, text = run(ENGINE, "playouts", "chess", "1")
    assert status == 1 and out == "" and "'chess'" in text.splitlines()[0], (status, out, text)
    for seconds in ("x", "0", "-1", "86401", "1s", ""):
        status, out, text = run(ENGINE, "playouts", "walker", seconds)
        assert (status, out, text.splitlines()[0]) == (1, "", f"tab-engine: the seconds are a number above 0, up to 86400: '{seconds}'"), (seconds, text)


def test_full_disk(_):
    """What could not be printed is an error."""
    for program, *words in [[program, option] for program in PROGRAMS for option in ("--version", "--help")] + [
            [ENGINE, "playouts", "walker", "0.01"], [PROGRAMS[1], "build", "--help"], [PROGRAMS[3], "conform", "--help"], [PROGRAMS[3], "rate", "--help"]]:
        with open("/dev/full", "wb") as full:
            done = subprocess.run([program, *words], stdin=subprocess.DEVNULL, stdout=full, stderr=subprocess.PIPE, text=True,
                                  timeout=matchdriver.DEADLINE, check=False)
        assert done.returncode == 1 and done.stderr.endswith(": cannot write standard output: No space left on device\n"), (program, words, done)


if __name__ == "__main__":
    matchdriver.main(test_versions, test_help, test_unknown, test_bytes, test_names_of_files, test_locale_c, test_one_language, test_playouts, test_full_disk)
