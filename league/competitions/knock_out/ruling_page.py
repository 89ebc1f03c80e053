"""What an arbiter reads who rules in a knock-out: what a ruling comes to, and of a voided game what HR-13
measures of it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any, NamedTuple

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from games.common.words.people import at_start
from league.competitions.knock_out import course, follows, words
from league.competitions.knock_out.bracket import By
from league.competitions.knock_out.cells import Cup, cup_of
from league.competitions.knock_out.measures import Measured, decided
from league.competitions.knock_out.state import Read
from league.competitions.selectors.seasons import address
from league.competitions.state.season_access import Reader


class Figure(NamedTuple):
    """One thing that is measured, of each of the two."""

    name: str
    one: int
    two: int


class Game(NamedTuple):
    """A game of the pairing and its figures; without `has_years` no year of it was finished."""

    name: str
    address: str
    figures: Sequence[Figure]
    has_years: bool


@dataclass(frozen=True, slots=True)
class RulingPage:
    """`people` are the two by number and name, in the order of their sides; `can_go_on` those still in it.
    `asks`: whether who goes on is open, and `is_final` whether it can be said already; else the result
    becomes final first, `until` when if no one disputes it. `by_rule`: whom HR-13 would let go on.
    """

    title: str
    round: str
    people: Sequence[tuple[int, str]]
    can_go_on: Sequence[tuple[int, str]]
    may_replay: bool
    asks: bool
    is_final: bool
    until: datetime | None
    due: datetime
    by_rule: str
    games: Sequence[Game]
    dispute: str


def ruling_page(reader: Reader, number: int) -> RulingPage | None:
    """None of a game that is not over. A fixed number of queries."""
    cup = cup_of(reader)
    result = cup.found.played.results.get(number)
    if result is None:
        return None
    pairing = cup.found.cup.pairing_of(number)
    people = [(each, cup.name(each)) for each in cup.found.played.pairs[number]]
    firm = result.firm(reader.finality)
    can_go_on = [each for each in people if each[0] not in cup.found.cup.gone]
    games = [pairing] if number == pairing else [pairing, number]
    measured = course.measures_of(reader.season, games)
    said = {"by": people[0][1], "of": people[1][1]}
    return RulingPage(
        title=at_start(_("%(by)s against %(of)s") % said),
        round=words.name_of(cup.bracket, pairing),
        people=people,
        can_go_on=can_go_on,
        may_replay=number == pairing and len(can_go_on) == len(people),
        asks=course.asks(cup.found.cup, number),
        is_final=firm.is_final,
        until=firm.until,
        due=course.rule_by(result, reader.rules.ruling_days),
        by_rule=_by_rule([measured[each] for each in games if each in measured], people),
        games=[_game(reader, cup, each, measured[each]) for each in games if each in measured],
        dispute=address(reader.slug, "dispute", reader.season.code, number),
    )


def follows_if(
    found: Read, number: int, names: Mapping[int, str], ends: Sequence[Mapping[str, Any]]
) -> list[str]:
    """What each of these ends of a game comes to in the bracket, in a sentence; an empty one is its own."""
    cup, now = found.cup, found.played.end_of(number)
    if cup.pairing_of(number) in cup.bracket.decided:
        return [_("The bracket stays as it is; records and prizes by round follow.")] * len(ends)
    return [
        _one_follows(replace(cup, results={**cup.results, number: end or now}), number, names) for end in ends
    ]


def _one_follows(cup: follows.Cup, number: int, names: Mapping[int, str]) -> str:
    pairing = cup.pairing_of(number)
    next_ = follows.follows(cup, number.__eq__, lambda _n: False, lambda *_asked: (0, By.MEASURE, "a"))
    if number in next_.waits:
        return _("No one won. The game does not count or rate, and an arbiter says who goes on.")
    decision = next_.decided.get(pairing)
    if decision is None:
        return _("They play it once more.")
    if decision.by is By.MEASURE:
        return _("No one won: HR-13 says who goes on.")
    if decision.entry is None:
        return _("No one goes on.")
    said = _("%(name)s wins the cup.") if pairing == cup.bracket.final else _("%(name)s goes on.")
    if pairing == cup.bracket.third:
        said = _("%(name)s is third.")
    return at_start(said % {"name": names[decision.entry]})


def _by_rule(measured: Sequence[Measured], people: Sequence[tuple[int, str]]) -> str:
    found = decided(measured)
    if found is None:
        return _("By HR-13 nothing tells the two apart: the random draw would decide.")
    said = {"name": people[found[0]][1], "measure": words.MEASURES[found[1]], "letter": found[1]}
    return at_start(_("%(name)s would go on by HR-13 (%(letter)s): %(measure)s.") % said)


def _game(reader: Reader, cup: Cup, number: int, measured: Measured) -> Game:
    first = course.first_year_of(reader.season)
    figures = [
        Figure(_("Home centres, %(year)d") % {"year": year}, *two)
        for year, two in enumerate(measured.home, first)
    ]
    if measured.home:
        figures.append(Figure(_("Treasury"), *measured.treasury))
        figures.append(Figure(_("Centres under command"), *measured.commanded))
    figures.append(Figure(_("Missed phases"), *measured.missed))
    is_first = number == cup.found.cup.pairing_of(number)
    name = pgettext("of a pairing", "The game") if is_first else _("The replay")
    where = reader.game_address(cup.found.played.codes[number])
    return Game(name, where, figures, bool(measured.home))
