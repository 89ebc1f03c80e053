"""How much of a payment the payer's bank takes back, at the sandbox."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from league.money import plain
from league.prizes.forms.sums import SumField


class ChargeBackForm(forms.Form):
    """How much the bank takes back: `left`, what it has not taken yet, unless another sum is typed."""

    def __init__(self, data: Any = None, *, currency: str, left: int) -> None:
        super().__init__(data)
        initial = plain(left, currency)
        taken = SumField(label=_("How much the bank reverses"), least=1, initial=initial)
        taken.currency = currency
        self.fields["taken"] = taken
        self.left = left

    def clean_taken(self) -> int:
        taken: int = self.cleaned_data["taken"]
        if taken > self.left:
            raise forms.ValidationError(_("This is more than is left of the payment."))
        return taken
