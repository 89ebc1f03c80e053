"""Choices where rules differ: the two presets, and single choices by the names of the DATC's issues (rules
page RB).

`classic` is the source's own rulebook, `modern` the 2023 rules as the DATC 3.0 prefers them. A game's
settings name a preset and may override single choices: `rulebook("classic", {"4.A.3": "intent-fallback"})`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from types import MappingProxyType
from typing import Final

from adjudicator.canonical import shown
from adjudicator.errors import AdjudicatorError

CHOICES: Final[Mapping[str, tuple[str, ...]]] = MappingProxyType(
    {
        "4.A.1": ("all-routes", "any-route"),
        "4.A.2": ("szykman", "1971", "1982", "2000", "all-hold"),
        "4.A.3": ("intent", "intent-fallback", "explicit", "always", "opposite"),
        "4.A.4": ("not-cut", "cut"),
        "4.A.5": ("allowed", "not-allowed"),
        "4.A.7": ("b", "a"),
        "4.B.1": ("fails",),
        "4.B.2": ("only-coast", "fails"),
        "4.B.3": ("illegal", "correct"),
        "4.B.4": ("optional", "own-only", "required", "ignored"),
        "4.B.5": ("ignore", "fails"),
        "4.B.6": ("ignore", "fails"),
        "4.B.7": ("fails",),
        "4.C.4": ("fails", "army"),
        "4.D.4": ("first", "last", "none"),
        "4.D.6": ("first", "last"),
        "4.D.8": ("owned-centre", "home-centre"),
        "4.E.1": ("ignored", "attempts"),
    }
)
"""Every choice the engine knows; the first of each is the default."""

PRESETS: Final[Mapping[str, Mapping[str, str]]] = MappingProxyType(
    {
        "classic": MappingProxyType(
            {"4.A.1": "any-route", "4.A.2": "1971", "4.A.5": "not-allowed", "4.D.8": "home-centre"}
        ),
        "modern": MappingProxyType({}),
    }
)


@dataclass(frozen=True, slots=True)
class Rulebook:
    """One game's choices, each under a name that says what it decides; the comment is the DATC's issue."""

    preset: str
    routes: str  # 4.A.1: what breaks a convoy that has several routes (RB-a)
    paradox: str  # 4.A.2: convoy paradoxes (RB-c)
    by_convoy: str  # 4.A.3: an army ordered to a neighbouring province by land or by water (RB-d)
    convoyed_cut: str  # 4.A.4: whether a convoyed attack cuts a support aimed at where it comes from
    retreat_to_origin: str  # 4.A.5: retreats to where a convoyed attacker came from (RB-b)
    effect_on_origin: str  # 4.A.7: whether a unit dislodged by convoy has effect where its attacker came from
    only_coast: str  # 4.B.2: a move that names no coast where one alone can be reached
    wrong_coast: str  # 4.B.3: a move that names a coast that cannot be reached
    support_coast: str  # 4.B.4: coasts in supports
    unit_coast: str  # 4.B.5: a fleet addressed with the wrong coast
    army_coast: str  # 4.B.6: an army's move that names a coast
    inland_fleet: str  # 4.C.4: a fleet ordered to be built inland
    builds_kept: str  # 4.D.4: which builds count when too many are ordered
    removals_kept: str  # 4.D.6: which removals count when too many are ordered
    distance: str  # 4.D.8: how removals by rule measure (RB-e)
    illegal_move: str  # 4.E.1: whether a unit with an illegal move may be supported to hold

    def choice(self, issue: str) -> str:
        """The value chosen for a DATC issue, such as `4.A.1`."""
        name = _FIELDS.get(issue)
        return CHOICES[issue][0] if name is None else str(getattr(self, name))


_FIELDS: Final[Mapping[str, str]] = MappingProxyType(
    {
        "4.A.1": "routes",
        "4.A.2": "paradox",
        "4.A.3": "by_convoy",
        "4.A.4": "convoyed_cut",
        "4.A.5": "retreat_to_origin",
        "4.A.7": "effect_on_origin",
        "4.B.2": "only_coast",
        "4.B.3": "wrong_coast",
        "4.B.4": "support_coast",
        "4.B.5": "unit_coast",
        "4.B.6": "army_coast",
        "4.C.4": "inland_fleet",
        "4.D.4": "builds_kept",
        "4.D.6": "removals_kept",
        "4.D.8": "distance",
        "4.E.1": "illegal_move",
    }
)


def rulebook(preset: object = "classic", choices: object = None) -> Rulebook:
    """The rulebook called `preset` with single `choices` changed; `bad-setting` for unknown names."""
    if not isinstance(preset, str) or preset not in PRESETS:
        raise AdjudicatorError(
            "bad-setting",
            f"The rulebook is one of {', '.join(PRESETS)}, not {shown(preset)}.",
            f"Le recueil de règles est l’un de : {', '.join(PRESETS)}, et non {shown(preset)}.",
        )
    if choices is None:
        choices = {}
    if not isinstance(choices, Mapping):
        raise AdjudicatorError(
            "bad-setting",
            f'"choices" is an object such as {{"4.A.1": "any-route"}}, not {shown(choices)}.',
            f"« choices » est un objet comme {{« 4.A.1 » : « any-route »}}, et non {shown(choices)}.",
        )
    for issue, value in choices.items():
        if not isinstance(issue, str) or issue not in CHOICES:
            raise AdjudicatorError(
                "bad-setting",
                f"There is no choice {shown(issue)}; the engine knows {', '.join(CHOICES)}.",
                f"Le choix {shown(issue)} n’existe pas ; le moteur connaît {', '.join(CHOICES)}.",
            )
        if value not in CHOICES[issue]:
            raise AdjudicatorError(
                "bad-setting",
                f"Choice {issue} is one of {', '.join(CHOICES[issue])}, not {shown(value)}.",
                f"Le choix {issue} est l’un de : {', '.join(CHOICES[issue])}, et non {shown(value)}.",
            )
    return _rulebook(preset, tuple(sorted(choices.items())))


@lru_cache(maxsize=256)
def _rulebook(preset: str, choices: tuple[tuple[str, str], ...]) -> Rulebook:
    made = {issue: values[0] for issue, values in CHOICES.items()}
    made.update(PRESETS[preset])
    made.update(choices)
    return Rulebook(preset, **{name: made[issue] for issue, name in _FIELDS.items()})
