"""Days that people choose: none so far away that no clock and no time zone can reckon with it."""

from __future__ import annotations

from datetime import date, datetime, timedelta
from typing import Any, Final

from django import forms
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

FURTHEST: Final = timedelta(days=3653)
"""Ten years: the first and the last days of the calendar overflow in some zone or other."""


class DayField(forms.DateField):
    """A day within ten years of today, or within `furthest`, in the reader's zone."""

    default_error_messages = {"far": _("Choose a day within ten years from now.")}

    def __init__(self, *, furthest: timedelta = FURTHEST, **options: Any) -> None:
        self.furthest = furthest
        widget = forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d")
        super().__init__(**{"widget": widget, **options})

    def to_python(self, value: Any) -> date | None:
        day = super().to_python(value)
        if day is not None and abs(day - timezone.localdate()) > self.furthest:
            raise forms.ValidationError(self.error_messages["far"], code="far")
        return day


class MomentForm(forms.Form):
    """A moment in the reader's zone."""

    day = DayField(label=_("Until: day"))
    time = forms.TimeField(
        label=_("Time"),
        input_formats=["%H:%M", "%H:%M:%S"],
        widget=forms.TimeInput(attrs={"type": "time"}, format="%H:%M"),
    )

    @property
    def moment(self) -> datetime:
        """The moment chosen: of one that comes twice the first, and of one that never comes, an hour on."""
        chosen = datetime.combine(self.cleaned_data["day"], self.cleaned_data["time"])
        return timezone.make_aware(chosen)
