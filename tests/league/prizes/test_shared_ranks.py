"""Prizes of a season in which two share the third rank: proposed, confirmed, shown, exported, paid out."""

from __future__ import annotations

import json

import pytest
from django.db import transaction

from games.common import clock
from league.competitions.log.exporting import export
from league.competitions.models import Entry, FinalPlace
from league.competitions.rules.prize_rules import Extra
from league.competitions.services.locking import lock
from league.competitions.state.season_access import reader_of
from league.prizes.book import comparing
from league.prizes.book.exporting import beancount, json_bytes
from league.prizes.book.ledger import balances
from league.prizes.book.split import consecutive
from league.prizes.book.verifying import verify
from league.prizes.models import Booking, Payout, Proposal
from league.prizes.selectors.proposals import proposal_page
from league.prizes.selectors.statement import share_of, sharers_of
from league.prizes.services.book_access import money_reader
from league.prizes.services.payouts.confirming import ConfirmationOutcome, confirm
from league.prizes.services.payouts.paying_out import claim, pay
from league.prizes.services.payouts.proposing import eligible, propose
from tests.html_tree import tree
from tests.league.prizes.check_book import check
from tests.league.prizes.pages import at, text_of
from tests.league.prizes.test_book_exports import bean_check

pytestmark = pytest.mark.django_db

GIFT = 5
POOL = 5 * 1140 + GIFT
"""Of it the third share is 1141, which two cannot halve."""
CAFE = 501


@pytest.fixture
def season(make_money_season):
    """Over, with five: the third and the fourth are equal. The café gave a prize for rank 4."""
    season = make_money_season({"extras": (Extra(4, CAFE, "Café"),)}).begin(5)
    season.give("gift", "pool", GIFT)
    season.give("extra", "sponsors", CAFE, name="Café", promise=0)
    season.ranked = [season.entry(rank).number for rank in (1, 2, 3, 4, 5)]
    season.finish()
    FinalPlace.objects.filter(competition=season.competition, rank=4).update(rank=3)
    return season


def proposed(season) -> Proposal:
    with transaction.atomic():
        return propose(lock(season.competition), season.book, clock.now())


def confirmed(season) -> Proposal:
    proposal = proposed(season)
    for person in (season.henrik, season.ines):
        came = confirm(proposal=proposal, by=person, sha256=proposal.sha256)
    assert came is ConfirmationOutcome.CARRIED_OUT
    return proposal


def sums_of(season) -> list[tuple[str, int, int, int]]:
    rows = Payout.objects.filter(book=season.book).exclude(state="withdrawn")
    return list(rows.order_by("line", "rank", "pk").values_list("line", "rank", "entry__number", "amount"))


def test_equals_have_one_prize_rank_and_half_of_its_prizes(season):
    """The cent that does not divide goes to the one who stands first in the table."""
    first, second, third, fourth, fifth = season.ranked
    ranked = [[first], [second], [third, fourth], [fifth]]
    assert eligible(season.competition) == consecutive(ranked)
    old = Proposal.objects.get()
    assert confirm(proposal=old, by=season.henrik, sha256=old.sha256) is ConfirmationOutcome.CHANGED
    proposed(season)
    assert sums_of(season) == [
        ("extra1", 3, third, 251),
        ("extra1", 3, fourth, 250),
        ("pool", 1, first, 2853),
        ("pool", 2, second, 1711),
        ("pool", 3, third, 571),
        ("pool", 3, fourth, 570),
    ]
    places = FinalPlace.objects.filter(competition=season.competition, rank=3)
    places.filter(entry__number=third).update(place=4)
    places.filter(entry__number=fourth).update(place=3)
    proposed(season)
    assert sums_of(season)[-2:] == [("pool", 3, fourth, 571), ("pool", 3, third, 570)]


def test_where_one_of_two_equals_may_not_win_the_other_stands_alone(season):
    first, second, third, fourth, fifth = season.ranked
    gone = Entry.objects.filter(competition=season.competition, number=third)
    gone.update(state="disqualified", left_at=clock.now())
    assert eligible(season.competition) == consecutive([[first], [second], [fourth], [fifth]])


def test_the_books_files_tell_both_and_hold(season, tmp_path):
    first, second, third, fourth, _fifth = season.ranked
    confirmed(season)
    book = b"".join(json_bytes(season.book))
    shared = sorted([(third, 571, 251), (fourth, 570, 250)])
    assert json.loads(book)["prizes"] == [
        {"prize_rank": 1, "entry": first, "amount": 2853},
        {"prize_rank": 2, "entry": second, "amount": 1711},
        *({"prize_rank": 3, "entry": entry, "amount": own} for entry, own, _extra in shared),
        *(
            {"prize_rank": 3, "entry": entry, "amount": own, "sponsor": "Café"}
            for entry, _pool, own in shared
        ),
    ]
    _last, said = check(book.decode())
    assert sum(said.values()) == 0
    assert bean_check("".join(beancount(season.book)), tmp_path) == ""
    final = export(season.competition, clock.now())["final"]
    assert [each["place"] for each in final] == [1, 2, 3, 3, 5]
    assert [each["entry"] for each in final[2:4]] == sorted([third, fourth])


