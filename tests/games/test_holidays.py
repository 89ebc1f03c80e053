"""Holidays: which deadlines they move, how their days are counted, and that they can be taken back (HR-2)."""

from __future__ import annotations

import random
from datetime import UTC, date, datetime, time, timedelta

import pytest
from django.db import IntegrityError, connection, transaction
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils.translation import override

from games.adjudication import clock_votes
from games.adjudication.holidays import after_holidays, days_taken, honoured, spells_in
from games.agreed.absence import POLICIES, Absence
from games.agreed.pace import Pace
from games.common.outbox.row import OutboxRow
from games.errors import BadHoliday, HolidayBegun
from games.models import ClockEntry, Game, Holiday, Phase
from games.notices.occasions import matters_of
from games.pages.holidays import OwnHoliday
from games.services.masters import presiding, stopping
from games.services.players.answers import save_answer
from games.services.players.votes import concede
from games.services.seats.holidays import announce, take_back
from games.services.seats.resigning import ask_for_replacement
from games.services.seats.taking_over import take_over
from league.leagues import services
from tests.games.conftest import NOON, RANKS, phase_of
from tests.html_tree import tree

STANDARD = POLICIES["standard"]
EIGHT = time(20)
PARIS = "Europe/Paris"


@pytest.fixture
def strict_game(make_game, seat_both):
    """A daily game of ada and ben, its home choice open until noon of 2 March."""
    return seat_both(make_game(absence=STANDARD))


@pytest.fixture
def away(calais):
    """Announces a holiday in March 2026: `away(ada, 2, 4)`, back at 20:00 UTC."""

    def say(user, first, last, back=EIGHT, zone="UTC", month=3):
        days = {"first": date(2026, month, first), "last": date(2026, month, last)}
        return announce(league=calais, user=user, back=back, zone=zone, **days)

    return say


def send(game, user, text=""):
    phase = phase_of(game)
    save_answer(game=game, user=user, label=phase.label, text=text, version=0)


def rows(game):
    entries = ClockEntry.objects.filter(phase__game=game).order_by("pk")
    return [(entry.phase.label, entry.reason, entry.charged, entry.after) for entry in entries]


def march(day, hour=12, minute=0):
    return datetime(2026, 3, day, hour, minute, tzinfo=UTC)


def test_an_open_deadline_inside_moves_to_the_end(strict_game, away, ada):
    announced = away(ada, 2, 4)
    phase = phase_of(strict_game)
    assert phase.deadline == phase.closes_at == march(4, 20)
    assert [(each.game, each.after) for each in announced.moved] == [(strict_game, march(4, 20))]
    assert rows(strict_game) == [("S1901H", "holiday", ["1"], march(4, 20))]


def test_a_later_phase_opens_with_its_deadline_moved(strict_game, away, drained, ada, ben):
    """The next phase is open from 2 March at noon to the 3rd."""
    away(ben, 3, 5)
    assert phase_of(strict_game).deadline == march(2)
    send(strict_game, ada, RANKS["ada"])
    send(strict_game, ben, RANKS["ben"])
    assert drained(strict_game).deadline == march(5, 20)
    assert rows(strict_game) == [("S1901B", "holiday", ["2"], march(5, 20))]


def test_a_deadline_less_than_a_day_away_stays(strict_game, away, ada, set_clock):
    set_clock.pass_(minutes=1)
    announced = away(ada, 2, 4)
    assert not announced.moved and [each.game for each in announced.too_near] == [strict_game]
    assert phase_of(strict_game).deadline == march(2) and not rows(strict_game)


def test_overlapping_holidays_count_once_and_follow_each_other(strict_game, away, ada, ben):
    away(ada, 2, 4)
    away(ben, 3, 6)
    assert phase_of(strict_game).deadline == march(6, 20)
    assert rows(strict_game)[-1] == ("S1901H", "holiday", ["2"], march(6, 20))
    away(ada, 4, 6, back=time(21))
    mine = Holiday.objects.filter(user=ada)
    assert days_taken(mine, 2026) == 5 and phase_of(strict_game).deadline == march(6, 21)


