"""What people of the season do: each act goes through the service that the site's page would ask."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import date, datetime, time, timedelta
from random import Random
from typing import Any
from uuid import UUID

from games import bots
from games.adjudication import clock_votes
from games.bots import Bot, greedy_bot, random_bot
from games.common import clock
from games.features.rehearsal import text_of
from games.gate.taking_back import phases_to_take_back_to
from games.models import (
    Answer,
    ClockVote,
    Game,
    Holiday,
    Message,
    Phase,
    StandIn,
    Tenure,
    Turn,
    Vacancy,
)
from games.services.masters import (
    presiding,
    rulings,
    stopping,
    waiving,
)
from games.services.masters.taking_back import take_back
from games.services.players import (
    blocking,
    letters,
    votes,
)
from games.services.players.answers import save_answer, set_ready
from games.services.seats import (
    holidays,
    resigning,
    taking_over,
)
from league.leagues.models import League
from league.leagues.services import reports
from tests.fuzz.season.cast import Person

BOTS: tuple[Bot, ...] = (random_bot, greedy_bot)
WHY = "It has to be."


def words(game: Game, phase: Phase, seat: str, random: Random) -> str:
    """Orders, bids or a ranking as a bot types them; now and then half of them."""
    scene = bots.look(
        variant=game.variant, settings=game.settings, position=phase.position, seat=seat, random=random
    )
    text = text_of(random.choice(BOTS)(scene))
    return text if random.random() < 0.95 else text[: len(text) // 2]


def answer(game: Game, phase: Phase, tenure: Tenure, random: Random) -> None:
    """Save something, over what is saved, and say that one is ready, or not yet."""
    saved = Answer.objects.filter(phase=phase, seat=tenure.seat_id).first()
    save_answer(
        game=game,
        user=tenure.user,
        label=phase.label,
        text=words(game, phase, tenure.seat.key, random),
        version=saved.version if saved else 0,
    )
    if random.random() < 0.6:
        set_ready(game=game, user=tenure.user, label=phase.label, ready=True)


def write(game: Game, _phase: Phase, tenure: Tenure, random: Random) -> None:
    seats = [key for key in game.seats.values_list("key", flat=True) if key != tenure.seat.key]
    key = str(UUID(int=random.getrandbits(128), version=4))
    body = random.choice(["Peace?", "You lied to me.", "Shall we?", "Where were you?"])
    letters.send_letter(game=game, user=tenure.user, to=[random.choice(seats)], body=body, key=key)


def quarrel(game: Game, _phase: Phase, tenure: Tenure, random: Random) -> None:
    """Block another player, or report the last thing that was written."""
    others = list(Tenure.objects.filter(game=game, left_at=None).exclude(pk=tenure.pk).select_related("user"))
    if others and random.random() < 0.7:
        blocking.block(user=tenure.user, person=random.choice(others).user)
        return
    message = Message.objects.filter(circle__seats=tenure.seat).exclude(sender=tenure.seat).last()
    if message is not None:
        league = League.objects.get(pk=game.league_id)
        reports.report(league=league, user=tenure.user, reason="Insults.", game=game, quotes=[message.pk])


def vote_for_a_draw(game: Game, _phase: Phase, tenure: Tenure, random: Random) -> None:
    if random.random() < 0.3:
        votes.withdraw(game=game, user=tenure.user, kind="draw")
    else:
        votes.cast(game=game, user=tenure.user, kind="draw")


def change_the_clock(game: Game, phase: Phase, tenure: Tenure, random: Random) -> None:
    """Vote on what is proposed, or propose something; every other time all who are asked agree there and
    then: a single voice that lacks is no.
    """
    found = clock_votes.open_proposal_in(phase, clock.now())
    if found is not None:
        vote = clock_votes.take_back if random.random() < 0.2 else clock_votes.vote
        vote(game=game, user=tenure.user, proposal=found.pk)
        return
    kind = random.choice(["pause", "extension", "extension", "goes_on"])
    length = random.choice(clock_votes.lengths_of(game, phase))
    until = clock.now() + timedelta(hours=random.choice([5, 30, 80, 14 * 24]))
    proposal = clock_votes.propose(game=game, user=tenure.user, kind=kind, length=length, until=until)
    others = [each for each in clock_votes.voters_in(game) if each.pk != tenure.pk]
    for each in others if random.random() < 0.5 else ():
        clock_votes.vote(game=game, user=each.user, proposal=proposal.pk)


def leave(game: Game, _phase: Phase, tenure: Tenure, random: Random) -> None:
    """Resign, look for a replacement, or stay after all."""
    what = random.choices(
        [resigning.resign, resigning.ask_for_replacement, resigning.stay], weights=[2, 3, 1]
    )[0]
    what(game=game, user=tenure.user)


def think_better_of_it(game: Game, _phase: Phase, tenure: Tenure, random: Random) -> str:
    """Take back what one did and may take back: a resignation that no one has seen, a vote about deadlines, a
    holiday that has not begun. What it was.
    """
    phase, user, now = open_phase(game), tenure.user, clock.now()
    if Vacancy.objects.filter(tenure=tenure, cause=Vacancy.Cause.RESIGNED).exists():
        resigning.take_back_resignation(game=game, user=user)
        return "take a resignation back"
    own = ClockVote.objects.filter(proposal__phase=phase, proposal__closed_at=None, tenure=tenure)
    if (vote := own.first()) is not None and vote.proposal.is_open(now):
        clock_votes.take_back(game=game, user=user, proposal=vote.proposal_id)
        return "take a vote about deadlines back"
    announced = Holiday.objects.filter(league=game.league_id, user=user, taken_back_at=None)
    if (holiday := announced.filter(begins_at__gt=now).order_by("pk").first()) is not None:
        holidays.take_back(holiday=holiday, user=user)
        return "take a holiday back"
    return "have nothing to take back"


def open_phase(game: Game) -> Phase | None:
    return Phase.objects.filter(game=game, adjudicated_at=None).first()


def go_on_holiday(game: Game, _phase: Phase, tenure: Tenure, random: Random) -> None:
    first: date = (clock.now() + timedelta(days=random.choice([1, 2, 4]))).date()
    last = first + timedelta(days=random.choice([0, 1, 3]))
    asked = {"first": first, "last": last, "back": time(20), "zone": "Europe/Paris"}
    holidays.announce(league=game.league, user=tenure.user, **asked)


ACTS: Mapping[Callable[[Game, Phase, Tenure, Random], object], float] = {
    write: 0.3,
    vote_for_a_draw: 0.02,
    change_the_clock: 0.05,
    go_on_holiday: 0.012,
    think_better_of_it: 0.05,
}
"""What players do besides answering, and how often a day in each of their games."""


def take_a_seat_over(game: Game, who: Person, random: Random) -> None:
    """A seat that is offered; else offer to take one over should the game master have any."""
    offered = list(Vacancy.objects.filter(game=game, opened_at__isnull=False).order_by("pk"))
    if offered:
        taking_over.take_over(game=game, user=who.user, seat=random.choice(offered).seat.key)
    elif game.master_id:
        presiding.offer_to_stand_in(game=game, user=who.user)


Master = Callable[[Game, Phase, Any, datetime, Random], None]


def _close(game: Game, phase: Phase, user: Any, _now: datetime, _random: Random) -> None:
    presiding.close_phase(game=game, user=user, label=phase.label, reason=WHY)


def _move(game: Game, phase: Phase, user: Any, now: datetime, random: Random) -> None:
    to = max(now, phase.deadline) + timedelta(hours=random.uniform(-6, 30))
    presiding.move_deadline(game=game, user=user, to=to, reason=WHY)


def _pause(game: Game, _phase: Phase, user: Any, now: datetime, random: Random) -> None:
    until = now + timedelta(hours=random.choice([5, 30, 80]))
    stopping.pause(game=game, user=user, until=until, reason=WHY)


def _go_on(game: Game, _phase: Phase, user: Any, _now: datetime, _random: Random) -> None:
    stopping.end_pause(game=game, user=user, reason=WHY)


def _untimed(game: Game, _phase: Phase, user: Any, now: datetime, random: Random) -> None:
    stopping.run_untimed(game=game, user=user, until=now + timedelta(days=random.choice([1, 3])), reason=WHY)


def _timed(game: Game, _phase: Phase, user: Any, _now: datetime, _random: Random) -> None:
    stopping.run_timed(game=game, user=user, reason=WHY)


def _take_back(game: Game, phase: Phase, user: Any, _now: datetime, random: Random) -> None:
    labels = phases_to_take_back_to(game)[:4] or [phase.label]
    take_back(game=game, user=user, label=phase.label, to=random.choice(labels), reason=WHY)


def _replace(game: Game, _phase: Phase, user: Any, _now: datetime, random: Random) -> None:
    offers = list(StandIn.objects.filter(game=game).order_by("pk"))
    held = list(Tenure.objects.filter(game=game, left_at=None).select_related("seat").order_by("pk"))
    if offers and held:
        seat, stand_in = random.choice(held).seat.key, random.choice(offers).user_id
        presiding.replace_player(game=game, user=user, seat=seat, stand_in=stand_in, reason=WHY)


def _announce(game: Game, _phase: Phase, user: Any, _now: datetime, _random: Random) -> None:
    presiding.announce(game=game, user=user, text="Play well.")


def _excuse(game: Game, _phase: Phase, user: Any, _now: datetime, random: Random) -> None:
    """Let a phase that someone missed not count for them."""
    turns = list(Turn.objects.filter(phase__game=game).exclude(missed={}).select_related("phase"))
    if turns:
        turn = random.choice(turns)
        seat = random.choice(sorted(turn.missed))
        waiving.take_miss_back(game=game, user=user, seat=seat, label=turn.phase.label, reason=WHY)


def _void(game: Game, _phase: Phase, user: Any, _now: datetime, _random: Random) -> None:
    rulings.declare_void(game=game, user=user, reason=WHY)


def _forfeit(game: Game, _phase: Phase, user: Any, _now: datetime, random: Random) -> None:
    seat = random.choice(list(game.seats.order_by("order"))).key
    rulings.declare_forfeit(game=game, user=user, seat=seat, reason=WHY)


MASTERS: Mapping[Master, float] = {
    _close: 3,
    _move: 3,
    _pause: 3,
    _go_on: 2,
    _untimed: 1,
    _timed: 1,
    _take_back: 3,
    _replace: 2,
    _announce: 1,
    _excuse: 2,
    _void: 0.05,
    _forfeit: 0.05,
}
"""What masters do, and how often compared with the rest."""


def preside(game: Game, phase: Phase, user: Any, now: datetime, random: Random) -> str:
    """Do one of the acts of a game master; its name."""
    act = random.choices(list(MASTERS), weights=list(MASTERS.values()))[0]
    act(game, phase, user, now, random)
    return act.__name__.strip("_")
