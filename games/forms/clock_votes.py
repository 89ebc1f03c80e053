"""What players fill in to propose something about their game's clock."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import timedelta
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from games.common.forms.days import MomentForm


class PauseProposalForm(MomentForm):
    """Until when to pause."""

    def proposed(self) -> dict[str, Any]:
        """The proposal, for `clock_votes.propose`."""
        return {"until": self.moment}


class ExtensionProposalForm(forms.Form):
    """By how much to extend the phase."""

    seconds = forms.TypedChoiceField(
        label=_("By how much?"),
        coerce=int,
        widget=forms.RadioSelect,
        error_messages={"required": _("Choose how much longer the phase lasts.")},
    )

    def __init__(self, data: Any = None, *, lengths: Sequence[tuple[int, str]], **options: Any) -> None:
        super().__init__(data, **options)
        self.fields["seconds"].choices = lengths  # type: ignore[attr-defined]

    def proposed(self) -> dict[str, Any]:
        """The proposal, for `clock_votes.propose`."""
        return {"length": timedelta(seconds=self.cleaned_data["seconds"])}
