"""Who has power over a competition's games: its arbiters who do not play in them, and no one else (HR-10)."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.db import transaction

from games.adjudication import (
    clock_votes,
    deadlines,
    pausing,
)
from games.adjudication.proof import prove
from games.agreed.pace import Pace
from games.common import clock
from games.common.errors import GameError
from games.errors import CannotMove, CannotTakeBack, NoReason, NotAllowed, NotArbiter, OfCompetition
from games.facts.contests import ends_of
from games.gate.taking_back import phases_to_take_back_to
from games.models import ClockEntry, Game, GameArbiter, MasterAct, Phase, Tenure, Vote
from games.services.masters import (
    nominating,
    presiding,
    rulings,
    stopping,
)
from games.services.masters.league_extension import (
    contest_games,
    extend_games,
    move_contests,
    running_games,
)
from games.services.masters.taking_back import take_back
from games.services.players import votes
from games.services.players.answers import save_answer
from league.leagues import services
from tests.conftest import make_user
from tests.games.conftest import RANKS, phase_of
from tests.games.contests import HOMES, open_duel, terms

WHY = "The ferry is late."
LATER = timedelta(days=2)

ACTS = {
    "ruling": lambda game, user: presiding.rule(game=game, user=user, reason=WHY),
    "announcement": lambda game, user: presiding.announce(game=game, user=user, text=WHY),
    "void": lambda game, user: rulings.declare_void(game=game, user=user, reason=WHY, has_power=True),
    "forfeit": lambda game, user: rulings.declare_forfeit(
        game=game, user=user, seat="1", reason=WHY, has_power=True
    ),
}
"""What an arbiter does; no one else has power over these games."""

NEVER = {
    "deadline": lambda game, user: presiding.move_deadline(
        game=game, user=user, to=phase_of(game).deadline + LATER, reason=WHY
    ),
    "closing": lambda game, user: presiding.close_phase(
        game=game, user=user, label=phase_of(game).label, reason=WHY
    ),
    "replacement": lambda game, user: presiding.replace_player(
        game=game, user=user, seat="1", stand_in=user.pk, reason=WHY
    ),
    "pause": lambda game, user: stopping.pause(
        game=game, user=user, until=phase_of(game).deadline, reason=WHY
    ),
    "chair": lambda game, user: presiding.hand_over(game=game, user=user, to=user, reason=WHY),
    "ending": lambda game, user: presiding.declare_end(game=game, user=user, kind="stalemate", reason=WHY),
    "untimed": lambda game, user: stopping.run_untimed(
        game=game, user=user, until=phase_of(game).deadline, reason=WHY
    ),
    "nomination": lambda game, user: nominating.nominate(
        game=game, user=user, nominee=user, reason=WHY, has_power=True
    ),
}
"""What a master or an organiser does elsewhere, and no one in a competition: deadlines move alike, or not."""


@pytest.fixture
def people(ada, ben, carl, dora, eve):
    """Everyone who might try, by what they are."""
    root = make_user("root", is_staff=True, is_superuser=True)
    return {"player": ada, "organiser": carl, "stranger": dora, "arbiter": eve, "admin": root}


@pytest.mark.slow(but_first=True)
@pytest.mark.parametrize("act", [*ACTS, *NEVER])
def test_only_an_arbiter_acts(duel, people, act):
    do = (ACTS | NEVER)[act]
    for who in ("player", "organiser", "stranger", "admin"):
        with pytest.raises(NotArbiter):
            do(duel, people[who])
    assert not MasterAct.objects.exists() and not ClockEntry.objects.exists()
    if act in NEVER:
        with pytest.raises(OfCompetition):
            do(duel, people["arbiter"])
        assert not MasterAct.objects.exists()
        return
    made = do(duel, people["arbiter"])
    assert (made.kind, made.by, made.reason) == (act, people["arbiter"], WHY)
    duel.refresh_from_db()
    if not duel.is_running:
        assert prove(duel).differences == []


def paused_before(game, user):
    """A pause of one game of a competition, from the time when its arbiters could still pause one."""
    phase, now = phase_of(game), clock.now()
    with transaction.atomic():
        pausing.pause(Game.objects.get(pk=game.pk), phase, phase.deadline, now, by=user, note=WHY)


def test_a_pause_of_earlier_times_ends_by_the_arbiters_word(duel, eve, set_clock):
    paused_before(duel, eve)
    set_clock.pass_(hours=1)
    act = stopping.end_pause(game=duel, user=eve, reason=WHY)
    assert act.kind == "goes_on"
    assert [entry.by for entry in ClockEntry.objects.all()] == [eve, eve]


def test_whoever_has_played_in_the_game_has_no_power_though_named(duel, ada, eve, set_clock):
    GameArbiter.objects.create(game=duel, user=ada, named_at=set_clock.now)
    with pytest.raises(NotArbiter):
        ACTS["void"](duel, ada)
    Tenure.objects.filter(user=ada).update(left_at=set_clock.now, left_how="removed")
    with pytest.raises(NotArbiter):
        ACTS["void"](duel, ada)


def test_an_arbiter_who_has_left_has_no_power(duel, eve, set_clock):
    GameArbiter.objects.update(left_at=set_clock.now)
    with pytest.raises(NotArbiter):
        ACTS["void"](duel, eve)


def test_one_leagues_arbiter_has_no_power_in_another(duel, douvres, eve, dora):
    """Competitions of two leagues may have one key."""
    assert move_contests(league=douvres.pk, key="winter26", by=eve, hours=24, reason=WHY) == 0
    assert not ClockEntry.objects.exists()


def test_arbiters_give_a_reason(duel, eve):
    with pytest.raises(NoReason):
        presiding.rule(game=duel, user=eve, reason=" ")


def test_administrators_move_no_deadline_there(duel, people, set_clock):
    """The admin's own page of a phase, where they may everywhere else."""
    phase = phase_of(duel)
    for who in ("admin", "arbiter"):
        with pytest.raises(CannotMove, match="HR-10"):
            deadlines.move_deadline(phase=phase, to=phase.deadline + LATER, by=people[who], note=WHY)
    phase.set_aside_at = set_clock.now
    phase.save()
    deadlines.resume_phase(phase=phase, by=people["admin"])
    assert phase_of(duel).set_aside_at is None, "a fault of the site is theirs to end"


