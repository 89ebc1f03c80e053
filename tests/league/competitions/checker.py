"""An outsider's check of an export of a ladder, written from its description alone.

It imports nothing of the site. `faults_in` takes what `manage.py export_season` wrote and says, one sentence
a fault, what does not come out as the description promises.
"""

import hashlib
import hmac
import json

KINDS = ["opens", "joins", "result", "declined", "idle", "leaves", "challenge"]


def faults_in(text):
    export = json.loads(text)
    events, draws = export["events"], [draw for draw in export["draws"] if draw["secret"]]
    table, ranks, enough, counts = folded(export, events)
    promised = {
        "bytes": (text, canonical(export)),
        "format": (export["format"], 2),
        "people": people(export["entries"]),
        "rules": (export["rules_sha256"], sha256(canonical(export["rules"]).encode())),
        "costs": costs(export),
        "sequence": (events, in_order(events)),
        "ranks": ({e["challenge"]: e["ranks"] for e in events if e["kind"] == "challenge"}, ranks),
        "counts": ([event["counts"] for event in events if event["kind"] == "result"], counts),
        "table": (export["table"], table),
        "final": (export.get("final", enough), enough),
        "commitments": (
            [d["commitment"] for d in draws],
            [sha256(bytes.fromhex(d["secret"])) for d in draws],
        ),
        "draws": ([draw["order"] for draw in draws], [drawn(draw) for draw in draws]),
    }
    return [f"{what}: {said} is not {found}" for what, (said, found) in promised.items() if said != found]


def people(entries):
    """The numbers of people as told, and as they come to, counted in the order of first entries."""
    told = [each["person"] for each in entries]
    first = list(dict.fromkeys(told))
    return told, [first.index(person) + 1 for person in told]


def costs(export):
    """What declines cost as told, and as they come to: in the order of the log the first ones of a person are
    free, and each later one costs the same.
    """
    rules, persons, declined = export["rules"], {e["entry"]: e["person"] for e in export["entries"]}, {}
    told = sorted((e for e in export["events"] if e["kind"] == "declined"), key=moment)
    found = []
    for event in told:
        person = persons[event["entry"]]
        declined[person] = declined.get(person, 0) + 1
        found.append(0 if declined[person] <= rules["free_declines"] else rules["cost"])
    return [event["cost"] for event in told], found


def canonical(value):
    return json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False)


def sha256(data):
    return hashlib.sha256(data).hexdigest()


def in_order(events):
    """`events` as they count: by moment, kind and number, and a challenge directly before a result of its own
    that counts and has the same moment.
    """
    events = list(events)
    ends = {(e["at"], e["challenge"]) for e in events if e["kind"] == "result" and not e.get("superseded")}

    def place(event):
        if event["kind"] == "challenge" and (event["at"], event["challenge"]) in ends:
            return event["at"], KINDS.index("result"), event["challenge"], 0
        return *moment(event), 1

    return sorted(events, key=place)


def moment(event):
    return event["at"], KINDS.index(event["kind"]), event.get("challenge", event.get("entry", 0))


def drawn(draw):
    seed = hmac.digest(bytes.fromhex(draw["secret"]), "\n".join(draw["words"]).encode(), "sha256")
    left, order = sorted(draw["over"]), []
    while left:
        lot = hmac.digest(seed, f"{draw['label']}/{len(order) + 1}".encode(), "sha256")
        order.append(left.pop(int.from_bytes(lot[:8], "big") % len(left)))
    return order


def folded(export, events):
    """What `events` of an export come to: the table, the ranks of every challenge, the final places, and for
    whom each result counts; superseded ones, for no one.
    """
    least = export["rules"]["least_games"]
    order, ranks, score, enough, counts = [], {}, {}, {}, {}
    met, person = {}, {each["entry"]: each["person"] for each in export["entries"]}
    made = {e["challenge"]: (e["by"], e["of"]) for e in events if e["kind"] == "challenge"}
    for event in in_order(e for e in events if not e.get("superseded")):
        kind, entry, pair = event["kind"], event.get("entry"), made.get(event.get("challenge"), ())
        if kind == "opens":
            order = list(event["order"])
        elif kind == "joins":
            order.append(entry)
        elif kind == "leaves" and entry in order:
            order.remove(entry)
        elif kind in ("declined", "idle") and entry in order:
            place = order.index(entry)
            order.insert(place + event["cost"], order.pop(place))
        elif kind == "challenge":
            ranks[event["challenge"]] = [order.index(e) + 1 if e in order else None for e in pair]
        elif kind == "result":
            winner, loser, how = event["winner"], event["loser"], event["how"]
            if winner in order and loser in order:
                then = dict(zip(pair, ranks.get(event["challenge"], (0, 0)), strict=True))[loser] or 0
                target = max(order.index(loser), then - 1)
                if target < order.index(winner):
                    order.insert(target, order.pop(order.index(winner)))
            takes = counts[event["challenge"]] = []
            for side in pair if how not in ("HR-6", "void") else ():
                is_draw = winner is None and how != "ID2-5"
                what = "won" if side == winner else "drawn" if is_draw else "lost"
                score.setdefault(side, {"won": 0, "drawn": 0, "lost": 0})[what] += 1
                if side == loser and how == "HR-5":
                    continue
                if export["rules"]["format"] > 1:
                    other = person[pair[0] if side == pair[1] else pair[1]]
                    earlier = met.setdefault((side, other), [])
                    if len(earlier) == 2 or (event["early"] and (side != winner or True in earlier)):
                        continue
                    earlier.append(event["early"])
                takes.append(side)
                enough[side] = enough.get(side, 0) + 1
    lines = [(entry, score.get(entry, {"won": 0, "drawn": 0, "lost": 0})) for entry in order]
    table = [{"rank": k, "entry": e, "games": sum(s.values()), **s} for k, (e, s) in enumerate(lines, 1)]
    ranked = [entry for entry in order if enough.get(entry, 0) >= least]
    final = [{"place": place, "entry": entry} for place, entry in enumerate(ranked, 1)]
    results = [event for event in events if event["kind"] == "result"]
    told = [[] if e.get("superseded") else counts[e["challenge"]] for e in results]
    return table, ranks, final, told
