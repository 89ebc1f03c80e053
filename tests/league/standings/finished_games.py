"""Finished games by their rows, where the play is not the point."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import UTC, datetime, timedelta
from fractions import Fraction
from typing import Any

from adjudicator.variants.auctioning.holding import hold
from games.models import Game, Phase, Seat, SeatResult, Tenure, TenureResult, Turn

Outcome = SeatResult.Outcome
ENDED = datetime(2026, 6, 1, 12, tzinfo=UTC)
WINS = {"solo": "lost", "lost": "solo"}


def finished_game(
    league: Any,
    players: Mapping[str, Any],
    outcomes: Mapping[str, str],
    *,
    variant: str = "intimate",
    settings: Mapping[str, Any] | None = None,
    at: datetime = ENDED,
    homes: Mapping[str, str] | None = None,
    auctions: Sequence[Mapping[str, Any]] = (),
    last_year: int = 1903,
    centres: int = 4,
    visibility: str = "public",
    left: Mapping[str, Any] | None = None,
    autumns: Mapping[int, Mapping[str, int]] | None = None,
    last_phase: str = "",
    entered: Mapping[str, Sequence[str]] | None = None,
) -> Game:
    """A game that is over since `at`, with its rows of results.

    `players` and `outcomes` are by seat; `homes` those on the last board; `auctions` the engine's news of
    each; `left` who held a seat before it changed hands. Shares are equal among those who shared. `autumns`:
    by year and power, how many centres it had; `entered`: by the seat that won, where it did on the board.
    """
    autumns = autumns or {}
    shared = sum(outcome == Outcome.SHARED for outcome in outcomes.values())
    opener = next(iter(players.values()))
    game = Game.objects.create(
        league=league,
        name="Over",
        variant=variant,
        settings=dict(settings or {}),
        opened_by=opener,
        opened_at=at - timedelta(days=9),
        started_at=at - timedelta(days=8),
        finished_at=at,
        state=Game.State.FINISHED,
        visibility=visibility,
        lots="0",
        lots_sha256="0",
        outcome={"winners": [], "how": "RB-11"},
        phase_number=len(auctions) + len(autumns) + 1,
    )
    position = {"homes": dict(homes)} if homes is not None else {}
    for ordinal, item in enumerate(auctions):
        _turn(game, ordinal, f"S{item['year']}B", {"news": [{"kind": "auction", **item}], "position": {}}, at)
    for ordinal, (year, numbers) in enumerate(autumns.items(), len(auctions)):
        centres_of = {power: ["BUD"] * number for power, number in numbers.items()}
        _turn(game, ordinal, f"F{year}R", {"news": [], "position": {"centres": centres_of}}, at)
    news = []
    if entered is not None:
        news.append({"kind": "victory", "how": "ID-15", "winners": list(entered), "entered": dict(entered)})
    label = last_phase or f"W{last_year}A"
    _turn(game, game.phase_number - 1, label, {"news": news, "position": position}, at)
    for order, (key, outcome) in enumerate(outcomes.items()):
        seat = Seat.objects.create(game=game, key=key, order=order)
        share = {Outcome.SOLO: Fraction(1), Outcome.SHARED: Fraction(1, shared or 1)}.get(outcome, Fraction())
        result = SeatResult.objects.create(
            game=game,
            seat=seat,
            outcome=outcome,
            share=share.numerator,
            share_of=share.denominator,
            centres=centres,
            last_year=last_year,
            clause="RB-11",
            at=at,
        )
        if key in (left or {}):
            _held(game, seat, left[key], result, at, left_how=Tenure.Leaving.REPLACED)
        if key in players:
            _held(game, seat, players[key], result, at)
    return game


def sale(year: int, *bust: str, **sold: tuple[str | None, int]) -> dict[str, Any]:
    """The news of an auction: the seats that went bust, and by power who took it (a seat), at which price."""
    return {
        "year": year,
        "bust": list(bust),
        "winner": {power: seat for power, (seat, _price) in sold.items()},
        "price": {power: price for power, (_seat, price) in sold.items()},
    }


def auction(year: int, before: Mapping[str, int], **bids: tuple[int, int]) -> dict[str, Any]:
    """The news of an auction as the engine holds it: `before`, by seat, the treasuries; by power what the
    first seat and the second bid.
    """
    made = {
        seat: {power: both[place] for power, both in bids.items()}
        for place, seat in enumerate(sorted(before))
    }
    held = hold(made, before)
    return {
        "year": year,
        "bids": made,
        "winner": dict(held.winner),
        "price": dict(held.price),
        "before": dict(before),
        "bust": list(held.bust),
    }


def _turn(game: Game, ordinal: int, label: str, turn: Mapping[str, Any], at: datetime) -> None:
    phase = Phase.objects.create(
        game=game,
        ordinal=ordinal,
        label=label,
        position={},
        opened_at=at - timedelta(days=1),
        deadline=at,
        closes_at=at,
        adjudicated_at=at,
    )
    Turn.objects.create(phase=phase, answers={}, turn=dict(turn), created_at=at)


def _held(game: Game, seat: Seat, user: Any, result: SeatResult, at: datetime, left_how: str = "") -> None:
    tenure = Tenure.objects.create(
        game=game,
        seat=seat,
        user=user,
        place=seat.order,
        nonce="",
        taken_at=at - timedelta(days=8),
        left_at=at - timedelta(days=1) if left_how else None,
        left_how=left_how,
    )
    how = TenureResult.How.REPLACED if left_how else TenureResult.How.FINISHED
    TenureResult.objects.create(
        tenure=tenure, result=result, how=how, since=tenure.taken_at, until=at, asked=0, missed=0
    )
