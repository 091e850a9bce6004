#!/usr/bin/python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""One match of many fast games through real pipes: memory, descriptors and children of tab-match and the memory of its engines
stay what they were (TAP output).

usage: TAB_BUILD_ROOT=<build folder> soak-match.py [GAMES]    (100000: ten minutes to half an hour)
"""
import os
import sys
import time

import matchdriver
import soak

GAMES = int(sys.argv[1]) if len(sys.argv) > 1 else 100000
GROWTH_KIB = 1024  # more than that from the first tenth of the match to its last is a leak: ten bytes a game


def test_memory_descriptors_and_children_stay(place):
    words = [*place.engine("A"), *place.engine("B"), "--games", str(GAMES), "--rules", "ludii:columns=5", "--rules",
             "walker:columns=5", "--depth", "1", "--no-times", "--quiet", "--seed", "1", "--concurrency", "2",
             *place.outputs("soak")]
    begun = time.monotonic()
    process = soak.start([matchdriver.MATCH, *words], place.path("errors"))
    samples = []
    while process.poll() is None:
        sample = soak.sample(process.pid)
        if sample:
            size = os.path.getsize(place.path("soak.tab")) if os.path.exists(place.path("soak.tab")) else 0
            samples.append((size, sample))
        time.sleep(min(1, GAMES / 20000))
    assert process.returncode == 0, place.read("errors").decode()
    record = place.read("soak.tab")
    assert record.count(b"[Event ") == GAMES, "%d games in the record" % record.count(b"[Event ")
    # How far the match was is read from the record, which grows evenly.
    first = [sample for size, sample in samples if 0.1 < size / len(record) < 0.2]
    last = [sample for size, sample in samples if size / len(record) > 0.9]
    assert first and last, "the match was too short for its samples"
    print("# %d games, %.0f s; from the second tenth to the last: %s" % (GAMES, time.monotonic() - begun, soak.compare(first, last)))
    soak.check_flat(first, last, GROWTH_KIB)
    place.check_no_engines()


if __name__ == "__main__":
    matchdriver.main(test_memory_descriptors_and_children_stay)
