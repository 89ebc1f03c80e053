"""Real money that no one claims goes nowhere by itself: two people choose the season that gets it."""

from __future__ import annotations

import pytest
from django.db import connection, transaction
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from games.common import clock
from games.common.outbox.row import OutboxRow
from league.competitions.models import Arbiter, Competition
from league.competitions.rules.canonical import sha256_of
from league.competitions.services.founding import call_off
from league.competitions.services.locking import lock
from league.prizes.agreed.treasurers import trustees_of
from league.prizes.book import ledger
from league.prizes.book.verifying import verify
from league.prizes.errors import AnotherWaits, HasRefused, NotToCarry, NotTrusted, OtherContent, PlaysThere
from league.prizes.models import Booking, Payout, Proposal, Trustee, TrustStep
from league.prizes.services.payouts.confirming import ConfirmationOutcome, confirm, refuse
from league.prizes.services.payouts.paying_out import claim
from league.prizes.services.refunds.carrying import propose_carrying, to_carry
from league.prizes.services.refunds.destinations import facts_of
from league.prizes.services.watching import watch
from tests.conftest import make_user
from tests.league.prizes.pages import at, text_of
from tests.league.prizes.test_unclaimed import another, confirmed

pytestmark = pytest.mark.django_db

POOL = 3 * 1140
EUROS = {"currency": "EUR", "online": False, "guarantor": ""}


def call_off_now(season, by) -> None:
    """As once a proposal to cancel it has been agreed to."""
    with transaction.atomic():
        call_off(lock(season), by, "Nobody has time.")


@pytest.fixture
def over(make_money_season, settings):
    """No one has claimed their prizes for 180 days."""
    settings.PRIZES_REAL_MONEY, settings.PRIZES_OPERATOR = True, "Relais Jeux"
    season = confirmed(make_money_season(EUROS).begin(3).finish())
    season.clock.pass_(days=180)
    return season


@pytest.fixture
def target(over):
    return another(over, is_sequel=False)


def propose(season, target, by=None):
    return propose_carrying(
        competition=season.competition,
        by=by or season.henrik,
        target=target,
        sha256=sha256_of(facts_of(target)),
    )


def said(about: str) -> list[int]:
    rows = OutboxRow.objects.filter(topic="prize_mail", payload__occasion=about).order_by("pk")
    return [row.payload["user"] for row in rows]


def states(season) -> set[str]:
    return set(Payout.objects.filter(book=season.book).values_list("state", flat=True))


@pytest.mark.parametrize("is_sequel", [True, False])
def test_nothing_goes_over_by_itself(over, is_sequel):
    target = another(over, is_sequel=is_sequel)
    for _ten_days in range(3):
        watch(over.competition)
        over.clock.pass_(days=10)
    assert (states(over), target.book.bookings.count()) == ({"confirmed"}, 0)


def test_two_people_choose_and_it_goes_over_once(over, target):
    made = propose(over, target)
    assert said("to_confirm")[-1] == over.ines.pk
    watch(over.competition)
    assert target.book.bookings.count() == 0, "one person's word is not enough"
    assert confirm(proposal=made, by=over.henrik, sha256=made.sha256) is ConfirmationOutcome.WAITS
    assert confirm(proposal=made, by=over.ines, sha256=made.sha256) is ConfirmationOutcome.GOES_OVER
    for _again in range(2):
        watch(over.competition)
        assert ledger.balance(target.book, "pool") == -POOL
        assert (over.balance("payouts"), states(over)) == (0, {"carried"})
    assert verify(over.book).is_right and verify(target.book).is_right
    assert set(Booking.objects.filter(book=over.book, kind="carried").values_list("reason", flat=True)) == {
        target.name
    }
    steps = TrustStep.objects.filter(competition=over.competition, reason=target.name).order_by("pk")
    assert list(steps.values_list("kind", "user")) == [
        ("carries", over.henrik.pk),
        ("confirmed", over.ines.pk),
    ]


