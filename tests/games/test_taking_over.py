"""Leaving a running game, and taking over the seats of those who did."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.core import mail

from games.adjudication.deadlines import resume_phase
from games.adjudication.proof import prove
from games.agreed.absence import Absence
from games.agreed.pace import Pace
from games.common.outbox.delivery import deliver
from games.common.outbox.row import OutboxRow
from games.errors import (
    AlreadySeated,
    GameIsOver,
    HasLeft,
    HasPresided,
    MasterSits,
    NotAllowed,
    NotMember,
    NotReliable,
    OnlyByMaster,
    SeatTaken,
)
from games.models import Answer, ClockEntry, Game, Phase, StandIn, Tenure, TenureResult, Vacancy, Vote
from games.pages.seats import places_of
from games.services.masters import presiding
from games.services.players import votes
from games.services.players.answers import save_answer
from games.services.seats.resigning import ask_for_replacement, resign, stay, take_back_resignation
from games.services.seats.taking_over import take_over
from league.leagues import services
from tests.conftest import make_user
from tests.games.conftest import phase_of
from tests.games.test_open_seats import SEATS, give_up


@pytest.fixture
def seven(make_game, seat_all, carl):
    """A game of seven that has just begun, over which carl presides."""
    game = make_game(variant="standard", settings={}, master=carl)
    return game, seat_all(game)


@pytest.fixture
def eve(calais):
    """A member of Calais who plays nowhere."""
    person = make_user("eve")
    services.join(league=calais, user=person)
    return person


def tenures_of(game: Game, seat: str) -> list[Tenure]:
    return list(Tenure.objects.filter(game=game, seat__key=seat).order_by("pk"))


def lose_everything(game: Game, seat: str) -> None:
    """Leave no unit and no centre to a power in the open phase."""
    phase = phase_of(game)
    for key in ("units", "centres"):
        phase.position[key].pop(seat, None)
    phase.due.pop(seat, None)
    phase.save()


def test_of_two_who_resigns_concedes(running_game, ada):
    resign(game=running_game, user=ada)
    running_game.refresh_from_db()
    assert running_game.outcome == {"how": "ID-19", "winners": ["2"]}
    assert not Vacancy.objects.exists()


def test_in_the_great_war_too(make_game, seat_both, ada):
    """HR-4."""
    game = seat_both(make_game(variant="standard", settings={"players": 2}))
    seat = Tenure.objects.get(game=game, user=ada).seat.key
    resign(game=game, user=ada)
    game.refresh_from_db()
    assert game.outcome["how"] == "HR-4" and game.outcome["winners"] != [seat]


def test_nobody_concedes_to_an_empty_seat(running_game, ada):
    give_up(running_game, "2", "silent")
    resign(game=running_game, user=ada)
    running_game.refresh_from_db()
    assert running_game.is_running and Vacancy.objects.count() == 2


def test_at_larger_tables_the_seat_opens(seven):
    game, players = seven
    resign(game=game, user=players["FRANCE"])
    vacancy = Vacancy.objects.get()
    assert (vacancy.seat.key, vacancy.cause) == ("FRANCE", "resigned") and vacancy.opened_at is not None


def test_who_has_lost_everything_just_leaves(seven):
    game, players = seven
    lose_everything(game, "FRANCE")
    with pytest.raises(NotAllowed):
        ask_for_replacement(game=game, user=players["FRANCE"])
    resign(game=game, user=players["FRANCE"])
    assert not Vacancy.objects.exists()
    assert [each.left_how for each in tenures_of(game, "FRANCE")] == ["lost"]
    place = next(each for each in places_of(game, None) if each.key == "FRANCE")
    assert place.is_left and not place.is_open


def test_who_looks_for_a_replacement_plays_on(seven, eve):
    game, players = seven
    phase = phase_of(game)
    save_answer(game=game, user=players["FRANCE"], label=phase.label, text="A Par - Bur", version=0)
    votes.cast(game=game, user=players["ENGLAND"], kind="draw")
    ask_for_replacement(game=game, user=players["FRANCE"])
    again = ask_for_replacement(game=game, user=players["FRANCE"])
    assert again == Vacancy.objects.get() and again.cause == "wanted"
    assert Answer.objects.exists() and Vote.objects.exists()
    take_over(game=game, user=eve, seat="FRANCE")
    before, after = tenures_of(game, "FRANCE")
    assert before.left_how == "replaced" and after.user == eve
    assert (after.nonce, after.place, after.ranking) == (before.nonce, before.place, before.ranking)
    assert not Answer.objects.exists() and not Vacancy.objects.exists()
    assert Vote.objects.get().seat.key == "ENGLAND"  # the table is the same
    assert prove(game).differences == []


def test_a_wish_for_a_replacement_can_be_taken_back(seven, eve):
    game, players = seven
    ask_for_replacement(game=game, user=players["FRANCE"])
    version = Game.objects.get(pk=game.pk).version
    stay(game=game, user=players["FRANCE"])
    stay(game=game, user=players["FRANCE"])
    assert not Vacancy.objects.exists() and Game.objects.get(pk=game.pk).version == version + 1
    with pytest.raises(SeatTaken):
        take_over(game=game, user=eve, seat="FRANCE")


@pytest.mark.slow
def test_a_resignation_that_nobody_sees_can_be_taken_back(make_game, seat_all, drained):
    """HR-3."""
    game = make_game(variant="spy", settings={})
    players = seat_all(game)
    resign(game=game, user=players["FRANCE"])
    stay(game=game, user=players["FRANCE"])  # on a page from before
    assert Vacancy.objects.exists()
    assert take_back_resignation(game=game, user=players["FRANCE"]) is None
    assert not Vacancy.objects.exists()
    resign(game=game, user=players["FRANCE"])
    while phase_of(game).label != "S1902M":
        drained(game)
    assert tenures_of(game, "FRANCE")[0].left_how == "resigned"
    assert Vacancy.objects.get().opened_at is not None


def test_nobody_escapes_by_resigning_what_they_had_lost_and_staying(make_game, seat_all):
    game = make_game(variant="spy", settings={})
    players = seat_all(game)
    give_up(game, "FRANCE", "silent")
    resign(game=game, user=players["FRANCE"])
    take_back_resignation(game=game, user=players["FRANCE"])
    stay(game=game, user=players["FRANCE"])
    assert Vacancy.objects.get().cause == "silent"
    give_up(game, "ITALY", "removed")
    give_up(game, "ITALY", "resigned")
    assert Vacancy.objects.get(seat__key="ITALY").cause == "removed"


@pytest.mark.slow
def test_nobody_escapes_by_resigning_before_the_last_miss(make_game, seat_all, drained):
    """HR-2: the misses count, though the seat had been resigned unseen when there were enough of them."""
    game = make_game(variant="spy", absence=Absence.from_json({"policy": "standard", "in_a_row": 1}))
    players = seat_all(game)
    resign(game=game, user=players["FRANCE"])
    phase = phase_of(game)
    for seat in phase.due.keys() - {"FRANCE"}:
        save_answer(game=game, user=players[seat], label=phase.label, text="", version=0)
    drained(game)
    assert Vacancy.objects.get().cause == "resigned"
    take_back_resignation(game=game, user=players["FRANCE"])
    assert Vacancy.objects.get().cause == "silent"


def test_a_resignation_taken_back_changes_nothing_that_others_see(make_game, seat_all, eve):
    """HR-3, HR-4: the offer was made before, in everyone's sight, and stands; pressed twice as well."""
    game = make_game(variant="spy", settings={})
    players = seat_all(game)
    offer = ask_for_replacement(game=game, user=players["FRANCE"])
    version = Game.objects.get(pk=game.pk).version
    resign(game=game, user=players["FRANCE"])
    assert Vacancy.objects.get().cause == "resigned"
    assert take_back_resignation(game=game, user=players["FRANCE"]) == offer
    take_back_resignation(game=game, user=players["FRANCE"])
    kept = Vacancy.objects.get()
    assert (kept.cause, kept.opened_at, kept.since) == ("wanted", offer.opened_at, offer.opened_at)
    assert Game.objects.get(pk=game.pk).version == version
    assert take_over(game=game, user=eve, seat="FRANCE").user == eve


