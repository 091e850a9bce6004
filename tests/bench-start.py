#!/usr/bin/python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""How long the window takes to its first frame, and what it computes while nobody does anything.

usage: TAB_BUILD_ROOT=<build folder> bench-start.py [STARTS] [IDLE_SECONDS]

A start is measured from the making of the process to the first picture on the screen, once on the clock and once in the
program's CPU time, and so is that of a window with one label in it: machines differ, and others may use them. Idleness is
CPU time too, of the program with its engines. It fails if a start computes for more than half a second and for more than so
many times what that small window does, or if an idle game computes.
"""
import ctypes
import os
import signal
import statistics
import subprocess
import sys
import tempfile
import time

import uidriver

FIRST_FRAME = 0.5  # seconds of CPU time
TO_SMALL = 5  # so many times what the small window takes, where the machine is too slow for that
IDLE = 0.001  # part of one processor's time
SETTLE = 15  # seconds; an engine that thinks along rests after eight
NAP = 0.002  # between two looks at the screen
LONGEST = 60
FRESH_GAME = ["--new", "--seed=1", "--rules=walker", "--white=human", "--black=engine:4"]
SETTINGS = "[org/tabgame/Tab]\nwindow-size=(1000, 720)\nanimation-speed='off'\n"


class Image(ctypes.Structure):
    """The beginning of an XImage."""

    _fields_ = [*((name, ctypes.c_int) for name in ("width", "height", "xoffset", "format")), ("data", ctypes.c_void_p),
                *((name, ctypes.c_int) for name in ("byte_order", "unit", "bit_order", "pad", "depth", "bytes_per_line"))]


class Screen:
    """A line and a column through the part of the screen that a window of some size takes; cheap enough to look at often."""

    PIXMAP = 2  # XGetImage's format that gives whole pixels

    def __init__(self):
        x11 = self.x11 = ctypes.CDLL("libX11.so.6")
        x11.XOpenDisplay.restype = ctypes.c_void_p
        x11.XDefaultRootWindow.argtypes = [ctypes.c_void_p]
        x11.XDefaultRootWindow.restype = ctypes.c_ulong
        x11.XGetImage.argtypes = [ctypes.c_void_p, ctypes.c_ulong, ctypes.c_int, ctypes.c_int, ctypes.c_uint, ctypes.c_uint,
                                  ctypes.c_ulong, ctypes.c_int]
        x11.XGetImage.restype = ctypes.POINTER(Image)
        x11.XDestroyImage.argtypes = [ctypes.POINTER(Image)]
        self.display = x11.XOpenDisplay(None)
        self.root = x11.XDefaultRootWindow(self.display)

    def _pixels(self, x, y, width, height):
        every_plane = ctypes.c_ulong(-1).value
        image = self.x11.XGetImage(self.display, self.root, x, y, width, height, every_plane, self.PIXMAP)
        lines = image.contents.bytes_per_line * image.contents.height
        data = ctypes.string_at(image.contents.data, lines)
        self.x11.XDestroyImage(image)
        return [data[i:i + 3] for i in range(0, len(data), 4)]

    def cross(self, width, height):
        return self._pixels(0, height // 2, width, 1) + self._pixels(width // 2, 0, 1, height)


def painted(before, now):
    """Whether nearly all of it is another picture: a window has a margin and round corners."""
    return sum(a != b for a, b in zip(before, now)) > 0.8 * len(now)


def cpu_time(pid):
    """User and system time of a process with all its threads, also those that have ended, in seconds."""
    return time.clock_gettime((~pid << 3) | 2)  # what clock_getcpuclockid gives


def family(pid):
    """The process with all that it has started."""
    found = [pid]
    for parent in found:
        for thread in os.listdir(f"/proc/{parent}/task"):
            with open(f"/proc/{parent}/task/{thread}/children", encoding="ascii") as file:
                found.extend(map(int, file.read().split()))
    return found


class Program:
    """A program that shows a window, on a screen where nothing else is."""

    def __init__(self, screen, command, home, size):
        self.blank = screen.cross(*size)
        begin = time.monotonic()
        self.process = subprocess.Popen(command, env=environment(home), stdout=subprocess.DEVNULL)
        while not painted(self.blank, screen.cross(*size)):
            assert self.process.poll() is None, f"{command} has ended ({self.process.returncode})"
            assert time.monotonic() < begin + LONGEST, f"{command} shows nothing"
            time.sleep(NAP)
        self.wall, self.cpu = time.monotonic() - begin, cpu_time(self.process.pid)
        self.screen, self.size = screen, size

    def idle(self, seconds):
        """CPU time that the program and its engines use, as a part of the time that goes by."""
        processes = family(self.process.pid)
        before, begin = sum(map(cpu_time, processes)), time.monotonic()
        time.sleep(seconds)
        used, passed = sum(map(cpu_time, processes)) - before, time.monotonic() - begin
        assert processes == family(self.process.pid), "engines came or went: it was not idle"
        return used / passed, len(processes)

    def end(self):
        self.process.send_signal(signal.SIGTERM)
        self.process.wait(LONGEST)
        self.wait_for_blank()

    def wait_for_blank(self):
        end = time.monotonic() + LONGEST
        while self.screen.cross(*self.size) != self.blank:
            assert time.monotonic() < end, "its window does not go away"
            time.sleep(NAP)

    def quit(self):
        """As a person does, so that the game is kept."""
        subprocess.run(["xdotool", "mousemove", "500", "700", "key", "ctrl+q"], check=True)
        assert self.process.wait(LONGEST) == 0
        self.wait_for_blank()


def environment(home):
    folder = os.path.join(home, "glib-2.0", "settings")
    os.makedirs(folder, exist_ok=True)
    with open(os.path.join(folder, "keyfile"), "w", encoding="utf-8") as file:
        file.write(SETTINGS)
    return dict(os.environ, XDG_CONFIG_HOME=home, XDG_DATA_HOME=os.path.join(home, "data"),
                XDG_STATE_HOME=os.path.join(home, "state"), XDG_CACHE_HOME=os.path.join(home, "cache"),
                GSETTINGS_BACKEND="keyfile", GSETTINGS_SCHEMA_DIR=os.path.join(uidriver.build_root(), "data"),
                GSK_RENDERER="cairo", GDK_BACKEND="x11", LC_ALL="C.UTF-8")


def finished_game(folder):
    """A whole game between two engines, in a file."""
    path = os.path.join(folder, "finished.tab")
    match, engine = (os.path.join(uidriver.build_root(), *name) for name in (("protocol", "runner", "tab-match"), ("engine", "tab-engine")))
    subprocess.run([match, *("--engine", "cmd=" + engine) * 2, "--rules", "walker", "--games", "1", "--no-pairs", "--nodes", "1000",
                    "--seed", "1", "--quiet", "--no-times", "--record", path], check=True, stdout=subprocess.DEVNULL)
    return path


def running_game(folder):
    """The same without its last two turns and its result."""
    path = os.path.join(folder, "running.tab")
    with open(finished_game(folder), encoding="utf-8") as file:
        lines = file.read().splitlines()
    kept = [line for line in lines if not line.startswith(("[Result", "[Termination"))]
    turns = [number for number, line in enumerate(kept) if line[:1].isdigit() and ". " in line]
    with open(path, "w", encoding="utf-8") as file:
        file.write("\n".join(['[Result "*"]', *kept[:turns[-2]], "*", ""]))
    return path


def start(screen, kind, folder):
    """One start of a kind of program."""
    gui, size = [uidriver.program()], (960, 680)
    if kind == "small window":
        return Program(screen, [os.path.join(uidriver.build_root(), "tests", "file-source"), folder], folder, (100, 40))
    home = os.path.join(folder, kind)
    if kind == "empty configuration":
        home = tempfile.mkdtemp(dir=folder)
    elif not os.path.isdir(home):
        Program(screen, [*gui, running_game(folder)], home, size).quit()
    return Program(screen, gui, home, size)


def measure_starts(screen, folder, number):
    """Prints them, and returns whether they are as they should be. All kinds in turn, since a machine's load changes."""
    kinds = ("small window", "empty configuration", "game to resume")
    found = {kind: [] for kind in kinds}
    for turn in range(number + 1):
        for kind in kinds:
            program = start(screen, kind, folder)
            if turn:  # the first one reads files that no later one has to read
                found[kind].append((program.wall, program.cpu))
            program.end()
    middle = {kind: [statistics.median(values) for values in zip(*found[kind])] for kind in kinds}
    small, good = middle[kinds[0]], True
    for kind in kinds:
        wall, cpu = middle[kind]
        print("first frame, %-20s %4.0f ms on the clock (least %4.0f), %4.0f ms of CPU time; small window × %.2f, × %.2f" % (
            kind + ":", 1e3 * wall, 1e3 * min(found[kind])[0], 1e3 * cpu, wall / small[0], cpu / small[1]))
        good &= cpu < max(FIRST_FRAME, TO_SMALL * small[1])
    return good


def measure_idleness(screen, folder, seconds):
    games = {"a person to move": FRESH_GAME, "a finished game": [finished_game(folder)]}
    good = True
    for name, arguments in games.items():
        program = Program(screen, [uidriver.program(), *arguments], tempfile.mkdtemp(dir=folder), (960, 680))
        time.sleep(SETTLE)
        part, processes = program.idle(seconds)
        program.end()
        print("idle, %-18s %.3f %% of a processor in %g s (%d processes)" % (name + ":", 100 * part, seconds, processes))
        good &= part < IDLE
    return good


def main():
    uidriver.enter_desktop(os.path.abspath(__file__))
    number = int(sys.argv[1]) if len(sys.argv) > 1 else 7
    seconds = float(sys.argv[2]) if len(sys.argv) > 2 else 20
    folder, screen = os.environ["TAB_UI_DESKTOP"], Screen()
    print("load average: %.1f %.1f %.1f, processors: %d" % (*os.getloadavg(), os.cpu_count()))
    good = measure_starts(screen, folder, number)
    good &= measure_idleness(screen, folder, seconds)
    if not good:
        sys.exit("too slow, or not idle")


if __name__ == "__main__":
    main()
