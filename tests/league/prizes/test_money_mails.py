"""Every e-mail about money: what it says, in both languages, to whom, and which are not sent any more."""

from __future__ import annotations

import uuid

import pytest
from django.core import mail
from django.urls import reverse

from games.common import clock
from games.common.outbox.row import OutboxRow
from league.prizes.models import Booking, HandRecord, Payout, Proposal, Refund, Trustee
from league.prizes.outbox import mail as money_mail
from league.prizes.outbox.alarms import tell_operator
from league.prizes.outbox.post import money_mails
from league.prizes.outbox.trust import tell_admins_of_trust
from league.prizes.services.payouts import paying_out
from league.prizes.services.payouts.confirming import confirm, refuse
from league.prizes.services.payouts.paying_out import claim, fail, hand_refund, pay
from league.prizes.services.payouts.rulings_after import Taking, propose_ruling
from league.prizes.services.treasurers import treasurers
from league.prizes.services.watching import watch
from league.users.models import User
from tests.league.prizes.money_seasons import FEE

pytestmark = pytest.mark.django_db

ELSEWHERE = {
    "asked",
    "cancel_asked",
    "cancel_ended",
    "cancel_proposed",
    "closed",
    "declined",
    "details_changed",
    "held",
    "opened",
    "part",
}
"""They have tests of their own; asked and declined are only sent of drafts."""


def written() -> list:
    """The e-mails of all rows, once."""
    rows = list(OutboxRow.objects.filter(topic="prize_mail").order_by("pk"))
    mail.outbox.clear()
    for _part, failures in money_mails.send(rows):
        assert not failures
    return mail.outbox


def of(occasion: str) -> list:
    """The e-mails on one occasion."""
    rows = list(OutboxRow.objects.filter(topic="prize_mail", payload__occasion=occasion).order_by("pk"))
    mail.outbox.clear()
    for _part, failures in money_mails.send(rows):
        assert not failures
    return mail.outbox


def both_confirm(season) -> None:
    proposal = Proposal.objects.get(book=season.book, state="open")
    for person in (season.henrik, season.ines):
        confirm(proposal=proposal, by=person, sha256=proposal.sha256)


def put(*rows: OutboxRow) -> None:
    OutboxRow.objects.bulk_create(rows)


@pytest.mark.slow
def test_the_receipt_has_the_bookings_number_and_seal(money_season):
    entry = money_season.enter_and_pay("p1")
    (sent,) = of("paid")
    booking = Booking.objects.get(kind="payment")
    assert sent.to == [entry.user.email]
    assert f"Ledger line {booking.number} of" in sent.body and booking.sha256 in sent.body
    assert "12.00 tokens" in sent.subject
    assert "/money/pay/" in sent.body


@pytest.mark.slow
def test_a_chargeback_says_until_when_to_pay_again_and_what_follows(money_season):
    checkout = money_season.pay_online(money_season.enter("p1"))
    money_season.provider_says(checkout, charged_back=FEE)
    (sent,) = of("charged_back")
    assert "Pay by" in sent.body and "out of the season" in sent.body
    money_season.pay_by_hand(money_season.fresh(checkout.entry))
    assert of("charged_back") == []


@pytest.mark.slow
def test_what_was_done_meanwhile_is_not_asked_for_any_more(make_money_season):
    season = make_money_season().begin(3).finish()
    assert len(of("to_confirm")) == 2
    both_confirm(season)
    assert of("to_confirm") == []
    assert len(of("won")) == 3
    payout = Payout.objects.filter(book=season.book).order_by("rank").first()
    claim(payout=payout, user=payout.entry.user)
    pay(payout=payout, by=season.henrik, reference="play")
    assert len(of("won")) == 2


@pytest.mark.slow
def test_whoever_is_appointed_is_asked_to_agree_first(make_money_season, carl):
    season = make_money_season().begin(3).finish()
    grete = season.member("grete")
    treasurers.appoint(competition=season.competition, user=grete, by_admin=carl, reason="A third person.")
    (sent,) = of("appointed")
    assert "A third person." in sent.body and "/money/trust/" in sent.body
    proposal = Proposal.objects.get()
    put(money_mail(grete.pk, clock.now(), about="to_confirm", proposal=proposal.pk))
    assert any("Agree to the money rules first" in each.body for each in of("to_confirm"))