def test_whose_refusal_is_undecided_proposes_nothing(over, target, client_of):
    """As they confirm nothing: an administrator decides first, or another treasurer proposes it."""
    Trustee.objects.filter(competition=over.competition, user=over.henrik).update(refused_at=clock.now())
    with pytest.raises(HasRefused):
        propose(over, target)
    assert not Proposal.objects.filter(kind="carrying").exists()
    pages = {person: client_of(person).get(at("desk", over)) for person in (over.henrik, over.ines)}
    assert {person: page.context["page"].may_carry for person, page in pages.items()} == {
        over.henrik: False,
        over.ines: True,
    }
    assert propose(over, target, by=over.ines).state == "open"


def test_who_claims_meanwhile_has_it(over, target):
    first, second, _third = Payout.objects.filter(book=over.book).order_by("rank")
    made = propose(over, target)
    claim(payout=first, user=first.entry.user, pay_to="FR76")
    assert confirm(proposal=made, by=over.ines, sha256=made.sha256) is ConfirmationOutcome.CHANGED
    assert said("withdrawn") == [over.henrik.pk, over.ines.pk]
    made = propose(over, target, by=over.ines)
    assert confirm(proposal=made, by=over.henrik, sha256=made.sha256) is ConfirmationOutcome.GOES_OVER
    claim(payout=second, user=second.entry.user, pay_to="FR76")
    watch(over.competition)
    found = dict(Payout.objects.filter(book=over.book).values_list("rank", "state"))
    assert found == {1: "claimed", 2: "claimed", 3: "carried"}


def test_after_a_year_it_goes_back_as_before(over, target):
    over.clock.pass_(days=185)
    watch(over.competition)
    assert states(over) == {"returned"}
    assert (over.balance("refunds"), target.book.bookings.count()) == (-POOL, 0)


def test_a_choice_that_stands_goes_before_the_year_and_a_lapsed_one_does_not(over, target):
    propose(over, target)
    over.clock.pass_(days=14)
    watch(over.competition)
    assert Proposal.objects.get(kind="carrying").state == "withdrawn"
    assert len(trustees_of(over.competition)) == 2, "nobody is lost for not answering"
    assert said("withdrawn") == [over.henrik.pk, over.ines.pk]


def test_a_refusal_ends_it_and_nobody_has_to_decide(over, target):
    made = propose(over, target)
    refuse(proposal=made, by=over.ines, reason="That season is for two friends.")
    made.refresh_from_db()
    assert made.state == "withdrawn"
    assert TrustStep.objects.filter(kind="refused", reason="That season is for two friends.").exists()
    again = propose(over, target, by=over.ines)
    assert confirm(proposal=again, by=over.henrik, sha256=again.sha256) is ConfirmationOutcome.GOES_OVER


def test_it_goes_only_where_it_may(over, target, settings):
    play = another(over, is_sequel=False, currency="XTS")
    draft = Competition.objects.get(pk=another(over, is_sequel=False).pk)
    Competition.objects.filter(pk=draft.pk).update(state="draft")
    gone = another(over, is_sequel=False)
    call_off_now(gone, over.henrik)
    for wrong in (play, draft, gone, over.competition):
        with pytest.raises(NotToCarry):
            propose(over, wrong)
    with pytest.raises(NotTrusted):
        propose(over, target, by=over.organiser)
    propose(over, target)
    with pytest.raises(AnotherWaits):
        propose(over, target, by=over.ines)


def test_before_its_time_there_is_nothing_to_give(make_money_season, settings):
    settings.PRIZES_REAL_MONEY, settings.PRIZES_OPERATOR = True, "Relais Jeux"
    season = confirmed(make_money_season(EUROS).begin(3).finish())
    later = another(season, is_sequel=False)
    season.clock.pass_(days=180, seconds=-1)
    assert to_carry(season.competition, season.book, season.clock.now) == []
    with pytest.raises(NotToCarry):
        propose(season, later)


def test_play_money_is_chosen_by_nobody(make_money_season):
    season = confirmed(make_money_season().begin(3).finish())
    later = another(season, is_sequel=False)
    season.clock.pass_(days=181)
    with pytest.raises(NotToCarry):
        propose(season, later)


def change_arbiters(season, target):
    person = make_user("newcomer")
    Arbiter.objects.create(competition=target, user=person, named_at=season.clock.now)


def cancel(season, target):
    call_off_now(target, season.henrik)


