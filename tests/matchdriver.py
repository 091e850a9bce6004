# SPDX-License-Identifier: GPL-3.0-or-later
"""Runs tab-match for the tests of its journals: a folder of one's own, engines that are found again, journals read with
another JSON reader than its own."""

import json
import os
import subprocess
import sys
import tempfile
import time
import traceback
import unittest

BUILD = os.environ.get("TAB_BUILD_ROOT", ".")
MATCH = os.path.join(BUILD, "protocol", "runner", "tab-match")
RANDOM = os.path.join(BUILD, "tests", "random-player")
ENGINE = os.path.join(BUILD, "engine", "tab-engine")
SLOWER = float(os.environ.get("TAB_TEST_TIME_SCALE", "1"))
THOROUGH = "TAB_TEST_THOROUGH" in os.environ
DEADLINE = 60 * SLOWER  # seconds for a run


def is_emulated():
    """Whether the programs are of the other byte order, and run by QEMU, which does not do all that Linux does."""
    with open(MATCH, "rb") as program:
        return program.read(6)[5] != {"little": 1, "big": 2}[sys.byteorder]


PRELOADED = ("LD_PRELOAD",) if "TSAN_OPTIONS" in os.environ else ()  # tsan-glib.c
# What sanitizers, coverage and GLib are told of the programs under test, as keys of an engine.
TOLD = "".join(",env.%s=%s" % (name, os.environ[name].replace("\\", "\\\\").replace(",", "\\,"))
               for name in ("ASAN_OPTIONS", "LSAN_OPTIONS", "UBSAN_OPTIONS", "TSAN_OPTIONS", "GCOV_PREFIX", "GCOV_PREFIX_STRIP",
                            "LLVM_PROFILE_FILE", "LD_LIBRARY_PATH", "G_SLICE") + PRELOADED if name in os.environ)


def complaints(done):
    """What a command has said on standard error; not what coverage says that it counts, where it may not write."""
    return "".join(line for line in done.stderr.decode().splitlines(keepends=True) if not line.startswith("profiling:"))


class Place:
    """A folder in which engines have names that no other process has."""

    def __init__(self, folder):
        self.folder = folder
        os.symlink(os.path.abspath(RANDOM), self.path("random"))
        os.symlink(os.path.abspath(ENGINE), self.path("engine"))

    def path(self, name):
        return os.path.join(self.folder, name)

    def read(self, name):
        with open(self.path(name), "rb") as file:
            return file.read()

    def write(self, name, data):
        with open(self.path(name), "wb") as file:
            file.write(data)

    def engine(self, name, program="random", more=""):
        return ["--engine", "cmd=%s,name=%s%s%s" % (self.path(program), name, TOLD, more)]

    def outputs(self, name):
        """Options for a record and results of this name."""
        return ["--record", self.path(name + ".tab"), "--json", self.path(name + ".json")]

    def run(self, *words, expect=0, deadline=DEADLINE):
        """Runs tab-match to its end; (standard output, standard error)."""
        done = subprocess.run([MATCH, *words], capture_output=True, timeout=deadline, check=False)
        text = complaints(done)
        if expect is not None and done.returncode != expect:
            raise AssertionError("exit status %d, not %d: %s\n%s" % (done.returncode, expect, " ".join(words), text))
        return done.stdout, text

    def run_without_room(self, blocks, *words):
        """Runs tab-match, whose files may have so many blocks of 512 bytes; it must fail. Standard output and standard error."""
        done = subprocess.run(["sh", "-c", "ulimit -f %d && exec \"$@\"" % blocks, "sh", MATCH, *words], capture_output=True, timeout=DEADLINE, check=False)
        text = complaints(done)
        assert done.returncode == 1, "exit status %d, not 1: %s\n%s" % (done.returncode, " ".join(words), text)
        return done.stdout, text

    def refuse(self, *words, name):
        """Runs tab-match, which must refuse and say `name`."""
        out, text = self.run(*words, expect=1)
        assert out == b"" and name in text, "not refused for %s: %s" % (name, text)
        assert text.splitlines()[-1].startswith("tab-match merge: " if words[0] == "merge" else "tab-match: "), text

    def same(self, first, second):
        """Asserts that record and results are the same, byte for byte."""
        for suffix in (".tab", ".json"):
            assert self.read(first + suffix), first + suffix + " is empty"
            assert self.read(first + suffix) == self.read(second + suffix), \
                "%s and %s differ" % (first + suffix, second + suffix)

    def engines_left(self):
        """Processes that run an engine of this folder."""
        left = []
        words_of_program = 2 if is_emulated() else 1  # the first of two is QEMU's own
        for number in filter(str.isdigit, os.listdir("/proc")):
            try:
                with open("/proc/%s/cmdline" % number, "rb") as file:
                    words = file.read().decode(errors="replace").split("\0")
            except OSError:
                continue
            if any(word.startswith(self.folder) for word in words[:words_of_program]):
                left.append(number)
        return left

    def check_no_engines(self):
        """Engines of a match that was killed end by themselves, soon."""
        end = time.monotonic() + 10 * SLOWER
        while self.engines_left():
            assert time.monotonic() < end, "engines are left: " + " ".join(self.engines_left())
            time.sleep(0.005)


def read_journal(data):
    """(settings, games) of the whole lines of a journal; every game must be there once."""
    lines = data.decode().split("\n")
    assert lines.pop() == "", "the journal ends within a line"
    header, *games = [json.loads(line) for line in lines]
    assert header["tab-match-journal"] == 2
    numbers = [game["number"] for game in games]
    assert len(set(numbers)) == len(numbers), "a game is there twice"
    return header["settings"], games


def main(*tests):
    """Runs functions that take a place, as TAP."""
    failed = 0
    print("1..%d" % len(tests))
    for number, test in enumerate(tests, 1):
        with tempfile.TemporaryDirectory(prefix="tab-match-") as folder:
            begun, skipped = time.monotonic(), ""
            try:
                test(Place(folder))
                good = True
            except unittest.SkipTest as why:
                good, skipped = True, "SKIP %s, " % why
            except Exception:  # a test point fails, whatever went wrong
                good = False
                print("".join("# " + line + "\n" for line in traceback.format_exc().splitlines()), end="")
            failed += not good
            name = test.__name__.removeprefix("test_").replace("_", " ")
            print("%s %d - %s # %s%.1f s" % ("ok" if good else "not ok", number, name, skipped, time.monotonic() - begun), flush=True)
    sys.exit(1 if failed else 0)
