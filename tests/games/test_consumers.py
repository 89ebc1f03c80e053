import asyncio
import json

import pytest
from asgiref.sync import sync_to_async
from asgiref.testing import ApplicationCommunicator
from channels.db import database_sync_to_async
from channels.routing import URLRouter
from django.conf import settings
from django.contrib.auth.models import AnonymousUser

from games.common.outbox import delivery, push
from games.models import Game
from games.services.masters import presiding
from games.services.players.letters import send_letter
from games.views import consumers
from games.views.routing import websocket_urlpatterns
from league.leagues import services as league_services
from league.server.origins import is_own

pytestmark = pytest.mark.django_db(transaction=True)


class Socket(ApplicationCommunicator):
    """A browser's socket, as the server would hand it on."""

    async def connect(self):
        """Whether the server accepts."""
        await self.send_input({"type": "websocket.connect"})
        return (await self.receive_output())["type"] == "websocket.accept"

    async def hear(self):
        """The next thing it says."""
        return json.loads((await self.receive_output())["text"])

    async def say(self, text):
        await self.send_input({"type": "websocket.receive", "text": text})

    async def leave(self):
        await self.send_input({"type": "websocket.disconnect", "code": 1000})
        await self.wait()


def socket_of(code, user=None, session=None, address="192.0.2.1"):
    path = f"/ws/g/{code}/"
    scope = {"type": "websocket", "path": path, "headers": [], "query_string": b"", "subprotocols": []}
    scope |= {"user": user or AnonymousUser(), "session": session or {}, "client": (address, 4711)}
    return Socket(URLRouter(websocket_urlpatterns), scope)


def opens(code, user=None, session=None):
    """Whether the socket of game `code` opens for this reader; what it says first."""

    async def scene():
        socket = socket_of(code, user, session)
        connected = await socket.connect()
        said = await socket.hear() if connected else None
        await socket.leave()
        return connected, said

    return asyncio.run(scene())


def test_a_socket_says_which_version_the_game_is_at_and_nothing_else(running_game):
    assert opens(running_game.code) == (True, {"game": running_game.code, "version": running_game.version})


def test_what_changes_before_hints_arrive_is_told_on_opening(running_game, monkeypatch):
    """Between looking whether a reader may and listening, the game may go on: that hint reaches no one."""
    before = running_game.version

    def watch_of(*reader):
        watch = consumers_watch_of(*reader)
        Game.objects.filter(pk=running_game.pk).update(version=before + 1)
        return watch

    consumers_watch_of = consumers.watch_of
    monkeypatch.setattr(consumers, "watch_of", watch_of)
    assert opens(running_game.code) == (True, {"game": running_game.code, "version": before + 1})


def test_an_unknown_game_and_a_hidden_one_are_refused_alike(running_game, ada, eve):
    assert opens("nosuch") == (False, None)
    Game.objects.update(visibility="private")
    assert opens(running_game.code) == (False, None)
    assert opens(running_game.code, eve) == (False, None)
    assert opens(running_game.code, ada)[0]
    key = {f"key of game {running_game.pk}": running_game.join_token}
    assert opens(running_game.code, None, key)[0]
    assert not opens(running_game.code, None, {f"key of game {running_game.pk}": "guess"})[0]


def test_a_league_by_invitation_keeps_outsiders_away(running_game, calais, ada, dora):
    calais.visibility = "invitation"
    calais.save()
    assert not opens(running_game.code)[0]
    assert not opens(running_game.code, dora)[0]
    assert opens(running_game.code, ada)[0]


@pytest.mark.slow
def test_a_push_reaches_everybody_who_has_the_game_open_and_a_letter_its_reader_alone(running_game, ada, ben):
    code = running_game.code

    async def scene():
        sockets = [socket_of(code, user) for user in (ada, ben, None)]
        for socket in sockets:
            await socket.connect()
            await socket.hear()
        await sync_to_async(push.push, thread_sensitive=False)(code, 7)
        said = [await socket.hear() for socket in sockets]
        await sync_to_async(push.push, thread_sensitive=False)(code, 7, person=ben.pk)
        to_ben = await sockets[1].hear()
        to_others = [await sockets[0].receive_nothing(), await sockets[2].receive_nothing()]
        await sockets[0].say("not even JSON")
        still_open = await sockets[0].receive_nothing()
        for socket in sockets:
            await socket.leave()
        return said, to_ben, to_others, still_open

    said, to_ben, to_others, still_open = asyncio.run(scene())
    assert said == [{"game": code, "version": 7}] * 3
    assert to_ben == {"game": code, "version": 7}
    assert to_others == [True, True]
    assert still_open


def replace_ada(game, master, stand_in):
    """`stand_in` takes her seat over; the rows that tell of it wait in the outbox."""
    Game.objects.filter(pk=game.pk).update(master=master)
    league_services.join(league=game.league, user=stand_in)
    presiding.offer_to_stand_in(game=game, user=stand_in)
    presiding.replace_player(game=game, user=master, seat="1", stand_in=stand_in.pk, reason="She is away.")


