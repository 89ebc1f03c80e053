"""Letters to players, each in his language, with times in his zone. They tell nothing that is sealed."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.conf import settings
from django.contrib.auth import get_user_model
from django.core.mail import EmailMessage, get_connection
from django.core.mail.backends.base import BaseEmailBackend
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import timezone, translation
from django.utils.formats import date_format

from games import wording
from games.models import Answer, Game, OutboxRow, Phase, Tenure
from games.outbox.registry import Done, delivers_slowly
from games.people import language_of, zone_of


@dataclass(frozen=True, slots=True)
class Matter:
    """One game that a letter is about, and the phase if it is about one."""

    game: Game
    phase: Phase | None
    address: str
    winners: list[str]
    """Names of those who share the win; empty while the game lasts, or when nobody won it."""

    @property
    def phase_words(self) -> str:
        """The phase in the reader's language: Spring 1901, moves."""
        return wording.phase(self.phase.label) if self.phase else ""

    @property
    def closes(self) -> str:
        """The phase's deadline in the reader's zone, with the zone's name."""
        if self.phase is None:
            return ""
        local = timezone.localtime(self.phase.deadline)
        return f"{date_format(local, 'DATETIME_FORMAT')} ({timezone.get_current_timezone_name()})"


@delivers_slowly("mail")
def send_mails(rows: Sequence[OutboxRow]) -> Iterator[Done]:
    """Send what `rows` announce: one letter a person and kind, however many games it is about."""
    matters = _matters_of(rows)
    people = get_user_model().objects.in_bulk({row.payload["user"] for row in rows})
    letters: dict[tuple[int, str], list[OutboxRow]] = defaultdict(list)
    nothing_to_say = []
    for row in rows:
        if row.pk in matters and row.payload["user"] in people:
            letters[row.payload["user"], row.payload["about"]].append(row)
        else:
            nothing_to_say.append(row)
    yield nothing_to_say, {}
    connection = get_connection()
    try:
        for (user, about), group in letters.items():
            failures: dict[int, Exception] = {}
            try:
                connection.open()  # once for all letters; anew after a failure
                _send(people[user], about, [matters[row.pk] for row in group], connection)
            except Exception as error:
                failures = {row.pk: error for row in group}
                connection.close()
            yield group, failures
    finally:
        connection.close()


def _send(person: Any, about: str, matters: Sequence[Matter], connection: BaseEmailBackend) -> None:
    if not person.is_active or not person.email:
        return
    with translation.override(language_of(person)), timezone.override(zone_of(person)):
        context = {
            "person": person,
            "matters": matters,
            "first": matters[0],
            "count": len(matters),
            "mine": settings.SITE_ADDRESS + reverse("games:mine"),
        }
        subject = " ".join(render_to_string(f"games/mail/{about}_subject.txt", context).split())
        body = render_to_string(f"games/mail/{about}.txt", context).strip() + "\n"
    EmailMessage(subject, body, to=[person.email], connection=connection).send()


def _matters_of(rows: Sequence[OutboxRow]) -> Mapping[int, Matter]:
    """By the row's key, what it is about; rows whose occasion has passed are left out."""
    games = Game.objects.select_related("league").in_bulk({row.payload["game"] for row in rows})
    phases = Phase.objects.in_bulk({row.payload["phase"] for row in rows if "phase" in row.payload})
    waiting = [row for row in rows if row.payload["about"] == "waiting"]
    answered = _answered(row.payload["phase"] for row in waiting)
    winners = _winners_of([game for game in games.values() if game.outcome])
    matters = {}
    for row in rows:
        game, phase = games.get(row.payload["game"]), phases.get(row.payload.get("phase"))
        if game is None:
            continue
        if row.payload["about"] == "waiting" and (
            phase is None or not phase.is_open or (phase.pk, row.payload["user"]) in answered
        ):
            continue
        matters[row.pk] = Matter(game, phase, _address_of(game), winners.get(game.pk, []))
    return matters


def _answered(phases: Iterable[int]) -> set[tuple[int, int]]:
    """Pairs of phase and person where nothing more is wanted of him: he has said that he is ready."""
    ready = Answer.objects.filter(phase__in=set(phases), ready_at__isnull=False, seat__tenures__left_at=None)
    return set(ready.values_list("phase", "seat__tenures__user"))


def _winners_of(games: Sequence[Game]) -> dict[int, list[str]]:
    names: dict[int, list[str]] = defaultdict(list)
    tenures = Tenure.objects.filter(game__in=games, left_at=None).select_related("seat", "user")
    winning = {game.pk: (game.outcome or {})["winners"] for game in games}
    for tenure in tenures.order_by("seat__order"):
        if tenure.seat.key in winning[tenure.game_id]:
            names[tenure.game_id].append(tenure.user.get_username())
    return names


def _address_of(game: Game) -> str:
    path = reverse("games:game", kwargs={"league_slug": game.league.slug, "code": game.code})
    return str(settings.SITE_ADDRESS) + path
