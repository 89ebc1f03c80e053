"""Opening a game."""

from __future__ import annotations

import uuid
from collections.abc import Mapping, Sequence
from contextlib import suppress
from typing import Any, Final

from django import forms
from django.utils.text import capfirst
from django.utils.translation import gettext_lazy as _

from adjudicator import VARIANTS
from adjudicator.errors import AdjudicatorError
from games.agreed.absence import Absence
from games.agreed.dealing import LOTS
from games.agreed.game_years import has_default, last_year_at
from games.agreed.pace import Pace
from games.agreed.terms import DEALINGS, PRESS_PAUSES, RELIABILITIES
from games.common.forms.described import Described
from games.common.forms.members import OFFERED, OFFERS_MEMBERS, nobody_called
from games.common.words.plain_names import check_plain
from games.engine import bridge
from games.errors import MasterSits
from games.forms.inviting import GuestsField, guests_named, presides, too_many
from games.forms.tables import Group, fields_of, settings_from
from games.gate.game_terms import COMMON_SETTINGS, PLAIN, GameTerms
from games.gate.tenancy import LeagueLike
from games.models import Game
from games.words import wording
from games.words.rules import is_offered

FIRST: Final = ("name", "variant", "press", "visibility", "guests", "master", "play")
"""The fields that are not folded away."""


