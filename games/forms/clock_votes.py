"""What players fill in to propose something about their game's clock."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import timedelta
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from games.services.clock_votes import LONGEST_PAUSE


class PauseProposalForm(forms.Form):
    """How many days to pause."""

    days = forms.IntegerField(
        label=_("For how many days?"),
        min_value=1,
        max_value=LONGEST_PAUSE.days,
        help_text=_("From 1 to 14 days."),
        error_messages={
            "required": _("Enter a number of days from 1 to 14."),
            "invalid": _("Enter a number of days from 1 to 14."),
            "min_value": _("Enter a number of days from 1 to 14."),
            "max_value": _("Players can pause a game for 14 days at most. Choose fewer days."),
        },
        widget=forms.TextInput(attrs={"inputmode": "numeric", "autocomplete": "off"}),
    )

    @property
    def length(self) -> timedelta:
        return timedelta(days=self.cleaned_data["days"])


class ExtensionProposalForm(forms.Form):
    """By how much to extend the phase."""

    seconds = forms.TypedChoiceField(
        label=_("By how much?"),
        coerce=int,
        widget=forms.RadioSelect,
        error_messages={"required": _("Choose how much longer the phase is to last.")},
    )

    def __init__(self, data: Any = None, *, lengths: Sequence[tuple[int, str]], **options: Any) -> None:
        super().__init__(data, **options)
        self.fields["seconds"].choices = lengths  # type: ignore[attr-defined]

    @property
    def length(self) -> timedelta:
        return timedelta(seconds=self.cleaned_data["seconds"])
