"""The ways in which the players can end a game by themselves, and who has voted for which."""

from __future__ import annotations

from dataclasses import dataclass

from django.utils.translation import get_language, gettext_lazy

from adjudicator.errors import AdjudicatorError
from games.engine import bridge, hosting_rules
from games.errors import NoVote
from games.gate.access import Access
from games.gate.contests import is_duel
from games.gate.open_seats import agreed_by
from games.models import Phase, Vote
from games.pages.seats import Place, names_of
from games.words.endings import NAMES

EFFECTS = {
    "draw": gettext_lazy("Ends the game once everyone still in it votes for it. They share it equally."),
    "stalemate": gettext_lazy("Ends the game once both vote for it."),
    "concession": gettext_lazy("Ends the game at once, and the other player wins."),
}


@dataclass(frozen=True, slots=True)
class Ending:
    """One agreed ending. `reason` says why it cannot be had now; empty: it can, by the clause `by`. `voters`
    are names. `is_last`: the reader has not voted and their vote would end the game; never where votes
    are secret.
    """

    kind: str
    reason: str
    voters: list[str]
    is_own: bool
    by: str
    is_last: bool = False

    @property
    def name(self) -> str:
        return str(NAMES.get(self.kind, self.kind))

    @property
    def effect(self) -> str:
        """What comes of it."""
        return str(EFFECTS.get(self.kind, ""))

    @property
    def is_possible(self) -> bool:
        return not self.reason


def endings_of(access: Access, phase: Phase, places: list[Place], has_votes: bool = True) -> list[Ending]:
    """Draw, stalemate and concession as far as this game's variant knows them. One query, if it `has_votes`.

    Votes are no secret where readiness is none: everyone who may see the game sees who wants to end it. Else
    everyone sees their own: that a vote of some did not end the game would tell who is still in it (SPY-23).
    Only players are told what they can do. A competition's game for two knows concession alone (HR-10).
    """
    game = access.game
    is_open = hosting_rules.shows_readiness(game.variant)
    votes = Vote.objects.filter(game=game).order_by("seat__order").values_list("kind", "seat__key")
    if not is_open:  # asked for whether or not others have voted: nothing here depends on them
        votes, has_votes = votes.filter(seat=access.seat), access.is_player
    voters: dict[str, list[str]] = {}
    for kind, key in votes if has_votes else []:
        voters.setdefault(kind, []).append(key)
    players = names_of(places)
    absent = [place.key for place in places if place.is_open]
    is_listening = any(place.is_own and place.is_masked for place in places)
    endings = []
    for kind in bridge.about(game.variant, game.settings)["agreements"]:
        seats = voters.get(kind, [])
        by = [access.seat_key] if kind == "concession" else [each.key for each in places if not each.is_open]
        if kind != "concession" and is_duel(game):
            continue
        if access.seat_key is None and (kind == "concession" or not seats):
            continue
        reason, clause = str(NoVote()), ""
        if not is_listening:
            reason, clause = _tried(access, phase, kind, [seat for seat in by if seat], absent)
        asks = is_open and access.seat_key is not None and access.seat_key not in seats
        # No one ends a game by their vote alone: the engine is asked again only once others have voted.
        would_end = asks and seats and kind != "concession" and not reason
        endings.append(
            Ending(
                kind=kind,
                reason=reason,
                voters=[players.get(seat, seat) for seat in seats],
                is_own=access.seat_key in seats,
                by=clause,
                is_last=bool(would_end)
                and not _tried(access, phase, kind, [*seats, str(access.seat_key)], absent)[0],
            )
        )
    return sorted(endings, key=lambda ending: list(NAMES).index(ending.kind) if ending.kind in NAMES else 9)


def _tried(access: Access, phase: Phase, kind: str, by: list[str], absent: list[str]) -> tuple[str, str]:
    """The engine's own sentence, if even all of `by` together could not end the game so, with the seats that
    stand open not asked (HR-4); else its clause.
    """
    try:
        turn = bridge.end(access.game, phase, agreed_by(kind, by, absent))
    except AdjudicatorError as error:
        return error.text((get_language() or "en")[:2]), ""
    return "", turn["outcome"]["how"]
