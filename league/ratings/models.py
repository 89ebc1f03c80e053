"""Ratings, kept for reading: a cache of what the results of games come to.

All of it is made by `league.ratings` alone and can be thrown away and made again to the same
numbers.
"""

from __future__ import annotations

from uuid import uuid4

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from league.leagues.models import League


class RatingList(models.Model):
    """The ratings of one game, in one league, or over all leagues that agree (`league` none).

    Code that writes its ratings and steps holds its row locked.
    """

    league = models.ForeignKey(League, models.CASCADE, null=True, blank=True, related_name="rating_lists")
    key = models.CharField(max_length=32, help_text="the game, as ratings.keys names it")
    formula = models.PositiveSmallIntegerField(
        default=0, help_text="by which its ratings were computed (ratings.parameters.FORMULA)"
    )
    is_older = models.BooleanField(
        default=False,
        help_text="by an older formula: kept beside today's list until the last season that asks it is over",
    )
    stamp = models.UUIDField(
        default=uuid4, editable=False, help_text="another one whenever its ratings changed"
    )

    class Meta:
        app_label = "tournaments"
        verbose_name = _("list of ratings")
        verbose_name_plural = _("lists of ratings")
        ordering = ["pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["league", "key", "is_older"], name="one_rating_list_a_league_and_game"
            ),
            models.UniqueConstraint(
                fields=["key"], condition=Q(league=None), name="one_overall_rating_list_a_game"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.key} in {self.league_id or 'all leagues'}"


class Rating(models.Model):
    """One person's rating in a list, after `games` rated games."""

    list = models.ForeignKey(RatingList, models.CASCADE, related_name="ratings")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="+")
    mu = models.FloatField()
    sigma = models.FloatField()
    games = models.PositiveIntegerField()

    class Meta:
        app_label = "tournaments"
        verbose_name = _("rating")
        verbose_name_plural = _("ratings")
        ordering = ["pk"]
        constraints = [
            models.UniqueConstraint(fields=["list", "user"], name="one_rating_a_person"),
        ]
        indexes = [
            models.Index(fields=["list", "-mu", "user"], name="highest_ratings"),
        ]

    def __str__(self) -> str:
        return f"{self.mu:.3f} of {self.user_id}"


class RatingStep(models.Model):
    """What one rated game did to one person's rating. Steps count in the order of (`at`, `code`).

    `place` is the person's in the game: equal for those who tie. `number` counts the rated games of the
    person up to this one, from 1. The constraint and the indexes serve the foreign keys as well: a list
    computed again writes hundreds of thousands of rows.
    """

    list = models.ForeignKey(RatingList, models.CASCADE, related_name="steps", db_index=False)
    game = models.ForeignKey("games.Game", models.CASCADE, related_name="+", db_index=False)
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="+", db_index=False)
    at = models.DateTimeField(help_text="the game's end")
    code = models.CharField(max_length=12, help_text="the game's")
    place = models.PositiveSmallIntegerField()
    number = models.PositiveIntegerField()
    mu_before = models.FloatField()
    sigma_before = models.FloatField()
    mu = models.FloatField()
    sigma = models.FloatField()

    class Meta:
        app_label = "tournaments"
        verbose_name = _("step of a rating")
        verbose_name_plural = _("steps of ratings")
        ordering = ["pk"]
        constraints = [
            models.UniqueConstraint(fields=["game", "list", "user"], name="a_game_is_rated_once_a_person"),
        ]
        indexes = [
            models.Index(fields=["list", "at", "code"], name="rating_steps_in_order"),
            models.Index(fields=["user", "list", "at", "code"], name="rating_steps_of_a_person"),
        ]

    def __str__(self) -> str:
        return f"{self.user_id} in {self.code}: {self.mu:.3f}"


class LateResult(models.Model):
    """From this place on a list has to be computed again: a result came, or changed, after later ones."""

    list = models.ForeignKey(RatingList, models.CASCADE, related_name="late")
    at = models.DateTimeField()
    code = models.CharField(max_length=12, blank=True, default="")

    class Meta:
        app_label = "tournaments"
        verbose_name = _("late result")
        verbose_name_plural = _("late results")
        ordering = ["pk"]

    def __str__(self) -> str:
        return f"{self.code} in {self.list_id}"
