"""The rules pages: every clause is there in both languages, and their examples are what the engine does."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
from django.test import Client

import adjudicator
from adjudicator.board import standard
from adjudicator.texts import names
from games.forms.opening import offered_variants
from games.words import rules
from games.words.clauses import clause_url
from tests.html_tree import Element, tree

LANGUAGES = ("en", "fr")
PAGES = ("how-to-play", "rulebook", "devil-and-god", "intimate", "intimate-ii", "spy", "house", "notation")
CLAUSES = {
    "rulebook": [
        *(f"RB-{number}" for number in range(1, 27)),
        *(f"RB-5{letter}" for letter in "abcdefghij"),
        *(f"RB-{letter}" for letter in "abcde"),
    ],
    "intimate": [f"ID-{number}" for number in range(1, 21)],
    "intimate-ii": [f"ID2-{number}" for number in range(1, 12)],
    "devil-and-god": [f"DG-{number}" for number in range(1, 19)],
    "spy": [f"SPY-{number}" for number in range(1, 25)],
    "house": [f"HR-{number}" for number in range(1, 14)],
}
RULINGS = {
    "rulebook": dict.fromkeys(
        (*(f"RB-{clause}" for clause in (2, 4, 11, 13, 15, 16, 20, 24, 25)), "RB-c", "RB-d"), 1
    ),
    "intimate-ii": {"ID2-2": 1, "ID2-4": 2, "ID2-6": 1, "ID2-8": 1, "ID2-10": 2, "ID2-11": 1},
    "devil-and-god": {
        **dict.fromkeys(("DG-3", "DG-4", "DG-5", "DG-7", "DG-9", "DG-10", "DG-13"), 1),
        "DG-14": 2,
    },
    "spy": {
        **dict.fromkeys((f"SPY-{number}" for number in (1, 2, 3, 4, 12, 13, 15, 17, 18, 20, 23)), 1),
        "SPY-9": 3,
        "SPY-14": 2,
    },
    "house": {},
    "intimate": {"ID-1": 1, "ID-5": 1, "ID-6": 3, "ID-7": 1, "ID-15": 1, "ID-18": 2, "ID-19": 1, "ID-20": 1},
}
"""How many choices of our own each clause owns up to, beyond what its source says."""


@cache
def page(slug: str, language: str) -> Element:
    response = Client().get(f"/rules/{slug}/", {"language": language})
    assert response.status_code == 200
    return tree(response.content.decode())


def main_of(slug: str, language: str) -> Element:
    return page(slug, language).one(id="main")


def anchors(slug: str, language: str) -> list[str]:
    return [element.attributes["id"] for element in main_of(slug, language).all(id=True)]


def rows(table: Element) -> Iterator[list[Element]]:
    for row in table.one("tbody").all("tr"):
        yield [cell for cell in row.content if isinstance(cell, Element)]


@pytest.mark.slow(but_first=True)
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("slug", CLAUSES)
def test_every_clause_has_an_anchor_that_its_own_number_links_to(slug: str, language: str) -> None:
    for code in CLAUSES[slug]:
        clause = page(slug, language).one(id=code)
        assert any(link.attributes["href"] == f"#{code}" and link.text == code for link in clause.all("a"))
        assert len(clause.text) > 40


@pytest.mark.parametrize("slug", PAGES)
def test_both_languages_have_the_same_anchors_in_the_same_order(slug: str) -> None:
    assert anchors(slug, "en") == anchors(slug, "fr")
    assert len(set(anchors(slug, "en"))) == len(anchors(slug, "en"))


@pytest.mark.parametrize("slug", PAGES)
def test_no_two_things_on_a_page_have_one_name(slug: str) -> None:
    """Icons too have names that a link could go to."""
    found = [each.attributes["id"] for each in page(slug, "en").all(id=True)]
    assert len(found) > 10 and sorted(set(found)) == sorted(found)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("slug", CLAUSES)
def test_contents_list_every_numbered_clause_in_order(slug: str, language: str) -> None:
    contents = page(slug, language).one("nav", class_="contents")
    listed = [link.attributes["href"] for link in contents.all("a")]
    top = [code for code in CLAUSES[slug] if not re.fullmatch(r"RB-5[a-j]", code)]
    assert [href[1:] for href in listed if href[1:3].isupper()] == top


@pytest.mark.slow(but_first=True)
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("slug", ["", *(f"{slug}/" for slug in PAGES)])
def test_no_link_between_rules_pages_is_dead(slug: str, language: str) -> None:
    response = Client().get(f"/rules/{slug}", {"language": language})
    followed = 0
    for link in tree(response.content.decode()).one(id="main").all("a"):
        parts = urlsplit(link.attributes["href"])
        path = parts.path or f"/rules/{slug}"
        if path == "/rules/":
            continue
        followed += 1
        target = re.fullmatch(r"/rules/([\w-]+)/", path)
        assert target and target[1] in PAGES, link.attributes["href"]
        if parts.fragment:
            assert parts.fragment in anchors(target[1], language), link.attributes["href"]
    assert followed >= len(PAGES)


@pytest.mark.parametrize("slug", PAGES)
def test_french_pages_call_games_by_the_names_under_which_the_site_offers_them(slug: str) -> None:
    names = [game["names"] for game in adjudicator.VARIANTS.values()]
    english = [name["en"] for name in names if name["en"] != name["fr"]]
    assert english and not [name for name in english if name in main_of(slug, "fr").text]


@pytest.mark.parametrize("slug", CLAUSES)
def test_the_languages_own_up_to_the_same_rulings(slug: str) -> None:
    for language in LANGUAGES:
        counted = {}
        for code in CLAUSES[slug]:
            marks = [link for link in page(slug, language).one(id=code).all("a") if "ruling" in link.classes]
            if marks:
                counted[code] = len(marks)
        assert counted == RULINGS[slug]


@pytest.mark.slow
def test_every_clause_that_the_engine_names_can_be_read() -> None:
    sources = Path(adjudicator.__file__).parent.rglob("*.py")
    named = {
        code
        for source in sources
        for code in re.findall(
            r"[\"'`\s(]((?:RB|ID2?|DG|SPY|HR)-(?:\d+[a-j]?|[a-e]))\b", source.read_text("utf-8")
        )
    }
    assert {"RB-5a", "RB-9", "RB-15", "ID-5", "ID-15", "ID2-3", "ID2-11", "HR-5", "HR-11"} <= named
    for code in sorted(named):
        path, _, anchor = clause_url(code).partition("#")
        assert anchor == code
        assert anchor in anchors(path.split("/")[2], "en"), code


def test_a_clause_has_an_address() -> None:
    assert clause_url("ID-15") == "/rules/intimate/#ID-15"
    assert clause_url("RB-5c") == "/rules/rulebook/#RB-5c"
    with pytest.raises(KeyError):
        clause_url("XX-1")


def test_every_variant_leads_to_its_rules_once_it_is_offered() -> None:
    for key in adjudicator.VARIANTS:
        own = adjudicator.VARIANTS[key]["rules"][0]
        for prefix in adjudicator.VARIANTS[key]["rules"]:
            path, _, _ = clause_url(f"{prefix}-1").partition("#")
            is_there = prefix != own or rules.is_offered(key)
            assert Client().get(path).status_code == (200 if is_there else 404)
    assert [each.slug for each in rules.pages("en")] == list(PAGES)


# What the pages show by example.


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_worked_orders_come_out_as_the_page_says(language: str) -> None:
    examples = list(main_of("rulebook", language).all("figure"))
    titles = [figure.one("figcaption").text for figure in examples]
    numbers = [int(found[0]) for title in titles if (found := re.findall(r"\d+", title))]
    assert sorted(numbers) == list(range(1, 14))
    for figure in examples:
        said = outcome_on_the_page(figure)
        assert outcome_by_the_engine(said, "classic") == said, figure.one("figcaption").text


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(("slug", "drawn"), [("rulebook", 5), ("intimate", 1), ("how-to-play", 4)])
def test_examples_are_drawn_with_what_becomes_of_their_orders(slug: str, drawn: int, language: str) -> None:
    figures = [
        figure for figure in main_of(slug, language).all("figure") if list(figure.all("div", class_="board"))
    ]
    with_orders = [figure for figure in figures if list(figure.all(data_order=True))]
    assert len(with_orders) == drawn
    for figure in with_orders:
        spells, said = spells_and_orders(outcome_on_the_page(figure))
        game = ("devil-and-god", {}) if spells else ("standard", {"rulebook": "classic"})
        assert verdicts_in(turn_of(*game, said, spells)) == said
        told = figure.one("desc").text
        assert all(names.power(power, language) in told for power, _ in said)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_picture_of_fog_shows_only_what_its_power_sees(language: str) -> None:
    """Units near the spy in Munich, and none of those that no one reports."""
    figures = main_of("how-to-play", language).one(id="spy-diplomacy").all("figure")
    told = next(iter(figures)).one("desc").text
    assert names.power("GERMANY", language) in told
    assert not any(names.power(power, language) in told for power in ("TURKEY", "RUSSIA", "ENGLAND"))


@pytest.mark.parametrize("slug", CLAUSES)
def test_the_same_clauses_begin_with_one_plain_sentence_in_both_languages(slug: str) -> None:
    begun = []
    for language in LANGUAGES:
        plain = {
            code: said[0].text
            for code in CLAUSES[slug]
            if (said := list(page(slug, language).one(id=code).all("p", class_="plain")))
        }
        for code, sentence in plain.items():
            assert len(sentence.split()) <= 25 and not re.search(r"[A-Z]{2,3}2?-\d", sentence), sentence
            assert re.fullmatch(r"[^.!?]+\.", sentence), sentence
            first = next(iter(page(slug, language).one(id=code).all("p")))
            assert first.text == sentence
        begun.append(list(plain))
    assert begun[0] == begun[1] and len(begun[0]) >= 4


def test_the_twelfth_example_gets_through_under_the_modern_rules() -> None:
    figures = main_of("rulebook", "en").all("figure")
    figure = next(each for each in figures if each.one("figcaption").text == "Example 12")
    said = outcome_on_the_page(figure)
    modern = outcome_by_the_engine(said, "modern")
    assert {key for key in said if said[key] != modern[key]} == {("ENGLAND", "A LON - BEL")}


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_worked_spells_come_out_as_the_page_says(language: str) -> None:
    figures = list(main_of("devil-and-god", language).all("figure"))
    assert len(figures) == 10
    for figure in figures:
        said = outcome_on_the_page(figure)
        spells, orders = spells_and_orders(said)
        turn = turn_of("devil-and-god", {}, orders, spells)
        title = figure.one("figcaption").text
        assert verdicts_in(turn) == orders, title
        for item in turn["news"]:
            if item["kind"] == "spell":
                is_cast = said[item["seat"], item["unit"]] == "succeeds"
                assert item["cancelled"] is not is_cast, title
                clause = figure.around("div")
                assert clause is not None and clause.attributes["id"] == item["clause"], title


@pytest.mark.parametrize("language", LANGUAGES)
def test_orders_of_spies_are_read_as_their_page_says(language: str) -> None:
    spies = {"ENGLAND": [{"at": "LON"}, {"at": "MUN"}]}
    position = {"phase": "S1901E", "units": {"ENGLAND": ["F NTH"]}, "spies": spies}
    written = list(main_of("spy", language).one(id="notation").all("code", data_reads=True))
    assert len(written) == 6
    for code in written:
        read = adjudicator.read("spy", {}, position, "ENGLAND", text=code.text, language=language)
        assert read == {"answer": [code.attributes["data-reads"]], "problems": []}, code.text


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_orders_given_ahead_on_the_page_are_read(language: str) -> None:
    example = main_of("spy", language).one(id="SPY-21").one("p", class_="typed")
    text = "\n".join(piece for piece in example.content if isinstance(piece, str))
    position = {"phase": "S1901M", "units": {"GERMANY": ["A MUN"]}, "spies": {"GERMANY": [{"at": "MUN"}]}}
    read = adjudicator.read("spy", {}, position, "GERMANY", text=text, language=language)
    moves = [{"if": ["A MUN DISLODGED"], "orders": ["E MUN H (FRA)"]}, {"orders": ["E MUN - BUR (FRA)"]}]
    later = {"E": moves, "R": [{"orders": ["A MUN R TYR"]}]}
    assert read == {"answer": {"orders": ["A MUN - BUR"], "later": later}, "problems": []}


@pytest.mark.parametrize("language", LANGUAGES)
def test_spells_are_read_as_their_page_says(language: str) -> None:
    position = adjudicator.start("devil-and-god", {}, lots="00" * 32)["position"] | {"phase": "F1903M"}
    section = main_of("devil-and-god", language).one(id="notation")
    written = list(section.all("code", data_reads=True))
    assert len(written) == 8
    for code in written:
        seat = "DEVIL" if re.match(r"(curse|maudire)\b", code.text) else "GOD"
        read = adjudicator.read("devil-and-god", {}, position, seat, text=code.text, language=language)
        _, favour, meant = code.attributes["data-reads"].rpartition("favour ")
        said = {"favour" if favour else "spell": meant}
        assert read == {"answer": said, "problems": []}, code.text


Outcome = dict[tuple[str, str], str]
"""Each power's order line, and whether it succeeds or fails."""


