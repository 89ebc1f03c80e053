"""The whole book, for those who keep it; and everyone's own money in all leagues."""

from __future__ import annotations

import csv
import io
import re
from datetime import UTC, datetime

import pytest
from django.urls import reverse

from games.common import clock
from league.competitions import services
from league.competitions.models import Competition, Entry
from league.leagues.models import League
from league.prizes.book import ledger
from league.prizes.models import Booking, Owed, Payout, Proposal, Refund
from league.prizes.services.opening import open_book
from league.prizes.services.payouts.paying_out import hand_refund
from tests.conftest import count_queries
from tests.league.competitions.rows import enter, make_season
from tests.league.prizes.money_seasons import FEE
from tests.league.prizes.pages import at, text_of
from tests.league.prizes.test_records import record

pytestmark = pytest.mark.django_db

OWN = "/money/"


@pytest.fixture
def paid(make_money_season):
    """Two by hand, one online, a gift."""
    season = make_money_season().agree()
    season.announce()
    for number in (1, 2):
        record(season, entry=season.enter(f"p{number}"), reference=f"transfer {number}")
    season.pay_online(season.enter("p3"), charges=42)
    record(season, "gift", 4000, name="Librairie du Port")
    return season


@pytest.mark.slow
def test_every_booking_is_there_with_its_sides_in_words(client_of, paid):
    text = text_of(client_of(paid.ines).get(at("book", paid)))
    for words in (
        "Payment received: p1",
        "Entry fee: p1",
        "held offline",
        "entrants",
        "prize pool",
        "league’s costs",
        "with the payment provider",
        "Provider’s charges: p3",
        "Gift: Librairie du Port",
        "Reference: transfer 1",
        "−11.40 tokens",
        "automatic",
    ):
        assert words in text, words
    assert len(client_of(paid.ines).get(at("book", paid)).context["part"].rows) == Booking.objects.count()


@pytest.mark.slow
def test_bookings_are_found_by_kind_holder_entry_and_day(client_of, paid):
    henrik = client_of(paid.henrik)

    def found(**asked):
        return [line.number for line in henrik.get(at("book", paid), asked).context["part"].rows]

    def booked(**of):
        return list(Booking.objects.filter(**of).order_by("-number").values_list("number", flat=True))

    assert found(kind="gift") == booked(kind="gift")
    assert found(entry="3") == booked(entry__number=3)
    assert found(holder=str(paid.operator.pk)) == booked(entry__number=3)
    day = clock.now().date().isoformat()
    assert found(since=day) == found(until=day) == booked()
    assert found(until="2026-08-01") == found(since="2026-09-01") == []
    assert found(kind="payment", entry="1") == booked(kind="payment", entry__number=1)
    for nonsense in ({"kind": "zz"}, {"holder": "zz"}, {"entry": "-1"}, {"since": "zz"}, {"after": "zz"}):
        assert found(**nonsense) == booked()


@pytest.mark.slow
def test_the_book_is_for_organisers_and_those_who_answer_for_it(client_of, visitor, ada, dora, douvres, paid):
    entrant = Entry.objects.get(number=1).user
    for somebody in (None, ada, dora, entrant):
        client = client_of(somebody) if somebody else visitor
        for name, args in (("book", []), ("book-file", ["csv"]), ("records", [])):
            assert client.get(at(name, paid, *args)).status_code == 404, (somebody, name)
    for somebody in (paid.organiser, paid.henrik, paid.ines):
        assert client_of(somebody).get(at("book", paid)).status_code == 200
    # Another league's organiser finds nothing, under neither address.
    elsewhere = at("book", paid).replace("/l/calais/", "/l/douvres/")
    assert client_of(dora).get(elsewhere).status_code == 404


@pytest.mark.slow
def test_an_organiser_who_plays_reads_what_everybody_does(client_of, paid):
    services.enter(competition=paid.competition, user=paid.organiser, accepts=paid.accepts())
    carl = client_of(paid.organiser)
    assert carl.get(at("book", paid)).status_code == 404
    assert carl.get(at("records", paid)).status_code == 404
    assert carl.get(at("statement", paid)).status_code == 200


@pytest.mark.slow
def test_thousands_of_bookings_are_paged_at_the_same_cost(client_of, paid):
    henrik, url = client_of(paid.henrik), at("book", paid)
    henrik.get(url)  # the first page of a session costs more
    few = count_queries(henrik, url)
    book = paid.book
    for number in range(120):
        sums = {("cash", paid.cash): 1, ("pool", paid.cash): -1}
        ledger.post(book, "gift", sums, key=f"more {number}")
    assert count_queries(henrik, url) == few
    numbers, after = [], 0
    while True:
        part = henrik.get(url, {"after": after} if after else {}).context["part"]
        numbers += [line.number for line in part.rows]
        if not part.next:
            break
        after = part.next
    assert numbers == list(range(Booking.objects.count(), 0, -1))
    assert count_queries(henrik, f"{url}?after=60") == few


