"""A book as files: who sees what in them, and that others than the site can check them."""

from __future__ import annotations

import csv
import io
import json
import re
import subprocess
import sys
from datetime import UTC, datetime
from decimal import Decimal
from pathlib import Path

import pytest
from django.utils.translation import override
from hypothesis import given
from hypothesis import strategies as st

from league.competitions.rules.canonical import sha256_of
from league.competitions.rules.common_rules import Names
from league.money import CURRENCIES, exact
from league.prizes.book import cursor, exporting, ledger
from league.prizes.book.charter import sha256_of_charter
from league.prizes.book.ledger import BookingDetails, post, reverse
from league.prizes.models import Booking
from tests.conftest import make_user
from tests.league.competitions import rows
from tests.league.competitions.rows import make_season
from tests.league.prizes.check_book import check, hash_of
from tests.league.prizes.conftest import Shelf

pytestmark = pytest.mark.django_db

BEGAN = datetime(2026, 11, 24, 23, 59, 59, 123456, tzinfo=UTC)
REFERENCE = "=HYPERLINK(ref 4711)"


def booked(shelf, set_clock):
    """Two people pay, one of them twice by mistake; a baker gives; a fee is counted and a prize confirmed."""
    set_clock(BEGAN)
    book, henrik = shelf.book, shelf.henrik
    for number, name in ((1, "paula"), (2, "peter")):
        entry = rows.enter(shelf.season, make_user(name), number)
        about = BookingDetails(by=henrik.user, entry=entry, reference=REFERENCE)
        sums = {("cash", henrik): 1200, ("entrants", henrik): -1200}
        paid = post(book, "payment", sums, key=f"payment:{number}", about=about)
        set_clock.pass_(hours=5)
        sums = {("entrants", henrik): 1200, ("pool", henrik): -1000, ("organiser_fee", henrik): -200}
        post(book, "fee", sums, key=f"fee:{number}", about=BookingDetails(entry=entry))
    sums = {("cash", henrik): 1200, ("entrants", henrik): -1200}
    twice = post(
        book, "payment", sums, key="payment:3", about=BookingDetails(by=henrik.user, entry=paid.entry)
    )
    reverse(twice, key="back", about=BookingDetails(by=henrik.user, reason='-Typed "twice" \\ by me'))
    sums = {("cash", shelf.operator): 5, ("pool", shelf.operator): -5}
    post(book, "gift", sums, key="gift", about=BookingDetails(name="+Baker & “Söhne”"))
    sums = {("pool", henrik): 2000, ("payouts", henrik): -2000}
    post(book, "prize", sums, key="prize:1", about=BookingDetails(entry=paid.entry))
    return shelf


@pytest.fixture
def make_booked(calais, carl, set_clock):
    def make(currency="EUR", **rules):
        season = make_season(calais, carl, state="announced", code=currency.lower(), **rules)
        return booked(Shelf(season, carl, currency), set_clock)

    return make


@pytest.fixture
def shelf(make_booked):
    return make_booked()


def public_json(book, **options):
    return b"".join(exporting.json_bytes(book, **options)).decode()


def table(book, **options):
    return list(csv.DictReader(io.StringIO("".join(exporting.csv_lines(book, **options)))))


def journal(book, **options):
    return "".join(exporting.beancount(book, **options))


def all_files(book, **options):
    return {
        "csv": "".join(exporting.csv_lines(book, **options)),
        "json": public_json(book, **options),
        "beancount": journal(book, **options),
    }


def test_anybody_can_check_the_public_file_from_itself_alone(shelf):
    last, balances = check(public_json(shelf.book))
    assert last == Booking.objects.get(key="prize:1").sha256
    assert balances == ledger.balances(shelf.book)
    assert check(public_json(shelf.book, for_keepers=True)) == (last, balances)


