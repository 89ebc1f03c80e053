"""What may be settled of a game besides what all games have: its table, and its variant's own settings.

The engine says which settings a variant has and which values they take; here they get words. Without
scripts every game's fields stand in the form, each group under its game's name; what is chosen for another
game than the one that is opened counts for nothing.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import date, timedelta
from typing import Any, Final

from django import forms
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from adjudicator import VARIANTS
from adjudicator.texts import names
from games.common.forms.days import DayField
from games.common.words import local
from games.words import wording

COMMON: Final = frozenset(("rulebook", "choices", "draws", "first_year"))
"""Settings that have fields of their own beside these, or none."""

FOG_LASTS: Final = timedelta(days=731)
"""So far ahead may lie the day on which a finished game opens: until then no one reads its record, and what
its players missed counts for nothing.
"""

LABELS: Final = {
    "players": _("Players"),
    "last_year": _("Last year"),
    "spells_shown": _("When spells are shown"),
    "secrecy": _("Satellites may be kept secret"),
    "pace": _("Deadlines"),
    "reveal_at": _("Fog until"),
}

HELP: Final = {
    "players": _("Powers are drawn at random, or players rank them."),
    "last_year": _(
        "Short game: most units after this year’s adjustments wins (RB-13). Leave empty to play to a solo."
    ),
    "spells_shown": _("With spells shown at the end, results come without their reasons until then (DG-5)."),
    "secrecy": _("A secret satellite costs credits every year (ID2-10)."),
    "pace": _(
        "You order a whole season at once, with retreats and espionage planned ahead under conditions. Or "
        "every phase has its own deadline (SPY-22)."
    ),
    "reveal_at": _(
        "A finished game is shown to everyone right away, or on this day (SPY-6). Leave empty to show it "
        "right away."
    ),
}

BY_CLAUSE: Final = {
    "HR-7": _(
        "The game ends after this year at the latest. If no one has won by then, the home power with more "
        "centres wins, then the larger treasury (HR-7). Unless you change it, it is the last year "
        "that is sure to fit into 365 days at this pace. Leave empty to play until someone wins."
    ),
}
"""Help texts in place of `HELP`, for settings that mean something else under these clauses."""

VALUES: Final = {
    ("spells_shown", "turn"): _("with the results of each phase"),
    ("spells_shown", "end"): _("at the end of the game"),
    ("pace", "season"): _("one for a whole season"),
    ("pace", "phase"): _("one for each phase"),
}


@dataclass(frozen=True, slots=True)
class Group:
    """The fields of one variant, under its name."""

    variant: str
    fields: list[forms.BoundField]

    @property
    def name(self) -> str:
        return wording.variant(self.variant)


def fields_of(variant: str) -> Iterator[tuple[str, forms.Field]]:
    """The settings of `variant` that the creator of a game decides, each with its field."""
    facts = VARIANTS[variant]
    for name, default in facts["settings"].items():
        if name in COMMON:
            continue
        values = facts["choices"].get(name, [])
        says = BY_CLAUSE.get(facts["clauses"].get(name, ""), HELP.get(name, ""))
        words = {"label": LABELS.get(name, name), "help_text": says, "required": False}
        if name == "reveal_at":
            far = {"far": _("Choose a day within two years.")}
            yield name, DayField(furthest=FOG_LASTS, error_messages=far, **words)
        elif name == "last_year":
            yield name, forms.IntegerField(min_value=1000, max_value=8999, **words)
        elif set(values) == {True, False}:
            yield name, forms.BooleanField(initial=default, **words)
        elif len(values) > 1:
            choices = [(str(value), value_in_words(variant, name, value)) for value in _in_order(facts, name)]
            yield (
                name,
                forms.ChoiceField(initial=str(default), choices=choices, widget=forms.RadioSelect, **words),
            )


def value_in_words(variant: str, name: str, value: Any) -> str:
    """What one value of a setting is called: a table by its name, with its first year if it has its own."""
    for table in VARIANTS[variant]["tables"]:
        if table["settings"] == {name: value}:
            called = names.capitalised(table["names"][local.language()])
            if table["first_year"] == VARIANTS[variant]["settings"]["first_year"]:
                return called
            return gettext("%(table)s, from %(year)d") % {"table": called, "year": table["first_year"]}
    return str(VALUES.get((name, value), value))


def _in_order(facts: Mapping[str, Any], name: str) -> list[Any]:
    """A setting's values; tables with the most players first."""
    tables = [table["settings"][name] for table in facts["tables"] if name in table["settings"]]
    return tables or list(facts["choices"][name])


def settings_from(variant: str, given: Mapping[str, Any]) -> dict[str, Any]:
    """What was chosen for `variant`, by setting, as the engine takes it; `given` is what its fields gave."""
    settings: dict[str, Any] = {}
    for name, field in fields_of(variant):
        value = given.get(name)
        if isinstance(value, date):
            value = value.isoformat()
        elif isinstance(field, forms.ChoiceField):
            typed = {str(each): each for each in VARIANTS[variant]["choices"][name]}
            value = typed.get(str(value), VARIANTS[variant]["settings"][name])
        if value not in (None, ""):
            settings[name] = value
    return settings
