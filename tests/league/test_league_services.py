"""What people do to leagues: each for success, refusal, a second time, and two at once."""

from __future__ import annotations

import threading
from datetime import timedelta

import pytest
from django.core.exceptions import ValidationError
from django.db import IntegrityError, connection, transaction

from games.agreed.pace import Pace
from games.services.seats.seating import leave_seat, take_seat
from league.leagues import services
from league.leagues.errors import (
    AddressTaken,
    InvitationOver,
    LastOrganiser,
    LeagueError,
    NotAllowed,
    StillPlaying,
)
from league.leagues.models import Invitation, League, Membership
from tests.league.conftest import NOW
from tests.opening import open_game

pytestmark = [pytest.mark.django_db, pytest.mark.postgres]


def role_of(league: League, user) -> str | None:
    membership = league.memberships.filter(user=user).first()
    return membership.role if membership else None


def test_whoever_founds_a_league_organises_it(carl):
    league = services.create_league(
        user=carl, name="Calais", slug="calais", description="", visibility="public"
    )
    assert role_of(league, carl) == "organiser"


@pytest.mark.parametrize("slug", ["", "ab", "UPPER", "-ab-", "a b c", "é" * 5, "x" * 41, "new\n"])
def test_an_address_that_cannot_be_one_is_refused(carl, slug):
    with pytest.raises(ValidationError):
        services.create_league(user=carl, name="X", slug=slug, description="", visibility="public")
    assert not League.objects.exists()


def test_two_leagues_cannot_share_an_address(carl, dora, calais):
    with pytest.raises(AddressTaken):
        services.create_league(user=dora, name="Other", slug="calais", description="", visibility="public")
    with pytest.raises(AddressTaken):
        services.create_league(user=carl, name="Other", slug="calais", description="", visibility="public")


def test_a_form_sent_twice_founds_one_league(dora):
    asked = {"name": "Lille", "slug": "lille", "description": "Chips", "visibility": "public"}
    assert services.create_league(user=dora, **asked) == services.create_league(user=dora, **asked)
    assert League.objects.get().memberships.count() == 1


def test_joining_twice_is_joining_once(dora, calais):
    first = services.join(league=calais, user=dora)
    assert services.join(league=calais, user=dora) == first
    assert role_of(calais, dora) == "member"


def test_joining_again_takes_no_role_away(carl, calais):
    services.join(league=calais, user=carl)
    assert role_of(calais, carl) == "organiser"


def test_a_league_by_invitation_is_not_joined_without_one(ada, douvres):
    with pytest.raises(NotAllowed):
        services.join(league=douvres, user=ada)
    assert role_of(douvres, ada) is None


def test_a_league_that_closed_meanwhile_is_not_joined(carl, dora, calais):
    """The row is read again under the lock: what the page showed does not count."""
    seen = League.objects.get(pk=calais.pk)
    services.update_settings(league=calais, by=carl, visibility="invitation")
    with pytest.raises(NotAllowed):
        services.join(league=seen, user=dora)


def test_an_invitation_lets_in_and_counts_its_uses(at, ada, ben, dora, douvres):
    link = services.invite(league=douvres, by=dora, days=7)
    assert link.expires_at == NOW + timedelta(days=7)
    for user in (ada, ben, ada):
        services.join_by_invitation(invitation=link, user=user)
    link.refresh_from_db()
    assert link.uses == 2
    assert role_of(douvres, ada) == "member"


def test_an_invitation_ends_to_the_second(at, ada, ben, dora, douvres):
    link = services.invite(league=douvres, by=dora, days=1)
    at(link.expires_at - timedelta(seconds=1))
    services.join_by_invitation(invitation=link, user=ada)
    at(link.expires_at)
    with pytest.raises(InvitationOver):
        services.join_by_invitation(invitation=link, user=ben)
    link.refresh_from_db()
    assert link.uses == 1


def test_a_withdrawn_invitation_is_worth_nothing_even_to_a_page_opened_before(at, ada, dora, douvres):
    link = services.invite(league=douvres, by=dora, days=7)
    seen = Invitation.objects.select_related("league").get(pk=link.pk)
    services.withdraw(league=douvres, by=dora, invitation=link)
    with pytest.raises(InvitationOver):
        services.join_by_invitation(invitation=seen, user=ada)


def test_withdrawing_twice_keeps_the_first_moment(at, dora, douvres):
    link = services.invite(league=douvres, by=dora, days=7)
    services.withdraw(league=douvres, by=dora, invitation=link)
    at(NOW + timedelta(hours=1))
    services.withdraw(league=douvres, by=dora, invitation=link)
    link.refresh_from_db()
    assert link.withdrawn_at == NOW


def test_another_leagues_invitation_is_not_withdrawn(at, carl, dora, calais, douvres):
    link = services.invite(league=douvres, by=dora, days=7)
    services.withdraw(league=calais, by=carl, invitation=link)
    link.refresh_from_db()
    assert link.withdrawn_at is None


def test_members_have_no_organisers_rights(at, ada, ben, calais):
    membership = calais.memberships.get(user=ben)
    link = Invitation.objects.create(league=calais, expires_at=NOW)
    for attempt in (
        lambda: services.invite(league=calais, by=ada, days=1),
        lambda: services.withdraw(league=calais, by=ada, invitation=link),
        lambda: services.change_role(league=calais, by=ada, membership=membership, role="organiser"),
        lambda: services.update_settings(league=calais, by=ada, name="Ada's"),
    ):
        with pytest.raises(NotAllowed):
            attempt()


