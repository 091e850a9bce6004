#!/usr/bin/python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""What tab-gui does without a window: pictures, and clear refusals of bad command lines (TAP output).

usage: TAB_BUILD_ROOT=<build folder> test-command-line.py
"""
import os
import re
import struct
import subprocess
import sys
import tempfile
import traceback

BUILD = os.path.abspath(os.environ.get('TAB_BUILD_ROOT', '.'))
GUI = os.path.join(BUILD, 'gui', 'tab-gui')
ENGINE = os.path.join(BUILD, 'engine', 'tab-engine')
TURNS = ('2:a7b6', '3:d1c3', '2:b6b4', '2:c3c5')
GAMES = f'''[White "Ada"]
[Black "Ben"]
[Rules "ludii"]
[Result "1-0"]
[Termination "resign"]

1. w 2 {TURNS[0]}
2. b 3 {TURNS[1]}
3. w 2 {TURNS[2]}
(3. w 3 3:b6b3
)
4. b 2 {TURNS[3]}
1-0
'''
SECOND = '''
[Rules "walker"]
[WhiteSeat "engine:3"]
[BlackSeat "engine:4"]
[Result "*"]

1. w 1,2 1:a9b9,2:b9b7
*
'''
ENGINES = f'''[Own: one]
command={ENGINE};
'''


class Place:
    """A folder to work in, with nothing of the person's, and no display."""

    def __init__(self, folder):
        self.folder = folder
        self.environment = {name: value for name, value in os.environ.items()
                            if name not in ('DISPLAY', 'WAYLAND_DISPLAY', 'DBUS_SESSION_BUS_ADDRESS', 'LANGUAGE')}
        self.environment.update(XDG_CONFIG_HOME=folder, XDG_STATE_HOME=folder, XDG_DATA_HOME=folder, HOME=folder, LC_ALL='C.UTF-8',
                                GSETTINGS_BACKEND='memory', GSETTINGS_SCHEMA_DIR=os.path.join(BUILD, 'data'))
        os.mkdir(self.path('tab'))
        self.write('tab/engines.ini', ENGINES)
        self.write('one.tab', GAMES)
        self.write('two.tab', GAMES + SECOND)
        self.write('bad.tab', GAMES.replace(TURNS[1], '3:d1c5'))

    def path(self, name):
        return os.path.join(self.folder, name)

    def write(self, name, text):
        with open(self.path(name), 'w', encoding='utf-8') as file:
            file.write(text)

    def read(self, name):
        with open(self.path(name), 'rb') as file:
            return file.read()

    def run(self, *arguments):
        return subprocess.run([GUI, *arguments], cwd=self.folder, env=self.environment, stdin=subprocess.DEVNULL,
                              stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, timeout=120, check=False)

    def draw(self, name, *arguments):
        """The bytes of a picture; nothing may be said about it."""
        done = self.run('--export-diagram=' + name, *arguments)
        assert (done.returncode, done.stdout, done.stderr) == (0, '', ''), done
        return self.read(name)


def engine_position(rules, *turns):
    """What the engine, which shares no code with the window but the rules, says of a position."""
    place = 'setpos start' + (' turns ' + ' '.join(turns) if turns else '')
    text = subprocess.run([ENGINE], input=f'newgame {rules}\n{place}\nshow\nquit\n', stdout=subprocess.PIPE, text=True, check=True).stdout
    return re.search(r'^position .*$', text, re.M)[0]


def png_size(data):
    assert data[:8] == b'\x89PNG\r\n\x1a\n' and data[12:16] == b'IHDR', data[:16]
    return struct.unpack('>II', data[16:24])


def check_forms(place):
    svg, pdf, png = (place.draw('a' + suffix, 'one.tab') for suffix in ('.svg', '.PDF', '.png'))
    assert b'<svg' in svg and svg.rstrip().endswith(b'</svg>')
    assert pdf.startswith(b'%PDF-') and pdf.rstrip().endswith(b'%%EOF')
    assert png_size(png)[0] == 1600, 'two pixels a point'
    assert place.draw('b.png', 'one.tab') == png, 'the same picture each time'


def check_places(place):
    """Game, turn, position and rules; the end of the main line without any."""
    for number in range(len(TURNS) + 1):
        said = place.draw('a.txt', f'--turn={number}', 'one.tab').decode()
        assert engine_position('ludii', *TURNS[:number]) in said, f'turn {number}: {said}'
    assert engine_position('ludii', *TURNS) in place.draw('a.txt', 'one.tab').decode()
    assert engine_position('walker', '1:a9b9,2:b9b7') in place.draw('a.txt', '--game=2', 'two.tab').decode()
    wide = engine_position('bell:columns=11').split()[1]
    assert f'position {wide} w' in place.draw('a.txt', '--rules=bell', '--columns=11').decode()
    position = '4m/4T/5/5 w - - 9'
    assert 'position ' + position in place.draw('a.txt', '--rules=ludii:columns=5', '--position', position).decode()


