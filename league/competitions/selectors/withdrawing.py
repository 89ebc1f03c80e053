"""What withdrawing means to one person now: their case alone, and what of the fee comes back."""

from __future__ import annotations

from dataclasses import dataclass

from django.utils.translation import gettext as _

from league.competitions import kinds
from league.competitions.models import Competition, Entry, Pairing
from league.competitions.state import money_hooks
from league.competitions.state.season_access import Reader


@dataclass(frozen=True, slots=True)
class Withdrawal:
    """`follows` in a line; `back` is the sum that comes back, in words, empty where nothing does."""

    follows: str
    back: str


def withdrawal_of(reader: Reader, entry: Entry) -> Withdrawal:
    """A season without a fee says nothing of money. Four queries at most, and those of its kind."""
    season = reader.season
    entry.competition = season
    if entry.state == Entry.State.PLAYING:
        follows = kinds.of(season).withdraws(entry)
    elif entry.state == Entry.State.WAITING:
        follows = _("You leave the waiting list.")
    else:
        follows = _gives_place_up(reader)
    back = money_hooks.comes_back(season, entry)
    return Withdrawal(f"{follows} {_of_fee(entry, back)}".strip(), back)


def _gives_place_up(reader: Reader) -> str:
    season = reader.season
    waits = season.entries.filter(state=Entry.State.WAITING).exists()
    place = _("Your place goes to the first person on the waiting list.") if waits else ""
    is_open = season.state == Competition.State.ANNOUNCED and season.takes_entries(reader.now)
    again = _("You can enter again while entries are open.") if is_open else ""
    return " ".join(filter(None, [place, again])) or _("You lose your place.")


def _of_fee(entry: Entry, back: str) -> str:
    if not entry.competition.fee:
        return ""
    if back:
        return _("You get %(sum)s back.") % {"sum": back}
    if Pairing.objects.filter(sides__entry=entry, game__isnull=False).exists():
        return _("Your fee is not refunded: your first game has begun.")
    return _("No fee is due any more.")
