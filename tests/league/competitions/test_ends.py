"""What the page of a ladder game says once it is over, and what pages say of final ranks."""

from __future__ import annotations

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from games.common.words.local import moment
from games.gate.contests import told_of_end
from games.models import Game
from league.competitions import services
from league.competitions.errors import WindowOver
from league.competitions.models import Event, FinalPlace, Pairing
from league.competitions.selectors import ends
from tests.html_tree import tree

PLAYED = {
    "en": ("You won.", "You lost to {winner}.", "Dispute this result", "Your next challenge"),
    "fr": (
        "Vous avez gagné.",
        "Vous avez perdu contre {winner}.",
        "Contester ce résultat",
        "Votre prochain défi",
    ),
}
WRONG = {"en": "Something wrong with this result?", "fr": "Un problème avec ce résultat ?"}


def page_of(client, challenge, language="en"):
    """The text of a finished game's page, and its parts."""
    game = Game.objects.select_related("league").get(pk=challenge.game.pk)
    address = reverse("games:game", args=[game.league.slug, game.code])
    answer = client.get(address, headers={"accept-language": language})
    page = tree(answer.content.decode())
    return page, page.one(id="told"), words(page.one("h1"))


def links_in(element):
    return {words(link): link.attributes["href"] for link in element.all("a")}


def words(element):
    return " ".join(element.text.replace("\N{NO-BREAK SPACE}", " ").split())


@pytest.mark.parametrize("language", ["en", "fr"])
def test_the_end_says_to_each_of_the_two_what_it_was_and_how_to_dispute_it(season, client_of, language):
    low, high = season.entry(4), season.entry(1)
    played = season.play(low, high)
    won, lost, dispute, onward = PLAYED[language]
    home = season.competition.get_absolute_url()
    for person, title, ranks in ((low.user, won, (4, 1)), (high.user, lost, (1, 2))):
        person.language = language
        person.save()
        page, told, heading = page_of(client_of(person), played, language)
        assert heading == title.format(winner=low.user.username)
        moved = words(next(told.all("p")))
        assert moved.startswith(f"{ranks[0]} →") and str(ranks[1]) in moved
        assert {onward: f"{home}#next"}.items() <= links_in(page.one(id="moment")).items()
        assert links_in(page)[dispute] == f"{home}disputes/{played.number}/"
        assert WRONG[language] in words(page.one("main"))
        assert ("provisional until" if language == "en" else "provisoire jusqu’au") in words(told)


def test_visitors_read_the_same_facts_without_you(season, client_of, visitor):
    low, high = season.entry(4), season.entry(1)
    played = season.play(low, high)
    names = {"low": low.user.username, "high": high.user.username}
    for client in (visitor, client_of(season.arbiter)):
        page, told, heading = page_of(client, played)
        assert heading == "{low} won against {high}.".format(**names)
        said = words(told)
        assert "{high} conceded.".format(**names) in words(page.one(id="moment"))
        assert "{low}: rank 4 → 1. {high}: rank 1 → 2.".format(**names) in said
        assert "either player can dispute it" in said
        assert "You" not in said and "you" not in said


def test_later_moves_change_nothing_of_what_a_game_did_and_a_ruling_does(season, client_of):
    low, high = season.entry(4), season.entry(1)
    played = season.play(low, high)
    season.clock.pass_(hours=1)
    season.play(season.entry(3), season.entry(2))
    services.withdraw(competition=season.competition, user=low.user)
    _page, told, heading = page_of(client_of(high.user), played)
    assert heading == f"You lost to {low.user.username}." and words(next(told.all("p"))).startswith("1 →")
    services.rule(pairing=played.pairing, by=season.arbiter, ruling="annulled", reason="A fault.")
    page, told, heading = page_of(client_of(high.user), played)
    assert heading == "The game is void." and "You keep rank 1." in words(told)
    assert "The result is final: an arbiter has ruled." in words(told) and "See the ruling" in links_in(page)
    assert "A ruling decided it." in words(page.one(id="moment"))


def test_a_result_that_nobody_ruled_on_in_time_does_not_say_that_an_arbiter_has(season, client_of):
    low, high = season.entry(4), season.entry(1)
    played = season.play(low, high)
    services.dispute(pairing=played.pairing, user=high.user, said="The site was away.")
    season.turn(days=28)
    says = "The result is final: no arbiter ruled on the dispute in time."
    home = season.competition.get_absolute_url()
    for client in (client_of(high.user), client_of(low.user)):
        _page, told, _heading = page_of(client, played)
        assert says in words(told) and "an arbiter has ruled" not in words(told)
        assert says in client.get(f"{home}disputes/{played.number}/").content.decode()
    with pytest.raises(WindowOver):
        services.dispute(pairing=played.pairing, user=high.user, said="Again.")
    services.rule(pairing=played.pairing, by=season.arbiter, ruling="stands", reason="I have looked.")
    assert "an arbiter has ruled" in words(page_of(client_of(high.user), played)[1])