def test_players_vote_neither_on_the_clock_nor_on_the_end(duel, calais, ada, ben, carl):
    great_war = open_duel(calais, (ada, ben), [carl], number=2, variant="standard", settings={"players": 2})
    for game in (duel, great_war):
        for kind in Vote.Kind.values:
            with pytest.raises(NotAllowed, match="HR-10"):
                votes.cast(game=game, user=ada, kind=kind)
        for kind in ("pause", "extension", "goes_on"):
            with pytest.raises(CannotMove, match="HR-10"):
                clock_votes.propose(game=game, user=ada, kind=kind, length=timedelta(hours=1))
    votes.concede(game=great_war, user=ada)
    end = ends_of([great_war.pk])[great_war.pk]
    assert (end.winner, end.clause) == (ben.pk, "HR-4")


def test_a_game_goes_back_by_one_phase_and_only_after_a_fault(calais, ada, ben, eve, drained, set_clock):
    services.join(league=calais, user=eve)
    game = open_duel(calais, (ada, ben), [eve], settings={"last_year": 1905} | HOMES)
    for _phase in range(2):
        phase = phase_of(game)
        for user in (ada, ben):
            text = "Germany 0" if phase.label.endswith("B") else ""
            save_answer(game=game, user=user, label=phase.label, text=text, version=0)
        drained(game)
    label = phase_of(game).label
    [last] = phases_to_take_back_to(game)
    assert last == "S1901M"
    given = {"game": game, "user": eve, "label": label, "reason": WHY}
    with pytest.raises(CannotTakeBack):
        take_back(to=last, **given)
    with pytest.raises(CannotTakeBack):
        take_back(to="S1901B", is_fault=True, **given)
    act = take_back(to=last, is_fault=True, **given)
    game.refresh_from_db()
    assert act.facts["fault"] is True and phase_of(game).label == "S1901M"
    assert prove(game).differences == []


