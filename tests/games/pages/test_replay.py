"""The replay: a page a phase, and one file of all phases, as far as its reader may see them."""

from __future__ import annotations

import gzip
import json
import lzma
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from django.core.cache import cache

from games.board import draw_board
from games.engine import bridge
from games.gate.access import Access
from games.models import Game, Phase, Seat, Turn
from games.pages import replaying
from games.pages.sightings import seen_at_the_end, seen_in, seen_in_each
from tests.games.conftest import NOON, phase_of
from tests.games.pages.conftest import without_tokens

pytestmark = pytest.mark.django_db

GAMES = Path(__file__).parents[2] / "data" / "games.jsonl.xz"
KEYS = ("phase", "units", "dislodged", "contested", "centres")
LONG = 4967
"""A recorded game of seven that goes on for twenty years, with as many orders as any such."""


def told(client: Any, url: Any, game: Game) -> dict[str, Any]:
    """What the file tells a reader."""
    return json.loads(client.get(url(game, "reel")).content)


def orders_in(phase: dict[str, Any]) -> dict[str, list[Any]]:
    """A phase's orders by their text: outcome, reason, marks, signs, failure."""
    return {order[0]: order[1:] for _power, _player, orders in phase["groups"] for order in orders}


@pytest.fixture
def long_game(make_game: Callable[..., Game], seat_all: Any) -> Game:
    """The recorded game as rows, over after its last phase."""
    with lzma.open(GAMES, "rt", encoding="utf-8") as file:
        recorded = next(one for one in map(json.loads, file) if one["game"] == LONG)
    game = make_game(variant="standard")
    seat_all(game)
    Phase.objects.filter(game=game).delete()
    for ordinal, each in enumerate(recorded["phases"]):
        position = {key: each[key] for key in KEYS if key in each}
        opening = bridge.opening(game, position)
        phase = Phase.objects.create(
            game=game,
            ordinal=ordinal,
            label=opening.label,
            position=opening.position,
            due=opening.due,
            opened_at=NOON,
            deadline=NOON,
            closes_at=NOON,
            adjudicated_at=NOON,
        )
        sent = {seat: each["orders"].get(seat, []) for seat in opening.due}
        Turn.objects.create(
            phase=phase, answers=sent, turn=bridge.resolve(game, phase, sent), created_at=NOON
        )
    outcome = {"how": "RB-12", "winners": ["FRANCE"]}
    Game.objects.filter(pk=game.pk).update(state=Game.State.FINISHED, outcome=outcome, finished_at=NOON)
    game.refresh_from_db()
    return game


@pytest.mark.parametrize("language", ["en", "fr"])
def test_twenty_years_of_seven_weigh_at_most_60_kilobytes(long_game, url, visitor, language):
    answer = visitor.get(url(long_game, "reel"), HTTP_ACCEPT_ENCODING="gzip", HTTP_ACCEPT_LANGUAGE=language)
    assert answer["Content-Encoding"] == "gzip"
    assert len(answer.content) <= 60_000
    phases = json.loads(gzip.decompress(answer.content))["phases"]
    assert len(phases) == 76 and {phase["year"] for phase in phases} == set(range(1901, 1921))
    assert sum(len(orders_in(phase)) for phase in phases) > 1300
    assert ("printemps 1901" in phases[0]["name"].lower()) is (language == "fr")


def test_a_long_replay_takes_no_more_queries_than_a_short_one(
    long_game, movement_game, url, visitor, django_assert_max_num_queries
):
    for game in (movement_game, long_game):
        cache.clear()
        with django_assert_max_num_queries(10):
            visitor.get(url(game, "reel"))


@pytest.fixture
def played(movement_game, answer, advance, ada, ben) -> Game:
    """Spring 1901 is over: one army went where it was supported to, another bounced."""
    answer(ada, "A Par - Bur\nA Mar S A Par - Bur\nF Bre - MAO")
    answer(ben, "A Con - Smy\nF Ank - BLA")
    advance()
    movement_game.refresh_from_db()
    return movement_game


def test_the_pieces_are_what_the_page_draws(played, url, visitor):
    file = told(visitor, url, played)
    page = visitor.get(url(played, "replay-phase", "S1901M")).content.decode()
    spring = next(phase for phase in file["phases"] if phase["label"] == "S1901M")
    for layer in ("lands", "whose", "units"):
        drawn = [file["pieces"][number] for number in spring["picture"][layer]]
        assert drawn and all(piece in page for piece in drawn), layer
    assert len(spring["picture"]["units"]) == 22
    begin = visitor.get(url(played, "replay")).content.decode()
    assert 'id="board-w1"' in begin, "what later pictures are filled with is there from the first"


