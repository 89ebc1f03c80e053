"""The auction room of Intimate Diplomacy II: net prices, charges, and what is asked for beside the powers."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import product
from random import Random
from typing import Any

import pytest
from django.utils import translation
from hypothesis import HealthCheck, given, settings

import adjudicator
from games.bots import greedy_bot, look, random_bot
from games.features.rehearsal import text_of
from games.forms.sheets import Desk, sheet_for
from games.models import Answer
from tests.adjudicator.variants.intimate_ii.scenes import KEY, MERCENARIES, at_start, auction, bonds, resolve
from tests.adjudicator.variants.intimate_ii.test_outlook import auctions, offers
from tests.games.conftest import phase_of
from tests.games.pages.conftest import find_form

LIST = {
    f"satellite-{number}": power
    for number, power in enumerate(("ITALY", "GERMANY", "RUSSIA", "AUSTRIA", "ENGLAND"), start=1)
}


@pytest.fixture
def opened_game(make_game: Any) -> Any:
    return make_game(variant=KEY)


def room(position: dict[str, Any], seat: str = "1") -> Any:
    """The sheet of `seat` in an auction between France and Turkey, as it sees the position."""
    table: dict[str, Any] = {"variant": KEY, "settings": {}, "position": position}

    def read(text: str) -> Mapping[str, Any]:
        return adjudicator.read(**table, seat=seat, text=text, language="en")

    return sheet_for(
        Desk(
            due=adjudicator.due(**table)["due"][seat],
            position=adjudicator.view(**table, seat=seat)["position"],
            read=read,
            options=lambda: adjudicator.options(**table, seat=seat),
            seat=seat,
            outlook=lambda answer: adjudicator.outlook(**table, seat=seat, answer=answer),
        )
    )


def first(**treasury: Any) -> Any:
    return room(at_start("S1901B", **treasury))


def later(secret: bool = True, **more: Any) -> Any:
    """The auction for 1905: Italy is the reader's satellite, and Germany has served them for two years."""
    return room(at_start("S1905B", **more) | bonds({"GERMANY": ("1", 2)}, {"1": ("ITALY", secret)}))


def test_to_bid_nothing_leaves_the_nomination_as_it_is():
    text = first().compose(LIST | {"bid-ITALY": "4", "nothing": "yes"})
    assert text == first().compose(LIST | {f"bid-{power}": "0" for power in MERCENARIES})
    assert "Italy 4" not in text and len(text.splitlines()) > len(MERCENARIES)


def test_only_what_can_be_chosen_is_offered():
    assert set(first().show("")["wishes"]) == {"nomination", "secrecy"}
    assert set(later().show("")["wishes"]) == {"upkeep", "secrecy"}
    assert set(later(secret=False).show("")["wishes"]) == {"upkeep"}
    assert set(room(at_start("S1905B")).show("")["wishes"]) == set()


def test_a_whole_list_is_a_nomination():
    sheet = first(treasury=(20, 20))
    text = sheet.compose({"bid-GERMANY": "5", **LIST, "secrecy": "yes"})
    assert text == "Germany 5\nSatellite: Italy, Germany, Russia, Austria, England\nSecret: yes"
    assert sheet.read(text) == {
        "answer": {
            "bids": {"GERMANY": 5},
            "satellite": ["ITALY", "GERMANY", "RUSSIA", "AUSTRIA", "ENGLAND"],
            "secret": True,
        },
        "problems": [],
    }
    shown = sheet.show(text)
    assert [choice.power for choice in shown["wishes"]["nomination"].ranks] == list(LIST.values())
    assert shown["wishes"]["secrecy"].says == "yes"
    assert shown["tally"].charges == {"nomination": 3, "secrecy": 2}
    assert (shown["tally"].committed, shown["tally"].over) == (10, 0)


