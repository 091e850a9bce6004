#!/usr/bin/python3
# SPDX-License-Identifier: GPL-3.0-or-later
# A small Tâb engine, written from PROTOCOL.md and RULES.md alone, that plays any ruleset by seeded chance.

import collections
import functools
import itertools
import os
import random
import re
import sys
import threading
import time

LINE_MAX = 1 << 20
THROWS_MAX = 64
STATES_MAX = 1_000_000


class Refusal(Exception):
    """A refused line: the code, and a text for people."""


def need(condition, code, text):
    if not condition:
        raise Refusal(code, text)


# Rulesets (RULES.md 7)

PRESETS = ('standard', 'walker', 'bell', 'lane', 'ludii', 'jordan')
# Switch, its values, and for each preset the index of its value there; numbers stand for themselves.
SWITCHES = (
    ('columns', (), (11, 9, 9, 9, 7, 8)),
    ('pieces', (), (11, 9, 9, 9, 7, 8)),
    ('christians', ('yes', 'no'), (0, 0, 0, 0, 1, 0)),
    ('throws', ('collect', 'at-once'), (0, 0, 0, 0, 1, 0)),
    ('opening', ('alternate', 'first', 'highest'), (1, 0, 0, 0, 0, 2)),
    ('opening-tab', ('counts', 'spent'), (0, 0, 0, 0, 1, 1)),
    ('tab-duty', ('convert', 'free'), (0, 0, 0, 1, 1, 0)),
    ('save-tab', ('yes', 'no'), (1, 1, 0, 1, 1, 1)),
    ('stack-split', ('top', 'none'), (0, 0, 0, 0, 1, 0)),
    ('stack-return', ('reduce', 'loosen', 'keep'), (0, 0, 1, 0, 2, 2)),
    ('return-test', ('backward', 'revisit'), (0, 0, 1, 1, 0, 0)),
    ('row4-entry', ('enemy-present', 'open'), (0, 0, 0, 0, 0, 1)),
    ('row4-once', ('yes', 'no'), (0, 0, 0, 0, 0, 1)),
    ('row4-move', ('free', 'home-empty', 'home-empty-single', 'last'), (2, 2, 1, 1, 0, 3)),
    ('row4-exit', ('same', 'one-home-pile'), (0, 0, 0, 0, 0, 0)),
    ('row4-safe', ('yes', 'no'), (1, 1, 0, 1, 1, 1)),
    ('jump-enemies', ('yes', 'no'), (0, 0, 0, 0, 0, 1)),
)


class Rules:
    """One ruleset; each switch is an attribute, '-' read as '_'."""

    def __init__(self, text):
        self.preset, colon, rest = text.partition(':')
        need(self.preset in PRESETS, 'bad-rules', f'unknown preset {self.preset}')
        column = PRESETS.index(self.preset)
        self.usual = {key: values[row[column]] if values else row[column] for key, values, row in SWITCHES}
        given = {}
        for item in rest.split(',') if colon else ():
            key, _, value = item.partition('=')
            need(key in self.usual and key not in given, 'bad-rules', f'unknown, or twice: {item}')
            values = next(values for name, values, _ in SWITCHES if name == key)
            number_given = not values and re.fullmatch('[1-9][0-9]?', value)
            need(number_given or value in values, 'bad-rules', f'bad value: {item}')
            given[key] = int(value) if number_given else value
        self.usual['pieces'] = given.get('columns', self.usual['columns'])
        self.values = self.usual | given
        if self.values['opening'] == 'highest':
            self.values['opening-tab'] = 'spent'
        for key, value in self.values.items():
            setattr(self, key.replace('-', '_'), value)
        need(5 <= self.columns <= 29 and self.pieces <= self.columns, 'bad-rules', 'columns or pieces out of range')

    def canonical(self):
        other = [f'{key}={value}' for key, value in self.values.items() if value != self.usual[key]]
        return self.preset + ':' * bool(other) + ','.join(other)


# Board and path (RULES.md 1). A cell is row × columns + column, a1 = 0. Relative rows are 1 to 4.

