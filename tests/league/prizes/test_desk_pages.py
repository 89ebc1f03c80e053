"""The money desk by story, in views: who confirms, who pays, who finds nothing at these addresses."""

from __future__ import annotations

import csv
import io
import re
from datetime import timedelta

import pytest
from django.urls import reverse

from games.common import clock
from league.competitions import services
from league.leagues.models import Membership
from league.prizes import tasks
from league.prizes.models import Booking, Confirmation, Owed, Payout, Proposal, Refund, Trustee
from league.prizes.services.payouts.confirming import confirm
from league.prizes.services.treasurers import treasurers
from league.prizes.services.watching import watch
from tests.conftest import PASSWORD
from tests.league.prizes.money_seasons import FEE
from tests.league.prizes.pages import shown as as_shown

pytestmark = pytest.mark.django_db

POOL = 3 * 1140


def at(season, page: str, *more) -> str:
    return reverse(f"prizes:{page}", args=["calais", season.competition.code, *more])


def text(answer) -> str:
    """What a page says, its tags left out."""
    return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", answer.content.decode()))


@pytest.fixture
def over(make_money_season):
    """Three paid by hand, and the season is over."""
    return make_money_season().begin(3).finish()


@pytest.fixture
def euros(make_money_season, settings):
    settings.PRIZES_REAL_MONEY, settings.PRIZES_OPERATOR = True, "Relais Jeux"
    season = make_money_season({"currency": "EUR", "online": False, "guarantor": ""})
    return both_confirm(season.begin(3).finish())


def both_confirm(season):
    proposal = Proposal.objects.get(book=season.book, state="open")
    for person in (season.henrik, season.ines):
        confirm(proposal=proposal, by=person, sha256=proposal.sha256)
    return season


def prizes(season) -> list[Payout]:
    rows = Payout.objects.filter(book=season.book).exclude(state="withdrawn")
    return list(rows.select_related("entry__user").order_by("rank", "pk"))


@pytest.mark.slow
def test_two_confirm_three_claim_and_all_is_paid(over, client_of):
    """The whole way, in the browser: two confirmations, claims, references."""
    proposal = Proposal.objects.get(book=over.book)
    henrik, ines = client_of(over.henrik), client_of(over.ines)
    assert "3 payouts: 34.20 tokens" in text(henrik.get(at(over, "desk")))
    page = at(over, "proposal", proposal.pk)
    shown = henrik.get(page).content.decode()
    (sha256,) = re.findall(r'name="sha256" value="([0-9a-f]{64})"', shown)
    henrik.post(page, {"act": "confirm", "sha256": sha256})
    assert "You have confirmed" in text(henrik.get(page))
    answer = ines.post(page, {"act": "confirm", "sha256": sha256}, follow=True)
    assert "Confirmed. The winners" in text(answer)
    assert text(answer).count("held by Henrik") == 0 and "Not claimed yet" in text(answer)
    for payout in prizes(over):
        winner = client_of(payout.entry.user)
        claim = reverse("prizes:own-claim", args=[payout.pk])
        assert winner.get(at(over, "claim", payout.pk)).status_code == 200
        assert "Claimed" in text(winner.post(claim, follow=True))
        paid = henrik.post(
            at(over, "payout", payout.pk),
            {"act": "pay", "pay-reference": "play money"} | as_shown(payout),
            follow=True,
        )
        assert "Logged: the prize is paid" in text(paid)
        own = text(winner.get(claim))
        assert "It is play money, so nothing was sent." in own and "Your payment details" not in own
    assert over.balance("payouts") == 0
    assert over.balance("cash") == 3 * FEE - POOL


@pytest.mark.slow
def test_a_replayed_confirmation_counts_once(over, client_of):
    proposal = Proposal.objects.get(book=over.book)
    given = {"act": "confirm", "sha256": proposal.sha256}
    henrik = client_of(over.henrik)
    for _again in range(4):
        assert henrik.post(at(over, "proposal", proposal.pk), given).status_code == 302
    assert Confirmation.objects.count() == 1
    assert over.balance("payouts") == 0


