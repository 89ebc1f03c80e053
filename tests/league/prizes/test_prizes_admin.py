"""The admin shows the ledger and what leads to it; nothing is written there, and some is not shown."""

from __future__ import annotations

import uuid
from datetime import timedelta

import pytest
from django.contrib import admin
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from league.leagues import services as leagues
from league.prizes.book.ledger import BookingDetails, post
from league.prizes.models import (
    Agreement,
    BankDetailsChange,
    Booking,
    CancelProposal,
    Checkout,
    Guarantor,
    HandRecord,
    OnlineApproval,
    Payment,
    PaymentClosing,
    Payout,
    Proposal,
    Refund,
    Trustee,
    TrustStep,
    WebhookEvent,
)
from league.prizes.services import checking
from tests.conftest import make_user
from tests.league.competitions import rows
from tests.test_query_counts import MOST_OF_ADMIN

pytestmark = pytest.mark.django_db

SEALED = "FR76 sealed words"
MODELS = sorted(
    (model for model in admin.site._registry if model._meta.app_label == "prizes"),
    key=lambda model: model.__name__,
)
WITH_FORMS = {"OnlineApproval", "Trustee"}
"""Where those who run the site do something, by forms of their own."""
READ_ONLY = [model for model in MODELS if model.__name__ not in WITH_FORMS]


def make_league(organiser, slug):
    return leagues.create_league(user=organiser, name=slug, slug=slug, description="", visibility="public")


def lay_out(shelf, number):
    """One of everything of a season with the entry of a new person."""
    book, now = shelf.book, timezone.now()
    person = make_user(f"payer{number}")
    entry = rows.enter(shelf.season, person, number)
    common = {"book": book, "entry": entry, "amount": 1200}
    sums = {("cash", shelf.henrik): 1200, ("entrants", shelf.henrik): -1200}
    about = BookingDetails(entry=entry, by=shelf.henrik.user, reference="Bank 7")
    post(book, "payment", sums, key=f"payment:{number}", about=about)
    checking.check(book)
    checkout = Checkout.objects.create(
        **common,
        provider="sandbox",
        provider_id=f"s{number}",
        address=f"https://pay.example/{SEALED}",
        created_at=now,
    )
    HandRecord.objects.create(
        **common,
        holder=shelf.henrik,
        kind="payment",
        received_on=now.date(),
        reference="Bank 7",
        by=shelf.henrik.user,
        at=now,
        state="booked",
        key=uuid.uuid4(),
    )
    payment = Payment.objects.create(**common, holder=shelf.operator, at=now, checkout=checkout)
    Refund.objects.create(
        **common, payment=payment, holder=shelf.operator, way="hand", at=now, key=f"refund {number}"
    )
    proposal = Proposal.objects.create(
        book=book, state="withdrawn", sha256="0" * 64, at=now, asked_at=now, closed_at=now
    )
    Payout.objects.create(
        **common, line="pool", key=f"pool {number}", proposal=proposal, holder=shelf.henrik, pay_to=SEALED
    )
    Trustee.objects.create(competition=shelf.season, user=person, agreed_at=now)
    Agreement.objects.create(competition=shelf.season, user=person, asked_at=now)
    TrustStep.objects.create(competition=shelf.season, user=person, kind="agreed", at=now)
    in_season = {"competition": shelf.season}
    BankDetailsChange.objects.create(**in_season, by=person, at=now, fingerprint="f" * 64)
    opened = {"opened_at": now, "moved_by": timedelta(days=7)}
    PaymentClosing.objects.create(**in_season, why="holder", ways="hand", closed_at=now, **opened)
    Guarantor.objects.get_or_create(book=book, defaults={"user": person, "name": person.username})
    asked = {"at": now, "treasurers_until": now, "team_until": now, "reason": "No time"}
    CancelProposal.objects.create(**in_season, by=person, state="lapsed", ended_at=now, **asked)
    league = make_league(person, f"league-{number}")
    OnlineApproval.objects.create(league=league, by=person, at=now, reason="They asked")
    WebhookEvent.objects.create(
        provider="sandbox", event_id=f"e{number}", raw=f'{{"said": "{SEALED}"}}', received_at=now
    )


@pytest.fixture
def world(shelf):
    lay_out(shelf, 1)
    lay_out(shelf, 2)
    return shelf


@pytest.fixture
def staff(client_of):
    return client_of(make_user("root", is_staff=True, is_superuser=True))


def address(model, what, *args):
    return reverse(f"admin:prizes_{model._meta.model_name}_{what}", args=args)


def test_all_of_it_is_shown():
    names = {model.__name__ for model in MODELS}
    assert names >= {"Book", "Account", "Booking", "Holder", "Checkout", "HandRecord", "Payment", "Refund"}
    assert names >= {"Payout", "Proposal", "Trustee", "WebhookEvent", "LedgerCheck"}


