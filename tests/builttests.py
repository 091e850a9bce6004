# SPDX-License-Identifier: GPL-3.0-or-later
"""The tests of a build folder run again under conditions of one's own: another environment, a tool before the program (TAP output)."""
import concurrent.futures
import json
import os
import shlex
import signal
import subprocess

SCALE = float(os.environ.get("TAB_TEST_TIME_SCALE", "1"))


class Test:
    """A test as meson knows it."""

    def __init__(self, told):
        self.name = told["name"]
        self.command = told["cmd"]
        self.environment = told["env"]
        self.suites = {suite.split(":")[-1] for suite in told["suite"]}
        self.timeout = told["timeout"]
        self.priority = told["priority"]

    def run(self, tool, environment):
        """What is wrong; nothing if it passes."""
        # its own process group, so that nothing it has started outlives it
        with subprocess.Popen([*tool, *self.command], env={**os.environ, **self.environment, **environment}, stdin=subprocess.DEVNULL,
                              stdout=subprocess.PIPE, stderr=subprocess.STDOUT, start_new_session=True) as process:
            try:
                said = process.communicate(timeout=self.timeout * SCALE or None)[0].decode(errors="replace")
            except subprocess.TimeoutExpired:
                os.killpg(process.pid, signal.SIGKILL)
                return ["still running after %g s" % (self.timeout * SCALE), *process.communicate()[0].decode(errors="replace").splitlines()]
        # meson sees a failed line of TAP by itself, and so does this
        failed = [line for line in said.splitlines() if line.startswith("not ok") and "# todo" not in line.lower()]
        if process.returncode == 0 and not failed:
            return []
        return ["exit status %d" % process.returncode, *said.splitlines()]


def known(build):
    """All tests of a build folder."""
    # the way meson calls itself may be several words
    introspect = shlex.split(os.environ.get("MESONINTROSPECT", "meson introspect"))
    told = subprocess.run([*introspect, "--tests", build], check=True, stdout=subprocess.PIPE).stdout
    return [Test(one) for one in json.loads(told)]


def run(tests, tool=(), environment=lambda: {}, title=""):
    """Runs all, as many at a time as there are processors, those first that meson would begin with. Prints a line for each, and what
    a failed one has said; returns how many failed. The environment is asked for anew for each."""
    tests = sorted(tests, key=lambda test: -test.priority)
    failed = 0
    with concurrent.futures.ThreadPoolExecutor(len(os.sched_getaffinity(0))) as pool:
        running = {pool.submit(lambda test=test: test.run(tool, environment())): test for test in tests}
        for number, one in enumerate(concurrent.futures.as_completed(running), 1):
            faults = one.result()
            failed += bool(faults)
            print("%sok %d - %s%s" % ("not " if faults else "", number, title, running[one].name), *("# " + line for line in faults),
                  sep="\n", flush=True)
    print("1..%d" % len(tests))
    return failed
