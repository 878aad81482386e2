"""Measuring: the rounds, and the clocks.

Every round runs every item once, and each round begins with another item, so
that a drift of the machine touches all alike.  A ratio is taken inside a round
and the median of the rounds' ratios is kept.

Processor time of a session is that of its backend, read from the kernel's
clock of that process; where many processes work, it is what the postmaster
counted of those that ended meanwhile (so nobody else may use the server).
"""
import os
import re
import resource
import statistics
import subprocess
import tempfile
import threading
import time

TICK = 1 / os.sysconf('SC_CLK_TCK')
SETTLE = 0.25                       # a backend ends a little after its client


class Failed(Exception):
    pass


def process_clock(pid):
    """Seconds of processor time that a process has used (clock_getcpuclockid)."""
    return time.clock_gettime((~pid << 3) | 2)


class Memory(threading.Thread):
    """The peak, in bytes, of the memory that a process shares with nobody."""

    def __init__(self, pid):
        super().__init__(daemon=True)
        self.path, self.peak, self.ended = f'/proc/{pid}/status', 0, threading.Event()

    def run(self):
        while not self.ended.wait(0.01):
            with open(self.path) as status:
                found = re.search(r'RssAnon:\s+(\d+)', status.read())
            self.peak = max(self.peak, int(found.group(1)) * 1024)

    def stop(self):
        self.ended.set()
        self.join()
        return self.peak


class Session:
    """One psql, and the backend that serves it."""

    def __init__(self, variables):
        command = ['psql', '-XqAt', '-v', 'ON_ERROR_STOP=1']
        for name, value in variables.items():
            command += ['-v', f'{name}={value}']
        self.psql = subprocess.Popen(command, stdin=subprocess.PIPE, text=True,
                                     stdout=subprocess.PIPE, bufsize=1)
        self.pid = int(self.run('SELECT pg_backend_pid();'))

    def run(self, sql):
        """Run statements; the answer is what they print."""
        self.psql.stdin.write(f'{sql}\n\\echo @@done\n')
        self.psql.stdin.flush()
        lines = []
        for line in self.psql.stdout:
            if line.startswith('@@done'):
                return ''.join(lines).strip()
            lines.append(line)
        raise Failed(f'psql ended in: {sql.strip()[:300]}')

    def close(self):
        self.psql.stdin.close()
        self.psql.wait()


class Sample:
    """One run of one item, in seconds (kind size: bytes)."""

    def __init__(self, wall, processor, memory=None):
        self.wall, self.processor, self.memory = wall, processor, memory


class Measurement:
    """The samples of a section, one a round for each item."""

    def __init__(self, section, sizes, rounds, seconds):
        self.section, self.sizes = section, sizes
        self.rounds, self.seconds = rounds, seconds
        self.samples = {name: [] for name in section.items}

    # ---- the rounds ------------------------------------------------------

    def run(self, say):
        section = self.section
        self.session = self.new_session()
        self.postmaster = int(self.session.run(
            "SELECT split_part(pg_read_file('postmaster.pid'), E'\\n', 1);"))
        try:
            if section.init:
                self.session.run(section.init)
            for check in section.checks:
                if self.session.run(check.text) != 't':
                    raise Failed(f'section {section.name}: not so: {check.name}')
            rounds = 1 if section.kind == 'size' else self.rounds
            names = list(section.items)
            for number in range(rounds if section.kind == 'size' else rounds + 1):
                # Round 0 of the others warms up and is not counted.
                first = number % len(names)
                for name in names[first:] + names[:first]:
                    sample = self.sample(section.items[name], number)
                    if number > 0 or section.kind == 'size':
                        self.samples[name].append(sample)
                say(f'{section.name}: round {number} of {rounds}')
        finally:
            if section.finally_:
                self.session.run(section.finally_)
            self.session.close()

    def new_session(self):
        session = Session(self.sizes)
        if self.section.session:
            session.run(self.section.session)
        return session

    def sample(self, item, number):
        if self.section.memory:
            self.session.close()
            self.session = self.new_session()
        for text, timed in ((item.before, False), (item.text, True), (item.after, False)):
            if timed:
                sample = getattr(self, self.section.kind)(text, number)
            elif text:
                self.session.run(text)
        return sample

    # ---- the kinds -------------------------------------------------------

    def query(self, text, number):
        memory = Memory(self.session.pid) if self.section.memory else None
        if memory:
            memory.start()
        wall, used = time.monotonic(), process_clock(self.session.pid)
        self.session.run(text)
        wall, used = time.monotonic() - wall, process_clock(self.session.pid) - used
        return Sample(wall, used, memory.stop() if memory else None)

    def size(self, text, number):
        size = float(self.session.run(text))
        return Sample(size, size)

    def statement(self, text, number):
        """Latency, and the server's processor time a statement."""
        with tempfile.TemporaryDirectory() as folder:
            script = os.path.join(folder, 'script')
            with open(script, 'w') as file:
                file.write(text)
            command = ['pgbench', '-n', '-M', 'prepared', '-c', '1', '-f', script,
                       '-T', str(self.seconds if number > 0 else 1), '-l',
                       '--log-prefix', os.path.join(folder, 'log'),
                       '--random-seed', str(42 + number)]
            for name, value in self.sizes.items():
                command += ['-D', f'{name}={value}']
            used = self.reaped()
            done = subprocess.run(command, capture_output=True, text=True)
            if done.returncode != 0:
                raise Failed(done.stdout + done.stderr)
            time.sleep(SETTLE)
            used = self.reaped() - used
            latencies = []
            for name in os.listdir(folder):
                if name.startswith('log'):
                    with open(os.path.join(folder, name)) as log:
                        latencies += [int(line.split()[2]) for line in log]
        # The log counts whole microseconds: the mean of the middle half is as
        # robust as the median, and finer.
        latencies.sort()
        middle = latencies[len(latencies) // 4:len(latencies) * 3 // 4 + 1]
        return Sample(statistics.mean(middle) / 1e6, used / len(latencies))

    def command(self, text, number):
        used, own = self.reaped(), self.children()
        wall = time.monotonic()
        done = subprocess.run(['sh', '-c', text], stdout=subprocess.DEVNULL,
                              stderr=subprocess.PIPE, text=True)
        wall = time.monotonic() - wall
        if done.returncode != 0:
            raise Failed(f'{text.strip()}\n{done.stderr}')
        time.sleep(SETTLE)
        return Sample(wall, self.reaped() - used + self.children() - own)

    def reaped(self):
        """Processor time of the server processes that have ended."""
        with open(f'/proc/{self.postmaster}/stat') as stat:
            fields = stat.read().rsplit(')', 1)[1].split()
        return (int(fields[13]) + int(fields[14])) * TICK

    @staticmethod
    def children():
        used = resource.getrusage(resource.RUSAGE_CHILDREN)
        return used.ru_utime + used.ru_stime

    # ---- what came out ---------------------------------------------------

    def times(self, name, clock):
        """An item's times, one a round, less the base's."""
        times = [getattr(sample, clock) for sample in self.samples[name]]
        if self.section.base and name != self.section.base:
            base = [getattr(sample, clock) for sample in self.samples[self.section.base]]
            times = [time - below for time, below in zip(times, base)]
        return times

    def median(self, name, clock):
        return statistics.median(self.times(name, clock))

    def ratio(self, name, twin, clock):
        pairs = zip(self.times(name, clock), self.times(twin, clock))
        return statistics.median(time / other if other > 0 else float('nan')
                                 for time, other in pairs)

    def memory(self, name):
        return max(sample.memory for sample in self.samples[name])