def outcome_on_the_page(figure: Element) -> Outcome:
    lines = figure.all(data_order=True)
    return {
        (line.attributes["data-power"], line.attributes["data-order"]): line.attributes["data-verdict"]
        for line in lines
    }


def spells_and_orders(said: Outcome) -> tuple[dict[str, dict[str, str]], Outcome]:
    """The answers of the Devil and God by seat, and the powers' orders."""
    spells = {seat: {"spell": unit} for seat, unit in said if seat in ("DEVIL", "GOD")}
    return spells, {key: verdict for key, verdict in said.items() if key[0] not in spells}


def outcome_by_the_engine(said: Outcome, rulebook: str) -> Outcome:
    return verdicts_in(turn_of("standard", {"rulebook": rulebook}, said, {}))


def turn_of(variant: str, settings: dict[str, Any], said: Outcome, more: dict[str, Any]) -> dict[str, Any]:
    """The spring in which the units that `said` names get those orders; `more` are other seats' answers."""
    answers: dict[str, Any] = {power: [] for power in standard().powers}
    for power, line in said:
        answers[power].append(line)
    units = {power: [" ".join(line.split()[:2]) for line in lines] for power, lines in answers.items()}
    position = {"phase": "S1901M", "units": {power: placed for power, placed in units.items() if placed}}
    turn = adjudicator.resolve(variant, settings, position, answers | more)
    assert len(turn["results"]) == len(said)
    return turn


