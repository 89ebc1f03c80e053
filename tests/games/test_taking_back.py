"""A running game is taken back to an earlier phase; what was played since stays and does not count (HR-8)."""

from __future__ import annotations

from datetime import time, timedelta

import pytest
from django.core import mail
from django.db import IntegrityError, transaction

from adjudicator import replay
from games.adjudication.drain import drain
from games.adjudication.processing import adjudicate, claim
from games.adjudication.proof import prove
from games.agreed.absence import POLICIES
from games.agreed.pace import Pace
from games.common.outbox.delivery import deliver
from games.common.outbox.row import OutboxRow
from games.engine import bridge
from games.errors import CannotTakeBack, GameIsOver, NoReason, NotMaster, PhaseMovedOn
from games.gate.reliability import reliability_of
from games.gate.taking_back import phases_to_take_back_to
from games.models import Answer, Branch, ClockEntry, Mailing, MasterAct, Message, Phase, Tenure, Turn, Vote
from games.services.masters import presiding
from games.services.masters.taking_back import take_back
from games.services.players import votes
from games.services.players.answers import save_answer
from games.services.players.letters import send_letter
from games.services.players.reminding import remind
from games.services.players.results_seen import mark_results_seen
from games.services.seats import holidays
from tests.conftest import house_was_up
from tests.games.conftest import RANKS, phase_of

pytestmark = pytest.mark.postgres

WHY = "The map was wrong: Kiel is two coasts no more."


@pytest.fixture
def presided(make_game, seat_both, carl):
    """A running game of Intimate between ada and ben over which carl presides."""
    return seat_both(make_game(master=carl))


@pytest.fixture
def save():
    def saved(game, user, text):
        phase = phase_of(game)
        before = Answer.objects.filter(phase=phase, seat__tenures__user=user).first()
        version = before.version if before else 0
        return save_answer(game=game, user=user, label=phase.label, text=text, version=version)

    return saved


@pytest.fixture
def played(presided, save, drained, ada, ben):
    """Its homes chosen, its first auction and movement played: the autumn of 1901 is open."""
    for person in (ada, ben):
        save(presided, person, RANKS[person.username])
    drained(presided)
    save(presided, ada, "Italy 5")
    drained(presided)
    save(presided, ada, "A Par - Bur")
    assert drained(presided).label == "F1901M"
    return presided


@pytest.fixture
def back(played, carl):
    """Takes the game back to a phase, from that which is open."""

    def taken(to, **values):
        given = {"game": played, "user": carl, "label": phase_of(played).label, "to": to, "reason": WHY}
        act = take_back(**given | values)
        played.refresh_from_db()
        return act

    return taken


def test_the_phase_is_open_again_with_a_full_length_and_a_row_of_the_clock(played, back, carl, set_clock):
    first = Phase.objects.get(game=played, label="S1901B")
    set_clock.pass_(hours=5)
    act = back("S1901B")
    phase = phase_of(played)
    assert (phase.ordinal, phase.label, phase.position, phase.due) == (1, "S1901B", first.position, first.due)
    assert phase.pk != first.pk and played.phase_number == 1 and phase.is_open
    assert (phase.opened_at, phase.deadline) == (set_clock.now, set_clock.now + timedelta(days=1))
    entry = ClockEntry.objects.get(phase=phase)
    assert (entry.reason, entry.before, entry.after) == ("taken_back", first.deadline, phase.deadline)
    assert (entry.by, entry.note, entry.at) == (carl, WHY, set_clock.now)
    assert (act.kind, act.facts, act.reason) == ("taken_back", {"from": "F1901M", "to": "S1901B"}, WHY)
    act.refresh_from_db()
    assert act.phase.label == "F1901M" and act.phase.branch == Branch.objects.get()


def test_a_holiday_moves_the_phase_that_is_open_again_and_may_be_taken_back(
    make_game, seat_both, save, drained, carl, ada, ben, calais, set_clock
):
    """HR-2: each row of the clock goes on from the one before."""
    long = Pace(auctions=2 * 86400)
    game = seat_both(make_game(master=carl, absence=POLICIES["standard"], pace=long))
    for person in (ada, ben):
        save(game, person, RANKS[person.username])
    before = phase_of(game).deadline
    drained(game)
    now = set_clock.now
    days = {"first": (now + timedelta(days=3)).date(), "last": (now + timedelta(days=5)).date()}
    away = holidays.announce(league=calais, user=ada, back=time(20), zone="UTC", **days)
    set_clock.pass_(hours=30)
    take_back(game=game, user=carl, label="S1901B", to="S1901H", reason=WHY)
    phase, full = phase_of(game), set_clock.now + timedelta(days=2)
    rows = ClockEntry.objects.filter(phase=phase).order_by("pk").values_list("reason", "before", "after")
    end = away.holiday.ends_at
    assert list(rows) == [("taken_back", before, full), ("holiday", full, end)] and phase.deadline == end
    holidays.take_back(holiday=away.holiday, user=ada)
    assert phase_of(game).deadline == full


