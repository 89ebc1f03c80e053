"""A season whose first table goes by ratings: who stands where, and that its pages tell all to compute it."""

from __future__ import annotations

import json
import re
from html import unescape

import pytest

from league.competitions import services
from league.competitions.errors import TakesNoWords
from league.competitions.ladder.rules.challenge_rules import ChallengeRules
from league.competitions.ladder.rules.ladder_rules import Order
from league.competitions.ladder.services import table
from league.competitions.log.exporting import export_bytes
from league.competitions.rules import draws
from league.competitions.rules.common_rules import Names
from league.competitions.selectors.draws import draws_of
from league.leagues.models import League
from league.ratings.models import Rating, RatingList
from league.users.deletion import delete_account
from tests.league.competitions.checker import faults_in
from tests.league.competitions.seasons import RULES

RATED = {1: (30, 10), 2: (20, 10), 3: (40, 9), 4: (25, 10), 5: (20, 12)}
"""By entry, its skill and rated games; the third is provisional, the sixth and seventh have none."""
POINTS = {1: 1650, 2: 1350, 3: 1950, 4: 1500, 5: 1350, 6: 1500, 7: 1500}


def rate(entry, mu, games=10, *, league, key="intimate"):
    kept, _is_new = RatingList.objects.get_or_create(league=league, key=key)
    row = {"mu": mu, "sigma": 1, "games": games}
    Rating.objects.update_or_create(list=kept, user=entry.user, defaults=row)


@pytest.fixture
def rated(make_season):
    """Announces a season by rating that seven enter, each with their rating; any rule may be given."""

    def make(**rules):
        season = make_season(order=Order.RATING, **rules).announce()
        people = [season.enter(f"p{number}") for number in range(1, 8)]
        for number, (mu, games) in RATED.items():
            rate(people[number - 1], mu, games, league=season.league)
        return season, people

    return make


def drawn_in(page):
    """The part of a rules page about the draw."""
    return page.partition('id="draws"')[2].partition("</section>")[0]


def opening(season):
    return season.competition.events.get(kind="opens").facts


def test_the_highest_rating_begins_at_the_top_and_the_draw_decides_between_equal_ones(rated):
    season, people = rated()
    elsewhere = League.objects.create(name="Dover", slug="dover")
    rate(people[6], 90, league=elsewhere)
    rate(people[6], 90, league=None)
    rate(people[6], 90, league=season.league, key="standard-2")
    draw = season.competition.draws.get()
    assert (draw.label, draw.commitment) == ("ties", draws.commitment_to(draw.secret))
    assert draw.committed_at < RULES.enters_from
    season.start()
    draw.refresh_from_db()
    assert (draw.over, draw.words) == ([1, 2, 3, 4, 5, 6, 7], [])
    assert draw.order == draws.draw(draws.seed_of(draw.secret, []), "ties", range(1, 8))
    middle, last = ([number for number in draw.order if number in those] for those in ({4, 6, 7}, {2, 5}))
    assert season.table == [3, 1, *middle, *last]
    assert opening(season) == {"order": season.table, "ratings": [POINTS[each] for each in season.table]}


def test_only_the_game_of_the_season_counts(rated):
    """The Great War, whose list is another one."""
    season, people = rated(
        variant="standard", settings={"players": 2}, ends_at=RULES.starts_at.replace(year=2028)
    )
    rate(people[6], 31, league=season.league, key="standard-2")
    season.start()
    assert opening(season)["ratings"] == [1680, *[1500] * 6]
    assert season.table[0] == 7


def test_a_late_entrant_joins_at_the_bottom_whatever_the_rating(rated):
    season, _people = rated()
    season.start()
    before = season.table
    late = season.member("late")
    kept = RatingList.objects.get(league=season.league, key="intimate")
    Rating.objects.create(list=kept, user=late, mu=60, sigma=1, games=50)
    services.enter(competition=season.competition, user=late)
    assert season.table == [*before, 8]


def test_nobody_says_a_word_for_a_draw_between_equal_ratings(rated, client_of):
    season, people = rated()
    with pytest.raises(TakesNoWords):
        services.enter(competition=season.competition, user=season.member("q1"), word="mine")
    with pytest.raises(TakesNoWords):
        services.set_word(entry=people[0], user=people[0].user, word="mine")
    address = season.competition.get_absolute_url()
    client = client_of(people[0].user)
    page = client.get(address).content.decode()
    assert "Your word for the draw" not in page and "No one adds a word" in page
    client.post(address + "word/", {"word": "mine"})
    other = client_of(season.member("q2"))
    assert "Your word for the draw" not in other.get(address + "enter/").content.decode()
    assert other.post(address + "enter/", {"word": "mine"}).status_code == 302
    assert list(season.competition.entries.values_list("word", flat=True)) == [""] * 8


def test_a_season_that_is_drawn_still_asks_for_words(make_season, client_of):
    season = make_season().announce()
    address = season.competition.get_absolute_url()
    client = client_of(season.member("p1"))
    assert "Your word for the draw" in client.get(address + "enter/").content.decode()
    client.post(address + "enter/", {"word": "mine"})
    page = client.get(address).content.decode()
    assert "Your word for the draw" in page and "Every player can add a word" in page
    season.enter("p2")
    page = client_of(season.start().organiser).get(address + "rules/").content.decode()
    assert '<td class="hash">mine</td>' in page and "Starting rank" not in page