async def heard_by(*sockets):
    """What each of them says until it is silent."""
    said = []
    for socket in sockets:
        said.append([])
        while not await socket.receive_nothing(timeout=0.3):
            said[-1].append(await socket.receive_output())
    return said


@pytest.mark.slow
def test_after_a_replacement_a_letter_to_the_seat_is_heard_by_its_new_player_alone(
    running_game, carl, ada, ben, eve
):
    async def scene():
        ours, theirs = socket_of(running_game.code, ada), socket_of(running_game.code, eve)
        for socket in (ours, theirs):
            assert await socket.connect()
            await socket.hear()
        await database_sync_to_async(replace_ada)(running_game, carl, eve)
        await database_sync_to_async(delivery.deliver)()
        told = await heard_by(ours, theirs)
        await database_sync_to_async(send_letter)(
            game=running_game, user=ben, to=["1"], body="Hello", key="k"
        )
        await database_sync_to_async(delivery.deliver)()
        letter = await heard_by(ours, theirs)
        for socket in (ours, theirs):
            await socket.leave()
        return told, letter

    told, (to_ada, to_eve) = asyncio.run(scene())
    assert all(told), "both learn that the game has changed"
    assert to_ada == [] and len(to_eve) == 1


@pytest.mark.slow
def test_after_a_replacement_the_socket_of_a_private_game_is_closed(running_game, carl, ada, ben, eve):
    Game.objects.update(visibility="private")

    async def scene():
        ours, bens = socket_of(running_game.code, ada), socket_of(running_game.code, ben)
        for socket in (ours, bens):
            assert await socket.connect()
            await socket.hear()
        await database_sync_to_async(replace_ada)(running_game, carl, eve)
        await database_sync_to_async(delivery.deliver)()
        heard = await heard_by(ours, bens)
        for socket in (ours, bens):
            await socket.leave()
        return heard

    to_ada, to_ben = asyncio.run(scene())
    assert (to_ada[-1]["type"], to_ada[-1]["code"]) == ("websocket.close", consumers.UNKNOWN)
    assert [said["type"] for said in to_ben] == ["websocket.send"]


@pytest.mark.slow
def test_who_has_handed_a_private_game_over_hears_no_more_of_it(running_game, carl, eve, calais):
    Game.objects.update(visibility="private", master=carl)
    league_services.join(league=calais, user=eve)

    async def scene():
        his = socket_of(running_game.code, carl)
        assert await his.connect()
        await his.hear()
        await database_sync_to_async(presiding.hand_over)(
            game=running_game, user=carl, to=eve, reason="He is away."
        )
        await database_sync_to_async(delivery.deliver)()
        heard = await heard_by(his)
        await his.leave()
        return heard

    ((*_before, last),) = asyncio.run(scene())
    assert (last["type"], last.get("code")) == ("websocket.close", consumers.UNKNOWN)


@pytest.mark.skipif(
    "redis" not in settings.CHANNEL_LAYERS["default"]["BACKEND"],
    reason="the layer in memory knows no time-outs (this needs Redis)",
)
def test_a_socket_on_which_nothing_happens_stays_open(running_game):
    """redis-py gives up on a silent Redis after five seconds unless told otherwise."""

    async def scene():
        socket = socket_of(running_game.code)
        assert await socket.connect()
        await socket.hear()
        assert await socket.receive_nothing(timeout=7)
        assert not socket.future.done(), "the socket broke"
        await sync_to_async(push.push)(running_game.code, 99)
        assert (await socket.hear())["version"] == 99
        await socket.leave()

    asyncio.run(scene())


def test_one_person_opens_so_many_sockets_and_no_more_until_they_close_one(
    running_game, ada, ben, monkeypatch
):
    monkeypatch.setattr(consumers, "AT_ONCE", 2)

    async def scene():
        first, second, third, bens, again = (
            socket_of(running_game.code, user) for user in (ada, ada, ada, ben, ada)
        )
        assert await first.connect()
        assert await second.connect()
        assert not await third.connect()
        await third.leave()
        assert await bens.connect()
        await first.leave()
        assert await again.connect()
        for socket in (second, bens, again):
            await socket.leave()

    asyncio.run(scene())
    assert not consumers._open_by


def opened_of(*sockets):
    """Whether each of them opens, one after the other, while those before it stay open."""

    async def scene():
        opened = [await socket.connect() for socket in sockets]
        for socket in sockets:
            await socket.leave()
        return opened

    return asyncio.run(scene())


def test_so_many_sockets_open_from_one_address_whoever_opens_them(running_game, ada, monkeypatch):
    monkeypatch.setattr(consumers, "FROM_ONE_ADDRESS", 2)
    code = running_game.code
    near = [socket_of(code, address=f"2001:db8:0:1::{last}") for last in (1, 2, 3)]
    hers = socket_of(code, ada, address="2001:db8:0:1::4")
    far = socket_of(code, address="2001:db8:0:2::1")
    assert opened_of(*near, hers, far) == [True, True, False, False, True]
    assert not consumers._open_by


