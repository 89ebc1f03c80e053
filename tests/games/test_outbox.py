import re
from datetime import timedelta
from types import SimpleNamespace

import pytest
from django.core import mail
from django.core.mail.backends.locmem import EmailBackend

from games import notices
from games.adjudication import processing
from games.adjudication.drain import drain
from games.common import outbox
from games.common.outbox import claims, delivery, push, registry
from games.common.outbox.row import OutboxRow
from games.services.players import votes
from games.services.players.letters import send_letter
from tests.conftest import house_was_up
from tests.games.conftest import RANKS, phase_of

pytestmark = pytest.mark.postgres


@pytest.fixture(autouse=True)
def pushed(monkeypatch):
    """What went out over the sockets: (code, version, person)."""
    sent = []
    monkeypatch.setattr(
        push,
        "push_all",
        lambda pushes: sent.extend((each.code, each.version, each.person) for each in pushes),
    )
    return sent


@pytest.fixture
def listener():
    """A handler for the topic `test` that fails for as long as it is told to."""
    heard: list[int] = []
    trouble: list[Exception] = []

    @registry.delivers("test")
    def listen(rows):
        if trouble:
            raise trouble[0]
        heard.extend(row.pk for row in rows)
        return {}

    yield heard, trouble
    registry._handlers.pop("test")


def bodies_to(user):
    return [message.body for message in mail.outbox if message.to == [user.email]]


def test_what_is_put_is_delivered_once(db, listener, set_clock):
    heard, _trouble = listener
    outbox.put(outbox.tell("test", set_clock.now), outbox.tell("test", set_clock.now))
    assert delivery.deliver() == 2
    assert delivery.deliver() == 0
    assert len(heard) == 2
    assert not OutboxRow.objects.filter(sent_at=None).exists()


def test_a_topic_that_nobody_listens_to_is_done_with(db, set_clock):
    outbox.put(outbox.tell("weather", set_clock.now))
    assert delivery.deliver() == 1
    assert OutboxRow.objects.get().sent_at == set_clock.now


def test_a_failure_is_tried_again_after_growing_pauses(db, listener, set_clock, caplog):
    heard, trouble = listener
    trouble.append(ConnectionError("no such host: secret words"))
    outbox.put(outbox.tell("test", set_clock.now))
    pauses = []
    for _attempt in range(4):
        assert delivery.deliver() == 0
        row = OutboxRow.objects.get()
        pauses.append((row.due_at - set_clock.now).total_seconds())
        assert delivery.deliver() == 0, "not before its time"
        set_clock(row.due_at)
    assert pauses == [5, 10, 20, 40]
    assert row.last_error.startswith("ConnectionError at")
    assert "secret words" not in row.last_error + caplog.text
    trouble.clear()
    assert delivery.deliver() == 1
    assert heard == [row.pk]


def test_after_ten_hours_of_attempts_it_is_given_up_loudly(db, listener, set_clock, caplog):
    _heard, trouble = listener
    trouble.append(ConnectionError())
    outbox.put(outbox.tell("test", set_clock.now))
    for _attempt in range(delivery.ATTEMPTS + 2):
        delivery.deliver()
        set_clock.pass_(hours=1)
    row = OutboxRow.objects.get(topic="test")
    assert (row.attempts, row.sent_at) == (20, None)
    assert sum((delivery.pause_after(n) for n in range(1, 20)), timedelta()) > timedelta(hours=10)
    assert row.given_up_at
    assert [record.levelname for record in caplog.records].count("ERROR") == 1


def test_whoever_dies_while_delivering_leaves_it_to_the_next(db, listener, set_clock):
    heard, _trouble = listener
    outbox.put(outbox.tell("test", set_clock.now))
    assert len(claims.claim(set_clock.now)) == 1
    set_clock.pass_(seconds=29)
    assert delivery.deliver() == 0, "it may be alive, and only slow"
    set_clock.pass_(seconds=1)
    assert delivery.deliver() == 1
    assert len(heard) == 1


