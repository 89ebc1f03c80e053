"""Doubts about results, rulings, and what they do to the table."""

from __future__ import annotations

import pytest
from django.urls import reverse

from games.common import clock
from games.common.outbox.row import OutboxRow
from games.engine.forced_result import Measure
from games.errors import NotOver
from games.models import SeatResult, Tenure
from games.services.masters import contest_rulings
from league.competitions import services
from league.competitions.errors import (
    AlreadyDisputed,
    AlreadyRuled,
    BadRules,
    NoReason,
    NotArbiter,
    NothingToRule,
    NotInState,
    NotYours,
    NoWords,
    WindowOver,
)
from league.competitions.ladder.services import table
from league.competitions.log import exporting
from league.competitions.models import Dispute, Event, FinalPlace
from league.competitions.selectors.disputes import dispute_page, recorded_of
from league.competitions.services import disputing
from league.competitions.services.receiving import take_out_of_competitions
from league.competitions.state.season_access import reader_of
from league.leagues.models import Membership
from league.users.deletion import CannotDelete, consequences_of, delete_account
from tests.league.competitions.rows import open_at
from tests.league.competitions.seasons import RULES

SAID = "My three orders were saved at 19:41, and the report has none of them."


@pytest.fixture
def upset(season):
    """The last of four has beaten the first, and stands there."""
    season.low, season.high = season.entry(4), season.entry(1)
    season.before = season.table
    season.challenge_ = season.play(season.low, season.high)
    return season


@pytest.mark.slow
def test_a_dispute_is_answered_and_ruled_and_the_ranks_go_back(upset):
    made = services.dispute(pairing=upset.challenge_.pairing, user=upset.high.user, said=SAID)
    assert (
        services.dispute(pairing=upset.challenge_.pairing, user=upset.high.user, said="again").pk == made.pk
    )
    told = OutboxRow.objects.filter(payload__occasion="disputed").values_list("payload__user", flat=True)
    assert set(told) == {upset.low.user_id, upset.high.user_id, upset.arbiter.pk}
    with pytest.raises(AlreadyDisputed):
        services.dispute(pairing=upset.challenge_.pairing, user=upset.low.user, said="me too")
    with pytest.raises(NotYours):
        services.answer(dispute=made, user=upset.high.user, said="and")
    services.answer(dispute=made, user=upset.low.user, said="I saw nothing unusual.")
    with pytest.raises(NotInState):
        services.answer(dispute=made, user=upset.low.user, said="more")
    # A later result that stands on it is folded again.
    second, third = upset.entry(2), upset.entry(3)
    upset.play(third, second)
    ruled = services.rule(
        pairing=upset.challenge_.pairing, by=upset.arbiter, ruling="annulled", reason="A fault of the site."
    )
    assert (ruled.pk, ruled.ruled_by_id) == (made.pk, upset.arbiter.pk)
    # Whom the third has beaten stood first before that challenge, as it is folded now.
    assert upset.table[:2] == [third.number, upset.high.number] and upset.table[3] == upset.low.number
    events = Event.objects.filter(kind="result", number=upset.challenge_.number).order_by("pk")
    assert [each.facts["how"] for each in events] == ["ID-19", "HR-6"]
    assert events[0].at == events[1].at and events[1].supersedes == events[0]
    counting = SeatResult.objects.filter(game=upset.challenge_.game.pk, superseded_by=None)
    assert {row.outcome for row in counting} == {"void"}
    assert not table.has_drifted(upset.competition)
    assert upset.hear() == 0


@pytest.mark.slow
def test_a_ruled_result_is_final_on_every_page(upset, client_of):
    """Its players cannot dispute it again, so no page says until when they could."""
    client, code = client_of(upset.high.user), upset.competition.code

    def page(*parts):
        return client.get(f"/l/calais/competitions/{code}/{'/'.join(parts)}").content.decode()

    addresses = (), ("results", ""), ("p", str(upset.low.number), ""), ("disputes", "1", "")
    for parts in addresses:
        assert "provisional" in page(*parts).replace("marked provisional", ""), parts
    services.rule(pairing=upset.challenge_.pairing, by=upset.arbiter, ruling="annulled", reason="A fault.")
    for parts in addresses:
        assert "provisional" not in page(*parts).replace("marked provisional", ""), parts
    assert "final by a ruling" in page("results", "")
    exported = exporting.export(upset.refresh().competition, clock.now())["events"]
    assert [each["provisional"] for each in exported if each["kind"] == "result"] == [False, False]


@pytest.mark.slow
def test_what_the_site_recorded_ends_with_the_game(upset):
    """The phase in which the loser conceded would have closed later; it never did."""
    recorded = recorded_of(upset.challenge_.pairing, disputing.result_of(upset.challenge_.pairing))
    assert [each.says for each in recorded][-1] == "The game ended."
    assert not any("closed" in each.says for each in recorded)
    assert recorded == sorted(recorded, key=lambda each: each.at)


