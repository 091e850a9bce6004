#!/usr/bin/python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Checks that every file with words is listed in po/POTFILES, and every word translated in every language of po/LINGUAS,
and otherwise than in the source, save for what po/UNCHANGED lists. Sizes of boards are isolated where people write from
right to left.

usage: check-po.py [SOURCE ROOT]
Needs gettext's xgettext, msgcmp and msgfmt.
"""
import os
import re
import subprocess
import sys
import tempfile

# The keywords of meson's i18n preset `glib`, as far as the project uses them.
KEYWORDS = ["_", "N_", "NN_:1,2", "C_:1c,2", "NC_:1c,2", "ngettext:1,2", "g_dcgettext:2", "g_dngettext:2,3", "g_dpgettext2:2c,3"]
WORDS = re.compile(r'\b[NC]?C?_\(\s*"|\bngettext\(|translatable="yes"|<lesson>')

RIGHT_TO_LEFT = {"ar"}


def read_list(path):
    with open(path, encoding="utf-8") as file:
        return [line.strip() for line in file if line.strip() and not line.startswith("#")]


def run(command, **options):
    """The faults that a gettext program tells, one string a line."""
    result = subprocess.run(command, capture_output=True, text=True, timeout=120, **options)
    return [] if result.returncode == 0 else [command[0] + ": " + line for line in result.stderr.splitlines()] or [command[0]]


def unlisted(root, listed):
    """Source files that have words but are not in POTFILES."""
    for folder, _, names in os.walk(os.path.join(root, "gui")):
        for name in names:
            path = os.path.relpath(os.path.join(folder, name), root)
            if name.endswith((".c", ".ui", ".lesson")) and path not in listed:
                with open(os.path.join(root, path), encoding="utf-8") as file:
                    if WORDS.search(file.read()):
                        yield f"{path} has words, but po/POTFILES does not list it"


def read_unchanged(root):
    """The (language, string) that po/UNCHANGED lists; the language * stands for any."""
    return {tuple(line.split(" ", 1)) for line in read_list(os.path.join(root, "po", "UNCHANGED"))}


def read_translations(po):
    """Pairs of a string and what it is in this language."""
    text = subprocess.run(["msgcat", "--no-wrap", "--no-location", po], capture_output=True, text=True, timeout=120).stdout
    for entry in text.split("\n\n"):
        words = {key: re.sub(r'"\n"', "", value)
                 for key, value in re.findall(r'^(msgid|msgstr)(?:\[0\])? "(.*(?:\n".*)*)"$', entry, re.MULTILINE)}
        yield words.get("msgid", ""), words.get("msgstr")


def like_source(po):
    """Strings with a letter besides their formats that are the same in source and translation."""
    for string, translated in read_translations(po):
        if string == translated and re.search(r"[^\W\d_]", re.sub(r"%[-+ #0]*\d*(?:\.\d+)?[a-z]", "", string)):
            yield string


def check_unchanged(root, language, po):
    """Both ways: what is like its source is listed, and what is listed for this language is like its source."""
    listed = read_unchanged(root)
    found = set(like_source(po))
    faults = [f"“{string}” is as in the source, but po/UNCHANGED does not list it"
              for string in sorted(found) if not {("*", string), (language, string)} & listed]
    return faults + [f"po/UNCHANGED lists “{string}”, which is otherwise than in the source"
                     for of, string in sorted(listed) if of == language and string not in found]


def check_sizes(po):
    """Where people write from right to left, rows×columns in a sentence turn round (11×4) unless they are isolated."""
    text = subprocess.run(["msgcat", "--no-wrap", "--no-location", po], capture_output=True, text=True, timeout=120).stdout
    translated = "\n".join(re.findall(r'^msgstr.*(?:\n".*)*', text, re.MULTILINE))
    return [f"“{size}” is not between U+2066 and U+2069"
            for size in re.findall(r"(?<![\u2066\u2068\d])(?:%u|\d+)×(?:%u|\d+)", translated)]


def check_directions(po):
    """A text that begins with a Latin letter is laid out from left to right, whatever comes after it."""
    return [f"“{translated}” wants U+200F in front" for _, translated in read_translations(po)
            if translated and re.match(r"[A-Za-z]", translated) and re.search("[\u0590-\u08ff]", translated)]


def check_ellipses(po):
    """The dots of "Open…" have a space before them, or none: the same in the whole language."""
    ends = [translated for string, translated in read_translations(po) if re.search(r"\w…$", string) and (translated or "").endswith("…")]
    spaced = [end for end in ends if end.endswith(" …")]
    odd = spaced if len(spaced) * 2 < len(ends) else [end for end in ends if end not in spaced]
    return [f"the dots of “{end}” are written otherwise than most" for end in odd]


def check_language(root, language, template):
    po = os.path.join(root, "po", language + ".po")
    if not os.path.exists(po):
        return [f"po/{language}.po is missing"]
    faults = run(["msgfmt", "--check", "--check-accelerators=_", "-o", os.devnull, po])
    faults += run(["msgcmp", "--directory=" + os.path.join(root, "po"), po, template])
    faults += check_unchanged(root, language, po)
    faults += check_ellipses(po)
    if language in RIGHT_TO_LEFT:
        faults += check_sizes(po) + check_directions(po)
    if len(faults) > 20:
        faults[20:] = [f"… and {len(faults) - 20} more"]
    return [f"{language}: {fault}" for fault in faults]


def main():
    root = os.path.abspath(sys.argv[1] if len(sys.argv) > 1 else os.path.join(os.path.dirname(__file__), ".."))
    listed = read_list(os.path.join(root, "po", "POTFILES"))
    faults = [f"po/POTFILES lists {path}, which is not there" for path in listed if not os.path.exists(os.path.join(root, path))]
    faults += unlisted(root, set(listed))
    with tempfile.TemporaryDirectory() as folder:
        template = os.path.join(folder, "tab.pot")
        keywords = ["--keyword=" + word for word in KEYWORDS]
        # data/its says which words of lessons are to be translated
        environment = dict(os.environ, GETTEXTDATADIRS=os.path.join(root, "data"))
        faults += run(["xgettext", "--from-code=UTF-8", *keywords, "-o", template, *listed], cwd=root, env=environment)
        if not faults:
            with open(template, encoding="utf-8") as file:
                text = file.read()
            # gettext cannot see the end of "%" G_GUINT64_FORMAT: such a string is never found at run time.
            faults += [f"cut short by a macro: {line}" for line in text.splitlines() if re.search(r'[^%]%"$', line)]
            for language in read_list(os.path.join(root, "po", "LINGUAS")):
                faults += check_language(root, language, template)
    print("\n".join(faults) or "every word is translated")
    sys.exit(1 if faults else 0)


if __name__ == "__main__":
    main()