def test_who_is_not_asked_moves_nothing(make_game, seat_all, drained, away):
    """A retreat of others is no concern of someone who is away."""
    game = make_game(variant="standard", absence=STANDARD)
    players = seat_all(game)
    phase = phase_of(game)
    Phase.objects.filter(pk=phase.pk).update(
        due={seat: due for seat, due in phase.due.items() if seat != "ITALY"}
    )
    assert not away(players["ITALY"], 2, 4).moved
    assert away(players["FRANCE"], 2, 4).moved


def test_a_game_honours_the_days_of_its_own_rules_and_no_more(make_game, seat_both, away, ada):
    """Three days a year: the third ends at midnight, the holiday goes on."""
    strict = seat_both(make_game(name="Strict", absence=Absence("tournament", 1, 2, 3, 3)))
    lenient = seat_both(make_game(name="Lenient", absence=POLICIES["friendly"]))
    away(ada, 2, 6)
    assert phase_of(strict).deadline == march(5, 0) and phase_of(lenient).deadline == march(6, 20)


def test_days_used_up_move_nothing_and_that_is_said(make_game, seat_both, away, ada):
    away(ada, 20, 26)
    game = seat_both(make_game(absence=POLICIES["tournament"]))
    announced = away(ada, 2, 3)
    assert not announced.moved and [each.game for each in announced.used_up] == [game]


def test_days_are_counted_by_calendar_year_in_the_order_of_their_announcement(calais, ada, set_clock):
    def holiday(first, last):
        return Holiday(
            first=first,
            last=last,
            zone="UTC",
            begins_at=datetime.combine(first, time(), UTC),
            ends_at=datetime.combine(last, EIGHT, UTC),
            announced_at=NOON,
        )

    new_year = holiday(date(2026, 12, 30), date(2027, 1, 2))
    before = holiday(date(2026, 12, 28), date(2026, 12, 31))
    spells = honoured([new_year, before], 3)
    assert (spells[0].begins_at, spells[0].ends_at) == (new_year.begins_at, new_year.ends_at)
    assert [(each.begins_at, each.ends_at) for each in spells[1:]] == [
        (before.begins_at, datetime(2026, 12, 29, tzinfo=UTC)),
        (datetime(2026, 12, 30, tzinfo=UTC), before.ends_at),
    ]


@pytest.mark.parametrize(("last", "hour"), [(28, 19), (29, 18), (30, 18)])
def test_the_end_is_the_persons_own_time_in_winter_and_in_summer(make_game, seat_both, away, ada, last, hour):
    """Clocks in Paris go forward on 29 March 2026."""
    pace = Pace(kind="custom", auctions=27 * 86400)
    game = seat_both(make_game(absence=STANDARD, pace=pace))
    assert phase_of(game).deadline == march(28)
    away(ada, 27, last, zone=PARIS)
    assert phase_of(game).deadline == march(last, hour)


def test_a_day_begins_at_midnight_of_the_persons_own_zone(make_game, seat_both, away, ada):
    game = seat_both(make_game(absence=STANDARD, pace=Pace(auctions=36 * 3600 - 1)))
    assert phase_of(game).deadline == march(2, 23, 59) + timedelta(seconds=59)
    assert not away(ada, 3, 4).moved
    assert away(ada, 3, 4, zone=PARIS).moved, "in Paris it is the third already"


def test_a_holiday_taken_back_gives_the_deadline_back(strict_game, away, ada, set_clock):
    holiday = away(ada, 2, 4).holiday
    moved = take_back(holiday=holiday, user=ada)
    assert [(each.before, each.after) for each in moved] == [(march(4, 20), march(2))]
    assert rows(strict_game)[-1] == ("S1901H", "back", [], march(2))
    assert take_back(holiday=holiday, user=ada) == []


