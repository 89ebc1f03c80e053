"""Exact numbers as people type them: `4/5`, `0.8` and `0,8` are the same."""

from __future__ import annotations

import re
from collections.abc import Sequence
from fractions import Fraction
from typing import Any, Final

from django import forms
from django.utils.translation import gettext_lazy as _

from league.competitions.rules.rule import Amount, Amounts

BETWEEN: Final = re.compile(r",?\s+|;\s*")
"""What stands between several: a comma alone is that of a decimal."""
LONGEST: Final = 120
LARGEST: Final = 10**6
"""No part of a fraction is larger: what is typed is computed with."""


def read(text: str) -> Fraction:
    """The number that was typed; `ValidationError` of anything else."""
    try:
        found = Fraction(text.replace(",", "."))
    except (ValueError, ZeroDivisionError) as error:
        raise forms.ValidationError(_("Give numbers such as 14, 4/5 or 0.8.")) from error
    if max(abs(found.numerator), found.denominator) > LARGEST:
        raise forms.ValidationError(_("Give numbers such as 14, 4/5 or 0.8."))
    return found


class AmountField(forms.CharField):
    """One exact number."""

    def __init__(self, **options: Any) -> None:
        super().__init__(max_length=20, widget=forms.TextInput(attrs={"inputmode": "decimal"}), **options)

    def to_python(self, value: Any) -> Any:
        text = super().to_python(value)
        return read(text) if text else None


class AmountsField(forms.CharField):
    """Several, with spaces between them; empty: none."""

    def __init__(self, **options: Any) -> None:
        super().__init__(max_length=LONGEST, required=options.pop("required", False), **options)

    def prepare_value(self, value: Any) -> Any:
        return value if value is None or isinstance(value, str) else " ".join(str(each) for each in value)

    def to_python(self, value: Any) -> Any:
        if isinstance(value, Sequence) and not isinstance(value, str):
            return tuple(value)
        text = super().to_python(value) or ""
        return tuple(read(each) for each in BETWEEN.split(text.strip()) if each)


def amount_field(rule: Amount, **said: Any) -> forms.Field:
    """What the form asks such a rule by."""
    return AmountsField(**said) if isinstance(rule, Amounts) else AmountField(**said)
