"""Two people, two browsers, two years of Intimate Diplomacy II: loyalty, satellites, secrecy and its end.

Ada reads English at a desk, and her browser runs scripts. Ben reads French on a phone by night, without any.
Ada's France takes Germany twice, and Italy for a satellite, in secret at first; Ben's Turkey Austria,
known from the start, and gives it up.
"""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Demo
from tests.browser.player import Player
from tests.browser.window import PHONE_IN_FRENCH

pytestmark = [pytest.mark.browser, pytest.mark.long, pytest.mark.slow]

SMALL = {"width": 1280, "height": 720}


def test_two_years_of_loyalty_and_satellites(demo: Demo) -> None:
    ada = demo.visit("ada", viewport=SMALL)
    ben = demo.visit("ben", **PHONE_IN_FRENCH)
    both_take_seats(ada, ben)
    both_choose_homes(ada, ben)
    ada_weighs_a_satellite(ada)
    ben_nominates_one(ben)
    each_reads_what_he_may(ada, ben)
    both_move(ada, ben)
    both_build(ada, ben)
    ada_bids_for_a_loyal_power_and_shows_her_satellite(ada)
    ben_gives_his_up(ben)
    everybody_reads_of_both(ada, ben)
    a_year_goes_by(ada, ben)
    the_history_has_both_auctions(ada, ben)


def ranked(*powers: str) -> dict[str, str]:
    return {f"satellite-{number}": power for number, power in enumerate(powers, start=1)}


def both_take_seats(ada: Player, ben: Player) -> None:
    ada.go("/l/cafe/games/new/")
    ada.fill({"name": "The third man"})
    ada.one('[name="variant"][value="intimate-ii"]').check()
    ada.set_slow_pace()
    ada.press("main form .button-main")
    ada.game = ben.game = ada.path
    if ada.one('form[action$="/seat/"] .button-main').count():
        ada.press('form[action$="/seat/"] .button-main')
    ben.go(ben.game)
    ben.press('form[action$="/seat/"] .button-main')


def both_choose_homes(ada: Player, ben: Player) -> None:
    ada.go(ada.game)
    ada.is_at("Choice of home powers")
    ada.sees("Russia 23", "#answer")
    ada.write("France", "England", "Germany", "Austria", "Italy", "Russia", "Turkey")
    ada.ready()
    ben.go(ben.game)
    ben.write("Turquie", "Russie", "Allemagne", "Autriche", "Italie", "France", "Angleterre")
    ben.ready()


def ada_weighs_a_satellite(ada: Player) -> None:
    ada.is_at("Auction for 1901")
    ada.fill({"bid-GERMANY": "18", "bid-ITALY": "2"})
    ada.choose(ranked("ITALY", "GERMANY", "RUSSIA", "AUSTRIA"))
    ada.sees("still missing: England", "#wishes")
    ada.choose({"satellite-5": "ENGLAND", "secrecy": "yes"})
    expect(ada.one("#wishes .field-error")).to_have_count(0)
    expect(ada.one("#committed")).to_have_text("25")
    ada.sees("come to 5 more than you have", "#tally")
    ada.sees("Your nomination is void", "#tally")
    ada.sees("both of you lose", "#tally")
    ada.sees("you may go bust", "#bids-sum")
    expect(ada.one('.answer-buttons [name="ready"][value=""]')).to_be_in_viewport(ratio=1)
    ada.keep("room-over")
    ada.one(".auction summary").click()
    ada.sees("nominated", "#outcomes")
    ada.sees("void", "#outcomes")
    ada.fill({"bid-GERMANY": "5"})
    ada.sees("Whatever you win, you can pay.", "#tally")
    ada.keep("room")
    ada.ready()
    ada.sees("You’re ready.", "#answer-state")


def ben_nominates_one(ben: Player) -> None:
    ben.is_at("Enchères pour 1901")
    ben.fill({"bid-RUSSIA": "quatre"})
    ben.choose(ranked("AUSTRIA", "AUSTRIA", "RUSSIA"))
    ben.check_without_saving()
    ben.sees("n’est pas un nombre", "#answer")
    ben.sees("est déjà sur la liste", "#wishes")
    expect(ben.one('select[name="satellite-2"]')).to_have_value("AUSTRIA")
    expect(ben.one('select[name="satellite-1"]')).to_have_value("AUSTRIA")
    ben.keep("room-mistaken")
    ben.fill({"bid-RUSSIA": "4"})
    ben.choose(ranked("AUSTRIA", "GERMANY", "RUSSIA", "ITALY", "ENGLAND"))
    ben.check_without_saving()
    expect(ben.one("#committed")).to_have_text("7")
    ben.keep("room")
    ben.ready()