@pytest.mark.slow(but_first=True)
@pytest.mark.parametrize("language", ["en", "fr"])
def test_every_occasion_in_both_languages(make_money_season, carl, settings, language):
    """One season in which everything that is mailed has happened."""
    settings.ADMINS = [("Root", "root@example.org")]
    season = make_money_season().begin(4)
    refunded = season.entry(4)
    season.withdraw(refunded)
    season.finish()
    proposal = Proposal.objects.get(book=season.book)
    refuse(proposal=proposal, by=season.ines, reason="The second had help.")
    treasurers.ask_again(
        trustee=Trustee.objects.get(user=season.ines), by_admin=carl, reason="The replay shows nothing."
    )
    User.objects.update(language=language)
    seen = {each.subject for each in written()}
    both_confirm(season)
    prizes = list(Payout.objects.filter(book=season.book).order_by("rank"))
    now = clock.now()
    put(*(money_mail(each.entry.user_id, now, about="claim_reminder", payout=each.pk) for each in prizes))
    seen |= {each.subject for each in written()}
    hand_refund(refund=Refund.objects.get(), by=season.henrik, reference="SEPA 9")
    for payout in prizes[:2]:
        claim(payout=payout, user=payout.entry.user)
    pay(payout=prizes[0], by=season.henrik, reference="SEPA 1")
    fail(payout=prizes[1], by=season.henrik, reason="No such account.")
    prizes[0].refresh_from_db()
    taking = Taking(prizes[0], 100, prizes[2].entry)
    propose_ruling(
        competition=season.competition, by=season.henrik, reason="The first had help.", takings=[taking]
    )
    made = Proposal.objects.get(kind="ruling")
    record = HandRecord.objects.create(
        book=season.book,
        holder=season.cash,
        kind="gift",
        name="Librairie du Port",
        amount=5000,
        received_on=now.date(),
        reference="transfer 17",
        by=season.henrik,
        at=now,
        state="waiting",
        reason="Seen twice.",
        key=uuid.uuid4(),
        entry=refunded,
    )
    put(
        money_mail(season.ines.pk, now, about="withdrawn", proposal=made.pk),
        money_mail(season.ines.pk, now, about="record_waits", record=record.pk),
        money_mail(season.ines.pk, now, about="record_refused", record=record.pk),
        money_mail(refunded.user_id, now, about="record_corrected", record=record.pk),
        money_mail(refunded.user_id, now, about="prize_gone", payout=prizes[2].pk),
        money_mail(refunded.user_id, now, about="payout_moved", payout=prizes[2].pk),
        money_mail(refunded.user_id, now, about="refund_moved", refund=Refund.objects.get().pk),
        money_mail(season.ines.pk, now, about="appointed", trustee=Trustee.objects.first().pk),
        money_mail(season.ines.pk, now, about="treasurer_silent", trustee=Trustee.objects.first().pk),
        money_mail(season.ines.pk, now, about="confirm_reminder", proposal=made.pk),
        money_mail(refunded.user_id, now, about="charged_back", entry=refunded.pk),
    )
    season.league.memberships.filter(user=season.ines).delete()
    watch(season.competition)
    occasions = set(OutboxRow.objects.filter(topic="prize_mail").values_list("payload__occasion", flat=True))
    assert occasions == set(money_mails.by_occasion) - ELSEWHERE
    for each in written():
        html = each.alternatives[0][0]
        assert season.competition.name in each.subject
        assert "http" in each.body and "None" not in each.body + html and "{" not in each.body
        greeting = "Hello" if language == "en" else "Bonjour"
        assert greeting in each.body and greeting in html
        seen.add(each.subject)
    assert len(seen) >= len(set(money_mails.by_occasion) - ELSEWHERE)
    said = "\n".join(each.body for each in written())
    for words in ("SEPA 1", "No such account.", "Seen twice.", "The first had help."):
        assert words in said
    assert all("SEPA 9" in each.body for each in of("refunded"))


