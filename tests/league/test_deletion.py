"""Deleting an account: what goes, what stays, who takes over, and who may refuse."""

from __future__ import annotations

import pytest
from allauth.account.models import EmailAddress
from django.core import mail
from django.urls import reverse

from games.adjudication.vacancies import give_up_unseen
from games.agreed.pace import Pace
from games.common import clock
from games.common.guards import limits
from games.common.outbox.delivery import deliver
from games.models import Block, Game, LetterDraft, Message, Tenure, Vacancy
from games.services.players.blocking import block
from games.services.players.letter_drafts import keep_draft
from games.services.players.letters import send_letter
from games.services.seats.seating import take_seat
from league.leagues import services as leagues
from league.leagues.models import Invitation, Membership, PrivateNote, PutOff
from league.leagues.services.reports import report
from league.users import deleting_views, names, refusing
from league.users.deletion import CannotDelete, consequences_of, delete_account
from league.users.models import User
from tests.games.conftest import (  # noqa: F401  (fixtures)
    make_game,
    opened_game,
    running_game,
    seat_all,
    seat_both,
    set_clock,
)
from tests.opening import open_game

PASSWORD = "Channel tunnel 1994"
ADDRESS = "/profile/delete/"


def again(user):
    return User.objects.get(pk=user.pk)


@pytest.mark.slow
def test_everything_personal_goes_and_the_name_is_free(running_game, ada, ben, carl, calais):  # noqa: F811
    block(user=ben, person=carl)
    keep_draft(game=running_game, user=ben, thread="0-1", body="Dear", version=0)
    letter = send_letter(game=running_game, user=ben, to=["1"], body="Hello.", key="k")
    EmailAddress.objects.create(user=ben, email="ben2@example.org")
    PutOff.objects.create(user=ben, what="practice", until=calais.created_at)
    PrivateNote.objects.create(league=calais, person=ben, text="Rude.", by=carl, at=calais.created_at)
    name = delete_account(user=ben)
    gone = again(ben)
    assert gone.username == name and name.startswith("former-member-")
    assert (gone.email, gone.is_active, gone.has_usable_password()) == ("", False, False)
    assert not EmailAddress.objects.filter(user=ben).exists() and not Block.objects.exists()
    assert not LetterDraft.objects.exists() and not PrivateNote.objects.exists()
    assert not PutOff.objects.exists()
    assert not Membership.objects.filter(user=ben).exists()
    assert Message.objects.get() == letter  # it is part of ada's game
    assert not User.looks_taken("ben")


@pytest.mark.slow
def test_invitations_forget_the_address_and_let_nobody_in(ada, carl, calais):
    """Those that were used, and those still open, to any address of theirs however it is spelt."""
    EmailAddress.objects.create(user=ada, email="ada2@example.org")
    for address in ("Ada@example.org", "ada2@example.org", "ben@example.org"):
        leagues.invite_by_mail(league=calais, by=carl, address=address, days=7, language="en")
    delete_account(user=ada)
    first, second, other = Invitation.objects.order_by("pk")
    assert [each.mailed_to for each in (first, second, other)] == ["", "", "ben@example.org"]
    assert [each.is_valid(clock.now()) for each in (first, second, other)] == [False, False, True]


@pytest.mark.slow
def test_a_running_game_for_two_is_conceded(running_game, ada, ben):  # noqa: F811
    """HR-4, ID-19."""
    delete_account(user=ben)
    running_game.refresh_from_db()
    assert running_game.state == Game.State.FINISHED
    assert running_game.outcome["winners"] == ["1"]


@pytest.mark.slow
def test_nobody_wins_a_game_for_two_beside_an_open_seat(running_game, ada, ben, carl, calais):  # noqa: F811
    """HR-4 is for two players; the page says before what becomes of the game."""
    assert consequences_of(ben).games[:2] == (1, 0)
    leagues.remove(league=calais, by=carl, person=ada, reason="Rude.")
    deliver()
    assert consequences_of(ben).games[:2] == (0, 1)
    delete_account(user=ben)
    running_game.refresh_from_db()
    assert running_game.state == Game.State.RUNNING


