"""What organisers decide about members: warn, suspend, remove, ban; and who organises when no one does."""

from __future__ import annotations

from datetime import datetime, timedelta

import pytest
from allauth.account.models import EmailAddress
from django.core import mail
from django.db import IntegrityError, transaction
from django.urls import reverse

from games.agreed.pace import Pace
from games.common import clock
from games.common.outbox.delivery import deliver
from games.errors import Suspended
from games.gate.open_seats import has_presided
from games.models import Game, GameInvitation, MasterAct, SeatResult, StandIn, Tenure, Vacancy
from games.services.masters import nominating, presiding
from games.services.seats import invitations
from games.services.seats.seating import take_seat
from league.leagues import services
from league.leagues.errors import Banned, InvitationOver, LastOrganiser, NoReason, NotAllowed
from league.leagues.models import League, OrganiserAct, Sanction
from league.tasks import keep_organisers
from league.users.models import User
from tests.games.conftest import phase_of
from tests.league.conftest import NOW
from tests.opening import open_game

pytestmark = pytest.mark.django_db

WHY = "Insults in game k7x, on three days."


@pytest.fixture
def eve_too(calais, eve):
    services.join(league=calais, user=eve)
    return eve


def opened(league: League, user, **values) -> Game:
    given = {"name": "Channel", "variant": "intimate", "settings": {}, "pace": Pace()} | values
    return open_game(league=league, user=user, **given)


def role_of(league: League, user) -> str | None:
    return league.memberships.filter(user=user).values_list("role", flat=True).first()


def acts_of(league: League) -> list[str]:
    return list(league.acts.order_by("pk").values_list("kind", flat=True))


def mails_to(user) -> list[str]:
    deliver()
    found = [f"{each.subject}\n{each.body}" for each in mail.outbox if each.to == [user.email]]
    mail.outbox.clear()
    return found


def test_the_body_of_a_mail_about_membership_does_not_repeat_its_subject(at, calais, carl, ben):
    User.objects.update(language="en")
    services.warn(league=calais, by=carl, person=ben, reason="Mind your words.")
    subject, body = mails_to(ben)[0].split("\n", 1)
    assert subject == "Calais: carl warned you"
    assert "The reason given: Mind your words." in body
    assert "warned you" not in body


def test_a_warning_is_a_row_an_act_and_an_e_mail_until_it_is_read(at, calais, carl, ben):
    services.warn(league=calais, by=carl, person=ben, reason=WHY)
    warning = Sanction.objects.get()
    assert (warning.person, warning.by, warning.reason, warning.at) == (ben, carl, WHY, NOW)
    assert acts_of(calais) == ["warned"]
    (letter,) = mails_to(ben)
    assert "carl vous a donné un avertissement" in letter
    assert WHY in letter
    services.say_read(league=calais, user=carl, sanction=warning.pk)  # not theirs
    assert Sanction.objects.get().read_at is None
    services.say_read(league=calais, user=ben, sanction=warning.pk)
    assert Sanction.objects.get().read_at == NOW


def test_a_form_sent_twice_decides_once(at, calais, carl, ben):
    """Pressed twice, or sent again because the answer was lost."""
    for name, given in (
        ("warn", {}),
        ("suspend", {"until": NOW + timedelta(days=7)}),
        ("ban", {"until": None}),
    ):
        act = getattr(services, name)
        first, second = (act(league=calais, by=carl, person=ben, reason=WHY, **given) for _time in range(2))
        assert first == second
    assert acts_of(calais) == ["warned", "suspended", "banned"]
    assert Sanction.objects.count() == len(mails_to(ben)) == 3


def test_the_same_words_later_or_about_another_day_are_another_act(at, calais, carl, ada, ben):
    for person in (ben, ada, ben):
        services.warn(league=calais, by=carl, person=person, reason=WHY)
        at(clock.now() + timedelta(minutes=2))
    for days in (7, 8):
        services.suspend(
            league=calais, by=carl, person=ben, reason=WHY, until=clock.now() + timedelta(days=days)
        )
    assert acts_of(calais) == ["warned"] * 3 + ["suspended"] * 2


def test_only_organisers_sanction_members_and_nobody_an_organiser(at, calais, carl, ada, ben, dora):
    for by, person in ((ada, ben), (dora, ben), (carl, carl), (carl, dora)):
        with pytest.raises(NotAllowed):
            services.warn(league=calais, by=by, person=person, reason=WHY)
    for reason in ("", "   "):
        with pytest.raises(NoReason):
            services.remove(league=calais, by=carl, person=ben, reason=reason)
    services.change_role(
        league=calais, by=carl, membership=calais.memberships.get(user=ada), role="organiser"
    )
    with pytest.raises(NotAllowed):
        services.ban(league=calais, by=carl, person=ada, reason=WHY, until=None)
    assert role_of(calais, ben) == "member"


