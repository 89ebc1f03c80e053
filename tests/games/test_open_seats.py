"""Seats that stand open while the game goes on: who is waited for, asked, shared with, and told."""

from __future__ import annotations

from datetime import timedelta

import pytest

from games import tasks
from games.adjudication import clock_votes
from games.adjudication.drain import drain
from games.adjudication.locking import lock_running_game, open_phase_of
from games.adjudication.proof import prove
from games.adjudication.vacancies import open_seat
from games.common import clock
from games.common.outbox.row import OutboxRow
from games.errors import NotAllowed, NotSeated
from games.models import Answer, Game, SeatResult, Tenure, TenureResult, Turn, Vacancy, Vote
from games.pages.seats import places_of
from games.services.players import votes
from games.services.players.answers import save_answer
from games.services.players.letters import send_letter
from games.services.seats.removal import remove_from_league
from tests.conftest import house_was_up
from tests.games.conftest import phase_of
from tests.html_tree import tree

SEATS = ["AUSTRIA", "ENGLAND", "FRANCE", "GERMANY", "ITALY", "RUSSIA", "TURKEY"]


@pytest.fixture
def seven(make_game, seat_all):
    """A game of seven that has just begun."""
    game = make_game(variant="standard", settings={})
    return game, seat_all(game)


@pytest.fixture
def spies(make_game, seat_all):
    """A game in fog that has just begun."""
    game = make_game(variant="spy", settings={})
    return game, seat_all(game)


def give_up(game: Game, seat: str, cause: str = "resigned") -> Vacancy | None:
    """What services do under the lock."""
    from django.db import transaction

    with transaction.atomic():
        locked = lock_running_game(game)
        tenure = Tenure.objects.select_related("seat").get(game=game, seat__key=seat, left_at=None)
        return open_seat(
            game=locked, phase=open_phase_of(locked), tenure=tenure, cause=cause, now=clock.now()
        )


def test_a_seat_that_is_given_up_stands_open(seven):
    game, players = seven
    phase = phase_of(game)
    save_answer(game=game, user=players["FRANCE"], label=phase.label, text="A Par - Bur", version=0)
    votes.cast(game=game, user=players["ENGLAND"], kind="draw")
    vacancy = give_up(game, "FRANCE")
    tenure = Tenure.objects.get(game=game, seat__key="FRANCE")
    assert vacancy is not None and vacancy.opened_at is not None and vacancy.tenure == tenure
    assert (tenure.left_how, tenure.left_at) == ("resigned", vacancy.since)
    assert not Answer.objects.exists() and not Vote.objects.exists()
    place = next(each for each in places_of(game, None) if each.key == "FRANCE")
    assert place.is_open and not place.is_left and place.name == "France"


@pytest.mark.parametrize("cause", ["silent", "removed"])
def test_who_is_silent_for_too_long_or_removed_counts_as_removed(seven, cause):
    game, _players = seven
    give_up(game, "FRANCE", cause)
    assert Tenure.objects.get(game=game, seat__key="FRANCE").left_how == "removed"


@pytest.mark.slow
def test_nobody_waits_for_an_open_seat(seven):
    game, players = seven
    give_up(game, "FRANCE")
    label = phase_of(game).label
    *early, last = [seat for seat in players if seat != "FRANCE"]
    for seat in early:
        save_answer(game=game, user=players[seat], label=label, text="", version=0, ready=True)
    assert phase_of(game).closes_at == phase_of(game).deadline
    save_answer(game=game, user=players[last], label=label, text="", version=0, ready=True)
    assert phase_of(game).closes_at < phase_of(game).deadline
    drain()
    turn = Turn.objects.get(phase__game=game)
    assert (turn.missed, turn.excused) == ({}, {"FRANCE": "short"}), "it was over at once (HR-1)"
    assert "disorder" in {item["kind"] for item in turn.turn["news"]}
    assert prove(game).differences == []


def test_the_phase_closes_when_only_who_left_was_waited_for(seven):
    game, players = seven
    label = phase_of(game).label
    for seat, player in players.items():
        if seat != "FRANCE":
            save_answer(game=game, user=player, label=label, text="", version=0, ready=True)
    give_up(game, "FRANCE")
    assert phase_of(game).closes_at == clock.now()


