"""How games of nine end: the divine have no vote (DG-17), and win beside a power or before it (DG-15, 16)."""

from __future__ import annotations

import re

import pytest

from games.common.outbox.row import OutboxRow
from games.engine import bridge
from games.errors import NoVote
from games.lists.played import tallies_of
from games.models import Game, SeatResult, Vote
from games.notices.occasions import matters_of
from games.services.players import votes
from league.users.models import User
from tests.games.conftest import phase_of
from tests.games.divine.conftest import DIVINE, POWERS, Table


def lay(table: Table, label: str, **position: object) -> None:
    """The open phase becomes `label`, and its position what the test says besides."""
    phase = phase_of(table.game)
    opening = bridge.opening(table.game, phase.position | {"phase": label} | position)
    phase.label, phase.position, phase.due = label, opening.position, opening.due
    phase.save()


@pytest.mark.slow(but_first=True)
@pytest.mark.parametrize("seat", DIVINE)
def test_the_divine_have_no_vote_and_no_button(table: Table, seat):
    page = table.page(seat)
    assert table.url("vote") not in page and "has no vote" in page
    with pytest.raises(NoVote):
        votes.cast(game=table.game, user=table.seats[seat], kind=Vote.Kind.DRAW)
    table.client(seat).post(table.url("vote"), {"kind": "draw", "cast": "yes"})
    assert not Vote.objects.exists()


@pytest.mark.slow
def test_the_seven_end_the_game_without_them(table: Table):
    assert table.url("vote") in table.page("FRANCE")
    for power in POWERS:
        votes.cast(game=table.game, user=table.seats[power], kind=Vote.Kind.DRAW)
    table.game.refresh_from_db()
    assert table.game.outcome == {"winners": sorted(POWERS), "how": "DG-17"}


@pytest.mark.slow
def test_a_protected_power_that_goes_makes_the_other_win_and_both_retire(table: Table):
    """The Devil's power has neither unit nor centre at the end of the year: God wins, the seven play on."""
    gone = table.protected("DEVIL")
    position = phase_of(table.game).position
    units = {power: units for power, units in position["units"].items() if power != gone}
    centres = {power: places for power, places in position["centres"].items() if power != gone}
    first = next(iter(units))
    units = units | {first: units[first][1:]}  # someone has to build, so that there is a winter
    lay(table, "W1901A", units=units, centres=centres)
    phase = table.go_on()
    assert phase.label == "S1902M" and table.game.state == Game.State.RUNNING
    assert not set(phase.due) & set(DIVINE)
    for seat, language, says in (
        (None, "en", "God wins: "),
        ("FRANCE", "en", "Both divine players retire; the seven play on."),
        ("GOD", "en", "Both have retired"),
        ("DEVIL", "en", "has won"),
    ):
        page = table.client(seat).get(table.url(), headers={"Accept-Language": language})
        assert says in page.content.decode(), (seat, says)
        assert "The game is drawn." not in page.content.decode()
    assert "God wins: " in table.page(None, "spells")
    visitor = table.client(None).get(table.url(), headers={"Accept-Language": "fr"}).content.decode()
    assert "Le Bon Dieu gagne" in visitor and "DG-15" in visitor


@pytest.mark.slow
def test_whoever_protects_a_soloist_wins_beside_it(table: Table):
    power = table.protected("GOD")
    position = phase_of(table.game).position
    taken = [place for places in position["centres"].values() for place in places]
    centres = {power: sorted(taken)[:18]}
    lay(table, "F1901M", centres=centres, units={power: position["units"][power]})
    table.go_on()
    assert table.game.outcome == {"winners": sorted([power, "GOD"]), "how": "DG-15"}
    results = {row.seat.key: row for row in SeatResult.objects.filter(game=table.game)}
    assert (results[power].outcome, results[power].fraction) == ("solo", 1)
    assert (results["GOD"].outcome, results["GOD"].fraction) == ("beside", 0)
    assert {results[seat].outcome for seat in (*POWERS, "DEVIL") if seat != power} <= {"lost", "eliminated"}
    page = table.page(None)
    assert table.seats["GOD"].username in page and "and God with it" in page
    who, beside = table.seats[power].username, table.seats["GOD"].username
    assert f"{who} wins." in page and f"{beside}, who was God, wins too." in page
    assert "Draw: " not in page, "each has won for himself"
    assert f"{who} won, with {beside}" in table.client(None).get("/l/calais/games/").content.decode()
    rows = [row for row in OutboxRow.objects.filter(topic="mail") if row.payload["about"] == "finished"]
    mailed = [matter.facts() for matter in matters_of(rows, table.clock.now).values()]
    assert {(each["winners"], each["winner_count"]) for each in mailed} == {(who, 1)}
    assert {each["beside"] for each in mailed} == {f"{beside}, who was God, wins too."}
    for winner in (who, beside):
        tally = tallies_of(table.game.league, User.objects.get(username=winner))
        assert [(each.won, each.shared) for each in tally] == [(1, 0)], winner


@pytest.mark.slow
def test_a_divine_win_earned_before_a_draw_is_a_win_and_the_powers_share(table: Table):
    """DG-17: it stands beside what the survivors agree on."""
    lay(table, "S1902M", divine_winner="GOD", divine_retired=True)
    for power in POWERS:
        votes.cast(game=table.game, user=table.seats[power], kind=Vote.Kind.DRAW)
    tallies = {
        seat: [
            (each.won, each.shared, each.lost) for each in tallies_of(table.game.league, table.seats[seat])
        ]
        for seat in ("GOD", "DEVIL", "FRANCE")
    }
    assert tallies == {"GOD": [(1, 0, 0)], "DEVIL": [(0, 0, 1)], "FRANCE": [(0, 1, 0)]}


@pytest.mark.slow
def test_once_it_is_over_everybody_reads_who_the_two_were(table: Table):
    """DG-1: until the end."""
    for power in POWERS:
        votes.cast(game=table.game, user=table.seats[power], kind=Vote.Kind.DRAW)
    shown = table.page(None).split('id="table"')[1].split('id="divine"')[0]
    for seat, called in (("DEVIL", "The Devil"), ("GOD", "God")):
        plate = shown.split(f">{table.seats[seat].username}<")[1].split("</div></div>")[0]
        assert called in plate
    assert "No one learns who they are" not in table.page(None)
    names = sorted(table.seats[power].username for power in POWERS)
    said = re.findall(r"Draw: ([\w, ]+)", table.page(None))
    assert sorted(re.split(", | and ", said[0].strip())) == names


def test_the_table_says_what_wins(table: Table):
    """DG-15."""
    shown = table.page(None).split('id="table"')[1].split("</section>")[0]
    assert "18 centres after an autumn" in shown and "#DG-15" in shown and "is eliminated" in shown
