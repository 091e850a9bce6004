#!/usr/bin/python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Checks the schema of the settings against the code: every key is read, and every preference can be set and reset in the dialog,
within the limits of the schema.

usage: test-settings.py [SOURCE ROOT]
"""
import os
import re
import sys
import xml.etree.ElementTree as ElementTree

from checks import read

# What the program remembers by itself: a game, the panes, the window. All other keys are preferences.
REMEMBERED = {
    'rules', 'you-play', 'last-side', 'opponent-level', 'white-level', 'black-level', 'opponent-engine', 'white-engine', 'black-engine',
    'clock', 'real-sticks', 'match-length', 'match-wins', 'match-games', 'lesson', 'lesson-steps', 'offer-lesson', 'problems', 'show-turns', 'show-analysis', 'analysis-height', 'analysis-engine', 'analysis-lines', 'analysis-arrows', 'rollout-games', 'rollout-error', 'rollout-truncate', 'rollout-turns', 'games-folder', 'pictures-folder', 'window-size', 'window-maximized',
}
# Preferences that have their place elsewhere in the window as well, or only there: key -> file with the action or widget.
ELSEWHERE = {'turn-board': 'window.c'}


def code(root):
    """All C files of the window, by name."""
    files = {}
    for folder, _, names in os.walk(os.path.join(root, 'gui')):
        files.update({name: read(os.path.join(folder, name)) for name in names if name.endswith('.c')})
    return files


def schema_keys(root):
    tree = ElementTree.parse(os.path.join(root, 'data', 'org.tabgame.Tab.gschema.xml'))
    return {key.get('name'): key for key in tree.iter('key')}


def dialog_rows(files):
    """The table of the dialog: key -> (child, how it is shown)."""
    table = re.search(r'\brows\[\] = \{(.*?)\n\};', files['preferences-dialog.c'], re.S)[1]
    return {key: (child, form) for key, child, form in re.findall(r'\{"([a-z-]+)", "(\w+)", "\w+", (\w+)\}', table)}


def other_pages(files):
    """The keys that the dialog resets for pages with files of their own, which must use them."""
    keys = re.findall(r'"([a-z-]+)"', re.search(r'\bmore_keys\[\] = \{(.*?)\};', files['preferences-dialog.c'], re.S)[1])
    others = '\n'.join(text for name, text in files.items() if name != 'preferences-dialog.c')
    return {key for key in keys if f'"{key}"' in others}


def adjustment(dialog, child):
    """The lowest and highest value of a child of the dialog that is a number; None for others."""
    for item in dialog.iter('object'):
        named = {entry.get('name'): entry.text for entry in item.findall('property')}
        if item.get('id') == child and 'adjustment' in named:
            limits = next(other for other in dialog.iter('object') if other.get('id') == named['adjustment'])
            return tuple(float(entry.text) for name in ('lower', 'upper') for entry in limits.findall('property') if entry.get('name') == name)
    return None


def check_use(keys, files):
    faults = [f'{name} has no summary' for name, key in keys.items() if not (key.findtext('summary') or '').strip()]
    everything = '\n'.join(files.values())
    faults += [f'{name} is used nowhere in the window' for name in keys if f'"{name}"' not in everything]
    asked = set(re.findall(r'g_settings_(?:get|set|bind|reset)\w*\(\s*[\w>-]+,\s*"([a-z-]+)"', everything))
    asked |= set(re.findall(r'"changed::([a-z-]+)"', everything))
    return faults + [f'the code asks for {name}, which the schema does not have' for name in sorted(asked - set(keys))]


def check_dialog(keys, files, dialog):
    rows = dialog_rows(files)
    wanted = set(keys) - REMEMBERED - {key for key, name in ELSEWHERE.items() if f'"{key}"' in files.get(name, '')}
    faults = [f'{name} is a preference, but the dialog neither sets nor resets it' for name in sorted(wanted - set(rows) - other_pages(files))]
    faults += [f'the dialog has {name}, which is no preference' for name in sorted(set(rows) - (set(keys) - REMEMBERED))]
    children = {item.get('id') for item in dialog.iter('object')}
    for name, (child, form) in rows.items():
        span, key_range = adjustment(dialog, child), keys[name].find('range') if name in keys else None
        if child not in children:
            faults.append(f'{name}: the dialog has no child {child}')
        if span and key_range is not None:
            factor = 1000 if form == 'AS_SECONDS' else 1
            limits = (float(key_range.get('min')) / factor, float(key_range.get('max')) / factor)
            faults += [f'{name}: the dialog goes from {span[0]} to {span[1]}, the schema from {limits[0]} to {limits[1]}'] * (span != limits)
    return faults


def main():
    root = os.path.abspath(sys.argv[1] if len(sys.argv) > 1 else os.path.join(os.path.dirname(__file__), '..'))
    keys, files = schema_keys(root), code(root)
    dialog = ElementTree.parse(os.path.join(root, 'gui', 'preferences', 'preferences-dialog.ui'))
    faults = check_use(keys, files) + check_dialog(keys, files, dialog) + [f'{name} is not in the schema' for name in sorted(REMEMBERED - set(keys))]
    print('\n'.join(faults) or f'{len(keys)} settings, all of them used')
    sys.exit(1 if faults else 0)


if __name__ == '__main__':
    main()
