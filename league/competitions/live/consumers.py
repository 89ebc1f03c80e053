"""The socket of an open season's page. It says which version the season is at, and nothing else."""

from __future__ import annotations

from typing import Any

from channels.db import database_sync_to_async

from games.views.consumers import UNKNOWN, HintConsumer
from league.competitions.live.push import HINT, group_of
from league.competitions.models import Arbiter, Competition
from league.leagues.models import Membership


def watched(code: str, user: Any) -> Competition | None:
    """The season `code` if this reader may follow it; None if there is none for them. The same rule as for
    pages: its league must be open to them, and a draft is known to organisers and its arbiters alone.
    """
    season = Competition.objects.select_related("league").filter(code=code).first()
    if season is None:
        return None
    person = user.pk if user is not None and user.is_authenticated else None
    membership = season.league.memberships.filter(user_id=person).first() if person is not None else None
    if not season.league.is_public and membership is None:
        return None
    if season.is_hidden and not (membership and (membership.is_organiser or _rules(season, membership))):
        return None
    return season


def _rules(season: Competition, membership: Membership) -> bool:
    return Arbiter.objects.filter(competition=season, user=membership.user_id, left_at=None).exists()


def version_of(code: str) -> int:
    """The version that the season is at now; 0 if it is gone."""
    return Competition.objects.filter(code=code).values_list("version", flat=True).first() or 0


class SeasonConsumer(HintConsumer):
    """`/ws/c/<code>/`: sends `{"season": code, "version": n}` on opening and whenever the season moves on."""

    hint = HINT

    async def watch(self) -> str | None:
        code = self.scope["url_route"]["kwargs"]["code"]
        season = await database_sync_to_async(watched)(code, self.scope.get("user"))
        return season.code if season is not None else None

    def groups_of(self, watch: str) -> list[str]:
        return [group_of(watch)]

    async def greeting(self, watch: str) -> dict[str, Any]:
        return {"season": watch, "version": await database_sync_to_async(version_of)(watch)}

    async def hand_on(self, event: dict[str, Any]) -> None:
        await self.send_json({"season": event["season"], "version": event["version"]})

    async def season_left(self, event: dict[str, Any]) -> None:
        """Someone is no member of the league any more. Where that is this reader, the socket closes unless
        the season is open to everyone.
        """
        user = self.scope.get("user")
        if getattr(user, "pk", None) == event["person"] and await self.watch() is None:
            await self.close(code=UNKNOWN)
