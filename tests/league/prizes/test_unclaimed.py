"""Play money that no one claims or wins goes to the sequel after 180 days, or after a year to who paid."""

from __future__ import annotations

import json
from dataclasses import replace
from datetime import timedelta

import pytest

from games.common.outbox.row import OutboxRow
from league.competitions import services
from league.competitions.models import Competition
from league.competitions.services.founding import create_season
from league.prizes.book import ledger
from league.prizes.book.exporting import json_bytes
from league.prizes.book.verifying import verify
from league.prizes.models import Booking, Holder, Payout, Proposal, Refund
from league.prizes.providers.port import ProviderRefuses, Refunded, Status
from league.prizes.services.payouts.confirming import confirm
from league.prizes.services.payouts.paying_out import claim, fail
from league.prizes.services.payouts.unclaimed import carry, payers_of
from league.prizes.services.refunds import refunding
from league.prizes.services.refunds.destinations import destination_of
from league.prizes.services.watching import watch
from tests.league.competitions.seasons import DAY, RULES
from tests.league.prizes.check_book import check
from tests.league.prizes.money_seasons import FEE

pytestmark = pytest.mark.django_db

POOL = 3 * 1140


def confirmed(season):
    proposal = Proposal.objects.get(book=season.book, state="open")
    for person in (season.henrik, season.ines):
        confirm(proposal=proposal, by=person, sha256=proposal.sha256)
    return season


@pytest.fixture
def over(make_money_season):
    return confirmed(make_money_season().begin(3).finish())


def another(season, is_sequel=True, **money) -> Competition:
    """Its sequel, announced later, with money; by default the same."""
    from tests.league.prizes.money_seasons import MoneySeason

    moved = {
        name: getattr(RULES, name) + timedelta(days=400)
        for name in ("enters_from", "enters_until", "starts_at", "challenges_until", "ends_at")
    }
    rules = replace(season.competition.terms, name="Season 4", **moved)
    rules = replace(rules, money=replace(season.money, **money) if money is not None else None)
    made = create_season(
        league=season.league, by=season.organiser, rules=rules, arbiters=[season.henrik, season.ines]
    )
    Competition.objects.filter(pk=made.pk).update(previous=season.competition if is_sequel else None)
    made.refresh_from_db()
    fresh = MoneySeason.__new__(MoneySeason)
    fresh.__dict__.update({**season.__dict__, "competition": made})
    fresh.agree()
    return services.announce(competition=made, by=season.organiser)


def told(about: str) -> int:
    return OutboxRow.objects.filter(topic="prize_mail", payload__occasion=about).count()


def balances_are_right(*books):
    for book in books:
        for holder in Holder.objects.filter(book=book):
            legs = Booking.objects.filter(book=book, legs__account__holder=holder)
            assert sum(legs.values_list("legs__amount", flat=True)) == 0


@pytest.mark.slow
def test_after_180_days_it_goes_to_the_next_season(over):
    target = another(over)
    claimed = Payout.objects.filter(book=over.book).order_by("rank")[0]
    claim(payout=claimed, user=claimed.entry.user)
    over.clock(claimed.confirmed_at + 180 * DAY - timedelta(seconds=1))
    watch(over.competition)
    assert target.book.bookings.count() == 0
    over.clock.pass_(seconds=1)
    assert watch(over.competition)
    assert not watch(over.competition)
    left = POOL - claimed.amount
    assert ledger.balance(target.book, "pool") == -left
    assert ledger.balance(target.book, "cash") == left
    assert over.balance("payouts") == -claimed.amount
    assert over.balance("cash") == 3 * FEE - left
    states = dict(Payout.objects.filter(book=over.book).values_list("rank", "state"))
    assert states == {1: "claimed", 2: "carried", 3: "carried"}
    assert told("prize_gone") == 2
    balances_are_right(over.book, target.book)


@pytest.mark.slow
def test_both_books_name_the_other_season(over):
    target = another(over)
    over.clock.pass_(days=181)
    watch(over.competition)
    assert {each.reason for each in over.book.bookings.filter(kind="carried")} == {"Season 4"}
    assert {each.reason for each in target.book.bookings.filter(kind="carried")} == {over.competition.name}


