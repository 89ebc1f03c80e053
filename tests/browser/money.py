"""The hands on a season's money, and the people of its stories: what is done in the house by shell.

Whatever only repeats what others do in a window is done here, through the services; and days pass here.
"""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Sequence
from decimal import Decimal
from pathlib import Path
from typing import Any

from playwright.sync_api import Locator, expect

from tests.browser.clockwork import in_the_house
from tests.browser.demo import let_in
from tests.browser.player import Player
from tests.browser.window import DESK, PATIENCE

LEAGUE = "/l/calais/"
AT_A_DESK: dict[str, Any] = {"locale": "en-GB", "timezone_id": "Europe/London", "viewport": DESK}
FIGURE = re.compile(r"[−-]?[\d.,\s]*\d[.,]\d\d")
"""A sum of play money, in English or French."""

COMMON = """
import uuid
from datetime import timedelta
from games.common import clock
from league.prizes.models import *
from league.prizes.providers import sandbox
from league.prizes.services import watching
from league.prizes.services.incoming import checkout, manual_entries, reconciling
from league.competitions import services
from league.competitions.ladder import services as ladder_services
from league.competitions.models import *
from league.competitions.rules.prize_rules import Acceptance
from league.competitions.services import results, turning
from league.users.models import User
season = Competition.objects.select_related("league").order_by("pk").first()
def person(name):
    return User.objects.get(username=name)
def entry_of(name):
    return season.entries.get(user__username=name)
"""

PEOPLE = """
from allauth.account.models import EmailAddress
from league.demo.people import make_people
from league.leagues.services import create_league, join
from league.users.models import User
people = make_people()
for name in {more!r}:
    people[name] = User.objects.create_user(name, f"{{name}}@example.org")
    EmailAddress.objects.create(user=people[name], email=people[name].email, verified=True, primary=True)
calais = create_league(user=people["carl"], name="Calais", slug="calais", description="", visibility="public")
for name, each in people.items():
    if name not in ("carl", "admin"):
        join(league=calais, user=each)
"""

ENTER = """
accepts = Acceptance(rules_sha256=season.rules_sha256, is_old_enough=True, country={country!r})
for name in {by_hand!r} + {online!r}:
    services.enter(competition=season, user=person(name), accepts=accepts)
for name in {by_hand!r}:
    manual_entries.record(
        competition=season, by=person({recorder!r}), kind="payment", amount=season.fee,
        received_on=clock.now().date(), reference=f"transfer of {{name}}", key=uuid.uuid4(),
        entry=entry_of(name),
    )
for name in {online!r}:
    made = checkout.begin(entry=entry_of(name), user=person(name))
    sandbox.pay(made.provider_id)
"""

PAY_OTHERWISE = """
from tests.league.prizes import unruly
unruly.pay({code!r}, **{{{switch!r}: True}})
"""

ASK = """
Checkout.objects.filter(state="open").update(created_at=clock.now() - timedelta(minutes=5), asked_at=None)
print(reconciling.ask_due())
"""

BEGIN = """
from games.common.guards.codes import new_secret
from league.competitions.rules import draws
entries = season.entries.filter(state="accepted").order_by("number")
words, numbers = zip(*entries.values_list("word", "number"))
wanted = [entry_of(name).number for name in {first!r}]
secret = new_secret()
while draws.draw(draws.seed_of(secret, words), "initial", numbers)[:len(wanted)] != wanted:
    secret = new_secret()
Draw.objects.update(secret=secret, commitment=draws.commitment_to(secret))
now = clock.now()
Competition.objects.filter(pk=season.pk).update(enters_until=now, starts_at=now)
turning.turn_all()
"""

PLAY = """
from games.services.players import votes
for by, of, is_won in {games!r}:
    fourth = season.standings.get(rank=4).entry
    by, of = (entry_of(name) if name else fourth for name in (by, of))
    made = ladder_services.challenge(competition=season, user=by.user, of=of.number)
    made.refresh_from_db()
    votes.concede(game=made.game, user=(of if is_won else by).user)
    results.take_results([made.game.pk])
"""

END = """
after = season.ends_at + timedelta(days=1)
clock.read = lambda: after
turning.turn_all()
turning.turn_all()
"""

HOLD_ENDS = """
Payout.objects.filter(not_before__isnull=False).update(not_before=clock.now())
"""

REMIND = """
from games.common.outbox.delivery import deliver
real = clock.read
clock.read = lambda: real() + timedelta(days={days})
watching.watch_all()
deliver()
"""


def people_come(folder: Path, *more: str) -> None:
    """Make the league of Calais, which carl organises, with the demo's people; `more` never sign in."""
    in_the_house(folder, "shell", "-c", PEOPLE.format(more=more))


def do(folder: Path, lines: str, **values: object) -> str:
    """Do `lines` in the house of `folder`, which know the season and what COMMON imports; what they print."""
    return in_the_house(folder, "shell", "-v", "0", "-c", COMMON + lines.format(**values))


def also_pay(
    folder: Path, *, by_hand: Sequence[str], online: Sequence[str], recorder: str, country: str = ""
) -> None:
    """Let more people enter the season and pay, by hand or at the sandbox; the house hears of the latter."""
    do(folder, ENTER, by_hand=[*by_hand], online=[*online], recorder=recorder, country=country)


