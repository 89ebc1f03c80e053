"""Which games a list shows: what its address asks for. Nonsense asks for nothing."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any
from urllib.parse import urlencode

from django import forms
from django.utils.translation import gettext_lazy as _

from games.forms.opening import offered_variants
from games.words import wording


class FindGamesForm(forms.Form):
    """`?state=running&variant=intimate&player=ada&mine=on`, each part by itself; `&reliability=missed` goes
    with a player.
    """

    state = forms.ChoiceField(
        choices=[("", ""), *wording.STATES.items()], required=False, widget=forms.HiddenInput
    )
    player = forms.CharField(label=_("Player"), max_length=150, required=False, strip=True)
    variant = forms.ChoiceField(label=_("Game"), required=False)
    reliability = forms.ChoiceField(
        label=_("Only where this player"),
        choices=[
            ("", _("takes part")),
            ("asked", _("had orders due")),
            ("missed", _("missed a phase")),
            ("resigned", _("resigned")),
            ("replaced", _("was replaced")),
        ],
        required=False,
    )
    mine = forms.BooleanField(label=_("Only my games"), required=False)

    def __init__(self, data: Mapping[str, Any], *, signed_in: bool) -> None:
        super().__init__(data)
        variants = offered_variants()
        self.fields["variant"].choices = [("", _("Any")), *variants]  # type: ignore[attr-defined]
        self.fields["player"].widget.attrs["type"] = "search"
        if len(variants) < 2:
            del self.fields["variant"]
        if not signed_in:
            del self.fields["mine"]
        self.is_valid()
        asked = dict(getattr(self, "cleaned_data", {}))
        if not asked.get("player"):
            asked.pop("reliability", None)
        self.asked: dict[str, str] = {
            name: "on" if value is True else str(value) for name, value in asked.items() if value
        }

    @property
    def narrows(self) -> bool:
        """Whether anything but the state was asked for."""
        return bool(self.asked.keys() - {"state"})

    @property
    def others(self) -> str:
        """The query of everything asked for but the state, to be put behind another state."""
        return urlencode({name: value for name, value in self.asked.items() if name != "state"})

    @property
    def query(self) -> str:
        """The query of everything asked for, to be put behind a page."""
        return urlencode(self.asked)