def place(columns, side, cell):
    """(relative row, steps from where the path enters the row) of a cell."""
    row, column = divmod(cell, columns)
    return (row + 1 if side == 'w' else 4 - row), (columns - 1 - column if row in (1, 3) else column)


def cell_at(columns, side, relative, step):
    row = relative - 1 if side == 'w' else 4 - relative
    return row * columns + (columns - 1 - step if row in (1, 3) else step)


@functools.cache
def routes(columns, side, start, throw):
    """The ways of so many cells from start: (cells entered, in order; crossings as (from row, to row))."""
    if throw == 0:
        return [((), ())]
    found = []
    row, step = place(columns, side, start)
    for new in {1: (2,), 2: (3,), 3: (2, 4), 4: (3,)}[row] if step == columns - 1 else (row,):
        cell = cell_at(columns, side, new, step + 1 if new == row else 0)
        for cells, crossings in routes(columns, side, cell, throw - 1):
            # Not onto row 4 and off it again in one throw.
            if (row, new) != (3, 4) or (4, 3) not in crossings:
                found.append(((cell,) + cells, crossings if new == row else ((row, new),) + crossings))
    return found


# Plays (RULES.md 5). A board is a tuple with a text for each cell: '' empty, else the pile, bottom to top, with '~'
# before it if it is loose; upper case is White.

Play = collections.namedtuple('Play', 'throw start end top board refusable')


def owner(pile):
    return 'w' if pile[-1].isupper() else 'b'


class Mover:
    """What one side may play on one board."""

    def __init__(self, rules, board, side):
        self.rules, self.board, self.side = rules, board, side
        self.mine = {cell: pile.strip('~').upper() for cell, pile in enumerate(board) if pile and owner(pile) == side}
        self.enemies = {cell for cell, pile in enumerate(board) if pile and cell not in self.mine}
        self.loose = {cell for cell in self.mine if board[cell][0] == '~'}
        self.row_of = {cell: place(rules.columns, side, cell)[0] for cell in self.mine}
        self.home_piles = list(self.row_of.values()).count(1)

    def plays(self, throw):
        found = []
        nasara = [cell for cell, pile in self.mine.items() if pile == 'N']
        if throw == 1 and nasara:
            foremost = max(nasara, key=lambda cell: place(self.rules.columns, self.side, cell)[1])
            self.move(found, foremost, 'N', False, 1)
            if self.rules.tab_duty == 'convert':
                return found
        for cell, pile in self.mine.items():
            if pile == 'N' or self.frozen(cell):
                continue
            self.move(found, cell, pile, False, throw)
            if len(pile) > 1 and (cell in self.loose or (self.rules.stack_split == 'top' and throw == 1)):
                self.move(found, cell, pile[-1], True, throw)
        return found

    def frozen(self, cell):
        """Rule 5."""
        test = self.rules.row4_move
        if self.row_of[cell] != 4 or test == 'free':
            return False
        ready = all(row == 4 for row in self.row_of.values()) if test == 'last' else self.home_piles == 0
        if test in ('home-empty-single', 'last') and len(self.mine[cell]) > 1:
            ready = ready and all(len(pile) > 1 for pile in self.mine.values())
        return not ready

    def move(self, found, start, group, top, throw):
        """Rules 4 and 6 to 9: adds the play on each branch where it is allowed."""
        rules, columns, side = self.rules, self.rules.columns, self.side
        row4_entry = (rules.row4_once == 'no' or 'F' not in group) and (rules.row4_entry == 'open' or any(
            place(columns, side, cell)[0] == 4 for cell in self.enemies))
        row4_exit = rules.row4_exit == 'same' or self.home_piles <= 1
        for cells, crossings in routes(columns, side, start, throw):
            end = cells[-1]
            refused = rules.row4_safe == 'yes' and end in self.enemies and place(columns, side, end)[0] == 1
            blocked = rules.jump_enemies == 'no' and not self.enemies.isdisjoint(cells[:-1])
            if refused or blocked or (3, 4) in crossings and not row4_entry or (4, 3) in crossings and not row4_exit:
                continue
            arriving, returned = self.travel(group, crossings)
            found.append(Play(throw, start, end, top, self.after(start, end, arriving, top, returned),
                              returned and rules.stack_return == 'reduce'))

    def travel(self, group, crossings):
        """The ranks that arrive, and whether the way made a return."""
        group, returned = group.replace('N', 'M'), False
        for leaving, entering in crossings:
            back = entering < leaving
            if self.rules.return_test == 'revisit':
                back = any(rank in {2: 'TF', 3: 'TF', 4: 'F'}[entering] for rank in group)
            if len(group) > 1 and back:
                returned = True
                group = group[-1] if self.rules.stack_return == 'reduce' else group
            if entering == 3:
                group = group.replace('M', 'T')
            elif entering == 4:
                group = 'F' * len(group)
        return group, returned

    def after(self, start, end, arriving, top, returned):
        board = list(self.board)
        joined = self.mine.get(end, '')
        pile, rest = joined + arriving, self.mine[start][:-1] if top else ''
        loose = self.rules.stack_return == 'loosen' and len(pile) > 1 and (
            returned or (start in self.loose and not top and not joined))
        for cell, ranks, is_loose in ((start, rest, len(rest) > 1 and start in self.loose), (end, pile, loose)):
            board[cell] = '~' * is_loose + (ranks if self.side == 'w' else ranks.lower())
        return tuple(board)


