"""Two people confirm what is paid out: no one their own, no one twice, nothing that has changed."""

from __future__ import annotations

from datetime import timedelta
from importlib import import_module

import pytest
from django.apps import apps
from django.db import IntegrityError, connection, transaction

from games.common import clock
from games.common.outbox.row import OutboxRow
from league.competitions import services
from league.competitions.errors import NoReason
from league.competitions.models import Competition, Entry
from league.competitions.rules.prize_rules import Extra
from league.prizes.agreed.treasurers import trustees_of
from league.prizes.book import ledger
from league.prizes.errors import (
    HasRefused,
    NotOpen,
    NotTrusted,
    OtherContent,
    OwnPrize,
)
from league.prizes.models import Booking, Confirmation, Payout, Proposal, Refund, Trustee, TrustStep
from league.prizes.services.money_rules import settle
from league.prizes.services.payouts.confirming import ConfirmationOutcome, book_prize, confirm, refuse
from league.prizes.services.payouts.prize_keys import payout_key, prize_key
from league.prizes.services.treasurers import agreeing, treasurers
from league.prizes.services.watching import to_watch, watch, watch_all
from tests.league.prizes.money_seasons import FEE, hash_for

pytestmark = pytest.mark.django_db

POOL = 3 * 1140


@pytest.fixture
def over(make_money_season):
    """A finished season of three who paid by hand, its prizes proposed."""
    return make_money_season().begin(3).finish()


def proposal_of(season) -> Proposal:
    return Proposal.objects.get(book=season.book, state="open")


def told(about: str) -> list[int]:
    rows = OutboxRow.objects.filter(topic="prize_mail", payload__occasion=about)
    return sorted(rows.values_list("payload__user", flat=True))


def admins_told(about: str) -> int:
    return OutboxRow.objects.filter(topic="alarm", payload__occasion=about).count()


def steps(season) -> list[tuple[str, str]]:
    found = TrustStep.objects.filter(competition=season.competition).order_by("pk")
    return list(found.values_list("user__username", "kind"))


@pytest.mark.slow
def test_two_people_confirm_and_the_winners_can_claim(over):
    proposal = proposal_of(over)
    assert told("to_confirm") == sorted([over.henrik.pk, over.ines.pk])
    assert confirm(proposal=proposal, by=over.henrik, sha256=proposal.sha256) is ConfirmationOutcome.WAITS
    assert over.balance("payouts") == 0
    assert confirm(proposal=proposal, by=over.ines, sha256=proposal.sha256) is ConfirmationOutcome.CARRIED_OUT
    assert over.balance("pool") == 0
    assert over.balance("payouts") == -POOL
    payouts = Payout.objects.filter(book=over.book)
    assert {each.state for each in payouts} == {"confirmed"}
    assert told("won") == sorted(each.entry.user_id for each in payouts)
    assert steps(over)[-2:] == [("henrik", "confirmed"), ("ines", "confirmed")]


@pytest.mark.slow
def test_confirming_again_changes_nothing(over):
    proposal = proposal_of(over)
    for _again in range(3):
        assert confirm(proposal=proposal, by=over.henrik, sha256=proposal.sha256) is ConfirmationOutcome.WAITS
    assert Confirmation.objects.count() == 1
    confirm(proposal=proposal, by=over.ines, sha256=proposal.sha256)
    before = (Booking.objects.count(), TrustStep.objects.count(), OutboxRow.objects.count())
    for person in (over.henrik, over.ines):
        assert (
            confirm(proposal=proposal, by=person, sha256=proposal.sha256) is ConfirmationOutcome.CARRIED_OUT
        )
    assert (Booking.objects.count(), TrustStep.objects.count(), OutboxRow.objects.count()) == before


@pytest.mark.slow
def test_an_organiser_who_is_an_arbiter_counts_once(make_money_season):
    """carl organises the league and rules in the season: one person, whatever the role."""
    season = make_money_season()
    services.update_season(
        competition=season.competition,
        by=season.organiser,
        rules=season.competition.terms,
        arbiters=[season.henrik, season.ines, season.organiser],
    )
    season.refresh().agree(season.organiser)
    season.begin(3).finish()
    proposal = proposal_of(season)
    for _role in range(2):
        assert (
            confirm(proposal=proposal, by=season.organiser, sha256=proposal.sha256)
            is ConfirmationOutcome.WAITS
        )
    assert season.balance("payouts") == 0


