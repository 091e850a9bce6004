#!/usr/bin/python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Installs into a staging folder and runs the programs from there: engine, match runner, and the window in each language."""

import fnmatch
import json
import os
import re
import subprocess
import sys
import tempfile

import uidriver

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
# All that is installed: each pattern matches a file, and each file a pattern.
FILES = [
    "bin/tab-engine",
    "bin/tab-gui",
    "bin/tab-match",
    "bin/tab-tables",
    "bin/tab-train",
    "libexec/tab/tab-reaper",
    "share/applications/org.tabgame.Tab.desktop",
    "share/bash-completion/completions/tab-gui",
    "share/bash-completion/completions/tab-match",
    "share/glib-2.0/schemas/org.tabgame.Tab.gschema.xml",
    "share/glib-2.0/schemas/gschemas.compiled",
    "share/icons/hicolor/scalable/apps/org.tabgame.Tab.svg",
    "share/icons/hicolor/symbolic/apps/org.tabgame.Tab-symbolic.svg",
    "share/man/man6/tab-engine.6",
    "share/man/man6/tab-gui.6",
    "share/man/man6/tab-match.6",
    "share/man/man6/tab-tables.6",
    "share/man/man6/tab-train.6",
    "share/metainfo/org.tabgame.Tab.metainfo.xml",
    "share/mime/packages/org.tabgame.Tab.xml",
    "share/tab/games/*.tab",
    "share/tab/nets/*.net",
    "share/tab/problems/*.tab",
    "share/tab/openings.csv",
    "share/tab/slurm/tab-match.sbatch",
    "share/tab/slurm/tab-train.sbatch",
    "share/tab/tab-match-results.schema.json",
    "share/tab/tables/*.tabtable",
    "share/zsh/site-functions/_tab-gui",
    "share/zsh/site-functions/_tab-match",
]
LOCALE_FILES = ["share/locale/%s/LC_MESSAGES/tab.mo"]
SOUND_FILES = ["share/tab/sounds/*.wav"]
HELP_FILES = ["share/help/%s/tab/*.page", "share/help/%s/tab/legal.xml", "share/help/%s/tab/figures/*.png", "share/help/%s/tab/figures/*.svg"]
DIALOGUE = "tep\nnewgame walker\nsetpos start\nthrow 1 4 2\nlegal\ngo movetime 50\nwait\nquit\n"


def run(*command, seconds=60, **options):
    """Runs a program from the root folder, so that nothing is found by chance; its standard output."""
    result = subprocess.run(command, cwd="/", timeout=seconds, capture_output=True, text=True, check=False, **options)
    assert result.returncode == 0, "%s ended with %d:\n%s%s" % (command[0], result.returncode, result.stdout, result.stderr)
    return result.stdout


def build_options(build):
    return {option["name"]: option["value"] for option in json.loads(run("meson", "introspect", "--buildoptions", build))}


def install(build, prefix, folder):
    """Installs below `folder` as a package builder does; the prefix that the programs then stand in."""
    run("meson", "install", "-C", build, "--no-rebuild", "--destdir", folder, seconds=120)
    staged = folder + prefix
    # What the system does when a package has been installed.
    run("glib-compile-schemas", "--strict", os.path.join(staged, "share", "glib-2.0", "schemas"))
    return staged


def languages(*path):
    with open(os.path.join(ROOT, *path), encoding="utf-8") as file:
        return [line.strip() for line in file if line.strip() and not line.startswith("#")]


def check_files(prefix, options):
    wanted = FILES + [name % language for language in languages("po", "LINGUAS") for name in LOCALE_FILES]
    if options["sound"] != "disabled":
        wanted += SOUND_FILES
    if options["help"] != "disabled":
        wanted += [name % language for language in ["C"] + languages("data", "help", "LINGUAS") for name in HELP_FILES]
    there = [
        os.path.relpath(os.path.join(folder, name), prefix)
        for folder, _, names in os.walk(prefix, followlinks=True)
        for name in names
    ]
    missing = [pattern for pattern in wanted if not fnmatch.filter(there, pattern)]
    assert not missing, "not installed: " + ", ".join(missing)
    other = [name for name in there if not any(fnmatch.fnmatch(name, pattern) for pattern in wanted)]
    assert not other, "not for users: " + ", ".join(other)
    for name in ("tab-engine", "tab-gui", "tab-match", "tab-tables", "tab-train"):
        assert "tab" in run(os.path.join(prefix, "bin", name), "--version")


