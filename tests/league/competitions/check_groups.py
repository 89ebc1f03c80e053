"""An outsider's check of a round robin's export, made from docs/season-export.md alone; it imports nothing
of the site. `faults_in` says, one sentence a fault, what does not come out as that page promises."""

import hashlib
import hmac
import json
from fractions import Fraction
from itertools import combinations


def faults_in(export):
    draws = [draw for draw in export["draws"] if draw["secret"]]
    order = next((draw["order"] for draw in draws if draw["label"] == "ties"), [])
    pairs = [pair for each in export["rounds"] for pair in each["pairs"]]
    states = {each["entry"]: each["state"] for each in export["entries"]}
    out = [entry for entry in order if states[entry] in ("withdrawn", "removed", "disqualified")]
    left = {each["entry"]: each for each in export["log"] if each["kind"] == "leaves"}
    early = {each: 2 * left[each]["ended"] < len(order) - 1 if each in left else None for each in out}
    annulled = [p["pairing"] for p in pairs if early.get(p["a"]) or early.get(p["b"])]
    nobody = ("draw", "ID2-5", "void", "annulled", None)
    winners = [p["winner"] in ((None,) if p["how"] in nobody else (p["a"], p["b"])) for p in pairs]
    rules = json.dumps(export["rules"], sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    table = table_of(order, out, pairs, export["rules"]["ties"])
    final = [{"place": line["rank"], "entry": line["entry"]} for line in table]
    promised = {
        "kind": ((export["kind"], export["events"]), ("groups", [])),
        "rules": (export["rules_sha256"], hashlib.sha256(rules.encode()).hexdigest()),
        "draws": ([(draw["commitment"], draw["order"]) for draw in draws], [drawn(**draw) for draw in draws]),
        "numbers": ([p["pairing"] for p in pairs], list(range(1, len(pairs) + 1))),
        "pairs": (sorted((p["a"], p["b"]) for p in pairs), list(combinations(sorted(order), 2))),
        "winners": (winners, [True] * len(pairs)),
        "leavers": ({entry: leaves["annuls"] for entry, leaves in left.items()}, early),
        "annulled": ([p["pairing"] for p in pairs if p["how"] == "annulled"], annulled),
        "table": (export["table"], table),
        "final": (export.get("final", final), final),
    }
    return [f"{what}: {said} is not {found}" for what, (said, found) in promised.items() if said != found]


def drawn(label, secret, words, over, **_rest):
    seed, left = hmac.digest(bytes.fromhex(secret), "\n".join(words).encode(), "sha256"), sorted(over)
    lots = [hmac.digest(seed, f"{label}/{place}".encode(), "sha256") for place in range(1, len(over) + 1)]
    order = [left.pop(int.from_bytes(lot[:8], "big") % len(left)) for lot in lots]
    return hashlib.sha256(bytes.fromhex(secret)).hexdigest(), order


def table_of(order, out, pairs, chain):
    ways = [(p, x, y) for p in pairs for x, y in ("ab", "ba")]
    got = {(p[x], p[y]): Fraction(p["how"] == "draw", 2) + (p["winner"] == p[x]) for p, x, y in ways}
    points = {one: sum(got.get((one, two), 0) for two in order) for one in order}
    keys = {one: [points[one]] for one in order if one not in out}
    for name in chain:
        equal = {one: [two for two in keys if keys[two] == keys[one]] for one in keys}
        for one in keys:
            direct = sum(got.get((one, two), 0) for two in equal[one])
            sonneborn = sum(got.get((one, two), 0) * points[two] for two in order)
            keys[one].append({"direct": direct, "sonneborn": sonneborn, "draw": -order.index(one)}[name])
    lines = [(one, list(map(str, keys[one]))) for one in sorted(keys, key=keys.get, reverse=True)]
    ties = [dict(zip(chain[:-1], told[1:], strict=False)) for _one, told in lines]
    return [{"rank": k, "entry": e, "points": t[0], "ties": ties[k - 1]} for k, (e, t) in enumerate(lines, 1)]
