"""Learning by playing: a practice game from the first page to its end, and what it must not do."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from datetime import timedelta
from html import unescape
from random import Random
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import translation

from games import tasks
from games.bots import random_bot
from games.common import clock
from games.common.guards import limits
from games.lists import ways_on
from games.models import Game, Practice, PracticeTurn
from games.practice import advice, door, script, services, table
from games.practice.page import page_of
from games.practice.table import BOT, SEAT
from league.users.models import User
from tests.conftest import count_queries
from tests.html_tree import Element, tree

pytestmark = [pytest.mark.django_db, pytest.mark.long, pytest.mark.slow]

HOME = "/learn/"
ENOUGH = 400
"""Steps in which every practice game is over."""


class Learner:
    """Someone who reads one page after another and works what stands on it, as a browser without scripts."""

    def __init__(self, client: Client) -> None:
        self.client = client
        self.look()

    def look(self) -> None:
        self.took(self.client.get(HOME))

    def took(self, response: Any) -> None:
        assert response.status_code in (200, 429), response.status_code
        self.status, self.html = response.status_code, response.content.decode()
        self.page: Element = tree(self.html)

    def post(self, name: str, **fields: str) -> None:
        given = {"version": self.version} | fields
        self.took(self.client.post(reverse(f"practice:{name}"), given, follow=True))

    def begin(self) -> Learner:
        self.post("start")
        return self

    @property
    def version(self) -> str:
        fields = list(self.page.all("input", name="version"))
        return fields[0].attributes["value"] if fields else "0"

    @property
    def title(self) -> str:
        return self.page.one("h1").text

    @property
    def practice(self) -> Practice:
        return Practice.objects.get()

    @property
    def remarks(self) -> list[str]:
        found = [each for each in self.page.all("dl") if "remarks" in each.classes]
        return [term.text for each in found for term in each.all("dt")]

    @property
    def is_reading(self) -> bool:
        return any(True for _form in self.page.all("form", action=reverse("practice:on")))

    @property
    def is_over(self) -> bool:
        return any(True for _panel in self.page.all(id="outcome"))

    @property
    def sheet(self) -> dict[str, str]:
        """The fields of the sheet as the browser would send them."""
        form = self.page.one("form", id="sheet")
        fields = {
            each.attributes["name"]: each.attributes.get("value", "")
            for each in form.all("input", name=True)
            if each.attributes["name"] != "csrfmiddlewaretoken"
        }
        for box in form.all("textarea", name=True):
            fields[box.attributes["name"]] = typed_in(self.html)
        for select in form.all("select", name=True):
            chosen = list(select.all("option", selected=True))
            fields[select.attributes["name"]] = chosen[0].attributes["value"] if chosen else ""
        return fields

    def answer(self, do: str, **changed: str) -> None:
        self.took(
            self.client.post(reverse("practice:answer"), self.sheet | changed | {"do": do}, follow=True)
        )

    def follow(self) -> None:
        """One step as the lesson suggests it: fill in, send; or read on."""
        if self.is_reading:
            self.post("on")
        else:
            self.answer("fill")
            self.answer("send")

    def until(self, title: str, *, reading: bool = False) -> None:
        for _step in range(ENOUGH):
            if self.title == title and self.is_reading == reading:
                return
            self.follow()
        raise AssertionError(f"never came to {title}")


def typed_in(html: str) -> str:
    found = re.search(r'<textarea id="typed"[^>]*>\n?(.*?)</textarea>', html, re.DOTALL)
    return unescape(found[1]) if found else ""


@pytest.fixture(autouse=True)
def patience(monkeypatch: pytest.MonkeyPatch) -> None:
    """Tests turn pages faster than anyone reads them."""
    monkeypatch.setattr(services, "STEPS", limits.Limit("practice-steps", 100_000, 60))


@pytest.fixture
def learner(visitor: Client) -> Learner:
    return Learner(visitor)


@pytest.fixture
def practice(learner: Learner) -> Practice:
    return learner.begin().practice


def test_looking_at_the_first_page_begins_nothing(learner: Learner) -> None:
    assert "Learn by playing" in learner.title
    assert not Practice.objects.exists()
    assert door.COOKIE not in learner.client.cookies


@pytest.mark.parametrize(
    ("language", "words"),
    [
        pytest.param("en", ("Continue", "What this means"), marks=pytest.mark.slow),
        ("fr", ("Continuer", "Ce qui se passe")),
    ],
)
def test_a_whole_game_is_played_to_its_end(language: str, words: tuple[str, ...]) -> None:
    """As suggested, in either language, with nonsense typed in between; in English every page is English."""
    learner = Learner(Client(HTTP_ACCEPT_LANGUAGE=language)).begin()
    seen = []
    for step in range(ENOUGH):
        seen.append(learner.html)
        if learner.is_over:
            break
        if step % 7 == 0 and not learner.is_reading:
            learner.answer("send", text="¶ A xyz - ???\n<script>", **{"bid-RUSSIA": "-3½"})
            seen.append(learner.html)
        learner.follow()
    assert learner.is_over
    assert learner.practice.position["outcome"]["how"] in ("ID-15", "ID-16", "ID-19")
    assert all(f'lang="{language}"' in page for page in seen)
    for word in words:
        assert any(word in page for page in seen)
    assert "<script>" not in "".join(re.findall(r"(?s)<main.*?</main>", "".join(seen)))
    learner.post("back")
    assert not learner.is_over, "the end too can be taken back"


def test_sending_the_list_as_it_stands_brings_the_home_powers_that_the_first_year_explains(
    learner: Learner,
) -> None:
    learner.begin().answer("send")
    learner.post("on")
    assert learner.practice.position["homes"] == script.HOMES
    assert "has two fleets: they carry armies over the sea" in learner.html


def over(learner: Learner) -> None:
    """Have the practice of `learner` end as won, and look at it."""
    practice = learner.begin().practice
    practice.position |= {"outcome": {"winners": [SEAT], "how": "ID-15"}}
    practice.save()
    learner.look()
    assert learner.is_over


def ways_on_of(learner: Learner) -> list[tuple[str, bool]]:
    """Where the panel that says how it ended leads on, and which of these ways stands out."""
    buttons = [each for each in learner.page.one(id="outcome").all("a") if "button" in each.classes]
    return [(each.attributes["href"], "button-main" in each.classes) for each in buttons]


def test_a_finished_practice_leads_a_stranger_to_the_search_by_signing_up_and_at_once(
    learner: Learner,
) -> None:
    over(learner)
    search = reverse("leagues:opponent")
    signing_up = f"{reverse('account_signup')}?next={search}"
    assert ways_on_of(learner)[:2] == [(signing_up, True), (search, False)]
    assert learner.client.get(search).status_code == 200


def test_a_finished_practice_leads_who_is_signed_in_to_the_search(
    client_of: Callable[..., Client], ada: Any
) -> None:
    learner = Learner(client_of(ada))
    over(learner)
    assert ways_on_of(learner)[0] == (reverse("leagues:opponent"), True)


def test_where_no_app_has_a_way_to_people_it_ends_with_the_rules(
    learner: Learner, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(ways_on, "_ways", {})
    over(learner)
    assert ways_on_of(learner) == [(reverse("rules:page", args=["intimate"]), False)]


def test_the_first_year_teaches_what_it_is_for(learner: Learner) -> None:
    learner.begin()
    learner.until("Auction for 1901", reading=True)
    assert learner.remarks == ["Yours for a year", "Anarchy"]
    learner.until("Spring 1901, moves", reading=True)
    assert learner.remarks == ["A bounce", "Support decides"]
    learner.until("Autumn 1901, moves", reading=True)
    assert set(learner.remarks) == {"Across the water", "Support decides", "You dislodged a unit"}
    learner.until("Autumn 1901, retreats", reading=True)
    assert learner.remarks == ["Centres taken", "Income"]
    learner.until("Winter 1901, adjustments")
    assert len(learner.sheet["text"]) == 0
    learner.follow()
    built = [line.text for line in learner.page.all("p") if "verdict-order" in line.classes]
    assert {"A Mar B", "A Par B", "F Bre B"} <= set(built)


@pytest.mark.parametrize("seed", range(3))
def test_whoever_plays_otherwise_still_plays_a_whole_game(seed: int, db: None) -> None:
    """Anything legal, from other homes; the bot has to cope, and so has every page's lesson."""
    random = Random(seed)
    practice = services.begin(address=f"seed-{seed}")
    for _step in range(ENOUGH):
        if practice.is_reading:
            practice = services.go_on(practice=practice, version=practice.version)
            continue
        if practice.position["outcome"] is not None:
            break
        answer = random_bot(replace(table.scene(practice, SEAT), random=random))
        text = "\n".join(typed_lines(answer))
        assert table.read(practice.position, text)["problems"] == []
        page_of(practice, "")
        practice = services.send(practice=practice, version=practice.version, text=text)
    assert practice.position["outcome"] is not None


