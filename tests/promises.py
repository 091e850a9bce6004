#!/usr/bin/python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Measures what SECURITY.md promises.

usage: promises.py [--write] [NAME…]

A NAME is that of a row of its table, as its command `./tab test --long NAME` has it; without one all rows are measured. While a
row is measured, what its programs say is told on standard error; then comes one line on standard output, `held` or `BROKEN`, with
the name and the figure. With --write figures that hold take the place of those in the table. The last line counts the rows.
Exit status: 0 if all hold.
"""
import argparse
import json
import os
import re
import shutil
import subprocess
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
PAGE = os.path.join(ROOT, "SECURITY.md")
ROW = re.compile(r"^\| [^|]* \| [^|]* \| `\./tab test --long ([a-z0-9-]+)` \| ([^|]*) \|$", re.M)
FUZZ_SECONDS = os.environ.get("TAB_FUZZ_SECONDS", "3600")  # of this run, for each fuzzer
FUZZ_HOUR = 3600  # that each shall have had, in as many runs as it takes
FUZZED = os.path.join(ROOT, "tests", "fuzzed.tsv")  # what each has had: seconds, inputs


class Broken(Exception):
    """What is promised does not hold, with what was measured."""


def run(*words, **options):
    """Whether a command succeeds, and what it prints, which is passed on while it comes."""
    said = []
    with subprocess.Popen(words, cwd=ROOT, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
                          errors="replace", **options) as process:
        for line in process.stdout:
            sys.stderr.write(line)
            said.append(line.rstrip("\n"))
    return process.returncode == 0, said


def must(*words, **options):
    good, said = run(*words, **options)
    if not good:
        raise Broken(f"{' '.join(words[:3])} …: {said[-1] if said else 'no word'}")
    return said


def build(folder, *options):
    """A build folder of that name, made or brought up to date."""
    path = os.path.join(ROOT, folder)
    again = ["--reconfigure"] if os.path.exists(os.path.join(path, "build.ninja")) else []
    must("meson", "setup", *again, path, *options)
    must("ninja", "-C", path)
    return path


def introspect(folder):
    """The tests of a build folder."""
    return json.loads(subprocess.run(["meson", "introspect", folder, "--tests"], check=True, stdout=subprocess.PIPE).stdout)


class Tests:
    """Tests by their names; the figure is what each says in its last line."""

    def __init__(self, *names, options=(), folder="build-test"):
        self.names, self.options, self.folder = names, options, folder

    def measure(self):
        folder = build(self.folder, "-Doptimization=2", "-Ddebug=false", *self.options)
        results = self.run(folder, self.names)
        said = [self.last_word(result) for result in results]
        return "; ".join(filter(None, said)) or self.counted(results)

    @staticmethod
    def counted(results):
        return "the test passed" if len(results) == 1 else f"all {len(results)} tests passed"

    @staticmethod
    def run(folder, names):
        """What meson has noted of each; all must have passed."""
        suites = {suite.split(":")[-1] for test in introspect(folder) if test["name"] in names for suite in test["suite"]}
        run("meson", "test", "-C", folder, "--no-rebuild", "--print-errorlogs", "--timeout-multiplier", "3",
            *(word for suite in sorted(suites) for word in ("--suite", suite)), *names)
        with open(os.path.join(folder, "meson-logs", "testlog.json"), encoding="utf-8") as file:
            results = [json.loads(line) for line in file]
        failed = [f"{result['name'].split(' / ')[-1]} {result['result']}" for result in results if result["result"] != "OK"]
        if failed or len(results) < len(names):
            raise Broken(f"{len(results) - len(failed)} of {len(names)} tests passed; {', '.join(failed)}")
        return results

    @staticmethod
    def last_word(result):
        """A comment of TAP behind the last test, but those of GLib."""
        lines = [line for line in result.get("stdout", "").splitlines() if line]
        return lines[-1][2:] if lines and re.match("# (?!End of )", lines[-1]) else ""


class Slow(Tests):
    """All of the suites `more` and `slow` that no other row runs."""

    def measure(self):
        folder = build(self.folder, "-Doptimization=2", "-Ddebug=false")
        others = {name for kind in PROMISES.values() if isinstance(kind, Tests) for name in kind.names}
        names = [test["name"] for test in introspect(folder) if {"tab:more", "tab:slow"} & set(test["suite"])
                 and test["name"] not in others]
        return self.counted(self.run(folder, names))


class Mode:
    """`./tab test` with an option; its last line counts what passed and failed."""

    def __init__(self, option):
        self.option = option

    def measure(self):
        return must("./tab", "test", self.option)[-1]


class Fuzz:
    """Each fuzzer for so long. A run without a finding counts together with those that are noted; with --write it is noted too, and the
    corpora grow by what it has reached."""

    TOLD = re.compile(r"fuzz ([a-z-]+): (\d+) seconds, (\d+) executions, (\d+) findings$")

    def __init__(self):
        self.noted = None  # of each fuzzer: seconds, inputs; with the last run

    def measure(self):
        before = self.read()
        # another seed than any run before had
        seed = 1 + sum(seconds for seconds, _ in before.values())
        good, said = run("./tab", "test", "--fuzz", FUZZ_SECONDS, env=dict(os.environ, TAB_FUZZ_SEED=str(seed)))
        told = {match[1]: list(map(int, match.groups()[1:])) for match in map(self.TOLD.match, said) if match}
        self.noted, findings = dict(before), 0
        for name, (*now, found) in told.items():
            findings += found
            had = before.get(name, (0, 0))
            self.noted[name] = had if found else (had[0] + now[0], had[1] + now[1])
        least = min((seconds for seconds, _ in self.noted.values()), default=0)
        figure = (f"{len(self.noted)} fuzzers, {sum(seconds for seconds, _ in self.noted.values()) / 3600:.1f} hours, {least} seconds of each at least, "
                  f"{sum(inputs for _, inputs in self.noted.values()):,} inputs, {findings} findings")
        if not good or least < FUZZ_HOUR:
            raise Broken(figure)
        return figure

    @staticmethod
    def read():
        if not os.path.exists(FUZZED):
            return {}
        with open(FUZZED, encoding="utf-8") as file:
            rows = [line.split("\t") for line in file if not line.startswith("#")]
        return {name: (int(seconds), int(inputs)) for name, seconds, inputs in rows}

    def keep(self):
        """Notes what the fuzzers have had, also when it is not enough yet."""
        if self.noted:
            replace(FUZZED, "# fuzzer\tseconds\tinputs\n" + "".join(f"{name}\t{seconds}\t{inputs}\n"
                                                                      for name, (seconds, inputs) in sorted(self.noted.items())))


class Coverage:
    """Lines and branches that the unit tests, with those of commands, reach in files of a folder, at least so many percent of each.
    Branches in GLib's macros (assertions, types, what is cleared), and those that the compiler adds, count for nothing."""

    data = fault = None  # of all files, once measured; or why not

    def __init__(self, lines, branches, folder, but=None):
        self.lines, self.branches, self.folder, self.but = lines, branches, folder, but

    @classmethod
    def of_files(cls):
        if cls.fault:
            raise cls.fault
        if not cls.data:
            folder = os.path.join(ROOT, "build-coverage")
            shutil.rmtree(folder, ignore_errors=True)
            report = os.path.join(folder, "coverage.json")
            try:
                # counted by several threads at once
                build("build-coverage", "-Db_coverage=true", "-Dc_args=-fprofile-update=atomic", "-Doptimization=0", "-Ddebug=true",
                      "-Dhelp=disabled")
                must("meson", "test", "-C", folder, "--no-rebuild", "--print-errorlogs", "--timeout-multiplier", "10",
                     "--suite", "unit", "--suite", "commands", env=dict(os.environ, TAB_TEST_TIME_SCALE="10"))
                must("gcovr", "--root", ROOT, "--object-directory", folder, "--gcov-ignore-parse-errors", "--exclude", "tests/",
                     "--exclude-unreachable-branches", "--exclude-throw-branches",
                     "--exclude-branches-by-pattern", r".*\b(g_(assert|return|clear)\w*|G_DEFINE\w*)\(.*", "--json-summary", report, folder)
            except Broken as fault:
                cls.fault = fault
                raise
            with open(report, encoding="utf-8") as file:
                cls.data = json.load(file)["files"]
        return cls.data

    def measure(self):
        files = [file for file in self.of_files() if file["filename"].startswith(self.folder)
                 and not (self.but and file["filename"].startswith(self.but))]
        shares = [100 * sum(file[kind + "_covered"] for file in files) / max(1, sum(file[kind + "_total"] for file in files))
                  for kind in ("line", "branch")]
        figure = f"{shares[0]:.1f} % of lines, {shares[1]:.1f} % of branches"
        if shares[0] < self.lines or shares[1] < self.branches:
            raise Broken(figure)
        return figure


