"""What the games of a knock-out are for, in a sentence."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from django.utils.translation import gettext as _

from league.competitions.knock_out.bracket import Bracket
from league.competitions.knock_out.state import seats_of
from league.competitions.knock_out.words import round_name
from league.competitions.models import Event, Pairing
from league.competitions.rules.event_kind import EventKind


def stakes(pairings: Sequence[Pairing], reader: int) -> Mapping[int, str]:
    """`Kind.stakes`. One query."""
    seasons = {each.competition_id: each.competition for each in pairings}
    opens = Event.objects.filter(competition__in=list(seasons), kind=EventKind.OPENS)
    brackets = {
        key: Bracket(seats_of(facts["order"]), seasons[key].rules["third_place"])
        for key, facts in opens.values_list("competition", "facts")
    }
    return {
        each.pk: _stake(brackets[each.competition_id], each.number, each.entry_of(reader) is not None)
        for each in pairings
        if each.competition_id in brackets
    }


def _stake(bracket: Bracket, number: int, is_own: bool) -> str:
    size = len(bracket.seats)
    pairing = number if number <= size else number - size  # a replay
    if pairing == bracket.final:
        return _("Win and the cup is yours.") if is_own else _("For the cup")
    if pairing == bracket.third:
        return _("Win and you are third.") if is_own else _("For third place")
    said = {"round": round_name(bracket, bracket.round_of(pairing) + 1)}
    return (_("Win and you go on: %(round)s.") if is_own else _("For the next round: %(round)s")) % said
