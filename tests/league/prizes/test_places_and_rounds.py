"""Prizes where places have their own, and prizes by round: what the rules say, what is proposed and paid,
what files and pages tell. A ladder stands in for a kind that has both.
"""

from __future__ import annotations

import json
from dataclasses import replace

import pytest
from django.db import IntegrityError, connection, transaction

from games.common import clock
from league.competitions import kinds
from league.competitions.errors import BadRules
from league.competitions.ladder.kind import Ladder
from league.competitions.ladder.rules.ladder_rules import LadderRules
from league.competitions.log.exporting import export
from league.competitions.models import Entry, FinalPlace
from league.competitions.rules.common_rules import CommonRules
from league.competitions.rules.prize_rules import Extra, PrizeRules
from league.competitions.services.locking import lock
from league.competitions.words.money_terms import terms_of
from league.prizes.book import comparing
from league.prizes.book.exporting import json_bytes
from league.prizes.book.ledger import balances
from league.prizes.book.split import Group
from league.prizes.book.verifying import verify
from league.prizes.models import Payout, Proposal, Refund
from league.prizes.selectors.preview import preview_of
from league.prizes.selectors.statement import share_of
from league.prizes.services.payouts.confirming import ConfirmationOutcome, confirm
from league.prizes.services.payouts.proposing import eligible, eligible_now, propose
from tests.league.competitions.seasons import RULES
from tests.league.prizes.money_seasons import FEE
from tests.league.prizes.pages import at, text_of, typed

pytestmark = pytest.mark.django_db

PART = 1140
BY_ROUND = {"by": "rounds", "shares": (), "rounds": (20, 30, 50)}


@pytest.fixture
def in_rounds(monkeypatch):
    """Let ladders have as many rounds as a knock-out of that many has."""
    monkeypatch.setattr(CommonRules, "rounds_with", lambda _rules, people: (people - 1).bit_length())


@pytest.fixture
def won(monkeypatch):
    """Say who won a game of which round."""

    def say(*rounds):
        monkeypatch.setattr(Ladder, "round_winners", lambda _kind, _season: rounds)

    return say


def place(season, *groups):
    """Give the entries of a season that is over these places: first, last, numbers."""
    FinalPlace.objects.filter(competition=season.competition).update(rank=None, last=None)
    for first, last, numbers in groups:
        rows = FinalPlace.objects.filter(competition=season.competition, entry__number__in=numbers)
        rows.update(rank=first, last=last)
    for place, row in enumerate(season.competition.final_places.order_by("rank", "entry__number"), 1):
        FinalPlace.objects.filter(pk=row.pk).update(place=place)


def proposed(season):
    with transaction.atomic():
        return propose(lock(season.competition), season.book, clock.now())


def confirmed(season):
    proposal = proposed(season)
    for person in (season.henrik, season.ines):
        came = confirm(proposal=proposal, by=person, sha256=proposal.sha256)
    assert came is ConfirmationOutcome.CARRIED_OUT
    return proposal


def sums_of(season):
    rows = Payout.objects.filter(book=season.book).exclude(state="withdrawn")
    return list(rows.order_by("line", "rank", "pk").values_list("line", "rank", "entry__number", "amount"))


def ranked(season):
    return [season.entry(rank).number for rank in range(1, 7)]


@pytest.fixture
def cup(make_money_season):
    """Over, with six: places 1, 2, 3 to 4 and 5 to 6. A café gave a prize for place 4."""
    given = {"shares": (40, 20, 15, 15, 5, 5), "extras": (Extra(4, 501, "Café"),)}
    season = make_money_season(given).begin(6)
    season.give("extra", "sponsors", 501, name="Café", promise=0)
    season.numbers = ranked(season)
    season.finish()
    a, b, c, d, e, f = season.numbers
    place(season, (1, 1, [a]), (2, 2, [b]), (3, 4, [c, d]), (5, 6, [e, f]))
    return season