@pytest.mark.slow
def test_a_forfeit_by_ruling_turns_a_result_round_and_a_later_ruling_replaces_it(upset):
    services.rule(
        pairing=upset.challenge_.pairing,
        by=upset.arbiter,
        ruling="forfeit",
        forfeited_by=upset.low,
        reason="Two accounts.",
    )
    assert upset.table == upset.before
    again = services.rule(
        pairing=upset.challenge_.pairing,
        by=upset.arbiter,
        ruling="forfeit",
        forfeited_by=upset.low,
        reason="Two accounts.",
    )
    assert upset.challenge_.pairing.disputes.get() == again
    services.rule(
        pairing=upset.challenge_.pairing,
        by=upset.arbiter,
        ruling="forfeit",
        forfeited_by=upset.high,
        reason="Two accounts.",
    )
    assert upset.table[0] == upset.low.number, "the same words about the other one are another ruling"
    assert Event.objects.filter(kind="result", superseded_by=None).count() == 1


@pytest.mark.slow
def test_that_a_result_stands_brings_back_what_a_ruling_had_changed(upset):
    own = disputing.result_of(upset.challenge_).facts
    after = upset.table
    services.rule(pairing=upset.challenge_.pairing, by=upset.arbiter, ruling="annulled", reason="A mistake?")
    assert upset.table == upset.before
    services.rule(pairing=upset.challenge_.pairing, by=upset.arbiter, ruling="stands", reason="No mistake.")
    assert upset.table == after
    assert disputing.result_of(upset.challenge_).facts == own
    assert not table.has_drifted(upset.competition)


@pytest.mark.slow
def test_who_may_dispute_and_rule_and_until_when(upset):
    with pytest.raises(NotYours):
        services.dispute(pairing=upset.challenge_.pairing, user=upset.arbiter, said=SAID)
    with pytest.raises(NoWords):
        services.dispute(pairing=upset.challenge_.pairing, user=upset.high.user, said=" ")
    for person in (upset.organiser, upset.high.user):
        with pytest.raises(NotArbiter):
            services.rule(pairing=upset.challenge_.pairing, by=person, ruling="stands", reason="so")
    with pytest.raises(NoReason):
        services.rule(pairing=upset.challenge_.pairing, by=upset.arbiter, ruling="stands", reason="")
    for ruling, loser in (("forfeit", None), ("stands", upset.low), ("nonsense", None)):
        with pytest.raises(BadRules):
            services.rule(
                pairing=upset.challenge_.pairing,
                by=upset.arbiter,
                ruling=ruling,
                forfeited_by=loser,
                reason="so",
            )
    upset.clock.pass_(days=2)
    with pytest.raises(WindowOver):
        services.dispute(pairing=upset.challenge_.pairing, user=upset.high.user, said=SAID)
    waiting = upset.begin_game(upset.entry(4), upset.entry(3))
    with pytest.raises(NothingToRule):
        services.rule(pairing=waiting.pairing, by=upset.arbiter, ruling="stands", reason="so")


@pytest.mark.slow(but_first=True)
@pytest.mark.parametrize("disqualify", [False, True])
def test_who_was_sent_away_does_not_dispute(upset, client_of, disqualify):
    high = upset.high.user
    assert 'name="dispute-said"' in client_of(high).get(page_of(upset)).content.decode()
    services.remove(
        competition=upset.competition,
        entry=upset.high,
        by=upset.arbiter,
        reason="Rude.",
        disqualify=disqualify,
    )
    with pytest.raises(NotYours):
        services.dispute(pairing=upset.challenge_.pairing, user=high, said=SAID)
    assert 'name="dispute-said"' not in client_of(high).get(page_of(upset)).content.decode()
    assert services.dispute(pairing=upset.challenge_.pairing, user=upset.low.user, said=SAID)


@pytest.mark.slow
def test_either_player_may_dispute_and_both_and_the_arbiters_are_told(upset, client_of):
    low, high = upset.low.user, upset.high.user
    for player in (low, high):
        assert 'name="dispute-said"' in client_of(player).get(page_of(upset)).content.decode()
    services.dispute(pairing=upset.challenge_.pairing, user=low, said=SAID)
    told = OutboxRow.objects.filter(payload__occasion="disputed").values_list("payload__user", flat=True)
    assert sorted(told) == sorted([low.pk, high.pk, upset.arbiter.pk])


