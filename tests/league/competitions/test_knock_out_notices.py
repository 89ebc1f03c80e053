"""What people in a knock-out are told, in the bell and by e-mail: each thing once."""

from __future__ import annotations

import pytest
from django.core import mail

from games.common import clock
from games.common.outbox.row import OutboxRow
from league.competitions.knock_out import course
from league.competitions.outbox.post import season_mails
from league.competitions.services import disputing
from league.competitions.services.entering import withdraw
from league.users.models import User
from tests.league.competitions.knock_outs import KnockOutSeason


class Told(KnockOutSeason):
    """`news` are the e-mails since they were last asked for: by name, the title and what is said, each."""

    seen = 0

    def news(self) -> dict[str, list[str]]:
        rows = list(OutboxRow.objects.filter(topic="season_mail", pk__gt=self.seen).order_by("pk"))
        self.seen = rows[-1].pk if rows else self.seen
        mail.outbox.clear()
        list(season_mails.send([row for row in rows if row.payload["occasion"] != "ended"]))
        names = dict(User.objects.values_list("email", "username"))
        found: dict[str, list[str]] = {}
        for each in mail.outbox:
            said = " ".join(f"{each.subject} {each.body}".split())
            found.setdefault(names[each.to[0]], []).append(said)
        return found


@pytest.fixture
def cup(calais, carl, set_clock):
    def make(people=4, **more):
        season = Told(calais, carl, set_clock, **more).begin(people)
        season.first = season.news()
        return season

    return make


def one_each(news, *entries):
    """Exactly these are told, each once; what."""
    assert {name: len(said) for name, said in news.items()} == {each.user.username: 1 for each in entries}
    return [news[each.user.username][0] for each in entries]


def test_who_begins_is_told_of_the_first_game_in_the_mail_that_the_season_has_begun(cup):
    season = cup(4)
    one, two = season.sides(1)
    said = season.first[one.user.username]
    assert len(said) == 1
    for words in (
        "The season has begun",
        f"Semi-finals: you against {two.user.username}.",
        "The game is over by",
    ):
        assert words in said[0], said
    assert OutboxRow.objects.filter(payload__occasion__startswith="bracket").count() == 0


def test_a_bye_is_told_with_who_may_come(cup):
    season = cup(3)
    first = season.number(season.bracket.seats[0])
    (said,) = season.first[first.user.username]
    assert "Final: you wait." in said and "You had a bye." in said and "Your opponent is" in said


def test_games_that_begin_are_told_to_both_with_opponent_and_day(cup):
    season = cup(4)
    first = season.wins(1)
    assert season.news() == {}, "who waits was told with the result, who lost plays for third place"
    second = season.wins(2)
    third, fourth = season.sides(4)
    said = one_each(season.news(), first, second, third, fourth)
    assert f"Final: you against {second.user.username}" in said[0]
    assert "If you win, the cup is yours; else you are second." in said[0]
    assert f"Third place: you against {fourth.user.username}" in said[2]
    assert all("The game is over by" in each for each in said)


def test_who_is_out_is_told_the_places(cup):
    season = cup(8)
    winner, loser = season.sides(1)
    season.wins(1)
    (said,) = one_each(season.news(), loser)
    assert f"Quarter-finals: {winner.user.username} went on" in said
    assert "share places 5 to 8" in said


def test_a_walkover_is_told_once_with_what_comes_next(cup):
    season = cup(8)
    gone = season.wins(1)
    season.news()
    withdraw(competition=season.competition, user=gone.user)
    _winner, loser = season.sides(2)
    winner = season.wins(2)
    said = one_each(season.news(), winner, loser)
    assert "Final: you wait" in said[0] and "You go on by walkover" in said[0]


def test_measures_and_their_draw_are_told(cup):
    season = cup(8)
    season.stays_undecided(1)
    season.turn(days=8)
    decision = season.decided(1)
    on = season.number(decision.entry)
    (out,) = [each for each in season.sides(1) if each != on]
    said = one_each(season.news(), on, out)
    assert "You go on by tie-break (HR-13): the random draw." in said[0]
    assert "Semi-finals: you wait" in said[0]
    assert "Undecided game: the random draw (HR-13)" in said[1] and "places 5 to 8" in said[1]


def annulled(season):
    season.wins(1, is_final=False)
    given = {"by": season.arbiter, "ruling": "annulled", "reason": "The server was down."}
    disputing.rule(pairing=season.pairing(1), **given)
    season.settle()
    season.news()


def test_a_ruling_is_told(cup):
    season = cup(8)
    annulled(season)
    out, on = season.sides(1)
    given = {"by": season.arbiter, "reason": "The better position.", "now": clock.now()}
    course.name(season.competition, 1, on.number, **given)
    said = one_each(season.news(), on, out)
    assert "You go on by an arbiter’s ruling." in said[0]
    assert f"Quarter-finals: {on.user.username} went on" in said[1]


def test_a_replay_is_told(cup):
    season = cup(8)
    annulled(season)
    given = {"by": season.arbiter, "reason": "Nothing was played.", "now": clock.now()}
    course.name(season.competition, 1, None, **given)
    one, two = season.sides(1)
    said = one_each(season.news(), one, two)
    assert f"Quarter-finals: you against {two.user.username}" in said[0]
    assert "This is a replay: the first game did not decide who goes on." in said[0]


def test_who_was_beaten_and_goes_on_instead_is_told(cup):
    season = cup(8)
    winner, beaten = season.sides(1)
    season.wins(1)
    season.news()
    season.disqualify(winner)
    news = season.news()
    (said,) = news[beaten.user.username]
    assert "You go on by an arbiter’s ruling." in said
    assert "You were disqualified" in news[winner.user.username][0] and len(news[winner.user.username]) == 1


@pytest.mark.parametrize("language", ["en", "fr"])
def test_the_end_names_the_champion_and_ones_own_place_and_nothing_else_is_told(cup, language):
    season = cup(4)
    season.wins(1), season.wins(2)
    season.news()
    User.objects.update(language=language)
    first, second = season.sides(3)
    season.wins(4, is_final=False)
    season.wins(3)
    season.turn(minutes=1)
    assert season.competition.state == "finished"
    news = season.news()
    assert {name: len(said) for name, said in news.items()} == dict.fromkeys(["p1", "p2", "p3", "p4"], 1)
    own, other = news[first.user.username][0], news[second.user.username][0]
    if language == "en":
        assert "You have won the season." in own
        assert f"{first.user.username} has won the season. Your final rank is 2." in other
    else:
        assert "La saison est terminée" in other and "Vous remportez la saison." in own
        assert "Votre rang final : 2." in other


def test_the_winner_of_the_final_is_told_while_third_place_is_still_played(cup):
    season = cup(4)
    season.wins(1), season.wins(2)
    season.news()
    _first, second = season.sides(3)
    first = season.wins(3)
    said = one_each(season.news(), first, second)
    assert "You have won the cup" in said[0]
    assert f"Final: {first.user.username} has won" in said[1] and "That is place 2." in said[1]


def test_who_left_before_it_is_sent_is_told_nothing_of_the_bracket(cup):
    season = cup(4)
    season.wins(1)
    winner = season.wins(2)
    withdraw(competition=season.competition, user=winner.user)
    assert winner.user.username not in season.news()
