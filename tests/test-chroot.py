#!/usr/bin/python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Installs, uses, upgrades and removes the Debian packages in a fresh Debian 12 and in the next one, each a folder that mmdebstrap
fills (TAP output). Skipped, saying so, without root, mmdebstrap, or a source of packages.

usage: TAB_BUILD_ROOT=<build folder> test-chroot.py
TAB_PACKAGES names a folder with the packages (else `tab deb` builds them), TAB_OLD_PACKAGES one with those of an older version. Without
it the same packages are called older for the upgrade; settings and games are those that version 0.1 wrote, tests/old-files. TAB_DEBIAN is where
packages come from, http://deb.debian.org/debian if it is not said.
"""
import glob
import os
import re
import shutil
import subprocess
import sys
import tempfile

import checks

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
OLD = os.path.join(ROOT, 'tests', 'old-files', '0.1')
SOURCE = os.environ.get('TAB_DEBIAN', 'http://deb.debian.org/debian')
SUITES = {'Debian 12': 'bookworm', 'the next Debian': 'trixie'}
# What the window is looked at with.
TOOLS = 'xvfb,xauth,xdotool,dbus,libglib2.0-bin,fonts-dejavu-core'
OLD_VERSION = '0.1~'
HOME = '/var/lib/player'
# What a person of version 0.1 had at home.
KEPT = {'game.ini': '.local/state/tab/game.ini', 'engines.ini': '.config/tab/engines.ini', 'rulesets.ini': '.config/tab/rulesets.ini',
        'problems.ini': '.local/share/tab/problems.ini', 'games.tab': 'games.tab', 'match.journal': 'match.journal'}
DIALOGUE = 'tep\nnewgame walker\nsetpos start\nthrow 1 4 2\ngo movetime 50\nwait\nquit\n'
# Starts the window, waits until it is seen, and leaves it by the keyboard.
WINDOW = '''tab-gui & window=$!
for i in $(seq 120); do
    id=$(xdotool search --onlyvisible --class tab-gui 2>/dev/null | tail -n 1) && [ -n "$id" ] && break
    kill -0 $window || exit 3
    sleep 0.5
done
sleep 3
xdotool windowfocus "$id" key ctrl+q
for i in $(seq 60); do kill -0 $window 2>/dev/null || break; sleep 0.5; done
wait $window
'''


class Failed(Exception):
    """A command that should have worked."""


def run(*command, **options):
    options.setdefault('input', '')
    done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, **options)
    if done.returncode:
        raise Failed(f'{" ".join(command)[:300]} ended with {done.returncode}:\n{done.stdout[-2000:]}')
    return done.stdout


class Debian:
    """A folder with a Debian in it; commands run with their own processes and mounts."""

    def __init__(self, folder, suite):
        self.root = os.path.join(folder, suite)
        run('mmdebstrap', '--quiet', '--variant=apt', '--mode=root', '--aptopt=APT::Install-Recommends "false"', '--include=' + TOOLS, suite, self.root, SOURCE)
        shutil.copyfile('/etc/resolv.conf', self.path('/etc/resolv.conf'))

    def path(self, name):
        return self.root + name

    def run(self, *command, **options):
        environment = {'PATH': '/usr/games:/usr/sbin:/usr/bin:/sbin:/bin', 'LC_ALL': 'C.UTF-8', 'DEBIAN_FRONTEND': 'noninteractive', 'HOME': '/root'}
        return run('unshare', '--mount', '--pid', '--fork', '--kill-child', f'--mount-proc={self.path("/proc")}', 'chroot', self.root, *command,
                   env={**environment, **options.pop('env', {})}, **options)

    def play(self, command, **options):
        """A line of the shell, by a person."""
        return self.run('runuser', '-u', 'player', '--', 'sh', '-c', f'export HOME={HOME} GSETTINGS_BACKEND=keyfile; cd; {command}', **options)

    def install(self, packages):
        folder = self.path('/var/tmp/packages')
        shutil.rmtree(folder, ignore_errors=True)
        os.mkdir(folder)
        for package in packages:
            shutil.copy(package, folder)
        names = ['/var/tmp/packages/' + os.path.basename(package) for package in packages]
        return self.run('apt-get', 'install', '-y', '-q', '--allow-downgrades', *names)

    def versions(self):
        told = self.run('dpkg-query', '-W', '-f', '${Package} ${Version} ${db:Status-Status}\n')
        return {line.split()[0]: line.split()[1] for line in told.splitlines() if line.startswith('tab-') and line.endswith(' installed')}


def call_older(packages, folder):
    """The same packages as of an older version."""
    made = []
    os.mkdir(os.path.join(folder, 'older'))
    for package in packages:
        place = os.path.join(folder, 'older', os.path.basename(package))
        run('dpkg-deb', '--raw-extract', package, place)
        control = os.path.join(place, 'DEBIAN', 'control')
        text = checks.read(control)
        version = re.search(r'^Version: (\S+)$', text, re.M)[1]
        with open(control, 'w', encoding='utf-8') as file:
            file.write(text.replace(f'Version: {version}\n', f'Version: {OLD_VERSION}\n').replace(f'(= {version})', f'(= {OLD_VERSION})'))
        made.append(place + '.old.deb')
        run('dpkg-deb', '--root-owner-group', '--build', place, made[-1])
    return made


def find_packages(folder):
    """The packages to be tested, and those of an older version."""
    place = os.environ.get('TAB_PACKAGES')
    if not place:
        environment = {**os.environ, 'TAB_BUILD': os.path.join(folder, 'build'), 'DEB_BUILD_OPTIONS': 'nocheck'}
        run(os.path.join(ROOT, 'tab'), 'deb', env=environment)
        place = os.path.join(folder, 'build-deb')
    new = [name for name in sorted(glob.glob(os.path.join(place, 'tab-*.deb'))) if '-dbgsym_' not in name]
    if not new:
        raise Failed(f'there are no packages in {place}')
    old = os.environ.get('TAB_OLD_PACKAGES')
    return new, sorted(glob.glob(os.path.join(old, 'tab-*.deb'))) if old else call_older(new, folder)


def use(debian, faults, when):
    """What each program does, with what version 0.1 has left."""
    if 'bestmove 1:a9b9' not in debian.play('tab-engine', input=DIALOGUE):
        faults.append(f'{when}: the engine does not play')
    if '4 added' not in debian.play('tab-match db import --db=fresh.db games.tab && rm fresh.db*'):
        faults.append(f'{when}: the records of 0.1 are not read')
    if 'score Ada +2' not in debian.play('tab-match merge match.journal'):
        faults.append(f'{when}: the journal of 0.1 is not read')
    if '[Rules "ludii"]' not in debian.play('tab-match -e cmd=tab-engine,name=A -e cmd=tab-engine,name=B,option.Eval=random --rules ludii --games 2 --depth 1 --seed 1 -q -o new.tab && cat new.tab && rm new.tab'):
        faults.append(f'{when}: no match is played')
    debian.play('tab-gui --export-diagram=turn.svg --game=2 --turn=3 games.tab && rm turn.svg')
    if "'bell'" not in debian.play('gsettings get org.tabgame.Tab rules'):
        faults.append(f'{when}: the settings are lost')


def left_files(debian):
    names = ('usr/games', 'usr/share/tab', 'usr/libexec/tab', 'usr/share/help/*/tab', 'usr/share/applications', 'usr/share/metainfo', 'usr/share/mime/packages',
             'usr/share/man/man6', 'usr/share/doc/tab-*', 'usr/share/glib-2.0/schemas', 'usr/share/icons/hicolor/*/apps')
    found = [path for name in names for path in glob.glob(os.path.join(debian.root, name, '*')) + glob.glob(os.path.join(debian.root, name))]
    return [os.path.relpath(path, debian.root) for path in found if re.search(r'/(tab|org\.tabgame)[^/]*$|/share/tab/|/doc/tab-', path)]


def walk_through(suite, packages, older, folder):
    """One Debian: old packages, upgrade, use, removal."""
    faults = []
    debian = Debian(folder, suite)
    debian.run('apt-get', 'update', '-q')
    debian.run('useradd', '--create-home', '--home-dir', HOME, 'player')
    debian.install(older)
    before = debian.versions()
    for name, place in KEPT.items():
        os.makedirs(os.path.dirname(debian.path(f'{HOME}/{place}')), exist_ok=True)
        shutil.copyfile(os.path.join(OLD, name), debian.path(f'{HOME}/{place}'))
    debian.run('chown', '-R', 'player:', HOME)
    debian.play("gsettings set org.tabgame.Tab rules bell")
    use(debian, faults, 'before the upgrade')
    debian.install(packages)
    after = debian.versions()
    faults += [f'{name} is not upgraded: {after.get(name)}' for name in before if after.get(name) in (None, before[name])]
    use(debian, faults, 'after the upgrade')
    said = debian.play('GTK_A11Y=none GSK_RENDERER=cairo GDK_BACKEND=x11 xvfb-run -a dbus-run-session -- sh -c "$WINDOW"', env={'WINDOW': WINDOW}, timeout=180)
    kept = checks.read(debian.path(f'{HOME}/.local/state/tab/game.ini'))
    faults += [f'the window does not go on with the game of 0.1: {said[-300:]} {kept[:300]}'] * ('9. b 2 2:c1c3' not in kept)
    faults += [f'{name} is called damaged' for name in os.listdir(debian.path(f'{HOME}/.local/state/tab')) if 'damaged' in name]
    faults += [f'the window complains: {line}' for line in said.splitlines() if 'CRITICAL' in line or '(tab-gui:' in line and 'WARNING' in line and 'dconf' not in line]
    debian.run('apt-get', 'purge', '-y', '-q', *after)
    faults += [f'{name} is left' for name in left_files(debian)] + [f'{name} is still there' for name in debian.versions()]
    faults += [f'{place} of the player is gone' for place in KEPT.values() if not os.path.exists(debian.path(f'{HOME}/{place}'))]
    faults += [f'dpkg finds fault: {line}' for line in debian.run('dpkg', '--audit').splitlines()]
    return faults


def missing():
    """Why none of it can be done here; None: it can."""
    if os.geteuid() != 0:
        return 'this needs root'
    absent = [tool for tool in ('mmdebstrap', 'unshare', 'dpkg-deb') if not shutil.which(tool)]
    if absent:
        return f'{absent[0]} is missing'
    reached = subprocess.run(['mmdebstrap', '--quiet', '--variant=essential', '--simulate', 'bookworm', '/dev/null', SOURCE], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    return f'no packages come from {SOURCE}' if reached.returncode else None


def main():
    why = missing()
    if why:
        print(f'1..0 # SKIP {why}')
        return 0
    with tempfile.TemporaryDirectory(prefix='tab-chroot-') as folder:
        packages, older = find_packages(folder)

        def check(suite):
            try:
                return walk_through(suite, packages, older, folder)
            except (Failed, subprocess.TimeoutExpired) as fault:
                return str(fault).splitlines()
        status = checks.run([(name, lambda suite=suite: check(suite)) for name, suite in SUITES.items()])
    print(f'# packages: installed, used, upgraded and removed in {len(SUITES)} Debians' if not status else '# packages: faults')
    return status


if __name__ == '__main__':
    sys.exit(main())
