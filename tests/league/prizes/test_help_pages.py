"""The pages that explain prize money: both languages say the same, and what they say is what is done."""

from __future__ import annotations

import re
import subprocess
import sys
from functools import cache
from pathlib import Path

import pytest
from django.conf import settings
from django.test import Client
from django.urls import resolve
from django.utils import translation

from league.competitions import services
from league.competitions.errors import NotYours
from league.competitions.rules.common_rules import RULING_DAYS
from league.competitions.rules.prize_rules import BOUNDS, PrizeRules
from league.competitions.state import registration
from league.money import money
from league.prizes.agreed import periods
from league.prizes.book import exporting, split
from league.prizes.models import Booking, Payment, Payout, Refund
from league.prizes.services.incoming import charging_back
from league.prizes.services.payouts import unclaimed
from league.prizes.views import help as help_pages
from tests.html_tree import Element, tree
from tests.league.prizes.money_seasons import FEE

LANGUAGES = ("en", "fr")
PAGES = ("players", "organisers")
BOTH = [(slug, language) for slug in PAGES for language in LANGUAGES]


@cache
def html_of(slug: str, language: str) -> str:
    response = Client().get(f"/money/help/{slug}/", {"language": language})
    assert response.status_code == 200
    return response.content.decode()


def main_of(slug: str, language: str) -> Element:
    return tree(html_of(slug, language)).one(id="main")


def section(slug: str, language: str, anchor: str) -> Element:
    return main_of(slug, language).one("section", id=anchor)


# The pages ------------------------------------------------------------------------------------------------


@pytest.mark.slow(but_first=True)
@pytest.mark.parametrize("slug", PAGES)
def test_both_languages_have_the_same_sections_tables_and_lists(slug):
    english, french = (main_of(slug, language) for language in LANGUAGES)
    for tag in ("section", "table", "tr", "li", "p", "pre"):
        shapes = [
            [(each.attributes.get("id", ""), len(list(each.all("td")))) for each in page.all(tag)]
            for page in (english, french)
        ]
        assert shapes[0] == shapes[1], tag
    anchors = [each.attributes["id"] for each in english.all(id=True)]
    assert len(set(anchors)) == len(anchors) > 10


@pytest.mark.parametrize(("slug", "language"), BOTH)
def test_the_contents_name_every_section_in_order(slug, language):
    main = main_of(slug, language)
    listed = [(link.attributes["href"], link.text) for link in main.one("nav", class_="contents").all("a")]
    assert listed == [
        (f"#{each.attributes['id']}", each.one("h2").text)
        for each in main.one(class_="rules-text").all("section")
    ]


@pytest.mark.parametrize(("slug", "language"), BOTH)
def test_no_link_is_dead_and_both_pages_lead_to_each_other(slug, language):
    main = main_of(slug, language)
    anchors = {each.attributes["id"] for each in main.all(id=True)}
    hrefs = [link.attributes["href"] for link in main.all("a")]
    for href in hrefs:
        if href.startswith("#"):
            assert href[1:] in anchors
        else:
            resolve(href.partition("?")[0])
    other = next(page for page in PAGES if page != slug)
    kept = "?language=fr" if language == "fr" else ""
    assert f"/money/help/{other}/{kept}" in hrefs


@pytest.mark.parametrize("slug", PAGES)
def test_the_page_speaks_the_readers_language_and_leads_to_the_other(slug):
    for language, other in (("en", "fr"), ("fr", "en")):
        client = Client(headers={"accept-language": language})
        page = tree(client.get(f"/money/help/{slug}/").content.decode())
        assert page.one("html").attributes["lang"] == language
        assert page.one("h1").text == help_pages.TITLES[slug][language]
        link = page.one("main").one("a", hreflang=other)
        assert link.attributes["href"] == f"/money/help/{slug}/?language={other}"


@pytest.mark.parametrize("slug", PAGES)
def test_the_pages_are_only_read(slug):
    assert Client().post(f"/money/help/{slug}/").status_code == 405
    assert Client().head(f"/money/help/{slug}/").status_code == 200
    assert Client().get("/money/help/base/").status_code == 404