def test_who_share_places_share_their_prizes_and_files_and_pages_tell_it(cup, visitor):
    a, b, c, d, e, f = cup.numbers
    c, d = sorted([c, d])
    pool = 6 * PART
    assert eligible(cup.competition) == [
        Group(1, 1, [a]),
        Group(2, 2, [b]),
        Group(3, 4, [c, d]),
        Group(5, 6, sorted([e, f])),
    ]
    confirmed(cup)
    assert sums_of(cup) == [
        ("extra1", 3, c, 251),
        ("extra1", 3, d, 250),
        ("pool", 1, a, pool * 40 // 100),
        ("pool", 2, b, pool * 20 // 100),
        ("pool", 3, c, pool * 15 // 100),
        ("pool", 3, d, pool * 15 // 100),
        *(("pool", 5, each, pool * 5 // 100) for each in sorted([e, f])),
    ]
    assert comparing.differences(cup.book) == [] and verify(cup.book).faults == ()
    assert sum(balances(cup.book).values()) == 0 and cup.balance("pool") == cup.balance("sponsors") == 0
    final = export(cup.competition, clock.now())["final"]
    assert [(each["place"], each["last"]) for each in final] == [
        (1, 1),
        (2, 2),
        (3, 4),
        (3, 4),
        (5, 6),
        (5, 6),
    ]
    told = json.loads(b"".join(json_bytes(cup.book)))["prizes"]
    assert [each["prize_rank"] for each in told if "sponsor" not in each] == [1, 2, 3, 3, 5, 5]
    page = visitor.get(at("statement", cup)).context["page"]
    assert [line.share for line in page.prizes if not line.is_extra] == [40, 20, 15, 15, 5, 5]


def test_those_of_a_group_who_may_win_share_its_prizes_and_the_page_says_their_share(cup, visitor):
    """One of places 3 and 4 is disqualified: the other has both prizes, the café's too."""
    a, b, c, d, *_others = cup.numbers
    Entry.objects.filter(competition=cup.competition, number=c).update(
        state="disqualified", left_at=clock.now()
    )
    proposal = confirmed(cup)
    assert proposal.content["last"] == [[3, 4]]
    pool = 6 * PART
    assert sums_of(cup)[:4] == [
        ("extra1", 3, d, 501),
        ("pool", 1, a, pool * 40 // 100),
        ("pool", 2, b, pool * 20 // 100),
        ("pool", 3, d, pool * 30 // 100),
    ]
    page = visitor.get(at("statement", cup)).context["page"]
    assert [line.share for line in page.prizes if not line.is_extra] == [40, 20, 30, 5, 5]
    assert comparing.differences(cup.book) == []


def test_a_place_that_nobody_can_win_goes_to_the_others_and_nobody_moves_up(cup):
    a, b, *_others = cup.numbers
    Entry.objects.filter(competition=cup.competition, number=a).update(
        state="disqualified", left_at=clock.now()
    )
    assert eligible(cup.competition)[0] == Group(2, 2, [b])
    proposed(cup)
    won = {entry: amount for line, _rank, entry, amount in sums_of(cup) if line == "pool"}
    assert a not in won and sum(won.values()) == 6 * PART
    assert won[b] == 6 * PART * 20 // 60


def test_a_final_that_nobody_wins_gives_both_the_second_prize(cup):
    a, b, c, d, e, f = cup.numbers
    place(cup, (2, 2, [a, b]), (3, 4, [c, d]), (5, 6, [e, f]))
    proposed(cup)
    won = {entry: amount for line, _rank, entry, amount in sums_of(cup) if line == "pool"}
    assert won[a] == won[b] == 6 * PART * 20 // 60 // 2
    assert comparing.differences(cup.book) == []


def test_the_kind_says_who_wins_though_they_are_out(cup, monkeypatch):
    b = cup.numbers[1]
    Entry.objects.filter(competition=cup.competition, number=b).update(state="withdrawn", left_at=clock.now())
    assert b not in [entry for group in eligible(cup.competition) for entry in group.entries]
    monkeypatch.setattr(Ladder, "wins_as", (Entry.State.PLAYING, Entry.State.WITHDRAWN))
    assert Group(2, 2, [b]) in eligible(cup.competition)


@pytest.mark.parametrize(
    ("change", "said_of_it"),
    [
        ({"rank": 3, "last": 3}, "its final ranks do not follow each other"),
        ({"rank": 3, "last": None}, "its final ranks do not follow each other"),
        ({"rank": 1, "last": 1}, "other ranks than the final table"),
    ],
)
def test_the_nightly_check_knows_whose_places_are_which(cup, change, said_of_it):
    confirmed(cup)
    FinalPlace.objects.filter(competition=cup.competition, entry__number=cup.numbers[4]).update(**change)
    assert said_of_it in " / ".join(comparing.differences(cup.book))


def test_the_database_wants_the_last_place_behind_the_first(cup):
    row = cup.competition.final_places.get(entry__number=cup.numbers[2])
    with connection.cursor() as cursor:
        for rank, last in ((3, 2), (3, 0), (None, 4)):
            with (
                pytest.raises(IntegrityError, match="final_places_end_after_they_begin"),
                transaction.atomic(),
            ):
                sql = "UPDATE tournaments_finalplace SET rank = %s, last = %s WHERE id = %s"
                cursor.execute(sql, [rank, last, row.pk])


def test_a_table_that_foretells_nothing_foretells_no_prizes(make_money_season, monkeypatch, visitor):
    season = make_money_season().begin(4)
    assert eligible_now(season.competition)
    monkeypatch.setattr(Ladder, "foretells", False)
    assert eligible_now(season.competition) == []
    assert visitor.get(at("statement", season)).context["page"].prizes == []


def test_each_round_pays_those_who_won_a_game_of_it(in_rounds, won, make_money_season, visitor):
    season = make_money_season(BY_ROUND).begin(6)
    box = text_of(visitor.get(season.competition.get_absolute_url()))
    assert "round 2: 30% of the pool" in box and "rank 1" not in box
    assert eligible_now(season.competition) == []
    season.numbers = ranked(season)
    a, b, c, *_others = season.numbers
    won({a, b, c}, {a, b}, {b})
    season.finish()
    assert Proposal.objects.filter(state="open").count() == 1
    confirmed(season)
    pool = 6 * PART
    each, second = pool * 20 // 100 // 3, pool * 30 // 100 // 2
    assert sums_of(season) == [
        ("pool", 1, a, each + second),
        ("pool", 2, b, each + second + pool * 50 // 100),
        ("pool", 3, c, each),
    ]
    assert season.balance("pool") == 0 and sum(balances(season.book).values()) == 0
    assert comparing.differences(season.book) == []
    page = visitor.get(at("statement", season)).context["page"]
    assert [line.share for line in page.prizes] == [0, 0, 0]
    assert share_of(season.money, 1) == 0


def test_where_nobody_who_may_win_won_a_game_all_is_refunded(in_rounds, won, make_money_season):
    """As in a season that is cancelled: fees and gifts go back, but the fee of who was disqualified."""
    season = make_money_season(BY_ROUND).begin(4)
    season.give("gift", "pool", 500)
    bad = season.entry(4)
    season.disqualify(bad)
    won({bad.number}, (), ())
    season.finish()
    assert Refund.objects.exclude(entry=None).count() == 3
    assert not Refund.objects.filter(entry=bad).exists()
    assert sum(Refund.objects.values_list("amount", flat=True)) == 3 * FEE + 500
    assert sums_of(season) == [("rest", 0, None, PART)]
    assert sum(balances(season.book).values()) == 0


def test_only_a_kind_with_rounds_can_let_prizes_go_by_them(make_money_season):
    with pytest.raises(BadRules) as refused:
        make_money_season(BY_ROUND)
    assert refused.value.field == "by"


def test_no_share_goes_to_a_round_that_cannot_be(in_rounds, make_money_season):
    make_money_season(BY_ROUND, largest=5)
    with pytest.raises(BadRules, match="With 4 players there are 2 rounds") as refused:
        replace(RULES, smallest=2, largest=4, least_games=0, money=PrizeRules(**BY_ROUND)).check_draft()
    assert refused.value.field == "rounds"


def test_the_kinds_rules_bound_the_games_that_a_prize_needs(monkeypatch, make_money_season, client_of, carl):
    monkeypatch.setattr(LadderRules, "MOST_PRIZE_GAMES", 3)
    monkeypatch.setattr(LadderRules, "PRIZE_GAMES", 1)
    rules = replace(RULES, smallest=20, least_games=0)
    replace(rules, money=PrizeRules(prize_games=3)).check_draft()
    with pytest.raises(BadRules, match="from 0 to 3") as refused:
        replace(rules, money=PrizeRules(prize_games=4)).check_draft()
    assert refused.value.field == "prize_games"
    season = make_money_season()
    del season.competition.rules["money"]
    season.competition.save()
    form = client_of(carl).get(at("rules", season)).context["form"]
    assert form["prize_games"].value() == 1
    assert form.fields["prize_games"].max_value == 3


def test_the_form_asks_for_rounds_only_where_there_are_some(make_money_season, client_of, carl, monkeypatch):
    season, carls = make_money_season(largest=8), client_of(carl)
    form = carls.get(at("rules", season)).context["form"]
    assert "by" not in form.fields and "round_1" not in form.fields
    monkeypatch.setattr(CommonRules, "rounds_with", lambda _rules, people: (people - 1).bit_length())
    page = carls.get(at("rules", season))
    form = page.context["form"]
    assert form["by"].value() == "places" and [number for number, _field in form.round_rows] == [1, 2, 3]
    asked = typed(form) | {"by": "rounds", "round_1": "20", "round_2": "30", "round_3": "49"}
    again = carls.post(at("rules", season), asked)
    assert "The shares of the rounds must come to 100% in all." in text_of(again)
    assert again.context["form"]["round_1"].value() == "20"
    fixed = carls.post(at("rules", season), asked | {"round_3": "50", "fixed_1": "5"})
    assert "Fixed sums go by rank" in text_of(fixed) and fixed.context["form"].errors["fixed_1"]
    checked = text_of(carls.post(at("rules", season), asked | {"round_3": "50", "check": "yes"}))
    assert "Prizes by round" in checked
    assert carls.post(at("rules", season), asked | {"round_3": "50"}).url == at("trust", season)
    given = season.refresh().competition.terms.money
    assert (given.by, given.rounds, given.shares) == ("rounds", (20, 30, 50), ())
    # Opened again it holds what was saved; back to ranks, nothing of the rounds stays.
    form = carls.get(at("rules", season)).context["form"]
    assert (form["by"].value(), form["round_2"].value()) == ("rounds", 30)
    carls.post(at("rules", season), typed(form) | {"by": "places", "share_1": "100"})
    given = season.refresh().competition.terms.money
    assert (given.by, given.rounds, given.shares) == ("places", (), (100,))


def test_the_preview_says_what_each_round_comes_to(in_rounds):
    given = PrizeRules(fee=1000, cash_holder="henrik", **BY_ROUND)
    page = preview_of(given, replace(RULES, smallest=4, largest=8))
    assert (page.by_round, page.fields, page.pools) == (True, [4, 8], [4000, 8000])
    assert [(row.rank, row.share, row.sums) for row in page.rows] == [
        (1, 20, [1600, 1600]),
        (2, 30, [2400, 2400]),
        (3, 50, [None, 4000]),
    ]


def test_the_rules_page_says_what_prizes_go_by():
    told = {term.name: term.says for term in terms_of(PrizeRules(**BY_ROUND))}
    assert told["Shares of the pool"].startswith("round 1: 20%, round 2: 30%, round 3: 50%. Each round’s")
    told = {term.name: term.says for term in terms_of(PrizeRules(shares=(60, 40)))}
    assert told["Shares of the pool"] == "rank 1: 60%, rank 2: 40%"


def test_ladders_and_round_robins_have_neither():
    for key in ("ladder", "groups"):
        kind = kinds.named(key)
        assert kind.rules.rounds_with(RULES, 8) == 0 and not kind.rules.HAS_OWN_PLACES
        assert kind.wins_as == (Entry.State.PLAYING,)
