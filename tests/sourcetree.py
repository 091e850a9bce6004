# SPDX-License-Identifier: GPL-3.0-or-later
"""The files of the project, and the words of a C file without its comments and strings."""
import os
import re
import subprocess

NOISE = re.compile(r'//[^\n]*|/\*.*?\*/|"(?:\\.|[^"\\\n])*"|\'(?:\\.|[^\'\\\n])*\'', re.S)


def tracked_files(root):
    """The files of the project: those that git knows, else all but build folders."""
    try:
        out = subprocess.run(["git", "-C", root, "-c", f"safe.directory={root}", "ls-files", "-z"], check=True, capture_output=True)
        return [name for name in out.stdout.decode().split("\0") if name and os.path.isfile(os.path.join(root, name))]
    except (OSError, subprocess.CalledProcessError):
        pass
    names = []
    for folder, folders, files in os.walk(root):
        folders[:] = [f for f in folders if not f.startswith((".git", "build"))]
        names += [os.path.relpath(os.path.join(folder, file), root) for file in files]
    return names


def blank(text):
    """C source with comments, strings and characters made blank; every line stays where it is."""
    return NOISE.sub(lambda found: re.sub(r"[^\n]", " ", found[0]), text)
