#!/usr/bin/python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Checks the help pages: their form and links, the parts that follow from the program, the names of buttons and menus, the pictures,
and the translations (TAP output).

usage: TAB_BUILD_ROOT=<build folder> test-help.py [--update]
--update writes the parts that follow from the program into the pages, and the strings into the translations.
"""
import csv
import glob
import importlib.util
import os
import re
import subprocess
import sys
import tempfile
import xml.etree.ElementTree as xml

import solved
from checks import read, run, split_keys

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
BUILD = os.path.abspath(os.environ.get('TAB_BUILD_ROOT', '.'))
HELP = os.path.join(ROOT, 'data', 'help')
PAGES = sorted(glob.glob(os.path.join(HELP, 'C', '*.page')))
SOURCES = [*PAGES, os.path.join(HELP, 'C', 'legal.xml')]
MALLARD = '{http://projectmallard.org/1.0/}'
GUI = re.compile(r'<gui(?: [^>]*)?>(.*?)</gui>')
PART = re.compile(r'(<!-- begin: ([a-z-]+) -->\n)(.*?)(<!-- end -->)', re.S)
# Keys of GTK by the names that are written on keyboards.
KEYS = {'Primary': 'Ctrl', 'space': 'Space', 'Return': 'Enter', 'BackSpace': 'Backspace', 'Escape': 'Esc', 'Left': '←', 'Right': '→',
        'Up': '↑', 'Down': '↓', 'Page_Up': 'Page Up', 'Page_Down': 'Page Down', 'comma': ',', 'question': '?'}
# … and what they are called elsewhere, where that differs.
KEY_NAMES = {'da': {'Shift': 'Skift', 'Space': 'Mellemrum', 'Backspace': 'Tilbagetast'},
             'de': {'Ctrl': 'Strg', 'Shift': 'Umschalt', 'Space': 'Leertaste', 'Enter': 'Eingabe', 'Backspace': 'Rücktaste',
                    'Page Up': 'Bild auf', 'Page Down': 'Bild ab', 'Home': 'Pos1', 'End': 'Ende', 'Delete': 'Entf'},
             'es': {'Shift': 'Mayús', 'Space': 'Espacio', 'Enter': 'Intro', 'Backspace': 'Retroceso', 'Pause': 'Pausa',
                    'Page Up': 'RePág', 'Page Down': 'AvPág', 'Home': 'Inicio', 'End': 'Fin', 'Delete': 'Supr'},
             'fr': {'Shift': 'Maj', 'Space': 'Espace', 'Enter': 'Entrée', 'Backspace': 'Retour arrière', 'Esc': 'Échap', 'Page Up': 'Page préc.',
                    'Page Down': 'Page suiv.', 'Home': 'Début', 'End': 'Fin', 'Delete': 'Suppr'},
             'nb': {'Space': 'Mellomrom'}, 'tr': {'Space': 'Boşluk'}}


def load_check_po():
    """tests/check-po.py as a module: it knows which words xgettext looks for."""
    spec = importlib.util.spec_from_file_location('check_po', os.path.join(ROOT, 'tests', 'check-po.py'))
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


check_po = load_check_po()


def relative(path):
    return os.path.relpath(path, ROOT)


def escape(text):
    return text.replace('&', '&amp;').replace('<', '&lt;').replace('>', '&gt;')


# --- the parts that follow from the program ---------------------------------------------------------------------------


def mallard_key(accelerator):
    """<Primary><Shift>Z as a key sequence."""
    names = re.findall(r'<(\w+)>', accelerator) + [re.sub(r'<\w+>', '', accelerator)]
    keys = ''.join(f'<key>{KEYS.get(name, name)}</key>' for name in names)
    return f'<keyseq>{keys}</keyseq>' if len(names) > 1 else keys


def shortcuts():
    """The window of keyboard shortcuts as Mallard, a section for each of its groups."""
    tree = xml.parse(os.path.join(ROOT, 'gui', 'help', 'shortcuts-window.ui'))
    lines = []
    groups = [item for item in tree.iter('object') if item.get('class') == 'GtkShortcutsGroup']
    for number, group in enumerate(groups, 1):
        lines += [f'<section id="group-{number}">', f'  <title>{escape(group.find("property[@name=" + repr("title") + "]").text)}</title>',
                  '  <table frame="top bottom" rules="rows">']
        for shortcut in group.iter('object'):
            words = {item.get('name'): item.text for item in shortcut.findall('property')}
            if shortcut.get('class') == 'GtkShortcutsShortcut' and words.get('direction') != 'rtl':  # a note tells what is mirrored
                keys = ' '.join(map(mallard_key, split_keys(words['accelerator'])))
                lines.append(f'    <tr><td><p>{escape(words["title"])}</p></td><td><p>{keys}</p></td></tr>')
        lines += ['  </table>', '</section>']
    return '\n'.join(lines) + '\n'


def percent(worth):
    return f'<td style="right"><p>{100 * float(worth):.1f} %</p></td>' if worth else '<td><p/></td>'


def right(text):
    return f'<td style="right"><p>{text}</p></td>'


def code(text):
    return f'<td><p><code its:dir="ltr">{text}</code></p></td>' if text else '<td><p/></td>'


def body(rows):
    return '\n'.join(['<tbody its:translate="no">', *(f'<tr>{row}</tr>' for row in rows), '</tbody>', ''])


def game_cell(preset):
    """The game's name in the reader's language: the title of the page."""
    return f'<td><p><link xref="rules-{preset}"/></p></td>'


def solved_starts():
    return body(game_cell(game.preset) + percent(game.first) + percent(game.before) for game in solved.games())


def solved_turns():
    return body(game_cell(turns.preset) + code(' '.join(turns.hands)) + code(turns.best) + percent(turns.worth) +
                code(turns.other) + percent(turns.other_worth) for turns in solved.first_turns())


def studied(cells):
    """A row for each line of data/rules-study.csv, which tab-match study-rules has written, of the cells that `cells` makes of it."""
    with open(os.path.join(ROOT, 'data', 'rules-study.csv'), encoding='utf-8', newline='') as file:
        return body(game_cell(line['rules']) + ''.join(f'<td style="right"><p>{cell}</p></td>' for cell in cells(line))
                    for line in csv.DictReader(file))


def study_luck(line):
    """Nothing where one level wins nearly all games, as there is next to no variance to be explained."""
    return study_share(line, 'luck') if line['luck'] and float(line['luck_error']) < 0.25 else '–'


def study_share(line, key):
    return '–' if not line[key] else f'{100 * float(line[key]):.1f} % ± {100 * float(line[key + "_error"]):.1f}'


def study_mean(line, key, decimals):
    return f'{float(line[key]):.{decimals}f} ± {float(line[key + "_error"]):.{decimals}f}'


def study_lengths():
    return studied(lambda line: [f'{float(line["turns_median"]):.0f}', study_mean(line, 'turns', 0), f'{float(line["turns_95"]):.0f}',
                                 study_share(line, 'not_ended'), study_share(line, 'drawn')])


def study_scores():
    return studied(lambda line: [*(study_share(line, key) for key in ('first', 'better', 'better_adjusted')), study_luck(line)])


def study_board():
    return studied(lambda line: [study_mean(line, key, 1) for key in ('taken', 'arrived', 'came_home')])


SECOND_HANDS = 5  # of each game


def moves(turn):
    """Whether something moves in a turn."""
    return any(not play.endswith((':pass', ':save')) for play in turn.split(','))


def opening_hands(number):
    """Rules and throws of each hand of the first (1) or second (2) turn in data/openings.csv, which tab-match openings has written, with
    its lines, the best turn first. Hands that move nothing are left out."""
    hands = {}
    with open(os.path.join(ROOT, 'data', 'openings.csv'), encoding='utf-8', newline='') as file:
        for line in csv.DictReader(file):
            if line['number'] == str(number):
                hands.setdefault((line['rules'], line['throws']), []).append(line)
    return {hand: lines for hand, lines in hands.items() if any(moves(line['turn']) for line in lines)}


def two_turns(lines):
    return ''.join(code(line['turn'].replace(',', ' ')) + right(f'{100 * float(line["value"]):.1f} % ± {100 * float(line["se"]):.1f}')
                   for line in lines[:2]) + '<td><p/></td>' * 2 * (len(lines) < 2)


def first_turns():
    return body(game_cell(rules) + code(throws.replace(',', ' ')) + percent(lines[0]['chance']) + two_turns(lines)
                for (rules, throws), lines in opening_hands(1).items())


def second_turns():
    """For the commonest hands of each game."""
    before, rows, shown = {}, [], {}
    for (rules, _), lines in opening_hands(1).items():
        before.setdefault(rules, lines[0]['turn'].replace(',', ' '))
    for (rules, throws), lines in opening_hands(2).items():
        shown[rules] = shown.get(rules, 0) + 1
        if shown[rules] <= SECOND_HANDS:
            rows.append(game_cell(rules) + code(before[rules]) + code(throws.replace(',', ' ')) + percent(lines[0]['chance']) + two_turns(lines))
    return body(rows)


MADE_HERE = {'shortcuts': shortcuts, 'solved-starts': solved_starts, 'solved-turns': solved_turns, 'study-lengths': study_lengths,
             'study-scores': study_scores, 'study-board': study_board, 'first-turns': first_turns,
             'second-turns': second_turns}


def part_now(name):
    """What the part of this name has to be."""
    if name in MADE_HERE:
        return MADE_HERE[name]()
    program = os.path.join(BUILD, 'tests', 'help-texts')
    return subprocess.run([program, name], check=True, stdout=subprocess.PIPE, encoding='utf-8',
                          env={**os.environ, 'LC_ALL': 'C.UTF-8', 'LANGUAGE': ''}).stdout


def check_parts():
    faults, names = [], []
    for page in PAGES:
        for _, name, text, _ in PART.findall(read(page)):
            names.append(name)
            if text != part_now(name):
                faults.append(f'{relative(page)}: "{name}" is not what the program says now: run tests/test-help.py --update')
    return faults if len(names) >= 20 else [*faults, f'only {len(names)} parts found: {names}']


def update_parts():
    for page in PAGES:
        text = read(page)
        new = PART.sub(lambda part: part[1] + part_now(part[2]) + part[4], text)
        if new != text:
            with open(page, 'w', encoding='utf-8') as file:
                file.write(new)
            print(f'{relative(page)}: brought up to date')


# --- form ---------------------------------------------------------------------------------------------------------------


def yelp_check(command, pages):
    # from a folder above the pages, so that their names are told
    done = subprocess.run(['yelp-check', command, *map(relative, pages)], cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    return done.stdout.splitlines() if done.returncode or done.stdout else []


def check_form():
    return yelp_check('validate', PAGES)


def check_links():
    return yelp_check('links', PAGES) + yelp_check('orphans', PAGES)


def check_figures():
    """Every picture shown is one that is drawn, and every one that is drawn is shown."""
    drawn = set(re.findall(r'^\[(.*)\]$', read(os.path.join(HELP, 'C', 'figures', 'figures.ini')), re.M)) | {'family-map', 'gaps'}
    shown, faults = set(), []
    for page in PAGES:
        for media in xml.parse(page).iter(MALLARD + 'media'):
            shown.add(os.path.basename(media.get('src')).partition('.')[0])
            if not ''.join(media.itertext()).strip():
                faults.append(f'{relative(page)}: {media.get("src")} has no words for those who do not see it')
    return faults + [f'{name} is not drawn' for name in shown - drawn] + [f'{name} is not shown' for name in drawn - shown]


BAD_FIGURES = (
    ('rules=chess', "unknown preset: 'chess'"),
    ('rules=walker\nposition=9/9/9/9 w - - 1', 'no stones'),
    ('rules=walker\nturn=1:a9b9,4:b9b4,2:b4b2', '4:b9b4'),
    ('rules=walker\nchoose=a1\nthrows=2', 'a1 has no play with a 2'),
    ('rules=walker\nchoose=e1\nthrows=2', 'no such cell: e1'),
    ('rules=walker\nchoose=a1', 'throws'),
    ('rules=walker\nsticks=5', "no such throw: '5'"),
    ('sticks=4', 'rules'),
    ('stones=NX', 'no such stone: X'),
    ('', 'rules'),
)


def check_bad_figures():
    """The program that draws refuses what the rules do not allow, and names the figure."""
    program = os.path.join(BUILD, 'gui', 'help-figures')
    faults = []
    with tempfile.TemporaryDirectory() as folder:
        source = os.path.join(folder, 'figures.ini')
        for text, wanted in BAD_FIGURES:
            with open(source, 'w', encoding='utf-8') as file:
                file.write(f'[bad]\n{text}\n')
            done = subprocess.run([program, source, os.path.join(folder, 'bad.png')], capture_output=True, text=True)
            if done.returncode != 1 or 'figure bad: ' not in done.stderr or wanted not in done.stderr:
                faults.append(f'{text!r}: exit status {done.returncode}, {done.stderr!r}')
    return faults


BAD_MAPS = (
    ('\nwest=-20', '\nwest=east', 'west'),
    ('at=31.2,30', 'at=31.2', "tab: no point: '31.2'"),
    ('side=left', 'sides=left', 'side'),
    ('[land]', '[lands]', 'land'),
)


def check_map():
    """The map has a place for tâb and for each game that its page tells of; one that cannot be drawn is refused with its fault."""
    text = read(os.path.join(HELP, 'C', 'figures', 'family-map.ini'))
    places = set(re.findall(r'^\[(.*)\]$', text, re.M)) - {'view', 'land', 'water', 'tab'}
    games = set(re.findall(r'begin: account-([a-z]+)', read(os.path.join(HELP, 'C', 'family.page'))))
    faults = [f'{game} is on the map or on its page only' for game in places ^ games]
    program = os.path.join(BUILD, 'gui', 'help-map')
    with tempfile.TemporaryDirectory() as folder:
        source = os.path.join(folder, 'map.ini')
        for good, bad, wanted in BAD_MAPS:
            with open(source, 'w', encoding='utf-8') as file:
                file.write(text.replace(good, bad, 1))
            done = subprocess.run([program, source, os.path.join(folder, 'bad.png')], capture_output=True, text=True)
            if done.returncode != 1 or wanted not in done.stderr:
                faults.append(f'{bad}: exit status {done.returncode}, {done.stderr!r}')
    return faults


def check_pages_built():
    """meson is told of every page."""
    listed = re.findall(r"'([a-z-]+\.page)'", read(os.path.join(HELP, 'C', 'meson.build')))
    names = [os.path.basename(page) for page in PAGES]
    return [f'{name} is not in data/help/C/meson.build' for name in names if name not in listed] + \
        [f'{name} is in data/help/C/meson.build only' for name in listed if name not in names]


# --- words of the window --------------------------------------------------------------------------------------------------


def plain(text):
    """A label without its mnemonic, its dots, and the folds of lines."""
    return ' '.join(text.replace('_', '').rstrip('…').split())


def unquote(lines):
    return re.sub(r'\\(.)', lambda found: {'n': '\n', 't': '\t'}.get(found[1], found[1]), ''.join(re.findall(r'"(.*)"', lines)))


def read_po(path):
    """The messages of a .po file: original -> translation. Plural forms have their singular only."""
    entries = re.findall(r'^msgid ((?:".*"\n)+)(?:msgid_plural (?:".*"\n)+)?msgstr(?:\[0\])? ((?:".*"(?:\n|$))+)', read(path), re.M)
    return {unquote(original): unquote(translation) for original, translation in entries}


def window_words(folder):
    """All that the window says, by its own po template."""
    template = os.path.join(folder, 'window.pot')
    command = ['xgettext', '--from-code=UTF-8', *('--keyword=' + word for word in check_po.KEYWORDS), '-o', template]
    subprocess.run([*command, *check_po.read_list(os.path.join(ROOT, 'po', 'POTFILES'))], check=True, cwd=ROOT, stderr=subprocess.DEVNULL)
    return {plain(text) for text in read_po(template)}


def gui_words(page):
    return [plain(''.join(gui.itertext())) for gui in xml.parse(page).iter(MALLARD + 'gui')]


def check_window_words():
    with tempfile.TemporaryDirectory() as folder:
        known = window_words(folder)
    if len(known) < 200:
        return [f'only {len(known)} words of the window found']
    return [f'{relative(page)}: the window does not say “{words}”' for page in PAGES for words in gui_words(page) if words not in known]


def menu_places():
    """Where the entries of the window's menus are: pairs of the menu and the entry."""
    places = set()

    def collect(menu, name):
        for item in menu:
            label = item.find('attribute[@name="label"]')
            if item.tag == 'section':
                collect(item, name)
            elif item.tag == 'item':
                places.add((name, plain(label.text)))
            elif item.tag == 'submenu':
                collect(item, plain(label.text))

    for menu in xml.parse(os.path.join(ROOT, 'gui', 'app', 'window.ui')).getroot().iter('menu'):
        collect(menu, menu.get('id'))
    return places


