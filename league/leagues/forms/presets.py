"""The settings of a preset: the form for a new game, without what belongs to one game alone."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from games.agreed.game_years import has_default
from games.forms.opening import OpenGameForm
from games.gate.game_terms import GameTerms
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

    def values(self, terms: GameTerms) -> dict[str, Any]:
        """The fields that a new game's form begins with; a last year that was taken away stays so."""
        taken_away = {f"{terms.variant}-last_year": None} if has_default(terms.variant) else {}
        return taken_away | terms.initial()
