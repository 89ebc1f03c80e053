"""The challenge that one person can make to another now, wherever the other is shown."""

from __future__ import annotations

from datetime import datetime

from django.utils.translation import gettext as _

from league.competitions.kinds import Offer
from league.competitions.ladder.challenges import rank_to_win, why_not
from league.competitions.ladder.rules.ladder_rules import of_ladder
from league.competitions.ladder.state.ladder_state import ladder_state_of
from league.competitions.models import Entry
from league.competitions.selectors.seasons import address


def offered(own: Entry, other: Entry, now: datetime) -> Offer | None:
    """None where the season lets `own` not challenge `other` at the moment `now`. Six queries."""
    season = own.competition
    scene = ladder_state_of(season, now, around=own)
    if why_not(of_ladder(season.terms).challenges, scene, own.number, other.number, now) is not None:
        return None
    label = _("Challenge for rank %(rank)d") % {"rank": rank_to_win(scene, own.number, other.number)}
    return Offer(label, address(season.league.slug, "challenge", season.code), "of", str(other.number))