@pytest.mark.slow
def test_administrators_hear_of_a_loss_and_of_a_refusal_with_the_way_on(money_season, settings):
    settings.ADMINS = [("Root", "root@example.org")]
    season = money_season
    season.league.memberships.filter(user=season.ines).delete()
    watch(season.competition)
    trustee = Trustee.objects.get(user=season.henrik)
    treasurers.write_step(
        season.competition, season.henrik, "refused", clock.now(), by=season.henrik, reason="Look at game 3."
    )
    put(
        OutboxRow(
            topic="alarm",
            payload={"occasion": "refused", "trustee": trustee.pk},
            created_at=clock.now(),
            due_at=clock.now(),
        )
    )
    mail.outbox.clear()
    tell_admins_of_trust(list(OutboxRow.objects.filter(topic="alarm").order_by("pk")))
    lost, refused = mail.outbox
    assert "left the league" in lost.body and "Of 2 needed 1 are left" in lost.body
    assert f"/admin/prizes/trustee/add/?season={season.competition.code}" in lost.body
    assert "Look at game 3." in refused.body
    assert f"/admin/prizes/trustee/{trustee.pk}/ask-again/" in refused.body


def test_rows_of_others_are_left_alone(db):
    row = OutboxRow(topic="alarm", payload={"books": ["x"]}, created_at=clock.now(), due_at=clock.now())
    assert tell_admins_of_trust([row]) == {}
    assert mail.outbox == []


@pytest.mark.parametrize("language", ["en", "fr"])
def test_who_holds_the_money_is_told_once_of_refunds_and_of_each_claim(make_money_season, language):
    season = make_money_season().begin(3)
    User.objects.update(language=language)
    OutboxRow.objects.all().delete()
    season.cancel()
    assert Refund.objects.filter(way="hand").count() == 3
    (sent,) = of("refunds_to_make")
    assert sent.to == [season.henrik.email]
    assert "3 " in sent.subject and ("36.00" in sent.subject or "36,00" in sent.subject)
    assert "/money/desk/" in sent.body
    Refund.objects.update(state="done", given=FEE, done_at=clock.now())
    assert of("refunds_to_make") == []


def test_who_holds_the_money_is_told_when_a_prize_is_claimed(make_money_season, client_of):
    season = make_money_season().begin(3).finish()
    both_confirm(season)
    first = Payout.objects.select_related("entry__user").order_by("-amount").first()
    winner, stranger = first.entry.user, season.member("guest")
    home = season.competition.get_absolute_url()
    index = reverse("tournaments:index", args=[season.league.slug])
    claim_link = reverse("prizes:own-claim", args=[first.pk])
    for page in (home, index):
        assert claim_link in client_of(winner).get(page).content.decode()
        assert claim_link not in client_of(stranger).get(page).content.decode()
    assert of("claimed") == []
    for _twice in range(2):
        claim(payout=first, user=winner)
    (sent,) = of("claimed")
    assert sent.to == [season.henrik.email] and winner.username in sent.subject
    for page in (home, index):
        assert claim_link not in client_of(winner).get(page).content.decode()
    first.refresh_from_db()
    pay(payout=first, by=season.ines, reference="transfer")
    assert of("claimed") == []


@pytest.mark.parametrize(
    ("language", "why"), [("en", "can’t unsubscribe"), ("fr", "ne peut pas se désabonner")]
)
def test_mails_about_money_cannot_be_stopped_and_say_why(money_season, language, why):
    entry = money_season.enter_and_pay("p1")
    User.objects.update(language=language, mail_competitions=False, mail_news=False)
    (sent,) = of("paid")
    assert sent.to == [entry.user.email]
    assert why in sent.body and why in sent.alternatives[0][0]
    assert "List-Unsubscribe" not in sent.extra_headers


def test_the_operator_is_told_of_claims_to_real_money_that_was_paid_online(
    make_money_season, monkeypatch, mailoutbox, settings
):
    settings.ADMINS = [("Operator", "operator@example.org")]
    season = make_money_season({"hold_days": 0})
    season.agree().announce()
    winner = season.enter("p1")
    season.pay_online(winner)
    season.enter_and_pay("p2")
    season.start().finish()
    both_confirm(season)
    payout = Payout.objects.filter(holder=season.operator).select_related("entry__user").first()
    monkeypatch.setattr(paying_out, "PLAY", "no currency")
    claim(payout=payout, user=payout.entry.user)
    rows = [row for row in OutboxRow.objects.filter(topic="alarm") if "claims" in row.payload]
    assert [row.payload["claims"] for row in rows] == [[payout.pk]]
    mailoutbox.clear()
    tell_operator(rows)
    (sent,) = mailoutbox
    assert season.competition.code in sent.body and payout.entry.user.username not in sent.body