def test_orders_have_their_marks_and_failures_their_signs(played, url, visitor):
    file = told(visitor, url, played)
    orders = orders_in(next(phase for phase in file["phases"] if phase["label"] == "S1901M"))

    def drawn(numbers: list[int]) -> list[str]:
        return [file["pieces"][number] for number in numbers]

    outcome, _why, marks, signs, failed = orders["A Par - Bur"]
    assert file["outcomes"][outcome][:3] == ["Moved", "done", "done"]
    assert not failed and not signs
    (arrow,) = drawn(marks)
    assert (
        arrow.startswith('a<g class="order-mark o-move" data-power="france">') and 'class="o-head"' in arrow
    )
    (line, tie) = drawn(orders["A Mar S A Par - Bur"][2])
    assert line[0] == "s" and "o-support" in line and tie[0] == "t"
    outcome, _why, marks, signs, failed = orders["A Con - Smy"]
    assert failed and file["outcomes"][outcome][0] == "Bounced" and "o-failed" not in drawn(marks)[0]
    assert drawn(signs)[0].startswith('x<path class="o-cross-case"')


def test_what_came_of_a_phase_is_the_picture_after_it(played, url, visitor):
    file = told(visitor, url, played)
    labels = [phase["label"] for phase in file["phases"]]
    assert labels == ["S1901H", "S1901B", "S1901M"] and phase_of(played).label == "F1901M"
    units = [file["pieces"][number] for number in file["now"]["units"]]
    assert any('data-unit="A BUR"' in unit for unit in units)
    assert "F1901M" not in json.dumps(file)


def test_marks_are_drawn_by_the_same_hand_as_the_board(long_game, url, visitor):
    """In whole units of the map, and as if no order had failed yet."""
    file = told(visitor, url, long_game)
    spring = file["phases"][0]
    turn = Turn.objects.get(phase__game=long_game, phase__label="S1901M").turn
    position = Phase.objects.get(game=long_game, label="S1901M").position
    board = draw_board(position, language="en", results=turn["results"]).svg
    shafts = [rounded(path) for path in re.findall(r'<path class="o-line" d="(M[^"]+)"', board)]
    told_of = [
        path
        for order in orders_in(spring).values()
        for number in order[2]
        for path in re.findall(r'<path class="o-line" d="(M[^"]+)"', file["pieces"][number])
    ]
    starts = sorted(path.partition("Q")[0] for path in shafts)
    assert sorted(path.partition("Q")[0] for path in told_of) == starts and len(starts) > 15


def rounded(path: str) -> str:
    return re.sub(r"-?\d+\.\d+", lambda found: str(round(float(found[0]))), path)


def test_bids_are_told_once_their_auction_is_over(auction_game, answer, advance, ada, ben, url, visitor):
    answer(ada, "Germany 4\nItaly 3")
    answer(ben, "Germany 2")
    sealed = told(visitor, url, auction_game)
    assert [phase["label"] for phase in sealed["phases"]] == ["S1901H"]
    assert not any(phase["auction"] for phase in sealed["phases"])
    advance()
    opened = told(visitor, url, auction_game)["phases"][-1]
    assert opened["label"] == "S1901B" and opened["auction"]
    assert '<span class="sum win">4' in opened["news"] and "ben bid" in opened["news"]


@pytest.mark.parametrize("scene", ["auction_game", "movement_game"])
def test_no_byte_depends_on_what_the_opponent_saved(scene, request, url, client_of, ada, ben, carl, answer):
    game = request.getfixturevalue(scene)
    clients = [client_of(user) for user in (ada, carl, None)]
    pages = [url(game, "reel"), url(game, "replay"), url(game, "replay-phase", "S1901H")]

    def heard() -> list[bytes]:
        cache.clear()
        return [without_tokens(client.get(page).content) for client in clients for page in pages]

    heard()
    before = heard()
    for text in ("", "Germany 7\nItaly 3", "A Con - Bul\nnonsense", "x" * 4000):
        answer(ben, text)
        assert heard() == before