@pytest.mark.parametrize(("slug", "language"), BOTH)
def test_no_style_or_script_stands_in_the_text_and_tables_have_heads(slug, language):
    for element in main_of(slug, language).all():
        assert element.tag not in ("style", "script")
        assert not any(name == "style" or name.startswith("on") for name in element.attributes)
        if element.tag == "table":
            assert list(element.one("thead").all("th", scope="col"))
            assert all(list(row.all("th", scope="row")) for row in element.one("tbody").all("tr"))


@pytest.mark.parametrize("slug", PAGES)
def test_french_marks_keep_to_their_words(slug):
    """U+202F before `; ! ? »` and after `«`, U+00A0 before a colon, `%` and `€`; no mid-dots."""
    text = re.sub(r"<pre.*?</pre>", "", html_of(slug, "fr"), flags=re.S)
    text = re.sub(r"<[^>]+>", "", text[text.index('<main id="main"') : text.index("</main>")])
    assert re.findall(r".{9}(?<!\u202f)[;!?»]", text) == []
    assert re.findall(r".{9}(?<!\u00a0):", text) == []
    assert re.findall(r"«(?!\u202f).{9}", text) == []
    assert re.findall(r".{9}(?<!\u00a0)[%€]", text) == []
    assert text.count("\u202f") > 5 < text.count("\u00a0:")
    assert "·" not in re.sub(r"Si vous jouez · Si vous organisez", "", text)
    assert "'" not in text and '"' not in text


# What they say --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_state_of_a_refund_and_of_a_prize_is_named_as_pages_name_it(language):
    for anchor, states in (("back", Refund.State), ("payout", Payout.State)):
        named = [each.text for each in section("players", language, anchor).all("b")]
        with translation.override(language):
            assert set(named) >= {str(state.label) for state in states}


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_worked_example_is_what_the_split_gives(language):
    example = section("players", language, "split").one(class_="example")
    said = {each.attributes["data-example"]: spaced(each) for each in example.all("span", data_example=True)}
    rules = PrizeRules(currency="EUR", fee=1000, league_percent=5, cash_holder="henrik", shares=(50, 30, 20))
    part, gift = rules.parts_of_fee()[0], 4000
    pool = 11 * part + gift
    with translation.override(language):
        expected = {"fee": 1000, "pool-part": part, "gift": gift, "pool": pool}
        assert said == {name: money(amount, "EUR") for name, amount in expected.items()}
        tables = list(example.all("table", data_split=True))
        assert len(tables) == 2
        for table in tables:
            cells = {}
            for row in table.one("tbody").all("tr"):
                cells[int(row.attributes["data-entry"])] = list(row.all("td"))
            games = {entry: int(row[0].text) for entry, row in cells.items()}
            shown = {entry: spaced(row[1]) for entry, row in cells.items()}
            ranking = [[entry] for entry in sorted(games) if games[entry] >= 5]
            won = {
                prize.entry: prize.amount for prize in split.prizes(pool, rules, split.consecutive(ranking))
            }
            assert sum(won.values()) == pool
            assert shown == {entry: money(won[entry], "EUR") if entry in won else "–" for entry in games}


def spaced(element: Element) -> str:
    """Its text with its spaces as they are."""
    return "".join(piece for piece in element.content if isinstance(piece, str))


@pytest.mark.parametrize("language", LANGUAGES)
def test_organisers_read_what_desks_show_and_players_what_they_read_before_paying(language):
    desks = section("organisers", language, "desks").text
    paying = section("players", language, "paying").text
    words = {
        "en": (("late", "only due", "until when", "confirm", "refunds"), "how many people wait for one"),
        "fr": (
            ("en retard", "seulement dus", "jusqu’à quand", "confirmer", "remboursements"),
            "en attendent une",
        ),
    }[language]
    assert all(word in desks for word in words[0])
    assert words[1] in paying


