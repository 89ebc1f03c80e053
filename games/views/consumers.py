"""The socket of an open game page. It says which version the game is at, and nothing else."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import Any

from channels.db import database_sync_to_async
from channels.generic.websocket import AsyncJsonWebsocketConsumer
from django.conf import settings

from games.common.guards import network_addresses
from games.common.outbox.push import HINT, group_of
from games.gate.access import is_let_in, is_remembered, seat_held
from games.models import Game

UNKNOWN = 4404
TOO_MANY = 4429
AT_ONCE = 40
"""Sockets that one person may have open in one process: more windows than anyone looks at."""
FROM_ONE_ADDRESS = 200
"""Sockets from one network address in one process, no matter who opens them: a school's visitors share one. A
page whose socket is refused still asks what is new, less often.
"""
_open_by: Counter[tuple[str, object]] = Counter()


@dataclass(frozen=True, slots=True)
class Watch:
    """What one reader's socket of one game follows. `person` is their key; None if they are not signed in."""

    code: str
    person: int | None


def watch_of(code: str, user: Any, session: Any) -> Watch | None:
    """What this reader may follow of game `code`; None if the game does not exist or is hidden from them.

    The same rule as for pages: the league must be open to them, and a private game opens to its players, its
    game master or the member who is nominated for that, those who hold its link and, while it waits, its host
    and those who are invited to it.
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
    is_master = signed_in and game.master_id == user.pk
    is_inside = seat is not None or is_master or is_remembered(game, session)
    if game.is_private and not is_inside and not is_let_in(game, user):
        return None
    return Watch(code=game.code, person=user.pk if signed_in else None)


def version_of(code: str) -> int:
    """The version that the game is at now; 0 if it is gone."""
    return Game.objects.filter(code=code).values_list("version", flat=True).first() or 0


class HintConsumer(AsyncJsonWebsocketConsumer):  # type: ignore[misc]
    """A socket that says at which version something is, on opening and whenever it moves on. Subclasses say
    what it follows and who may.
    """

    hint = HINT
    """The type of the messages that it hands on."""

    counted_for: tuple[tuple[str, object], ...] = ()

    async def watch(self) -> Any:
        """What the reader follows; None: there is nothing that they may know of."""
        raise NotImplementedError

    def groups_of(self, watch: Any) -> list[str]:
        """The channel groups that tell of it."""
        raise NotImplementedError

    async def greeting(self, watch: Any) -> dict[str, Any]:
        """The first message that a socket gets."""
        raise NotImplementedError

    async def hand_on(self, event: dict[str, Any]) -> None:
        """A hint as it is said to the reader."""
        raise NotImplementedError

    async def dispatch(self, message: dict[str, Any]) -> None:
        """A hint goes straight on. Before anything else Channels lets a thread look after the connections of
        the database, which a hint does not touch: most of what telling a thousand sockets costs.
        """
        if message["type"] == self.hint:
            await self.hand_on(message)
        else:
            await super().dispatch(message)

    async def connect(self) -> None:
        self.groups = []
        if not self._may_open():
            await self.close(code=TOO_MANY)
            return
        watch = await self.watch()
        if watch is None:
            await self.close(code=UNKNOWN)
            return
        self.groups = self.groups_of(watch)
        for group in self.groups:
            await self.channel_layer.group_add(group, self.channel_name)
        await self.accept()
        # Read once hints arrive here: what was told of before then was told to no one.
        await self.send_json(await self.greeting(watch))

    def _may_open(self) -> bool:
        """Count this socket by address, and by person; False if either has enough. No one is asked who they
        are from an address that has. The server asks one socket at a time.
        """
        proxies = getattr(settings, "ALLAUTH_TRUSTED_PROXY_COUNT", 0)
        address = network_addresses.counted(network_addresses.of_socket(self.scope, proxies))
        if not self._count("address", address, FROM_ONE_ADDRESS):
            return False
        user = self.scope.get("user")
        if user is None or not user.is_authenticated or self._count("person", user.pk, AT_ONCE):
            return True
        self._count_no_more()
        return False

    def _count(self, kind: str, who: object, most: int) -> bool:
        if _open_by[kind, who] >= most:
            return False
        _open_by[kind, who] += 1
        self.counted_for = (*self.counted_for, (kind, who))
        return True

    def _count_no_more(self) -> None:
        for each in self.counted_for:
            _open_by[each] -= 1
            if not _open_by[each]:
                del _open_by[each]
        self.counted_for = ()

    async def disconnect(self, code: int) -> None:
        self._count_no_more()

    async def receive(self, text_data: str | None = None, bytes_data: bytes | None = None, **_: Any) -> None:
        """Nothing is taken from readers here."""


class GameConsumer(HintConsumer):
    """`/ws/g/<code>/`: sends `{"game": code, "version": n}` on opening and whenever the game moves on.

    A version that is not newer is sent too: then something changed for this reader's seat alone.
    """

    async def watch(self) -> Watch | None:
        code = self.scope["url_route"]["kwargs"]["code"]
        watch: Watch | None = await database_sync_to_async(watch_of)(
            code, self.scope.get("user"), self.scope.get("session")
        )
        return watch

    def groups_of(self, watch: Watch) -> list[str]:
        own = [group_of(watch.code, watch.person)] if watch.person is not None else []
        return [group_of(watch.code), *own]

    async def greeting(self, watch: Watch) -> dict[str, Any]:
        version = await database_sync_to_async(version_of)(watch.code)
        return {"game": watch.code, "version": version}

    async def hand_on(self, event: dict[str, Any]) -> None:
        await self.game_changed(event)

    async def game_changed(self, event: dict[str, Any]) -> None:
        await self.send_json({"game": event["game"], "version": event["version"]})

    async def game_left(self, event: dict[str, Any]) -> None:
        """The reader has no part in the game any more. If it is not open to them otherwise, the socket is not
        either.
        """
        if await self.watch() is None:
            await self.close(code=UNKNOWN)
        else:
            await self.game_changed(event)
