#!/usr/bin/python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Checks the completions for bash and zsh (tab-match, tab-gui) and the man pages against what the programs say (TAP output).

usage: TAB_BUILD_ROOT=<build folder> test-completions.py
"""
import glob
import os
import re
import subprocess
import sys
import tempfile

from checks import read, run

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
BUILD = os.path.abspath(os.environ.get('TAB_BUILD_ROOT', '.'))
BASH = os.path.join(ROOT, 'data', 'completions', 'bash', 'tab-match')
ZSH = os.path.join(ROOT, 'data', 'completions', 'zsh', '_tab-match')
MAN = os.path.join(ROOT, 'data', 'man', 'tab-match.6')
GUI = os.path.join(BUILD, 'gui', 'tab-gui')
GUI_BASH = os.path.join(ROOT, 'data', 'completions', 'bash', 'tab-gui')
GUI_ZSH = os.path.join(ROOT, 'data', 'completions', 'zsh', '_tab-gui')
GUI_MAN = os.path.join(ROOT, 'data', 'man', 'tab-gui.6')
# GApplication's own, which show other pages of help.
GUI_HELP = {'--help-all', '--help-gapplication'}

COMMANDS = ('', 'analyse', 'merge', 'conform', 'luck', 'evaluate', 'openings', 'rate', 'problems', 'study-rules', 'db import', 'db query', 'db export', 'db stats', 'db remove')

# Where the man page tells of a command's options, if not in a section of its name; '': matches.
MAN_SECTIONS = {'': ['ENGINES', 'TOURNAMENT', 'LIMITS', 'ENDING GAMES EARLY', 'OUTPUT'], 'rate': ['RATING'], 'study-rules': ['STUDY OF RULES'],
                'db': ['DATABASE']}

# Each line typed so far, and all that may come next; the shell replaces what stands behind the last = or :.
STEPS = (
    ('--tour', ['--tournament']),
    ('--tournament ', ['round-robin', 'gauntlet']),
    ('--tournament=g', ['gauntlet']),
    ('--on-error f', ['forfeit']),
    ('m', ['merge']),
    ('merge game', ['games.journal', 'games.tab']),
    ('merge games.journal --j', ['--json', '--journal']),
    ('conform --ru', ['--rules']),
    ('conform --rules=be', ['bell']),
    ('conform ./mi', ['./mine.py']),
    ('luck --judge cmd=./mine.py ga', ['games.journal', 'games.tab']),
    ('evaluate --engine cmd=./mine.py ga', ['games.journal', 'games.tab']),
    ('evaluate --format j', ['json']),
    ('rate --engine cmd=./mine.py ga', ['games.journal', 'games.tab']),
    ('openings --engine cmd=./mine.py be', ['bell']),
    ('openings --tr', ['--truncate']),
    ('openings --output ga', ['games.journal', 'games.tab']),
    ('o', ['openings']),
    ('problems --engine cmd=./mine.py ga', ['games.journal', 'games.tab']),
    ('problems --min', ['--min-choices']),
    ('p', ['problems']),
    ('study-rules --engine cmd=./mine.py be', ['bell']),
    ('study-rules --le', ['--level']),
    ('study-rules --vary stack-r', ['stack-return']),
    ('s', ['study-rules']),
    ('d', ['db']),
    ('db ex', ['export']),
    ('db import ga', ['games.journal', 'games.tab']),
    ('db import --ver', ['--verbose']),
    ('db query --ru', ['--rules']),
    ('db query --rules=be', ['bell']),
    ('db query --sort tu', ['turns', 'turns:desc']),
    ('db query --format=j', ['json']),
    ('db export --output ga', ['games.journal', 'games.tab']),
    ('db stats --op', ['--openings']),
    ('db query ga', []),
    ('db remove --ru', ['--rules']),
    ('--engine cmd=./mi', ['./mine.py']),
    ('--engine cmd=./mine.py,na', ['./mine.py,name=']),
    ('--engine=cmd=./mine.py,name=a,mo', ['a,movetime=']),
    ('--engine cmd=./mine.py,ponder=', ['yes', 'no']),
    ('--engine cmd=./mine.py name=a ponder=y', ['yes']),
    ('--engine cmd=./mine.py na', ['name=']),
    ('--each o', ['option.']),
    ('--each dir=f', ['folder']),
    ('-e conf=', ['Mine', 'Tab Engine']),
    ('--engines other.ini -e conf=', ['Another']),
    ('--each con', []),
    ('--judge d', ['dir=', 'depth=']),
    ('--sprt elo0=0 elo1=5 mod', ['model=']),
    ('--sprt elo0=0 elo1=5,model=', ['logistic', 'normalized']),
    ('--resign win=0.1,t', ['0.1,turns=', '0.1,twosided']),
    ('--openings file=ga', ['games.journal', 'games.tab']),
    ('--sticks f', ['fair', 'file=']),
    ('--rules wa', ['walker']),
    ('--rules=', ['standard', 'walker', 'bell', 'lane', 'ludii', 'jordan', 'tozeur', 'mzab', 'siryu', 'kioz', 'deleb', 'tablan', 'bakhri', 'daldos',
                  'daldosa', 'sahkku']),
    ('--rules sahkku:ki', ['king=']),
    ('--rules sahkku:cast=t', ['tab', 'tablan', 'two-dice', 'three-dice']),
    ('-r walker:columns=11,row4-e', ['11,row4-entry=', '11,row4-exit=']),
    ('-r walker:columns=11,row4-exit=', ['same', 'one-home-pile']),
    ('--stderr f', ['folder']),
    ('--json gam', ['games.journal', 'games.tab']),
    ('--games ', []),
    ('--games 2 --qu', ['--quiet', '--quit-time']),
)

GUI_STEPS = (
    ('--wat', ['--watch']),
    ('--no', ['--no-caption']),
    ('--real-sticks=', ['none', 'people', 'all']),
    ('--white ', ['human', 'engine', *(f'engine:{level}' for level in range(11)), 'Mine', 'Tab Engine']),
    ('--black=M', ['Mine']),
    ('--white=engine:1', ['1', '10']),
    ('--rules=wal', ['walker']),
    ('--rules walker:columns=11,row4-ex', ['11,row4-exit=']),
    ('--sticks p', ['p=']),
    ('--theme=w', ['wood']),
    ('--export-diagram=gam', ['games.journal', 'games.tab']),
    ('--seed ', []),
    ('--turn 3 games.t', ['games.tab']),
    ('min', ['mine.py']),
)

DRIVER = '''
source "$1"
compopt() { :; }
function=$(complete -p "$2" | sed 's/.*-F //; s/ .*//')
declare -F "$function" >/dev/null || exit 3
while IFS= read -r line; do
    COMP_LINE=$line COMP_POINT=${#line} COMPREPLY=()
    "$function"
    ((${#COMPREPLY[@]})) && printf '%s\\n' "${COMPREPLY[@]}"
    printf '\\f\\n'
done
'''


def help_options(*command):
    """The long options that --help lists, and those of them that have a value."""
    text = subprocess.run([*command, '--help'], check=True, stdout=subprocess.PIPE, text=True).stdout
    found = re.findall(r'^ +(?:-\w, )?(--[a-z][a-z-]*)(=?)', text, re.M)
    return {name for name, _ in found}, {name for name, value in found if value}


def options_of_program(command=''):
    """The long options of tab-match, for playing or for another command."""
    return help_options(os.path.join(BUILD, 'protocol', 'runner', 'tab-match'), *command.split())[0]


def differences(found, wanted):
    return [f'{name} is missing' for name in sorted(wanted - found)] + \
        [f'{name} does not exist' for name in sorted(found - wanted)]


def check_bash_options():
    faults = []
    for command in COMMANDS:
        name = f'_tab_match_{command}_options'.replace(' ', '_').replace('-', '_').replace('__', '_')
        listed = re.search(rf"{name}='([^']*)'", read(BASH))[1].split()
        faults += [f'{command} {fault}' for fault in differences(set(listed), options_of_program(command))]
    return faults


def zsh_options(command):
    """The options of a command, and those of them that have a value."""
    return list_zsh(re.search(rf'^_tab_match_{(command or "play").replace(" ", "_").replace("-", "_")}\(\) {{\n    _arguments(.*?)^}}', read(ZSH), re.M | re.S)[1])


def list_zsh(text):
    found = re.findall(r"(?:^ +'(?:\([^)]*\)|\*)?|,)(--[a-z][a-z-]*)(=?)(?=[\[}])", text, re.M)
    return {name for name, _ in found}, {name for name, value in found if value}


def check_zsh_options():
    return [f'{command} {fault}' for command in COMMANDS
            for fault in differences(zsh_options(command)[0], options_of_program(command))]


def check_values():
    """Both know of the same options that they have a value."""
    known = set(re.findall(r'--[a-z][a-z-]*', read(BASH).partition('_tab_match_options=')[0]))
    return differences(known, set().union(*(zsh_options(command)[1] for command in COMMANDS)))


def man_options(path):
    named = re.findall(r'^\.TP\n(.*)$', read(path), re.M)
    plain = [re.sub(r'\\f.|\\', '', line) for line in named]
    return {name for line in plain for name in re.findall(r'--[a-z][a-z-]*', line)}


def check_man_options():
    """The page names no other options, and the sections of a command all of its own."""
    faults = differences(man_options(MAN), set().union(*map(options_of_program, COMMANDS)))
    for command in COMMANDS:
        named = {name for section in MAN_SECTIONS.get(command.split()[0] if command else '', [command.upper()])
                 for name in re.findall(r'--[a-z][a-z-]*', re.search(rf'^\.SH {section}\n(.*?)^\.SH ', re.sub(r'\\f.|\\', '', read(MAN)), re.M | re.S)[1])}
        faults += [f'{command} {name} is missing' for name in sorted(options_of_program(command) - named - {'--help'})]
    return faults


def check_gui_options():
    """Bash, zsh and the man page name what tab-gui --help lists, and zsh and it agree on which have a value."""
    wanted, with_value = help_options(GUI)
    wanted -= GUI_HELP
    bash = set(re.search(r"_tab_gui_options='([^']*)'", read(GUI_BASH))[1].split())
    zsh, zsh_values = list_zsh(read(GUI_ZSH))
    taking = set(re.findall(r'--[a-z][a-z-]*', re.search(r'case \$1 in(.*?)esac', read(GUI_BASH), re.S)[1]))
    pairs = (('bash', bash, wanted), ('zsh', zsh, wanted), ('man', man_options(GUI_MAN), wanted),
             ('values in bash', taking, with_value), ('values in zsh', zsh_values, with_value))
    return [f'{place}: {fault}' for place, found, right in pairs for fault in differences(found, right)]


def read_rules():
    """The names of all presets; by the name of each switch its values, none where it takes a number."""
    presets = set(re.findall(r'\.name = "([^"]*)"', read(os.path.join(ROOT, 'protocol', 'rules', 'presets.c'))))
    table = read(os.path.join(ROOT, 'protocol', 'rules', 'switches.c')).partition('tab_switch_pairs')[0]
    rows = re.split(r'\[TAB_SWITCH_\w+\] =', table)[1:]
    return presets, {re.search(r'\.key = "([^"]*)"', row)[1]: re.findall(r'\{"([^"]*)", N_\(', row) for row in rows}


def check_rules():
    """Bash and zsh offer each preset, and each switch with each of its values."""
    presets, switches = read_rules()
    words = {f'{key}={value}' for key, values in switches.items() for value in values or ['']}
    bash, zsh, zsh_gui = read(BASH), read(ZSH), read(GUI_ZSH)
    zsh_words = re.search(r'_tab_match_list (columns=.*?)\n    else', zsh, re.S)[1].replace('\\\n', ' ').split()
    expanded = {f'{key}={value}' for key, _, values in (word.partition('=') for word in zsh_words) for value in values.strip('{}').split(',')}
    vary = re.search(r"takes='LIST (columns [^']*)'\n +takes\+='([^']*)'", bash)
    pairs = (('presets in bash', re.search(r'presets=\(([^)]*)\)', bash)[1].split(), presets),
             ('presets in zsh', re.search(r"-- (standard [^\n]*)\n", zsh)[1].split(), presets),
             ('presets of tab-gui in zsh', re.search(r"-- (standard [^}]*)\}", zsh_gui)[1].split(), presets),
             ('switches in bash', re.search(r'switches=\(([^)]*)\)', bash)[1].split(), words),
             ('switches in zsh', expanded, words),
             ('--vary in bash', (vary[1] + vary[2]).split(), set(switches)),
             ('--vary in zsh', re.search(r'compadd -- (columns .*?)\n}', zsh, re.S)[1].replace('\\\n', ' ').split(), set(switches)))
    return [f'{place}: {fault}' for place, found, right in pairs for fault in differences(set(found), right)]


def check_steps(program, script, steps):
    with tempfile.TemporaryDirectory() as folder:
        os.makedirs(os.path.join(folder, 'tab'))
        os.mkdir(os.path.join(folder, 'folder'))
        for name in ('games.journal', 'games.tab', 'mine.py'):
            open(os.path.join(folder, name), 'w', encoding='utf-8').close()
        os.chmod(os.path.join(folder, 'mine.py'), 0o755)
        for name, text in (('tab/engines.ini', '[Mine]\ncommand=mine;\n\n[Tab Engine]\ncommand=tab-engine;\n'),
                           ('other.ini', '[Another]\ncommand=another;\n')):
            with open(os.path.join(folder, name), 'w', encoding='utf-8') as file:
                file.write(text)
        lines = ''.join(f'{program} {line}\n' for line, _ in steps)
        done = subprocess.run(['bash', '--norc', '-c', DRIVER, 'bash', script, program], input=lines, text=True, cwd=folder, stdout=subprocess.PIPE,
                              stderr=subprocess.STDOUT, env={**os.environ, 'XDG_CONFIG_HOME': folder})
    answers = [answer.split('\n')[:-1] for answer in done.stdout.split('\f\n')[:-1]]
    if done.returncode or len(answers) != len(steps):
        return [f'exit status {done.returncode}', *done.stdout.split('\n')]
    return [f'{line}: {answer}, not {wanted}' for (line, wanted), answer in zip(steps, answers)
            if sorted(answer) != sorted(wanted)]


def complaints(*command):
    done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    return done.stdout.split('\n') if done.returncode or done.stdout else []


def check_bash_steps():
    return check_steps('tab-match', BASH, STEPS)


def check_gui_steps():
    return check_steps('tab-gui', GUI_BASH, GUI_STEPS)


def check_zsh_syntax():
    return complaints('zsh', '-n', ZSH) + complaints('zsh', '-n', GUI_ZSH)


def check_maker_options():
    """The man pages of the programs that make networks and tables."""
    train, tables = (os.path.join(BUILD, 'engine', name) for name in ('tab-train', 'tab-tables'))
    commands = ('build', 'info', 'verify', 'probe', 'regret', 'figure')
    pairs = (('tab-train', help_options(train)[0]), ('tab-tables', set().union(*(help_options(tables, name)[0] for name in commands))))
    return [f'{name}: {fault}' for name, wanted in pairs
            for fault in differences(man_options(os.path.join(ROOT, 'data', 'man', name + '.6')), wanted - {'--help'})]


def check_man_syntax():
    return complaints('mandoc', '-T', 'lint', '-W', 'style', *sorted(glob.glob(os.path.join(ROOT, 'data', 'man', '*.6'))))


CHECKS = (
    ('bash names the options of the program', check_bash_options),
    ('bash completes', check_bash_steps, 'bash'),
    ('zsh names the options of the program', check_zsh_options),
    ('both know which options have a value', check_values),
    ('both offer all presets and switches', check_rules),
    ('zsh can read its completions', check_zsh_syntax, 'zsh'),
    ('the man page names the options of the program', check_man_options),
    ('the man pages of tab-train and tab-tables name their options', check_maker_options),
    ('the man pages are well formed', check_man_syntax, 'mandoc'),
)
GUI_CHECKS = (
    ('bash, zsh and the man page name the options of tab-gui', check_gui_options),
    ('bash completes tab-gui', check_gui_steps, 'bash'),
)


def main():
    return run(CHECKS + (GUI_CHECKS if os.path.exists(GUI) else ()), skips=True)


if __name__ == '__main__':
    sys.exit(main())
