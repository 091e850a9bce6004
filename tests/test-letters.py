#!/usr/bin/python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Checks the letters that answer to Alt: no two that are seen together are the same, in a menu, a window or a question, in
English and in every language of po/LINGUAS; and that menus are short, with a letter for each entry.

usage: test-letters.py [SOURCE ROOT]
Needs gettext's msgfmt.
"""
import collections
import gettext
import glob
import io
import itertools
import os
import re
import subprocess
import sys
import xml.etree.ElementTree as ElementTree

from checks import read

# So many entries are seen at once in the smallest window.
MOST_ENTRIES = 10
# What a game can be at, for parts that are not seen at all times. Two that share no state never meet; nor do pages of a stack.
ALWAYS = frozenset(('turn', 'warned', 'paused', 'review', 'over', 'ending'))
SEEN = {
    'window.game': ALWAYS - {'ending'},
    'window.ending': {'ending'},
    'window.tutor': {'warned'},
    'lesson-window.game': {'turn', 'over'},
    'problem-window.game': {'turn', 'review'},
    'game-view.cover': {'paused'},
    'turn-controls.throw_button': {'turn', 'paused'},
    'turn-controls.end_button': {'turn', 'warned', 'paused'},
    'turn-controls.anew_button': {'turn', 'warned', 'paused'},
    'turn-controls.review_button': {'review'},
    'message-bar.replace': ALWAYS - {'over', 'ending'},
    'message-bar.log': ALWAYS - {'over', 'ending'},
    'message-bar.restart': ALWAYS - {'over', 'ending'},
    'message-bar.summary': {'over'},
    'message-bar.next': {'over'},
    'message-bar.again': {'over'},
    'game-tree-view.play_button': {'review'},
    'game-tree-view.leave_button': ALWAYS - {'review'},
}

# `words` are all that one button can say, `pages` the page that it is on in each stack around it.
Button = collections.namedtuple('Button', 'path words seen pages', defaults=(ALWAYS, {}))


def has_letter(label):
    return re.search(r'_\w', label or '')


def class_of(path):
    """gui/table/tutor-bar.ui and .c make a TabTutorBar."""
    return 'Tab' + os.path.basename(path).rpartition('.')[0].title().replace('-', '')


def is_inner(name):
    return name.startswith('Tab')


# --- menus --------------------------------------------------------------------------------------------------------------


def read_menu(path, menu):
    """The entries of each menu: of this one, its sections together, and of those in it."""
    entries = [entry for section in menu.findall('section') for entry in section if entry.tag in ('item', 'submenu')]
    yield [Button(path, {entry.find('attribute[@name="label"]').text}) for entry in entries]
    for entry in entries:
        if entry.find('section'):
            yield from read_menu(path, entry)


def read_menus(root):
    for path in sorted(glob.glob(os.path.join(root, 'gui', '*', '*.ui'))):
        for menu in ElementTree.parse(path).findall('menu'):
            yield from read_menu(path, menu)


def check_menus(menus, languages):
    for menu in menus:
        first = min(menu[0].words)
        if len(menu) > MOST_ENTRIES:
            yield f'the menu with “{first}” has {len(menu)} entries'
        for language, translate in languages:
            for words in (translate(min(entry.words)) for entry in menu):
                if not has_letter(words):
                    yield f'{language}: “{words}” beside “{translate(first)}” has no letter'


# --- windows ------------------------------------------------------------------------------------------------------------


def read_template(path, item, seen=ALWAYS, pages=None):
    """The buttons below this element of a .ui file, those of parts that have files of their own as the name of their class."""
    stem = os.path.basename(path)[:-len('.ui')]
    seen = seen & SEEN.get(f'{stem}.{item.get("id")}', ALWAYS)
    pages = pages or {}
    if item.tag == 'object':
        properties = {of.get('name'): of.text for of in item.findall('property')}
        label = properties.get('label')
        if properties.get('use-underline') == 'true' and has_letter(label):
            yield Button(path, {label}, seen, pages)
        if is_inner(item.get('class')):
            yield Button(path, {item.get('class')}, seen, pages)
    for number, child in enumerate(item):
        stack = item.get('class') == 'GtkStack' and child.tag == 'child'
        yield from read_template(path, child, seen, {**pages, item.get('id'): number} if stack else pages)


def read_code(path):
    """The words of each statement, and whether it asks a question, which has a dialogue of its own."""
    text = re.sub(r'/\*.*?\*/', '', read(path), flags=re.S)
    for statement in text.split(';'):
        words = [label for label in re.findall(r'\b_\(\s*"([^"]*)"\s*\)', statement) if has_letter(label)]
        if words:
            yield words, 'tab_question_new(' in statement


def add_code(path, buttons):
    """A statement that has words to choose from names one button, which may be in the .ui file by one of its names."""
    for words in (set(words) for words, asks in read_code(path) if not asks):
        same = [button for button in buttons if button.words & words]
        kept = same[0] if same else Button(path, words)
        buttons[:] = [button for button in buttons if button not in same]
        buttons.append(kept._replace(words=words.union(*(button.words for button in same))))


def read_parts(root):
    """The buttons of each class."""
    parts = collections.defaultdict(list)
    for path in sorted(glob.glob(os.path.join(root, 'gui', '*', '*.ui'))):
        for template in ElementTree.parse(path).findall('template'):
            parts[class_of(path)] += read_template(path, template)
    for path in sorted(glob.glob(os.path.join(root, 'gui', '*', '*.c'))):
        add_code(path, parts[class_of(path)])
    return parts


def inner_of(button):
    return next((words for words in button.words if is_inner(words)), None)


def unfold(parts, name):
    """The buttons of a part with those of the parts in it. One that is there twice (players, bars of messages) counts once."""
    found, known = [], set()
    for button in parts[name]:
        inner = inner_of(button)
        if not inner:
            found.append(button)
        elif inner not in known:
            known.add(inner)
            found += [within._replace(seen=within.seen & button.seen, pages={**button.pages, **within.pages})
                      for within in unfold(parts, inner)]
    return found


def read_windows(root):
    parts = read_parts(root)
    inner = {inner_of(button) for buttons in parts.values() for button in buttons}
    for name in [name for name in parts if name not in inner]:
        yield unfold(parts, name)


def read_questions(root):
    for path in sorted(glob.glob(os.path.join(root, 'gui', '*', '*.c'))):
        yield from ([Button(path, {label}) for label in words] for words, asks in read_code(path) if asks)


# --- letters ------------------------------------------------------------------------------------------------------------


def read_languages(root):
    """What each language has for a label."""
    yield 'en', str
    for language in re.findall(r'^[a-z]\S*', read(os.path.join(root, 'po', 'LINGUAS')), re.M):
        compiled = subprocess.run(['msgfmt', '-o', '-', os.path.join(root, 'po', language + '.po')], check=True, stdout=subprocess.PIPE)
        yield language, gettext.GNUTranslations(io.BytesIO(compiled.stdout)).gettext


def letters_of(button, translate):
    """Each letter with the words that it stands in. (İ is two characters when it is made small.)"""
    labels = {translate(words) for words in button.words}
    return {found[0][1:].lower()[0]: label for label in labels if (found := has_letter(label))}


def meet(one, other):
    """Two that say the same are as good as one: bars of messages have it, of which hardly two are seen at once."""
    return one.seen & other.seen and one.words != other.words and \
        not any(one.pages[stack] != other.pages[stack] for stack in one.pages.keys() & other.pages.keys())


def check_letters(root, buttons, language, translate):
    for one, other in itertools.combinations(buttons, 2):
        first, second = letters_of(one, translate), letters_of(other, translate)
        for letter in first.keys() & second.keys() if meet(one, other) else ():
            yield f'{language}: Alt+{letter} is for “{first[letter]}” in {os.path.relpath(one.path, root)} ' \
                f'and for “{second[letter]}” in {os.path.relpath(other.path, root)}'


def main():
    root = os.path.abspath(sys.argv[1] if len(sys.argv) > 1 else os.path.join(os.path.dirname(__file__), '..'))
    menus, windows, languages = list(read_menus(root)), [*read_windows(root), *read_questions(root)], list(read_languages(root))
    faults = list(check_menus(menus, languages))
    for (language, translate), buttons in itertools.product(languages, menus + windows):
        faults += check_letters(root, buttons, language, translate)
    several = [buttons for buttons in windows if len(buttons) > 1]
    if len(menus) < 5 or len(several) < 14 or max(map(len, several)) < 24:
        faults.append(f'only {len(menus)} menus and {len(several)} windows with several buttons were found')
    print('\n'.join(faults) or 'every letter has one button')
    sys.exit(1 if faults else 0)


if __name__ == '__main__':
    main()