def check_menu_places():
    """A menu within the main menu is no entry of it."""
    places = menu_places()
    bad = []
    for page in PAGES:
        text = ' '.join(read(page).split())
        said = re.findall(r'<gui>([^<]*)</gui> in the menu <gui>([^<]*)</gui>', text)
        said += re.findall(r'(?<!under )<gui>([^<]*)</gui>(?:</guiseq>)? in the (main|game) menu', text)
        for entry, menu in said:
            menu = {'main': 'main_menu', 'game': 'game_menu'}.get(menu, menu)
            if (menu, plain(entry)) not in places:
                bad.append(f'{relative(page)}: “{entry}” is not in {menu}')
    return bad


def check_manuals():
    manuals = {os.path.basename(path)[:-2] for path in glob.glob(os.path.join(ROOT, 'data', 'man', '*.6'))}
    named = {name for page in PAGES for name in re.findall(r'<cmd>man ([a-z-]+)</cmd>', read(page))}
    return [f'there is no manual page {name}' for name in named - manuals] + [f'{name} is not named' for name in manuals - named]


def plain_command(text):
    """A command on one line, whatever number of games it is given."""
    return re.sub(r'(--games) \d+', r'\1 N', ' '.join(text.replace('\\\n', ' ').split()))


def check_commands():
    """The page about training and the manual have commands that TRAINING.md has, where the suite docs runs them."""
    blocks = re.findall(r'^```console[^\n]*\n(.*?)^```', read(os.path.join(ROOT, 'engine', 'lab', 'TRAINING.md')), re.M | re.S)
    run_there = {plain_command(command) for block in blocks for command in re.findall(r'^\$ ((?:.*\\\n)*.*\n)', block, re.M)}
    page = xml.parse(os.path.join(HELP, 'C', 'train.page'))
    said = [screen.text for screen in page.iter(MALLARD + 'screen')]
    manual = re.search(r'^\.SH EXAMPLES\n\.nf\n(.*?)^\.fi', read(os.path.join(ROOT, 'data', 'man', 'tab-train.6')), re.M | re.S)[1]
    manual = re.sub(r'\\(-|e)', lambda escape: {'-': '-', 'e': '\\'}[escape[1]], manual)
    said += re.findall(r'(?:.*\\\n)*.*\n', manual)
    faults = [f'TRAINING.md does not have: {command}' for command in said if plain_command(command) not in run_there]
    return faults if len(said) >= 4 else [*faults, f'only {len(said)} commands found']