def test_no_deadline_comes_nearer_than_a_day_by_that(strict_game, away, ada, set_clock):
    holiday = away(ada, 2, 4).holiday
    set_clock.pass_(hours=11)
    take_back(holiday=holiday, user=ada)
    assert phase_of(strict_game).deadline == set_clock.now + timedelta(days=1)


def test_another_holiday_still_holds_when_one_is_taken_back(strict_game, away, ada, ben):
    first = away(ada, 2, 4).holiday
    away(ben, 2, 3)
    away(ben, 4, 5)
    assert phase_of(strict_game).deadline == march(5, 20)
    take_back(holiday=first, user=ada)
    assert phase_of(strict_game).deadline == march(3, 20)


def test_a_holiday_that_has_begun_is_not_taken_back(strict_game, away, ada, set_clock):
    holiday = away(ada, 2, 4).holiday
    set_clock(march(2, 0))
    with pytest.raises(HolidayBegun):
        take_back(holiday=holiday, user=ada)
    with pytest.raises(IntegrityError), transaction.atomic():
        Holiday.objects.filter(pk=holiday.pk).update(taken_back_at=march(3))


def test_the_same_holiday_sent_twice_is_one(strict_game, away, ada):
    assert away(ada, 2, 4).holiday == away(ada, 2, 4).holiday
    assert len(rows(strict_game)) == 1


@pytest.mark.parametrize(
    ("first", "last", "back", "field"),
    [
        (date(2026, 3, 4), date(2026, 3, 3), EIGHT, "last"),
        (date(2026, 2, 20), date(2026, 3, 3), EIGHT, "first"),
        (date(2026, 3, 1), date(2026, 3, 1), time(11), "last"),
        (date(2027, 6, 1), date(2027, 6, 2), EIGHT, "first"),
        (date(2026, 3, 2), date(2026, 5, 30), EIGHT, "last"),
        (date(2026, 3, 2), date(2036, 5, 30), EIGHT, "last"),
    ],
)
def test_holidays_that_cannot_be_are_refused_with_the_field(calais, ada, set_clock, first, last, back, field):
    with pytest.raises(BadHoliday) as refused:
        announce(league=calais, user=ada, first=first, last=last, back=back, zone="UTC")
    assert refused.value.field == field and not Holiday.objects.exists()


def test_in_spy_nothing_moves(make_game, seat_all, away, drained):
    game = make_game(variant="spy", absence=STANDARD)
    players = seat_all(game)
    before = phase_of(game).deadline
    announced = away(players["FRANCE"], 2, 9)
    assert not announced.moved and not announced.too_near and not announced.used_up
    assert phase_of(game).deadline == before
    drained(game)
    assert not rows(game)


def test_the_devil_and_god_move_nothing(make_game, seat_all, away):
    game = make_game(variant="devil-and-god", absence=STANDARD)
    players = seat_all(game)
    for seat in ("DEVIL", "GOD"):
        announced = away(players[seat], 2, 9)
        assert not (announced.moved or announced.too_near or announced.used_up)
    assert not rows(game) and away(players["FRANCE"], 2, 9).moved


def test_another_leagues_holiday_moves_nothing_here(strict_game, ada, douvres):
    announce(league=douvres, user=ada, first=date(2026, 3, 2), last=date(2026, 3, 4), back=EIGHT, zone="UTC")
    assert phase_of(strict_game).deadline == march(2)


def test_games_without_rules_and_games_that_are_over_stay_as_they_are(make_game, seat_both, away, ada):
    plain, over = seat_both(make_game()), seat_both(make_game(name="Over", absence=STANDARD))
    concede(game=over, user=ada)
    assert not away(ada, 2, 4).moved and phase_of(plain).deadline == march(2)