def test_who_comes_to_hold_money_by_it_is_named_in_its_booking(over):
    """The next season is paid online alone, so its charter names the operator."""
    target = another(over, cash_holder="")
    over.clock.pass_(days=181)
    watch(over.competition)
    assert [each.is_carried for each in target.book.holders.order_by("pk")] == [False, True]
    book = json.loads(b"".join(json_bytes(target.book)))
    assert [each["kind"] for each in book["charter"]["holders"]] == ["operator"]
    for booking in book["bookings"]:
        assert [each["name"] for each in booking["content"]["holders"]] == ["henrik"]
    check(json.dumps(book))
    assert verify(target.book).faults == () == verify(over.book).faults


def test_play_money_goes_only_to_the_sequel_in_its_currency(over, settings):
    settings.PRIZES_REAL_MONEY, settings.PRIZES_OPERATOR = True, "Relais Jeux"
    payout = Payout.objects.filter(book=over.book).first()
    assert destination_of(over.competition, payout) is None
    another(over, is_sequel=False)
    assert destination_of(over.competition, payout) is None
    another(over, currency="EUR", online=False, guarantor="", second_above=1201)
    assert destination_of(over.competition, payout) is None
    play = another(over)
    assert destination_of(over.competition, payout) == play
    services.cancel(competition=play, by=over.henrik, reason="Nobody has time.")
    assert destination_of(over.competition, payout) is None


@pytest.mark.slow
def test_without_a_next_season_it_waits_and_goes_when_one_is_announced(over):
    over.clock.pass_(days=200)
    assert watch(over.competition)  # a reminder
    assert over.balance("payouts") == -POOL
    target = another(over)
    assert watch(over.competition)
    assert ledger.balance(target.book, "pool") == -POOL


