"""The scoring systems of the hobby, each a pure function of how a game ended. Fractions are exact.

Who has more units, as a record counts, is never asked.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Final

from league.competitions.tables.ended import Ended, Scores, by_place


@dataclass(frozen=True, slots=True)
class Formula:
    """How a system scores, in signs: `rule`, and after a solo `solo` for the winner, `lost` for the others.

    S: own centres; T: the most, n: how many have T, T2: the next of the seven; k: how many share the game;
    Y: the year out; [condition]: 1 if it holds, else 0; Σ: over all seven. P(a, b, …): points by place, 0
    after the last; equals share. The dead are equal in P; in Py the later out stands better; in Pk that too,
    and the first k are equal.
    """

    rule: str
    solo: str
    lost: str


@dataclass(frozen=True, slots=True)
class Scoring:
    """A system: its key in rules and exports, its name in the hobby, formula, a board to show, source.

    `reads_votes`: whether a draw by vote changes scores, so that games may have one.
    """

    key: str
    name: str
    formula: Formula
    example: Ended
    source: str
    scores: Callable[[Ended], Scores]
    reads_votes: bool = False


def example(*centres: int, out: tuple[int, ...] = ()) -> Ended:
    """Seven powers by their letters; `out`: the years of those without a centre, in the same order."""
    owned = dict(zip("AEFGIRT", centres, strict=True))
    dead = [power for power, number in owned.items() if not number]
    return Ended(owned, dict(zip(dead, out, strict=True)))


def _after_solo(ended: Ended, solo: int, lost: int = 0) -> Scores:
    return {power: Fraction(solo if power == ended.solo else lost) for power in ended.centres}


def _each(ended: Ended, score: Callable[[str, int], Fraction | int]) -> Scores:
    return {power: Fraction(score(power, owned)) for power, owned in ended.centres.items()}


def _c_diplo(solo: int, lost: int, centre: Callable[[int], int]) -> Callable[[Ended], Scores]:
    def scores(ended: Ended) -> Scores:
        if ended.solo:
            return _after_solo(ended, solo, lost)
        place = by_place(ended.centres, (38, 14, 7))
        return _each(ended, lambda power, owned: 1 + centre(owned) + place[power])

    return scores


NAMUR: Final = (0, 5, 9, 12, 14, 16, 18)


def namur(owned: int) -> int:
    """What centres are worth in Namur: the first ones more."""
    return NAMUR[owned] if owned < len(NAMUR) else 12 + owned


def squares(ended: Ended) -> Scores:
    if ended.solo:
        return _after_solo(ended, 100)
    whole = sum(owned**2 for owned in ended.centres.values())
    return _each(ended, lambda power, owned: Fraction(100 * owned**2, whole))


def draw_size(ended: Ended) -> Scores:
    share = Fraction(100, len(ended.sharers))
    return _each(ended, lambda power, owned: share * (power in ended.sharers))


DIXIE: Final = (270, 70, 50, 34, 20, 10, 0)


def dixie(ended: Ended) -> Scores:
    """Who shares splits the first places, who wins alone has the first one; the others follow by centres."""
    standing = {
        power: (1, 0, 0) if power in ended.sharers else (0, *behind)
        for power, behind in ended.by_year().items()
    }
    place = by_place(standing, DIXIE)
    return _each(ended, lambda power, owned: 4 * owned + place[power])


CARNAGE: Final = (7000, 6000, 5000, 4000, 3000, 2000, 1000)


def carnage(ended: Ended) -> Scores:
    if ended.solo:
        return _after_solo(ended, 28034)
    place = by_place(ended.by_year(), CARNAGE)
    return _each(ended, lambda power, owned: owned + place[power] + 300 * ended.lead * (owned == ended.most))


def open_tribute(ended: Ended) -> Scores:
    """Each survivor pays the top a point for each centre between them; the dead pay it too."""
    if ended.solo:
        return _after_solo(ended, 340)
    paid = sum(ended.most - owned for owned in ended.centres.values())
    tribute = Fraction(paid, len(ended.at_the_top) ** 2)

    def score(power: str, owned: int) -> Fraction | int:
        if power in ended.at_the_top:
            return 34 + 3 * owned + tribute
        return 34 + 3 * owned - (ended.most - owned) if owned else 0

    return _each(ended, score)


def shares_of_the_lead(centres: Mapping[str, int]) -> dict[str, Fraction]:
    """Bangkok's twelve points, shared 3 : 2 : 1 by those with the most centres, one less and two less."""
    most = max(centres.values())
    parts = {power: max(3 - (most - owned), 0) for power, owned in centres.items()}
    return {power: Fraction(12 * part, sum(parts.values())) for power, part in parts.items()}


