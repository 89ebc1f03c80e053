"""How the players of a game sit around its board, as the engine's facts of its variant have it.

Whatever the site does otherwise in one game than in another is asked here, of data; nothing asks which
variant it is.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.db.models import Q

import adjudicator
from games.engine.hidden_players import masked_seats
from games.models import Game


def closes_early(variant: str, due: Mapping[str, Any] | None = None) -> bool:
    """Whether a phase in which that is `due` is over once all who owe are ready; else no one says that they
    are (SPY-22, DG-14).
    """
    return bool(adjudicator.VARIANTS[variant]["closes_early"]) and not is_veiled(due or {})


def shows_readiness(variant: str, due: Mapping[str, Any] | None = None) -> bool:
    """Whether everyone may know who owes something, who is ready and who votes for what; else players are
    told of themselves alone (SPY-7). In a phase in which that is `due`: who owes and who is ready.
    """
    return bool(adjudicator.VARIANTS[variant]["shows_readiness"]) and not is_veiled(due or {})


def hides_absence(variant: str, seat: str) -> bool:
    """Whether nothing may visibly depend on what `seat` missed: who has answered is hidden, or who sits there
    (HR-3). Such a seat opens at the end of the game year.
    """
    return not shows_readiness(variant) or seat in masked_seats(variant)


def is_veiled(due: Mapping[str, Any]) -> bool:
    """Whether no one may learn who owes anything in a phase in which that is `due`: it would tell what is
    secret (DG-14). Then the phase lasts its whole time, and says nothing of readiness.
    """
    return any(owed.get("veiled") for owed in due.values())


def orders_ahead(variant: str) -> bool:
    """Whether turns keep orders that were given ahead for the phases to come (SPY-21)."""
    return bool(adjudicator.VARIANTS[variant]["orders_ahead"])


def all_lose(variant: str, outcome: Mapping[str, Any] | None) -> bool:
    """Whether a game that ended so is lost by everyone: it has no winner, and is no draw (ID2-5)."""
    return outcome is not None and outcome["how"] in adjudicator.VARIANTS[variant]["all_lose"]


def is_void(outcome: Mapping[str, Any] | None) -> bool:
    """Whether a game that ended so is void: no one won, and it is no draw (HR-6)."""
    return outcome is not None and outcome["how"] == adjudicator.VOID


def is_forfeit(outcome: Mapping[str, Any] | None) -> bool:
    """Whether one of two players forfeited a game that ended so (HR-5)."""
    return outcome is not None and outcome["how"] == adjudicator.FORFEIT


def sealed_for_good(variant: str) -> str:
    """The clause by which records of such games lack something for good; empty where they are whole."""
    return str(adjudicator.VARIANTS[variant]["sealed_for_good"])


def lasts_no_time(game: Game, letter: str) -> bool:
    """Whether a phase whose code ends in `letter` is adjudicated as soon as it is open: everything for it was
    given ahead (SPY-22).
    """
    if not orders_ahead(game.variant):
        return False
    return letter in adjudicator.about(game.variant, game.settings)["at_once"]


def with_secret_votes() -> list[str]:
    """The variants in whose games no one is told who votes for what while they go on (SPY-23)."""
    return sorted(variant for variant in adjudicator.VARIANTS if not shows_readiness(variant))


def with_secret_dues() -> list[str]:
    """The variants in whose games, in all phases or in some, no one else may know that someone owes anything
    (SPY-7; DG-14, where what a masked player granted would show).
    """
    return sorted(
        key
        for key, variant in adjudicator.VARIANTS.items()
        if not variant["shows_readiness"] or variant["masked_seats"]
    )


def shows_clock_votes(variant: str) -> bool:
    """Whether everyone may know who proposes something about the clock, and who agrees: neither in fog nor
    where players are masked (HR-12).
    """
    return variant not in with_secret_dues()


def with_auctions() -> list[str]:
    """The variants in whose games powers are auctioned, each player having a home power besides (ID-3)."""
    return sorted(key for key, variant in adjudicator.VARIANTS.items() if "B" in variant["kinds"])


def never_early() -> list[str]:
    """The variants whose phases all last until their deadlines."""
    return sorted(variant for variant in adjudicator.VARIANTS if not closes_early(variant))


def asking(seat: str) -> Q:
    """The phases in which `seat` has anything to decide: `is_asked`, put to the database.

    Seats that are called by numbers are never asked without reason, and a number means a place in a list.
    """
    asked = Q(due__has_key=seat)
    return asked if seat.isdigit() else asked & ~Q(**{f"due__{seat}__powers": []})


def is_called(variant: str, due: Mapping[str, Any], seat: str) -> bool:
    """Whether `seat` is written to when a phase opens: where no one may learn who owes anything, all are who
    see it open, for mails show in the log that the site's team reads (SPY-7).
    """
    return seat in due if not shows_readiness(variant, due) else is_asked(due, seat)


def is_asked(due: Mapping[str, Any], seat: str) -> bool:
    """Whether `seat` has anything to decide in a phase of which every seat may see that it is open."""
    return seat in due and bool(due[seat].get("powers", True))
