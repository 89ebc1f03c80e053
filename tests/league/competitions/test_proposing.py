"""Organisers who play decide alone about no one in their season: another does, or an arbiter confirms."""

from __future__ import annotations

import pytest
from django.core import mail

from games.common.outbox.row import OutboxRow
from league.competitions import services
from league.competitions.errors import CompetitionError, NotArbiter
from league.competitions.log.exporting import export
from league.competitions.models import Competition, Entry, ProposedAct
from league.competitions.outbox.post import season_mails
from league.leagues import services as leagues
from league.leagues.errors import NotAllowed
from league.leagues.models import Membership, OrganiserAct, Sanction
from tests.league.competitions.seasons import DAY

WHY = "Insults, twice."
ORGANISER, MEMBER = Membership.Role.ORGANISER, Membership.Role.MEMBER
ACTS = ("suspend", "remove", "ban")


def act(season, how, by, person):
    given = {"league": season.league, "by": by, "person": person}
    if how == "role":
        membership = season.league.memberships.get(user=person)
        return (
            leagues.change_role(league=season.league, by=by, membership=membership, role=MEMBER).role
            == MEMBER
        )
    until = {} if how == "remove" else {"until": season.clock.now + 9 * DAY}
    return getattr(leagues, how)(**given, reason=WHY, **until)


def organises(season, person):
    season.league.memberships.filter(user=person).update(role=ORGANISER)
    return person


@pytest.fixture
def plays(make_season):
    """A running season of three; p1 organises as well, and carl, who does not play, is there."""
    season = make_season().begin(3)
    season.own = organises(season, season.competition.entries.get(number=1).user)
    season.rival = season.competition.entries.get(number=2).user
    return season


@pytest.mark.parametrize("how", ACTS)
def test_an_organiser_who_plays_is_refused_while_another_is_outside(plays, how):
    with pytest.raises(NotAllowed, match="Ask another organiser: you and p2 both play in Season 3"):
        act(plays, how, plays.own, plays.rival)
    assert not OrganiserAct.objects.filter(about=plays.rival).exists()
    assert act(plays, how, plays.organiser, plays.rival), "who does not play decides"


@pytest.mark.parametrize("how", ACTS)
def test_nothing_binds_them_about_others_and_once_the_season_is_over(plays, how):
    outsider = plays.member("outsider")
    assert act(plays, how, plays.own, outsider)
    leagues.warn(league=plays.league, by=plays.own, person=plays.rival, reason=WHY)
    Competition.objects.update(state="finished", over_at=plays.clock.now)
    assert act(plays, how, plays.own, plays.rival)


def test_whoever_has_withdrawn_had_an_entry_and_is_bound(plays):
    services.withdraw(competition=plays.competition, user=plays.own)
    with pytest.raises(NotAllowed):
        act(plays, "suspend", plays.own, plays.rival)
    Entry.objects.filter(user=plays.own).update(state=Entry.State.REFUSED)
    assert act(plays, "suspend", plays.own, plays.rival)


def test_they_take_no_role_from_an_organiser_outside(plays):
    """Else they would make themselves the only one, and then an arbiter would do."""
    other = organises(plays, plays.member("other"))
    with pytest.raises(NotAllowed, match="you play in Season 3, and other does not"):
        act(plays, "role", plays.own, other)
    organises(plays, plays.rival)
    assert act(plays, "role", plays.own, plays.rival), "who plays as well may be made a member"
    assert act(plays, "role", plays.organiser, other), "those outside may"


@pytest.mark.parametrize("how", [*ACTS, "role"])
@pytest.mark.parametrize("confirms", [True, False])
def test_an_arbiter_confirms_it_where_nobody_else_is_outside(
    plays, how, confirms, client_of, django_assert_max_num_queries
):
    season = plays
    if how == "role":  # carl is outside, alone: the proposal is about carl
        person = season.organiser
    else:
        person = season.rival
        season.league.memberships.filter(user=season.organiser).update(role=MEMBER)
    version = season.competition.version
    assert not act(season, how, season.own, person)
    assert season.refresh().competition.version > version, "open pages look again"
    assert not act(season, how, season.own, person), "asked again, it is the same"
    kinds = OrganiserAct.objects.filter(about=person).values_list("kind", flat=True)
    assert not kinds.exists() and not Sanction.objects.exists()
    proposed = ProposedAct.objects.get()
    rows = list(OutboxRow.objects.filter(payload__occasion="proposed"))
    assert [row.payload["user"] for row in rows] == [season.arbiter.pk]
    list(season_mails.send(rows))
    page = f"{season.competition.get_absolute_url()}desk/acts/{proposed.pk}/"
    assert page in mail.outbox[-1].body

    for nobody in (season.own, season.rival):
        with pytest.raises(NotArbiter):
            services.decide(act=proposed, by=nobody, confirms=True)
        assert client_of(nobody).get(page).status_code == 404
    arbiter = client_of(season.arbiter)
    desk = arbiter.get(f"{season.competition.get_absolute_url()}desk/").content.decode()
    assert page in desk
    with django_assert_max_num_queries(16):
        shown = arbiter.get(page).content.decode()
    assert 'value="confirm"' in shown and (how == "role" or WHY in shown)
    version = season.competition.version
    for _twice in range(2):
        assert arbiter.post(page, {"answer": "confirm" if confirms else "refuse"}).status_code == 302
    proposed.refresh_from_db()
    assert (proposed.is_confirmed, proposed.decided_by) == (confirms, season.arbiter)
    assert season.refresh().competition.version > version
    done = OrganiserAct.objects.filter(about=person)
    assert [each.by for each in done] == ([season.own] if confirms else [])
    if confirms:
        [one] = done
        log = client_of(season.own).get(f"/l/{season.league.slug}/desk/log/").content.decode()
        assert one.facts["confirmed"] and "An arbiter of a season in which they play confirmed it." in log
    if how == "role":
        assert season.league.memberships.get(user=person).role == (MEMBER if confirms else ORGANISER)
    told = list(OutboxRow.objects.filter(payload__occasion="proposal_decided"))
    assert [row.payload["user"] for row in told] == [season.own.pk]
    list(season_mails.send(told))
    log = [each["kind"] for each in export(season.competition, season.clock.now)["log"]]
    assert [each for each in log if each.startswith("act-")] == [
        "act-proposed",
        "act-confirmed" if confirms else "act-refused",
    ]
    public = (
        client_of(season.rival)
        .get(f"{season.competition.get_absolute_url()}log/?part=season")
        .content.decode()
    )
    assert ("An arbiter confirmed it." if confirms else "An arbiter refused it.") in public
    assert WHY not in public


