# SPDX-License-Identifier: GPL-3.0-or-later
"""Faults of setpos and throw."""
from . import SINGLE_PIECES, fault, other_switch
from .whole import Refusal, foreign, need


@fault(43)
class StartsWithBlack:
    """gives the opening to Black when start says nothing"""
    def do_setpos(self, words):
        super().do_setpos(['start', 'b'] if words == ['start'] else words)


@fault(44)
class LosesSavedThrows:
    """ignores the saved throws of a position behind turn 11"""
    def do_setpos(self, words):
        late = words[:1] != ['start'] and len(words) > 4 and words[4].isdigit() and int(words[4]) > 11
        if late and '/' in words[3] and self.rules.save_tab == 'yes':
            words = words[:3] + ['-'] + words[4:]
        super().do_setpos(words)


@fault(45)
class PlaysSixtyTurns:
    """has room for sixty turns and ignores what follows"""
    def do_setpos(self, words):
        split = words.index('turns') if 'turns' in words else len(words)
        super().do_setpos(words[:split + 61])


@fault(45)
class RefusesToWin:
    """refuses a turn that wins while tâbs are saved"""
    def play(self, position, turn):
        after = super().play(position, turn)
        saved = position.saved['wb'.index(position.side)]
        need(not saved or not foreign.over(after.board), 'illegal-turn', 'tâbs are left')
        return after


@fault(46)
class WantsTurns:
    """refuses turns without one"""
    def do_setpos(self, words):
        need(words[-1:] != ['turns'], 'illegal-turn', 'no turn')
        super().do_setpos(words)


@fault(47)
class KeepsThrowsAfterTurns:
    """still has throws at hand after the turns of setpos"""
    def do_setpos(self, words):
        super().do_setpos(words)
        if 'turns' in words[:-1]:
            self.position = self.came_with._replace(throws=(2,), more=False)


@fault(48)
class ReadsAnyNumber:
    """takes a turn number with a leading zero"""
    def do_setpos(self, words):
        super().do_setpos(words[:4] + ['1'] + words[5:] if words[4:5] == ['01'] else words)


@fault(48)
class CountsNoPieces:
    """takes a position with more pieces than there are"""
    def do_setpos(self, words):
        pieces = self.rules.pieces
        self.rules.pieces = 99 if words[:1] != ['start'] else pieces
        try:
            super().do_setpos(words)
        finally:
            self.rules.pieces = pieces


@fault(48)
class CallsBadPositionsBadArguments:
    """answers bad-argument to a position with too few fields"""
    def do_setpos(self, words):
        need(words[:1] == ['start'] or len(words) != 3, 'bad-argument', 'too few fields')
        super().do_setpos(words)


@fault(49)
class ReadsStrayCommas:
    """skips a comma too many"""
    def play(self, position, turn):
        return super().play(position, turn.strip(','))


@fault(49)
class MovesAsItIsTold:
    """believes the turns that it is told when the game is on its way"""
    def play(self, position, turn):
        try:
            return super().play(position, turn)
        except Refusal:
            if turn != '1:a1a2,3:pass':
                raise
            return position._replace(side='bw'['wb'.index(position.side)], throws=(), more=False)


@fault(49)
class TakesTurnsBesideSinglePieces:
    """takes turns that a single piece at home forbids the piles of row 4"""
    def play(self, position, turn):
        try:
            return super().play(position, turn)
        except Refusal:
            with other_switch(self.rules, *SINGLE_PIECES):
                return super().play(position, turn)


@fault(50)
class ForgetsHeldThrows:
    """lets a turn have other throws than those that the position holds"""
    def play(self, position, turn):
        if position.number > 1:
            position = position._replace(throws=(), more=False)
        return super().play(position, turn)


@fault(50)
class ThrowsOnForEver:
    """lets a turn end without a 2 or 3"""
    def play(self, position, turn):
        if turn == '4:pass':
            return super().play(position, '2:pass,4:pass')
        return super().play(position, turn)


@fault(51)
class LeavesSavedThrowsOut:
    """lets a turn leave saved throws out"""
    def play(self, position, turn):
        try:
            return super().play(position, turn)
        except Refusal:
            if self.rules.save_tab != 'yes' or ':save' in turn:
                raise
            return super().play(position, turn + ',1:save')


@fault(52)
class StopsAtTheFault:
    """stays where the fault was found among the turns"""
    def do_setpos(self, words):
        self.setting = True
        try:
            super().do_setpos(words)
        finally:
            self.setting = False

    def play(self, position, turn):
        after = super().play(position, turn)
        if getattr(self, 'setting', False):
            self.came_with = self.position = after
        return after


@fault(53)
class SkipsWordsBehindPositions:
    """skips words behind a position"""
    def do_setpos(self, words):
        split = words.index('turns') if 'turns' in words else len(words)
        size = 5 if words[:1] != ['start'] else 2 if words[1:2] in (['w'], ['b']) else 1
        super().do_setpos(words[:min(size, split)] + words[split:])


@fault(54)
class PlaysOnFromTheLast:
    """plays only the turns that are more than the last time"""
    def do_setpos(self, words):
        last = getattr(self, 'told', [])
        split = words.index('turns') if 'turns' in words else len(words)
        if len(words) >= len(last) > split + 1 and words[:split + 1] == last[:split + 1]:
            position = self.came_with
            for turn in words[len(last):]:
                position = self.play(position, turn)
            self.came_with = self.position = position
        else:
            super().do_setpos(words)
        self.told = words

    def set_rules(self, rules):
        self.told = []
        super().set_rules(rules)


@fault(55)
class CutsThrows:
    """ignores throws behind a 2 or 3"""
    def do_throw(self, words):
        ends = [place for place, word in enumerate(words) if word in ('2', '3')]
        super().do_throw(words[:ends[0] + 1] if ends and '+' not in words else words)


@fault(55)
class TakesThrowsWithoutEnd:
    """takes throws that go on, without a +"""
    def do_throw(self, words):
        super().do_throw(words + ['+'] if words == ['4', '6'] else words)


@fault(56)
class ReplacesHeldThrows:
    """takes any throws, whatever the position holds"""
    def do_throw(self, words):
        before = self.came_with
        self.came_with = before._replace(throws=(), more=False) if words else before
        try:
            super().do_throw(words)
        finally:
            self.came_with = before


@fault(57)
class AddsThrows:
    """adds throws to those of the last throw"""
    def do_throw(self, words):
        if words and self.position.more and self.position.throws != self.came_with.throws:
            words = [str(throw) for throw in self.position.throws] + words
        super().do_throw(words)


@fault(58)
class KeepsThrows:
    """ignores a throw without throws"""
    def do_throw(self, words):
        if words:
            super().do_throw(words)
