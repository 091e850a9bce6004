# SPDX-License-Identifier: GPL-3.0-or-later
"""Faults of "States and order", and of quit."""
import os
import time

from . import SLOW, fault, first_word
from .whole import Refusal, foreign, need


@fault(14)
class StartsWithWalker:
    """starts with the ruleset walker"""
    def __init__(self):
        super().__init__()
        self.set_rules(foreign.Rules('walker'))


@fault(14)
class WantsTepFirst:
    """refuses to think before it was greeted or had a newgame"""
    def __init__(self):
        super().__init__()
        self.met = False

    def obey(self, line):
        self.met = self.met or first_word(line) in ([b'tep'], [b'newgame'], [b'isready'])
        super().obey(line)

    def do_go(self, words):
        need(self.met, 'bad-argument', 'tep comes first')
        super().do_go(words)


@fault(15)
class IsReadyTooSoon:
    """answers isready while it still says what it is called"""
    def handshake(self):
        time.sleep(0.03)
        self.poll()
        return super().handshake()


@fault(16)
class NotReadyWhileThinking:
    """calls isready busy while it thinks"""
    def do_isready(self, words):
        need(not self.answer, 'busy', 'thinking')
        super().do_isready(words)


@fault(17)
class ShowsWhileThinking:
    """obeys show while it thinks"""
    def obey(self, line):
        if self.answer and first_word(line) == [b'show']:
            self.do_show([])
        else:
            super().obey(line)


@fault(17)
class ObeysAndIsBusy:
    """says that it is busy and sets the position all the same"""
    def obey(self, line):
        if self.answer and first_word(line) == [b'setpos']:
            self.do_setpos(line.decode().split()[1:])
        super().obey(line)


@fault(18)
class NotReadyWhileWorking:
    """calls isready busy while it works"""
    def do_isready(self, words):
        need(not self.working, 'busy', 'working')
        super().do_isready(words)


@fault(19)
class AnswersPartOfTheWork:
    """says how far it had counted when a perft is stopped"""
    def do_perft(self, words):
        try:
            super().do_perft(words)
        except Refusal as refusal:
            if refusal.args[0] != 'interrupted':
                raise
            self.say('perft 4711')


@fault(20)
class SetsPositionsWhileWorking:
    """obeys setpos while it works"""
    def poll(self):
        # first: where a busy machine lets it look only now, a stop may have come behind
        while self.working and self.lines.lines and first_word(self.lines.lines[0] or b'') == [b'setpos']:
            try:
                self.obey(self.lines.take())
            except Refusal as refusal:
                self.refuse(*refusal.args)
        super().poll()


@fault(21)
class StopsWhatWaits:
    """takes a stop during work for the go that waits, too"""
    def poll(self):
        try:
            super().poll()
        except Refusal:
            self.stopped = [b'go'] in [first_word(line or b'') for line in list(self.lines.lines)]
            raise

    def think(self, limits, among):
        super().think(limits, among)
        if getattr(self, 'stopped', False):
            time.sleep(0.1 * SLOW)  # as on a busy machine: however late it comes, it is found
            self.do_stop([])
        self.stopped = False


@fault(22)
class QuitsWithStatusOne:
    """ends with exit status 1 when it was idle"""
    def do_quit(self, words):
        os._exit(0 if self.answer or self.working else 1)


@fault(23)
class QuitsAfterThinking:
    """takes its time to quit when it thinks"""
    def do_quit(self, words):
        time.sleep(0.4 * SLOW if self.answer else 0)
        super().do_quit(words)


@fault(24)
class QuitsAfterWorking:
    """takes its time to quit when it works"""
    def do_quit(self, words):
        time.sleep(0.4 * SLOW if self.working else 0)
        super().do_quit(words)


@fault(24)
class WorksOffBeforeItQuits:
    """answers what waits before it quits"""
    def do_quit(self, words):
        for line in list(self.lines.lines) if self.working else ():
            if first_word(line or b'') == [b'perft']:
                self.say('perft 1')
        super().do_quit(words)


@fault(25)
class SpeaksAtTheEnd:
    """answers the end of file when it was idle"""
    def end(self):
        if not self.answer and not self.busy_at_end():
            self.say('error internal the input has ended')
        super().end()

    def busy_at_end(self):
        return getattr(self, 'last', b'isready') != b'isready'

    def obey(self, line):
        self.last = b''.join(first_word(line)) if line.endswith(b'\n') else b'unfinished'
        super().obey(line)


@fault(26)
class DropsTheGoAtTheEnd:
    """ends without an answer when the input ends during a go with a limit"""
    def end(self):
        if self.until is None:
            super().end()


@fault(27)
class DropsTheWorkAtTheEnd:
    """ends as soon as the input does, whatever waits for a perft"""
    def do_perft(self, words):
        super().do_perft(words)
        for _ in range(100 if words == ['2', '1'] else 1):  # so long may the end of the point's lines take
            if None in self.lines.lines:
                os._exit(0)
            time.sleep(0.01 * SLOW)


@fault(28)
class DropsTheEndlessGo:
    """ends without an answer when the input ends during an endless go"""
    def end(self):
        if not self.answer or self.until is not None:
            super().end()
