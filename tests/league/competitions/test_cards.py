"""The cards a season starts from: computed by the calendar, and what the form makes of them."""

from __future__ import annotations

import re
from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest
from django import forms
from django.urls import reverse

from games.agreed.absence import POLICIES, TOURNAMENT
from games.agreed.pace import DAILY, TWICE_A_DAY
from games.forms.pace import PaceForm
from league.competitions import kinds
from league.competitions.forms.seasons import SeasonForm, defaults, laid_down
from league.competitions.models import Competition
from league.competitions.rules.calendar import last_challenge, usual_game
from league.competitions.rules.rule import defaults_of, table_of
from league.competitions.rules.spans import Span, ways_out
from tests import form_tree
from tests.conftest import make_user
from tests.html_tree import tree
from tests.league.competitions.seasons import RULES

pytestmark = pytest.mark.django_db

LADDER = kinds.named("ladder")
SPRING = datetime(2026, 3, 1)  # noqa: DTZ001 - by the clocks of the season's zone
DAY, HOUR = timedelta(days=1), timedelta(hours=1)


def rules_of(card, league, user, day=SPRING):
    """The rules of a season that starts from a card as it is."""
    values = defaults(LADDER.rules, user) | card.fills(day) | {"name": card.key, "zone": "Europe/Paris"}
    return laid_down(LADDER, values, card.pace, card.absence, league)


@pytest.mark.parametrize(
    ("key", "open_", "total"),
    [
        ("quick", 11 * DAY + 14 * HOUR, 21 * DAY),
        ("classic", 75.5 * DAY + HOUR, 120 * DAY),
        ("weekend", 38 * HOUR, 2 * DAY),
    ],
)
def test_what_a_card_leaves_for_challenges_is_computed_by_the_calendar(calais, carl, key, open_, total):
    card = LADDER.card_named(key)
    rules = rules_of(card, calais, carl)
    until = last_challenge(
        rules.variant,
        rules.settings,
        rules.pace,
        rules.absence,
        answer_days=card.values["answer_days"],
        starts_at=rules.starts_at,
        ends_at=rules.ends_at,
        zone=rules.zone,
    )
    span = LADDER.span(rules)
    assert span.until == until
    assert abs(span.total - total) <= HOUR  # clocks change
    assert abs(span.open - open_) <= HOUR
    assert span.is_enough
    assert span.usual < span.longest < span.total


@pytest.mark.parametrize("card", LADDER.cards, ids=lambda card: card.key)
def test_no_card_falls_below_half_at_any_time_of_the_year(calais, carl, card):
    for month in range(1, 13):
        assert LADDER.span(rules_of(card, calais, carl, SPRING.replace(month=month, day=27))).is_enough


def test_a_card_sets_rules_that_there_are_and_that_may_be(calais, carl):
    asked = {rule.asked_as or name for name, rule in table_of(LADDER.rules).items()}
    for card in LADDER.cards:
        assert set(card.fills(SPRING)) <= asked
        LADDER.dated(rules_of(card, calais, carl)).check_draft()
    assert len({card.key for card in LADDER.cards}) == len(LADDER.cards) == 3
    assert len({frozenset(card.values) for card in LADDER.cards}) == 1, "what one sets, each sets"
    assert LADDER.card_named("weekend").moments(SPRING)["starts_at"].weekday() == 5


def test_classic_says_what_the_rules_take_where_nothing_is_said(calais, carl):
    own = defaults_of(LADDER.rules) | {"last_year": 1904}
    classic = LADDER.card_named("classic")
    assert {name: own[name] for name in classic.values} == dict(classic.values)
    assert (classic.pace, classic.absence) == (DAILY, POLICIES[TOURNAMENT])


def test_a_usual_game_is_half_of_its_phases_without_retreats():
    begins = datetime(2026, 3, 2, tzinfo=UTC)
    assert usual_game("intimate", {"last_year": 1902}, DAILY, begins) == 9 * DAY / 2  # H BMMA BMMA


def test_ways_out_are_the_least_changes_that_are_enough():
    short = replace(RULES, settings={"last_year": 1905}, ends_at=RULES.starts_at + 60 * DAY)
    span = LADDER.span(short)
    assert not span.is_enough
    ways = ways_out(short, LADDER.span)
    assert ways.last_year is None  # even a game of two years takes too long
    longer = replace(short, ends_at=ways.ends_at)
    assert LADDER.span(longer).is_enough
    assert not LADDER.span(replace(short, ends_at=ways.ends_at - DAY)).is_enough
    quick = replace(short, absence=replace(short.absence, holidays=0))
    ways = ways_out(quick, LADDER.span)
    year = {"last_year": ways.last_year}
    assert LADDER.span(replace(quick, settings=year)).is_enough
    assert not LADDER.span(replace(quick, settings={"last_year": ways.last_year + 1})).is_enough


