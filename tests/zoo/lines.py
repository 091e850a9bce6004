# SPDX-License-Identifier: GPL-3.0-or-later
"""Faults of "Lines" and "Errors"."""
import os
import time

from . import fault
from .whole import Refusal, foreign, need


@fault(1)
class KeepsCarriageReturns:
    """takes the CR before an LF for a part of the last word"""
    def obey(self, line):
        super().obey(line.replace(b'\r\n', b'\r\r\n'))


@fault(2)
class SplitsAtSpacesAlone:
    """takes a tab for a part of a word"""
    def obey(self, line):
        super().obey(line.replace(b'\t', b'_') if line.strip() else line)


@fault(3)
class RefusesEmptyLines:
    """calls an empty line an unknown command"""
    def obey(self, line):
        need(line != b'\n', 'unknown-command', 'an empty line')
        super().obey(line)


@fault(3)
class RefusesBlankLines:
    """calls a line of white space an unknown command"""
    def obey(self, line):
        need(line.strip() or line in (b'\n', b'\r\n'), 'unknown-command', 'a blank line')
        super().obey(line)


@fault(4)
class CountsTheLineFeed:
    """finds a line of just 1 MiB too long"""
    def obey(self, line):
        need(len(line) <= foreign.LINE_MAX, 'line-too-long', 'more than 1 MiB')
        super().obey(line)


@fault(5)
class CutsLongLines:
    """takes what is left of a line that is too long for the next line"""
    def __init__(self):
        class Cutting(foreign.Input):
            def read(self):
                line = True
                while line:
                    line = foreign.sys.stdin.buffer.readline(foreign.LINE_MAX + 1)
                    self.lines.append(line or None)
                    self.count.release()
        foreign.Input = Cutting
        super().__init__()


@fault(5)
class RefusesLongLinesTwice:
    """says twice that a line is too long"""
    def obey(self, line):
        if len(line) > foreign.LINE_MAX and not line.endswith(b'\n'):
            self.refuse('line-too-long', 'much too long')
        super().obey(line)


@fault(6)
class ReadsAnyBytes:
    """takes bytes that are no UTF-8 for some character or other"""
    def obey(self, line):
        super().obey(line.decode(errors='replace').encode())


@fault(7)
class NeedsTheLastLineFeed:
    """forgets a line that the end of file cuts"""
    def obey(self, line):
        if line.endswith(b'\n') or len(line) > foreign.LINE_MAX or self.working:
            super().obey(line)


@fault(8)
class RefusesWordsBehindIsready:
    """calls words behind isready bad arguments"""
    def do_isready(self, words):
        need(not words, 'bad-argument', 'isready takes no words')
        super().do_isready(words)


@fault(8)
class RefusesWordsBehindRules:
    """calls words behind a rules string bad rules"""
    def do_newgame(self, words):
        need(len(words) < 2, 'bad-rules', 'a rules string has no white space')
        super().do_newgame(words)


@fault(9)
class WritesDecimalCommas:
    """writes numbers as the locale has them"""
    def fraction(self, value):
        comma = os.environ.get('LC_ALL', '').startswith('de')
        return super().fraction(value).replace('.', ',' if comma else '.')


@fault(10)
class DiesOfNul:
    """crashes when a line has a NUL in it"""
    def obey(self, line):
        if b'\0' in line:
            os._exit(3)
        super().obey(line)


@fault(10)
class HangsOfParentheses:
    """works for ever on a line with ten thousand parentheses"""
    def obey(self, line):
        if line.count(b'(') > 10000:
            os._exit(0 if time.sleep(0.2) else 1)
        super().obey(line)


@fault(11)
class MistakesUnknownCommands:
    """answers an unknown command by bad-argument"""
    def refuse(self, code, text):
        super().refuse('bad-argument' if code == 'unknown-command' else code, text)


@fault(11)
class RefusesUnknownCommandsTwice:
    """answers an unknown command by two errors"""
    def refuse(self, code, text):
        if code == 'unknown-command' and text.isascii() and text.isalpha() and len(text) < 100:
            super().refuse(code, text)
        super().refuse(code, text)


@fault(11)
class CallsUnknownCommandsBusy:
    """answers an unknown command by busy while it thinks"""
    def refuse(self, code, text):
        super().refuse('busy' if code == 'unknown-command' and self.answer else code, text)


@fault(12)
class WritesLongErrors:
    """quotes whatever it refuses, however long"""
    def refuse(self, code, text):
        self.say(f'error {code} ' + ''.join(letter if ' ' <= letter <= '~' else '?' for letter in text))


@fault(12)
class WritesEscapes:
    """quotes control characters as they are"""
    def refuse(self, code, text):
        if '\x1b' in text:
            self.say(f'error {code} {text[:100]}')
        else:
            super().refuse(code, text)


@fault(12)
class WritesNoErrorText:
    """says only the code of an error when it has nothing printable to quote"""
    def refuse(self, code, text):
        if len(text) > 1000:
            self.say(f'error {code}')
        else:
            super().refuse(code, text)


@fault(13)
class ResetsOnBadRules:
    """goes to the start position when it refuses a rules string"""
    def do_newgame(self, words):
        try:
            super().do_newgame(words)
        except Refusal:
            rules, self.rules = self.rules, foreign.Rules('standard:columns=13')  # for `keeps-the-game` beside it
            self.set_rules(rules)
            raise


@fault(13)
class ForgetsThrowsOnBadThrows:
    """has no throws at hand after it refused some"""
    def do_throw(self, words):
        try:
            super().do_throw(words)
        except Refusal:
            self.position = self.came_with
            raise


@fault(13)
class ResetsOnBadPositions:
    """goes to the start position when it refuses another"""
    def do_setpos(self, words):
        try:
            super().do_setpos(words)
        except Refusal as refusal:
            if refusal.args[0] == 'bad-position':
                self.set_rules(self.rules)
            raise