class Mutants:
    """So many faults, put into the program one at a time; at least such a part is found."""

    def __init__(self, number, part, *folders):
        self.number, self.part, self.folders = number, part, folders

    def measure(self):
        said = must("tests/mutants.py", "-n", str(self.number), "-s", "1", *self.folders)
        killed, survived = map(int, re.match(r"(\d+) killed, (\d+) survived", said[-1]).groups())
        figure = f"{killed} of {killed + survived} found"
        if killed < self.part * (killed + survived):
            raise Broken(figure)
        return figure


PACKAGES = {"options": ("-Dpackages=true",), "folder": "build-packages"}
PROMISES = {
    "coverage-protocol": Coverage(98, 93, "protocol/"),
    "coverage-engine": Coverage(96, 90, "engine/", but="engine/lab/"),
    "coverage-lab": Coverage(90, 80, "engine/lab/"),
    "coverage-window": Coverage(95, 88, "gui/model/"),
    "mutants-rules": Mutants(300, 0.95, "protocol/rules", "protocol/codec"),
    "mutants-play": Mutants(300, 0.90, "protocol/match", "protocol/client", "engine/search", "engine/daemon"),
    "fuzzing": Fuzz(),
    "sanitizers": Mode("--sanitizers"),
    "threads": Mode("--threads"),
    "memory": Tests("valgrind"),
    "faults": Tests("faults-thorough"),
    "soak": Tests("soak-match"),
    "soak-window": Tests("ui-soak"),
    "kills": Tests("kills", "ui-kills", "resume-thorough", "database-faults-thorough"),
    "engines": Tests("isolation"),
    "words": Tests("evil", "ui-evil"),
    "browser": Tests("browser"),
    "places": Tests("places-german", "places-turkish", "places-arabic", "places-c"),
    "machines": Mode("--foreign"),
    "missing": Tests(*(f"ui-missing-{what}" for what in ("bus", "sound", "portal", "home", "opengl", "letters"))),
    "old-files": Tests("old-files", "old-files-commands"),
    "release": Tests("release-twice", **PACKAGES),
    "packages": Tests("packages", "packaging", **PACKAGES),
    "debians": Tests("chroot", **PACKAGES),
    "analysis": Tests("analyse-thorough"),
    "full-size": Slow(),
}


