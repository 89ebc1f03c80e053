"""Pairings: which entries play which game of a season, whatever kind of competition brought them together."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection
from typing import Any

from django.db import models
from django.utils.functional import cached_property
from django.utils.translation import gettext_lazy as _

from games.models import Game
from league.competitions.models.competition import Competition
from league.competitions.models.entry import Entry
from league.users.models import User


class Pairing(models.Model):
    """Entries that play one game. Results, disputes, open games and prizes go by it.

    `number` names it in its season's log, files and addresses; a ladder gives it that of the challenge. Its
    `sides` are the entries that it brings together, and their seats. Without a game it is still to begin.
    """

    competition = models.ForeignKey(Competition, models.PROTECT, related_name="pairings")
    number = models.PositiveIntegerField()
    game = models.OneToOneField("games.Game", models.PROTECT, null=True, blank=True, related_name="pairing")

    class Meta:
        verbose_name = _("pairing")
        verbose_name_plural = _("pairings")
        ordering = ["competition", "number"]
        constraints = [
            models.UniqueConstraint(fields=["competition", "number"], name="pairing_numbers_do_not_repeat")
        ]

    def __str__(self) -> str:
        return f"pairing {self.number} of {self.competition_id}"

    @cached_property
    def entries(self) -> list[Entry]:
        """Who plays, in the order of the sides; two queries, or none where they came with the row."""
        return [side.entry for side in self.sides.all()]

    @property
    def is_of_two(self) -> bool:
        """Whether two play in it: then one can lose it to the other, by forfeit too."""
        return len(self.entries) == 2

    def entry_of(self, user: int) -> Entry | None:
        """The entry of a person (a key) that plays in it."""
        return next((entry for entry in self.entries if entry.user_id == user), None)


class Side(models.Model):
    """One entry in a pairing, and the seat that it began the game in; none before it has one."""

    pairing = models.ForeignKey(Pairing, models.CASCADE, related_name="sides")
    entry = models.ForeignKey(Entry, models.PROTECT, related_name="sides")
    seat = models.CharField(max_length=16, blank=True, default="")

    class Meta:
        verbose_name = _("side")
        verbose_name_plural = _("sides")
        ordering = ["pk"]
        constraints = [
            models.UniqueConstraint(fields=["pairing", "entry"], name="an_entry_is_on_one_side_of_a_pairing"),
            models.UniqueConstraint(
                fields=["pairing", "seat"], condition=~models.Q(seat=""), name="one_side_a_seat_of_a_pairing"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.entry_id} in {self.pairing_id}"


def runs(path: str = "") -> models.Q:
    """Of pairings, or of rows that have one at `path` (`pairing__`): those whose game is being played."""
    return models.Q(**{f"{path}game__state": Game.State.RUNNING})


def is_finished() -> models.Q:
    """Of pairings: those whose game was played to an end."""
    return models.Q(game__state=Game.State.FINISHED)


def running_games(**of: Any) -> models.QuerySet[Game]:
    """The games that are being played of the pairings of which `of` is true."""
    mine = {f"pairing__{name}": value for name, value in of.items()}
    return Game.objects.filter(**mine, state=Game.State.RUNNING)


def pairing_of(game: Game, *more: str) -> Pairing | None:
    """The pairing whose game this is, with its season, league and people, and with `more` of its own; None of
    a game that no season began. One query.
    """
    return next(iter(pairings_of([game.pk], *more)), None)


def pairings_of(games: Collection[int], *more: str) -> list[Pairing]:
    """The same of those of `games` (keys) that seasons began. One query."""
    beside = [f"pairing__{each}" for each in ("competition__league", *more)]
    sides = Side.objects.filter(pairing__game__in=games).select_related("entry__user", *beside)
    found: dict[int, list[Side]] = defaultdict(list)
    for side in sides.order_by("pk"):
        found[side.pairing_id].append(side)
    pairings = []
    for each in found.values():
        pairing = each[0].pairing
        pairing.entries = [side.entry for side in each]
        pairings.append(pairing)
    return pairings


def with_sides(pairings: models.QuerySet[Pairing]) -> models.QuerySet[Pairing]:
    """These pairings with their entries and the people behind them: one query more."""
    sides = Side.objects.select_related("entry__user").order_by("pk")
    return pairings.prefetch_related(models.Prefetch("sides", sides))


def of_side(path: str, *, last: bool = False) -> models.Subquery:
    """What stands at `path` of the first side of a row's pairing, or of the last: for games of two."""
    sides = Side.objects.filter(pairing=models.OuterRef("pairing")).order_by("-pk" if last else "pk")
    return models.Subquery(sides.values(path)[:1])


def of_person(user: User) -> models.Q:
    """Of rows that belong to a pairing: those in which someone plays. One subquery, so nothing doubles."""
    return models.Q(pairing__in=Side.objects.filter(entry__user=user).values("pairing"))
