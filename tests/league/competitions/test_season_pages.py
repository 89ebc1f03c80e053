"""A season's pages as their readers meet them: a ladder of seven in Calais, ada stands fifth, carl rules."""

from __future__ import annotations

import hashlib
import json
import re
from datetime import timedelta
from uuid import uuid4

import pytest
from django.urls import reverse
from django.utils import translation

from games.common import clock
from games.models import Phase, Seat, Tenure
from league.competitions import services as seasons
from league.competitions.ladder.selectors import history, rank_history
from league.competitions.ladder.services import table
from league.competitions.models import Dispute, Entry, Extension, FinalPlace
from league.competitions.rules.common_rules import Names
from league.competitions.selectors import draws, log
from league.competitions.selectors import seasons as selectors
from league.competitions.state.season_access import reader_of
from league.leagues import services
from tests.conftest import make_user
from tests.league.competitions.rows import NOW, challenge, enter, make_season, open_at, play, streamed

pytestmark = pytest.mark.django_db

LADDER = ("marta", "tomasz", "amelie", "james", "ada", "sofia", "piotr")


@pytest.fixture
def noon(monkeypatch):
    """Stops the clock at NOW."""
    monkeypatch.setattr(clock, "read", lambda: NOW)
    return NOW


@pytest.fixture
def entrants(calais, ada, noon):
    """The people of the ladder, from the top."""
    found = []
    for name in LADDER:
        person = ada if name == "ada" else make_user(name)
        if person is not ada:
            services.join(league=calais, user=person)
        found.append(person)
    return found


@pytest.fixture
def season(calais, carl, entrants):
    """A season that is played."""
    return make_season(calais, carl, entrants, arbiters=[carl])


def at(name, season, *args):
    return reverse(f"tournaments:{name}", args=["calais", season.code, *args])


def text_of(response):
    assert response.status_code == 200, response.status_code
    return " ".join(response.content.decode().split())


def row_of(page, name):
    """The row of the ladder that is about someone."""
    return next(row for row in page.split("<tr") if f">{name}</a></th>" in row or f">{name}</a><span" in row)


def test_the_ladder_says_before_the_click_whom_one_may_challenge(client_of, ada, season):
    page = text_of(client_of(ada).get(at("season", season)))
    assert '<button class="button" name="of" value="4"' in row_of(page, "james")
    assert "Can challenge you." in row_of(page, "sofia")
    assert 'id="me"' in row_of(page, "ada")
    assert "Your range: up to 4 ranks above you" in page
    assert "Below you" in page


@pytest.mark.slow
def test_what_a_win_brings_stands_beside_each_player_before_the_click(client_of, ada, season):
    client = client_of(ada)
    page = text_of(client.get(at("season", season)))
    for rank, name in enumerate(LADDER[:4], start=1):
        assert f"Win and you take rank {rank}." in row_of(page, name)
    for name in LADDER[5:]:
        assert "Win and you take" not in row_of(page, name)
    challenge(season, 5, 4, state="playing")
    play(season, 4, 1, 4)
    page = text_of(client.get(at("season", season)))
    row = row_of(page, "james")
    assert "You are playing now:" in row and "Win and you take rank 4." in row, "as when it was made"
    assert "Win and you take rank 2." in row_of(page, "marta")


def test_whoever_is_out_of_reach_says_so(client_of, entrants, season):
    page = text_of(client_of(entrants[6]).get(at("season", season)))
    assert "6 ranks above you" not in row_of(page, "marta"), "the title says it once"
    assert "Out of your range: more than 4 ranks above you" in page


FOLDED = re.compile(r'<tbody class="folds">(.*?)</tbody>')


