"""What the organisers' desk shows when it is opened."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.common.waiting import Scope, Waits, waits_of
from games.facts.overview import NEEDS, Needs, Overseen, all_needing, lines_of_games, needs_in
from games.lists.held_seats import opened_in_private
from league.leagues.models import League, Membership
from league.leagues.selectors.leagues import count_of_members
from league.leagues.selectors.people import Act, all_acts, as_line

GAMES_SHOWN = 20
NEWEST_MEMBERS = 5
ACTS_SHOWN = 8


@dataclass(frozen=True, slots=True)
class Today:
    """One thing that a league's games need: what, how much of it, and where."""

    says: str
    more: str
    address: str


@dataclass(frozen=True, slots=True)
class DeskPage:
    """`waits` is what waits for the reader here, `today` what the league's games need besides. `games` are
    the first of those that need a look; `more` says that there are others.
    """

    waits: Waits
    today: Sequence[Today]
    games: Sequence[Overseen]
    more: bool
    members: int
    newest: Sequence[Membership]
    acts: Sequence[Act]

    @property
    def needing(self) -> int:
        """How many things need the reader."""
        return len(self.waits.needs_you) + len(self.today)


def desk_page(league: League, reader: Any, now: datetime) -> DeskPage:
    """A fixed number of queries, however large the league."""
    needs = needs_in(league, now)
    needing = all_needing(needs, "any")
    newest = league.memberships.select_related("user").order_by("-pk")[:NEWEST_MEMBERS]
    return DeskPage(
        waits=waits_of(reader, Scope(league=league.pk)),
        today=_today(league, needs),
        games=lines_of_games(league, reader, needing[:GAMES_SHOWN], needs),
        more=len(needing) > GAMES_SHOWN,
        members=count_of_members(league),
        newest=list(newest),
        acts=[as_line(act) for act in all_acts(league, reader)[:ACTS_SHOWN]],
    )


def today(league: League, now: datetime) -> list[Today]:
    """What the league's games need, besides what waits for one person. Five queries."""
    return _today(league, needs_in(league, now))


def _today(league: League, needs: Needs) -> list[Today]:
    """Seats of private games that only an organiser knows of, and games by what is wrong with them. One
    query.
    """
    found = []
    if opened := opened_in_private(league):
        says = ngettext(
            "%(count)d seat of a private game is open", "%(count)d seats of private games are open", opened
        )
        more = _(
            "Its player was removed. Only the players, or someone with the link, can bring in a replacement."
        )
        found.append(Today(says % {"count": opened}, more, reverse("leagues:log", args=[league.slug])))
    for need in NEEDS:
        if several := len(needs[need]):
            says, more = _in_words(need, several)
            address = f"{reverse('leagues:desk-games', args=[league.slug])}?need={need}"
            found.append(Today(says % {"count": several}, more, address))
    return found


def _in_words(need: str, count: int) -> tuple[str, str]:
    if need == "late":
        return (
            ngettext("%(count)d game is late", "%(count)d games are late", count),
            _("A phase is over and not resolved yet."),
        )
    if need == "set_aside":
        return (
            ngettext("%(count)d game is paused by an error", "%(count)d games are paused by an error", count),
            _("A phase could not be resolved. The site’s team has been told."),
        )
    if need == "silent":
        return (
            ngettext("%(count)d game got no orders", "%(count)d games got no orders", count),
            _("No one saved anything in the last phase."),
        )
    return (
        ngettext("%(count)d game has an open seat", "%(count)d games have an open seat", count),
        _("Someone can take it over."),
    )