def test_the_checker_runs_by_itself(shelf, tmp_path):
    file = tmp_path / "book.json"
    file.write_bytes(b"".join(exporting.json_bytes(shelf.book)))
    script = Path(__file__).with_name("check_book.py")
    done = subprocess.run([sys.executable, "-I", str(script), str(file)], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    assert Booking.objects.get(key="prize:1").sha256 in done.stdout


def changed(text, act):
    book = json.loads(text)
    act(book)
    return json.dumps(book)


def _chartered_anew(book, **changes):
    """Another charter, with the hash that it has, and said again at the head."""
    book["charter"].update(changes)
    book.update(changes)
    book["charter_sha256"] = hash_of(book["charter"])


@pytest.mark.parametrize(
    "act",
    [
        lambda book: book["bookings"][0]["content"]["legs"][0].__setitem__(2, 1201),
        lambda book: book["bookings"][2]["content"].__setitem__("reason", "Another"),
        lambda book: book["bookings"][2]["content"].__setitem__("private", "0" * 64),
        lambda book: book["bookings"].pop(2),
        lambda book: book["bookings"].pop(),
        lambda book: book["bookings"].insert(1, book["bookings"].pop(2)),
        lambda book: book["balances"][0].__setitem__("balance", 1),
        lambda book: book.__setitem__("last", "0" * 64),
        lambda book: book["charter"].__setitem__("currency", "GBP"),
        lambda book: book.__setitem__("currency", "GBP"),
        lambda book: book["charter"]["holders"].pop(),
        lambda book: book["holders"][1].__setitem__("name", "eve"),
        lambda book: _chartered_anew(book, opened_at="2020-01-01T00:00:00.000000Z"),
    ],
)
def test_a_changed_file_does_not_pass(shelf, act):
    with pytest.raises(ValueError, match=r"booking|the end|charter"):
        check(changed(public_json(shelf.book), act))


def test_sums_in_the_file_are_written_out(shelf):
    book = json.loads(public_json(shelf.book))
    assert (book["currency"], book["digits"], book["league"]) == ("EUR", 2, "calais")
    assert book["bookings"][1]["sums"] == ["12.00", "-2.00", "-10.00"]
    assert [each["sum"] for each in book["balances"]] == [
        exact(each["balance"], "EUR") for each in book["balances"]
    ]


@pytest.mark.parametrize("names", ["people", "numbers"])
def test_the_public_sees_names_as_the_season_says_and_nothing_private(make_booked, names):
    shelf = make_booked(names=exporting.Names(names))
    for form, text in all_files(shelf.book).items():
        assert ("paula" in text) is (names == "people"), form
        assert ("#2" in text) or names == "people", form
        assert "4711" not in re.sub("[0-9a-f]{64}", "seal", text), form
        assert "payment:1" not in text, form
        assert '"by"' not in text and ",carl" not in text and "\n  by:" not in text, form
        for booking in Booking.objects.all():
            assert booking.salt not in text, form


def test_those_who_keep_the_book_see_names_references_and_who_booked(make_booked):
    shelf = make_booked(names=exporting.Names.NUMBERS)
    for form, text in all_files(shelf.book, for_keepers=True).items():
        assert "paula" in text, form
        assert "4711" in text, form
        assert "payment:1" in text, form
        assert "carl" in text, form


def test_what_is_private_can_be_proved_by_those_who_keep_the_book(shelf):
    bookings = json.loads(public_json(shelf.book, for_keepers=True))["bookings"]
    assert bookings[0]["private"]["reference"] == REFERENCE
    for each in bookings:
        assert hash_of(each["private"]) == each["content"]["private"] == sha256_of(each["private"])


@pytest.mark.parametrize("language", ["en", "fr"])
def test_a_former_member_has_the_same_name_in_every_file_in_no_language(shelf, language):
    person = shelf.season.entries.get(number=1).user
    person.username = "former-member-x1"
    person.save()
    with override(language):
        for text in (*all_files(shelf.book).values(), *all_files(shelf.book, for_keepers=True).values()):
            assert "paula" not in text
            assert "former-member-x1" in text
            assert "ancien membre" not in text and "a former member" not in text


def test_a_former_member_is_a_number_where_the_rules_name_nobody(make_booked):
    shelf = make_booked(names=Names.NUMBERS)
    person = shelf.season.entries.get(number=1).user
    person.username = "former-member-x1"
    person.save()
    for text in all_files(shelf.book).values():
        assert "former-member" not in text and "#1" in text


def test_a_row_of_the_table_is_a_side_of_a_booking(shelf):
    found = table(shelf.book)
    assert tuple(found[0]) == exporting.PUBLIC
    assert [row["charter"] for row in found[:3]] == [sha256_of_charter(shelf.book)] * 2 + [""]
    assert found[0] | {"sha256": "", "charter": ""} == {
        "number": "1",
        "at": "2026-11-24T23:59:59.123456Z",
        "kind": "payment",
        "entry": "1",
        "name": "paula",
        "sponsor": "",
        "account": "cash",
        "holder": "henrik",
        "amount": "12.00",
        "balance": "12.00",
        "currency": "EUR",
        "reason": "",
        "corrects": "",
        "sha256": "",
        "charter": "",
    }
    assert len(found) == sum(booking.legs.count() for booking in Booking.objects.all())
    assert sum(Decimal(row["amount"]) for row in found) == 0
    assert found[-1]["balance"] == "-20.00"
    correction = next(row for row in found if row["corrects"])
    assert (correction["number"], correction["corrects"]) == ("6", "5")


def test_no_cell_is_a_formula_and_sums_stay_numbers(shelf):
    found = table(shelf.book, for_keepers=True)
    for row in found:
        for column, cell in row.items():
            if column not in ("amount", "balance"):
                assert not cell.startswith(("=", "+", "-", "@", "\t", "\r")), column
    assert {row["reference"] for row in found} == {"", f"'{REFERENCE}"}
    assert "'+Baker & “Söhne”" in {row["sponsor"] for row in found}
    assert '\'-Typed "twice" \\ by me' in {row["reason"] for row in found}
    assert "-12.00" in {row["amount"] for row in found}


def bean_check(text, tmp_path):
    """What the real `bean-check` says of a journal; empty: nothing is wrong."""
    program = Path(sys.executable).with_name("bean-check")
    if not program.exists():
        pytest.skip("beancount is not installed")
    file = tmp_path / "book.beancount"
    file.write_text(text, encoding="utf-8")
    done = subprocess.run([str(program), "--no-cache", str(file)], capture_output=True, text=True)
    assert (done.returncode == 0) is (not done.stdout + done.stderr)
    return done.stdout + done.stderr


@pytest.mark.slow(but_first=True)
@pytest.mark.parametrize("currency", ["EUR", "XTS", "JPY"])
@pytest.mark.parametrize("for_keepers", [False, True])
def test_the_real_bean_check_accepts_the_journal(make_booked, tmp_path, currency, for_keepers):
    shelf = make_booked(currency)
    text = journal(shelf.book, for_keepers=for_keepers)
    assert bean_check(text, tmp_path) == ""
    assert f"open Assets:Cash:Holder2 {currency}" in text
    paid = {"EUR": "12.00", "XTS": "12.00", "JPY": "1200"}[currency]
    assert f"  Assets:Cash:Holder2  {paid} {currency}\n" in text
    assert text.count(" balance ") == shelf.book.accounts.count()
    assert f"2026-11-26 balance Assets:Cash:Holder2  {exact(2400, currency)} ~ 0 {currency}\n" in text


@pytest.mark.slow
def test_bean_check_finds_a_cent_that_is_missing(shelf, tmp_path):
    text = journal(shelf.book)
    assert "balance" in bean_check(text.replace("24.00 ~ 0 EUR", "24.01 ~ 0 EUR"), tmp_path)
    assert "does not balance" in bean_check(
        text.replace("Pool:Holder2  -10.00", "Pool:Holder2  -10.01", 1), tmp_path
    )
    assert "account" in bean_check(
        text.replace("open Assets:Cash:Holder2", "open Assets:Purse:Holder2"), tmp_path
    )


def test_an_empty_book_makes_files_too(make_shelf, tmp_path):
    book = make_shelf().book
    assert check(public_json(book)) == ("", {})
    assert table(book) == []
    assert bean_check(journal(book), tmp_path) == ""


@pytest.mark.slow
@given(
    st.text(max_size=60).filter(lambda text: "\0" not in text),
    st.sampled_from(CURRENCIES),
    st.integers(min_value=1, max_value=10**11),
)
def test_whatever_somebody_typed_stays_on_its_line(text, currency, amount):
    quoted = exporting._quoted(text)
    assert quoted[0] == quoted[-1] == '"'
    assert len(quoted.splitlines()) == 1
    inner = quoted[1:-1].replace("\\\\", "").replace('\\"', "")
    assert '"' not in inner
    assert "\\" not in inner
    assert Decimal(exact(amount, currency)) > 0


@pytest.mark.slow
def test_odd_words_pass_bean_check(shelf, tmp_path, set_clock):
    for number, words in enumerate(('"\\', "a\nb\tc\x07", "; * ! #tag ^link", "Zoë \\n \u2028 é" * 20)):
        sums = {("cash", shelf.henrik): 1, ("pool", shelf.henrik): -1}
        post(
            shelf.book, "gift", sums, key=f"odd {number}", about=BookingDetails(name=words[:80], reason=words)
        )
    assert bean_check(journal(shelf.book), tmp_path) == ""
    check(public_json(shelf.book))
    assert table(shelf.book)[-1]["reason"] == words


def test_what_is_booked_while_a_file_is_made_is_left_for_the_next(shelf, monkeypatch, set_clock):
    monkeypatch.setattr(cursor, "AT_ONCE", 2)
    parts = exporting.json_bytes(shelf.book)
    begun = b"".join(next(parts) for _part in range(3))
    late = {("cash", shelf.henrik): 7, ("guarantor", shelf.henrik): -7}
    post(shelf.book, "guarantee", late, key="late")
    text = (begun + b"".join(parts)).decode()
    check(text)
    assert len(json.loads(text)["bookings"]) == 8
    assert len(json.loads(public_json(shelf.book))["bookings"]) == 9


@pytest.mark.slow
def test_a_file_is_made_in_parts_with_as_many_queries_for_more_in_each(
    shelf, set_clock, django_assert_max_num_queries
):
    def add(count, first):
        for number in range(first, first + count):
            sums = {("cash", shelf.henrik): 1, ("pool", shelf.henrik): -1}
            post(shelf.book, "gift", sums, key=f"more {number}")

    add(5, 0)
    for _round in range(2):
        with django_assert_max_num_queries(21):
            all_files(shelf.book, for_keepers=True)
        add(40, 100)
