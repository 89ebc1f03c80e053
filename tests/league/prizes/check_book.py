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
    book, last, balances = json.loads(text), "", Counter()
    for number, booking in enumerate(book["bookings"], start=1):
        content = booking["content"]
        if (content["number"], content["previous"], content["book"]) != (number, last, book["book"]):
            raise ValueError(f"booking {number} does not follow the one before it")
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
    return last, said


if __name__ == "__main__":
    print(*check(open(sys.argv[1], encoding="utf-8").read()), sep="\n")  # noqa: SIM115
