"""Rows of games to be looked at by those who run the site."""

from __future__ import annotations

from typing import Any

from django.db.models import Exists, OuterRef, QuerySet
from django.http import HttpRequest

from games.common.database.read_only_admin import ReadOnlyAdmin
from games.models import Game, Tenure


def played_by(request: HttpRequest, of_game: str, *, is_over: bool = False) -> QuerySet[Tenure]:
    """The reader's seats in the game that `of_game` leads to, to be asked whether there are any; also of a
    game that `is_over`.
    """
    own = Tenure.objects.filter(game=OuterRef(of_game), user=request.user.pk, left_at=None)
    return own if is_over else own.exclude(game__state__in=[Game.State.FINISHED, Game.State.CANCELLED])


class OfGameAdmin(ReadOnlyAdmin):
    """Rows of one game each."""

    of_game: str
    """The way from a row to its game, `pk` for a game itself."""
    is_private = False
    """Whether it stays between those whom it concerns when the game is over."""

    def get_queryset(self, request: HttpRequest) -> QuerySet[Any]:
        """Nothing of games in which the reader plays: who runs the site learns no more there than others."""
        own = played_by(request, self.of_game, is_over=self.is_private)
        return super().get_queryset(request).exclude(Exists(own))