@pytest.mark.slow
def test_who_is_given_up_in_fog_may_look_for_a_replacement_and_shows_nothing_else(make_game, seat_all, eve):
    game = make_game(variant="spy", settings={})
    players = seat_all(game)
    ask_for_replacement(game=game, user=players["FRANCE"])
    give_up(game, "FRANCE", "silent")
    assert Vacancy.objects.get().opened_at is not None  # still offered, as before
    stay(game=game, user=players["FRANCE"])
    vacancy = Vacancy.objects.get()
    assert (vacancy.cause, vacancy.opened_at) == ("silent", None)


def test_an_open_seat_is_taken_once(seven, eve, calais):
    game, players = seven
    give_up(game, "FRANCE")
    votes.cast(game=game, user=players["ENGLAND"], kind="draw")
    tenure = take_over(game=game, user=eve, seat="FRANCE")
    assert tenure.user == eve and not Vacancy.objects.exists()
    assert not Vote.objects.exists()  # it was cast for a table without this seat
    fay = make_user("fay")
    services.join(league=calais, user=fay)
    with pytest.raises(SeatTaken):
        take_over(game=game, user=fay, seat="FRANCE")
    save_answer(game=game, user=eve, label=phase_of(game).label, text="A Par - Bur", version=0)
    assert prove(game).differences == []