def test_who_is_suspended_takes_no_seat_and_creates_no_game_and_plays_on(at, calais, carl, ada, ben):
    running = opened(calais, carl)
    for user in (ada, ben):
        take_seat(game=running, user=user)
    waiting = opened(calais, carl)
    services.suspend(league=calais, by=carl, person=ben, reason=WHY, until=NOW + timedelta(days=7))
    with pytest.raises(Suspended):
        take_seat(game=waiting, user=ben)
    with pytest.raises(Suspended):
        opened(calais, ben)
    assert Tenure.objects.filter(game=running, user=ben, left_at=None).exists()
    at(NOW + timedelta(days=7))
    take_seat(game=waiting, user=ben)
    opened(calais, ben)


def test_a_suspension_ends_early_and_outlasts_leaving(at, calais, carl, ben):
    services.suspend(league=calais, by=carl, person=ben, reason=WHY, until=NOW + timedelta(days=7))
    services.leave(league=calais, user=ben)
    services.join(league=calais, user=ben)
    assert calais.memberships.get(user=ben).suspended_until == NOW + timedelta(days=7)
    held = Sanction.objects.get()
    assert services.lift(league=calais, by=carl, sanction=held, reason="They said sorry.")
    assert services.lift(league=calais, by=carl, sanction=held, reason="Again.") is None
    assert calais.memberships.get(user=ben).suspended_until is None
    assert acts_of(calais) == ["suspended", "lifted"]


def test_nobody_ends_their_own_suspension(at, calais, carl, ben, client_of):
    """Not even who was made an organiser meanwhile."""
    services.suspend(league=calais, by=carl, person=ben, reason=WHY, until=NOW + timedelta(days=7))
    services.change_role(
        league=calais, by=carl, membership=calais.memberships.get(user=ben), role="organiser"
    )
    held = Sanction.objects.get()
    with pytest.raises(NotAllowed):
        services.lift(league=calais, by=ben, sanction=held, reason="I am sorry.")
    address = reverse("leagues:person", args=["calais", "ben"])
    assert "lift-reason" not in client_of(ben).get(address).text
    assert "lift-reason" in client_of(carl).get(address).text
    assert services.lift(league=calais, by=carl, sanction=held, reason="They said sorry.")


def test_a_new_suspension_or_ban_takes_the_place_of_the_one_before(at, calais, carl, ben):
    for days in (7, 14):
        services.suspend(league=calais, by=carl, person=ben, reason=WHY, until=NOW + timedelta(days=days))
    assert [each.holds(NOW) for each in Sanction.objects.all()] == [False, True]
    with pytest.raises(IntegrityError), transaction.atomic():
        Sanction.objects.create(
            league=calais, person=ben, kind="suspension", reason=WHY, at=NOW, until=NOW + timedelta(1)
        )
    with pytest.raises(IntegrityError), transaction.atomic():
        Sanction.objects.create(league=calais, person=carl, kind="suspension", reason=WHY, at=NOW)
    with pytest.raises(NotAllowed):
        services.suspend(league=calais, by=carl, person=ben, reason=WHY, until=NOW)


def test_who_is_removed_may_join_again_and_who_is_banned_only_when_it_ends(at, calais, carl, ben):
    services.remove(league=calais, by=carl, person=ben, reason=WHY)
    assert role_of(calais, ben) is None
    services.join(league=calais, user=ben)
    services.ban(league=calais, by=carl, person=ben, reason=WHY, until=NOW + timedelta(days=30))
    link = services.invite(league=calais, by=carl, days=60)
    with pytest.raises(Banned, match="Insults"):
        services.join(league=calais, user=ben)
    with pytest.raises(Banned):
        services.join_by_invitation(invitation=link, user=ben)
    link.refresh_from_db()
    assert (role_of(calais, ben), link.uses) == (None, 0)
    at(NOW + timedelta(days=30))
    services.join(league=calais, user=ben)
    assert acts_of(calais) == ["removed", "banned", "link"]


def test_a_ban_for_good_is_ended_by_an_organiser_alone(at, calais, carl, ben):
    services.ban(league=calais, by=carl, person=ben, reason=WHY, until=None)
    services.ban(league=calais, by=carl, person=ben, reason="Once more.", until=None)
    at(NOW + timedelta(days=5000))
    with pytest.raises(Banned):
        services.join(league=calais, user=ben)
    services.lift(league=calais, by=carl, sanction=Sanction.objects.get(lifted_at=None), reason="Long ago.")
    services.join(league=calais, user=ben)
    assert any("votre bannissement" in each for each in mails_to(ben))


