"""Reminders: when, to whom, once; one mail for all one's games; and no one else can tell."""

from __future__ import annotations

from datetime import UTC, datetime, time, timedelta
from itertools import pairwise

import pytest
from django.core import mail
from django.core.mail.backends.locmem import EmailBackend
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from games.adjudication.deadlines import move_deadline
from games.adjudication.drain import drain
from games.agreed.pace import Pace
from games.common.outbox import delivery
from games.common.outbox.row import OutboxRow
from games.engine.reminder_times import again_at, remind_at
from games.facts.figures import figures
from games.models import Asked, Game, Heartbeat, Mailing, Phase
from games.notices import mail_log
from games.services.players.answers import save_answer
from games.services.players.reminding import TOGETHER, _bedtime, remind
from games.services.seats.seating import take_seat
from league.leagues import services
from league.users import wishes
from league.users.models import User
from tests.conftest import house_was_up, make_user
from tests.games.conftest import NOON, RANKS, phase_of

HOUR = 3600


def to_the_reminder(set_clock, game):
    """The moment at which the open phase is reminded of; the house was up all the while."""
    set_clock(phase_of(game).remind_at)
    house_was_up()


def go_round():
    """What the beat starts: a sweep, and the outbox."""
    remind()
    delivery.deliver()


def reminders(user=None):
    """The reminders that were mailed, to one person or to anyone: known by what their link stops."""
    return [
        message
        for message in mail.outbox
        if wishes.read(stop_link(message).split("/")[-2])[1] == "reminders"
        and (user is None or message.to == [user.email])
    ]


def stop_link(message):
    return message.extra_headers["List-Unsubscribe"].strip("<>")


@pytest.mark.parametrize(
    ("length", "before"),
    [
        (timedelta(minutes=1), None),
        (timedelta(minutes=59), None),
        (timedelta(minutes=59, seconds=59), None),
        (timedelta(hours=1), timedelta(minutes=15)),
        (timedelta(hours=5), timedelta(minutes=15)),
        (timedelta(hours=12), timedelta(minutes=15)),
        (timedelta(hours=12, seconds=1), timedelta(hours=2)),
        (timedelta(days=1), timedelta(hours=2)),
        (timedelta(days=2), timedelta(hours=2)),
        (timedelta(days=2, seconds=1), timedelta(hours=12)),
        (timedelta(days=60), timedelta(hours=12)),
    ],
    ids=str,
)
def test_how_long_before_the_deadline(length, before):
    deadline = NOON + length
    assert remind_at(NOON, deadline) == (deadline - before if before else None)


@pytest.mark.parametrize(
    ("pace", "before"),
    [
        (Pace(kind="live", first=HOUR, movement=HOUR, auctions=HOUR - 1), None),
        (Pace(kind="live", first=HOUR, movement=HOUR, auctions=HOUR), timedelta(minutes=15)),
        (Pace(), timedelta(hours=2)),
        (Pace(kind="custom", auctions=7 * 24 * HOUR), timedelta(hours=12)),
    ],
)
def test_the_moment_is_set_when_a_phase_opens(make_game, seat_both, pace, before):
    phase = phase_of(seat_both(make_game(pace=pace)))
    assert phase.remind_at == (phase.deadline - before if before else None)


def test_who_owes_and_has_saved_nothing_is_reminded_in_time_and_once(running_game, ada, ben, set_clock):
    set_clock(phase_of(running_game).remind_at - timedelta(seconds=1))
    house_was_up()
    go_round()
    assert reminders() == []
    set_clock.pass_(seconds=1)
    for _minute in range(3):
        go_round()
        set_clock.pass_(minutes=1)
    assert [len(reminders(user)) for user in (ada, ben)] == [1, 1]


def test_who_has_saved_is_not_reminded_ready_or_not(running_game, ada, ben, set_clock):
    save_answer(game=running_game, user=ada, label="S1901H", text="", version=0)
    save_answer(game=running_game, user=ben, label="S1901H", text=RANKS["ben"], version=0, ready=True)
    to_the_reminder(set_clock, running_game)
    go_round()
    assert reminders() == []


def test_whoever_saves_between_the_sweep_and_the_mail_is_not_reminded(running_game, ada, ben, set_clock):
    to_the_reminder(set_clock, running_game)
    remind()
    save_answer(game=running_game, user=ada, label="S1901H", text=RANKS["ada"], version=0)
    delivery.deliver()
    assert [len(reminders(user)) for user in (ada, ben)] == [0, 1]


