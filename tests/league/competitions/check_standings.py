"""An outsider's standings at tables of seven, made from docs/season-export.md alone; it imports nothing of
the site. `lines_of` says what the rounds of an export come to: each line with the place that it shares."""

from collections import Counter, defaultdict
from fractions import Fraction


def lines_of(entries, rounds, rules, order):
    weights = [Fraction(each) for each in rules.get("weights", [1] * rules["best_of"])]
    results = results_of(rounds)
    own = {entry: sorted(results[entry], reverse=True) for entry in entries}
    points = {
        entry: sum(each[0] * by for each, by in zip(own[entry], weights, strict=False)) for entry in own
    }
    first = {}
    if rounds and rounds[-1]["top"]:
        before = {line["entry"]: place for line, place in lines_of(entries, rounds[:-1], rules, order)}
        top = [entry for entry in rounds[-1]["tables"][0]["seats"].values() if entry in own]
        last = {e: sum(each[0] for each in own[e] if each[3] == -rounds[-1]["round"]) for e in top}
        first = {entry: (last[entry], -before[entry]) for entry in top}
    rest = {entry: (points[entry],) for entry in own if entry not in first}
    keys = [*ranked(first, own, len(weights), order), *ranked(rest, own, len(weights), order)]
    lines = []
    for rank, (entry, key) in enumerate(keys, 1):
        counted = sorted(-each[3] for each in own[entry][: len(weights)])
        ties = dict(zip(rules["ties"][:-1], map(str, key[-6:]), strict=True))
        line = {"rank": rank, "entry": entry, "points": str(points[entry]), "counted": counted, "ties": ties}
        same = len(first) if entry not in first else 0
        lines.append((line, 1 + same + [each for _entry, each in keys[same:]].index(key)))
    return lines


def results_of(rounds):
    """By entry: score, centres, part of the top, the round (less is more), and the table, 0 for no game."""
    found = defaultdict(list)
    for each in rounds:
        for line in each["sat_out"]:
            found[line["entry"]].append((Fraction(line["score"]), 0, 0, -each["round"], 0))
        for table in each["tables"]:
            owned, is_played = table["centres"] or {}, table["how"] not in (None, "void")
            most = [power for power in owned if owned[power] == max(owned.values())]
            for power, entry in table["seats"].items() if table["how"] else ():
                tops = Fraction(power in most, len(most))
                more = (owned[power], tops) if is_played else (0, 0)
                number = table["table"] if is_played else 0
                if table["counts"][power]:
                    found[entry].append((Fraction(table["scores"][power]), *more, -each["round"], number))
    return found


def ranked(first, own, number, order):
    """The entries of `first` from the best, each with all that ranks it but for the draw."""
    keys, equal = {}, Counter(first.values())
    for entry, has in first.items():
        (other,) = [e for e in first if e != entry and first[e] == has] if equal[has] == 2 else [None]
        met = {each[4] for each in own.get(other, ())} - {0}
        games = [each[0] for each in own[entry] if each[4]] + [0, 0]
        counted, rest = own[entry][:number], own[entry][number:]
        sums = (sum(each[at] for each in counted) for at in (1, 2))
        together = sum(each[0] for each in own[entry] if each[4] in met)
        keys[entry] = (*has, together, *games[:2], *sums, rest[0][0] if rest else 0)
    by_draw = sorted(keys, key=order.index)
    return [(entry, keys[entry]) for entry in sorted(by_draw, key=keys.get, reverse=True)]
