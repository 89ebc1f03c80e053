"""Pauses, votes about deadlines and games without one, on their pages."""

from __future__ import annotations

import re
from datetime import timedelta

import pytest

from games.adjudication import clock_votes
from games.adjudication.drain import drain
from games.models import ClockEntry, ClockProposal
from games.services.masters import stopping
from games.services.players.answers import save_answer
from games.templatetags.games import moment
from tests.conftest import house_was_up
from tests.games.conftest import NOON, RANKS, phase_of

DAY = timedelta(days=1)
Kind = ClockProposal.Kind


@pytest.fixture
def presided(make_game, seat_both, carl):
    return seat_both(make_game(master=carl))


def plain(response):
    """The page in one line, without what is another each time it is loaded."""
    return " ".join(re.sub(r'(?<=")[A-Za-z0-9]{64}(?=")', "", response.content.decode()).split())


def by_form(client, here, act, **fields):
    return client.post(here, {"act": act} | {f"{act}-{name}": value for name, value in fields.items()})


def test_a_pause_is_said_with_its_reason_and_the_time_left(
    presided, url, client_of, visitor, carl, set_clock
):
    set_clock.pass_(hours=6)
    desk = client_of(carl)
    done = by_form(
        desk, url(presided, "desk"), "pause", day="2026-03-05", time="12:00", reason="Moving house."
    )
    assert done.status_code == 302
    phase = phase_of(presided)
    assert phase.paused_until.isoformat() == "2026-03-05T11:00:00+00:00", "in his zone"
    page = plain(visitor.get(url(presided)))
    assert "Paused until" in page and "Thu 5 Mar, 11:00" in page
    assert "carl, the game master, paused it: “Moving house.”" in page
    assert "the phase is open for another 18 h 0 min" in page
    assert "Propose to resume now" not in page
    assert "data-closes" not in page
    again = plain(desk.get(url(presided, "desk")))
    assert "End the pause" in again and "Close phase now" not in again and "Pause game" not in again


def test_lists_say_that_a_game_is_paused(presided, url, client_of, ada, carl, set_clock):
    stopping.pause(game=presided, user=carl, until=NOON + 3 * DAY, reason="x")
    page = plain(client_of(ada).get("/games/"))
    assert "paused until" in page
    set_clock(NOON + 3 * DAY)
    assert "paused until" not in plain(client_of(ada).get("/games/"))


@pytest.mark.slow
def test_players_propose_and_vote_on_their_pages(running_game, url, client_of, visitor, ada, ben, set_clock):
    here = url(running_game, "clock")
    mine, theirs = client_of(ada), client_of(ben)
    assert "Propose a pause" in plain(mine.get(here))
    refused = by_form(mine, here, "pause", day="2026-03-17", time="12:00")
    assert refused.status_code == 200 and "14 days from now at most" in plain(refused)
    assert 'value="2026-03-17"' in plain(refused), "what was typed stays"
    assert by_form(mine, here, "pause", day="2026-03-04", time="12:00").status_code == 302
    page = plain(visitor.get(url(running_game)))
    assert "ada proposes to pause the game until Wed 4 Mar, 12:00." in page
    assert "1 of 2 players has agreed; all have to." in page
    assert "The vote ends: " in page
    assert "Vote yes</button>" not in page.partition('id="clock-vote"')[2].partition('id="status"')[0]
    key = ClockProposal.objects.get().pk
    assert theirs.post(here, {"act": "vote", "proposal": key}).status_code == 302
    assert phase_of(running_game).is_paused(set_clock.now)
    page = plain(visitor.get(url(running_game)))
    assert "Paused until" in page and "The players voted for it." in page
    assert "Paused by a vote of the players (HR-12)" in page
    assert "the phase is open for another 1 day." in page
    mine.post(here, {"act": "goes_on"})
    assert "ada proposes to end the pause now." in plain(visitor.get(url(running_game)))
    theirs.post(here, {"act": "vote", "proposal": ClockProposal.objects.get(closed_at=None).pk})
    assert not phase_of(running_game).is_paused(set_clock.now)


def test_a_vote_is_brought_to_open_pages(running_game, url, visitor, ada, set_clock):
    version = running_game.version
    clock_votes.propose(game=running_game, user=ada, kind=Kind.PAUSE, until=set_clock.now + DAY)
    live = plain(visitor.get(url(running_game, "status"), {"phase": "S1901H", "version": version}))
    assert 'id="clock-vote" hx-swap-oob="true"' in live
    assert "ada proposes" in live


