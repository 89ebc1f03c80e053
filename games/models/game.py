"""A game: what was agreed when it opened, and how far it has come."""

from __future__ import annotations

import secrets
from datetime import datetime

from django.conf import settings as site_settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from games.common.guards.codes import new_code, new_secret  # migrations name them here, too
from games.models.terms import TermsFields


def new_token() -> str:
    """What the invitation link of a private game carries."""
    return secrets.token_urlsafe(18)


class Game(TermsFields):
    """One game of one league. Everything in the first half is fixed when it opens."""

    class State(models.TextChoices):
        WAITING = "waiting", _("waiting for players")
        RUNNING = "running", _("running")
        FINISHED = "finished", _("finished")
        CANCELLED = "cancelled", _("cancelled")

    class Visibility(models.TextChoices):
        PUBLIC = "public", _("Public: the league may watch and take a seat")
        PRIVATE = "private", _("Private: only its players, and people with its link or an invitation")

    league = models.ForeignKey("leagues.League", models.PROTECT, related_name="games")
    code = models.CharField(max_length=12, unique=True, default=new_code)
    name = models.CharField(_("name"), max_length=80)
    variant = models.CharField(_("variant"), max_length=32, help_text="a key of adjudicator.VARIANTS")
    settings = models.JSONField(default=dict, help_text="the engine's settings, frozen when the game opens")
    press_pauses = models.BooleanField(
        default=True, help_text="press is closed while retreats and adjustments are ordered (RB-22)"
    )
    visibility = models.CharField(
        _("visibility"), max_length=8, choices=Visibility.choices, default=Visibility.PUBLIC
    )
    reliability = models.PositiveSmallIntegerField(
        _("reliability"),
        default=0,
        help_text="per cent of phases answered in the league that it asks of whoever joins; 0: nothing",
    )
    join_token = models.CharField(max_length=32, unique=True, default=new_token)
    opened_by = models.ForeignKey(site_settings.AUTH_USER_MODEL, models.PROTECT, related_name="opened_games")
    opened_at = models.DateTimeField()
    seats_kept_until = models.DateTimeField(
        null=True, blank=True, help_text="until then its guests have a seat each, whoever else comes first"
    )
    master = models.ForeignKey(
        site_settings.AUTH_USER_MODEL,
        models.PROTECT,
        null=True,
        blank=True,
        related_name="presided_games",
        help_text="who presides (RB-24); he has no seat. None: nobody ever does",
    )

    rematch_of = models.ForeignKey(
        "self",
        models.SET_NULL,
        null=True,
        blank=True,
        related_name="rematches",
        help_text="the game that its players play once more",
    )
    is_contest = models.BooleanField(
        default=False, help_text="a game of a competition: its arbiters alone have power over it (HR-10)"
    )
    master_reads_since = models.DateTimeField(
        null=True,
        blank=True,
        help_text="from when on the master reads letters, one named in a running game (HR-9); none: all",
    )
    untimed_until = models.DateTimeField(
        null=True,
        blank=True,
        help_text="until then it runs without deadlines: those of its phases count from this moment",
    )

    # Chance (ENGINE, Lots): the secret and what is drawn from it are shown when the game is over.
    lots_secret = models.CharField(max_length=64, default=new_secret)
    lots_sha256 = models.CharField(max_length=64)
    lots = models.CharField(max_length=64, blank=True, default="")

    state = models.CharField(max_length=10, choices=State.choices, default=State.WAITING)
    started_at = models.DateTimeField(null=True, blank=True)
    finished_at = models.DateTimeField(null=True, blank=True)
    phase_number = models.PositiveIntegerField(
        default=0, help_text="the ordinal of the open phase: compared and moved on in one statement"
    )
    version = models.PositiveIntegerField(
        default=0, help_text="grows whenever anything anybody may see changes"
    )
    outcome = models.JSONField(
        null=True, blank=True, help_text='{"winners": […], "how": clause} once it is over'
    )

    class Meta:
        verbose_name = _("game")
        verbose_name_plural = _("games")
        ordering = ["-pk"]
        indexes = [
            models.Index(fields=["league", "state", "-id"], name="games_of_a_league"),
            models.Index(fields=["league", "-id"], name="all_games_of_a_league"),
            models.Index(fields=["state", "-id"], name="games_by_state"),
        ]
        constraints = [
            models.CheckConstraint(
                condition=Q(state__in=["waiting", "running", "finished", "cancelled"]),
                name="game_state_is_known",
            ),
            models.CheckConstraint(
                condition=Q(state__in=["waiting", "cancelled"]) | ~Q(lots=""),
                name="a_started_game_has_its_lots",
            ),
            models.CheckConstraint(condition=Q(reliability__lte=100), name="nobody_answers_more_than_all"),
            models.CheckConstraint(
                condition=~Q(state="finished") | Q(outcome__isnull=False, finished_at__isnull=False),
                name="a_finished_game_has_an_outcome",
            ),
            models.CheckConstraint(
                condition=Q(is_contest=False) | Q(master=None) & Q(visibility="public"),
                name="a_competitions_game_is_public_without_a_master",
            ),
            models.UniqueConstraint(
                fields=["rematch_of"], condition=~Q(state="cancelled"), name="one_rematch_at_a_time"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.name} ({self.code})"

    @property
    def is_waiting(self) -> bool:
        return self.state == self.State.WAITING

    @property
    def is_running(self) -> bool:
        return self.state == self.State.RUNNING

    def is_untimed(self, now: datetime) -> bool:
        return self.untimed_until is not None and now < self.untimed_until

    @property
    def is_over(self) -> bool:
        return self.state in (self.State.FINISHED, self.State.CANCELLED)

    @property
    def is_private(self) -> bool:
        return self.visibility == self.Visibility.PRIVATE