# Positions (RULES.md 8): throws is a tuple, more says that others will follow, saved is (White's, Black's).

Position = collections.namedtuple('Position', 'board side throws more saved number')


def over(board):
    return not {'w', 'b'} <= {owner(pile) for pile in board if pile}


def start_position(rules, side):
    board = [''] * (4 * rules.columns)
    for step in range(rules.pieces):
        for owner_side, letter in zip('wb', 'Nn' if rules.christians == 'yes' else 'Mm'):
            board[cell_at(rules.columns, owner_side, 1, step)] = letter
    throws = (1,) if rules.opening_tab == 'counts' else ()
    return Position(tuple(board), side, throws, bool(throws) and rules.throws == 'collect', (0, 0), 1)


def well_formed(rules, throws, more):
    """Whether throws, one at least, can have fallen so."""
    if rules.throws == 'at-once':
        return len(throws) == 1 and not more
    ends = [throw in (2, 3) for throw in throws]
    return 0 < len(throws) <= THROWS_MAX and not any(ends[:-1]) and ends[-1] != more


def complete(position):
    return bool(position.throws) and not position.more


def read_row(rules, text):
    cells = []
    item = r'[1-9][0-9]?(?![0-9])|[NMTFnmtf]|~?\([NMTF]{2,}\)|~?\([nmtf]{2,}\)'
    need(re.fullmatch(f'({item})+', text), 'bad-position', f'bad row: {text}')
    for part in re.findall(item, text):
        cells += [''] * int(part) if part.isdigit() else [part.replace('(', '').replace(')', '')]
    need(len(cells) == rules.columns, 'bad-position', f'bad width: {text}')
    return cells


def check_side(rules, board, side):
    """The conditions on the pieces of one side."""
    pieces, nasara, others = 0, [], []
    for cell, pile in enumerate(board):
        if not pile or owner(pile) != side:
            continue
        row, step = place(rules.columns, side, cell)
        ranks = pile.strip('~').upper()
        pieces += len(ranks)
        rows = {'N': (1,), 'M': (1, 2), 'T': (2, 3), 'F': (2, 3, 4)}
        need(all(row in rows[rank] for rank in ranks), 'bad-position', f'{pile} cannot stand there')
        need('N' not in ranks or (ranks == 'N' and rules.christians == 'yes'), 'bad-position', f'Nasrani in {pile}')
        need(pile[0] != '~' or rules.stack_return == 'loosen', 'bad-position', 'a loose pile under these rules')
        if row == 1:
            (nasara if ranks == 'N' else others).append(step)
    need(pieces <= rules.pieces, 'bad-position', 'too many pieces')
    need(not nasara or not others or max(nasara) < min(others), 'bad-position', 'a Nasrani before another piece')


