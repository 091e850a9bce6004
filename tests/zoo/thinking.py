# SPDX-License-Identifier: GPL-3.0-or-later
"""Faults of go, stop, wait, info and of options with a meaning."""
import time

from . import SINGLE_PIECES, SLOW, fault, first_word, other_switch
from .whole import Refusal, foreign, need


@fault(59)
class ForgetsThrows:
    """leaves a throw out of the turn when there are five or more"""
    def choose(self, among):
        turn = super().choose(among)
        return ','.join(turn.split(',')[:-1]) if 5 <= len(self.position.throws) < 8 else turn


@fault(59)
class AnswersTwice:
    """answers twice when there are five throws or more"""
    def do_stop(self, words):
        if self.answer and 5 <= len(self.position.throws) < 8:
            self.say(f'bestmove {self.answer}')
        super().do_stop(words)


@fault(59)
class MovesBesideSinglePieces:
    """plays what a single piece at home forbids the piles of row 4, in the ninth turn"""
    def choose(self, among):
        turn = super().choose(among)
        if turn == 'none' or among or self.position.number != 9:
            return turn
        with other_switch(self.rules, *SINGLE_PIECES):
            found = foreign.outcomes(self.rules, self.position, lambda: None).values()
        return next((other for other in (foreign.turn_text(self.rules, *way) for way in found) if not self.may(other)), turn)

    def may(self, turn):
        try:
            return bool(self.play(self.position, turn))
        except Refusal:
            return False


@fault(60)
class ChoosesBeforeTheThrow:
    """answers a turn when throws are still to come"""
    def choose(self, among):
        return '2:pass' if self.position.more and len(self.position.throws) > 1 else super().choose(among)


@fault(61)
class PassesWhenOver:
    """answers a pass when the game is over"""
    def choose(self, among):
        return '2:pass' if foreign.over(self.position.board) else super().choose(among)


@fault(62)
class PassesAsThrown:
    """passes many throws in the order thrown"""
    def choose(self, among):
        turn = super().choose(among)
        passes = len(self.position.throws) >= 8 and turn.count('pass') == len(self.position.throws)
        return ','.join(f'{throw}:pass' for throw in self.position.throws) if passes else turn


@fault(63)
class HidesSavedThrows:
    """leaves the saved throws out of its answer"""
    def choose(self, among):
        turn = super().choose(among)
        saved = self.position.saved['wb'.index(self.position.side)]
        return ','.join(item for item in turn.split(',') if item != '1:save') or '2:pass' if saved else turn

    def do_stop(self, words):
        saved = self.position.saved['wb'.index(self.position.side)]
        if self.answer and saved and self.answer.startswith('1:'):
            self.answer = self.answer.partition(',')[2] or 'none'
        super().do_stop(words)


@fault(63)
class SavesWhenItHasWon:
    """wins when it can, and saves its tâbs then"""
    def choose(self, among):
        saved = self.position.saved['wb'.index(self.position.side)]
        if saved and self.position.number == 9 and foreign.complete(self.position):
            for after, (line, unused) in foreign.outcomes(self.rules, self.position, lambda: None).items():
                if foreign.over(after.board) and unused:
                    return foreign.turn_text(self.rules, line, ['1:save'] * len(unused))
        return super().choose(among)


@fault(64)
class ThinksTooLong:
    """thinks longer than its movetime"""
    def time_limit(self, limits):
        due = super().time_limit(limits)
        return due + 0.7 * SLOW if due else due


@fault(65)
class TakesTheOtherClock:
    """looks at the clock of the other side"""
    def time_limit(self, limits):
        if 'wtime' not in limits or 'depth' in limits or 'infinite' in limits:
            return super().time_limit(limits)
        return time.monotonic() + limits['btime' if self.position.side == 'w' else 'wtime'] / 50000 * SLOW


@fault(66)
class WantsAllLimits:
    """goes on until all limits are reached"""
    def time_limit(self, limits):
        if len(limits) > 1 and 'infinite' not in limits and 'ponder' not in limits:
            return time.monotonic() + limits.get('movetime', 0) / 1000
        return super().time_limit(limits)


@fault(67)
class WantsALimit:
    """refuses a go without limit"""
    def do_go(self, words):
        need(words, 'bad-argument', 'no limit')
        super().do_go(words)


@fault(68)
class InfiniteWithLimits:
    """looks at the other limits of infinite"""
    def time_limit(self, limits):
        return 0 if 'infinite' in limits and 'depth' in limits else super().time_limit(limits)


@fault(69)
class PondersWithLimits:
    """looks at the other limits of ponder"""
    def time_limit(self, limits):
        return 0 if 'ponder' in limits and 'depth' in limits else super().time_limit(limits)


@fault(70)
class NeedsNoNumber:
    """takes a key without its number for one with a default"""
    def do_go(self, words):
        super().do_go(words + ['1'] if words[-1:] == ['nodes'] else words)


@fault(70)
class TakesNegativeNumbers:
    """takes a negative number for none"""
    def do_go(self, words):
        super().do_go([word.lstrip('-') if word == '-5' else word for word in words])