def bangkok(ended: Ended) -> Scores:
    if ended.solo:
        return _each(ended, lambda power, owned: 41 if power == ended.solo else Fraction(owned, 2))
    shares = shares_of_the_lead(ended.centres)

    def score(power: str, owned: int) -> Fraction:
        return owned + shares[power] + (3 if owned else Fraction(3 * (ended.out[power] - 1900), 10))

    return _each(ended, score)


_LONG: Final = example(9, 7, 7, 4, 4, 3, 0, out=(1905,))
_WIDE: Final = example(9, 7, 5, 5, 4, 3, 1)
_TIED: Final = example(8, 8, 7, 6, 4, 1, 0, out=(1905,))
_HIGH: Final = example(14, 7, 6, 4, 3, 0, 0, out=(1906, 1904))

SYSTEMS: Final[Mapping[str, Scoring]] = {
    each.key: each
    for each in (
        Scoring(
            "c-diplo-73",
            "C-Diplo 73",
            Formula("1 + S + P(38, 14, 7)", "73", "1"),
            example(11, 8, 8, 3, 3, 1, 0, out=(1905,)),
            "EDC, rules at diplomacy.no/ftf/edcrules.htm",
            _c_diplo(73, 1, lambda owned: owned),
        ),
        Scoring(
            "c-diplo-100",
            "C-Diplo 100",
            Formula("1 + S + P(38, 14, 7)", "100", "0"),
            _LONG,
            "World Diplomacy Database, id_scoring=5",
            _c_diplo(100, 0, lambda owned: owned),
        ),
        Scoring(
            "c-diplo-namur",
            "C-Diplo Namur",
            Formula("1 + t(S) + P(38, 14, 7); t(0…6) = 0, 5, 9, 12, 14, 16, 18; t(S) = 12 + S", "85", "0"),
            _WIDE,
            "dipvis, cdiplo_namur.py",
            _c_diplo(85, 0, namur),
        ),
        Scoring(
            "squares",
            "Sum of squares",
            Formula("100 S² / ΣS²", "100", "0"),
            _LONG,
            "DAANZ, sc-squares; World Diplomacy Database, id_scoring=36",
            squares,
        ),
        Scoring(
            "draw-size",
            "Draw size",
            Formula("100 / k", "100", "0"),
            _HIGH,
            "dipvis",
            draw_size,
            reads_votes=True,
        ),
        Scoring(
            "dixie",
            "Dixie",
            Formula(
                "4 S + Pk(270, 70, 50, 34, 20, 10, 0)", "270 + 4 S", "4 S + Py(–, 70, 50, 34, 20, 10, 0)"
            ),
            _HIGH,
            "DixieCon, dixiecon.com/tournament-rules",
            dixie,
            reads_votes=True,
        ),
        Scoring(
            "carnage-2023",
            "Carnage 2023",
            Formula(
                "S + Py(7000, 6000, 5000, 4000, 3000, 2000, 1000) + 300 (T − T2) [S = T]",
                "28034",
                "0",
            ),
            _HIGH,
            "webDiplomacy, thread 1325258; dipvis",
            carnage,
        ),
        Scoring(
            "open-tribute",
            "OpenTribute",
            Formula("(34 + 3 S − (T − S)) [S > 0] + Σ(T − S) / n² [S = T]", "340", "0"),
            _TIED,
            "dipvis, open_tribute.py, without its rounding down",
            open_tribute,
        ),
        Scoring(
            "bangkok-2020",
            "Bangkok 2020",
            Formula(
                "S + 12 w / Σw + 3 [S > 0] + 0.3 (Y − 1900) [S = 0]; w = max(3 − (T − S), 0)", "41", "S / 2"
            ),
            _TIED,
            "world-diplomacy-wiki.fandom.com, Bangkok 2020",
            bangkok,
        ),
    )
}
"""Scoring systems by key. What a system is called and how it scores never changes: a new edition is a new
key.
"""
