"""Which games of the record book a list shows: what its address asks for. Nonsense asks for nothing."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from django import forms
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from adjudicator.board import standard
from games.common.words import local
from games.words import wording

SOME: Final = "some"
"""What an address calls a power in anarchy, whichever it was."""


class RecordForm(forms.Form):
    """`?game=intimate&home=FRANCE&against=TURKEY&result=won&until=1904`; or `&sold=RUSSIA&year=1902`, with
    `anarchy=RUSSIA` (or `some`) or `auction=bust` in the place of `sold`; or `&reign=` and a season's code
    and a number.
    """

    game = forms.ChoiceField(label=_("Game"))
    home = forms.ChoiceField(label=_("Home power"), required=False)
    against = forms.ChoiceField(label=_("Against this home power"), required=False)
    result = forms.ChoiceField(
        label=_("Result"),
        choices=[
            ("", _("Any")),
            ("won", pgettext_lazy("games", "Won")),
            ("drawn", pgettext_lazy("games", "Drawn or shared")),
            ("lost", pgettext_lazy("games", "Lost")),
            ("neither", _("Lost by both")),
        ],
        required=False,
    )
    until = forms.IntegerField(
        label=_("Ended in the game year"), min_value=1800, max_value=9999, required=False
    )
    sold = forms.ChoiceField(label=_("Power sold"), required=False)
    anarchy = forms.ChoiceField(label=_("Power in anarchy"), required=False)
    auction = forms.ChoiceField(
        label=_("Auction"),
        choices=[
            ("", pgettext_lazy("auctions", "Any")),
            ("held", pgettext_lazy("auctions", "Held")),
            ("bust", _("A player went bust")),
            ("both", _("Both went bust")),
        ],
        required=False,
    )
    year = forms.IntegerField(label=_("in the game year"), min_value=1800, max_value=9999, required=False)

    reign = forms.RegexField(r"^\w{1,12}\.[0-9]{1,9}$", widget=forms.HiddenInput, required=False)

    def __init__(self, data: Mapping[str, Any], *, kinds: Sequence[tuple[str, str]]) -> None:
        super().__init__({"game": kinds[0][0], **{name: data[name] for name in data}})
        powers = sorted(((key, wording.power(key)) for key in standard().powers), key=_by_name)
        self.fields["game"].choices = list(kinds)  # type: ignore[attr-defined]
        for name in ("home", "against", "sold", "anarchy"):
            self.fields[name].choices = [("", pgettext_lazy("powers", "Any")), *powers]  # type: ignore[attr-defined]
        self.fields["anarchy"].choices.insert(1, (SOME, _("At least one")))  # type: ignore[attr-defined]
        self.is_valid()
        self.asked: dict[str, str] = {"game": kinds[0][0]} | {
            name: str(value) for name, value in getattr(self, "cleaned_data", {}).items() if value
        }


def _by_name(pair: tuple[str, str]) -> str:
    return local.alphabetical(pair[1])
