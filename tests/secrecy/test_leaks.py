"""The ears hear leaks: each is made on purpose, when ben's answer is saved, and each is heard."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator

import pytest
from django.core.mail import send_mail
from django.db.models import F
from django.db.models.signals import post_save
from django.utils import timezone

from games import notices
from games.common import outbox
from games.common.outbox import push
from games.models import Answer, Game, Phase
from league.channels import ChannelKind
from tests.secrecy.conftest import Play
from tests.secrecy.envelopes import NOTHING, TIDY
from tests.secrecy.script import Script
from tests.secrecy.transcript import Transcript, differences, sealed

pytestmark = pytest.mark.slow

Leak = Callable[[Answer], object]


def raise_the_version(answer: Answer) -> None:
    Game.objects.filter(pk=answer.phase.game_id).update(version=F("version") + 1)


def hint(answer: Answer) -> None:
    outbox.put(notices.hint(answer.phase.game, timezone.now()))


def tell_sockets(answer: Answer) -> None:
    push.push(answer.phase.game.code, answer.phase.game.version)


def log(answer: Answer) -> None:
    logging.getLogger("games.adjudication.processing").debug("somebody saved something")


def write_to_the_other(answer: Answer) -> None:
    send_mail("Hurry up", "He has saved.", None, ["ada@example.org"])


def note_on_the_phase(answer: Answer) -> None:
    Phase.objects.filter(pk=answer.phase_id).update(last_error=answer.text[:20])


def show_on_the_page(answer: Answer) -> None:
    Game.objects.filter(pk=answer.phase.game_id).update(name=F("code"))


LEAKS: dict[Leak, tuple[ChannelKind, str]] = {
    raise_the_version: (ChannelKind.SOCKET, "ws/g/<slug:code>/"),
    hint: (ChannelKind.OUTBOX, "hint"),
    tell_sockets: (ChannelKind.PUSH, "games.common.outbox.push"),
    log: (ChannelKind.LOG, "games.adjudication.processing"),
    write_to_the_other: (ChannelKind.SENDER, "games.common.outbox.mailer"),
    note_on_the_phase: (ChannelKind.ADMIN, "games.phase"),
    show_on_the_page: (ChannelKind.PAGE, "games:game"),
}


@pytest.fixture
def on_saving() -> Iterator[Callable[[Leak], None]]:
    """`on_saving(leak)`: from now on whatever ben saves leaks."""
    receivers = []

    def install(leak: Leak) -> None:
        def receive(instance: Answer, **_more: object) -> None:
            if instance.seat.key == "2":
                leak(instance)

        receivers.append(receive)
        post_save.connect(receive, sender=Answer, weak=False)

    yield install
    for receiver in receivers:
        post_save.disconnect(receiver, sender=Answer)


@pytest.mark.parametrize("leak", LEAKS, ids=lambda leak: leak.__name__)
def test_a_leak_is_heard(
    leak: Leak, on_saving: Callable[[Leak], None], play: Play, told: dict[str, Transcript]
) -> None:
    if not told:
        told["nothing"] = play(NOTHING, Script.first_evening)
        told["tidy"] = play(TIDY, Script.first_evening)
        assert not differences(sealed(told["nothing"]), sealed(told["tidy"]))
    on_saving(leak)
    heard = differences(sealed(told["nothing"]), sealed(play(TIDY, Script.first_evening)))
    kind, channel = LEAKS[leak]
    assert any(f" {kind.name} {channel} (" in each for each in heard), heard
