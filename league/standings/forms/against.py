"""Two names, whose games against each other someone wants to see."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from league.users.models import User


class PairForm(forms.Form):
    """`?one=ada&other=ben`, however they are spelt. Once valid, its values are the two people, as `called`
    finds them by what was typed.
    """

    one = forms.CharField(label=gettext_lazy("Player"), max_length=150)
    other = forms.CharField(label=gettext_lazy("Opponent"), max_length=150)

    def __init__(self, data: Mapping[str, Any] | None, *, called: Callable[[str], User | None]) -> None:
        super().__init__(data)
        self.called = called

    def clean_one(self) -> User:
        return self._found("one")

    def clean_other(self) -> User:
        return self._found("other")

    def clean(self) -> dict[str, Any]:
        found = super().clean() or {}
        if "one" in found and found["one"] == found.get("other"):
            self.add_error("other", _("Choose two different players."))
        return found

    def _found(self, field: str) -> User:
        name = self.cleaned_data[field]
        person = self.called(name)
        if person is None:
            raise forms.ValidationError(_("No player of this league is called %(name)s.") % {"name": name})
        return person
