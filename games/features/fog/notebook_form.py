"""The form of a notebook: one guess."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from adjudicator.board import standard
from games.common.words import local
from games.models import Pin
from games.models.notebook import LONGEST_NOTE
from games.words import wording


class PinForm(forms.Form):
    """A pin's fields: where, whose, what, and why the player thinks so."""

    place = forms.ChoiceField(label=_("Province"))
    power = forms.ChoiceField(label=_("Power"))
    kind = forms.ChoiceField(label=_("Unit or spy"), choices=Pin.Kind.choices)
    note = forms.CharField(label=_("Note"), required=False, max_length=LONGEST_NOTE)

    def __init__(self, *given: Any, **named: Any) -> None:
        super().__init__(*given, **named)
        board = standard()
        places = [(code, wording.place(code)) for code in (*board.provinces, *board.impassable)]
        powers = [(code, wording.power(code)) for code in board.powers]
        for name, choices in (("place", places), ("power", powers)):
            self.fields[name].choices = sorted(choices, key=lambda pair: local.alphabetical(str(pair[1])))  # type: ignore[attr-defined]

    def clean(self) -> dict[str, Any]:
        given: dict[str, Any] = super().clean() or {}
        place, kind = given.get("place", ""), given.get("kind")
        province = standard().provinces.get(place)
        if place and province is None and kind != Pin.Kind.SPY:
            self.add_error("kind", _("Only spies go there."))
        elif province and kind == Pin.Kind.ARMY and province.is_sea:
            self.add_error("kind", _("Armies are never at sea. Choose a fleet or a spy."))
        elif province and kind == Pin.Kind.FLEET and province.kind == "inland":
            self.add_error("kind", _("Fleets are never inland. Choose an army or a spy."))
        return given
