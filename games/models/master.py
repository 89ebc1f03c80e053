"""The person who presides over a game: what they did, and who would take a seat over (RB-14, RB-24)."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

LONGEST_REASON = 500


class MasterAct(models.Model):
    """One thing a game master did, or an arbiter of a competition, and why. Added, never edited; everyone
    who sees the game sees it. Without a person (`by`) it is the site's own, by a competition's rules.
    """

    class Kind(models.TextChoices):
        DEADLINE = "deadline", _("moved the deadline")
        CLOSING = "closing", _("closed the phase before its deadline")
        REPLACEMENT = "replacement", _("gave a seat to someone else")
        RULING = "ruling", _("settled a contested case")
        ANNOUNCEMENT = "announcement", _("announced something")
        ENDING = "ending", _("declared the end of the game")
        TAKEN_BACK = "taken_back", _("rewound the game to an earlier phase")
        CHAIR = "chair", _("handed the game over to another game master")
        NAMED = "named", _("became game master of a running game (HR-9)")
        PAUSE = "pause", _("paused the game")
        GOES_ON = "goes_on", _("ended the pause")
        UNTIMED = "untimed", _("let the game go without deadlines")
        TIMED = "timed", _("brought deadlines back")
        VOID = "void", _("declared the game void (HR-6)")
        FORFEIT = "forfeit", _("declared a seat forfeit (HR-5)")
        EXCUSED = "excused", _("excused a missed phase (HR-1)")
        RESULT = "result", _("ruled on a disputed result (HR-10)")
        MEASURE = "measure", _("decided the game on tie-break (HR-7)")

    game = models.ForeignKey("games.Game", models.CASCADE, related_name="master_acts")
    phase = models.ForeignKey("games.Phase", models.CASCADE, related_name="+")
    kind = models.CharField(max_length=12, choices=Kind.choices)
    facts = models.JSONField(default=dict, help_text="what changed, by kind: times, a seat, people's names")
    reason = models.TextField(max_length=LONGEST_REASON)
    by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, null=True, related_name="+", help_text="none: the site"
    )
    at = models.DateTimeField()
    key = models.CharField(
        max_length=64, blank=True, default="", help_text="what tells the form it came with from others"
    )

    class Meta:
        verbose_name = _("game master’s act")
        verbose_name_plural = _("game masters' acts")
        ordering = ["pk"]
        indexes = [models.Index(fields=["game", "-id"], name="acts_in_a_game")]
        constraints = [
            models.UniqueConstraint(
                fields=["game", "by", "key"], condition=~Q(key=""), name="a_form_is_one_act"
            ),
            models.CheckConstraint(
                condition=Q(by__isnull=False) | Q(kind__in=["void", "measure"]),
                name="the_site_only_ends_games",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.kind} {self.pk}"

    @property
    def author(self) -> str:
        """The username of the person who did it; empty for what the site did."""
        return self.by.get_username() if self.by else ""

    @property
    def why(self) -> str:
        """The reason as it was written; the site's own in the reader's language."""
        return self.reason if self.by_id else gettext(self.reason)


class StandIn(models.Model):
    """A member who would take over a seat of a game that has a game master."""

    game = models.ForeignKey("games.Game", models.CASCADE, related_name="stand_ins")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="stand_ins")
    offered_at = models.DateTimeField()

    class Meta:
        verbose_name = _("offer to replace a player")
        verbose_name_plural = _("offers to replace a player")
        ordering = ["pk"]
        constraints = [models.UniqueConstraint(fields=["game", "user"], name="one_offer_a_person_and_game")]

    def __str__(self) -> str:
        return f"stand-in {self.pk}"
