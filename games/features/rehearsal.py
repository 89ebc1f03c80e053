"""Games that are played to be looked at: bots at the table, the services people use, a clock set back."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from datetime import datetime, timedelta
from random import Random
from types import MappingProxyType
from typing import Any, TypeAlias

from games import bots
from games.adjudication.processing import process_phase
from games.agreed.pace import Pace
from games.common import clock
from games.common.outbox.row import OutboxRow
from games.common.words.people import Person
from games.engine import hosting_rules
from games.features.auction.satellites import written_answer
from games.forms.sheets.plan import Plan
from games.gate.game_terms import GameTerms
from games.gate.tenancy import LeagueLike
from games.models import Game, Phase, Tenure, Vote
from games.services.players import answers, letters, results_seen, votes
from games.services.seats import opening, seating

LONGEST = 120
"""Phases in such a game, at most: bots win long before."""
RULES = {"rulebook": "classic", "draws": True}
DAY = 24 * 3600
SLOW = Pace(
    kind="custom", first=5 * DAY, movement=5 * DAY, retreats=5 * DAY, adjustments=5 * DAY, auctions=5 * DAY
)
"""Nothing is over before someone has looked at it."""
CAST = {"spell": "", "favour": "favour "}
"""What stands before a unit that is touched, or a power that is favoured."""


class Calendar:
    """The time at the table: games are played in the past, hours between their phases, up to the present."""

    def __init__(self, start: datetime, end: datetime) -> None:
        self.time, self.end = start, end

    def read(self) -> datetime:
        return self.time

    def wait(self, hours: float) -> None:
        self.time = min(self.end, self.time + timedelta(hours=hours))

    def wait_until(self, moment: datetime) -> None:
        self.time = min(self.end, max(self.time, moment))


@contextmanager
def in_the_past(*, days: float) -> Iterator[Calendar]:
    """Set the house's clock back for the length of the block. No drain may run meanwhile."""
    now = clock.now()
    calendar = Calendar(now - timedelta(days=days), end=now)
    with clock.reading(calendar.read):
        yield calendar


def text_of(answer: Any) -> str:
    """An answer as someone would type it: a line for each order, bid, rank or spell."""
    if isinstance(answer, dict):
        bids = [f"{power} {bid}" for power, bid in sorted(answer.get("bids", {}).items())]
        cast = [f"{verb}{answer[key]}" for key, verb in CAST.items() if key in answer]
        if "orders" in answer:
            return Plan.of_answer(answer).text("ERA")
        return "\n".join([*answer.get("preferences", []), *bids, *cast, *written_answer(answer)])
    return "\n".join(answer)


Answering: TypeAlias = Callable[[Game, Phase, str], Any]
"""What a seat of a game answers in its open phase, as the engine takes it."""

Until: TypeAlias = Callable[[Phase], bool]
"""Says yes to the open phase at which a game stops."""


def brisk_bots(random: Random) -> Answering:
    """Bots at every seat."""

    def answering(game: Game, phase: Phase, seat: str) -> Any:
        about: dict[str, Any] = {"variant": game.variant, "settings": game.settings}
        return bots.brisk_bot(bots.look(**about, position=phase.position, seat=seat, random=random))

    return answering


def play(
    game: Game,
    players: Mapping[str, Person],
    calendar: Calendar,
    random: Random,
    *,
    until: Until = lambda phase: False,
    answering: Answering | None = None,
) -> Phase | None:
    """Play `game` on until it is over (None), or until `until` says yes to an open phase (that phase). Bots
    play it, or who is `answering`.
    """
    answering = answering or brisk_bots(random)
    for _turn in range(LONGEST):
        game.refresh_from_db()
        if game.is_over:
            return None
        phase = game.phases.get(ordinal=game.phase_number)
        if until(phase):
            return phase
        for seat in sorted(phase.due) if phase.deadline > phase.opened_at else ():
            calendar.wait(random.uniform(0.5, 2))
            text = text_of(answering(game, phase, seat))
            answers.save_answer(
                game=game, user=players[seat], label=phase.label, text=text, version=0, ready=True
            )
        if not hosting_rules.closes_early(game.variant, phase.due):
            calendar.wait_until(phase.deadline)
        process_phase(phase=phase)
    return game.phases.get(ordinal=game.phase_number)