def test_the_first_movement_has_its_own_length_again(make_game, seat_both, drained, save, carl, ada, ben):
    game = seat_both(make_game(master=carl, pace=Pace(first=3 * 86400)))
    for person in (ada, ben):
        save(game, person, RANKS[person.username])
    drained(game)
    drained(game)
    drained(game)
    take_back(game=game, user=carl, label="F1901M", to="S1901M", reason=WHY)
    assert phase_of(game).lasted == timedelta(days=3)


@pytest.mark.slow
def test_the_turns_after_it_stay_in_the_record_as_a_branch_and_replay(played, back, drained):
    before = bridge.record_of(played)
    back("S1901B")
    record = bridge.record_of(played)
    assert record["turns"] == before["turns"][:1]
    assert record["branches"] == [{"at": 1, "turns": before["turns"][1:], "reason": WHY}]
    assert prove(played).differences == [] and prove(played).turns == 3
    drained(played)
    drained(played)
    back("S1901M")
    drained(played)
    record = bridge.record_of(played)
    assert [(each["at"], len(each["turns"])) for each in record["branches"]] == [(1, 2), (2, 1)]
    replay(record, lots=played.lots)
    assert prove(played).differences == []


@pytest.mark.slow(but_first=True)
@pytest.mark.parametrize(
    "tamper", ["a turn", "an answer", "a position", "a miss", "the place", "a lost turn"]
)
def test_replaying_finds_what_was_changed_in_a_branch(played, back, tamper):
    back("S1901B")
    branch = Branch.objects.get()
    turn = Turn.every.get(phase__branch=branch, phase__label="S1901M")
    if tamper == "a turn":
        turn.turn["position"]["treasury"]["1"] += 1
    elif tamper == "an answer":
        turn.answers["1"] = ["A PAR - PIC"]
    elif tamper == "a miss":
        turn.missed = {"1": True}
    turn.save()
    if tamper == "a position":
        turn.phase.position["treasury"]["1"] += 1
        turn.phase.save()
    elif tamper == "the place":
        Branch.objects.update(until=9)
    elif tamper == "a lost turn":
        Turn.every.filter(pk=turn.pk).delete()
    assert prove(played).differences


def test_nothing_saved_is_carried_over_and_votes_are_withdrawn(played, back, save, ada, ben):
    save(played, ada, "A Bur - Mun")
    votes.cast(game=played, user=ben, kind="draw")
    back("S1901M")
    assert not Answer.objects.filter(phase__game=played, phase=phase_of(played)).exists()
    assert not Answer.objects.filter(phase__label="F1901M").exists()
    assert not Vote.objects.exists()
    answers = Turn.every.get(phase__label="S1901M").answers
    assert answers == {"1": ["A PAR - BUR"]}, "what was played stays as it was"


@pytest.mark.slow
def test_the_game_goes_on_from_there_with_other_orders(played, back, save, drained, ada):
    back("S1901M")
    save(played, ada, "A Par - Pic")
    assert drained(played).label == "F1901M"
    assert "A PIC" in phase_of(played).position["units"]["FRANCE"]
    assert Phase.every.filter(game=played, label="F1901M").count() == 2
    assert prove(played).differences == []


@pytest.mark.slow
def test_misses_are_set_back(played, back, ada, ben, calais, drained):
    assert (reliability_of(calais, ben).asked, reliability_of(calais, ben).missed) == (3, 2)
    back("S1901B")
    assert (reliability_of(calais, ben).asked, reliability_of(calais, ben).missed) == (1, 0)
    drained(played)
    assert (reliability_of(calais, ben).asked, reliability_of(calais, ben).missed) == (2, 1)


def test_who_sits_where_messages_and_clock_rows_stay(played, back, ada, ben, carl, set_clock):
    send_letter(game=played, user=ada, to="2", body="In autumn.", key="00000000-0000-4000-8000-000000000001")
    later = phase_of(played).deadline + timedelta(days=1)
    presiding.move_deadline(game=played, user=carl, to=later, reason="A holiday.")
    sitting = list(Tenure.objects.values_list("seat", "user", "left_at"))
    back("S1901B")
    assert list(Tenure.objects.values_list("seat", "user", "left_at")) == sitting
    assert Message.objects.get().phase.label == "F1901M"
    moved = ClockEntry.objects.get(reason="master")
    assert moved.after == later and moved.phase.branch == Branch.objects.get()


def test_results_are_shown_anew_from_there(played, back, ada):
    mark_results_seen(game=played, user=ada, upto="S1901M")
    back("S1901B")
    assert Tenure.objects.get(user=ada).results_seen == 1
    assert Tenure.objects.exclude(user=ada).get().results_seen == 0


def test_pages_and_the_version_learn_of_it(played, back):
    version = played.version
    OutboxRow.objects.all().delete()
    back("S1901B")
    assert played.version > version and Branch.objects.get().version == played.version
    assert OutboxRow.objects.filter(topic="hint").exists()


