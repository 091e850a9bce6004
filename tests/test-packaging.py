#!/usr/bin/python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Checks what packages are made of: one version everywhere, a Flatpak manifest that flatpak-builder reads, screenshots that are small
and named in the metainfo, lists of files that name what meson installs (TAP output).

usage: TAB_BUILD_ROOT=<build folder> test-packaging.py [--build]
--build also builds the Debian packages by `tab deb`, which takes long, and looks at what is in them.
"""
import fnmatch
import functools
import glob
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import xml.etree.ElementTree as ElementTree

import checks
import sourcetree

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
BUILD = os.path.abspath(os.environ.get('TAB_BUILD_ROOT', '.'))
MANIFEST = os.path.join('data', 'flatpak', 'org.tabgame.Tab.json')
SCREENSHOT_BYTES = 200_000
# Where the version may stand, and what programs have printed that say theirs.
VERSIONED = ('NEWS.md', 'meson.build', 'data/debian/changelog', 'data/org.tabgame.Tab.metainfo.xml.in')
MADE = ('data/openings.csv', 'data/problems/', 'data/rules-study.csv', 'protocol/MATCHES.md', 'protocol/TUTORIAL.md', 'tests/corpus/', 'tests/old-files/')
TEXTS = ('.1', '.6', '.c', '.build', '.csv', '.h', '.in', '.json', '.md', '.page', '.py', '.rst', '.sbatch', '.txt', '.ui', '.xml', 'control', 'tab')
# Keys of flatpak-manifest(5) that are used here.
MANIFEST_KEYS = ('id', 'runtime', 'runtime-version', 'sdk', 'command', 'finish-args', 'cleanup', 'modules')
MODULE_KEYS = ('name', 'buildsystem', 'config-opts', 'sources', 'cleanup')
SOURCE_KEYS = {'archive': ('type', 'url', 'path', 'sha256'), 'dir': ('type', 'path', 'skip')}
# What must lie in which package; the rest of the lists is checked by dh_missing, which fails for what is in none.
CONTENTS = {
    'tab-engine': ('usr/games/tab-engine', 'usr/games/tab-match', 'usr/games/tab-tables', 'usr/games/tab-train', 'usr/libexec/tab/tab-reaper', 'usr/share/man/man6/tab-match.6.gz',
                   'usr/share/bash-completion/completions/tab-match', 'usr/share/zsh/vendor-completions/_tab-match'),
    'tab-engine-data': ('usr/share/tab/nets/walker.net', 'usr/share/tab/tables/walker-2v1.tabtable', 'usr/share/tab/slurm/tab-match.sbatch'),
    'tab-gui': ('usr/games/tab-gui', 'usr/share/man/man6/tab-gui.6.gz', 'usr/share/applications/org.tabgame.Tab.desktop',
                'usr/share/metainfo/org.tabgame.Tab.metainfo.xml', 'usr/share/zsh/vendor-completions/_tab-gui'),
    'tab-gui-data': ('usr/share/locale/ar/LC_MESSAGES/tab.mo', 'usr/share/glib-2.0/schemas/org.tabgame.Tab.gschema.xml', 'usr/share/tab/sounds/stone.wav', 'usr/share/tab/games/walker.tab', 'usr/share/tab/problems/walker.tab',
                     'usr/share/help/C/tab/index.page', 'usr/share/help/de/tab/index.page', 'usr/share/mime/packages/org.tabgame.Tab.xml',
                     'usr/share/icons/hicolor/scalable/apps/org.tabgame.Tab.svg'),
}


def read(*path):
    return checks.read(os.path.join(ROOT, *path))


def version():
    return re.search(r"version: '([^']+)'", read('meson.build'))[1]


def check_versions():
    """meson.build alone says the version; NEWS.md tells of it, and what is made of NEWS.md. What an engine has made names that engine."""
    done = subprocess.run([os.path.join(ROOT, 'data', 'make-changelog'), '--check'], stderr=subprocess.PIPE, text=True)
    news = re.search(r'^## ([^\s,]+)', read('NEWS.md'), re.M)[1]
    faults = done.stderr.splitlines() + [f'NEWS.md says {news}, meson.build {version()}'] * (news != version())
    number = re.compile(rf'(?<![\w.]){re.escape(version())}(?![\w.])')
    for path in sourcetree.tracked_files(ROOT):
        if path in VERSIONED or path.startswith(MADE) or not path.endswith(TEXTS):
            continue
        faults += [f'{path}:{line} says the version' for line, text in enumerate(read(path).split('\n'), 1) if number.search(text)]
    return faults


def read_manifest(text):
    """The manifest; a key that stands twice is a ValueError, where json takes the last."""
    def take(pairs):
        names = [name for name, _ in pairs]
        twice = {name for name in names if names.count(name) > 1}
        if twice:
            raise ValueError(f'twice: {twice}')
        return dict(pairs)
    return json.loads(text, object_pairs_hook=take)


def module_faults(module):
    name, sources = module.get('name', '?'), module.get('sources', [])
    faults = [f'module {name}: {key} is no key of flatpak-builder' for key in module if key not in MODULE_KEYS]
    faults += [f'module {name}: no build system {module.get("buildsystem")}'] * (module.get('buildsystem') not in ('autotools', 'cmake', 'cmake-ninja', 'meson', 'simple', 'qmake'))
    for source in sources:
        if source.get('type') not in SOURCE_KEYS:
            faults.append(f'module {name}: no source of type {source.get("type")}')
            continue
        faults += [f'module {name}: {key} is no key of a source {source["type"]}' for key in source if key not in SOURCE_KEYS[source['type']]]
        if 'url' in source:
            faults += [f'{source["url"]}: no https, or no sha256'] * (not re.fullmatch(r'https://\S+', source['url']) or not re.fullmatch(r'[0-9a-f]{64}', source.get('sha256', '')))
    return faults + [f'module {name} has no sources'] * (not sources)


def check_flatpak():
    """What Flathub's flatpak-builder-lint, which Debian has not, looks at in a manifest; and flatpak-builder, where it is installed."""
    manifest = read_manifest(read(MANIFEST))
    faults = [f'{key} is {manifest.get(key)}' for key, right in (('id', 'org.tabgame.Tab'), ('command', 'tab-gui'), ('sdk', 'org.gnome.Sdk'), ('runtime', 'org.gnome.Platform'))
              if manifest.get(key) != right]
    metainfo = read('data', 'org.tabgame.Tab.metainfo.xml.in')
    faults += [f'the metainfo is not of {manifest["id"]}'] * (f'<id>{manifest["id"]}</id>' not in metainfo)
    faults += [f'{place} is not called after {manifest["id"]}' for place in (MANIFEST, *glob.glob('data/*.desktop.in', root_dir=ROOT), *glob.glob('data/icons/*', root_dir=ROOT))
               if not os.path.basename(place).startswith(manifest['id'])]
    faults += [f'{key} is no key of flatpak-builder' for key in manifest if key not in MANIFEST_KEYS]
    faults += ['runtime-version is no text of digits'] * (not re.fullmatch(r'\d+', str(manifest.get('runtime-version'))) or not isinstance(manifest['runtime-version'], str))
    # Nothing but a display, sound, and what portals give; X11 only where there is no Wayland, and then with shared memory.
    allowed = {'--share=ipc', '--socket=wayland', '--socket=fallback-x11', '--socket=pulseaudio', '--device=dri'}
    faults += [f'{argument} is more than the game needs' for argument in manifest['finish-args'] if argument not in allowed]
    faults += [f'{argument} is said twice' for argument in set(manifest['finish-args']) if manifest['finish-args'].count(argument) > 1]
    names = [module.get('name') for module in manifest['modules']]
    faults += [f'two modules are called {name}' for name in set(names) if names.count(name) > 1]
    faults += [fault for module in manifest['modules'] for fault in module_faults(module)]
    with tempfile.NamedTemporaryFile(suffix='.tar.xz') as archive:
        made = subprocess.run([os.path.join(ROOT, 'data', 'flatpak', 'manifest-of-archive'), archive.name], stdout=subprocess.PIPE, text=True, check=True).stdout
    released = read_manifest(made)
    faults += [fault for module in released['modules'] for fault in module_faults(module)]
    faults += ['the manifest of a release builds a folder'] * ('"dir"' in made or len(released['modules']) != len(names))
    if shutil.which('flatpak-builder'):
        with tempfile.TemporaryDirectory() as folder:
            done = subprocess.run(['flatpak-builder', '--show-manifest', os.path.join(ROOT, MANIFEST)], cwd=folder,
                                  stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        faults += done.stderr.splitlines()  # it warns of what it does not know, and goes on
        faults += [f'flatpak-builder ended with {done.returncode}'] * (done.returncode != 0)
        faults += ['flatpak-builder does not see all of it'] * (not done.returncode and set(json.loads(done.stdout)) < set(manifest))
    return faults


def check_screenshots():
    named = re.findall(r'<image type="source">https://\S+/screenshots/([^<]+)</image>', read('data', 'org.tabgame.Tab.metainfo.xml.in'))
    there = [os.path.basename(path) for path in glob.glob(os.path.join(ROOT, 'data', 'screenshots', '*'))]
    faults = [f'data/screenshots/{name} is missing' for name in named if name not in there]
    faults += [f'data/screenshots/{name} is not in the metainfo' for name in there if name not in named]
    return faults + [f'{name} is too big' for name in there if os.path.getsize(os.path.join(ROOT, 'data', 'screenshots', name)) > SCREENSHOT_BYTES] + \
        ['none is in the metainfo'] * (not named)


def check_desktop():
    """The type of files, the icon and the program are the same in all files that name them."""
    record = re.search(r'TAB_RECORD_MIME_TYPE "([^"]+)"', read('protocol', 'game', 'record-text.h'))[1]
    mime = ElementTree.fromstring(read('data', 'mime', 'org.tabgame.Tab.xml').encode())[0].get('type')
    desktop = read('data', 'org.tabgame.Tab.desktop.in')
    faults = [] if record == mime and f'MimeType={mime};' in desktop else ['the file type is not the same everywhere']
    faults += ['the icon is missing'] * (not os.path.exists(os.path.join(ROOT, 'data', 'icons', re.search(r'^Icon=(.*)$', desktop, re.M)[1] + '.svg')))
    known = subprocess.run([os.path.join(BUILD, 'gui', 'tab-gui'), '--help'], stdout=subprocess.PIPE, text=True, check=True).stdout
    options = [word for line in re.findall(r'^Exec=tab-gui (.*)$', desktop, re.M) for word in line.split() if word.startswith('--')]
    return faults + [f'the launcher uses {option}, which tab-gui does not know' for option in options if option not in known] + \
        ['the launcher starts nothing'] * (not options)


@functools.cache
def build_options():
    told = subprocess.run(['meson', 'introspect', '--buildoptions', BUILD], stdout=subprocess.PIPE, text=True, check=True).stdout
    return {option['name']: option['value'] for option in json.loads(told)}


def installed_files():
    """What meson installs, as below /usr with Debian's folders."""
    plan = json.loads(subprocess.run(['meson', 'introspect', '--installed', BUILD], stdout=subprocess.PIPE, text=True, check=True).stdout)
    names = [os.path.join('usr', os.path.relpath(path, build_options()['prefix'])) for path in plan.values()]
    return [re.sub(r'^usr/bin/', 'usr/games/', name).replace('zsh/site-functions', 'zsh/vendor-completions') for name in names]


def check_lists():
    """Every line of a package's list names something, and everything is in one list."""
    files, taken, faults = installed_files(), set(), []
    left_out = ('share/help', 'share/locale') + ('share/tab/sounds',) * (build_options()['sound'] == 'disabled')
    for path in sorted(glob.glob(os.path.join(ROOT, 'data', 'debian', '*.install'))):
        with open(path, encoding='utf-8') as file:
            for line in file.read().split('\n'):
                found = {name for name in files if line and (fnmatch.fnmatch(name, line) or name.startswith(line + '/'))}
                faults += [f'{os.path.basename(path)}: nothing is {line}'] * (bool(line) and not found and not line.endswith(left_out))
                faults += [f'{name} is in two packages' for name in found & taken]
                taken |= found
    return faults + [f'{name} is in no package' for name in files if name not in taken and not name.startswith(('usr/share/help', 'usr/share/locale'))]


def check_build():
    """Without the tests, which the one who builds has run."""
    with tempfile.TemporaryDirectory(prefix='tab-deb-') as folder:
        environment = {**os.environ, 'TAB_BUILD': os.path.join(folder, 'build'), 'DEB_BUILD_OPTIONS': 'nocheck'}
        done = subprocess.run([os.path.join(ROOT, 'tab'), 'deb'], env=environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        if done.returncode:
            return done.stdout.splitlines()[-40:]
        faults = []
        for package, wanted in CONTENTS.items():
            paths = glob.glob(os.path.join(folder, 'build-deb', f'{package}_{version()}_*.deb'))
            listed = subprocess.run(['dpkg-deb', '--contents', *paths], stdout=subprocess.PIPE, text=True).stdout if len(paths) == 1 else ''
            faults += [f'{package} has no {name}' for name in wanted if f' ./{name}\n' not in listed]
        return faults


CHECKS = (
    ('one version', check_versions),
    ('the Flatpak manifest', check_flatpak),
    ('screenshots', check_screenshots),
    ('launcher and file type', check_desktop),
    ('what is in the Debian packages', check_lists),
)


def main(arguments):
    return checks.run(CHECKS + ((('the Debian packages are built', check_build),) if '--build' in arguments else ()))


if __name__ == '__main__':
    sys.exit(main(sys.argv[1:]))
