"""Which of someone's finished games a list shows: what its address asks for. Nonsense asks for nothing."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final

from django import forms
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from games.common.words import local
from games.words import wording

FORFEIT: Final = "forfeit"
"""What an address calls those of the lost games that were forfeited."""

CHOSEN: Final = "chosen"
"""What an address calls games that were decided for any power: the others ended before one was chosen."""


class PlayedForm(forms.Form):
    """`?game=intimate&year=2026&result=won&against=ben&as=FRANCE`, each part by itself."""

    game = forms.ChoiceField(label=_("Game"), required=False)
    year = forms.ChoiceField(label=_("Year"), required=False)
    result = forms.ChoiceField(
        label=_("Result"),
        choices=[
            ("", _("Any")),
            ("won", pgettext_lazy("games", "Won")),
            ("drawn", pgettext_lazy("games", "Drawn or shared")),
            ("lost", pgettext_lazy("games", "Lost")),
            (FORFEIT, pgettext_lazy("games", "Lost by forfeit")),
        ],
        required=False,
    )
    against = forms.CharField(label=_("Opponent"), max_length=150, required=False, strip=True)

    def __init__(
        self,
        data: Mapping[str, Any],
        *,
        kinds: Sequence[tuple[str, str]],
        years: Sequence[int],
        sides: Iterable[str],
    ) -> None:
        super().__init__(data)
        named = sorted(((side, wording.powers(side.split("+"))) for side in sides), key=_by_name)
        self.fields["as"] = forms.ChoiceField(
            label=_("Power"),
            choices=[
                ("", pgettext_lazy("powers", "Any")),
                (CHOSEN, pgettext_lazy("powers", "Any that was chosen")),
                *named,
            ],
            required=False,
        )
        self.fields["game"].choices = [("", _("Any")), *kinds]  # type: ignore[attr-defined]
        self.fields["year"].choices = [("", _("All years")), *((str(each), str(each)) for each in years)]  # type: ignore[attr-defined]
        self.fields["against"].widget.attrs["type"] = "search"
        self.is_valid()
        self.asked: dict[str, str] = {
            name: str(value) for name, value in getattr(self, "cleaned_data", {}).items() if value
        }


def _by_name(pair: tuple[str, str]) -> str:
    return local.alphabetical(pair[1])
