"""Notices: what happened to someone stands among them once, in their words; what waits is not stored."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.test import Client

from games.common import clock, waiting
from games.common.outbox import bell
from games.common.outbox.happening import Happening
from games.common.outbox.registry import handlers_of
from games.common.outbox.row import OutboxRow
from league.competitions.ladder.services import challenging
from league.competitions.outbox.post import season_mails
from league.leagues.outbox.post import league_mails
from league.prizes.outbox.post import money_mails
from league.users.deletion import delete_account
from tests.league.competitions.seasons import Season


def deliver() -> None:
    """Hand over what the outbox has for people."""
    for topic in ("mail", "season_mail", "prize_mail", "league_mail"):
        rows = list(OutboxRow.objects.filter(topic=topic).order_by("pk"))
        for handler in handlers_of(topic) if rows else ():
            list(handler(rows))


@pytest.fixture
def season(calais, carl, set_clock):
    return Season(calais, carl, set_clock)


@pytest.fixture
def played(season):
    """p2 has beaten p1, and both were told."""
    season.begin(4)
    OutboxRow.objects.all().delete()
    challenge = season.play(season.entry(2), season.entry(1))
    deliver()
    return challenge


def of(user) -> list[Happening]:
    return bell.notices_of(user)


def test_the_end_of_a_ladder_game_is_one_notice_and_one_mail_each(season, played, mailoutbox):
    for entry, title in ((played.by, "You won: rank 2 → 1"), (played.of, "You lost: rank 1 → 2")):
        (notice,) = of(entry.user)
        assert notice.title == title
        assert notice.about == f"game:{played.pairing.game_id}"
        assert "Season" in notice.place or season.competition.name in notice.place
        mails = [mail for mail in mailoutbox if mail.to == [entry.user.email] and "You" in mail.subject]
        assert len(mails) == 1, [mail.subject for mail in mails]


def test_its_winner_gets_one_mail_from_the_challenge_to_the_end(season, mailoutbox):
    season.begin(4)
    OutboxRow.objects.all().delete()
    challenge = season.begin_game(season.entry(2), season.entry(1))
    deliver()
    mine = [mail.subject for mail in mailoutbox if mail.to == [challenge.by.user.email]]
    assert len(mine) == 1 and "accepts your challenge" in mine[0]
    assert "The first deadline is" in mailoutbox[-1].body


def test_what_waits_is_not_stored(season):
    season.begin(4)
    OutboxRow.objects.all().delete()
    challenge = season.challenge(season.entry(2), season.entry(1))
    deliver()
    assert of(challenge.of.user) == []
    assert [each.kind for each in waiting.waits_of(challenge.of.user).needs_you] == ["challenge"]


def test_every_occasion_that_waits_names_its_place_in_the_register():
    sources = waiting.sources()
    waits = {
        occasion: notice.waits
        for mails in (season_mails, money_mails, league_mails)
        for occasion, notice in mails.by_occasion.items()
        if isinstance(notice.waits, str) and notice.waits
    }
    assert set(waits.values()) <= set(sources)
    assert {"challenged", "disputed", "to_confirm", "won", "fee_due", "asked"} <= set(waits)


def test_delivered_again_it_stays_read_and_an_older_one_changes_nothing(season, played):
    (notice,) = of(played.by.user)
    bell.read(played.by.user, notice.pk)
    deliver()
    (again,) = of(played.by.user)
    assert (again.pk, again.read_at is None) == (notice.pk, False)


def test_a_page_shows_them_by_day_and_opening_one_reads_it(season, played, client_of):
    user = played.by.user
    client: Client = client_of(user)
    waiting.forget([user.pk])
    page = client.get("/notices/")
    assert "You won: rank 2 → 1" in page.content.decode()
    assert "1 unread" in page.content.decode()
    (notice,) = of(user)
    opened = client.get(f"/notices/{notice.pk}/")
    assert opened.status_code == 302 and opened.url == notice.address
    assert client.get(notice.address).status_code == 200
    assert "unread" not in client.get("/notices/").content.decode()
    fold = client.get("/notices/fold/").content.decode()
    assert "You won: rank 2 → 1" in fold and "<html" not in fold


def test_nobody_opens_or_reads_anothers(season, played, client_of, carl):
    (notice,) = of(played.by.user)
    stranger = client_of(played.of.user)
    assert stranger.get(f"/notices/{notice.pk}/").status_code == 404
    stranger.post("/notices/read/")
    assert of(played.by.user)[0].read_at is None
    assert of(played.of.user)[0].read_at is not None
    assert "You won" not in stranger.get("/notices/").content.decode()


def test_they_are_said_anew_in_another_language_or_zone(season, played):
    user = played.of.user
    user.language, user.time_zone = "fr", "Asia/Tokyo"
    user.save()
    (notice,) = of(user)
    assert notice.title == "Défaite : rang 1 → 2" or notice.title.startswith("Vous avez perdu")
    kept = Happening.objects.get(pk=notice.pk)
    assert (kept.language, kept.zone, kept.title) == ("fr", "Asia/Tokyo", notice.title)


def test_who_deletes_the_account_is_named_no_more(season, client_of):
    season.begin(4)
    OutboxRow.objects.all().delete()
    lower, upper = season.entry(2), season.entry(1)
    challenge = season.challenge(lower, upper)
    challenging.decline(challenge=challenge, user=upper.user)
    deliver()
    (notice,) = of(lower.user)
    assert upper.user.username in notice.title
    delete_account(user=upper.user)
    deliver()
    assert not Happening.objects.filter(user=upper.user).exists()
    words = " ".join(f"{each.title} {each.place} {each.what}" for each in of(lower.user))
    assert upper.user.username not in words.split()


def test_a_page_holds_thirty_and_leads_to_older_ones(ada, client_of):
    now = clock.now()
    Happening.objects.bulk_create(
        Happening(
            user=ada,
            about=f"game:{number}",
            topic="mail",
            payload={},
            row=number,
            title=f"No {number}.",
            address="/",
            language=ada.language,
            zone=ada.time_zone,
            at=now - timedelta(hours=number),
        )
        for number in range(70)
    )
    seen, address = [], "/notices/"
    for _page in range(3):
        page = client_of(ada).get(address)
        seen += [each.title for _day, these in page.context["days"] for each in these]
        address = f"/notices/?before={page.context['older']}"
    assert seen == [f"No {number}." for number in range(70)]
    assert page.context["older"] is None
    assert client_of(ada).get("/notices/?before=x").status_code == 404


def test_they_are_dropped_after_ninety_days(season, played, set_clock):
    set_clock(clock.now() + timedelta(days=91))
    assert of(played.by.user) == []
    assert bell.drop_old() == Happening.objects.count() + 2