@fault(71)
class RefusesUnknownKeys:
    """calls an unknown key of go a bad argument"""
    def do_go(self, words):
        need('colour' not in words, 'bad-argument', 'colour')
        super().do_go(words)


@fault(72)
class SearchesAllTurns:
    """ignores searchturns"""
    def choose(self, among):
        turns = [super(SearchesAllTurns, self).choose([]) for _ in range(60 if among else 0)]
        other = [turn for turn in turns if turn not in among]
        return other[0] if other else super().choose(among)


@fault(73)
class DropsIllegalSearchTurns:
    """skips what is not legal among searchturns"""
    def do_go(self, words):
        if foreign.complete(self.position) and 'nonsense' in words and words[0] == 'depth':
            words = [word for word in words if word not in ('searchturns', 'nonsense')]
        super().do_go(words)


@fault(74)
class CallsThemIllegal:
    """answers illegal-turn when there are no throws for searchturns"""
    def do_go(self, words):
        try:
            super().do_go(words)
        except Refusal as refusal:
            raise Refusal(refusal.args[0].replace('no-throw', 'illegal-turn'), refusal.args[1]) from None


@fault(75)
class TakesMoreNodes:
    """evaluates more positions than it may"""
    def infos(self, limits):
        return super().infos(limits) + ([f'nodes {2 * limits["nodes"]}'] if 'nodes' in limits else [])


@fault(76)
class StopsLate:
    """takes its time to stop before its time is up"""
    def do_stop(self, words):
        if self.until is not None and self.until > time.monotonic() + 60:
            time.sleep(0.5 * SLOW)
        super().do_stop(words)


@fault(77)
class StopsTheNextGo:
    """takes a stop when idle for the next go"""
    def obey(self, line):
        if first_word(line) == [b'stop'] and not self.answer and not self.working:
            self.stopped_early = True
        super().obey(line)

    def think(self, limits, among):
        super().think(limits, among)
        if getattr(self, 'stopped_early', False):
            time.sleep(0.1 * SLOW)
            self.do_stop([])
        self.stopped_early = False


@fault(78)
class BusyBehindStop:
    """is still busy for what follows a stop"""
    def do_stop(self, words):
        if self.answer and self.until is None:
            time.sleep(0.02)
            while self.lines.lines and first_word(self.lines.lines[0] or b'') in ([b'setpos'], [b'throw'], [b'go']):
                self.lines.take()
                self.refuse('busy', 'thinking')
        super().do_stop(words)


@fault(79)
class DoesNotWait:
    """reads on behind wait"""
    def do_wait(self, words, at_end=False):
        if self.until is None or at_end:
            super().do_wait(words, at_end)


@fault(102)
class ReadsOnWhileWorking:
    """reads on behind a wait while it works"""
    def poll(self):
        self.lines.barrier = b'none'
        super().poll()


@fault(80)
class WaitsForSomething:
    """refuses wait when idle"""
    def do_wait(self, words, at_end=False):
        need(self.answer or at_end, 'bad-argument', 'nothing to wait for')
        super().do_wait(words, at_end)


@fault(81)
class StopsToWait:
    """takes wait for a stop when the go has no limit"""
    def do_wait(self, words, at_end=False):
        if self.answer and self.until is None:
            self.do_stop([])
        super().do_wait(words, at_end)


@fault(82)
class WinsInPercent:
    """tells win in percent"""
    def infos(self, limits):
        return super().infos(limits) + ['depth 1 win 53.1']


@fault(82)
class PvNotLast:
    """writes more behind pv"""
    def infos(self, limits):
        return [line + ' depth 1' if ' pv ' in line else line for line in super().infos(limits)]


@fault(83)
class IllegalPv:
    """tells of turns that are not legal"""
    def infos(self, limits):
        return super().infos(limits) + ['depth 1 pv 2:a1a3']


@fault(118)
class RollsOutNobody:
    """tells no error of its rollouts"""
    def rollout(self, rank, win, turn):
        return super().rollout(rank, win, turn).replace(f' se {win}', '')


@fault(118)
class RollsOutTheIllegal:
    """rolls out a turn that is not legal"""
    def rollout(self, rank, win, turn):
        return super().rollout(rank, win, '2:a1a3')


@fault(84)
class HasOnePv:
    """ignores MultiPV"""
    def lines_of_play(self):
        return super().lines_of_play()[:1]


@fault(84)
class NumbersFromZero:
    """counts the best turns from 0 when there are several"""
    def infos(self, limits):
        lines = super().infos(limits)
        if not any('multipv 2' in line for line in lines):
            return lines
        return [line.replace('multipv 1', 'multipv 0').replace('multipv 2', 'multipv 1') for line in lines]


@fault(85)
class TakesAnySticks:
    """takes sticks that cannot be"""
    def check_value(self, option, value):
        super().check_value(option, 'fair' if option.name == 'Sticks' and value in ('p=1.5', 'p=0') else value)


@fault(86)
class WritesNoLog:
    """opens its log and writes nothing"""
    def use_option(self, option):
        super().use_option(option)
        self.log = None