@pytest.mark.slow
def test_nobody_else_in_the_season_disputes(upset, client_of):
    players = (upset.low.pk, upset.high.pk)
    third = upset.competition.entries.select_related("user").exclude(pk__in=players).first()
    with pytest.raises(NotYours):
        services.dispute(pairing=upset.challenge_.pairing, user=third.user, said=SAID)
    assert 'name="dispute-said"' not in client_of(third.user).get(page_of(upset)).content.decode()
    posted = client_of(third.user).post(page_of(upset), {"act": "dispute", "dispute-said": SAID})
    assert posted.status_code == 404 and not Dispute.objects.exists()


@pytest.mark.slow
def test_whoever_else_once_disputed_a_result_is_still_not_named(upset, client_of):
    """Everyone in a season could, in earlier releases, and was told that they would not be named."""
    players = (upset.low.pk, upset.high.pk)
    third = upset.competition.entries.select_related("user").exclude(pk__in=players).first()
    Dispute.objects.create(
        competition=upset.competition,
        pairing=upset.challenge_.pairing,
        raised_by=third,
        said=SAID,
        **open_at(upset.clock.now),
    )
    page = client_of(upset.high.user).get(page_of(upset)).content.decode()
    assert "Another player of the season" in page
    said = page.split("Statements")[1].split("What the site knows")[0]
    assert third.user.get_username() not in said.casefold()


@pytest.mark.slow
def test_nobody_outside_the_season_disputes(upset, client_of):
    stranger = upset.member("stranger")
    with pytest.raises(NotYours):
        services.dispute(pairing=upset.challenge_.pairing, user=stranger, said=SAID)
    assert 'name="dispute-said"' not in client_of(stranger).get(page_of(upset)).content.decode()


@pytest.mark.slow
def test_a_result_heard_of_late_can_be_disputed_from_then_on(season):
    challenge = season.begin_game(season.entry(2), season.entry(1))
    season.concede(challenge, challenge.of)
    season.clock.pass_(days=9)
    season.hear()
    assert services.dispute(pairing=challenge.pairing, user=challenge.of.user, said=SAID).pk


@pytest.mark.slow
def test_an_open_dispute_keeps_the_season_from_ending(upset):
    services.dispute(pairing=upset.challenge_.pairing, user=upset.high.user, said=SAID)
    Dispute.objects.update(**open_at(RULES.ends_at))  # arbiters have their days to rule
    upset.clock(RULES.ends_at)
    upset.turn()
    assert not upset.turn(days=9)
    services.rule(
        pairing=upset.challenge_.pairing, by=upset.arbiter, ruling="stands", reason="Nothing was lost."
    )
    with pytest.raises(AlreadyRuled):
        services.dispute(pairing=upset.challenge_.pairing, user=upset.low.user, said=SAID)
    assert upset.turn(hours=1)
    assert FinalPlace.objects.filter(competition=upset.competition).count() == 4
    with pytest.raises(NotInState):
        services.rule(pairing=upset.challenge_.pairing, by=upset.arbiter, ruling="stands", reason="Late.")


@pytest.mark.slow
def test_games_open_three_weeks_after_the_end_are_ended_by_the_site(season):
    challenge = season.begin_game(season.entry(2), season.entry(1))
    before = season.table
    season.clock(RULES.ends_at)
    season.turn()
    season.turn(days=20)
    challenge.refresh_from_db()
    assert challenge.state == "playing", "it is still played out"
    assert season.turn(days=1)
    challenge.refresh_from_db()
    event = Event.objects.get(kind="result")
    assert (challenge.state, event.at) == ("over", season.clock.now)
    assert (event.facts["how"], event.facts["winner"]) == ("HR-6", None)  # no year was finished
    assert (season.competition.state, season.table) == ("closing", before)
    assert season.turn(days=3)
    assert season.competition.state == "finished"
    assert disputing.final_at(season.competition, event) > event.at


@pytest.mark.slow
def test_a_year_that_is_over_decides_a_game_left_open_and_moves_ranks(season, monkeypatch):
    low, high = season.entry(2), season.entry(1)
    challenge = season.begin_game(low, high)
    seat = Tenure.objects.get(game=challenge.game.pk, user=low.user_id).seat.key
    found = Measure(1901, seat, {"1": 3, "2": 4}, {}, {"1": "FRANCE", "2": "TURKEY"})
    monkeypatch.setattr(contest_rulings, "measure_of", lambda _game: found)
    season.clock(RULES.ends_at)
    season.turn()
    season.turn(days=21)
    facts = Event.objects.get(kind="result").facts
    assert (facts["how"], facts["winner"]) == ("HR-7", low.number)
    assert season.table[0] == low.number and not table.has_drifted(season.competition)