def verdicts_in(turn: dict[str, Any]) -> Outcome:
    return {(result["power"], result["order"]): result["verdict"] for result in turn["results"]}


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(("slug", "count"), [("intimate", 4), ("intimate-ii", 3), ("how-to-play", 1)])
def test_the_worked_auctions_come_out_as_the_page_says(slug: str, count: int, language: str) -> None:
    tables = list(main_of(slug, language).all("table", data_bids=True))
    assert len(tables) == count
    for table in tables:
        before, after = (
            {seat: int(cell.text) for seat, cell in zip("12", row.all("td"), strict=False)}
            for row in table.one("tfoot").all("tr")
        )
        lots = {row.attributes["data-power"]: list(row.all("td")) for row in table.all("tr", data_power=True)}
        said, loyalty = {}, {}
        for power, (_, _, *served, taker, price) in lots.items():
            seat = re.sub(r"\D", "", taker.text) or None
            said[power] = seat, int(price.text) if seat else 0
            for who, years in (re.findall(r"\d+", cell.text) for cell in served if cell.text != "–"):
                loyalty[power] = {"seat": who, "years": int(years)}
        answers = {
            seat: {"bids": {power: int(cells[place].text) for power, cells in lots.items()}}
            for place, seat in enumerate("12")
        }
        position = an_auction(before) | ({"loyalty": loyalty} if loyalty else {})
        turn = adjudicator.resolve(
            "intimate-ii" if slug == "intimate-ii" else "intimate", {}, position, answers
        )
        auction = next(item for item in turn["news"] if item["kind"] == "auction")
        assert {power: (auction["winner"][power], auction["price"][power]) for power in lots} == said
        assert auction["after"] == after


