"""Forms of the page of a season's treasurers: another is named, someone says no."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from league.leagues.models import League
from league.prizes.models.ledger import LONGEST_REASON
from league.users.models import User


class TreasurerForm(forms.Form):
    """A member's name, however it is spelt. Once valid, its value is the person."""

    name = forms.CharField(
        label=gettext_lazy("Member’s name"),
        max_length=150,
        strip=True,
        help_text=gettext_lazy("A member of the league who has never entered this season."),
    )

    def __init__(self, data: Mapping[str, Any] | None = None, *, league: League | None = None) -> None:
        super().__init__(data)
        self.league = league

    def clean_name(self) -> User:
        found: User | None = self.league.member_named(self.cleaned_data["name"]) if self.league else None
        if found is None:
            raise forms.ValidationError(_("No member of the league has this name."))
        return found


class DeclineForm(forms.Form):
    """Why someone says no, if they like to say so."""

    reason = forms.CharField(
        label=gettext_lazy("Reason (optional)"),
        required=False,
        max_length=LONGEST_REASON,
        strip=True,
        help_text=gettext_lazy("The league’s organisers read it."),
    )
