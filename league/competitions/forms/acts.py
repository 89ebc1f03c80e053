"""What entrants and arbiters write: a word for the draw, what happened, a ruling, a reason."""

from __future__ import annotations

import uuid
from collections.abc import Sequence
from typing import Any, Final

from django import forms
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from games.common.forms.members import OFFERS_MEMBERS
from games.common.forms.texts import TextField
from league.competitions.models import Dispute
from league.competitions.models.circular import LONGEST_CIRCULAR
from league.competitions.models.competition import LONGEST_REASON
from league.competitions.models.dispute import LONGEST_SAID
from league.competitions.models.extension import LONGEST_WHY
from league.competitions.models.suspicion import LONGEST_SUSPICION
from league.competitions.state.registration import EXTENDED_BY

LONGEST_WORD: Final = 64
MOST_HOURS: Final = 336


class WordForm(forms.Form):
    """One's own part of the draws."""

    word = forms.CharField(
        label=_("Your word for the draw"),
        max_length=LONGEST_WORD,
        required=False,
        strip=True,
        help_text=_(
            "Any word or line. It goes into the random draw, so that the site alone cannot choose the order. "
            "It stays hidden until then. You can leave it empty."
        ),
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )


class SaidForm(forms.Form):
    """What someone says about a result."""

    said = TextField(
        label=_("What happened"),
        max_length=LONGEST_SAID,
        strip=True,
        widget=forms.Textarea(attrs={"rows": 5}),
        help_text=_("Public. Name no one but the players."),
        error_messages={"required": _("Say what happened, in a few words.")},
    )


class SuspicionForm(forms.Form):
    """Who else an entrant may be, and what makes one think so."""

    name = forms.CharField(
        label=_("The other name in this season"),
        max_length=150,
        strip=True,
        error_messages={"required": _("Give the other name.")},
    )
    said = TextField(
        label=_("What makes you think so"),
        max_length=LONGEST_SUSPICION,
        strip=True,
        widget=forms.Textarea(attrs={"rows": 4}),
        error_messages={"required": _("Say what makes you think so, in a few words.")},
    )


class ReasonForm(forms.Form):
    """Why something is done that everyone sees."""

    reason = TextField(
        label=_("Reason"),
        max_length=LONGEST_REASON,
        strip=True,
        widget=forms.Textarea(attrs={"rows": 3}),
        help_text=_("Public: everyone who sees the season can read it."),
        error_messages={"required": _("Give a reason. Everyone who sees the season can read it.")},
    )


class RemoveForm(ReasonForm):
    """Take an entry out of a season."""

    REMOVE, DISQUALIFY = "remove", "disqualify"

    how = forms.ChoiceField(
        label=_("What to do"),
        initial=REMOVE,
        widget=forms.RadioSelect,
        choices=[
            (REMOVE, _("Remove from the season")),
            (DISQUALIFY, _("Disqualify: they cannot enter this season again")),
        ],
    )

    field_order = ("how", "reason")


class RuledForm(forms.Form):
    """Why an arbiter decides something about a game."""

    reason = TextField(
        label=_("Reason"),
        max_length=LONGEST_SAID,
        strip=True,
        widget=forms.Textarea(attrs={"rows": 4}),
        help_text=_("Public. Name no one but the players."),
        error_messages={"required": _("Give a reason. Everyone who sees the season can read it.")},
    )


class RulingForm(RuledForm):
    """A ruling on a result: one of the `choices`, as `choice` writes them."""

    ruling = forms.ChoiceField(
        label=_("Your ruling"),
        widget=forms.RadioSelect,
        error_messages={"required": _("Choose one of the rulings.")},
    )

    field_order = ("ruling", "reason")

    def __init__(self, data: Any = None, *, choices: Sequence[tuple[str, str]]) -> None:
        super().__init__(data)
        self.fields["ruling"].choices = choices  # type: ignore[attr-defined]

    @property
    def ruled(self) -> tuple[str, int]:
        """The ruling, and the number of the entry that forfeits; 0: none."""
        ruling, _colon, number = self.cleaned_data["ruling"].partition(":")
        return ruling, int(number or 0)


class ExtendForm(forms.Form):
    """Hours by which all deadlines move, and a reason; and a box to tick, since it concerns everyone."""

    LATER, EARLIER = "later", "earlier"

    direction = forms.ChoiceField(
        label=_("Deadlines come"),
        initial=LATER,
        widget=forms.RadioSelect,
        choices=[
            (LATER, pgettext_lazy("deadlines", "later")),
            (EARLIER, pgettext_lazy("deadlines", "earlier")),
        ],
        error_messages={"required": _("Choose whether deadlines come later or earlier.")},
    )

    hours = forms.IntegerField(
        label=_("Hours"),
        min_value=1,
        max_value=MOST_HOURS,
        initial=24,
        help_text=_("From 1 to 336, which is two weeks."),
        error_messages=dict.fromkeys(
            ("required", "invalid", "min_value", "max_value"), _("Choose a number of hours from 1 to 336.")
        ),
    )
    reason = forms.CharField(
        label=_("Reason"),
        max_length=LONGEST_WHY,
        strip=True,
        help_text=_("Players see it beside each moved deadline."),
        error_messages={"required": _("Say why: the players see it.")},
    )
    sure = forms.BooleanField(
        label=_("Move the deadline of every running game of this season"),
        error_messages={"required": _("Tick this box to go on: this affects every game of the season.")},
    )
    key = forms.UUIDField(widget=forms.HiddenInput)

    def __init__(self, data: Any = None) -> None:
        super().__init__(data, initial={"key": uuid.uuid4()})

    @property
    def moved_by(self) -> int:
        """The hours of a valid form: negative where deadlines come earlier."""
        hours: int = self.cleaned_data["hours"]
        return -hours if self.cleaned_data["direction"] == self.EARLIER else hours


class CircularForm(forms.Form):
    """What all entrants are written."""

    text = TextField(
        label=_("Your text"),
        max_length=LONGEST_CIRCULAR,
        strip=True,
        widget=forms.Textarea(attrs={"rows": 6}),
        error_messages={"required": _("Write something first.")},
    )
    key = forms.UUIDField(widget=forms.HiddenInput)

    def __init__(self, data: Any = None) -> None:
        super().__init__(data, initial={"key": uuid.uuid4()})


class ExtendRegistrationForm(ReasonForm):
    """By how many days the registration is extended, and why."""

    days = forms.IntegerField(
        label=_("Days"),
        min_value=EXTENDED_BY[0],
        max_value=EXTENDED_BY[1],
        initial=7,
        help_text=_("Entries close, and the season begins and ends, that much later."),
    )
    key = forms.UUIDField(widget=forms.HiddenInput)

    field_order = ("days", "reason", "key")

    def __init__(self, data: Any = None) -> None:
        super().__init__(data, initial={"key": uuid.uuid4()})


class InviteForm(forms.Form):
    """A member who may enter a season by invitation."""

    name = forms.CharField(
        label=_("Member’s name"), max_length=150, strip=True, widget=forms.TextInput(attrs=OFFERS_MEMBERS)
    )


def choice(ruling: str, number: int = 0) -> str:
    """A ruling as a choice of the form: `stands`, `forfeit:7`, `annulled`."""
    return f"{ruling}:{number}" if ruling == Dispute.Ruling.FORFEIT else ruling