def an_auction(treasury: dict[str, int]) -> dict[str, Any]:
    """The first auction between England and Austria, whose mercenaries are the pages' five."""
    powers = standard().powers
    mercenaries = [power for power in powers if power not in ("AUSTRIA", "ENGLAND")]
    return {
        "phase": "S1901B",
        "units": {power: list(powers[power].units) for power in powers},
        "centres": {power: list(powers[power].homes) for power in powers},
        "homes": {"1": "ENGLAND", "2": "AUSTRIA"},
        "treasury": treasury,
        "control": dict.fromkeys(mercenaries),
    }


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(("variant", "clause"), [("intimate", "ID-2"), ("intimate-ii", "ID2-1")])
def test_the_opening_treasuries_are_those_of_the_engine(variant: str, clause: str, language: str) -> None:
    table = page(variant, language).one(id=clause).one("table")
    said = {power_in(row[0]): int(row[1].text) for row in rows(table)}
    powers = list(standard().powers)
    for power in powers:
        rest = [other for other in powers if other != power]
        opening = adjudicator.start(variant, {}, lots="00" * 32)["position"]
        ranks = {"1": {"preferences": [power, *rest]}, "2": {"preferences": [*rest, power]}}
        turn = adjudicator.resolve(variant, {}, opening, ranks, lots="00" * 32)
        assert turn["position"]["homes"]["1"] == power
        assert turn["position"]["treasury"]["1"] == said[power]
    assert set(said) == set(powers)


