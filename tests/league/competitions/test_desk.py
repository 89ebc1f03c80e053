"""A season's desk: answers that are due, games that need a look, and the others."""

from __future__ import annotations

import re
from datetime import timedelta

import pytest
from django.db.models import F
from django.urls import reverse

from games.adjudication.drain import drain
from games.models import ClockEntry, Game, Holiday, Phase, Turn
from games.services.players.answers import save_answer
from league.competitions.selectors import desk, desk_games
from league.competitions.state.season_access import reader_of
from tests.conftest import house_was_up
from tests.games.conftest import RANKS, phase_of

HOUR = timedelta(hours=1)


def address(season):
    return f"{season.competition.get_absolute_url()}desk/"


def page_of(season, who=None):
    who = who or season.arbiter
    member = season.league.memberships.get(user=who)
    reader = reader_of(season.league, season.competition.code, who, member, season.clock.now)
    return desk.desk_page(reader, who)


def said(client, season):
    body = client.get(address(season)).content.decode().partition("<main")[2]
    return " ".join(re.sub(r"<[^>]*>", " ", body).split())


def game_of(challenge):
    return Game.objects.get(pk=challenge.game.pk)


def save_ranks(season, challenge, entry):
    save_answer(game=game_of(challenge), user=entry.user, label="S1901H", text=RANKS["ada"], version=0)


def let_it_close(season, challenge):
    season.clock(phase_of(game_of(challenge)).deadline)
    house_was_up()
    drain()


def go_away(season, entry, days=3):
    now = season.clock.now
    Holiday.objects.create(
        league=season.league,
        user=entry.user,
        first=now.date(),
        last=(now + timedelta(days=days)).date(),
        zone="UTC",
        begins_at=now - HOUR,
        ends_at=now + timedelta(days=days),
        announced_at=now - HOUR,
    )


@pytest.fixture
def two_games(make_season):
    """A season of six with two games that are on, as (season, challenge, challenge)."""
    season = make_season().begin(6)
    entries = [season.entry(rank) for rank in range(1, 7)]
    return season, season.begin_game(entries[1], entries[0]), season.begin_game(entries[3], entries[2])


@pytest.mark.slow
def test_answers_that_are_due_are_listed_the_next_first_and_who_is_away(make_season, client_of):
    season = make_season().begin(4)
    entries = [season.entry(rank) for rank in range(1, 5)]
    first = season.challenge(entries[1], entries[0])
    season.clock.pass_(hours=5)
    second = season.challenge(entries[3], entries[2])
    go_away(season, entries[2])
    found = page_of(season).challenges
    assert [(each.by, each.of, each.answer_by) for each in found] == [
        (made.by.user.username, made.of.user.username, made.answer_by) for made in (first, second)
    ]
    assert [each.away is not None for each in found] == [False, True]
    shown = said(client_of(season.arbiter), season)
    assert f"{entries[1].user.username} against {entries[0].user.username}" in shown
    assert f"{entries[2].user.username} is on holiday until" in shown
    season.clock.pass_(days=30)
    season.turn()
    assert not page_of(season).challenges
    assert "No challenge waits for an answer." in said(client_of(season.arbiter), season)


@pytest.mark.slow
def test_games_without_trouble_are_listed_apart(two_games, client_of):
    season, *_games = two_games
    found = page_of(season).games
    assert (len(found.needing), len(found.others), found.in_all, found.more) == (0, 2, 2, 0)
    shown = said(client_of(season.arbiter), season)
    assert "0 of 2" in shown and "No game to check." in shown


@pytest.mark.slow
def test_a_game_without_orders_is_extended_and_then_has_a_miss(two_games, client_of):
    season, silent, other = two_games
    save_ranks(season, silent, silent.by)
    for entry in (other.by, other.of):
        save_ranks(season, other, entry)
    let_it_close(season, silent)
    (game,) = page_of(season).games.needing
    assert [need.tag for need in game.needs] == ["extended"]
    (challenged,) = Game.objects.filter(pk=silent.game.pk).values_list(
        "pairing__challenge__of__user__username"
    )
    assert game.needs[0].says == f"Orders were missing: {challenged[0]}."
    let_it_close(season, silent)
    (game,) = [each for each in page_of(season).games.needing if each.title.endswith(challenged[0])]
    (missed,) = [need for need in game.needs if need.tone == "grave"]
    assert missed.tag == "1 missed phase in a row"
    assert missed.says == f"If {challenged[0]} misses 1 more phase, {challenged[0]} loses this game."
    shown = said(client_of(season.arbiter), season)
    assert "1 missed phase in a row" in shown and missed.says in shown


