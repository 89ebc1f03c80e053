"""The terms that a league settles for its next games and a game keeps, where they mean the same in both."""

from __future__ import annotations

from django.db import models
from django.utils.translation import gettext_lazy as _

from games.agreed.dealing import LOTS
from games.agreed.terms import DEALINGS


class TermsFields(models.Model):
    """Columns of league and game alike. Those that mean different things in the two (`press_pauses`,
    `visibility`) stand in each; `games.gate.game_terms.GameTerms` knows how to turn one into the other.
    """

    class Press(models.TextChoices):
        OPEN = "open", _("Open: players may write to each other")
        NONE = "none", _("Gunboat: no press")

    pace = models.JSONField(
        _("pace"),
        default=dict,
        blank=True,
        help_text="as Pace.to_json writes it; {} is the daily pace",
    )
    absence = models.JSONField(
        _("absence"),
        default=dict,
        blank=True,
        help_text="an Absence as JSON; {}: the standard policy in a league, none in a game",
    )
    press = models.CharField(_("press"), max_length=8, choices=Press.choices, default=Press.OPEN)
    press_opens = models.BooleanField(
        _("messages are opened when the game is over"),
        default=False,
        help_text="to everybody who may see the game",
    )
    press_locks = models.BooleanField(
        _("private messages lock while everyone waits for one player"),
        default=False,
        help_text="while all who owe something but one are ready, where that is shown",
    )
    successors_read = models.BooleanField(
        _("replacements read the earlier messages of their seat"), default=False
    )
    dealing = models.CharField(
        _("who plays which power"),
        max_length=8,
        choices=DEALINGS,
        default=LOTS,
        help_text="how seats are given where the variant deals them",
    )

    class Meta:
        abstract = True