def test_nobody_confirms_what_is_about_themselves(plays):
    arbiter = organises(plays, plays.arbiter)
    plays.league.memberships.filter(user=plays.organiser).update(role=MEMBER)
    assert not act(plays, "role", plays.own, arbiter)
    with pytest.raises(NotArbiter, match="This is about you"):
        services.decide(act=ProposedAct.objects.get(), by=arbiter, confirms=False)
    assert not OutboxRow.objects.filter(payload__occasion="proposed").exists()


def test_what_can_be_done_no_more_is_refused_with_the_league_s_reason(plays):
    plays.league.memberships.filter(user=plays.organiser).update(role=MEMBER)
    act(plays, "suspend", plays.own, plays.rival)
    proposed = ProposedAct.objects.get()
    plays.clock.pass_(days=10)
    with pytest.raises(CompetitionError, match="a later end"):
        services.decide(act=proposed, by=plays.arbiter, confirms=True)
    proposed.refresh_from_db()
    assert proposed.decided_at is None
    services.decide(act=proposed, by=plays.arbiter, confirms=False)


@pytest.fixture
def shared(plays):
    """What arbiters of two seasons have to confirm, who share p1 and p2; and the second's arbiter."""
    plays.league.memberships.filter(user=plays.organiser).update(role=MEMBER)
    first = Competition.objects.get()
    second = Competition.objects.get()
    second.pk, second.code, second.name = None, "second00", "Season 4"
    second.save()
    judge = plays.member("judge")
    second.arbiters.create(user=judge, named_at=plays.clock.now)
    for number, person in enumerate((plays.own, plays.rival), start=1):
        Entry.objects.create(
            competition=second, number=number, user=person, state="accepted", entered_at=plays.clock.now
        )
    assert not act(plays, "remove", plays.own, plays.rival)
    here, there = (ProposedAct.objects.get(competition=each) for each in (first, second))
    return here, there, judge


def test_two_seasons_that_they_share_ask_an_arbiter_of_each(plays, shared):
    here, there, judge = shared
    with pytest.raises(NotArbiter):
        services.decide(act=there, by=plays.arbiter, confirms=True)
    services.decide(act=here, by=plays.arbiter, confirms=True)
    assert plays.league.memberships.filter(user=plays.rival).exists(), "the other season’s has not said so"
    services.decide(act=there, by=judge, confirms=True)
    assert not plays.league.memberships.filter(user=plays.rival).exists()


def test_a_season_that_has_ended_meanwhile_is_not_waited_for(plays, shared):
    here, there, judge = shared
    Competition.objects.filter(pk=here.competition_id).update(state="finished", over_at=plays.clock.now)
    services.decide(act=there, by=judge, confirms=True)
    assert not plays.league.memberships.filter(user=plays.rival).exists()


def test_the_pages_say_why_a_button_is_missing(plays, client_of):
    client, slug = client_of(plays.own), plays.league.slug
    members, person = f"/l/{slug}/members/", f"/l/{slug}/desk/p/p2/"
    said = "Ask another organiser: you and p2 both play in Season 3."
    shown = client.get(person).content.decode()
    assert said in shown and 'name="suspend-reason"' not in shown and 'name="warn-reason"' in shown
    removal = client.get(f"{person}remove/").content.decode()
    assert said in removal and 'name="reason"' not in removal
    listed = client.get(members).content.decode()
    assert "You play in Season 3, and so do all other organisers but carl." in listed
    organises(plays, plays.member("other"))
    listed = client.get(members).content.decode()
    assert "Ask another organiser: you play in Season 3, and carl does not." in listed
    assert "does not" not in client_of(plays.organiser).get(members).content.decode()
    plays.league.memberships.filter(user__username="other").update(role=MEMBER)
    answer = client.post(person, {"act": "suspend", "suspend-reason": WHY, "suspend-until": "2027-09-09"})
    assert said in answer.content.decode() and not Sanction.objects.exists()
    assert said not in client_of(plays.organiser).get(person).content.decode()

    plays.league.memberships.filter(user=plays.organiser).update(role=MEMBER)
    shown = client.get(person).content.decode()
    assert "An arbiter of the season has to confirm it first." in shown and 'name="suspend-reason"' in shown
    answer = client.post(
        person, {"act": "suspend", "suspend-reason": WHY, "suspend-until": "2027-09-09"}, follow=True
    )
    assert "An arbiter of the season is asked first." in answer.content.decode()
    assert ProposedAct.objects.get().reason == WHY
