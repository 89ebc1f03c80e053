"""How a season is paid offline: typed by its holder after a password, read by few, confirmed by another."""

from __future__ import annotations

from dataclasses import replace

import pytest
from django.core import mail
from django.db import IntegrityError, transaction

from games.common import clock
from games.common.outbox.delivery import deliver
from games.common.outbox.row import OutboxRow
from games.common.waiting import EVERYWHERE, NEEDS_YOU, waits_of
from league.competitions.errors import NotInState
from league.leagues.models import Membership
from league.prizes.agreed.fingerprints import fingerprint
from league.prizes.errors import NotAgreed, NothingWaits, NotHolder, NotTheSecond, NotTrusted, OtherContent
from league.prizes.models import (
    Agreement,
    BankDetailsChange,
    Holder,
    PaymentClosing,
    PurseSetting,
    Refund,
    TrustStep,
)
from league.prizes.services.incoming.manual_entries import correct
from league.prizes.services.money_draft import set_money
from league.prizes.services.treasurers import agreeing
from league.prizes.services.treasurers.bank_details import confirm_details, erase_settled, set_details
from league.users.refusing import goes_with_deletion
from tests.conftest import PASSWORD, make_user
from tests.league.prizes.pages import at, said, text_of
from tests.league.prizes.test_pay_page import count_queries

pytestmark = pytest.mark.django_db

OLD, NEW = "FR76 3000 of henrik", "DE89 3704 of henrik"
MONEY = {"currency": "EUR", "online": False, "guarantor": "grete", "cash_holder": "henrik"}


@pytest.fixture
def draft(make_money_season, calais, settings):
    """In euros: henrik holds the cash, ines is the other treasurer, grete guarantees, carl organises."""
    settings.PRIZES_REAL_MONEY, settings.PRIZES_OPERATOR = True, "Poste Restante SARL"
    grete = make_user("grete")
    Membership.objects.create(league=calais, user=grete)
    season = make_money_season(MONEY)
    season.grete = grete
    return season


@pytest.fixture
def real(draft):
    """The same, announced; its details are in force."""
    set_details(competition=draft.competition, by=draft.henrik, details=OLD)
    return draft.refresh().agree().announce()


def change(season, details=NEW, by=None) -> bool:
    return set_details(competition=season.competition, by=by or season.henrik, details=details)


def confirm(season, by=None, details=NEW) -> None:
    shown = fingerprint(details, season=season.competition.code)
    confirm_details(competition=season.competition, by=by or season.ines, fingerprint=shown)


def save(client, season, details=NEW, password=PASSWORD, **more):
    given = {"act": "save", "bank_details": details, "password": password}
    return client.post(at("bank", season), given, **more)


def steps(season) -> list[tuple[str, str]]:
    found = TrustStep.objects.filter(competition=season.competition, kind__startswith="details")
    return list(found.order_by("pk").values_list("user__username", "kind"))


def setting() -> tuple[str, str]:
    found = PurseSetting.objects.get()
    return found.bank_details, found.next_details


# Typing ----------------------------------------------------------------------------------------------------


def test_the_holder_types_them_in_a_draft_after_the_password(draft, client_of):
    henrik = client_of(draft.henrik)
    for password in ("", "wrong"):
        page = save(henrik, draft, password=password)
        assert page.status_code == 200 and NEW in text_of(page)  # nothing typed is lost
        assert not PurseSetting.objects.filter(bank_details=NEW).exists()
    assert "Saved." in said(save(henrik, draft, follow=True))
    assert setting() == (NEW, "")
    assert not PaymentClosing.objects.exists()
    assert steps(draft) == [("henrik", "details")]
    row = BankDetailsChange.objects.get()
    assert row.fingerprint == fingerprint(NEW, season=draft.competition.code)
    assert NEW not in str(BankDetailsChange.objects.values())


def test_guesses_of_the_password_are_limited_and_say_nothing(draft, client_of):
    henrik = client_of(draft.henrik)
    for _guess in range(10):
        save(henrik, draft, password="wrong")
    page = save(henrik, draft)
    assert page.status_code == 429 and NEW in text_of(page, 429)
    assert "This is not your password." not in text_of(page, 429)
    assert not BankDetailsChange.objects.exists()