def test_the_successor_gets_a_full_phase_once(seven, eve, set_clock):
    game, _players = seven
    give_up(game, "FRANCE")
    set_clock.pass_(hours=20)
    before = phase_of(game).deadline
    take_over(game=game, user=eve, seat="FRANCE")
    phase = phase_of(game)
    assert phase.deadline == phase.closes_at == set_clock.now + timedelta(days=1)
    entry = ClockEntry.objects.get()
    assert (entry.reason, entry.before, entry.after, entry.by) == ("settling", before, phase.deadline, None)
    assert phase.remind_at == phase.deadline - timedelta(hours=2)


def test_the_first_movement_is_longer_for_a_successor_too(make_game, seat_all, eve, set_clock):
    game = make_game(variant="standard", pace=Pace(first=3 * 86400))
    players = seat_all(game)
    set_clock.pass_(hours=70)
    resign(game=game, user=players["FRANCE"])
    take_over(game=game, user=eve, seat="FRANCE")
    assert phase_of(game).deadline == set_clock.now + timedelta(days=3)


def test_who_came_while_a_phase_was_set_aside_has_a_full_one_when_it_goes_on(seven, eve, set_clock):
    """Nothing could be saved for it: what was missed by then is no one's."""
    game, players = seven
    set_clock.pass_(hours=25)
    Phase.objects.update(set_aside_at=set_clock.now)
    set_clock.pass_(hours=3)
    resign(game=game, user=players["FRANCE"])
    take_over(game=game, user=eve, seat="FRANCE")
    resume_phase(phase=phase_of(game), by=None)
    phase, full = phase_of(game), set_clock.now + timedelta(days=1)
    assert phase.deadline == phase.closes_at == full
    rows = ClockEntry.objects.order_by("pk").values_list("reason", "after")
    assert list(rows) == [("resumed", set_clock.now), ("settling", full)]
    save_answer(game=game, user=eve, label=phase.label, text="", version=0)


def test_no_deadline_moves_where_a_full_phase_is_left_or_nothing_is_asked(seven, eve, set_clock):
    game, _players = seven
    phase = phase_of(game)
    Phase.objects.filter(pk=phase.pk).update(
        deadline=phase.deadline + timedelta(days=1), closes_at=phase.deadline + timedelta(days=1)
    )
    give_up(game, "FRANCE")
    set_clock.pass_(hours=20)
    take_over(game=game, user=eve, seat="FRANCE")
    assert not ClockEntry.objects.exists()


def test_a_phase_that_has_closed_stays_closed(seven, eve, set_clock):
    game, players = seven
    give_up(game, "FRANCE")
    for seat, player in players.items():
        if seat != "FRANCE":
            label = phase_of(game).label
            save_answer(game=game, user=player, label=label, text="", version=0, ready=True)
    closes_at = phase_of(game).closes_at
    assert closes_at == set_clock.now
    take_over(game=game, user=eve, seat="FRANCE")
    assert phase_of(game).closes_at == closes_at and not ClockEntry.objects.exists()


def test_what_was_saved_before_the_deadline_counts_though_somebody_takes_over_after_it(seven, eve, set_clock):
    game, players = seven
    phase = phase_of(game)
    save_answer(game=game, user=players["FRANCE"], label=phase.label, text="A Par - Bur", version=0)
    ask_for_replacement(game=game, user=players["FRANCE"])
    set_clock(phase.deadline + timedelta(seconds=1))
    take_over(game=game, user=eve, seat="FRANCE")
    assert Answer.objects.filter(phase=phase).exists() and not ClockEntry.objects.exists()


