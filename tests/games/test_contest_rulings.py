"""What arbiters decide about results of a competition's games, and HR-7's measure of a finished year."""

from __future__ import annotations

from dataclasses import replace

import pytest
from django.db import IntegrityError, transaction

from games.adjudication.proof import prove
from games.common.outbox.row import OutboxRow
from games.engine.forced_result import Measure, measure, measure_of
from games.errors import GameIsOver, NoReason, NotArbiter, NotOfCompetition, NotOver, NotSeated
from games.facts.contests import ends_of
from games.models import MasterAct, Phase, SeatResult
from games.services.masters.contest_rulings import end_in_time, supersede_by_ruling
from games.services.players import votes
from games.services.players.answers import save_answer
from league.leagues import services
from tests.games.conftest import phase_of
from tests.games.contests import HOMES, open_duel

WHY = "The season is over."
SEATS = ["1", "2"]


def board(one: int, two: int, **more: object) -> dict:
    """A position in which the home powers own so many centres."""
    centres = {"FRANCE": ["x"] * one, "TURKEY": ["x"] * two, "ITALY": ["x"] * 9}
    return {"homes": {"1": "FRANCE", "2": "TURKEY"}, "centres": centres, **more}


@pytest.mark.parametrize(
    ("one", "two", "treasury", "winner"),
    [
        (7, 6, {"1": 0, "2": 90}, "1"),
        (6, 6, {"1": 9, "2": 11}, "2"),
        (6, 6, {"1": 9, "2": 9}, ""),
        (0, 0, {"1": 0, "2": 0}, ""),
    ],
)
def test_centres_of_the_home_power_then_the_treasury(one, two, treasury, winner):
    """HR-7; a mercenary's centres are no one's."""
    found = measure(SEATS, board(one, two, treasury=treasury), 1903)
    assert (found.winner, found.year, found.centres) == (winner, 1903, {"1": one, "2": two})
    assert found.credits == ({} if one != two else treasury)


def test_without_home_powers_all_powers_of_a_seat_count_and_no_treasury():
    position = {"powers": {"1": ["A", "B"], "2": ["C"]}, "centres": {"A": ["x"], "B": ["x"], "C": ["x", "x"]}}
    assert measure(SEATS, position, 1915) == Measure(1915, "", {"1": 2, "2": 2})
    position["centres"]["B"] = ["x", "x"]
    assert measure(SEATS, position, 1915).winner == "1"


@pytest.fixture
def second_year(calais, ada, ben, eve, drained, set_clock):
    """A game whose first year is over: no one bid, all held. eve rules on it."""
    services.join(league=calais, user=eve)
    game = open_duel(calais, (ada, ben), [eve], settings={"last_year": 1905} | HOMES)
    while not phase_of(game).label.startswith("S1902"):
        phase = phase_of(game)
        for user in (ada, ben):
            text = "Germany 0" if phase.label.endswith("B") else ""
            save_answer(game=game, user=user, label=phase.label, text=text, version=0)
        drained(game)
    return game


def test_a_game_without_a_finished_year_is_void_by_the_site_s_own_act(duel, set_clock):
    assert measure_of(duel) == Measure()
    act = end_in_time(game=duel)
    end = ends_of([duel.pk])[duel.pk]
    assert (end.clause, end.winner, end.moment) == ("HR-6", None, set_clock.now)
    assert (act.kind, act.by, act.author) == ("void", None, "")
    assert not SeatResult.objects.filter(supersedes__isnull=False).exists(), "the void stands"
    assert prove(duel).differences == []


def test_an_open_game_is_decided_by_its_last_finished_year(second_year):
    found = measure_of(second_year)
    assert found.year == 1901 and found.centres == {"1": 3, "2": 3}
    OutboxRow.objects.all().delete()
    act = end_in_time(game=second_year)
    second_year.refresh_from_db()
    is_draw = found.credits["1"] == found.credits["2"]
    expected = max(SEATS, key=lambda seat: found.credits[seat])
    assert found.winner == ("" if is_draw else expected)
    assert second_year.outcome == {"winners": SEATS if is_draw else [expected], "how": "HR-7"}
    assert (act.kind, act.by, act.facts["year"]) == ("measure", None, 1901)
    counting = SeatResult.objects.filter(superseded_by__isnull=True)
    assert {row.clause for row in counting} == {"HR-7"} and {row.ruling for row in counting} == {act}
    assert {row.clause for row in SeatResult.objects.filter(supersedes=None)} == {"HR-6"}
    assert OutboxRow.objects.filter(topic="results").exists()
    assert prove(second_year).differences == []
    with pytest.raises(GameIsOver):
        end_in_time(game=second_year)