def test_a_phone_folds_what_is_out_of_range_but_not_what_the_reader_has_going_on(
    client_of, entrants, season, visitor
):
    challenge(season, 5, 7, state="waiting")
    client = client_of(entrants[5])
    page = text_of(client.get(at("season", season)))
    ahead, below = FOLDED.findall(page)
    assert '<details class="fold" id="fold-0"><summary' in ahead and "(show 1 rank)" in ahead
    assert row_of(ahead, "marta").startswith("><td"), "hidden until it is asked for"
    for name in ("tomasz", "james", "sofia"):
        assert f">{name}</a>" not in ahead + below, "in range, or the reader's own"
    assert "(show 1 rank)" in below
    challenge(season, 7, 6, state="waiting")
    page = text_of(client.get(at("season", season)))
    (ahead, below) = FOLDED.findall(page)
    assert 'class="is-mine"' in row_of(below, "piotr") and "<details" not in below, "nothing is left to show"
    assert not FOLDED.findall(text_of(client.get(at("season", season) + "?q=marta"))), "it was asked for"
    assert not FOLDED.findall(text_of(visitor.get(at("season", season))))


def test_a_move_in_the_log_says_whose_and_every_line_leads_somewhere(visitor, season):
    challenge(season, 5, 4)
    play(season, 6, 3, 6)
    for name in ("results", "log"):
        page = text_of(visitor.get(at(name, season)))
        (side,) = re.findall(r'<div class="entry-side">(.*?)</div>', page)
        assert '<span class="small">sofia</span>' in side and "6 <span" in side
    (line,) = re.findall(r'<a href="([^"]*)">[^<]*ada[^<]*james', text_of(visitor.get(at("log", season))))
    assert line == at("entrant", season, 5) and visitor.get(line).status_code == 200


def test_visitors_see_the_ladder_and_no_button(visitor, season):
    page = text_of(visitor.get(at("season", season)))
    assert "marta" in page
    assert 'name="of"' not in page
    assert "Your range" not in page


def test_what_waits_stands_first(client_of, ada, season):
    challenge(season, 6, 5)
    playing = challenge(season, 5, 4, state="playing")
    page = text_of(client_of(ada).get(at("season", season)))
    assert "Sofia, rank 6, challenges you".lower() in page.lower()
    assert "If you lose, you go to rank 6." in page
    assert "You can still decline 1 challenge without losing ranks." in page
    assert "Your game against james" in page
    assert f"/g/{playing.game.code}/" in row_of(page, "james")
    assert "Has challenged you:" in row_of(page, "sofia")


@pytest.mark.slow
def test_a_result_moves_marks_and_is_told(client_of, ada, season):
    play(season, 5, 3, 5)
    page = text_of(client_of(ada).get(at("season", season)))
    assert "ada beat amelie" in page
    assert "<small>your rank</small>3<small>" in page
    assert "provisional until" in row_of(page, "ada")
    assert "↑" in row_of(page, "ada") and ">up </span>2" in row_of(page, "ada")
    assert ">down </span>1" in row_of(page, "amelie")
    assert "won against amelie" in page
    Dispute.objects.create(
        competition=season,
        pairing=season.pairings.get(),
        raised_by=season.entries.get(number=3),
        **open_at(NOW),
    )
    page = text_of(client_of(ada).get(at("season", season)))
    assert "disputed" in row_of(page, "amelie")


@pytest.mark.slow
def test_the_ladder_is_narrowed_and_searched(client_of, ada, season):
    client = client_of(ada)
    challenge(season, 7, 6, state="playing")
    page = text_of(client.get(at("season", season), {"show": "reach"}))
    assert ">james</a>" in page
    assert ">sofia</a></th>" not in page
    assert ">marta</a>" in text_of(client.get(at("season", season), {"q": "MART"}))
    assert ">james</a></th>" not in text_of(client.get(at("season", season), {"q": "mart"}))
    playing = text_of(client.get(at("season", season), {"show": "playing"}))
    assert ">piotr</a><span" in playing
    assert ">marta</a>" not in playing
    assert "No player found" in text_of(client.get(at("season", season), {"q": "zzz"}))


