"""A season in euros in which people say no: an arbiter, a guarantor, a treasurer; once no one says anything.

Carl organises, in English. All others read French, and everyone reads on a phone: Eve holds what is paid,
Ivy is the second treasurer, Kim guarantees; Hal and Gus have other plans; Ada and Ben play. Without a
provider's keys real money comes offline alone. Days without an answer pass by moving the rows that wait.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from playwright.sync_api import expect

from tests import migrated
from tests.browser.clockwork import in_the_house
from tests.browser.looking import spoken_faults
from tests.browser.money import (
    LEAGUE,
    Payer,
    also_pay,
    do,
    figure,
    games_are_played,
    last_day_passes,
    opener,
    people_come,
    season_begins,
)
from tests.browser.window import PHONE, PHONE_IN_FRENCH
from tests.house.process import house
from tests.league.prizes.check_book import check

pytestmark = [pytest.mark.browser, pytest.mark.long, pytest.mark.slow]

REAL_MONEY = {
    "PRIZES_REAL_MONEY": "1",
    "PRIZES_OPERATOR": "Relais Jeux",
    "PRIZES_SITE_PERCENT": "0",
    "PRIZES_FEE_CAP": "0",
    "STRIPE_SECRET_KEY": "",
    "STRIPE_WEBHOOK_SECRET": "",
    "LEGAL_TEXTS": str(settings.LEGAL_TEXTS),
}
FRENCH = ("ada", "ben", "eve", "gus", "hal", "ivy", "kim")
IN_FRENCH: dict[str, Any] = {"locale": "fr-FR", "timezone_id": "Europe/Paris", "viewport": PHONE}

OLD_ACCOUNT = "Eve Martin, FR76 3000 6000 0112 3456 7890 189"
NEW_ACCOUNT = "Eve Martin, FR14 2004 1010 0505 0001 3M02 606"
NO_TRANSFERS = "Ne virez rien en ce moment."
NO_PAYMENTS = "Ne payez rien en ce moment."
CANCELLING = 'main a[href$="/money/cancelling/"] >> nth=0'
CLAIM = 'main a[href^="/money/claims/"]'
BY_HAND = "Virement ou espèces"

SPEAK_FRENCH = """
from league.users.models import User
User.objects.filter(username__in={names!r}).update(language="fr", time_zone="Europe/Paris")
"""

UNANSWERED = """
from django.db.models import F
from league.prizes.services.treasurers import cancelling
gone = timedelta(days={days})
waiting = cancelling.open_proposal(season)
moments = ("at", "treasurers_until", "team_until")
CancelProposal.objects.filter(pk=waiting.pk).update(**{{name: F(name) - gone for name in moments}})
PaymentClosing.objects.filter(competition=season, opened_at=None).update(closed_at=F("closed_at") - gone)
watching.watch_all()
waiting.refresh_from_db()
print(waiting.state)
"""

SETTLED = """
from league.prizes.book.settled import unsettled
print(unsettled().filter(competition=season).exists())
"""


def test_a_season_in_euros_in_which_people_say_no_is_paid_out(
    open_window: Callable[..., Any], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name, value in REAL_MONEY.items():
        monkeypatch.setenv(name, value)
    migrated.copy_to(tmp_path / migrated.NAME)
    with house(tmp_path, "--no-demo", DEBUG="0") as (address, _process, said):
        people_come(tmp_path, "lou", "mia")
        in_the_house(tmp_path, "shell", "-c", SPEAK_FRENCH.format(names=FRENCH))
        comes = opener(open_window, address, monkeypatch)
        carl = comes("carl", viewport=PHONE)
        eve, ivy, hal, gus, kim = (comes(name, **IN_FRENCH) for name in ("eve", "ivy", "hal", "gus", "kim"))
        drafts_a_season_in_euros(carl)
        ada, ben = comes("ada", **IN_FRENCH), comes("ben", **PHONE_IN_FRENCH)
        for each in (eve, ivy, hal, gus, kim, ada, ben):
            each.season = carl.season
        two_say_no(carl, hal, gus)
        another_guarantor_is_named(carl, kim)
        all_agree_and_it_is_announced(carl, eve, ivy, kim)
        one_pays_and_one_is_about_to(ada, ben, eve)
        other_details_wait_for_the_second(eve, ivy, ben)
        a_proposal_to_cancel_is_refused(carl, eve, ben)
        another_lapses(ivy, carl, eve, ben, tmp_path)
        it_is_played_and_paid_out(ada, ben, eve, ivy, carl, tmp_path)
        assert "Traceback" not in said.read_text()


def keep(window: Payer, what: str) -> None:
    """Hold the page to what every page owes, its language too: English words are a fault in French."""
    window.keep(what)
    assert not (faults := spoken_faults(window)), f"{window.page.url} in {window.name}'s window: {faults}"


def drafts_a_season_in_euros(carl: Payer) -> None:
    carl.go(f"{LEAGUE}competitions/new/")
    today = datetime.now(UTC).replace(hour=0, minute=0, tzinfo=None)
    days = {"enters_from": -1, "enters_until": 7, "starts_at": 7, "ends_at": 200}
    carl.unfold()
    carl.fill({name: f"{today + timedelta(days=number):%Y-%m-%dT%H:%M}" for name, number in days.items()})
    numbers = {"smallest": "4", "largest": "16", "least_games": "1", "answer_days": "0", "dispute_days": "2"}
    carl.fill({"name": "Season 1", "arbiters": "eve, ivy, hal", "last_year": "1902", **numbers})
    carl.press('main form .button-main:not([name="check"])')
    carl.sees("This is a draft.")
    carl.season = carl.path
    carl.press('main a[href$="/money/rules/"]')
    carl.one('[name="currency"]').select_option("EUR")
    carl.one('[name="cash_holder"]').select_option("eve")
    carl.fill({"fee": "10", "league_percent": "5", "prize_games": "1", "least_age": "16"})
    carl.fill({"guaranteed": "30", "guarantor": "gus", "confirmations": "1"})
    carl.fill({"share_1": "60", "share_2": "40", "share_3": ""})
    carl.one("details:has([name=countries]) summary").click()
    carl.one('[name="countries"][value="FR"]').check()
    carl.press("main form .button-main")
    expect(carl.one('[name="confirmations"]')).to_have_attribute("aria-invalid", "true")
    keep(carl, "money-rules-refused")
    carl.fill({"confirmations": "2"})
    carl.press("main form .button-main")
    carl.sees("No one has been asked yet", "body")


def two_say_no(carl: Payer, hal: Payer, gus: Payer) -> None:
    """What waits for them stands on their own games; no one has been asked before the organiser asks."""
    gus.at("trust/", 404)
    expect(carl.one('main form[action$="/trust/ask/"] button')).to_have_text("Ask them")
    carl.press('main form[action$="/trust/ask/"] button')
    carl.sees("4 people have been asked by e-mail.", "body")
    for each, why in ((hal, "Je veux jouer."), (gus, "Trop pour moi.")):
        each.go("/games/")
        each.press('main a[href$="/money/trust/"] >> nth=0')
        expect(each.one('button[value="agree"]')).to_have_text("Donner mon accord")
        expect(each.one('button[value="decline"]')).to_have_text("Non merci")
        keep(each, "asked")
        each.fill({"reason": why})
        each.press('button[value="decline"]')
        each.sees("Vous avez dit non. L’organisation a été prévenue.", "body")
    hal.go("/games/")
    expect(hal.one('main a[href$="/money/trust/"]')).to_have_count(0)
    carl.at("trust/")
    carl.sees("gus said no (guarantor): name another.")
    carl.sees("Trop pour moi.", 'section[aria-labelledby="h-people"] li:has-text("gus")')
    keep(carl, "two-said-no")
    carl.go(f"{carl.season}announce/")
    carl.press("main form .button-main")
    carl.sees("gus said no (guarantor): name another.", "[role=alert]")
    expect(carl.one("dt:text-is('Arbiters') + dd").first).to_have_text("eve, ivy")


def another_guarantor_is_named(carl: Payer, kim: Payer) -> None:
    """Gus stays listed with the answer no, and is not waited for; the others were asked less than a
    day ago.
    """
    carl.at("rules/")
    carl.fill({"guarantor": "kim"})
    carl.press("main form .button-main")
    kim.at("trust/", 404)
    carl.at("trust/")
    carl.press('main form[action$="/trust/ask/"] button')
    carl.sees("1 person has been asked by e-mail.", "body")
    expect(carl.one("main .notice-care").first).not_to_contain_text("gus")
    carl.sees("Trop pour moi.", 'section[aria-labelledby="h-people"] li:has-text("gus")')
    keep(carl, "another-named")


def all_agree_and_it_is_announced(carl: Payer, eve: Payer, ivy: Payer, kim: Payer) -> None:
    """How to pay is Eve's alone to type, and takes her password; then each agrees."""
    carl.at("bank/", 404)
    eve.at("bank/")
    eve.fill({"bank_details": OLD_ACCOUNT, "password": "not-hers"})
    eve.press('main button[value="save"]')
    expect(eve.one('[name="password"]')).to_have_attribute("aria-invalid", "true")
    expect(eve.one('[name="bank_details"]')).to_have_value(OLD_ACCOUNT)
    keep(eve, "bank-refused")
    eve.fill({"password": "eve-plays"})
    eve.press('main button[value="save"]')
    eve.sees("Enregistré.", "body")
    for each in (eve, ivy, kim):
        carl.go(f"{carl.season}announce/")
        carl.sees(f"{each.name} has not agreed yet")
        each.at("trust/")
        keep(each, "trust")
        each.press('button[value="agree"]')
        each.sees("Vous avez accepté. L’organisation peut le voir.", "body")
    kim.sees("Toutes les personnes nécessaires ont accepté.")
    carl.go(f"{carl.season}announce/")
    carl.press("main form .button-main")
    carl.sees("Announced. The rules are frozen.", "body")
    keep(carl, "announced")