def test_nobody_is_reminded_of_what_is_over_by_the_time_of_the_mail(running_game, set_clock):
    to_the_reminder(set_clock, running_game)
    remind()
    set_clock(phase_of(running_game).deadline)
    delivery.deliver()
    assert reminders() == []
    assert not OutboxRow.objects.filter(payload__about="reminder", sent_at=None).exists()


def test_nobody_is_reminded_who_owes_nothing(running_game, ada, ben, set_clock):
    Phase.objects.update(due={"1": {"kind": "homes"}})
    to_the_reminder(set_clock, running_game)
    go_round()
    assert [len(reminders(user)) for user in (ada, ben)] == [1, 0]


@pytest.mark.parametrize(
    "change",
    [{"set_aside_at": NOON}, {"closes_at": NOON}, {"adjudicated_at": NOON}],
    ids=["set aside", "closing", "adjudicated"],
)
def test_nobody_is_reminded_of_a_phase_that_takes_no_answers(running_game, set_clock, change):
    to_the_reminder(set_clock, running_game)
    Phase.objects.update(**change)
    go_round()
    assert reminders() == []
    assert phase_of(running_game).remind_at is None


def test_an_adjudicated_phase_has_no_moment_any_more(running_game, advance):
    first = phase_of(running_game)
    advance()
    first.refresh_from_db()
    assert first.remind_at is None


def test_all_ones_games_are_in_one_mail(make_game, seat_both, ada, ben, set_clock):
    """Also those whose moment is up to ten minutes later; in all leagues."""
    names = ["First", "Second", "Third", "Much later"]
    for name, wait in zip(names, [0, 9, 1, 3], strict=True):
        game = seat_both(make_game(name=name))
        set_clock.pass_(minutes=wait)
    moments = [phase.remind_at for phase in Phase.objects.order_by("pk")]
    assert moments[-1] - moments[0] == TOGETHER
    set_clock(moments[0])
    house_was_up()
    go_round()
    (letter,) = reminders(ada)
    html = letter.alternatives[0].content
    assert all(name in letter.body and name in html for name in names)
    assert "4" in letter.subject
    for minute in range(14):
        set_clock(moments[0] + timedelta(minutes=minute))
        go_round()
    assert len(reminders(ada)) == 1
    assert game.code in letter.body


def test_what_comes_later_than_that_is_a_mail_of_its_own(make_game, seat_both, ada, set_clock):
    seat_both(make_game(name="First"))
    set_clock.pass_(seconds=TOGETHER.total_seconds() + 1)
    second = seat_both(make_game(name="Second"))
    for moment in Phase.objects.order_by("pk").values_list("remind_at", flat=True):
        set_clock(moment)
        house_was_up()
        go_round()
    assert [second.code in letter.body for letter in reminders(ada)] == [False, True]


def test_somebody_else_in_a_game_is_reminded_at_its_own_moment(make_game, ada, ben, eve, set_clock):
    """That ada hears of it early, with another game, changes nothing for eve."""

    def sit_down(*people):
        game = make_game()
        for person in people:
            services.join(league=game.league, user=person)
            take_seat(game=game, user=person)
        return game

    sit_down(ada, ben)
    set_clock.pass_(minutes=5)
    later = sit_down(ada, eve)
    moment = phase_of(later).remind_at
    set_clock(moment - timedelta(minutes=5))
    house_was_up()
    go_round()
    assert [len(reminders(user)) for user in (ada, ben, eve)] == [1, 1, 0]
    set_clock(moment)
    go_round()
    assert [len(reminders(user)) for user in (ada, ben, eve)] == [1, 1, 1]


def test_a_deadline_moved_on_is_reminded_of_when_it_is_near(running_game, carl, ada, set_clock):
    phase = phase_of(running_game)
    before = phase.remind_at
    move_deadline(phase=phase, to=phase.deadline + timedelta(days=3), by=carl, note="a holiday")
    set_clock(before)
    house_was_up()
    go_round()
    assert reminders() == []
    to_the_reminder(set_clock, running_game)
    assert phase_of(running_game).deadline - set_clock.now == timedelta(hours=12), "it is a long phase now"
    go_round()
    assert len(reminders(ada)) == 1


def test_who_was_reminded_not_long_ago_is_not_reminded_again_of_a_moved_deadline(
    running_game, carl, ada, set_clock
):
    to_the_reminder(set_clock, running_game)
    go_round()
    phase = phase_of(running_game)
    move_deadline(phase=phase, to=phase.deadline + timedelta(hours=3), by=carl, note="three hours")
    to_the_reminder(set_clock, running_game)
    go_round()
    assert len(reminders(ada)) == 1
    moved = phase_of(running_game)
    assert moved.remind_at == moved.deadline - timedelta(hours=1), "once more, if nothing is saved by then"
    move_deadline(
        phase=phase_of(running_game), to=set_clock.now + timedelta(days=2), by=carl, note="two days"
    )
    to_the_reminder(set_clock, running_game)
    go_round()
    assert len(reminders(ada)) == 2, "that is long ago by now"


