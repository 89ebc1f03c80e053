"""Two people, two browsers, one game of Intimate: from signing up to a win, through the real worker.

Ada reads English at a desk. Ben reads French on a phone by night, in a browser that runs no scripts. In 1901
Ada's France buys Russia and England, Ben's Italy buys Germany and Austria, and in autumn each drives out one
unit of the other's. In 1902 France buys Austria, whose fleet supports the French army into Venice.
"""

from __future__ import annotations

import hashlib
import hmac
import json
import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from django.conf import settings
from playwright.sync_api import expect

from tests.browser.clockwork import deadline_comes
from tests.browser.player import Player, is_save
from tests.browser.window import DESK, PHONE_IN_FRENCH
from tests.house.process import house

pytestmark = [pytest.mark.browser, pytest.mark.long, pytest.mark.slow]


def test_two_people_play_to_a_win(open_window: Callable[..., Player], tmp_path: Path) -> None:
    with house(tmp_path, "--no-demo", SHORTEST_PHASE="5") as (address, _process, said):
        ada = open_window("ada", address, locale="en-GB", timezone_id="Europe/London", viewport=DESK)
        ben = open_window("ben", address, **PHONE_IN_FRENCH)
        both_get_into_one_league(ada, ben, said)
        fingerprint = both_take_seats(ada, ben)
        both_rank_the_powers(ada, ben)
        both_bid(ada, ben)
        the_first_moves_close_at_their_deadline(ada, ben, tmp_path)
        each_drives_out_a_unit(ada, ben)
        both_retreat(ada, ben)
        both_build(ada, ben, tmp_path)
        both_bid_again(ada, ben)
        france_enters_venice(ada, ben)
        silence_ends_the_game(ada, ben, tmp_path)
        anybody_can_check_it(ada, ben, fingerprint, tmp_path)
        printed = said.read_text()
        assert f"{address.rstrip('/')}{ada.game}" in printed, "letters lead to the game"
        assert "Traceback" not in printed


def both_get_into_one_league(ada: Player, ben: Player, said: Path) -> None:
    ada.go("/")
    ada.keep("home")
    ada.press('main a[href="/accounts/signup/"]')
    ada.sign_up(said)
    ada.go("/leagues/new/")
    ada.fill({"name": "Ruritania", "description": "Evenings by the stove."})
    ada.one('[name="visibility"][value="invitation"]').check()
    ada.keep("found-a-league")
    ada.press("main form .button-main")
    ada.sees("Ruritania")
    ada.keep("league")
    ada.press('main a[href$="/desk/"]')
    ada.keep("organisers-desk")
    ada.press('main a[href$="/invitations/"]')
    ada.press("main form .button-main")
    ada.keep("invitations")
    link = ada.one("main .entries .typed").first.inner_text()

    ben.go("/l/ruritania/", status=404)
    ben.go(link)
    ben.sees("Ruritania")
    ben.keep("invited")
    ben.press('main a[href^="/accounts/signup/"]')
    ben.sign_up(said)
    ben.sees("Ruritania")
    ben.press("main form .button-main")
    ben.sees("Ruritania", "h1")
    ben.keep("league")


def both_take_seats(ada: Player, ben: Player) -> str:
    """Open a game and sit down; the fingerprint of its secret, as it was shown before anyone sat."""
    ada.go("/l/ruritania/games/new/")
    ada.fill({"name": "The stove"})
    ada.unfold()
    ada.one('[name="rulebook"][value="classic"]').check()
    ada.set_slow_pace()
    ada.one('[name="play"]').uncheck()
    ada.keep("open-a-game")
    ada.press("main form .button-main")
    ada.keep("waiting-room")
    # Folded away: only who wants to check the draw looks for it.
    shown = re.search(r"SHA-256\s+([0-9a-f]{64})", ada.one("main").text_content() or "")
    assert shown
    ada.press('form[action$="/seat/"] .button-main')
    ada.game = ben.game = ada.path

    ben.go("/l/ruritania/games/")
    ben.keep("games")
    ben.press(f'main a[href="{ben.game}"]')
    ben.one("details:has([name=nonce]) summary").click()
    ben.fill({"nonce": "une poignée de châtaignes"})
    ben.keep("waiting-room")
    ben.press('form[action$="/seat/"] .button-main')
    return shown[1]


