"""What the desk of an event at tables shows besides: the next round, who has checked in, and its drawing."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from django.utils.translation import gettext as _

from league.competitions.models import CheckIn, Entry
from league.competitions.state.season_access import Reader
from league.competitions.tables import words
from league.competitions.tables.course import follows
from league.competitions.tables.state import Read, read


@dataclass(frozen=True, slots=True)
class OwnDesk:
    """Check-in for the next round until it `closes`: how many are `here` of `all`, and who is `missing`; then
    its drawing, until it `begins`. Else `says` what it waits for. `to_enter`: tables of an event at
    which people meet whose results are to be entered.
    """

    name: str = ""
    closes: datetime | None = None
    here: int = 0
    all: int = 0
    missing: Sequence[str] = ()
    drawn: bool = False
    begins: datetime | None = None
    says: str = ""
    may_set_apart: bool = True
    is_by_hand: bool = False
    to_enter: Sequence[int] = ()


def desk_of(reader: Reader) -> OwnDesk | None:
    """Five queries at most."""
    season = reader.season
    if season.is_draft or season.is_over:
        return None
    found = read(season)
    made = _desk_of(reader, found)
    if not found.rules.by_hand:
        return made
    to_enter = [number for number in found.tables if not found.played.end_of(number)]
    return replace(made, is_by_hand=True, to_enter=to_enter)


def _desk_of(reader: Reader, found: Read) -> OwnDesk:
    season = reader.season
    last = found.last
    if last is None:
        return OwnDesk(says=_("Check-in for the first round opens once entries have closed."))
    name = words.round_name(found.rules, last.number)
    if last.begun is not None:
        if follows(found):
            return OwnDesk(says=_("Check-in for the next round opens once all results are final."))
        return OwnDesk(says=_("No further round follows."), may_set_apart=False)
    if last.drawn is not None:
        return OwnDesk(name, drawn=True, begins=last.begins if found.began else season.starts_at)
    people = dict(season.entries.filter(state__in=Entry.IN).values_list("pk", "user__username"))
    here = set(
        CheckIn.objects.filter(entry__in=people, round=last.number).order_by().values_list("entry", flat=True)
    )
    missing = sorted((people[key] for key in people.keys() - here), key=str.lower)
    return OwnDesk(name, last.closes, len(here), len(people), missing)
