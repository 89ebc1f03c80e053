"""What follows for the money when entries come, go and stay, and when the season ends."""

from __future__ import annotations

import uuid
import zoneinfo
from dataclasses import replace
from datetime import timedelta

import pytest
from django.core import mail

from games.common import clock
from games.common.outbox.row import OutboxRow
from games.models import Game
from league.competitions import services
from league.competitions.errors import AlreadyAnswered, EntriesClosed, NotAccepted
from league.competitions.ladder import services as ladder_services
from league.competitions.ladder.challenges import Refusal, Why
from league.competitions.ladder.services.challenging import CannotAccept, CannotChallenge
from league.competitions.ladder.wording import says_why
from league.competitions.models import Entry
from league.competitions.outbox.post import season_mails
from league.competitions.rules.canonical import sha256_of
from league.competitions.rules.prize_rules import Extra, PrizeRules
from league.competitions.services import turning
from league.prizes.book.ledger import BookingDetails
from league.prizes.book.verifying import verify
from league.prizes.errors import NotAgreed
from league.prizes.models import Booking, Payment, Payout, Proposal, Refund
from league.prizes.services.incoming import manual_entries, reconciling
from league.prizes.services.incoming.receiving import book_refund
from league.prizes.services.money_rules import settle
from league.users.models import User
from tests.league.competitions.seasons import RULES
from tests.league.prizes.money_seasons import FEE

pytestmark = pytest.mark.django_db


def state(entry):
    return Entry.objects.get(pk=entry.pk).state


def payment(entry):
    return Entry.objects.get(pk=entry.pk).payment


def all_balances_are_right(season):
    """They come to 0 together, and with each holder."""
    for holder in season.book.holders.all():
        legs = Booking.objects.filter(book=season.book, legs__account__holder=holder)
        assert sum(legs.values_list("legs__amount", flat=True)) == 0


# Opening ---------------------------------------------------------------------------------------------------


def test_a_season_with_money_opens_only_once_two_have_agreed(make_money_season):
    season = make_money_season()
    for people in ((), (season.henrik,)):
        if people:
            season.agree(*people)
        with pytest.raises(NotAgreed):
            services.announce(competition=season.competition, by=season.organiser)
    season.agree(season.ines)
    season.announce()
    assert season.competition.terms.money.trustees == ("henrik", "ines")
    assert season.book.currency == "XTS"


def test_agreeing_to_other_money_does_not_count(make_money_season):
    season = make_money_season().agree()
    rules = season.competition.terms
    services.update_season(
        competition=season.competition,
        by=season.organiser,
        rules=replace(rules, money=replace(rules.money, fee=5000)),
        arbiters=[season.henrik, season.ines],
    )
    with pytest.raises(NotAgreed):
        services.announce(competition=season.competition, by=season.organiser)


def test_the_money_stands_under_the_hash_of_the_rules(money_season):
    rules = money_season.competition.rules
    assert rules["money"]["fee"] == FEE
    other = {**rules, "money": {**rules["money"], "fee": FEE + 1}}
    assert sha256_of(rules) == money_season.competition.rules_sha256 != sha256_of(other)


# Paying in -------------------------------------------------------------------------------------------------


def test_a_place_waits_for_its_fee(money_season):
    entry = money_season.enter("p1")
    assert entry.payment == "due"
    assert entry.pay_by == entry.entered_at + timedelta(days=7)
    money_season.pay_by_hand(entry)
    assert state(entry) == "accepted"
    assert money_season.balance("cash") == FEE
    assert money_season.balance("pool") == -1140
    assert money_season.balance("organiser_fee") == -60
    assert money_season.balance("entrants") == 0


def test_terms_are_accepted_by_the_hash_of_the_rules(make_money_season):
    season = make_money_season({"least_age": 18, "countries": ("FR", "BE")}).agree()
    season.announce()
    for refused in (
        {"rules_sha256": "", "is_old_enough": True, "country": "FR"},
        {"is_old_enough": False, "country": "FR"},
        {"is_old_enough": True, "country": "DE"},
        {"is_old_enough": True},
    ):
        person = season.member(f"q{len(str(refused))}")
        with pytest.raises(NotAccepted):
            services.enter(competition=season.competition, user=person, accepts=season.accepts(**refused))
    entry = season.enter("p1", accepts=season.accepts(is_old_enough=True, country="BE"))
    assert (entry.confirmed_age, entry.country, entry.accepted_at) == (18, "BE", entry.entered_at)