def test_opening_phases_costs_one_query_however_many_have_holidays(make_game, seat_both, away, ada, ben):
    games = [seat_both(make_game(name=f"Game {number}", absence=STANDARD)) for number in range(4)]
    for day in (2, 5, 8):
        away(ada, day, day + 1)
        away(ben, day, day + 1)
    phases = [Phase.objects.select_related("game").get(game=game) for game in games]
    for some in (phases[:1], phases):
        with CaptureQueriesContext(connection) as caught:
            spells_in(some)
        assert len(caught) == 1
    Game.objects.update(absence={})
    phases = list(Phase.objects.select_related("game"))
    with CaptureQueriesContext(connection) as caught:
        spells_in(phases)
    assert not caught.captured_queries


def test_a_member_announces_and_takes_back_on_the_page(strict_game, client_of, ada, ben, visitor):
    client = client_of(ada)
    address = reverse("games:holidays", args=["calais"])
    posted = client.post(address, {"first": "2026-03-02", "last": "2026-03-04", "back": "20:00"}, follow=True)
    page = tree(posted.content.decode())
    said = " ".join(each.text for each in page.all("div", class_="notice")) or page.text
    assert "Your holiday is announced." in page.text and "Channel (Wed 4 Mar, 20:00)" in page.text, said
    assert "3 days" in page.text and "11 of 14, by the league’s own rules (standard)" in page.text
    game = reverse("games:game", args=["calais", strict_game.code])
    assert "Moved to the end of a holiday (HR-2)" in visitor.get(game).content.decode()
    holiday = Holiday.objects.get()
    back = reverse("games:take-back-holiday", args=["calais", holiday.pk])
    assert client_of(ben).post(back).status_code == 404
    assert "The holiday is cancelled." in client.post(back, follow=True).content.decode()
    assert Holiday.objects.get().taken_back_at


def test_what_cannot_be_is_said_beside_the_field_and_kept(client_of, ada, calais, set_clock):
    address = reverse("games:holidays", args=["calais"])
    page = tree(
        client_of(ada)
        .post(address, {"first": "2026-03-05", "last": "2026-03-04", "back": "20:00"})
        .content.decode()
    )
    assert page.one("input", name="first").attributes["value"] == "2026-03-05"
    assert "must not be before" in page.one("div", id="id_last_error").text


def test_nobody_else_reads_ones_holidays(client_of, ada, ben, dora, calais, douvres, set_clock, away):
    away(ada, 2, 4)
    address = reverse("games:holidays", args=["calais"])
    assert "2 March" in client_of(ada).get(address).content.decode().replace("March 2", "2 March")
    assert "mars 2026" not in client_of(ben).get(address).content.decode()
    assert client_of(dora).get(address).status_code == 404
    assert (
        client_of(dora)
        .post(reverse("games:take-back-holiday", args=["douvres", Holiday.objects.get().pk]))
        .status_code
        == 404
    )


def test_the_ways_to_the_page(strict_game, client_of, ada, visitor):
    client, address = client_of(ada), reverse("games:holidays", args=["calais"])
    game = reverse("games:game", args=["calais", strict_game.code])
    for page in (game, "/l/calais/", reverse("leagues:player", args=["calais", "ada"])):
        assert address in client.get(page).content.decode()
        assert address not in visitor.get(page).content.decode()


def test_what_one_holiday_has_moved_another_taken_back_does_not_keep(strict_game, away, ada):
    """The same days twice, half an hour apart, taken back in either order."""
    for first, second in ((0, 1), (1, 0)):
        both = [away(ada, 2, 6).holiday, away(ada, 2, 6, back=time(20, 30)).holiday]
        assert phase_of(strict_game).deadline == march(6, 20, 30)
        take_back(holiday=both[first], user=ada)
        assert phase_of(strict_game).deadline == both[second].ends_at
        take_back(holiday=both[second], user=ada)
        assert phase_of(strict_game).deadline == march(2)


