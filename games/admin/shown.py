"""Rows to be looked at by those who run the site."""

from __future__ import annotations

from functools import cached_property
from typing import Any

from django.contrib import admin
from django.core.paginator import Paginator
from django.db.models import Exists, Model, OuterRef, QuerySet
from django.http import HttpRequest

from games.models import Game, Tenure


class BoundedPaginator(Paginator):  # type: ignore[type-arg]
    """Counts no further than anybody would turn pages."""

    MOST = 10_000

    @cached_property
    def count(self) -> int:
        rows: Any = self.object_list
        return int(rows.order_by()[: self.MOST].count())


def played_by(request: HttpRequest, of_game: str, *, is_over: bool = False) -> QuerySet[Tenure]:
    """The reader's seats in the game that `of_game` leads to, to be asked whether there are any; also of a
    game that `is_over`.
    """
    own = Tenure.objects.filter(game=OuterRef(of_game), user=request.user.pk, left_at=None)
    return own if is_over else own.exclude(game__state__in=[Game.State.FINISHED, Game.State.CANCELLED])


class Shown(admin.ModelAdmin):  # type: ignore[type-arg]
    """Rows to be looked at: not added, not changed, not deleted, asked only by the filters that are offered.

    Django lets staff filter by any field of the model in the address, which would be a way to guess at sealed
    texts; here only `list_filter` and `lookups` are asked.
    """

    paginator = BoundedPaginator
    show_full_result_count = False
    list_per_page = 50
    lookups: tuple[str, ...] = ()
    date_hierarchy = None
    of_game = ""
    """The way from a row to its game, `pk` for a game itself; empty for rows that are of no game."""
    is_private = False
    """Whether it stays between those whom it concerns when the game is over."""

    def get_queryset(self, request: HttpRequest) -> QuerySet[Any]:
        """Nothing of games in which the reader plays: who runs the site learns no more there than others."""
        rows = super().get_queryset(request)
        if not self.of_game:
            return rows
        return rows.exclude(Exists(played_by(request, self.of_game, is_over=self.is_private)))

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return False

    def lookup_allowed(self, lookup: str, value: Any, request: HttpRequest | None = None) -> bool:
        offered = {getattr(each, "parameter_name", each) for each in self.list_filter} | set(self.lookups)
        return lookup.removesuffix("__exact").removesuffix("__id") in offered