def test_what_was_saved_before_the_deadline_counts_though_its_player_leaves_after_it(seven, set_clock):
    game, players = seven
    phase = phase_of(game)
    save_answer(game=game, user=players["FRANCE"], label=phase.label, text="A Par - Bur", version=0)
    set_clock(phase.deadline + timedelta(seconds=1))
    give_up(game, "FRANCE")
    assert Answer.objects.filter(phase=phase).exists()


@pytest.mark.slow
def test_open_seats_are_neither_asked_nor_share_a_draw(seven):
    """HR-4, its sixth worked case."""
    game, players = seven
    for seat in players:
        if seat not in ("FRANCE", "ITALY"):
            votes.cast(game=game, user=players[seat], kind="draw")
    give_up(game, "FRANCE")
    game.refresh_from_db()
    assert game.is_running and not Vote.objects.exists()  # that a seat opens never ends a game
    present = [seat for seat in players if seat != "FRANCE"]
    for seat in present:
        votes.cast(game=game, user=players[seat], kind="draw")
    game.refresh_from_db()
    assert game.outcome == {"how": "RB-12", "winners": sorted(present)}
    assert Turn.objects.get(phase__game=game).agreed == {
        "how": "draw",
        "by": sorted(present),
        "absent": ["FRANCE"],
    }
    assert prove(game).differences == []
    assert SeatResult.objects.filter(game=game).count() == 7
    assert TenureResult.objects.get(tenure__user=players["FRANCE"]).how == "resigned"
    assert not Vacancy.objects.exists()


@pytest.mark.slow
def test_nobody_draws_alone(seven):
    game, players = seven
    for seat in players:
        if seat != "FRANCE":
            give_up(game, seat)
    with pytest.raises(NotAllowed):
        votes.cast(game=game, user=players["FRANCE"], kind="draw")


def test_who_has_left_writes_saves_and_votes_no_more(seven):
    game, players = seven
    give_up(game, "FRANCE")
    label = phase_of(game).label
    with pytest.raises(NotSeated):
        save_answer(game=game, user=players["FRANCE"], label=label, text="", version=0)
    with pytest.raises(NotSeated):
        votes.cast(game=game, user=players["FRANCE"], kind="draw")


@pytest.mark.slow
def test_a_seat_in_fog_stays_held_until_the_game_year_is_over(spies, drained):
    """HR-3."""
    game, players = spies
    version = Game.objects.get(pk=game.pk).version
    rows = OutboxRow.objects.count()
    votes.cast(game=game, user=players["ENGLAND"], kind="draw")
    vacancy = give_up(game, "FRANCE", "silent")
    assert vacancy is not None and vacancy.opened_at is None
    assert Game.objects.get(pk=game.pk).version == version and OutboxRow.objects.count() == rows
    assert [place.player for place in places_of(game, None)] == [str(players[seat]) for seat in SEATS]
    while phase_of(game).label != "S1902M":
        assert not Vacancy.objects.filter(opened_at__isnull=False).exists()
        drained(game)
    vacancy.refresh_from_db()
    tenure = Tenure.objects.get(game=game, seat__key="FRANCE")
    assert vacancy.opened_at == tenure.left_at and tenure.left_how == "removed"
    assert not Vote.objects.exists()
    mailed = OutboxRow.objects.filter(topic="mail", payload__phase=phase_of(game).pk)
    about = {row.payload["about"] for row in mailed if row.payload["user"] == tenure.user_id}
    assert about == {"given_up"}
    assert mailed.filter(payload__about="opened").count() == 6
    drained(game)
    assert prove(game).differences == []