def both_rank_the_powers(ada: Player, ben: Player) -> None:
    """Ada with her keyboard alone."""
    ada.go("/games/")
    ada.keep("my-games")
    ada.go(ada.game)
    ada.is_at("Choice of home powers")
    for number, power in enumerate(("Fra", "Eng", "Ger", "Rus", "Tur", "Ita", "Aus"), start=1):
        ada.tab_to(f"#rank-{number}")
        if ada.one(f"#rank-{number}").evaluate("it => it.selectedOptions[0].text").startswith(power):
            continue  # the suggestion has it there
        with ada.page.expect_response(is_save):
            ada.page.keyboard.type(power)
    expect(ada.one("#typed")).to_have_value(re.compile(r"France\nEngland\n(.+\n){4}Austria"))
    ada.keep("ranking")
    ada.tab_to('.answer-buttons [name="ready"][value="yes"]')
    ada.page.keyboard.press("Enter")
    ada.sees("You’re ready.", "#answer-state")

    ben.go(ben.game)
    ben.write("Italie", "Angleterre", "France", "Allemagne", "Russie", "Turquie", "Autriche")
    ben.save()
    ben.sees("Enregistré", "#answer-state")
    ben.keep("ranking")
    ben.ready()


def both_bid(ada: Player, ben: Player) -> None:
    ada.is_at("Auction for 1901")
    ada.sees_result("ada plays France")
    ada.fill({"bid-RUSSIA": "15", "bid-ENGLAND": "5", "bid-TURKEY": "2"})
    ada.sees("You bid 2 more than you have.", "#tally")
    ada.keep("auction-over")
    ada.fill({"bid-RUSSIA": "8", "bid-GERMANY": "2"})
    ada.sees("Whatever you win, you can pay.", "#tally")
    ada.keep("auction")
    ada.ready()
    ada.sees("You’re ready.", "#answer-state")

    ben.is_at("Enchères pour 1901")
    ben.fill({"bid-GERMANY": "17", "bid-AUSTRIA": "9"})
    ben.check_without_saving()
    ben.sees("26", "#tally")
    ben.sees("ID-6", "#tally")
    ben.keep("auction-over")
    ben.fill({"bid-GERMANY": "7", "bid-TURKEY": "2", "bid-RUSSIA": "3"})
    ben.ready()


def the_first_moves_close_at_their_deadline(ada: Player, ben: Player, folder: Path) -> None:
    """Both save, neither is ready, and Ben saves once more when it is too late."""
    ada.is_at("Spring 1901, moves")
    ada.choose(
        {
            "order-A PAR": "A PAR - BUR",
            "order-F BRE": "F BRE - MAO",
            "order-F SEV": "F SEV - RUM",
            "order-F STP/SC": "F STP/SC - BOT",
        }
    )
    ada.write(
        *ada.written(), "a war-sil; Mos-Ukr", "Fleet London - North Sea", "edi - nwg", "Lvp - Yor", "wat?"
    )
    ada.save()
    ada.sees("Saved", "#answer-state")
    ada.sees("wat?", "#typed-says")

    ben.is_at("Printemps 1901, mouvements")
    ben.write(
        "A Ven tient",
        "A Rom - Pou ; F Nap - Ion",
        "A Mun tient ; A Ber tient",
        "F Kie → Hol",
        "A Vie-Gal",
        "A Bud-Ser",
        "F Tri-Alb",
        "ceci n’est pas un ordre",
    )
    ben.save()
    ben.sees("ceci n’est pas un ordre", "#typed-says")
    ada.send("Shall we leave Piedmont empty?\n\nFrance")
    ben.go(ben.game)
    ben.sees("Shall we leave Piedmont empty?", "#press")
    ben.send("Bien sûr. Je n’y enverrai personne.")
    ada.sees("Je n’y enverrai personne.", "#press")
    ada.keep("first-moves")
    ben.keep("first-moves")

    deadline_comes(folder, ada.game)
    ada.is_at("Autumn 1901, moves")
    ben.save()
    ben.sees("ceci n’est pas un ordre", "#given-back")
    ben.keep("too-late")


def each_drives_out_a_unit(ada: Player, ben: Player) -> None:
    ada.sees_result("Moved")
    ada.choose(
        {
            "order-A SIL": "A SIL S A BUR - MUN",
            "order-A BUR": "A BUR - MUN",
            "order-A MAR": "A MAR - PIE",
            "order-F NTH": "F NTH C A YOR - NWY",
            "order-A YOR": "A YOR - NWY VIA",
            "order-F MAO": "F MAO - POR",
            "order-F BOT": "F BOT - SWE",
            "order-A UKR": "A UKR - WAR",
            "order-F NWG": "F NWG - BAR",
        }
    )
    ada.keep("autumn-moves")
    ada.ready()
    ben.is_at("Automne 1901, mouvements")
    ben.write(
        "A Pou - Tun",
        "F Ion convoie A Pou - Tun",
        "A Ven tient",
        "A Ber - Pru",
        "F Hol - mer du Nord",
        "A Gal soutient A Ser - Rou",
        "A Ser - Rou",
        "F Alb - Tri",
    )
    ben.check_without_saving()
    ben.keep("autumn-moves")
    ben.ready()


