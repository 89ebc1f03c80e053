"""Every channel is registered, and nothing is registered that is not there."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from celery import shared_task
from django.contrib import admin
from django.contrib.auth.models import Permission
from django.http import HttpResponse
from django.urls import path

from games import urls
from games.common.outbox import registry
from games.views import routing
from league.celery import app
from league.channels import CHANNELS, ChannelKind
from tests.secrecy.found import found

Noticed = Callable[[], dict[ChannelKind, set[str]]]


@pytest.mark.slow(but_first=True)
@pytest.mark.parametrize("kind", ChannelKind)
def test_every_channel_is_in_the_registry(kind: ChannelKind) -> None:
    unregistered = found()[kind] - set(CHANNELS[kind])
    assert not unregistered, f"say in league/channels.py what these show: {sorted(unregistered)}"


@pytest.mark.slow(but_first=True)
@pytest.mark.parametrize("kind", ChannelKind)
def test_the_registry_names_nothing_that_is_not_there(kind: ChannelKind) -> None:
    assert not set(CHANNELS[kind]) - found()[kind]


@pytest.fixture
def noticed() -> Noticed:
    """What is found now and was not when the test began."""
    before = found()
    return lambda: {kind: new for kind, names in found().items() if (new := names - before[kind])}


def test_a_new_address_is_noticed(noticed: Noticed) -> None:
    route = "l/<slug:league_slug>/g/<slug:code>/drafts/"
    urls.urlpatterns.append(path(route, lambda request: HttpResponse(), name="drafts"))
    try:
        assert noticed() == {ChannelKind.PAGE: {"games:drafts"}}
    finally:
        urls.urlpatterns.pop()


def test_a_new_model_in_the_admin_is_noticed(noticed: Noticed) -> None:
    admin.site.register(Permission)
    try:
        assert noticed() == {ChannelKind.ADMIN: {"auth.permission"}}
    finally:
        admin.site.unregister(Permission)


def test_a_new_socket_is_noticed(noticed: Noticed) -> None:
    routes = routing.websocket_urlpatterns
    routes.append(path("ws/l/<slug:league>/", routes[0].callback))
    try:
        assert noticed() == {ChannelKind.SOCKET: {"ws/l/<slug:league>/"}}
    finally:
        routes.pop()


def test_a_new_task_is_noticed(noticed: Noticed) -> None:
    @shared_task(name="games.tasks.gossip")
    def gossip() -> None: ...

    assert gossip.name in app.tasks
    try:
        assert noticed() == {ChannelKind.TASK: {"games.tasks.gossip"}}
    finally:
        app.tasks.unregister("games.tasks.gossip")


def test_a_new_listener_of_the_outbox_is_noticed(noticed: Noticed, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(registry._handlers, "answer_saved", [])
    assert noticed() == {ChannelKind.OUTBOX: {"answer_saved"}}


@pytest.mark.slow(but_first=True)
@pytest.mark.parametrize(
    ("code", "kind"),
    [
        ("logging.getLogger(__name__)", ChannelKind.LOG),
        ("outbox.tell('drafts', now)", ChannelKind.OUTBOX),
        ("outbox.tell(about, now)", ChannelKind.OUTBOX),
        ("mail.send_mail(subject, body, None, people)", ChannelKind.SENDER),
        ("class Post(mail.EmailMessage): ...", ChannelKind.SENDER),
        ("get_channel_layer().group_send(group, message)", ChannelKind.PUSH),
    ],
)
def test_a_new_call_that_sends_something_is_noticed(code: str, kind: ChannelKind, tmp_path: Path) -> None:
    (tmp_path / "games").mkdir()
    (tmp_path / "games" / "gossip.py").write_text(f"def tell_it():\n    {code}\n")
    assert found(tmp_path)[kind] - set(CHANNELS[kind])
