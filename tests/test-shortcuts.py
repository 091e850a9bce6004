#!/usr/bin/python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Checks that the window with the shortcuts lists every key that the code listens to and no others, that every action can be
reached: by a menu, a button or a key.

usage: test-shortcuts.py [SOURCE ROOT]
"""
import os
import re
import sys
import xml.etree.ElementTree as ElementTree

from checks import read, split_keys

# What GTK does by itself: F10 opens a primary menu, Shift+F8 goes to the edge between two panes.
OF_GTK = {'F10', 'Shift+F8'}
# Actions that GTK makes, an item of the menu that stands for no file, and a file's suffix.
FOREIGN_ACTIONS = {'no-recent', 'close', 'wav'}
MODIFIERS = {'GDK_CONTROL_MASK': 'Control', 'GDK_SHIFT_MASK': 'Shift', 'GDK_ALT_MASK': 'Alt'}


def sources(root, suffix):
    return {name: read(os.path.join(folder, name)) for folder, _, names in sorted(os.walk(os.path.join(root, 'gui')))
            for name in sorted(names) if name.endswith(suffix)}


def normal(accelerator):
    """One key in one form: "Control+Shift+s"."""
    modifiers = {'Control' if name in ('Primary', 'Ctrl') else name for name in re.findall(r'<(\w+)>', accelerator)}
    key = re.sub(r'<\w+>', '', accelerator)
    return '+'.join([*sorted(modifiers), key.lower() if len(key) == 1 else key])


def table_keys(text):
    """The accelerators of the application's table, those for readers from right to left included."""
    return {normal(accel) for row in re.findall(r'\{"(?:win|app|window)\.[a-z-]+", ("[^}]*)\}', text) for accel in re.findall(r'"([^"]+)"', row)}


def binding_keys(text):
    """Keys that a class of widgets, or a controller of shortcuts, binds to an action of the window."""
    pattern = (r'(?:add_binding_action\(\s*widget_class,|gtk_keyval_trigger_new\()\s*GDK_KEY_(\w+),\s*([\w\s|]+)'
               r'(?:,\s*"|\),\s*gtk_named_action_new\(")(?:win|app)\.')
    return {normal(''.join(f'<{MODIFIERS[part.strip()]}>' for part in masks.split('|') if part.strip() != '0') + key)
            for key, masks in re.findall(pattern, text)}


def plain_keys(text):
    """Keys that a handler compares with, in one spelling."""
    text = re.sub(r'(add_binding_action|gtk_keyval_trigger_new)\([^;]*;', '', text)
    return {normal(key) for key in re.findall(r'\bGDK_KEY_(\w+)', text) if not key.startswith('KP_')}


def code_keys(root):
    """Each key with a file that listens to it."""
    found = {}
    for name, text in sources(root, '.c').items():
        keys = binding_keys(text) | plain_keys(text) | (table_keys(text) if name == 'application.c' else set())
        for key in keys:
            found.setdefault(key, name)
    return found


def throw_keys(root):
    """What types each throw of all casts: the digit of its steps, or a letter."""
    text = read(os.path.join(root, 'protocol', 'rules', 'cast.c'))
    rows = re.findall(r'\{"(\w+)",\s*N_\("[^"]*"\),\s*(\d+)([^}]*)\}', text)
    return {(re.search(r"\.key = '(\w)'", more) or [0, steps])[1]: 'throw ' + name for name, steps, more in rows}


def listed_keys(root):
    tree = ElementTree.parse(os.path.join(root, 'gui', 'help', 'shortcuts-window.ui'))
    words = [item.text for item in tree.iter('property') if item.get('name') == 'accelerator']
    return {normal(key) for text in words for key in split_keys(text)}


def check_keys(root):
    code, throws, listed = code_keys(root), throw_keys(root), listed_keys(root) - OF_GTK
    clashes = [f'{key} types the {throws[key]}, and {code[key]} listens to it' for key in sorted(set(code) & set(throws))]
    faults = [f'no single key types the {throw}' for key, throw in throws.items() if len(key) > 1]
    code.update(throws)
    faults += [f'{code[key]} listens to {key}, which the shortcuts do not list' for key in sorted(set(code) - listed)]
    faults += [f'the shortcuts list {key}, which no code listens to' for key in sorted(listed - set(code))] + clashes
    return faults if len(code) > 30 else [*faults, f'only {len(code)} keys were found in the code']


def check_actions(root):
    texts = sources(root, '.c')
    defined = {name for text in texts.values()
               for name in re.findall(r'\{\.name = "([a-z-]+)"|g_property_action_new\("([a-z-]+)"|g_settings_create_action\([^"]*"([a-z-]+)"', text)
               for name in name if name}
    groups = {'win', 'app'} | {name for text in texts.values() for name in re.findall(r'insert_action_group\([^"]*"([a-z-]+)"', text)}
    named = re.compile(r'[">](?:' + '|'.join(sorted(groups)) + r')\.([a-z-]+)["<:(]')
    used = {name for text in [*texts.values(), *sources(root, '.ui').values()] for name in named.findall(text)}
    faults = [f'the action {name} cannot be reached' for name in sorted(defined - used)]
    faults += [f'there is no action {name}' for name in sorted(used - defined - FOREIGN_ACTIONS)]
    return faults if len(defined) > 30 else [*faults, f'only {len(defined)} actions were found']


def main():
    root = os.path.abspath(sys.argv[1] if len(sys.argv) > 1 else os.path.join(os.path.dirname(__file__), '..'))
    faults = check_keys(root) + check_actions(root)
    print('\n'.join(faults) or 'every key is listed, every action can be reached')
    sys.exit(1 if faults else 0)


if __name__ == '__main__':
    main()
