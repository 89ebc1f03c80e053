"""How much reaches someone: everything, only what they would lose by, or once a day."""

from __future__ import annotations

from datetime import UTC, datetime, time, timedelta

import pytest

from games.common import clock
from games.common.outbox.row import OutboxRow
from league.competitions import services as competitions
from league.competitions.ladder.services import challenging
from league.users import digests, services
from league.users.models import Reach
from tests.league.competitions.seasons import Season
from tests.league.competitions.test_notices import deliver


@pytest.fixture
def season(calais, carl, set_clock):
    return Season(calais, carl, set_clock)


def to(mails, user) -> list[str]:
    return [mail.subject.split(": ", 1)[-1] for mail in mails if mail.to == [user.email]]


def choose(user, reach) -> None:
    services.choose_reach(user=user, reach=reach)


@pytest.fixture
def begun(season):
    season.begin(4)
    OutboxRow.objects.all().delete()
    return season


def test_who_hears_only_of_what_they_would_lose_by(begun, mailoutbox, set_clock):
    lower, upper = begun.entry(2), begun.entry(1)
    for user in (lower.user, upper.user):
        choose(user, Reach.LOSING)
    challenge = begun.challenge(lower, upper)
    set_clock(clock.now() + timedelta(minutes=30))
    deliver()
    assert to(mailoutbox, upper.user) == [f"{lower.user.username} challenges you: answer by 4 September"]
    challenging.accept(challenge=challenge, user=upper.user)
    OutboxRow.objects.filter(topic="season_mail", payload__occasion="challenged").delete()
    deliver()
    assert to(mailoutbox, lower.user) == []


def test_once_a_day_tells_what_waits_and_what_happened(begun, mailoutbox, set_clock):
    lower, upper = begun.entry(2), begun.entry(1)
    for user in (lower.user, upper.user):
        choose(user, Reach.DAILY)
    begun.play(lower, upper)
    begun.challenge(begun.entry(3), begun.entry(2))
    deliver()
    assert to(mailoutbox, upper.user) == to(mailoutbox, lower.user) == []
    lower.user.refresh_from_db()
    set_clock(lower.user.digest_due)
    assert digests.put_due() >= 2
    rows = list(OutboxRow.objects.filter(topic="digest"))
    list(digests.send_digests(rows))
    (mail,) = [mail for mail in mailoutbox if mail.to == [lower.user.email]]
    assert "You won: rank 2 → 1" in mail.body
    assert "stop" in mail.extra_headers["List-Unsubscribe"] or "key" in mail.extra_headers["List-Unsubscribe"]
    lower.user.refresh_from_db()
    assert lower.user.digest_due > clock.now()
    assert digests.put_due() == 0


def test_nobody_hears_of_a_day_on_which_nothing_was(ada, mailoutbox, set_clock):
    choose(ada, Reach.DAILY)
    set_clock(ada.digest_due)
    digests.put_due()
    list(digests.send_digests(list(OutboxRow.objects.filter(topic="digest"))))
    assert mailoutbox == []


def test_the_hour_is_that_of_their_clock_whatever_the_season(ada):
    ada.time_zone, ada.digest_at = "Europe/Paris", time(18)
    assert ada.next_digest(datetime(2026, 3, 28, 12, tzinfo=UTC)) == datetime(2026, 3, 28, 17, tzinfo=UTC)
    assert ada.next_digest(datetime(2026, 3, 28, 17, tzinfo=UTC)) == datetime(2026, 3, 29, 16, tzinfo=UTC)


def test_the_page_keeps_what_was_chosen_and_refuses_a_night_of_a_day(ada, client_of):
    browser = client_of(ada)
    chosen = {
        "reach": "daily",
        "digest_at": "08:30",
        "quiet_from": "22:00",
        "quiet_to": "06:00",
        "news": "on",
    }
    assert browser.post("/profile/mails/", chosen).status_code == 302
    ada.refresh_from_db()
    assert (ada.reach, ada.digest_at, ada.quiet_from) == ("daily", time(8, 30), time(22))
    assert ada.mail_news and not ada.mail_turns and ada.digest_due is not None
    page = browser.post("/profile/mails/", chosen | {"quiet_to": "21:00", "reach": "all"})
    assert "Quiet hours can last 12 hours at most." in page.content.decode()
    assert 'value="21:00"' in page.content.decode()
    ada.refresh_from_db()
    assert (ada.reach, ada.quiet_to) == ("daily", time(6))


def test_the_link_in_the_mail_of_the_day_stops_it(ada, client):
    choose(ada, Reach.DAILY)
    assert client.post(ada.stop_path("digest")).status_code == 200
    ada.refresh_from_db()
    assert (ada.reach, ada.digest_due) == ("losing", None)
    client.post(ada.stop_path("digest"), {"wish": "again"})
    ada.refresh_from_db()
    assert ada.reach == "daily" and ada.digest_due is not None


def test_money_and_what_others_wait_for_comes_whatever_was_chosen(begun, mailoutbox):
    loser, winner = begun.entry(1), begun.entry(2)
    for user in (begun.arbiter, loser.user, winner.user):
        choose(user, Reach.DAILY)
    challenge = begun.play(winner, loser)
    competitions.dispute(pairing=challenge.pairing, user=loser.user, said="The clock was wrong.")
    deliver()
    assert [mail.to for mail in mailoutbox if "Disputed" in mail.subject] == [[begun.arbiter.email]]