@pytest.mark.slow
def test_a_seat_at_a_larger_table_is_opened_as_if_resigned(make_game, seat_all):  # noqa: F811
    game = make_game(variant="standard", settings={})
    people = seat_all(game)
    delete_account(user=people["ITALY"])
    vacancy = Vacancy.objects.get(game=game)
    assert (vacancy.seat.key, vacancy.cause) == ("ITALY", Vacancy.Cause.RESIGNED)
    assert Tenure.objects.get(pk=vacancy.tenure_id).left_how == Tenure.Leaving.RESIGNED


@pytest.mark.slow
def test_where_absence_is_hidden_the_seat_is_given_up_at_the_years_end(make_game, seat_all):  # noqa: F811
    """HR-3."""
    game = make_game(variant="spy", settings={})
    people = seat_all(game)
    delete_account(user=people["ITALY"])
    vacancy = Vacancy.objects.get(game=game)
    assert vacancy.opened_at is None and vacancy.cause == Vacancy.Cause.RESIGNED
    assert Tenure.objects.filter(seat=vacancy.seat, left_at=None).exists()


@pytest.mark.slow(but_first=True)
@pytest.mark.parametrize("cause", [Vacancy.Cause.SILENT, Vacancy.Cause.REMOVED])
def test_a_seat_lost_at_the_years_end_keeps_nobody(make_game, seat_all, calais, cause):  # noqa: F811
    """A player who missed too much, or was removed, holds the seat until then (HR-3)."""
    game = make_game(variant="spy", settings={})
    people = seat_all(game)
    tenure = Tenure.objects.select_related("seat").get(game=game, user=people["ITALY"])
    give_up_unseen(game=game, tenure=tenure, cause=cause, now=clock.now())
    delete_account(user=people["ITALY"])
    assert not again(people["ITALY"]).is_active
    assert Vacancy.objects.get(game=game).cause == cause


@pytest.mark.slow
def test_waiting_seats_are_given_back_and_waiting_games_handed_on(
    calais,
    ada,
    ben,
    set_clock,  # noqa: F811
):
    given = {"variant": "intimate", "settings": {}, "pace": Pace()}
    own = open_game(league=calais, user=ben, name="Own", **given)
    lonely = open_game(league=calais, user=ben, name="Lonely", **given)
    take_seat(game=own, user=ada)
    other = open_game(league=calais, user=ada, name="Other", **given)
    take_seat(game=other, user=ben)
    delete_account(user=ben)
    own.refresh_from_db(), lonely.refresh_from_db()
    assert own.opened_by == ada and own.is_waiting
    assert lonely.state == Game.State.CANCELLED
    assert not Tenure.objects.filter(user=ben, left_at=None).exists()


def test_masterships_end(make_game, seat_both, carl, calais, ada):  # noqa: F811
    game = seat_both(make_game(master=carl))
    leagues.change_role(league=calais, by=carl, membership=calais.memberships.get(user=ada), role="organiser")
    name = delete_account(user=carl)
    game.refresh_from_db()
    assert game.master is None
    assert game.master_acts.get().facts["before"] == name


def test_a_last_organiser_is_succeeded_by_the_rule(calais, ada, carl):
    assert consequences_of(carl).heirs == [("Calais", "ada")]
    delete_account(user=carl)
    assert calais.memberships.get(role="organiser").user == ada


def test_another_floor_may_refuse(ada, monkeypatch, client_of):
    """As one with an open dispute will."""
    monkeypatch.setattr(refusing.may_refuse_deletion, "_functions", [])

    @refusing.may_refuse_deletion
    def dispute(user):
        return "A dispute about your game is open." if user == ada else ""

    with pytest.raises(CannotDelete, match="dispute"):
        delete_account(user=ada)
    assert again(ada).username == "ada"
    assert "A dispute about your game is open." in client_of(ada).get(ADDRESS).content.decode()