@pytest.mark.slow
def test_an_entrants_history_tells_every_step(client_of, visitor, ada, season):
    play(season, 5, 3, 5, at=NOW - timedelta(days=30))
    play(season, 6, 3, 6, at=NOW - timedelta(days=20))
    play(season, 4, 2, None, how="ID-16", at=NOW - timedelta(days=10))
    page = text_of(visitor.get(at("entrant", season, 3)))
    for words in (
        "starting order, drawn at random",
        "lost against ada",
        "lost against sofia",
        "Rank over time",
    ):
        assert words in page, words
    page = text_of(visitor.get(at("entrant", season, 4)))
    assert "ada moved up" in page
    assert "drawn" in page
    assert visitor.get(at("entrant", season, 99)).status_code == 404


def test_log_results_and_entries_are_told(visitor, season):
    play(season, 5, 3, 5)
    page = text_of(visitor.get(at("log", season)))
    assert "The season begins with 7 players" in page
    assert "ada, rank 5, challenges amelie, rank 3" in page
    assert "ada: playing (entered)" in text_of(visitor.get(at("log", season), {"part": "entries"}))
    assert "Nothing yet." in text_of(visitor.get(at("log", season), {"part": "rulings"}))
    assert "ada beat amelie" in text_of(visitor.get(at("results", season)))
    assert ">tomasz</a>" in text_of(visitor.get(at("entries", season)))


def test_the_log_tells_of_arbiters_extra_time_and_the_end_of_a_cancelled_season(visitor, calais, carl, ben):
    over = make_season(calais, carl, [ben], state="cancelled", arbiters=[carl])
    over.arbiters.update(left_at=NOW)
    given = {"key": uuid4(), "hours": 5, "reason": "The site was down.", "moved": 1}
    Extension.objects.create(competition=over, by=carl, at=NOW - timedelta(days=1), **given)
    page = text_of(visitor.get(at("log", over), {"part": "season"}))
    said = [
        "The season is cancelled",
        "Nobody has time.",
        "carl stops being an arbiter",
        "All games are extended by 5 hours",
        "The site was down.",
        "carl becomes an arbiter",
    ]
    assert all(words in page for words in said), page
    assert page.index(said[0]) < page.index(said[3]) < page.index(said[5]), "the latest first"


def test_the_rules_are_told_and_can_be_checked(visitor, season):
    page = text_of(visitor.get(at("rules", season)))
    assert season.rules_sha256 in page
    for words in ("Up to 4 ranks above you", "The first is free; each later one costs 3 ranks.", "HMAC"):
        assert words in page, words
    assert "0f0f0f" in page, "the secret of a draw that was made"
    file = visitor.get(at("rules-file", season))
    assert hashlib.sha256(file.content).hexdigest() == season.rules_sha256


def test_of_a_long_draw_the_first_places_are_shown_and_the_file_has_all(visitor, season, monkeypatch):
    monkeypatch.setattr(draws, "PLACES_SHOWN", 5)
    page = visitor.get(at("rules", season)).content.decode()
    shown = page.partition('id="draws"')[2]
    assert shown.count('<th scope="row">') == 5
    assert f'2 more places are in <a href="{at("export-file", season)}">' in shown
    exported = json.loads(streamed(visitor.get(at("export-file", season))))
    assert len(exported["draws"][0]["order"]) == 7


def test_a_secret_stays_hidden_until_its_draw(visitor, calais, carl, entrants):
    season = make_season(calais, carl, entrants, state="announced", arbiters=[carl])
    for name in ("season", "rules", "entries"):
        page = text_of(visitor.get(at(name, season)))
        assert "0f0f0f" not in page
        assert "word 1" not in page
    assert "7 of 40 taken" in text_of(visitor.get(at("season", season)))


