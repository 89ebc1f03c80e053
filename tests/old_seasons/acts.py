"""What people do in a season, each act through the service that the site's page would ask.

Rows of older releases are made and played on by it: where a service comes to ask for something else, here is
the place to give it.
"""

from __future__ import annotations

import uuid
from random import Random
from typing import Any, Final

from games.common import clock
from games.models import Game
from games.services.players import votes
from league.competitions import services
from league.competitions.ladder import services as ladder_services
from league.competitions.ladder.services import CannotChallenge
from league.competitions.models import Challenge, Competition, Entry, Standing
from league.competitions.rules.prize_rules import Acceptance
from league.prizes.agreed.roles import standings_of
from league.prizes.book import ledger
from league.prizes.book.books import needed_for
from league.prizes.models import Book, HandRecord, Holder, Payout, Proposal, Refund
from league.prizes.providers import sandbox
from league.prizes.services.incoming import checkout, manual_entries
from league.prizes.services.payouts.confirming import confirm
from league.prizes.services.payouts.paying_out import claim, hand_refund, pay
from league.prizes.services.treasurers import agreeing
from league.users.models import User
from tests.fuzz.ladder.games import Course, Fate
from tests.old_seasons.days import Days

HOLDER, SECOND, GUARANTOR, ORGANISER = "henrik", "ines", "kim", "carl"
"""Who holds what is paid by hand, who confirms beside them, who guarantees, and who organises the league."""
MOST_PHASES: Final = 60
SENT_TO = "FR76 3000 6000 0112 3456 7890 189"


def person(name: str) -> User:
    return User.objects.get(username=name)