@pytest.mark.parametrize("change", [change_arbiters, cancel])
def test_a_season_that_is_not_as_it_was_seen_gets_nothing(over, target, change):
    seen = sha256_of(facts_of(target))
    made = propose(over, target)
    change(over, target)
    assert confirm(proposal=made, by=over.ines, sha256=made.sha256) is ConfirmationOutcome.CHANGED
    with pytest.raises(NotToCarry):
        propose_carrying(competition=over.competition, by=over.henrik, target=target, sha256=seen)


@pytest.mark.parametrize("change", [change_arbiters, cancel])
def test_nor_one_that_changes_between_the_word_and_the_booking(over, target, change):
    made = propose(over, target)
    confirm(proposal=made, by=over.ines, sha256=made.sha256)
    change(over, target)
    watch(over.competition)
    assert states(over) == {"confirmed"}
    assert len(to_carry(over.competition, over.book, over.clock.now)) == 3, "another can be chosen"


def test_who_plays_there_decides_nothing(over, target):
    made = propose(over, target)
    Arbiter.objects.filter(competition=target, user=over.ines).delete()
    now = over.clock.now
    target.entries.create(user=over.ines, number=1, state="withdrawn", entered_at=now, left_at=now)
    Proposal.objects.filter(pk=made.pk).update(
        content={"carrying": {**made.content["carrying"], "season": facts_of(target)}}
    )
    with pytest.raises(PlaysThere):
        confirm(proposal=made, by=over.ines, sha256=made.sha256)
    refuse(proposal=made, by=over.henrik, reason="Not there.")
    with pytest.raises(PlaysThere):
        propose(over, target, by=over.ines)
    with pytest.raises(OtherContent):
        confirm(proposal=made, by=over.henrik, sha256="0" * 64)


def test_the_pages_show_who_may_enter_and_who_its_arbiters_are(over, target, client_of):
    henrik, ines = client_of(over.henrik), client_of(over.ines)
    desk = text_of(henrik.get(at("desk", over)))
    assert "Choose a season" in desk and "Can go to another season from" in desk
    page = at("carrying", over)
    opened = henrik.get(page)
    text = text_of(opened)
    assert target.name in text and "A confirmed e-mail address." in text and "henrik, ines" in text.casefold()
    assert "Choose a season." in text_of(henrik.post(page, {}))
    assert "Look at it again" in text_of(henrik.post(page, {"season": f"{target.code}:{'0' * 64}"}))
    value = opened.context["page"].seasons[0].value
    told = text_of(henrik.post(page, {"season": value}, follow=True))
    assert "confirmed by you" in told and "Money for another season" in told
    made = Proposal.objects.get(kind="carrying")
    assert "Decide: money for another season" in text_of(ines.get(reverse("games:mine")))
    proposal = at("proposal", over, made.pk)
    text = text_of(ines.get(proposal))
    assert f"It would go to {target.name}" in text and "henrik, ines" in text.casefold()
    done = ines.post(proposal, {"act": "confirm", "sha256": made.sha256}, follow=True)
    assert "The money is transferred within minutes." in text_of(done)
    watch(over.competition)
    statement = text_of(client_of(None).get(at("statement", over)))
    assert f"to {target.name}" in statement and "given to another season" in statement
    assert henrik.get(page).status_code == 404
    for person in (None, over.organiser, over.entry(1).user):
        assert client_of(person).get(page).status_code == 404


def test_neither_desk_nor_choice_asks_more_with_more_prizes_and_seasons(over, target, client_of):
    henrik = client_of(over.henrik)
    counts = []
    henrik.get(at("carrying", over))  # what is kept for a while is asked for once
    for more in range(3):
        if more:
            another(over, is_sequel=False)
        if more == 2:
            Payout.objects.filter(book=over.book, rank=1).update(state="withdrawn")
        asked = []
        for page in (at("carrying", over), at("desk", over)):
            with CaptureQueriesContext(connection) as queries:
                assert henrik.get(page).status_code == 200
            asked.append(len(queries))
        counts.append(asked)
    assert counts[1] == counts[2] and counts[0] == counts[1], counts
    assert counts[0][0] <= 24
