"""Questions that are put into SQL once: the same answers as again, with other values each time."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.db import connection
from django.db.models import OuterRef, Q, Subquery
from django.test.utils import CaptureQueriesContext

from games.common.database.compiled import (
    Among,
    Param,
    PreparedModels,
    PreparedQuery,
    columns,
    from_row,
    moment,
)
from games.models import Game, Notebook, Phase, Seat, Tenure
from tests.games.conftest import phase_of

pytestmark = pytest.mark.postgres

PHASES = PreparedQuery(
    lambda: (
        Phase.objects.filter(game__code=Param("code"), adjudicated_at=None)
        .order_by("label")
        .values_list("label", "position", "opened_at", "adjudicated_at", Subquery(FIRST_SEAT))
    )
)

FIRST_SEAT = Seat.objects.filter(game=OuterRef("game")).order_by("order").values("key")[:1]


def test_the_answer_has_pythons_values_in_the_order_asked_for(movement_game):
    phase = phase_of(movement_game)
    expected = [(phase.label, phase.position, phase.opened_at, None, "1")]
    assert [tuple(row) for row in PHASES.rows(code=movement_game.code)] == expected


def test_each_asking_has_its_own_values_and_makes_one_query(movement_game):
    code = movement_game.code
    for asked, labels in ((code, ["S1901M"]), ("no such", []), (code, ["S1901M"])):
        with CaptureQueriesContext(connection) as queries:
            assert [row[0] for row in PHASES.rows(code=asked)] == labels
        assert len(queries) == 1
    assert PHASES.row(code="no such") is None


def test_a_value_that_was_not_given_is_an_error(movement_game):
    with pytest.raises(KeyError):
        PHASES.rows(game=movement_game.pk)


def test_a_row_of_all_columns_makes_the_instance(movement_game):
    whole = PreparedQuery(lambda: Seat.objects.filter(key=Param("key")).values_list(*columns(Game, "game__")))
    row = whole.row(key="1")
    assert row is not None
    game = from_row(Game, row)
    assert game == movement_game
    assert {name: getattr(game, name) for name in columns(Game)} == dict(zip(columns(Game), row, strict=True))
    assert game.opened_at.utcoffset() == timedelta()
    game.name = "Another"
    game.save(update_fields=["name"])
    assert Game.objects.get().name == "Another"


@pytest.mark.slow(but_first=True)
@pytest.mark.parametrize("name", ["running", "it's", "100%", "%s", "naïve", "", "two words"])
def test_constants_mean_the_same_whether_they_are_written_out_or_sent(movement_game, name):
    Game.objects.filter(pk=movement_game.pk).update(name=name)
    asked = PreparedQuery(
        lambda: Game.objects.filter(name=name, code=Param("code"), name__contains=name).values_list("name")
    )
    assert asked.rows(code=movement_game.code) == [(name,)]
    assert asked.rows(code="no such") == []


def test_the_database_is_told_which_state_is_asked_for_before_it_plans(movement_game):
    question = PreparedQuery(
        lambda: Game.objects.filter(state="running", code=Param("code")).values_list("pk")
    )
    with CaptureQueriesContext(connection) as queries:
        assert question.rows(code=movement_game.code)
    assert "'running'" in queries.captured_queries[0]["sql"]
    written = question._written
    assert written is not None
    assert "running" not in written.parameters


def test_instances_bring_those_they_point_to_and_ask_once(movement_game):
    tenures = PreparedModels(
        Tenure,
        lambda: Tenure.objects.filter(seat__key=Param("key"), game__code=Param("code")),
        *("user", "game", "game__league", "game__master"),
    )
    with CaptureQueriesContext(connection) as queries:
        (tenure,) = tenures.all(key="1", code=movement_game.code)
        names = [tenure.user.username, tenure.game.name, tenure.game.league.slug]
        assert tenure.game.master is None
    assert len(queries) == 1
    expected = Tenure.objects.get(seat__key="1", game=movement_game)
    assert names == [expected.user.username, movement_game.name, movement_game.league.slug]
    assert tenure == expected and tenure.taken_at == expected.taken_at and tenure.nonce == expected.nonce
    assert tenures.all(key="1", code="no such") == []


def test_a_moment_is_compared_as_the_data_base_has_it(movement_game):
    asked = PreparedQuery(lambda: Game.objects.filter(opened_at__gte=Param("since")).values_list("pk"))
    opened = movement_game.opened_at
    assert asked.rows(since=moment(opened)) == [(movement_game.pk,)]
    assert asked.rows(since=moment(opened + timedelta(microseconds=1))) == []


SEATS = Among(
    lambda keys: (
        Seat.objects.filter(key__in=keys, game__code=Param("code"))
        .order_by("-order")
        .values_list("key", "game__opened_at")
    )
)


@pytest.mark.parametrize("keys", [[], ["1"], ["2", "1"], ["1", "2", "9"], [str(key) for key in range(40)]])
def test_a_question_about_some_keys_finds_those_that_are_there_and_each_once(movement_game, keys):
    game = movement_game
    seats = Seat.objects.filter(game=game, key__in=keys).order_by("-order")
    with CaptureQueriesContext(connection) as queries:
        found = SEATS.rows(keys, code=game.code)
    assert len(queries) == bool(keys)
    assert [tuple(row) for row in found] == [(seat.key, game.opened_at) for seat in seats]
    assert SEATS.rows(keys, code="no such") == []


def test_keys_by_the_dozen_are_put_into_sql_in_a_few_forms(movement_game):
    asked = Among(lambda keys: Seat.objects.filter(Q(order__in=keys) | Q(pk__in=keys)).values_list("key"))
    for count in range(1, 65):
        assert len(asked.rows(range(1, count + 1))) >= 1
    assert sorted(asked._questions) == [1, 2, 4, 8, 16, 32, 64]


def test_a_row_that_points_here_comes_along_and_where_there_is_none_it_is_not_asked_for_again(movement_game):
    tenures = PreparedModels(Tenure, lambda: Tenure.objects.filter(seat__key=Param("key")), "notebook")
    kept = Notebook.objects.create(tenure=Tenure.objects.get(seat__key="1"), is_drawn=False)
    with CaptureQueriesContext(connection) as queries:
        one, other = tenures.first(key="1"), tenures.first(key="2")
        assert one is not None and one.notebook == kept and not one.notebook.is_drawn
        assert one.notebook.tenure is one
        assert other is not None and not hasattr(other, "notebook")
    assert len(queries) == 2
    assert tenures.first(key="no such") is None