def typed_lines(answer: Any) -> list[str]:
    if isinstance(answer, list):
        return answer
    if "preferences" in answer:
        return list(answer["preferences"])
    return [f"{power} {bid}" for power, bid in answer["bids"].items()]


def test_it_belongs_to_nobody_and_makes_no_other_rows(learner: Learner) -> None:
    learner.begin()
    learner.until("Spring 1901, moves", reading=True)
    assert Practice.objects.count() == 1
    assert PracticeTurn.objects.count() == 3
    assert not Game.objects.exists()
    assert not User.objects.exists()


def test_who_is_signed_in_plays_under_their_name(client_of: Callable[..., Client], ada: Any) -> None:
    learner = Learner(client_of(ada)).begin()
    assert learner.page.one(id="table").text.startswith("Players ada")


def without_keys(html: str) -> str:
    return re.sub(r'(csrfmiddlewaretoken" value=|X-CSRFToken": )"[^"]*"', "", html)


def test_the_bots_bids_are_in_no_page_before_they_are_opened(
    learner: Learner, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Byte for byte: two bots that bid differently make the same pages, until the player has sent."""
    learner.begin()
    learner.until("Auction for 1901")
    Practice.objects.update(lots="7" * 64, version=9)

    def pages(bids: dict[str, int]) -> list[str]:
        monkeypatch.setitem(script.BIDS, BOT, bids)  # type: ignore[arg-type]
        Practice.objects.update(text="")
        learner.look()
        read = [learner.html]
        for do in ("check", "fill", "check"):
            learner.answer(do)
            read.append(learner.html)
        return [without_keys(page) for page in read]

    assert pages({"ENGLAND": 1}) == pages({"ENGLAND": 13, "TURKEY": 4})
    learner.answer("send")
    assert "13" in learner.page.one(id="results").text


def test_the_bot_is_shown_its_own_sight_and_not_what_the_player_wrote(practice: Practice) -> None:
    before = table.scene(practice, BOT)
    practice.text = "Austria\nFrance"
    after = table.scene(practice, BOT)
    assert (before.position, before.owed, before.options) == (after.position, after.owed, after.options)
    assert script.answer_of(before) == script.answer_of(after)
    assert "text" not in before.__slots__


def test_a_mistyped_line_is_explained_and_sent_only_at_the_second_word(learner: Learner) -> None:
    learner.begin()
    learner.until("Spring 1901, moves")
    text = "A Par - Bur\nA Mar - Moon"
    learner.answer("send", text=text)
    assert "Not sent yet." in learner.page.one(id="answer-state").text
    assert "A Mar - Moon" in learner.page.one(id="typed-says").text
    assert learner.sheet["text"] == text
    assert not learner.practice.is_reading
    learner.answer("anyway", text=text)
    assert learner.is_reading
    results = learner.practice.turns.latest("ordinal").turn["results"]
    assert next(each for each in results if each["order"].startswith("A MAR"))["implied"]


def test_filling_in_gives_back_what_stood_there(learner: Learner) -> None:
    learner.begin()
    learner.until("Spring 1901, moves")
    learner.answer("fill", text="A Par H")
    assert "A Mar - Pie" in learner.sheet["text"]
    assert learner.page.one(id="typed-before").text == "A Par H"
    learner.answer("fill")
    assert not list(learner.page.all(id="typed-before"))


def test_what_was_typed_stands_there_when_the_browser_comes_back(learner: Learner) -> None:
    learner.begin()
    learner.until("Spring 1901, moves")
    learner.answer("check", text="A Par - Pic")
    again = Learner(Client(HTTP_ACCEPT_LANGUAGE="en"))
    again.client.cookies[door.COOKIE] = learner.client.cookies[door.COOKIE].value
    again.look()
    assert again.sheet["text"] == "A Par - Pic"


def test_two_windows_do_not_play_over_each_other(learner: Learner) -> None:
    learner.begin()
    learner.until("Spring 1901, moves")
    stale = learner.sheet
    learner.follow()
    turns = PracticeTurn.objects.count()
    for name, fields in (
        ("answer", stale | {"do": "send", "text": "A Par H"}),
        ("preview", stale | {"text": "A Par H"}),
    ):
        learner.took(learner.client.post(reverse(f"practice:{name}"), fields))
        assert "moved on in another window" in learner.page.one(id="given-back").text
        assert learner.page.one(id="typed-before").text == "A Par H"
    for name in ("on", "back"):
        learner.took(
            learner.client.post(reverse(f"practice:{name}"), {"version": stale["version"]}, follow=True)
        )
        assert "moved on in another window" in learner.html
    assert PracticeTurn.objects.count() == turns
    assert learner.is_reading


@pytest.mark.parametrize("version", ["", "many", "-1", "9" * 30])
def test_a_form_that_names_no_version_moves_nothing(learner: Learner, version: str) -> None:
    learner.begin()
    for name in ("answer", "preview", "on", "back"):
        learner.took(
            learner.client.post(reverse(f"practice:{name}"), {"version": version, "do": "send"}, follow=True)
        )
    assert learner.practice.ordinal == 0


def test_a_step_back_brings_the_sheet_back_as_it_was(learner: Learner) -> None:
    learner.begin()
    learner.until("Autumn 1901, moves")
    learner.answer("send", text="A Mar - Spa")
    first = learner.practice.turns.latest("ordinal").turn
    learner.post("back")
    assert learner.title == "Autumn 1901, moves"
    assert learner.sheet["text"] == "A Mar - Spa"
    learner.answer("send")
    assert learner.practice.turns.latest("ordinal").turn == first, "the bot does the same again"


def test_steps_back_lead_to_the_beginning_and_no_further(learner: Learner) -> None:
    learner.begin()
    learner.until("Winter 1901, adjustments")
    for _step in range(20):
        learner.post("back")
    assert learner.title == "Choice of home powers"
    assert not PracticeTurn.objects.exists()
    learner.until("Spring 1901, moves")


def test_starting_again_throws_the_old_game_away(learner: Learner) -> None:
    learner.begin()
    learner.until("Spring 1901, moves")
    before = learner.practice
    learner.post("start")
    after = learner.practice
    assert learner.title == "Choice of home powers"
    assert (after.pk, after.ordinal) == (before.pk, 0)
    assert after.lots != before.lots
    assert not PracticeTurn.objects.exists()


def test_hints_can_be_switched_off_and_on(learner: Learner) -> None:
    learner.begin()
    learner.post("hints", shown="no")
    assert not list(learner.page.all(id="lesson"))
    assert "Use the suggestion" not in learner.html
    learner.answer("anyway")
    assert not learner.remarks
    learner.post("hints", shown="yes")
    assert learner.remarks


def test_a_key_that_was_not_given_out_opens_nothing(learner: Learner) -> None:
    learner.begin()
    key = learner.client.cookies[door.COOKIE].value
    for forged in (learner.practice.key, key[:-1], key.replace(":", "x"), "", "é"):
        other = Learner(Client(HTTP_ACCEPT_LANGUAGE="en"))
        other.client.cookies[door.COOKIE] = forged
        other.look()
        assert other.title == "Learn by playing"


def test_a_game_that_was_forgotten_gives_back_what_was_typed(learner: Learner) -> None:
    learner.begin()
    learner.until("Spring 1901, moves")
    sheet = learner.sheet
    Practice.objects.all().delete()
    learner.took(learner.client.post(reverse("practice:answer"), sheet | {"do": "send", "text": "A Par H"}))
    assert learner.title == "Learn by playing"
    assert learner.page.one(id="typed-before").text == "A Par H"


def test_idle_games_are_forgotten_and_no_others(db: None, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(services, "FORGOTTEN_AT_ONCE", 2)
    games = [services.begin(address="here") for _game in range(6)]
    for practice in games:
        services.send(practice=practice, version=practice.version, text="France")
    idle = [practice.pk for practice in games[:5]]
    Practice.objects.filter(pk__in=idle).update(used_at=clock.now() - services.KEPT - timedelta(minutes=1))
    Practice.objects.exclude(pk__in=idle).update(used_at=clock.now() - services.KEPT + timedelta(minutes=1))
    tasks.forget_practices()
    assert list(Practice.objects.values_list("pk", flat=True)) == [games[5].pk]
    assert PracticeTurn.objects.count() == 1


def test_so_many_may_begin_from_one_address(visitor: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(services, "BEGINNINGS", limits.Limit("practices", 3, 3600))
    answers = []
    for last in range(5):
        visitor.cookies.clear()
        address = f"2001:db8::{last}"  # all of one subscriber
        answers.append(visitor.post(reverse("practice:start"), REMOTE_ADDR=address).status_code)
    assert answers == [302, 302, 302, 429, 429]
    assert Practice.objects.count() == 3


def test_so_many_steps_in_a_minute(learner: Learner, monkeypatch: pytest.MonkeyPatch) -> None:
    learner.begin()
    learner.until("Spring 1901, moves")
    monkeypatch.setattr(services, "STEPS", limits.Limit("practice-steps-few", 2, 3600))
    for _time in range(3):
        learner.answer("check", text="A Par H")
    assert learner.status == 429
    assert "Nothing is lost" in learner.page.one(id="given-back").text
    assert learner.sheet["text"] == "A Par H"


def test_a_text_of_any_length_is_refused_with_a_word_and_given_back(learner: Learner) -> None:
    learner.begin()
    learner.until("Spring 1901, moves")
    text = "A Par - Bur\n" * 700
    for do in ("check", "send", "anyway"):
        learner.answer(do, text=text)
        assert "8,000 characters" in learner.page.one(id="given-back").text
        assert typed_in(learner.html).strip() == text.strip()
    assert learner.practice.ordinal == 2


@pytest.mark.parametrize("do", ["send", "anyway", "check"])
def test_a_text_that_no_data_base_stores_is_refused_with_a_word(learner: Learner, do: str) -> None:
    """SQLite takes a NUL, PostgreSQL does not: refused on both."""
    learner.begin()
    learner.until("Spring 1901, moves")
    learner.answer(do, text="A Par H\0")
    assert learner.status == 200
    assert "couldn’t be saved" in learner.html
    assert "\0" not in learner.practice.text
    assert learner.practice.ordinal == 2


def test_a_game_that_goes_on_for_ever_is_drawn(practice: Practice, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(table, "LAST_YEAR", 1900)
    for _step in range(ENOUGH):
        if practice.is_reading:
            practice = services.go_on(practice=practice, version=practice.version)
            continue
        if practice.position["outcome"] is not None:
            break
        practice = services.send(practice=practice, version=practice.version, text="")
    assert practice.position["outcome"] == {"winners": [SEAT, BOT], "how": "ID-19"}


def test_a_change_on_the_sheet_brings_the_sheet_and_its_map_alone(learner: Learner) -> None:
    learner.begin()
    learner.until("Spring 1901, moves")
    chosen = learner.sheet | {"order-A PAR": "A PAR - BUR"}
    answer = learner.client.post(reverse("practice:preview"), chosen, headers={"HX-Request": "true"})
    part = answer.content.decode()
    assert "<html" not in part
    assert 'id="map"' in part
    assert typed_in(part).strip() == "A Par - Bur"
    assert learner.practice.text == "A Par - Bur"


def test_its_pages_are_kept_by_nobody(learner: Learner) -> None:
    learner.begin()
    assert learner.client.get(HOME)["Cache-Control"] == "private, no-store"
    cookie = learner.client.cookies[door.COOKIE]
    assert cookie["httponly"]
    assert cookie["samesite"] == "Lax"
    assert learner.practice.lots not in learner.html


def test_a_form_from_elsewhere_is_refused(db: None) -> None:
    client = Client(enforce_csrf_checks=True)
    for name in ("start", "answer", "preview", "on", "back", "hints"):
        assert client.post(reverse(f"practice:{name}")).status_code == 403
    assert not Practice.objects.exists()


def test_queries_do_not_grow_with_the_game(learner: Learner) -> None:
    learner.begin()
    counted = []
    for title in ("Auction for 1902", "Auction for 1903"):
        learner.until(title)
        counted.append(count_queries(learner.client, HOME))
        learner.until(title, reading=True)
        counted.append(count_queries(learner.client, HOME))
    assert counted[:2] == counted[2:]
    assert max(counted) <= 5


def test_every_order_of_the_script_can_be_given(practice: Practice) -> None:
    """Both sides of it, from the first list to the winter, as long as both keep to it."""
    with translation.override("en"):
        while practice.label != "S1902B":
            if practice.is_reading:
                practice = services.go_on(practice=practice, version=practice.version)
                continue
            text = advice.text_of(advice.suggestion(practice))
            assert table.read(practice.position, text)["problems"] == []
            for seat in (SEAT, BOT):
                written = script.ORDERS[seat].get(practice.label, ())
                if seat in table.due(practice.position):
                    assert not set(written) - set(script.answer_of(table.scene(practice, seat)))
            practice = services.send(practice=practice, version=practice.version, text=text)
    assert set(script.REASONS["F1901M"]) <= set(script.ORDERS[SEAT]["F1901M"])
    assert set(script.REASONS["S1901M"]) <= set(script.ORDERS[SEAT]["S1901M"])
