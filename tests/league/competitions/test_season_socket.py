"""The socket of a season's page: a version, to those who may see the page, and nothing else."""

from __future__ import annotations

import asyncio
import json

import pytest
from asgiref.testing import ApplicationCommunicator
from channels.routing import URLRouter
from django.contrib.auth.models import AnonymousUser

from games.common.outbox import delivery
from games.common.outbox.row import OutboxRow
from games.views import consumers
from league.competitions.live import push
from league.competitions.live.routing import websocket_urlpatterns
from league.competitions.models import Competition
from league.competitions.services.locking import show_change
from league.competitions.services.receiving import take_out_of_competitions
from league.leagues import services as league_services
from tests.league.competitions.rows import NOW, make_season

pytestmark = pytest.mark.django_db(transaction=True)


class Socket(ApplicationCommunicator):
    async def opens(self):
        await self.send_input({"type": "websocket.connect"})
        return (await self.receive_output())["type"] == "websocket.accept"

    async def hear(self):
        return json.loads((await self.receive_output())["text"])

    async def leave(self):
        await self.send_input({"type": "websocket.disconnect", "code": 1000})
        await self.wait()


def socket_of(code, user=None):
    scope = {"type": "websocket", "path": f"/ws/c/{code}/", "headers": [], "query_string": b""}
    scope |= {"subprotocols": [], "user": user or AnonymousUser(), "session": {}}
    return Socket(URLRouter(websocket_urlpatterns), scope | {"client": ("192.0.2.1", 4711)})


def says(code, user=None, act=None):
    """What the socket says first, and after `act`; nothing where it does not open."""

    async def scene():
        socket = socket_of(code, user)
        said = []
        if await socket.opens():
            said.append(await socket.hear())
            if act is not None:
                await asyncio.to_thread(act)
                said.append(await socket.hear())
        await socket.leave()
        return said

    return asyncio.run(scene())


@pytest.fixture
def season(calais, carl, ada, ben):
    return make_season(calais, carl, [ada, ben], arbiters=[carl])


@pytest.mark.slow
def test_it_says_the_version_on_opening_and_when_it_changes(season, monkeypatch):
    def move():
        push.push_all({season.code: season.version + 1})

    first = {"season": season.code, "version": season.version}
    assert says(season.code, act=move) == [first, first | {"version": season.version + 1}]


@pytest.mark.slow
def test_a_change_is_told_by_the_outbox(season, monkeypatch):
    told = []
    monkeypatch.setattr(push, "push_all", told.append)
    show_change(season, NOW)
    monkeypatch.setattr("games.common.clock.read", lambda: NOW)
    delivery.deliver()
    assert told == [{season.code: season.version}]


@pytest.mark.slow
def test_it_opens_to_those_who_may_see_the_page(season, calais, carl, ada, dora, eve):
    assert says(season.code, dora)
    assert says("nowhere1") == []
    league_services.update_settings(league=calais, by=carl, visibility="invitation")
    assert says(season.code) == says(season.code, dora) == []
    assert says(season.code, ada)


@pytest.mark.slow
def test_a_draft_is_followed_by_organisers_and_its_arbiters(calais, carl, ada, ben):
    draft = make_season(calais, carl, state="draft", arbiters=[ben])
    assert says(draft.code) == says(draft.code, ada) == []
    assert says(draft.code, carl)
    assert says(draft.code, ben)
    Competition.objects.update(league=calais)


@pytest.mark.slow(but_first=True)
@pytest.mark.parametrize("is_public", [False, True])
def test_it_closes_to_whoever_is_put_out_of_a_league_that_is_not_public(
    season, calais, carl, ada, ben, is_public
):
    if not is_public:
        league_services.update_settings(league=calais, by=carl, visibility="invitation")

    def put_out():
        league_services.remove(league=calais, by=carl, person=ada, reason="Rude.")
        list(take_out_of_competitions(list(OutboxRow.objects.filter(topic="season_departure"))))
        push.push_all({season.code: 99})

    async def scene():
        sockets = [socket_of(season.code, person) for person in (ada, ben)]
        for socket in sockets:
            assert await socket.opens()
            await socket.hear()
        await asyncio.to_thread(put_out)
        heard = [await socket.receive_output() for socket in sockets]
        for socket in sockets:
            await socket.leave()
        return heard

    gone, member = asyncio.run(scene())
    assert json.loads(member["text"])["version"] == 99
    assert gone["type"] == ("websocket.send" if is_public else "websocket.close")


@pytest.mark.slow
def test_sockets_are_counted(season, monkeypatch):
    monkeypatch.setattr(consumers, "FROM_ONE_ADDRESS", 0)
    assert says(season.code) == []