def both_retreat(ada: Player, ben: Player) -> None:
    ada.is_at("Autumn 1901, retreats")
    ada.sees_result("dislodged by A Ser (1 against 2)")
    ada.choose({"order-F RUM": "F RUM R SEV"})
    ada.ready()
    ben.is_at("Automne 1901, retraites")
    ben.choose({"order-A MUN": "A MUN R TYR"})
    ben.check_without_saving()
    ben.sees("A Mun", "#answer")
    ben.keep("retreats")
    ben.ready()


def both_build(ada: Player, ben: Player, folder: Path) -> None:
    """Russia's build is left to the rules: no one is ready without it, so the deadline comes."""
    ada.is_at("Winter 1901, adjustments")
    ada.sees_result("ada +5")
    ada.choose({"slot-FRANCE-1": "A PAR B", "slot-FRANCE-2": "F BRE B", "slot-ENGLAND-1": "F LON B"})
    ada.ready()
    ada.sees("(ID-12)", "#answer")
    ada.keep("builds")
    ben.is_at("Hiver 1901, ajustements")
    ben.choose({"slot-ITALY-1": "A ROM B", "slot-AUSTRIA-1": "A BUD B"})
    ben.keep("builds")
    ben.ready()
    deadline_comes(folder, ben.game)


def both_bid_again(ada: Player, ben: Player) -> None:
    ada.is_at("Auction for 1902")
    ada.sees_result("ID-12")
    ada.fill({"bid-AUSTRIA": "9"})
    ada.ready()
    ben.is_at("Enchères pour 1902")
    ben.keep("second-auction")
    ben.fill({"bid-RUSSIA": "4", "bid-GERMANY": "2", "bid-ENGLAND": "1"})
    ben.ready()


def france_enters_venice(ada: Player, ben: Player) -> None:
    ada.is_at("Spring 1902, moves")
    ada.write("Piedmont - Venice", "Trieste supports Piedmont - Venice", "Munich - Tyrolia")
    ada.ready()
    ben.is_at("Printemps 1902, mouvements")
    ben.press('#table a[href$="/auctions/"]')
    ben.keep("auction-history")
    ben.go(ben.game)
    ben.write("Venise tient")
    ben.ready()


def silence_ends_the_game(ada: Player, ben: Player, folder: Path) -> None:
    """Ben sends no retreat; at its deadline the army disbands, and France stands in Venice."""
    ben.is_at("Printemps 1902, retraites")
    ben.keep("last-retreat")
    ada.is_at("Spring 1902, retreats")
    ada.keep("nothing-to-do")
    deadline_comes(folder, ada.game)
    expect(ada.one("#outcome")).to_contain_text("You have won.")


def anybody_can_check_it(ada: Player, ben: Player, fingerprint: str, folder: Path) -> None:
    """The outcome with its clause; the lots follow from the secret and both parts; the record replays."""
    ada.sees("ID-15", "#outcome")
    for summary in ada.one("#outcome summary").all():
        summary.click()
    ada.keep("the-end")
    secret, nonces, lots = shown_of_the_lots(ada)
    assert hashlib.sha256(bytes.fromhex(secret)).hexdigest() == fingerprint
    assert nonces[1] == "une poignée de châtaignes"
    parts = b"".join(len(nonce.encode()).to_bytes(8, "big") + nonce.encode() for nonce in nonces)
    assert hmac.digest(bytes.fromhex(secret), parts, "sha256").hex() == lots

    with ada.page.expect_download() as download:
        ada.one('#outcome a[href$="/record.json"]').click()
    file = folder / download.value.suggested_filename
    download.value.save_as(file)
    record = json.loads(file.read_text())
    assert record["lots"] == lots
    replayed = subprocess.run(
        [sys.executable, "-m", "adjudicator", "replay"],
        cwd=settings.ROOT,
        stdin=file.open(),
        capture_output=True,
        text=True,
    )
    assert replayed.returncode == 0, replayed.stdout
    assert json.loads(replayed.stdout)["turns"][-1]["outcome"] == {"winners": ["1"], "how": "ID-15"}

    ben.go(ben.game)
    ben.sees("Vous avez perdu.", "#outcome")
    ben.keep("the-end")
    ben.press('#outcome a[href*="/rules/"]')
    ben.keep("the-clause")
    ben.go(f"{ben.game}F1901M/")
    ben.sees_result("Délogée")
    ben.keep("autumn-again")
    ada.go(f"{ada.game}auctions/")
    ada.sees("1902")
    ada.keep("auction-history")


def shown_of_the_lots(player: Player) -> tuple[str, list[str], str]:
    """The secret, the players' parts and the lots, as the page of a finished game shows them."""
    details = player.one("#outcome details")
    secret, _fingerprint, lots = details.locator("p.typed").all_inner_texts()[:3]
    return secret, details.locator("ol .typed").all_inner_texts(), lots
