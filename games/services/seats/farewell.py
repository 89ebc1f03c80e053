"""What becomes of the games of someone whose account is deleted: the players left go on."""

from __future__ import annotations

from contextlib import suppress
from datetime import datetime
from typing import NamedTuple

from django.conf import settings
from django.db import transaction
from django.db.models import Count, Exists, OuterRef, Q
from django.utils import translation

from games.adjudication.vacancies import LOST
from games.common import clock
from games.common.errors import GameError
from games.common.outbox import bell
from games.common.outbox.row import OutboxRow
from games.common.words.people import Person
from games.gate.open_seats import is_open
from games.models import (
    Block,
    Game,
    GameArbiter,
    GameInvitation,
    Holiday,
    LetterDraft,
    Mailing,
    MasterAct,
    Nomination,
    Notebook,
    Sandbox,
    StandIn,
    Tenure,
    Vacancy,
)
from games.services.seats.removal import GOING_ON, remove_from_league
from games.services.seats.resigning import resign
from games.words import wording

NAMING = ("before", "after", "by")
"""The facts of a master's act that are people's names."""


class Leavings(NamedTuple):
    """What leaving all games would do now: games conceded, seats opened to others, seats given back before
    the start, games that lose their master.
    """

    conceded: int
    opened: int
    waiting: int
    presided: int


def leavings_of(person: Person) -> Leavings:
    """For the page that asks before. Three queries."""
    held = Tenure.objects.filter(user=person, left_at=None)
    stands_open = Exists(Vacancy.objects.filter(is_open(), game=OuterRef("game")))
    running = held.filter(game__state=Game.State.RUNNING)
    seats = running.annotate(seats=Count("game__seats"), open=stands_open).values_list("seats", "open")
    conceded = [size == 2 and not is_one_open for size, is_one_open in seats]
    return Leavings(
        conceded=conceded.count(True),
        opened=conceded.count(False),
        waiting=held.filter(game__state=Game.State.WAITING).count(),
        presided=Game.objects.filter(master=person, state__in=GOING_ON).count(),
    )


def leave_all_games(*, person: Person) -> None:
    """Resign every running seat of `person` (HR-4): first those of competitions, by the numbers of their
    games, then the others in the order of their start. Give back seats that wait, and end what they presided
    and their powers as arbiter.

    Each game is a transaction of its own: stopped half-way, it is done again.
    """
    held = Tenure.objects.filter(user=person, left_at=None, game__state=Game.State.RUNNING)
    order = ("-game__is_contest", "game__contest__key", "game__contest__number", "game__started_at", "game")
    for tenure in held.select_related("game").order_by(*order):
        with suppress(GameError):  # it is over meanwhile
            resign(game=tenure.game, user=person)
    GameArbiter.objects.filter(user=person, left_at=None).update(left_at=clock.now())
    for league in _leagues(person):
        remove_from_league(league=league, person=person, at=clock.now(), cause=Vacancy.Cause.RESIGNED)


def _leagues(person: Person) -> list[int]:
    """Where `person` has anything in a game that goes on or waits."""
    mine = (
        Q(pk__in=Tenure.objects.filter(user=person, left_at=None).values("game"))
        | Q(master=person)
        | Q(opened_by=person)
        | Q(pk__in=GameInvitation.objects.filter(Q(by=person) | Q(user=person)).values("game"))
        | Q(pk__in=StandIn.objects.filter(user=person).values("game"))
        | Q(pk__in=Nomination.objects.filter(nominee=person).values("game"))
    )
    return sorted(set(Game.objects.filter(mine, state__in=GOING_ON).values_list("league", flat=True)))


def holds_anything(person: Person) -> bool:
    """Whether `person` still sits in a game: one that waits, or a seat not given up."""
    held = Tenure.objects.filter(user=person, left_at=None, game__state__in=GOING_ON)
    return held.exclude(seat__vacancy__cause__in=[Vacancy.Cause.RESIGNED, *LOST]).exists()


@transaction.atomic
def forget_private_things(*, person: Person, name: str, new_name: str, now: datetime) -> None:
    """Delete what was for `person` alone: drafts, notebooks, holidays, sandboxes, blocks, mails, notices.
    Acts that say `name` say `new_name` from now on, and so do games that kept the name which the site offered
    for them. Messages that were sent, and results, stay with their seats.
    """
    for language, _language_name in settings.LANGUAGES:
        with translation.override(language):
            offered, new_offered = wording.offered_name(name), wording.offered_name(new_name)
        Game.objects.filter(name=offered).update(name=new_offered)
    own = Tenure.objects.filter(user=person)
    LetterDraft.objects.filter(tenure__in=own).delete()
    Notebook.objects.filter(tenure__in=own).delete()
    Holiday.objects.filter(user=person).delete()
    Sandbox.objects.filter(owner=person).delete()
    Block.objects.filter(Q(blocker=person) | Q(blocked=person)).delete()
    OutboxRow.objects.filter(person=person.pk, sent_at=None).delete()
    Mailing.objects.filter(user=person).delete()
    bell.forget_person(person, name)
    named = Nomination.objects.filter(Q(by=person) | Q(nominee=person)).values("game")
    games = Game.objects.filter(Q(pk__in=own.values("game")) | Q(master_acts__by=person) | Q(pk__in=named))
    for act in MasterAct.objects.filter(game__in=games.values("pk")):
        # Only these name people: elsewhere the same letters may be a seat's key, or an ending's.
        facts = act.facts | {key: new_name for key in NAMING if act.facts.get(key) == name}
        if facts != act.facts:
            MasterAct.objects.filter(pk=act.pk).update(facts=facts)
