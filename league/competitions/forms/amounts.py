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
NUMBER: Final = re.compile(r"[0-9]{1,7}(?:[.,][0-9]{1,6}|/0*[1-9][0-9]{0,6})?")
"""None has a part that is larger: what is typed is computed with."""
MOST: Final = 20
"""Numbers in one field."""


def read(text: str) -> Fraction:
    """The number that was typed; `ValidationError` of anything else."""
    if NUMBER.fullmatch(text) is None:
        raise forms.ValidationError(_("Give numbers such as 14, 4/5 or 0.8."))
    return Fraction(text.replace(",", "."))


class AmountField(forms.Field):
    """One exact number."""

    def __init__(self, **options: Any) -> None:
        super().__init__(widget=forms.TextInput(attrs={"inputmode": "decimal"}), **options)

    def to_python(self, value: Any) -> Any:
        text = "" if value is None else str(value).strip()
        return read(text) if text else None


class AmountsField(forms.Field):
    """Several, with spaces between them; empty: none."""

    def __init__(self, **options: Any) -> None:
        super().__init__(required=options.pop("required", False), widget=forms.TextInput(), **options)

    def prepare_value(self, value: Any) -> Any:
        return value if value is None or isinstance(value, str) else " ".join(str(each) for each in value)

    def to_python(self, value: Any) -> Any:
        if isinstance(value, Sequence) and not isinstance(value, str):
            return tuple(value)
        text = "" if value is None else str(value).strip()
        return tuple(read(each) for each in BETWEEN.split(text, MOST) if each)


def amount_field(rule: Amount, **said: Any) -> forms.Field:
    """What the form asks such a rule by."""
    return AmountsField(**said) if isinstance(rule, Amounts) else AmountField(**said)