def test_the_table_as_a_file(visitor, season, calais, carl, entrants):
    play(season, 5, 3, 5)
    csv = streamed(visitor.get(at("table-file", season, "csv"))).decode("utf-8-sig").splitlines()
    assert csv[0] == "rank,entry,name,games,won,drawn,lost"
    assert csv[3] == "3,5,ada,1,1,0,0"
    found = json.loads(streamed(visitor.get(at("table-file", season, "json"))))
    assert (found["code"], len(found["table"]), found["table"][0]["name"]) == (season.code, 7, "marta")
    assert visitor.get(at("table-file", season, "xml")).status_code == 404
    hidden = make_season(calais, carl, entrants, names=Names.NUMBERS)
    assert "ada" not in streamed(visitor.get(at("table-file", hidden, "csv"))).decode()


@pytest.mark.slow
def test_drafts_are_for_organisers_and_their_arbiters(client_of, visitor, calais, carl, ada, ben):
    season = make_season(calais, carl, state="draft", arbiters=[ben])
    for client, status in (
        (visitor, 404),
        (client_of(ada), 404),
        (client_of(ben), 200),
        (client_of(carl), 200),
    ):
        for name in ("season", "rules", "entries"):
            assert client.get(at(name, season)).status_code == status
    address = reverse("tournaments:index", args=["calais"])
    assert season.name in text_of(client_of(ben).get(address))
    assert season.name not in text_of(client_of(ada).get(address))


def test_a_result_heard_of_late_is_marked_on_the_ladder_as_in_the_log(visitor, season):
    made = play(season, 5, 3, 5, at=NOW - timedelta(days=9))
    season.events.filter(kind="result", number=made.number).update(recorded_at=NOW - timedelta(hours=1))
    for page in ("season", "results"):
        assert "provisional until" in text_of(visitor.get(at(page, season))), page


def test_every_page_of_a_season_stands_under_competitions(visitor, season):
    mark = '<a href="/l/calais/competitions/" aria-current="true">'
    for page in ("season", "rules", "log", "entries"):
        assert mark in text_of(visitor.get(at(page, season))), page
    index = text_of(visitor.get(reverse("tournaments:index", args=["calais"])))
    assert mark.replace("true", "page") in index


def test_the_list_names_what_goes_on_and_what_is_over(client_of, ada, calais, carl, entrants, season):
    make_season(calais, carl, entrants, state="finished", name="Season 2")
    make_season(calais, carl, state="announced", name="Season 4")
    page = text_of(client_of(ada).get(reverse("tournaments:index", args=["calais"])))
    for words in ("Running", "Open for entries", "Finished", "Season 2", "Season 4", "you play", "7 players"):
        assert words in page, words
    assert reverse("tournaments:index", args=["calais"]) in page


def test_a_finished_season_shows_its_champions(visitor, calais, carl, entrants):
    season = make_season(calais, carl, entrants, state="finished")
    for place, entry in enumerate(season.entries.order_by("number"), start=1):
        rank = place if place < 5 else None
        FinalPlace.objects.create(competition=season, entry=entry, place=place, rank=rank)
    after = make_season(calais, carl, state="announced", name="Season 4")
    after.previous = season
    after.save()
    page = text_of(visitor.get(at("season", season)))
    for words in ("Podium", "marta", "unranked: no game counts", "Season 4"):
        assert words in page, words
    assert "winner: marta" in text_of(visitor.get(reverse("tournaments:index", args=["calais"])))


def test_nobody_withdraws_from_a_season_that_is_over(client_of, ada, calais, carl, entrants):
    season = make_season(calais, carl, entrants)
    withdraw = f'href="{at("withdraw", season)}"'
    assert withdraw in text_of(client_of(ada).get(at("season", season)))
    season.state, season.over_at = "finished", NOW
    season.save()
    assert withdraw not in text_of(client_of(ada).get(at("season", season)))


