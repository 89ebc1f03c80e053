"""Sums of money as people type them."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from league.competitions.rules.prize_rules import LARGEST_SUM
from league.money import BadAmount, parse


class SumField(forms.CharField):
    """A sum of one currency, typed as the reader's language writes it; its value are minor units.

    `currency` may be set after the form was made. `least` is 1 unless 0 will do; empty is 0 where the field
    is not required.
    """

    currency = ""

    def __init__(self, *, least: int = 0, **options: Any) -> None:
        self.least = least
        attributes = {"inputmode": "decimal", "autocomplete": "off"}
        super().__init__(
            **{
                "max_length": 40,
                "strip": True,
                "widget": forms.TextInput(attrs=attributes),
                **options,
            }
        )

    def clean(self, value: Any) -> Any:
        text = super().clean(value)
        if not text:
            return 0
        try:
            amount = parse(text, self.currency)
        except BadAmount as error:
            raise forms.ValidationError(str(error)) from error
        if amount < self.least:
            raise forms.ValidationError(_("Give a sum above 0."))
        if amount > LARGEST_SUM:
            raise forms.ValidationError(_("This sum is too large."))
        return amount