@pytest.mark.slow
def test_ones_own_money_is_listed_season_by_season(client_of, paid):
    entry = Entry.objects.select_related("user").get(number=1)
    client = client_of(entry.user)
    text = text_of(client.get(OWN))
    assert paid.competition.name in text
    assert "−12.00 tokens" in text
    assert at("pay", paid) in text
    paid.withdraw(entry)
    text = text_of(client.get(OWN))
    assert "Refund" in text
    assert "due" in text


@pytest.mark.slow
def test_what_is_to_be_paid_is_said_first(client_of, money_season):
    entry = money_season.enter("p1")
    text = text_of(client_of(entry.user).get(OWN))
    assert "12.00 tokens to pay" in text


@pytest.mark.slow
def test_prizes_and_what_is_owed_are_ones_own(client_of, make_money_season):
    season = make_money_season().begin().finish()
    proposal = Proposal.objects.get()
    payout = Payout.objects.select_related("entry__user").get(rank=1)
    client = client_of(payout.entry.user)
    assert "Prize for rank 1" in text_of(client.get(OWN))
    assert "waits to be confirmed" in text_of(client.get(OWN))
    Payout.objects.filter(pk=payout.pk).update(state="paid", closed_at=clock.now(), reference="bank 5")
    assert f"{payout.amount / 100:.2f} tokens" in text_of(client.get(OWN))
    Proposal.objects.filter(pk=proposal.pk).update(state="confirmed", closed_at=clock.now())
    Owed.objects.create(
        proposal=proposal, entry=payout.entry, holder=payout.holder, amount=500, paid_back=100
    )
    assert "Pay back 4.00 tokens of a prize" in text_of(client.get(OWN))
    assert season.competition.state == "finished"


@pytest.mark.slow
def test_nobody_sees_anothers_money(client_of, visitor, ada, paid):
    assert visitor.get(OWN).status_code == 302
    text = text_of(client_of(ada).get(OWN))
    assert "No money yet" in text
    assert paid.competition.name not in text


@pytest.mark.slow
def test_a_league_that_was_left_keeps_its_season_to_itself(client_of, calais, paid):
    entry = Entry.objects.select_related("user").get(number=1)
    calais.memberships.filter(user=entry.user).delete()
    calais.visibility = "invitation"
    calais.save()
    text = text_of(client_of(entry.user).get(OWN))
    assert "−12.00 tokens" in text
    assert paid.competition.get_absolute_url() not in text


@pytest.mark.slow
def test_ones_own_money_is_linked_from_the_account(client_of, ada):
    assert f'href="{OWN}"' in text_of(client_of(ada).get(reverse("users:profile")))


@pytest.mark.slow
def test_queries_of_ones_own_money_do_not_grow(client_of, paid, make_money_season, calais, carl, set_clock):
    person = Entry.objects.get(number=1).user
    client = client_of(person)
    client.get(OWN)  # the first page of a session costs more
    few = count_queries(client, OWN)
    for number in range(5):
        other = make_season(
            calais, carl, state="announced", money=paid.competition.terms.money, code=f"other{number}"
        )
        open_book(other, clock.now())
        entry = enter(other, person, 1, state="accepted")
        Entry.objects.filter(pk=entry.pk).update(payment="due", pay_by=other.enters_until)
    assert count_queries(client, OWN) == few
    assert text_of(client.get(OWN)).count("tokens to pay") == 5
    assert FEE == 1200


# A year's statement ----------------------------------------------------------------------------------------


def rows_of(response):
    text = response.getvalue().decode()
    assert text.startswith("\ufeff")
    return list(csv.DictReader(io.StringIO(text[1:])))


@pytest.mark.slow
def test_a_years_statement_lists_ones_own_movements(client_of, paid):
    entry = Entry.objects.select_related("user").get(number=1)
    client, year = client_of(entry.user), clock.now().year
    paid.withdraw(entry)
    hand_refund(refund=Refund.objects.get(entry=entry), by=paid.henrik, reference="SEPA 4711")
    assert f"/money/{year}.csv" in text_of(client.get(OWN))
    response = client.get(f"/money/{year}.csv")
    assert response["Content-Type"] == "text/csv; charset=utf-8"
    assert f"money-{year}.csv" in response["Content-Disposition"]
    rows = rows_of(response)
    assert [(row["kind"], row["amount"], row["currency"]) for row in rows] == [
        ("payment", "-12.00", "XTS"),
        ("refund", "12.00", "XTS"),
    ]
    for row in rows:
        booking = Booking.objects.get(number=row["booking"], book=paid.book)
        assert (row["sha256"], row["season"]) == (booking.sha256, paid.competition.name)
        assert row["day"] == booking.at.date().isoformat()
    assert rows_of(client.get(f"/money/{year - 1}.csv")) == []


