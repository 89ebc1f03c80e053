"""The public statement: one sentence and two columns that add up, prizes, entries, who holds what."""

from __future__ import annotations

import csv
import io
import json
import re
from datetime import timedelta
from random import Random

import pytest
from django.contrib.auth.models import AnonymousUser
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from games.common import clock
from league.competitions import services
from league.competitions.models import Competition, Entry
from league.competitions.rules.common_rules import Names
from league.competitions.rules.prize_rules import Extra
from league.competitions.services.locking import lock
from league.competitions.state.season_access import reader_of
from league.money import money
from league.prizes.book.exporting import json_bytes
from league.prizes.book.ledger import BookingDetails, balances
from league.prizes.models import Booking, LedgerCheck, Payment, Payout, Proposal, Refund
from league.prizes.selectors.movements import ASSETS, movements_of
from league.prizes.selectors.statement import Foot, statement_of
from league.prizes.services.book_access import money_reader
from league.prizes.services.checking import check
from league.prizes.services.incoming import manual_entries
from league.prizes.services.incoming.receiving import book_refund
from league.prizes.services.payouts.confirming import confirm
from league.prizes.services.payouts.paying_out import claim, pay
from tests.conftest import count_queries
from tests.league.competitions.rows import make_season
from tests.league.prizes.money_seasons import FEE
from tests.league.prizes.pages import at, text_of
from tests.league.prizes.test_records import record

pytestmark = pytest.mark.django_db


def shown(season, user=None):
    """The statement as someone (a visitor) reads it."""
    reader = reader_of(season.league, season.competition.code, user or AnonymousUser(), None, clock.shown())
    found = money_reader(reader, user or AnonymousUser())
    return statement_of(found)


def check_sums(season):
    """Both columns come to the same, and what is held is what the ledger says."""
    moves = movements_of(season.book, FEE)
    assert moves.total == sum(line.amount for line in moves.now)
    sums = balances(season.book)
    held = sum(amount for (kind, _holder), amount in sums.items() if kind in ASSETS)
    assert moves.held - sum(moves.advanced) == held == sum(line.amount for line in moves.kept)
    by_holder = [sum(row.sums[column] for row in moves.matrix) for column in range(len(moves.holders))]
    held_by = [held - advanced for held, advanced in zip(moves.held_by, moves.advanced, strict=True)]
    assert by_holder == held_by and min(moves.held_by) >= 0
    return moves


@pytest.mark.slow
def test_an_empty_book_says_so(visitor, money_season):
    text = text_of(visitor.get(at("statement", money_season)))
    assert "No money has come in yet." in text
    assert "No one has paid yet." in text
    assert "The season has not begun. This is what each prize comes to:" in text
    assert "If the season ended now" not in text and "Counted without" not in text


@pytest.mark.slow
def test_fees_gifts_charges_and_refunds_add_up(visitor, money_season):
    record(money_season, "gift", 4000, name="Librairie du Port")
    for number in range(1, 4):
        money_season.enter_and_pay(f"p{number}")
    online = money_season.enter("p4")
    money_season.pay_online(online, charges=42)
    gone = Entry.objects.get(number=2)
    money_season.withdraw(gone)
    refund = Refund.objects.select_related("holder", "payment", "book").get()
    book_refund(
        lock(money_season.competition), refund, FEE, clock.now(), BookingDetails(by=money_season.henrik)
    )
    moves = check_sums(money_season)
    assert [(line.name, line.amount) for line in moves.came] == [
        ("4 entry fees of 12.00 tokens", 4 * FEE),
        ("Gift from Librairie du Port (added after entries opened)", 4000),
    ]
    assert [(line.name, line.amount) for line in moves.out] == [
        ("Refunds", FEE),
        ("The provider’s charges", 42),
    ]
    assert [(line.name, line.amount) for line in moves.kept] == [
        ("Held: prize pool", 3 * 1140 + 4000),
        ("Held: league’s costs", 3 * 60 - 42),
    ]
    assert (moves.fees_counted, moves.fees_sum) == (3, 3 * FEE)
    text = text_of(visitor.get(at("statement", money_season)))
    assert "Of 88.00 tokens that came in, 12.42 tokens went out; the rest, 75.58 tokens, is held." in text
    assert text.count("88.00 tokens") == 3  # the sentence and both totals
    assert "3 counted, 36.00 tokens" in text
    assert "Counted without the 40.00 tokens that came into the pool besides fees." in text
    assert "−12.00 tokens" in text


