#!/usr/bin/python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Checks `./tab release` in a clone of this checkout (TAP output): what it refuses, by name, and that nothing is left of it then.

usage: test-release.py [--build]
--build also makes a release twice, in folders, languages, time zones and with a umask that differ, and compares all its files byte for byte;
builds the archive where there is no network; and looks at what a release that fails midway leaves. That takes long.
Skipped where this is no checkout, as in an archive: a release is made of a checkout.
"""
import os
import re
import shutil
import subprocess
import sys
import tempfile

import checks
import sourcetree

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
UNMEASURED = 'not measured yet'
PACKAGES = ('tab-engine', 'tab-engine-data', 'tab-gui', 'tab-gui-data')


def git(folder, *arguments):
    environment = {**os.environ, 'GIT_CONFIG_GLOBAL': '/dev/null', 'GIT_AUTHOR_DATE': '2026-11-21T12:00:00Z', 'GIT_COMMITTER_DATE': '2026-11-21T12:00:00Z'}
    return subprocess.run(['git', '-C', folder, '-c', 'user.name=Test', '-c', 'user.email=test@example.org', *arguments], env=environment, check=True,
                          stdout=subprocess.PIPE, text=True).stdout


class Clone:
    """What this checkout has now, all committed, in a folder of its own; as `released` says ready for a release."""

    def __init__(self, folder, released=True):
        self.root = os.path.join(folder, 'tab')
        subprocess.run(['git', '-c', f'safe.directory={ROOT}', 'clone', '--quiet', '--no-checkout', '--depth', '1', 'file://' + ROOT, self.root], check=True)
        for name in sourcetree.tracked_files(ROOT):
            os.makedirs(os.path.dirname(self.path(name)), exist_ok=True)
            shutil.copy2(os.path.join(ROOT, name), self.path(name))
        if released:
            self.change('NEWS.md', r' \(not released yet\)', '')
            self.change('SECURITY.md', UNMEASURED, '1')
            subprocess.run([self.path('data/make-changelog')], check=True)
        self.commit()

    def path(self, name):
        return os.path.join(self.root, name)

    def change(self, name, pattern, text, count=0):
        changed = re.sub(pattern, text, checks.read(self.path(name)), count=count)
        with open(self.path(name), 'w', encoding='utf-8') as file:
            file.write(changed)

    def commit(self):
        git(self.root, 'add', '--all')
        git(self.root, 'commit', '--quiet', '--allow-empty', '-m', 'as it is')

    def release(self, before=(), umask=0o022, **environment):
        """`./tab release --untested`, by the words `before` it; its exit status and what it says."""
        own = {name: value for name, value in os.environ.items() if name not in ('TAB_BUILD', 'TAB_BUILD_ROOT')}
        done = subprocess.run([*before, self.path('tab'), 'release', '--untested'], env={**own, **environment}, umask=umask, stdin=subprocess.DEVNULL,
                              stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        return done.returncode, done.stdout

    def version(self):
        return re.search(r"version: '([^']+)'", checks.read(self.path('meson.build')))[1]

    def left(self):
        """What lies there that is not of the checkout."""
        return git(self.root, 'status', '--porcelain', '--ignored').splitlines()


def refusal_faults(clone, wanted):
    before = clone.left()
    status, said = clone.release()
    return [f'it ends with {status}, not with “{wanted}”: {said[-500:]}'] * (status == 0 or wanted not in said) + \
        [f'it leaves {clone.left()}'] * (clone.left() != before)


def check_refusals():
    """Each thing that is wrong, alone, in a checkout that is right otherwise."""
    faults = []
    with tempfile.TemporaryDirectory(prefix='tab-release-') as folder:
        clone = Clone(folder)
        version = clone.version()
        with open(clone.path('stray.txt'), 'w', encoding='utf-8'):
            pass
        faults += refusal_faults(clone, '?? stray.txt')
        os.unlink(clone.path('stray.txt'))
        clone.change('README.md', r'\Z', 'more\n')
        faults += refusal_faults(clone, ' M README.md')
        git(clone.root, 'checkout', '--quiet', 'README.md')
        for name, pattern, text, wanted in (
                ('NEWS.md', rf'## {re.escape(version)},', '## 0.9.9,', f'NEWS.md has no entry for version {version} on top: its newest is 0.9.9'),
                ('NEWS.md', r'(## \S+, \S+)', r'\1 (not released yet)', f'NEWS.md says that version {version} is not released yet'),
                ('NEWS.md', r'(## \S+, )\S+', r'\g<1>2026-02-30', 'there is no day 2026-02-30'),
                ('NEWS.md', r'(## \S+, )\S+', r'\g<1>2999-12-31', f'NEWS.md says that version {version} is of 2999-12-31, which is to come'),
                ('NEWS.md', r'(## \S+, \S+\n\n)', r'\1A word more. ', 'data/debian/changelog is not as NEWS.md has it'),
                ('SECURITY.md', r'\Z', f'| one thing | {UNMEASURED} |\n', 'SECURITY.md:')):
            clone.change(name, pattern, text, 1)
            clone.commit()
            faults += refusal_faults(clone, wanted)
            git(clone.root, 'reset', '--quiet', '--hard', 'HEAD~1')
        shutil.rmtree(clone.path('.git'))
        status, said = clone.release()
        faults += [f'without git it ends with {status}: {said[-500:]}'] * (status == 0 or 'a release is made of a checkout' not in said)
    return faults


def read_files(folder):
    """{name: its bytes}."""
    files = {}
    for name in sorted(os.listdir(folder)):
        with open(os.path.join(folder, name), 'rb') as file:
            files[name] = file.read()
    return files


def without_network():
    """Words before a command that cut it off; none where that is not allowed."""
    for words in (['unshare', '--net'], ['unshare', '--map-root-user', '--net']):
        if shutil.which('unshare') and subprocess.run([*words, 'true'], stderr=subprocess.DEVNULL).returncode == 0:
            return words
    print('# the network cannot be cut off here')
    return []


def check_twice():
    """The second time elsewhere, in other words, hours and rights, and without network."""
    with tempfile.TemporaryDirectory(prefix='tab-release-') as folder:
        os.mkdir(os.path.join(folder, 'a'))
        os.mkdir(os.path.join(folder, 'another-place'))
        one, other = Clone(os.path.join(folder, 'a')), Clone(os.path.join(folder, 'another-place'))
        status, said = one.release(TZ='Pacific/Auckland', LC_ALL='C')
        if status:
            return said.splitlines()[-40:]
        status, said = other.release(without_network(), 0o077, TZ='America/St_Johns', LC_ALL='tr_TR.UTF-8', HOME=folder)
        if status:
            return said.splitlines()[-40:]
        first, second = (read_files(clone.path('build-release')) for clone in (one, other))
        faults = [f'{name} is not the same' for name in first if first[name] != second.get(name)]
        version = one.version()
        wanted = [f'tab-{version}.tar.xz', 'org.tabgame.Tab.json', 'SHA256SUMS']
        faults += [f'there is no {name}' for name in wanted if name not in first]
        faults += [f'there is not one package {name}' for name in PACKAGES if sum(file.startswith(f'{name}_{version}_') for file in first) != 1]
        done = subprocess.run(['sha256sum', '--check', '--strict', '--quiet', 'SHA256SUMS'], cwd=one.path('build-release'))
        faults += ['SHA256SUMS is wrong'] * (done.returncode != 0) + ['SHA256SUMS leaves a file out'] * (first['SHA256SUMS'].count(b'\n') != len(first) - 1)
        faults += [f'it leaves {clone.left()}' for clone in (one, other) if clone.left() != ['!! build-release/']]
        if not faults:
            print(f'# release: {len(first)} files made twice, {sum(first[name] == second[name] for name in first)} the same, byte for byte')
        return faults


def check_failure():
    """One that fails midway leaves the last release as it was, and nothing else."""
    with tempfile.TemporaryDirectory(prefix='tab-release-') as folder:
        clone = Clone(folder)
        os.mkdir(clone.path('build-release'))
        with open(clone.path('build-release/SHA256SUMS'), 'w', encoding='utf-8') as file:
            file.write('the last one')
        tools = os.path.join(folder, 'tools')
        os.mkdir(tools)
        with open(os.path.join(tools, 'fakeroot'), 'w', encoding='utf-8') as file:
            file.write('#!/bin/sh\nexit 1\n')
        os.chmod(os.path.join(tools, 'fakeroot'), 0o755)
        status, said = clone.release(PATH=tools + os.pathsep + os.environ['PATH'])
        return [f'it ends well: {said[-500:]}'] * (status == 0) + [f'it leaves {clone.left()}'] * (clone.left() != ['!! build-release/']) + \
            ['the last release is gone'] * (read_files(clone.path('build-release')) != {'SHA256SUMS': b'the last one'})


CHECKS = (('what is refused', check_refusals),)
SLOW_CHECKS = (('what a failure leaves', check_failure), ('a release made twice', check_twice))


def main(arguments):
    if not os.path.exists(os.path.join(ROOT, '.git')) or not shutil.which('git'):
        print('1..0 # SKIP a release is made of a checkout, by git')
        return 0
    return checks.run(CHECKS + (SLOW_CHECKS if '--build' in arguments else ()))


if __name__ == '__main__':
    sys.exit(main(sys.argv[1:]))