def rows():
    """The names in the table, in its order, each with its figure."""
    with open(PAGE, encoding="utf-8") as file:
        return dict(ROW.findall(file.read()))


def replace(path, text):
    with open(path + ".part", "w", encoding="utf-8") as file:
        file.write(text)
    os.replace(path + ".part", path)


def write(name, figure):
    """Puts a figure into the table."""
    with open(PAGE, encoding="utf-8") as file:
        text = file.read()

    def put(row):
        if row[1] != name:
            return row[0]
        return row[0][:row.start(2) - row.start()] + figure.replace("|", "/") + " |"

    replace(PAGE, ROW.sub(put, text))


def main():
    parser = argparse.ArgumentParser(description="Measures what SECURITY.md promises.")
    parser.add_argument("--write", action="store_true", help="put figures that hold into the table")
    parser.add_argument("--list", action="store_true", help="tell the names of the rows")
    parser.add_argument("names", nargs="*", metavar="NAME", help="rows to measure (all)")
    given = parser.parse_args()
    table = list(rows())
    if table != list(PROMISES):
        sys.exit(f"promises.py: SECURITY.md has the rows {table}, this program {list(PROMISES)}")
    if given.list:
        print("\n".join(table))
        return 0
    for name in given.names:
        if name not in PROMISES:
            sys.exit(f"promises.py: no row {name}; there are {', '.join(table)}")
    if given.write:
        os.environ["TAB_FUZZ_GROW"] = "yes"
    results = []
    for name in given.names or table:
        try:
            figure, held = PROMISES[name].measure(), True
        except Broken as broken:
            figure, held = str(broken), False
        if given.write and held:
            write(name, figure)
        if given.write and isinstance(PROMISES[name], Fuzz):
            PROMISES[name].keep()
        results.append((name, held, figure))
        sys.stderr.write("\n")
    for name, held, figure in results:
        print(f"{'held' if held else 'BROKEN'}: {name}: {figure}")
    broken = sum(not held for _, held, _ in results)
    print(f"\n{len(results) - broken} passed, {broken} failed")
    return 1 if broken else 0


if __name__ == "__main__":
    sys.exit(main())