@pytest.mark.parametrize("seconds", [20, 170])
def test_a_slow_mail_server_makes_nobody_get_a_letter_twice(
    running_game, ada, ben, monkeypatch, set_clock, seconds
):
    """A worker hands back in time the rows it has not begun with; no one else takes those it has begun."""
    OutboxRow.objects.exclude(topic="mail").delete()
    send, meanwhile, passed = EmailBackend.send_messages, [], [0.0]

    def send_slowly(self, messages):
        passed[0] += seconds
        set_clock.pass_(seconds=seconds)
        meanwhile.extend(claims.claim(set_clock.now))
        return send(self, messages)

    monkeypatch.setattr(EmailBackend, "send_messages", send_slowly)
    monkeypatch.setattr(delivery, "time", SimpleNamespace(monotonic=lambda: passed[0]))
    assert delivery.deliver() == 1
    (left,) = OutboxRow.objects.filter(sent_at=None)
    assert (left.attempts, left.due_at) == (0, set_clock.now)
    assert delivery.deliver() == 1
    assert meanwhile == []
    assert [len(bodies_to(user)) for user in (ada, ben)] == [1, 1]


def test_nobody_hands_back_what_is_anothers_by_now(running_game, ada, ben, monkeypatch, set_clock):
    """A mail that takes longer than the lease: the rest of its batch has been claimed by someone else."""
    OutboxRow.objects.exclude(topic="mail").delete()
    send, anothers, passed = EmailBackend.send_messages, [], [0.0]

    def send_very_slowly(self, messages):
        passed[0] += 200
        set_clock.pass_(seconds=200)
        while taken := claims.claim(set_clock.now):
            anothers.extend(taken)
        return send(self, messages)

    monkeypatch.setattr(EmailBackend, "send_messages", send_very_slowly)
    monkeypatch.setattr(delivery, "time", SimpleNamespace(monotonic=lambda: passed[0]))
    delivery.deliver()
    (left,) = OutboxRow.objects.filter(sent_at=None)
    assert left.pk in [row.pk for row in anothers]
    assert (left.attempts, left.due_at) == (2, set_clock.now + delivery.MAIL_LEASE)
    assert claims.claim(set_clock.now) == []


def test_a_mail_server_that_fails_in_the_middle_makes_nobody_get_a_letter_twice(
    running_game, ada, ben, monkeypatch, set_clock
):
    """What was sent before the failure stays sent; the rest is tried again."""
    send, fails = EmailBackend.send_messages, [ConnectionError("gone")]

    def send_or_fail(self, messages):
        if messages[0].to == [ben.email] and fails:
            raise fails.pop()
        return send(self, messages)

    monkeypatch.setattr(EmailBackend, "send_messages", send_or_fail)
    delivery.deliver()
    set_clock.pass_(seconds=5)
    delivery.deliver()
    assert [len(bodies_to(user)) for user in (ada, ben)] == [1, 1]


def test_hints_do_not_wait_behind_mails(running_game, ada, set_clock):
    OutboxRow.objects.all().delete()
    mails = notices.mails("started", [ada.pk] * 3, game=running_game, now=set_clock.now)
    outbox.put(*mails, notices.hint(running_game, set_clock.pass_(seconds=1)))
    assert [row.topic for row in claims.claim(set_clock.now)] == ["hint"]
    assert [row.topic for row in claims.claim(set_clock.now)] == ["mail"] * 3


def test_all_that_waits_for_a_person_is_taken_together(running_game, ada, ben, monkeypatch, set_clock):
    """However far behind in the queue: it makes one mail."""
    OutboxRow.objects.all().delete()
    monkeypatch.setattr(claims, "BATCH", 2)
    for person in (ada, ben, ben, ada):
        outbox.put(*notices.mails("started", [person.pk], game=running_game, now=set_clock.pass_(seconds=1)))
    assert sorted(row.person for row in claims.claim(set_clock.now)) == sorted([ada.pk, ben.pk] * 2)


def test_one_claim_takes_no_more_than_it_can_hold_and_nobodys_matters_in_part(
    running_game, ada, ben, monkeypatch, set_clock
):
    OutboxRow.objects.all().delete()
    monkeypatch.setattr(claims, "MATTERS", 5)
    for person, count in ((ada, 3), (ben, 3)):
        outbox.put(*notices.mails("started", [person.pk] * count, game=running_game, now=set_clock.now))
    taken = [[row.person for row in claims.claim(set_clock.now)] for _each in range(3)]
    assert taken == [[ada.pk] * 3, [ben.pk] * 3, []]