class Acts:
    """The season with the code, and everyone in it by their names."""

    def __init__(self, days: Days, code: str) -> None:
        self.days, self.code = days, code

    @property
    def competition(self) -> Competition:
        return Competition.objects.select_related("league").get(code=self.code)

    @property
    def book(self) -> Book:
        book = Book.objects.get(competition__code=self.code)
        book.competition = self.competition
        return book

    @property
    def fee(self) -> int:
        money = self.competition.terms.money
        return money.fee if money else 0

    # Before it begins.

    def agree(self, *names: str) -> None:
        """Ask everyone named in the draft, and let these agree."""
        money = self.competition.terms.money
        assert money is not None
        agreeing.ask(competition=self.competition, by=person(ORGANISER))
        for each in standings_of(self.competition, money):
            if each.user.get_username() in names:
                agreeing.agree(competition=self.competition, user=each.user, sha256=each.hashes[0])

    def announce(self) -> None:
        services.announce(competition=self.competition, by=person(ORGANISER))

    def entry(self, name: str) -> Entry:
        entries = self.competition.entries.select_related("user")
        return entries.filter(user__username=name).latest("number")

    def enter(self, name: str, word: str = "") -> Entry:
        accepts = Acceptance(rules_sha256=self.competition.rules_sha256)
        return services.enter(competition=self.competition, user=person(name), word=word, accepts=accepts)

    def withdraw(self, name: str) -> None:
        services.withdraw(competition=self.competition, user=person(name))

    # Money that comes.

    def record(self, kind: str, amount: int, *, by: str = HOLDER, **given: Any) -> HandRecord:
        """Something that came or went by hand today; above the limit it waits for the second person."""
        reference = f"{kind} of {clock.now():%d %B}"
        today = {"received_on": clock.now().date(), "reference": reference, "key": uuid.uuid4()}
        return manual_entries.record(
            competition=self.competition, by=person(by), kind=kind, amount=amount, **today | given
        )

    def keep(self, kind: str, amount: int, **given: Any) -> HandRecord:
        """The same with the second person's word where it needs one."""
        made = self.record(kind, amount, **given)
        return self.confirm_record(made) if made.state == HandRecord.State.WAITING else made

    def confirm_record(self, record: HandRecord) -> HandRecord:
        second = SECOND if record.by == person(HOLDER) else HOLDER
        return manual_entries.confirm_record(record=record, by=person(second))

    def pay_by_hand(self, name: str, **given: Any) -> Entry:
        self.keep("payment", self.fee, entry=self.entry(name), **given)
        return self.entry(name)

    def begin_to_pay_online(self, name: str) -> str:
        """The code of the checkout at the sandbox."""
        entry = self.entry(name)
        return checkout.begin(entry=entry, user=entry.user).provider_id

    def pay_online(self, name: str, code: str = "") -> Entry:
        sandbox.pay(code or self.begin_to_pay_online(name))
        self.days.pass_(minutes=1)
        return self.entry(name)

    # On the ladder.

    def rank(self, rank: int) -> Entry:
        rows = Standing.objects.select_related("entry__user").filter(competition=self.competition)
        return rows.get(rank=rank).entry

    @property
    def ranked(self) -> list[Entry]:
        """Everyone on the ladder, from the top."""
        rows = Standing.objects.filter(competition=self.competition, rank__gt=0).order_by("rank")
        return [row.entry for row in rows.select_related("entry__user")]

    def challenge(self, by: Entry) -> Challenge | None:
        """A challenge by someone to the nearest above whom they may challenge; None: there is no one."""
        above = [entry for entry in self.ranked if entry.standing.rank < by.standing.rank]
        for of in reversed(above):
            try:
                return ladder_services.challenge(competition=self.competition, user=by.user, of=of.number)
            except CannotChallenge:
                continue
        return None

    def answered(self, challenge: Challenge) -> Challenge:
        """The same as it is now, with its people."""
        return Challenge.objects.select_related("by__user", "of__user").get(pk=challenge.pk)

    def accept(self, challenge: Challenge) -> Challenge:
        found = self.answered(challenge)
        return self.answered(ladder_services.accept(challenge=found, user=found.of.user))

    def decline(self, challenge: Challenge) -> Challenge:
        found = self.answered(challenge)
        return ladder_services.decline(challenge=found, user=found.of.user)

    def begin_game(self, by: Entry) -> Challenge:
        made = self.challenge(by)
        assert made is not None, f"{by.user} may challenge nobody"
        return self.accept(made)

    def play_on(self, challenge: Challenge, seed: int, phases: int = MOST_PHASES) -> Game:
        """The game of a challenge, played by bots for so many phases or to its end, an hour a phase."""
        course = Course(Game.objects.get(pk=challenge.game.pk), Random(seed))
        course.fate = Fate.PLAYED
        for _phase in range(phases):
            if not course.go_on():
                break
            self.days.pass_(hours=1)
        return Game.objects.get(pk=challenge.game.pk)

    def play(self, by: Entry, seed: int) -> Challenge:
        """A challenge by someone and its game, played to its end by its own rules."""
        made = self.begin_game(by)
        assert not self.play_on(made, seed).is_running
        return self.answered(made)

    def concede(self, challenge: Challenge, loser: Entry) -> None:
        votes.concede(game=Game.objects.get(pk=challenge.game.pk), user=loser.user)

    # Its end.

    def finish(self) -> None:
        """Let time pass until the final table stands: 60 days after the last day at most."""
        self.days.to(max(self.days.now, self.competition.ends_at))
        for _day in range(60):
            if self.competition.state == Competition.State.FINISHED:
                return
            self.days.pass_(days=1)
        raise AssertionError(f"{self.competition.name} does not end: {self.competition.state}")

    def confirm_prizes(self) -> Proposal:
        """The word of as many people as the rules name for what is proposed."""
        proposal = Proposal.objects.select_related("book__competition").get(
            book=self.book, state=Proposal.State.OPEN
        )
        for name in (HOLDER, SECOND)[: needed_for(self.competition)]:
            confirm(proposal=proposal, by=person(name), sha256=proposal.sha256)
        proposal.refresh_from_db()
        assert proposal.state == Proposal.State.CONFIRMED
        return proposal

    def owed(self) -> list[Payout]:
        """The prizes that wait for their winners, the highest rank first."""
        rows = Payout.objects.filter(book=self.book, entry__isnull=False, state__in=Payout.OWED)
        return list(rows.select_related("entry__user", "book__competition", "holder").order_by("rank", "pk"))

    def claim(self, payout: Payout) -> None:
        assert payout.entry is not None
        claim(payout=payout, user=payout.entry.user, pay_to=SENT_TO)

    def pay(self, payout: Payout) -> None:
        """Pay it out by the one of the two who has not won it."""
        pay(payout=payout, by=person(SECOND), reference=f"transfer {payout.pk}")

    def pay_out_all(self) -> int:
        """Every prize is claimed and, once its days against chargebacks are over, paid; how many."""
        owed = self.owed()
        for payout in owed:
            self.claim(payout)
        self.days.to(max([self.days.now, *(each.not_before for each in owed if each.not_before)]))
        for payout in owed:
            self.pay(payout)
        return len(owed)

    def give_back_all(self) -> None:
        """Refunds by hand are sent; those that go back the way they came go by themselves."""
        self.days.pass_(hours=1)
        for refund in Refund.objects.select_related("book__competition").filter(book=self.book):
            if refund.way == Refund.Way.HAND and refund.state != Refund.State.DONE:
                hand_refund(refund=refund, by=person(SECOND), reference=f"back {refund.pk}")

    def spend_shares(self) -> None:
        """What the league and the site keep of the fees leaves the books of those who hold it."""
        for holder in Holder.objects.filter(book=self.book).order_by("pk"):
            for kind, account in (("costs", "organiser_fee"), ("site_share", "platform_fee")):
                if amount := -ledger.balance(self.book, account, holder):
                    self.keep(kind, amount, by=SECOND, holder=holder)

    def balances(self) -> dict[str, int]:
        """What is anywhere, by account and holder; empty once the book is at 0."""
        found = ledger.balances(self.book)
        return {f"{kind} of {holder}": amount for (kind, holder), amount in found.items() if amount}