@pytest.mark.slow
def test_a_phase_is_extended_by_half_of_it_or_a_whole_one(running_game, url, client_of, ada, ben, set_clock):
    here, before = url(running_game, "clock"), phase_of(running_game).deadline
    page = plain(client_of(ada).get(here))
    for words in ("<span>12 h<", "<span>1 day<"):
        assert words in page
    assert page.count('type="radio"') == 2
    for wrong in ("90000", "21600"):
        assert by_form(client_of(ada), here, "extension", seconds=wrong).status_code == 200
    assert by_form(client_of(ada), here, "extension", seconds="43200").status_code == 302
    client_of(ben).post(here, {"act": "vote", "proposal": ClockProposal.objects.get().pk})
    assert phase_of(running_game).deadline == before + timedelta(hours=12)
    assert "Propose more time" in plain(client_of(ada).get(here)), "it can be extended again"
    assert "Extended by a vote of the players (HR-12)" in plain(client_of(ada).get(url(running_game)))


def test_nonsense_is_refused(running_game, url, client_of, ada):
    here, client = url(running_game, "clock"), client_of(ada)
    for data in ({}, {"act": "vote"}, {"act": "vote", "proposal": "x"}, {"act": "dance", "proposal": "1"}):
        assert client.post(here, data).status_code == 400
    assert client.post(here, {"act": "vote", "proposal": "77"}).status_code == 302


@pytest.mark.slow(but_first=True)
@pytest.mark.parametrize("variant", ["spy", "devil-and-god"])
def test_in_fog_and_behind_masks_nobody_is_named_and_nothing_counted(
    make_game, seat_all, url, client_of, visitor, variant
):
    """HR-12."""
    game = make_game(variant=variant)
    players = list(seat_all(game).values())
    clock_votes.propose(game=game, user=players[0], kind=Kind.PAUSE, until=NOON + DAY)
    before = {each: plain(client_of(each).get(url(game))) for each in players[2:4]}
    seen = plain(visitor.get(url(game)))
    assert "Proposed: to pause the game until Mon 2 Mar, 12:00.</strong> All players have to agree." in seen
    assert "player0 proposes" not in seen
    clock_votes.vote(game=game, user=players[1], proposal=ClockProposal.objects.get().pk)
    assert plain(visitor.get(url(game))) == seen
    own = plain(client_of(players[1]).get(url(game)))
    assert "You voted yes." in own
    assert all("You voted yes." not in page for page in before.values())


@pytest.mark.slow
def test_a_game_runs_without_a_clock(presided, url, client_of, visitor, ada, ben, carl, set_clock):
    desk = client_of(carl)
    by_form(desk, url(presided, "desk"), "untimed", day="2026-04-01", time="12:00", reason="Easter.")
    page = plain(visitor.get(url(presided)))
    assert "No deadline for now." in page and "Wed 1 Apr, 10:00" in page
    assert "ends at its deadline" not in page
    assert " left</p>" not in page
    assert "no deadline" in plain(client_of(ada).get("/games/"))
    until = presided.__class__.objects.get(pk=presided.pk).untimed_until
    phase = phase_of(presided)
    assert phase.deadline == until + DAY, "then it has a full length"
    for user in (ada, ben):
        save_answer(
            game=presided, user=user, label=phase.label, text=RANKS[user.username], version=0, ready=True
        )
    house_was_up()
    drain()
    following = phase_of(presided)
    assert following.ordinal == phase.ordinal + 1, "it closed when both were ready"
    assert following.deadline == until + DAY
    set_clock(until)
    assert "No deadline" not in plain(visitor.get(url(presided)))
    house_was_up()
    drain()
    assert phase_of(presided).pk == following.pk
    first, opened = ClockEntry.objects.order_by("pk")
    assert (first.reason, opened.reason, opened.phase) == ("untimed", "untimed", following)
    assert (opened.before, opened.after, opened.by) == (following.opened_at + DAY, until + DAY, None)
    page = plain(visitor.get(url(presided)))
    assert "Opened without deadlines; it gets its full length once they are back (RB-24)" in page
    assert "Played without deadlines for now (RB-24)" in page


@pytest.mark.slow
def test_the_clock_runs_again_at_a_word(presided, url, client_of, carl, set_clock):
    desk = client_of(carl)
    by_form(desk, url(presided, "desk"), "untimed", day="2026-04-01", time="12:00", reason="Easter.")
    set_clock.pass_(days=10)
    assert "Go on without deadlines" in plain(desk.get(url(presided, "desk")))
    by_form(desk, url(presided, "desk"), "untimed", day="2026-05-01", time="12:00", reason="Later.")
    by_form(desk, url(presided, "desk"), "timed", reason="All are back.")
    assert phase_of(presided).deadline == set_clock.now + DAY
    assert [each.reason for each in ClockEntry.objects.all()] == ["untimed", "untimed", "timed"]


def test_60_days_without_a_clock_at_most(presided, url, client_of, carl):
    desk = client_of(carl)
    done = by_form(desk, url(presided, "desk"), "untimed", day="2026-05-01", time="12:00", reason="Long.")
    assert done.status_code == 200 and "60 days at most" in plain(done)
    assert 'value="2026-05-01"' in plain(done)


def test_not_where_phases_last_until_their_deadlines(make_game, seat_all, url, client_of, carl):
    """HR-3."""
    game = make_game(variant="spy", master=carl)
    seat_all(game)
    assert "without deadlines" not in plain(client_of(carl).get(url(game, "desk"))).partition("<footer")[0]
    done = by_form(client_of(carl), url(game, "desk"), "untimed", day="2026-04-01", time="12:00", reason="x")
    assert "it needs its deadlines" in plain(done)


