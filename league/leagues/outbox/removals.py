"""The games of people who were removed or banned, right after the act, game by game."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from games.common.outbox.registry import Done, delivers_slowly
from games.common.outbox.row import OutboxRow
from games.services.seats.removal import remove_from_league
from league.leagues.models import OrganiserAct


@delivers_slowly("league_removal")
def take_from_games(rows: Sequence[OutboxRow]) -> Iterator[Done]:
    """Do what `games.services.seats.removal` says for each act; again does no harm."""
    acts = OrganiserAct.objects.select_related("about").in_bulk([row.payload["act"] for row in rows])
    for row in rows:
        act = acts.get(row.payload["act"])
        if act is not None and act.about is not None:
            remove_from_league(league=act.league_id, person=act.about, at=act.at)
        yield [row], {}
