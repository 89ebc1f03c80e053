"""Time in Spy Diplomacy: a deadline a season or a phase, orders given ahead, and no one told of anyone."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.core.cache import cache
from django.db import connection, transaction
from django.test.utils import CaptureQueriesContext

from games.adjudication import outage
from games.adjudication.drain import drain
from games.adjudication.processing import Outcome, adjudicate, claim, process_phase
from games.adjudication.proof import prove
from games.common.outbox.row import OutboxRow
from games.engine import bridge, sight
from games.errors import AlreadyVoted, NobodyIsReady, TooLate
from games.lists.lines import lines_of, rows_of
from games.lists.waiting import waiting_for
from games.models import Game, Phase, Turn, Vote
from games.services.players import votes
from games.services.players.answers import save_answer, set_ready
from tests.conftest import house_was_up

AHEAD = """A Par - Bur
Espionage:
if A Par failed: E Mar H (Ger)
else: E Par - Bur (Ger)
Retreats:
A Bur R Gas"""


def labels(game: Game) -> list[str]:
    return list(Phase.objects.filter(game=game).order_by("ordinal").values_list("label", flat=True))


@pytest.mark.slow
def test_one_deadline_closes_the_whole_season(by_season):
    by_season.write("FRANCE", AHEAD)
    deadline = by_season.phase.deadline
    opened = by_season.pass_deadline()
    assert labels(by_season.game) == ["S1901M", "S1901E", "S1901R", "F1901M"]
    assert (opened.opened_at, opened.deadline) == (deadline, deadline + timedelta(days=1))
    for phase in Phase.objects.filter(game=by_season.game, label__in=["S1901E", "S1901R"]):
        assert phase.opened_at == phase.deadline == phase.closes_at == phase.adjudicated_at == deadline
        assert phase.remind_at is None
    assert prove(by_season.game).differences == []


@pytest.mark.slow
def test_the_autumn_ends_with_its_winter(by_season):
    by_season.pass_deadline()
    opened = by_season.pass_deadline()
    assert labels(by_season.game)[3:] == ["F1901M", "F1901E", "F1901R", "W1901A", "S1902M"]
    assert opened.label == "S1902M"


@pytest.mark.slow
def test_what_was_given_ahead_is_sent_and_stands_in_the_record_as_sent(by_season):
    by_season.write("FRANCE", AHEAD)
    by_season.pass_deadline()
    moves, spies, retreats = (
        Turn.objects.get(phase__game=by_season.game, phase__label=label)
        for label in ("S1901M", "S1901E", "S1901R")
    )
    assert moves.answers["FRANCE"]["orders"] == ["A PAR - BUR"]
    assert spies.answers == {"FRANCE": {"later": moves.turn["later"]["FRANCE"]}}
    assert "E PAR - BUR (GER)" in [result["order"] for result in spies.turn["results"]]
    assert [spy["at"] for spy in spies.turn["position"]["spies"]["FRANCE"]] == ["BRE", "BUR", "MAR"]
    assert retreats.answers == {"FRANCE": {"later": spies.turn["later"]["FRANCE"]}}
    assert prove(by_season.game).differences == []


@pytest.mark.slow
def test_a_worker_that_dies_between_the_phases_leaves_nothing_undone_and_nothing_twice(by_season):
    by_season.write("FRANCE", AHEAD)
    by_season.clock(by_season.phase.deadline)
    house_was_up()
    assert process_phase(phase=by_season.phase), "the moves; then it dies"
    assert by_season.phase.label == "S1901E"
    assert len(claim(25)) == 1, "the next one takes the espionage, and dies with it in its hands"
    by_season.clock.pass_(seconds=3)
    house_was_up()
    assert drain() == Outcome(adjudicated=2)
    assert drain() == Outcome()
    assert labels(by_season.game) == ["S1901M", "S1901E", "S1901R", "F1901M"]
    assert Turn.objects.filter(phase__game=by_season.game).count() == 3
    assert by_season.phase.deadline == by_season.clock.now + timedelta(days=1)
    assert prove(by_season.game).differences == []


def test_two_workers_close_each_phase_of_a_season_once(by_season):
    by_season.clock(by_season.phase.deadline)
    house_was_up()
    phase = by_season.phase
    keys = claim(25)
    assert adjudicate(keys) == Outcome(adjudicated=1)
    assert adjudicate(keys) == Outcome(), "the second one had claimed the same"
    assert not process_phase(phase=phase)
    assert drain() == Outcome(adjudicated=2)


@pytest.mark.slow
def test_the_page_shows_what_the_whole_season_gave(by_season, client_of, url):
    by_season.write("FRANCE", AHEAD)
    by_season.pass_deadline()
    page = client_of(by_season.players["FRANCE"]).get(url(by_season.game)).content.decode()
    places = [page.index(f'id="results{label}"') for label in ("", "S1901E", "S1901M")]
    assert places == sorted(places)
    assert "A Par - Bur" in page[places[2] :] and "E Par - Bur (Ger)" in page[places[1] : places[2]]


@pytest.mark.slow
def test_a_page_asks_the_data_base_no_more_after_years(by_season, client_of, url):
    client, counts = client_of(by_season.players["FRANCE"]), []
    for _season in range(3):
        by_season.write("FRANCE", AHEAD)
        by_season.pass_deadline()
        by_season.pass_deadline()
        client.get(url(by_season.game))
        with CaptureQueriesContext(connection) as queries:
            client.get(url(by_season.game))
        counts.append(len(queries))
    assert counts[0] == counts[1] == counts[2] <= 20


def test_nothing_can_be_slipped_in_between_the_phases_of_a_season(by_season):
    by_season.clock(by_season.phase.deadline)
    house_was_up()
    process_phase(phase=by_season.phase)
    with pytest.raises(TooLate):
        by_season.write("FRANCE", "E Par - Bur")


def test_a_house_that_stood_still_in_the_midst_of_a_season_closes_it_first(by_season):
    by_season.clock(by_season.phase.deadline)
    house_was_up()
    process_phase(phase=by_season.phase)
    espionage = by_season.phase
    by_season.clock.pass_(hours=5)
    assert outage.make_up_for_outage() is not None
    espionage.refresh_from_db()
    assert espionage.deadline == espionage.opened_at, "it lasted no time: there is none to be given back"
    with pytest.raises(TooLate):
        by_season.write("FRANCE", "E Par - Bur")
    assert drain() == Outcome(adjudicated=2)


@pytest.mark.slow
def test_by_phase_each_has_its_own_deadline_and_nothing_is_skipped(by_phase):
    before = by_phase.phase
    for label in ("S1901E", "S1901R", "F1901M", "F1901E", "F1901R", "W1901A", "S1902M"):
        phase = by_phase.pass_deadline()
        assert phase.label == label
        assert phase.opened_at == before.deadline and phase.deadline == phase.opened_at + timedelta(days=1)
        assert sorted(phase.due) == sorted(by_phase.players), "every seat sees it open"
        before = phase


@pytest.mark.slow
def test_a_later_word_replaces_what_was_given_ahead_and_silence_leaves_it(by_phase):
    by_phase.write("FRANCE", AHEAD)
    by_phase.write("GERMANY", "Espionage:\nE Mun - Bur (Fra)")
    espionage = by_phase.pass_deadline()
    by_phase.write("GERMANY", "")
    by_phase.pass_deadline()
    turn = Turn.objects.get(phase=espionage)
    assert turn.answers["GERMANY"] == []
    assert set(turn.answers["FRANCE"]) == {"later"}
    at = {power: [spy["at"] for spy in spies] for power, spies in turn.turn["position"]["spies"].items()}
    assert "BUR" in at["FRANCE"] and "BUR" not in at["GERMANY"]


def test_nobody_says_that_they_are_ready_and_nothing_closes_early(by_phase, outbox_of):
    seen = Game.objects.get(pk=by_phase.game.pk).version
    before = outbox_of(by_phase.game)
    phase = by_phase.phase
    for player in by_phase.players.values():
        draft = save_answer(
            game=by_phase.game, user=player, label=phase.label, text="", version=0, ready=True
        )
        assert draft.ready_at is None
    phase.refresh_from_db()
    assert phase.closes_at == phase.deadline
    assert Game.objects.get(pk=by_phase.game.pk).version == seen, "a version that grows would tell"
    assert outbox_of(by_phase.game) == before, "so would a hint"
    with pytest.raises(NobodyIsReady):
        set_ready(game=by_phase.game, user=by_phase.players["FRANCE"], label=phase.label, ready=True)


@pytest.fixture
def outbox_of():
    return lambda game: list(OutboxRow.objects.filter(payload__game=game.pk).values_list("topic", "payload"))


@pytest.mark.slow
def test_votes_are_secret_and_move_nothing(by_season, outbox_of, client_of, url):
    game, before = by_season.game, outbox_of(by_season.game)
    seen = Game.objects.get(pk=game.pk).version
    england, france = by_season.players["ENGLAND"], by_season.players["FRANCE"]
    untouched = client_of(france).get(url(game)).content
    votes.cast(game=game, user=england, kind=Vote.Kind.DRAW)
    assert Game.objects.get(pk=game.pk).version == seen and outbox_of(game) == before
    assert f"wanted by {england}" in client_of(england).get(url(game)).content.decode()
    theirs = client_of(france).get(url(game)).content
    assert b"wanted by" not in theirs and len(theirs) == len(untouched)
    with pytest.raises(AlreadyVoted), transaction.atomic():
        votes.cast(game=game, user=england, kind=Vote.Kind.DRAW)
    votes.withdraw(game=game, user=england, kind=Vote.Kind.DRAW)
    assert Game.objects.get(pk=game.pk).version == seen and outbox_of(game) == before
    for player in by_season.players.values():
        votes.cast(game=game, user=player, kind=Vote.Kind.DRAW)
    game.refresh_from_db()
    assert game.is_over and game.outcome["how"] == "RB-12"


def test_lists_wait_for_who_has_something_to_write_until_they_have_saved_it(by_season):
    game = Game.objects.filter(pk=by_season.game.pk)
    player = by_season.players["FRANCE"]
    (line,) = lines_of(rows_of(game, 1), player)
    assert line.waits_for_reader and not line.saved
    assert [each.key for each in waiting_for(player.pk, 5)] == [by_season.game.pk]
    by_season.write("FRANCE", "A Par - Bur")
    (line,) = lines_of(rows_of(game, 1), player)
    assert line.saved and not line.waits_for_reader
    assert waiting_for(player.pk, 5) == []


def test_mails_go_to_all_alike_and_lists_call_for_who_owes_something(by_phase):
    """Retreats are open for all, and no one has any: the house's log of mails must not tell who has."""
    by_phase.pass_deadline()
    rows = OutboxRow.objects.filter(topic="mail", payload__about="waiting", payload__game=by_phase.game.pk)
    assert rows.count() == 7
    by_phase.pass_deadline()
    assert by_phase.phase.label == "S1901R"
    assert rows.count() == 14
    player = by_phase.players["ITALY"]
    assert waiting_for(player.pk, 5) == []
    (line,) = lines_of(rows_of(Game.objects.filter(pk=by_phase.game.pk), 1), player)
    assert line.due == ""