@pytest.mark.slow(but_first=True)
@pytest.mark.parametrize("who", ["organiser", "winner", "stranger"])
def test_nobody_else_confirms(over, who, dora):
    proposal = proposal_of(over)
    winner = proposal.payouts.order_by("rank")[0].entry.user
    person = {"organiser": over.organiser, "winner": winner, "stranger": dora}[who]
    with pytest.raises(OwnPrize if who == "winner" else NotTrusted):
        confirm(proposal=proposal, by=person, sha256=proposal.sha256)
    with pytest.raises(NotTrusted):
        refuse(proposal=proposal, by=person, reason="Mine is missing.")
    assert not Confirmation.objects.exists()


@pytest.mark.slow
def test_nobody_confirms_their_own_prize_whoever_they_are(over):
    """An entry that should not be there: the person confirms nothing then, not even as one of the two."""
    proposal = proposal_of(over)
    first = proposal.payouts.order_by("rank")[0]
    Entry.objects.filter(pk=first.entry_id).update(user=over.henrik)
    with pytest.raises(OwnPrize):
        confirm(proposal=proposal, by=over.henrik, sha256=proposal.sha256)
    Entry.objects.filter(pk=first.entry_id).update(user=over.member("q1"))
    Entry.objects.filter(pk=proposal.payouts.order_by("rank")[1].entry_id).update(user=over.ines)
    with pytest.raises(OwnPrize):
        confirm(proposal=proposal, by=over.ines, sha256=proposal.sha256)
    assert confirm(proposal=proposal, by=over.henrik, sha256=proposal.sha256) is ConfirmationOutcome.WAITS


@pytest.mark.slow
def test_a_confirmation_of_another_content_is_refused(over):
    proposal = proposal_of(over)
    for stale in ("", "0" * 64):
        with pytest.raises(OtherContent):
            confirm(proposal=proposal, by=over.henrik, sha256=stale)


@pytest.mark.slow
def test_what_has_changed_is_proposed_anew_and_nothing_booked(make_money_season):
    season = make_money_season()
    checkout = season.begin_with_one_online(people=2)
    season.finish()
    old = proposal_of(season)
    confirm(proposal=old, by=season.henrik, sha256=old.sha256)
    # A gift that nothing else has noticed yet.
    season.give("gift", "pool", 500)
    assert confirm(proposal=old, by=season.ines, sha256=old.sha256) is ConfirmationOutcome.CHANGED
    old.refresh_from_db()
    new = proposal_of(season)
    assert old.state == "withdrawn" and new.pk != old.pk and not new.confirmations.exists()
    assert season.balance("payouts") == 0
    with pytest.raises(NotOpen):
        confirm(proposal=old, by=season.henrik, sha256=old.sha256)
    season.provider_says(checkout, charged_back=FEE)
    with pytest.raises(NotOpen):
        confirm(proposal=new, by=season.ines, sha256=new.sha256)


@pytest.mark.slow
def test_a_refusal_needs_a_reason_goes_to_the_administrators_and_stops_everything(over):
    proposal = proposal_of(over)
    with pytest.raises(NoReason):
        refuse(proposal=proposal, by=over.ines, reason="  ")
    confirm(proposal=proposal, by=over.henrik, sha256=proposal.sha256)
    for _again in range(2):
        refuse(proposal=proposal, by=over.ines, reason="The second had help.")
    assert steps(over)[-1] == ("ines", "refused")
    assert TrustStep.objects.latest("pk").reason == "The second had help."
    assert admins_told("refused") == 1
    assert told("refused") == [over.henrik.pk]
    with pytest.raises(HasRefused):
        confirm(proposal=proposal, by=over.ines, sha256=proposal.sha256)
    over.clock.pass_(days=30)
    watch(over.competition)
    assert proposal_of(over) == proposal and over.balance("payouts") == 0


@pytest.mark.slow
def test_whoever_refuses_after_confirming_has_not_confirmed(over):
    proposal = proposal_of(over)
    confirm(proposal=proposal, by=over.ines, sha256=proposal.sha256)
    refuse(proposal=proposal, by=over.ines, reason="I looked again.")
    assert confirm(proposal=proposal, by=over.henrik, sha256=proposal.sha256) is ConfirmationOutcome.WAITS
    trustee = Trustee.objects.get(user=over.ines)
    treasurers.ask_again(trustee=trustee, by_admin=over.organiser, reason="The replay shows nothing.")
    assert over.balance("payouts") == 0
    assert confirm(proposal=proposal, by=over.ines, sha256=proposal.sha256) is ConfirmationOutcome.CARRIED_OUT


