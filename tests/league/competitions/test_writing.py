"""An e-mail to everyone in a season, by those who run it, once a form."""

from __future__ import annotations

import uuid

import pytest
from django.core import mail
from django.urls import reverse

from games.common.outbox.row import OutboxRow
from league.competitions import services
from league.competitions.errors import NotArbiter, NoWords
from league.competitions.log.exporting import export
from league.competitions.models import Circular
from league.competitions.outbox.post import season_mails
from league.competitions.rules.canonical import written
from league.competitions.rules.common_rules import Names

TEXT = "The site is moved on Sunday.\nNobody loses time."


def at(name, season, *args):
    return reverse(f"tournaments:{name}", args=["calais", season.competition.code, *args])


def write(season, by, **given):
    values = {"text": TEXT, "key": uuid.uuid4()} | given
    return services.write_to_entrants(competition=season.competition, by=by, **values)


def test_all_who_are_in_it_are_written_to_once_a_form(season):
    services.withdraw(competition=season.competition, user=season.entry(4).user)
    OutboxRow.objects.all().delete()
    key = uuid.uuid4()
    made = [write(season, season.organiser, key=key) for _pressed in range(2)]
    assert made[0] == made[1] and made[0].readers == 3
    list(season_mails.send(list(OutboxRow.objects.filter(topic="season_mail"))))
    assert {each.to[0] for each in mail.outbox} == {season.entry(rank).user.email for rank in (1, 2, 3)}
    assert len(mail.outbox) == 3
    assert all(TEXT.splitlines()[1] in each.body and "carl writes:" in each.body for each in mail.outbox)


def test_the_log_says_that_somebody_wrote_and_not_what(season, client_of, visitor):
    version = season.refresh().competition.version
    made = write(season, season.organiser)
    assert season.refresh().competition.version > version, "an export that was kept is made anew"
    log = visitor.get(f"{at('log', season)}?part=season").content.decode()
    assert "An e-mail went to all entrants" in log and "by carl" in log
    exported = export(season.competition, season.clock.now)
    rows = [row for row in exported["log"] if row["kind"] == "written"]
    assert rows == [{"at": written(made.at), "kind": "written", "by": "carl"}]
    for line in TEXT.splitlines():
        assert line not in log and line not in str(exported)


def test_where_people_are_numbers_the_export_names_nobody_who_wrote(make_season):
    season = make_season(names=Names.NUMBERS).begin(4)
    write(season, season.organiser)
    exported = export(season.competition, season.clock.now)
    assert [row["by"] for row in exported["log"] if row["kind"] == "written"] == [None]


def test_only_those_write_who_run_the_season(season):
    for who in (season.entry(1).user, season.member("guest")):
        with pytest.raises(NotArbiter):
            write(season, who)
    with pytest.raises(NoWords):
        write(season, season.arbiter, text=" ")
    services.enter(competition=season.competition, user=season.organiser)
    with pytest.raises(NotArbiter):
        write(season, season.organiser)
    assert not Circular.objects.exists()


@pytest.mark.slow
def test_organisers_look_on_and_write_and_only_arbiters_act(season, client_of):
    season.begin_game(season.entry(2), season.entry(1))
    organiser, arbiter = client_of(season.organiser), client_of(season.arbiter)
    desk = organiser.get(at("desk", season)).content.decode()
    assert "Organisers’ desk" in desk and at("write", season) in desk and "against" in desk
    assert at("extend", season) not in desk
    assert organiser.get(at("extend", season)).status_code == 404
    assert at("extend", season) in arbiter.get(at("desk", season)).content.decode()
    for name in ("desk", "write"):
        assert client_of(season.entry(1).user).get(at(name, season)).status_code == 404
    key = organiser.get(at("write", season)).context["form"].initial["key"]
    assert "Write something first." in organiser.post(at("write", season), {"key": key}).content.decode()
    assert organiser.post(at("write", season), {"key": key, "text": TEXT}).status_code == 302
    assert "Nobody loses time." in arbiter.get(at("write", season)).content.decode()
