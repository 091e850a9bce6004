# SPDX-License-Identifier: GPL-3.0-or-later
"""Faults of tep, setoption and newgame."""
from . import fault
from .whole import Refusal, foreign, need


@fault(29)
class HasNoAuthor:
    """does not say who wrote it"""
    def handshake(self):
        return [line for line in super().handshake() if not line.startswith('id author')]


@fault(29)
class SpeaksVersionTwo:
    """ends its handshake with another version"""
    def handshake(self):
        return super().handshake()[:-1] + ['tepok 2']


@fault(30)
class PlaysOnNarrowBoards:
    """promises a width that there is not"""
    def handshake(self):
        return [line.replace('bell columns 5', 'bell columns 4') for line in super().handshake()]


@fault(30)
class PromisesTwice:
    """has two lines for a preset"""
    def handshake(self):
        return ['rules ludii columns 5 5'] + super().handshake()


@fault(31)
class DeclaresTwice:
    """declares an option twice"""
    def handshake(self):
        return ['option name level type spin default 10 min 0 max 10'] + super().handshake()


@fault(31)
class DefaultsOutOfRange:
    """declares an option with a default out of its range"""
    def handshake(self):
        return ['option name Speed type spin default 9 min 0 max 5'] + super().handshake()


@fault(32)
class LevelsTooHigh:
    """has a Level that goes up to 20"""
    def __init__(self):
        super().__init__()
        self.find_option('Level').high = 20


@fault(32)
class ThreadsAsText:
    """declares Threads as a string"""
    def __init__(self):
        super().__init__()
        self.find_option('Threads').kind = 'string'


@fault(33)
class BeginsAnewWithTep:
    """takes tep for the beginning of a game"""
    def do_tep(self, words):
        super().do_tep(words)
        self.set_rules(self.rules)


@fault(34)
class ButtonsWantValues:
    """refuses a button without a value"""
    def check_value(self, option, value):
        super().check_value(option, 'x' if value is None and option.kind != 'button' else value)
        need(option.kind != 'button', 'bad-argument', 'no value')


@fault(34)
class CutsValuesAtSpaces:
    """takes only the first word of a value"""
    def check_value(self, option, value):
        super().check_value(option, value.split(' ')[0] if option.kind == 'combo' and value == 'very bold' else value)


@fault(34)
class ConfirmsOptions:
    """answers readyok to an option that it takes"""
    def use_option(self, option):
        super().use_option(option)
        if option.kind == 'check':
            self.say('readyok')


@fault(35)
class MindsTheCase:
    """knows an option only as it was written"""
    def find_option(self, name):
        found = super().find_option(name)
        need(found.name == name, 'bad-argument', f'no option {name}')
        return found


@fault(36)
class LacksUnknownOptions:
    """answers unsupported to an option that it does not know"""
    def find_option(self, name):
        try:
            return super().find_option(name)
        except Refusal as refusal:
            raise Refusal('unsupported', refusal.args[1]) from None


@fault(36)
class TakesUnknownOptions:
    """ignores an option that it does not know"""
    def do_setoption(self, words):
        if words[:3] != ['name', 'No', 'Such']:
            super().do_setoption(words)


@fault(37)
class ClampsValues:
    """takes the nearest value for one that is out of range"""
    def check_value(self, option, value):
        if option.kind != 'spin' or not foreign.re.fullmatch('-?[0-9]+', value or ''):
            super().check_value(option, value)


@fault(37)
class TakesAnyWord:
    """takes any word for a combo"""
    def check_value(self, option, value):
        if option.kind != 'combo' or value is None:
            super().check_value(option, value)


@fault(38)
class KeepsRulesOfNewgame:
    """keeps the ruleset when newgame names none"""
    def do_newgame(self, words):
        super().do_newgame(words or [getattr(self, 'rules', foreign.Rules('standard')).canonical()])


@fault(39)
class KeepsTheGame:
    """stays where it is when newgame names the ruleset that it has"""
    def set_rules(self, rules):
        if rules.canonical() != self.rules.canonical():
            super().set_rules(rules)

    def __init__(self):
        self.rules = foreign.Rules('standard:columns=13')
        super().__init__()


@fault(40)
class HasAllPieces:
    """ignores the number of pieces"""
    def set_rules(self, rules):
        super().set_rules(rules)
        if rules.pieces != rules.columns and rules.preset == 'walker':
            rules.pieces = rules.columns
            super().set_rules(rules)


@fault(41)
class IgnoresUnknownSwitches:
    """ignores a switch that it does not know"""
    def do_newgame(self, words):
        super().do_newgame([words[0].replace(':colour=red', '')] + words[1:] if words else words)


@fault(41)
class LacksUnknownPresets:
    """answers unsupported to a preset that there is not"""
    def do_newgame(self, words):
        try:
            super().do_newgame(words)
        except Refusal as refusal:
            raise Refusal('unsupported' if 'preset' in refusal.args[1] else refusal.args[0], refusal.args[1]) from None


@fault(42)
class PlaysEverything:
    """plays rules that it does not promise"""
    def plays(self, rules):
        return True