def one_pays_and_one_is_about_to(ada: Payer, ben: Payer, eve: Payer) -> None:
    for each in (ada, ben):
        each.enters()
        each.sees("Payer 10,00 €")
        each.sees(OLD_ACCOUNT)
        expect(each.one('form[action$="/pay/online/"]')).to_have_count(0)
    is_recorded(eve, ada)
    ada.at("pay/")
    ada.sees("Votre inscription est acceptée. Nous avons reçu 10,00 €.")
    keep(ada, "paid")


def is_recorded(eve: Payer, entrant: Payer) -> None:
    eve.at("records/")
    eve.press(f'main tr:has(th:text-is("{entrant.name}")) a')
    eve.fill({"reference": f"Virement de {entrant.name}", "amount": "10"})
    eve.press("main form .button-main")
    eve.sees("Noté et inscrit au livre de comptes.", "body")


def other_details_wait_for_the_second(eve: Payer, ivy: Payer, ben: Payer) -> None:
    """No one transfers to either account until Ivy has seen the new one; Eve cannot confirm her own."""
    eve.at("bank/")
    eve.fill({"bank_details": NEW_ACCOUNT, "password": "eve-plays"})
    eve.press('main button[value="save"]')
    eve.sees("Le paiement hors ligne est fermé jusqu’à ce que la trésorerie l’ait confirmé.", "body")
    eve.sees("À confirmer par la trésorerie, mais pas par la personne qui garde la caisse.")
    expect(eve.one('button[value="confirm"]')).to_have_count(0)
    keep(eve, "bank-waits")
    ben.at("pay/")
    ben.sees(NO_TRANSFERS)
    ben.sees("Fermé : virements et espèces (de nouvelles coordonnées bancaires attendent d’être confirmées).")
    ben.sees("Votre place est gardée tant que le paiement est fermé.")
    for secret in (OLD_ACCOUNT, NEW_ACCOUNT, BY_HAND):
        expect(ben.one("#h-pay").locator("xpath=ancestor::section")).not_to_contain_text(secret)
    keep(ben, "closed")
    ivy.at("bank/")
    ivy.sees(NEW_ACCOUNT, 'section[aria-labelledby="h-next"]')
    ivy.sees(OLD_ACCOUNT, 'section[aria-labelledby="h-force"]')
    expect(ivy.one('button[value="confirm"]')).to_have_text("Confirmer ces coordonnées")
    keep(ivy, "bank-to-confirm")
    ivy.press('button[value="confirm"]')
    ivy.sees("Confirmé. On paie désormais de cette façon.", "body")
    ben.at("pay/")
    ben.sees(NEW_ACCOUNT)
    expect(ben.one("main")).not_to_contain_text(NO_TRANSFERS)
    keep(ben, "open-again")


