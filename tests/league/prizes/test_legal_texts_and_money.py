"""Real money needs the operator's legal texts to begin, and nothing more of them to go on."""

from __future__ import annotations

from pathlib import Path

import pytest
from django.core.checks import run_checks
from django.urls import reverse

from league.competitions import services
from league.competitions.models import Competition
from league.prizes.errors import NotAgreed
from league.prizes.models import Payout, Proposal, Refund
from league.prizes.services.checks import check_legal_texts
from league.prizes.services.payouts.confirming import confirm
from league.prizes.services.payouts.paying_out import claim, hand_refund, pay
from league.server.legal_texts import LegalText
from tests.league.prizes.money_seasons import FEE, let_agree
from tests.league.prizes.pages import at, text_of

pytestmark = pytest.mark.django_db

EUROS = {"currency": "EUR", "online": False, "guarantor": ""}
LACKS = (
    "Missing on this site: Terms of use. Its operator has to write them before a season with real money can "
    "be announced."
)


@pytest.fixture
def real(settings):
    settings.PRIZES_REAL_MONEY, settings.PRIZES_OPERATOR = True, "Relais Jeux"
    return settings


@pytest.fixture
def folder(settings, tmp_path) -> Path:
    """Notice and privacy are there, terms are not."""
    for text in (LegalText.NOTICE, LegalText.PRIVACY):
        (tmp_path / text.file_name("fr")).write_text("Les Postes")
    settings.LEGAL_TEXTS = str(tmp_path)
    return tmp_path


def at_announcing(season) -> str:
    return reverse("tournaments:announce", args=[season.league.slug, season.competition.code])


def agreed(season):
    let_agree(season.competition)
    return season.refresh()


def test_a_season_in_real_money_is_not_announced_while_a_text_is_missing(
    make_money_season, real, folder, client_of
):
    season = agreed(make_money_season(EUROS))
    with pytest.raises(NotAgreed) as refused:
        services.announce(competition=season.competition, by=season.organiser)
    assert str(refused.value) == LACKS
    assert season.refresh().competition.is_draft
    for address in (at("trust", season), at_announcing(season)):
        page = text_of(client_of(season.organiser).get(address))
        assert LACKS in page and "LEGAL_TEXTS" not in page


def test_it_is_once_all_three_are_there(make_money_season, real, folder, settings):
    season = agreed(make_money_season(EUROS))
    (folder / "terms.en.txt").write_text("Be kind.")
    settings.LEGAL_TEXTS = f"{folder}/."  # as another process reads it
    services.announce(competition=season.competition, by=season.organiser)
    assert season.refresh().competition.state == Competition.State.ANNOUNCED


def test_a_season_that_is_on_takes_fees_refunds_and_pays_out_as_before(make_money_season, real):
    season = make_money_season(EUROS).agree()
    season.announce()
    real.LEGAL_TEXTS = ""
    for number in range(1, 4):
        season.enter_and_pay(f"p{number}")
    leaves = season.enter_and_pay("p4")
    services.withdraw(competition=season.competition, user=leaves.user)
    back = hand_refund(refund=Refund.objects.get(), by=season.henrik, reference="back")
    assert (back.state, back.amount) == ("done", FEE)
    season.start().finish()
    proposal = Proposal.objects.get(book=season.book, state="open")
    for person in (season.henrik, season.ines):
        confirm(proposal=proposal, by=person, sha256=proposal.sha256)
    prize = Payout.objects.order_by("rank").first()
    claim(payout=prize, user=prize.entry.user, pay_to="FR76")
    assert pay(payout=prize, by=season.henrik, reference="SEPA").state == "paid"


def test_play_money_needs_none(make_money_season, folder, client_of):
    season = agreed(make_money_season())
    assert "Missing on this site" not in text_of(client_of(season.organiser).get(at("trust", season)))
    services.announce(competition=season.competition, by=season.organiser)


@pytest.mark.parametrize(("is_on", "count"), [(True, 1), (False, 0)])
def test_check_warns_where_real_money_is_on(settings, folder, is_on, count):
    settings.PRIZES_REAL_MONEY = is_on
    found = [each for each in run_checks() if each.id == "prizes.W001"]
    assert len(found) == count
    for each in found:
        assert "PRIZES_REAL_MONEY" in each.msg and each.msg.endswith("no words for terms.")
        assert f"LEGAL_TEXTS names, {folder}: terms.en.txt or terms.fr.txt" in each.hint


def test_check_says_where_to_begin_and_then_nothing(settings):
    settings.PRIZES_REAL_MONEY = True
    assert check_legal_texts() == []
    settings.LEGAL_TEXTS = ""
    (warning,) = check_legal_texts()
    assert warning.msg.endswith("no words for notice, privacy, terms.")
    assert "name it in LEGAL_TEXTS" in warning.hint