@pytest.mark.slow
def test_misses_made_good_count_again_where_one_more_loses(two_games):
    """Two in all of three: not in a row, but the next one is the last (HR-2)."""
    season, made, _other = two_games
    game = game_of(made)
    for ordinal, missed in enumerate(({"1": True}, {"1": True}, {})):
        phase = Phase.objects.create(
            game=game,
            ordinal=10 + ordinal,
            label=f"S190{ordinal}M",
            position={},
            opened_at=season.clock.now - HOUR,
            deadline=season.clock.now,
            closes_at=season.clock.now,
            adjudicated_at=season.clock.now,
        )
        asked = {"1": True, "2": True}
        Turn.objects.create(
            phase=phase, answers={}, turn={}, missed=missed, asked=asked, created_at=season.clock.now
        )
    (found,) = page_of(season).games.needing
    assert [(need.tone, need.tag) for need in found.needs] == [("grave", "2 missed phases in all")]


@pytest.mark.slow
def test_a_game_that_is_late_or_set_aside_says_so(two_games, client_of):
    season, late, aside = two_games
    Phase.objects.filter(game=aside.game.pk).update(set_aside_at=season.clock.now)
    Phase.objects.filter(game=late.game.pk).update(
        deadline=F("opened_at"), closes_at=F("opened_at"), attempts=1
    )
    season.clock.pass_(hours=1)
    tags = {
        game.title.partition(" against ")[0]: [need.tag for need in game.needs]
        for game in page_of(season).games.needing
    }
    assert tags == {late.by.user.username: ["late"], aside.by.user.username: ["paused by an error"]}
    assert "2 of 2" in said(client_of(season.arbiter), season)


@pytest.mark.slow
def test_a_game_of_somebody_on_holiday_says_until_when(two_games):
    season, made, _other = two_games
    go_away(season, made.of)
    (game,) = page_of(season).games.needing
    assert [need.tag for need in game.needs] == ["on holiday"]
    assert game.needs[0].says.startswith(f"{made.of.user.username} is on holiday until ")


@pytest.mark.parametrize("is_away", [False, True])
def test_of_too_many_games_those_that_close_soonest_are_shown(two_games, monkeypatch, is_away):
    monkeypatch.setattr(desk_games, "SHOWN", 1)
    season, first, last = two_games
    if is_away:
        go_away(season, first.of)
        go_away(season, last.of)
    Phase.objects.filter(game=first.game.pk).update(deadline=F("deadline") + HOUR)
    found = page_of(season).games
    shown = found.needing if is_away else found.others
    assert ([game.title for game in shown], found.more) == (
        [f"{last.by.user.username} against {last.of.user.username}"],
        1,
    )


@pytest.mark.slow
def test_only_arbiters_are_led_to_the_games_desks(two_games, client_of):
    season, made, _other = two_games
    go_away(season, made.of)
    link = f'href="{reverse("games:desk", args=["calais", game_of(made).code])}"'
    assert link in client_of(season.arbiter).get(address(season)).content.decode()
    organiser = client_of(season.organiser).get(address(season)).content.decode()
    assert link not in organiser and "is on holiday until" in organiser
    assert client_of(made.by.user).get(address(season)).status_code == 404


@pytest.mark.slow
def test_what_is_saved_for_an_open_phase_changes_nothing_on_the_desk(two_games, client_of):
    season, made, _other = two_games
    client = client_of(season.arbiter)
    before = said(client, season)
    save_ranks(season, made, made.by)
    assert said(client, season) == before


@pytest.mark.slow
def test_many_games_cost_no_more_queries(make_season, client_of, assert_queries_do_not_grow):
    season = make_season().begin(12)
    entries = [season.entry(rank) for rank in range(1, 13)]

    def more(pairs):
        games = [season.begin_game(entries[by], entries[of]) for by, of in pairs]
        go_away(season, entries[pairs[0][0]])
        phases = Phase.objects.filter(game__in=[each.game.pk for each in games])
        for phase in phases:
            ClockEntry.objects.create(
                phase=phase,
                reason="extension",
                before=phase.deadline,
                after=phase.deadline,
                charged=["1"],
                at=season.clock.now,
            )
        return games

    (first,) = more([(1, 0)])
    let_it_close(season, first)
    let_it_close(season, first)
    season.challenge(entries[11], entries[10])

    def make_more():
        for each in more([(3, 2), (5, 4), (7, 6)]):
            let_it_close(season, each)
        season.challenge(entries[9], entries[8])

    assert_queries_do_not_grow(client_of(season.arbiter), address(season), make_more)
