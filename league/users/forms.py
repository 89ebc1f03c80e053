"""Forms about oneself."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from games.common.words.zones import zone_choices
from league.users.models import User
from league.users.wishes import WISHES


class ProfileForm(forms.Form):
    """Zone and language."""

    time_zone = forms.ChoiceField(
        label=_("Time zone"),
        help_text=_("Deadlines are shown in it. In an open list, typing a city’s first letters finds it."),
    )
    language = forms.ChoiceField(
        label=_("Language"),
        choices=User.Language.choices,
        widget=forms.RadioSelect,
        help_text=_("The site and its letters speak it to you."),
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["time_zone"].choices = list(zone_choices(self.initial.get("time_zone", "")))  # type: ignore[attr-defined]


class WishesForm(forms.Form):
    """A box for each kind of mail."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for wish, words in WISHES.items():
            self.fields[wish] = forms.BooleanField(label=str(words), required=False)
