"""What the desk and its mails do when something refuses: the words are still there, the rows still open."""

from __future__ import annotations

import smtplib
import uuid
from datetime import timedelta

import pytest
from django.core import mail
from django.core.mail.backends.locmem import EmailBackend
from django.urls import reverse

from games.common import clock
from games.common.guards import limits
from games.common.outbox.delivery import deliver
from games.common.outbox.row import OutboxRow
from league.leagues import services
from league.leagues.errors import LeagueError
from league.leagues.models import Announcement, Preset, Report, Sanction
from league.leagues.services.reports import report
from league.leagues.views import announcing, reporting

pytestmark = pytest.mark.django_db

WHY = "Insults in game k7x."


def at(name: str, *more: object) -> str:
    return reverse(f"leagues:{name}", args=["calais", *more])


@pytest.fixture
def once(monkeypatch):
    """Let a limit be reached by the first time."""

    def set_to(module, name: str) -> None:
        monkeypatch.setattr(module, name, limits.Limit(name.lower(), 0, 3600))

    return set_to


def test_an_announcement_too_many_is_still_in_its_form(client_of, calais, carl, once):
    once(announcing, "ANNOUNCEMENTS")
    answer = client_of(carl).post(at("announce"), {"title": "Season 2", "text": "Begins in May."})
    assert answer.status_code == 429
    assert "Season 2" in answer.text and "Begins in May." in answer.text
    assert not Announcement.objects.exists()


def test_a_report_too_many_is_still_in_its_form(client_of, calais, ada, ben, once):
    once(reporting, "REPORTS")
    answer = client_of(ada).post(f"{at('report')}?person=ben", {"reason": "Spams all of us."})
    assert answer.status_code == 429
    assert "Spams all of us." in answer.text
    assert not Report.objects.exists()


def test_a_second_extension_waits_for_the_first_and_keeps_its_reason(client_of, calais, carl):
    given = {"hours": 24, "sure": "on"}
    desk = client_of(carl)
    for reason in ("The server was down.", "A public holiday."):
        answer = desk.post(at("extend"), given | {"reason": reason, "key": uuid.uuid4()})
    assert answer.status_code == 200
    assert "Another extension is under way" in answer.text and "A public holiday." in answer.text
    assert calais.extensions.count() == 1


def test_a_preset_too_many_is_refused(calais, carl, monkeypatch):
    monkeypatch.setattr("league.leagues.services.presets.MOST", 1)
    given = {"league": calais, "by": carl, "values": {}, "pace": {}, "absence": {}}
    services.save_preset(name="First", **given)
    with pytest.raises(LeagueError):
        services.save_preset(name="Second", **given)
    services.save_preset(name="First", **given)  # in place of itself
    assert Preset.objects.get().name == "First"


def test_who_was_removed_can_be_banned_from_their_page_and_not_removed_again(client_of, calais, carl, ben):
    services.remove(league=calais, by=carl, person=ben, reason=WHY)
    desk = client_of(carl)
    assert at("remove", "ben") in desk.get(at("person", "ben")).text
    assert 'value="remove"' not in desk.get(at("remove", "ben")).text
    day = (clock.now() + timedelta(days=8)).date().isoformat()
    desk.post(at("remove", "ben"), {"how": "until", "until": day, "reason": WHY})
    assert Sanction.objects.get().until.date().isoformat() == day


def test_reports_that_wait_are_on_the_desk(client_of, calais, ada, ben, carl):
    report(league=calais, user=ada, about=ben, reason="Spams.")
    shown = client_of(carl).get(at("desk")).text
    assert "1 report to decide" in shown and at("reports") in shown


@pytest.fixture
def refusing(ben, monkeypatch):
    """The mail server refuses ben with the code that `refusing` holds."""
    code, send = [550], EmailBackend.send_messages

    def refuse(self, messages):
        if messages[0].to == [ben.email] and code:
            raise smtplib.SMTPRecipientsRefused({ben.email: (code[0], b"no")})
        return send(self, messages)

    monkeypatch.setattr(EmailBackend, "send_messages", refuse)
    return code


def waiting() -> int:
    return OutboxRow.objects.filter(topic="league_mail", sent_at=None).count()


def test_an_address_that_is_refused_for_good_is_noted_and_tried_no_more(calais, ada, ben, carl, refusing):
    for person in (ben, ada):
        services.warn(league=calais, by=carl, person=person, reason=WHY)
    deliver()
    assert waiting() == 0
    assert [each.to for each in mail.outbox] == [[ada.email]], "it costs the others nothing"
    ben.refresh_from_db()
    assert (ben.refusals, ben.refused_address) == (1, ben.email)


def test_a_mail_that_is_refused_for_now_stays_open(calais, ben, carl, refusing):
    refusing[0] = 450
    services.warn(league=calais, by=carl, person=ben, reason=WHY)
    deliver()
    assert waiting() == 1
    ben.refresh_from_db()
    assert ben.refusals == 0
