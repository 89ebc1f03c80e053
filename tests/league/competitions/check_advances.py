"""The part of an outsider's check of a knock-out that asks of one pairing whether who goes on may
(docs/season-export.md, Elimination, made from that page alone; rulings are believed)."""

GONE, DECIDED = (None, "withdrawn", "removed", "disqualified"), ("measure", "draw")
PLAYED, UNDECIDED = ("game", "forfeit", "ruling", *DECIDED), ("draw", "ID2-5")
GIVEN_UP = ("HR-4", "ID-19", "HR-5")


def is_right(number, pairs, two, size, export, states):
    """Whether what is told of a pairing, its replay last, fits `two`, who stand on its sides."""
    end, on, by = pairs[-1], pairs[-1]["advanced"], pairs[-1]["by"]
    ruled = {row["pairing"] for row in export["log"] if row["kind"] == "ruled"}
    lots = {draw["label"]: draw["order"] for draw in export["draws"]}
    others, is_bye = [states[entry] for entry in two if entry != on], number <= size // 2 and None in two
    is_away, is_ruled = all(state in GONE for state in others), number + size * (len(pairs) - 1) in ruled
    is_due = export["rules"]["replay"] and len(pairs) == 1 and end["how"] in UNDECIDED and not is_ruled
    is_without = end["game"] is None or is_due or is_ruled
    is_again = len(pairs) == 2 and pairs[0]["by"] is None and (number in ruled or not pairs[0]["winner"])
    letter, better = measured([pair for pair in pairs if pair["missed"]])
    may = {
        None: "final" not in export,
        "bye": is_without and is_bye,
        "walkover": is_without and is_away and not is_bye,
        "nobody": end["silent"] or (is_without and is_away) or {*others} == {"disqualified"},
        "game": is_ruled or (end["winner"] == on and end["how"] not in GIVEN_UP),
        "forfeit": is_ruled or (end["winner"] == on and end["how"] in GIVEN_UP),
        "ruling": is_ruled or end["how"] == "void" or "disqualified" in others,
        "measure": not is_due and letter < "f" and on == two[better],
        "draw": not is_due and letter == "f" and on == (lots.get(f"advance {number}") or [None])[0],
    }
    told = (end["measure"], on is None, bool(end["silent"] and by))
    found = (
        letter if by in DECIDED else None,
        by in (None, "nobody"),
        bool(end["silent"] and by == "nobody"),
    )
    return may[by] and told == found and (on is None or on in two) and (len(pairs) == 1 or is_again)


def is_measured(pair, end):
    """Whether the measures of a game have to be told; `end` is the last pair of its pairing."""
    return bool((pair["how"] and not pair["winner"] and not pair["silent"]) or end["by"] in DECIDED)


def measured(games):
    """The letter of HR-13 that decides, and the side (0 or 1) that has more."""
    for letter in "abcde":
        one, two = (sum(of(game, side)[letter] for game in games) for side in (0, 1))
        if one != two:
            return letter, int(one < two)
    return "f", 0


def of(game, side):
    home = [two[side] for _year, two in sorted(game["home"].items())]
    last = {"a": home[-1], "b": game["treasury"][side], "d": game["commanded"][side]} if home else {}
    return dict.fromkeys("abd", 0) | last | {"c": sum(home), "e": -game["missed"][side]}