def check_looks(place):
    plain = place.draw('a.png', '--width=300', 'one.tab')
    width, height = png_size(plain)
    assert width == 600
    assert png_size(place.draw('a.png', '--width=300', '--no-caption', 'one.tab'))[1] < height
    pictures = {plain, place.draw('a.png', '--width=300', '--flip', 'one.tab'),
                place.draw('a.png', '--width=300', '--turn=2', 'one.tab'),
                *(place.draw('a.png', '--width=300', f'--theme={theme}', 'one.tab') for theme in ('sand', 'petra', 'wood', 'contrast'))}
    assert len(pictures) == 7, 'every choice is seen'
    assert place.draw('a.png', '--width=300', '--theme=paper', 'one.tab') == plain


# The command line, the exit status, and what is said of it.
REFUSED = (
    (['--frobnicate'], 2, '--frobnicate'),
    (['--columns=many'], 2, 'many'),
    (['--columns=30'], 2, '30 columns'),
    (['--rules=chess'], 2, 'chess'),
    (['--white=engine:11'], 2, 'engine:11'),
    (['--white=Nobody'], 2, 'Nobody'),
    (['--black=Own: one:11'], 2, 'Own: one:11'),
    (['--seed=-1'], 2, '-1'),
    (['--sticks=loaded'], 2, '“loaded”: fair, p=… or w=… is expected'),
    (['--sticks=file=/dev/null'], 2, '“file=/dev/null”: fair, p=… or w=… is expected'),
    (['--movetime=5'], 2, '“5”'),
    (['--clock=soon'], 2, '“soon”'),
    (['--clock=40/60'], 2, '“40/60”'),
    (['--clock=60', '--clock=depth=3'], 2, '“depth=3”'),
    (['--clock=90'], 2, '“90”'),
    (['--clock=120+0.5'], 2, '“120+0.5”'),
    (['--clock=movetime=1500'], 2, '“movetime=1500”'),
    (['--real-sticks=Ada'], 2, '“Ada”'),
    (['--position=nonsense'], 2, 'nonsense'),
    (['--watch', '--white=human'], 2, '--watch'),
    (['--new', '--export-diagram=x.svg'], 2, '--new'),
    (['one.tab', 'two.tab'], 2, 'two.tab'),
    (['--new', 'one.tab'], 2, 'one.tab'),
    (['--turn=1', 'one.tab'], 2, '--turn needs --export-diagram'),
    (['--match=100', '--white=engine:8'], 2, '--match is gone: matches are played by tab-match'),
    (['--match'], 2, '--match'),
    (['--record=x.tab'], 2, '--record'),
    (['--export-diagram=x.gif'], 2, 'x.gif'),
    (['--export-diagram=x.svg', '--turn=2'], 2, '--turn'),
    (['--export-diagram=x.svg', '--turn=5', 'one.tab'], 2, 'from 0 to 4'),
    (['--export-diagram=x.svg', '--turn=one', 'one.tab'], 2, '“one”'),
    (['--export-diagram=x.svg', 'two.tab'], 2, '2 games'),
    (['--export-diagram=x.svg', '--game=3', 'two.tab'], 2, 'from 1 to 2'),
    (['--export-diagram=x.svg', '--width=99'], 2, '“99”'),
    (['--export-diagram=x.svg', '--theme=marble'], 2, 'marble'),
    (['--export-diagram=x.svg', 'bad.tab'], 1, 'line 8'),
    (['--export-diagram=x.svg', 'missing.tab'], 1, 'missing.tab'),
    (['--export-diagram=/nonexistent/x.svg'], 1, '/nonexistent/x.svg'),
)


def check_refusals(place):
    place.write('x.svg', 'untouched')
    faults = []
    for arguments, status, words in REFUSED:
        done = place.run(*arguments)
        lines = done.stderr.strip().splitlines()
        if done.returncode != status or done.stdout or len(lines) != 1 or words not in lines[0]:
            faults.append(f'{arguments}: {done.returncode}, {done.stdout}{done.stderr}')
    assert not faults, '\n'.join(faults)
    assert place.read('x.svg') == b'untouched'
    left = sorted(os.listdir(place.folder))
    assert not [name for name in left if name.startswith(('x.svg.', 'x.gif', '.x'))], left


def check_words(place):
    done = place.run('--version')
    assert done.returncode == 0 and re.fullmatch(r'tab-gui \d+\.\d+\.\d+\n', done.stdout), done
    assert place.run('--help').returncode == 0


def check_no_display(place):
    done = place.run('--new')
    assert done.returncode == 1 and 'display' in done.stderr.lower(), done


CHECKS = (
    ('pictures in all forms', check_forms),
    ('pictures of any turn, game and position', check_places),
    ('pictures in all looks', check_looks),
    ('bad command lines are refused, each by its name', check_refusals),
    ('version and help', check_words),
    ('no display', check_no_display),
)


def main():
    failed = 0
    for number, (name, check) in enumerate(CHECKS, 1):
        with tempfile.TemporaryDirectory(prefix='tab-command-') as folder:
            try:
                check(Place(folder))
                print(f'ok {number} - {name}')
            except AssertionError:
                failed += 1
                print(f'not ok {number} - {name}', *('# ' + line for line in traceback.format_exc().splitlines()), sep='\n')
    print(f'1..{len(CHECKS)}')
    return 1 if failed else 0


if __name__ == '__main__':
    sys.exit(main())