def test_a_cancelled_season_says_why(visitor, calais, carl, entrants):
    season = make_season(calais, carl, entrants, state="cancelled")
    assert "Nobody has time." in text_of(visitor.get(at("season", season)))


def test_who_waits_is_told_their_place(client_of, calais, carl, entrants, ben):
    season = make_season(calais, carl, entrants, state="announced", largest=7)
    enter(season, ben, 8, Entry.State.WAITING)
    client = client_of(ben)
    assert "Liste d’attente" in text_of(client.get(at("entries", season)))
    assert "Vous êtes au numéro 1" in text_of(client.get(at("season", season)))


def test_pages_speak_french(client_of, ben, season):
    page = text_of(client_of(ben).get(at("season", season)))
    assert "L’échelle" in page


def test_months_under_a_drawing_are_written_as_the_language_does(calais, carl, season):
    first = season.entries.get(number=1)
    reader, past = reader_of(calais, season.code, carl, None, NOW), history.past_of(season, first)
    assert reader is not None
    with translation.override("fr"):
        _steps, drawing = history.rank_over_time(reader, past, 7, log.names_for(season, past.facts))
    assert all(re.fullmatch(r"[a-zéû]{3,}\.?", tick.says) for tick in drawing.months), drawing.months


def test_an_open_page_is_told_what_changed_and_nothing_else(client_of, ada, season):
    client = client_of(ada)
    assert client.get(at("live", season), {"version": season.version}).status_code == 204
    page = text_of(client.get(at("live", season), {"version": season.version + 1}))
    for part in ("next-part", "ladder", "week", "own-rank", "season-status"):
        assert f'id="{part}"' in page
    assert page.count("hx-swap-oob") == 5


@pytest.mark.slow
def test_a_page_of_an_earlier_stage_is_loaded_anew(client_of, ada, season):
    """The parts that follow a running season are not on the page from before it began."""
    asked = {"version": season.version + 1, "stage": "before"}
    answer = client_of(ada).get(at("live", season), asked)
    assert answer.headers["HX-Refresh"] == "true"
    assert 'id="ladder"' in text_of(client_of(ada).get(at("live", season), asked | {"stage": season.stage}))
    assert f'data-stage="{season.stage}"' in text_of(client_of(ada).get(at("season", season)))


@pytest.mark.slow
def test_pages_cost_the_same_with_more_rows(client_of, ada, calais, carl, season, assert_queries_do_not_grow):
    numbers = iter(range(8, 1000))

    def more():
        for _time in range(6):
            number = next(numbers)
            person = make_user(f"p{number}")
            services.join(league=calais, user=person)
            entry = enter(season, person, number)
            from league.competitions.ladder import log

            table.record(season, log.joins(entry, NOW - timedelta(hours=30)))
            play(season, number, number - 1, number, at=NOW - timedelta(hours=20))
            challenge(season, number, 5)

    more()
    client = client_of(ada)
    for name, args in (
        ("season", ()),
        ("entrant", (5,)),
        ("log", ()),
        ("results", ()),
        ("entries", ()),
        ("rules", ()),
    ):
        assert_queries_do_not_grow(client, at(name, season, *args), more)


@pytest.mark.slow
def test_walking_back_gives_the_tables_before(season):
    tables = []
    for by, of, winner in ((5, 3, 5), (7, 4, 7), (6, 5, 5), (2, 1, 2), (4, 3, 4), (1, 2, 1)):
        tables.append(list(season.standings.order_by("rank").values_list("entry__number", flat=True)))
        play(season, by, of, winner, at=NOW - timedelta(hours=40 - len(tables)))
    steps = rank_history.steps_since(season, NOW - timedelta(days=400))
    now = list(season.standings.order_by("rank").values_list("entry__number", flat=True))
    before = rank_history.ranks_before(range(1, 8), steps)
    assert [now[rank - 1] for rank in sorted(before, key=before.get)] == tables[0]
    for standing in season.standings.all():
        own = (standing.entry_id, standing.rank)
        few = rank_history.changes_of_entry(*own, rank_history.steps_around(standing))
        assert few == rank_history.changes_of_entry(*own, steps)
        ranks = [table.index(standing.entry.number) + 1 for table in [*tables, now]]
        assert (standing.best, standing.worst) == (min(ranks), max(ranks))
        assert (standing.since is None) == (len({*ranks}) == 1)


