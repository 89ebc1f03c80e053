"""The form of a new knock-out: what it asks, what it starts from, what it refuses and where."""

from __future__ import annotations

from datetime import datetime, timedelta

import pytest
from django.urls import reverse

from games.agreed.pace import Pace
from league.competitions import kinds
from league.competitions.forms.drafting import DraftForms
from league.competitions.forms.seasons import defaults, laid_down
from league.competitions.models import Competition
from league.competitions.rules.common_rules import STRICTEST
from league.competitions.words import spans
from tests.league.competitions.seasons import STARTS

pytestmark = pytest.mark.django_db

CUP = kinds.named("elimination")
DAY = timedelta(days=1)


def text_of(response) -> str:
    assert response.status_code == 200
    return " ".join(response.content.decode().split())


@pytest.fixture
def form(calais, carl, set_clock, client_of):
    """The page of a new one, and what a browser would send of it."""
    set_clock(STARTS - 30 * DAY)
    address = f"{reverse('tournaments:create', args=['calais'])}?kind=elimination"
    client = client_of(carl)
    page = client.get(address)
    drafted = DraftForms(None, league=calais, user=carl, season=None, kind=CUP)
    sent = {name: value for name, value in drafted.shown.sent().items() if value is not None}
    for name in ("verified", "third_place"):
        sent[name] = "on"
    sent |= {"name": "Winter cup", "arbiters": "carl", "zone": "Europe/Paris"}
    return page, lambda **more: client.post(address, sent | more)


def test_it_opens_with_dates_in_which_all_rounds_can_end_and_says_when(form):
    page, _post = form
    says, span = text_of(page), page.context["span"]
    assert span.is_enough and span.rounds == 4
    for words in (
        "By when must it end?",
        "All 4 rounds can end in time",
        "With all places taken it is usually over after",
        "Usually over",
        "Over at the latest",
        "all rounds, each of the longest games",
    ):
        assert words in says
    assert "you can challenge" not in says and "The longest game takes" not in says
    names = [field.name for field in page.context["drafted"].first]
    assert len(names) <= 12 and {"ends_at", "smallest", "largest", "seeding"} <= set(names)


@pytest.mark.parametrize("month", range(1, 13))
def test_what_it_starts_from_is_enough_on_any_day_of_the_year(calais, carl, month):
    given = defaults(CUP.rules, carl) | {"name": "Cup", "zone": "Europe/Paris"}
    del given["challenges_until"]
    first = datetime(2027, month, 15)  # noqa: DTZ001 - by the clocks of the season's zone
    moved = first - given["enters_from"].replace(hour=0)
    given |= {name: given[name] + moved for name in ("enters_from", "enters_until", "starts_at", "ends_at")}
    rules = laid_down(CUP, given, calais_pace(calais), STRICTEST, calais)
    assert CUP.span(rules).is_enough


def calais_pace(league):
    return Pace.from_json(league.pace)


def test_it_offers_the_games_that_end_and_each_choice_with_what_it_means(form):
    page, _post = form
    fields = page.context["form"].fields
    assert [key for key, _words in fields["variant"].choices] == ["intimate", "intimate-ii"]
    assert "Great War" not in str(fields["last_year"].help_text)
    says = text_of(page)
    for words in (
        "By draw",
        "By rating",
        "As the organisers choose",
        "By rating: equal ratings are drawn at random.",
    ):
        assert words in says
    assert (fields["smallest"].min_value, fields["largest"].max_value) == (3, 512)


@pytest.mark.parametrize(
    ("typed", "field", "says"),
    [
        ({"ends_at": "2026-12-27T00:00"}, "ends_at", "It ends too early: 4 rounds"),
        ({"largest": 512}, "ends_at", "It ends too early: 9 rounds"),
        ({"variant": "standard"}, "variant", "Select a valid choice."),
        ({"smallest": 2}, "smallest", "greater than or equal to 3"),
        ({"largest": 513}, "largest", "less than or equal to 512"),
        ({"smallest": 16, "largest": 8}, "largest", "can’t be below the minimum"),
        ({"last_year": ""}, "last_year", "Choose the last game year"),
        ({"starts_at": "2027-12-27T00:00"}, "ends_at", "The season must end after it starts."),
    ],
)
def test_what_cannot_be_is_said_beside_its_field(form, typed, field, says):
    _page, post = form
    answer = post(**typed)
    assert says in " ".join(answer.context["form"].errors.get(field, [])), answer.context["form"].errors
    assert not Competition.objects.exists()


@pytest.mark.parametrize("seeding", ["draw", "rating", "hand"])
@pytest.mark.parametrize("variant", ["intimate", "intimate-ii"])
def test_it_is_drafted_as_it_is(form, seeding, variant):
    _page, post = form
    made = post(seeding=seeding, variant=variant, largest=8)
    season = Competition.objects.get()
    assert made.url == season.get_absolute_url()
    assert (season.kind, season.rules["seeding"], season.rules["third_place"]) == (
        "elimination",
        seeding,
        True,
    )


def test_a_draft_of_it_opens_again_with_what_it_says(form, client_of, carl):
    _page, post = form
    post(largest=8)
    where = reverse("tournaments:edit", args=["calais", Competition.objects.get().code])
    page = client_of(carl).get(where)
    assert page.status_code == 200 and page.context["form"]["largest"].value() == 8


def test_a_later_end_is_offered_where_it_ends_too_early(form):
    _page, post = form
    answer = post(ends_at="2026-12-27T00:00", check="yes")
    says = text_of(answer)
    assert "It ends too early: 4 rounds may take" in says and "End the season on" in says


def test_words_count_the_rounds_of_all_its_places(calais, carl):
    given = defaults(CUP.rules, carl) | {"name": "Cup", "zone": "Europe/Paris", "largest": 512}
    del given["challenges_until"]
    rules = laid_down(CUP, given, calais_pace(calais), STRICTEST, calais)
    span = CUP.span(rules)
    assert span.rounds == 9 and "9 rounds may take" in spans.says(span)