@pytest.mark.slow
def test_everybody_who_plays_is_written_to(played, back, ada, ben, carl):
    deliver()
    mail.outbox.clear()
    back("S1901M")
    deliver()
    assert sorted(message.to[0] for message in mail.outbox) == sorted([ada.email, ben.email])
    to_ada = next(message for message in mail.outbox if message.to == [ada.email])
    assert to_ada.subject == "Channel: rewound to Spring 1901, moves"
    assert WHY in to_ada.body and "open again until" in to_ada.body
    assert Mailing.objects.filter(kind="taken_back").count() == 2


@pytest.mark.slow
def test_mails_that_wait_about_what_was_taken_back_are_not_sent(played, back, set_clock):
    phase = phase_of(played)
    set_clock(phase.remind_at)
    house_was_up()
    remind()
    kinds = {row.payload["about"] for row in OutboxRow.objects.filter(topic="mail", sent_at=None)}
    assert {"waiting", "missed", "reminder"} <= kinds
    back("S1901B")
    mail.outbox.clear()
    deliver()
    assert set(Mailing.objects.values_list("kind", flat=True)) <= {"taken_back", "started"}


def test_reminders_are_of_the_phase_that_counts(played, back, set_clock):
    back("S1901M")
    assert not Phase.every.exclude(branch=None).exclude(remind_at=None).exists()
    set_clock(phase_of(played).remind_at)
    house_was_up()
    assert remind() == 2


def test_it_needs_a_master_who_does_not_play_a_reason_and_the_phase_that_was_seen(played, back, ada, carl):
    with pytest.raises(NotMaster):
        back("S1901M", user=ada)
    with pytest.raises(NoReason):
        back("S1901M", reason=" ")
    with pytest.raises(PhaseMovedOn):
        back("S1901B", label="S1901M")
    for to in ("F1901M", "S1902M", ""):
        with pytest.raises(CannotTakeBack):
            back(to)
    assert not Branch.objects.exists()


def test_never_after_the_end(played, back, ada):
    votes.concede(game=played, user=ada)
    with pytest.raises(GameIsOver):
        back("S1901M", label="F1901M")


@pytest.mark.parametrize("ranked", [("ada", "ben"), ("ada",), ()])
def test_never_past_homes_that_were_drawn(presided, save, drained, ada, ben, carl, ranked):
    """With both rankings, and different ones, nothing is drawn, and the homes may be chosen again."""
    people = {"ada": ada, "ben": ben}
    for name in ranked:
        save(presided, people[name], RANKS[name])
    drained(presided)
    drained(presided)
    expected = ["S1901B", "S1901H"] if len(ranked) == 2 else ["S1901B"]
    assert phases_to_take_back_to(presided) == expected
    if len(ranked) < 2:
        with pytest.raises(CannotTakeBack):
            take_back(game=presided, user=carl, label="S1901M", to="S1901H", reason=WHY)


def test_never_past_homes_between_two_that_were_the_same(presided, save, drained, ada, ben):
    for person in (ada, ben):
        save(presided, person, RANKS["ada"])
    drained(presided)
    assert phases_to_take_back_to(presided) == []


@pytest.mark.parametrize("variant", ["spy", "devil-and-god"])
def test_never_where_it_is_hidden_who_has_answered(make_game, seat_all, drained, carl, variant):
    game = make_game(variant=variant, master=carl)
    seat_all(game)
    label = phase_of(game).label
    drained(game)
    assert phases_to_take_back_to(game) == []
    with pytest.raises(CannotTakeBack):
        take_back(game=game, user=carl, label=phase_of(game).label, to=label, reason=WHY)


def test_a_worker_that_has_claimed_the_phase_finds_it_gone(played, back, set_clock):
    set_clock(phase_of(played).deadline)
    house_was_up()
    keys = claim(10)
    back("S1901M")
    assert adjudicate(keys).adjudicated == 0
    assert phase_of(played).label == "S1901M" and Turn.objects.count() == 2
    assert drain().adjudicated == 0
    assert prove(played).differences == []


def test_a_phase_that_was_set_aside_may_be_taken_back(played, back):
    Phase.objects.filter(game=played, label="F1901M").update(set_aside_at=played.started_at, attempts=3)
    back("S1901M")
    assert not Phase.every.exclude(set_aside_at=None).exists()
    assert prove(played).differences == []


def test_the_data_base_keeps_one_open_phase_and_no_two_of_one_number(played, back):
    back("S1901M")
    phase = phase_of(played)
    for change in (
        {"adjudicated_at": None, "label": "S1909M", "ordinal": 90},
        {"ordinal": 0, "label": "S1909M"},
    ):
        with pytest.raises(IntegrityError), transaction.atomic():
            Phase.every.create(
                game=played,
                **{"position": {}, "opened_at": phase.opened_at, "deadline": phase.deadline}
                | {"closes_at": phase.deadline, "adjudicated_at": phase.opened_at}
                | change,
            )
    with pytest.raises(IntegrityError), transaction.atomic():
        Phase.every.filter(branch__isnull=False).update(ordinal=7)


def test_deleting_the_game_deletes_its_branches(played, back):
    back("S1901B")
    Mailing.objects.all().delete()
    played.delete()
    assert not Phase.every.exists() and not Branch.objects.exists() and not MasterAct.objects.exists()