def test_after_an_outage_reminders_go_by_the_deadlines_that_were_moved_on(running_game, ada, set_clock):
    house_was_up()
    before = phase_of(running_game)
    set_clock(before.remind_at + timedelta(minutes=30))
    go_round()
    assert reminders() == [], "the drain has to make up for it first"
    drain()
    after = phase_of(running_game)
    assert after.deadline - before.deadline == timedelta(hours=22, minutes=30)
    assert after.deadline - after.remind_at == timedelta(hours=2), "46 hours and a half are no two days"
    set_clock(after.remind_at)
    house_was_up()
    go_round()
    assert len(reminders(ada)) == 1


def test_nobody_is_reminded_who_does_not_want_it_or_is_gone(running_game, ada, ben, set_clock):
    ada.mail_reminders = False
    ada.save()
    ben.is_active = False
    ben.save()
    to_the_reminder(set_clock, running_game)
    go_round()
    assert reminders() == []


@pytest.mark.slow
def test_a_fault_on_the_way_is_tried_again_and_never_told(
    running_game, ada, ben, set_clock, monkeypatch, caplog
):
    """That there was a reminder at all tells that nothing had been saved."""
    to_the_reminder(set_clock, running_game)
    delivery.deliver()
    send = EmailBackend.send_messages

    def refuse(self, messages):
        raise ConnectionError

    monkeypatch.setattr(EmailBackend, "send_messages", refuse)
    go_round()
    for _attempt in range(9):  # three quarters of an hour: there is still time to remind of
        set_clock(OutboxRow.objects.filter(sent_at=None).latest("due_at").due_at)
        delivery.deliver()
    assert caplog.text == ""
    assert not OutboxRow.objects.exclude(given_up_at=None).exists()
    set_clock(OutboxRow.objects.filter(sent_at=None).latest("due_at").due_at)
    monkeypatch.setattr(EmailBackend, "send_messages", send)
    delivery.deliver()
    assert [len(reminders(user)) for user in (ada, ben)] == [1, 1]


@pytest.mark.slow
def test_a_reminder_that_never_leaves_is_never_given_up_aloud(running_game, set_clock, monkeypatch, caplog):
    to_the_reminder(set_clock, running_game)
    delivery.deliver()

    def refuse(self, messages):
        raise ConnectionError

    monkeypatch.setattr(EmailBackend, "send_messages", refuse)
    go_round()
    for _attempt in range(delivery.ATTEMPTS + 2):
        waiting = OutboxRow.objects.filter(sent_at=None).order_by("due_at").last()
        if waiting is None:
            break  # its phase is over by now
        set_clock(waiting.due_at)
        delivery.deliver()
    assert caplog.text == ""
    assert not OutboxRow.objects.exclude(given_up_at=None).exists()


@pytest.mark.parametrize("has_saved", [True, False])
def test_the_figures_do_not_tell_who_was_to_be_reminded(
    running_game, ada, ben, set_clock, monkeypatch, has_saved
):
    """While the mail server is away only the mails to those who have saved nothing are still to be sent."""
    if has_saved:
        for user in (ada, ben):
            save_answer(game=running_game, user=user, label="S1901H", text=RANKS["ada"], version=0)
    to_the_reminder(set_clock, running_game)
    delivery.deliver()

    def refuse(self, messages):
        raise ConnectionError

    monkeypatch.setattr(EmailBackend, "send_messages", refuse)
    go_round()
    assert OutboxRow.objects.filter(sent_at=None).exists() is not has_saved
    set_clock.pass_(minutes=10)
    seen = figures()
    assert (dict(seen.waiting), seen.oldest_waiting, seen.given_up) == ({}, 0, 0)


def test_rows_of_the_outbox_are_the_same_whatever_was_saved(make_game, seat_both, ada, ben, set_clock):
    games = [seat_both(make_game()) for _each in range(2)]
    save_answer(game=games[0], user=ada, label="S1901H", text=RANKS["ada"], version=0)
    for game in games:
        to_the_reminder(set_clock, game)
    go_round()
    told = OutboxRow.objects.filter(payload__about="reminder")
    by_game = [
        [
            (row.payload["user"], row.attempts, row.last_error, row.created_at, row.due_at)
            for row in told.filter(payload__game=game.pk).order_by("payload__user")
        ]
        for game in games
    ]
    assert by_game[0] == by_game[1]
    assert len(by_game[0]) == 2
    asked = Asked.objects.values_list("phase__game").order_by("phase__game")
    assert [game for (game,) in asked] == [games[0].pk] * 2 + [games[1].pk] * 2