@pytest.mark.slow
def test_the_numbers_in_the_text_are_those_of_the_code():
    """Days and limits, said in both languages beside what they are about."""
    reminders = [str(days) for days in unclaimed.REMINDERS]
    assert reminders == ["7", "30", "90", "150"]
    facts = {
        ("players", "taken-back"): [charging_back.CHARGEBACK_DAYS],
        ("players", "payout"): [periods.ANSWER_DAYS, PrizeRules().hold_days, periods.DETAILS_KEPT_FOR.days],
        ("players", "paying"): [PrizeRules().pay_days, PrizeRules().waiting_days],
        ("players", "cancelled"): [registration.DECIDE_FOR.days],
        ("organisers", "entering"): [registration.DECIDE_FOR.days, *registration.EXTENDED_BY],
        ("players", "unclaimed"): [*unclaimed.REMINDERS, periods.CARRIED_AFTER.days],
        ("players", "disputes"): [RULING_DAYS.unsaid],
        ("organisers", "disputes"): [RULING_DAYS.unsaid],
        ("organisers", "taken-back"): [charging_back.CHARGEBACK_DAYS],
        ("organisers", "confirm"): [periods.ANSWER_DAYS],
        ("organisers", "pay"): [periods.DETAILS_KEPT_FOR.days],
        ("organisers", "unclaimed"): [*unclaimed.REMINDERS, periods.CARRIED_AFTER.days],
        ("organisers", "draft"): [
            *BOUNDS["pay_days"],
            PrizeRules().waiting_days,
            BOUNDS["hold_days"][1],
        ],
    }
    assert unclaimed.RETURNED_AFTER.days == 365 and PrizeRules().hold_days == 45
    for (slug, anchor), numbers in facts.items():
        for language in LANGUAGES:
            text = section(slug, language, anchor).text
            assert set(map(str, numbers)) <= set(re.findall(r"\d+", text)), (slug, anchor, language)
    for language, year in (("en", "after a year"), ("fr", "au bout d’un an")):
        assert year in section("players", language, "unclaimed").text
        assert year in section("organisers", language, "unclaimed").text


@pytest.mark.parametrize("language", LANGUAGES)
def test_both_pages_say_that_too_few_entries_are_extended_once_before_a_season_is_cancelled(language):
    extend, once = {"en": ("extend entries", "once"), "fr": ("prolonger", "une fois")}[language]
    for slug, anchor in (("players", "cancelled"), ("organisers", "entering")):
        said = section(slug, language, anchor).text
        assert extend in said and once in said


@pytest.mark.django_db
@pytest.mark.parametrize("language", LANGUAGES)
def test_who_may_dispute_is_who_the_page_names(make_money_season, language):
    """The two players of a game, and no one else of the season."""
    paragraph = next(section("players", language, "disputes").all("p")).text
    named = {"en": "The players of a game", "fr": "Les personnes qui ont joué une partie"}
    assert paragraph.startswith(named[language])
    season = make_money_season(dispute_days=2).begin(3)
    challenge = season.play(season.entry(2), season.entry(1))
    with pytest.raises(NotYours):
        services.dispute(pairing=challenge.pairing, user=season.entry(3).user, said="I watched it.")
    player = challenge.by.user if language == "en" else challenge.of.user
    assert (
        services.dispute(pairing=challenge.pairing, user=player, said="It was not so.").raised_by.user
        == player
    )


STAGES = {
    "before": True,
    "no-game": True,
    "game": False,
    "cancelled": True,
    "disqualified": False,
    "nobody": True,
}
"""What the table says of each stage: whether all of the fee comes back, or nothing."""


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_table_of_refunds_names_every_stage_and_says_all_or_nothing(language):
    rows = list(
        section("players", language, "back").one("table", data_stages=True).all("tr", data_stage=True)
    )
    said = {row.attributes["data-stage"]: row.one("td").text for row in rows}
    words = {"en": {True: "All of it", False: "Nothing"}, "fr": {True: "Tout", False: "Rien"}}[language]
    assert list(said) == ["waiting", *STAGES]
    for stage, comes_back in STAGES.items():
        assert said[stage].startswith(words[comes_back]), stage


