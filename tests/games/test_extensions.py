"""Phases that are extended because someone saved nothing, once each (HR-2)."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from games.adjudication.deadlines import close_now
from games.adjudication.drain import drain
from games.adjudication.processing import adjudicate, claim
from games.agreed.absence import POLICIES, Absence
from games.agreed.pace import Pace
from games.common.outbox.row import OutboxRow
from games.models import ClockEntry, Mailing, Phase, Turn
from games.services.masters import stopping
from games.services.players.answers import save_answer
from tests.conftest import house_was_up
from tests.games.conftest import NOON, RANKS, phase_of

STANDARD, FRIENDLY = POLICIES["standard"], POLICIES["friendly"]
TWELVE = timedelta(hours=12)


@pytest.fixture
def strict_game(make_game, seat_both):
    """A daily game of ada and ben with the standard rules, its home choice open."""
    return seat_both(make_game(absence=STANDARD))


def send(game, user, text, version=0):
    save_answer(game=game, user=user, label=phase_of(game).label, text=text, version=version)


def charges(game):
    rows = ClockEntry.objects.filter(phase__game=game, reason="extension").order_by("pk")
    return [(row.phase.label, row.charged, row.after - row.before) for row in rows]


def test_a_phase_that_somebody_would_miss_is_extended_once(strict_game, drained, ada, ben):
    send(strict_game, ada, RANKS["ada"])
    phase = drained(strict_game)
    assert phase.is_open and phase.ordinal == 0 and phase.deadline == NOON + timedelta(hours=36)
    assert phase.closes_at == phase.deadline and phase.attempts == 0 and phase.remind_at is None
    assert charges(strict_game) == [("S1901H", ["2"], TWELVE)]
    mailed = OutboxRow.objects.filter(topic="mail", payload__about="extended")
    assert [row.payload["user"] for row in mailed] == [ben.pk]
    assert drained(strict_game).ordinal == 1
    assert Turn.objects.get(phase=phase).missed == {"2": True}


def test_an_answer_in_the_extension_is_in_time(strict_game, drained, ada, ben, set_clock):
    send(strict_game, ada, RANKS["ada"])
    drained(strict_game)
    set_clock.pass_(hours=11)
    send(strict_game, ben, RANKS["ben"])
    phase = drained(strict_game)
    assert phase.ordinal == 1 and Turn.objects.get(phase__game=strict_game).missed == {}


def test_everybody_who_would_miss_it_is_charged_and_a_used_extension_helps_no_more(strict_game, drained, ada):
    drained(strict_game)
    assert charges(strict_game) == [("S1901H", ["1", "2"], TWELVE)]
    drained(strict_game)
    assert drained(strict_game).ordinal > 1, "neither has one left"
    assert len(charges(strict_game)) == 1


def test_the_one_with_an_extension_left_is_charged_alone(make_game, seat_both, drained, ada):
    game = seat_both(make_game(absence=STANDARD))
    send(game, ada, RANKS["ada"])
    drained(game)
    drained(game)
    drained(game)
    assert [charged for _label, charged, _length in charges(game)] == [["2"], ["1"]]


@pytest.mark.parametrize("absence", [None, Absence("standard", 0, 2, 5, 14)])
def test_without_rules_or_extensions_nothing_is_extended(make_game, seat_both, drained, absence):
    game = seat_both(make_game(absence=absence))
    assert drained(game).ordinal == 1 and not charges(game)


def test_a_short_phase_is_extended_by_half_and_nobody_is_mailed_too_late(make_game, seat_both, drained):
    game = seat_both(make_game(absence=STANDARD, pace=Pace.from_json({"kind": "live"})))
    before = phase_of(game)
    after = drained(game)
    assert after.deadline - before.deadline == before.lasted / 2 == timedelta(minutes=2, seconds=30)
    assert not OutboxRow.objects.filter(payload__about="extended").exists()


def test_time_that_stood_still_extends_nothing(make_game, seat_both, drained, set_clock, carl):
    """Half of two hours, though the phase was paused for three days, and another played without a clock."""
    quick = Pace("custom", first=7200, movement=7200, retreats=7200, adjustments=7200, auctions=7200)
    game = seat_both(make_game(absence=FRIENDLY, pace=quick, master=carl))
    given = {"game": game, "user": carl, "reason": "Moving house"}
    stopping.pause(**given, until=set_clock.now + timedelta(days=3))
    drained(game)
    assert charges(game) == [("S1901H", ["1", "2"], timedelta(hours=1))]
    drained(game)
    stopping.run_untimed(**given, until=set_clock.now + timedelta(days=9))
    set_clock.pass_(days=2)
    stopping.run_timed(**given)
    drained(game)
    assert charges(game)[1:] == [("S1901B", ["1", "2"], timedelta(hours=1))]


def test_a_phase_closed_at_once_by_a_master_is_not_extended(make_game, seat_both, drained, carl):
    game = seat_both(make_game(absence=STANDARD, master=carl))
    close_now(phase=phase_of(game), by=carl, note="All agree", reason=ClockEntry.Reason.MASTER)
    house_was_up()
    drain()
    assert phase_of(game).ordinal == 1 and not charges(game)


@pytest.mark.parametrize("variant", ["spy"])
def test_where_nobody_may_know_who_answered_nothing_is_extended(make_game, seat_all, drained, variant):
    game = make_game(variant=variant, absence=FRIENDLY)
    seat_all(game)
    assert drained(game).ordinal >= 1 and not charges(game)


@pytest.mark.slow
def test_the_devil_and_god_are_never_charged_and_extend_nothing(make_game, seat_all, drained):
    game = make_game(variant="devil-and-god", absence=FRIENDLY)
    players = seat_all(game)
    for seat, user in players.items():
        if seat not in ("DEVIL", "GOD") and seat in phase_of(game).due:
            send(game, user, "")
    first = phase_of(game)
    assert {"DEVIL", "GOD"} <= set(first.due)
    assert drained(game).ordinal > first.ordinal and not charges(game)
    drained(game)
    charged = {seat for _label, seats, _length in charges(game) for seat in seats}
    assert charged and not charged & {"DEVIL", "GOD"}


def test_a_second_worker_extends_nothing_again(strict_game, set_clock):
    set_clock(phase_of(strict_game).deadline)
    house_was_up()
    keys = claim(5)
    assert adjudicate(keys).adjudicated == 0
    adjudicate(keys)
    assert len(charges(strict_game)) == 1 and phase_of(strict_game).ordinal == 0


def test_the_mail_says_until_when_and_is_not_sent_to_who_has_saved_since(
    strict_game, drained, ada, ben, mailoutbox
):
    from games.common.outbox.delivery import deliver

    drained(strict_game)
    send(strict_game, ada, RANKS["ada"])
    deliver()
    mails = [mail for mail in mailoutbox if mail.to == [ben.email] and "prolong" in mail.subject.lower()]
    assert len(mails) == 1 and "3 mars" in mails[0].body
    assert not [mail for mail in mailoutbox if mail.to == [ada.email] and "extended" in mail.subject]
    assert Mailing.objects.filter(kind="extended").count() == 1


def _queries_of(keys):
    with CaptureQueriesContext(connection) as caught:
        adjudicate(keys)
    return len(caught)


@pytest.mark.slow
def test_a_batch_costs_the_same_however_many_games_are_extended(make_game, seat_both, set_clock):
    for number in range(8):
        seat_both(make_game(name=f"Game {number}", absence=STANDARD))
    set_clock(NOON + timedelta(days=1))
    house_was_up()
    warm, one, *six = Phase.objects.order_by("pk").values_list("pk", flat=True)
    _queries_of([warm])
    assert _queries_of([one]) == _queries_of(six)
    assert ClockEntry.objects.count() == 8