def read_position(rules, fields):
    rows = fields[0].split('/')
    need(len(rows) == 4, 'bad-position', 'not four rows')
    board = tuple(cell for row in reversed(rows) for cell in read_row(rules, row))
    check_side(rules, board, 'w')
    check_side(rules, board, 'b')
    forms = '[wb]', r'-|[12346](,[12346])*\+?', '-|[0-9]/[0-9]', '[1-9][0-9]{0,8}'
    for form, field in zip(forms, fields[1:]):
        need(re.fullmatch(form, field), 'bad-position', f'bad field: {field}')
    _, side, throws, saved, number = fields
    more = throws.endswith('+')
    throws = tuple(map(int, re.findall('[0-9]', throws)))
    need(not throws or well_formed(rules, throws, more), 'bad-position', f'bad throws: {fields[2]}')
    need(saved == '-' or (saved != '0/0' and rules.save_tab == 'yes'), 'bad-position', f'bad saved throws: {saved}')
    need(any(board), 'bad-position', 'no pieces')
    return Position(board, side, throws, more, (0, 0) if saved == '-' else (int(saved[0]), int(saved[2])), int(number))


def board_text(rules, board):
    rows = [''.join(re.sub('([A-Za-z]{2,})', r'(\1)', pile) or '.' for pile in board[start:start + rules.columns])
            for start in range(3 * rules.columns, -1, -rules.columns)]
    return re.sub(r'\.+', lambda run: str(len(run[0])), '/'.join(rows))


def position_text(rules, position):
    throws = ','.join(map(str, position.throws)) + '+' * position.more
    saved = '-' if position.saved == (0, 0) else f'{position.saved[0]}/{position.saved[1]}'
    return f'{board_text(rules, position.board)} {position.side} {throws or "-"} {saved} {position.number}'


# Turns (RULES.md 6). A hand is a text of its throws in ascending order.

def hand_of(position):
    return ''.join(map(str, sorted(position.throws + (1,) * position.saved['wb'.index(position.side)])))


def choices(rules, board, side, hand):
    """The plays with the throws left, and whether the player may stop here."""
    found, may_stop = [], True
    if not over(board):
        mover = Mover(rules, board, side)
        for throw in sorted(set(hand)):
            plays = mover.plays(int(throw))
            found += plays
            if not (throw == '1' and rules.save_tab == 'yes') and not all(play.refusable for play in plays):
                may_stop = False
    return found, may_stop


def end_turn(rules, position, board, left):
    """The position after the turn, and the texts of what was not used."""
    mover = 'wb'.index(position.side)
    kept = min(9, left.count('1')) if rules.save_tab == 'yes' and not over(board) else 0
    saved = (kept, position.saved[1]) if mover == 0 else (position.saved[0], kept)
    side, number = 'bw'[mover], min(position.number + 1, 999_999_999)
    if rules.throws == 'at-once' and position.throws[0] in (1, 4, 6) and not over(board):
        side, number = position.side, position.number
    unused = ['1:save'] * kept + [f'{throw}:pass' for throw in left[kept:]]
    return Position(board, side, (), False, saved, number), unused


def play_text(rules, play):
    rows_columns = [divmod(cell, rules.columns) for cell in (play.start, play.end)]
    return f'{play.throw}:' + ''.join(f'{"abcd"[row]}{column + 1}' for row, column in rows_columns) + 't' * play.top


def turn_text(rules, line, unused):
    """The turn whose plays are linked from the last to the first."""
    items = []
    while line:
        line, play = line
        items.append(play_text(rules, play))
    return ','.join(items[::-1] + unused)


