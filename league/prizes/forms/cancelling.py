"""Forms about cancelling a season with real money."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.common.forms.texts import TextField
from league.prizes.models.ledger import LONGEST_REASON


class ProposeForm(forms.Form):
    """Why a season should be cancelled."""

    reason = TextField(
        label=gettext_lazy("Reason"),
        max_length=LONGEST_REASON,
        strip=True,
        widget=forms.Textarea(attrs={"rows": 4}),
        help_text=gettext_lazy("Everyone can read it."),
    )


class AnswerForm(forms.Form):
    """Yes or no, and why; a yes needs no reason."""

    agrees = forms.ChoiceField(
        label=gettext_lazy("Your answer"),
        choices=[
            ("yes", gettext_lazy("Yes, cancel the season")),
            ("no", gettext_lazy("No, the season goes on")),
        ],
        widget=forms.RadioSelect,
    )
    reason = TextField(
        label=gettext_lazy("Reason"),
        required=False,
        max_length=LONGEST_REASON,
        strip=True,
        widget=forms.Textarea(attrs={"rows": 4}),
        help_text=gettext_lazy("Needed if you say no. Everyone can read it."),
    )

    def clean(self) -> dict[str, Any]:
        data = super().clean() or {}
        if data.get("agrees") == "no" and not data.get("reason"):
            self.add_error("reason", _("Say why the season goes on."))
        return data
