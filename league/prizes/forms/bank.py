"""Forms of how a season is paid offline: typed after a password, closed for a reason."""

from __future__ import annotations

from django import forms
from django.utils.translation import gettext_lazy

from games.common.forms.texts import TextField
from league.prizes.models.ledger import LONGEST_REASON
from league.users.password_forms import PasswordForm


class BankForm(PasswordForm):
    """How to pay offline, changed by who holds the money."""

    bank_details = TextField(
        label=gettext_lazy("Bank details"),
        required=False,
        max_length=1000,
        strip=True,
        widget=forms.Textarea(attrs={"rows": 5, "autocomplete": "off"}),
        help_text=gettext_lazy(
            "For example bank account and name. Players who have to pay can read it, and the season’s"
            " treasurers and guarantor. Deleted once the season is over and settled."
        ),
    )
    field_order = ["bank_details", "password"]


class CloseForm(forms.Form):
    """Why offline payment is closed."""

    reason = forms.CharField(
        label=gettext_lazy("Reason"),
        max_length=LONGEST_REASON,
        strip=True,
        help_text=gettext_lazy("Everyone can read it."),
    )