def a_proposal_to_cancel_is_refused(carl: Payer, eve: Payer, ben: Payer) -> None:
    """The organiser cannot do it alone, nor answer the proposal, nor propose it again at once."""
    carl.at("cancelling/")
    carl.sees("This season has real money, so cancelling takes two people.")
    expect(carl.one("main form .button-main")).to_have_text("Propose to cancel the season")
    keep(carl, "cancelling")
    carl.fill({"reason": "Nobody has time."})
    carl.press("main form .button-main")
    carl.sees("Proposed. Treasurers have 7 days to answer. Payment is closed until then.", "body")
    carl.at("cancelling/")
    carl.sees("Proposed by carl")
    expect(carl.one("main form .button-main")).to_have_count(0)
    ben.at("pay/")
    ben.sees(NO_PAYMENTS)
    ben.sees("Fermé : tous les paiements (une proposition d’annuler la saison attend).")
    keep(ben, "proposed")
    ben.at("cancelling/", 404)
    eve.go(f"{eve.season}desk/")
    eve.press(CANCELLING)
    eve.sees("Une proposition d’annuler cette saison")
    eve.sees("Nobody has time.", "blockquote")
    eve.one('[name="agrees"][value="no"]').check()
    eve.press("main form .button-main")
    eve.sees("Dites pourquoi la saison continue.")
    keep(eve, "answer-refused")
    expect(eve.one('[name="agrees"][value="no"]')).to_be_checked()
    eve.fill({"reason": "Deux ont déjà payé."})
    eve.press("main form .button-main")
    eve.sees("La saison continue. Toutes les personnes concernées sont prévenues.", "body")
    carl.at("cancelling/")
    carl.sees("You proposed this recently. You can propose it again from")
    carl.sees("said no to cancelling the season", 'section[aria-labelledby="h-steps"]')
    carl.sees("Deux ont déjà payé.", 'section[aria-labelledby="h-steps"]')
    expect(carl.one("main form .button-main")).to_have_count(0)
    keep(carl, "said-no")
    ben.at("pay/")
    ben.sees(NEW_ACCOUNT)
    expect(ben.one("main")).not_to_contain_text(NO_PAYMENTS)