def pays_otherwise(payer: Payer, folder: Path, switch: str) -> None:
    """Pay at an open checkout, where the sandbox then misbehaves as `switch` says; and go back."""
    do(folder, PAY_OTHERWISE, code=payer.checkout.rstrip("/").rpartition("/")[2], switch=switch)
    payer.at("pay/?back=1")


def provider_is_asked(folder: Path) -> None:
    """Let minutes pass without a word of the provider, so that it is asked about all open checkouts."""
    do(folder, ASK)


def season_begins(folder: Path, *first: str) -> None:
    """Begin the season now; the draw falls so that the first table begins with `first`."""
    do(folder, BEGIN, first=first)


def games_are_played(folder: Path, *games: tuple[str, str, bool]) -> None:
    """Let these games be played: who challenges (no one named: the player at rank 4), whom, and whether the
    challenger wins. Losers concede at once, so the game does not count for them.
    """
    do(folder, PLAY, games=games)


def last_day_passes(folder: Path) -> None:
    """Turn the season by a clock that shows the day after its last."""
    do(folder, END)


def days_against_chargebacks_pass(folder: Path) -> None:
    """Let what was paid online be free to be paid out."""
    do(folder, HOLD_ENDS)


def days_pass_unclaimed(folder: Path, days: int) -> str:
    """Look after the season by a clock that is days ahead; the mails that this sends."""
    return do(folder, REMIND, days=days)


class Payer(Player):
    """Someone who has to do with the money of the season at `season`."""

    season: str
    checkout: str

    def at(self, path: str, status: int = 200) -> None:
        """Go to a page of the season's money."""
        self.go(f"{self.season}money/{path}", status)

    def enters(self, country: str = "FR") -> None:
        """From the season's page to the one on which to pay."""
        self.go(self.season)
        self.press('main a[href$="/enter/"]')
        self.one('[name="country"]').select_option(country)
        for box in ("age", "terms"):
            self.one(f'[name="{box}"]').check()
        self.press("main form .button-main")

    def goes_to_checkout(self) -> None:
        self.press('form[action$="/pay/online/"] button')
        self.checkout = self.path

    def does(self, act: str) -> None:
        """Press one of the sandbox's buttons."""
        self.press(f'main [name="act"][value="{act}"]')

    def reads(self, heading: str) -> tuple[list[Decimal], Decimal]:
        """The sums under a heading (its id) of the statement, and what stands below the line."""
        panel = self.one(f'section[aria-labelledby="{heading}"] .sum-line')
        sums = [figure(each) for each in panel.locator("dd:not(.total)").all()]
        return sums, figure(panel.locator("dd.total"))

    def bookings(self) -> int:
        """How many the statement counts."""
        self.at("")
        return int(self.one("dt:text-is('Ledger lines') + dd").inner_text())

    def sees_prizes(self, *prizes: str) -> None:
        """The names and sums of the season's own page, from the best rank."""
        self.go(self.season)
        rows = self.one("#money table tbody tr")
        expect(rows).to_have_count(len(prizes))
        for row, prize in zip(rows.all(), prizes, strict=True):
            expect(row).to_contain_text(prize.split()[0])
            expect(row).to_contain_text(prize.split()[1])

    def fetches(self, label: str) -> str:
        """What one of the statement's files says."""
        self.at("")
        with self.page.expect_download() as download:
            self.one(f'main a:text-is("{label}")').click()
        return download.value.path().read_text()

    def adds_up(self) -> Decimal:
        """Add up the statement, both ways; what it comes to."""
        self.at("")
        came, total = self.reads("h-in")
        is_now, same = self.reads("h-now")
        assert sum(came) == total == same == sum(is_now), (came, is_now)
        table = self.one('section[aria-labelledby="h-hold"] table')
        columns = [
            [figure(cell) for cell in row.locator("td").all()] for row in table.locator("tr").all()[1:]
        ]
        assert len(columns) > 1
        *moved, held = columns
        assert [sum(column) for column in zip(*moved, strict=True)] == held, columns
        return total


def reload_until(window: Payer, text: str) -> None:
    """Load the page again until it says so: what comes is on its way, and nothing announces it there."""
    until = time.monotonic() + PATIENCE / 1000
    while text not in window.one("main").inner_text():
        assert time.monotonic() < until, f"{window.page.url} does not come to say {text!r}"
        time.sleep(0.5)
        window.go(window.path)


def figure(where: Locator) -> Decimal:
    """The sum in a cell; a dash is 0."""
    text = where.inner_text()
    found = FIGURE.search(text)
    if found is None:
        assert text.strip() in ("–", ""), text
        return Decimal()
    number = re.sub(r"\s", "", found[0]).replace("−", "-")
    return Decimal(number.replace(",", ".") if "." not in number else number.replace(",", ""))


def opener(
    open_window: Callable[..., Any], address: str, monkeypatch: Any, season: str = ""
) -> Callable[..., Payer]:
    """How the people of a story come to the house at `address`, signed in."""
    monkeypatch.setattr("tests.browser.conftest.Player", Payer)

    def comes(name: str, **traits: Any) -> Payer:
        window: Payer = open_window(name, address, **{**AT_A_DESK, **traits})
        let_in(window, name)
        window.season = season
        return window

    return comes