@pytest.mark.slow
def test_a_third_persons_refusal_stops_the_other_two_until_it_is_decided(make_money_season, carl):
    season = make_money_season()
    services.update_season(
        competition=season.competition,
        by=season.organiser,
        rules=season.competition.terms,
        arbiters=[season.henrik, season.ines, season.organiser],
    )
    season.refresh().agree(season.organiser)
    season.begin(3).finish()
    proposal = proposal_of(season)
    refuse(proposal=proposal, by=season.organiser, reason="Look at game 3.")
    for person in (season.henrik, season.ines):
        assert confirm(proposal=proposal, by=person, sha256=proposal.sha256) is ConfirmationOutcome.WAITS
    treasurers.appoint(
        competition=season.competition,
        user=season.member("grete"),
        by_admin=carl,
        reason="Game 3 is in order.",
        instead_of=Trustee.objects.get(user=season.organiser),
    )
    assert watch(season.competition)
    assert season.balance("payouts") == -POOL


@pytest.mark.slow
def test_no_answer_in_fourteen_days_counts_as_lost(over):
    proposal = proposal_of(over)
    confirm(proposal=proposal, by=over.henrik, sha256=proposal.sha256)
    over.clock.pass_(days=14, seconds=-1)
    watch(over.competition)
    assert len(trustees_of(over.competition)) == 2
    over.clock.pass_(seconds=1)
    assert over.competition in to_watch()
    assert watch_all() == 1
    ines = Trustee.objects.get(user=over.ines)
    assert (ines.lost_why, ines.lost_at) == ("silent", clock.now())
    assert admins_told("trustee_lost") == 1
    assert told("trustee_lost") == [over.henrik.pk]
    assert not watch(over.competition)
    assert admins_told("trustee_lost") == 1
    with pytest.raises(NotTrusted):
        confirm(proposal=proposal, by=over.ines, sha256=proposal.sha256)


@pytest.mark.slow
def test_somebody_appointed_agrees_and_confirms(over, carl):
    proposal = proposal_of(over)
    confirm(proposal=proposal, by=over.henrik, sha256=proposal.sha256)
    over.clock.pass_(days=14)
    watch(over.competition)
    grete = over.member("grete")
    treasurers.appoint(competition=over.competition, user=grete, by_admin=carl, reason="Ines is away.")
    with pytest.raises(NotTrusted):
        confirm(proposal=proposal, by=grete, sha256=proposal.sha256)
    agreeing.agree(competition=over.competition, user=grete, sha256=hash_for(over.competition, grete))
    over.clock.pass_(days=13)
    assert not watch(over.competition)  # they have days of their own
    assert confirm(proposal=proposal, by=grete, sha256=proposal.sha256) is ConfirmationOutcome.CARRIED_OUT
    assert over.balance("payouts") == -POOL


@pytest.mark.slow
def test_somebody_appointed_who_does_not_even_agree_is_lost_too(over, carl):
    grete = over.member("grete")
    treasurers.appoint(competition=over.competition, user=grete, by_admin=carl, reason="A third.")
    over.clock.pass_(days=14)
    watch(over.competition)
    assert Trustee.objects.get(user=grete).lost_why == "silent"


@pytest.mark.slow
def test_what_somebody_confirmed_who_is_lost_since_does_not_count(over, carl):
    proposal = proposal_of(over)
    confirm(proposal=proposal, by=over.henrik, sha256=proposal.sha256)
    over.league.memberships.filter(user=over.henrik).delete()
    assert confirm(proposal=proposal, by=over.ines, sha256=proposal.sha256) is ConfirmationOutcome.WAITS
    assert watch(over.competition)
    assert Trustee.objects.get(user=over.henrik).lost_why == "left"
    assert over.balance("payouts") == 0


@pytest.mark.slow
def test_the_guarantor_fills_the_pool_up_once(make_money_season):
    season = make_money_season({"guaranteed": 10000}).begin(2)
    season.give("guarantee", "guarantor", 9000, name="henrik")
    season.finish()
    proposal = proposal_of(season)
    for person in (season.henrik, season.ines):
        confirm(proposal=proposal, by=person, sha256=proposal.sha256)
    assert season.balance("payouts") == -10000
    assert season.balance("guarantor") == -9000 + (10000 - 2 * 1140)
    assert ledger.balance(season.book, "pool") == 0


@pytest.mark.slow
def test_money_paid_online_is_kept_for_the_days_against_chargebacks(make_money_season):
    season = make_money_season({"hold_days": 150}).agree()
    season.announce()
    season.pay_online(season.enter("p1"))
    paid_at = clock.now()
    season.enter_and_pay("p2")
    season.start()
    season.finish()
    proposal = proposal_of(season)
    for person in (season.henrik, season.ines):
        confirm(proposal=proposal, by=person, sha256=proposal.sha256)
    until = {each.holder.is_operator: each.not_before for each in proposal.payouts.select_related("holder")}
    assert until == {True: paid_at + timedelta(days=150), False: None}


