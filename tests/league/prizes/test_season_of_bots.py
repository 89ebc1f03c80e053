"""A whole small season with fees: paid by hand and online, played to its end by bots, its prizes paid out."""

from __future__ import annotations

from io import StringIO
from random import Random

import pytest
from django.core.management import call_command

from games.adjudication import drain as draining
from games.models import Game, Turn
from league.competitions.ladder.rules.challenge_rules import ChallengeRules
from league.competitions.models import Entry, FinalPlace
from league.prizes.book.ledger import balances
from league.prizes.models import Payout, Proposal
from league.prizes.selectors.movements import ASSETS, movements_of
from league.prizes.services.incoming import manual_entries
from league.prizes.services.payouts.confirming import confirm
from league.prizes.services.payouts.paying_out import claim, pay
from tests.fuzz.ladder.games import Course, Fate
from tests.games.conftest import house_was_up
from tests.league.prizes.money_seasons import FEE
from tests.league.prizes.online import begin_and_pay, run_tasks
from tests.league.prizes.test_records import record

pytestmark = [pytest.mark.django_db, pytest.mark.long, pytest.mark.slow]

GIFT, CHARGES = 4001, 25 + 17
"""A gift that does not divide, and what the sandbox keeps of a fee."""
POOL = 4 * 1140 + GIFT
MOST_PHASES = 40


def pay_fees(season) -> None:
    """p1 and p2 pay by hand, with a second person above the limit; p3 and p4 at the sandbox."""
    for name in ("p1", "p2"):
        made = record(season, entry=season.enter(name))
        manual_entries.confirm_record(record=made, by=season.ines)
    for name in ("p3", "p4"):
        begin_and_pay(season.enter(name))
        run_tasks()
    assert set(Entry.objects.values_list("payment", flat=True)) == {Entry.Payment.PAID}
    gift = record(season, "gift", GIFT, name="Librairie du Port")
    manual_entries.confirm_record(record=gift, by=season.ines)


def play(season, pairs, random: Random) -> list[Game]:
    """The games of some pairs, played by bots until each is over by its own rules."""
    made = [season.begin_game(by, of) for by, of in pairs]
    games = [Game.objects.get(pk=challenge.game.pk) for challenge in made]
    courses = [Course(game, random) for game in games]
    for course in courses:
        course.fate = Fate.PLAYED
    for _phase in range(MOST_PHASES):
        going_on = [course.go_on() for course in courses]
        if not any(going_on):
            break
        season.clock.pass_(hours=1)
        house_was_up()
        draining.drain(budget=1e9)
    season.hear()
    return games


def test_a_season_of_bots_is_paid_for_played_and_paid_out_to_the_last_cent(make_money_season):
    season = make_money_season(
        {"second_above": 1000, "prize_games": 1, "hold_days": 45},
        settings={"last_year": 1901},
        challenges=ChallengeRules(outgoing=2, incoming=2, games=3, pause_days=14),
    ).agree()
    season.announce()
    pay_fees(season)
    season.clock(season.competition.starts_at)
    season.turn()
    ranked = [season.entry(rank) for rank in (1, 2, 3, 4)]
    games = play(season, [(ranked[3], ranked[2]), (ranked[1], ranked[0]), (ranked[2], ranked[1])], Random(5))
    for game in games:
        game.refresh_from_db()
        assert game.state == Game.State.FINISHED
        assert Turn.objects.filter(phase__game=game).count() > 3, "it was played"

    season.finish()
    table = FinalPlace.objects.filter(competition=season.competition).order_by("rank")
    final = list(table.values_list("rank", "entry__number"))
    assert [rank for rank, _number in final] == [1, 2, 3, 4]
    proposal = Proposal.objects.get(book=season.book)
    for person in (season.henrik, season.ines):
        confirm(proposal=proposal, by=person, sha256=proposal.sha256)
    won: dict[int, int] = {}
    for payout in Payout.objects.select_related("entry").order_by("pk"):
        won[payout.rank] = won.get(payout.rank, 0) + payout.amount
        assert (payout.rank, payout.entry.number) in final
    assert won == {1: 4281, 2: 2568, 3: 1712}
    assert sum(won.values()) == POOL

    season.clock.pass_(days=60)
    for payout in Payout.objects.select_related("entry__user").order_by("pk"):
        claim(payout=payout, user=payout.entry.user)
        pay(payout=payout, by=season.ines, reference=f"transfer {payout.pk}")
    assert set(Payout.objects.values_list("state", flat=True)) == {Payout.State.PAID}
    for holder, amount in ((season.cash, 2 * 60), (season.operator, 2 * (60 - CHARGES))):
        record(season, "costs", amount, by=season.ines, holder=holder)

    assert set(balances(season.book).values()) == {0}, "nothing is left anywhere"
    moves = movements_of(season.book, FEE)
    assert moves.total == 4 * FEE + GIFT == POOL + 2 * 60 + 2 * (60 - CHARGES) + 2 * CHARGES
    assert moves.gone == moves.total and moves.held == 0
    assert len(ASSETS) == len({kind for kind, _holder in balances(season.book)} & {*ASSETS})
    said = StringIO()
    call_command("verify_ledger", season.competition.code, stdout=said)
    assert season.competition.code in said.getvalue()
