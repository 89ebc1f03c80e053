"""A season from its draft to its final table, by its services and the clock."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

import pytest
from django.db import OperationalError, connections

from games.agreed import game_years
from games.common import clock
from games.common.outbox.row import OutboxRow
from games.models import Game, GameArbiter
from games.services.seats import farewell, resigning
from league.competitions import services, tasks
from league.competitions.errors import (
    AlreadyIn,
    BadRules,
    BadWord,
    EntriesClosed,
    HasEntered,
    NoArbiter,
    NoReason,
    NotArbiter,
    NotEntered,
    NotInState,
    NotMember,
    NotOrganiser,
    WasDisqualified,
)
from league.competitions.ladder.rules.ladder_rules import Order
from league.competitions.ladder.services import idling, table
from league.competitions.models import Competition, Draw, Entry, EntryStep, FinalPlace
from league.competitions.rules import calendar, draws
from league.competitions.rules.canonical import sha256_of, written
from league.competitions.services import sequels, turning
from league.competitions.state.conditions import Condition, Refused
from league.leagues import services as leagues
from tests.conftest import make_user
from tests.league.competitions.seasons import DAY, RULES

State = Competition.State


ASKED = ("applied", "asked")


def steps_of(entry):
    return list(entry.steps.values_list("state", "why"))


def test_a_draft_is_edited_and_freezes_when_it_is_announced(make_season):
    season = make_season(smallest=3)
    competition = season.competition
    assert competition.is_draft and competition.rules_sha256 == ""
    # The last day to challenge is computed, whatever the form said.
    assert RULES.challenges_until < competition.challenges_until < RULES.ends_at
    services.update_season(
        competition=competition, by=season.organiser, rules=RULES, arbiters=[season.arbiter]
    )
    season.announce()
    assert season.competition.rules_sha256 == season.competition.terms.sha256
    assert "arbiters" not in season.competition.rules, "one can be replaced"
    assert season.competition.rules["settings"]["draws"] is False
    with pytest.raises(NotInState):
        services.update_season(competition=competition, by=season.organiser, rules=RULES, arbiters=[])
    again = services.announce(competition=competition, by=season.organiser)
    assert Draw.objects.filter(competition=again).count() == 1


def test_a_draft_saved_in_the_old_format_is_announced_in_todays(make_season):
    """A season that was announced in it keeps it."""
    season = make_season()
    old = replace(season.competition.terms, format=1).to_json()
    assert "decline_pause_days" not in old["challenges"]
    Competition.objects.update(rules=old)
    draft = season.refresh().competition
    assert (draft.terms.format, draft.terms.challenges.decline_pause_days) == (2, 5)
    season.announce()
    assert season.competition.rules["format"] == 2
    frozen = {"rules": old, "rules_sha256": sha256_of(old)}
    Competition.objects.update(**frozen)
    assert season.refresh().competition.terms.to_json() == old
    assert season.competition.terms.sha256 == season.competition.rules_sha256


def test_what_follows_from_a_drafts_rules_is_computed_when_it_is_announced(make_season):
    season = make_season()
    draft = season.competition
    right = draft.challenges_until
    stale = draft.rules | {
        "challenges_until": written(RULES.ends_at),
        "league": "dover",
        "settings": {"last_year": 1902},
    }
    Competition.objects.filter(pk=draft.pk).update(rules=stale, challenges_until=RULES.ends_at)
    season.announce()
    frozen = season.competition
    assert frozen.challenges_until == frozen.terms.challenges_until == right
    assert frozen.rules["league"] == "calais"
    assert frozen.rules["settings"]["draws"] is False
    assert frozen.rules_sha256 == frozen.terms.sha256


def test_a_draft_in_which_no_game_could_end_any_more_is_not_announced(make_season, monkeypatch):
    season = make_season()
    monkeypatch.setattr(calendar, "letters_of_year", lambda kinds: (*game_years.letters_of_year(kinds),) * 99)
    with pytest.raises(BadRules, match="too short") as refused:
        services.announce(competition=season.competition, by=season.organiser)
    assert refused.value.field == "ends_at"
    season.refresh()
    assert season.competition.is_draft and not season.competition.draws.exists()


def test_the_next_season_is_drafted_with_a_last_day_of_its_own(season, monkeypatch):
    """In which holidays of another number of years are to be had, say."""
    old = season.competition
    monkeypatch.setattr(calendar.bridge, "seats", lambda _variant, _settings: ["1"])
    draft = sequels.draft_next(old, RULES.ends_at)
    assert draft.ends_at - draft.challenges_until < old.ends_at - old.challenges_until - DAY
    assert draft.challenges_until == draft.terms.challenges_until
    monkeypatch.setattr(calendar, "letters_of_year", lambda kinds: (*game_years.letters_of_year(kinds),) * 99)
    draft.delete()
    assert sequels.draft_next(old, RULES.ends_at).is_draft, "announcing it says what to change"


def test_who_may_make_a_season(make_season):
    season = make_season()
    with pytest.raises(NotOrganiser):
        services.announce(competition=season.competition, by=season.arbiter)
    with pytest.raises(NotMember):
        services.update_season(
            competition=season.competition, by=season.organiser, rules=RULES, arbiters=[make_user("zoe")]
        )
    services.update_season(competition=season.competition, by=season.organiser, rules=RULES, arbiters=[])
    with pytest.raises(NoArbiter):
        services.announce(competition=season.competition, by=season.organiser)
    season.clock(RULES.enters_until)
    with pytest.raises(BadRules):
        services.announce(competition=season.competition, by=season.organiser)


def test_entering_and_what_it_refuses(make_season):
    season = make_season(largest=2, entry_games=1, least_reliability=50).announce()
    stranger = make_user("stranger")
    with pytest.raises(NotMember):
        services.enter(competition=season.competition, user=stranger)
    with pytest.raises(HasEntered):
        services.enter(competition=season.competition, user=season.arbiter)
    with pytest.raises(Refused) as refused:
        season.enter("p1")
    assert [(each.condition, each.asked, each.has) for each in refused.value.unmet] == [
        (Condition.GAMES, 1, 0),
        (Condition.RELIABILITY, 50, 0),
    ]
    assert "you have 0" in str(refused.value)


def test_a_refusal_for_the_date_says_when_in_the_seasons_zone(make_season):
    season = make_season().announce()
    for name in ("p1", "p2"):
        season.enter(name)
    season.clock(RULES.enters_from - timedelta(minutes=1))
    with pytest.raises(EntriesClosed, match=r"Entries open on .*18 Aug.*, 02:00 \(.*Paris"):
        season.enter("early")
    season.clock(RULES.enters_until)
    with pytest.raises(EntriesClosed, match=r"closed on .*31 Aug.*, 02:00 .*Paris.*late .* on .*1 Sep"):
        season.enter("between")
    season.start()
    season.clock(season.competition.challenges_until)
    with pytest.raises(EntriesClosed, match=r"Entries closed on .*00:00 \(.*Paris.*\)\.$"):
        season.enter("late")


def test_places_and_the_waiting_list(make_season):
    season = make_season(largest=2).announce()
    one, two, three = season.enter("p1"), season.enter("p2", word="mine"), season.enter("p3")
    assert [each.state for each in (one, two, three)] == ["accepted", "accepted", "waiting"]
    assert services.enter(competition=season.competition, user=two.user).pk == two.pk
    with pytest.raises(AlreadyIn):
        services.enter(competition=season.competition, user=two.user, word="other")
    with pytest.raises(BadWord):
        services.set_word(entry=one, user=one.user, word="two\nlines")
    services.set_word(entry=one, user=one.user, word="sesame")
    services.withdraw(competition=season.competition, user=one.user)
    three.refresh_from_db()
    assert three.state == Entry.State.ACCEPTED
    assert steps_of(three) == [ASKED, ("waiting", "full"), ("accepted", "free")]
    with pytest.raises(NotEntered):
        services.withdraw(competition=season.competition, user=one.user)
    again = services.enter(competition=season.competition, user=one.user)
    assert (again.number, again.state) == (4, "waiting")
    season.clock(RULES.enters_until)
    with pytest.raises(EntriesClosed):
        season.enter("p5")


@pytest.mark.slow
def test_a_place_that_becomes_free_goes_to_who_waits_while_challenges_may_be_made(make_season, client_of):
    season = make_season(largest=2).begin(2)
    top, low = season.entry(1), season.entry(2)
    waiting = [season.enter(f"q{number}") for number in (1, 2)]
    assert [steps_of(each) for each in waiting] == [[ASKED, ("waiting", "full")]] * 2
    page = client_of(waiting[1].user).get(season.competition.get_absolute_url()).content.decode()
    assert "You are number 2 on the waiting list." in page
    services.withdraw(competition=season.competition, user=top.user)
    assert season.table == [low.number, waiting[0].number], "late, and so at the bottom"
    assert steps_of(waiting[0])[2:] == [("playing", "free")]
    page = client_of(waiting[1].user).get(season.competition.get_absolute_url()).content.decode()
    assert "You are number 1 on the waiting list." in page
    season.clock(season.competition.challenges_until)
    services.withdraw(competition=season.competition, user=low.user)
    assert season.table == [waiting[0].number], "too late to come in"
    assert season.turn()
    waiting[1].refresh_from_db()
    assert waiting[1].state == Entry.State.WITHDRAWN
    assert steps_of(waiting[1])[2:] == [("withdrawn", "closed")]


def test_who_waits_comes_in_between_the_close_of_entries_and_the_start(make_season):
    season = make_season(largest=2).announce()
    one, _two, waits, _last = (season.enter(name) for name in ("p1", "p2", "p3", "p4"))
    season.clock(RULES.enters_until)
    services.withdraw(competition=season.competition, user=one.user)
    waits.refresh_from_db()
    assert waits.state == Entry.State.ACCEPTED
    season.clock(RULES.starts_at)
    assert season.turn()
    assert sorted(season.table) == [2, 3]


def test_the_waiting_list_closes_however_late_the_clock_is_looked_at(make_season):
    season = make_season(largest=2).begin(2)
    waits = season.enter("q1")
    season.clock(RULES.ends_at)
    assert season.turn()
    assert season.competition.state == State.CLOSING
    waits.refresh_from_db()
    assert steps_of(waits)[-1] == ("withdrawn", "closed")


def test_the_first_table_is_a_draw_that_anybody_can_check(make_season):
    season = make_season().announce()
    draw = season.competition.draws.get()
    entries = [season.enter(name) for name in ("p1", "p2", "p3", "p4", "p5")]
    assert (draw.secret, draw.drawn_at) != ("", draw.committed_at)
    season.start()
    draw.refresh_from_db()
    assert draws.commitment_to(draw.secret) == draw.commitment
    assert draw.words == [entry.word for entry in entries]
    seed = draws.seed_of(draw.secret, draw.words)
    assert season.table == draw.order == draws.draw(seed, "initial", [1, 2, 3, 4, 5])
    season.refresh()
    assert season.competition.state == State.RUNNING
    assert not turning.turn(season.competition)
    with pytest.raises(NotInState):
        services.set_word(entry=entries[0], user=entries[0].user, word="late")


def test_a_late_entry_plays_at_once_at_the_bottom(season):
    season.clock.pass_(days=3)
    late = season.enter("p5")
    assert season.table[-1] == late.number == 5
    assert steps_of(late) == [ASKED, ("playing", "late")]


@pytest.mark.slow
def test_a_cancelled_season_voids_its_games(season):
    challenge = season.begin_game(season.entry(2), season.entry(1))
    with pytest.raises(NotArbiter):
        services.cancel(competition=season.competition, by=season.entry(3).user, reason="no")
    with pytest.raises(NoReason):
        services.cancel(competition=season.competition, by=season.organiser, reason=" ")
    services.cancel(competition=season.competition, by=season.organiser, reason="The hall burnt down.")
    season.hear()
    game = Game.objects.get(pk=challenge.game.pk)
    assert game.outcome["how"] == "HR-6"
    again = services.cancel(competition=season.competition, by=season.organiser, reason="twice")
    assert again.cancel_reason == "The hall burnt down."
    told = OutboxRow.objects.filter(topic="season_mail", payload__occasion="cancelled")
    assert told.count() == 4


@pytest.mark.parametrize(("how", "why"), [("leave", "left_league"), ("ban", "banned")])
def test_whoever_leaves_the_league_leaves_its_season(season, how, why):
    gone = season.entry(2)
    if how == "ban":
        leagues.ban(league=season.league, by=season.organiser, person=gone.user, reason="rude", until=None)
    else:
        leagues.leave(league=season.league, user=gone.user)
    deliver_departures()
    gone.refresh_from_db()
    assert gone.state == ("removed" if how == "ban" else "withdrawn")
    assert gone.steps.latest("pk").why == why
    assert gone.number not in season.table and len(season.table) == 3
    deliver_departures()
    assert EntryStep.objects.filter(entry=gone).count() == 4


def deliver_departures():
    from league.competitions.services.receiving import take_out_of_competitions

    list(take_out_of_competitions(list(OutboxRow.objects.filter(topic="season_departure"))))


@pytest.mark.slow
def test_an_account_deleted_by_its_page_concedes_its_games_by_their_numbers(season, client_of, monkeypatch):
    gone = season.entry(1)
    first = season.begin_game(season.entry(2), gone)
    later = season.begin_game(season.entry(3), gone)
    Game.objects.filter(pk=later.game.pk).update(started_at=season.clock.now - DAY)
    season.clock.pass_(hours=1)
    conceded = []

    def resign(*, game, user):
        conceded.append(game.pk)
        resigning.resign(game=game, user=user)

    monkeypatch.setattr(farewell, "resign", resign)
    gone.user.set_password("Channel tunnel 1994")
    gone.user.save()
    typed = {"name": gone.user.username, "password": "Channel tunnel 1994"}
    assert client_of(gone.user).post("/profile/delete/", typed).status_code == 302
    assert conceded == [first.game.pk, later.game.pk]
    season.clock.pass_(minutes=1)
    deliver_departures()
    season.hear()
    gone.refresh_from_db()
    assert steps_of(gone)[-1] == ("withdrawn", "deleted")
    assert gone.number not in season.table and len(season.table) == 3
    events = {event.number: event for event in season.competition.events.filter(kind="result")}
    for challenge in (first, later):
        facts = events[challenge.number].facts
        assert (facts["winner"], facts["loser"]) == (challenge.by.number, gone.number)
        assert Game.objects.get(pk=challenge.game.pk).outcome["how"] == "ID-19"
    assert season.competition.events.get(kind="leaves").at > max(event.at for event in events.values())
    assert not table.has_drifted(season.competition)


@pytest.mark.slow
def test_a_season_ends_when_its_last_result_is_final(season):
    one, two = season.entry(1), season.entry(2)
    season.play(two, one)
    still_open = season.begin_game(season.entry(4), season.entry(3))
    season.clock(RULES.ends_at)
    assert season.turn()
    assert season.competition.state == State.CLOSING
    assert not season.turn(days=1)
    season.concede(still_open, still_open.by)
    season.hear()
    assert not season.turn(days=1)  # the window for disputes is two days
    assert season.turn(days=1, hours=1)
    assert season.competition.state == State.FINISHED
    places = FinalPlace.objects.filter(competition=season.competition)
    assert [each.entry.number for each in places] == season.table
    assert [each.rank for each in places] == [1, None, 2, None]  # a game is needed; those ended early
    draft = season.competition.next_seasons.get()
    assert (draft.name, draft.state, draft.terms.order) == ("Season 4", State.DRAFT, Order.PREVIOUS)
    assert draft.enters_from >= season.clock.now + timedelta(days=7)
    assert draft.rules["previous"] == season.competition.code


@pytest.mark.slow
def test_a_result_that_was_heard_of_late_can_be_disputed_before_the_end(season):
    late = season.begin_game(season.entry(2), season.entry(1))
    season.clock(RULES.ends_at)
    season.concede(late, late.of)
    assert season.turn(days=5)
    season.hear()
    assert not season.turn(days=1)
    doubt = services.dispute(pairing=late.pairing, user=late.of.user, said="I was asleep.")
    assert not season.turn(days=2)
    ruling = {"ruling": "annulled", "reason": "So be it."}
    services.rule(pairing=doubt.pairing, by=season.arbiter, **ruling)
    assert season.turn()
    assert season.competition.state == State.FINISHED


@pytest.mark.slow
def test_the_next_season_begins_with_those_who_have_a_final_place_and_draws_all_others(make_season):
    season = make_season(least_games=1).begin(3)
    one, two, three = (season.entry(rank) for rank in (1, 2, 3))
    season.play(three, two)
    season.clock(RULES.ends_at)
    season.turn()
    season.turn(days=3)
    ranks = dict(season.competition.final_places.values_list("entry__number", "rank"))
    # A concession before the first autumn counts for its winner alone.
    assert ranks == {one.number: None, three.number: 1, two.number: None}
    draft = season.competition.next_seasons.get()
    services.announce(competition=draft, by=season.organiser)
    season.clock(draft.enters_from)
    new = season.member("new")
    for person in (new, one.user, two.user, three.user):
        services.enter(competition=draft, user=person)
    season.clock(draft.starts_at)
    turning.turn(draft)
    table = draft.standings.order_by("rank").values_list("entry__user", flat=True)
    assert list(table)[:1] == [three.user.pk]
    draw = draft.draws.get()
    others = draft.entries.filter(user__in=[one.user, two.user, new]).order_by("number")
    assert draw.over == list(others.values_list("number", flat=True))
    drawn = [draft.entries.get(number=number).user_id for number in draw.order]
    assert list(table)[1:] == drawn


@pytest.mark.slow
def test_a_removal_by_an_arbiter_forfeits_the_open_games_first(season):
    out = season.entry(1)
    first = season.begin_game(season.entry(2), out)
    season.clock.pass_(hours=1)
    second = season.begin_game(season.entry(3), out)
    season.clock.pass_(hours=1)
    with pytest.raises(NotArbiter):
        services.remove(competition=season.competition, entry=out, by=season.organiser, reason="x")
    services.remove(
        competition=season.competition, entry=out, by=season.arbiter, reason="Two accounts.", disqualify=True
    )
    season.hear()
    for challenge in (first, second):
        challenge.refresh_from_db()
        assert challenge.state == "over"
        assert challenge.game.outcome["how"] == "HR-5"
    assert out.number not in season.table
    assert season.table[:2] == [first.by.number, second.by.number]
    with pytest.raises(WasDisqualified):
        services.enter(competition=season.competition, user=out.user)


@pytest.mark.slow
def test_another_arbiter_rules_in_the_games_that_run(season):
    challenge = season.begin_game(season.entry(2), season.entry(1))
    other = season.member("ines")
    with pytest.raises(NotArbiter):
        services.name_arbiter(competition=season.competition, by=season.entry(3).user, user=other)
    with pytest.raises(HasEntered):
        services.name_arbiter(competition=season.competition, by=season.organiser, user=season.entry(3).user)
    with pytest.raises(NotMember):
        services.name_arbiter(competition=season.competition, by=season.organiser, user=make_user("zoe"))
    services.name_arbiter(competition=season.competition, by=season.organiser, user=other)
    leagues.leave(league=season.league, user=season.arbiter)
    deliver_departures()
    powers = GameArbiter.objects.filter(game=challenge.game.pk, left_at=None)
    assert [each.user for each in powers] == [other]
    assert [each.user for each in season.competition.arbiters.filter(left_at=None)] == [other]


@pytest.mark.slow
def test_whoever_enters_again_begins_at_the_bottom_under_a_new_number(season):
    top = season.entry(1)
    services.withdraw(competition=season.competition, user=top.user)
    assert len(season.table) == 3
    again = services.enter(competition=season.competition, user=top.user)
    assert (again.number, season.table[-1]) == (5, 5)


def test_nobody_suspended_enters(make_season):
    season = make_season().announce()
    person = season.member("p1")
    until = season.clock.now + DAY
    season.league.memberships.filter(user=person).update(suspended_until=until)
    with pytest.raises(Refused) as refused:
        services.enter(competition=season.competition, user=person)
    assert [each.condition for each in refused.value.unmet] == [Condition.SUSPENDED]


def test_a_season_by_invitation_lets_in_those_invited(make_season):
    season = make_season(invitation=True).announce()
    guest, other = season.member("guest"), season.member("other")
    services.invite(competition=season.competition, by=season.arbiter, user=guest)
    services.invite(competition=season.competition, by=season.arbiter, user=guest)
    services.enter(competition=season.competition, user=guest)
    with pytest.raises(Refused):
        services.enter(competition=season.competition, user=other)
    services.invite(competition=season.competition, by=season.organiser, user=other)
    services.uninvite(competition=season.competition, by=season.organiser, user=other)
    with pytest.raises(Refused):
        services.enter(competition=season.competition, user=other)


def fails_for(broken, act, error=ValueError):
    def fail(competition, *rest):
        if competition.pk == broken.pk:
            raise error("sealed words")
        return act(competition, *rest)

    return fail


@pytest.fixture
def broken(season):
    """A season like the other, older or not, of which every act fails."""
    made = Competition.objects.get(pk=season.competition.pk)
    made.pk, made.code = None, "brokenone"
    made.save(force_insert=True)
    return made


@pytest.mark.slow(but_first=True)
@pytest.mark.parametrize("error", [ValueError, OperationalError])
def test_a_season_that_fails_keeps_no_other_from_going_on(season, broken, monkeypatch, caplog, error):
    """Nor does one that waited for a lock too long."""
    season.clock(RULES.ends_at)
    monkeypatch.setattr(turning, "turn", fails_for(broken, turning.turn, error))
    assert turning.turn_all() == 1
    assert season.refresh().competition.state == State.CLOSING
    assert "brokenone" in caplog.text and "sealed words" not in caplog.text


@pytest.mark.slow
def test_a_data_base_that_is_gone_stops_it_all(season, broken, monkeypatch):
    season.clock(RULES.ends_at)
    monkeypatch.setattr(turning, "turn", fails_for(broken, turning.turn, OperationalError))
    monkeypatch.setattr(connections["default"], "is_usable", lambda: False)
    with pytest.raises(OperationalError):
        turning.turn_all()


@pytest.mark.slow
def test_nor_from_being_watched_and_compared(season, broken, monkeypatch, caplog):
    season.clock(clock.midnight(idling.first_day(season.competition) + DAY, RULES.zone))
    monkeypatch.setattr(idling, "watch", fails_for(broken, idling.watch))
    assert idling.watch_all() == 1
    assert "brokenone" in caplog.text and "sealed words" not in caplog.text
    monkeypatch.setattr(table, "has_drifted", fails_for(broken, table.has_drifted))
    assert tasks.compare_all() == ["brokenone"], "what cannot be counted is told of, too"