@pytest.mark.slow
def test_a_year_begins_by_the_readers_clock(client_of, money_season):
    entry = money_season.enter("p1")
    money_season.clock(datetime(2026, 12, 31, 23, 30, tzinfo=UTC))
    money_season.pay_by_hand(entry)
    person = entry.user
    assert len(rows_of(client_of(person).get("/money/2026.csv"))) == 1
    person.time_zone = "Europe/Paris"
    person.save()
    client = client_of(person)
    assert rows_of(client.get("/money/2026.csv")) == []
    assert [row["day"] for row in rows_of(client.get("/money/2027.csv"))] == ["2027-01-01"]


@pytest.mark.slow
def test_nobody_reads_anothers_year_and_no_text_is_a_formula(client_of, visitor, ada, paid):
    entry = Entry.objects.select_related("user").get(number=1)
    address = f"/money/{clock.now().year}.csv"
    assert visitor.get(address).status_code == 302
    assert rows_of(client_of(ada).get(f"{address}?user={entry.user.pk}&user={entry.user}")) == []
    assert client_of(ada).post(address).status_code == 405
    for year in ("1999", "2200", "99999999999999999999"):
        assert client_of(ada).get(f"/money/{year}.csv").status_code == 404
    Competition.objects.filter(pk=paid.competition.pk).update(name='=HYPERLINK("http://evil")')
    League.objects.filter(pk=paid.league.pk).update(name="@SUM(1)")
    booking = Booking.objects.get(kind="payment", entry=entry)
    ledger.reverse(booking, key="test", about=ledger.BookingDetails(reason="-1+1"))
    for row in rows_of(client_of(entry.user).get(address)):
        assert row["season"].startswith("'=") and row["league"].startswith("'@")
        assert row["reason"] in ("", "'-1+1")
        assert not any(cell[:1] in "=+@\t\r" for cell in row.values() if cell)


@pytest.mark.slow
def test_queries_of_a_year_do_not_grow(client_of, paid):
    entry = Entry.objects.select_related("user").get(number=1)
    client, address = client_of(entry.user), f"/money/{clock.now().year}.csv"
    client.get(address)
    few = count_queries(client, address)
    for _again in range(3):
        paid.pay_by_hand(entry)
    assert count_queries(client, address) == few
    assert len(rows_of(client.get(address))) == 4


@pytest.mark.slow
def test_the_books_csv_has_what_the_filters_ask_for(client_of, paid):
    client, url = (
        client_of(paid.ines),
        reverse("prizes:book-file", args=["calais", paid.competition.code, "csv"]),
    )

    def numbers(asked=""):
        text = b"".join(client.get(url + asked).streaming_content).decode().removeprefix("\ufeff")
        return {int(row["number"]) for row in csv.DictReader(io.StringIO(text))}

    every = set(paid.book.bookings.values_list("number", flat=True))
    fees = set(paid.book.bookings.filter(kind="fee").values_list("number", flat=True))
    assert numbers() == numbers("?kind=nonsense&holder=x") == every
    assert numbers("?kind=fee") == fees
    assert numbers("?kind=fee&entry=1") == {min(fees)}
    assert numbers("?since=2001-01-01&kind=owed_back") == set()


NAV = re.compile(r'<nav class="filters"[^>]*>(.*?)</nav>', re.S)
MONEY_PAGES = ("statement", "records", "book", "trust", "desk", "bank")


def tabs(text: str) -> list[str]:
    """The names of the tabs of a page, which has one row of them."""
    (row,) = NAV.findall(text)
    return [" ".join(re.sub("<[^>]*>", " ", link).split()) for link in re.findall(r"<a .*?</a>", row, re.S)]


@pytest.mark.parametrize("name", MONEY_PAGES)
def test_treasurers_see_one_row_of_tabs_on_every_page_of_the_money(client_of, money_season, name):
    text = client_of(money_season.henrik).get(at(name, money_season)).content.decode()
    expected = ["Season", "Statement", "Offline", "Ledger", "Treasurers", "Payouts", "Bank details"]
    assert tabs(text) == expected
    assert f'href="{money_season.competition.get_absolute_url()}">Season</a>' in text
    assert len(re.findall('aria-current="page"', NAV.search(text)[1])) == 1


def test_players_see_the_tabs_of_the_season_on_its_statement(client_of, money_season):
    entry = money_season.enter("p1")
    text = client_of(entry.user).get(at("statement", money_season)).content.decode()
    assert tabs(text) == ["Season", "Entries", "Rules", "Money"]
