"""Opening a game."""

from __future__ import annotations

import uuid
from collections.abc import Mapping
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from adjudicator import VARIANTS
from games import wording
from games.models import Game
from games.rules import is_offered
from games.tenancy import LeagueLike
from games.terms import PRESS_PAUSES


class OpenGameForm(forms.Form):
    """What is agreed before a game opens. It begins with what the league usually plays.

    `key` is made with the form: the same form sent twice opens one game.
    """

    name = forms.CharField(label=_("Name"), max_length=80, strip=True)
    variant = forms.ChoiceField(label=_("Game"), widget=forms.RadioSelect)
    rulebook = forms.ChoiceField(
        label=_("Rulebook"),
        choices=[("classic", _("Classic (the source’s rulebook)")), ("modern", _("Modern (2023 rules)"))],
        widget=forms.RadioSelect,
    )
    press = forms.ChoiceField(label=_("Press"), choices=Game.Press.choices, widget=forms.RadioSelect)
    press_pauses = forms.ChoiceField(
        label=_("Press outside the moves"),
        choices=PRESS_PAUSES,
        required=False,
        widget=forms.RadioSelect,
        help_text=_("Letters may be drafted at any time; they are sent when press is open (RB-22)."),
    )
    visibility = forms.ChoiceField(
        label=_("Who sees it"), choices=Game.Visibility.choices, widget=forms.RadioSelect
    )
    draws = forms.BooleanField(label=_("Players may vote a draw"), required=False)
    play = forms.BooleanField(label=_("Take the first seat myself"), required=False)
    key = forms.UUIDField(required=False, widget=forms.HiddenInput)

    def __init__(self, data: Mapping[str, Any] | None = None, *, league: LeagueLike) -> None:
        variants = offered_variants()
        super().__init__(
            data,
            initial={
                "variant": variants[0][0],
                "rulebook": league.rulebook,
                "press": league.press,
                "press_pauses": league.press_pauses,
                "visibility": Game.Visibility.PUBLIC,
                "draws": league.draws_allowed,
                "play": True,
                "key": uuid.uuid4(),
            },
        )
        self.fields["variant"].choices = variants  # type: ignore[attr-defined]

    @property
    def settings(self) -> dict[str, Any]:
        """The engine's settings: of what was chosen, those that this variant knows."""
        known = VARIANTS[self.cleaned_data["variant"]]["settings"]
        return {key: self.cleaned_data[key] for key in ("rulebook", "draws") if key in known}


def offered_variants() -> list[tuple[str, str]]:
    """Every game whose rules can be read here, those for the fewest players first."""
    return [
        (
            key,
            _("%(game)s, %(count)d players") % {"game": wording.variant(key), "count": len(variant["seats"])},
        )
        for key, variant in sorted(VARIANTS.items(), key=lambda pair: (len(pair[1]["seats"]), pair[0]))
        if is_offered(key)
    ]
