#!/usr/bin/python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Checks that gui/app/style.css has rules only for what the window has: classes that are given to a widget, and names of widgets.

usage: check-styles.py [SOURCE ROOT]
"""
import glob
import os
import re
import sys

from checks import read

# What GTK gives to its own widgets.
OF_GTK = {'fullscreen', 'solid-csd', 'button', 'dropdown', 'label', 'list', 'listview', 'progressbar', 'row', 'shortcuts-section', 'stackswitcher', 'text-button', 'window'}


def selectors(css):
    """What stands before the braces, without comments and what is in brackets."""
    css = re.sub(r'/\*.*?\*/', '', css, flags=re.S)
    return [re.sub(r'\([^)]*\)', '', part) for part in re.findall(r'([^{}]+)\{', css)]


def styled(css):
    """The classes and the names of widgets that have rules."""
    text = ' '.join(selectors(css))
    return set(re.findall(r'\.([a-z][\w-]*)', text)), set(re.findall(r'(?<![\w.:-])([a-z][\w-]*)', text))


def given(root):
    """The classes and the names that templates and code give to widgets."""
    classes, names = set(), set()
    for path in glob.glob(os.path.join(root, 'gui', '**', '*.*'), recursive=True):
        text = read(path) if path.endswith(('.c', '.ui')) else ''
        classes.update(re.findall(r'<class name="([\w-]+)"', text))
        for call in re.findall(r'(?:css|set)_class[^;]*;', text):
            classes.update(re.findall(r'"([a-z][\w-]*)"', call))
        names.update(re.findall(r'set_css_name\(\w+, "([\w-]+)"', text))
    return classes, names


def main():
    root = os.path.abspath(sys.argv[1] if len(sys.argv) > 1 else os.path.join(os.path.dirname(__file__), '..'))
    classes, names = styled(read(os.path.join(root, 'gui', 'app', 'style.css')))
    has_classes, has_names = given(root)
    faults = [f'no widget is given the class {name}' for name in sorted(classes - has_classes - OF_GTK)]
    faults += [f'no widget is called {name}' for name in sorted(names - has_names - OF_GTK)]
    if len(classes) < 20 or len(names) < 5:
        faults.append(f'only {len(classes)} classes and {len(names)} names were found')
    print('\n'.join(faults) or f'{len(classes)} classes and {len(names)} names have rules, all of them used')
    sys.exit(1 if faults else 0)


if __name__ == '__main__':
    main()