@pytest.mark.slow
def test_the_leagues_home_shows_my_rank_the_head_and_latest_results(client_of, visitor, ada, season):
    play(season, 5, 3, 5)
    challenge(season, 6, 5)
    page = text_of(client_of(ada).get(reverse("leagues:home", args=["calais"])))
    for words in (
        "Your rank: 3.",
        "1 thing to do, 2 challenges you can make",
        "ada beat amelie",
        season.name,
    ):
        assert words in page, words
    assert "1 thing to do, 2 challenges you can make" in text_of(client_of(ada).get(at("season", season)))
    page = text_of(visitor.get(reverse("leagues:home", args=["calais"])))
    assert "ada beat amelie" in page
    assert "Your rank" not in page


def test_the_leagues_home_names_seasons_that_take_entries(visitor, calais, carl):
    make_season(calais, carl, state="announced", name="Season 4")
    make_season(calais, carl, state="draft", name="Season 5")
    page = text_of(visitor.get(reverse("leagues:home", args=["calais"])))
    assert "Season 4" in page
    assert "Season 5" not in page


def test_home_powers_are_shown_with_their_results(visitor, season):
    for winner, home in ((5, "FRANCE"), (3, "FRANCE"), (5, "TURKEY")):
        game = play(season, 5, 3, winner, at=NOW - timedelta(days=winner)).game
        seat = Seat.objects.create(game=game, key="1", order=0)
        ada = season.entries.get(number=5).user
        Tenure.objects.create(game=game, seat=seat, user=ada, place=0, nonce="a", taken_at=NOW)
        common = {"opened_at": NOW, "deadline": NOW, "closes_at": NOW, "adjudicated_at": NOW}
        homes = {"homes": {"1": home, "2": "RUSSIA"}}
        Phase.objects.create(game=game, ordinal=0, label="S1901H", position={}, **common)
        Phase.objects.create(game=game, ordinal=2, label="S1901M", position=homes, **common)
    page = text_of(visitor.get(at("entrant", season, 5))).partition("By home power")[2]
    assert 'France</span></th><td class="num">2</td><td class="num nowrap">1–0–1</td>' in page
    assert 'Turkey</span></th><td class="num">1</td><td class="num nowrap">1–0–0</td>' in page


def test_a_draft_that_was_cancelled_stays_hidden(client_of, visitor, calais, carl, ada):
    season = make_season(calais, carl, state="draft")
    seasons.cancel(competition=season, by=carl, reason="A bad idea.")
    for name in ("season", "rules", "log", "export-file", "table-file"):
        given = ["json"] if name == "table-file" else []
        assert visitor.get(at(name, season, *given)).status_code == 404, name
        assert client_of(ada).get(at(name, season, *given)).status_code == 404, name
    assert client_of(carl).get(at("season", season)).status_code == 200


@pytest.mark.parametrize(
    ("name", "parts"),
    [
        ("season", ["a0b0"]),
        ("challenge", ["a0b0"]),
        ("entrant", ["a0b0", 7]),
        ("entrant", ["0", 0]),
        ("answer", ["a0b0", 1000]),
        ("dispute", ["00", 12]),
        ("index", []),
        ("table-file", ["a0b0", "csv"]),
    ],
)
def test_addresses_that_are_kept_are_those_that_django_finds(name, parts):
    for _time in range(2):
        assert selectors.address("cal-0", name, *parts) == reverse(
            f"tournaments:{name}", args=["cal-0", *parts]
        )
