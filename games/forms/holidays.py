"""Announcing a holiday."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from games.common.forms.days import DayField


class HolidayForm(forms.Form):
    """From which day to which, and until when on the last one; by the clocks of the person's zone."""

    first = DayField(label=_("First day"))
    last = DayField(label=_("Last day"))
    back = forms.TimeField(
        label=_("Back at, on the last day"),
        initial="20:00",
        input_formats=["%H:%M", "%H:%M:%S"],
        widget=forms.TimeInput(attrs={"type": "time"}, format="%H:%M"),
        help_text=_("Deadlines during your holiday move to this moment."),
    )

    def clean(self) -> dict[str, Any]:
        cleaned: dict[str, Any] = super().clean() or self.cleaned_data
        first, last = cleaned.get("first"), cleaned.get("last")
        if first and last and last < first:
            self.add_error("last", _("The last day must not be before the first one."))
        return cleaned