def test_a_seat_in_fog_is_told_what_its_own_pages_tell(spy_table, client_of, url):
    table = spy_table
    table.play(FRANCE=["A PIC - BEL"])
    while len(Phase.objects.filter(game=table.game)) < 9:
        table.play()
    phases = list(Phase.objects.filter(game=table.game).select_related("turn").order_by("ordinal"))
    for power in ("GERMANY", None):
        seat = Seat.objects.get(game=table.game, key=power) if power else None
        access = Access(game=table.game, seat=seat, is_member=True, by_link=False)
        assert seen_in_each(access, phases) == [seen_in(access, phase) for phase in phases]
        assert seen_in_each(access, phases[:-1])[-1] == seen_at_the_end(access, phases[-2])


def test_watchers_of_a_game_in_fog_are_told_of_nobody(spy_table, client_of, visitor, url):
    table = spy_table
    table.play(FRANCE=["A PIC - BEL"])
    file = told(visitor, url, table.game)
    later = [phase["picture"] for phase in file["phases"][1:]]
    assert not any(picture.get("units") for picture in [*later, file["now"]])
    assert not any(phase["groups"] for phase in file["phases"])
    own = told(client_of(table.players["FRANCE"]), url, table.game)
    units = [own["pieces"][number] for number in own["now"]["units"]]
    assert any('data-unit="A BEL"' in unit for unit in units)


def test_only_the_publics_file_is_kept(played, url, client_of, ada, visitor, monkeypatch):
    made: list[str | None] = []
    real = replaying.reel_of
    monkeypatch.setattr(
        "games.views.replaying.reel_of",
        lambda access, *more: made.append(access.seat_key) or real(access, *more),
    )
    for client in (visitor, visitor, client_of(ada), client_of(ada)):
        client.get(url(played, "reel"))
    assert made == [None, "1", "1"]
    Game.objects.filter(pk=played.pk).update(version=played.version + 1)
    visitor.get(url(played, "reel"))
    assert made[3:] == [None]


def test_a_phase_is_a_page_with_the_ways_to_its_neighbours(played, url, visitor):
    first = visitor.get(url(played, "replay")).content.decode()
    assert f'rel="next" href="{url(played, "replay-phase", "S1901B")}"' in first and 'rel="prev"' not in first
    last = visitor.get(url(played, "replay-phase", "S1901M")).content.decode()
    assert f'rel="prev" href="{url(played, "replay-phase", "S1901B")}"' in last and 'rel="next"' not in last
    assert "A Par - Bur" in last and "What happened, and why" in last
    assert f'data-file="{url(played, "reel")}"' in last


def test_what_is_not_over_has_no_replay(running_game, played, url, visitor):
    assert visitor.get(url(played, "replay-phase", "F1901M")).status_code == 404
    assert visitor.get(url(played, "replay-phase", "S1999M")).status_code == 404


@pytest.mark.parametrize("page", ["replay", "reel"])
def test_before_its_first_phase_is_over_a_game_has_none(page, opened_game, seat_both, url, visitor):
    assert visitor.get(url(opened_game, page)).status_code == 404
    game = seat_both(opened_game)
    assert visitor.get(url(game, page)).status_code == 404
    assert f'href="{url(game, "replay")}"' not in visitor.get(url(game)).content.decode()


def test_the_game_its_phases_and_its_end_lead_to_the_replay(played, end, url, visitor):
    assert f'href="{url(played, "replay")}"' in visitor.get(url(played)).content.decode()
    phase = visitor.get(url(played, "phase", "S1901M")).content.decode()
    assert f'href="{url(played, "replay-phase", "S1901M")}"' in phase
    over = visitor.get(url(end(played, how="draw", by=["1", "2"]))).content.decode()
    assert over.count(f'href="{url(played, "replay")}"') == 2


def test_names_on_the_map_stay_where_they_are(played, url, visitor):
    def names(page: str) -> str:
        drawn = visitor.get(url(played, page, "S1901M")).content.decode()
        return re.search(r'<g class="labels".*?</g></g>', drawn, re.DOTALL)[0]

    begin = visitor.get(url(played, "replay")).content.decode()
    assert names("replay-phase") in begin and names("phase") != names("replay-phase")


def test_a_private_games_replay_is_for_whoever_it_is_open_to(played, url, client_of, ada, visitor):
    Game.objects.filter(pk=played.pk).update(visibility=Game.Visibility.PRIVATE)
    for page in (url(played, "reel"), url(played, "replay")):
        assert visitor.get(page).status_code == 404
        assert client_of(ada).get(page).status_code == 200
