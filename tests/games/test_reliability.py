"""What counts for a person's reliability, when it counts, and what it never tells (HR-1, HR-3, HR-6)."""

from __future__ import annotations

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from games.adjudication.proof import prove
from games.gate.reliability import FIGURES, Reliability, games_behind, reliability_of
from games.models import Game, Tenure, TenureResult, Turn
from games.services.masters import presiding
from league.leagues import services
from tests.games.conftest import RANKS, phase_of

pytestmark = pytest.mark.django_db


def behind(league, figure, name):
    return sorted(games_behind(league, figure, name).values_list("game", flat=True).distinct())


def test_a_turn_keeps_whom_it_asked_and_proving_recomputes_it(running_game, answer, advance, ada):
    answer(ada, RANKS["ada"])
    advance()
    turn = Turn.objects.get()
    assert (turn.asked, turn.missed) == ({"1": True, "2": True}, {"2": True})
    assert prove(running_game).differences == []
    for wrong in ({"asked": {"1": True}}, {"missed": {}}):
        kept = {name: getattr(turn, name) for name in wrong}
        Turn.objects.update(**wrong)
        (difference,) = prove(running_game).differences
        assert difference == "S1901H does not keep whom it asked and who missed it"
        Turn.objects.update(**kept)


def test_running_games_count_as_they_do_when_they_are_over(running_game, answer, advance, end, ada, calais):
    assert reliability_of(calais, ada) == Reliability()
    answer(ada, RANKS["ada"])
    advance()
    advance()
    running = reliability_of(calais, ada)
    assert running == Reliability(asked=2, missed=1, games=1, games_missed=1)
    end(running_game, how="void", by=[], cause="silence")
    assert reliability_of(calais, ada) == running, "void games count their misses"
    assert TenureResult.objects.get(tenure__user=ada).missed == 1


def test_each_answers_for_their_own_time_and_those_who_left_are_counted_beside(
    make_game, seat_both, calais, carl, ada, eve, set_clock, drained
):
    services.join(league=calais, user=eve)
    game = seat_both(make_game(master=carl))
    drained(game)
    set_clock.pass_(hours=1)
    presiding.offer_to_stand_in(game=game, user=eve)
    presiding.replace_player(game=game, user=carl, seat="1", stand_in=eve.pk, reason="She is away.")
    assert reliability_of(calais, eve) == Reliability()
    drained(game)
    assert reliability_of(calais, ada) == Reliability(1, 1, 1, 1, replaced=1)
    assert reliability_of(calais, eve) == Reliability(1, 1, 1, 1)
    Tenure.objects.filter(user=ada).update(left_how="resigned")
    assert reliability_of(calais, ada) == Reliability(1, 1, 1, 1, resigned=1)
    assert behind(calais, "resigned", "Ada") == behind(calais, "missed", "ada") == [game.pk]
    assert behind(calais, "replaced", "ada") == behind(calais, "resigned", "eve") == []


def test_private_games_and_other_leagues_count_for_nothing(running_game, advance, ada, calais, douvres):
    advance()
    assert reliability_of(calais, ada).asked == 1
    assert reliability_of(douvres, ada) == Reliability()
    Game.objects.update(visibility="private")
    assert reliability_of(calais, ada) == Reliability()
    assert all(behind(calais, figure, "ada") == [] for figure in FIGURES)


@pytest.mark.slow(but_first=True)
@pytest.mark.parametrize("variant", ["spy", "devil-and-god"])
def test_where_the_rules_hide_who_answers_nothing_counts_before_the_end(
    make_game, seat_all, calais, variant, drained, end
):
    """The masked and the seen, asked or not, missing or not: every figure stays as it was (HR-3)."""
    game = make_game(variant=variant, name="Hidden")
    players = seat_all(game)
    for _phase in range(3):
        drained(game)
    assert game.phases.filter(turn__missed__has_any_keys=list(players)).exists()
    Tenure.objects.filter(user=players["FRANCE"]).update(
        left_at=phase_of(game).opened_at, left_how="resigned"
    )
    for player in players.values():
        assert reliability_of(calais, player) == Reliability()
        assert all(behind(calais, figure, player.username) == [] for figure in FIGURES)
    end(game, how="void", by=[], cause="silence")
    counted = {seat: reliability_of(calais, player) for seat, player in players.items()}
    assert all(counted[seat].missed for seat in ("ENGLAND", "TURKEY"))
    assert counted["FRANCE"].resigned == 1
    if variant == "devil-and-god":
        assert counted["DEVIL"].missed and counted["GOD"].missed


def test_one_query_whatever_there_is_to_count(make_game, seat_both, calais, ada, drained):
    for number in range(3):
        game = seat_both(make_game(name=f"Game {number}"))
    for _phase in range(3):
        drained(game)
    with CaptureQueriesContext(
        connection,
    ) as made:
        assert reliability_of(calais, ada) == Reliability(9, 9, 3, 3)
    assert len(made) == 1
    assert '"due"' not in made[0]["sql"] and '"turn"."turn"' not in made[0]["sql"]


@pytest.mark.parametrize("nonsense", ["", "everything", "missed"])
def test_nonsense_in_a_list_asks_for_nothing(visitor, running_game, nonsense):
    page = visitor.get("/l/calais/games/", {"reliability": nonsense})
    assert page.status_code == 200 and "Channel" in page.content.decode()
