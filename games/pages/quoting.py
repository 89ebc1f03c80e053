"""Messages that a player quotes to others: only such as they can read themselves."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Any

from django.db.models import Exists, F, OuterRef, Q, QuerySet

from games.models import Game, Message, Tenure, Withheld
from games.pages.correspondence import ReadLetter, read_letters
from games.pages.seats import places_of
from games.pages.writers import Writers, writers_of
from games.words.threads import IS_CIRCLE

QUOTABLE = 60
"""Messages to choose from, the latest of a thread."""


@dataclass(frozen=True, slots=True)
class Quotes:
    """Messages that someone may quote, by key, and who else wrote them, as keys of people."""

    keys: Sequence[int]
    writers: Collection[int]


def game_of_correspondent(league: Any, code: str, user: Any) -> Game | None:
    """The game `code` of `league` with press in which `user` has or had a seat after its start."""
    begun = Q(left_at=None) | Q(left_at__gt=F("game__started_at"))
    held = Tenure.objects.filter(begun, user_id=user.pk, game__league_id=league.pk, game__code=code)
    tenure = held.exclude(game__started_at=None).select_related("game").first()
    return tenure.game if tenure and tenure.game.press == Game.Press.OPEN else None


def quotable(game: Game, user: Any, thread: str) -> list[ReadLetter]:
    """The latest messages that `user` can read, the newest first: of one thread, or of all where `thread`
    is the key of none. Three queries at most.
    """
    letters = _readable(game, user)
    if IS_CIRCLE.match(thread):
        letters = letters.filter(circle__key=thread)
    return read_letters(game, letters.order_by("-pk")[:QUOTABLE])


def chosen(game: Game, user: Any, keys: Collection[int]) -> Quotes:
    """Of messages with these keys, those that `user` can read; and who wrote them but `user`."""
    rows = _readable(game, user).filter(pk__in=keys).order_by("pk")
    found = list(rows.values_list("pk", "sender__key", "sent_at"))
    held: Writers = writers_of(game, places_of(game, None))
    people = {held.at(seat, at).user_id for _pk, seat, at in found} - {user.pk, None}
    return Quotes([pk for pk, _seat, _at in found], {person for person in people if person is not None})


def quoted(game: Game, keys: Collection[int]) -> list[ReadLetter]:
    """Messages that were quoted, by their keys, the oldest first, for those to whom they were quoted."""
    return read_letters(game, Message.objects.filter(game=game, pk__in=keys).order_by("pk"))


def _readable(game: Game, user: Any) -> QuerySet[Message]:
    """The messages of every time that `user` has had a seat, but those that are withheld."""
    until = Q(left_at=None) | Q(left_at__gt=OuterRef("sent_at"))
    since = Q(taken_at__lte=OuterRef("sent_at"))
    if game.successors_read:
        since |= Q(left_at=None)
    held = Tenure.objects.filter(since, until, game=game, user_id=user.pk, seat__circles=OuterRef("circle"))
    kept_away = Withheld.objects.filter(message=OuterRef("pk"), tenure__user=user.pk, folds=False)
    return Message.objects.filter(Exists(held), ~Exists(kept_away), game=game)