def outcomes(rules, position, poll):
    """Every distinct outcome of a turn with the position's throws, with (line, unused) of a turn that leads there."""
    found = {}
    if over(position.board):
        return found
    seen, waiting = set(), [(position.board, hand_of(position), None)]
    while waiting:
        board, hand, line = waiting.pop()
        plays, may_stop = choices(rules, board, position.side, hand)
        if may_stop:
            after, unused = end_turn(rules, position, board, hand)
            found.setdefault(after, (line, unused))
        for play in plays:
            state = (play.board, hand.replace(str(play.throw), '', 1))
            if state not in seen:
                seen.add(state)
                waiting.append((*state, (line, play)))
        need(len(seen) <= STATES_MAX, 'unsupported', 'too many outcomes to list')
        poll()
    return found


def play_turn(rules, position, text):
    """The position after a turn that is given as text."""
    items, cell = text.split(','), '[a-d][1-9][0-9]?'
    for item in items:
        need(re.fullmatch(f'[12346]:({cell}{cell}t?|pass)|1:save', item), 'illegal-turn', f'malformed: {item}')
    need(not over(position.board), 'illegal-turn', 'the game is over')
    # The throws: the saved tâbs, and besides what the position holds and what can have followed it.
    thrown = collections.Counter(int(item[0]) for item in items)
    thrown[1] -= position.saved['wb'.index(position.side)]
    in_order = tuple(sorted(thrown.elements(), key=(1, 4, 6, 2, 3).index))
    held = collections.Counter(position.throws)
    need(thrown[1] >= 0 and well_formed(rules, in_order, False) and not held - thrown
         and (not complete(position) or held == +thrown), 'illegal-turn', f'not the hand: {text}')
    position = position._replace(throws=in_order, more=False)
    board, hand = position.board, hand_of(position)
    for index, item in enumerate(items + ['']):
        plays, may_stop = choices(rules, board, position.side, hand)
        play = next((play for play in plays if play_text(rules, play) == item), None)
        if not play:
            break
        board, hand = play.board, hand.replace(str(play.throw), '', 1)
    after, unused = end_turn(rules, position, board, hand)
    need(may_stop and unused == items[index:], 'illegal-turn', f'{text} from item {index + 1}')
    return after


def chosen_turn(rules, position, chance):
    """A turn by chance that likes to capture."""
    board, hand, line = position.board, hand_of(position), None
    while True:
        plays, may_stop = choices(rules, board, position.side, hand)
        if may_stop and (not plays or chance.random() < 0.5):
            return turn_text(rules, line, end_turn(rules, position, board, hand)[1])
        captures = [play for play in plays if board[play.end] and owner(board[play.end]) != position.side]
        play = chance.choice(captures if captures and chance.random() < 0.7 else plays)
        board, hand, line = play.board, hand.replace(str(play.throw), '', 1), (line, play)


def hands_to_throw(rules, position, most):
    """The throws with which a turn can begin here, as multisets (RULES.md 9)."""
    if complete(position) or rules.throws == 'at-once':
        return [position.throws] if position.throws else [(1,), (2,), (3,), (4,), (6,)]
    return (position.throws + again + (last,) for count in range(most) for last in (2, 3)
            for again in itertools.combinations_with_replacement((1, 4, 6), count))


def divide(rules, position, depth, most, poll):
    """A line for each outcome of the first turn."""
    lines = []
    for throws in hands_to_throw(rules, position, most) if depth and not over(position.board) else ():
        now = position._replace(throws=throws, more=False)
        for after, (line, unused) in outcomes(rules, now, poll).items():
            turn, count = turn_text(rules, line, unused), perft(rules, after, depth - 1, most, poll)
            lines.append(f'divide {",".join(map(str, throws))} {turn} {count}')
    return sorted(lines)


def perft(rules, position, depth, most, poll):
    count, waiting = 0, [(position, depth)]
    while waiting:
        position, depth = waiting.pop()
        if depth == 0 or over(position.board):
            count += 1
            continue
        for throws in hands_to_throw(rules, position, most):
            after = outcomes(rules, position._replace(throws=throws, more=False), poll)
            waiting += [(each, depth - 1) for each in after]
    return count