@pytest.mark.parametrize("disqualify", [True, False])
def test_who_was_sent_away_is_not_told_that_they_can_dispute(season, client_of, visitor, disqualify):
    low, high = season.entry(4), season.entry(1)
    played = season.play(low, high)
    given = {"competition": season.competition, "by": season.arbiter, "disqualify": disqualify}
    services.remove(entry=low, reason="Two accounts.", **given)
    dispute = f"{season.competition.get_absolute_url()}disputes/{played.number}/"
    other = f"{high.user.username} can dispute it."
    for client in (client_of(low.user), visitor):
        page, told, _heading = page_of(client, played)
        assert other in words(told) and "you can" not in words(told) and "either" not in words(told)
        assert "See the result" in links_in(page) and "Dispute this result" not in words(page)
        assert WRONG["en"] not in words(page)
        assert other in client.get(dispute).content.decode()
    mailed = ends.mailed(Pairing.objects.get(pk=played.pairing_id), low.user_id)
    assert other in mailed[1] and "you can" not in mailed[1]
    assert "you can dispute it" in words(page_of(client_of(high.user), played)[1])
    services.remove(entry=high, reason="Both of them.", **given)
    told = ends.told_of(
        Pairing.objects.get(pk=played.pairing_id), None
    )  # the page itself is kept for visitors
    assert "provisional until" in told.more and "dispute it" not in told.more


def test_a_win_below_moves_nobody_and_says_so(season, client_of):
    low, high = season.entry(4), season.entry(1)
    played = season.play(high, low, by=low)
    _page, told, heading = page_of(client_of(high.user), played)
    assert heading == "You won." and "You keep rank 1." in words(told)
    name = high.user.username
    assert page_of(client_of(low.user), played)[2] == f"You lost to {name}; you still hold rank 4."
    said = ends.mailed(Pairing.objects.get(pk=played.pairing_id), low.user_id)
    assert said[0] == "You lost: you keep rank 4", "the subject of the mail says it by itself"


def test_a_result_that_is_not_counted_yet_says_so(season, client_of):
    low, high = season.entry(2), season.entry(1)
    made = season.begin_game(low, high)
    season.concede(made, high)
    _page, told, heading = page_of(client_of(low.user), made)
    assert heading == "You won."
    assert "We’re counting this game for the season." in words(told)
    assert not Event.objects.filter(kind="result").exists()


def test_as_many_queries_whatever_happened_since(season):
    played = season.play(season.entry(4), season.entry(1))
    game = Game.objects.get(pk=played.game.pk)
    reader = played.by.user_id
    with CaptureQueriesContext(connection) as few:
        told_of_end(game, reader)
    for _again in range(3):
        season.clock.pass_(days=15)
        season.play(season.entry(3), season.entry(2))
    with CaptureQueriesContext(connection) as more:
        told_of_end(game, reader)
    assert len(few) == len(more) <= 3, "nor any row for each move since"
    assert not any('"tournaments_move"."at" >' in each["sql"] for each in more.captured_queries)
    ordinary = Game(is_contest=False)
    with CaptureQueriesContext(connection) as none:
        assert told_of_end(ordinary, 1) is None
    assert len(none) == 0


@pytest.mark.parametrize(
    ("language", "unranked"),
    [
        ("en", "unranked: no game counts, 1 is needed"),
        ("fr", "hors classement : aucune partie ne compte, il en faut 1"),
    ],
)
@pytest.mark.parametrize("is_old", [True, False])
def test_one_final_rank_on_all_pages(make_season, client_of, visitor, language, unranked, is_old):
    """Of four the second and third have played, and one conceded at once: by the old rules their final ranks
    are 1 and 2; by those of today the game counts for its winner alone. The others have none.
    """
    season = make_season(least_games=1).begin(4)
    if is_old:
        season.of_old()
    ranked = 2 if is_old else 1
    second, third = season.entry(2), season.entry(3)
    season.play(second, third)
    season.clock(season.competition.ends_at)
    for _step in range(3):
        season.turn(days=9)
    assert season.competition.state == "finished"
    home, league = season.competition.get_absolute_url(), season.league.slug

    def shown(address):
        answer = visitor.get(address, headers={"accept-language": language})
        return words(tree(answer.content.decode()).one(id="main"))

    rank = "Rank {} of " if language == "en" else "Rang {} sur "
    final = {each.entry.number: each.rank for each in FinalPlace.objects.select_related("entry")}
    assert sorted(final.values(), key=str) == [*range(1, ranked + 1), *[None] * (4 - ranked)]
    for number, place in final.items():
        own = shown(f"{home}p/{number}/")
        assert (f"{rank.format(place)}{ranked}" in own) if place else (unranked in own), own[:300]
        assert "of 1 games" not in own and "For the final ranking" not in own
    assert shown(home).count(unranked) == 4 - ranked
    csv = visitor.get(f"{home}table.csv").getvalue().decode("utf-8-sig").splitlines()[1:]
    assert {int(line.split(",")[1]): line.split(",")[0] for line in csv} == {
        number: str(place or "") for number, place in final.items()
    }
    ended = moment(season.competition.over_at)
    assert season.competition.over_at != season.competition.ends_at
    season_page = tree(visitor.get(home).content.decode()).one(id="main")
    listed = tree(visitor.get(reverse("tournaments:index", args=[league])).content.decode()).one(id="main")
    assert ended in words(season_page) and ended in words(listed)
    assert moment(season.competition.ends_at) not in words(season_page)


def test_while_it_runs_a_page_says_how_many_games_are_missing(make_season, visitor):
    season = make_season(smallest=3, least_games=2).begin(4)
    own, *others = (season.entry(rank) for rank in (2, 3, 4, 1))
    season.play(own, others[0])
    home = season.competition.get_absolute_url()
    for rank, says in ((2, "1 of 2 games"), (1, "0 of 2 games")):
        page = tree(visitor.get(f"{home}p/{season.entry(rank).number}/").content.decode()).one(id="main")
        assert says in words(page)
    for other in others[1:]:
        season.clock.pass_(days=15)
        season.play(own, other)
    page = tree(visitor.get(f"{home}p/{own.number}/").content.decode()).one(id="main")
    assert "enough games" in words(page) and "3 of 2 games" not in words(page)