@pytest.mark.slow
def test_an_account_is_deleted_when_its_results_are_ruled_and_leaves_its_seasons(upset):
    person = upset.high.user
    made = services.dispute(pairing=upset.challenge_.pairing, user=person, said=SAID)
    with pytest.raises(CannotDelete, match="disputed"):
        delete_account(user=person)
    assert "1 season" in " ".join(consequences_of(person).endings)
    services.rule(pairing=made.pairing, by=upset.arbiter, ruling="stands", reason="Nothing was lost.")
    delete_account(user=person)
    rows = OutboxRow.objects.filter(topic="season_departure")
    list(take_out_of_competitions(list(rows)))
    upset.high.refresh_from_db()
    assert (upset.high.state, upset.high.steps.latest("pk").why) == ("withdrawn", "deleted")
    assert upset.high.number not in upset.table


@pytest.mark.slow
def test_a_dispute_in_a_cancelled_season_waits_for_nobody(upset, client_of):
    made = services.dispute(pairing=upset.challenge_.pairing, user=upset.high.user, said=SAID)
    services.cancel(competition=upset.competition, by=upset.organiser, reason="The hall burnt down.")
    with pytest.raises(NotInState):
        services.answer(dispute=made, user=upset.low.user, said="But I won.")
    page = client_of(upset.low.user).get(page_of(upset)).content.decode()
    assert "provisional until an arbiter rules" not in page and 'name="answer-said"' not in page
    delete_account(user=upset.high.user)


@pytest.mark.slow
def test_a_result_of_the_moment_of_its_challenge_can_be_ruled(upset):
    result = disputing.result_of(upset.challenge_)
    Event.objects.filter(kind="challenge").update(at=result.at)
    page = dispute_page(seen_by_arbiter(upset), upset.challenge_.number)
    assert page is not None
    follows = {option.value: option.follows for option in page.options}
    assert "change" in follows["annulled"] and "stay" in follows["stands"]


@pytest.mark.slow
def test_what_standing_brings_is_said_before_it_is_ruled(upset):
    services.rule(pairing=upset.challenge_.pairing, by=upset.arbiter, ruling="annulled", reason="A mistake?")
    page = dispute_page(seen_by_arbiter(upset), upset.challenge_.number)
    assert page is not None
    assert "change" in next(option.follows for option in page.options if option.value == "stands")


@pytest.mark.slow
def test_what_a_game_refuses_is_said_on_the_page(upset, client_of, monkeypatch):
    def refuse(**_given):
        raise NotOver

    monkeypatch.setattr(services, "rule", refuse)
    posted = {"act": "rule", "ruling": "annulled", "reason": "A long story."}
    answer = client_of(upset.arbiter).post(page_of(upset), posted)
    page = answer.content.decode()
    assert answer.status_code == 200
    assert str(NotOver.message) in page and "A long story." in page


def page_of(season):
    return reverse("tournaments:dispute", args=["calais", season.competition.code, season.challenge_.number])


def seen_by_arbiter(season):
    member = Membership.objects.get(league=season.league, user=season.arbiter)
    return reader_of(season.league, season.competition.code, season.arbiter, member, clock.now())


@pytest.mark.parametrize("ruling", ["stands", "annulled"])
def test_a_ruled_result_is_final_at_once_and_everywhere(upset, client_of, ruling):
    """Long before its window is over, on all pages alike; an arbiter can still replace the ruling."""
    number, home = upset.challenge_.number, upset.competition.get_absolute_url()
    pages = {
        "dispute": f"{home}disputes/{number}/",
        "ladder": home,
        "results": f"{home}results/",
        "row": f"{home}p/{upset.low.number}/",
        "log": f"{home}log/",
    }
    services.dispute(pairing=upset.challenge_.pairing, user=upset.high.user, said=SAID)
    for person in (upset.high.user, upset.arbiter):
        for name, page in pages.items():
            assert "disputed" in client_of(person).get(page).content.decode(), name
    services.rule(
        pairing=upset.challenge_.pairing, by=upset.arbiter, ruling=ruling, reason="Nothing was lost."
    )
    upset.refresh()
    for person in (upset.high.user, upset.arbiter):
        for name, page in pages.items():
            shown = client_of(person).get(page).content.decode()
            assert "provisional until" not in shown and ">provisional<" not in shown, name
            assert ("final by a ruling" in shown) is (name != "dispute"), name
    results = [
        each
        for each in exporting.export(upset.competition, clock.now())["events"]
        if each["kind"] == "result" and not each.get("superseded")
    ]
    assert [each["provisional"] for each in results] == [False]
    assert upset.competition.state == "running"
    other = {"stands": "annulled", "annulled": "stands"}[ruling]
    services.rule(
        pairing=upset.challenge_.pairing, by=upset.arbiter, ruling=other, reason="On second thoughts."
    )
    shown = client_of(upset.high.user).get(pages["dispute"]).content.decode()
    assert "The result is final: an arbiter has ruled." in shown