@pytest.fixture
def root(db, client_of):
    return client_of(make_user("root", is_staff=True, is_superuser=True))


@pytest.mark.slow
def test_staff_see_a_reminder_only_when_every_phase_it_spoke_of_is_adjudicated(
    make_game, seat_both, root, ada, set_clock
):
    short, long = (
        seat_both(make_game(name=name, pace=Pace(kind="custom", auctions=hours * HOUR)))
        for name, hours in (("Short", 30), ("Long", 36))
    )
    Phase.objects.filter(game=long).update(remind_at=phase_of(short).remind_at)
    to_the_reminder(set_clock, short)
    go_round()
    both = Mailing.objects.get(kind="reminder", user=ada)
    assert both.phases.count() == 2
    pages = [
        reverse("admin:games_mailing_changelist"),
        reverse("admin:games_mailing_changelist") + "?kind__exact=reminder",
        reverse("admin:games_mailing_changelist") + "?q=ada",
    ]

    def shown():
        return [str(both.pk) in root.get(page).content.decode() for page in pages]

    row = reverse("admin:games_mailing_change", args=[both.pk])
    for game in (short, long):
        assert shown() == [False] * 3
        missing = root.get(row, follow=True)
        assert missing.redirect_chain == [(reverse("admin:index"), 302)]
        set_clock(phase_of(game).deadline)
        house_was_up()
        drain()
    assert shown() == [True] * 3
    said = root.get(row).content.decode()
    assert "ada" in said and "Short" not in said


def test_staff_see_no_outbox_row_of_a_reminder(running_game, root, set_clock):
    to_the_reminder(set_clock, running_game)
    remind()
    said = root.get(reverse("admin:games_outboxrow_changelist")).content.decode()
    assert "reminder" not in said
    assert "started" in said and "hint" in said
    row = OutboxRow.objects.filter(payload__about="reminder").first()
    assert root.get(reverse("admin:games_outboxrow_change", args=[row.pk])).status_code == 302


def test_the_log_forgets(running_game, set_clock, settings, monkeypatch):
    monkeypatch.setattr(mail_log, "PURGED_AT_ONCE", 1)
    to_the_reminder(set_clock, running_game)
    go_round()
    kept = Mailing.objects.count() + Asked.objects.count()
    assert kept == 6
    set_clock.pass_(days=settings.GAMES_MAIL_LOG_DAYS)
    assert mail_log.prune() == 2, "those of the start, a day older"
    set_clock.pass_(days=1)
    assert mail_log.prune() == 4
    assert Mailing.objects.count() + Asked.objects.count() == 0


@pytest.mark.slow
def test_a_sweep_costs_the_same_however_many_games(make_game, seat_both, set_clock):
    counts = []
    seat_both(make_game())
    set_clock.pass_(days=2)
    remind()
    for games in (2, 8):
        made = [seat_both(make_game()) for _each in range(games)]
        to_the_reminder(set_clock, made[-1])
        with CaptureQueriesContext(connection) as queries:
            assert remind() == 2 * games
        counts.append(len(queries))
        set_clock.pass_(hours=2)
    assert counts[0] == counts[1]


def test_nothing_due_costs_next_to_nothing(running_game, set_clock):
    remind()
    with CaptureQueriesContext(connection) as queries:
        assert remind() == 0
    assert len(queries) <= 5


@pytest.mark.skipif(connection.vendor != "postgresql", reason="how PostgreSQL plans")
def test_ten_thousand_open_phases_are_not_read_to_find_those_that_are_due(running_game, carl):
    first = phase_of(running_game)
    games = Game.objects.bulk_create(
        Game(league=running_game.league, name="x", variant="intimate", opened_by=carl, opened_at=NOON)
        for _each in range(10_000)
    )
    Phase.objects.bulk_create(
        (
            Phase(
                game=game,
                ordinal=0,
                label="S1901H",
                position={},
                due=first.due,
                opened_at=NOON,
                deadline=NOON + timedelta(days=1),
                closes_at=NOON + timedelta(days=1),
                remind_at=NOON + timedelta(hours=20),
            )
            for game in games
        ),
        batch_size=2000,
    )
    with connection.cursor() as cursor:
        cursor.execute("ANALYZE games_phase")
    due = Phase.objects.filter(remind_at__lte=NOON + timedelta(hours=1)).order_by("remind_at", "pk")[:200]
    plan = due.explain()
    assert "phases_to_remind_of" in plan and "Seq Scan" not in plan, plan