@pytest.mark.slow
def test_a_gift_before_entries_open_is_no_addition(make_money_season):
    season = make_money_season().agree()
    services.announce(competition=season.competition, by=season.organiser)
    season.refresh()
    record(season, "gift", 1000, name="Librairie")
    season.clock.pass_(days=2)
    record(season, "gift", 500, name="Librairie")
    assert [(line.name, line.amount) for line in check_sums(season).came] == [
        ("Gift from Librairie", 1000),
        ("Gift from Librairie (added after entries opened)", 500),
    ]


@pytest.mark.slow
def test_corrections_leave_nothing_behind(money_season):
    entry = money_season.enter("p1")
    fee = record(money_season, entry=entry)
    gift = record(money_season, "gift", 1000, name="Librairie")
    for made in (fee, gift):
        manual_entries.correct(record=made, by=money_season.ines, reason="Never came.")
    moves = check_sums(money_season)
    assert (moves.came, moves.out, moves.kept) == ([], [], [])
    assert moves.sentence == "No money has come in yet."
    assert [line.way for line in shown(money_season).entries.rows] == [
        "bank transfer or cash",
        "logged by mistake",
    ]


@pytest.mark.slow(but_first=True)
@pytest.mark.parametrize("seed", range(4))
def test_whatever_happens_both_columns_come_to_the_same(make_money_season, seed):
    """A season by chance: fees both ways, charges, gifts, withdrawals, chargebacks, corrections, its end."""
    random = Random(seed)
    season = make_money_season({"site_percent": 0, "guaranteed": 9000}).agree()
    season.announce()
    checkouts = []
    for number in range(1, 9):
        entry = season.enter(f"p{number}")
        if random.random() < 0.5:
            season.pay_by_hand(entry)
        else:
            checkouts.append(season.pay_online(entry, charges=random.randrange(60)))
        check_sums(season)
    record(season, "gift", random.randrange(1, 5000), name="Librairie")
    record(season, "guarantee", random.randrange(1, 5000))
    for entry in random.sample(list(Entry.objects.select_related("user")), 2):
        season.withdraw(entry)
        check_sums(season)
    for checkout in random.sample(checkouts, min(2, len(checkouts))):
        season.provider_says(checkout, charged_back=random.choice((FEE, 1 + random.randrange(FEE))))
        check_sums(season)
        if random.random() < 0.5:
            season.provider_says(checkout)
            check_sums(season)
    by_hand = Payment.objects.filter(state="fee", record__isnull=False).select_related("record").first()
    if by_hand is not None:
        manual_entries.correct(record=by_hand.record, by=season.ines, reason="Never came.")
        check_sums(season)
    if random.random() < 0.5:
        season.cancel()
    else:
        season.clock(season.competition.starts_at)
        season.turn()
    check_sums(season)


