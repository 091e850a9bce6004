#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Runs a fuzzer for TAB_FUZZ_SECONDS (5), from its corpus on, and tells in one line what came of it.

usage: run-fuzzer.py FUZZER CORPUS FOLDER

Inputs that lead to new places come into FOLDER/found-<target>, from which a later run goes on; those that fail are
called failed-… there. Exit status: 0 if none failed.
"""
import os
import re
import subprocess
import sys
import time
from pathlib import Path

SLOWEST = 20  # seconds that one input may take
LONGEST = 1 << 16  # bytes of an input


def main():
    fuzzer, corpus, folder = map(Path, sys.argv[1:])
    target = fuzzer.name.removeprefix("fuzz-")
    found = folder / f"found-{target}"
    found.mkdir(exist_ok=True)
    failed = set(found.glob("failed-*"))
    for file in failed:
        file.rename(file.with_name("earlier-" + file.name))
    seconds = int(os.environ.get("TAB_FUZZ_SECONDS", "5"))
    command = [fuzzer.absolute(), "-seed=1", f"-max_total_time={seconds}", f"-timeout={SLOWEST}", f"-max_len={LONGEST}",
               "-print_final_stats=1", f"-artifact_prefix={found}/failed-", found, corpus]
    begun = time.monotonic()
    run = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, stdin=subprocess.DEVNULL, check=False)
    said = run.stdout.decode(errors="replace")
    findings = sorted(found.glob("failed-*"))
    if run.returncode or findings:
        print(said)
    executed = re.search(r"number_of_executed_units: *(\d+)", said)
    count = executed.group(1) if executed else "?"
    print(f"fuzz {target}: {time.monotonic() - begun:.0f} seconds, {count} executions, {len(findings)} findings")
    for file in findings:
        print(f"  {file}: make it a file of tests/corpus/{target}")
    return 1 if run.returncode or findings else 0


if __name__ == "__main__":
    sys.exit(main())