def power_in(cell: Element) -> str:
    return cell.one(class_="power").attributes["data-power"].upper()


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_tables_of_the_start_and_of_home_provinces_are_the_boards(language: str) -> None:
    for row in rows(page("rulebook", language).one(id="RB-1").one("table")):
        armies = {f"A {place}" for place in row[1].text.split(", ")}
        fleets = {f"F {place}" for place in row[2].text.split(", ")}
        units = standard().powers[power_in(row[0])].units
        assert armies | fleets == {names.full_unit(unit, language) for unit in units}
    for row in rows(page("rulebook", language).one(id="RB-26").one("table")):
        territory = standard().powers[power_in(row[0])].territory
        assert set(row[1].text.split(", ")) == {names.place(province, language) for province in territory}


PHASES = {
    "moves": {
        "phase": "S1901M",
        "units": {
            "ENGLAND": ["A LON", "F EDI", "F NTH"],
            "FRANCE": ["A GAS", "A PAR", "F MAO"],
            "GERMANY": ["A MUN", "A PRU", "A RUH"],
            "RUSSIA": ["A WAR", "F BAR", "F BLA"],
        },
    },
    "retreats": {
        "phase": "S1901R",
        "units": {"FRANCE": ["A MUN"]},
        "dislodged": {"GERMANY": [{"unit": "A MUN", "from": "BUR", "by_convoy": False}]},
    },
    "adjustments": {
        "phase": "W1901A",
        "units": {"GERMANY": ["A MUN", "A TYR"], "FRANCE": ["F BRE"]},
        "centres": {"FRANCE": ["BRE", "MAR", "PAR"], "GERMANY": ["BER"], "RUSSIA": ["MOS", "STP"]},
    },
}
"""Positions in which every order that the notation page writes down can be given."""


@pytest.mark.parametrize("language", LANGUAGES)
def test_everything_the_notation_page_writes_is_read_as_it_says(language: str) -> None:
    written = list(main_of("notation", language).all("code", data_reads=True))
    assert len(written) > 40
    for code in written:
        section = code.around("section")
        assert section is not None
        if section.attributes["id"] == "auction":
            assert bid_read(code.text) == code.attributes["data-reads"]
            continue
        position = PHASES.get(section.attributes["id"], PHASES["moves"])
        canonical = code.attributes["data-reads"]
        seat = who_orders(canonical, position)
        reading = adjudicator.read("standard", {}, position, seat, text=code.text)
        assert reading == {"answer": [canonical], "problems": []}, code.text


@pytest.mark.parametrize("language", LANGUAGES)
def test_everything_the_page_says_to_write_of_satellites_is_read_so(language: str) -> None:
    """A nomination in the first auction, the rest in a later one, in which a satellite is held."""
    first = an_auction({"1": 20, "2": 20})
    later = first | {"phase": "S1902B", "satellites": {"1": {"power": "ITALY", "secret": True}}}
    written = list(main_of("intimate-ii", language).one(id="writing").all("code", data_reads=True))
    assert len(written) == 6
    for code in written:
        position = first if code.attributes["data-reads"].startswith("satellite ") else later
        reading = adjudicator.read("intimate-ii", {}, position, "1", text=code.text)
        assert not reading["problems"], code.text
        assert wish_read(reading["answer"]) == code.attributes["data-reads"]


