"""Cancelling a season with real money takes two: one proposes, a treasurer or the site's team answers."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.core import mail as sent
from django.urls import reverse

from games.common import clock
from games.common.outbox.row import OutboxRow
from league.competitions import services
from league.competitions.errors import NoReason, NotArbiter, NotInState, PlaysHere, TakesTwo
from league.competitions.log.exporting import export
from league.competitions.models import Competition
from league.prizes.book.closed import is_closed
from league.prizes.errors import (
    AlreadyDecided,
    AlreadyProposed,
    NotTheSecond,
    NotTrusted,
    NotYetYours,
    ProposedLately,
)
from league.prizes.models import CancelProposal, TrustStep
from league.prizes.outbox.post import money_mails
from league.prizes.services.treasurers import cancelling
from league.prizes.services.watching import to_watch, watch
from league.users.models import User
from tests.conftest import make_user
from tests.league.prizes.money_seasons import FEE, MoneySeason
from tests.league.prizes.pages import at, text_of

pytestmark = pytest.mark.django_db

DAY = timedelta(days=1)


@pytest.fixture
def season(make_money_season, settings) -> MoneySeason:
    """In euros, announced; henrik and ines are its treasurers."""
    settings.PRIZES_REAL_MONEY, settings.PRIZES_OPERATOR = True, "Relais Jeux"
    made = make_money_season(
        {"currency": "EUR", "online": False, "guarantor": "", "confirmations": 2}
    ).agree()
    made.announce()
    return made


def propose(season, by=None, reason="Nobody has time."):
    return cancelling.propose(competition=season.competition, by=by or season.henrik, reason=reason)


def steps(season) -> list[tuple[str, str, str]]:
    found = TrustStep.objects.filter(competition=season.competition, kind__startswith="cancel").order_by("pk")
    return list(found.values_list("user__username", "kind", "reason"))


def mailed(season, about: str) -> set[str]:
    rows = OutboxRow.objects.filter(topic="prize_mail", payload__occasion=about)
    people = User.objects.filter(pk__in=[row.payload["user"] for row in rows])
    return set(people.values_list("username", flat=True))


def test_nobody_cancels_it_alone(season):
    for person in (season.henrik, season.organiser):
        with pytest.raises(TakesTwo):
            services.cancel(competition=season.competition, by=person, reason="Enough.")
    assert season.refresh().competition.state == Competition.State.ANNOUNCED


def test_play_money_and_drafts_take_one(money_season, make_money_season):
    with pytest.raises(NotInState):
        propose(money_season)
    money_season.cancel()
    assert money_season.competition.state == Competition.State.CANCELLED


def test_an_arbiter_or_an_organiser_proposes_with_a_reason_and_everybody_is_told(season):
    entrant = season.enter("p1").user
    with pytest.raises(NotArbiter):
        propose(season, entrant)
    with pytest.raises(NoReason):
        propose(season, reason=" ")
    made = propose(season, season.organiser)
    assert (made.treasurers_until - made.at, made.team_until - made.at) == (7 * DAY, 21 * DAY)
    assert steps(season) == [(season.organiser.username, "cancel", "Nobody has time.")]
    assert mailed(season, "cancel_asked") == {"henrik", "ines"}
    assert mailed(season, "cancel_proposed") == {"p1"}
    with pytest.raises(AlreadyProposed):
        propose(season)


def test_payment_is_closed_and_games_go_on_until_it_ends(season):
    entry = season.enter("p1")
    until = entry.pay_by
    made = propose(season)
    assert is_closed(season.competition, online=True) and is_closed(season.competition, online=False)
    assert season.refresh().competition.state == Competition.State.ANNOUNCED
    season.clock(clock.now() + DAY)
    cancelling.answer(proposal=made, by=season.ines, agrees=False, reason="We go on.")
    assert not is_closed(season.competition, online=False)
    assert season.fresh(entry).pay_by == until + 7 * DAY


def test_a_treasurer_who_did_not_propose_it_says_yes_and_fees_go_back(season):
    entry = season.enter_and_pay("p1")
    made = propose(season)
    with pytest.raises(NotTheSecond):
        cancelling.answer(proposal=made, by=season.henrik, agrees=True)
    for person in (season.organiser, entry.user):
        with pytest.raises(NotTrusted):
            cancelling.answer(proposal=made, by=person, agrees=True)
    for _twice in range(2):
        cancelling.answer(proposal=made, by=season.ines, agrees=True)
    cancelled = season.refresh().competition
    assert cancelled.state == Competition.State.CANCELLED
    assert (cancelled.cancelled_by, cancelled.cancel_reason) == (season.henrik, "Nobody has time.")
    assert season.refunds == [(FEE, "due")]
    assert [kind for _name, kind, _reason in steps(season)] == ["cancel", "cancel_yes"]


def test_a_no_with_a_reason_ends_it_and_the_same_person_waits_30_days(season):
    season.enter("p1")
    made = propose(season)
    with pytest.raises(NoReason):
        cancelling.answer(proposal=made, by=season.ines, agrees=False)
    cancelling.answer(proposal=made, by=season.ines, agrees=False, reason="We go on.")
    assert steps(season)[-1] == ("ines", "cancel_no", "We go on.")
    assert mailed(season, "cancel_ended") == {"henrik", "p1"}
    with pytest.raises(AlreadyDecided):
        cancelling.answer(proposal=made, by=season.ines, agrees=True)
    season.clock(clock.now() + 30 * DAY - timedelta(minutes=1))
    with pytest.raises(ProposedLately):
        propose(season)
    other = propose(season, season.ines)
    cancelling.answer(proposal=other, by=season.henrik, agrees=False, reason="No.")
    season.clock(clock.now() + timedelta(minutes=1))
    propose(season)


def test_after_7_days_the_sites_team_decides_and_the_treasurers_no_more(season, carl):
    made, boss = propose(season), make_user("boss")
    with pytest.raises(NotYetYours):
        cancelling.decide(proposal=made, by_admin=boss, agrees=True, reason="Nobody answers.")
    season.clock(made.treasurers_until)
    with pytest.raises(AlreadyDecided):
        cancelling.answer(proposal=made, by=season.ines, agrees=True)
    assert season.competition in to_watch()
    assert watch(season.competition)
    assert not watch(season.competition)
    assert OutboxRow.objects.filter(topic="alarm", payload__occasion="cancel_waits").count() == 1
    with pytest.raises(NoReason):
        cancelling.decide(proposal=made, by_admin=boss, agrees=True, reason="")
    with pytest.raises(NotTheSecond):
        cancelling.decide(proposal=made, by_admin=season.henrik, agrees=True, reason="Mine.")
    cancelling.decide(proposal=made, by_admin=boss, agrees=True, reason="Nobody answers.")
    assert season.refresh().competition.state == Competition.State.CANCELLED
    assert steps(season)[-1] == ("boss", "cancel_yes", "Nobody answers.")


@pytest.mark.parametrize("is_gone", [False, True])
def test_nobody_of_the_team_decides_who_has_or_had_an_entry(season, is_gone):
    made, entry = propose(season), None
    season.clock(made.treasurers_until)
    entry = season.enter("p1")
    if is_gone:
        season.withdraw(entry)
    with pytest.raises(PlaysHere):
        cancelling.decide(proposal=made, by_admin=entry.user, agrees=True, reason="I lose.")


def test_unanswered_by_all_it_lapses_and_payment_opens(season):
    entry = season.enter("p1")
    made = propose(season)
    season.clock(made.team_until - timedelta(seconds=1))
    watch(season.competition)
    assert cancelling.open_proposal(season.competition) == made
    season.clock(made.team_until)
    with pytest.raises(AlreadyDecided):
        cancelling.decide(proposal=made, by_admin=make_user("boss"), agrees=True, reason="Late.")
    watch(season.competition)
    made.refresh_from_db()
    assert made.state == CancelProposal.State.LAPSED
    assert steps(season)[-1] == ("henrik", "cancel_gone", "")
    assert not is_closed(season.competition, online=True)
    assert mailed(season, "cancel_ended") == {"henrik", "p1"}
    assert season.fresh(entry).pay_by == entry.pay_by + 21 * DAY


def test_a_table_that_is_final_first_makes_it_void(season):
    for name in ("p1", "p2", "p3"):
        season.enter_and_pay(name)
    season.start()
    season.clock(season.competition.ends_at - DAY)
    made = propose(season)
    season.finish()
    made.refresh_from_db()
    assert made.state == CancelProposal.State.VOID
    assert steps(season)[-1] == ("henrik", "cancel_void", "")
    assert not is_closed(season.competition, online=True)
    with pytest.raises(AlreadyDecided):
        cancelling.answer(proposal=made, by=season.ines, agrees=True)


def test_the_log_and_the_export_tell_every_step(season, client_of):
    made = propose(season)
    cancelling.answer(proposal=made, by=season.ines, agrees=False, reason="We go on.")
    rows = [
        row for row in export(season.refresh().competition, clock.now())["log"] if row["kind"] == "cancelling"
    ]
    assert [row["step"] for row in rows] == ["cancel", "cancel_no"]
    log = text_of(
        client_of(season.organiser).get(reverse("tournaments:log", args=place(season)), {"part": "season"})
    )
    statement = text_of(client_of(season.organiser).get(at("statement", season)))
    for page in (log, statement):
        assert all(
            words in page for words in ("proposed to cancel the season", "Nobody has time.", "We go on.")
        )


def send() -> None:
    """The e-mails about money of all rows; what was asked and answered meanwhile is not sent."""
    rows = list(OutboxRow.objects.filter(topic="prize_mail").order_by("pk"))
    assert not any(failures for _part, failures in money_mails.send(rows))


def place(season) -> list[str]:
    return [season.league.slug, season.competition.code]


def test_the_cancel_page_goes_to_the_one_that_proposes(season, client_of):
    page, browser = at("cancelling", season), client_of(season.organiser)
    assert browser.get(reverse("tournaments:cancel", args=place(season))).headers["Location"] == page
    assert "takes two people" in text_of(browser.get(page))
    assert "This field is required." in text_of(browser.post(page, {"reason": ""}))
    assert browser.post(page, {"reason": "Nobody has time."}).status_code == 302
    shown = text_of(browser.get(page))
    assert "Nobody has time." in shown and "Send your answer" not in shown
    assert browser.post(page, {"agrees": "yes"}).status_code == 404
    assert client_of(season.enter("p1").user).get(page).status_code == 404


def test_a_treasurer_finds_it_on_the_desk_and_answers(season, client_of):
    propose(season, season.organiser)
    page, browser = at("cancelling", season), client_of(season.ines)
    desk = reverse("tournaments:desk", args=place(season))
    assert "Proposal to cancel the season" in text_of(browser.get(desk))
    assert "Say why the season goes on." in text_of(browser.post(page, {"agrees": "no", "reason": ""}))
    assert browser.post(page, {"agrees": "no", "reason": "We go on."}).status_code == 302
    assert "Proposal to cancel the season" not in text_of(browser.get(desk))
    assert "We go on." in text_of(browser.get(page))


def test_the_sites_team_answers_in_the_admin(season, client):
    made, boss = propose(season), make_user("boss", is_staff=True, is_superuser=True)
    season.clock(made.treasurers_until)
    client.force_login(boss)
    page = reverse("admin:prizes_cancelproposal_decide", args=[made.pk])
    assert page in client.get(reverse("admin:prizes_cancelproposal_changelist")).content.decode()
    assert "Nobody has time." in text_of(client.get(page))
    assert client.post(page, {"agrees": "no", "reason": "It can be saved."}).status_code == 302
    made.refresh_from_db()
    assert (made.state, made.answer) == (CancelProposal.State.REFUSED, "It can be saved.")
    assert client.get(page).status_code == 404


def test_the_mails_say_who_why_and_by_when(season):
    season.enter("p1")
    made = propose(season)
    send()
    cancelling.answer(proposal=made, by=season.ines, agrees=False, reason="We go on.")
    send()
    letters = {(each.to[0].split("@")[0], each.subject): each.body for each in sent.outbox}
    asked = next(body for (to, subject), body in letters.items() if to == "ines" and "cancelled?" in subject)
    assert "Nobody has time." in asked and "/money/cancelling/" in asked
    told = [body for (to, _subject), body in letters.items() if to == "p1"]
    assert any("payment is closed" in body for body in told)
    assert any("Payment is open again" in body and "We go on." in body for body in told)