def test_a_day_keeps_a_finished_game_in_fog_until_it_comes(sit_down):
    table = sit_down(reveal_at="2026-03-10")
    for player in table.players.values():
        votes.cast(game=table.game, user=player, kind=Vote.Kind.DRAW)
    table.game.refresh_from_db()
    assert table.game.is_over
    record = bridge.record_of(table.game)
    position = record["turns"][-1]["position"]
    for day, is_open in ((9, False), (10, True)):
        table.clock(table.clock.now.replace(day=day, hour=0, minute=0))
        seen = sight.position_of(table.game, position, "FRANCE")
        shown = sight.record_of(table.game, record, "FRANCE")["turns"][-1]["position"]
        assert (set(seen["units"]) == {"FRANCE"}) is not is_open
        assert (set(shown["units"]) == {"FRANCE"}) is not is_open


def test_a_game_that_is_over_and_sealed_says_until_when(sit_down, visitor, url):
    table = sit_down(reveal_at="2026-03-10")
    for player in table.players.values():
        votes.cast(game=table.game, user=player, kind=Vote.Kind.DRAW)
    page = visitor.get(url(table.game)).content.decode()
    assert "The game is over. Its record stays hidden until 10 March 2026" in page
    assert "in fog until it is over" not in page and "Hidden by fog of war" not in page