def test_the_time_to_pay_ends_with_the_registration(money_season):
    money_season.clock(RULES.enters_until - timedelta(days=2))
    assert money_season.enter("late").pay_by == RULES.enters_until


def test_a_place_that_is_not_paid_goes_to_who_waits(make_money_season):
    season = make_money_season(largest=2, smallest=2).agree()
    season.announce()
    one, two, waiting = (season.enter(f"p{number}") for number in (1, 2, 3))
    season.pay_by_hand(one)
    assert waiting.state == "waiting"
    season.turn(days=7, seconds=1)
    assert (state(one), state(two), state(waiting)) == ("accepted", "withdrawn", "accepted")
    assert [payment(each) for each in (one, two, waiting)] == ["paid", "none", "due"]
    assert [step.why for step in two.steps.order_by("pk")] == ["asked", "to_pay", "not_paid"]


@pytest.mark.parametrize(
    ("freed", "given"),
    [(RULES.enters_from + timedelta(days=1), 3), (RULES.enters_until - timedelta(days=1), 1)],
)
def test_a_place_from_the_waiting_list_is_kept_three_days_but_never_after_the_end(
    make_money_season, freed, given
):
    season = make_money_season(largest=2, smallest=2).agree()
    season.announce()
    one, two, waiting = (season.enter(f"p{number}") for number in (1, 2, 3))
    season.pay_by_hand(one)
    season.pay_by_hand(two)
    season.clock(freed)
    season.withdraw(season.fresh(one))
    waiting = season.fresh(waiting)
    assert (waiting.state, waiting.payment) == ("accepted", "due")
    assert waiting.pay_by == freed + timedelta(days=given)


def test_rules_from_before_the_waiting_list_had_days_of_its_own_keep_days_and_hash():
    old = {**PrizeRules(pay_days=5, waiting_days=5).to_json()}
    assert "waiting_days" not in old
    again = PrizeRules.from_json(old)
    assert (again.waiting_days, again.to_json()) == (5, old)
    new = PrizeRules(pay_days=5)
    assert PrizeRules.from_json(new.to_json()) == new and new.waiting_days == 3
    assert new.agreed_sha256 != again.agreed_sha256


@pytest.mark.slow(but_first=True)
@pytest.mark.parametrize(("language", "greeting"), [("en", "Hello"), ("fr", "Bonjour")])
def test_who_has_not_paid_in_time_reads_so_in_their_language(make_money_season, language, greeting):
    season = make_money_season(largest=2, smallest=2).agree()
    season.announce()
    one, two = (season.enter(f"p{number}") for number in (1, 2))
    season.pay_by_hand(one)
    User.objects.filter(pk=two.user.pk).update(language=language)
    season.turn(days=7, seconds=1)
    mail.outbox.clear()
    list(season_mails.send(list(OutboxRow.objects.filter(topic="season_mail", payload__occasion="not_paid"))))
    [sent] = mail.outbox
    assert sent.to == [two.user.email] and greeting in sent.body and "None" not in sent.body


@pytest.mark.slow
def test_a_late_payment_is_refunded_where_the_place_is_gone(make_money_season):
    season = make_money_season(largest=2, smallest=2).agree()
    season.announce()
    one, two, waiting = (season.enter(f"p{number}") for number in (1, 2, 3))
    season.pay_by_hand(one)
    season.turn(days=7, seconds=1)
    late = season.pay_by_hand(season.fresh(two), day=clock.now().date() + timedelta(days=1))
    assert state(two) == "withdrawn"
    assert late.state == "to_refund"
    assert season.refunds == [(FEE, "due")]
    assert season.balance("refunds") == -FEE
    assert payment(waiting) == "due"