def test_what_waits_for_an_account_that_is_gone_does_not_wait_for_ever(running_game, set_clock):
    OutboxRow.objects.all().delete()
    outbox.put(*notices.mails("started", [10**9], game=running_game, now=set_clock.now))
    assert delivery.deliver() == 1
    assert mail.outbox == []


def test_mails_wait_for_a_drain_that_is_behind_but_not_for_ever(
    running_game, make_game, seat_both, set_clock
):
    """When very many phases fall due at once they are adjudicated first; everyone's news makes one mail."""
    set_clock(phase_of(running_game).deadline)
    set_clock.pass_(seconds=5)
    house_was_up()
    OutboxRow.objects.all().delete()
    seat_both(make_game(name="Second"))
    delivery.deliver()
    assert mail.outbox == []
    assert set(OutboxRow.objects.filter(sent_at=None).values_list("topic", flat=True)) == {"mail"}
    set_clock.pass_(seconds=60)
    delivery.deliver()
    assert len(mail.outbox) == 2
    mail.outbox.clear()
    drain()
    delivery.deliver()
    assert len(mail.outbox) == 4, "nothing is due any longer: both are told what they missed and what waits"


def test_a_great_many_due_at_once_are_a_drain_that_is_behind(running_game, make_game, seat_both, monkeypatch):
    """Mails wait from the first moment on, so that everyone gets one."""
    monkeypatch.setattr(processing, "BACKLOG", 2)
    due = phase_of(running_game).deadline
    assert not processing.is_behind(due)
    seat_both(make_game(name="Second"))
    assert processing.is_behind(due)


def test_old_deliveries_are_forgotten(db, set_clock):
    outbox.put(outbox.tell("test", set_clock.now))
    delivery.deliver()
    set_clock.pass_(days=29)
    outbox.put(outbox.tell("test", set_clock.now))
    assert delivery.prune() == 0
    set_clock.pass_(days=2)
    assert delivery.prune() == 1
    assert OutboxRow.objects.get().sent_at is None


def test_hints_are_forgotten_after_a_day(running_game, set_clock, pushed):
    delivery.deliver()
    hints = OutboxRow.objects.filter(topic="hint").count()
    set_clock.pass_(days=1, seconds=1)
    assert delivery.prune() == hints > 0
    assert OutboxRow.objects.filter(topic="mail").count() == 2


def test_open_pages_are_hinted_once_for_many_changes(running_game, pushed):
    delivery.deliver()
    assert pushed == [(running_game.code, running_game.version, None)]


def test_a_letters_hint_goes_to_the_two_players_alone(running_game, ada, ben, pushed):
    delivery.deliver()
    pushed.clear()
    send_letter(game=running_game, user=ada, to=["2"], body="Dear Ben", key="k")
    delivery.deliver()
    assert sorted(person for _code, _version, person in pushed) == sorted([ada.pk, ben.pk])


def test_a_hint_that_grew_old_is_dropped(running_game, set_clock, pushed):
    set_clock.pass_(minutes=2)
    delivery.deliver()
    assert pushed == []
    assert not OutboxRow.objects.filter(topic="hint", sent_at=None).exists()


def test_a_broken_channel_layer_delays_hints_and_nothing_else(running_game, monkeypatch):
    def refuse(*args, **kwargs):
        raise ConnectionRefusedError

    monkeypatch.setattr(push, "push_all", refuse)
    delivery.deliver()
    assert set(OutboxRow.objects.filter(sent_at=None).values_list("topic", flat=True)) == {"hint"}
    assert len(mail.outbox) == 2


def test_everybody_is_told_of_the_start_in_their_language_and_zone(running_game, ada, ben):
    delivery.deliver()
    (english,), (french,) = bodies_to(ada), bodies_to(ben)
    assert "Hello ada," in english
    assert "Channel" in english and "Channel" in french
    assert "2 March 2026, 12:00 (London)" in english
    assert "2 mars 2026, 13:00 (Paris)" in french
    assert f"/l/calais/g/{running_game.code}/" in english


