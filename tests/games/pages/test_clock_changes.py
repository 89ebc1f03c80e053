"""The table of every change of a game's deadlines."""

from __future__ import annotations

from datetime import timedelta

import pytest

from games.models import ClockEntry
from games.pages.clock_changes import clock_changes_of
from games.pages.seats import places_of
from tests.games.conftest import phase_of

Reason = ClockEntry.Reason


def enter(phase, reason, set_clock, **values):
    before = phase.deadline
    given = {"before": before, "after": before + timedelta(hours=12), "at": set_clock.now} | values
    return phase.clock_entries.create(reason=reason, **given)


def test_every_change_says_when_why_from_when_to_when_and_who(
    running_game, url, visitor, client_of, ben, carl, set_clock
):
    enter(phase_of(running_game), Reason.MASTER, set_clock, by=carl, note="A holiday")
    page = visitor.get(url(running_game)).content.decode()
    table = page[page.index('id="clock-changes"') :].partition("</section>")[0]
    for words in ("times in UTC", "Moved by the game master", "carl", "“A holiday”", "Mon 2 Mar, 12:00"):
        assert words in table, words
    assert "Tue 3 Mar, 00:00" in table
    theirs = client_of(ben).get(url(running_game)).content.decode()
    assert "fuseau horaire\u00a0: Paris" in theirs and "Changements d’échéance" in theirs, (
        "in his zone and language"
    )


def test_administrators_are_not_named(running_game, url, visitor, carl, set_clock):
    enter(phase_of(running_game), Reason.ADMIN, set_clock, by=carl, note="Repairs")
    table = visitor.get(url(running_game)).content.decode().partition('id="clock-changes"')[2]
    assert "Moved by the site’s team" in table.partition("</section>")[0]
    assert "carl" not in table.partition("</section>")[0]


def test_all_changes_but_the_latest_fold(running_game, url, visitor, set_clock):
    for _each in range(5):
        enter(phase_of(running_game), Reason.OUTAGE, set_clock)
    table = visitor.get(url(running_game)).content.decode().partition('id="clock-changes"')[2]
    assert "4 earlier changes" in table
    assert table.count("the time was given back") == 5


def test_a_past_phases_page_shows_its_own(running_game, url, visitor, advance, set_clock):
    enter(phase_of(running_game), Reason.OUTAGE, set_clock)
    label = phase_of(running_game).label
    later = advance()
    enter(later, Reason.HOLIDAY, set_clock)
    page = visitor.get(url(running_game, "phase", label)).content.decode()
    assert "the time was given back" in page
    assert "end of a holiday" not in page
    both = visitor.get(url(running_game)).content.decode()
    assert "the time was given back" in both and "end of a holiday" in both


def test_a_page_without_changes_shows_no_table(running_game, url, visitor):
    assert "Deadline changes in" not in visitor.get(url(running_game)).content.decode()


def test_those_an_extension_was_charged_to_are_named(running_game, set_clock):
    enter(phase_of(running_game), Reason.EXTENSION, set_clock, charged=["1", "2"])
    (change,) = clock_changes_of(running_game, places_of(running_game, None)).shown
    assert change.seats == "ada and ben"


def test_nobody_is_named_where_the_rules_hide_who_has_answered(make_game, seat_all, set_clock):
    """HR-3."""
    game = make_game(variant="spy")
    seat_all(game)
    enter(phase_of(game), Reason.EXTENSION, set_clock, charged=["FRANCE"])
    (change,) = clock_changes_of(game, places_of(game, None)).shown
    assert change.seats == ""


def test_a_masked_seat_is_not_named(make_game, seat_all, set_clock):
    """HR-3: of Devil and God the two divine seats."""
    game = make_game(variant="devil-and-god")
    players = seat_all(game)
    enter(phase_of(game), Reason.EXTENSION, set_clock, charged=["GOD", "FRANCE"])
    (change,) = clock_changes_of(game, places_of(game, None)).shown
    assert change.seats == players["FRANCE"].username


@pytest.mark.parametrize(
    ("reason", "rule"),
    [
        (Reason.MASTER, "Moved by the game master (RB-24)"),
        (Reason.PAUSE, "The game is paused (RB-24)"),
        (Reason.GOES_ON, "The pause has ended (RB-24)"),
        (Reason.UNTIMED, "Played without deadlines for now (RB-24)"),
        (Reason.TIMED, "Played with deadlines again (RB-24)"),
    ],
)
def test_what_a_master_does_names_its_rule(running_game, set_clock, carl, reason, rule):
    enter(phase_of(running_game), reason, set_clock, by=carl, note="A holiday")
    assert clock_changes_of(running_game, []).shown[0].says == rule


@pytest.mark.parametrize(
    ("reason", "rule"),
    [
        (Reason.VOTE, "Extended by a vote of the players (HR-12)"),
        (Reason.PAUSE, "Paused by a vote of the players (HR-12)"),
        (Reason.GOES_ON, "The pause was ended by a vote of the players (HR-12)"),
        (Reason.HOLIDAY, "Moved to the end of a holiday (HR-2)"),
        (Reason.BACK, "A holiday was cancelled (HR-2)"),
        (Reason.SETTLING, "A full phase for a player who has taken over a seat (HR-1)"),
        (Reason.UNTIMED, "Opened without deadlines; it gets its full length once they are back (RB-24)"),
    ],
)
def test_what_nobody_did_alone_names_its_rule(running_game, set_clock, reason, rule):
    enter(phase_of(running_game), reason, set_clock)
    assert clock_changes_of(running_game, []).shown[0].says == rule


@pytest.mark.parametrize(
    ("reason", "rule"),
    [
        (Reason.ARBITER, "Moved by an arbiter (HR-10)"),
        (Reason.CONTEST, "Moved for all games of the competition (HR-10)"),
        (Reason.PAUSE, "The game is paused (HR-10)"),
        (Reason.GOES_ON, "The pause has ended (HR-10)"),
    ],
)
def test_what_an_arbiter_does_names_its_rule(running_game, set_clock, carl, reason, rule):
    running_game.is_contest = True
    enter(phase_of(running_game), reason, set_clock, by=carl, note="A fault")
    assert clock_changes_of(running_game, []).shown[0].says == rule


def test_a_pause_whose_master_has_no_account_any_more_is_no_vote(running_game, set_clock):
    enter(phase_of(running_game), Reason.PAUSE, set_clock, note="Moving house")
    assert clock_changes_of(running_game, []).shown[0].says == "The game is paused (RB-24)"
