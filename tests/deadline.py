#!/usr/bin/python3
# SPDX-License-Identifier: GPL-3.0-or-later
# Asks for thousands of answers within a time limit, some with hands of a million outcomes, and fails if more than one in a
# thousand comes later than 10 ms after it. For a machine that does nothing else: of the late ones it tells how long the engine
# stood ready to run while something else had the processors.
"""usage: deadline.py TAB_ENGINE [ANSWERS] [MOVETIME_MS] [SEED]"""
import glob
import random
import subprocess
import sys
import time

ALLOWED = 10  # ms after the limit
FAIR = [1, 2, 3, 4, 6], [4, 6, 4, 1, 1]


class Engine:
    def __init__(self, command):
        self.process = subprocess.Popen([command], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1)

    def say(self, line):
        self.process.stdin.write(line + "\n")

    def waited(self):
        """Milliseconds that its threads were ready and had no processor, all together; 0 where the system does not count."""
        total = 0
        for path in glob.glob(f"/proc/{self.process.pid}/task/*/schedstat"):
            try:
                with open(path, encoding="ascii") as file:
                    total += int(file.read().split()[1])
            except OSError:
                continue  # a thread that has ended
        return total / 1e6

    def hear(self, word):
        while True:
            line = self.process.stdout.readline()
            if not line:
                sys.exit("the engine has ended")
            if line.startswith("error"):
                sys.exit(f"the engine says: {line}")
            if line.startswith(word):
                return line.split()


def throws(chance, giant):
    """The throws of a turn; a giant one has a dozen before its end."""
    thrown = [chance.choice([1, 4, 6]) for _ in range(12)] if giant else []
    while not thrown or thrown[-1] not in (2, 3):
        thrown += chance.choices(*FAIR)
    return thrown


def main():
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    answers = int(sys.argv[2]) if len(sys.argv) > 2 else 5000
    limit = int(sys.argv[3]) if len(sys.argv) > 3 else 10
    chance = random.Random(int(sys.argv[4]) if len(sys.argv) > 4 else 1)
    engine, late = Engine(sys.argv[1]), []
    turns = None
    for number in range(answers):
        if turns is None:
            rules = chance.choice(["walker", "standard", "lane", "bell", "ludii", "jordan", "standard:columns=15"])
            engine.say(f"newgame {rules}")
            turns = []
        at_once = rules == "ludii"  # its other switches give the first turn no tâb either
        thrown = chance.choices(*FAIR) if at_once else throws(chance, number % 50 == 49)
        if not turns and rules not in ("ludii", "jordan"):
            thrown.insert(0, 1)  # the opening's tâb counts
        engine.say("setpos start turns " + " ".join(turns))
        engine.say("throw " + " ".join(map(str, thrown)))
        engine.say("isready")
        engine.hear("readyok")
        waited, start = engine.waited(), time.monotonic()
        engine.say(f"go movetime {limit}")
        answer = engine.hear("bestmove")[1]
        by = 1000 * (time.monotonic() - start) - limit
        late.append((by, len(thrown)))
        if by > ALLOWED:
            print(f"answer {number}: {len(thrown)} throws, {by:+.1f} ms, {engine.waited() - waited:.1f} ms without a processor")
        turns.append(answer)
        if answer == "none" or len(turns) > 120:
            turns = None
    late.sort()
    over = sum(by > ALLOWED for by, _ in late)
    print(f"{answers} answers within {limit} ms: half by {late[len(late) // 2][0]:+.1f} ms of the limit, 99.9 % by "
          f"{late[int(len(late) * 0.999)][0]:+.1f} ms, the last by {late[-1][0]:+.1f} ms (a hand of {late[-1][1]} throws); "
          f"{over} more than {ALLOWED} ms late")
    return 1 if over > answers / 1000 else 0


if __name__ == "__main__":
    sys.exit(main())
