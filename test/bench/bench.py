"""Measure hbase_schema against its alternatives; tools/bench starts this
inside a private server, and its --help says what may be given."""
import argparse
import datetime
import os
import re
import subprocess
import sys

import measure
import plan
import report

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
RECORD = os.path.join(ROOT, 'doc', 'performance.md')


def arguments(names):
    parser = argparse.ArgumentParser(
        prog='tools/bench', description='Speed, as ratios to a named twin measured in the same '
        'rounds: one Markdown table a section.', epilog='Sections: ' + ', '.join(names))
    parser.add_argument('section', nargs='*', help='only these; all when none is named')
    parser.add_argument('--rows', type=int,
                        help='rows of the keys, index and scan data (default 5000000)')
    parser.add_argument('--wide', type=int, help='wide rows of 10 cells (default rows / 10)')
    parser.add_argument('--export', type=int,
                        help='rows of 5 columns to export (default rows / 10)')
    parser.add_argument('--rounds', type=int, help='(default 5)')
    parser.add_argument('--seconds', type=int, help='of one pgbench run (default 3)')
    parser.add_argument('--quick', action='store_true',
                        help='200000 rows, 3 rounds, 1 second: minutes instead of an hour')
    parser.add_argument('--only', metavar='REGEX', help='only items whose name matches, '
                        'and the twins they are held against')
    parser.add_argument('--record', action='store_true',
                        help='also write the tables to doc/performance.md')
    parser.add_argument('--into', metavar='MARKER', help='with --record and one section: the '
                        'marker to write it under (default the section)')
    given = parser.parse_args()
    rows, rounds, seconds = (200000, 3, 1) if given.quick else (5000000, 5, 3)
    given.rows = given.rows or rows
    given.rounds = given.rounds or rounds
    given.seconds = given.seconds or seconds
    given.wide = given.wide or given.rows // 10
    given.export = given.export or given.rows // 10
    unknown = [name for name in given.section if name not in names]
    if unknown:
        parser.error(f'no section "{unknown[0]}"; there are: {", ".join(names)}')
    if given.export > given.rows:
        parser.error('--export cannot be more than --rows: the exported rows are some of them')
    if given.into and len(given.section) != 1:
        parser.error('--into is for one section')
    return given


def say(text):
    print(text, file=sys.stderr, flush=True)


def shell(command):
    return subprocess.run(['sh', '-c', command], capture_output=True, text=True).stdout.strip()


def machine(session):
    """What a figure depends on beside the code."""
    model = shell("sed -n 's/^model name[^:]*: //p' /proc/cpuinfo | head -n 1")
    memory = int(shell("sed -n 's/^MemTotal: *\\([0-9]*\\).*/\\1/p' /proc/meminfo")) / 2**20
    settings = session.run(
        "SELECT string_agg(name || ' ' || current_setting(name), ', ' ORDER BY name) FROM pg_settings "
        "WHERE name IN ('shared_buffers', 'work_mem', 'maintenance_work_mem', 'fsync', "
        "'synchronous_commit', 'max_parallel_workers_per_gather', 'jit');")
    return '\n'.join([
        f'- {os.cpu_count()} processors ({model}), {memory:.0f} GB, '
        f'{shell("uname -sr")}, {shell(". /etc/os-release && echo $PRETTY_NAME")}',
        f'- {session.run("SELECT split_part(version(), chr(32) || $$on$$, 1);")}, {settings}',
        f'- {shell("openssl version")}, {shell("gcc --version | head -n 1")}'])


def narrow(section, expression):
    """Leave the items that match, their twins and the base."""
    kept = {name for name in section.items if re.search(expression, name)}
    while True:
        twins = {twin for name in kept for twin, _ in section.items[name].against} - kept
        if not twins:
            break
        kept |= twins
    if kept and section.base:
        kept.add(section.base)
    section.items = {name: item for name, item in section.items.items() if name in kept}


def load(session, name, loaded):
    """Load a data set, and first those it is made of ("-- @data" lines)."""
    if name in loaded:
        return
    with open(os.path.join(HERE, 'data', name + '.sql'), encoding='utf-8') as file:
        sql = file.read()
    for line in re.findall(r'^-- @data (.*)$', sql, re.M):
        for other in line.split():
            load(session, other, loaded)
    say(f'loading {name}')
    session.run(sql)
    loaded.add(name)


def main():
    sections = plan.sections(os.path.join(HERE, 'sections'))
    given = arguments(list(sections))
    sizes = {'rows': given.rows, 'wide': given.wide, 'cells': given.wide * 10,
             'export': given.export}
    chosen = [sections[name] for name in given.section] or list(sections.values())
    if given.only:
        for section in chosen:
            narrow(section, given.only)
        chosen = [section for section in chosen if section.items]

    session = measure.Session(sizes)
    session.run('CREATE EXTENSION hbase_schema;')
    about = machine(session)
    print(about + '\n', flush=True)
    commit = shell(f'git -C {ROOT} describe --always --exclude "*"')
    if shell(f'git -C {ROOT} status --porcelain -- . ":!doc/performance.md"'):
        commit += '-dirty'
    loaded, missed = set(), []
    for section in chosen:
        unmet = [need for need in section.needs
                 if subprocess.run(['sh', '-c', need], stdout=subprocess.DEVNULL,
                                   stderr=subprocess.DEVNULL).returncode != 0]
        if unmet:
            say(f'{section.name}: skipped, as this fails: {unmet[0]}')
            continue
        for name in section.data:
            load(session, name, loaded)
        measurement = measure.Measurement(section, sizes, given.rounds, given.seconds)
        measurement.run(say)
        text, misses = report.table(measurement)
        missed += misses
        load_average = os.getloadavg()
        options = [f'--rows {given.rows}', f'--wide {given.wide}', f'--export {given.export}',
                   f'--rounds {given.rounds}', f'--seconds {given.seconds}']
        note = (f'`tools/bench {" ".join(options)} {section.name}`, commit {commit}, '
                f'{datetime.date.today()}, load {load_average[1]:.1f} (5 minutes).')
        print(f'### {section.title}\n\n{note}\n\n{text}\n', flush=True)
        if given.record:
            report.keep(RECORD, given.into or section.name, f'{note}\n\n{text}')
    if given.record:
        report.keep(RECORD, 'machine', about)
    session.close()
    for line in missed:
        say(f'target missed: {line}')


if __name__ == '__main__':
    try:
        main()
    except measure.Failed as failure:
        sys.exit(f'bench: {failure}')