# --- translations -------------------------------------------------------------------------------------------------------


def languages():
    return check_po.read_list(os.path.join(HELP, 'LINGUAS'))


def make_template(path):
    subprocess.run(['itstool', '-o', path, *SOURCES], check=True)


def check_translations():
    """No string is missing or left over, none is fuzzy, and, with TAB_TEST_THOROUGH in the environment, none breaks the page that it
    stands in."""
    faults = []
    with tempfile.TemporaryDirectory() as folder:
        template = os.path.join(folder, 'help.pot')
        make_template(template)
        for language in languages():
            po = os.path.join(HELP, language, language + '.po')
            told = check_po.run(['msgfmt', '--check', '-o', os.path.join(folder, 'help.mo'), po]) + check_po.run(['msgcmp', po, template])
            if not told and 'TAB_TEST_THOROUGH' in os.environ:
                told = check_po.run(['itstool', '--strict', '-m', os.path.join(folder, 'help.mo'), '-o', folder, *SOURCES])
                told += yelp_check('validate', sorted(glob.glob(os.path.join(folder, '*.page'))))
            faults += [f'{language}: {fault}' for fault in told[:20]]
    return faults


def check_translated_words():
    """What a translated page calls a button is what the translated window calls it."""
    faults = []
    for language in languages():
        window = {}
        for original, translation in read_po(os.path.join(ROOT, 'po', language + '.po')).items():
            window.setdefault(plain(original), set()).add(plain(translation))
        for original, translation in read_po(os.path.join(HELP, language, language + '.po')).items():
            said = [plain(words) for words in GUI.findall(translation)]
            for words in GUI.findall(original):
                if not window.get(plain(words), set()) & set(said):
                    faults.append(f'{language}: “{plain(words)}” is {window.get(plain(words))} in the window, not one of {said}')
    return faults