def test_the_heartbeat_of_reminders_is_kept(running_game, set_clock):
    set_clock.pass_(hours=1)
    house_was_up()
    remind()
    assert Heartbeat.objects.get(name="reminders").beat_at == set_clock.now


@pytest.mark.parametrize(("hours", "again"), [(12, None), (13, 12), (24, 23), (72, 71)])
def test_longer_phases_are_reminded_of_twice(hours, again):
    found = again_at(NOON, NOON + timedelta(hours=hours))
    assert found == (NOON + timedelta(hours=again) if again else None)


def test_who_still_saves_nothing_hears_once_more_an_hour_before(running_game, ada, ben, set_clock):
    to_the_reminder(set_clock, running_game)
    go_round()
    save_answer(game=running_game, user=ben, label="S1901H", text=RANKS["ben"], version=0)
    phase = phase_of(running_game)
    set_clock(phase.deadline - timedelta(hours=1))
    house_was_up()
    for _minute in range(3):
        go_round()
        set_clock.pass_(minutes=1)
    assert [len(reminders(user)) for user in (ada, ben)] == [2, 1]
    assert phase_of(running_game).remind_at is None


def sleeps(person, start="23:00", end="07:00", zone="UTC"):
    person.time_zone, person.quiet_from, person.quiet_to = (
        zone,
        time.fromisoformat(start),
        time.fromisoformat(end),
    )
    person.save()


def by_the_hour(set_clock, until):
    """Let the site live until then, the beat starting every ten minutes; when ada's reminders came."""
    heard, before = [], len(mail.outbox)
    while set_clock.now < until:
        house_was_up()
        go_round()
        heard += [set_clock.now.strftime("%d %H:%M")] * (len(mail.outbox) - before)
        before = len(mail.outbox)
        set_clock.pass_(minutes=10)
    return heard


@pytest.mark.parametrize(
    ("deadline", "hours", "heard"),
    [
        (20, ("23:00", "07:00"), ["22:00", "07:00"]),
        (20, ("23:00", "07:30"), ["22:00"]),
        (20, ("22:30", "05:00"), ["06:00", "07:00"]),
        (16, ("23:00", "07:00"), ["22:00"]),
        (20, ("00:00", "00:00"), ["06:00", "07:00"]),
        (20, ("03:00", "10:00"), ["02:00"]),
        (20, ("04:30", "12:30", "Asia/Kolkata"), ["22:00", "07:00"]),
        (16, ("13:00", "21:00", "Pacific/Kiritimati"), ["22:00"]),
    ],
    ids=[
        *("night", "long night", "early riser", "both at night", "no night", "after midnight"),
        *("by the clock of Kolkata", "a day ahead"),
    ],
)
def test_what_would_come_at_night_comes_before_it(
    running_game, carl, ada, ben, set_clock, deadline, hours, heard
):
    ben.mail_reminders = False
    ben.save()
    sleeps(ada, *hours)
    phase = phase_of(running_game)
    move_deadline(phase=phase, to=NOON + timedelta(hours=deadline), by=carl, note="in the morning")
    delivery.deliver()
    mail.outbox.clear()
    assert [each[3:] for each in by_the_hour(set_clock, NOON + timedelta(hours=deadline))] == heard


@pytest.mark.parametrize(
    ("day", "start", "evenings"),
    [
        (datetime(2027, 3, 27, 12, tzinfo=UTC), "23:00", ["27 21:00", "28 20:00"]),
        (datetime(2027, 3, 27, 12, tzinfo=UTC), "02:30", ["28 00:00", "28 23:30"]),
        (datetime(2027, 10, 30, 12, tzinfo=UTC), "23:00", ["30 20:00", "31 21:00"]),
    ],
    ids=["clocks go forward", "at a time that there is not", "clocks go back"],
)
def test_nights_begin_by_the_clock_of_the_day(ada, day, start, evenings):
    """In Paris; an hour before, in UTC."""
    sleeps(ada, start, "07:00", "Europe/Paris")
    steps = [day + timedelta(minutes=10 * step) for step in range(6 * 40)]
    found = [now for since, now in pairwise(steps) if User.objects.filter(_bedtime(since, now)).exists()]
    assert [now.strftime("%d %H:%M") for now in found] == evenings