def test_a_long_holiday_taken_back_leaves_a_short_one_inside_it(strict_game, away, ada):
    long, short = away(ada, 2, 8).holiday, away(ada, 2, 3).holiday
    take_back(holiday=long, user=ada)
    assert phase_of(strict_game).deadline == march(3, 20)
    take_back(holiday=short, user=ada)
    assert phase_of(strict_game).deadline == march(2)


def test_a_holiday_taken_back_late_gives_no_start_to_another(strict_game, away, ada, set_clock):
    """The day of notice is no deadline of its own from which the next holiday counts."""
    first = away(ada, 2, 4).holiday
    set_clock.pass_(hours=11)
    take_back(holiday=first, user=ada)
    second = away(ada, 2, 5).holiday
    set_clock.pass_(minutes=30)
    take_back(holiday=second, user=ada)
    assert phase_of(strict_game).deadline == set_clock.now + timedelta(days=1)


def test_days_that_come_free_go_to_the_holiday_that_is_left(make_game, seat_both, away, ada):
    game = seat_both(make_game(absence=Absence("tournament", 1, 2, 3, 3)))
    early = away(ada, 20, 22).holiday
    assert not away(ada, 2, 4).moved
    take_back(holiday=early, user=ada)
    assert phase_of(game).deadline == march(4, 20)


def test_what_else_moved_the_deadline_stands_when_a_holiday_is_taken_back(strict_game, away, ada, ben):
    holiday = away(ada, 2, 4).holiday
    phase = phase_of(strict_game)
    later = phase.deadline + timedelta(hours=6)
    ClockEntry.objects.create(phase=phase, reason="vote", before=phase.deadline, after=later, at=NOON)
    Phase.objects.filter(pk=phase.pk).update(deadline=later, closes_at=later)
    take_back(holiday=holiday, user=ada)
    assert phase_of(strict_game).deadline == march(2, 18)


def vote_for_more_time(game, ada, ben):
    """Both agree to extend the home choice by its whole length, until noon of 3 March."""
    proposal = clock_votes.propose(game=game, user=ada, kind="extension", length=timedelta(days=1))
    assert clock_votes.vote(game=game, user=ben, proposal=proposal.pk)


def test_a_deadline_that_players_vote_moves_on_to_the_end_of_a_holiday(strict_game, away, ada, ben):
    """HR-2; the mail about the vote names the deadline that there is then."""
    holiday = away(ben, 3, 5).holiday
    vote_for_more_time(strict_game, ada, ben)
    assert phase_of(strict_game).deadline == phase_of(strict_game).closes_at == march(5, 20)
    assert rows(strict_game) == [
        ("S1901H", "vote", [], march(3)),
        ("S1901H", "holiday", ["2"], march(5, 20)),
    ]
    row = OutboxRow.objects.filter(payload__about="clock").first()
    matter = matters_of([row], NOON)[row.pk]
    assert matter.phase.deadline == march(5, 20)
    take_back(holiday=holiday, user=ben)
    assert phase_of(strict_game).deadline == march(3), "what was voted stands"


def test_a_full_phase_to_settle_in_moves_on_to_the_end_of_a_holiday(
    strict_game, away, calais, ada, ben, eve, set_clock
):
    away(ada, 3, 4)
    services.join(league=calais, user=eve)
    ask_for_replacement(game=strict_game, user=ben)
    set_clock.pass_(hours=20)
    take_over(game=strict_game, user=eve, seat="2")
    assert rows(strict_game) == [
        ("S1901H", "settling", [], march(3, 8)),
        ("S1901H", "holiday", ["1"], march(4, 20)),
    ]


def test_a_game_that_runs_with_a_clock_again_honours_holidays(
    make_game, seat_both, away, ada, ben, carl, set_clock
):
    game = seat_both(make_game(absence=STANDARD, master=carl))
    stopping.run_untimed(game=game, user=carl, until=march(20), reason="Moving house")
    away(ada, 5, 7)
    set_clock.pass_(days=4)
    stopping.run_timed(game=game, user=carl, reason="Back")
    assert [row[1:] for row in rows(game)][-2:] == [
        ("timed", [], march(6)),
        ("holiday", ["1"], march(7, 20)),
    ]


