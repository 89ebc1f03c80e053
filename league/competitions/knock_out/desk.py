"""What the desk of a knock-out shows besides: its seeds before it begins, then pairings that stand still."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Final, NamedTuple

from django.urls import reverse
from django.utils.translation import gettext as _

from league.competitions.knock_out import course, words
from league.competitions.knock_out.bracket import OPEN
from league.competitions.knock_out.cells import Cup, cup_of
from league.competitions.knock_out.seeding import can_be_put, kept_seeds
from league.competitions.models import Competition
from league.competitions.selectors.seasons import address
from league.competitions.state.finality import DISPUTED
from league.competitions.state.season_access import Reader

SHOWN: Final = 100
RULING, LATE, DISPUTE, RESULT, OTHER = range(5)
"""Why a pairing stands still, the most urgent first."""


class Still(NamedTuple):
    """A pairing that stands still: since `why` (of those above), what it waits for and by when. `address`:
    where that is done or seen; empty: nowhere.
    """

    why: int
    pairing: int
    round: str
    title: str
    says: str
    address: str = ""
    due: datetime | None = None

    @property
    def is_urgent(self) -> bool:
        return self.why <= DISPUTE


@dataclass(frozen=True, slots=True)
class OwnDesk:
    """Before it begins `is_before`: whether the seeds are drawn, and where they are put by hand, if they are
    (empty: they are not). Then the pairings that stand still, as far as they are shown, and how many are not.
    """

    is_before: bool = False
    is_drawn: bool = False
    is_by_hand: bool = False
    seeds: str = ""
    still: Sequence[Still] = ()
    more: int = 0


def desk_of(reader: Reader) -> OwnDesk | None:
    """None where there is nothing to say. A fixed number of queries."""
    season = reader.season
    if season.state == Competition.State.ANNOUNCED:
        is_drawn, by_hand = kept_seeds(season) is not None, can_be_put(season)
        where = address(reader.slug, "seeds", season.code) if is_drawn and by_hand else ""
        return OwnDesk(is_before=True, is_drawn=is_drawn, is_by_hand=by_hand, seeds=where)
    if not season.is_live:
        return None
    found = sorted(_still(cup_of(reader)), key=lambda each: each[:2])
    return OwnDesk(still=found[:SHOWN], more=max(0, len(found) - SHOWN))


def _still(cup: Cup) -> Iterator[Still]:
    for pairing in cup.bracket.every():
        if pairing not in cup.bracket.decided and (found := _one(cup, pairing)) is not None:
            why, says, where, due = found
            names = [cup.name(each) for each in cup.bracket.sides(pairing) if isinstance(each, int)]
            said = {"by": names[0], "of": names[-1]}
            title = _("%(by)s against %(of)s") % said if len(names) > 1 else names[0]
            yield Still(why, pairing, words.name_of(cup.bracket, pairing), title, says, where, due)


def _one(cup: Cup, pairing: int) -> tuple[int, str, str, datetime | None] | None:
    """What a pairing on which nothing is decided waits for; None: it is played, or no one waits in it yet."""
    reader, number = cup.reader, cup.found.cup.last_number(pairing)
    if number not in cup.found.cup.begun:
        return _without_game(cup, pairing)
    if number not in cup.found.played.results:
        day = cup.last_day(pairing)
        if reader.now < day:
            return None
        says = _("Still running after its round’s last day: void it, then say who goes on.")
        desk = reverse("games:desk", args=[reader.slug, cup.found.played.codes[number]])
        return LATE, says, desk if reader.is_arbiter else "", None
    result = cup.found.played.results[number]
    firm = result.firm(reader.finality)
    dispute = address(reader.slug, "dispute", reader.season.code, number)
    if firm.kind == DISPUTED:
        return DISPUTE, _("Disputed: waits for an arbiter’s ruling."), dispute, None
    if not firm.is_final:
        return RESULT, _("Waits for its result to become final."), dispute, firm.until
    due = course.rule_by(result, reader.rules.ruling_days)
    if not course.asks(cup.found.cup, number) or reader.now >= due:
        return OTHER, _("Counted in a moment."), dispute, None
    where = address(reader.slug, "goes-on", reader.season.code, number) if reader.is_arbiter else dispute
    return RULING, _("Void: an arbiter says who goes on, else HR-13 decides."), where, due


def _without_game(cup: Cup, pairing: int) -> tuple[int, str, str, datetime | None] | None:
    sides, before = cup.bracket.sides(pairing), cup.bracket.before(pairing)
    if sides.count(OPEN) == len(sides):
        return None
    if OPEN not in sides or before is None:
        return OTHER, _("The game begins in a moment."), "", None
    other = before[sides.index(OPEN)]
    names = [cup.name(each) for each in cup.bracket.sides(other) if isinstance(each, int)]
    if len(names) < 2:
        return OTHER, _("Waits for pairing %(number)d.") % {"number": other}, "", None
    said = {"number": other, "by": names[0], "of": names[1]}
    return OTHER, _("Waits for pairing %(number)d: %(by)s against %(of)s.") % said, "", None
