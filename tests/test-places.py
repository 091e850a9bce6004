#!/usr/bin/python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""The unit tests and the commands pass in other places of the world: locales with a decimal comma, a dotless i, other digits or no
UTF-8 at all, and time zones that change, some while a test runs (TAP output).

usage: TAB_BUILD_ROOT=<build folder> test-places.py LOCALE TIME-ZONE [TEST…]

LOCALE is made from Debian's sources of it (package locales) in the build folder. TIME-ZONE is a name of the tz database, or `jump`:
clocks go on an hour one second after a test has begun, and back two seconds later. TEST: these tests only.
"""
import os
import subprocess
import sys
import time

import builttests

BUILD = os.environ["TAB_BUILD_ROOT"]
LOCALES = os.path.join(BUILD, "tests", "locales")


def make_locale(name):
    """A locale for LOCPATH, which needs nothing that belongs to root."""
    source, _, charset = name.partition(".")
    os.makedirs(LOCALES, exist_ok=True)
    made = os.path.join(LOCALES, name)
    if name != "C" and not os.path.exists(made):
        # several may be at it at a time
        fresh = "%s.%d" % (made, os.getpid())
        subprocess.run(["localedef", "--no-archive", "-i", source, "-f", charset, fresh], check=True, stdout=subprocess.DEVNULL)
        try:
            os.rename(fresh, made)
        except OSError:
            assert os.path.exists(made)


def rule(seconds):
    """A day and a time of a TZ text, whose days leave out 29 February."""
    then = time.gmtime(seconds)
    leap = then.tm_year % 4 == 0 and (then.tm_year % 100 or then.tm_year % 400 == 0)
    return "J%d/%s" % (then.tm_yday - (leap and then.tm_yday > 59), time.strftime("%H:%M:%S", then))


def jumping_zone():
    """The second rule is in the time that the first one has brought."""
    now = time.time()
    return "STD0SUM,%s,%s" % (rule(now + 1), rule(now + 3 + 3600))


def main():
    locale, zone, *names = sys.argv[1:]
    if zone != "jump" and not os.path.exists("/usr/share/zoneinfo/" + zone):
        sys.exit("time zone %s is missing (Debian: tzdata)" % zone)
    make_locale(locale)
    preload = os.path.join(BUILD, "tests", "in-place.so")

    def environment():
        # Texts of the libraries are English: what tests look for in messages are words, not the numbers in them.
        return {"LC_ALL": locale, "LOCPATH": LOCALES, "LANGUAGE": "en", "TZ": jumping_zone() if zone == "jump" else zone,
                "LD_PRELOAD": preload, "TAB_PLACE": locale}

    tests = [test for test in builttests.known(BUILD)
             if (test.name in names if names else test.suites == {"unit"} or "commands" in test.suites)]
    if not tests:
        sys.exit("no such test: " + " ".join(names))
    failed = builttests.run(tests, environment=environment)
    print("# %s, TZ=%s: %d programs, %d failed" % (locale, zone, len(tests), failed))
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
