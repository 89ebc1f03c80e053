"""Seats with one possible answer on the site: no one asks them or waits for them, and no phase opens for them
alone; those that were asked by an earlier release are played out.
"""

import pytest
from django.core.management import call_command

from adjudicator.variants.by_power import Adjustments
from games.adjudication.drain import drain
from games.adjudication.proof import prove
from games.common.outbox.row import OutboxRow
from games.engine import bridge
from games.engine.misses import Misses, misses_so_far
from games.models import Phase, Turn
from tests.games.conftest import phase_of


@pytest.fixture
def autumn_game(auction_game, answer, advance, ada, ben):
    """Germany is ada's and about to take Vienna: it must build then, and nothing but an army in Munich."""
    answer(ada, "Germany 3\nItaly 2")
    answer(ben, "")
    assert advance().label == "S1901M"
    answer(ada, "A Mun - Boh\nA Ven - Tyr")
    answer(ben, "A Con H")
    assert advance().label == "F1901M"
    answer(ada, "A Boh - Vie\nA Tyr S A Boh - Vie")
    answer(ben, "A Con H")
    return auction_game


@pytest.fixture
def winter_game(autumn_game, advance, monkeypatch):
    """The same a phase on, when an earlier release was running: it opened the winter."""
    with monkeypatch.context() as earlier:
        earlier.setattr(Adjustments, "settled", lambda *_: ())
        assert advance().label == "W1901A"
    return autumn_game


def built(turn):
    return [each["order"] for each in turn["results"] if each.get("by_rule")]


class TestSkipping:
    def test_the_phase_is_never_opened_and_nobody_misses_it(self, autumn_game, advance):
        assert advance().label == "S1902B"
        labels = list(
            Phase.objects.filter(game=autumn_game).order_by("ordinal").values_list("label", flat=True)
        )
        assert labels == ["S1901H", "S1901B", "S1901M", "F1901M", "S1902B"]
        assert misses_so_far({autumn_game.pk: None}) == {autumn_game.pk: {"1": Misses(), "2": Misses()}}
        assert prove(autumn_game).differences == []

    def test_what_rule_did_stands_in_the_turn_that_skipped_it(self, autumn_game, advance):
        opened = advance()
        turn = Turn.objects.get(phase__label="F1901M").turn
        assert built(turn) == ["A MUN B"]
        assert [item["kind"] for item in turn["news"]] == ["ownership", "income"]
        assert turn["position"]["units"]["GERMANY"] == opened.position["units"]["GERMANY"]
        assert "A MUN" in opened.position["units"]["GERMANY"]

    @pytest.mark.slow
    def test_the_page_of_that_turn_tells_it_with_its_clause(self, autumn_game, advance, url, visitor):
        advance()
        for address in (url(autumn_game, "phase", "F1901M"), url(autumn_game)):
            page = visitor.get(address).content.decode()
            assert "A Mun B" in page and "automatic" in page
            assert "/rules/intimate/#ID-12" in page
            assert "W1901A" not in page
        assert visitor.get(url(autumn_game, "phase", "W1901A")).status_code == 404

    @pytest.mark.slow
    def test_the_map_of_that_turn_shows_it(self, autumn_game, advance, url, visitor):
        advance()
        page = visitor.get(url(autumn_game, "phase", "F1901M")).content.decode()
        assert 'class="order-mark o-build" data-power="germany"' in page
        assert 'class="o-plus" data-power="germany"' in page

    @pytest.mark.slow
    def test_no_player_is_told_that_they_ordered_it(self, autumn_game, advance, url, client_of, ada):
        advance()
        page = client_of(ada).get(url(autumn_game)).content.decode()
        assert "2 of your 2 orders succeeded." in page

    @pytest.mark.slow
    def test_the_record_of_the_game_replays(self, autumn_game, advance, url, visitor, capsys):
        advance()
        call_command("replay_games", autumn_game.code)
        assert "4 turns: 0 differ." in capsys.readouterr().out