@pytest.mark.parametrize("who", ["carl", "ines", "grete"])
def test_nobody_else_types_them(draft, client_of, carl, who):
    person = {"carl": carl, "ines": draft.ines, "grete": draft.grete}[who]
    agreeing.ask(competition=draft.competition, by=carl)
    for season in (draft, draft.agree().announce()):
        with pytest.raises(NotHolder):
            change(season, by=person)
        answer = save(client_of(person), season)
        assert answer.status_code == 404 or "Only the person who holds" in text_of(answer)
    assert not BankDetailsChange.objects.exists()


def test_the_money_form_takes_none(draft, client_of, carl):
    change(draft, OLD)
    carls = client_of(carl)
    page = carls.get(at("rules", draft))
    assert OLD not in page.content.decode() and "bank_details" not in page.content.decode()
    set_money(competition=draft.competition, by=carl, money=draft.money)
    assert setting() == (OLD, "")


def test_another_holder_does_not_take_over_the_details(draft, carl):
    change(draft, OLD)
    set_money(competition=draft.competition, by=carl, money=replace(draft.money, cash_holder="ines"))
    assert setting() == ("", "")


def test_a_change_in_a_draft_takes_back_what_was_agreed(draft):
    change(draft, OLD)
    draft.refresh().agree()
    change(draft, NEW)
    with pytest.raises(NotAgreed):
        draft.announce()


# Reading ---------------------------------------------------------------------------------------------------


def test_in_a_draft_holder_and_those_asked_read_them(draft, client_of, carl):
    change(draft, OLD)
    assert OLD in text_of(client_of(draft.henrik).get(at("bank", draft)))
    for person in (carl, draft.ines, draft.grete):
        assert client_of(person).get(at("bank", draft)).status_code == 404
    agreeing.ask(competition=draft.competition, by=carl)
    for person in (draft.ines, draft.grete):
        page = text_of(client_of(person).get(at("bank", draft)))
        assert OLD in page and "Password" not in page
        assert at("bank", draft) in text_of(client_of(person).get(at("trust", draft)))
    assert client_of(carl).get(at("bank", draft)).status_code == 404
    agreeing.decline(competition=draft.competition, user=draft.grete)
    assert client_of(draft.grete).get(at("bank", draft)).status_code == 404


def test_an_arbiter_who_is_no_treasurer_reads_none(make_money_season, client_of, settings):
    season = make_money_season({"trustees": ("henrik",), "confirmations": 1})
    change(season, OLD)
    agreeing.ask(competition=season.competition, by=season.organiser)
    assert Agreement.objects.filter(user=season.ines, asked_at__isnull=False).exists()
    for _when in range(2):
        assert client_of(season.ines).get(at("bank", season)).status_code == 404
        if season.competition.is_draft:
            season.agree().announce()


def test_nobody_else_finds_them_on_any_page(real, client_of, carl, ada, admin_client):
    entry = real.enter("p1")
    change(real)
    pages = ("statement", "rules", "trust", "bank", "pay", "records", "book", "desk")
    files = [at("statement-file", real, form) for form in ("json", "csv", "beancount")]
    for person in (carl, ada, entry.user, real.enter("p2").user):
        client = client_of(person)
        for url in [*(at(page, real) for page in pages), *files, real.competition.get_absolute_url()]:
            there = client.get(url).getvalue().decode()
            assert NEW not in there and OLD not in there, (person, url)
    for model in ("bankdetailschange", "paymentclosing", "truststep", "agreement"):
        for url in (f"/admin/prizes/{model}/", f"/admin/prizes/{model}/1/change/"):
            shown = admin_client.get(url).content.decode()
            assert NEW not in shown and OLD not in shown
    for text in (str(list(OutboxRow.objects.values())), str(list(TrustStep.objects.values()))):
        assert NEW not in text and OLD not in text


