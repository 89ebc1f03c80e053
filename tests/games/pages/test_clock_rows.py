"""The deadline on a game's page is the regular one and what the rows of its clock say, one by one."""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import date, datetime, time, timedelta

import pytest

from games.adjudication import clock_votes, outage
from games.agreed.absence import POLICIES
from games.agreed.pace import Pace
from games.common import clock
from games.models import ClockEntry, Holiday, Phase
from games.services.masters import presiding
from games.services.seats import holidays
from games.services.seats.resigning import ask_for_replacement
from games.services.seats.taking_over import take_over
from league.leagues import services
from tests.conftest import house_was_up
from tests.fuzz.season.clocks import unexplained
from tests.games.conftest import phase_of

HOUR = timedelta(hours=1)
KINDS = [
    *("holiday", "master", "holiday", "back", "vote"),
    *("settling", "pause", "goes_on", "outage", "extension"),
]


def recomputed(phase: Phase) -> datetime:
    """The deadline by the game's pace, moved by as much as each row of the clock says."""
    deadline = Pace.from_json(phase.game.pace).deadline(phase.kind, phase.opened_at, first=False)
    rows = list(ClockEntry.objects.filter(phase=phase).order_by("pk"))
    return deadline + sum((row.after - row.before for row in rows), timedelta())


@pytest.mark.slow
def test_a_deadline_is_the_regular_one_and_its_rows(
    make_game, seat_both, drained, set_clock, client_of, url, calais, ada, ben, eve, carl
):
    game = seat_both(make_game(absence=POLICIES["standard"], master=carl))
    services.join(league=calais, user=eve)
    browser = client_of(ada)

    def agree(kind, by, other, **given):
        proposal = clock_votes.propose(game=game, user=by, kind=kind, **given)
        assert clock_votes.vote(game=game, user=other, proposal=proposal.pk)

    def is_out_for_a_while():
        house_was_up()
        set_clock.pass_(hours=3)
        assert outage.make_up_for_outage() == 3 * HOUR

    def comes_late():
        ask_for_replacement(game=game, user=ben)
        set_clock(phase_of(game).deadline - 12 * HOUR)
        take_over(game=game, user=eve, seat="2")

    def is_away(day):
        away = {"first": date(2026, 3, day), "last": date(2026, 3, day), "back": time(20), "zone": "UTC"}
        return holidays.announce(league=calais, user=ada, **away).holiday

    moved = phase_of(game).deadline + 30 * HOUR
    steps: list[Callable[[], object]] = [
        lambda: is_away(2),
        lambda: presiding.move_deadline(game=game, user=carl, to=moved, reason="Trains."),
        lambda: is_away(3),
        lambda: holidays.take_back(holiday=Holiday.objects.latest("pk"), user=ada),
        lambda: agree("extension", ada, ben, length=12 * HOUR),
        comes_late,
        lambda: agree("pause", ada, eve, until=clock.now() + 50 * HOUR),
        lambda: agree("goes_on", eve, ada),
        is_out_for_a_while,
        lambda: drained(game),
        lambda: drained(game),
    ]
    for number, step in enumerate(steps):
        step()
        set_clock.pass_(minutes=1)
        phase = phase_of(game)
        assert phase.deadline == recomputed(phase), number
        assert list(unexplained(game)) == []
        if not phase.is_paused(set_clock.now):
            (shown,) = re.findall(r'data-closes="(\d+)"', browser.get(url(game)).content.decode())
            assert int(shown) == round(1000 * recomputed(phase).timestamp())
    assert [each.reason for each in ClockEntry.objects.order_by("pk")] == KINDS
    assert phase.ordinal == 1

    first = ClockEntry.objects.filter(reason="settling").get()
    ClockEntry.objects.filter(pk=first.pk).update(after=first.after + HOUR)
    assert recomputed(first.phase) != first.phase.deadline
