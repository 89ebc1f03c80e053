"""The socket of an open game page. It says which version the game is at, and nothing else."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from channels.db import database_sync_to_async
from channels.generic.websocket import AsyncJsonWebsocketConsumer

from games.access import is_remembered, seat_held
from games.models import Game
from games.push import group_of

UNKNOWN = 4404


@dataclass(frozen=True, slots=True)
class Watch:
    """What one reader's socket of one game follows."""

    code: str
    version: int
    seat: int | None


def watch_of(code: str, user: Any, session: Any) -> Watch | None:
    """What this reader may follow of game `code`; None if the game does not exist or is hidden from him.

    The same rule as for pages: the league must be open to him, and a private game opens to its players and to
    those who hold its link.
    """
    game = Game.objects.select_related("league").filter(code=code).first()
    if game is None:
        return None
    signed_in = user is not None and user.is_authenticated
    if not game.league.is_public and not (
        signed_in and game.league.memberships.filter(user_id=user.pk).exists()
    ):
        return None
    seat = seat_held(game, user)
    if game.is_private and seat is None and not is_remembered(game, session):
        return None
    return Watch(code=game.code, version=game.version, seat=seat.pk if seat else None)


class GameConsumer(AsyncJsonWebsocketConsumer):  # type: ignore[misc]
    """`/ws/g/<code>/`: sends `{"game": code, "version": n}` on opening and whenever the game moves on.

    A version that is not newer is sent too: then something changed for this reader's seat alone.
    """

    async def connect(self) -> None:
        self.groups = []
        code = self.scope["url_route"]["kwargs"]["code"]
        watch = await database_sync_to_async(watch_of)(
            code, self.scope.get("user"), self.scope.get("session")
        )
        if watch is None:
            await self.close(code=UNKNOWN)
            return
        self.groups = [group_of(watch.code)]
        if watch.seat is not None:
            self.groups.append(group_of(watch.code, watch.seat))
        for group in self.groups:
            await self.channel_layer.group_add(group, self.channel_name)
        await self.accept()
        await self.send_json({"game": watch.code, "version": watch.version})

    async def receive(self, text_data: str | None = None, bytes_data: bytes | None = None, **_: Any) -> None:
        """Nothing is taken from readers here."""

    async def game_changed(self, event: dict[str, Any]) -> None:
        await self.send_json({"game": event["game"], "version": event["version"]})