def test_who_owes_reads_what_is_in_force_and_who_has_paid_does_not(real, client_of):
    entry = real.enter("p1")
    payer = client_of(entry.user)
    assert OLD in text_of(payer.get(at("pay", real)))
    real.pay_by_hand(entry)
    assert OLD not in text_of(payer.get(at("pay", real)))


def test_details_typed_before_stay_in_force(draft):
    PurseSetting.objects.create(competition=draft.competition, bank_details=OLD)
    draft.agree().announce()
    assert not BankDetailsChange.objects.exists() and not PaymentClosing.objects.exists()
    assert change(draft, OLD) is False  # the same again is no change
    assert setting() == (OLD, "") and not steps(draft)


# A later change --------------------------------------------------------------------------------------------


def test_a_later_change_closes_payment_until_another_treasurer_confirms_it(real, client_of):
    entry = real.enter("p1")
    henrik, ines, payer = client_of(real.henrik), client_of(real.ines), client_of(entry.user)
    words = "Saved. Offline payment is closed until a treasurer has confirmed it."
    assert said(save(henrik, real, follow=True)) == [words]
    assert setting() == (OLD, NEW)
    page = text_of(payer.get(at("pay", real)))
    assert "Do not transfer anything now." in page
    assert NEW not in page and OLD not in page and "IBAN" not in page
    assert NEW not in text_of(client_of(real.grete).get(at("bank", real)))
    own = henrik.get(at("bank", real))
    assert "Confirm these details" not in text_of(own) and NEW in text_of(own)
    page = ines.get(at("bank", real))
    assert NEW in text_of(page)
    given = {"act": "confirm", "fingerprint": page.context["page"].fingerprint}
    assert said(ines.post(at("bank", real), given, follow=True)) == [
        "Confirmed. Players pay this way from now on."
    ]
    assert setting() == (NEW, "")
    assert not PaymentClosing.objects.filter(opened_at=None).exists()
    assert NEW in text_of(payer.get(at("pay", real)))
    assert steps(real)[1:] == [("henrik", "details"), ("ines", "details_ok")]
    public = text_of(client_of(entry.user).get(at("statement", real)))
    assert "changed the bank details" in public and "confirmed the bank details" in public


def test_the_holder_never_confirms_nor_anybody_who_is_no_treasurer(real, carl):
    change(real)
    with pytest.raises(NotTheSecond):
        confirm(real, by=real.henrik)
    for person in (carl, real.grete):
        with pytest.raises(NotTrusted):
            confirm(real, by=person)
    with pytest.raises(OtherContent):
        confirm(real, details="what was shown before")
    row = BankDetailsChange.objects.get(confirmed_at=None)
    row.confirmed_by, row.confirmed_at = row.by, row.at
    with pytest.raises(IntegrityError), transaction.atomic():
        row.save()
    assert setting() == (OLD, NEW)


def test_what_was_replaced_meanwhile_is_not_confirmed(real):
    change(real)
    change(real, "a third account")
    with pytest.raises(OtherContent):
        confirm(real)
    confirm(real, details="a third account")
    assert setting() == ("a third account", "")
    with pytest.raises(NothingWaits):
        confirm(real, details="a third account")
    assert PaymentClosing.objects.count() == 1


def test_going_back_to_what_was_confirmed_needs_nobody(real):
    change(real)
    assert change(real, OLD) is False
    assert setting() == (OLD, "")
    assert not PaymentClosing.objects.filter(opened_at=None).exists()
    with pytest.raises(NothingWaits):
        confirm(real)


def test_each_change_is_mailed_without_details_or_a_link_to_pay(real, carl):
    entry, paid = real.enter("p1"), real.enter_and_pay("p2")
    deliver()
    mail.outbox.clear()
    change(real)
    deliver()
    told = {each.to[0] for each in mail.outbox}
    people = (entry.user, real.henrik, real.ines, real.grete)
    assert told == {person.email for person in people}
    assert paid.user.email not in told and carl.email not in told
    for each in mail.outbox:
        text = each.body + "".join(str(part[0]) for part in each.alternatives)
        assert "Henrik changed how to pay offline" in text or "henrik changed how to pay offline" in text
        assert "Don’t transfer anything yet" in text
        assert NEW not in text and OLD not in text
        assert at("pay", real) not in text and at("bank", real) not in text