@pytest.mark.slow
def test_a_stale_confirmation_is_refused_and_the_new_one_is_shown(over, client_of):
    old = Proposal.objects.get(book=over.book)
    over.give("gift", "pool", 500)
    answer = client_of(over.henrik).post(
        at(over, "proposal", old.pk), {"act": "confirm", "sha256": old.sha256}, follow=True
    )
    assert "Something has changed, so the proposal was withdrawn" in text(answer)
    new = Proposal.objects.get(book=over.book, state="open")
    page = at(over, "proposal", new.pk)
    answer = client_of(over.henrik).post(page, {"act": "confirm", "sha256": old.sha256})
    assert "The proposal has changed" in text(answer)
    assert new.sha256 in answer.content.decode() and old.sha256 not in answer.content.decode()
    assert not Confirmation.objects.exists()


@pytest.mark.slow
def test_a_refusal_is_public_with_its_reason_and_nothing_is_carried_out(over, client_of):
    proposal = Proposal.objects.get(book=over.book)
    page = at(over, "proposal", proposal.pk)
    ines = client_of(over.ines)
    empty = ines.post(page, {"act": "refuse", "refuse-reason": " "})
    assert empty.status_code == 200 and "Give a reason" in text(empty)
    ines.post(page, {"act": "refuse", "refuse-reason": "The second had help."})
    client_of(over.henrik).post(page, {"act": "confirm", "sha256": proposal.sha256})
    assert over.balance("payouts") == 0
    assert "You have refused" in text(ines.get(page))
    assert "The second had help." in text(client_of().get(at(over, "statement")))
    late = ines.post(page, {"act": "confirm", "sha256": proposal.sha256})
    assert "You have refused" in text(late)
    assert Confirmation.objects.count() == 1


@pytest.mark.slow
def test_one_lost_then_appointed_and_it_goes_on(over, client_of, carl):
    proposal = Proposal.objects.get(book=over.book)
    page = at(over, "proposal", proposal.pk)
    client_of(over.henrik).post(page, {"act": "confirm", "sha256": proposal.sha256})
    over.clock.pass_(days=14)
    watch(over.competition)
    assert "Payouts wait." in text(client_of(over.henrik).get(at(over, "desk")))
    assert client_of(over.ines).get(at(over, "desk")).status_code == 404
    grete = over.member("grete")
    treasurers.appoint(competition=over.competition, user=grete, by_admin=carl, reason="Ines is away.")
    assert client_of(grete).get(at(over, "desk")).status_code == 404
    shown = client_of(grete).get(at(over, "trust")).content.decode()
    (sha256,) = re.findall(r'name="sha256" value="([0-9a-f]{64})"', shown)
    client_of(grete).post(at(over, "trust"), {"act": "agree", "sha256": sha256})
    client_of(grete).post(page, {"act": "confirm", "sha256": proposal.sha256})
    assert over.balance("payouts") == -POOL
    said = text(client_of().get(at(over, "statement")))
    assert "did not answer in 14 days" in said and "Ines is away." in said


@pytest.mark.slow
def test_to_everybody_else_there_is_nothing(over, client_of, carl, dora):
    both_confirm(over)
    payout = prizes(over)[0]
    refund = Refund.objects.create(
        book=over.book, holder=over.cash, name="x", amount=1, way="hand", at=clock.now(), key="x"
    )
    pages = [
        at(over, "desk"),
        at(over, "proposal", payout.proposal_id),
        at(over, "payout", payout.pk),
        at(over, "refund", refund.pk),
        at(over, "transfers", over.cash.pk),
        at(over, "ruling"),
    ]
    for person in (None, carl, dora, payout.entry.user):
        for page in pages:
            assert client_of(person).get(page).status_code == 404, (person, page)
            assert client_of(person).post(page).status_code in (404, 405), (person, page)
    for page in pages:
        assert client_of(over.ines).get(page).status_code == 200, page


