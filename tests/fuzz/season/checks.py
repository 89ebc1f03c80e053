"""Everything that has to be true of a season's games, one by one."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from typing import Any

from games.adjudication.proof import prove
from games.engine import bridge
from games.models import Game, MasterAct, Phase, Tenure, TenureResult
from tests.fuzz.season import absences, clocks, recount

ENDS = {
    "intimate": {"ID-15", "ID-16", "ID-18", "ID-19", "HR-5", "HR-6", "HR-7"},
    "standard": {"RB-12", "RB-13", "HR-6"},
    "spy": {"SPY-23", "RB-12", "RB-13", "HR-6"},
}
"""The clauses by which a game of each variant may end."""


def violations(game: Game) -> Iterator[str]:
    """What is wrong with `game`, which should be over."""
    if game.state != Game.State.FINISHED:
        yield f"it is {game.state} in {Phase.objects.filter(game=game).latest('ordinal').label}"
        return
    record = bridge.record_of(game)
    yield from prove(game).differences
    yield from _end(game, record)
    yield from _seats(game)
    yield from recount.differences(game, record)
    yield from clocks.unexplained(game)
    yield from absences.broken(game)
    yield from _rows(game)


def _end(game: Game, record: dict[str, Any]) -> Iterator[str]:
    """It ended by a clause of its game, in its last year at the latest; by a ruling if its master did."""
    last = record["turns"][-1]
    how, agreed = last["outcome"]["how"], last.get("agreed") or {}
    if how not in ENDS[game.variant]:
        yield f"it ended by {how}"
    if int(last["position"]["phase"][1:5]) > game.settings["last_year"]:
        yield f"it went on after its last year, to {last['position']['phase']}"
    acts = MasterAct.objects.filter(game=game, kind__in=["void", "forfeit"])
    if agreed.get("cause") == "ruling" and not acts.exists():
        yield "it ended by a ruling that nobody made"


def _seats(game: Game) -> Iterator[str]:
    """No seat is held by two at once, no one has two seats, and no master plays."""
    tenures = [each for each in Tenure.objects.filter(game=game).order_by("pk") if each.left_how != "before"]
    for one, two in combinations(tenures, 2):
        if one.seat_id != two.seat_id and one.user_id != two.user_id:
            continue
        first, second = sorted((one, two), key=lambda each: each.taken_at)
        if first.left_at is None or first.left_at > second.taken_at:
            yield f"{first} and {second} overlap"
    if any(each.user_id == game.master_id for each in tenures if each.left_at is None):
        yield "its master plays in it"


def _rows(game: Game) -> Iterator[str]:
    """Facts that pages and later parts rely on: a result for all who sat there, nothing left open."""
    sat = Tenure.objects.filter(game=game).exclude(left_how="before").count()
    if TenureResult.objects.filter(tenure__game=game).count() != sat:
        yield "not everybody who sat there has a result"
    if game.vacancies.exists():
        yield "it is over, and still offers a seat"
    taken_back = MasterAct.objects.filter(game=game, kind=MasterAct.Kind.TAKEN_BACK).count()
    if game.branches.count() != taken_back:
        yield f"it was taken back {taken_back} times and has {game.branches.count()} branches"
    if game.variant == "spy" and taken_back:
        yield "it was taken back though it hides who has answered (HR-8)"