# The conversation (PROTOCOL.md)

class Input:
    """The lines from the controller, read aside; None is the end."""

    def __init__(self):
        self.lines, self.count, self.looked = collections.deque(), threading.Semaphore(0), 0
        self.barrier = b'wait'  # what stands behind is not read while the engine works
        threading.Thread(target=self.read, daemon=True).start()

    def read(self):
        line = True
        while line:
            line = rest = sys.stdin.buffer.readline(LINE_MAX + 1)
            while len(line) > LINE_MAX and rest and not rest.endswith(b'\n'):
                rest = sys.stdin.buffer.readline(LINE_MAX)
            self.lines.append(line or None)
            self.count.release()

    def take(self):
        self.count.acquire()
        self.looked = time.monotonic()
        return self.lines.popleft()

    def take_urgent(self):
        """Now and then: the first of the lines that a working engine answers at once, if there is one."""
        if time.monotonic() < self.looked + 0.02:
            return None
        self.looked = time.monotonic()
        words = [(line or b'')[:100].split()[:1] for line in list(self.lines)]
        words = words[:words.index([self.barrier])] if [self.barrier] in words else words
        for word in (b'quit', b'isready', b'stop'):
            if [word] in words:
                self.count.acquire()
                del self.lines[words.index([word])]
                return word
        return None


say = functools.partial(print, flush=True)