@pytest.mark.parametrize(
    ("posted", "said"),
    [
        ({"satellite-1": "ITALY", "satellite-3": "ITALY"}, "is on the list already"),
        ({"satellite-2": "ITALY"}, "Rank all the mercenaries; still missing"),
        ({**LIST, "satellite-5": "FRANCE"}, "is none of the powers to rank"),
        ({**LIST, "satellite-5": "Ruritania, please"}, "is none of the seven powers"),
    ],
)
def test_a_list_that_cannot_stand_says_so_and_stays_as_it_was(posted, said):
    sheet = first(treasury=(20, 20))
    text = sheet.compose({"bid-ITALY": "4", **posted})
    wish = sheet.show(text)["wishes"]["nomination"]
    assert any(said in problem for problem in wish.problems), wish.problems
    assert [choice.power for choice in wish.ranks] == [
        posted.get(f"satellite-{number}", "") if posted.get(f"satellite-{number}") in MERCENARIES else ""
        for number in range(1, 6)
    ]
    assert sheet.show(text)["tally"].charges == {}, "void and free"


def test_secrecy_without_a_satellite_says_that_it_is_void_and_stays():
    sheet = first()
    wish = sheet.show(sheet.compose({"secrecy": "yes"}))["wishes"]["secrecy"]
    assert wish.says == "yes"
    assert "void and free (ID2-10)" in wish.problems[0]


def test_nonsense_in_a_choice_is_named_and_nothing_of_it_counts():
    sheet = later(treasury=(20, 20))
    text = sheet.compose({"upkeep": "maybe; Germany 9", "bid-ITALY": "2"})
    assert text == "Italy 2\nKeep satellite: maybe Germany 9"
    wish = sheet.show(text)["wishes"]["upkeep"]
    assert (wish.says, len(wish.problems)) == ("", 1)
    assert sheet.read(text)["answer"] == {"bids": {"ITALY": 2}}


def test_what_is_not_offered_is_not_written():
    assert later(secret=False).compose({**LIST, "secrecy": "yes", "upkeep": "no"}) == "Keep satellite: no"


def test_a_sheet_written_in_one_language_is_shown_in_the_other():
    sheet = first()
    with translation.override("fr"):
        text = sheet.compose({**LIST, "secrecy": "no"})
        assert text.startswith("Satellite\xa0: Italie, Allemagne")
    shown = sheet.show(text)
    assert [choice.power for choice in shown["wishes"]["nomination"].ranks] == list(LIST.values())
    assert shown["wishes"]["secrecy"].says == "no"
    assert shown["problems"] == []


def test_each_lot_has_its_net_price_and_whom_it_has_served():
    lots = {lot.power: lot for lot in later(treasury=(20, 20)).show("Germany 6\nItaly 2")["lots"]}
    assert (lots["GERMANY"].loyal_to, lots["GERMANY"].years, lots["GERMANY"].net) == ("1", 2, 4)
    assert (lots["ITALY"].loyal_to, lots["ITALY"].net) == ("", None)


def test_a_bid_is_beyond_the_treasury_by_its_net_price_and_the_charges():
    over = {lot.power: lot.over for lot in later(treasury=(5, 5)).show("Germany 7\nItaly 5")["lots"]}
    assert over["GERMANY"] is None
    over = {lot.power: lot.over for lot in later(treasury=(5, 5)).show("Germany 7\nSecret: yes")["lots"]}
    assert over["GERMANY"] == 5


def test_the_ways_in_which_nothing_is_left_for_the_upkeep_are_named():
    tally = later(treasury=(6, 9)).show("Germany 8\nRussia 4")["tally"]
    assert [way.powers for way in tally.losses] == [["GERMANY"]]
    assert later(treasury=(6, 9)).show("Germany 8\nKeep satellite: yes")["tally"].losses == []


def test_charges_alone_may_make_one_bust():
    shown = first(treasury=(2, 9)).show(first().compose(LIST))
    assert shown["tally"].nothing.is_bust
    assert shown["tally"].over == 1


patient = settings(max_examples=60, deadline=None, suppress_health_check=list(HealthCheck))


def posted(answer: Mapping[str, Any]) -> dict[str, str]:
    """An answer as the fields of the room hold it."""
    fields = {f"bid-{power}": str(bid) for power, bid in answer["bids"].items()}
    for number, power in enumerate(answer.get("satellite", ()), start=1):
        fields[f"satellite-{number}"] = power
    for name, key in (("upkeep", "keep_satellite"), ("secrecy", "secret")):
        if key in answer:
            fields[name] = "yes" if answer[key] else "no"
    return fields


