"""How games end: the outcome as a value, and the endings that players agree on."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from adjudicator import news
from adjudicator.agreed import Agreed
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


def need_votes(of: Iterable[str], agreed: Agreed) -> None:
    """Refuse (`not-allowed`) unless everyone in `of` agrees; absent seats are not asked (HR-4)."""
    missing = sorted({*of} - {*agreed.by} - {*agreed.absent})
    if missing:
        names = ", ".join(missing)
        raise not_allowed(
            f"Everyone must agree; missing: {names}.", f"Tous doivent être d’accord ; il manque : {names}."
        )


def can_share(seats: Iterable[str], agreed: Agreed) -> bool:
    """Whether two of `seats` are left to share a draw; where one lives from the start, that one is enough.

    With all the others absent someone alone would win by a vote of their own.
    """
    sharing = {*seats}
    return len(sharing - {*agreed.absent}) >= min(2, len(sharing))


def present(seats: Sequence[str], agreed: Agreed) -> list[str]:
    """Those of `seats` that share a draw: the absent do not (HR-4). `not-allowed` unless they `can_share`."""
    if not can_share(seats, agreed):
        raise not_allowed(
            "A draw is shared by two players at least: with these seats absent no one is left to share it "
            "with (HR-4).",
            "Une nulle se partage à deux au moins : ces places absentes, il n’y a plus personne avec qui la "
            "partager (HR-4).",
        )
    return [seat for seat in seats if seat not in agreed.absent]


def concession(table: Table, position: Position, agreed: Agreed, *, clause: str) -> Step:
    """One of two players gives the game to the other, by `clause` (ID-19, HR-4)."""
    if len(agreed.by) != 1 or agreed.by[0] not in table.seats:
        raise not_allowed(
            "One player concedes, to the other.",
            "C’est un joueur qui abandonne, au profit de l’autre.",
        )
    others = [seat for seat in table.seats if seat not in agreed.by]
    return end(position, clause, others, agreed="concession", by=list(agreed.by))


def agreed_draw(position: Position, how: str, sharing: Iterable[str], agreed: Agreed, **grounds: Any) -> Step:
    """The draw that players voted for; the news names the absent where there were any (HR-4)."""
    if agreed.absent:
        grounds["absent"] = list(agreed.absent)
    return end(position, how, sharing, **({"agreed": "draw", "by": list(agreed.by)} | grounds))