@pytest.mark.slow
def test_a_late_payment_brings_its_entry_back_where_a_place_is_free(money_season):
    entry = money_season.enter("p1")
    money_season.turn(days=7, seconds=1)
    assert state(entry) == "withdrawn"
    payment = money_season.pay_by_hand(money_season.fresh(entry))
    assert (state(entry), payment.state) == ("accepted", "fee")
    assert money_season.refunds == []


def recorded(season, entry, received_on, by=None):
    return manual_entries.record(
        competition=season.competition,
        by=by or season.henrik,
        kind="payment",
        amount=FEE,
        entry=entry,
        received_on=received_on,
        reference="transfer 17",
        key=uuid.uuid4(),
    )


@pytest.fixture
def full(make_money_season):
    """A season with two places, both given, and one who waits; above 1.00 records need the second person."""
    season = make_money_season({"second_above": 100}, largest=2, smallest=2).agree()
    season.announce()
    season.entries = [season.enter(f"p{number}") for number in (1, 2, 3)]
    return season


@pytest.mark.slow(but_first=True)
@pytest.mark.parametrize("confirms", [True, False])
def test_a_place_is_kept_while_its_record_waits_for_the_second_person(full, confirms):
    one, two, waiting = full.entries
    made = recorded(full, two, clock.now().date())
    full.turn(days=8)
    assert [state(each) for each in (one, two, waiting)] == ["withdrawn", "accepted", "accepted"]
    if confirms:
        manual_entries.confirm_record(record=made, by=full.ines)
        assert payment(two) == "paid"
    else:
        manual_entries.refuse_record(record=made, by=full.ines, reason="No such transfer")
        full.turn(seconds=1)
        assert state(two) == "withdrawn"


@pytest.mark.slow
def test_what_came_in_time_brings_its_entry_back_before_who_has_not_paid_since(full):
    one, two, waiting = full.entries
    full.pay_by_hand(one)
    full.turn(days=7, seconds=1)
    assert (state(two), payment(waiting)) == ("withdrawn", "due")
    day = two.pay_by.astimezone(zoneinfo.ZoneInfo(RULES.zone)).date()
    late = full.pay_by_hand(full.fresh(two), day=day + timedelta(days=1))
    assert (late.state, state(two), state(waiting)) == ("to_refund", "withdrawn", "accepted")
    in_time = full.pay_by_hand(full.fresh(two), day=day)
    assert (in_time.state, state(two), payment(two)) == ("fee", "accepted", "paid")
    assert (state(waiting), payment(waiting), full.fresh(waiting).pay_by) == ("waiting", "none", None)
    assert OutboxRow.objects.filter(payload__occasion="waits_again", person=waiting.user_id).exists()


def test_what_came_in_time_is_paid_back_where_every_place_is_paid(full):
    one, two, waiting = full.entries
    full.pay_by_hand(one)
    full.turn(days=7, seconds=1)
    full.pay_by_hand(full.fresh(waiting))
    assert full.pay_by_hand(full.fresh(two), day=two.pay_by.date()).state == "to_refund"
    assert [state(each) for each in (one, two, waiting)] == ["accepted", "withdrawn", "accepted"]


@pytest.mark.slow(but_first=True)
@pytest.mark.parametrize("has_begun", [False, True])
def test_what_came_in_time_brings_its_entry_back_after_entries_closed(make_money_season, has_begun):
    season = make_money_season().agree()
    season.announce()
    for number in (1, 2, 3):
        season.enter_and_pay(f"p{number}")
    season.clock(RULES.enters_until - timedelta(hours=1))
    last = season.enter("p9")
    season.clock(RULES.starts_at if has_begun else RULES.enters_until)
    turning.turn(season.refresh().competition)
    season.refresh()
    assert state(last) == "withdrawn"
    assert season.pay_by_hand(season.fresh(last), day=RULES.enters_until.date()).state == "fee"
    assert state(last) == ("playing" if has_begun else "accepted")
    assert (last.number in season.table) == has_begun