@pytest.mark.slow
def test_reports_and_decisions_stay_without_the_name(ada, ben, carl, calais, client_of):
    leagues.warn(league=calais, by=carl, person=ben, reason="Rude.")
    for user, about in ((ben, ada), (ada, ben)):
        report(league=calais, user=user, about=about, reason="Spams.")
    name = delete_account(user=ben)
    desk = client_of(carl)
    for address in ("reports", "log"):
        shown = desk.get(reverse(f"leagues:{address}", args=["calais"])).text
        assert "A former member" in shown and ">ben" not in shown and "ben." not in shown
        assert f">{name}" not in shown
    own = client_of(ada).get(reverse("leagues:own-reports", args=["calais"])).text
    assert "A former member" in own and name not in own


def test_staff_are_refused(carl):
    carl.is_staff = True
    carl.save()
    with pytest.raises(CannotDelete):
        delete_account(user=carl)


@pytest.mark.slow
def test_the_page_asks_for_name_and_password_and_signs_out(ada, running_game, client_of):  # noqa: F811
    ada.set_password(PASSWORD)
    ada.save()
    client = client_of(ada)
    assert "reports by you or about you" in client.get(ADDRESS).text
    for form in ({"name": "ben", "password": PASSWORD}, {"name": "ada", "password": "no"}, {}):
        assert client.post(ADDRESS, form).status_code == 200
        assert again(ada).is_active
    email = ada.email
    assert client.post(ADDRESS, {"name": "ada", "password": PASSWORD}).headers["Location"] == "/"
    assert not again(ada).is_active
    assert client.get(reverse("users:profile")).status_code == 302  # to the sign-in page
    assert [sent.to for sent in mail.outbox if "ada" in sent.body] == [[email]]


@pytest.mark.slow
def test_too_many_tries_do_not_say_whether_the_password_was_right(ada, client_of, monkeypatch):
    """Else a stranger at an open browser guesses on, with the limit's words above each answer."""
    ada.set_password(PASSWORD)
    ada.save()
    monkeypatch.setattr(deleting_views, "TRIES", limits.Limit("passwords", 1, 3600))
    client = client_of(ada)
    wrong = {"name": "ada", "password": "no"}
    assert "This is not your password." in client.post(ADDRESS, wrong).text
    refused = [client.post(ADDRESS, wrong | {"password": password}) for password in ("no", PASSWORD)]
    assert [answer.status_code for answer in refused] == [429, 429]
    assert all("Too many attempts" in answer.text for answer in refused)
    assert not any("This is not your password." in answer.text for answer in refused)
    assert again(ada).is_active


@pytest.mark.slow
def test_other_browsers_are_signed_out(ada, client_of):
    client = client_of(ada)
    assert client.get(reverse("users:profile")).status_code == 200
    delete_account(user=ada)
    assert client.get(reverse("users:profile")).status_code == 302


def test_nobody_signs_up_as_a_former_member():
    assert names.is_kept("former-member-k7m2p9xd") and names.is_kept("Former_Member_1")
    assert not names.is_kept("formerly")


@pytest.mark.slow
def test_games_lose_a_name_that_the_site_made_of_theirs(calais, ada, ben, client_of):
    """Else a game whose creator is a former member would say which."""
    given = {"variant": "intimate", "settings": {}, "pace": Pace()}
    offered = client_of(ben).get(reverse("games:open", args=["calais"])).context["form"].initial["name"]
    assert "ben" in offered
    names_given = [offered, "Who plays with ben?", "ben’s own words", "Who plays with ada?"]
    games = [open_game(league=calais, user=ben, name=name, **given) for name in names_given]
    for game in games:
        take_seat(game=game, user=ada)
    name = delete_account(user=ben)
    found = [Game.objects.get(pk=game.pk).name for game in games]
    assert found[0] == offered.replace("ben", name)
    assert found[1:] == [f"Who plays with {name}?", *names_given[2:]]


@pytest.mark.slow
def test_messages_stand_under_no_name(running_game, ada, ben, client_of):  # noqa: F811
    send_letter(game=running_game, user=ben, to=["1"], body="Hello.", key="k")
    name = delete_account(user=ben)
    address = reverse("games:game", args=["calais", running_game.code])
    shown = client_of(ada).get(address).content.decode()
    assert "Hello." in shown and "a former member" in shown and ">ben" not in shown and name not in shown
