"""How games end: the outcome as a value, and the endings that players agree on."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from adjudicator import news
from adjudicator.errors import AdjudicatorError
from adjudicator.position import Position
from adjudicator.variants.variant import Step, Table


def end(position: Position, how: str, winners: Iterable[str], **grounds: Any) -> Step:
    """`position` finished by clause `how`; `grounds` are what the news says it rests on."""
    outcome = {"how": how, "winners": sorted(winners)}
    told = news.victory(how=how, winners=outcome["winners"], **grounds)
    return Step(position.having(outcome=outcome), news=(told,))


def not_allowed(message: str, message_fr: str) -> AdjudicatorError:
    return AdjudicatorError("not-allowed", message, message_fr)


def need_draws_allowed(table: Table) -> None:
    """Refuse (`not-allowed`) where the game's settings rule draws out."""
    if not table.settings["draws"]:
        raise not_allowed(
            "This game’s settings do not allow draws.",
            "Les réglages de cette partie n’admettent pas la nulle.",
        )


def need_votes(of: Iterable[str], by: Iterable[str]) -> None:
    """Refuse (`not-allowed`) unless everyone in `of` is among those who agree, `by`."""
    missing = sorted(set(of) - set(by))
    if missing:
        names = ", ".join(missing)
        raise not_allowed(
            f"Everybody must agree; missing: {names}.", f"Tous doivent être d’accord ; il manque : {names}."
        )
