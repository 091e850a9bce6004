# SPDX-License-Identifier: GPL-3.0-or-later
"""Faults of the relatives of Tâb: other casts, halves, the king, and how games end.

The positions that are asked about have turn numbers of their own: by these a fault knows where it is to be wrong, and is
right everywhere else.
"""
import re

from . import fault


def at(number):
    """Marks a fault that is there at positions with this turn number alone: there its method `wrong` answers, which is told
    how to be right, too."""
    def add(kind):
        wrong = kind.wrong

        def pass_on(self, words):
            if words[0] == 'setpos':
                self.where = words
            right = super(kind, self).pass_on
            return wrong(self, words, right) if self.where[5:6] == [str(number)] else right(words)
        kind.where, kind.pass_on = [], pass_on
        return kind
    return add


def turns(words):
    """The turns that a setpos tells."""
    return words[words.index('turns') + 1:] if 'turns' in words else []


def refusal(code):
    return [f'error {code} not so']


@fault(107)
@at(77)
class TakesDiceOneByOne:
    """takes fewer dice than there are"""
    def wrong(self, words, right):
        return [] if words in (['throw', '1'], ['throw', '1', '+']) else right(words)


@fault(108)
@at(78)
class WantsDiceInOrder:
    """refuses dice that do not rise"""
    def wrong(self, words, right):
        return refusal('bad-throw') if words[0] == 'throw' and words[1:] != sorted(words[1:]) else right(words)


@fault(109)
@at(76)
class SortsDice:
    """takes dice in any order in a position"""
    def wrong(self, words, right):
        if words[0] == 'setpos':
            words = words[:3] + [','.join(sorted(words[3].split(',')))] + words[4:]
        return right(words)


@fault(110)
@at(79)
class TakesThrowsOfTab:
    """takes the throws of Tâb, whatever is cast"""
    def wrong(self, words, right):
        answers = right(words)
        return [] if words[0] == 'throw' and words[1:] in (['1'], ['4'], ['6']) else answers


@fault(110)
@at(79)
class KnowsNoSir:
    """refuses a sir"""
    def wrong(self, words, right):
        return refusal('bad-throw') if words == ['throw', 's'] else right(words)


@fault(111)
@at(70)
class ChangesSidesWhenNothingMoves:
    """changes sides after a cast that gives another if nothing could move"""
    def wrong(self, words, right):
        answers = right(words)
        if words[0] == 'setpos' and turns(words) == ['5:pass']:
            other = 'w' if words[2] == 'b' else 'b'
            right(['setpos', words[1], other, '-', '-', '71'])
        return answers


@fault(112)
@at(71)
class NeverCastsAnew:
    """refuses to cast anew"""
    def wrong(self, words, right):
        return refusal('illegal-turn') if turns(words) == ['again'] else right(words)


@fault(112)
@at(71)
class CountsTheCastAnew:
    """counts a cast anew as a turn"""
    def wrong(self, words, right):
        answers = right(words)
        again = turns(self.where) == ['again'] and words[0] == 'show'
        return [re.sub('^(position .*) 71$', r'\1 72', answer) for answer in answers] if again else answers


@fault(112)
@at(71)
class ListsNoCastAnew:
    """does not list to cast anew"""
    def wrong(self, words, right):
        answers = right(words)
        kept = [answer for answer in answers if not answer.endswith(' via again')]
        return kept[:-1] + [f'legal {len(kept) - 1}'] if len(kept) < len(answers) else answers


@fault(113)
@at(72)
class TakesOneHalf:
    """lets a turn leave the second half out"""
    def wrong(self, words, right):
        return [] if turns(words) == ['1:a1a2'] else right(words)


@fault(113)
@at(72)
class LosesNoHalf:
    """refuses a turn that loses the second half"""
    def wrong(self, words, right):
        return refusal('illegal-turn') if turns(words) == ['1:c5d5,1:pass'] else right(words)


@fault(114)
@at(73)
class PutsTheKingAnywhere:
    """lets a king that belongs to nobody stand anywhere"""
    def wrong(self, words, right):
        return [] if words[1:2] == ['nnnnn/1X3/NNNNN'] else right(words)


@fault(114)
@at(73)
class NeedsNoKing:
    """takes a position without the king"""
    def wrong(self, words, right):
        return [] if words[:2] == ['setpos', 'nnnnn/5/NNNNN'] else right(words)


@fault(115)
@at(74)
class PushesOntoItsOwn:
    """lets the king be pushed onto a piece of his side"""
    def wrong(self, words, right):
        return [] if turns(words) == ['2:b5b3,1:pass,4:pass'] else right(words)


@fault(115)
@at(74)
class LeavesTheKing:
    """never moves the king"""
    def wrong(self, words, right):
        king = words[0] == 'setpos' and words[1].split('/')[1] == '2K1M' and ':b3' in ''.join(turns(words))
        return refusal('illegal-turn') if king else right(words)


@fault(115)
@at(74)
class SavesByTheKing:
    """has a turn when the king alone is left"""
    def wrong(self, words, right):
        answers = right(words)
        alone = words[0] == 'go' and self.where[1] == 'n4/m1K2/5'
        return ['bestmove 1:b3b2,2:b2c1,3:c1c4' if answer == 'bestmove none' else answer for answer in answers] if alone \
            else answers


@fault(116)
@at(75)
class PlaysOnAcross:
    """plays on when all pieces are across"""
    def wrong(self, words, right):
        return ['bestmove 0:pass' if answer == 'bestmove none' else answer for answer in right(words)]


@fault(117)
class CountsWhiteSidesAlone:
    """counts White's colour for both sides"""
    def pass_on(self, words):
        if words == ['setpos', 'start', 'b'] and self.relative.startswith('siryu'):
            words = ['setpos', 'start', 'w']
        return super().pass_on(words)
