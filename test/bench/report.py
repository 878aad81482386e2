"""The tables: Markdown, printed and kept in doc/performance.md."""
import re


def duration(seconds):
    for unit, factor in (('s', 1), ('ms', 1e3), ('us', 1e6)):
        if seconds * factor >= 1 or unit == 'us':
            value = seconds * factor
            return f'{value:.{0 if value >= 100 else 1 if value >= 10 else 2}f} {unit}'


def size(value):
    return f'{value / 1e6:.1f} MB' if value >= 1e5 else f'{value:.0f} B'


def columns(section, sizes):
    """(heading, function of a measurement and an item's name) of the figures."""
    kind = section.kind
    above = f' above {section.base}' if section.base else ''
    if kind == 'size':
        return [('size', lambda m, name: size(m.median(name, 'wall')))]
    if kind == 'statement':
        return [('latency', lambda m, name: duration(m.median(name, 'wall'))),
                ('server', lambda m, name: duration(m.median(name, 'processor')))]
    clocks = [('processor', 'processor')]
    if section.measure == 'wall':
        clocks.insert(0, ('wall', 'wall'))
    found = [(heading, lambda m, name, clock=clock: duration(m.median(name, clock)))
             for heading, clock in clocks]
    if section.per:
        one = sizes[section.per]
        clock = section.measure
        found.append((f'ns a {section.per.rstrip("s")}{above}',
                      lambda m, name: f'{m.median(name, clock) / one * 1e9:.1f}'))
    if section.memory:
        found.append(('memory', lambda m, name: size(m.memory(name))))
    return found


def ratios(section):
    """(heading, clock) of the ratios; the target is held against the first."""
    if section.kind == 'statement':
        return [('latency ratio', 'wall'), ('server ratio', 'processor')]
    if section.kind == 'size':
        return [('ratio', 'wall')]
    if section.measure == 'wall':
        return [('wall ratio', 'wall'), ('processor ratio', 'processor')]
    return [('ratio', 'processor')]


def table(measurement):
    """The section's table, and the targets it misses."""
    section = measurement.section
    figures = columns(section, measurement.sizes)
    clocks = ratios(section)
    heads = ['item', *(head for head, _ in figures), 'against',
             *(head for head, _ in clocks), 'target', 'met']
    lines = ['| ' + ' | '.join(heads) + ' |',
             '|---' + '|--:' * len(figures) + '|---' + '|--:' * len(clocks) + '|--:|---|']
    missed = []
    for item in section.items.values():
        shown = [item.name, *(figure(measurement, item.name) for _, figure in figures)]
        for twin, limit in item.against or [(None, None)]:
            cells = shown + [twin or '']
            cells += [f'{measurement.ratio(item.name, twin, clock):.2f}' if twin else ''
                      for _, clock in clocks]
            if limit is None:
                cells += ['', '']
            else:
                met = measurement.ratio(item.name, twin, clocks[0][1]) <= limit
                cells += [f'<= {limit:g}', 'yes' if met else '**no**']
                if not met:
                    missed.append(f'{section.name}: {item.name} against {twin}')
            lines.append('| ' + ' | '.join(cell.replace('|', '\\|') for cell in cells) + ' |')
            shown = [''] * len(shown)
    return '\n'.join(lines), missed


def keep(path, name, text):
    """Put text between <!-- bench:NAME --> and <!-- /bench --> of a file."""
    with open(path, encoding='utf-8') as file:
        document = file.read()
    pattern = re.compile(rf'(<!-- bench:{re.escape(name)} -->\n).*?(<!-- /bench -->)', re.S)
    if len(pattern.findall(document)) != 1:
        raise SystemExit(f'bench: {path} has no place <!-- bench:{name} --> … <!-- /bench -->')
    document = pattern.sub(lambda m: f'{m.group(1)}{text}\n{m.group(2)}', document)
    with open(path, 'w', encoding='utf-8') as file:
        file.write(document)