def test_in_play_money_a_change_needs_no_second_person_and_is_public(money_season, client_of):
    entry = money_season.enter("p1")
    deliver()
    mail.outbox.clear()
    assert change(money_season, OLD) is False
    assert setting() == (OLD, "")
    assert not PaymentClosing.objects.exists()
    assert OLD in text_of(client_of(entry.user).get(at("pay", money_season)))
    assert steps(money_season) == [("henrik", "details")]
    deliver()
    assert entry.user.email in {each.to[0] for each in mail.outbox}
    assert all(OLD not in each.body and "pay/" not in each.body for each in mail.outbox)


# Erasing ---------------------------------------------------------------------------------------------------


def test_they_are_erased_once_the_season_is_over_and_settled(money_season):
    season = money_season
    change(season, OLD)
    season.enter_and_pay("p1")
    season.pay_online(season.enter("p2"))
    assert erase_settled() == 0
    season.cancel()
    assert erase_settled() == 0  # p1's fee has to go back
    for refund in Refund.objects.filter(book=season.book):
        refund.given, refund.state, refund.done_at = refund.amount, "done", clock.now()
        refund.save()
    assert erase_settled() == 1
    assert erase_settled() == 0
    assert setting() == ("", "")
    with pytest.raises(NotInState):
        change(season, NEW)


def test_a_refund_that_was_withdrawn_does_not_keep_them(money_season):
    change(money_season, OLD)
    entry = money_season.enter("p1")
    paid = money_season.pay_by_hand(entry)
    money_season.withdraw(money_season.fresh(entry))
    correct(record=paid.record, by=money_season.ines, reason="It never came.")
    assert Refund.objects.get().state == Refund.State.WITHDRAWN
    money_season.cancel()
    assert erase_settled() == 1


def test_who_waits_for_new_details_to_be_confirmed(real, carl):
    def told(user) -> list[tuple[str, str, str]]:
        found = waits_of(user, EVERYWHERE)
        return [(each.urgency, each.says, each.address) for each in found.needs_you if each.kind == "details"]

    assert told(real.ines) == []
    change(real)
    (line,) = told(real.ines)
    assert line == (NEEDS_YOU, "Confirm the new bank details", at("bank", real))
    assert [told(each) for each in (real.henrik, real.grete, carl)] == [[], [], []]
    confirm(real)
    assert told(real.ines) == []


def test_who_came_with_money_of_another_season_holds_nothing_of_this_one(real, client_of):
    """A sum that was carried over brings its holder; what is paid here is paid to whom the rules name."""
    Holder.objects.create(book=real.book, kind="person", user=real.ines, name="ines", is_carried=True)
    with pytest.raises(NotHolder):
        change(real, by=real.ines)
    page = text_of(client_of(real.ines).get(at("bank", real)))
    assert "password" not in page.casefold()
    change(real)
    confirm(real, by=real.ines)
    assert setting() == (NEW, "")


def test_they_go_with_the_account_of_the_holder(real, draft):
    change(real)
    goes_with_deletion.of(real.ines)
    assert setting() == (OLD, NEW)
    goes_with_deletion.of(real.henrik)
    assert setting() == ("", "")


def test_those_of_a_draft_go_with_the_account_of_who_typed_them(draft):
    change(draft, OLD)
    goes_with_deletion.of(draft.ines)
    assert setting() == (OLD, "")
    goes_with_deletion.of(draft.henrik)
    assert setting() == ("", "")


def test_the_queries_of_the_page_do_not_grow(real, client_of):
    ines = client_of(real.ines)
    change(real)
    ines.get(at("bank", real))
    few = count_queries(ines, at("bank", real))
    for number in range(5):
        change(real, f"account {number}")
        real.clock.pass_(minutes=1)
    for number in range(2, 5):
        real.enter(f"p{number}")
    assert count_queries(ines, at("bank", real)) == few