def play_out(game: Game, players: Mapping[str, Person], calendar: Calendar, random: Random) -> None:
    """Play `game` to its end; bots can hold each other up for good, and then agree on a draw."""
    if play(game, players, calendar, random) is not None:
        for player in players.values():
            votes.cast(game=game, user=player, kind=Vote.Kind.DRAW)
    game.refresh_from_db()


def have_seen(league: LeagueLike) -> None:
    """Everyone has seen what happened in their games, but for the last result of those that go on."""
    for tenure in Tenure.objects.filter(game__league=league.pk, left_at=None).select_related("game", "user"):
        past = tenure.game.phases.filter(adjudicated_at__isnull=False).order_by("-ordinal")
        labels = past.values_list("label", flat=True)[: 1 + tenure.game.is_running][::-1]
        if labels:
            results_seen.mark_results_seen(game=tenure.game, user=tenure.user, upto=labels[0])


def where(phase: Phase | None) -> str:
    """Where a game that has been played up to `phase` stands, for those who rehearse it."""
    return phase.label if phase else "over"


def write_letter(game: Game, players: Mapping[str, Person], sender: str, to: list[str], body: str) -> None:
    """A message from one seat to others."""
    key = f"demo-{game.pk}-{sender}"
    letters.send_letter(game=game, user=players[sender], to=to, body=body, key=key)


def open_game(
    league: LeagueLike,
    host: Person,
    *,
    name: str,
    variant: str,
    settings: Mapping[str, Any] = MappingProxyType({}),
    master: Person | None = None,
    **chosen: Any,
) -> Game:
    """A game in which no one sits yet. `chosen` are the terms that are not the league's."""
    terms = replace(GameTerms.of_league(league, variant, settings), **({"pace": SLOW} | chosen))
    return opening.open_game(league=league, user=host, name=name, terms=terms, master=master)


def sit_down(
    league: LeagueLike,
    people: Mapping[str, Person],
    seated: Sequence[str],
    calendar: Calendar,
    *,
    master: Person | None = None,
    wishes: Mapping[str, Sequence[str]] = MappingProxyType({}),
    **opened: Any,
) -> tuple[Game, dict[str, Any]]:
    """A game in which all of `seated` have sat down, and who sits where, once lots have dealt the seats. Its
    master creates it, if it has one. `wishes` are the powers that some of them have ranked; `opened` is for
    `open_game`.
    """
    game = open_game(league, master or people[seated[0]], master=master, **opened)
    for person in seated:
        calendar.wait(0.2)
        ranking = list(wishes.get(person, ()))
        seating.take_seat(game=game, user=people[person], nonce=f"{game.name} {person}", ranking=ranking)
    game.refresh_from_db()
    held = game.tenures.filter(left_at=None).select_related("seat", "user")
    return game, {tenure.seat.key: tenure.user for tenure in held}


def running(
    league: LeagueLike,
    people: Mapping[str, Person],
    seated: Sequence[str],
    *,
    seed: int,
    days: float,
    until: Until,
    **opened: Any,
) -> str:
    """Play a game of `seated`, opened `days` ago, up to the phase of which `until` says yes; say which."""
    with in_the_past(days=days) as calendar:
        game, players = sit_down(league, people, seated, calendar, **opened)
        return where(play(game, players, calendar, Random(seed), until=until))


def forget_letters() -> None:
    """No one wants mail about games that were played before they came: what was rehearsed counts as sent, but
    for results, which standings and ratings wait for.
    """
    OutboxRow.objects.filter(sent_at=None).exclude(topic="results").update(sent_at=clock.now())