def test_behind_the_proxy_sockets_are_counted_by_the_address_it_tells(running_game, settings, monkeypatch):
    monkeypatch.setattr(consumers, "FROM_ONE_ADDRESS", 1)
    settings.ALLAUTH_TRUSTED_PROXY_COUNT = 1
    sockets = [socket_of(running_game.code) for _ in range(3)]
    for socket, address in zip(
        sockets, (b"192.0.2.1", b"192.0.2.2", b"198.51.100.1, 192.0.2.2"), strict=True
    ):
        socket.scope["headers"] = [(b"x-forwarded-for", address)]
    assert opened_of(*sockets) == [True, True, False]


def test_who_has_opened_enough_uses_up_nothing_of_the_address(running_game, ada, ben, monkeypatch):
    monkeypatch.setattr(consumers, "AT_ONCE", 1)
    monkeypatch.setattr(consumers, "FROM_ONE_ADDRESS", 2)
    sockets = [socket_of(running_game.code, user) for user in (ada, ada, ben)]
    assert opened_of(*sockets) == [True, False, True]
    assert not consumers._open_by


@pytest.mark.slow(but_first=True)
@pytest.mark.parametrize(
    "path", ["/ws/g/%/", "/ws/g/a\0b/", "/ws/g//", "/ws/g/é/", "/ws/g/a.b/", "/ws/g/a b/"]
)
@pytest.mark.parametrize(
    "headers",
    [
        [(b"origin", b"http://localhost")],
        [(b"origin", b"http://[::1")],
        [(b"origin", b"http://localhost:port")],
        [(b"origin", b"\xff\xfe")],
        [(b"origin", b"http://localhost"), (b"cookie", b'sessionid="aaaaaaaaaaaa\\000"')],
    ],
)
def test_an_odd_socket_is_closed_and_nothing_fails(path, headers):
    from league.asgi import sockets

    async def scene():
        scope = {
            "type": "websocket",
            "path": path,
            "headers": [(b"host", b"localhost"), *headers],
            "query_string": b"",
            "subprotocols": [],
        }
        socket = Socket(sockets, scope | {"client": ("192.0.2.1", 4711)})
        await socket.send_input({"type": "websocket.connect"})
        said = await socket.receive_output()
        await socket.leave()
        return said["type"]

    assert asyncio.run(scene()) == "websocket.close"


def test_an_odd_session_reads_as_a_visitors(running_game):
    from league.asgi import sockets

    async def scene():
        headers = [
            (b"host", b"localhost"),
            (b"origin", b"http://localhost"),
            (b"cookie", b'sessionid="aaaaaaaaaaaa\\000"'),
        ]
        scope = socket_of(running_game.code).scope | {"headers": headers}
        socket = Socket(sockets, {name: scope[name] for name in scope if name not in ("user", "session")})
        opened = await socket.connect()
        await socket.leave()
        return opened

    assert asyncio.run(scene())


@pytest.mark.slow(but_first=True)
@pytest.mark.parametrize(
    ("origin", "host", "is_let_in"),
    [
        ("http://localhost:8471", "localhost:8471", True),
        ("http://testserver", "testserver", True),
        ("http://testserver:80", "TESTSERVER", True),
        ("http://[::1]:8000", "[::1]:8000", True),
        ("http://localhost:9999", "localhost:8471", False),  # another house on this machine
        ("https://localhost:8471", "localhost", False),
        ("http://[::1]", "localhost", False),
        ("http://evil.example", "evil.example", False),  # no name of the site's
        ("ftp://localhost", "localhost", False),
        ("null", "localhost", False),
        ("", "localhost", False),
        ("http://localhost", "", False),
        ("http://localhost:0", "localhost:0", False),
        ("http://[::1", "[::1", False),
    ],
)
def test_sockets_are_opened_by_the_sites_own_pages_alone(settings, origin, host, is_let_in):
    settings.ALLOWED_HOSTS = ["localhost", "testserver", "[::1]"]
    headers = [(b"host", host.encode()), (b"origin", origin.encode())]
    assert is_own(headers) is is_let_in


@pytest.mark.parametrize(("scheme", "is_let_in"), [("https", True), ("http", False)])
def test_a_site_with_https_opens_no_socket_to_a_page_without(settings, scheme, is_let_in):
    """Someone between browser and site could write such a page."""
    settings.ALLOWED_HOSTS, settings.SESSION_COOKIE_SECURE = ["localhost"], True
    assert is_own([(b"host", b"localhost"), (b"origin", f"{scheme}://localhost".encode())]) is is_let_in


def test_a_socket_from_another_port_is_closed(running_game):
    from league.asgi import sockets

    async def scene(origin):
        headers = [(b"host", b"localhost:8000"), (b"origin", origin)]
        scope = socket_of(running_game.code).scope | {"headers": headers}
        socket = Socket(sockets, {name: scope[name] for name in scope if name not in ("user", "session")})
        opened = await socket.connect()
        await socket.leave()
        return opened

    assert asyncio.run(scene(b"http://localhost:8000"))
    assert not asyncio.run(scene(b"http://localhost:9000"))
