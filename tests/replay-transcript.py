#!/usr/bin/python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Replays written dialogues against an engine and compares what it answers (TAP output).

usage: replay-transcript.py ENGINE FILE…
In a .md file every fenced block marked `tep` is a dialogue, any other file is one dialogue. The notation is
that of protocol/PROTOCOL.md, "How dialogues are written", and for hostile input two lines more:
  >raw TEXT         the bytes of TEXT with \\xNN, \\n, \\r, \\t and \\0 escapes, no line end added
  >repeat N TEXT    the same bytes N times
"""
import os
import re
import select
import subprocess
import sys
import time

DEADLINE = 10.0  # seconds for each awaited line
SCALE = float(os.environ.get("TAB_TEST_TIME_SCALE", "1"))
TURN = r"(?:[12346]:(?:[a-d][0-9]{1,2}[a-d][0-9]{1,2}t?|pass)|1:save)"
WILD = {
    "text": r".*",
    "word": r"\S+",
    "int": r"-?[0-9]+",
    "num": r"-?[0-9]+(?:\.[0-9]+)?(?:e-?[0-9]+)?",
    "turn": TURN + r"(?:," + TURN + r")*",
}


class Mismatch(Exception):
    """The engine did not answer as written."""


class Pattern:
    """One expected line: literal text and wildcards in braces."""

    def __init__(self, text):
        self.text = text
        self.near = []
        pieces = []
        for piece in re.split(r"(\{[^}]*\})", text):
            inner = piece[1:-1] if piece.startswith("{") else None
            if inner is None:
                pieces.append(re.escape(piece))
            elif inner.startswith("~"):
                self.near.append(float(inner[1:]))
                pieces.append("(" + WILD["num"] + ")")
            elif inner in WILD:
                pieces.append("(?:" + WILD[inner] + ")")
            else:
                raise ValueError(f"unknown wildcard {piece}")
        self.regex = re.compile("".join(pieces))

    def matches(self, line):
        match = self.regex.fullmatch(line)
        return match is not None and all(
            abs(float(found) - wanted) < 1e-4 for found, wanted in zip(match.groups(), self.near)
        )


class Engine:
    """A running engine whose every answer is awaited with a deadline."""

    def __init__(self, program):
        self.process = subprocess.Popen(
            [program], stdin=subprocess.PIPE, stdout=subprocess.PIPE, bufsize=0, start_new_session=True
        )
        self.buffer = b""
        self.closed = False
        os.set_blocking(self.process.stdin.fileno(), False)

    def send(self, data):
        """Writes all of data, reading meanwhile so that neither side blocks the other."""
        until = time.monotonic() + DEADLINE * SCALE
        sent = 0
        while sent < len(data):
            if time.monotonic() > until:
                raise Mismatch("the engine does not read its input")
            pipe = self.process.stdin.fileno()
            readable, writable, _ = select.select([self.process.stdout.fileno()], [pipe], [], 0.2)
            if readable:
                self.fill()
            if writable:
                try:
                    sent += os.write(pipe, data[sent:sent + 65536])
                except BrokenPipeError:
                    raise Mismatch("the engine closed its input") from None

    def fill(self):
        data = os.read(self.process.stdout.fileno(), 65536)
        self.closed = self.closed or not data
        self.buffer += data
        if len(self.buffer) > 64 << 20:
            raise Mismatch("the engine floods")

    def line(self, deadline):
        """The next line, or None at the end of the output."""
        until = time.monotonic() + deadline * SCALE
        while b"\n" not in self.buffer:
            left = until - time.monotonic()
            if left <= 0:
                raise Mismatch("no answer in time")
            if self.closed:
                if self.buffer:
                    raise Mismatch(f"output ends in half a line {self.buffer!r}")
                return None
            if select.select([self.process.stdout.fileno()], [], [], left)[0]:
                self.fill()
        line, self.buffer = self.buffer.split(b"\n", 1)
        return line.decode("utf-8")

    def close_input(self):
        if not self.process.stdin.closed:
            self.process.stdin.close()

    def end(self, deadline, stars=()):
        """The exit status, after no more output than lines that match one of `stars`."""
        line = self.line(deadline)
        while line is not None:
            if not any(star.matches(line) for star in stars):
                raise Mismatch(f"unexpected answer: {line}")
            line = self.line(deadline)
        try:
            return self.process.wait(timeout=deadline * SCALE)
        except subprocess.TimeoutExpired:
            raise Mismatch("the process does not end") from None

    def kill(self):
        try:
            os.killpg(self.process.pid, 9)
        except ProcessLookupError:
            pass
        self.process.wait()
        self.close_input()
        self.process.stdout.close()


def unescape(text):
    return text.encode("latin-1", "backslashreplace").decode("unicode_escape").encode("latin-1")


def dialogues(path):
    """Yields (title, [(line number, line)…]) for every dialogue of a file."""
    with open(path, encoding="utf-8") as file:
        lines = list(enumerate(file.read().split("\n"), 1))
    if not path.endswith(".md"):
        yield os.path.basename(path), lines
        return
    heading, block, other = "", None, False
    for number, line in lines:
        if block is not None and line != "```":
            block.append((number, line))
        elif block is not None:
            yield f"{os.path.basename(path)}:{block[0][0]} {heading}", block
            block = None
        elif line == "```tep" and not other:
            block = []
        elif line.startswith("```"):
            other = not other
        elif line.startswith("#") and not other:
            heading = line.lstrip("# ")


def expect(engine, stars, pattern):
    """Reads lines until one matches `pattern`; those before must match one of `stars`."""
    while True:
        line = engine.line(DEADLINE)
        if line is None:
            raise Mismatch(f"output ends, expected: {pattern.text}")
        if pattern.matches(line):
            return
        if not any(star.matches(line) for star in stars):
            raise Mismatch(f"expected: {pattern.text}\n      answered: {line}")


def replay_line(engine, line, stars):
    """Acts on one line of a dialogue; True when the process has ended as it said."""
    if line.startswith(">raw "):
        engine.send(unescape(line[5:]))
    elif line.startswith(">repeat "):
        _, count, text = line.split(" ", 2)
        engine.send(unescape(text) * int(count))
    elif line == "> {eof}":
        engine.close_input()
    elif line.startswith(">"):
        engine.send(line[2:].encode() + b"\n")
    elif line.startswith("<* "):
        stars.append(Pattern(line[3:]))
    elif line == "< {end}":
        status = engine.end(DEADLINE, stars)
        if status != 0:
            raise Mismatch(f"exit status {status}")
        return True
    elif line.startswith("< "):
        expect(engine, stars, Pattern(line[2:]))
        stars.clear()
    elif line and not line.startswith("#"):
        raise ValueError(f"no line of a dialogue: {line}")
    return False


def replay(program, lines):
    """Plays one dialogue; the text of the fault, or None."""
    engine = Engine(program)
    number, stars, ended = 0, [], False
    try:
        for number, line in lines:
            if ended and line and not line.startswith("#"):
                raise ValueError(f"line {number} after the end")
            ended = replay_line(engine, line, stars) or ended
        if not ended:
            engine.send(b"quit\n")
            status = engine.end(DEADLINE)
            if status != 0:
                raise Mismatch(f"exit status {status}")
    except (Mismatch, UnicodeDecodeError) as fault:
        return f"line {number}: {fault}"
    finally:
        engine.kill()
    return None


def main():
    if len(sys.argv) < 3:
        sys.exit(__doc__)
    program, failed, count = os.path.abspath(sys.argv[1]), 0, 0
    for path in sys.argv[2:]:
        found = 0
        for title, lines in dialogues(path):
            count, found = count + 1, found + 1
            fault = replay(program, lines)
            print(f"{'not ok' if fault else 'ok'} {count} - {title}", flush=True)
            if fault:
                failed += 1
                print("# " + fault.replace("\n", "\n# "), flush=True)
        if not found:
            print(f"Bail out! no dialogue in {path}")
            return 1
    print(f"1..{count}")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
