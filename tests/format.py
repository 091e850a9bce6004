#!/usr/bin/python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Formats every C file of the project by .clang-format, or with --check names the lines that are not formatted.

usage: format.py [--check] [SOURCE ROOT]
It needs clang-format 14: other versions break lines elsewhere.
"""
import os
import shutil
import subprocess
import sys

import sourcetree


def find_formatter():
    """The program clang-format of version 14."""
    for name in ("clang-format-14", "clang-format"):
        if shutil.which(name):
            version = subprocess.run([name, "--version"], check=True, capture_output=True, text=True).stdout
            if " version 14." in version:
                return name
    sys.exit("format.py: clang-format 14 is missing (./tab setup test installs it)")


def main(arguments):
    check = "--check" in arguments
    roots = [argument for argument in arguments if argument != "--check"]
    root = os.path.abspath(roots[0] if roots else os.path.join(os.path.dirname(__file__), ".."))
    names = sorted(name for name in sourcetree.tracked_files(root) if name.endswith((".c", ".h")))
    done = subprocess.run([find_formatter(), *(["--dry-run", "-Werror"] if check else ["-i"]), *names], cwd=root, check=False)
    if check and done.returncode != 0:
        print("`ninja -C build format` formats all of it")
    return done.returncode


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