@pytest.mark.slow(but_first=True)
@pytest.mark.parametrize("model", MODELS, ids=lambda model: model.__name__)
def test_rows_are_listed_and_opened_without_what_is_sealed(world, staff, model):
    row = model._default_manager.order_by("-pk").first()
    for url in (
        address(model, "changelist"),
        address(model, "changelist") + "?q=e1",
        address(model, "change", row.pk),
        address(model, "history", row.pk),
    ):
        reply = staff.get(url)
        assert reply.status_code == 200, url
        page = reply.content.decode()
        assert SEALED not in page
        assert "FR76" not in page
        for booking in Booking.objects.all():
            assert booking.salt not in page


@pytest.mark.slow(but_first=True)
@pytest.mark.parametrize("model", READ_ONLY, ids=lambda model: model.__name__)
def test_nothing_is_added_changed_or_deleted(world, staff, model):
    row = model._default_manager.order_by("-pk").first()
    before = list(model._default_manager.order_by("pk").values())
    delete = {"action": "delete_selected", "_selected_action": [row.pk]}
    for url, data in (
        (address(model, "add"), {}),
        (address(model, "change", row.pk), {"state": "paid", "name": "Another", "amount": "1"}),
        (address(model, "delete", row.pk), {"post": "yes"}),
        (address(model, "changelist"), delete | {"post": "yes"}),
    ):
        reply = staff.post(url, data)
        assert reply.status_code == (200 if url == address(model, "changelist") else 403), url
    assert list(model._default_manager.order_by("pk").values()) == before


@pytest.mark.slow
@pytest.mark.parametrize("model", MODELS, ids=lambda model: model.__name__)
def test_a_list_makes_no_more_queries_for_more_rows(world, staff, model):
    def count():
        with CaptureQueriesContext(connection) as queries:
            assert staff.get(address(model, "changelist")).status_code == 200
        return len(queries)

    count()
    few = count()
    assert few <= MOST_OF_ADMIN
    for number in range(3, 9):
        lay_out(world, number)
    assert count() <= few


@pytest.mark.parametrize(
    "guess",
    [
        "prizes_payout_changelist?pay_to__startswith=FR76",
        "prizes_webhookevent_changelist?raw__contains=FR76",
        "prizes_booking_changelist?salt__startswith=a",
        "prizes_booking_changelist?book__competition__league__visibility=public",
    ],
)
def test_what_is_sealed_is_not_guessed_at_by_asking(world, staff, guess):
    name, _mark, query = guess.partition("?")
    reply = staff.get(f"{reverse(f'admin:{name}')}?{query}")
    assert reply.status_code in (302, 400)


def test_a_booking_shows_its_sides(world, staff):
    booking = Booking.objects.get(key="payment:2")
    page = staff.get(address(Booking, "change", booking.pk)).content.decode()
    for said in ("held offline", "entrants", "henrik", "12.00 EUR", "-12.00 EUR", "24.00 EUR", "Bank 7"):
        assert said in page
    assert booking.sha256 in page


@pytest.mark.slow
def test_bookings_are_found_by_their_seasons_code_and_their_hash(world, staff):
    booking = Booking.objects.get(key="payment:2")
    for asked, found in ((booking.sha256, 1), (world.season.code, 2), ("nowhere", 0)):
        page = staff.get(address(Booking, "changelist"), {"q": asked}).content.decode()
        assert page.count('<td class="field-number">') == found


def test_who_is_no_staff_sees_nothing(world, client_of, carl):
    assert client_of(carl).get(address(Booking, "changelist")).status_code == 302
    helper = make_user("helper", is_staff=True)
    assert client_of(helper).get(address(Booking, "changelist")).status_code == 403


SECRET = "sandboxname0secret"


@pytest.mark.parametrize("model", MODELS, ids=lambda model: model.__name__)
def test_staff_read_no_address_at_which_anybody_pays_declines_or_charges_back(
    admin_client, make_shelf, model
):
    """The sandbox's name of a checkout is its address; a real provider's is shown."""
    shelf = make_shelf(code="one")
    entry = rows.enter(shelf.season, make_user("payer1"), 1)
    now, common = timezone.now(), {"book": shelf.book, "entry": entry, "amount": 1200}
    for provider, name, state in (("sandbox", SECRET, "open"), ("stripe", "cs_live_77", "paid")):
        opened = {"provider": provider, "provider_id": name, "state": state, "created_at": now}
        Checkout.objects.create(**common, **opened, address=f"https://pay.example/{name}")
        said = {"provider": provider, "checkout_id": name, "event_id": f"evt_{provider}"}
        WebhookEvent.objects.create(**said, raw=f'{{"checkout": "{name}"}}', received_at=now)
    told = [reverse(f"admin:prizes_{model._meta.model_name}_changelist")]
    for row in model.objects.all():
        told += [reverse(f"admin:prizes_{model._meta.model_name}_{page}", args=[row.pk]) for page in PAGES]
    text = "".join(admin_client.get(address).content.decode() for address in told)
    assert SECRET not in text
    assert ("cs_live_77" in text) == (model in (Checkout, WebhookEvent))


PAGES = ("change", "history")