def each_reads_what_he_may(ada: Player, ben: Player) -> None:
    ada.is_at("Spring 1901, moves")
    ada.sees_result("ada has Italy as a satellite, in secret.")
    ada.sees_result("nomination 3 ID2-6, secrecy 2 ID2-10")
    ada.sees("secret: only you see this", "#table")
    ada.keep("opened")
    ben.is_at("Printemps 1901, mouvements")
    ben.sees_result("ada a un satellite, et garde secret lequel.")
    ben.sees_result("ben a pour satellite l’Autriche.")
    expect(ben.one("#table")).not_to_contain_text("Italie ID")
    ben.keep("opened")


def both_move(ada: Player, ben: Player) -> None:
    ada.choose({"order-A MAR": "A MAR - SPA"})
    ada.ready()
    ben.write("A Con - Bul")
    ben.ready()
    ada.is_at("Autumn 1901, moves")
    ada.ready()
    ben.is_at("Automne 1901, mouvements")
    ben.ready()


def both_build(ada: Player, ben: Player) -> None:
    ada.is_at("Winter 1901, adjustments")
    ada.choose({"slot-FRANCE-1": "A MAR B"})
    ada.ready()
    ben.is_at("Hiver 1901, ajustements")
    ben.choose({"slot-TURKEY-1": "A CON B"})
    ben.ready()


def ada_bids_for_a_loyal_power_and_shows_her_satellite(ada: Player) -> None:
    ada.is_at("Auction for 1902")
    ada.sees_result("ID2-2")
    ada.sees("to you for 1 year: 1 off your price", "#answer")
    ada.fill({"bid-GERMANY": "4"})
    ada.sees("If it wins, you pay 3 credits.", "#says-GERMANY")
    expect(ada.one('select[name="satellite-1"]')).to_have_count(0)
    ada.choose({"secrecy": "no"})
    ada.sees("Once shown, it stays known.", "#wishes")
    ada.keep("second-room")
    ada.ready()
    ada.sees("You’re ready.", "#answer-state")


def ben_gives_his_up(ben: Player) -> None:
    ben.is_at("Enchères pour 1902")
    expect(ben.one('select[name="secrecy"]')).to_have_count(0)
    ben.fill({"bid-GERMANY": "3"})
    ben.choose({"upkeep": "no"})
    ben.check_without_saving()
    ben.sees("Vous abandonnez définitivement votre satellite.", "#tally")
    ben.keep("second-room")
    ben.ready()


def everybody_reads_of_both(ada: Player, ben: Player) -> None:
    ada.is_at("Spring 1902, moves")
    ada.sees_result("The satellite of ada is secret no longer: it is Italy.")
    ada.sees_result("ben has lost their satellite, Austria, for good")
    ada.sees_result("Loyalty takes 1 credit off.")
    ada.keep("opened-again")
    ben.is_at("Printemps 1902, mouvements")
    ben.sees_result("Le satellite n’est plus secret (ada) : c’est l’Italie.")
    ben.keep("opened-again")


def a_year_goes_by(ada: Player, ben: Player) -> None:
    for english, french in (
        ("Spring 1902, moves", "Printemps 1902, mouvements"),
        ("Autumn 1902, moves", "Automne 1902, mouvements"),
    ):
        ada.is_at(english)
        ada.ready()
        ben.is_at(french)
        ben.ready()
    ada.is_at("Auction for 1903")
    ada.sees("to you for 2 years: 2 off your price", "#answer")


def the_history_has_both_auctions(ada: Player, ben: Player) -> None:
    ada.go(f"{ada.game}auctions/")
    ada.sees("Loyalty takes 1 credit off.", "#history")
    ada.keep("history")
    ben.go(f"{ben.game}auctions/")
    ben.sees("La fidélité en retire 1 crédit.", "#history")
    ben.sees("n’est plus secret", "#history")
    ben.keep("history")