def test_all_is_paid_out_and_the_ledger_balances(season):
    confirmed(season)
    assert season.balance("pool") == season.balance("sponsors") == 0
    assert season.balance("payouts") == -(POOL + CAFE)
    season.clock.pass_(days=60)
    for payout in Payout.objects.filter(state="confirmed").select_related("entry__user").order_by("pk"):
        claim(payout=payout, user=payout.entry.user, pay_to="FR76")
        pay(payout=Payout.objects.get(pk=payout.pk), by=season.ines, reference=f"transfer {payout.pk}")
    assert season.balance("payouts") == 0 and season.balance("cash") == 5 * 60
    assert sum(balances(season.book).values()) == 0
    assert comparing.differences(season.book) == []
    assert verify(season.book).faults == ()
    assert Booking.objects.filter(kind="payout").count() == 6


def test_pages_give_each_of_the_two_half_of_the_share(visitor, client_of, season):
    proposal = proposed(season)
    words = text_of(client_of(season.henrik).get(at("proposal", season, proposal.pk)))
    assert words.count("rank 3") == 4 and words.count("10% of the pool") == 2 and "20%" not in words
    confirmed(season)
    answer = visitor.get(at("statement", season))
    page = answer.context["page"]
    told = [(line.rank, line.share, line.amount) for line in page.prizes if not line.is_extra]
    assert told == [(1, 50, 2853), (2, 30, 1711), (3, 10, 571), (3, 10, 570)]
    assert (page.pool, page.foot.share, page.foot.extras) == (POOL, 100, CAFE)
    box = tree(text_of(visitor.get(season.competition.get_absolute_url()))).one(id="money")
    shares = [next(iter(row.all("td"))).text for row in box.one("table").one("tbody").all("tr")]
    assert shares[:4] == ["50%", "30%", "10%", "10%"]
    desk = text_of(client_of(season.ines).get(at("desk", season)))
    assert desk.count("rank 3") >= 4 and "rank 4" not in desk


def test_money_that_goes_to_another_season_has_the_share_that_its_winner_had(season):
    confirmed(season)
    third = Payout.objects.filter(rank=3, sponsor="").first()
    line = {"payout": third.pk, "entry": third.entry.number, "rank": 3, "holder": third.holder_id}
    content = {"carrying": {"season": {"code": "none"}, "lines": [line | {"amount": third.amount}]}}
    made = Proposal.objects.create(
        book=season.book, kind="carrying", content=content, at=clock.now(), asked_at=clock.now()
    )
    reader = reader_of(season.league, season.competition.code, season.ines, None, clock.shown())
    (told,) = proposal_page(money_reader(reader, season.ines), made.pk).lines
    assert (told.rank, told.share) == (3, 10)


def test_a_share_that_does_not_divide_is_not_told(make_money_season):
    given = make_money_season({"shares": (40, 30, 15, 15)}).money
    assert [share_of(given, *of) for of in ((1, 1), (1, 2), (2, 2), (3, 2), (4, 2), (9, 2))] == [
        40,
        35,
        0,
        15,
        0,
        0,
    ]
    assert sharers_of([(1, 4), (2, 7), (2, 8), (2, 8)]) == {1: 1, 2: 2}


UNEQUAL = {
    "another rank at the same place": ({"place": 3, "rank": 4}, "its final ranks do not follow each other"),
    "a rank that counts nobody": ({"rank": 5}, "its final ranks do not follow each other"),
    "equals who were told apart": ({"rank": 4}, "other ranks than the final table"),
}


@pytest.mark.parametrize("change", UNEQUAL)
def test_the_nightly_check_knows_who_shares_a_rank(season, change):
    columns, said = UNEQUAL[change]
    confirmed(season)
    assert comparing.differences(season.book) == []
    fourth = FinalPlace.objects.filter(competition=season.competition, place=4)
    fourth.update(**columns)
    assert said in " / ".join(comparing.differences(season.book))


def test_prizes_that_tell_equals_apart_are_told(make_money_season):
    """Proposed while each had a rank of their own; then two are made equal."""
    season = make_money_season().begin(4).finish()
    confirmed(season)
    assert comparing.differences(season.book) == []
    FinalPlace.objects.filter(competition=season.competition, rank=3).update(rank=2)
    assert "other ranks than the final table" in " / ".join(comparing.differences(season.book))