class Engine:
    COMMANDS = 'tep isready setoption newgame setpos throw go stop wait quit show legal perft eval throws bench help'
    LIMITS = ('movetime', 'wtime', 'btime', 'winc', 'binc', 'turnstogo', 'nodes', 'depth')

    def __init__(self):
        self.lines = Input()
        self.chance = random.Random(0)
        self.answer = None  # what an endless go will answer
        self.do_newgame([])

    def serve(self):
        """Obeys until the end of the input."""
        while (line := self.lines.take()) is not None:
            try:
                self.obey(line)
            except Refusal as refusal:
                self.refuse(*refusal.args)
        self.do_stop([])

    def refuse(self, code, text):
        say(f'error {code} ' + re.sub('[^ -~]', '?', text)[:150])

    def obey(self, line):
        need(len(line) <= LINE_MAX or line.endswith(b'\n'), 'line-too-long', 'more than 1 MiB')
        words = re.split('[ \t]+', line.removesuffix(b'\n').removesuffix(b'\r').decode(errors='replace').strip(' \t'))
        if words == ['']:
            return
        need(words[0] in self.COMMANDS.split(), 'unknown-command', words[0])
        need(not self.answer or words[0] in ('stop', 'isready', 'quit', 'wait'), 'busy', 'thinking')
        need(line.decode(errors='ignore').encode() == line, 'bad-argument', 'not UTF-8')
        getattr(self, 'do_' + words[0], self.do_unsupported)(words[1:])

    def poll(self):
        """While working: what cannot wait."""
        while urgent := self.lines.take_urgent():
            need(urgent != b'stop', 'interrupted', 'stopped')
            self.obey(urgent)

    def do_unsupported(self, words):
        raise Refusal('unsupported', 'this engine does not have it')

    def do_quit(self, words):
        os._exit(0)

    def do_tep(self, words):
        say('id name Foreign\nid author written from PROTOCOL.md and RULES.md alone')
        for preset in PRESETS + ('any',):
            say(f'rules {preset} columns 5 29')
        say('option name Seed type spin default 0 min 0 max 2147483647\ntepok 1')

    def do_isready(self, words):
        say('readyok')

    def do_setoption(self, words):
        need(' '.join(words[:3]).lower() == 'name seed value', 'bad-argument', 'the only option is Seed')
        self.chance.seed(self.number(' '.join(words[3:]), 0, 2147483647))

    def number(self, text, low, high):
        need(re.fullmatch('[0-9]{1,18}', text) and low <= int(text) <= high, 'bad-argument', f'no such number: {text}')
        return int(text)

    def do_newgame(self, words):
        self.rules = Rules(words[0] if words else 'standard')
        self.came_with = self.position = start_position(self.rules, 'w')

    def do_setpos(self, words):
        split = words.index('turns') if 'turns' in words else len(words)
        fields, turns = words[:split], words[split + 1:]
        size = 5 if fields[:1] != ['start'] else 2 if fields[1:2] in (['w'], ['b']) else 1
        need(len(fields) >= size, 'bad-position', 'neither start nor five fields')
        position = (read_position(self.rules, fields[:size]) if size == 5 else
                    start_position(self.rules, (fields[1:size] + ['w'])[0]))
        need(len(fields) == size, 'bad-argument', 'after the position comes only "turns"')
        for turn in turns:
            position = self.play(position, turn)
        self.came_with = self.position = position

    def do_throw(self, words):
        if not words:
            self.position = self.came_with
            return
        text, more = ' '.join(words), words[-1] == '+'
        need(re.fullmatch(r'[12346]( [12346])*( \+)?', text), 'bad-throw', f'no throws: {text}')
        throws, held = tuple(map(int, words[:-1] if more else words)), self.came_with.throws
        need(well_formed(self.rules, throws, more), 'bad-throw', f'ill-formed: {text}')
        need(throws[:len(held)] == held and (not complete(self.came_with) or throws == held),
             'bad-throw', 'they do not begin with the throws of the position')
        self.position = self.came_with._replace(throws=throws, more=more)

    def play(self, position, turn):
        return play_turn(self.rules, position, turn)

    def do_go(self, words):
        limits, among, words = {}, [], words[::-1]
        while words:
            word = words.pop()
            if word in self.LIMITS:
                limits[word] = self.number(words.pop() if words else '', 0, 10 ** 17)
            elif word in ('infinite', 'ponder'):
                limits[word] = True
            elif word == 'searchturns':
                among, words = words[::-1], []
                need(among, 'bad-argument', 'searchturns without a turn')
        need(not among or complete(self.position), 'no-throw', 'searchturns without complete throws')
        for turn in among:
            self.play(self.position, turn)
        self.think(limits, among)

    def choose(self, among):
        ready = complete(self.position) and not over(self.position.board)
        turns = among or (ready and [chosen_turn(self.rules, self.position, self.chance)])
        return self.chance.choice(turns or ['none'])

    def think(self, limits, among):
        self.answer = self.choose(among)
        if 'infinite' not in limits and 'ponder' not in limits:
            self.do_stop([])

    def do_stop(self, words):
        if self.answer:
            say(f'bestmove {self.answer}')
            self.answer = None

    def do_wait(self, words):
        need(not self.answer, 'bad-argument', 'this go never ends by itself')

    def do_show(self, words):
        for letter, row in zip('dcba', board_text(self.rules, self.position.board).split('/')):
            say(letter, row)
        say(f'rules {self.rules.canonical()}\nposition {position_text(self.rules, self.position)}\nshown')

    def do_legal(self, words):
        need(complete(self.position) or over(self.position.board), 'no-throw', 'legal needs complete throws')
        lines = []
        for after, (line, unused) in outcomes(self.rules, self.position, self.poll).items():
            text = position_text(self.rules, after)
            board, side, _, saved, _ = text.split()
            lines.append(((board, side, saved), f'outcome {text} via {turn_text(self.rules, line, unused)}'))
        say('\n'.join([line for _, line in sorted(lines)] + [f'legal {len(lines)}']))

    def do_perft(self, words):
        depth = self.number(words[0] if words else '', 0, 10 ** 9)
        told = words[1:2] if words[1:2] != ['divide'] else []
        most = self.number((told + ['3'])[0], 1, THROWS_MAX)
        if words[1 + len(told):2 + len(told)] == ['divide']:
            for line in divide(self.rules, self.position, depth, most, self.poll):
                say(line)
        say(f'perft {perft(self.rules, self.position, depth, most, self.poll)}')


if __name__ == '__main__':
    try:
        Engine().serve()
    except BrokenPipeError:
        pass
    os._exit(0)
