"""Two names of one person: an entrant tells the arbiters, in confidence, and they decide."""

from __future__ import annotations

import re

import pytest
from django.core import mail
from django.db import IntegrityError, transaction

from games.common.guards import limits
from games.common.outbox.row import OutboxRow
from league.competitions import services
from league.competitions.errors import NoSuchEntrant, NotArbiter, NotEntered, NotInState, NoWords
from league.competitions.log.exporting import export_bytes
from league.competitions.models import Suspicion
from league.competitions.outbox.post import season_mails
from league.competitions.views import suspecting

SAID = "They are never on line together, and always answer within a minute of each other."


def suspect(season, by, one, other, said=SAID):
    given = {"number": one.number, "name": other.user.username, "said": said}
    return services.suspect(competition=season.competition, user=by.user, **given)


def page_of(season, entry):
    return f"{season.competition.get_absolute_url()}p/{entry.number}/suspect/"


@pytest.mark.slow
def test_the_arbiters_alone_are_told_and_read_it_on_their_desk(season, client_of):
    by, one, other = (season.entry(rank) for rank in (4, 1, 2))
    here = page_of(season, one)
    link = f'href="{here}"'
    address = season.competition.get_absolute_url()
    assert link in client_of(by.user).get(f"{address}p/{one.number}/").content.decode()
    posted = client_of(by.user).post(here, {"name": other.user.username.upper(), "said": SAID})
    assert posted.status_code == 302
    made = Suspicion.objects.get()
    assert (made.by, {made.one, made.other}, made.said) == (by, {one, other}, SAID)
    rows = list(OutboxRow.objects.filter(payload__occasion="suspected"))
    assert [row.payload["user"] for row in rows] == [season.arbiter.pk]
    list(season_mails.send(rows))
    assert SAID in mail.outbox[-1].body and mail.outbox[-1].to == [season.arbiter.email]
    assert not re.search(rf"\b{by.user.username}\b", mail.outbox[-1].body)  # an address may hold it by chance
    desk = client_of(season.arbiter).get(f"{address}desk/").content.decode()
    assert (
        SAID in desk
        and f"{address}desk/p/{one.number}/" in desk
        and f"{address}desk/p/{other.number}/" in desk
    )
    for reader in (one.user, by.user, season.organiser):
        client = client_of(reader)
        pages = [
            client.get(address + page).content.decode()
            for page in ("", "log/", f"p/{one.number}/", "entries/")
        ]
        assert SAID not in "".join(pages)
        desk = client.get(f"{address}desk/")
        # Organisers who do not play see the desk, and no suspicion on it.
        assert desk.status_code == (200 if reader == season.organiser else 404)
        assert SAID not in desk.content.decode()
    assert SAID not in export_bytes(season.competition, season.clock.now).decode()


@pytest.mark.slow
def test_open_suspicions_are_counted_beside_the_desk_as_disputes_are(season, client_of):
    by, one, other = (season.entry(rank) for rank in (4, 1, 2))
    address = season.competition.get_absolute_url()

    def told(reader):
        page = client_of(reader).get(address).content.decode()
        return [f"{number} to rule on" in page for number in (1, 2)]

    assert told(season.arbiter) == [False, False]
    played = season.play(season.entry(3), season.entry(2))
    services.dispute(pairing=played.pairing, user=season.entry(3).user, said="It is not so.")
    assert told(season.arbiter) == [True, False]
    made = suspect(season, by, one, other)
    assert told(season.arbiter) == [False, True]
    for reader in (season.organiser, by.user, one.user):
        assert told(reader) == [False, False]
    services.dismiss(suspicion=made, by=season.arbiter)
    assert told(season.arbiter) == [True, False]


def test_an_arbiter_removes_an_entry_with_a_reason_and_the_suspicion_is_done(season, client_of):
    by, one, other = (season.entry(rank) for rank in (4, 1, 2))
    suspect(season, by, one, other)
    services.remove(
        competition=season.competition, entry=other, by=season.arbiter, reason="One person, two names."
    )
    desk = client_of(season.arbiter).get(f"{season.competition.get_absolute_url()}desk/").content.decode()
    assert SAID not in desk
    assert other.number not in season.table


@pytest.mark.slow
def test_an_arbiter_dismisses_it_and_then_it_can_be_told_anew(season, client_of):
    by, one, other = (season.entry(rank) for rank in (4, 1, 2))
    made = suspect(season, by, one, other)
    dismissing = f"{season.competition.get_absolute_url()}desk/suspicions/{made.pk}/dismiss/"
    for reader in (by.user, season.organiser):
        assert client_of(reader).post(dismissing).status_code == 404
    with pytest.raises(NotArbiter):
        services.dismiss(suspicion=made, by=by.user)
    for _pressed in range(2):
        assert client_of(season.arbiter).post(dismissing).status_code == 302
    made.refresh_from_db()
    assert made.dismissed_by == season.arbiter
    assert SAID not in client_of(season.arbiter).get(dismissing.partition("suspicions")[0]).content.decode()
    assert suspect(season, by, other, one).pk != made.pk


def test_the_same_two_told_twice_are_one_suspicion(season):
    by, one, other = (season.entry(rank) for rank in (4, 1, 2))
    assert suspect(season, by, one, other).pk == suspect(season, by, other, one, "Again.").pk
    assert OutboxRow.objects.filter(payload__occasion="suspected").count() == 1
    assert suspect(season, season.entry(3), one, other).pk != Suspicion.objects.earliest("pk").pk
    copy = Suspicion.objects.earliest("pk")
    copy.pk = None
    with pytest.raises(IntegrityError), transaction.atomic():
        copy.save(force_insert=True)


@pytest.mark.slow
def test_who_can_be_named_and_by_whom(make_season, client_of):
    season = make_season(largest=4).begin(4)
    waiting = season.enter("waits")
    by, one, other = (season.entry(rank) for rank in (4, 1, 2))
    for name in (by, one, waiting):
        with pytest.raises(NoSuchEntrant):
            suspect(season, by, one, name)
    for number in (by, waiting):
        with pytest.raises(NoSuchEntrant):
            suspect(season, by, number, other)
        assert client_of(by.user).get(page_of(season, number)).status_code == 404
    unknown = client_of(by.user).post(page_of(season, one), {"name": "nobody", "said": SAID})
    hidden = client_of(by.user).post(page_of(season, one), {"name": "waits", "said": SAID})
    assert "no one else has this name" in unknown.content.decode()
    assert "no one else has this name" in hidden.content.decode()
    with pytest.raises(NoWords):
        suspect(season, by, one, other, " ")
    services.withdraw(competition=season.competition, user=by.user)
    with pytest.raises(NotEntered):
        suspect(season, by, one, other)
    for stranger in (by.user, season.arbiter, season.organiser):
        assert client_of(stranger).get(page_of(season, one)).status_code == 404
    services.cancel(competition=season.competition, by=season.arbiter, reason="So it is.")
    with pytest.raises(NotInState):
        suspect(season, other, one, season.entry(3))
    assert client_of(other.user).get(page_of(season, one)).status_code == 404


def test_too_many_suspicions_a_day_are_refused(season, client_of, monkeypatch):
    monkeypatch.setattr(suspecting, "SUSPICIONS", limits.Limit("suspicions", 1, 86400))
    by, one, other = (season.entry(rank) for rank in (4, 1, 2))
    sent = {"name": other.user.username, "said": SAID}
    assert client_of(by.user).post(page_of(season, one), sent).status_code == 302
    assert client_of(by.user).post(page_of(season, one), sent).status_code == limits.TOO_MANY_REQUESTS
