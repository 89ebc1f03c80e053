"""A season's end as a page: its champions, the game that decided it, titles; to a champion it says you."""

from __future__ import annotations

import pytest
from django.core.cache import cache

from league.competitions import kinds
from league.competitions.kinds import Kind
from league.competitions.models import Competition, Entry, FinalPlace
from league.users.deletion import delete_account
from tests.conftest import make_user
from tests.html_tree import tree

pytestmark = pytest.mark.django_db


@pytest.fixture
def ended(make_season):
    """A ladder that is over: p3, p1, p2 from the top. p3 rose from rank 3 to 1 and won once more."""
    season = make_season()
    season.begin(3)
    top, low = season.entry(1), season.entry(3)
    season.rose = season.play(low, top)
    season.last = season.play(low, season.entry(3))
    season.winner, season.loser = low, top
    for days in (140, 10):
        season.turn(days=days)
    assert season.competition.state == Competition.State.FINISHED
    return season


def page_of(client, season, language="en"):
    cache.clear()
    answer = client.get(season.competition.get_absolute_url(), headers={"accept-language": language})
    assert answer.status_code == 200
    return tree(answer.content.decode())


def words(element) -> str:
    return " ".join(element.text.replace("\N{NO-BREAK SPACE}", " ").split()).replace(" ,", ",")


def test_everyone_reads_which_game_decided_it_and_sees_its_last_board(ended, visitor):
    page = page_of(visitor, ended)
    deciding = page.one("section", id="deciding")
    said = words(deciding)
    winner, loser = ended.winner.user.username, ended.loser.user.username
    assert f"{winner} beats {loser}" in said or (winner in said and loser in said)
    assert f"{winner}: rank 3 → 1." in said
    links = {link.attributes["href"] for link in deciding.all("a")}
    assert links == {f"/l/calais/g/{ended.rose.game.code}/"}, "not the last game of the champion"
    [picture] = deciding.all("img")
    drawn = visitor.get(picture.attributes["src"])
    assert drawn.status_code == 200 and drawn.headers["Content-Type"] == "image/svg+xml"
    assert drawn.content.startswith(b"<svg")


def test_where_a_kind_knows_no_better_the_last_game_that_counts_decided_it(ended):
    season, number = ended.competition, ended.winner.number
    assert kinds.of(season).decided_by(season, [number]) == ended.rose.number
    assert Kind().decided_by(season, [number]) == ended.last.number
    event = season.events.get(kind="result", number=ended.last.number)
    event.facts |= {"how": "HR-6", "winner": None, "loser": None}
    event.save()
    assert Kind().decided_by(season, [number]) == ended.rose.number, "a void game decides nothing"


@pytest.mark.parametrize(
    ("language", "title", "began"),
    [
        ("en", "You have won the season.", "You began at rank 3. You won 2 of 2 games."),
        ("fr", "Vous remportez la saison.", "Vous avez commencé au rang 3. Parties gagnées : 2 sur 2."),
    ],
)
def test_the_champion_alone_is_told_you(ended, client_of, visitor, language, title, began):
    ended.winner.user.language = ended.loser.user.language = language
    ended.winner.user.save()
    ended.loser.user.save()
    own = page_of(client_of(ended.winner.user), ended, language)
    assert words(own.one("h1")) == title
    assert began in words(own.one(id="own-end"))
    for client in (client_of(ended.loser.user), visitor):
        page = page_of(client, ended, language)
        assert words(page.one("h1")) == "Season 3"
        assert title not in page.text and began not in words(page)


def test_who_shares_the_first_rank_is_told_so_and_all_are_named(ended, client_of):
    FinalPlace.objects.filter(entry=ended.loser).update(rank=1, place=1)
    page = page_of(client_of(ended.loser.user), ended)
    assert words(page.one("h1")) == "You share the first rank."
    titles = words(next(page.one("dl", class_="honours").all("div")))
    assert titles.split() == [
        "Season",
        "winner",
        *sorted((ended.winner.user.username, ended.loser.user.username)),
    ]


def test_titles_name_who_played_and_won_most(ended, visitor):
    said = words(page_of(visitor, ended).one("dl", class_="honours"))
    name = ended.winner.user.username
    assert said == f"Season winner {name} Most games {name} 2 games Most games won {name} 2 games"


def test_without_a_champion_there_is_no_title_and_no_deciding_game(ended, client_of):
    Entry.objects.filter(pk=ended.winner.pk).update(state="disqualified", left_at=ended.clock.now)
    page = page_of(client_of(ended.winner.user), ended)
    assert words(page.one("h1")) == "Season 3"
    assert "Season winner" not in page.text and "decided it" not in page.text


def test_a_league_by_invitation_shows_its_members_no_picture_that_others_could_keep(
    ended, client_of, dora, visitor, calais
):
    calais.visibility = "invitation"
    calais.save()
    address = ended.competition.get_absolute_url()
    assert visitor.get(address).status_code == client_of(dora).get(address).status_code == 404
    page = page_of(client_of(ended.loser.user), ended)
    assert "The game that decided it" in page.text and not [*page.all("img", class_="board-end")]
    assert "The link shows this page to members of the league." in page.text


def test_a_former_member_stays_champion_without_a_name(ended, visitor):
    name = ended.winner.user.username
    delete_account(user=ended.winner.user)
    page = page_of(visitor, ended)
    assert name not in page.text.split()
    assert "A former member" in words(page.one("ol", class_="champions"))


def test_queries_do_not_grow_with_games_and_people(ended, client_of, assert_queries_do_not_grow):
    def more():
        for number in range(9):
            entry = Entry.objects.create(
                competition=ended.competition,
                number=20 + number,
                user=make_user(f"more{number}"),
                state="playing",
                entered_at=ended.clock.now,
            )
            FinalPlace.objects.create(competition=ended.competition, entry=entry, place=9, rank=1)

    client = client_of(ended.loser.user)
    assert_queries_do_not_grow(client, ended.competition.get_absolute_url(), more)