def test_an_extension_reaches_all_games_of_the_competition_alike(
    duel, calais, make_game, seat_both, ada, ben, carl, eve
):
    more = [open_duel(calais, (ada, ben), [eve], number=number) for number in (2, 3)]
    over = open_duel(calais, (ada, ben), [eve], number=4)
    votes.concede(game=over, user=ada)
    other = open_duel(calais, (ada, ben), [eve], contest=terms(1, key="other"))
    ordinary = seat_both(make_game())
    before = {game.pk: phase_of(game).deadline for game in (duel, *more, other, ordinary)}
    for who in (ada, carl):
        with pytest.raises(NotArbiter):
            move_contests(league=calais.pk, key="winter26", by=who, hours=24, reason=WHY)
    with pytest.raises(NoReason):
        move_contests(league=calais.pk, key="winter26", by=eve, hours=24, reason=" ")
    assert move_contests(league=calais.pk, key="winter26", by=eve, hours=24, reason=WHY) == 3
    moved = {pk for pk in before if phase_of(Game(pk=pk)).deadline == before[pk] + timedelta(hours=24)}
    assert moved == {duel.pk, *(game.pk for game in more)}
    entries = ClockEntry.objects.all()
    assert {(entry.reason, entry.note, entry.by) for entry in entries} == {("contest", WHY, eve)}
    # A league's extension leaves them to their arbiters.
    assert (running_games(calais.pk), contest_games(calais.pk)) == (1, 4)
    batch = extend_games(league=calais.pk, after=0, length=timedelta(hours=2), by=carl, note=WHY)
    assert (batch.seen, batch.moved) == (1, 1)


def test_live_games_of_a_competition_are_extended_too(calais, ada, ben, carl, set_clock):
    game = open_duel(calais, (ada, ben), [carl], pace=Pace.from_json({"kind": "live"}))
    assert move_contests(league=calais.pk, key="winter26", by=carl, hours=1, reason=WHY) == 1
    assert phase_of(game).deadline > set_clock.now + timedelta(hours=1)


def test_extending_many_games_takes_no_more_statements(
    calais, ada, ben, carl, set_clock, django_assert_max_num_queries
):
    for number in range(1, 6):
        open_duel(calais, (ada, ben), [carl], number=number)
    with django_assert_max_num_queries(11):
        assert move_contests(league=calais.pk, key="winter26", by=carl, hours=1, reason=WHY) == 5


def test_saved_answers_stay_their_players_alone(duel, ada, eve):
    save_answer(game=duel, user=ada, label="S1901H", text=RANKS["ada"], version=0)
    with pytest.raises(GameError):
        save_answer(game=duel, user=eve, label="S1901H", text=RANKS["ada"], version=0)


def test_deadlines_come_earlier_alike_but_none_that_would_be_over(duel, calais, ada, ben, eve, set_clock):
    other, near = (open_duel(calais, (ada, ben), [eve], number=number) for number in (2, 3))
    paused = open_duel(calais, (ada, ben), [eve], number=4)
    paused_before(paused, eve)
    Phase.objects.filter(game=near).update(
        deadline=set_clock.now + timedelta(hours=2), closes_at=set_clock.now + timedelta(hours=2)
    )
    soon = phase_of(other)
    Phase.objects.filter(pk=soon.pk).update(closes_at=soon.deadline - timedelta(hours=1))  # all are ready
    before = {game.pk: phase_of(game).deadline for game in (duel, other, near, paused)}
    assert move_contests(league=calais.pk, key="winter26", by=eve, hours=-3, reason=WHY) == 2
    moved = {pk for pk in before if phase_of(Game(pk=pk)).deadline == before[pk] - timedelta(hours=3)}
    assert moved == {duel.pk, other.pk}
    assert phase_of(other).closes_at == phase_of(other).deadline
