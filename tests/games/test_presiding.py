"""The game master's seat: what they may do, and that each act stands before the players (RB-24)."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.core import mail
from django.urls import reverse

from games.adjudication.drain import drain
from games.adjudication.proof import prove
from games.common.outbox.delivery import deliver
from games.common.outbox.row import OutboxRow
from games.errors import (
    AlreadyPresides,
    AlreadySeated,
    AlreadyStarted,
    BadLetter,
    CannotMove,
    CannotReplace,
    GameIsOver,
    HasPresided,
    MasterSits,
    NoReason,
    NotAllowed,
    NotMaster,
    PhaseMovedOn,
    TooLate,
)
from games.gate.access import Access
from games.models import Answer, ClockEntry, Game, Mailing, MasterAct, Phase, StandIn, Tenure, Turn, Vote
from games.pages.presiding import desk_page, stand_ins_of
from games.pages.seats import places_of
from games.services.masters import presiding
from games.services.players import votes
from games.services.players.answers import save_answer, set_ready
from games.services.players.letters import send_letter
from games.services.seats.seating import step_down, take_seat
from league.leagues import services
from league.leagues.errors import StillPlaying
from tests.conftest import house_was_up, make_user
from tests.games.conftest import RANKS, phase_of

WHY = "Because the ferry is late."


@pytest.fixture
def presided(make_game, seat_both, carl):
    """A running game of Intimate between ada and ben over which carl presides."""
    return seat_both(make_game(master=carl))


@pytest.fixture
def eve(calais):
    """A member of Calais who plays nowhere."""
    person = make_user("eve")
    services.join(league=calais, user=person)
    return person


def test_the_game_master_takes_no_seat(make_game, carl):
    with pytest.raises(MasterSits):
        take_seat(game=make_game(master=carl), user=carl)


def test_whoever_was_named_steps_down_while_the_game_waits_and_may_leave_the_league(
    make_game, calais, carl, client_of
):
    """An organiser names a master without asking them."""
    game = make_game(master=carl)
    client = client_of(carl)
    room = reverse("games:game", args=[calais.slug, game.code])
    step_down = reverse("games:step-down", args=[calais.slug, game.code])
    with pytest.raises(StillPlaying, match="step down"):
        services.leave(league=calais, user=carl)
    assert f'action="{step_down}"' in client.get(room).content.decode()
    answer = client.post(step_down, follow=True)
    assert "You’re no longer game master of" in answer.content.decode()
    game.refresh_from_db()
    assert game.master is None and game.is_waiting
    assert step_down not in client.get(room).content.decode()
    assert client.post(step_down).status_code == 404, "there is nothing to step down from"
    services.leave(league=calais, user=carl)


def test_whoever_steps_down_from_a_private_game_sees_it_no_more(make_game, calais, eve, client_of):
    game = make_game(master=eve, visibility=Game.Visibility.PRIVATE)
    room = reverse("games:game", args=[calais.slug, game.code])
    assert client_of(eve).get(room).status_code == 200
    step_down(game=game, user=eve)
    assert client_of(eve).get(room).status_code == 404
    assert OutboxRow.objects.filter(topic="hint", payload__user=eve.pk, payload__left=True).exists()


def test_nobody_steps_down_once_the_game_runs_nor_in_anothers_place(presided, make_game, carl, ada):
    with pytest.raises(AlreadyStarted):
        step_down(game=presided, user=carl)
    with pytest.raises(NotMaster):
        step_down(game=make_game(name="Other", master=carl), user=ada)
    assert Game.objects.filter(master=carl).count() == 2


def test_they_move_the_deadline_on_and_back(presided, carl, set_clock):
    before = phase_of(presided).deadline
    for after in (before + timedelta(days=2), set_clock.now + timedelta(minutes=5)):
        act = presiding.move_deadline(game=presided, user=carl, to=after, reason=f" {WHY} ")
        assert phase_of(presided).deadline == after
        assert (act.kind, act.reason, act.by) == ("deadline", WHY, carl)
    entries = ClockEntry.objects.all()
    assert [entry.reason for entry in entries] == ["master", "master"] and entries[0].note == WHY
    with pytest.raises(CannotMove):
        presiding.move_deadline(game=presided, user=carl, to=set_clock.now, reason=WHY)


def test_no_deadline_is_moved_further_than_the_longest_phase_lasts(presided, carl, ada, set_clock):
    furthest = set_clock.now + timedelta(days=60)
    with pytest.raises(CannotMove, match="at most 60 days"):
        presiding.move_deadline(game=presided, user=carl, to=furthest + timedelta(seconds=1), reason=WHY)
    assert not MasterAct.objects.exists()
    presiding.move_deadline(game=presided, user=carl, to=furthest, reason=WHY)
    assert phase_of(presided).deadline == furthest


def test_they_close_the_phase_at_once_and_what_is_saved_by_then_counts(presided, carl, ada, ben, set_clock):
    save_answer(game=presided, user=ada, label="S1901H", text=RANKS["ada"], version=0)
    Phase.objects.filter(game=presided).update(attempts=1, next_attempt_at=phase_of(presided).deadline)
    before = phase_of(presided).deadline
    set_clock(set_clock.now + timedelta(hours=1))
    OutboxRow.objects.all().delete()
    act = presiding.close_phase(game=presided, user=carl, label="S1901H", reason=f" {WHY} ")
    phase = phase_of(presided)
    assert phase.closes_at == phase.deadline == set_clock.now < before
    assert (phase.remind_at, phase.attempts, phase.next_attempt_at) == (None, 0, None)
    entry = ClockEntry.objects.get()
    assert (entry.reason, entry.before, entry.after) == ("master", before, set_clock.now)
    assert (entry.note, entry.by) == (WHY, carl)
    assert (act.kind, act.reason, act.by) == ("closing", WHY, carl)
    assert act.facts == {"before": before.isoformat(), "after": set_clock.now.isoformat()}
    assert not OutboxRow.objects.exclude(topic="hint").exists()
    for user, version in ((ada, 1), (ben, 0)):
        with pytest.raises(TooLate):
            save_answer(game=presided, user=user, label="S1901H", text=RANKS["ben"], version=version)
    with pytest.raises(CannotMove, match="closed and being resolved"):
        presiding.close_phase(game=presided, user=carl, label="S1901H", reason=WHY)
    house_was_up()
    drain()
    turn = Turn.objects.get(phase=phase)
    assert (turn.missed, turn.excused) == ({}, {"2": "closed"}), "HR-1"
    assert turn.answers.keys() == {"1"}
    assert prove(presided).differences == []
    with pytest.raises(PhaseMovedOn):
        presiding.close_phase(game=presided, user=carl, label="S1901H", reason=WHY)
    assert ClockEntry.objects.count() == MasterAct.objects.count() == 1


def test_no_phase_is_closed_that_is_set_aside_or_closed_already(presided, carl, ada, ben, set_clock):
    def close():
        presiding.close_phase(game=presided, user=carl, label="S1901H", reason=WHY)

    deadline = phase_of(presided).deadline
    Phase.objects.filter(game=presided).update(set_aside_at=set_clock.now)
    with pytest.raises(CannotMove, match="paused by an error"):
        close()
    Phase.objects.filter(game=presided).update(set_aside_at=None)
    for user in (ada, ben):
        save_answer(game=presided, user=user, label="S1901H", text=RANKS["ada"], version=0, ready=True)
    with pytest.raises(CannotMove, match="closed and being resolved"):
        close()
    set_ready(game=presided, user=ada, label="S1901H", ready=False)
    set_clock(deadline)
    with pytest.raises(CannotMove, match="closed and being resolved"):
        close()
    with pytest.raises(NoReason):
        presiding.close_phase(game=presided, user=carl, label="S1901H", reason=" ")
    assert phase_of(presided).deadline == deadline
    assert not ClockEntry.objects.exists() and not MasterAct.objects.exists()


def test_whoever_does_not_preside_may_do_nothing(presided, carl, ada, ben, dora, eve):
    later = phase_of(presided).deadline + timedelta(days=1)
    acts = [
        lambda user: presiding.move_deadline(game=presided, user=user, to=later, reason=WHY),
        lambda user: presiding.close_phase(game=presided, user=user, label="S1901H", reason=WHY),
        lambda user: presiding.replace_player(
            game=presided, user=user, seat="1", stand_in=eve.pk, reason=WHY
        ),
        lambda user: presiding.rule(game=presided, user=user, reason=WHY),
        lambda user: presiding.announce(game=presided, user=user, text=WHY),
        lambda user: presiding.declare_end(game=presided, user=user, kind="stalemate", reason=WHY),
        lambda user: presiding.hand_over(game=presided, user=user, to=eve, reason=WHY),
    ]
    for act in acts:
        for user in (ada, ben, dora, eve):
            with pytest.raises(NotMaster):
                act(user)
    assert not MasterAct.objects.exists()
    with pytest.raises(NoReason):
        presiding.rule(game=presided, user=carl, reason="  ")


def test_a_game_without_one_has_none_later(running_game, carl, eve):
    with pytest.raises(NotMaster):
        presiding.rule(game=running_game, user=carl, reason=WHY)
    with pytest.raises(CannotReplace):
        presiding.offer_to_stand_in(game=running_game, user=eve)


def test_a_seat_goes_to_somebody_who_has_offered(presided, carl, ada, ben, eve):
    save_answer(game=presided, user=ada, label="S1901H", text=RANKS["ada"], version=0, ready=True)
    save_answer(game=presided, user=ben, label="S1901H", text="Turkey", version=0)
    votes.cast(game=presided, user=ada, kind="draw")
    with pytest.raises(CannotReplace):
        presiding.replace_player(game=presided, user=carl, seat="1", stand_in=eve.pk, reason=WHY)
    presiding.offer_to_stand_in(game=presided, user=eve)
    presiding.offer_to_stand_in(game=presided, user=eve)
    OutboxRow.objects.all().delete()
    act = presiding.replace_player(game=presided, user=carl, seat="1", stand_in=eve.pk, reason=WHY)
    assert act.facts == {"seat": "1", "before": "ada", "after": "eve"}
    assert [each.user for each in Tenure.objects.filter(left_at=None).order_by("seat")] == [eve, ben]
    assert [answer.seat.key for answer in Answer.objects.all()] == ["2"]
    assert not Vote.objects.exists() and not StandIn.objects.exists()
    mails = {(row.payload["about"], row.payload["user"]) for row in OutboxRow.objects.filter(topic="mail")}
    gained = {("waiting", eve.pk), ("seated", eve.pk)}
    assert mails == gained | {("replaced", ada.pk), ("taken", ben.pk)}
    saved = save_answer(game=presided, user=eve, label="S1901H", text=RANKS["ben"], version=0, ready=True)
    assert saved.seat.key == "1"
    assert prove(presided).differences == []


def test_a_phase_that_was_closing_stays_open_for_the_successor(presided, carl, ada, ben, eve):
    for user in (ada, ben):
        save_answer(game=presided, user=user, label="S1901H", text=RANKS["ada"], version=0, ready=True)
    phase = phase_of(presided)
    assert phase.closes_at < phase.deadline
    Phase.objects.filter(pk=phase.pk).update(attempts=2, next_attempt_at=phase.deadline)
    presiding.offer_to_stand_in(game=presided, user=eve)
    presiding.replace_player(game=presided, user=carl, seat="2", stand_in=eve.pk, reason=WHY)
    phase.refresh_from_db()
    assert phase.closes_at == phase.deadline
    assert (phase.attempts, phase.next_attempt_at) == (0, None), "what had failed was another's sheet"


def test_nobody_in_the_game_takes_a_second_seat_over(presided, carl, ada, eve):
    with pytest.raises(AlreadySeated):
        presiding.offer_to_stand_in(game=presided, user=ada)
    with pytest.raises(MasterSits):
        presiding.offer_to_stand_in(game=presided, user=carl)
    presiding.offer_to_stand_in(game=presided, user=eve)
    presiding.take_offer_back(game=presided, user=eve)
    with pytest.raises(CannotReplace):
        presiding.replace_player(game=presided, user=carl, seat="1", stand_in=eve.pk, reason=WHY)


def test_who_left_the_league_is_given_no_seat(presided, calais, carl, eve):
    presiding.offer_to_stand_in(game=presided, user=eve)
    services.leave(league=calais, user=eve)
    with pytest.raises(CannotReplace):
        presiding.replace_player(game=presided, user=carl, seat="1", stand_in=eve.pk, reason=WHY)


def test_no_master_is_told_that_a_member_is_suspended(presided, calais, carl, eve, set_clock):
    """That is between them and the organisers."""
    presiding.offer_to_stand_in(game=presided, user=eve)
    calais.memberships.filter(user=eve).update(suspended_until=set_clock.now + timedelta(days=9))
    given = {"game": presided, "user": carl, "reason": WHY}
    with pytest.raises(CannotReplace):
        presiding.replace_player(**given, seat="2", stand_in=eve.pk)
    with pytest.raises(NotAllowed):
        presiding.hand_over(**given, to=eve)


def test_they_rule_in_words(presided, carl):
    before = Game.objects.get(pk=presided.pk).version
    presiding.rule(game=presided, user=carl, reason=WHY)
    assert MasterAct.objects.get().kind == "ruling"
    assert Game.objects.get(pk=presided.pk).version > before


def test_an_announcement_is_shown_and_mailed_to_the_players_and_is_no_ruling(presided, carl, ada, ben, eve):
    ben.language = "fr"
    ben.save()
    OutboxRow.objects.all().delete()
    version = Game.objects.get(pk=presided.pk).version
    act = presiding.announce(game=presided, user=carl, text=" We play on after the holidays.\n<b>Carl</b> ")
    assert (act.kind, act.reason, act.facts) == (
        "announcement",
        "We play on after the holidays.\n<b>Carl</b>",
        {},
    )
    assert Game.objects.get(pk=presided.pk).version > version
    rows = OutboxRow.objects.filter(topic="mail")
    assert {(row.payload["about"], row.payload["user"], row.payload["act"]) for row in rows} == {
        ("announcement", user.pk, act.pk) for user in (ada, ben)
    }
    presiding.announce(game=presided, user=carl, text="And one more thing.")
    deliver()
    sent = {message.to[0]: message for message in mail.outbox}
    assert sent.keys() == {ada.email, ben.email} and len(mail.outbox) == 2, "both texts in one e-mail"
    first, second = sent[ada.email], sent[ben.email]
    assert first.subject == "2 announcements by game masters"
    assert "We play on after the holidays.\n<b>Carl</b>\n" in first.body and "one more thing" in first.body
    assert "&lt;b&gt;Carl&lt;/b&gt;" in first.alternatives[0][0] and "<b>Carl" not in first.alternatives[0][0]
    assert second.subject == "2 annonces de maîtres de jeu" and "carl, maître de jeu" in second.body
    assert set(Mailing.objects.values_list("kind", flat=True)) == {"announcement"}
    with pytest.raises(NoReason):
        presiding.announce(game=presided, user=carl, text="  ")


def test_they_declare_an_end_only_where_a_clause_lets_them(presided, carl, monkeypatch):
    """ID-18: a stalemate, once all five mercenaries are eliminated."""
    with pytest.raises(NotAllowed, match="ID-18"):
        presiding.declare_end(game=presided, user=carl, kind="stalemate", reason=WHY)
    with pytest.raises(NotAllowed):
        presiding.declare_end(game=presided, user=carl, kind="draw", reason=WHY)
    phase = phase_of(presided)
    phase.label = "S1903M"
    phase.position = {
        "phase": "S1903M",
        "homes": {"1": "FRANCE", "2": "TURKEY"},
        "treasury": {"1": 9, "2": 4},
        "units": {"FRANCE": ["A PAR"], "TURKEY": ["A CON"]},
        "centres": {"FRANCE": ["PAR"], "TURKEY": ["CON"]},
    }
    phase.save()
    presiding.declare_end(game=presided, user=carl, kind="stalemate", reason=WHY)
    presided.refresh_from_db()
    assert presided.outcome["how"] == "ID-18" and MasterAct.objects.get().kind == "ending"
    assert presided.phases.get().turn.agreed == {"how": "stalemate", "by": ["game-master"]}
    with pytest.raises(GameIsOver):
        presiding.rule(game=presided, user=carl, reason=WHY)


def test_they_hand_the_game_over_to_somebody_without_a_seat(presided, carl, ada, dora, eve):
    with pytest.raises(MasterSits):
        presiding.hand_over(game=presided, user=carl, to=ada, reason=WHY)
    with pytest.raises(NotAllowed):
        presiding.hand_over(game=presided, user=carl, to=dora, reason=WHY)
    with pytest.raises(AlreadyPresides, match="Choose someone else"):
        presiding.hand_over(game=presided, user=carl, to=carl, reason=WHY)
    presiding.offer_to_stand_in(game=presided, user=eve)
    presiding.hand_over(game=presided, user=carl, to=eve, reason=WHY)
    assert Game.objects.get(pk=presided.pk).master == eve and not StandIn.objects.exists()
    with pytest.raises(NotMaster):
        presiding.rule(game=presided, user=carl, reason=WHY)


def test_who_has_presided_takes_no_seat_over(presided, carl, ada, eve):
    presiding.hand_over(game=presided, user=carl, to=eve, reason=WHY)
    with pytest.raises(HasPresided):
        presiding.offer_to_stand_in(game=presided, user=carl)
    StandIn.objects.create(game=presided, user=carl, offered_at=presided.opened_at)
    with pytest.raises(HasPresided):
        presiding.replace_player(game=presided, user=eve, seat="1", stand_in=carl.pk, reason=WHY)
    assert Tenure.objects.get(seat__key="1", left_at=None).user == ada


def test_who_has_lost_their_seat_may_preside_and_never_sit_again_after_that(presided, carl, ada, eve):
    presiding.offer_to_stand_in(game=presided, user=eve)
    presiding.replace_player(game=presided, user=carl, seat="1", stand_in=eve.pk, reason=WHY)
    presiding.hand_over(game=presided, user=carl, to=ada, reason=WHY)
    presiding.rule(game=presided, user=ada, reason=WHY)
    presiding.hand_over(game=presided, user=ada, to=carl, reason=WHY)
    with pytest.raises(HasPresided):
        presiding.offer_to_stand_in(game=presided, user=ada)
    presiding.hand_over(game=presided, user=carl, to=ada, reason=WHY)
    assert Game.objects.get(pk=presided.pk).master == ada


def test_the_successor_is_called_as_everybody_was_when_the_phase_opened(presided, carl, eve):
    phase = phase_of(presided)
    phase.due["1"]["powers"] = []
    phase.save()
    presiding.offer_to_stand_in(game=presided, user=eve)
    OutboxRow.objects.all().delete()
    presiding.replace_player(game=presided, user=carl, seat="1", stand_in=eve.pk, reason=WHY)
    mails = OutboxRow.objects.filter(topic="mail", payload__about="waiting")
    assert not mails.exists(), "nothing is asked of his seat"


def go_on(game, set_clock):
    """The deadline comes; the phase that is open then."""
    set_clock(phase_of(game).deadline)
    house_was_up()
    drain()
    return phase_of(Game.objects.get(pk=game.pk))


def silence_of(game):
    """By seat, in how many of the last phases that asked it it was silent, as the desk says."""
    access = Access(game=game, seat=None, is_member=True, by_link=False, is_master=True)
    return {seat.place.key: (seat.silent, seat.asked) for seat in desk_page(access, phase_of(game)).seats}


def test_nobody_counts_as_silent_in_a_phase_that_asked_them_nothing(presided, ada, ben, set_clock):
    assert silence_of(presided) == {"1": (0, 0), "2": (0, 0)}
    save_answer(game=presided, user=ben, label="S1901H", text=RANKS["ben"], version=0)
    phase = go_on(presided, set_clock)
    assert silence_of(presided) == {"1": (1, 1), "2": (0, 1)}, "both were asked, and ben has answered"
    phase.due["1"]["powers"] = []
    phase.save()
    phase = go_on(presided, set_clock)
    assert silence_of(presided) == {"1": (1, 1), "2": (1, 2)}, "ada sees the phase open, and owes nothing"
    del phase.due["2"]
    phase.save()
    go_on(presided, set_clock)
    assert silence_of(presided) == {"1": (2, 2), "2": (1, 2)}


def test_whoever_presides_stays_in_the_league(presided, calais, carl, eve):
    from league.leagues.errors import StillPlaying

    presiding.hand_over(game=presided, user=carl, to=eve, reason=WHY)
    with pytest.raises(StillPlaying):
        services.leave(league=calais, user=eve)


@pytest.fixture
def four(make_game, seat_all, carl, set_clock):
    """A table of four over which carl presides, and who sits where; the holder of seat 1 has lost it all."""
    game = make_game(variant="standard", settings={"players": 4}, master=carl)
    players = seat_all(game)
    phase = phase_of(game)
    for key in ("units", "centres"):
        del phase.position[key]["ENGLAND"]
    phase.due.pop("1")
    phase.save()
    set_clock(set_clock.now + timedelta(minutes=5))
    return game, players


@pytest.mark.slow
def test_who_is_out_of_the_game_may_take_an_abandoned_seat_over(four, carl, eve, client_of):
    """RB-14: best someone who has not played yet, else one already eliminated."""
    game, players = four
    with pytest.raises(AlreadySeated):
        presiding.offer_to_stand_in(game=game, user=players["2"])
    acts = reverse("games:acts", args=["calais", game.code])
    offers = "Offer to replace a player"
    assert offers in client_of(players["1"]).get(acts).content.decode()
    assert offers not in client_of(players["2"]).get(acts).content.decode()
    votes.cast(game=game, user=players["1"], kind="draw")
    for user in (players["1"], eve):
        presiding.offer_to_stand_in(game=game, user=user)
    assert [each.has_played for each in stand_ins_of(game)] == [False, True]
    presiding.replace_player(game=game, user=carl, seat="3", stand_in=players["1"].pk, reason=WHY)
    now = {each.seat.key: each.user for each in Tenure.objects.filter(game=game, left_at=None)}
    assert now == {"2": players["2"], "3": players["1"], "4": players["4"]}
    assert not Vote.objects.exists()
    assert not any("lots" in each for each in prove(game).differences)
    save_answer(game=game, user=players["1"], label="S1901M", text="A Mun - Bur", version=0)
    places = {place.key: place for place in places_of(game, None)}
    assert sorted((place.place, place.nonce) for place in places.values()) == [
        (number, f"from player{number}") for number in range(4)
    ]
    assert places["1"].player == "" and places["3"].player == players["1"].username
    page = client_of(carl).get(reverse("games:desk", args=["calais", game.code])).content.decode()
    assert 'value="3"' in page and 'value="1"' not in page.split('name="replacement-seat"')[1]
    game.refresh_from_db()
    assert client_of(players["2"]).get(reverse("games:game", args=["calais", game.code])).status_code == 200


@pytest.fixture
def vacated(four, carl):
    """The same table, once the holder of seat 1, which was England's, has taken seat 3 over."""
    game, players = four
    presiding.offer_to_stand_in(game=game, user=players["1"])
    presiding.replace_player(game=game, user=carl, seat="3", stand_in=players["1"].pk, reason=WHY)
    game.refresh_from_db()
    return game, players