def test_after_a_pause_the_phase_has_what_was_left_whoever_is_away(make_game, seat_both, away, ada, carl):
    """HR-12; and what the game master sets by hand stays."""
    game = seat_both(make_game(absence=STANDARD, master=carl))
    away(ada, 5, 7)
    stopping.pause(game=game, user=carl, until=march(5), reason="Moving house")
    assert phase_of(game).deadline == march(6)
    stopping.end_pause(game=game, user=carl, reason="Settled")
    presiding.move_deadline(game=game, user=carl, to=march(6), reason="The ferry")
    assert phase_of(game).deadline == march(6)


@pytest.mark.slow(but_first=True)
@pytest.mark.parametrize("seed", range(12))
def test_any_sequence_ends_where_the_holidays_that_stand_would_have_put_it(
    make_game, seat_both, calais, ada, ben, seed
):
    chance = random.Random(seed)
    game = seat_both(make_game(absence=Absence("standard", 1, 2, 5, 8), pace=Pace(auctions=9 * 86400)))
    start, standing = phase_of(game).deadline, []
    for _step in range(12):
        if standing and chance.random() < 0.45:
            take_back_one = standing.pop(chance.randrange(len(standing)))
            take_back(holiday=take_back_one, user=take_back_one.user)
        else:
            first = chance.randint(2, 16)
            days = {
                "first": date(2026, 3, first),
                "last": date(2026, 3, first + chance.randint(0, 5)),
                "back": time(chance.choice((13, 20, 23))),
            }
            try:
                announced = announce(league=calais, user=chance.choice((ada, ben)), zone="UTC", **days)
            except BadHoliday:
                continue
            if announced.holiday not in standing:
                standing.append(announced.holiday)
        phase = Phase.objects.select_related("game").get(game=game)
        would_be = after_holidays(start, spells_in([phase])[0])
        assert phase.deadline == (would_be.to if would_be else start), standing
        last = ClockEntry.objects.filter(phase=phase).order_by("pk").last()
        assert last is None or last.after == phase.deadline == phase.closes_at


def test_days_that_move_no_deadline_are_said_at_once_and_next_years_are_counted(
    client_of, ada, calais, set_clock
):
    set_clock(datetime(2026, 12, 1, tzinfo=UTC))
    client, here = client_of(ada), reverse("games:holidays", args=["calais"])
    given = {"first": "2026-12-15", "last": "2027-01-03", "back": "20:00"}
    page = " ".join(client.post(here, given, follow=True).content.decode().split())
    assert "3 of these days move no deadline" in page and "rules count 14 a year" in page
    assert "Days in 2026" in page and "Days in 2027" in page
    assert "0 of 14" in page and "11 of 14" in page
    assert "3 days, which move no deadline" in page
    given = {"first": "2027-02-01", "last": "2027-02-02", "back": "20:00"}
    page = client.post(here, given, follow=True).content.decode()
    assert "of these days" not in page and "9 of 14" in page


@pytest.mark.parametrize(
    ("first", "last", "english", "french"),
    [
        (date(2026, 11, 26), date(2026, 11, 29), "26 to 29 November", "du 26 au 29 novembre"),
        (date(2026, 11, 26), date(2026, 12, 2), "26 November to 2 December", "du 26 novembre au 2 décembre"),
        (date(2026, 11, 26), date(2026, 11, 26), "26 November", "26 novembre"),
    ],
)
def test_a_holiday_names_its_month_once(first, last, english, french, monkeypatch):
    monkeypatch.setattr("games.pages.holidays.timezone.localdate", lambda: date(2026, 3, 1))
    own = OwnHoliday(1, first, last, NOON, 1, may_take_back=False, is_over=False)
    for language, said in (("en", english), ("fr", french)):
        with override(language):
            assert own.says == said