def wish_read(answer: dict[str, Any]) -> str:
    """An answer of one thing: `GERMANY 5`, `satellite ITALY …`, `secret yes`."""
    for name, value in answer.items():
        if name != "bids":
            said = ["yes" if value else "no"] if isinstance(value, bool) else value
            return " ".join([name, *said])
    return ", ".join(f"{power} {bid}" for power, bid in answer["bids"].items() if bid)


def bid_read(text: str) -> str:
    """What the first player is taken to bid, as `GERMANY 5`."""
    reading = adjudicator.read("intimate", {}, an_auction({"1": 20, "2": 20}), "1", text=text)
    assert not reading["problems"]
    return ", ".join(f"{power} {bid}" for power, bid in reading["answer"]["bids"].items() if bid)


def test_a_ranking_is_read_from_seven_lines_in_either_language() -> None:
    opening = adjudicator.start("intimate", {}, lots="00" * 32)["position"]
    powers = ["TURKEY", "ITALY", "AUSTRIA", "ENGLAND", "FRANCE", "RUSSIA", "GERMANY"]
    for language in LANGUAGES:
        text = "\n".join(names.power(power, language) for power in powers)
        reading = adjudicator.read("intimate", {}, opening, "1", text=text)
        assert reading == {"answer": {"preferences": powers}, "problems": []}


def who_orders(line: str, position: dict[str, dict[str, list[str]]]) -> str:
    """The power whose unit `line` is about; France or Russia for a build or a waived one."""
    unit = " ".join(line.split()[:2])
    dislodged = {
        power: [each["unit"] for each in units] for power, units in position.get("dislodged", {}).items()
    }
    for placed in (dislodged, position["units"]):
        for power, units in placed.items():
            if unit in units:
                return power
    return "RUSSIA" if "STP" in line else "FRANCE"


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_tables_of_names_have_every_place_of_the_board(language: str) -> None:
    other = "fr" if language == "en" else "en"
    listed = {}
    for section in ("land", "seas"):
        for code, name, other_name, also in rows(page("notation", language).one(id=section).one("table")):
            listed[code.text] = (name.text, other_name.text)
            for alias in filter(None, also.text.split(", ")):
                assert alias.casefold() not in standard().ambiguous
    assert listed == {
        location: (names.place(location, language), names.place(location, other))
        for location in standard().locations
    }


@pytest.mark.slow(but_first=True)
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_name_in_the_tables_is_read_as_its_place(language: str) -> None:
    """Each of them as where a fleet or an army stands, alone on the board."""
    for section in ("land", "seas"):
        for row in rows(page("notation", language).one(id=section).one("table")):
            location = row[0].text
            unit = f"{'F' if section == 'seas' or '/' in location else 'A'} {location}"
            position = {"phase": "S1901M", "units": {"FRANCE": [unit]}}
            texts = [cell.text for cell in row[:3]] + list(filter(None, row[3].text.split(", ")))
            for text in texts:
                reading = adjudicator.read("standard", {}, position, "FRANCE", text=f"{unit[0]} {text} H")
                assert reading == {"answer": [f"{unit} H"], "problems": []}, text


# Languages and manners.


def test_the_page_speaks_the_readers_language_and_leads_to_the_other() -> None:
    english = tree(Client().get("/rules/rulebook/").content.decode())
    assert english.one("html").attributes["lang"] == "en"
    assert english.one("h1").text == "The classic rulebook"
    assert english.one("a", hreflang="fr").attributes["href"] == "/rules/rulebook/?language=fr"
    french = tree(Client(headers={"accept-language": "fr"}).get("/rules/rulebook/").content.decode())
    assert french.one("html").attributes["lang"] == "fr"
    assert french.one("h1").text == "Le règlement classique"
    assert french.one("a", hreflang="en").attributes["href"] == "/rules/rulebook/?language=en"


