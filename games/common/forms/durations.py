"""A length of time as a number and a unit, in seconds."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

UNITS = [
    (86400, _("days")),
    (3600, _("hours")),
    (60, _("minutes")),
    (1, _("seconds")),
]


class DurationWidget(forms.MultiWidget):
    """A field for the number and a select for its unit, side by side."""

    template_name = "games/forms/duration.html"

    def __init__(self) -> None:
        super().__init__(
            {
                "number": forms.NumberInput(attrs={"min": 1, "inputmode": "numeric"}),
                "unit": forms.Select(choices=UNITS),
            }
        )

    def decompress(self, value: int | None) -> list[int | None]:
        """Seconds in the largest unit that goes into them."""
        if not value:
            return [None, 3600]
        unit = next(seconds for seconds, _name in UNITS if value % seconds == 0)
        return [value // unit, unit]


class DurationField(forms.MultiValueField):
    """Whole seconds."""

    def __init__(self, **options: Any) -> None:
        number = forms.IntegerField(min_value=1, max_value=100_000)
        unit = forms.TypedChoiceField(choices=UNITS, coerce=int)
        super().__init__((number, unit), widget=DurationWidget(), require_all_fields=True, **options)

    def compress(self, values: list[int]) -> int | None:
        return values[0] * values[1] if values and all(values) else None