@pytest.mark.slow
def test_after_a_year_it_goes_back_to_those_who_paid_in_proportion(make_money_season):
    season = make_money_season().begin(3)
    season.give("gift", "pool", 2400)
    confirmed(season.finish())
    first = Payout.objects.filter(book=season.book).order_by("rank")[0]
    for payout in Payout.objects.filter(book=season.book).exclude(pk=first.pk):
        claim(payout=payout, user=payout.entry.user)
    season.clock(first.confirmed_at + 365 * DAY - timedelta(seconds=1))
    watch(season.competition)
    assert season.refunds == []
    season.clock.pass_(seconds=1)
    assert watch(season.competition)
    assert not watch(season.competition)
    # Three paid 12.00 each and the sponsor 24.00.
    amount = first.amount
    parts = sorted(amount for amount, _state in season.refunds)
    assert sum(parts) == amount == (3 * 1140 + 2400) // 2
    assert parts == [amount // 5, amount // 5, amount // 5, amount - 3 * (amount // 5)]
    assert [each.name for each in Refund.objects.filter(entry=None)] == ["Librairie du Port"]
    assert season.balance("refunds") == -amount
    assert told("refund_due") == 3
    balances_are_right(season.book)


@pytest.mark.slow
def test_what_came_online_goes_back_the_way_it_came(make_money_season):
    season = make_money_season({"hold_days": 0})
    season.begin_with_one_online(people=2)
    confirmed(season.finish())
    season.clock.pass_(days=366)
    watch(season.competition)
    ways = set(Refund.objects.values_list("holder__kind", "way", "entry__user__username"))
    assert ways == {("operator", "provider", "p1"), ("person", "hand", "p2")}
    balances_are_right(season.book)


@pytest.mark.parametrize("is_last_online", [False, True])
def test_a_fee_with_two_holders_goes_back_from_each_by_what_they_hold_of_it(
    make_money_season, is_last_online
):
    season = make_money_season({"hold_days": 0}).agree()
    season.announce()
    split, whole = season.enter("p1"), season.enter("p2")
    season.pay_online(whole)
    checkout = season.pay_online(split)
    season.provider_says(checkout, charged_back=500)
    season.pay_by_hand(season.fresh(split), 500)
    if is_last_online:  # a second dispute, in part decided for us
        season.provider_says(checkout, charged_back=600)
        season.provider_says(checkout, charged_back=500)
    season.enter_and_pay("p3")
    season.start()
    confirmed(season.finish())
    found = {
        payout.holder.kind: [(each.payment.entry_id, each.amount) for each in payers_of(payout)]
        for payout in Payout.objects.filter(book=season.book)
    }
    third = season.competition.entries.get(user__username="p3")
    assert found == {
        "operator": [(whole.pk, FEE), (split.pk, FEE - 500)],
        "person": [(split.pk, 500), (third.pk, FEE)],
    }
    season.clock.pass_(days=366)
    watch(season.competition)
    ways = set(Refund.objects.values_list("holder__kind", "way", "entry__user__username"))
    assert ways == {
        ("operator", "provider", "p1"),
        ("operator", "provider", "p2"),
        ("person", "hand", "p1"),
        ("person", "hand", "p3"),
    }
    balances_are_right(season.book)


@pytest.mark.slow
def test_a_failed_payment_counts_from_when_it_failed(over):
    payout = Payout.objects.filter(book=over.book).order_by("rank")[0]
    target = another(over)
    claim(payout=payout, user=payout.entry.user)
    over.clock.pass_(days=100)
    fail(payout=payout, by=over.henrik, reason="No such account.")
    over.clock.pass_(days=179)
    watch(over.competition)
    payout.refresh_from_db()
    assert payout.state == "failed"
    over.clock.pass_(days=1)
    watch(over.competition)
    payout.refresh_from_db()
    assert payout.state == "carried"
    assert ledger.balance(target.book, "pool") == -POOL


@pytest.mark.slow
def test_nothing_is_carried_twice(over):
    target = another(over)
    payout = Payout.objects.filter(book=over.book).first()
    over.clock.pass_(days=181)
    assert carry(payout)
    assert not carry(payout)
    assert ledger.balance(target.book, "pool") == -payout.amount


@pytest.fixture
def rest(make_money_season):
    """A cancelled season: the fee of someone disqualified is left, and confirmed."""
    season = make_money_season().begin(4)
    season.bad, good = season.entry(4), season.entry(3)
    season.begin_game(season.bad, good)
    services.remove(
        competition=season.competition,
        entry=season.bad,
        by=season.henrik,
        reason="Two accounts",
        disqualify=True,
    )
    season.cancel()
    return confirmed(season)


@pytest.mark.slow
def test_a_rest_goes_to_the_next_season_at_once(rest):
    target = another(rest)
    assert watch(rest.competition)
    assert ledger.balance(target.book, "pool") == -FEE
    assert Payout.objects.get(book=rest.book).state == "carried"
    balances_are_right(rest.book, target.book)


@pytest.mark.slow
def test_a_rest_without_a_next_season_goes_after_a_year_to_the_others(rest):
    rest.clock.pass_(days=364)
    assert not watch(rest.competition)
    rest.clock.pass_(days=1)
    assert watch(rest.competition)
    shared = Refund.objects.filter(key__startswith="payout:")
    assert sum(each.amount for each in shared) == FEE
    assert rest.bad.pk not in {each.entry_id for each in shared}
    assert {each.way for each in shared} == {"hand"}
    balances_are_right(rest.book)


@pytest.mark.slow
def test_of_two_shares_of_one_payment_each_is_given_back_for_itself(make_money_season, monkeypatch):
    """The provider gives the first share back and refuses the second: a person gives that one, whole."""
    season = make_money_season({"hold_days": 0}).agree()
    season.announce()
    for name in ("p1", "p2"):
        season.pay_online(season.enter(name))
    season.start()
    confirmed(season.finish())
    season.clock.pass_(days=366)
    watch(season.competition)
    assert Refund.objects.count() == 4
    given = {}

    class Provider:
        key = "sandbox"

        def refund(self, provider_id, amount, key):
            if provider_id in given:
                raise ProviderRefuses("not twice")
            given[provider_id] = amount
            return Refunded(key, amount)

        def status(self, provider_id):
            return Status("paid", FEE, "XTS", f"ch {provider_id}", refunded=given.get(provider_id, 0))

    monkeypatch.setattr(refunding, "by_key", lambda key: Provider())
    for _round in range(2):
        refunding.send_due()
    done = Refund.objects.filter(state="done")
    by_hand = Refund.objects.filter(state="due", way="hand")
    assert (done.count(), by_hand.count()) == (2, 2)
    assert sum(each.given for each in done) == sum(given.values())
    assert {each.given for each in by_hand} == {0}
    balances_are_right(season.book)
