# SPDX-License-Identifier: GPL-3.0-or-later
"""Measures whether a window's main loop stays responsive, by tests/loop-watch.c."""

import os
import struct

import uidriver

STALL = 0.05  # seconds that the main loop may compute before it looks again for what a person does …
START = 0.8  # … or such a part of what it takes to put the window up, where that is more: machines differ
BOARD = {"board-theme": "'petra'"}  # the start is measured with the board that people see first
DEAF = 3 * uidriver.SCALE  # seconds after which it is deaf whatever else the machine does


def is_deaf(computed, waited, start, allowed=0.0):
    """Whether a main loop that has computed and waited so long is deaf. `start`: what putting the window up has taken it;
    `allowed`: what is asked for may take so much longer. TAB_STRICT=1 knows STALL alone, for a quiet machine."""
    least = STALL if os.environ.get("TAB_STRICT") else max(STALL * uidriver.SCALE, START * start)
    return computed >= least + allowed or waited >= DEAF


class LoopWatch:
    """How long the window's main loop goes on at most before it comes back to wait for input: in time that it computes,
    as others may use the machine, and on the clock. (tests/loop-watch.c)"""

    def __init__(self, home):
        self.path = os.path.join(home, "loop-watch")
        with open(self.path, "wb") as file:
            file.write(bytes(24))
        preload = os.path.join(uidriver.build_root(), "tests", "loop-watch.so")
        assert os.path.exists(preload), preload
        # meson has malloc fill what it gives and takes, which people do not
        self.environment = {"LD_PRELOAD": preload, "TAB_LOOP_WATCH": self.path, "MALLOC_PERTURB_": "0"}

    def reset(self):
        with open(self.path, "r+b") as file:
            file.write(bytes(24))

    def read(self, least=10):
        with open(self.path, "rb") as file:
            rounds, computed, waited = struct.unpack("=QQQ", file.read(24))
        assert rounds > least, "nothing was measured"
        return computed / 1e9, waited / 1e9
