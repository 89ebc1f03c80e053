"""Checks a season's book from its public file alone: `python check_book.py book.json`."""

import hashlib
import json
import sys
from collections import Counter


def hash_of(value):
    text = json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    return hashlib.sha256(text.encode()).hexdigest()


def check(text):
    """The last booking's hash, and each balance by account and holder. Raises ValueError if it is wrong."""
    book, balances = json.loads(text), Counter()
    last, named = check_charter(book)
    for number, booking in enumerate(book["bookings"], start=1):
        content = booking["content"]
        if (content["number"], content["previous"], content["book"]) != (number, last, book["book"]):
            raise ValueError(f"booking {number} does not follow the one before it")
        named |= {(each["holder"], each["kind"], each["name"]) for each in content.get("holders", ())}
        if hash_of(content) != booking["sha256"]:
            raise ValueError(f"booking {number} is not what its hash says")
        last, by_holder = booking["sha256"], Counter()
        for account, holder, amount in content["legs"]:
            balances[account, holder] += amount
            by_holder[holder] += amount
        if len(content["legs"]) < 2 or any(by_holder.values()):
            raise ValueError(f"booking {number} does not balance")
    said = {(each["account"], each["holder"]): each["balance"] for each in book["balances"]}
    if said != dict(balances) or last != book["last"] or sum(balances.values()):
        raise ValueError("the end is not what the bookings come to")
    if named != {(each["holder"], each["kind"], each["name"]) for each in book["holders"]}:
        raise ValueError("its holders are not those of the charter and of the bookings that added some")
    return (last if book["bookings"] else ""), said


def check_charter(book):
    """What the first booking follows, and the holders that the charter names. In books of earlier releases
    the first booking follows nothing: the statement shows since when the charter's hash is known.
    """
    charter = book["charter"]
    if hash_of(charter) != book["charter_sha256"]:
        raise ValueError("the charter is not what its hash says")
    for name in ("book", "season", "currency", "opened_at", "rules_sha256"):
        if charter[name] != book[name]:
            raise ValueError(f"the charter has another {name}")
    first = book["bookings"][0]["content"]["previous"] if book["bookings"] else ""
    named = {(each["holder"], each["kind"], each["name"]) for each in charter["holders"]}
    return (book["charter_sha256"] if first else ""), named


if __name__ == "__main__":
    print(*check(open(sys.argv[1], encoding="utf-8").read()), sep="\n")  # noqa: SIM115
