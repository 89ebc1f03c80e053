"""Arbiters of a season without money are told that they were named, and say no by one button."""

from __future__ import annotations

import pytest
from django.core import mail
from django.urls import reverse

from games.common.outbox.row import OutboxRow
from league.competitions import services
from league.competitions.errors import NoArbiter, NotInState
from league.competitions.log.exporting import export
from league.competitions.models import Competition
from league.competitions.outbox.post import season_mails
from league.competitions.services.appointing import appoint_arbiter, step_down
from league.competitions.services.founding import arbiters_now
from tests.conftest import make_user

SAYS = {
    "en": (
        "You’re an arbiter of the season",
        "doesn’t want to be an arbiter",
        "No one can rule on its results.",
    ),
    "fr": ("Vous êtes arbitre de la saison", "ne veut pas être arbitre", "Personne ne peut trancher"),
}


def mailed(occasion):
    """Send the mails of an occasion; what they say, by address, and no row is left."""
    rows = OutboxRow.objects.filter(topic="season_mail", payload__occasion=occasion)
    mail.outbox.clear()
    list(season_mails.send(list(rows)))
    rows.delete()
    return {each.to[0]: each.subject + each.body for each in mail.outbox}


@pytest.mark.parametrize("language", ["en", "fr"])
def test_arbiters_are_mailed_when_they_are_announced_named_and_appointed(make_season, language):
    season = make_season()
    season.arbiter.language = language
    season.arbiter.save()
    assert mailed("arbiter") == {}, "a draft that is saved tells nobody"
    season.announce()
    sent = mailed("arbiter")
    assert set(sent) == {season.arbiter.email}
    page = reverse("tournaments:own-part", args=["calais", season.competition.code])
    assert SAYS[language][0] in sent[season.arbiter.email] and page in sent[season.arbiter.email]
    later, last, root = season.member("later"), season.member("last"), make_user("root")
    for _twice in range(2):
        services.name_arbiter(competition=season.competition, by=season.organiser, user=later)
        appoint_arbiter(competition=season.competition, user=last, by_admin=root, reason="The other is ill.")
    sent = mailed("arbiter")
    assert set(sent) == {later.email, last.email} and "The other is ill." in sent[last.email]


def test_who_names_themselves_is_not_mailed(make_season):
    season = make_season()
    services.update_season(
        competition=season.competition,
        by=season.organiser,
        rules=season.competition.terms,
        arbiters=[season.organiser],
    )
    season.announce()
    assert mailed("arbiter") == {}


@pytest.mark.parametrize("language", ["en", "fr"])
def test_an_arbiter_says_no_by_one_button_which_the_log_tells(season, client_of, language):
    season.organiser.language = language
    season.organiser.save()
    page = reverse("tournaments:own-part", args=["calais", season.competition.code])
    played = season.play(season.entry(2), season.entry(1))
    client = client_of(season.arbiter)
    home = season.competition.get_absolute_url()
    assert page in client.get(home).content.decode()
    shown = client.get(page).content.decode()
    assert "No, thank you" in shown and "I agree" not in shown
    for person in (season.organiser, played.by.user):
        assert client_of(person).get(page).status_code == client_of(person).post(page).status_code == 404
    for _twice in range(2):
        assert client.post(page).status_code == 302
    assert client.get(f"{home}desk/").status_code == 404, "their powers have ended"
    assert arbiters_now(season.competition) == []
    sent = mailed("stepped_down")
    assert set(sent) == {season.organiser.email}
    for words in SAYS[language][1:]:
        assert words in sent[season.organiser.email]
    log = [each["kind"] for each in export(season.competition, season.clock.now)["log"]]
    assert log.count("arbiter-named") == log.count("arbiter-left") == 1
    services.name_arbiter(competition=season.competition, by=season.organiser, user=season.arbiter)
    assert arbiters_now(season.competition) == [season.arbiter]


def test_an_arbiter_of_a_draft_says_no_and_it_is_not_announced(make_season, client_of):
    season = make_season()
    page = reverse("tournaments:own-part", args=["calais", season.competition.code])
    client = client_of(season.arbiter)
    assert client.get(page).status_code == 200
    assert client.post(page, follow=True).status_code == 200
    assert client.get(page).status_code == 404, "drafts are hidden"
    assert "arbiters/" not in mailed("stepped_down")[season.organiser.email], "the draft is edited"
    with pytest.raises(NoArbiter):
        season.announce()


def test_nobody_steps_down_once_the_season_is_over(season):
    Competition.objects.update(state="finished", over_at=season.clock.now)
    with pytest.raises(NotInState):
        step_down(competition=season.competition, user=season.arbiter)
    step_down(competition=season.competition, user=season.organiser)  # who is none
    assert arbiters_now(season.competition) == [season.arbiter]