@pytest.mark.slow
def test_a_prize_is_claimed_by_its_winner_alone(euros, client_of):
    payout, other = prizes(euros)[:2]
    for person in (euros.henrik, other.entry.user, euros.organiser):
        for page in (at(euros, "claim", payout.pk), reverse("prizes:own-claim", args=[payout.pk])):
            assert client_of(person).get(page).status_code == 404
            assert client_of(person).post(page, {"pay_to": "FR76"}).status_code == 404
    assert client_of().get(at(euros, "claim", payout.pk)).status_code == 302
    payout.refresh_from_db()
    assert payout.state == "confirmed"


@pytest.mark.slow
def test_where_it_goes_is_the_winners_and_the_two_peoples_and_gone_after_90_days(euros, client_of):
    payout = prizes(euros)[0]
    winner = client_of(payout.entry.user)
    claim = reverse("prizes:own-claim", args=[payout.pk])
    empty = winner.post(claim, {"pay_to": "  "})
    assert "Say where to send the money" in text(empty)
    winner.post(claim, {"pay_to": "FR76 3000 6000\nPaula Silva"})
    assert "FR76 3000 6000" in text(winner.get(claim))
    assert "FR76 3000 6000" in text(client_of(euros.ines).get(at(euros, "desk")))
    for person in (None, euros.organiser, prizes(euros)[1].entry.user):
        assert "FR76" not in client_of(person).get(at(euros, "statement")).content.decode()
    page = at(euros, "payout", payout.pk)
    missing = client_of(euros.henrik).post(page, {"act": "pay", "pay-reference": ""} | as_shown(payout))
    assert "Give the reference" in text(missing)
    for _again in range(2):
        client_of(euros.henrik).post(page, {"act": "pay", "pay-reference": "SEPA 4711"} | as_shown(payout))
    assert Booking.objects.filter(kind="payout").count() == 1
    # Kept for a payment that comes back, then deleted.
    assert "FR76 3000 6000" in text(winner.get(claim))
    assert "FR76 3000 6000" in text(client_of(euros.ines).get(page))
    assert nobody_else_sees(euros, client_of, payout, "FR76")
    euros.clock(Payout.objects.get(pk=payout.pk).closed_at + timedelta(days=90))
    tasks.forget_pay_details()
    for shown in (page, at(euros, "desk")):
        assert "FR76" not in client_of(euros.ines).get(shown).content.decode()
    later = client_of(payout.entry.user).get(claim)
    assert "FR76" not in later.content.decode()
    assert "Your payment details are deleted." in text(later)


def nobody_else_sees(season, client_of, payout, details):
    """Whether where a prize was sent is on no page, and in no file, of anyone but its winner and the two."""
    public = [at(season, "statement"), season.competition.get_absolute_url()]
    public += [at(season, "statement-file", form) for form in ("csv", "json", "beancount")]
    kept = [at(season, "book"), *(at(season, "book-file", form) for form in ("csv", "json", "beancount"))]
    own = [
        reverse("prizes:own"),
        reverse("prizes:own-claim", args=[payout.pk]),
        at(season, "claim", payout.pk),
    ]
    of_the_two = [
        at(season, "desk"),
        at(season, "payout", payout.pk),
        at(season, "transfers", season.cash.pk),
    ]
    other = Payout.objects.filter(book=season.book).exclude(pk=payout.pk).first().entry.user
    for person in (None, season.organiser, other):
        for page in (*public, *kept, *own, *of_the_two):
            answer = client_of(person).get(page)
            assert details not in b"".join(answer).decode(), (person, page)
    return True


