"""*This week*, as an organiser reads it, and what it shows of people, games and money."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.urls import reverse
from django.utils import translation

from games.common import clock
from games.models import Game
from games.pages import posters
from games.services.players.answers import save_answer
from league.competitions.models import Competition, Standing
from league.competitions.selectors.week import entries_of
from league.leagues import services
from league.leagues.errors import NotAllowed
from league.leagues.models import OrganiserAct
from league.leagues.selectors.week import digest_of
from tests.games.conftest import phase_of
from tests.games.test_danger import missed_by_ben

pytestmark = pytest.mark.django_db


def at(name: str, *args) -> str:
    return reverse(name, args=["calais", *args])


WEEK = "leagues:week"


@pytest.fixture
def missed(running_game, set_clock):
    """A daily game whose first phase ben has missed."""
    return missed_by_ben(running_game, set_clock)


def text_of(response) -> str:
    assert response.status_code == 200, response.status_code
    return response.content.decode()


def week(client) -> str:
    return text_of(client.get(at(WEEK)))


def test_this_week_is_for_organisers(client_of, visitor, calais, carl, ada, dora, missed):
    for client in (visitor, client_of(ada), client_of(dora)):
        assert client.get(at(WEEK)).status_code == 404
        assert client.post(at("leagues:remind", missed.code)).status_code == 404
    page = week(client_of(carl))
    assert "ben missed 1 phase." in page
    assert ">Remind<" in page


def test_reminding_is_logged_without_naming_anybody_and_asked_once(client_of, calais, carl, ben, missed):
    desk = client_of(carl)
    answers = [text_of(desk.post(at("leagues:remind", missed.code), follow=True)) for _time in range(2)]
    assert "1 player gets a reminder if they have saved nothing." in answers[0]
    assert "There is no one to remind in this game now." in answers[1]
    assert ">Remind<" not in answers[1]
    act = OrganiserAct.objects.get(kind="reminded")
    assert (act.by, act.about) == (carl, None)
    assert "carl reminded players of “Channel” of the deadline." in text_of(desk.get(at("leagues:log")))


def test_organisers_alone_remind_and_in_their_own_league(calais, douvres, carl, ada, dora, missed):
    for league, by in ((calais, ada), (douvres, dora), (douvres, carl)):
        with pytest.raises(NotAllowed):
            services.remind_players(league=league, by=by, game=missed)


def test_a_private_game_is_nowhere_on_the_page_and_reminding_finds_none(client_of, calais, carl, missed):
    Game.objects.update(visibility=Game.Visibility.PRIVATE)
    desk = client_of(carl)
    assert "Channel" not in week(desk)
    assert desk.post(at("leagues:remind", missed.code)).status_code == 404


def test_the_page_is_the_same_whether_anything_is_saved(client_of, calais, carl, ada, ben, missed):
    desk = client_of(carl)
    before = week(desk)
    label = phase_of(missed).label
    for user in (ada, ben):
        save_answer(game=missed, user=user, label=label, text="", version=0)
        assert without_tokens(week(desk)) == without_tokens(before)


def without_tokens(page: str) -> list[str]:
    return [line for line in page.splitlines() if "csrfmiddlewaretoken" not in line]


def test_another_leagues_week_shows_nothing_of_it(client_of, calais, douvres, dora, missed, season):
    page = text_of(client_of(dora).get(reverse(WEEK, args=["douvres"])))
    assert "Channel" not in page
    assert "Season 3" not in page


def test_the_silent_are_listed_and_nudged(client_of, calais, carl, season):
    season.clock.pass_(days=11)
    desk = client_of(carl)
    page = week(desk)
    name = season.entry(3).user.username
    assert "Inactive for 10 days" in page
    assert f'>Nudge<span class="unseen">: {name}</span>' in page
    action = at("tournaments:nudge", season.competition.code, season.entry(3).number)
    assert action in page
    done = text_of(desk.post(action, follow=True))
    assert "They are told whom they can challenge now." in done
    assert f'>Nudge<span class="unseen">: {name}</span>' not in done
    assert f"carl nudged {name} in “Season 3”." in text_of(desk.get(at("leagues:log")))
    nobody = at("tournaments:nudge", season.competition.code, 99)
    assert desk.post(nobody).status_code == 404


def test_members_nudge_nobody(client_of, season):
    season.clock.pass_(days=11)
    action = at("tournaments:nudge", season.competition.code, season.entry(3).number)
    assert client_of(season.entry(2).user).post(action).status_code == 404


def test_the_week_tells_results_climbs_newcomers_and_dates(calais, season):
    season.clock.pass_(days=8)
    winner, loser = season.entry(3), season.entry(1)
    season.play(winner, loser)
    season.enter("nora")
    names = winner.user.username, loser.user.username
    with translation.override("en"):
        told = digest_of(calais, clock.now())
    lines = told.text.splitlines()
    assert lines[0] == "Calais, 2 September to 9 September: 1 game ended, 0 are running."
    assert lines[1].startswith("Results: ") and all(name in lines[1] for name in names)
    assert lines[2] == f"Climb of the week: {names[0]}, from rank 3 to 1 in Season 3."
    assert lines[3] == "New entrants: nora."
    assert lines[4].startswith("Challenges in Season 3 until ")
    assert lines[5].endswith("/l/calais/")
    assert len(lines) == 6
    assert told.rows[0][:2] == ["1", names[0]]
    with translation.override("fr"):
        assert digest_of(calais, clock.now()).text.splitlines()[3] != lines[3]


def test_what_happened_before_the_week_is_not_told(calais, season):
    season.play(season.entry(3), season.entry(1))
    season.clock.pass_(days=9)
    with translation.override("en"):
        text = digest_of(calais, clock.now()).text
    assert "Results" not in text
    assert "Climb" not in text
    assert "New entrants" not in text


def test_private_games_are_not_counted(calais, missed):
    with translation.override("en"):
        assert "1 is running" in digest_of(calais, clock.now()).text
        Game.objects.update(visibility=Game.Visibility.PRIVATE)
        assert "0 are running" in digest_of(calais, clock.now()).text


def test_a_drafted_season_is_not_told(calais, make_season):
    draft = make_season()
    with translation.override("en"):
        assert draft.competition.name not in digest_of(calais, clock.now()).text
        draft.announce()
        line = digest_of(calais, clock.now()).text.splitlines()[1]
    assert line == "Season 3 begins on 1 September. Enter until 31 August."


def test_the_picture_says_what_the_table_says(client_of, calais, carl, season):
    page = week(client_of(carl))
    address = page.split('class="week-picture" src="')[1].split('"')[0]
    shown = posters.read(address.rpartition("/")[2].removesuffix(".png"))
    assert shown.title == "Calais"
    assert [row[1] for row in shown.rows] == [season.entry(rank).user.username for rank in range(1, 5)]


def test_entries_are_counted_by_how_they_stand(calais, carl, season):
    season.entries = season.competition.entries
    season.entries.filter(number=1).update(state="waiting")
    season.entries.filter(number=2).update(payment="paid")
    season.entries.filter(number=3).update(payment="due", pay_by=clock.now() + timedelta(days=1))
    (found,) = entries_of(calais, carl, clock.now())
    assert (found.entered, found.waiting, found.paid, found.to_pay) == (3, 1, 1, 1)


def test_its_queries_do_not_grow(
    client_of, calais, carl, missed, season, make_game, assert_queries_do_not_grow
):
    """With more games in danger, more silent entrants, more seasons, more open seats."""
    season.clock.pass_(days=11)
    now = clock.now()
    phase = phase_of(missed)
    type(phase).objects.filter(pk=phase.pk).update(
        opened_at=now, deadline=now + timedelta(hours=24), closes_at=now + timedelta(hours=24)
    )

    def more() -> None:
        make_game(name="Free")
        for number in range(3):
            copy(season.competition, code=f"season{number}")
            twin = copy(missed, code=f"game{number}", join_token=f"token{number}")
            copies = {seat.pk: copy(seat, game=twin) for seat in missed.seats.all()}
            for tenure in missed.tenures.all():
                copy(tenure, game=twin, seat=copies[tenure.seat_id])
            for each in missed.phases.order_by("ordinal"):
                turn = getattr(each, "turn", None)
                found = copy(each, game=twin)
                if turn is not None:
                    turn.pk, turn.phase, turn._state.adding = None, found, True
                    turn.save()
        entries = list(season.competition.entries.all())
        for other in Competition.objects.exclude(pk=season.competition.pk):
            for entry in entries:
                rank = entry.standing.rank
                twin = copy(entry, competition=other)
                Standing.objects.create(competition=other, entry=twin, rank=rank)

    page = client_of(carl)
    assert week(page).count(">Nudge<") == 3
    assert_queries_do_not_grow(page, at(WEEK), more)
    shown = week(page)
    assert shown.count(">Remind<") == 4
    assert shown.count(">Nudge<") == 12


def copy(row, **changed):
    """Another row like this one, but for what is `changed`."""
    made = type(row)()
    for field in row._meta.concrete_fields:
        if not field.primary_key:
            setattr(made, field.attname, getattr(row, field.attname))
    for name, value in changed.items():
        setattr(made, name, value)
    made.save()
    return made