def test_the_other_language_stays_while_one_reads_on_and_leads_back() -> None:
    french = page("intimate", "fr")
    assert french.one("a", hreflang="en").attributes["href"] == "/rules/intimate/"
    main = french.one(id="main")
    away = [
        link.attributes["href"] for link in main.all("a") if link.attributes["href"].startswith("/rules/")
    ]
    away.remove("/rules/intimate/")
    assert away and all("?language=fr" in href for href in away)


def test_an_unknown_language_is_the_readers_own() -> None:
    response = Client().get("/rules/intimate/", {"language": "tlh"})
    assert tree(response.content.decode()).one("html").attributes["lang"] == "en"


@pytest.mark.parametrize("slug", ["missing", "_page", "base", "index"])
def test_there_is_no_other_page(slug: str) -> None:
    assert Client().get(f"/rules/{slug}/").status_code == 404


@pytest.mark.parametrize("path", ["/rules/", "/rules/rulebook/"])
def test_rules_are_only_read(path: str) -> None:
    assert Client().post(path).status_code == 405
    assert Client().head(path).status_code == 200


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_index_names_every_page_in_its_language(language: str) -> None:
    index = tree(Client().get("/rules/", {"language": language}).content.decode())
    headings = [heading.text for heading in index.one(id="main").all("h2")]
    assert headings == [page(slug, language).one("h1").text for slug in PAGES]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("slug", PAGES)
def test_no_style_or_script_stands_in_the_text(slug: str, language: str) -> None:
    for element in main_of(slug, language).all():
        assert element.tag not in ("style", "script")
        assert not any(name == "style" or name.startswith("on") for name in element.attributes)


@pytest.fixture
def letter() -> Callable[[str, str], str]:
    return lambda power, language: rules.letters_of(power, standard().powers, language)


def test_a_badge_has_as_many_letters_as_it_needs(letter: Callable[[str, str], str]) -> None:
    assert [letter(power, "en") for power in standard().powers] == ["A", "E", "F", "G", "I", "R", "T"]
    assert [letter(power, "fr") for power in standard().powers] == ["Au", "An", "F", "Al", "I", "R", "T"]


def test_a_game_whose_rules_cannot_be_read_here_is_not_offered(monkeypatch):
    offered = offered_variants()
    assert "intimate" in dict(offered)
    unread = {**adjudicator.VARIANTS["intimate"], "rules": ("XX",)}
    monkeypatch.setitem(adjudicator.VARIANTS, "unread", unread)
    assert offered_variants() == offered
    assert "unread" not in [page.slug for page in rules.pages("en")]


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_is_seen_in_fog_is_said_by_its_clauses(language: str) -> None:
    """RB-2 and RB-26 name what SPY-1 to SPY-4 give: armies and fleets see nothing themselves."""
    rulebook = page("rulebook", language)
    seen = {link.text for link in rulebook.one(id="RB-2").all("a")}
    assert {"SPY-1", "SPY-3", "SPY-4"} <= seen
    assert "SPY-3" in {link.text for link in rulebook.one(id="RB-26").all("a")}


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_notation_page_names_every_kind_of_phase_and_where_none_is_skipped(language: str) -> None:
    notation = page("notation", language)
    for letter in "HBMERA":
        assert re.search(rf"\b[SFW]1901{letter}\b", notation.text), letter
    assert {"SPY-22", "DG-14"} <= {link.text for link in notation.all("a")}


@pytest.mark.parametrize(
    ("slug", "anchor", "language", "said", "unsaid"),
    [
        ("spy", "SPY-9", "en", "of the English names", ""),
        ("spy", "SPY-9", "fr", "des noms anglais", ""),
        ("spy", "SPY-4", "en", "other seas too", "sees the coasts"),
        ("spy", "SPY-4", "fr", "autres mers comprises", "voit les côtes"),
        ("rulebook", "RB-14", "en", "already eliminated", "grace"),
        ("rulebook", "RB-14", "fr", "déjà éliminé", "délai de grâce"),
        ("rulebook", "presets", "en", "by one of the two", "settings page"),
        ("rulebook", "presets", "fr", "l’une des deux séries", "ses réglages"),
    ],
)
def test_no_rule_is_stated_that_is_none(
    slug: str, anchor: str, language: str, said: str, unsaid: str
) -> None:
    text = page(slug, language).one(id=anchor).text
    assert said in text and (not unsaid or unsaid not in text)
