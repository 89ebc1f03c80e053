"""How the sandbox should behave for one checkout, and how much of a payment the payer's bank takes back."""

from __future__ import annotations

from dataclasses import fields
from typing import Any, Final

from django import forms
from django.utils.translation import gettext_lazy as _

from league.money import plain
from league.prizes.forms.sums import SumField
from league.prizes.providers.sandbox import Switches

MOST_SECONDS: Final = 3600


class SwitchesForm(forms.Form):
    """A box for each way to misbehave; nothing ticked: it behaves."""

    duplicate = forms.BooleanField(label=_("Send each message to the site twice"), required=False)
    reordered = forms.BooleanField(label=_("Send messages in the wrong order"), required=False)
    lost = forms.BooleanField(
        label=_("Send no message at all"),
        required=False,
        help_text=_("The site finds out when it next asks by itself, within a few minutes."),
    )
    late = forms.IntegerField(
        label=_("Seconds until messages are sent"),
        min_value=0,
        max_value=MOST_SECONDS,
        initial=0,
        required=False,
        help_text=_("From 0 to 3600."),
        error_messages=dict.fromkeys(
            ("invalid", "min_value", "max_value"), _("Choose a number of seconds from 0 to 3600.")
        ),
    )
    time_out = forms.BooleanField(label=_("Make a refund, but answer nothing the first time"), required=False)
    partial_refund = forms.BooleanField(label=_("Refund only half"), required=False)
    refund_refused = forms.BooleanField(label=_("Refuse refunds: the payment is too old"), required=False)

    def clean_late(self) -> int:
        return self.cleaned_data["late"] or 0

    @property
    def switches(self) -> dict[str, Any]:
        """What was chosen, as the sandbox takes it."""
        return {field.name: self.cleaned_data[field.name] for field in fields(Switches)}


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
            raise forms.ValidationError(_("This is more than what the bank has left of the payment."))
        return taken
