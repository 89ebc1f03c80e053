"""Entrants of whom nothing is heard: who they are, nudging them, and what their notice says."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.core import mail

from games.common import clock
from games.common.outbox import delivery
from games.models import Holiday
from league.competitions import kinds, services
from league.competitions.errors import HeardOf, NothingToSuggest, NotOrganiser
from league.competitions.models import Competition, Entry, Nudge
from league.competitions.state.hearing import silent_in
from league.leagues.models import Membership, OrganiserAct
from league.users import wishes
from league.users.models import User

pytestmark = pytest.mark.django_db


def silent(season) -> list[int]:
    found = silent_in(kinds.of(season.competition), clock.now())
    return list(found.order_by("standing__rank").values_list("standing__rank", flat=True))


def nudges(user) -> list:
    delivery.deliver()
    return [each for each in mail.outbox if each.to == [user.email] and "You can challenge" in each.subject]


@pytest.fixture
def quiet(season):
    """Eleven days after the season began, nothing has happened."""
    season.clock.pass_(days=11)
    return season


def nudge(season, rank: int, by=None) -> Nudge:
    number = season.entry(rank).number
    return services.nudge(competition=season.competition, by=by or season.organiser, number=number)


def test_nobody_is_silent_before_ten_days_have_passed(season):
    season.clock.pass_(days=9, hours=23)
    assert silent(season) == []
    season.clock.pass_(hours=1)
    assert silent(season) == [2, 3, 4]


def test_a_challenge_made_or_received_and_a_game_are_heard_of(quiet):
    quiet.challenge(quiet.entry(4), quiet.entry(3))
    assert silent(quiet) == [2]


def test_ten_days_after_its_last_game_nothing_is_heard_any_more(season):
    season.clock.pass_(days=8)
    season.play(season.entry(2), season.entry(1))
    season.clock.pass_(days=5)
    assert silent(season) == [3, 4]
    season.clock.pass_(days=5, hours=1)
    assert silent(season) == [2, 3, 4]


def test_who_is_on_holiday_or_suspended_is_left_alone(quiet):
    now, user = clock.now(), quiet.entry(3).user
    Holiday.objects.create(
        league=quiet.league,
        user=user,
        first=now.date(),
        last=now.date(),
        zone="UTC",
        begins_at=now - timedelta(hours=1),
        ends_at=now + timedelta(hours=1),
        announced_at=now,
    )
    members = Membership.objects.filter(user=quiet.entry(4).user)
    members.update(suspended_until=now + timedelta(days=1))
    assert silent(quiet) == [2]


def test_whoever_enters_late_has_ten_days(quiet):
    quiet.enter("late")
    assert silent(quiet) == [2, 3, 4]
    quiet.clock.pass_(days=10, minutes=1)
    assert silent(quiet) == [2, 3, 4, 5]


def test_a_nudge_names_who_can_be_challenged_now_in_the_words_of_the_rule(quiet):
    user, above = quiet.entry(3).user, quiet.entry(1).user
    nudge(quiet, 3)
    (sent,) = nudges(user)
    assert sent.subject == f"Season 3: You can challenge {above.username}, rank 1"
    assert "no challenge and no game in this season for 10 days" in sent.body
    assert quiet.organiser.username not in sent.body
    link = sent.extra_headers["List-Unsubscribe"].strip("<>")
    assert wishes.read(link.split("/")[-2]) == (user.pk, "competitions")


def test_it_comes_in_its_readers_language(quiet):
    user = quiet.entry(3).user
    type(user).objects.filter(pk=user.pk).update(language="fr")
    nudge(quiet, 3)
    delivery.deliver()
    (sent,) = [each for each in mail.outbox if each.to == [user.email] and "10 jours" in each.body]
    assert quiet.entry(1).user.username in sent.subject


def test_who_wants_no_mail_of_competitions_gets_none(quiet):
    user = quiet.entry(3).user
    nudge(quiet, 3)
    User.objects.filter(pk=user.pk).update(mail_competitions=False)
    assert nudges(user) == []


def test_twice_does_what_once_does_and_a_week_later_there_is_another(quiet):
    user = quiet.entry(3).user
    assert nudge(quiet, 3) == nudge(quiet, 3)
    assert len(nudges(user)) == 1
    quiet.clock.pass_(days=6, hours=23)
    nudge(quiet, 3)
    assert len(nudges(user)) == 1
    quiet.clock.pass_(hours=1)
    nudge(quiet, 3)
    assert len(nudges(user)) == 2
    acts = OrganiserAct.objects.filter(kind="nudged", about=user)
    assert list(acts.values_list("by__username", flat=True)) == ["carl", "carl"]


def test_once_a_week_holds_in_all_seasons_together(quiet, douvres):
    """A nudge in a season of another league counts as well."""
    user = quiet.entry(3).user
    elsewhere = Competition.objects.get(pk=quiet.competition.pk)
    elsewhere.pk, elsewhere.code, elsewhere.league = None, "elsewhere", douvres
    elsewhere.save()
    entry = Entry.objects.create(
        competition=elsewhere, number=1, user=user, state="playing", entered_at=clock.now()
    )
    earlier = Nudge.objects.create(entry=entry, at=clock.now() - timedelta(days=6))
    assert nudge(quiet, 3) == earlier
    assert nudges(user) == []


@pytest.mark.parametrize("who", ["member", "arbiter", "stranger"])
def test_organisers_alone_nudge(quiet, dora, who):
    by = {"member": quiet.entry(2).user, "arbiter": quiet.arbiter, "stranger": dora}[who]
    with pytest.raises(NotOrganiser):
        nudge(quiet, 3, by)
    assert not Nudge.objects.exists()


def test_nobody_is_nudged_of_whom_something_was_heard_nor_oneself(quiet):
    quiet.challenge(quiet.entry(3), quiet.entry(2))
    with pytest.raises(HeardOf):
        nudge(quiet, 3)
    Membership.objects.filter(user=quiet.entry(4).user).update(role="organiser")
    with pytest.raises(HeardOf):
        nudge(quiet, 4, quiet.entry(4).user)


def test_nobody_is_nudged_who_can_challenge_nobody(quiet):
    quiet.begin_game(quiet.entry(2), quiet.entry(1))
    rules = {
        **quiet.competition.rules,
        "challenges": {**quiet.competition.rules["challenges"], "reach_of": 1},
    }
    type(quiet.competition).objects.update(rules=rules)
    quiet.refresh()
    Holiday.objects.create(
        league=quiet.league,
        user=quiet.entry(3).user,
        first=clock.now().date(),
        last=clock.now().date(),
        zone="UTC",
        begins_at=clock.now() - timedelta(hours=1),
        ends_at=clock.now() + timedelta(hours=1),
        announced_at=clock.now() - timedelta(days=3),
    )
    with pytest.raises(NothingToSuggest):
        nudge(quiet, 4)


def test_a_nudge_is_told_no_more_once_they_have_challenged(quiet):
    user = quiet.entry(3).user
    nudge(quiet, 3)
    quiet.challenge(quiet.entry(3), quiet.entry(2))
    assert nudges(user) == []


def test_a_kind_without_challenges_has_nobody_to_nudge(quiet):
    type(quiet.competition).objects.update(kind="groups")
    quiet.refresh()
    assert silent(quiet) == []
    with pytest.raises(HeardOf):
        nudge(quiet, 3)