@pytest.mark.slow(but_first=True)
@pytest.mark.parametrize("has_paid", [True, False])
def test_the_provider_of_an_open_checkout_is_asked_before_its_place_is_given_away(full, has_paid):
    one, two, waiting = full.entries
    full.pay_by_hand(one)
    checkout = full.checkout(two)
    full.turn(days=7, seconds=1)
    assert (state(two), state(waiting)) == ("accepted", "waiting")
    assert list(reconciling.open_to_ask(clock.now())) == [checkout]
    if has_paid:
        full.provider_says(checkout)
    else:
        full.provider_says(checkout, state="open", amount=0)
    full.turn(seconds=1)
    expected = ("accepted", "paid", "waiting") if has_paid else ("withdrawn", "none", "accepted")
    assert (state(two), payment(two), state(waiting)) == expected


@pytest.mark.slow
def test_no_place_waits_longer_than_a_day_for_a_provider_that_says_nothing(full):
    _one, two, _waiting = full.entries
    full.checkout(two)
    full.turn(days=7, hours=23)
    assert state(two) == "accepted"
    full.turn(hours=1, seconds=1)
    assert state(two) == "withdrawn"


@pytest.mark.slow
def test_paying_twice_is_paid_back_once(money_season):
    entry = money_season.enter("p1")
    money_season.pay_by_hand(entry)
    second = money_season.pay_online(money_season.fresh(entry))
    assert second.payment.state == "to_refund"
    assert money_season.balance("pool") == -1140
    assert money_season.balance("refunds", money_season.operator) == -FEE


@pytest.mark.parametrize("amount", [FEE - 1, FEE + 1])
def test_another_sum_than_the_fee_that_came_online_is_paid_back(money_season, amount):
    entry = money_season.enter("p1")
    assert money_season.pay_online(entry, amount=amount).payment.state == "to_refund"
    assert payment(entry) == "due"


@pytest.mark.slow
def test_only_paid_entries_count_for_the_smallest_field(make_money_season):
    season = make_money_season(smallest=2).agree()
    season.announce()
    paid = season.enter_and_pay("p1")
    season.clock(RULES.enters_until - timedelta(hours=1))
    season.enter("p2")
    season.clock(RULES.enters_until)
    turning.turn(season.refresh().competition)
    season.turn(days=2)
    assert season.competition.state == "cancelled"
    assert season.refunds == [(FEE, "due")]
    assert Payment.objects.get(entry=paid).state == "to_refund"


@pytest.mark.slow
def test_the_same_answer_of_the_provider_counts_once(money_season):
    checkout = money_season.pay_online(money_season.enter("p1"), charges=30)
    before = Booking.objects.count()
    for _again in range(3):
        money_season.provider_says(checkout, charges=30)
    assert Booking.objects.count() == before
    assert money_season.balance("clearing") == FEE - 30
    assert money_season.balance("organiser_fee") == -30
    money_season.provider_says(checkout, charges=42)
    assert money_season.balance("organiser_fee") == -18
    all_balances_are_right(money_season)


@pytest.mark.slow
def test_answers_in_another_order_change_nothing(money_season):
    checkout = money_season.pay_online(money_season.enter("p1"))
    for old in ({"state": "open", "amount": 0}, {"state": "expired", "amount": 0}):
        money_season.provider_says(checkout, **old)
    checkout.refresh_from_db()
    assert checkout.state == "paid"
    assert money_season.balance("pool") == -1140


@pytest.mark.slow(but_first=True)
@pytest.mark.parametrize("has_begun", [False, True])
def test_nobody_enters_a_season_with_a_fee_late(make_money_season, has_begun):
    season = make_money_season().agree()
    season.announce()
    for number in (1, 2, 3):
        season.enter_and_pay(f"p{number}")
    season.clock(RULES.starts_at if has_begun else RULES.enters_until)
    turning.turn(season.competition)
    season.refresh()
    assert season.competition.is_live == has_begun
    with pytest.raises(EntriesClosed, match="Entries closed on"):
        season.enter("p9")
    assert season.competition.entries.count() == 3


@pytest.mark.slow
def test_the_waiting_list_closes_with_the_registration_and_no_place_is_given_later(make_money_season):
    season = make_money_season(largest=3, smallest=2).agree()
    season.announce()
    for number in (1, 2, 3):
        season.enter_and_pay(f"p{number}")
    waiting = season.enter("p4")
    season.clock(RULES.enters_until)
    turning.turn(season.competition)
    assert state(waiting) == "withdrawn"
    assert waiting.steps.latest("pk").why == "closed"
    season.clock(RULES.starts_at)
    turning.turn(season.refresh().competition)
    season.refresh()
    season.withdraw(season.entry(1))
    assert season.competition.entries.filter(state="playing").count() == 2


