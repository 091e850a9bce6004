# SPDX-License-Identifier: GPL-3.0-or-later
"""The foreign engine with all that a minimal engine may leave out: no point of PROTOCOL.md is skipped for it.

It thinks as long as `movetime` says, promises few rulesets so that there are others to refuse, and plays as the foreign
engine does, by chance. Under the rules of Tâb's relatives it passes on what it is told to this project's engine, and what that
answers. The other modules put faults into it, by overriding a method.
"""
import importlib.util
import os
import re
import subprocess
import time
import traceback


def load(name):
    """A module of the folder above, whose name has a dash in it."""
    path = os.path.join(os.path.dirname(os.path.dirname(os.path.abspath(__file__))), name)
    spec = importlib.util.spec_from_file_location('foreign', path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


foreign = load('foreign-engine.py')
Refusal, need = foreign.Refusal, foreign.need
INTEGER = re.compile('-?[0-9]{1,18}')


class Option:
    """A declared option and its value."""

    def __init__(self, name, kind, value=None, low=0, high=0, choices=()):
        self.name, self.kind, self.value = name, kind, value
        self.low, self.high, self.choices = low, high, choices

    def declaration(self):
        value = {None: '', '': ' default <empty>'}.get(self.value, f' default {self.value}')
        bounds = f' min {self.low} max {self.high}' if self.kind == 'spin' else ''
        return f'option name {self.name} type {self.kind}{value}{bounds}' + ''.join(f' var {v}' for v in self.choices)

    def allows(self, value):
        if self.kind == 'button' or value is None:
            return self.kind == 'button' and value is None
        if self.kind == 'spin':
            return bool(INTEGER.fullmatch(value)) and self.low <= int(value) <= self.high
        if self.name == 'Sticks':
            return weights_of(value) is not None
        return value in {'check': ('true', 'false'), 'combo': self.choices}.get(self.kind, (value,))


def weights_of(text):
    """The weights of 0 to 4 flat sides, None if it is no text of sticks."""
    number = '[0-9]+(?:[.][0-9]+)?'
    if text == 'fair':
        return weights_of('p=0.5')
    if re.fullmatch(f'p={number}', text):
        p = float(text[2:])
        ways = (1, 4, 6, 4, 1)
        return [ways[k] * p ** k * (1 - p) ** (4 - k) for k in range(5)] if 0 < p < 1 else None
    if re.fullmatch(f'w={number}(,{number}){{4}}', text):
        weights = [float(part) for part in text[2:].split(',')]
        return weights if weights[2] + weights[3] > 0 else None
    return None


class Inner:
    """This project's engine, started when it is first asked."""
    PATH = os.path.join(os.environ.get('TAB_BUILD_ROOT', '.'), 'engine', 'tab-engine')

    def __init__(self):
        self.process = None

    def ask(self, line):
        """The answers to a line; a `go` must have a limit."""
        if not self.process:
            self.process = subprocess.Popen([self.PATH], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1)
        thinks = line.split()[0] == 'go'
        self.process.stdin.write(line + ('\n' if thinks else '\nwait\nisready\n'))
        answers = []
        while True:
            answer = self.process.stdout.readline().rstrip('\n')
            if answer != 'readyok':
                answers.append(answer)
            if answer == 'readyok' or thinks and answer.split()[0] in ('bestmove', 'error'):
                return answers


class Whole(foreign.Engine):
    RELATIVES = tuple('tozeur siryu tablan bakhri daldosa sahkku'.split()) if os.path.exists(
        Inner.PATH) else ()
    PROMISES = (('standard', 11, 11), ('walker', 5, 9), ('bell', 5, 5), ('ludii', 5, 5),
                *[(preset, 5, 5) for preset in RELATIVES])
    LIMITS = (*foreign.Engine.LIMITS, 'rollouts')
    PASSED_ON = 'setpos throw go show legal perft eval throws'.split()

    def __init__(self):
        self.inner = Inner()
        self.relative = None  # the rules string of a relative whose game it is
        self.options = [
            Option('Threads', 'spin', '1', 1, 8), Option('MultiPV', 'spin', '1', 1, 8),
            Option('Level', 'spin', '10', 0, 10), Option('Seed', 'spin', '0', 0, 2147483647),
            Option('Ponder', 'check', 'false'), Option('Style of play', 'combo', 'calm', choices=('calm', 'very bold')),
            Option('Sticks', 'string', 'fair'), Option('Log', 'file', ''), Option('Clear Cache', 'button')]
        self.until = None  # when the running go has to answer, if it has a limit
        self.working = False
        self.log = None
        foreign.say = self.say
        super().__init__()

    # Lines

    def say(self, *words):
        text = ' '.join(words)
        print(text, flush=True)
        if self.log:
            print(text, file=self.log, flush=True)

    def serve(self):
        """Obeys until the end of the input, and answers when the time of a go is up."""
        while True:
            left = None if self.until is None else max(0, self.until - time.monotonic())
            if not self.lines.count.acquire(timeout=left):
                self.do_stop([])
                continue
            self.lines.count.release()
            line = self.lines.take()
            if line is None:
                return self.end()
            try:
                self.obey(line)
            except Refusal as refusal:
                self.refuse(*refusal.args)

    def obey(self, line):
        if self.log:
            print(line.decode(errors='replace').strip(), file=self.log, flush=True)
        words = line.decode(errors='replace').split()
        if self.relative and words and words[0] in self.PASSED_ON and len(line) < 4096:
            for answer in self.pass_on(words):
                self.say(answer)
        else:
            super().obey(line)

    def pass_on(self, words):
        """The answers in a game of a relative."""
        return self.inner.ask(' '.join(words))

    def end(self):
        """The end of the input."""
        self.do_wait([], at_end=True)
        self.do_stop([])

    # Commands

    def handshake(self):
        return ['id name Whole', 'id author written from PROTOCOL.md and RULES.md alone',
                *[f'rules {preset} columns {least} {most}' for preset, least, most in self.PROMISES],
                *[option.declaration() for option in self.options], 'tepok 1']

    def do_tep(self, words):
        for line in self.handshake():
            self.say(line)

    def find_option(self, name):
        found = [option for option in self.options if option.name.lower() == name.lower()]
        need(found, 'bad-argument', f'no option {name}')
        return found[0]

    def do_setoption(self, words):
        split = words.index('value') if 'value' in words else len(words)
        need(words[:1] == ['name'] and split > 1, 'bad-argument', 'an option needs a name')
        option = self.find_option(' '.join(words[1:split]))
        value = ' '.join(words[split + 1:]) if split < len(words) else None
        self.check_value(option, value)
        if option.kind != 'button':
            option.value = value
        self.use_option(option)

    def check_value(self, option, value):
        if self.relative and option.name == 'Sticks':
            need(not self.inner.ask(f'setoption name Sticks value {value}'), 'bad-argument', 'not for this cast')
            return
        need(option.allows(value), 'bad-argument', f'{option.name} cannot be {value}')

    def use_option(self, option):
        if option.name == 'Seed':
            self.chance.seed(int(option.value))
        elif option.name == 'Log':
            self.log = open(option.value, 'a', encoding='utf-8') if option.value else None

    def plays(self, rules):
        changed = any(rules.values[key] != rules.usual[key] for key in rules.values if key not in ('columns', 'pieces'))
        return any(least <= rules.columns <= most and (preset == 'any' or preset == rules.preset and not changed)
                   for preset, least, most in self.PROMISES)

    def do_newgame(self, words):
        text = words[0] if words else ''
        if text.partition(':')[0] in self.RELATIVES:
            need(re.search('[:,]columns=5(,|$)', text), 'unsupported', f'not these rules: {text}')
            for answer in self.inner.ask(f'newgame {text}'):
                need(not answer.startswith('error '), *(answer + '  ').split(' ', 2)[1:])
            self.relative = text
            return
        rules = foreign.Rules(words[0] if words else 'standard')
        need(self.plays(rules), 'unsupported', f'not these rules: {rules.canonical()}')
        self.relative = None
        self.set_rules(rules)

    def set_rules(self, rules):
        self.rules = rules
        self.came_with = self.position = foreign.start_position(rules, 'w')

    # Thinking

    def think(self, limits, among):
        self.answer = self.choose(among)
        for line in self.infos(limits):
            self.say('info ' + line)
        self.until = self.time_limit(limits)
        if self.until is not None and self.until <= time.monotonic():
            self.do_stop([])

    def time_limit(self, limits):
        """When the answer is due; None: not before a stop."""
        if limits.keys() & {'infinite', 'ponder'}:
            return None
        if limits.keys() == {'movetime'}:
            return time.monotonic() + max(0, limits['movetime'] - 10) / 1000
        return 0

    def lines_of_play(self):
        """The best turns, as many as MultiPV says."""
        turns = [self.answer]
        for _ in range(100):
            if len(turns) < int(self.find_option('MultiPV').value) and self.answer != 'none':
                turn = self.choose([])
                turns += [turn] if turn not in turns else []
        return turns

    def infos(self, limits):
        lines = ['string it is all chance']
        for rank, turn in enumerate(self.lines_of_play(), 1):
            pv = f' pv {turn}' if turn != 'none' else ''
            win = self.fraction(0.5)
            lines.append(f'depth 1 multipv {rank} win {win} level static se {win} nodes 1 nps 100 time 0 hashfull 0' + pv)
            if 'rollouts' in limits:
                lines.append(self.rollout(rank, win, turn))
        return lines

    def rollout(self, rank, win, turn):
        return f'multipv {rank} win {win} level rollout se {win}' + (f' pv {turn}' if turn != 'none' else '')

    def fraction(self, value):
        return f'{value:.6f}'

    def do_stop(self, words):
        super().do_stop(words)
        self.until = None

    def do_wait(self, words, at_end=False):
        need(not self.answer or self.until is not None or at_end, 'bad-argument', 'this go never ends by itself')
        if self.until is not None:
            time.sleep(max(0, self.until - time.monotonic()))
            self.do_stop([])

    # Inspection

    def do_perft(self, words):
        self.working = True
        try:
            super().do_perft(words)
        finally:
            self.working = False

    def do_eval(self, words):
        self.say(f'eval term chance mover 0 enemy 0 adds 0\neval term turn adds {self.fraction(0)}\neval win {self.fraction(0.5)}')

    def chances(self):
        """Of the throws 1, 2, 3, 4 and 6."""
        weights = weights_of(self.find_option('Sticks').value)
        return [weight / sum(weights) for weight in weights[1:] + weights[:1]]

    def do_throws(self, words):
        p = self.chances()
        last = p[1] + p[2]
        values = (1, 2, 3, 4, 6)
        for value, chance in zip(values, p):
            self.say(f'throw {value} {self.fraction(chance)}')
        for value, chance in zip(values, p):
            self.say(f'turn {value} {self.fraction(chance / (last if value in (2, 3) else chance + last))}')
        self.say(f'rethrow {self.fraction(1 - last)}\nmean {self.fraction(1 / last)}\nthrowsok')

    def do_bench(self, words):
        self.say('bench nodes 1234 nps 1000 signature c0ffee')

    def do_help(self, words):
        for command in self.COMMANDS.split():
            self.say(f'{command}: see PROTOCOL.md')


def run(engine_class):
    try:
        engine_class().serve()
    except Exception:
        traceback.print_exc()
        os._exit(2)  # without waiting for the thread that reads
    os._exit(0)