def known_translation(original, language, window):
    """What needs no translator: pictures, keys, names of programs, and words that the window has; "" for anything else."""
    names = KEY_NAMES.get(language, {})
    if re.fullmatch(r'(<keyseq>|</keyseq>|<key>[^<]*</key>| )+', original):
        return re.sub(r'<key>([^<]*)</key>', lambda key: f'<key>{names.get(key[1], key[1])}</key>', original)
    if original.startswith('external ref=') or re.fullmatch(r'<cmd>[a-z-]+</cmd>|[0-9]+', original):
        return window.get(original, original)
    link = re.fullmatch(r'(<link xref="rules-[a-z]+">)([^<]+)(</link>)', original)  # the name of a preset
    if link:
        return link[1] + window[link[2]] + link[3] if link[2] in window else ''
    return window.get(original, '')


def fill_in(path, language):
    """Translates in a .po file what needs no translator."""
    window = read_po(os.path.join(ROOT, 'po', language + '.po'))

    def fill(entry):
        original = unquote(entry[1])
        known = original and known_translation(original, language, window)
        quoted = known and known.replace('\\', '\\\\').replace('"', '\\"')
        return f'msgid {entry[1]}msgstr "{quoted}"\n' if known else entry[0]

    text = re.sub(r'^msgid ((?:".*"\n)+)msgstr ""\n(?!")', fill, read(path), flags=re.M)
    with open(path, 'w', encoding='utf-8') as file:
        file.write(text)


