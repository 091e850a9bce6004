#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Runs a fuzzer for TAB_FUZZ_SECONDS (5), from its corpus on, with the seed TAB_FUZZ_SEED (1), and tells in one line what came of it
(seconds of a processor).

usage: run-fuzzer.py FUZZER CORPUS FOLDER

Inputs that lead to new places come into FOLDER/found-<target>, from which a later run goes on; those that fail are
called failed-… there. With TAB_FUZZ_GROW those that reach a place of the code that no input of CORPUS reaches are put there too.
Exit status: 0 if none failed.
"""
import os
import re
import resource
import subprocess
import sys
from pathlib import Path

SLOWEST = 20  # seconds that one input may take …
SLOW = 10  # … and of a processor, without being a finding
LONGEST = 1 << 16  # bytes of an input


def grow(fuzzer, corpus, found):
    """Adds to a corpus as few inputs as reach what it does not: places only, not how often each is passed."""
    before = set(corpus.iterdir())
    subprocess.run([fuzzer.absolute(), "-use_counters=0", "-set_cover_merge=1", f"-timeout={SLOWEST}", f"-max_len={LONGEST}", corpus, found],
                   stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, stdin=subprocess.DEVNULL, check=True)
    for file in set(corpus.iterdir()) - before:
        file.rename(file.with_name(f"found-{file.name[:12]}"))


def used(command):
    """Seconds of a processor that a command takes."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, stdin=subprocess.DEVNULL, check=False)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def main():
    fuzzer, corpus, folder = map(Path, sys.argv[1:])
    target = fuzzer.name.removeprefix("fuzz-")
    found = folder / f"found-{target}"
    found.mkdir(exist_ok=True)
    failed = set(found.glob("failed-*"))
    for file in failed:
        file.rename(file.with_name("earlier-" + file.name))
    seconds = int(os.environ.get("TAB_FUZZ_SECONDS", "5"))
    seed = int(os.environ.get("TAB_FUZZ_SEED", "1"))
    command = [fuzzer.absolute(), f"-seed={seed}", f"-max_total_time={seconds}", f"-timeout={SLOWEST}", f"-max_len={LONGEST}",
               "-print_final_stats=1", f"-artifact_prefix={found}/failed-", found, corpus]
    run = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, stdin=subprocess.DEVNULL, check=False)
    said = run.stdout.decode(errors="replace")
    time = resource.getrusage(resource.RUSAGE_CHILDREN)
    for file in found.glob("failed-slow-unit-*"):
        # the clock went on where a busy machine had no processor for it
        if used([fuzzer.absolute(), file]) < SLOW:
            file.unlink()
    findings = sorted(found.glob("failed-*"))
    failures = len(findings) or int(run.returncode != 0)
    if failures:
        print(said)
    executed = re.search(r"number_of_executed_units: *(\d+)", said)
    count = executed.group(1) if executed else "?"
    print(f"fuzz {target}: {time.ru_utime + time.ru_stime:.0f} seconds, {count} executions, {failures} findings")
    for file in findings:
        print(f"  {file}: make it a file of tests/corpus/{target}")
    if not failures and os.environ.get("TAB_FUZZ_GROW"):
        grow(fuzzer, corpus, found)
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
