"""What a league's standings are read from: caches of finished games' result rows.

Nothing here decides anything. `services.counting` writes it, from `games.facts.finished` alone, and
`manage.py recompute_standings` makes it again.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Final
from uuid import uuid4

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _

from games.models import SeatResult

WHOLE: Final = 2520
"""A whole win in units of share: divisible by every number from 1 to 10, so sums of shares are exact."""

ALL_YEARS: Final = 0
"""The year of rows that count all years together."""

Outcome = SeatResult.Outcome
WON: Final = (Outcome.SOLO, Outcome.BESIDE)
DRAWN: Final = (Outcome.SHARED,)
LOST: Final = (Outcome.LOST, Outcome.ELIMINATED, Outcome.FORFEIT)


class Played(models.Model):
    """One finished game as it counts for one person who held a seat to its end.

    Of public games whose records are open to everyone; void games have no rows (HR-6).
    """

    league = models.ForeignKey("leagues.League", models.CASCADE, related_name="+", db_index=False)
    game = models.ForeignKey("games.Game", models.CASCADE, related_name="played")
    tenure = models.OneToOneField("games.Tenure", models.CASCADE, related_name="+")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="+")
    kind = models.CharField(max_length=40, help_text="a kind of game, as ratings have them")
    year = models.PositiveSmallIntegerField(help_text="of the calendar, in UTC, in which it ended")
    ended_at = models.DateTimeField()
    side = models.CharField(
        max_length=64, blank=True, default="", help_text="the powers it was decided for: AUSTRIA+RUSSIA"
    )
    outcome = models.CharField(max_length=10, choices=Outcome.choices)
    units = models.PositiveSmallIntegerField(default=0, help_text="share of the win, in parts of 2520")
    centres = models.PositiveSmallIntegerField(default=0)
    last_year = models.PositiveSmallIntegerField(null=True, blank=True, help_text="the last game year")

    class Meta:
        app_label = "tournaments"
        verbose_name = _("counted result")
        verbose_name_plural = _("counted results")
        ordering = ["pk"]
        constraints = [
            models.CheckConstraint(condition=Q(units__lte=WHOLE), name="a_counted_share_is_no_more_than_all"),
            models.CheckConstraint(condition=~Q(outcome="void"), name="void_games_do_not_count"),
        ]
        indexes = [
            models.Index(fields=["league", "user", "-ended_at", "-id"], name="played_by_a_person"),
        ]

    def __str__(self) -> str:
        return f"{self.outcome} of {self.user_id} in {self.game_id}"

    @property
    def share(self) -> Fraction:
        return Fraction(self.units, WHOLE)

    @property
    def result(self) -> str:
        """`won`, `drawn` or `lost`."""
        return "won" if self.outcome in WON else "drawn" if self.outcome in DRAWN else "lost"

    @property
    def powers(self) -> list[str]:
        return self.side.split("+") if self.side else []


class Tally(models.Model):
    """What one person's games of one kind and year come to; year 0: of all years."""

    league = models.ForeignKey("leagues.League", models.CASCADE, related_name="+", db_index=False)
    kind = models.CharField(max_length=40)
    year = models.PositiveSmallIntegerField()
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="+")
    games = models.PositiveIntegerField(default=0)
    won = models.PositiveIntegerField(default=0)
    drawn = models.PositiveIntegerField(default=0)
    lost = models.PositiveIntegerField(default=0)
    points = models.PositiveIntegerField(default=0, help_text="3 a win, 1 a draw")
    units = models.PositiveBigIntegerField(default=0, help_text="shares of wins, in parts of 2520")
    centres = models.PositiveIntegerField(default=0)

    class Meta:
        app_label = "tournaments"
        verbose_name = _("tally of results")
        verbose_name_plural = _("tallies of results")
        ordering = ["pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["league", "user", "kind", "year"], name="one_tally_a_person_kind_and_year"
            ),
            models.CheckConstraint(
                condition=Q(games=F("won") + F("drawn") + F("lost"), games__gt=0),
                name="a_tally_adds_up",
            ),
            models.CheckConstraint(
                condition=Q(points=3 * F("won") + F("drawn")), name="points_are_of_wins_and_draws"
            ),
        ]
        indexes = [
            models.Index(
                fields=["league", "kind", "year", "-points", "games", "user"], name="standings_by_points"
            ),
            models.Index(
                fields=["league", "kind", "year", "-won", "games", "user"], name="standings_by_wins"
            ),
            models.Index(
                fields=["league", "kind", "year", "-units", "games", "user"], name="standings_by_shares"
            ),
            models.Index(
                fields=["league", "kind", "year", "-centres", "games", "user"], name="standings_by_centres"
            ),
            models.Index(fields=["league", "kind", "year", "-games", "user"], name="standings_by_games"),
        ]

    def __str__(self) -> str:
        return f"{self.games} of {self.user_id} in {self.year}"

    @property
    def share(self) -> Fraction:
        return Fraction(self.units, WHOLE)


class GameCount(models.Model):
    """How many games of one kind and year count in a league; year 0: of all years."""

    league = models.ForeignKey("leagues.League", models.CASCADE, related_name="+", db_index=False)
    kind = models.CharField(max_length=40)
    year = models.PositiveSmallIntegerField()
    games = models.PositiveIntegerField(default=0)

    class Meta:
        app_label = "tournaments"
        verbose_name = _("number of games")
        verbose_name_plural = _("numbers of games")
        ordering = ["pk"]
        constraints = [
            models.UniqueConstraint(fields=["league", "kind", "year"], name="one_number_a_kind_and_year"),
            models.CheckConstraint(condition=Q(games__gt=0), name="a_number_counts_something"),
        ]

    def __str__(self) -> str:
        return f"{self.games} of {self.kind} in {self.year}"


class Counting(models.Model):
    """How far a league's finished games have been counted. Counting locks this row: one at a time."""

    league = models.OneToOneField("leagues.League", models.CASCADE, primary_key=True, related_name="+")
    upto = models.BigIntegerField(
        null=True,
        blank=True,
        help_text="the key of the last of the older games counted so far; none: all are",
    )
    checked_upto = models.BigIntegerField(
        null=True, blank=True, help_text="how far a check has come; none: none is on its way"
    )
    checked_at = models.DateTimeField(null=True, blank=True)
    wrong = models.PositiveIntegerField(default=0, help_text="rows that the last check found wrong")
    stamp = models.UUIDField(
        default=uuid4, editable=False, help_text="another one whenever something was counted"
    )

    class Meta:
        app_label = "tournaments"
        verbose_name = _("count of results")
        verbose_name_plural = _("counts of results")
        ordering = ["pk"]

    def __str__(self) -> str:
        return f"count of {self.league_id}"