@pytest.mark.slow
def test_a_winner_deletes_where_it_was_sent_but_not_before_it_is_paid(euros, client_of):
    payout, other = prizes(euros)[:2]
    winner, claim = client_of(payout.entry.user), reverse("prizes:own-claim", args=[payout.pk])
    winner.post(claim, {"pay_to": "FR76"})
    early = winner.post(claim, {"act": "forget"}, follow=True)
    assert "needed until the prize is paid" in text(early)
    assert Payout.objects.get(pk=payout.pk).pay_to == "FR76"
    pay = {"act": "pay", "pay-reference": "SEPA 1"} | as_shown(payout)
    client_of(euros.henrik).post(at(euros, "payout", payout.pk), pay)
    for person in (None, euros.ines, other.entry.user):
        client_of(person).post(claim, {"act": "forget"})
    assert Payout.objects.get(pk=payout.pk).pay_to == "FR76"
    assert claim in winner.get(reverse("prizes:own")).content.decode()
    for _again in range(2):
        gone = winner.post(claim, {"act": "forget"}, follow=True)
        assert "Deleted." in text(gone) and "FR76" not in text(gone)
    assert claim not in winner.get(reverse("prizes:own")).content.decode()
    assert Payout.objects.get(pk=payout.pk).pay_to == ""


@pytest.mark.slow
def test_what_came_back_is_sent_again_to_the_same_place_with_one_click(euros, client_of):
    payout = prizes(euros)[0]
    winner, henrik = client_of(payout.entry.user), client_of(euros.henrik)
    claim, page = reverse("prizes:own-claim", args=[payout.pk]), at(euros, "payout", payout.pk)
    winner.post(claim, {"pay_to": "FR76"})
    henrik.post(page, {"act": "pay", "pay-reference": "SEPA 1"} | as_shown(payout))
    henrik.post(page, {"act": "fail", "fail-reason": "The bank sent it back."})
    opened = winner.get(claim)
    assert opened.context["form"]["pay_to"].value() == "FR76"
    assert "FR76" in text(henrik.get(page))
    euros.clock.pass_(days=91)
    tasks.forget_pay_details()
    assert Payout.objects.get(pk=payout.pk).pay_to == "FR76"  # owed again


@pytest.mark.slow
def test_a_failed_payment_is_claimed_anew(euros, client_of):
    payout = prizes(euros)[0]
    winner, henrik = client_of(payout.entry.user), client_of(euros.henrik)
    claim = reverse("prizes:own-claim", args=[payout.pk])
    winner.post(claim, {"pay_to": "FR76"})
    page = at(euros, "payout", payout.pk)
    henrik.post(page, {"act": "pay", "pay-reference": "SEPA 1"} | as_shown(payout))
    henrik.post(page, {"act": "fail", "fail-reason": "The bank sent it back."})
    assert "The bank sent it back." in text(winner.get(claim))
    assert "Payments that failed" in text(henrik.get(at(euros, "desk")))
    winner.post(claim, {"pay_to": "FR14", "password": PASSWORD})
    henrik.post(page, {"act": "pay", "pay-reference": "SEPA 2"} | as_shown(payout))
    payout.refresh_from_db()
    assert (payout.state, payout.reference) == ("paid", "SEPA 2")


@pytest.mark.slow
def test_who_left_the_league_still_claims(make_money_season, client_of, settings):
    season = both_confirm(make_money_season().begin(3).finish())
    season.league.visibility = "invitation"
    season.league.save()
    payout = prizes(season)[0]
    Membership.objects.filter(league=season.league, user=payout.entry.user).delete()
    winner = client_of(payout.entry.user)
    assert winner.get(at(season, "claim", payout.pk)).status_code == 404
    winner.post(reverse("prizes:own-claim", args=[payout.pk]))
    payout.refresh_from_db()
    assert payout.state == "claimed"


@pytest.mark.slow
def test_online_prizes_say_how_long_they_are_kept(make_money_season, client_of):
    season = make_money_season({"hold_days": 150})
    season.begin_with_one_online(people=2)
    both_confirm(season.finish())
    payout = Payout.objects.get(book=season.book, holder=season.operator)
    client_of(payout.entry.user).post(reverse("prizes:own-claim", args=[payout.pk]))
    assert "Online payments are held until then" in text(client_of(season.henrik).get(at(season, "desk")))
    page = at(season, "payout", payout.pk)
    early = client_of(season.henrik).post(page, {"act": "pay", "pay-reference": "SEPA"} | as_shown(payout))
    payout.refresh_from_db()
    assert payout.state == "claimed" and early.status_code == 200
    season.clock(payout.not_before)
    client_of(season.henrik).post(page, {"act": "pay", "pay-reference": "SEPA"} | as_shown(payout))
    payout.refresh_from_db()
    assert payout.state == "paid"