@pytest.mark.slow
def test_the_record_of_a_game_that_stays_in_fog_is_given_out_on_its_day_and_not_before(
    sit_down, client_of, visitor, url
):
    """No one is offered a record before that is the whole game's, not even their own part of it (SPY-6)."""
    table = sit_down(reveal_at="2026-03-10")
    for player in table.players.values():
        votes.cast(game=table.game, user=player, kind=Vote.Kind.DRAW)
    table.game.refresh_from_db()
    page, record = url(table.game), url(table.game, "record")
    readers = [visitor, client_of(table.players["FRANCE"])]
    for day, status in ((9, 404), (10, 200)):
        table.clock(table.clock.now.replace(day=day, hour=12, minute=0))
        cache.clear()  # half a minute goes by
        for reader in readers:
            assert reader.get(record).status_code == status
            shown = reader.get(page).content.decode()
            assert ((record in shown) and ("adjudicator replay" in shown)) is (status == 200)
            assert ("10 March 2026" in shown) is (status == 404)


@pytest.mark.slow
def test_in_a_season_of_one_deadline_no_retreats_are_no_silence(by_season, client_of, url):
    game = by_season.game
    phase = by_season.phase
    units = {"FRANCE": ["A PAR"], "GERMANY": ["A BUR", "A PIC"]}
    opening = bridge.opening(game, {"phase": "S1901M", "units": units, "spies": {}})
    phase.position, phase.due = opening.position, opening.due
    phase.save()
    by_season.write("FRANCE", "")
    by_season.write("GERMANY", "A Bur - Par\nA Pic S A Bur - Par")
    by_season.pass_deadline()
    page = client_of(by_season.players["FRANCE"]).get(url(game)).content.decode()
    assert "No retreats were given ahead." in page and "saved nothing" not in page
