#!/usr/bin/python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Runs the recipes of data/slurm in a real Slurm, and compares the merged match, and the network trained, with one run.

usage: TAB_BUILD_ROOT=<build folder> test-slurm.py [--show]
The Slurm has one node, this machine, and keeps all its state in a temporary folder; nothing of it is left at the end.
Exit status 77, which meson shows as SKIP, when Slurm's packages are missing. --show prints what a user would see.
"""
import contextlib
import os
import re
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time

HERE = os.path.dirname(os.path.abspath(__file__))
RECIPES = os.path.join(HERE, '..', 'data', 'slurm')
BUILD = os.path.abspath(os.environ.get('TAB_BUILD_ROOT', '.'))
SCALE = float(os.environ.get('TAB_TEST_TIME_SCALE', '1'))
SHARDS = 5
MATCH = ['--engine', 'cmd=tab-engine,name=one,option.Eval=greedy', '--engine', 'cmd=tab-engine,name=two,option.Eval=capture',
         '--rules', 'ludii:columns=5', '--games', '40', '--seed', '1', '--depth', '1', '--no-times']
TRAINING = ['ludii:columns=5', '--games', '6000', '--round', '500', '--hidden', '32']
PROGRAMS = {'munged': 'munge', 'mungekey': 'munge', 'slurmctld': 'slurmctld', 'slurmd': 'slurmd', 'sbatch': 'slurm-client',
            'squeue': 'slurm-client', 'srun': 'slurm-client', 'sinfo': 'slurm-client', 'scontrol': 'slurm-client'}

CONFIGURATION = '''
ClusterName=test
SlurmctldHost={host}(127.0.0.1)
SlurmctldPort={controller_port}
SlurmdPort={node_port}
AuthType=auth/munge
AuthInfo=socket={folder}/munge.socket
CryptoType=crypto/munge
SlurmUser={user}
SlurmdUser={user}
StateSaveLocation={folder}/state
SlurmdSpoolDir={folder}/spool
SlurmctldPidFile={folder}/slurmctld.pid
SlurmdPidFile={folder}/slurmd.pid
SlurmctldLogFile={folder}/slurmctld.log
SlurmdLogFile={folder}/slurmd.log
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
MpiDefault=none
JobAcctGatherType=jobacct_gather/none
AccountingStorageType=accounting_storage/none
SchedulerType=sched/backfill
SelectType=select/cons_tres
SelectTypeParameters=CR_CPU
ReturnToService=2
InactiveLimit=0
KillWait=5
NodeName={host} NodeAddr=127.0.0.1 CPUs={cpus} State=UNKNOWN
PartitionName=test Nodes={host} Default=YES MaxTime=INFINITE State=UP OverSubscribe=FORCE:4
'''


def missing_programs():
    """Which of Slurm's programs are not there; its daemons are not on everybody's PATH."""
    os.environ['PATH'] += ':/usr/local/sbin:/usr/sbin:/sbin'
    return sorted({package for program, package in PROGRAMS.items() if not shutil.which(program)})


def free_port():
    with socket.socket() as listener:
        listener.bind(('127.0.0.1', 0))
        return listener.getsockname()[1]


def wait_for(what, condition, seconds):
    deadline = time.monotonic() + seconds * SCALE
    while not condition():
        if time.monotonic() > deadline:
            raise TimeoutError(f'{what}: not within {seconds * SCALE:.0f} s')
        time.sleep(0.2)


def run(*command, **options):
    done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, timeout=120 * SCALE, **options)
    if done.returncode:
        raise RuntimeError(f'{" ".join(command)}: exit status {done.returncode}\n{done.stdout}{done.stderr}')
    return done.stdout


class Slurm:
    """A cluster of this machine alone, alive between start() and stop()."""

    def __init__(self, folder):
        self.folder, self.daemons = folder, []
        self.environment = {**os.environ, 'SLURM_CONF': os.path.join(folder, 'slurm.conf'), 'SLURM_TIME_FORMAT': 'relative'}

    def path(self, name):
        return os.path.join(self.folder, name)

    def configure(self):
        host = socket.gethostname().partition('.')[0]
        text = CONFIGURATION.format(host=host, folder=self.folder, user=run('id', '-un').strip(), cpus=os.cpu_count(),
                                    controller_port=free_port(), node_port=free_port())
        with open(self.path('slurm.conf'), 'w', encoding='utf-8') as file:
            file.write(text)
        for name in ('state', 'spool'):
            os.mkdir(self.path(name))

    def daemon(self, *command):
        """Starts a daemon in the foreground of a process group of its own."""
        with open(self.path(command[0] + '.out'), 'w', encoding='utf-8') as out:
            self.daemons.append(subprocess.Popen(command, env=self.environment, stdin=subprocess.DEVNULL, stdout=out,
                                                 stderr=out, start_new_session=True, cwd=self.folder))

    def start(self):
        self.configure()
        run('mungekey', '--create', '--keyfile', self.path('munge.key'))
        self.daemon('munged', '--foreground', '--force', '--socket', self.path('munge.socket'), '--key-file',
                    self.path('munge.key'), '--log-file', self.path('munged.log'), '--pid-file', self.path('munged.pid'),
                    '--seed-file', self.path('munged.seed'))
        wait_for('munged', lambda: os.path.exists(self.path('munge.socket')), 20)
        self.daemon('slurmctld', '-D', '-c')
        self.daemon('slurmd', '-D')
        wait_for('the node', lambda: self.ask('sinfo', '--noheader', '--format=%t').strip() == 'idle', 60)

    def ask(self, *command):
        """What a command of Slurm's prints; nothing as long as the controller does not answer."""
        done = subprocess.run(command, env=self.environment, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        return done.stdout

    def stop(self):
        """Ends all: jobs, daemons, and what they started."""
        with contextlib.suppress(Exception):
            subprocess.run(['scancel', '--user', run('id', '-un').strip()], env=self.environment, timeout=20,
                           stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        for daemon in reversed(self.daemons):
            daemon.terminate()
            try:
                daemon.wait(15)
            except subprocess.TimeoutExpired:
                pass
            with contextlib.suppress(ProcessLookupError):
                os.killpg(daemon.pid, signal.SIGKILL)
            daemon.wait()

    def logs(self):
        for name in sorted(os.listdir(self.folder)):
            if name.endswith(('.log', '.out')):
                with open(self.path(name), encoding='utf-8', errors='replace') as file:
                    yield from (f'{name}: {line.rstrip()}' for line in file.readlines()[-15:])


class Comparison:
    """The same match played twice, and the same network trained twice: by the recipes, and in one run."""

    def __init__(self, slurm, folder, show):
        self.slurm, self.folder, self.show = slurm, folder, show
        folders = [os.path.join(BUILD, 'protocol', 'runner'), os.path.join(BUILD, 'engine')]
        self.environment = {**slurm.environment, 'PATH': ':'.join(folders + [slurm.environment['PATH']])}

    def run(self, *command, **more):
        """Runs a command as a user would in the folder of the match."""
        words = ' '.join(('BUILD' + word[len(BUILD):] if word.startswith(BUILD) else word) for word in command)
        output = run(*command, cwd=self.folder, env={**self.environment, **more})
        if self.show:
            print('$', *[f'{key}={value}' for key, value in more.items()], words, flush=True)
            print(output, end='', flush=True)
        return output

    def submit(self, *command, **more):
        for name in os.listdir(RECIPES):
            shutil.copy(os.path.join(RECIPES, name), self.folder)
        output = self.run('sbatch', *command, **more)
        return re.fullmatch(r'Submitted batch job (\d+)\n', output)[1]

    def submit_match(self, tasks, **more):
        return self.submit(f'--array={tasks}', 'tab-match.sbatch', *MATCH, **more)

    def submit_training(self):
        return self.submit('--ntasks=2', '--cpus-per-task=1', 'tab-train.sbatch', 'mine', *TRAINING)

    def wait(self, job, seconds=180):
        wait_for(f'job {job}', lambda: self.states(job) and not self.states(job) - {'COMPLETED', 'FAILED', 'CANCELLED'}, seconds)
        assert self.states(job) == {'COMPLETED'}, f'job {job}: {self.states(job)}'

    def states(self, job):
        return set(self.slurm.ask('squeue', '--jobs', job, '--states=all', '--noheader', '--format=%T').split())

    def read(self, name):
        with open(os.path.join(self.folder, name), encoding='utf-8') as file:
            return file.read()

    def journals(self):
        return sorted(name for name in os.listdir(self.folder) if re.fullmatch(r'match-\d+\.journal', name))

    def play(self):
        job = self.submit_match(f'1-{SHARDS}')
        self.wait(job)
        if self.show:
            self.run('squeue', '--states=all', '--format=%.6A %.10j %.4K %.10T %.8M')
        assert len(self.journals()) == SHARDS, self.journals()
        merged = self.run('tab-match', 'merge', *self.journals(), '--record', 'merged.tab', '--json', 'merged.json')
        single = self.run('tab-match', *MATCH, '--quiet', '--record', 'single.tab', '--json', 'single.json')
        assert merged == single, f'the merged match prints\n{merged}and the single run\n{single}'
        for suffix in ('tab', 'json'):
            assert self.read(f'merged.{suffix}') == self.read(f'single.{suffix}'), f'merged.{suffix} and single.{suffix} differ'

    def play_again(self):
        """A task that was lost is submitted alone, and the others as they were: nothing is played twice."""
        before = {name: self.read(name) for name in self.journals()}
        os.remove(os.path.join(self.folder, 'match-2.journal'))
        self.wait(self.submit_match('2,3', SHARDS=str(SHARDS)))
        after = {name: self.read(name) for name in self.journals()}
        assert {name for name in before if before[name] != after[name]} <= {'match-2.journal'}, 'a finished journal changed'
        self.run('tab-match', 'merge', *self.journals(), '--record', 'again.tab')
        assert self.read('again.tab') == self.read('single.tab'), 'the games are not the same after a task was repeated'

    def train(self):
        """A job that is cancelled after its first round, and submitted again, ends with the network of a training in one piece."""
        job = self.submit_training()
        wait_for('the first round', lambda: os.path.exists(os.path.join(self.folder, 'mine.net')), 120)
        self.run('scancel', job)
        wait_for('the end of the job', lambda: self.states(job) == {'CANCELLED'}, 60)
        self.wait(self.submit_training())
        self.run('tab-train', *TRAINING, '--output', 'single.net')
        networks = []
        for name in ('mine.net', 'single.net'):
            with open(os.path.join(self.folder, name), 'rb') as file:
                networks.append(file.read())
        assert networks[0] == networks[1], f'mine.net and single.net differ; {self.read("tab-train.log")}'
        left = [name for name in os.listdir(self.folder) if 'positions' in name]
        assert not left, f'left over: {left}'


def main(arguments):
    missing = missing_programs()
    if missing:
        print(f'SKIPPED: no Slurm here, Debian\'s packages {" ".join(missing)} are missing; the recipe was not tried')
        return 77
    with tempfile.TemporaryDirectory(prefix='tab-slurm-') as folder:
        os.mkdir(os.path.join(folder, 'match'))
        slurm = Slurm(folder)
        try:
            slurm.start()
            comparison = Comparison(slurm, os.path.join(folder, 'match'), '--show' in arguments)
            comparison.play()
            comparison.play_again()
            comparison.train()
        except (AssertionError, OSError, RuntimeError, subprocess.SubprocessError) as fault:
            print(f'FAILED: {fault}', *slurm.logs(), sep='\n')
            return 1
        finally:
            slurm.stop()
    print('the recipes and one run played the same match, and trained the same network')
    return 0


if __name__ == '__main__':
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))
    sys.exit(main(sys.argv[1:]))