@pytest.mark.slow
def test_while_it_is_played_the_prizes_are_those_of_now(visitor, client_of, make_money_season):
    season = make_money_season().begin()
    text = text_of(visitor.get(at("statement", season)))
    assert "If the season ended now" in text
    first = season.entry(1)
    assert "1. <a href" in text
    assert first.user.username in text
    assert money(4 * 1140 // 2, "XTS") in text
    page = text_of(visitor.get(season.competition.get_absolute_url()))
    assert "If the season ended now:" in page
    own = client_of(first.user).get(at("statement", season)).context["page"]
    assert [line.is_me for line in own.prizes] == [True, False, False]


@pytest.mark.slow
def test_below_the_prizes_stands_what_they_are_made_of(visitor, make_money_season):
    season = make_money_season().begin()
    assert "Pool: 4 × 11.40 tokens" in text_of(visitor.get(at("statement", season)))
    record(season, "gift", 4000, name="Librairie du Port")
    assert "Pool: 4 × 11.40 tokens + 40.00 tokens" in text_of(visitor.get(at("statement", season)))
    season.finish()
    foot = visitor.get(at("statement", season)).context["page"].foot
    assert foot == Foot(4 * 1140 + 4000, 100, "4 × 11.40 tokens + 40.00 tokens")
    assert "100%" in text_of(visitor.get(at("statement", season)))


@pytest.mark.parametrize("is_over", [False, True])
def test_a_sponsors_own_prize_is_no_part_of_the_pool(visitor, make_money_season, is_over):
    season = make_money_season({"extras": (Extra(1, 500, "Café"),)}).begin()
    season.give("extra", "sponsors", 500, name="Café", promise=0)
    if is_over:
        season.finish()
    page = visitor.get(at("statement", season)).context["page"]
    assert page.pool == 4 * 1140 == -season.balance("pool")
    assert page.foot == Foot(4 * 1140, 100, "4 × 11.40 tokens", 500)
    text = text_of(visitor.get(at("statement", season)))
    assert "pool 45.60 tokens" in text and "Pool: 4 × 11.40 tokens" in text
    assert "With sponsors’ prizes" in text and "50.60 tokens" in text


def test_prize_ranks_are_counted_among_those_who_can_win(visitor, make_money_season):
    """The season's first has too few games for a prize: the best of those with enough has the first prize."""
    season = make_money_season({"prize_games": 1}).begin()
    winner = season.entry(3)
    season.play(winner, season.entry(4))
    season.finish()
    proposal = Proposal.objects.get(book=season.book)
    for person in (season.henrik, season.ines):
        confirm(proposal=proposal, by=person, sha256=proposal.sha256)
    place = season.competition.final_places.get(entry=winner)
    book = json.loads(b"".join(json_bytes(season.book)))
    assert place.rank == 3
    assert book["prizes"] == [{"prize_rank": 1, "entry": winner.number, "amount": 4 * 1140}]
    text = text_of(visitor.get(at("statement", season)))
    assert "Prize rank" in text and "Final rank" not in text


@pytest.mark.slow
def test_where_the_prizes_are_not_the_whole_pool_their_sum_alone_stands_below_them(
    visitor, make_money_season
):
    season = make_money_season().begin().finish()
    Payout.objects.filter(rank=3).update(state="withdrawn")
    answer = visitor.get(at("statement", season))
    assert answer.context["page"].foot == Foot(4 * 1140 * 80 // 100, 0, "")
    assert "Pool:" not in text_of(answer)


@pytest.mark.slow
def test_a_prize_that_two_holders_pay_is_one_line_while_both_are_equally_far(make_money_season):
    season = make_money_season().agree()
    season.announce()
    for number in (1, 2):
        season.enter_and_pay(f"p{number}")
    season.pay_online(season.enter("p3"))
    season.clock(season.competition.starts_at)
    season.turn()
    season.finish()
    payouts = Payout.objects.filter(book=season.book)
    assert payouts.count() > 3
    page = shown(season)
    assert [(line.rank, line.amount) for line in page.prizes] == [(1, 1710), (2, 1026), (3, 684)]
    assert page.pool == page.foot.amount == 3 * 1140
    shared = next(row for row in payouts if payouts.filter(rank=row.rank).count() > 1)
    payouts.filter(pk=shared.pk).update(state="paid", closed_at=clock.now(), reference="bank 5")
    assert sorted(line.rank for line in shown(season).prizes) == sorted([1, 2, 3, shared.rank])
    assert shown(season).pool == 3 * 1140


@pytest.mark.slow
def test_at_the_end_the_prizes_have_their_states(visitor, make_money_season):
    season = make_money_season().begin().finish()
    text = text_of(visitor.get(at("statement", season)))
    assert "0 of 2 confirmations" in text
    assert "If the season ended now" not in text
    first = Payout.objects.order_by("rank").first()
    Payout.objects.filter(pk=first.pk).update(state="claimed", claimed_at=clock.now())
    Payout.objects.filter(rank=2).update(state="paid", closed_at=clock.now(), reference="bank 5")
    text = text_of(visitor.get(at("statement", season)))
    assert "to be paid out" in text
    assert "paid out" in text
    assert "bank 5" not in text  # for those who keep the book


@pytest.mark.slow
def test_by_numbers_nobody_is_named_but_oneself(visitor, client_of, make_money_season):
    season = make_money_season(names=Names.NUMBERS).begin()
    page = visitor.get(at("statement", season))
    names = {entry.user.username for entry in Entry.objects.select_related("user")}
    statement = text_of(page)
    for name in names:
        assert f">{name}<" not in statement
    assert "entry no. 1" in statement
    rows = page.context["page"].entries.rows
    assert {row.name for row in rows} == {""}
    own = client_of(Entry.objects.get(number=2).user).get(at("statement", season)).context["page"]
    assert [row.name for row in own.entries.rows] == ["", "p2", "", ""]
    exported = b"".join(visitor.get(at("statement-file", season, "csv")).streaming_content).decode()
    for name in names:
        assert name not in exported


@pytest.mark.slow
def test_files_add_up_to_the_page_and_keep_private_things(visitor, client_of, money_season):
    record(money_season, entry=money_season.enter("p1"), reference="secret reference")
    for form in ("csv", "json", "beancount"):
        response = visitor.get(at("statement-file", money_season, form))
        text = b"".join(response.streaming_content).decode()
        assert "secret reference" not in text
        assert "attachment" in response["Content-Disposition"]
        book = client_of(money_season.ines).get(at("book-file", money_season, form))
        assert "secret reference" in b"".join(book.streaming_content).decode()
        assert visitor.get(at("book-file", money_season, form)).status_code == 404
    rows = list(csv.DictReader(io.StringIO(_csv(visitor, money_season).lstrip("\ufeff"))))
    cash = [float(row["amount"]) for row in rows if row["account"] == "cash"]
    assert sum(cash) == 12.0
    data = json.loads(b"".join(visitor.get(at("statement-file", money_season, "json")).streaming_content))
    assert data["last"] == Booking.objects.order_by("-number").first().sha256
    assert visitor.get(at("statement-file", money_season, "exe")).status_code == 404


@pytest.mark.parametrize("form", ["csv", "json", "beancount"])
def test_files_are_made_once_a_minute_for_readers_without_a_say(visitor, client_of, money_season, form):
    record(money_season, entry=money_season.enter("p1"))

    def read(client):
        with CaptureQueriesContext(connection) as queries:
            text = b"".join(client.get(at("statement-file", money_season, form)).streaming_content)
        return text, sum("prizes_leg" in each["sql"] for each in queries)

    first, asked = read(visitor)
    assert asked > 0
    assert read(visitor) == (first, 0)
    assert read(client_of(money_season.enter("p2").user)) == (first, 0)
    assert read(client_of(money_season.ines))[1] > 0, "who may read the book reads what there is"
    record(money_season, "gift", 4000, name="Librairie du Port")
    then, asked = read(visitor)
    assert (then != first, asked > 0) == (True, True), "what is booked is read at once"


def _csv(client, season):
    return b"".join(client.get(at("statement-file", season, "csv")).streaming_content).decode()


@pytest.mark.slow
def test_the_last_seal_and_the_last_check_are_on_the_page(visitor, money_season):
    record(money_season, entry=money_season.enter("p1"))
    assert "not yet: it runs every night" in text_of(visitor.get(at("statement", money_season)))
    check(money_season.book)
    text = text_of(visitor.get(at("statement", money_season)))
    assert Booking.objects.order_by("-number").first().sha256 in text
    assert Booking.objects.get(number=1).previous in text
    assert "nothing wrong" in text


def test_a_check_that_the_site_has_not_signed_says_nothing(visitor, money_season):
    book = money_season.book
    check(book)
    LedgerCheck.objects.create(book=book, number=2, at=book.opened_at, bookings=9, sha256="", is_right=False)
    assert "nothing wrong" in text_of(visitor.get(at("statement", money_season)))


@pytest.mark.slow
def test_a_statement_is_where_its_season_is(visitor, client_of, dora, douvres, calais, make_money_season):
    season = make_money_season()
    assert visitor.get(at("statement", season)).status_code == 404  # a draft
    assert client_of(season.organiser).get(at("statement", season)).status_code == 404
    season.agree().announce()
    assert visitor.get(at("statement", season)).status_code == 200
    elsewhere = at("statement", season).replace("/l/calais/", "/l/douvres/")
    assert client_of(dora).get(elsewhere).status_code == 404
    calais.visibility = "invitation"
    calais.save()
    for client in (visitor, client_of(dora)):
        for name, args in (("statement", []), ("statement-file", ["csv"]), ("book", []), ("pay", [])):
            assert client.get(at(name, season, *args)).status_code == 404


@pytest.mark.slow
def test_a_season_without_money_has_no_statement(client_of, carl, calais, set_clock):
    season = make_season(calais, carl, state="announced")
    for name in ("", "book/", "records/", "pay/", "trust/", "bank/"):
        assert client_of(carl).get(f"{season.get_absolute_url()}money/{name}").status_code == 404


@pytest.mark.slow
def test_queries_do_not_grow_with_the_field(visitor, client_of, make_money_season):
    season = make_money_season().agree()
    season.announce()
    for number in range(1, 6):
        season.enter_and_pay(f"p{number}")
    urls = [at("statement", season), season.competition.get_absolute_url()]
    for url in urls:
        visitor.get(url)  # whatever the first page of a process costs
    few = [count_queries(visitor, url) for url in urls]
    for number in range(6, 15):
        season.enter_and_pay(f"p{number}")
    record(season, "gift", 100, name="A")
    assert [count_queries(visitor, url) for url in urls] == few
    assert few[0] <= 16


@pytest.mark.slow
def test_entries_are_paged_without_end(visitor, make_money_season):
    season = make_money_season(largest=100).agree()
    season.announce()
    for number in range(1, 56):
        season.enter_and_pay(f"p{number}")
    page = visitor.get(at("statement", season)).context["page"].entries
    assert [row.entry for row in page.rows] == list(range(1, 51))
    following = visitor.get(at("statement", season), {"after": page.next}).context["page"].entries
    assert [row.entry for row in following.rows] == list(range(51, 56))
    assert following.next == 0
    back = visitor.get(at("statement", season), {"before": following.previous}).context["page"].entries
    assert [row.entry for row in back.rows] == list(range(1, 51))
    assert (back.previous, back.next) == (0, page.next)


@pytest.mark.slow
def test_another_currency_is_written_as_its_own(visitor, make_money_season, settings):
    settings.PRIZES_REAL_MONEY, settings.PRIZES_OPERATOR = True, "Relais Jeux"
    season = make_money_season({"currency": "JPY", "online": False, "fee": 1200})
    season.agree().announce()
    record(season, entry=season.enter("p1"))
    assert "¥1,200 came in" in text_of(visitor.get(at("statement", season)))


@pytest.mark.slow
def test_the_days_of_the_statement_are_in_french_too(client_of, ben, money_season):
    record(money_season, entry=money_season.enter("p1"))
    text = text_of(client_of(ben).get(at("statement", money_season)))
    assert "12,00" in text
    assert Competition.objects.get().state == "announced"
    assert money_season.competition.enters_from + timedelta(days=1) > clock.now()


@pytest.mark.parametrize(
    ("language", "says"),
    [
        (
            "en",
            "All prizes are paid. 0.60 tokens is still held. "
            "Fees did not cover the card charges: Poste Restante bears 0.10 tokens.",
        ),
        (
            "fr",
            "Tous les prix sont versés. Il reste 0,60 jeton. Les droits d’inscription n’ont pas "
            "couvert les frais de carte : Poste Restante prend à sa charge 0,10 jeton.",
        ),
    ],
    ids=["en", "fr"],
)
def test_no_statement_says_that_less_than_nothing_is_held(visitor, make_money_season, language, says):
    """Each fee gives 0.60 to the league's costs; one is paid online, of which the provider keeps 0.70."""
    season = make_money_season({"hold_days": 0})
    season.agree().announce()
    season.pay_online(season.enter("p1"), charges=70)
    season.enter_and_pay("p2")
    season.start().finish()
    pay_out(season)
    moves = check_sums(season)
    assert (moves.borne, sum(moves.advanced), moves.held) == (10, 10, 60)
    page = text_of(visitor.get(at("statement", season), headers={"accept-language": language}))
    assert says in page.replace("\N{NO-BREAK SPACE}", " ").replace("\N{NARROW NO-BREAK SPACE}", " ")
    held = page.partition("Held now" if language == "en" else "Reste")[2]
    assert not re.search(r"[-−][0-9]+[.,]", held), held


def pay_out(season):
    """All prizes are confirmed, claimed and paid."""
    proposal = Proposal.objects.get(book=season.book, state="open")
    for person in (season.henrik, season.ines):
        confirm(proposal=proposal, by=person, sha256=proposal.sha256)
    season.clock.pass_(days=1)
    for payout in Payout.objects.filter(book=season.book).select_related("entry__user"):
        claim(payout=payout, user=payout.entry.user)
        pay(payout=payout, by=season.ines, reference="transfer")


@pytest.mark.parametrize("whose", ["henrik", "p1"])
def test_the_manual_is_linked_where_money_is_decided_and_paid(client_of, make_money_season, whose):
    season = make_money_season()
    form = text_of(client_of(season.organiser).get(at("rules", season)))
    assert "/money/help/organisers/" in form
    season.agree().announce()
    entering = client_of(season.member("guest")).get(reverse("tournaments:enter", args=at_args(season)))
    assert "/money/help/players/" in text_of(entering)
    entry = season.enter("p1")
    assert "/money/help/players/" in text_of(client_of(entry.user).get(at("pay", season)))
    reader = season.henrik if whose == "henrik" else entry.user
    statement = text_of(client_of(reader).get(at("statement", season)))
    assert "/money/help/players/" in statement
    assert ("/money/help/organisers/" in statement) is (whose == "henrik")
    for desk in (at("desk", season), reverse("tournaments:desk", args=at_args(season))):
        assert "/money/help/organisers/" in text_of(client_of(season.henrik).get(desk))


def at_args(season):
    return [season.league.slug, season.competition.code]
