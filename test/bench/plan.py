"""Reading a file of test/bench/sections: what to measure, against what.

A section is SQL (or sh, for whole commands) between directive lines, which
begin with "-- @" or "# @":

    @title TEXT             the table's heading
    @kind KIND              query      statements of one session; see measure.py
                            statement  one prepared statement, through pgbench
                            command    sh, whole processes
                            size       a query that answers with a number of bytes
    @data NAME...           files of test/bench/data to load before
    @needs COMMAND          skip the section unless this sh command succeeds
    @per SIZE               show the time for one of so many (rows, cells, ...)
    @base ITEM              subtract this item's time from every other's
    @measure wall|processor the time that ratios are taken of
    @memory                 also show the backend's peak memory of its own; every
                            run has a new session for that
    @session                what follows runs at the start of each session
    @init, @finally         what follows runs once, before and after all
    @check TEXT             what follows must answer t: twins do the same work
    @before ITEM, @after ITEM   what follows runs untimed around each run of ITEM
    @item NAME              what follows is measured
    @against ITEM [<= LIMIT]    of the item above: the twin, and the target
"""
import os
import re

KINDS = ('query', 'statement', 'command', 'size')
DIRECTIVE = re.compile(r'(?:--|#) @(\w+)\s*(.*)')
AGAINST = re.compile(r'(.+?)(?:\s*<=\s*([\d.]+))?$')


class Item:
    def __init__(self, name):
        self.name = name
        self.text = self.before = self.after = ''
        self.against = []           # (name, limit or None)


class Section:
    def __init__(self, path):
        self.name = re.sub(r'^\d+-|\.\w+$', '', os.path.basename(path))
        self.title, self.kind, self.measure = self.name, 'query', 'processor'
        self.data, self.needs = [], []
        self.per = self.base = None
        self.memory = False
        self.session = self.init = self.finally_ = ''
        self.checks = []            # [text, sql]
        self.items = {}
        self.read(path)

    def fail(self, text):
        raise SystemExit(f'bench: section {self.name}: {text}')

    def find(self, name):
        if name not in self.items:
            self.fail(f'no item "{name}"')
        return self.items[name]

    def read(self, path):
        sink = None                 # (object, attribute) that takes plain lines
        late = []                   # names that may be defined further down
        item = None
        for line in open(path, encoding='utf-8'):
            match = DIRECTIVE.match(line)
            if not match:
                if sink:
                    holder, name = sink
                    setattr(holder, name, getattr(holder, name) + line)
                continue
            word, rest = match.group(1), match.group(2).strip()
            if word in ('title', 'kind', 'measure', 'per', 'base'):
                setattr(self, word, rest)
            elif word in ('data', 'needs'):
                getattr(self, word).extend([rest] if word == 'needs' else rest.split())
            elif word == 'memory':
                self.memory = True
            elif word in ('session', 'init', 'finally'):
                sink = (self, word.replace('finally', 'finally_'))
            elif word == 'check':
                check = Item(rest)
                self.checks.append(check)
                sink = (check, 'text')
            elif word == 'item':
                if rest in self.items:
                    self.fail(f'item "{rest}" stands twice')
                item = self.items[rest] = Item(rest)
                sink = (item, 'text')
            elif word in ('before', 'after'):
                if rest not in self.items:
                    self.fail(f'@{word} "{rest}" stands before its item')
                sink = (self.items[rest], word)
            elif word == 'against':
                name, limit = AGAINST.match(rest).groups()
                item.against.append((name, float(limit) if limit else None))
                late.append(name)
            else:
                self.fail(f'unknown directive @{word}')
        if self.kind not in KINDS:
            self.fail(f'unknown kind "{self.kind}"')
        for name in late + ([self.base] if self.base else []):
            self.find(name)


def sections(folder):
    """All sections by name, in the order of their files."""
    found = [Section(os.path.join(folder, name))
             for name in sorted(os.listdir(folder)) if not name.startswith('.')]
    return {section.name: section for section in found}