def test_the_links_of_an_organiser_of_before_go_with_them(at, calais, carl, ada):
    own = calais.memberships.get(user=ada)
    services.change_role(league=calais, by=carl, membership=own, role="organiser")
    link = services.invite(league=calais, by=ada, days=7)
    services.change_role(league=calais, by=carl, membership=own, role="member")
    services.remove(league=calais, by=carl, person=ada, reason=WHY)
    with pytest.raises(InvitationOver):
        services.join_by_invitation(invitation=link, user=ada)


# What becomes of their games.


def test_a_running_seat_is_opened_in_a_game_for_two_as_well(at, calais, carl, ada, ben):
    game = opened(calais, carl)
    for user in (ada, ben):
        take_seat(game=game, user=user)
    services.remove(league=calais, by=carl, person=ben, reason=WHY)
    deliver()
    game.refresh_from_db()
    vacancy = Vacancy.objects.get(game=game)
    assert (game.state, vacancy.cause) == ("running", "removed")
    assert Tenure.objects.get(game=game, user=ben).left_how == "removed"
    before = (vacancy.pk, game.version)
    again = OrganiserAct.objects.get(kind="removed")
    from league.leagues.outbox import put, removal

    put(removal(again))
    deliver()
    game.refresh_from_db()
    assert (Vacancy.objects.get().pk, game.version) == before, "doing it twice does no harm"


@pytest.mark.slow
def test_waiting_seats_are_given_back_and_created_games_passed_on_or_cancelled(at, calais, carl, ada, ben):
    theirs = opened(calais, ben, name="Theirs")
    shared = opened(calais, ben, name="Shared")
    anothers = opened(calais, carl, name="Another’s")
    for game in (shared, anothers):
        take_seat(game=game, user=ben)
    take_seat(game=theirs, user=ben)
    services.change_role(
        league=calais, by=carl, membership=calais.memberships.get(user=ada), role="organiser"
    )
    table = opened(calais, ben, name="Table", variant="standard")
    for user in (ben, ada):
        take_seat(game=table, user=user)
    services.remove(league=calais, by=carl, person=ben, reason=WHY)
    deliver()
    states = dict(Game.objects.values_list("name", "state"))
    assert states == {
        "Theirs": "cancelled",
        "Shared": "cancelled",
        "Another’s": "waiting",
        "Table": "waiting",
    }
    assert Game.objects.get(name="Table").opened_by == ada
    assert not Tenure.objects.filter(user=ben, left_at=None).exists()
    assert not SeatResult.objects.filter(game__state="waiting").exists()


def test_a_waiting_game_that_hides_its_players_is_cancelled_with_its_creator(at, calais, carl, ada, ben):
    """DG-1: its recipient would be known to sit in it."""
    game = opened(calais, ben, variant="devil-and-god")
    for user in (ben, ada):
        take_seat(game=game, user=user)
    services.remove(league=calais, by=carl, person=ben, reason=WHY)
    deliver()
    game.refresh_from_db()
    assert game.state == "cancelled"


def test_invitations_from_and_to_them_are_withdrawn(at, calais, carl, ada, ben, eve_too):
    own, other = opened(calais, ben), opened(calais, ada)
    take_seat(game=own, user=ada)
    invitations.invite(game=own, user=ben, guests=[eve_too])
    invitations.invite(game=other, user=ada, guests=[ben])
    services.remove(league=calais, by=carl, person=ben, reason=WHY)
    services.join(league=calais, user=ben)
    deliver()
    assert not GameInvitation.objects.filter(withdrawn_at=None).exists()


def test_masterships_and_offers_end_and_the_game_goes_on(at, calais, carl, ada, ben, eve_too):
    game = opened(calais, carl, master=eve_too)
    other = opened(calais, carl, master=carl)
    waiting = opened(calais, carl, master=eve_too)
    for table in (game, other):
        for user in (ada, ben):
            take_seat(game=table, user=user)
    presiding.offer_to_stand_in(game=other, user=eve_too)
    services.ban(league=calais, by=carl, person=eve_too, reason=WHY, until=NOW + timedelta(days=1))
    deliver()
    for table in (game, waiting):
        table.refresh_from_db()
        assert table.master is None
    assert game.state == "running"
    assert phase_of(game).is_open
    assert not StandIn.objects.exists()
    assert MasterAct.objects.get().facts == {"before": "eve", "after": ""}
    assert has_presided(game, eve_too)