@pytest.mark.slow(but_first=True)
@pytest.mark.parametrize("cause", ["silent", "removed", "resigned"])
def test_an_open_seat_in_fog_tells_others_neither_who_left_it_nor_why(
    spies, drained, visitor, client_of, mailoutbox, cause
):
    """HR-3: the list, the page of the seat, the game, the mails; only who left reads why."""
    game, players = spies
    fay = players["FRANCE"]
    give_up(game, "FRANCE", cause)
    while phase_of(game).label != "S1902M":
        drained(game)
    house_was_up()
    tasks.send_outbox()
    own = [mail for mail in mailoutbox if mail.to == [fay.email] and "no longer play" in mail.body]
    why = {"silent": "too many phases", "removed": "organisers of", "resigned": "You resigned"}
    assert len(own) == 1 and why[cause] in own[0].body and ("(HR-2)" in own[0].body) == (cause == "silent")
    told = [mail for mail in mailoutbox if "No one plays France" in mail.body]
    assert len(told) == 6 and not any(fay.username in mail.body for mail in told)
    of_game = f"/l/calais/g/{game.code}/"
    for client in (visitor, client_of(players["ITALY"])):
        for address in ("/l/calais/seats/", f"{of_game}take-over/FRANCE/", of_game):
            page = client.get(address)
            assert page.status_code == 200
            text = tree(page.content.decode()).one("main").text
            for word in ("missed too many", "was removed", "has resigned", fay.username):
                assert word not in text, (address, word)
    assert not any(word in mail.body for mail in told for word in ("missed too", "removed", "resigned"))


def test_who_was_removed_holds_a_seat_in_fog_and_does_nothing_with_it(spies):
    game, players = spies
    label = phase_of(game).label
    give_up(game, "FRANCE", "removed")
    with pytest.raises(NotSeated):
        save_answer(game=game, user=players["FRANCE"], label=label, text="", version=0)
    with pytest.raises(NotSeated):
        send_letter(game=game, user=players["FRANCE"], to=["ENGLAND"], body="Hello", key="a")
    with pytest.raises(NotSeated):
        clock_votes.propose(
            game=game, user=players["FRANCE"], kind="pause", until=clock.now() + timedelta(days=1)
        )


@pytest.mark.slow
def test_open_seats_in_fog_are_counted_silently(spies, drained):
    game, players = spies
    give_up(game, "FRANCE")
    while phase_of(game).label != "S1902M":
        drained(game)
    for seat in players:
        if seat != "FRANCE":
            votes.cast(game=game, user=players[seat], kind="draw")
    game.refresh_from_db()
    assert game.outcome is not None and "FRANCE" not in game.outcome["winners"]
    assert prove(game).differences == []


def test_no_version_tells_that_who_was_removed_held_a_divine_seat(make_game, seat_all):
    """DG-1: the league sees at that moment who goes."""
    game = make_game(variant="devil-and-god", settings={})
    players = seat_all(game)
    before = Game.objects.get(pk=game.pk).version, OutboxRow.objects.count()
    remove_from_league(league=game.league_id, person=players["DEVIL"], at=clock.now(), cause="removed")
    assert Vacancy.objects.get().seat.key == "DEVIL"
    assert (Game.objects.get(pk=game.pk).version, OutboxRow.objects.count()) == before


@pytest.mark.slow(but_first=True)
@pytest.mark.parametrize("is_cast", [True, False])
def test_mails_tell_of_dropped_votes_where_any_was_cast(seven, mailoutbox, is_cast):
    game, players = seven
    if is_cast:
        votes.cast(game=game, user=players["ENGLAND"], kind="draw")
    give_up(game, "FRANCE")
    house_was_up()
    tasks.send_outbox()
    told = [mail for mail in mailoutbox if "No one plays France" in mail.body]
    assert len(told) == 6 and all(
        ("Earlier votes to end the game no longer count" in mail.body) is is_cast for mail in told
    )


@pytest.mark.slow
def test_mails_of_a_game_with_secret_votes_do_not_tell_whether_one_was_cast(spies, drained, mailoutbox):
    game, _players = spies
    give_up(game, "FRANCE")
    while phase_of(game).label != "S1902M":
        drained(game)
    house_was_up()
    tasks.send_outbox()
    told = [mail for mail in mailoutbox if "No one plays France" in mail.body]
    assert len(told) == 6 and all(
        "Earlier votes to end the game no longer count" in mail.body for mail in told
    )