@pytest.mark.parametrize(
    ("open_", "games"), [(9, 2), (10 * DAY - HOUR, 2), (10, 4), (29, 6), (30, 8)], ids=str
)
def test_there_is_time_for_so_many_games_of_the_longest(open_, games):
    until = RULES.starts_at + (open_ if isinstance(open_, timedelta) else open_ * DAY)
    assert replace(RULES, challenges_until=until, ends_at=until + 10 * DAY).sure_games == games


def test_no_card_asks_for_more_games_than_there_is_time_for(calais, carl):
    for card in LADDER.cards:
        rules = LADDER.dated(rules_of(card, calais, carl))
        assert rules.sure_games >= rules.least_games > 0 and not LADDER.caution(rules)


def test_a_kind_without_challenges_has_no_cards_and_asks_whether_games_can_end():
    groups = kinds.named("groups")
    assert groups.cards == ()
    start = datetime(2026, 3, 1, tzinfo=UTC)
    assert Span(start, start + 30 * DAY, None, 30 * DAY, 9 * DAY).is_enough
    short = Span(start, start + 30 * DAY, None, 31 * DAY, 9 * DAY)
    assert (short.is_enough, short.is_possible, short.longest_width) == (False, False, 1000)


def test_twice_a_day_is_a_pace_that_need_not_be_typed():
    form = PaceForm({"kind": "twice"})
    assert form.is_valid(), form.errors
    assert form.pace == TWICE_A_DAY
    assert PaceForm(initial=TWICE_A_DAY.to_json())["kind"].value() == "twice"
    other = replace(TWICE_A_DAY, retreats=3600)
    assert PaceForm(initial=other.to_json())["kind"].value() == "custom"


# The form


@pytest.fixture
def page(calais, carl, client_of):
    """Opens the form, or sends it: gives the page as a tree."""
    client, address = client_of(carl), reverse("tournaments:create", args=["calais"])

    def page(data=None, kind="ladder", **headers):
        where = f"{address}?kind={kind}"
        response = client.get(where) if data is None else client.post(where, data, headers=headers)
        assert response.status_code == 200, response
        page.response = response
        return tree(response.content.decode())

    return page


def sent(shown, *, lasts=None, starts_in=None, **changes):
    """What a browser sends of the form of a page, with these changes; `lasts` and `starts_in` are days."""
    found = form_tree.sent(shown.one("form", id="season-form")) | changes
    starts = datetime.fromisoformat(found["starts_at"])
    if starts_in is not None:
        found["starts_at"] = (starts.today() + starts_in * DAY).strftime("%Y-%m-%dT10:00")
    if lasts is not None:
        found["ends_at"] = (starts + lasts * DAY).strftime("%Y-%m-%dT%H:%M")
    return found


@pytest.mark.parametrize("kind", ["ladder", "groups"])
def test_the_form_has_twelve_controls_at_first(page, kind):
    shown = form_tree.at_first(page(kind=kind).one("form", id="season-form"))
    assert len(shown) <= 12, shown
    assert {"name", "variant", "last_year", "pace-kind", "starts_at", "ends_at", "arbiters"} <= shown
    assert ("start" in shown) == (kind == "ladder")


def test_a_card_fills_the_form_and_leaves_what_else_was_typed(page):
    opened = page()
    typed = sent(opened, start="quick", name="Spring", largest="17")
    filled = sent(page(typed))
    assert (filled["name"], filled["largest"], filled["filled"]) == ("Spring", "17", "quick")
    assert (filled["last_year"], filled["answer_days"], filled["pace-kind"]) == ("1903", "1", "twice")
    assert (filled["absence-holidays"], filled["ends_at"][-5:]) == ("0", "10:00")
    assert not Competition.objects.exists(), "it is looked at before it is saved"
    assert "field-error" not in page.response.content.decode()
    assert page.response.context["span"].open > 11 * DAY


def test_a_season_is_saved_as_its_card_says(page, calais, carl, client_of):
    typed = sent(page(sent(page(), start="weekend", name="Live")), zone="Europe/Paris")
    made = client_of(carl).post(reverse("tournaments:create", args=["calais"]), typed)
    season = Competition.objects.get()
    assert made.url == season.get_absolute_url()
    terms, card = season.terms, LADDER.card_named("weekend")
    assert (terms.pace.kind, terms.challenges.answer_days, terms.absence) == ("live", 0, card.absence)
    assert season.ends_at - season.starts_at == 2 * DAY


