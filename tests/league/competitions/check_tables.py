"""An outsider's check of an export of tables of seven, made from docs/season-export.md alone; it imports
nothing of the site. `faults_in` says, one sentence a fault, what does not come out as that page promises."""

import hashlib
import json

from tests.league.competitions.check_drawing import POWERS, drawing_of
from tests.league.competitions.check_groups import drawn
from tests.league.competitions.check_scores import scores_of
from tests.league.competitions.check_standings import lines_of


def faults_in(export):
    rules, rounds, began = export["rules"], export["rounds"], export["began"]
    draws = {draw["label"]: draw for draw in export["draws"] if draw["secret"]}
    words, ties = (draws["ties"]["words"], draws["ties"]["order"]) if "ties" in draws else ([], [])
    made = [drawn(**draw | {"words": words, "over": draw["over"] or []}) for draw in draws.values()]
    tables = [table for each in rounds for table in each["tables"]]
    over = [table for table in tables if table["how"]]
    states = {each["entry"]: each["state"] for each in export["entries"]}
    order = ties + [entry for entry in began if entry not in ties]
    sent = {entry for entry in began if states[entry] == "disqualified"}
    lines = lines_of({*began} - sent, rounds, rules, order)
    stay = {*began} - sent | played_on(sent, lines_of({*began}, rounds, rules, order), rounds)
    final = [{"place": p, "entry": line["entry"]} for line, p in lines_of(stay, rounds, rules, order)]
    final.sort(key=lambda line: (line["place"], line["entry"]))
    canonical = json.dumps(rules, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    promised = {
        "kind": ((export["kind"], export["events"]), ("tables", [])),
        "rules": (export["rules_sha256"], hashlib.sha256(canonical.encode()).hexdigest()),
        "draws": ([(each["commitment"], each["order"] or []) for each in draws.values()], made),
        "words": (len(words), len(ties)),
        "rounds": ([each["round"] for each in rounds], [*range(1, len(rounds) + 1)][: rules["rounds"]]),
        "numbers": ([table["table"] for table in tables], [*range(1, len(tables) + 1)]),
        "ends": ([n for n in tables if not is_right(n, rules)], []),
        "scores": ([each["scores"] for each in over], [scores_of(rules, each) for each in over]),
        "table": (export["table"], [line for line, _place in lines]),
        "final": (export.get("final", final), final),
    }
    for at, each in enumerate(rounds):
        standing = lines_of({*began} - sent | sent & {*each["checked_in"]}, rounds[:at], rules, order)
        standing = [line["entry"] for line, _place in standing]
        drawing = drawing_of(each, rounds[:at], export, draws.get(f"round {each['round']}"), words, standing)
        promised |= {f"{what} {each['round']}": two for what, two in drawing.items()}
    return [f"{what}: {said} is not {found}" for what, (said, found) in promised.items() if said != found]


def played_on(sent, lines, rounds):
    """Those of `sent` of whom others held, for a year or more, a seat of a counted round."""
    counted = {line["entry"]: line["counted"] for line, _place in lines}
    seats = [(r["round"], t, p, e) for r in rounds for t in r["tables"] for p, e in t["seats"].items()]
    return {
        entry
        for number, table, power, entry in seats
        if entry in sent and table["counts"][power] and number in counted[entry]
        for each in table["tenures"].get(power, ())
        if each["years"] and each["entry"] not in (None, entry)
    }


def is_right(table, rules):
    """Whether a table says how it ended as it can end, or nothing of that while it is played."""
    ends = [table[name] for name in ("centres", "out", "sharing", "scores")]
    if table["how"] is None:
        return ends == [None] * 4 and not (table["solo"] or table["silent"] or table["provisional"])
    owned, sharing = table["centres"], set(table["sharing"])
    alive = {power for power, number in owned.items() if number}
    solo = [power for power, number in owned.items() if number >= 18]
    return (
        [sorted(owned), sorted(table["out"])] == [POWERS, sorted({*POWERS} - alive)]
        and (0 < sum(owned.values()) <= 34 and [table["solo"]] == (solo or [None]))
        and (sharing == set(solo) if solo else set() < sharing <= {*POWERS})
        and (table["how"] == "void" or not table["silent"])
        and all(1901 <= year <= rules["settings"]["last_year"] for year in table["out"].values())
    )
