# SPDX-License-Identifier: GPL-3.0-or-later
"""What a program that runs for long holds, read from /proc: memory, descriptors, threads, children."""
import collections
import os
import subprocess

Sample = collections.namedtuple("Sample", "memory descriptors threads children engines")  # memory and engines in KiB


def start(words, errors, **more):
    with open(errors, "wb") as file:
        return subprocess.Popen(words, stdout=subprocess.DEVNULL, stderr=file, **more)


def memory_of(pid):
    """KiB of its own: what it shares with others (programs, libraries) does not count."""
    with open("/proc/%d/status" % pid, encoding="ascii", errors="replace") as file:
        status = dict(line.split(":", 1) for line in file if ":" in line)
    return int(status.get("RssAnon", "0 kB").split()[0])


def children_of(pid):
    children = []
    for task in os.listdir("/proc/%d/task" % pid):
        with open("/proc/%d/task/%s/children" % (pid, task), encoding="ascii") as file:
            children += [int(word) for word in file.read().split()]
    return children


def sample(pid):
    """Of one moment; None: it has ended."""
    try:
        children = children_of(pid)
        return Sample(memory_of(pid), len(os.listdir("/proc/%d/fd" % pid)), len(os.listdir("/proc/%d/task" % pid)), len(children),
                      sum(memory_of(child) for child in children))
    except (FileNotFoundError, ProcessLookupError):
        return None


def most(samples, name):
    return max(getattr(one, name) for one in samples)


def compare(first, last):
    return "; ".join("%s %s to %s%s" % (name, most(first, name), most(last, name), " KiB" if name in ("memory", "engines") else "")
                     for name in Sample._fields)


def check_flat(first, last, growth):
    """From the first to the last samples nothing grows, and memory by no more than `growth` KiB."""
    for name in Sample._fields:
        allowed = growth if name in ("memory", "engines") else 0
        assert most(last, name) <= most(first, name) + allowed, "%s grew: %s" % (name, compare(first, last))