def test_the_bar_follows_what_is_typed_with_and_without_a_script(page):
    changes = sent(page(), lasts=60, name="") | {"check": "yes"}
    part = page(changes, **{"HX-Request": "true"})
    words = part.text
    said = re.search(r"You can challenge for (\d+) of 60 days\.", words)
    assert said and int(said[1]) < 30, words
    assert "Challenges are open for less than half of the season." in words
    assert part.one(id="span-say", hx_swap_oob="innerHTML").text == said[0]
    assert not list(part.all("form"))
    whole = page(changes)
    assert whole.one(id="span-say", role="status").text == said[0]
    assert whole.one(id="span").one("svg", role="img").attributes["aria-label"] == said[0]


def test_the_form_says_where_more_games_are_needed_than_there_is_time_for(page):
    caution = "players have time for only 4 games. It takes 5 to be ranked."
    shown = page(sent(page(), least_games="5", name=""))
    assert caution in shown.one(id="span").text
    assert "time for only" not in page(sent(page(), least_games="4", name="")).text


def test_the_ways_out_lead_out(page):
    own = {"name": "", "last_year": "1906", "absence-holidays": "0"}
    changes = sent(page(), lasts=60) | own
    ways = [each.attributes["value"] for each in page(changes).all("button", name="way")]
    assert len(ways) == 2
    for value in ways:
        after = page(changes | {"way": value})
        name, _is, new = value.partition("=")
        assert sent(after)[name] == new
        assert page.response.context["span"].is_enough
        assert "field-error" not in page.response.content.decode()


def test_no_more_than_a_way_out_is_set_by_its_button(page):
    page(sent(page(), way="arbiters=nobody", name=""))
    assert page.response.context["form"]["arbiters"].value() == "carl"


def test_what_stands_in_the_way_of_the_bar_is_said_in_its_place(page):
    part = page(sent(page(), answer_days="99") | {"check": "yes"}, **{"HX-Request": "true"})
    assert "Days to answer a challenge: " in part.text
    part = page(sent(page(), starts_in=1) | {"check": "yes"}, **{"HX-Request": "true"})
    assert "The season cannot start before entries close." in part.text
    part = page(sent(page(), lasts=9) | {"check": "yes"}, **{"HX-Request": "true"})
    assert "the season is too short for one game" in part.text


def test_what_is_folded_away_is_unfolded_where_it_was_changed_or_refused(page):
    def is_open(shown):
        return "open" in shown.one("details", class_="more-box").attributes

    opened = page()
    assert not is_open(opened)
    assert not is_open(page(sent(opened, name="")))
    assert is_open(page(sent(opened, name="", answer_days="99")))
    assert is_open(page(sent(opened, name="", largest="12")))
    assert not is_open(page(sent(opened, start="quick")))


def test_a_card_that_comes_by_a_script_brings_the_whole_form(page):
    part = page(sent(page(), start="quick") | {"check": "yes"}, **{"HX-Request": "true"})
    assert page.response["HX-Retarget"] == "#season-form"
    assert part.one("form").attributes["id"] == "season-form"


def test_nothing_on_the_page_is_inline_and_the_bar_is_drawn_in_whole_numbers(page):
    page()
    text = page.response.content.decode()
    assert not re.search(r"\sstyle=|<style|\son\w+=", text)
    numbers = re.findall(r'class="bar-[^"]*"[^>]* width="([^"]*)"', text)
    assert numbers and all(number.isdecimal() for number in numbers)


def test_every_rule_that_is_asked_is_asked_once(calais, carl):
    for kind in kinds.every():
        form = SeasonForm(league=calais, user=carl, kind=kind)
        shown = [field.name for field in form.first] + [
            f.name for _title, fields in form.sections for f in fields
        ]
        assert sorted(shown) == sorted(form.fields)
        assert all(isinstance(form.fields[name], forms.Field) for name in shown)


def test_a_name_of_nobody_is_told_with_the_names_it_may_be_a_slip_of(page, calais, ada, dora):
    calais.memberships.create(user=make_user("bastien"))
    shown = page(sent(page(), name="Spring", arbiters="bastian, dorra")).text
    assert "No league member is called “bastian”. Did you mean bastien?" in shown
    assert "No league member is called “dorra”." in shown
    assert "Did you mean dora" not in shown, "who is in another league is told of nowhere"
    offered = {each.attributes["value"] for each in page().one("datalist").all("option")}
    assert {"ada", "bastien"} <= offered and "dora" not in offered


def test_names_like_a_slip_are_the_nearest_three(calais):
    for name in ("margot", "margaux", "margit", "margo", "odile"):
        calais.memberships.create(user=make_user(name))
    assert calais.names_like("Margott")[0] == "margot"
    assert len(calais.names_like("margott")) == 3
    assert calais.names_like("argot") == ["margot"]  # its first letter is missing
    assert calais.names_like("zebulon") == []
