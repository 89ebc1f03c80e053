"""Announcing a season: one e-mail to all members, if the organiser wants it, and a link to pass on."""

from __future__ import annotations

import pytest
from django.core import mail
from django.urls import reverse

from games.common.outbox.registry import handlers_of
from games.common.outbox.row import OutboxRow
from league.competitions import services
from tests.html_tree import tree

pytestmark = pytest.mark.django_db

WANTS = {
    "both": {"mail_openings": True, "mail_leagues": True},
    "openings": {"mail_openings": True, "mail_leagues": False},
    "leagues": {"mail_openings": False, "mail_leagues": True},
    "neither": {"mail_openings": False, "mail_leagues": False},
}


@pytest.fixture
def members(make_season):
    """A draft, and members of its league with every pair of wishes."""
    season = make_season()
    for name, wishes in WANTS.items():
        person = season.member(name)
        for wish, wanted in wishes.items():
            setattr(person, wish, wanted)
        person.save()
    return season


def mailed(season):
    """Who of them had how many e-mails that it takes entries."""
    mail.outbox.clear()
    for topic in ("season_opening", "season_mail"):
        while rows := list(OutboxRow.objects.filter(topic=topic).order_by("pk")):
            OutboxRow.objects.filter(pk__in=[row.pk for row in rows]).delete()
            for handler in handlers_of(topic):
                list(handler(rows))
    told = [message for message in mail.outbox if "takes entries" in message.subject]
    return sorted(
        message.to[0].partition("@")[0] for message in told if message.to[0].partition("@")[0] in WANTS
    )


def announce(client_of, season, **data):
    page = reverse("tournaments:announce", args=["calais", season.competition.code])
    return client_of(season.organiser).post(page, data)


def test_one_mail_to_each_member_who_wants_what_organisers_announce(client_of, members):
    announce(client_of, members, mail="on")
    assert mailed(members) == ["both", "leagues", "openings"]  # each once
    announce(client_of, members, mail="on")  # pressed twice
    assert mailed(members) == []


def test_without_the_tick_only_those_are_mailed_who_asked_for_openings(client_of, members):
    announce(client_of, members)
    assert mailed(members) == ["both", "openings"]


def test_the_tick_is_offered_but_for_seasons_by_invitation(client_of, make_season):
    season = make_season()
    page = reverse("tournaments:announce", args=["calais", season.competition.code])
    shown = tree(client_of(season.organiser).get(page).content.decode())
    assert "checked" in shown.one("input", name="mail").attributes
    rules = dict(season.competition.rules) | {"invitation": True}
    type(season.competition).objects.filter(pk=season.competition.pk).update(rules=rules)
    assert not list(tree(client_of(season.organiser).get(page).content.decode()).all("input", name="mail"))


def test_organisers_find_links_to_copy_and_others_do_not(client_of, ada, make_season, calais):
    season = make_season()
    services.announce(competition=season.competition, by=season.organiser)
    for path in (season.competition.get_absolute_url(), calais.get_absolute_url()):
        shown = tree(client_of(season.organiser).get(path).content.decode())
        field = next(
            each for each in shown.all("input", readonly=True) if each.attributes["id"].startswith("link-")
        )
        assert field.attributes["value"] == f"http://testserver{path}"
        assert shown.one("button", data_copy=field.attributes["id"])
        assert 'id="link-' not in client_of(ada).get(path).content.decode()