@pytest.mark.slow(but_first=True)
@pytest.mark.django_db
@pytest.mark.parametrize("stage", STAGES)
def test_the_fee_comes_back_at_each_stage_as_the_table_says(make_money_season, stage):
    season = make_money_season({"prize_games": 1}, largest=6)
    if stage == "before":
        season.agree().announce()
        entry = season.enter_and_pay("p1")
        season.withdraw(entry)
    else:
        season.begin(4)
        entry = season.entry(4)
    if stage in ("game", "cancelled"):
        season.begin_game(entry, season.entry(3))
    if stage in ("no-game", "game", "cancelled"):
        season.withdraw(entry)
    if stage == "disqualified":
        season.disqualify(entry)
        season.cancel()
    if stage == "cancelled":
        season.cancel()
    if stage == "nobody":
        season.finish()
    refund = Refund.objects.filter(entry=entry).first()
    assert (refund is not None and refund.amount == FEE) is STAGES[stage]
    state = Payment.objects.get(entry=entry).state
    assert state == (Payment.State.TO_REFUND if STAGES[stage] else Payment.State.FEE)


# Checking off line ----------------------------------------------------------------------------------------


def run(program: str, folder: Path) -> subprocess.CompletedProcess[str]:
    """The program on the page, run where there is a `book.json`."""
    python = [sys.executable, "-I", "-c", program]
    return subprocess.run(python, cwd=folder, capture_output=True, text=True, timeout=60, check=False)


@pytest.fixture
def book_file(make_money_season, tmp_path):
    """The public file of a season in which someone paid, paid twice, gave and withdrew."""
    season = make_money_season().begin(3)
    season.give("gift", "pool", 4000)
    season.withdraw(season.entry(3))
    path = tmp_path / "book.json"
    path.write_bytes(b"".join(exporting.json_bytes(season.book)))
    return season, path


@pytest.mark.slow(but_first=True)
@pytest.mark.django_db
@pytest.mark.parametrize("language", LANGUAGES)
def test_the_program_on_the_page_walks_along_a_real_book(book_file, language):
    season, path = book_file
    ended = run(program_on_the_page(language), path.parent)
    assert ended.returncode == 0, ended.stderr
    last = Booking.objects.filter(book=season.book).latest("number")
    cash = season.balance("cash")
    assert ended.stdout.startswith(f"{last.number} {last.sha256} ")
    assert f"('cash', {season.cash.pk}): {cash}," in ended.stdout.replace("}", ",")


@pytest.mark.slow(but_first=True)
@pytest.mark.django_db
@pytest.mark.parametrize(
    ("old", "new"),
    [
        (b'["cash",', b'["clearing",'),
        (b'"kind":"gift"', b'"kind":"payment"'),
        (b'"entry":1,', b'"entry":2,'),
        (b'"number":2,', b'"number":3,'),
    ],
)
def test_the_program_on_the_page_stops_at_a_change(book_file, old, new):
    _season, path = book_file
    before = path.read_bytes()
    assert old in before
    path.write_bytes(before.replace(old, new, 1))
    ended = run(program_on_the_page("en"), path.parent)
    assert ended.returncode == 1 and "AssertionError" in ended.stderr and not ended.stdout


def program_on_the_page(language: str) -> str:
    listing = section("players", language, "offline").one("pre", data_program=True)
    return "".join(piece for piece in listing.content if isinstance(piece, str))


def test_the_steps_name_what_the_file_has():
    for language in LANGUAGES:
        codes = {each.text for each in section("players", language, "offline").all("code")}
        assert {"content", "sha256", "previous", "legs", "private", "clearing", "cash"} <= codes


def test_nothing_else_lies_among_the_pages():
    """Every template of the folder is a page, or a part of one."""
    for language in LANGUAGES:
        folder = Path(settings.ROOT) / "templates/prizes/help" / language
        assert {path.stem for path in folder.glob("*.html")} == {"_page", *PAGES}