def another_lapses(ivy: Payer, carl: Payer, eve: Payer, ben: Payer, folder: Path) -> None:
    """Eve has 7 days, the site's team 14 more. Then the season goes on, and Ben still has a place."""
    ivy.at("cancelling/")
    expect(ivy.one("main form .button-main")).to_have_text("Proposer d’annuler la saison")
    ivy.fill({"reason": "Trop peu de monde."})
    keep(ivy, "cancelling")
    ivy.press("main form .button-main")
    ivy.sees("C’est proposé. La trésorerie a 7 jours pour répondre.", "body")
    eve.at("cancelling/")
    expect(eve.one("main form .button-main")).to_have_text("Envoyer votre réponse")
    assert do(folder, UNANSWERED, days=7).strip() == "open"
    eve.at("cancelling/")
    eve.sees("La trésorerie n’a pas répondu à temps. L’équipe du site décide jusqu’au")
    expect(eve.one("main form .button-main")).to_have_count(0)
    keep(eve, "with-the-team")
    ben.at("pay/")
    ben.sees(NO_PAYMENTS)
    assert do(folder, UNANSWERED, days=14).strip() == "lapsed"
    ivy.at("cancelling/")
    ivy.sees("Vous l’avez proposé récemment. Vous pouvez le proposer de nouveau à partir du")
    ivy.sees("n’a pas eu de réponse ; la saison continue", 'section[aria-labelledby="h-steps"]')
    keep(ivy, "lapsed")
    carl.at("cancelling/")
    carl.sees("got no answer; the season goes on", 'section[aria-labelledby="h-steps"]')
    ben.at("pay/")
    ben.sees("Votre place est gardée jusqu’au")
    ben.sees(NEW_ACCOUNT)
    expect(ben.one("main")).not_to_contain_text(NO_PAYMENTS)
    keep(ben, "open-after-it-lapsed")