def test_mails_name_no_deadline_where_there_is_none(presided, ada, ben, carl, set_clock, mailoutbox):
    from games.common.outbox import delivery

    delivery.deliver()
    stopping.run_untimed(game=presided, user=carl, until=NOON + 30 * DAY, reason="Easter.")
    phase = phase_of(presided)
    for user in (ada, ben):
        save_answer(
            game=presided, user=user, label=phase.label, text=RANKS[user.username], version=0, ready=True
        )
    house_was_up()
    drain()
    mailoutbox.clear()
    delivery.deliver()
    theirs = [mail for mail in mailoutbox if mail.to == ["ada@example.org"]]
    assert [mail.subject for mail in theirs] == ["Channel: Place your bids (Auction for 1901)"]
    assert "no deadline for now" in theirs[0].body and "until" not in theirs[0].body.partition("--")[0]
    assert "Open until" not in str(theirs[0].alternatives)


@pytest.mark.slow
def test_mails_tell_of_a_pause_and_of_what_is_proposed(presided, carl, ada, set_clock, mailoutbox):
    from games.common.outbox import delivery

    delivery.deliver()
    mailoutbox.clear()
    proposal = clock_votes.propose(game=presided, user=ada, kind=Kind.EXTENSION, length=timedelta(hours=12))
    delivery.deliver()
    (mail,) = mailoutbox
    assert mail.to == ["ben@example.org"] and mail.subject == "Channel\u00a0: vote, pause ou temps en plus"
    assert "ada propose de prolonger cette phase de 12 h." in mail.body
    mailoutbox.clear()
    stopping.pause(game=presided, user=carl, until=NOON + 3 * DAY, reason="Moving house.")
    proposal.refresh_from_db()
    assert not proposal.is_open(set_clock.now), "the pause has overtaken it"
    delivery.deliver()
    told = {mail.to[0]: mail for mail in mailoutbox}
    assert told["ada@example.org"].subject == "Channel is paused"
    assert "is paused until Wednesday 4 March 2026" in told["ada@example.org"].body
    assert "Decided by carl: Moving house." in told["ada@example.org"].body


def test_without_a_clock_no_date_stands_for_a_deadline(presided, url, visitor, carl, client_of):
    stopping.run_untimed(game=presided, user=carl, until=NOON + 3 * DAY, reason="Face to face.")
    after = ClockEntry.objects.get().after.isoformat()
    for address in (url(presided), url(presided, "acts")):
        page = plain(visitor.get(address))
        assert "no deadline" in page and "The phase ends at its deadline" not in page
        assert f'datetime="{after}"' not in page.replace("Z", "+00:00")


@pytest.mark.parametrize("stop", [stopping.pause, stopping.run_untimed])
def test_an_open_page_hears_that_the_clock_goes_on_by_itself(
    presided, url, client_of, visitor, ada, carl, set_clock, stop
):
    """No version grows when a pause expires: the page asks at that moment, and says until when it waited."""
    over = NOON + 3 * DAY
    stop(game=presided, user=carl, until=over, reason="x")
    version, until = presided.__class__.objects.get(pk=presided.pk).version, round(over.timestamp() * 1000)
    readers = (client_of(ada), visitor)
    for reader in readers:
        assert f'data-until="{until}"' in plain(reader.get(url(presided)))
    seen = {"phase": phase_of(presided).label, "version": version}
    set_clock(over - timedelta(seconds=1))
    for reader in readers:
        assert reader.get(url(presided, "status"), seen | {"until": until}).status_code == 204
        plain(reader.get(url(presided, "status"), seen | {"version": 0, "until": until}))  # and is kept
    set_clock(over)
    for reader in readers:
        assert reader.get(url(presided, "status"), seen).status_code == 204
        fresh = plain(reader.get(url(presided, "status"), seen | {"until": until}))
        assert "data-closes" in fresh and "data-until" not in fresh
        assert "Paused until" not in fresh and "No deadline for now" not in fresh
        assert 'id="clock-vote" hx-swap-oob="true"' in fresh, "what was proposed about the pause is over too"


def test_paused_a_page_does_not_say_that_the_phase_closes_at_its_deadline(presided, url, visitor, carl):
    assert "The phase ends at its deadline" in plain(visitor.get(url(presided)))
    stopping.pause(game=presided, user=carl, until=NOON + 3 * DAY, reason="x")
    assert "The phase ends at its deadline" not in plain(visitor.get(url(presided)))


def test_moments_of_one_minute_are_told_to_the_second(db):
    early, late = NOON.replace(second=5), NOON.replace(second=40)
    assert ":05<" in moment(early, beside=late) and ":40<" in moment(late, beside=early)
    assert ":05<" not in moment(early) and ":05<" not in moment(early, beside=late + DAY)