def test_the_winner_comes_from_the_position_that_opened_the_following_year(second_year):
    """What has changed since that year began counts for nothing."""
    opened = second_year.phases.get(label=phase_of(second_year).label)
    first = second_year.phases.filter(label__contains="1902").order_by("ordinal").first()
    assert opened.ordinal >= first.ordinal
    first.position = first.position | {"treasury": {"1": 3, "2": 40}}
    first.save(update_fields=["position"])
    Phase.objects.filter(pk=opened.pk).update(adjudicated_at=opened.closes_at)
    Phase.objects.create(
        game=second_year,
        ordinal=opened.ordinal + 1,
        label="F1902M",
        opened_at=opened.opened_at,
        deadline=opened.deadline,
        closes_at=opened.closes_at,
        due=opened.due,
        position=opened.position | {"treasury": {"1": 99, "2": 0}},
    )
    second_year.phase_number = opened.ordinal + 1
    assert measure_of(second_year).winner == "2"


@pytest.mark.slow(but_first=True)
@pytest.mark.parametrize("kind", ["deadline", "forfeit", "result"])
def test_the_data_base_lets_the_site_do_nothing_but_end_games(duel, kind):
    with pytest.raises(IntegrityError), transaction.atomic():
        MasterAct.objects.create(
            game=duel, phase=phase_of(duel), kind=kind, reason=WHY, at=phase_of(duel).opened_at
        )


@pytest.mark.slow
def test_a_disputed_result_stands_is_forfeit_or_annulled(duel, ada, ben, eve, set_clock):
    with pytest.raises(NotOver):
        supersede_by_ruling(game=duel, by=eve, ruling="stands", reason=WHY)
    votes.concede(game=duel, user=ada)
    before = ends_of([duel.pk])[duel.pk]
    duel.refresh_from_db()
    own = duel.outcome
    set_clock.pass_(hours=20)

    def rule(ruling, **more):
        act = supersede_by_ruling(game=duel, by=eve, ruling=ruling, reason=WHY, **more)
        duel.refresh_from_db()
        return act, ends_of([duel.pk])[duel.pk]

    act, end = rule("stands")
    assert end == before and act.facts == {"ruling": "stands"}
    act, end = rule("forfeit", loser_seat="2")
    assert (end.clause, end.winner, end.loser, end.is_ruled) == ("HR-5", ada.pk, ben.pk, True)
    assert end.moment == before.moment and act.facts["before"] == "ben"
    assert duel.outcome == {"winners": ["1"], "how": "HR-5"}
    assert prove(duel).differences == []
    act, end = rule("annulled")
    assert (end.clause, end.winner, end.loser, end.moment) == ("HR-6", None, None, before.moment)
    assert duel.outcome == {"winners": [], "how": "HR-6"} and prove(duel).differences == []
    assert SeatResult.objects.filter(game=duel).count() == 6 and MasterAct.objects.count() == 3
    for _twice in range(2):
        act, end = rule("stands")
        assert replace(end, is_ruled=False) == before and end.is_ruled
        assert duel.outcome == own and prove(duel).differences == []
    assert set(SeatResult.objects.values_list("at", flat=True)) == {before.moment}
    assert SeatResult.objects.filter(game=duel).count() == 8 and MasterAct.objects.count() == 5
    _act, end = rule("forfeit", loser_seat="1")
    assert (end.clause, end.winner) == ("HR-5", ben.pk)


def test_nobody_rules_without_power_a_reason_or_a_loser(duel, ada, ben, carl, eve, running_game):
    votes.concede(game=duel, user=ada)
    for who in (ada, ben, carl):
        with pytest.raises(NotArbiter):
            supersede_by_ruling(game=duel, by=who, ruling="annulled", reason=WHY)
    with pytest.raises(NoReason):
        supersede_by_ruling(game=duel, by=eve, ruling="annulled", reason="")
    with pytest.raises(NotSeated):
        supersede_by_ruling(game=duel, by=eve, ruling="forfeit", loser_seat="3", reason=WHY)
    with pytest.raises(NotOfCompetition):
        end_in_time(game=running_game)
    with pytest.raises(NotOfCompetition):
        supersede_by_ruling(game=running_game, by=carl, ruling="stands", reason=WHY)
