"""An outsider's check of one round of an export of tables of seven, made from docs/season-export.md alone; it
imports nothing of the site. `drawing_of` gives, by name, what the round says and what comes out."""

from collections import Counter
from fractions import Fraction
from itertools import combinations

from tests.league.competitions.check_groups import drawn

POWERS = ["AUSTRIA", "ENGLAND", "FRANCE", "GERMANY", "ITALY", "RUSSIA", "TURKEY"]
BORDERS = {tuple(each) for each in ["AG", "AI", "AR", "AT", "EF", "EG", "ER", "FG", "FI", "GR", "IT", "RT"]}
PAIRS = list(combinations(range(7), 2))


def drawing_of(told, before, export, draw, words, standing):
    number, here, rules, again = told["round"], told["checked_in"], export["rules"], told["again"]
    is_last = len(before) + 1 == len(export["rounds"])
    if draw is None:
        return {"a draw for": (number, None)}
    if len(here) < 7:
        return {"small": ([told["tables"], told["sat_out"], told["cost"], is_last], [[], [], None, True])}
    order = drawn(**draw | {"label": f"round {number}" + f" again {again}" * bool(again), "words": words})[1]
    over, tables = sorted(here + told["standbys"]), told["tables"]
    if over != [entry for entry in draw["over"] if not again or entry in over]:
        return {"over": (over, draw["over"])}
    seats = [[table["seats"][power] for power in POWERS] for table in tables]
    shown = [{name: each[name] for name in ("table", "seats", "counts")} for each in tables]
    row, apart, is_moved = logged(number, export["log"])
    is_final = rules["final"] and number == rules["rounds"]
    best = [entry for entry in standing if entry in here][: 7 * is_final]
    rest = [entry for entry in here if entry not in best]
    fill = (told["standbys"] + told["volunteers"] * (not is_final))[: -len(rest) % 7]
    fill = fill if len(fill) == -len(rest) % 7 else []
    sat = Counter(line["entry"] for each in before for line in each["sat_out"])
    turns = sorted(rest, key=lambda entry: (sat[entry], order.index(entry)))
    out = sorted(turns[: len(rest) % 7 * (not fill)])
    due = seats
    if is_final and not is_moved:
        others = [entry for entry in standing if entry in rest and entry not in out] + fill
        sevens = [sorted(others[at : at + 7], key=order.index) for at in range(0, len(others), 7)]
        due = [dealt(best, told["rankings"], order), *sevens]
    elif is_final:
        out = [line["entry"] for line in told["sat_out"]]
    return {
        "top": (told["top"], is_final),
        "powers": ([p for each in tables for p in sorted(each["seats"])], POWERS * len(tables)),
        "seats": (
            Counter(entry for table in seats for entry in table),
            Counter(here) - Counter(out) + Counter(fill),
        ),
        "twice at a table": ([table for table in seats if len({*table}) < 7], []),
        "second seats": (sorted(aside_at(tables)), sorted(fill)),
        "by standing": (seats, due),
        "sat out": (told["sat_out"], [{"entry": e, "score": str(Fraction(rules["sit_out"]))} for e in out]),
        "apart": (told["apart"], apart),
        "cost": (told["cost"], cost_of(seats, before, {tuple(pair) for pair in told["apart"]})),
        "as logged": ([row[name] for name in ("tables", "cost", "again")], [shown, told["cost"], again]),
    }


def logged(number, log):
    """The last drawing of a round, the pairs kept apart then, and whether the best may be others now."""
    rows = [at for at, each in enumerate(log) if each["kind"] == "drawn" and each["round"] == number]
    last = rows[-1] if rows else len(log)
    pairs = [each["pairs"] for each in log[:last] if each["kind"] == "apart"]
    row = log[last] if rows else dict.fromkeys(("tables", "cost", "again"))
    return row, (pairs or [[]])[-1], "swapped" in row or any(each["kind"] == "ruled" for each in log[last:])


def aside_at(tables):
    return [entry for each in tables for power, entry in each["seats"].items() if not each["counts"][power]]


def dealt(best, rankings, order):
    """The best placed chooses first; who wants nothing that is left has the rest as it is drawn."""
    has = {}
    for entry in best:
        wanted = [power for power in rankings.get(str(entry), []) if power not in has]
        has |= dict.fromkeys(wanted[:1], entry)
    free = [power for power in POWERS if power not in has]
    left = sorted(set(best) - set(has.values()), key=order.index)
    has |= dict(zip(free, left, strict=True))
    return [has[power] for power in POWERS]


def cost_of(seats, before, apart):
    past, cost = Counter(), [0, 0, 0, 0]
    earlier = [[table["seats"][power] for power in POWERS] for each in before for table in each["tables"]]
    for at, table in enumerate(earlier + seats):
        met = [(tuple(sorted((table[a], table[b]))), (POWERS[a][0], POWERS[b][0])) for a, b in PAIRS]
        near = [("near", pair) for pair, letters in met if letters in BORDERS]
        had = list(enumerate(table))
        if at >= len(earlier):
            cost[0] += sum(pair in apart for pair, _letters in met)
            cost[1] += sum(past[pair] ** 2 for pair, _letters in met)
            cost[2] += sum(past["had", each] for each in had)
            cost[3] += sum(past[each] for each in near)
        past.update([pair for pair, _letters in met] + near + [("had", each) for each in had])
    return cost
