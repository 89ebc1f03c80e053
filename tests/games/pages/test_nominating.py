"""Naming a game master in a running game (HR-9)."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.db import IntegrityError, transaction

from games.common.outbox import delivery
from games.common.outbox.row import OutboxRow
from games.errors import CannotNominate, HasPlayed, NotMaster, NotSeated, TooLate
from games.gate.nominations import needed_to_reject
from games.models import Game, MasterAct, Nomination, Phase
from games.models.nomination import TO_OBJECT
from games.services.masters import nominating
from games.services.players.letters import send_letter
from league.leagues import services
from tests.conftest import make_user

DAY = timedelta(days=1)
WHY = "Two of you are silent."


@pytest.fixture
def gus(calais):
    return joined(calais, "gus")


@pytest.fixture
def eve_in(calais, eve):
    services.join(league=calais, user=eve)
    return eve


def joined(league, name):
    person = make_user(name)
    services.join(league=league, user=person)
    return person


@pytest.fixture
def seven(make_game, seat_all):
    game = make_game(variant="standard")
    return game, list(seat_all(game).values())


def nominate(game, carl, nominee):
    return nominating.nominate(game=game, user=carl, nominee=nominee, reason=WHY, has_power=True)


def plain(response):
    return " ".join(response.content.decode().split())


def about_nomination():
    return list(OutboxRow.objects.filter(payload__about="nomination").values_list("person", flat=True))


def test_without_objection_the_nominee_presides_after_48_hours(running_game, carl, eve_in, set_clock):
    nomination = nominate(running_game, carl, eve_in)
    set_clock.pass_(hours=47, minutes=59)
    with pytest.raises(CannotNominate, match="can still object"):
        nominating.accept(game=running_game, user=eve_in, nomination=nomination.pk)
    set_clock.pass_(minutes=1)
    act = nominating.accept(game=running_game, user=eve_in, nomination=nomination.pk)
    running_game.refresh_from_db()
    assert running_game.master == eve_in
    assert running_game.master_reads_since == set_clock.now
    assert (act.kind, act.facts["by"]) == (MasterAct.Kind.NAMED, "carl")


def test_one_objection_rejects_the_first(running_game, carl, eve_in, ada):
    nomination = nominate(running_game, carl, eve_in)
    assert nominating.object_to(game=running_game, user=ada, nomination=nomination.pk)
    with pytest.raises(CannotNominate, match="nomination is no longer open"):
        nominating.accept(game=running_game, user=eve_in, nomination=nomination.pk)
    with pytest.raises(CannotNominate, match="rejected this person"):
        nominate(running_game, carl, eve_in)


@pytest.mark.slow
def test_the_second_is_rejected_by_half_the_players(seven, carl, eve_in, gus):
    game, players = seven
    first = nominate(game, carl, eve_in)
    nominating.object_to(game=game, user=players[0], nomination=first.pk)
    second = nominate(game, carl, gus)
    assert needed_to_reject(second) == 4
    for player in players[:3]:
        assert not nominating.object_to(game=game, user=player, nomination=second.pk)
    assert not nominating.object_to(game=game, user=players[0], nomination=second.pk), "counts once"
    assert nominating.object_to(game=game, user=players[3], nomination=second.pk)


def test_in_a_game_for_two_both_reject_the_second(running_game, carl, eve_in, gus, ada, ben, set_clock):
    first = nominate(running_game, carl, eve_in)
    nominating.object_to(game=running_game, user=ada, nomination=first.pk)
    second = nominate(running_game, carl, gus)
    assert not nominating.object_to(game=running_game, user=ada, nomination=second.pk)
    set_clock.pass_(hours=48)
    with pytest.raises(TooLate):
        nominating.object_to(game=running_game, user=ben, nomination=second.pk)
    nominating.accept(game=running_game, user=gus, nomination=second.pk)


def test_whoever_plays_neither_nominates_nor_is_nominated(running_game, carl, ada, ben, eve_in):
    with pytest.raises(HasPlayed):
        nominating.nominate(game=running_game, user=ada, nominee=eve_in, reason=WHY, has_power=True)
    with pytest.raises(CannotNominate, match="plays or has played in the game"):
        nominate(running_game, carl, ben)
    with pytest.raises(NotMaster):
        nominating.nominate(game=running_game, user=eve_in, nominee=eve_in, reason=WHY, has_power=False)


def test_only_a_member_is_nominated(running_game, carl, dora):
    with pytest.raises(CannotNominate, match="No member"):
        nominate(running_game, carl, dora)


def test_a_game_with_a_master_gets_no_other(make_game, seat_both, carl, eve_in):
    game = seat_both(make_game(master=carl))
    for user in (carl, eve_in):
        with pytest.raises(NotMaster):
            nominating.nominate(game=game, user=user, nominee=eve_in, reason=WHY, has_power=True)


@pytest.mark.slow(but_first=True)
@pytest.mark.parametrize("variant", ["spy", "devil-and-god"])
def test_fogged_and_masked_games_gain_none(make_game, seat_all, url, client_of, carl, eve_in, variant):
    game = make_game(variant=variant)
    seat_all(game)
    with pytest.raises(CannotNominate):
        nominate(game, carl, eve_in)
    assert client_of(carl).get(url(game, "nomination")).status_code == 404
    assert url(game, "nomination") not in plain(client_of(carl).get(url(game)))


def test_one_nomination_at_a_time(running_game, carl, eve_in, gus):
    nomination = nominate(running_game, carl, eve_in)
    with pytest.raises(CannotNominate, match="already"):
        nominate(running_game, carl, gus)
    with pytest.raises(IntegrityError), transaction.atomic():
        Nomination.objects.create(
            game=running_game, nominee=gus, by=carl, reason=WHY, at=nomination.at + timedelta(hours=1)
        )
    nominating.withdraw(game=running_game, user=carl, nomination=nomination.pk, has_power=True)
    nominate(running_game, carl, gus)


def test_a_nominee_who_takes_a_seat_does_not_preside(running_game, carl, eve_in, ada, set_clock):
    nomination = nominate(running_game, carl, eve_in)
    held = running_game.tenures.get(user=ada)
    running_game.tenures.filter(pk=held.pk).update(left_at=set_clock.now, left_how="replaced")
    running_game.tenures.create(
        seat=held.seat, place=held.place, user=eve_in, nonce="", taken_at=set_clock.now
    )
    set_clock.pass_(hours=48)
    with pytest.raises(HasPlayed):
        nominating.accept(game=running_game, user=eve_in, nomination=nomination.pk)


def test_only_players_object_and_only_the_nominee_accepts(running_game, carl, eve_in, gus, set_clock):
    nomination = nominate(running_game, carl, eve_in)
    with pytest.raises(NotSeated):
        nominating.object_to(game=running_game, user=gus, nomination=nomination.pk)
    set_clock.pass_(hours=48)
    for user in (gus, carl):
        with pytest.raises(NotMaster):
            nominating.accept(game=running_game, user=user, nomination=nomination.pk)


@pytest.mark.slow
def test_the_whole_way_on_the_pages(
    running_game, url, client_of, visitor, carl, ada, ben, eve_in, set_clock, mailoutbox
):
    send_letter(game=running_game, user=ada, to=["2"], body="Before they came.", key="1")
    here, organiser, nominee = url(running_game, "nomination"), client_of(carl), client_of(eve_in)
    assert here in plain(organiser.get(url(running_game)))
    for client in (client_of(ada), nominee):
        assert client.get(here).status_code == 404, "nobody is nominated"
    assert "No member of the league" in plain(organiser.post(here, {"to": "nobody", "reason": WHY}))
    assert organiser.post(here, {"to": "eve", "reason": WHY}).status_code == 302
    page = plain(visitor.get(url(running_game)))
    assert "carl nominates eve as game master." in page
    assert sorted(about_nomination()) == sorted([ada.pk, ben.pk, eve_in.pk])
    delivery.deliver()
    told = {mail.to[0]: mail for mail in mailoutbox if "nominat" in mail.body}
    assert "carl nominates you as game master" in told["eve@example.org"].body
    assert "You can object until" in told["ada@example.org"].body
    assert here in told["ada@example.org"].body
    mine = plain(client_of(ada).get(here))
    assert "Object</button>" in mine and WHY in mine
    assert "Become game master</button>" not in plain(nominee.get(here))
    assert nominee.post(here, {"act": "object"}).status_code == 404
    nominee.post(here, {"act": "accept"})
    assert Game.objects.get(pk=running_game.pk).master is None
    for name in ("desk", "all-letters"):
        assert nominee.get(url(running_game, name)).status_code == 404
    set_clock.pass_(hours=48)
    assert "Object</button>" not in plain(client_of(ada).get(here))
    assert "Become game master</button>" in plain(nominee.get(here))
    assert nominee.post(here, {"act": "accept"}).status_code == 302
    Phase.objects.filter(game=running_game).update(
        deadline=set_clock.now + DAY, closes_at=set_clock.now + DAY
    )
    send_letter(game=running_game, user=ben, to=["1"], body="After they came.", key="2")
    letters = plain(nominee.get(url(running_game, "all-letters")))
    assert "After they came." in letters and "Before they came." not in letters
    assert nominee.get(url(running_game, "desk")).status_code == 200
    assert "reads every message written since" in plain(client_of(ada).get(url(running_game)))
    assert "eve is now game master, nominated by carl (HR-9)." in plain(
        visitor.get(url(running_game, "acts"))
    )


def test_a_successor_reads_no_more_than_the_named_master(
    running_game, url, client_of, carl, ada, eve_in, gus, set_clock
):
    from games.services.masters import presiding

    send_letter(game=running_game, user=ada, to=["2"], body="Before they came.", key="1")
    nomination = nominate(running_game, carl, eve_in)
    set_clock.pass_(hours=48)
    nominating.accept(game=running_game, user=eve_in, nomination=nomination.pk)
    presiding.hand_over(game=running_game, user=eve_in, to=gus, reason="Away")
    assert "Before they came." not in plain(client_of(gus).get(url(running_game, "all-letters")))


def test_objecting_on_the_page(running_game, url, client_of, visitor, carl, ben, eve_in):
    nominate(running_game, carl, eve_in)
    client_of(ben).post(url(running_game, "nomination"), {"act": "object"})
    assert "nominates eve" not in plain(visitor.get(url(running_game)))
    assert client_of(eve_in).get(url(running_game, "nomination")).status_code == 404
    assert timedelta(hours=48) == TO_OBJECT


def test_a_nominee_sees_the_nomination_in_a_private_game(make_game, seat_both, url, client_of, eve_in, carl):
    game = seat_both(make_game(visibility="private"))
    assert client_of(eve_in).get(url(game, "nomination")).status_code == 404
    nomination = nominate(game, carl, eve_in)
    client = client_of(eve_in)
    assert client.get(url(game, "nomination")).status_code == 200
    assert client.get(url(game)).status_code == 200
    assert game.join_token not in client.session.values(), "nothing of it is theirs to send on"
    nominating.withdraw(game=game, user=carl, nomination=nomination.pk, has_power=True)
    for name in ("game", "nomination"):
        assert client.get(url(game, name)).status_code == 404


def test_a_nominee_who_left_the_league_does_not_preside(running_game, calais, carl, eve_in, set_clock):
    nomination = nominate(running_game, carl, eve_in)
    services.leave(league=calais, user=eve_in)
    set_clock.pass_(hours=48)
    with pytest.raises(NotMaster):
        nominating.accept(game=running_game, user=eve_in, nomination=nomination.pk)


def test_a_nominee_who_is_removed_is_nominated_no_more(running_game, calais, carl, eve_in, set_clock):
    from games.services.seats.removal import remove_from_league

    nomination = nominate(running_game, carl, eve_in)
    remove_from_league(league=calais.pk, person=eve_in, at=set_clock.now)
    nomination.refresh_from_db()
    assert nomination.withdrawn_at is not None


def test_an_organiser_whose_account_goes_is_named_in_no_act(running_game, carl, eve_in, set_clock):
    from games.services.seats.farewell import forget_private_things

    nomination = nominate(running_game, carl, eve_in)
    set_clock.pass_(hours=48)
    act = nominating.accept(game=running_game, user=eve_in, nomination=nomination.pk)
    forget_private_things(person=carl, name="carl", new_name="former-member-1", now=set_clock.now)
    act.refresh_from_db()
    assert act.facts["by"] == "former-member-1"


def test_an_account_that_goes_takes_nothing_but_names_out_of_acts(make_game, seat_all, carl, eve_in):
    """Someone may be called as an act's other facts are: as a seat, or an ending."""
    from games.services.seats.farewell import forget_private_things

    game = make_game(variant="standard", master=carl)
    seat_all(game)
    facts = {"seat": "FRANCE", "before": "FRANCE", "after": "ben"}
    act = MasterAct.objects.create(
        game=game,
        phase=game.phases.get(),
        kind="replacement",
        facts=facts,
        reason=WHY,
        by=carl,
        at=game.opened_at,
    )
    forget_private_things(person=carl, name="FRANCE", new_name="former-member-1", now=game.opened_at)
    act.refresh_from_db()
    assert act.facts == {"seat": "FRANCE", "before": "former-member-1", "after": "ben"}


def test_who_has_no_say_finds_no_way_to_object(running_game, carl, eve_in, client_of, url):
    nomination = nominate(running_game, carl, eve_in)
    said = {"act": "object", "nomination": nomination.pk}
    for person in (carl, eve_in):
        assert client_of(person).post(url(running_game, "nomination"), said).status_code == 404