class OpenGameForm(forms.Form):
    """What is agreed before a game opens. It begins with what the league usually plays.

    `key` is made with the form: the same form sent twice opens one game. `like`: what it begins with instead.
    `pace` is what the game's own form begins with; a last year that no one has chosen follows it (HR-7).
    """

    name = forms.CharField(label=_("Name"), max_length=80, strip=True, validators=[check_plain])
    variant = forms.ChoiceField(label=_("Game"), widget=forms.RadioSelect)
    rulebook = forms.ChoiceField(
        label=_("Rulebook"),
        choices=[("classic", _("Classic (original rulebook)")), ("modern", _("Modern (2023 rules)"))],
        widget=forms.RadioSelect,
    )
    press = forms.ChoiceField(label=_("Press"), choices=Game.Press.choices, widget=forms.RadioSelect)
    press_pauses = forms.TypedChoiceField(
        label=_("Press outside movement phases"),
        choices=PRESS_PAUSES,
        required=False,
        empty_value="rulebook",
        widget=forms.RadioSelect,
        help_text=_("Players can write drafts at any time, and send them when press is open (RB-22)."),
    )
    press_opens = forms.BooleanField(
        label=_("Open all messages when the game is over"),
        required=False,
        help_text=_(
            "Everyone who can see the game can then read them. Drafts and notebooks stay private. Players "
            "know this before they join."
        ),
    )
    press_locks = forms.BooleanField(
        label=_("Lock private messages while everyone waits for one player"),
        required=False,
        help_text=_("Only where everyone sees who is ready. Messages to everyone, and drafts, still work."),
    )
    successors_read = forms.BooleanField(
        label=_("Replacements can read their seat’s earlier messages"),
        required=False,
        help_text=_(
            "Otherwise they read only what is written once they have the seat. Players know this before "
            "they join."
        ),
    )
    visibility = forms.ChoiceField(
        label=_("Who sees it"), choices=Game.Visibility.choices, widget=forms.RadioSelect
    )
    reliability = forms.TypedChoiceField(
        label=_("Who may join"),
        choices=RELIABILITIES,
        required=False,
        coerce=int,
        empty_value=0,  # type: ignore[arg-type]
        widget=forms.RadioSelect,
        help_text=_(
            "The share of phases a player answered in this league. Newcomers, people you invite by name, "
            "and people with no other game here can always join."
        ),
    )
    dealing = forms.TypedChoiceField(
        label=_("Who plays which power"),
        choices=DEALINGS,
        required=False,
        empty_value=LOTS,
        widget=forms.RadioSelect,
        help_text=_(
            "For games that assign powers: preference lists stay hidden until the game starts, "
            "then they are shown (RB-25)."
        ),
    )
    draws = forms.BooleanField(label=_("Players can vote for a draw"), required=False)
    master = forms.CharField(
        label=_("Game master"),
        max_length=150,
        required=False,
        strip=True,
        help_text=_(
            "A member who doesn’t play. They see everything, messages too, but not orders before the "
            "deadline. They can move deadlines, replace players and settle contested cases (RB-24). Leave "
            "empty for no game master."
        ),
        widget=forms.TextInput(attrs=OFFERS_MEMBERS),
    )
    guests = GuestsField(
        label=_("Invite members"),
        required=False,
        help_text=_(
            "Names separated by commas or spaces. We notify them on the site and by e-mail; they can join "
            "even a private game. No seat is reserved."
        ),
    )
    play = forms.BooleanField(label=_("Take the first seat myself"), required=False)
    key = forms.UUIDField(required=False, widget=forms.HiddenInput)

    def __init__(
        self,
        data: Mapping[str, Any] | None = None,
        *,
        league: LeagueLike,
        user: Any,
        names_master: bool,
        like: Mapping[str, Any] | None = None,
        pace: Mapping[str, Any] | None = None,
    ) -> None:
        variants = described_variants()
        rules = {"rulebook": league.rulebook, "draws": league.draws_allowed}
        terms = GameTerms.of_league(league, variants[0][0], rules)
        super().__init__(data, initial=terms.initial() | {"play": True, "key": uuid.uuid4()})
        self.initial.update(self._offer_last_years(Pace.from_json(pace or league.pace), like or {}))
        self.fields["variant"].choices = variants  # type: ignore[attr-defined]
        self._league, self._user = league, user
        if not names_master:
            del self.fields["master"]
        self._own: dict[str, list[str]] = {}
        for variant, _name in variants:
            for name, field in fields_of(variant):
                self._own.setdefault(variant, []).append(name)
                self.fields[f"{variant}-{name}"] = field

    def _offer_last_years(self, pace: Pace, like: Mapping[str, Any]) -> Mapping[str, Any]:
        """What the form begins with: `like`, and by `pace` the last years that it does not name."""
        fields = {f"{key}-last_year": key for key, _name in offered_variants() if has_default(key)}
        self._by_pace = {key: name for name, key in fields.items() if name not in like}
        return {name: last_year_at(pace, key) for key, name in self._by_pace.items()} | dict(like)

    @property
    def groups(self) -> list[Group]:
        """The fields that belong to one game alone, by game."""
        return [
            Group(variant, [self[f"{variant}-{name}"] for name in names])
            for variant, names in self._own.items()
        ]

    @property
    def first(self) -> list[forms.BoundField]:
        """The fields that everyone wants to see, in their order; that of pace belongs behind the game."""
        return [self[name] for name in FIRST if name in self.fields]

    @property
    def rest(self) -> list[forms.BoundField]:
        """The other fields that all games have."""
        return [self[name] for name in ("rulebook", *PLAIN, "draws") if name not in FIRST]

    @property
    def folded(self) -> list[forms.BoundField]:
        """All fields that are folded away."""
        return [*self.rest, *(field for group in self.groups for field in group.fields)]

    def clean_master(self) -> Any:
        """The member of that name."""
        name = self.cleaned_data["master"]
        if not name:
            return None
        master = self._league.member_named(name)
        if master is None:
            raise forms.ValidationError(nobody_called(name, self._league))
        return master

    def clean_guests(self) -> list[Any]:
        """The members of these names."""
        return guests_named(self.cleaned_data["guests"], self._league, self._user)

    @property
    def offered(self) -> list[str]:
        """Members whose names the field offers. One query."""
        return self._league.member_names(OFFERED)

    @property
    def dealt(self) -> str:
        """The variants whose seats the players may rank, divided by spaces."""
        return " ".join(key for key, _name in offered_variants() if bridge.may_rank_seats(key, {}))

    def clean(self) -> dict[str, Any]:
        """Check the form; errors in the fields of games that were not chosen are dropped."""
        cleaned: dict[str, Any] = super().clean() or self.cleaned_data
        chosen = cleaned.get("variant")
        if cleaned.get("play") and cleaned.get("master") == self._user:
            self.add_error("play", MasterSits.message)
        for variant, names in self._own.items():
            if chosen is not None and variant != chosen:
                for name in names:
                    self.errors.pop(f"{variant}-{name}", None)
        self._check_guests(cleaned.get("guests") or [], cleaned.get("master"))
        return cleaned

    def _check_guests(self, guests: Sequence[Any], master: Any) -> None:
        """No more of them than there are seats, and none who presides."""
        if master in guests:
            self.add_error("guests", presides(master))
        if not guests or self.errors:
            return
        with suppress(AdjudicatorError):  # the service says what is wrong with the settings
            seats = len(bridge.seats(self.cleaned_data["variant"], self.settings))
            if len(guests) > seats:
                self.add_error("guests", too_many(seats))

    @property
    def settings(self) -> dict[str, Any]:
        """The engine's settings: of what was chosen, those that this variant knows."""
        variant = self.cleaned_data["variant"]
        known = VARIANTS[variant]["settings"]
        common = {key: self.cleaned_data[key] for key in COMMON_SETTINGS if key in known}
        own = {name: self.cleaned_data.get(f"{variant}-{name}") for name in self._own.get(variant, [])}
        return common | settings_from(variant, own)

    def settings_at(self, pace: Pace) -> dict[str, Any]:
        """The same, where a last year that was offered and left alone is that of the chosen `pace`."""
        variant = self.cleaned_data["variant"]
        name = self._by_pace.get(variant, "")
        is_left_alone = name in self.fields and name not in self.changed_data
        return self.settings | ({"last_year": last_year_at(pace, variant)} if is_left_alone else {})

    def terms(self, pace: Pace, absence: Absence) -> GameTerms:
        """What is agreed, with what the forms of pace and absence say."""
        return GameTerms(
            variant=self.cleaned_data["variant"],
            settings=self.settings_at(pace),
            pace=pace,
            absence=absence,
            **{name: self.cleaned_data[name] for name in PLAIN},
        )


LEADS = {
    "intimate": _("every year you bid in secret for five mercenary powers, then give orders"),
    "intimate-ii": _("Intimate Diplomacy with mercenaries that grow loyal, and satellites"),
    "spy": _("in fog: you see your own units, and what your spies report"),
    "standard": _("the classic game, without dice, with small tables for 2 to 6"),
    "devil-and-god": _("two unknown players bless and curse the units of the other seven"),
}
"""What is special about each game, in a line."""


def described_variants() -> list[tuple[str, str | Described]]:
    """Every game that can be created, with its players and, on the next line, what is special about it."""
    return [
        (key, Described(name, str(capfirst(LEADS[key]))) if key in LEADS else name)
        for key, name in offered_variants()
    ]


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
    return _("%(game)s, %(least)d to %(most)d players") % {"game": game, "least": fewest, "most": most}
