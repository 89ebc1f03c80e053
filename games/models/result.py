"""What came of a game: for each of its seats, and for everyone who held one. Added, never edited."""

from __future__ import annotations

from fractions import Fraction

from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy


class SeatResult(models.Model):
    """What the end of a game is to one seat, written by the transaction that ends it.

    A later ruling adds a row that supersedes this one; the row that nothing supersedes counts. `shared` are
    the winners of a draw; `beside` won with someone else and took nothing from them (DG-15).
    """

    class Outcome(models.TextChoices):
        SOLO = "solo", _("won alone")
        SHARED = "shared", _("shared a draw")
        BESIDE = "beside", _("won beside the winner")
        LOST = "lost", pgettext_lazy("a player", "lost")
        ELIMINATED = "eliminated", pgettext_lazy("a player", "eliminated")
        FORFEIT = "forfeit", pgettext_lazy("a player", "forfeited")
        VOID = "void", pgettext_lazy("a game", "void")

    game = models.ForeignKey("games.Game", models.CASCADE, related_name="results")
    seat = models.ForeignKey("games.Seat", models.CASCADE, related_name="results")
    outcome = models.CharField(max_length=10, choices=Outcome.choices)
    share_of = models.PositiveSmallIntegerField(
        default=1, help_text="his share of the win is `share` / `share_of`, in lowest terms; 0 / 1: none"
    )
    share = models.PositiveSmallIntegerField(default=0)
    centres = models.PositiveSmallIntegerField(default=0, help_text="of his own powers, on the last board")
    last_year = models.PositiveSmallIntegerField(
        null=True, blank=True, help_text="the game year in which it ended; none: it never began"
    )
    clause = models.CharField(
        max_length=8,
        blank=True,
        default="",
        help_text="by which it ended; empty: called off before its start",
    )
    at = models.DateTimeField(
        help_text="the end: as its last phase closed, or by an act; not when it was adjudicated, or ruled"
    )
    supersedes = models.OneToOneField(
        "self", models.CASCADE, null=True, blank=True, related_name="superseded_by"
    )
    ruling = models.ForeignKey(
        "games.MasterAct", models.PROTECT, null=True, blank=True, related_name="+", help_text="why it does"
    )

    class Meta:
        verbose_name = _("seat’s result")
        verbose_name_plural = _("seats' results")
        ordering = ["pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["seat"], condition=Q(supersedes=None), name="one_first_result_a_seat"
            ),
            models.CheckConstraint(
                condition=Q(share__lte=F("share_of")) & ~Q(share_of=0), name="a_share_is_no_more_than_all"
            ),
            models.CheckConstraint(
                condition=Q(outcome__in=["solo", "shared"], share__gt=0)
                | Q(outcome__in=["beside", "lost", "eliminated", "forfeit", "void"], share=0),
                name="those_have_a_share_who_won",
            ),
            models.CheckConstraint(
                condition=Q(supersedes=None, ruling=None) | Q(supersedes__isnull=False, ruling__isnull=False),
                name="a_ruling_supersedes",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.outcome} of seat {self.seat_id}"

    @property
    def fraction(self) -> Fraction:
        """The seat's share of the win: 1 alone, 1/3 of a draw among three, 0 beside, lost or void."""
        return Fraction(self.share, self.share_of)


class TenureResult(models.Model):
    """What came of one person's time in a seat: until when, how it ended, what they missed (HR-1).

    Written beside the seat’s result, for everyone who held the seat after the game's start.
    """

    class How(models.TextChoices):
        FINISHED = "finished", _("stayed to the end")
        RESIGNED = "resigned", _("resigned")
        REPLACED = "replaced", _("was replaced")
        REMOVED = "removed", _("was removed")

    tenure = models.OneToOneField("games.Tenure", models.CASCADE, primary_key=True, related_name="result")
    result = models.ForeignKey(SeatResult, models.CASCADE, related_name="tenures", help_text="the first one")
    how = models.CharField(max_length=10, choices=How.choices)
    since = models.DateTimeField()
    until = models.DateTimeField()
    asked = models.PositiveIntegerField(help_text="phases of his time that could be missed")
    missed = models.PositiveIntegerField(help_text="those of them that he missed (HR-1)")

    class Meta:
        verbose_name = _("player’s result")
        verbose_name_plural = _("players' results")
        ordering = ["pk"]
        constraints = [
            models.CheckConstraint(condition=Q(missed__lte=F("asked")), name="nobody_misses_more_than_asked"),
        ]

    def __str__(self) -> str:
        return f"{self.how}, tenure {self.pk}"