@pytest.mark.slow
def test_a_rest_of_a_cancelled_season_is_confirmed_like_any_other(make_money_season):
    season = make_money_season().begin(4)
    bad, good = season.entry(4), season.entry(3)
    season.begin_game(bad, good)
    services.remove(
        competition=season.competition, entry=bad, by=season.henrik, reason="Two accounts", disqualify=True
    )
    season.cancel()
    assert season.competition.state == Competition.State.CANCELLED
    proposal = proposal_of(season)
    for person in (season.henrik, season.ines):
        confirm(proposal=proposal, by=person, sha256=proposal.sha256)
    rest = Payout.objects.get(book=season.book)
    assert (rest.entry, rest.state, rest.amount) == (None, "confirmed", FEE)
    assert not told("won")


@pytest.mark.slow
def test_a_sponsors_prize_that_nobody_wins_goes_back_with_the_second_confirmation(make_money_season):
    extras = (Extra(1, 500, "Café"), Extra(4, 700, "Librairie du Port"))
    season = make_money_season({"extras": extras}).begin(3)
    season.give("extra", "sponsors", 500, name="Café", promise=0)
    record = season.give("extra", "sponsors", 700, promise=1)
    season.finish()
    proposal = proposal_of(season)
    said = {"record": record.pk, "sponsor": record.name, "holder": season.cash.pk, "amount": 700}
    assert proposal.content["back"] == [said]
    confirm(proposal=proposal, by=season.henrik, sha256=proposal.sha256)
    assert season.balance("sponsors") == -1200
    confirm(proposal=proposal, by=season.ines, sha256=proposal.sha256)
    assert (season.balance("sponsors"), season.balance("refunds")) == (0, -700)
    refund = Refund.objects.get(book=season.book)
    assert (refund.name, refund.amount, refund.way) == ("Librairie du Port", 700, "hand")


def test_a_sponsors_prize_goes_back_at_once_where_there_is_nothing_to_confirm(make_money_season):
    season = make_money_season({"fee": 0, "extras": (Extra(3, 700, "Café"),)}).agree().announce()
    for name in ("p1", "p2"):
        season.enter(name)
    season.start()
    season.give("extra", "sponsors", 700, name="Café", promise=0)
    season.finish()
    assert not Proposal.objects.exists()
    assert (season.balance("sponsors"), season.refunds) == (0, [(700, "due")])
    settle(season.competition, clock.now())
    assert season.refunds == [(700, "due")]


@pytest.mark.slow
def test_a_prize_line_is_owed_once_whatever_its_place_by_raw_sql_too(over):
    """Another proposal, another rank, another row: the database refuses the same prize of the same entry."""
    proposal = proposal_of(over)
    for person in (over.henrik, over.ines):
        confirm(proposal=proposal, by=person, sha256=proposal.sha256)
    first = Payout.objects.order_by("rank")[0]
    assert first.line == "pool"
    other = Proposal.objects.create(
        book=over.book, state="confirmed", sha256="0" * 64, at=clock.now(), asked_at=clock.now()
    )
    columns = [each.column for each in Payout._meta.fields if each.column != "id"]
    same = {"proposal_id": "%s", "rank": "99", "state": "'claimed'"}
    values = ", ".join(same.get(column, column) for column in columns)
    statement = (
        f"INSERT INTO prizes_payout ({', '.join(columns)}) SELECT {values} FROM prizes_payout WHERE id = %s"  # noqa: S608
    )
    with pytest.raises(IntegrityError, match=r"key|owed_once"), transaction.atomic():
        connection.cursor().execute(statement, [other.pk, first.pk])
    proposed = statement.replace("'claimed'", "'proposed'")
    connection.cursor().execute(proposed, [other.pk, first.pk])
    again = Payout.objects.get(rank=99)
    again.book = over.book
    assert book_prize(over.book, again, over.ines) == book_prize(over.book, first, over.ines)
    assert Booking.objects.filter(kind="prize").count() == 3


@pytest.mark.slow
def test_earlier_payouts_keep_the_names_of_their_bookings(over):
    import_module("league.prizes.migrations.0010_prize_lines").name_old_ones(apps, None)
    first = Payout.objects.order_by("rank")[0]
    assert (first.key, prize_key(first), payout_key(first)) == (
        str(first.pk),
        f"prize:{first.pk}",
        f"payout:{first.pk}:0",
    )