def check_engine(prefix):
    answers = run(os.path.join(prefix, "bin", "tab-engine"), input=DIALOGUE).splitlines()
    assert "tepok 1" in answers and "legal 1" in answers, answers
    assert re.fullmatch(r"bestmove 1:a9b9,[24]:b9b[57],[24]:b[57]b3", answers[-1]), answers[-1]


def check_match(prefix):
    """Two games with the engine that stands beside the runner; PATH has another one, which fails."""
    with tempfile.TemporaryDirectory() as folder:
        decoy = os.path.join(folder, "tab-engine")
        with open(decoy, "w", encoding="utf-8") as file:
            file.write("#!/bin/sh\nexit 3\n")
        os.chmod(decoy, 0o755)
        record = os.path.join(folder, "games.tab")
        score = run(
            os.path.join(prefix, "bin", "tab-match"),
            *("--engine", "cmd=tab-engine,name=one", "--engine", "cmd=tab-engine,name=two,option.Eval=random"),
            *("--rules", "walker", "--games", "2", "--depth", "1", "--seed", "1", "--record", record),
            env=dict(os.environ, PATH=folder + os.pathsep + os.environ["PATH"]),
        )
        assert re.fullmatch(r"score one \+\d -\d =\d \S+% ±\S+%?\n", score), score
        with open(record, encoding="utf-8") as file:
            games = file.read()
        assert games.count("[Rules ") == 2 and games.count('[Termination "normal"]') == 2, games


def family(pid):
    """The programs that a process has started, and those that these have started."""
    with open("/proc/%s/task/%s/children" % (pid, pid), encoding="ascii") as file:
        for child in file.read().split():
            yield os.path.realpath("/proc/%s/exe" % child)
            yield from family(child)


def hold_display():
    """A client that stays: an X server starts afresh when its last one leaves, and refuses those who come meanwhile."""
    while True:
        client = subprocess.Popen(["xprop", "-root", "-spy"], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        try:
            client.wait(0.3)
        except subprocess.TimeoutExpired:
            return client


class InstalledWindow(uidriver.Window):
    """Finds schema and translations by itself, as it will for users."""

    def _environment(self, settings, more):
        result = super()._environment(settings, more)
        del result["GSETTINGS_SCHEMA_DIR"]
        return result


def check_window(prefix, language, throw, players):
    """The window speaks the language and has started the engine that was installed with it."""
    uidriver.program = lambda: os.path.join(prefix, "bin", "tab-gui")
    window = InstalledWindow(
        ["--new", "--rules", "walker:columns=5", "--white", "human", "--black", "engine:0", "--seed", "1"],
        environment={"LANGUAGE": language},
    )
    engine = os.path.realpath(os.path.join(prefix, "bin", "tab-engine"))
    window.wait("the installed engine", lambda: engine in family(window.process.pid), 20)
    window.wait("the button " + throw, lambda: window.find("push button", throw))
    window.wait("the title " + players, lambda: window.find("frame", players))
    window.close()


def main():
    if not os.environ.get("TAB_UI_DESKTOP"):
        with tempfile.TemporaryDirectory(prefix="tab-install-") as folder:
            options = build_options(uidriver.build_root())
            prefix = install(uidriver.build_root(), options["prefix"], folder)
            os.environ["TAB_STAGING"] = prefix
            check_files(prefix, options)
            check_engine(prefix)
            check_match(prefix)
            uidriver.enter_desktop(os.path.abspath(__file__))
    prefix = os.environ["TAB_STAGING"]
    client = hold_display()
    check_window(prefix, "en", "Throw", "You against")
    check_window(prefix, "de", "Werfen", "Sie gegen")
    check_window(prefix, "ar", "ارمِ", "أنت\u2069 ضد")  # names are isolated
    check_window(prefix, "es", "Lanzar", "Usted contra")
    check_window(prefix, "fr", "Lancer", "Vous contre")
    check_window(prefix, "tr", "At", "Siz –")
    client.terminate()
    client.wait(10)


if __name__ == "__main__":
    main()
