"""The demo's season with an entry fee: entries are open, some have paid, ada owes hers. Play money alone."""

from __future__ import annotations

import uuid
from datetime import timedelta

from games.features.rehearsal import Calendar, in_the_past
from league.competitions import services
from league.competitions.models import Competition, Entry
from league.competitions.rules.prize_rules import Acceptance, Extra, PrizeRules
from league.demo.ladder import OTHERS, AllPeople, join_unseen
from league.demo.season import midnight, rules_of
from league.leagues.models import League
from league.prizes.agreed.roles import standings_of
from league.prizes.services.incoming import manual_entries
from league.prizes.services.treasurers import agreeing
from league.prizes.services.treasurers.bank_details import set_details
from league.users.models import User

DAY = timedelta(days=1)
OPENED, CLOSES, RUNS = 4, 10, 150
"""For how many days one has been able to enter, for how many one still can, and how long the season runs."""
FEE, GIFT, EXTRA = 1000, 4000, 1500
SPONSOR = "Librairie du Port"
PAID = ("hal", *OTHERS[:5])
"""The people who have entered and paid; ada has entered only."""
BANK_DETAILS = "Carl at the counter of the Café de la Poste, in play money"


def collecting(league: League, people: AllPeople) -> Competition:
    """A season of `league` whose treasurers are carl and eve; carl holds the cash, and kim guarantees."""
    today = midnight()
    with in_the_past(days=OPENED + 1) as calendar:
        money = _money()
        rules = rules_of(
            league,
            name="Season 2, with prizes",
            enters_from=today - OPENED * DAY,
            begins=today + CLOSES * DAY,
            days=RUNS,
            idle_weeks=4,
            money=money,
        )
        competition = services.create_season(
            league=league, by=people["carl"], rules=rules, arbiters=[people["carl"], people["eve"]]
        )
        set_details(competition=competition, by=people["carl"], details=BANK_DETAILS)
        agreeing.ask(competition=competition, by=people["carl"])
        for each in standings_of(competition, money):
            calendar.wait(1)
            agreeing.agree(competition=competition, user=each.user, sha256=each.hashes[0])
        competition = services.announce(competition=competition, by=people["carl"])
        calendar.wait_until(rules.enters_from)
        for name in PAID:
            calendar.wait(5)
            entry = _enter(competition, people.get(name) or join_unseen(league, name))
            calendar.wait(2)
            _record(competition, people, calendar, "payment", FEE, entry=entry)
        calendar.wait(5)
        _record(competition, people, calendar, "gift", GIFT, name=SPONSOR)
        _enter(competition, people["ada"])
    competition.refresh_from_db()
    return competition


def _money() -> PrizeRules:
    return PrizeRules(
        fee=FEE,
        league_percent=5,
        shares=(50, 30, 20),
        extras=(Extra(rank=3, amount=EXTRA, sponsor=SPONSOR),),
        prize_games=2,  # as many as there is time for at this pace
        online=True,
        cash_holder="carl",
        guarantor="kim",
    )


def _enter(competition: Competition, user: User) -> Entry:
    accepts = Acceptance(rules_sha256=competition.rules_sha256)
    return services.enter(competition=competition, user=user, accepts=accepts)


def _record(
    competition: Competition,
    people: AllPeople,
    calendar: Calendar,
    kind: str,
    amount: int,
    *,
    entry: Entry | None = None,
    name: str = "",
) -> None:
    manual_entries.record(
        competition=competition,
        by=people["carl"],
        kind=kind,
        amount=amount,
        received_on=calendar.time.date(),
        reference=f"counter, {calendar.time:%d %B}",
        key=uuid.uuid4(),
        entry=entry,
        name=name,
    )