class TestBesideSomebodyWhoDecides:
    """Turkey has won Bulgaria, and may build in Constantinople: ben decides, ada cannot."""

    @pytest.fixture
    def winter(self, autumn_game, answer, advance, ben):
        answer(ben, "A Con - Bul")
        assert advance().label == "W1901A"
        return autumn_game

    def test_nobody_asks_or_writes_to_whoever_has_one_answer(self, winter, ada, ben):
        assert set(phase_of(winter).due) == {"2"}
        called = OutboxRow.objects.filter(
            topic="mail", payload__about="waiting", payload__phase=phase_of(winter).pk
        )
        assert {row.payload["user"] for row in called} == {ben.pk}

    def test_the_page_says_that_there_is_nothing_to_do(self, winter, url, client_of, ada):
        page = client_of(ada).get(url(winter)).content.decode()
        assert "nothing to do" in page
        assert 'id="answer"' not in page

    def test_the_phase_closes_as_soon_as_the_others_are_ready(self, winter, answer, ben, set_clock):
        answer(ben, "A Con B", ready=True)
        drain()
        assert phase_of(winter).label == "S1902B"
        turn = Turn.objects.get(phase__label="W1901A")
        assert built(turn.turn) == ["A MUN B"]
        assert (turn.asked, turn.missed) == ({}, {}), "ben could waive it"
        assert prove(winter).differences == []

    def test_nobody_misses_it(self, winter, advance):
        assert advance().label == "S1902B"
        turn = Turn.objects.get(phase__label="W1901A")
        assert (turn.asked, turn.missed, turn.excused) == ({}, {}, {})
        assert [item["seat"] for item in turn.turn["news"] if item["kind"] == "disorder"] == ["2"]
        assert misses_so_far({winter.pk: None})[winter.pk]["1"] == Misses()
        assert prove(winter).differences == []


class TestGamesThatStoodInOne:
    """An earlier release opened the phase, and this one closes it."""

    @pytest.mark.slow
    def test_it_is_asked_for_as_ever(self, winter_game, url, client_of, ada, ben):
        assert set(phase_of(winter_game).due) == {"1"}
        page = client_of(ada).get(url(winter_game)).content.decode()
        assert "A MUN B" in page
        assert client_of(ben).get(url(winter_game)).status_code == 200

    @pytest.mark.slow
    def test_whoever_orders_it_is_ready_and_it_closes(self, winter_game, answer, advance, ada):
        answer(ada, "A Mun B", ready=True)
        assert advance().label == "S1902B"
        turn = Turn.objects.get(phase__label="W1901A")
        assert turn.answers == {"1": ["A MUN B"]}
        assert (turn.missed, built(turn.turn)) == ({}, [])
        assert prove(winter_game).differences == []

    @pytest.mark.slow
    def test_silence_is_told_and_missed_as_ever(self, winter_game, advance):
        opened = advance()
        turn = Turn.objects.get(phase__label="W1901A")
        assert (turn.asked, turn.missed) == ({"1": True}, {"1": True})
        assert built(turn.turn) == ["A MUN B"]
        assert opened.label == "S1902B"
        assert prove(winter_game).differences == []

    @pytest.mark.slow
    def test_the_game_goes_on_and_its_whole_record_replays(
        self,
        winter_game,
        answer,
        advance,
        url,
        visitor,
        ada,
        capsys,
    ):
        advance()
        answer(ada, "Germany 3")
        assert advance().label == "S1902M"
        assert advance().label == "F1902M"
        assert prove(winter_game).differences == []
        labels = [turn["position"]["phase"] for turn in bridge.record_of(winter_game)["turns"]]
        assert "W1901A" in labels
        call_command("replay_games", winter_game.code)
        assert "0 differ." in capsys.readouterr().out
        assert "A Mun B" in visitor.get(url(winter_game, "phase", "W1901A")).content.decode()

    @pytest.mark.slow
    def test_a_changed_result_of_it_is_found(self, winter_game, advance):
        advance()
        turn = Turn.objects.get(phase__label="F1901M")
        turn.turn["position"]["treasury"]["1"] += 1
        turn.save()
        assert prove(winter_game).differences