@pytest.mark.slow
def test_the_file_for_the_bank_has_what_can_be_paid_now_and_no_formula(euros, client_of):
    first, second, _third = prizes(euros)
    client_of(first.entry.user).post(
        reverse("prizes:own-claim", args=[first.pk]), {"pay_to": '=HYPERLINK("http://evil")\nFR76, "x"'}
    )
    answer = client_of(euros.ines).get(at(euros, "transfers", euros.cash.pk))
    body = b"".join(answer.streaming_content).decode("utf-8-sig")
    rows = list(csv.DictReader(io.StringIO(body)))
    assert [(row["kind"], row["name"], row["amount"], row["currency"]) for row in rows] == [
        ("prize", first.entry.user.username, "17.10", "EUR")
    ]
    assert rows[0]["pay_to"].startswith("'=HYPERLINK")
    assert "\n" not in rows[0]["pay_to"]
    assert second.entry.user.username not in body


@pytest.mark.slow
def test_refunds_by_hand_are_recorded_with_a_reference(money_season, client_of):
    entry = money_season.enter_and_pay("p1")
    money_season.withdraw(entry)
    refund = Refund.objects.get()
    henrik = client_of(money_season.henrik)
    assert "Offline refunds" in text(henrik.get(at(money_season, "desk")))
    page = at(money_season, "refund", refund.pk)
    for _again in range(2):
        assert henrik.post(page, {"reference": "SEPA 9"} | as_shown(refund)).status_code == 302
    refund.refresh_from_db()
    assert (refund.state, refund.reference) == ("done", "SEPA 9")
    assert Booking.objects.filter(kind="refund").count() == 1
    assert henrik.get(page).status_code == 404


@pytest.mark.slow
def test_whoever_gets_a_refund_by_hand_says_where_to(make_money_season, client_of, settings):
    settings.PRIZES_REAL_MONEY, settings.PRIZES_OPERATOR = True, "Relais Jeux"
    season = make_money_season({"currency": "EUR", "online": False, "guarantor": ""}).agree()
    season.announce()
    entry = season.enter_and_pay("p1")
    season.withdraw(entry)
    refund = Refund.objects.get()
    page = reverse("prizes:own-refund", args=[refund.pk])
    assert client_of(season.organiser).get(page).status_code == 404
    own = client_of(entry.user)
    assert page in own.get(reverse("prizes:own")).content.decode()
    own.post(page, {"pay_to": "BE71 0961"})
    assert "BE71 0961" in text(client_of(season.henrik).get(at(season, "desk")))
    client_of(season.henrik).post(at(season, "refund", refund.pk), {"reference": "SEPA"} | as_shown(refund))
    refund.refresh_from_db()
    assert (refund.state, refund.pay_to) == ("done", "")
    assert own.get(page).status_code == 404