@pytest.mark.slow
@patient
@given(auctions(), offers(), offers())
def test_what_the_room_promises_the_auction_keeps(now, one, two):
    """Warnings, prices and charges of the room against the auction itself, whatever the other player does."""
    sheet = room(now)
    text = sheet.compose(posted(one))
    tally = sheet.show(text)["tally"]
    turn = resolve(now, one=sheet.read(text)["answer"], two=two)
    item = auction(turn)
    won = {power for power, bid in one["bids"].items() if bid > two["bids"].get(power, 0)}
    bust, after = "1" in item["bust"], item["after"]["1"]
    assert bust == (tally.nothing.is_bust or any(set(risk.powers) <= won for risk in tally.risks))
    if not tally.over:
        assert not bust, "whatever you win, you can pay"
    if bust:
        assert after == 0
        return
    if item["bust"]:
        way = tally.windfall
        assert item["before"]["1"] - after == tally.windfall_pays
    else:
        way = next((way for way in tally.ways if set(way.powers) == won), tally.nothing)
    assert after == way.keeps
    assert dict(way.charges) == item["charged"]["1"]


# On the page.


def test_the_room_shows_charges_and_ruin_before_anything_is_sent(auction_game, client_of, ada, url):
    client = client_of(ada)
    form = find_form(client.get(url(auction_game)), url(auction_game, "answer"))
    assert form.options["satellite-1"] == ["", *sorted(MERCENARIES)]
    tried = client.post(
        url(auction_game, "preview"), form.fields | LIST | {"bid-GERMANY": "18", "secrecy": "yes"}
    ).content.decode()
    assert "with your charges, come to 3 more than you have" in tried
    assert "Your nomination is void" in tried
    assert "both of you lose" in tried
    for clause in ("ID2-4", "ID2-5", "ID2-6", "ID2-10"):
        assert f"/rules/intimate-ii/#{clause}" in tried
    assert '<option value="ITALY" selected>' in tried


@pytest.mark.slow
def test_a_saved_sheet_comes_back_as_it_was(auction_game, client_of, ada, url):
    client = client_of(ada)
    form = find_form(client.get(url(auction_game)), url(auction_game, "answer"))
    half = {"satellite-1": "ITALY", "satellite-4": "RUSSIA", "secrecy": "yes", "bid-ITALY": "three"}
    page = client.post(form.action, form.fields | half, follow=True)
    again = find_form(page, url(auction_game, "answer"))
    assert {name: again.fields[name] for name in half} == half
    assert again.fields["satellite-2"] == ""
    assert "still missing: Austria, England, Germany" in page.content.decode()
    stored = Answer.objects.get(phase=phase_of(auction_game))
    assert stored.answer == {"bids": {}, "satellite": ["ITALY", "RUSSIA"]}


def test_the_room_speaks_french(auction_game, client_of, ben, url):
    page = client_of(ben).get(url(auction_game)).content.decode()
    assert "Garder le secret" in page
    assert "Keep it secret" not in page


@pytest.mark.parametrize("bot", [greedy_bot, random_bot])
@pytest.mark.parametrize("language", ["en", "fr"])
def test_what_bots_ask_for_can_be_had_and_is_read_as_they_meant_it(bot, language):
    """In the first auction and in a later one, written in either language as the demo league writes it."""
    later_on = at_start("S1905B", treasury=(9, 9)) | bonds(
        {"GERMANY": ("1", 2)}, {"1": ("ITALY", True), "2": ("RUSSIA", False)}
    )
    asked = set()
    for position, seed in product((at_start("S1901B", treasury=(20, 18)), later_on), range(20)):
        table: dict[str, Any] = {"variant": KEY, "settings": {}, "position": position}
        for seat in ("1", "2"):
            given = bot(look(**table, seat=seat, random=Random(seed)))
            asked |= given.keys()
            with translation.override(language):
                text = text_of(given)
            read = adjudicator.read(**table, seat=seat, text=text)
            assert read == {"answer": given, "problems": []}, text
    assert {"bids", "satellite", "secret"} <= asked