# Going -----------------------------------------------------------------------------------------------------


@pytest.mark.slow(but_first=True)
@pytest.mark.parametrize("how", ["withdraw", "remove"])
def test_whoever_goes_before_their_first_game_has_it_all_back(make_money_season, how):
    season = make_money_season().begin(4)
    entry = season.entry(4)
    if how == "withdraw":
        season.withdraw(entry)
    else:
        services.remove(
            competition=season.competition, entry=entry, by=season.henrik, reason="Moved to another league"
        )
    assert season.refunds == [(FEE, "due")]
    assert season.balance("pool") == -3 * 1140
    assert season.balance("organiser_fee") == -3 * 60
    all_balances_are_right(season)


@pytest.mark.slow(but_first=True)
@pytest.mark.parametrize(
    ("has_played", "end"),
    [
        (False, "goes on"),
        (False, "cancel"),
        (False, "finish"),
        (False, "nobody may win"),
        (True, "goes on"),
        (True, "cancel"),
    ],
)
def test_whoever_is_disqualified_has_nothing_back(make_money_season, has_played, end):
    season = make_money_season({"prize_games": 1 if end == "nobody may win" else 0}).begin(4)
    bad = season.entry(4)
    if has_played:
        season.begin_game(bad, season.entry(3))
    season.disqualify(bad)
    assert season.refunds == []
    assert season.balance("pool") == -4 * 1140
    if end == "cancel":
        season.cancel()
    elif end != "goes on":
        season.finish()
    assert not Refund.objects.filter(entry=bad).exists()
    assert Payment.objects.get(entry=bad).state == Payment.State.FEE
    gone_back = {"goes on": 0, "finish": 0, "cancel": 3, "nobody may win": 3}[end]
    assert Refund.objects.count() == gone_back
    rest = {"cancel": FEE, "nobody may win": 1140}.get(end, 4 * 1140)
    assert season.balance("pool") == -rest
    all_balances_are_right(season)


@pytest.mark.slow
def test_whoever_goes_after_their_first_game_has_nothing_back(make_money_season):
    season = make_money_season().begin(4)
    season.begin_game(season.entry(4), season.entry(3))
    season.withdraw(season.entry(4))
    assert season.refunds == []
    assert season.balance("pool") == -4 * 1140


@pytest.mark.slow
def test_a_cancelled_season_gives_every_fee_back_but_of_the_disqualified(make_money_season):
    season = make_money_season().begin(4)
    bad, good = season.entry(4), season.entry(3)
    season.begin_game(bad, good)
    services.remove(
        competition=season.competition, entry=bad, by=season.henrik, reason="Two accounts", disqualify=True
    )
    gone = season.entry(3)
    season.withdraw(gone)
    season.give("gift", "pool", 4000)
    season.cancel()
    assert sorted(season.refunds) == [(FEE, "due")] * 3 + [(4000, "due")]
    assert season.balance("organiser_fee") == 0
    assert season.balance("pool") == -FEE  # the disqualified person's, whole: no fee is kept
    rest = Payout.objects.get(book=season.book, state="proposed")
    assert (rest.entry, rest.amount) == (None, FEE)
    all_balances_are_right(season)


@pytest.mark.slow
def test_settling_again_books_nothing(make_money_season):
    season = make_money_season().begin(4)
    season.withdraw(season.entry(4))
    season.cancel()
    before = (Booking.objects.count(), Refund.objects.count(), Proposal.objects.count())
    settle(season.competition, season.competition.over_at)
    assert (Booking.objects.count(), Refund.objects.count(), Proposal.objects.count()) == before


# Chargebacks -----------------------------------------------------------------------------------------------


