"""An outsider's check of an export of a competition, written from its description alone.

It imports nothing of the site. `faults_in` takes what `manage.py export_season` wrote and says, one
sentence a fault, what does not come out as the description promises.
"""

import hashlib
import hmac
import json

KINDS = ["opens", "joins", "result", "declined", "idle", "leaves", "challenge"]


def faults_in(text: str) -> list[str]:
    export = json.loads(text)
    promised = {
        "bytes": (text, canonical(export)),
        "rules": (export["rules_sha256"], hashlib.sha256(canonical(export["rules"]).encode()).hexdigest()),
        "sequence": (export["events"], sorted(export["events"], key=moment)),
        "table": (export["table"], table(export["events"])),
    }
    for draw in export["draws"]:
        if draw["secret"]:
            secret = bytes.fromhex(draw["secret"])
            promised[f"commitment of {draw['label']}"] = (
                draw["commitment"],
                hashlib.sha256(secret).hexdigest(),
            )
            promised[f"draw {draw['label']}"] = (draw["order"], drawn(secret, draw))
    return [f"{what}: {said} is not {found}" for what, (said, found) in promised.items() if said != found]


def canonical(value):
    return json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False)


def moment(event):
    return event["at"], KINDS.index(event["kind"]), event.get("challenge", event.get("entry", 0))


def drawn(secret, draw):
    seed, left, order = (
        hmac.digest(secret, "\n".join(draw["words"]).encode(), "sha256"),
        sorted(draw["over"]),
        [],
    )
    while left:
        lot = hmac.digest(seed, f"{draw['label']}/{len(order) + 1}".encode(), "sha256")
        order.append(left.pop(int.from_bytes(lot[:8], "big") % len(left)))
    return order


def table(events):
    order, made = [], {event["challenge"]: event for event in events if event["kind"] == "challenge"}
    score = {}
    for event in (event for event in events if not event.get("superseded")):
        kind, entry = event["kind"], event.get("entry")
        if kind == "opens":
            order = list(event["order"])
        elif kind == "joins":
            order.append(entry)
        elif kind == "leaves":
            order.remove(entry)
        elif kind in ("declined", "idle") and entry in order:
            place = order.index(entry)
            order.insert(place + event["cost"], order.pop(place))
        elif kind == "result":
            pair = made[event["challenge"]]["by"], made[event["challenge"]]["of"]
            winner, loser = event["winner"], event["loser"]
            if winner in order and loser in order:
                then = made[event["challenge"]]["ranks"][pair.index(loser)]
                target = max(order.index(loser), then - 1)
                if target < order.index(winner):
                    order.insert(target, order.pop(order.index(winner)))
            for side in pair if event["how"] != "void" else ():
                won = "won" if side == winner else "drawn" if event["how"] == "draw" else "lost"
                score.setdefault(side, {"won": 0, "drawn": 0, "lost": 0})[won] += 1
    nothing = {"won": 0, "drawn": 0, "lost": 0}
    lines = [(entry, score.get(entry, nothing)) for entry in order]
    return [{"rank": k, "entry": e, "games": sum(s.values()), **s} for k, (e, s) in enumerate(lines, 1)]