@pytest.mark.slow
def test_a_seat_that_stands_empty_is_called_by_what_it_played(vacated, client_of):
    game, players = vacated
    page = client_of(players["2"]).get(reverse("games:game", args=["calais", game.code])).content.decode()
    assert '<div class="plate-name">England</div>' in page
    assert "England (empty seat)" in page, "among those whom he may write to"
    assert "nothing to do" not in page, "nobody sits there who could have anything to do"
    for user in (players["1"], players["2"], players["4"]):
        votes.cast(game=game, user=user, kind="draw")
    page = client_of(players["2"]).get(reverse("games:game", args=["calais", game.code])).content.decode()
    assert '<li>player3: <span class="typed">from player' in page, "a part of the draw is its giver's"


def test_no_letter_goes_to_an_empty_seat_alone(vacated):
    game, players = vacated
    with pytest.raises(BadLetter):
        send_letter(game=game, user=players["2"], to=["1"], body="Is anybody there?", key="alone")
    letter = send_letter(game=game, user=players["2"], to=["1", "3", "4"], body="To all", key="all")
    assert letter.circle.key == "0-1-2-3"


def test_in_fog_nobody_is_told_who_is_out_by_what_they_may_offer(make_game, seat_all, carl):
    """SPY-23."""
    game = make_game(variant="spy", settings={}, master=carl)
    players = seat_all(game)
    phase = phase_of(game)
    for key in ("units", "centres", "spies"):
        del phase.position[key]["FRANCE"]
    phase.save()
    with pytest.raises(AlreadySeated):
        presiding.offer_to_stand_in(game=game, user=players["FRANCE"])
