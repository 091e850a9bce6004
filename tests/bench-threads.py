#!/usr/bin/python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""How many positions threads of one engine look at in the same time, as a ratio to one thread of the same run.

usage: bench-threads.py TAB_ENGINE [SECONDS] [THREADS ...]

Each position is thought about for so many seconds (2) with 1, 2, 4, … threads, up to as many as the machine has processors.
Beside each stands what as many engines of one thread come to, which share nothing: no search can do better than they, as
processors that share a core, a clock or memory are not so many times as fast as one.
"""
import concurrent.futures
import os
import statistics
import sys
import time

import deadline

POSITIONS = [
    ("standard", "nnnnnnnnnnn/11/11/NNNNNNNNNNN w 1,4,2 - 1"),
    ("standard", "4nnnnnnn/1m3T1T3/2t3(MM)1t2/NNNNN1M4 b 6,1,2 - 14"),
    ("walker", "2m1nnnnn/2T1m2T1/1(MM)3t3/NNN2M3 w 4,3 - 12"),
    ("walker", "1m3mm1F/6m2/4t1(MMM)(tt)1/7M1 w 1,6,6,2 - 30"),
    ("bell", "3mm1Fnn/5T3/3(tt)5/NNf2MM2 b 3 9/0 25"),
    ("lane", "3F1nnFn/1T5(tmm)T/9/NNN6 b 4,3 - 30"),
    ("ludii", "5m1/3(TTTT)1m(mmm)/4M2/4M(ff)1 b 6 - 18"),
    ("jordan", "1m1mnnnn/3T4/4M1t1/NNNN1M2 w 6,2 - 9"),
]
HASH = 256  # MiB, with any number of threads


class Engine(deadline.Engine):
    def __init__(self, command, threads):
        super().__init__(command)
        self.say(f"setoption name Threads value {threads}")
        self.say(f"setoption name Hash value {HASH}")

    def nodes_a_second(self, rules, position, seconds):
        self.say(f"newgame {rules}")
        self.say(f"setpos {position}")
        self.say("isready")
        self.hear("readyok")
        begun = time.monotonic()
        self.say("go infinite")
        time.sleep(seconds)
        self.say("stop")
        words = self.hear("info depth")
        while words[0] != "bestmove":
            last, words = words, self.hear(("info depth", "bestmove"))
        return int(last[last.index("nodes") + 1]) / (time.monotonic() - begun)

    def end(self):
        self.say("quit")
        self.process.wait()


def together(engines, rules, position, seconds):
    """What several engines come to at the same time; they end after it."""
    with concurrent.futures.ThreadPoolExecutor(len(engines)) as pool:
        rates = list(pool.map(lambda engine: engine.nodes_a_second(rules, position, seconds), engines))
    for engine in engines:
        engine.end()
    return sum(rates)


def main():
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    seconds = float(sys.argv[2]) if len(sys.argv) > 2 else 2
    processors = len(os.sched_getaffinity(0))
    counts = [int(word) for word in sys.argv[3:]] or [1 << i for i in range(1, processors.bit_length())]
    ratios = {count: ([], []) for count in counts}
    for rules, position in POSITIONS:
        one = together([Engine(sys.argv[1], 1)], rules, position, seconds)
        for count in counts:
            for column, engines in enumerate(([Engine(sys.argv[1], count)], [Engine(sys.argv[1], 1) for _ in range(count)])):
                ratios[count][column].append(together(engines, rules, position, seconds) / one)
        print(f"{rules} {position}: {one:.0f} positions a second with one thread; "
              + ", ".join(f"{count}: {ratios[count][0][-1]:.2f} ({ratios[count][1][-1]:.2f})" for count in counts), flush=True)
    print("| threads | positions, of one thread | from | to | engines side by side |\n|--:|--:|--:|--:|--:|")
    for count in counts:
        threads, alone = ratios[count]
        print(f"| {count} | {statistics.mean(threads):.2f} | {min(threads):.2f} | {max(threads):.2f} | {statistics.mean(alone):.2f} |")


if __name__ == "__main__":
    main()
