"""Whose prize substitutes share: an entrant who gave the seat up plays for them, and for no one."""

from __future__ import annotations

import pytest
from django.db import transaction

from games.common import clock
from games.services.seats import resigning, taking_over
from league.competitions.services.locking import lock
from league.competitions.tables.seating import POWERS
from league.prizes.book.verifying import verify
from league.prizes.models import Payout
from league.prizes.services.payouts.proposing import propose
from tests.league.competitions.tables_seasons import BOARD, MoneyTables, end_with

pytestmark = pytest.mark.django_db


@pytest.fixture
def event(calais, carl, set_clock):
    """Seven who have paid play one round, with money by places 50, 30, 20."""
    made = MoneyTables(calais, carl, set_clock, {"prize_games": 0}, rounds=1, best_of=1, final=False)
    made.agree()
    made.announce()
    for number in range(1, 8):
        made.pay_by_hand(made.enter(f"p{number}"))
    made.close_entries()
    made.check_in()
    return made.start()


def at_the_top(event):
    """The entry whose power ends with most centres."""
    return event.number(event.read.tables[1].seats[0])


def paid(event):
    """What each entry (its name) gets of the pool, and what no one does, as proposed."""
    with transaction.atomic():
        proposal = propose(lock(event.refresh().competition), event.book, clock.now())
    rows = Payout.objects.filter(proposal=proposal).select_related("entry__user")
    assert not list(verify(event.book).faults)
    return {row.entry.user.username if row.entry else "": row.amount for row in rows}


def end(event):
    end_with(event.game(1), dict(zip(POWERS, BOARD, strict=True)))
    event.hear()
    event.settle()
    event.turn(hours=1)
    assert event.refresh().competition.is_over


def test_everybody_who_stayed_has_the_prize(event):
    first = at_the_top(event).user.username
    end(event)
    got = paid(event)
    assert first in got
    assert "" not in got


def test_who_gave_a_seat_up_plays_for_the_substitute_and_for_no_one(event):
    first = at_the_top(event)
    sub = event.enter("sub")
    resigning.resign(game=event.game(1), user=first.user)
    taking_over.take_over(game=event.game(1), user=sub.user, seat=POWERS[0])
    end(event)
    got = paid(event)
    assert first.user.username not in got
    assert got["sub"] > 0


def test_a_substitute_who_is_disqualified_wins_nothing(event):
    first = at_the_top(event)
    sub = event.enter("sub")
    resigning.resign(game=event.game(1), user=first.user)
    taking_over.take_over(game=event.game(1), user=sub.user, seat=POWERS[0])
    end_with(event.game(1), dict(zip(POWERS, BOARD, strict=True)))
    event.hear()
    event.disqualify(sub)
    event.settle()
    event.turn(hours=1)
    got = paid(event)
    assert not {first.user.username, "sub"} & set(got)


def test_a_seat_that_no_one_takes_over_wins_nothing(event):
    first, second = at_the_top(event), event.number(event.read.tables[1].seats[1])
    resigning.resign(game=event.game(1), user=first.user)
    end(event)
    got = paid(event)
    assert first.user.username not in got
    assert got[second.user.username] == max(got.values()), "who is left is numbered anew"
