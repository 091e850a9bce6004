#!/usr/bin/python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Compares the engine with foreign-engine.py, a second engine written from PROTOCOL.md and RULES.md alone (TAP output).

usage: TAB_BUILD_ROOT=<build folder> test-foreign.py [--long [SECONDS [SEED]]]
Both engines are asked the same questions: whole games, positions that need not arise in play, counts, and damaged
lines. Every answer must be the same but for what the protocol leaves open. --long goes on with new seeds for so long.
"""
import itertools
import math
import os
import random
import re
import select
import subprocess
import sys
import time

HERE = os.path.dirname(os.path.abspath(__file__))
ENGINES = {
    'engine': [os.path.join(os.environ.get('TAB_BUILD_ROOT', '.'), 'engine', 'tab-engine')],
    'foreign': [sys.executable, os.path.join(HERE, 'foreign-engine.py')],
}
DEADLINE = 20.0 * float(os.environ.get('TAB_TEST_TIME_SCALE', '1'))  # seconds for each awaited line
REPORTS = 12  # differences that a test point spells out

PRESETS = {'standard': 11, 'walker': 9, 'bell': 9, 'lane': 9, 'ludii': 7, 'jordan': 8}
SWITCHES = {
    'christians': ('yes', 'no'),
    'throws': ('collect', 'at-once'),
    'opening': ('alternate', 'first', 'highest'),
    'opening-tab': ('counts', 'spent'),
    'tab-duty': ('convert', 'free'),
    'save-tab': ('yes', 'no'),
    'stack-split': ('top', 'none'),
    'stack-return': ('reduce', 'loosen', 'keep'),
    'return-test': ('backward', 'revisit'),
    'row4-entry': ('enemy-present', 'open'),
    'row4-once': ('yes', 'no'),
    'row4-move': ('free', 'home-empty', 'home-empty-single', 'last'),
    'row4-exit': ('same', 'one-home-pile'),
    'row4-safe': ('yes', 'no'),
    'jump-enemies': ('yes', 'no'),
}


class Silence(Exception):
    """An engine did not answer in time, or ended."""


class Peer:
    """One engine process."""

    def __init__(self, name):
        self.name, self.text = name, b''
        self.process = subprocess.Popen(ENGINES[name], stdin=subprocess.PIPE, stdout=subprocess.PIPE)

    def send(self, lines):
        try:
            self.process.stdin.write(''.join(line + '\n' for line in lines).encode())
            self.process.stdin.flush()
        except BrokenPipeError:
            raise Silence(f'{self.name} has ended') from None

    def until(self, end):
        """The answers up to the first line that begins with end, a text or several."""
        deadline, lines = time.monotonic() + DEADLINE, []
        while True:
            line, newline, rest = self.text.partition(b'\n')
            if newline:
                self.text = rest
                lines.append(line.decode())
                if lines[-1].startswith(end):
                    return lines
                continue
            left = deadline - time.monotonic()
            if left <= 0 or not select.select([self.process.stdout], [], [], left)[0]:
                raise Silence(f'{self.name} did not answer in time')
            piece = os.read(self.process.stdout.fileno(), 1 << 20)
            if not piece:
                raise Silence(f'{self.name} has ended')
            self.text += piece

    def end(self):
        try:
            self.send(['quit'])
            status = self.process.wait(DEADLINE)
        except (Silence, subprocess.TimeoutExpired):
            status = 'none'
        self.process.kill()
        self.process.wait()
        return status


def comparable(line):
    """A line without what engines may do differently; None if nothing is left."""
    word = line.split(' ')[0]
    if word == 'error':
        return ' '.join(line.split(' ')[:2])
    if word == 'outcome':
        return line.partition(' via ')[0]
    if word == 'divide':
        return ' '.join(part for place, part in enumerate(line.split(' ')) if place != 2)  # any turn that leads there
    return line if word in ('legal', 'perft', 'rules', 'position', 'shown', 'bestmove') else None


class Pair:
    """Both engines, and what they differed in."""

    def __init__(self):
        self.peers = [Peer(name) for name in ENGINES]
        self.differences, self.positions, self.turns = [], 0, 0
        self.rules = ''

    def newgame(self, rules):
        self.rules = rules
        return self.ask([f'newgame {rules}'])

    def differ(self, asked, what):
        self.differences.append([f'rules {self.rules}', *asked, *what])

    def ask(self, lines):
        """The raw answers of each engine to the same lines and a show; a difference is noted."""
        for peer in self.peers:
            peer.send(lines + ['show'])  # not isready, which a working engine answers before its turn
        raw = [peer.until('shown') for peer in self.peers]
        plain = [[text for text in map(comparable, answers) if text] for answers in raw]
        if lines[-1].endswith(' divide'):
            plain = [sorted(answers) for answers in plain]  # the turns have their part in the order
        if plain[0] != plain[1]:
            what = []
            for mine, other, peer in ((plain[0], plain[1], self.peers[0]), (plain[1], plain[0], self.peers[1])):
                only = [text for text in mine if text not in other]
                what += [f'only {peer.name}: {text}' for text in only[:4] or ['(another order or number of lines)']]
            self.differ(['> ' + line for line in lines], what)
        return raw

    def best(self, index, lines, limits):
        """The turn that one engine chooses."""
        peer = self.peers[index]
        peer.send(lines + [f'go {limits}'])
        answers = [line for line in peer.until(('bestmove', 'error')) if not line.startswith('info ')]
        if len(answers) != 1:
            self.differ(['> ' + line for line in lines], [f'{peer.name}: {line}' for line in answers])
        return answers[-1].removeprefix('bestmove ')


# Rules, positions and throws by chance

def random_rules(chance):
    preset = chance.choice(list(PRESETS))
    keys = {key: chance.choice(values) for key, values in SWITCHES.items() if chance.random() < 0.5}
    keys['columns'] = chance.choice((5, 5, 6, 7, 8, 9, 11, chance.randint(5, 29)))
    if chance.random() < 0.5:
        keys['pieces'] = chance.randint(1, keys['columns'])
    items = [f'{key}={value}' for key, value in keys.items()]
    chance.shuffle(items)
    return f'{preset}:' + ','.join(items)


def board_text(columns, piles):
    rows = []
    for letter in 'dcba':
        text, run = '', 0
        for column in range(1, columns + 1):
            pile = piles.get((letter, column))
            if pile:
                text += (str(run) if run else '') + pile
                run = 0
            else:
                run += 1
        rows.append(text + (str(run) if run else ''))
    return '/'.join(rows)


def random_position(chance, values, faulty=False):
    """A position that is valid under rules with these values of the switches, or perhaps not."""
    columns, piles = values['columns'], {}
    for side in chance.sample('wb', 2):
        fewest = 0 if side == 'b' and piles and chance.random() < 0.05 else 1
        left = chance.randint(fewest, min(values['pieces'] + faulty, 9))
        first_free = 0
        if values['christians'] == 'yes' and chance.random() < 0.6:
            nasara = sorted(chance.sample(range(columns), min(left, chance.randint(0, 3))))
            first_free = nasara[-1] + 1 if nasara else 0
        else:
            nasara = []
        wanted = [(1, step, 'N') for step in nasara]
        left -= len(nasara)
        while left > 0:
            size = min(left, chance.choice((1, 1, 1, 2, 2, 3)))
            left -= size
            row = chance.choice((1, 2, 2, 3, 3, 4))
            step = chance.choice((columns - 1, columns - 2, 0, chance.randrange(columns), chance.randrange(columns)))
            if faulty or row != 1 or step >= first_free:
                ranks = {1: 'M', 2: 'MTF', 3: 'TF', 4: 'F'}[row]
                ranks = 'NMTF' if faulty and chance.random() < 0.1 else ranks
                wanted.append((row, step, ''.join(chance.choice(ranks) for _ in range(size))))
        for row, step, ranks in wanted:
            letter = ('abcd' if side == 'w' else 'dcba')[row - 1]
            cell = letter, (columns - step if letter in 'bd' else step + 1)
            if cell in piles:
                continue
            loose = '~' if (faulty or values['stack-return'] == 'loosen') and chance.random() < 0.4 else ''
            ranks = ranks if side == 'w' else ranks.lower()
            piles[cell] = ranks if len(ranks) == 1 else f'{loose}({ranks})'
    if not piles:
        return None
    saved = '-'
    if faulty or values['save-tab'] == 'yes':
        saved = f'{chance.choice((0, 0, 1, 2))}/{chance.choice((0, 0, 1, 2))}'
        saved = '-' if saved == '0/0' else saved
    return f'{board_text(columns, piles)} {chance.choice("wb")} - {saved} {chance.choice((1, 7, 40, 999999999))}'


def free_stones(position):
    """The stones of the side to move that are no Nasara: with their number grows that of the outcomes."""
    board, side = position.split()[:2]
    return sum(board.count(letter) for letter in ('MTF' if side == 'w' else 'mtf'))


def random_throws(chance, position, at_once):
    """Throws that begin with those of the position, not so many that there are too many outcomes."""
    side, held, saved = position.split()[1:4]
    held = re.findall('[12346]', held)
    if at_once:
        return held or [chance.choice('12346')]
    if held and held[-1] in '23':
        return held
    stones, saved = max(2, free_stones(position)), int(saved[0 if side == 'w' else 2]) if saved != '-' else 0
    most, weight = 1, math.comb(stones + saved, saved)
    while most < 5 and weight * stones ** (most + 1) <= 500:
        most += 1
    again = chance.choices('146', (4, 1, 1) if chance.random() < 0.5 else (1, 1, 1), k=5)
    count = min(most - 1, chance.choice((0, 0, 0, 1, 1, 2, 3, 4)))
    return held + again[:count] + [chance.choice('23')]


def heavy(position):
    """Whether the saved throws alone have too many uses for a test."""
    saved = max(int(digit) for digit in position.split()[3].replace('-', '0').split('/'))
    return math.comb(free_stones(position) + saved, saved) > 250


# Comparisons

def compare_position(pair, chance, position, throws, best):
    """Compares all turns at a position; the ways to go on, as (turn, position)."""
    pair.positions += 1
    lines = [f'setpos {position}', 'throw ' + ' '.join(throws)]
    raw = pair.ask(lines + ['legal'])
    ways = [[line.removeprefix('outcome ').split(' via ') for line in answers if line.startswith('outcome ')]
            for answers in raw]
    listed = {after for after, _ in ways[0]}
    follow = []
    for index in (0, 1):
        found = [chance.choice(ways[index])[::-1]] if ways[index] else []
        if best and ways[index]:
            found.append([pair.best(index, lines, 'nodes 200 movetime 100' if index == 0 else ''), None])
        for turn, expected in found:
            pair.turns += 1
            asked = [f'setpos {position} turns {turn}']
            for answers, peer in zip(pair.ask(asked), pair.peers):
                after = next((line.removeprefix('position ') for line in answers if line.startswith('position ')), '')
                if any(line.startswith('error') for line in answers):
                    after = answers[0]
                if after not in (listed if expected is None else {expected}):
                    name = pair.peers[index].name
                    pair.differ(['> ' + line for line in lines + asked],
                                [f'{peer.name} answers {after} to a turn of {name}'])
            if not after.startswith('error'):
                follow.append((turn, after))
    return follow


def play_game(pair, chance, rules, turns_most):
    """A whole game, or its first turns."""
    raw = pair.newgame(rules)
    if any(line.startswith('error') for line in raw[0]):
        return
    start = f'setpos start {chance.choice("wb")}'
    position = next(line for line in pair.ask([start])[0] if line.startswith('position '))
    position = position.removeprefix('position ')
    canonical = next(line for line in raw[0] if line.startswith('rules '))
    at_once = 'throws=at-once' in canonical or ('ludii' in canonical and 'throws=collect' not in canonical)
    history = []
    for count in range(turns_most):
        if heavy(position):
            break
        throws = random_throws(chance, position, at_once)
        follow = compare_position(pair, chance, position, throws, count % 4 == 3)
        if not follow:
            break
        turn, position = chance.choice(follow)
        history.append(turn)
    if history:
        pair.ask([start + ' turns ' + ' '.join(history)])


def random_values(chance):
    values = {key: chance.choice(choice) for key, choice in SWITCHES.items()}
    values['columns'] = chance.choice((5, 5, 5, 6, 6, 7, 8, 9, 12))
    values['pieces'] = chance.choice((values['columns'], chance.randint(1, values['columns'])))
    return values


def rules_of(chance, values):
    items = [f'{key}={value}' for key, value in values.items()]
    chance.shuffle(items)
    return chance.choice(list(PRESETS)) + ':' + ','.join(items)


def compare_loose_positions(pair, chance, rulesets, each):
    """Positions by chance, which need not arise in play, under rulesets by chance."""
    for _ in range(rulesets):
        values = random_values(chance)
        pair.newgame(rules_of(chance, values))
        for _ in range(each):
            position = random_position(chance, values)
            if position:
                throws = random_throws(chance, position, values['throws'] == 'at-once')
                compare_position(pair, chance, position, throws, chance.random() < 0.1)


def damaged(chance, text, alphabet):
    """A text with one or two small faults."""
    for _ in range(chance.choice((1, 1, 2))):
        at = chance.randrange(len(text) + 1)
        text = chance.choice((text[:at] + chance.choice(alphabet) + text[at:],
                              text[:at] + text[at + 1:],
                              text[:at] + chance.choice(alphabet) + text[at + 1:],
                              text[:at] + text[at:at + 2][::-1] + text[at + 2:])) or '-'
    return text


def compare_damaged(pair, chance, rulesets, each):
    """Lines with faults: refused by both with the same code, or taken by both in the same way."""
    for _ in range(rulesets):
        values = random_values(chance)
        rules = rules_of(chance, values)
        pair.newgame(rules)
        for _ in range(each):
            position = random_position(chance, values)
            if not position:
                continue
            for _ in range(6):
                pair.ask([f'setpos {random_position(chance, values, True)}'])
            fields = position.split()
            at_once = values['throws'] == 'at-once'
            throws = random_throws(chance, position, at_once)
            if chance.random() < 0.4:
                whole = at_once or chance.random() < 0.4
                fields[2] = ','.join(throws) if whole else (','.join(throws[:-1]) or '-') + '+' * (len(throws) > 1)
            position = ' '.join(fields)
            pair.positions += 1
            throw = ['throw ' + ' '.join(throws)]
            raw = pair.ask([f'setpos {position}', *throw, 'legal'])
            via = [line.partition(' via ')[2] for line in raw[0] if line.startswith('outcome ')]
            if fields[2][-1] in '-+':
                most = 2 if free_stones(position) < 5 else 1
                pair.ask([f'setpos {position}', 'legal', 'go nodes 1', 'wait', f'perft 1 {most}'])
            pair.ask(['setpos ' + damaged(chance, position, 'NMTFnmtf123/-+,~()wb059')])
            pair.ask([f'setpos {position}', 'throw ' + damaged(chance, ' '.join(throws), '123465 ,+')])
            if via:
                turn = chance.choice(via)
                items = turn.split(',')
                chance.shuffle(items)
                for text in (damaged(chance, turn, '12346:abcdtps,0'), ','.join(items), turn + ',' + items[0]):
                    pair.ask([f'setpos {position} turns {text}'])
                    pair.ask([f'setpos {position}', *throw, f'go nodes 1 searchturns {text}', 'wait'])
        pair.ask(['newgame ' + damaged(chance, rules, 'abcdeno-=,:0123456789')])


def compare_perft(pair, chance, depth, most, positions):
    for rules in [f'{preset}:columns={columns}' for preset in PRESETS for columns in (5, 6, PRESETS[preset])]:
        pair.newgame(rules)
        pair.positions += 1
        pair.ask([f'perft {depth} {most}'])
    for _ in range(positions):
        values = random_values(chance)
        pair.newgame(rules_of(chance, values))
        position = random_position(chance, values)
        if position and free_stones(position) <= 4:
            pair.positions += 1
            pair.ask([f'setpos {position}', 'perft 1 3', 'perft 2 1'])
            throws = random_throws(chance, position, values['throws'] == 'at-once')
            pair.ask(['perft 2 1 divide'])
            pair.ask(['throw ' + ' '.join(throws), 'perft 2 1'])


class Report:
    """The TAP output."""

    def __init__(self):
        self.count, self.failed = 0, 0

    def point(self, name, compare, *args):
        """Runs one comparison with a fresh pair of engines."""
        self.count += 1
        pair, began, silence = Pair(), time.monotonic(), None
        try:
            compare(pair, *args)
        except Silence as caught:
            silence = str(caught)
        statuses = [peer.end() for peer in pair.peers]
        fault = silence or ('' if statuses == [0, 0] else f'exit statuses {statuses}')
        good = not pair.differences and not fault
        self.failed += not good
        print(f'{"ok" if good else "not ok"} {self.count} - {name}: {pair.positions} positions, {pair.turns} turns')
        if fault:
            print(f'# {fault}, rules {pair.rules}')
        for difference in pair.differences[:REPORTS]:
            print('# difference:')
            for line in difference:
                print('#   ' + line[:2000])
        if len(pair.differences) > REPORTS:
            print(f'# and {len(pair.differences) - REPORTS} more')
        print(f'# {time.monotonic() - began:.1f} s', flush=True)

    def end(self):
        print(f'1..{self.count}')
        return 1 if self.failed else 0


def games_of(preset):
    def compare(pair, seed, turns_most):
        chance = random.Random(seed)
        for columns in (5, PRESETS[preset], chance.randint(6, 29)):
            play_game(pair, chance, f'{preset}:columns={columns}', turns_most)
    return compare


def games_by_chance(pair, seed, games, turns_most):
    chance = random.Random(seed)
    for _ in range(games):
        play_game(pair, chance, random_rules(chance), turns_most)


def with_seed(compare):
    return lambda pair, seed, *args: compare(pair, random.Random(seed), *args)


def main(arguments):
    report = Report()
    if arguments[:1] == ['--long']:
        end = time.monotonic() + float(arguments[1] if len(arguments) > 1 else 600)
        first = int(arguments[2]) if len(arguments) > 2 else 1000
        for seed in itertools.count(first):
            for preset in PRESETS:
                report.point(f'{preset}, seed {seed}', games_of(preset), seed, 120)
            report.point(f'games by chance, seed {seed}', games_by_chance, seed, 20, 80)
            report.point(f'positions by chance, seed {seed}', with_seed(compare_loose_positions), seed, 60, 12)
            report.point(f'damaged lines, seed {seed}', with_seed(compare_damaged), seed, 40, 10)
            report.point(f'perft, seed {seed}', with_seed(compare_perft), seed, 2, 2, 40)
            if time.monotonic() > end:
                break
    else:
        less = 1 if 'TAB_TEST_THOROUGH' in os.environ else 3
        for preset in PRESETS:
            report.point(preset, games_of(preset), 1, 60 // less)
        report.point('games by chance', games_by_chance, 2, 20 // less, 30)
        report.point('positions by chance', with_seed(compare_loose_positions), 3, 70 // less, 10)
        report.point('damaged lines', with_seed(compare_damaged), 4, 25 // less, 6)
        report.point('perft', with_seed(compare_perft), 5, 2, 2, 20)
    return report.end()


if __name__ == '__main__':
    sys.exit(main(sys.argv[1:]))
