"""An outsider's scoring of games for seven, made from docs/season-export.md alone; it imports nothing of the
site. `scores_of` takes an export's rules and one of its tables that is over."""

from fractions import Fraction

FREE = {
    "places": ["38", "14", "7", "0", "0", "0", "0"],
    "place_ties": "shared",
    "centre": "1",
    "survival": "1",
}
FREE |= {"lead": "0", "solo": "100", "lost": "0", "dead_by_year": False}
PLACES = {
    "c-diplo": (38, 14, 7, 0, 0, 0, 0),
    "dixie": (270, 70, 50, 34, 20, 10, 0),
    "carnage-2023": (7000, 6000, 5000, 4000, 3000, 2000, 1000),
}
SOLOS = {"c-diplo-73": (73, 1), "c-diplo-100": (100, 0), "c-diplo-namur": (85, 0), "squares": (100, 0)}
SOLOS |= {"draw-size": (100, 0), "carnage-2023": (28034, 0), "open-tribute": (340, 0)}


def scores_of(rules, table):
    system, owned, out = rules["scoring"], table["centres"], table["out"]
    if table["how"] == "void":
        return dict.fromkeys(owned, "0" if table["silent"] else str(Fraction(rules["sit_out"])))
    free = FREE | rules.get("free", {})
    most, second, *_rest = sorted(owned.values(), reverse=True)
    first = [power for power in owned if owned[power] == most]
    solo = first[0] if most >= 18 else None
    sharing = set(table["sharing"])
    years = {power: (owned[power], out.get(power, 0)) for power in owned}
    if solo and system not in ("dixie", "bangkok-2020"):
        won, lost = SOLOS.get(system) or (free["solo"], free["lost"])
        return {power: str(Fraction(won if power == solo else lost)) for power in owned}
    if system.startswith("c-diplo"):
        place, worth = placed(owned, PLACES["c-diplo"]), dict(enumerate(range(35)))
        if system == "c-diplo-namur":
            worth |= dict(enumerate((0, 5, 9, 12, 14, 16, *range(18, 47))))
        found = {p: 1 + worth[owned[p]] + place[p] for p in owned}
    elif system == "squares":
        whole = sum(each**2 for each in owned.values())
        found = {p: Fraction(100 * owned[p] ** 2, whole) for p in owned}
    elif system == "draw-size":
        found = {p: Fraction(100, len(sharing)) if p in sharing else 0 for p in owned}
    elif system == "dixie":
        place = placed({p: (2,) if p in sharing else (1, years[p]) for p in owned}, PLACES["dixie"])
        found = {p: 4 * owned[p] + place[p] for p in owned}
    elif system == "carnage-2023":
        place = placed(years, PLACES["carnage-2023"])
        found = {p: owned[p] + place[p] + 300 * (most - second) * (p in first) for p in owned}
    elif system == "open-tribute":
        paid = Fraction(sum(most - each for each in owned.values()), len(first) ** 2)
        tribute = {p: paid if p in first else owned[p] - most for p in owned}
        found = {p: 34 + 3 * owned[p] + tribute[p] if owned[p] else 0 for p in owned}
    elif system == "bangkok-2020":
        parts = {p: max(3 - (most - owned[p]), 0) for p in owned}
        alive = {p: 3 if owned[p] else Fraction(3, 10) * (out[p] - 1900) for p in owned}
        found = {p: owned[p] + Fraction(12 * parts[p], sum(parts.values())) + alive[p] for p in owned}
        if solo:
            found = {p: 41 if p == solo else Fraction(owned[p], 2) for p in owned}
    else:
        points, share = map(Fraction, free["places"]), min if free["place_ties"] == "lower" else mean
        place = placed(years if free["dead_by_year"] else owned, [*points], share)
        centre, survival, lead = (Fraction(free[name]) for name in ("centre", "survival", "lead"))
        gap = (most - second) * lead
        found = {
            p: place[p] + centre * owned[p] + survival * (owned[p] > 0) + gap * (p in first) for p in owned
        }
    return {power: str(Fraction(score)) for power, score in found.items()}


def mean(points):
    return Fraction(sum(points), len(points))


def placed(standing, points, share=mean):
    """Points by place: the greater in `standing`, the better; equals share those of their places."""
    order = sorted(standing.values(), reverse=True)
    ends = {each: (order.index(each), order.index(each) + order.count(each)) for each in order}
    return {power: share(points[slice(*ends[each])]) for power, each in standing.items()}
