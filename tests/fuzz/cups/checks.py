"""What has to be true of a knock-out at every moment, and of one that is over."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator
from datetime import datetime
from typing import Any

from games.models import Game
from league.competitions.knock_out.bracket import PLAYED, By
from league.competitions.knock_out.follows import follows
from league.competitions.knock_out.state import read
from league.competitions.models import Competition, FinalPlace, Pairing
from league.competitions.models.pairing import with_sides
from tests.fuzz.events.checks import wrong_money, wrong_state, wrong_table
from tests.league.competitions.check_elimination import faults_in


def wrong_bracket(season: Competition, now: datetime) -> Iterator[str]:
    """What is wrong with the bracket at this moment, its games, its table and its export."""
    yield from wrong_table(season, now, faults_in)
    if season.started_at is None:
        return
    cup = read(season).cup
    rounds: Counter[tuple[int, int]] = Counter()
    running: Counter[int] = Counter()
    for pairing in with_sides(Pairing.objects.filter(competition=season).select_related("game")):
        number = cup.pairing_of(pairing.number)
        two = [entry.number for entry in pairing.entries]
        is_again = pairing.number != number
        if is_again and number not in cup.replayed:
            yield f"game {pairing.number} is a replay that nothing asked for"
        # Who is disqualified leaves a pairing's side to the beaten, and the game to come begins without them.
        if not cup.bracket.decided.get(number) and sorted(two) != sorted(
            map(_number, cup.bracket.sides(number))
        ):
            yield f"game {pairing.number} is of {two}, at its sides stand {cup.bracket.sides(number)}"
        for entry in two if not is_again and number != cup.bracket.third else ():
            rounds[entry, cup.bracket.round_of(number)] += 1
        if pairing.game and pairing.game.state == Game.State.RUNNING:
            running.update(two)
    yield from (f"entry {key} has {count} games of a round" for key, count in rounds.items() if count > 1)
    yield from (f"entry {key} plays {count} games at once" for key, count in running.items() if count > 1)
    for number, decision in cup.bracket.decided.items():
        if decision.entry is not None and decision.entry not in cup.bracket.sides(number):
            yield f"pairing {number}: {decision.entry} goes on and does not stand there"
        if decision.by in PLAYED and number not in cup.begun:
            yield f"pairing {number} is decided by {decision.by} without a game"


def _number(stands: Any) -> int:
    return stands if isinstance(stands, int) else 0


def wrong_end(season: Competition, now: datetime) -> Iterator[str]:
    """What is wrong with one that is over."""
    yield from wrong_state(season)
    if season.state != Competition.State.FINISHED:
        return
    cup = read(season).cup
    undecided = [each for each in cup.bracket.every() if each not in cup.bracket.decided]
    if undecided:
        yield f"pairings {undecided} are not decided"
    next_ = follows(cup, lambda _n: True, lambda _n: True, lambda _n, _g: (0, By.DRAW, "f"))
    if next_.decided or next_.begins or next_.replays:
        yield f"something follows of it still: {next_}"
    rows = FinalPlace.objects.filter(competition=season).values_list("rank", "last", "entry__number")
    shared: dict[tuple[int, int], list[int]] = defaultdict(list)
    for rank, last, entry in rows:
        shared[rank, last].append(entry)
    if sum(map(len, shared.values())) != len(cup.bracket.seats) - cup.bracket.seats.count(None) - len(
        cup.disqualified.intersection(cup.bracket.seats)
    ):
        yield f"not everybody has a place: {dict(shared)}"
    if len(shared.get((1, 1), ())) > 1:
        yield "it has several champions"
    yield from wrong_money(season)