def test_whoever_reads_the_rules_page_computes_the_first_table_from_it(rated, visitor):
    season, _people = rated()
    season.start()
    page = visitor.get(season.competition.get_absolute_url() + "rules/").content.decode()
    shown = drawn_in(page)
    hashes = re.findall(r'class="hash">([0-9a-f]{64})<', shown)
    lines = [
        [int(number) for number in re.findall(r'<td class="num">(\d+)</td>', line)]
        for line in re.findall(r"<tr><td.*?</tr>", shown)
    ]
    told = {
        "commitment": hashes[0],
        "secret": hashes[1],
        "entries": [line[1] for line in lines],
        "ratings": {entry: rating for _place, entry, rating, _rank in lines},
    }
    program = re.search(r"<pre[^>]*>(.*?)</pre>", shown, re.DOTALL)
    exec(unescape(program[1]), told)  # noqa: S102 - what our own page says
    assert told["seed"].hex() == hashes[2]
    assert told["order"] == [line[1] for line in lines]
    ranks = {entry: rank for _place, entry, _rating, rank in lines}
    assert told["table"] == sorted(ranks, key=ranks.get) == season.table
    assert told["ratings"] == POINTS
    assert "Words and order" not in shown and '<th scope="col">Word</th>' not in shown


def test_a_draw_among_ratings_is_shown_in_three_queries(rated, django_assert_num_queries):
    season, _people = rated()
    season.start()
    with django_assert_num_queries(3):
        (draw,) = draws_of(season.competition).shown
    assert [each.rating for each in draw.places] == [POINTS[each.number] for each in draw.places]


def test_before_the_season_begins_no_page_tells_a_rating_or_the_secret(rated, visitor):
    season, _people = rated()
    secret = season.competition.draws.get().secret
    address = season.competition.get_absolute_url()
    for page in (address, address + "rules/"):
        text = visitor.get(page).content.decode()
        assert secret not in text and "1950" not in text and "1650" not in text
    exported = export_bytes(season.competition, season.clock.now).decode()
    assert secret not in exported and "rated" not in [row["kind"] for row in json.loads(exported)["log"]]


def test_the_rules_say_what_counts(rated, visitor):
    season, _people = rated()
    page = visitor.get(season.competition.get_absolute_url() + "rules/").content.decode()
    assert "By rating, the highest first; equal ratings in random order. What counts" in page
    assert "no rating counts as 1500" in page


def test_who_deletes_the_account_stays_in_the_draw_without_a_name(rated, visitor):
    season, people = rated()
    season.start()
    delete_account(user=people[2].user)
    page = visitor.get(season.competition.get_absolute_url() + "rules/").content.decode()
    line = re.search(r'<tr>(?:(?!</tr>).)*<td class="num">1950</td>.*', drawn_in(page))[0]
    assert "A former member" in line and ">p3<" not in page


@pytest.mark.parametrize("names", Names)
def test_the_export_gives_the_order_alone_and_its_log_the_ratings(rated, names):
    season, _people = rated(names=names)
    season.start()
    exported = export_bytes(season.competition, season.clock.now).decode()
    assert faults_in(exported) == []
    found = json.loads(exported)
    opens = found["events"][0]
    assert set(opens) == {"at", "kind", "order"} and opens["order"] == season.table
    (row,) = (row for row in found["log"] if row["kind"] == "rated")
    ratings = {each["entry"]: each["rating"] for each in row["ratings"]}
    assert ratings == POINTS
    assert sorted(found["draws"][0]["order"], key=lambda entry: -ratings[entry]) == opens["order"]


def test_a_season_counted_again_keeps_its_order_whatever_became_of_the_ratings(rated, visitor):
    season, people = rated(challenges=ChallengeRules(reach_of=9, pause_days=0), dispute_days=7)
    season.start()
    first, address = season.table, season.competition.get_absolute_url() + "rules/"
    page = visitor.get(address).content.decode()
    for entry in people:
        rate(entry, 10 * entry.number, 99, league=season.league)
    top, low = season.entry(1), season.entry(3)
    challenge = season.play(low, top)
    assert season.table[0] == low.number
    services.rule(pairing=challenge.pairing, ruling="annulled", by=season.arbiter, reason="Two names.")
    assert season.refresh().table == first
    exported = export_bytes(season.competition, season.clock.now)
    assert faults_in(exported.decode()) == []
    assert not table.refold(season.competition)
    assert export_bytes(season.competition, season.clock.now) == exported
    again = visitor.get(address).content.decode()
    assert drawn_in(again) == drawn_in(page) != ""


def test_a_rank_at_the_start_is_said_to_come_of_the_rating(rated, visitor):
    season, _people = rated()
    season.start()
    page = visitor.get(f"{season.competition.get_absolute_url()}p/3/").content.decode()
    assert "starting order, by rating" in page.lower()
