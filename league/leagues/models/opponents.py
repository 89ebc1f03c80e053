"""People who look for someone to play against, and the pairs that were found."""

from __future__ import annotations

from datetime import timedelta
from typing import Any, Final

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _

from league.leagues.models.league import League

LASTS: Final = timedelta(days=14)
"""After which a search ends by itself."""


class Pool(models.Model):
    """The one pool of the site, and the league in which its games are played. Code that changes anything
    about searches holds its row.
    """

    is_the_one = models.BooleanField(default=True, unique=True, editable=False)
    league = models.OneToOneField(League, models.PROTECT, related_name="pool")

    class Meta:
        verbose_name = _("pool of opponents")
        verbose_name_plural = _("pools of opponents")
        constraints = [models.CheckConstraint(condition=Q(is_the_one=True), name="there_is_one_pool")]

    def __str__(self) -> str:
        return f"pool of {self.league_id}"


class Proposal(models.Model):
    """Two people who fit, and the game they would play; `one` has looked for longer.

    `at` is the hour of the deadlines in UTC; of a live game there is none, but two `evenings` instead.
    """

    class State(models.TextChoices):
        OPEN = "open", _("waits for both")
        AGREED = "agreed", _("became a game")
        REFUSED = "refused", _("one of them did not want to")
        LAPSED = "lapsed", _("one of them did not answer")
        DROPPED = "dropped", _("they could not play each other any more")

    one = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="+")
    other = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="+")
    game_key = models.CharField(max_length=20, help_text="a key of opponents.options.GAMES")
    pace_key = models.CharField(max_length=20)
    language_key = models.CharField(max_length=20)
    at = models.PositiveSmallIntegerField(null=True, blank=True)
    evenings = models.JSONField(default=list, blank=True)
    made_at = models.DateTimeField()
    answer_by = models.DateTimeField()
    state = models.CharField(max_length=8, choices=State.choices, default=State.OPEN)
    closed_at = models.DateTimeField(null=True, blank=True)
    game = models.OneToOneField("games.Game", models.SET_NULL, null=True, blank=True, related_name="proposal")

    class Meta:
        verbose_name = _("proposed game")
        verbose_name_plural = _("proposed games")
        ordering = ["pk"]
        constraints = [
            models.CheckConstraint(condition=~Q(one=F("other")), name="nobody_is_their_own_opponent"),
            models.CheckConstraint(
                condition=Q(state="open", closed_at=None) | ~Q(state="open") & Q(closed_at__isnull=False),
                name="a_proposal_that_is_closed_says_when",
            ),
        ]
        indexes = [
            models.Index(fields=["answer_by"], condition=Q(state="open"), name="proposals_to_answer"),
            models.Index(fields=["closed_at"], name="proposals_by_their_end"),
        ]

    def __str__(self) -> str:
        return f"proposal {self.pk}"


class Search(models.Model):
    """One person looks for an opponent, since a moment that is their place in the line.

    What they would accept are keys, in the order of `opponents.options`, divided by spaces. Found, they are
    asked about a `proposal`; `ranking` is what they said yes with, sealed until the game has it.
    """

    class State(models.TextChoices):
        WAITING = "waiting", _("waits in the line")
        ASKED = "asked", _("found, asked to say yes")
        PLAYING = "playing", _("plays")
        STOPPED = "stopped", _("stopped looking")
        OUT = "out", _("said no, or did not answer")
        EXPIRED = "expired", _("no one was found in time")

    OPEN = (State.WAITING, State.ASKED)

    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="searches")
    games = models.CharField(max_length=100)
    paces = models.CharField(max_length=100)
    languages = models.CharField(max_length=100)
    since = models.DateTimeField()
    state = models.CharField(max_length=8, choices=State.choices, default=State.WAITING)
    suggested = models.PositiveSmallIntegerField(
        default=0, help_text="how many of the e-mails with suggestions were put out"
    )
    proposal = models.ForeignKey(Proposal, models.SET_NULL, null=True, blank=True, related_name="searches")
    seat = models.PositiveSmallIntegerField(null=True, blank=True, help_text="in the proposal: 1 or 2")
    yes_at = models.DateTimeField(null=True, blank=True)
    ranking = models.JSONField(default=list, blank=True, help_text="sealed")
    evenings = models.JSONField(default=list, blank=True, help_text="those of the proposal that would do")
    found_at = models.DateTimeField(null=True, blank=True, help_text="when whom they play was found")
    over_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        verbose_name = _("search for an opponent")
        verbose_name_plural = _("searches for opponents")
        ordering = ["since", "pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["user"], condition=Q(state__in=["waiting", "asked"]), name="one_search_a_person"
            ),
            models.UniqueConstraint(fields=["proposal", "seat"], name="two_people_a_proposal"),
            models.CheckConstraint(
                condition=Q(state="asked", proposal__isnull=False, seat__in=[1, 2])
                | Q(state="waiting", proposal=None, seat=None, yes_at=None)
                | ~Q(state__in=["asked", "waiting"]),
                name="only_who_is_asked_has_a_proposal",
            ),
            models.CheckConstraint(
                condition=Q(state__in=["waiting", "asked"], over_at=None)
                | ~Q(state__in=["waiting", "asked"]) & Q(over_at__isnull=False),
                name="a_search_that_is_over_says_when",
            ),
            models.CheckConstraint(
                condition=~Q(games="") & ~Q(paces="") & ~Q(languages=""), name="a_search_accepts_something"
            ),
            models.CheckConstraint(
                condition=~Q(state="playing") | Q(found_at__isnull=False), name="who_plays_was_found"
            ),
        ]
        indexes = [
            models.Index(fields=["since", "id"], condition=Q(state="waiting"), name="the_line"),
            models.Index(fields=["-over_at"], condition=Q(state="playing"), name="searches_that_found"),
            models.Index(fields=["over_at"], name="searches_by_their_end"),
        ]

    def __str__(self) -> str:
        return f"search {self.pk}"

    def accepts(self) -> dict[str, Any]:
        """The keys that they would accept, by their kind."""
        return {kind: getattr(self, kind).split() for kind in ("games", "paces", "languages")}

    @property
    def ends_at(self) -> Any:
        return self.since + LASTS