def test_your_turn_is_one_letter_for_all_ones_games(running_game, make_game, seat_both, ada, advance):
    seat_both(make_game(name="Second"))
    delivery.deliver()
    mail.outbox.clear()
    advance()
    delivery.deliver()
    mails = {message.subject: message.body for message in mail.outbox if message.to == [ada.email]}
    assert set(mails) == {"2 games are waiting for your orders", "You missed 2 phases"}
    assert all("Channel" in body and "Second" in body for body in mails.values())


def test_nobody_is_reminded_of_what_they_have_done(auction_game, answer, ada, ben):
    answer(ada, "Germany 5", ready=True)
    OutboxRow.objects.exclude(payload__about="waiting").delete()
    delivery.deliver()
    assert bodies_to(ada) == []
    assert len(bodies_to(ben)) == 1


def test_the_end_is_told_with_who_won(running_game, ada, ben):
    delivery.deliver()
    mail.outbox.clear()
    votes.concede(game=running_game, user=ben)
    delivery.deliver()
    (body,) = bodies_to(ada)
    assert "You won" in body
    (body,) = bodies_to(ben)
    assert "Victoire dans" in body and "ada" in body
    assert re.search(r"\(ID-\d+\)", body)


def test_no_mail_carries_anything_sealed(running_game, answer, advance, ada, ben):
    answer(ada, RANKS["ada"])
    answer(ben, RANKS["ben"])
    advance()
    answer(ada, "Germany 17\nRussia 3")
    delivery.deliver()
    told = "".join(message.subject + message.body for message in mail.outbox)
    assert "17" not in re.sub(r"https?://\S+", "", told)  # addresses carry chance letters and figures
    assert "Germany" not in told


def test_one_address_that_fails_does_not_stop_the_others(running_game, ada, ben, monkeypatch):
    send = EmailBackend.send_messages

    def send_unless_ben(self, messages):
        if messages[0].to == [ben.email]:
            raise ConnectionError("mailbox of ben@example.org is full")
        return send(self, messages)

    monkeypatch.setattr(EmailBackend, "send_messages", send_unless_ben)
    delivery.deliver()
    assert len(bodies_to(ada)) == 1
    (row,) = OutboxRow.objects.filter(sent_at=None)
    assert row.payload["user"] == ben.pk


def test_who_has_no_address_or_is_gone_gets_nothing(running_game, ada, ben):
    ada.email = ""
    ada.save()
    ben.is_active = False
    ben.save()
    delivery.deliver()
    assert mail.outbox == []
    assert not OutboxRow.objects.filter(topic="mail", sent_at=None).exists()


def test_an_alarm_reaches_the_admins_with_the_place_of_the_error(running_game, settings, set_clock):
    settings.ADMINS = [("root", "root@example.org")]
    phase = phase_of(running_game)
    phase.set_aside_at, phase.last_error, phase.attempts = set_clock.now, "KeyError at engine.py:81", 3
    phase.save()
    OutboxRow.objects.all().delete()
    outbox.put(
        notices.alarm(phase, set_clock.now),
        *notices.mails("set_aside", [], game=phase.game, now=set_clock.now),
    )
    delivery.deliver()
    (message,) = mail.outbox
    assert message.to == ["root@example.org"]
    assert f"S1901H of game {running_game.code}" in message.body
    assert "KeyError at engine.py:81" in message.body


def test_players_are_told_when_their_game_stands_still(running_game, ada, set_clock):
    OutboxRow.objects.all().delete()
    phase = phase_of(running_game)
    outbox.put(*notices.mails("set_aside", [ada.pk], game=running_game, phase=phase, now=set_clock.now))
    delivery.deliver()
    (body,) = bodies_to(ada)
    assert "Nothing you saved is lost" in body


def test_rows_carry_ids_alone(running_game, answer, advance, ada, ben):
    answer(ada, RANKS["ada"], ready=True)
    send_letter(game=running_game, user=ada, to=["2"], body="Dear Ben", key="k")
    advance()
    for row in OutboxRow.objects.all():
        values = {key: value for key, value in row.payload.items() if key != "about"}
        assert all(isinstance(value, int) for value in values.values()), row.payload
