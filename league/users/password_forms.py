"""Forms that ask for the password once more: a person who finds an open browser does not know it."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.common.guards import limits
from league.users.models import User

TRIES = limits.Limit("passwords", 10, 3600)
"""By one person: each may be a guess of the password."""


def password_field() -> forms.CharField:
    """A field for the password that someone has."""
    widget = forms.PasswordInput(attrs={"autocomplete": "current-password"})
    return forms.CharField(label=gettext_lazy("Password"), widget=widget, strip=False)


class PasswordForm(forms.Form):
    """Asks `user` for the password. Count `TRIES` before the form is asked: its errors tell a wrong password
    from the right one.
    """

    password = password_field()

    def __init__(self, *args: Any, user: User, **given: Any) -> None:
        super().__init__(*args, **given)
        self._user = user

    def clean_password(self) -> str:
        password = str(self.cleaned_data["password"])
        if not self._user.check_password(password):
            raise forms.ValidationError(_("This is not your password."))
        return password