@pytest.mark.slow
def test_who_may_not_take_a_seat_over_is_told_why(seven, eve, ada, dora, carl, calais):
    game, players = seven
    give_up(game, "FRANCE")
    give_up(game, "ITALY")
    for user, error in (
        (dora, NotMember),
        (carl, MasterSits),
        (players["ENGLAND"], AlreadySeated),
        (players["FRANCE"], HasLeft),
    ):
        with pytest.raises(error):
            take_over(game=game, user=user, seat="ITALY")
    lose_everything(game, "ENGLAND")
    with pytest.raises(OnlyByMaster):
        take_over(game=game, user=players["ENGLAND"], seat="ITALY")
    presiding.hand_over(game=game, user=carl, to=eve, reason="I go on leave.")
    with pytest.raises(HasPresided):
        take_over(game=game, user=carl, seat="ITALY")
    resign_from_all = [seat for seat in SEATS if seat not in ("FRANCE", "ITALY", "ENGLAND")]
    for seat in resign_from_all:
        votes.cast(game=game, user=players[seat], kind="draw")
    game.refresh_from_db()
    assert not game.is_running
    with pytest.raises(GameIsOver):
        take_over(game=game, user=ada, seat="ITALY")


def test_a_game_may_ask_for_reliability_of_who_takes_a_seat_over(seven, eve, monkeypatch):
    game, _players = seven
    refused = NotReliable(wanted=90, per_cent=50, answered=10, asked=20)
    monkeypatch.setattr("games.gate.open_seats.unmet", lambda *_given: refused)
    give_up(game, "FRANCE")
    with pytest.raises(NotReliable, match="a reliability of 90%"):
        take_over(game=game, user=eve, seat="FRANCE")


def test_the_master_gives_an_open_seat_to_who_offered(seven, carl, eve):
    game, players = seven
    presiding.offer_to_stand_in(game=game, user=eve)
    give_up(game, "FRANCE")
    act = presiding.replace_player(
        game=game, user=carl, seat="FRANCE", stand_in=eve.pk, reason="Somebody has to."
    )
    assert act.facts["before"] == str(players["FRANCE"]) and act.facts["after"] == "eve"
    assert [each.left_how for each in tenures_of(game, "FRANCE")] == ["resigned", ""]
    assert not Vacancy.objects.exists() and not StandIn.objects.exists()
    told = OutboxRow.objects.filter(topic="mail", payload__about="replaced")
    assert not told.exists()


@pytest.mark.slow
def test_all_concerned_are_mailed(seven, eve, carl):
    game, players = seven
    give_up(game, "FRANCE")
    give_up(game, "ITALY", "silent")
    deliver()
    france = [letter for letter in mail.outbox if "No one plays France" in letter.body]
    assert {letter.to[0].split("@")[0] for letter in france} == {
        *(str(players[seat]) for seat in SEATS if seat not in ("FRANCE", "ITALY")),
        "carl",
        str(players["ITALY"]),
    }
    to_italy = [letter for letter in mail.outbox if letter.to == [players["ITALY"].email]]
    (own,) = [letter for letter in to_italy if "no longer have" in letter.subject]
    assert "You missed too many phases" in own.body
    mail.outbox.clear()
    take_over(game=game, user=eve, seat="FRANCE")
    deliver()
    assert {letter.to[0].split("@")[0] for letter in mail.outbox} == {
        *(str(players[seat]) for seat in SEATS if seat not in ("FRANCE", "ITALY")),
        "carl",
    }
    assert all("eve now plays France" in letter.body for letter in mail.outbox if "Hello" in letter.body)


def test_nobody_is_told_of_an_open_seat_that_is_taken_again(seven, eve):
    game, _players = seven
    give_up(game, "FRANCE")
    take_over(game=game, user=eve, seat="FRANCE")
    deliver()
    assert not [letter for letter in mail.outbox if "No one plays" in letter.body]


def test_who_wanted_a_replacement_hears_of_it(seven, eve):
    game, players = seven
    ask_for_replacement(game=game, user=players["FRANCE"])
    take_over(game=game, user=eve, seat="FRANCE")
    deliver()
    own = [letter.body for letter in mail.outbox if letter.to == [players["FRANCE"].email]]
    assert any("eve has taken over your seat" in body for body in own)


@pytest.mark.slow
def test_results_and_misses_stay_with_who_earned_them(seven, eve, drained, set_clock):
    game, players = seven
    drained(game)
    give_up(game, "FRANCE")
    take_over(game=game, user=eve, seat="FRANCE")
    while phase_of(game).label != "S1902M":
        set_clock.pass_(minutes=1)
        drained(game)
    for seat in SEATS:
        votes.cast(game=game, user=eve if seat == "FRANCE" else players[seat], kind="draw")
    rows = TenureResult.objects.filter(result__seat__key="FRANCE").order_by("pk")
    assert [(str(row.tenure.user), row.how) for row in rows] == [
        (str(players["FRANCE"]), "resigned"),
        ("eve", "finished"),
    ]
    assert [(row.asked, row.missed) for row in rows] == [(1, 1), (1, 1)]
    assert prove(Game.objects.get(pk=game.pk)).differences == []