def test_leaving_ends_the_membership_and_leaving_again_nothing(ada, calais):
    services.leave(league=calais, user=ada)
    services.leave(league=calais, user=ada)
    assert role_of(calais, ada) is None


def test_when_the_last_organiser_leaves_another_member_is_one(carl, ada, ben, calais):
    services.leave(league=calais, user=carl)
    assert (role_of(calais, ada), role_of(calais, ben)) == ("organiser", "member")
    for user in (ada, ben):
        services.leave(league=calais, user=user)
    assert not calais.memberships.exists()
    services.join(league=calais, user=ben)
    assert role_of(calais, ben) == "organiser", "a league that was empty gets one too"


def test_an_organiser_leaves_once_there_is_another(carl, ada, calais):
    services.change_role(
        league=calais, by=carl, membership=calais.memberships.get(user=ada), role="organiser"
    )
    services.leave(league=calais, user=carl)
    assert role_of(calais, ada) == "organiser"


def test_nobody_leaves_a_league_they_play_in(monkeypatch, ada, calais):
    monkeypatch.setattr(services.joining, "holds_seat", lambda league, user: (league, user) == (calais, ada))
    with pytest.raises(StillPlaying):
        services.leave(league=calais, user=ada)
    assert role_of(calais, ada) == "member"


def test_a_seat_in_a_game_that_waits_holds_its_player_here(ada, carl, calais, douvres, dora):
    """With a real game: once the seat is left its player may leave the league; other leagues never waited for
    it.
    """
    services.update_settings(league=douvres, by=dora, visibility="public")
    services.join(league=douvres, user=ada)
    game = open_game(league=calais, user=carl, name="Channel", variant="intimate", settings={}, pace=Pace())
    take_seat(game=game, user=ada)
    with pytest.raises(StillPlaying):
        services.leave(league=calais, user=ada)
    services.leave(league=douvres, user=ada)
    leave_seat(game=game, user=ada)
    services.leave(league=calais, user=ada)
    assert role_of(calais, ada) is None


def test_the_last_organiser_stays_one(carl, calais):
    own = calais.memberships.get(user=carl)
    with pytest.raises(LastOrganiser):
        services.change_role(league=calais, by=carl, membership=own, role="member")


def test_another_leagues_membership_is_out_of_reach(carl, dora, calais, douvres):
    theirs = douvres.memberships.get(user=dora)
    with pytest.raises(NotAllowed):
        services.change_role(league=calais, by=carl, membership=theirs, role="member")
    theirs.refresh_from_db()
    assert theirs.is_organiser


def test_settings_change_and_bad_ones_do_not(carl, calais):
    services.update_settings(league=calais, by=carl, name="Calais-sur-Mer", draws_allowed=False)
    calais.refresh_from_db()
    assert (calais.name, calais.draws_allowed, calais.slug) == ("Calais-sur-Mer", False, "calais")
    with pytest.raises(ValidationError):
        services.update_settings(league=calais, by=carl, press="shouting")
    with pytest.raises(TypeError):
        services.update_settings(league=calais, by=carl, slug="elsewhere")


def test_the_data_base_refuses_a_second_membership(ada, calais):
    with pytest.raises(IntegrityError), transaction.atomic():
        Membership.objects.create(league=calais, user=ada)


def at_once(*actions) -> list[BaseException | None]:
    """Run each action in a thread of its own, all released together; what each raised."""
    barrier, raised = threading.Barrier(len(actions)), [None] * len(actions)

    def run(index, action):
        barrier.wait()
        try:
            action()
        except BaseException as error:
            raised[index] = error
        finally:
            connection.close()

    threads = [threading.Thread(target=run, args=pair) for pair in enumerate(actions)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return raised


@pytest.mark.django_db(transaction=True)
def test_two_organisers_who_leave_at_once_do_not_orphan_the_league(carl, ada, ben, calais):
    services.change_role(
        league=calais, by=carl, membership=calais.memberships.get(user=ada), role="organiser"
    )
    services.join(league=calais, user=ben)
    raised = at_once(
        lambda: services.leave(league=calais, user=carl), lambda: services.leave(league=calais, user=ada)
    )
    assert raised == [None, None]
    assert calais.memberships.filter(role="organiser").count() == 1


@pytest.mark.django_db(transaction=True)
def test_ten_clicks_at_once_on_an_invitation_are_one_use(ada, dora, douvres):
    link = services.invite(league=douvres, by=dora, days=7)
    raised = at_once(*[lambda: services.join_by_invitation(invitation=link, user=ada)] * 10)
    assert raised == [None] * 10
    link.refresh_from_db()
    assert link.uses == 1
    assert douvres.memberships.count() == 2


def test_every_refusal_is_a_sentence_for_people(carl, ada, douvres):
    with pytest.raises(LeagueError) as refusal:
        services.join(league=douvres, user=ada)
    assert str(refusal.value).endswith(".")


def test_members_are_found_by_name_however_it_is_spelt(calais, ada, ben, dora):
    assert calais.member_named("ADA") == ada
    assert calais.member_named("dora") is None, "she belongs to another league"
    assert calais.members_named(["Ben", "aDa", "nobody"]) == [ada, ben]
    assert calais.members_named([]) == []
    ben.is_active = False
    ben.save()
    assert calais.member_named("ben") is None
