# SPDX-License-Identifier: GPL-3.0-or-later
"""Faults of "Inspection"."""
from . import SINGLE_PIECES, fault, other_switch
from .whole import foreign, need


@fault(87)
class ShowsRulesAsTold:
    """shows the rules string as it was told"""
    def do_newgame(self, words):
        super().do_newgame(words)
        text = words[0] if words else 'standard'
        self.rules.canonical = lambda: text


@fault(88)
class ShowsNoThrows:
    """does not show throws that are not complete"""
    def do_show(self, words):
        whole = self.position
        self.position = whole._replace(throws=(), more=False) if whole.more else whole
        super().do_show(words)
        self.position = whole


class Listing:
    """A fault of the lines of `legal`."""

    def do_legal(self, words):
        say, lines = foreign.say, []
        foreign.say = lines.append
        try:
            super().do_legal(words)
        finally:
            foreign.say = say
        for line in self.changed('\n'.join(lines).split('\n')):
            self.say(line)

    def changed(self, lines):
        return lines


@fault(89)
class ListsTwice(Listing):
    """lists an outcome once more when there are many"""
    def changed(self, lines):
        lines = super().changed(lines)
        count = len(lines) - 1
        return lines[:1] + lines[:-1] + [f'legal {count + 1}'] if count > 10 else lines


@fault(89)
class ListsUnsorted(Listing):
    """lists outcomes as they come"""
    def changed(self, lines):
        lines = super().changed(lines)
        return lines[-2::-1] + lines[-1:]


@fault(89)
class ListsOneLess(Listing):
    """forgets an outcome when there are many"""
    def changed(self, lines):
        lines = super().changed(lines)
        return lines[:-2] + [f'legal {len(lines) - 2}'] if len(lines) > 20 else lines


@fault(89)
class ListsBesideSinglePieces:
    """forgets what a single piece at home forbids the piles of row 4, and otherwise when it lists"""
    def do_legal(self, words):
        with other_switch(self.rules, *SINGLE_PIECES):
            super().do_legal(words)


@fault(90)
class MixesTurns(Listing):
    """tells the turn of another outcome"""
    def changed(self, lines):
        lines = super().changed(lines)
        if len(lines) < 3:
            return lines
        one, other = lines[0].split(' via '), lines[1].split(' via ')
        return [' via '.join((one[0], other[1])), ' via '.join((other[0], one[1]))] + lines[2:]


@fault(91)
class ListsWithoutThrows:
    """lists no outcomes when there are no throws"""
    def do_legal(self, words):
        if foreign.complete(self.position) or foreign.over(self.position.board):
            super().do_legal(words)
        else:
            self.say('legal 0')


@fault(92)
class ListsNothingWhenOver:
    """asks for throws when the game is over"""
    def do_legal(self, words):
        need(not foreign.over(self.position.board), 'no-throw', 'the game is over')
        super().do_legal(words)


@fault(93)
class CountsTwoThrows:
    """counts two throws a turn if it is not told how many"""
    def do_perft(self, words):
        complete = foreign.complete(self.position) or foreign.over(self.position.board)
        super().do_perft(words + ['2'] if len(words) == 1 and words[0] == '1' and not complete else words)


class Dividing:
    """A fault of the lines of `perft … divide`."""

    def do_perft(self, words):
        divide = foreign.divide
        foreign.divide = lambda *arguments: self.divided(divide(*arguments))
        try:
            super().do_perft(words)
        finally:
            foreign.divide = divide

    def divided(self, lines):
        return lines


@fault(103)
class DividesUnsorted(Dividing):
    """tells the outcomes of a divided count as they come"""
    def divided(self, lines):
        return super().divided(lines)[::-1]


@fault(103)
class DividesIntoOnes(Dividing):
    """counts one for each outcome of a divided count"""
    def divided(self, lines):
        return [line.rpartition(' ')[0] + ' 1' for line in super().divided(lines)]


@fault(103)
class DividesLess(Dividing):
    """forgets an outcome of a divided count when there are many"""
    def divided(self, lines):
        lines = super().divided(lines)
        return lines[:-1] if len(lines) > 8 else lines


@fault(94)
class CountsAllThrows:
    """counts all throws though some are at hand"""
    def do_perft(self, words):
        whole = self.position
        if foreign.complete(whole) and not foreign.over(whole.board) and 'divide' not in words:
            self.position = whole._replace(throws=(), more=False)
        try:
            super().do_perft(words)
        finally:
            self.position = whole


@fault(95)
class CountsNoEnds:
    """counts nothing when the game is over"""
    def do_perft(self, words):
        if foreign.over(self.position.board) and words[:1] == ['3']:
            self.say('perft 0')
        else:
            super().do_perft(words)


@fault(96)
class CountsWithoutDepth:
    """counts one turn if it is not told how many"""
    def do_perft(self, words):
        super().do_perft(words or ['1'])


@fault(96)
class CountsNoThrows:
    """takes zero throws a turn for one"""
    def do_perft(self, words):
        super().do_perft(['1', '1'] if words == ['1', '0'] else words)


class Chances:
    """A fault of the answer to `throws`."""

    def do_throws(self, words):
        self.fair = self.find_option('Sticks').value == 'fair' and self.rules.throws == 'collect'
        super().do_throws(words)


@fault(97)
class SevenSticks(Chances):
    """is wrong about a throw of fair sticks"""
    def chances(self):
        return [0.2, 0.4, 0.25, 0.1, 0.05] if self.fair else super().chances()


@fault(97)
class NoLastLine(Chances):
    """does not say where the chances end when the sticks are fair"""
    def say(self, *words):
        text = ' '.join(words)
        super().say(text.replace('throwsok', 'throws') if getattr(self, 'fair', False) else text)


@fault(98)
class ForgetsAChance(Chances):
    """tells the chances of fair sticks when p was set to 0.37"""
    def chances(self):
        set_so = self.find_option('Sticks').value == 'p=0.37'
        return [0.25, 0.375, 0.25, 0.0625, 0.0625] if set_so else super().chances()


@fault(105)
class SingleThrowsAtOnce(Chances):
    """takes a throw that is played at once for a turn"""
    def do_throws(self, words):
        self.single = self.rules.throws == 'at-once'
        super().do_throws(words)

    def say(self, *words):
        text = ' '.join(words)
        super().say(text.replace('mean 1.6', 'mean 1') if getattr(self, 'single', False) else text)


@fault(106)
class NewgameIsFair:
    """has fair sticks after every newgame"""
    def do_newgame(self, words):
        super().do_newgame(words)
        self.find_option('Sticks').value = 'fair'


@fault(104)
class OneSidedTerms:
    """tells of a term for the mover alone"""
    def say(self, *words):
        super().say(' '.join(words).replace(' enemy 0', ''))


@fault(99)
class EvaluatesInPercent:
    """tells its evaluation in percent"""
    def do_eval(self, words):
        self.say('eval win 53.1')


@fault(100)
class BenchesByChance:
    """has another signature in every bench"""
    def do_bench(self, words):
        self.say(f'bench nodes 1234 nps 1000 signature {self.chance.getrandbits(60):x}')


@fault(100)
class BenchesWithoutSignature:
    """has no signature"""
    def do_bench(self, words):
        self.say('bench nodes 1234 nps 1000')


@fault(101)
class HelpsLess:
    """does not tell of wait"""
    COMMANDS_TOLD = 'tep isready setoption newgame setpos throw go stop quit help'

    def do_help(self, words):
        for command in self.COMMANDS_TOLD.split():
            self.say(f'{command}: see PROTOCOL.md')