def it_is_played_and_paid_out(
    ada: Payer, ben: Payer, eve: Payer, ivy: Payer, carl: Payer, folder: Path
) -> None:
    """4 fees of 10 €: 38 for the winners, 2 for the league. In the end no one holds anything."""
    is_recorded(eve, ben)
    also_pay(folder, by_hand=("lou", "mia"), online=(), recorder="eve", country="FR")
    season_begins(folder, "ben", "ada")
    games_are_played(folder, ("ada", "ben", True), ("", "ben", False))
    last_day_passes(folder)
    eve.at("desk/")
    eve.press("main .entry-side a.button-main")
    keep(eve, "proposal")
    proposal = eve.path
    for each in (eve, ivy):
        each.go(proposal)
        expect(each.one('main form:has([value="confirm"]) button')).to_have_text("Confirmer ces versements")
        each.press('main form:has([value="confirm"]) button')
    ivy.sees("Confirmé. Les personnes qui gagnent ont reçu un e-mail pour réclamer leur prix.", "body")
    for winner, prize in ((ada, "22,80 €"), (ben, "15,20 €")):
        winner.go("/money/")
        winner.press(CLAIM)
        winner.sees(prize, "h1")
        winner.fill({"pay_to": f"IBAN de {winner.name}"})
        keep(winner, "claim")
        winner.press("main form .button-main")
        eve.at("desk/")
        eve.press(f'main tr:has-text("{winner.name}") a')
        eve.sees(f"IBAN de {winner.name}")
        eve.fill({"pay-reference": f"Virement à {winner.name}"})
        keep(eve, "payout")
        eve.press('main form:has([value="pay"]) .button-main')
        eve.sees("Noté : le prix est versé.", "body")
    eve.at("records/new/costs/")
    eve.fill({"amount": "2", "reference": "Facture 1"})
    eve.press("main form .button-main")
    eve.sees("Noté et inscrit au livre de comptes.", "body")
    nothing_is_held(ada, carl, folder)


def nothing_is_held(ada: Payer, carl: Payer, folder: Path) -> None:
    """All of it has gone out, every account is at 0, and all can read who said what of it."""
    ada.at("")
    ada.sees("40,00 €", 'section[aria-labelledby="h-in"] dd.total')
    carl.at("")
    carl.sees("€40.00", 'section[aria-labelledby="h-in"] dd.total')
    for each in (ada, carl):
        held = each.one('section[aria-labelledby="h-hold"] tfoot td')
        assert [figure(cell) for cell in held.all()] == [0]
        keep(each, "statement-at-0")
    steps = ada.one('section[aria-labelledby="h-steps"]')
    for step in ("a changé les coordonnées bancaires", "a refusé d’annuler la saison"):
        expect(steps).to_contain_text(step)
    _last, balances = check(carl.fetches("JSON"))
    assert not any(balances.values()), balances
    assert do(folder, SETTLED).strip() == "False"