@pytest.mark.slow
def test_a_ruling_after_the_payout_books_what_is_owed_and_is_paid_once_it_is_back(over, client_of):
    both_confirm(over)
    first, second, _third = prizes(over)
    henrik, ines = client_of(over.henrik), client_of(over.ines)
    client_of(first.entry.user).post(reverse("prizes:own-claim", args=[first.pk]))
    henrik.post(at(over, "payout", first.pk), {"act": "pay", "pay-reference": "play"} | as_shown(first))
    page = at(over, "ruling")
    given = {
        f"amount-{first.pk}": "5.00",
        f"to-{first.pk}": second.entry.user.username,
        "reason": "The first had help.",
    }
    wrong = henrik.post(page, {**given, f"to-{first.pk}": "nobody"})
    assert "No one with this name" in text(wrong) and "The first had help." in text(wrong)
    too_much = henrik.post(page, {**given, f"amount-{first.pk}": "500.00"})
    assert too_much.status_code == 200 and not Proposal.objects.filter(kind="ruling").exists()
    assert henrik.post(page, given).status_code == 302
    made = Proposal.objects.get(kind="ruling")
    assert henrik.get(page).status_code == 404
    shown = text(ines.get(at(over, "proposal", made.pk)))
    assert "The first had help." in shown and "The site moves no money" in shown
    cash = over.balance("cash")
    for browser in (henrik, ines):
        browser.post(at(over, "proposal", made.pk), {"act": "confirm", "sha256": made.sha256})
    assert (over.balance("owed_back"), over.balance("cash")) == (500, cash)
    new = Payout.objects.get(proposal=made)
    winner = client_of(second.entry.user)
    claim = reverse("prizes:own-claim", args=[new.pk])
    assert "once the missing 5.00 tokens is back" in text(winner.get(claim))
    winner.post(claim)
    assert "has to be paid back first" in text(henrik.get(at(over, "desk")))
    refused = henrik.post(at(over, "payout", new.pk), {"act": "pay", "pay-reference": "play"} | as_shown(new))
    new.refresh_from_db()
    assert refused.status_code == 200 and new.state == "claimed"
    assert "To be paid back" in text(ines.get(at(over, "desk")))
    assert Owed.objects.get().amount == 500


@pytest.mark.slow
def test_an_address_of_another_seasons_proposal_finds_nothing(over, make_money_season, client_of):
    mine = Proposal.objects.get(book=over.book)
    other = Proposal.objects.exclude(pk=mine.pk)
    assert not other.exists()
    assert client_of(over.henrik).get(at(over, "proposal", mine.pk + 1)).status_code == 404
    assert client_of(over.henrik).get(at(over, "payout", 10**30)).status_code == 404
    assert client_of(over.henrik).get(at(over, "transfers", over.cash.pk + 999)).status_code == 404


@pytest.mark.slow
def test_an_act_that_is_none_finds_nothing(over, client_of):
    proposal = Proposal.objects.get(book=over.book)
    assert client_of(over.henrik).post(at(over, "proposal", proposal.pk), {"act": "x"}).status_code == 404


@pytest.mark.slow
def test_the_desk_makes_no_more_queries_with_more_rows(
    make_money_season, client_of, assert_queries_do_not_grow
):
    season = make_money_season({"shares": (20, 20, 20, 20, 20)}).begin(6)
    season.finish()
    both_confirm(season)
    client = client_of(season.henrik)
    paid = prizes(season)
    client_of(paid[0].entry.user).post(reverse("prizes:own-claim", args=[paid[0].pk]))

    def more() -> None:
        for payout in paid[1:]:
            client_of(payout.entry.user).post(reverse("prizes:own-claim", args=[payout.pk]))
        for number in range(5):
            Refund.objects.create(
                book=season.book,
                holder=season.cash,
                entry=paid[0].entry,
                amount=1,
                way="hand",
                at=clock.now(),
                key=f"more {number}",
            )

    assert_queries_do_not_grow(client, at(season, "desk"), more)


@pytest.mark.slow
def test_a_cancelled_seasons_rest_is_confirmed_and_waits_for_the_next(make_money_season, client_of):
    season = make_money_season().begin(4)
    bad, good = season.entry(4), season.entry(3)
    season.begin_game(bad, good)
    services.remove(
        competition=season.competition, entry=bad, by=season.henrik, reason="Two accounts", disqualify=True
    )
    season.cancel()
    proposal = Proposal.objects.get(book=season.book)
    for person in (season.henrik, season.ines):
        client_of(person).post(
            at(season, "proposal", proposal.pk), {"act": "confirm", "sha256": proposal.sha256}
        )
    shown = text(client_of(season.henrik).get(at(season, "desk")))
    assert "No one: for another season of the league" in shown
    assert Trustee.objects.filter(competition=season.competition, lost_at=None).count() == 2
