"""An outsider's check of a knock-out's export, made from docs/season-export.md alone; it imports nothing
of the site. `faults_in` says, one sentence a fault, what does not come out as that page promises."""

import hashlib
import json
from collections import defaultdict

from tests.league.competitions.check_advances import GONE, PLAYED, is_measured, is_right
from tests.league.competitions.check_groups import drawn


def faults_in(export):
    seeds, draws = export["seeds"], [draw for draw in export["draws"] if draw["secret"]]
    states = {None: None} | {each["entry"]: each["state"] for each in export["entries"]}
    over, words = next(((d["order"], d["words"]) for d in draws if d["label"] in ("seeds", "ties")), ([], []))
    made = [drawn(**draw | {"words": words, "over": draw["over"] or []}) for draw in draws]
    ratings = {each["entry"]: -each["rating"] for each in export["seeded_by"]}
    is_by_hand = export["rules"]["seeding"] == "hand"
    due = list(
        zip(seeds if is_by_hand else sorted(over, key=lambda e: ratings.get(e, 0)), seeds, strict=False)
    )
    missing = [entry for entry in over if entry not in seeds and states[entry] not in GONE]
    pairs = [pair for each in export["rounds"] for pair in each["pairs"]]
    told = defaultdict(lambda: [dict.fromkeys(pairs[0])])
    told |= {p["pairing"]: [each for each in pairs if each["pairing"] == p["pairing"]] for p in pairs}
    rounds, size = bracket(seeds, export["rules"]["third_place"], told) if pairs else ([], 0)
    sides = {number: two for each in rounds for number, two in each.items()}
    numbers = [[number for number in each for _pair in told[number]] for each in rounds]
    table, final = lines_of(seeds, rounds, size, told, states)
    canonical = json.dumps(export["rules"], sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    promised = {
        "kind": ((export["kind"], export["events"]), ("elimination", [])),
        "rules": (export["rules_sha256"], hashlib.sha256(canonical.encode()).hexdigest()),
        "draws": ([(draw["commitment"], draw["order"] or []) for draw in draws], made),
        "seeds": (seeds, [new if states[old] in GONE and new not in over else old for old, new in due]),
        "entrants": ([len(seeds), len({*seeds}), missing], [len(over), len(over), []]),
        "numbers": ([[pair["pairing"] for pair in each["pairs"]] for each in export["rounds"]], numbers),
        "sides": ([(p["a"], p["b"]) for p in pairs], [sides.get(p["pairing"]) for p in pairs]),
        "decided": ([n for n in sides if not is_right(n, told[n], sides[n], size, export, states)], []),
        "measures": (
            [bool(p["missed"]) for p in pairs],
            [is_measured(p, told[p["pairing"]][-1]) for p in pairs],
        ),
        "table": (export["table"], table),
        "final": (export.get("final", final), final),
    }
    return [f"{what}: {said} is not {found}" for what, (said, found) in promised.items() if said != found]


def bracket(seeds, has_third, told):
    places, rounds = [1], []
    while len(places) < len(seeds):
        places = [seed for each in places for seed in (each, 2 * len(places) + 1 - each)]
    row = [seeds[seed - 1] if seed <= len(seeds) else None for seed in places]
    while len(row) > 1:
        rounds.append(dict(enumerate(zip(row[::2], row[1::2], strict=True), len(places) - len(row) + 1)))
        row = [told[number][-1]["advanced"] for number in rounds[-1]]
    if has_third:
        ends = [(told[number][-1], two) for number, two in rounds[-2].items()]
        lost = [
            [each for each in two if end["by"] in PLAYED and each != end["advanced"]] for end, two in ends
        ]
        rounds[-1][len(places)] = tuple(each[0] if each else None for each in lost)
    return rounds, len(places)


def lines_of(seeds, rounds, size, told, states):
    stood = {
        e: (k, told[n][-1]) for k, each in enumerate(rounds, 1) for n in each if n < size for e in each[n]
    }
    out = {e: end["advanced"] != e if end["by"] else states[e] in GONE for e, (_k, end) in stood.items()}
    table, final = [], []
    for seed, entry in enumerate(seeds if rounds else [], 1):
        k, end = stood[entry]
        is_sent, first = states[entry] == "disqualified", (size >> k) + 1
        worst = min(2 * first - 2, len(seeds))
        silent = [e for e in out if stood[e][0] == k and stood[e][1]["silent"]]
        beaten = sum(out[e] and e not in silent for e in seeds if stood[e][0] == k)
        place = (first, min(first + beaten - 1, worst)) if silent else (first, worst)
        if end["silent"]:
            place = (min(first + beaten, worst), worst)
        if size in rounds[-1] and k == len(rounds) - 1:
            place = (3, 3) if told[size][-1]["advanced"] == entry else (min(4, worst),) * 2
        place = place if out[entry] else (1, 1)
        table.append({"entry": entry, "seed": seed, "round": k, "out": out[entry] or is_sent})
        final += [] if is_sent else [(*place, entry)]
    return table, [{"place": p, "last": last, "entry": e} for p, last, e in sorted(final)]