def update_translations():
    with tempfile.TemporaryDirectory() as folder:
        template = os.path.join(folder, 'help.pot')
        make_template(template)
        for language in languages():
            po = os.path.join(HELP, language, language + '.po')
            merge = ['msgmerge', '--quiet', '--no-fuzzy-matching', '--no-location', '--update', '--backup=none', po, template]
            made = re.search(r'^"POT-Creation-Date:.*$', read(po), flags=re.M).group()
            subprocess.run(merge, check=True)
            fill_in(po, language)
            subprocess.run(['msgattrib', '--no-obsolete', '-o', po, po], check=True)
            # the date of the day would be a change of every file, and nothing else
            text = re.sub(r'^"POT-Creation-Date:.*$', lambda _: made, read(po), flags=re.M)
            with open(po, 'w', encoding='utf-8') as file:
                file.write(text)


CHECKS = (
    ('parts of the pages follow from the program', check_parts),
    ('the pages are well formed', check_form, 'yelp-check'),
    ('links lead somewhere, and every page is reached', check_links, 'yelp-check'),
    ('pictures', check_figures),
    ('pictures are checked by the rules', check_bad_figures),
    ('the map', check_map),
    ('every page is installed', check_pages_built),
    ('buttons and menus are called as in the window', check_window_words, 'xgettext'),
    ('entries are in the menus that are named', check_menu_places),
    ('manual pages', check_manuals),
    ('commands of training are run elsewhere', check_commands),
    ('translations are complete', check_translations, 'itstool'),
    ('translations name buttons as the translated window does', check_translated_words),
)


def main():
    if sys.argv[1:] == ['--update']:
        update_parts()
        update_translations()
        return 0
    return run(CHECKS)


if __name__ == '__main__':
    sys.exit(main())
