"""The settings of a preset: the form for a new game, without what belongs to one game alone."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from games.forms.opening import OpenGameForm
from league.leagues.models import League
from league.leagues.models.preset import LONGEST_NAME

OF_ONE_GAME = ("guests", "play", "master", "key")


class PresetForm(OpenGameForm):
    """What members who pick it find filled in."""

    def __init__(self, data: Any = None, *, league: League, user: Any) -> None:
        super().__init__(data, league=league, user=user, names_master=False)
        for name in OF_ONE_GAME:
            self.fields.pop(name, None)
        self.fields["name"] = forms.CharField(label=_("Name of the preset"), max_length=LONGEST_NAME)