@pytest.mark.slow
def test_a_chargeback_before_the_season_makes_the_entry_owe_again(money_season):
    entry = money_season.enter("p1")
    checkout = money_season.pay_online(entry)
    money_season.provider_says(checkout, charged_back=FEE)
    entry = money_season.fresh(entry)
    assert (entry.state, entry.payment) == ("accepted", "charged_back")
    assert money_season.balance("pool") == 0
    assert money_season.balance("clearing") == 0
    money_season.pay_by_hand(entry)
    assert state(entry) == "accepted"
    all_balances_are_right(money_season)


@pytest.mark.slow
def test_a_chargeback_that_is_not_settled_in_seven_days_forfeits(make_money_season):
    season = make_money_season()
    checkout = season.begin_with_one_online(people=3)
    entry = checkout.entry
    other = next(each for each in (season.entry(1), season.entry(2), season.entry(3)) if each.pk != entry.pk)
    upper, lower = sorted((entry, other), key=lambda each: season.table.index(each.number))
    season.begin_game(season.fresh(lower), season.fresh(upper))
    season.provider_says(checkout, charged_back=FEE)
    assert state(entry) == "playing"
    season.turn(days=6)
    assert state(entry) == "playing"
    season.turn(days=1, seconds=1)
    assert (state(entry), payment(entry)) == ("removed", "charged_back")
    assert entry.number not in season.table
    assert [step.why for step in entry.steps.order_by("pk")][-2:] == ["charged_back", "charged_back"]


@pytest.fixture
def taken_back(make_money_season):
    """A season with four, in which the bank takes the payment of one back while a challenge between them and
    someone waits; by whether they made it: (season, checkout, the player who owes, the other, the challenge).
    """

    def make(owing_challenges):
        season = make_money_season().agree()
        season.announce()
        checkouts = [season.pay_online(season.enter(f"p{number}")) for number in range(1, 5)]
        season.start()
        lower, upper = season.entry(4), season.entry(3)
        owing, other = (lower, upper) if owing_challenges else (upper, lower)
        made = season.challenge(lower, upper)
        [checkout] = [each for each in checkouts if each.entry_id == owing.pk]
        season.provider_says(checkout, charged_back=FEE)
        return season, checkout, owing, other, made

    return make


@pytest.mark.slow(but_first=True)
@pytest.mark.parametrize("owing_challenges", [True, False])
def test_a_payment_that_is_taken_back_drops_waiting_challenges_at_no_cost(taken_back, owing_challenges):
    season, _checkout, _owing, other, made = taken_back(owing_challenges)
    made.refresh_from_db()
    assert made.state == "dropped"
    told = OutboxRow.objects.filter(topic="season_mail", payload__occasion="dropped")
    assert [row.payload["user"] for row in told] == [other.user_id]
    with pytest.raises(AlreadyAnswered):
        ladder_services.accept(challenge=made, user=made.of.user)
    assert season.table == [season.entry(rank).number for rank in (1, 2, 3, 4)]


@pytest.mark.slow(but_first=True)
@pytest.mark.parametrize("owing_challenges", [True, False])
def test_no_game_starts_with_somebody_who_owes_until_they_have_paid(taken_back, owing_challenges):
    season, checkout, _owing, _other, made = taken_back(owing_challenges)
    with pytest.raises(CannotChallenge) as refused:
        season.challenge(made.by, made.of)
    assert refused.value.refusal.why == (Why.OWING if owing_challenges else Why.THEY_ARE_OWING)
    season.provider_says(checkout)
    assert season.begin_game(made.by, made.of).game is not None


@pytest.mark.slow(but_first=True)
@pytest.mark.parametrize("state_of_payment", ["due", "refunded", "charged_back"])
@pytest.mark.parametrize("which", ["by", "of"])
def test_a_challenge_is_not_accepted_while_either_owes_and_declining_it_costs_nothing(
    make_money_season, which, state_of_payment
):
    season = make_money_season().begin(4)
    made = season.challenge(season.entry(4), season.entry(3))
    until = clock.now() + timedelta(days=2) if state_of_payment == "due" else None
    owing = Entry.objects.filter(pk=getattr(made, which).pk)
    owing.update(payment=state_of_payment, pay_by=until)
    with pytest.raises(CannotAccept) as refused:
        ladder_services.accept(challenge=made, user=made.of.user)
    assert refused.value.refusal.why == (Why.OWING if which == "of" else Why.THEY_ARE_OWING)
    assert not Game.objects.exists()
    before = season.table
    ladder_services.decline(challenge=made, user=made.of.user)
    made.refresh_from_db()
    assert (made.state, season.table) == ("dropped", before)


