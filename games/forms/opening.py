"""Opening a game."""

from __future__ import annotations

import uuid
from collections.abc import Mapping
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from adjudicator import VARIANTS
from games import bridge, wording
from games.errors import MasterSits
from games.forms.tables import Group, fields_of, settings_from
from games.models import Game
from games.rules import is_offered
from games.tenancy import LeagueLike
from games.terms import DEALINGS, PRESS_PAUSES


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
    dealing = forms.ChoiceField(
        label=_("Who plays which power"),
        choices=DEALINGS,
        required=False,
        widget=forms.RadioSelect,
        help_text=_("Where seats are dealt. Lists are sealed until the game starts, then shown (RB-25)."),
    )
    draws = forms.BooleanField(label=_("Players may vote a draw"), required=False)
    master = forms.CharField(
        label=_("Game master"),
        max_length=150,
        required=False,
        strip=True,
        help_text=_(
            "A member who presides and does not play: he sees everything but sealed answers, letters too; he "
            "moves deadlines, gives abandoned seats to others and settles contested cases (RB-24). "
            "Empty: nobody does."
        ),
    )
    play = forms.BooleanField(label=_("Take the first seat myself"), required=False)
    key = forms.UUIDField(required=False, widget=forms.HiddenInput)

    def __init__(
        self, data: Mapping[str, Any] | None = None, *, league: LeagueLike, user: Any, names_master: bool
    ) -> None:
        variants = offered_variants()
        super().__init__(
            data,
            initial={
                "variant": variants[0][0],
                "rulebook": league.rulebook,
                "press": league.press,
                "press_pauses": league.press_pauses,
                "dealing": league.dealing,
                "visibility": Game.Visibility.PUBLIC,
                "draws": league.draws_allowed,
                "play": True,
                "key": uuid.uuid4(),
            },
        )
        self.fields["variant"].choices = variants  # type: ignore[attr-defined]
        self._league, self._user = league, user
        if not names_master:
            del self.fields["master"]
        self._own: dict[str, list[str]] = {}
        for variant, _name in variants:
            for name, field in fields_of(variant):
                self._own.setdefault(variant, []).append(name)
                self.fields[f"{variant}-{name}"] = field

    @property
    def groups(self) -> list[Group]:
        """The fields that belong to one game alone, by game."""
        return [
            Group(variant, [self[f"{variant}-{name}"] for name in names])
            for variant, names in self._own.items()
        ]

    def clean_master(self) -> Any:
        """The member of that name."""
        name = self.cleaned_data["master"]
        if not name:
            return None
        master = self._league.member_named(name)
        if master is None:
            raise forms.ValidationError(_("No member of the league has this name."))
        return master

    @property
    def dealt(self) -> str:
        """The variants whose seats the players may rank, divided by spaces."""
        return " ".join(key for key, _name in offered_variants() if bridge.may_rank_seats(key, {}))

    def clean(self) -> dict[str, Any]:
        """What is wrong with another game's fields is no matter."""
        cleaned: dict[str, Any] = super().clean() or self.cleaned_data
        chosen = cleaned.get("variant")
        if cleaned.get("play") and cleaned.get("master") == self._user:
            self.add_error("play", MasterSits.message)
        for variant, names in self._own.items():
            if chosen is not None and variant != chosen:
                for name in names:
                    self.errors.pop(f"{variant}-{name}", None)
        return cleaned

    @property
    def settings(self) -> dict[str, Any]:
        """The engine's settings: of what was chosen, those that this variant knows."""
        variant = self.cleaned_data["variant"]
        known = VARIANTS[variant]["settings"]
        common = {key: self.cleaned_data[key] for key in ("rulebook", "draws") if key in known}
        own = {name: self.cleaned_data.get(f"{variant}-{name}") for name in self._own.get(variant, [])}
        return common | settings_from(variant, own)


def offered_variants() -> list[tuple[str, str]]:
    """Every game whose rules can be read here, those for the fewest players first."""
    return [
        (
            key,
            _players(wording.variant(key), _fewest(variant), len(variant["seats"])),
        )
        for key, variant in sorted(VARIANTS.items(), key=lambda pair: (len(pair[1]["seats"]), pair[0]))
        if is_offered(key)
    ]


def _fewest(variant: Mapping[str, Any]) -> int:
    return min(len(table["seats"]) for table in (variant, *variant["tables"]))


def _players(game: str, fewest: int, most: int) -> str:
    if fewest == most:
        return _("%(game)s, %(count)d players") % {"game": game, "count": most}
    return _("%(game)s, %(fewest)d to %(most)d players") % {"game": game, "fewest": fewest, "most": most}