def test_nobody_who_was_removed_stands_for_game_master(at, calais, carl, ada, ben, eve_too):
    game = opened(calais, carl)
    for user in (ada, ben):
        take_seat(game=game, user=user)
    given = {"nominee": eve_too, "reason": WHY, "has_power": True}
    nominating.nominate(game=game, user=carl, **given)
    services.remove(league=calais, by=carl, person=eve_too, reason=WHY)
    deliver()
    assert game.nominations.get().withdrawn_at == NOW


def test_what_they_take_up_after_joining_again_is_theirs(at, calais, carl, ben):
    services.remove(league=calais, by=carl, person=ben, reason=WHY)
    at(NOW + timedelta(seconds=1))
    services.join(league=calais, user=ben)
    game = opened(calais, ben)
    take_seat(game=game, user=ben)
    deliver()
    game.refresh_from_db()
    assert (game.state, game.opened_by) == ("waiting", ben)
    assert Tenure.objects.get(game=game).left_at is None


def test_games_elsewhere_are_left_alone(at, calais, carl, ada, ben, dora, douvres):
    services.update_settings(league=douvres, by=dora, visibility="public")
    services.join(league=douvres, user=ben)
    game = opened(douvres, ben)
    take_seat(game=game, user=ben)
    services.remove(league=calais, by=carl, person=ben, reason=WHY)
    deliver()
    assert Tenure.objects.get(game=game).left_at is None


# Organisers by the rule.


def lately(user, moment: datetime) -> None:
    user.last_login = moment
    user.save(update_fields=["last_login"])


def test_the_heir_is_the_longest_standing_who_was_here_lately_and_can_be_written_to(
    at, calais, carl, ada, ben, eve_too
):
    lately(ada, NOW - timedelta(days=61))
    lately(ben, NOW - timedelta(days=59))
    lately(eve_too, NOW)
    services.leave(league=calais, user=carl)
    assert [role_of(calais, user) for user in (ada, ben, eve_too)] == ["member", "organiser", "member"]
    act = OrganiserAct.objects.get()
    assert (act.kind, act.about, act.by) == ("succession", ben, None)
    assert "Vous êtes maintenant" in mails_to(ben)[0]


def test_where_nobody_was_here_it_is_the_longest_standing(at, calais, carl, ada, ben):
    EmailAddress.objects.filter(user=ben).update(verified=False)
    lately(ben, NOW)
    services.leave(league=calais, user=carl)
    assert role_of(calais, ada) == "organiser"


def test_closed_accounts_and_suspended_members_are_passed_over(at, calais, carl, ada, ben, eve_too):
    services.suspend(league=calais, by=carl, person=ada, reason=WHY, until=NOW + timedelta(days=1))
    ben.is_active = False
    ben.save()
    services.leave(league=calais, user=carl)
    assert role_of(calais, eve_too) == "organiser"


def test_every_night_leagues_whose_organisers_closed_their_accounts_get_one(
    at, calais, carl, ada, ben, dora, douvres
):
    keep_organisers()
    assert not OrganiserAct.objects.exists()
    for user in (carl, dora):
        user.is_active = False
        user.save()
    keep_organisers()  # not twice a day
    assert not OrganiserAct.objects.exists()
    at(NOW + timedelta(days=1, minutes=1))
    keep_organisers()
    assert role_of(calais, ada) == "organiser"
    assert role_of(douvres, dora) == "organiser"
    assert services.keep_all_organised() == 0


def test_the_last_organiser_is_made_no_member(at, calais, carl, ada, ben):
    with pytest.raises(LastOrganiser):
        services.change_role(
            league=calais, by=carl, membership=calais.memberships.get(user=carl), role="member"
        )
    services.change_role(
        league=calais, by=carl, membership=calais.memberships.get(user=ada), role="organiser"
    )
    ada.is_active = False
    ada.save()
    gone = calais.memberships.get(user=ben)
    services.leave(league=calais, user=ben)
    with pytest.raises(NotAllowed):
        services.change_role(league=calais, by=carl, membership=gone, role="organiser")
    with pytest.raises(LastOrganiser):
        services.change_role(
            league=calais, by=carl, membership=calais.memberships.get(user=carl), role="member"
        )


def test_notes_are_kept_and_logged_without_their_words(at, calais, carl, ben, ada):
    services.note(league=calais, by=carl, person=ben, text="Keep an eye on it.")
    with pytest.raises(NotAllowed):
        services.note(league=calais, by=ada, person=ben, text="Me too.")
    services.note(league=calais, by=carl, person=ben, text="Keep an eye on it. ")
    act = OrganiserAct.objects.get()
    assert (act.kind, act.reason, act.facts) == ("noted", "", {})
    assert not mails_to(ben)
