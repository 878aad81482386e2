"""Rank correlation of the model's costs with what a real HBase did.

rank.py MODEL MEASURED WRITTEN          files that test/bench/designs/run writes
rank.py --scanned LEAST MODEL MEASURED  fail if that with the rows scanned is lower
"""
import csv
import statistics
import sys

# Costs and numbers of rows within this factor are a tie.
TIE = 1.1


def rows(path):
    with open(path, encoding='utf-8') as file:
        return list(csv.DictReader(file, delimiter='\t'))


def ranks(values, tie):
    """Average ranks, where values within a factor of the least of a group are equal."""
    order = sorted(range(len(values)), key=lambda i: values[i])
    result = [0.0] * len(values)
    start = 0
    while start < len(order):
        stop = start
        while stop < len(order) and values[order[stop]] <= tie * values[order[start]]:
            stop += 1
        for i in order[start:stop]:
            result[i] = (start + stop - 1) / 2
        start = stop
    return result


def noise(measured):
    """The factor by which the times of one reading differ between rounds: that of the
    median reading, at least TIE."""
    return max(TIE, statistics.median(float(r['slowest']) / float(r['ms']) for r in measured))


def correlation(costs, found, tie):
    """Spearman's rank correlation; None if all values of a side are equal."""
    a, b = ranks(costs, TIE), ranks(found, tie)
    if len(set(a)) == 1 or len(set(b)) == 1:
        return None
    return statistics.correlation(a, b)


def show(value):
    return '' if value is None else f'{value:.2f}'


def by_question(path, cache):
    """The readings of each question."""
    found = {}
    for row in rows(path):
        if row['cache'] == cache:
            found.setdefault(row['question'], []).append(row)
    return found


def of_model(model, column, readings):
    """The model's figures of the readings."""
    figures = {(r['question'], r['design']): float(r[column]) for r in model}
    return [figures[r['question'], r['design']] for r in readings]


def scanned(model, readings):
    """The correlation of the model's rows with those that HBase scanned."""
    return correlation(of_model(model, 'rows', readings), [float(r['scanned']) for r in readings], TIE)


def check_scanned(model, path, least):
    """Fail if a question has a lower correlation."""
    low = []
    for question, readings in by_question(path, 'cold').items():
        found = scanned(model, readings)
        print(f'{question}: {show(found)}')
        if found is not None and found < least:
            low.append(question)
    if low:
        sys.exit(f'less than {least}: {", ".join(low)}')


def report(model, measured, written):
    heat = {r['design']: float(r['hottest']) for r in model}
    everything = rows(measured)
    times = noise(everything)
    cold, warm = by_question(measured, 'cold'), by_question(measured, 'warm')
    found = []
    print('| question | designs | cold | warm | rows scanned |\n|---|---|---|---|---|')
    for question in cold:
        both = [correlation(of_model(model, 'cost', r[question]), [float(x['ms']) for x in r[question]], times)
                for r in (cold, warm)]
        found += [value for value in both if value is not None]
        print(f'| {question} | {len(cold[question])} | {show(both[0])} | {show(both[1])} | '
              f'{show(scanned(model, cold[question]))} |')
    if found:
        print(f'\nleast {min(found):.2f}, median {statistics.median(found):.2f}; '
              f'times within a factor of {times:.2f} are equal')
    print('\n| design | busiest region, % of the newest writes | by the model |\n|---|---|---|')
    for row in rows(written):
        print(f"| {row['design']} | {100 * float(row['hottest']):.0f} | {100 * heat[row['design']]:.0f} |")


def main():
    least = None
    files = sys.argv[1:]
    if files[0] == '--scanned':
        least, files = float(files[1]), files[2:]
    model = rows(files[0])
    if least is not None:
        check_scanned(model, files[1], least)
        return
    report(model, files[1], files[2])


if __name__ == '__main__':
    main()