def test_that_somebody_owes_reads_like_a_suspension_to_others(make_money_season):
    rules = make_money_season().competition.terms.challenges
    owes, barred = (says_why(Refusal(why), rules) for why in (Why.THEY_ARE_OWING, Why.THEY_ARE_BARRED))
    assert owes == barred


@pytest.mark.slow
def test_a_chargeback_decided_for_us_counts_as_paid_again(money_season):
    entry = money_season.enter("p1")
    checkout = money_season.pay_online(entry)
    money_season.provider_says(checkout, charged_back=FEE)
    money_season.provider_says(checkout)
    assert (state(entry), payment(entry)) == ("accepted", "paid")
    assert money_season.balance("pool") == -1140
    money_season.provider_says(checkout, charged_back=FEE)
    assert payment(entry) == "charged_back"
    assert money_season.balance("pool") == 0
    all_balances_are_right(money_season)


# The end ---------------------------------------------------------------------------------------------------


@pytest.mark.slow
def test_prizes_are_proposed_when_the_season_is_over(make_money_season):
    season = make_money_season().begin(4)
    season.give("gift", "pool", 4000)
    first, second, third = (season.entry(rank) for rank in (1, 2, 3))
    season.finish()
    pool = 4 * 1140 + 4000
    payouts = Payout.objects.filter(book=season.book).order_by("rank")
    assert [(each.entry, each.amount) for each in payouts] == [
        (first, pool // 2),
        (second, pool * 3 // 10),
        (third, pool // 5),
    ]
    assert Proposal.objects.get().state == "open"


@pytest.mark.slow
def test_whoever_has_played_too_little_wins_nothing(make_money_season):
    season = make_money_season({"prize_games": 1}).begin(4)
    one, two = season.entry(1), season.entry(2)
    season.play(two, one)
    season.finish()
    # A game conceded at once counts for its winner; the other two have played none.
    assert list(Payout.objects.values_list("entry__number", flat=True)) == [two.number]
    assert sum(Payout.objects.values_list("amount", flat=True)) == 4 * 1140


@pytest.mark.slow
def test_where_nobody_may_win_everything_goes_back(make_money_season):
    season = make_money_season({"prize_games": 1}).begin(3)
    season.give("gift", "pool", 500)
    season.finish()
    assert sorted(season.refunds) == [(500, "due")] + [(FEE, "due")] * 3
    assert not Payout.objects.exists()
    assert season.balance("pool") == 0
    all_balances_are_right(season)


@pytest.mark.slow
def test_a_guarantee_counts_once_it_is_paid_in(make_money_season):
    season = make_money_season({"guaranteed": 10000}).begin(2)
    season.finish()
    assert sum(Payout.objects.values_list("amount", flat=True)) == 2 * 1140


@pytest.mark.slow
def test_a_paid_guarantee_fills_the_pool_up(make_money_season):
    season = make_money_season({"guaranteed": 10000}).begin(2)
    season.give("guarantee", "guarantor", 9000, name="henrik")
    season.finish()
    assert sum(Payout.objects.values_list("amount", flat=True)) == 10000
    assert season.balance("pool") == -2 * 1140  # filled up once it is confirmed


@pytest.mark.slow
def test_a_sponsors_own_prize_goes_to_its_rank(make_money_season):
    extra = Extra(2, 700, "Librairie du Port")
    season = make_money_season({"extras": (extra,)}).begin(3)
    season.give("extra", "sponsors", 700, promise=0)
    second = season.entry(2)
    season.finish()
    assert Payout.objects.get(sponsor="Librairie du Port").entry == second


@pytest.mark.slow
def test_two_prizes_of_one_sponsor_go_to_their_own_ranks(make_money_season):
    extras = tuple(Extra(rank, 700, "Librairie du Port") for rank in (3, 1))
    season = make_money_season({"extras": extras}).begin(3)
    third, first = season.entry(3), season.entry(1)
    season.give("extra", "sponsors", 700, promise=1)
    season.give("extra", "sponsors", 700, promise=0)
    season.finish()
    won = Payout.objects.filter(sponsor="Librairie du Port").order_by("rank")
    assert [(each.rank, each.entry) for each in won] == [(1, first), (3, third)]


@pytest.mark.slow
def test_a_chargeback_after_the_end_is_proposed_anew(make_money_season):
    season = make_money_season()
    checkout = season.begin_with_one_online(people=2)
    season.finish()
    season.provider_says(checkout, charged_back=FEE)
    assert list(Proposal.objects.order_by("pk").values_list("state", flat=True)) == ["withdrawn", "open"]
    standing = Payout.objects.filter(state="proposed")
    assert sum(standing.values_list("amount", flat=True)) == 1140


@pytest.mark.slow
def test_whose_payment_was_taken_back_wins_nothing(make_money_season):
    season = make_money_season()
    checkout = season.begin_with_one_online(people=3)
    season.finish()
    season.provider_says(checkout, charged_back=FEE)
    standing = Payout.objects.filter(state="proposed")
    assert checkout.entry_id not in set(standing.values_list("entry", flat=True))
    assert sum(standing.values_list("amount", flat=True)) == 2 * 1140


# The provider's charges ------------------------------------------------------------------------------------


@pytest.mark.slow
def test_charges_beyond_the_share_for_them_are_the_holders(money_season):
    """60 of each fee are the league's; what the provider keeps of it beyond that is the operator's loss."""
    checkout = money_season.pay_online(money_season.enter("p1"), charges=90)
    share, charges = money_season.balance("organiser_fee"), money_season.balance("charges")
    assert (share, charges) == (0, 30)
    assert money_season.balance("charges", money_season.operator) == 30
    money_season.pay_online(money_season.enter("p2"), charges=10)
    assert (money_season.balance("organiser_fee"), money_season.balance("charges")) == (-20, 0)
    money_season.withdraw(checkout.entry)
    assert (money_season.balance("organiser_fee"), money_season.balance("charges")) == (0, 40)
    money_season.cancel()
    assert (money_season.balance("organiser_fee"), money_season.balance("charges")) == (0, 100)
    assert money_season.balance("pool") == 0
    assert verify(money_season.book).is_right
    before = Booking.objects.count()
    settle(money_season.competition, money_season.competition.over_at)
    assert Booking.objects.count() == before
    all_balances_are_right(money_season)


@pytest.mark.slow
def test_a_season_without_a_share_leaves_all_charges_to_the_holder(make_money_season):
    season = make_money_season({"league_percent": 0}).agree()
    season.announce()
    season.pay_online(season.enter("p1"), charges=42)
    assert (season.balance("charges"), season.balance("organiser_fee")) == (42, 0)
    assert season.balance("pool") == -FEE


@pytest.mark.slow
def test_a_chargeback_after_a_completed_refund_is_the_guarantors_and_pays_nothing_twice(money_season):
    """The payer has the money twice: the guarantor carries it until the bank gives it back."""
    checkout = money_season.pay_online(money_season.enter("p1"))
    money_season.withdraw(checkout.entry)
    refund = Refund.objects.select_related("book", "holder", "payment", "entry__user").get()
    book_refund(money_season.competition, refund, FEE, clock.now(), BookingDetails())
    assert money_season.refunds == [(FEE, "done")]
    for _again in range(2):
        money_season.provider_says(checkout, refunded=FEE, charged_back=FEE)
    assert Payment.objects.get().state == Payment.State.TAKEN_BACK
    assert Booking.objects.filter(kind="chargeback").count() == 1
    assert money_season.balance("guarantor") == FEE
    assert money_season.balance("clearing") == -FEE
    assert (money_season.balance("pool"), money_season.balance("refunds")) == (0, 0)
    money_season.provider_says(checkout, refunded=FEE)
    assert Payment.objects.get().state == Payment.State.REFUNDED
    assert (money_season.balance("guarantor"), money_season.balance("clearing")) == (0, 0)
    assert money_season.refunds == [(FEE, "done")]
    all_balances_are_right(money_season)
