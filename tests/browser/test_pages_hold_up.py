"""Every page of the demo house, at a desk by day and in English, on a phone by night and in French.

`tests/browser/looking.py` says what is looked for. With `--pictures` every page's is kept in
`tests/artifacts/`, whose `index.html` shows them all. Which addresses are pages is known from
`tests/urls_table.py`: a new one is walked here, or named in ELSEWHERE or NO_PAGE with where, or why not.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial

import pytest
from django.core import signing
from django.template import loader
from django.urls import resolve
from django.utils import translation
from playwright.sync_api import Error as PlaywrightError
from playwright.sync_api import expect

from tests.browser.conftest import Demo
from tests.browser.looking import MAGNIFIED, NARROWEST, edge_faults, faults_of
from tests.browser.player import PASSWORD, Player
from tests.browser.window import DESK, PHONE
from tests.urls_table import NOT_SO, TABLE

pytestmark = pytest.mark.browser

PAGES = {
    "visitor": [
        "/",
        "/security/",
        "/legal/privacy/",
        "/learn/",
        "/rules/",
        "/rules/how-to-play/",
        "/rules/intimate/",
        "/rules/intimate-ii/",
        "/rules/spy/",
        "/rules/devil-and-god/",
        "/rules/rulebook/",
        "/rules/notation/",
        "/accounts/login/",
        "/accounts/signup/",
        "/accounts/inactive/",
        "/accounts/password/reset/",
        "/accounts/password/reset/done/",
        "/accounts/password/reset/key/0-0/",
        "/accounts/password/reset/key/done/",
        "/leagues/",
        "/leagues/?q=nothing+of+this+name",
        "/opponent/",
        "/l/cafe/",
        "/l/cafe/members/",
        "/l/cafe/p/ada/",
        "/l/cafe/p/ada/games/",
        "/l/cafe/standings/",
        "/l/cafe/ratings/",
        "/l/cafe/records/",
        "/l/cafe/records/games/",
        "/records/",
        "/records/games/",
        "/l/cafe/games/",
        "/l/cafe/games/?player=nobody",
        "{Letters from Smyrna}",
        "{The Bosporus question}",
        "{A concert of seven}master/",
        "{A concert of seven}dealing/",
        "{What the waiter heard}",
    ],
    "ada": [
        "/",
        "/games/",
        "/games/blocked/",
        "/profile/",
        "/profile/delete/",
        "/profile/mails/",
        "/profile/calendar/",
        "/notices/",
        "/accounts/email/",
        "/accounts/password/change/",
        "/accounts/keys/",
        "/accounts/keys/webauthn/",
        "/accounts/sessions/",
        "/accounts/logout/",
        "/accounts/reauthenticate/",
        "/leagues/new/",
        "/l/cafe/",
        "/l/cafe/members/",
        "/l/cafe/p/ada/",
        "/l/cafe/games/",
        "/l/cafe/games/?state=finished",
        "/l/cafe/games/new/",
        "/l/cafe/leave/",
        "/l/cafe/seats/",
        "/l/cafe/holidays/",
        "/l/cafe/decided/",
        "/l/cafe/report/?person=ben",
        "/l/cafe/report/mine/",
        "/l/cafe/announcements/",
        "{First choice}",
        "{Five for Germany}",
        "{Letters from Smyrna}",
        "{Letters from Smyrna}press/",
        "{Letters from Smyrna}concede/",
        "{Letters from Smyrna}clock/",
        "{Letters from Smyrna}auctions/",
        "{The narrow seas}",
        "{Between friends}",
        "{The Bosporus question}",
        "{The Bosporus question}auctions/",
        "{The Bosporus question}S1901H/",
        "{The Bosporus question}S1901B/",
        "{The Bosporus question}S1901M/",
        "{The Bosporus question}F1901M/",
        "{The Bosporus question}replay/",
        "{The Bosporus question}replay/F1901M/",
        "{The Bosporus question}sandbox/F1901M/",
        "/sandbox/",
        "/sandbox/new/",
        "{Nobody knows whose}",
        "{What the waiter heard}",
        "{What the waiter heard}reports/",
        "{What the waiter heard}notebook/",
        "{What the waiter heard}resign/",
        "{Guns of August}",
        "{Winter crossing}press/opened/",
        "/money/",
        "/l/cafe/competitions/",
        "/l/cafe/competitions/hall/",
        "{Season 1}",
        "{Season 1}entries/",
        "{Season 1}log/",
        "{Season 1}results/",
        "{Season 1}rules/",
        "{Season 2, with prizes}",
        "{Season 2, with prizes}money/",
        "{Season 2, with prizes}money/pay/",
    ],
    "ben": [
        "{Season 2, with prizes}enter/",
        "/games/",
        "{Snow on the Alps}",
        "{Who will sit down?}",
        "{Five for Germany}",
        "{Four corners}",
    ],
    "carl": [
        "/games/",
        "/l/cafe/members/",
        "/l/cafe/settings/",
        "/l/cafe/invitations/",
        "/l/cafe/desk/",
        "/l/cafe/desk/week/",
        "/l/cafe/desk/announcements/",
        "/l/cafe/desk/bans/",
        "/l/cafe/desk/exports/",
        "/l/cafe/desk/webhook/",
        "/l/cafe/desk/extend/",
        "/l/cafe/desk/games/",
        "/l/cafe/desk/log/",
        "/l/cafe/desk/p/ada/",
        "/l/cafe/desk/p/ada/remove/",
        "/l/cafe/desk/presets/",
        "/l/cafe/reports/",
        "{Letters from Smyrna}rule/",
        "{Letters from Smyrna}nomination/",
        "{Who will sit down?}",
        "{A concert of seven}",
        "{A concert of seven}master/desk/",
        "{A concert of seven}master/letters/",
        "{Season 1}desk/",
        "{Season 1}desk/extend/",
        "{Season 1}desk/dates/",
        "{Season 1}desk/write/",
        "{Season 2, with prizes}desk/",
        "{Season 2, with prizes}money/bank/",
        "{Season 2, with prizes}money/book/",
        "{Season 2, with prizes}money/desk/",
        "{Season 2, with prizes}money/records/",
        "{Season 2, with prizes}money/records/new/gift/",
        "{Season 2, with prizes}money/records/new/payment/",
        "{Season 2, with prizes}money/trust/",
    ],
    "eve": [
        "/l/cafe/p/eve/",
        "{Who will sit down?}",
        "{Bell, book and candle}",
        "{Bell, book and candle}spells/",
    ],
}

SHEETS = {
    "ada": ["{First choice}", "{Five for Germany}", "{Letters from Smyrna}", "{What the waiter heard}"],
    "ben": ["{Snow on the Alps}"],
    "eve": ["{Bell, book and candle}"],
}
"""A ranking, bids, orders, spies, builds, spells."""

WITHOUT_SCRIPTS = {
    "visitor": ["/", "/learn/", "/accounts/login/", "{Letters from Smyrna}"],
    "ada": [
        "/games/",
        "/l/cafe/games/new/",
        "{First choice}",
        "{Five for Germany}",
        "{Letters from Smyrna}",
        "{The narrow seas}",
        "{The Bosporus question}auctions/",
    ],
}
HIDDEN_PARTS = """Array.from(document.querySelectorAll('main .panel, main form button'))
  .filter(e => !e.closest('details:not([open]), [hidden], .unseen'))
  .filter(e => {
    const boxes = getComputedStyle(e).display === 'contents' ? [...e.children] : [e];
    return boxes.every(box => !box.checkVisibility());
  })
  .map(e => e.id || e.outerHTML.slice(0, 80))"""

ELSEWHERE = {
    "mfa_authenticate": "test_keys",
    "mfa_reauthenticate": "test_keys",
    "mfa_activate_totp": "test_keys",
    "mfa_deactivate_totp": "test_keys",
    "mfa_view_recovery_codes": "test_keys",
    "mfa_generate_recovery_codes": "test_keys",
    "mfa_add_webauthn": "test_keys",
    "mfa_reauthenticate_webauthn": "test_keys",
    "mfa_remove_webauthn": "test_keys",
    "mfa_edit_webauthn": "test_keys",
    "games:take-over": "test_open_seats",
    "tournaments:goes-on": "test_knock_out",
    **dict.fromkeys(
        [
            f"tournaments:{name}"
            for name in ("check-in", "scoring", "drawing", "apart", "roll", "hand-result")
        ],
        "test_tables",
    ),
    **dict.fromkeys(
        [
            f"tournaments:{name}"
            for name in (
                *(
                    "arbiters",
                    "index",
                    "create",
                    "season",
                    "edit",
                    "announce",
                    "cancel",
                    "invitations",
                    "enter",
                ),
                *("withdraw", "dispute", "desk", "remove", "entrant", "rules", "log", "results"),
                *("entries", "extend", "move-dates", "write", "one-challenge", "suspect"),
                *("against", "opponents", "find-pair"),
            )
        ],
        "test_seasons",
    ),
    **dict.fromkeys(
        [
            f"prizes:{name}"
            for name in (
                *("statement", "rules", "trust", "bank", "pay", "own", "help-players", "help-organisers"),
                *("records", "record", "refuse-record", "correct-record", "match-record", "send-back-record"),
                *("book", "desk", "proposal"),
                *("payout", "refund", "ruling", "claim", "own-claim", "own-refund"),
                *("sandbox", "sandbox-confirm"),
            )
        ],
        "test_prize_money",
    ),
    "games:full-report": "test_spy_two_years",
    "games:full-report-year": "test_spy_two_years",
}
NO_PAGE = {
    "games:take-back-holiday": "405 for anyone who is signed in: leads a stranger to the sign-in page",
    "leagues:read-warning": "the same",
    "favicon": "leads to the icon",
    "users:notice": "leads where the notice leads",
    "users:notices-fold": "a fragment, which the bell folds out",
    "users:notices-read": "405 for who is signed in: leads a stranger to the sign-in page",
    "not-now": "the same",
    "users:push-subscribe": "the same",
    "users:push-stop": "the same",
    "leagues:opponent-answer": "the same",
    "leagues:opponent-stop": "the same",
    "users:manifest": "for machines",
    "users:service-worker": "for machines",
    "users:calendar-feed": "a file",
    "games:board": "a picture",
    "games:poster": "a picture",
    "games:reel": "a file",
    "sandbox:check-new": "405 for who is signed in: leads a stranger to the sign-in page",
    "sandbox:step": "there once somebody has tried orders: shows what the sandbox of a game's phase shows",
    "tournaments:standings-file": "a file",
    "tournaments:opponents-file": "a file",
    "security-txt": "for machines",
    "account_set_password": "leads away: every account has a password",
    "account_confirm_login_code": "leads away: nobody signs in by a code from a mail",
    "mfa_download_recovery_codes": "a file",
    "mfa_login_webauthn": "JSON for the browser, or a way to the sign-in page",
    "games:status": "a fragment, which the game's page prints too",
    "games:cancel": "405 for anyone who is signed in: leads a stranger to the sign-in page",
    "games:decline": "the same",
    "games:invite": "the same",
    "games:withdraw-invitation": "the same",
    "games:join-private": "leads to the game",
    "games:stand-in": "405 for anyone who is signed in: leads a stranger to the sign-in page",
    "games:auctions-csv": "a file",
    "tournaments:live": "parts that the season's page prints too",
    "tournaments:rules-file": "a file",
    "tournaments:export-file": "a file",
    "tournaments:table-file": "a file",
    "tournaments:decline": "asks first where declining costs ranks; the page of the challenge otherwise",
    "tournaments:seeds": "there until the first games, where organisers put the seeds; a form of the desk",
    "tournaments:proposed-act": "there while an organiser who plays asks; a form of the desk",
    "tournaments:own-part": "leads to who agrees to the money, where there is some; a sentence and a button",
    "tournaments:extend-registration": "there for two days, after too few have entered; a form of the desk",
    "prizes:statement-file": "a file",
    "prizes:book-file": "a file",
    "prizes:ask": "405 for anyone who is signed in: leads a stranger to the sign-in page",
    "prizes:name-treasurer": "the same",
    "prizes:cancelling": "there with real money, which the house of these tests does not take",
    "prizes:carrying": "there once real money waits for nobody; a form of the money desk",
    "prizes:own-year": "a file",
    "prizes:transfers": "a file",
    "prizes:pay-state": "a part that the page of the payment prints too",
    "prizes:pay-online": "405 for anyone who is signed in: leads a stranger to the sign-in page",
    "games:step-down": "the same",
    "games:new-link": "the same",
    "games:shut-out": "the same",
    **{
        f"tournaments:{name}": "405 for anyone who is signed in: leads a stranger to the sign-in page"
        for name in ("word", "challenge", "answer", "take-back", "tell-me")
    },
    "games:record": "a file",
    "watch:live": "for machines",
    "watch:ready": "for machines",
    "watch:work": "for machines",
    "watch:metrics": "for machines",
}

FOR_THE_PICTURE = """() => {
  document.querySelectorAll('.is-sealed').forEach(slip => slip.classList.remove('is-sealed'));
  scrollTo(0, 0);
}"""
"""Slips turn over as they come into view, and parts stick to its edge: the picture is of the whole page."""

Scene = Callable[["Walk"], None]
SCENES: dict[Scene, tuple[str, ...]] = {}
"""Pages that one comes to by doing something, each with the addresses where they stand."""


def scene(*addresses: str) -> Callable[[Scene], Scene]:
    def note(play: Scene) -> Scene:
        SCENES[play] = addresses
        return play

    return note


@dataclass(frozen=True)
class Light:
    name: str
    locale: str
    scheme: str
    sizes: tuple[dict[str, int], ...]
    """That at which one looks, and others that it must fit, the smallest last."""


DAY = Light("desk", "en-GB", "light", (DESK, MAGNIFIED))
NIGHT = Light("phone", "fr-FR", "dark", (PHONE, DESK, NARROWEST))


@dataclass
class Walk:
    """One round through all pages in one light, each person in a window of their own."""

    demo: Demo
    light: Light
    windows: dict[str, Player] = field(default_factory=dict)
    framed: set[Player] = field(default_factory=set)
    faults: list[str] = field(default_factory=list)
    places: dict[str, str] = field(default_factory=dict)

    @property
    def language(self) -> str:
        return self.light.locale.partition("-")[0]

    def as_somebody(self, name: str) -> Player:
        """The window of one of the demo's people, or a visitor's, speaking the light's language."""
        if name not in self.windows:
            self.windows[name] = self.anew(name)
        return self.windows[name]

    def anew(self, name: str = "visitor") -> Player:
        window = self.demo.visit(
            name,
            locale=self.light.locale,
            color_scheme=self.light.scheme,
            viewport=self.light.sizes[0],
            reduced_motion="reduce",
        )
        other = window.one(f'.footer [name="language"][value="{self.language}"]')
        if name != "visitor" and other.count():
            window.press(f'.footer [name="language"][value="{self.language}"]')
        return window

    def path(self, path: str) -> str:
        """`path` with the game or season it names; which there are is learnt from the people's lists."""
        if not self.places:
            for name in ("ada", "carl"):
                self.places |= games_of(self.as_somebody(name))
            self.places |= seasons_of(self.as_somebody("ada"))
        return path.format_map(self.places)

    def on(self, where: str, step: Callable[[], None]) -> None:
        """Take `step`; if it leads nowhere, that is one fault of many, and the walk goes on."""
        try:
            step()
        except (AssertionError, PlaywrightError) as error:
            self.faults.append(f"{where}: {error}")

    def go(self, name: str, path: str, status: int = 200) -> None:
        window = self.as_somebody(name)
        window.go(self.path(path), status)
        self.look(window, file_name(path))

    def look(self, window: Player, what: str, *, is_new: bool = False) -> None:
        """Look at what `window` shows, in the sizes of the light; `is_new` if there is none by day."""
        name = f"{what}-{self.light.name}"
        window.page.evaluate(FOR_THE_PICTURE)
        window.picture(name)
        # What is made otherwise on a phone is the page of a game; others are but laid out and coloured again.
        is_known = self.light is not DAY and not is_new and not window.one("#page").count()
        found = faults_of(
            window, *self.light.sizes, in_another_light=is_known, is_framed=window in self.framed
        )
        if not is_known:
            self.framed.add(window)
        self.faults += [f"{window.name} at {name}: {fault}" for fault in found]


@pytest.fixture
def take_a_walk(demo: Demo) -> Callable[[Light], Walk]:
    return lambda light: Walk(demo, light)


def pages_of(path: str) -> str:
    """The name of an address, as `tests/urls_table.py` has it."""
    season = re.sub(r"^\{Season.*?\}", "/l/cafe/competitions/abcdefgh/", path)
    where = re.sub(r"^\{.*?\}", "/l/cafe/g/abcdefgh/", season).partition("?")[0]
    return resolve(where).view_name


def test_every_page_of_the_table_is_walked() -> None:
    pages = {name for name, row in TABLE.items() if row.get != NOT_SO}
    walked = {pages_of(path) for paths in PAGES.values() for path in paths}
    walked |= {address for addresses in SCENES.values() for address in addresses}
    assert not walked & set(NO_PAGE)
    assert pages == walked | set(ELSEWHERE) | set(NO_PAGE)


LIGHTS = pytest.mark.parametrize("light", [DAY, NIGHT], ids=lambda light: light.name)


@pytest.mark.slow
@pytest.mark.long
@LIGHTS
@pytest.mark.parametrize("name", PAGES)
def test_every_page_holds_up(name: str, light: Light, take_a_walk: Callable[[Light], Walk]) -> None:
    walk = take_a_walk(light)
    for path in PAGES[name]:
        walk.on(f"{name} at {path}", partial(walk.go, name, path))
    assert not walk.faults, "\n".join(walk.faults)


@pytest.mark.slow
@pytest.mark.long
@LIGHTS
def test_every_page_that_one_comes_to_by_doing_something_holds_up(
    light: Light, take_a_walk: Callable[[Light], Walk]
) -> None:
    walk = take_a_walk(light)
    for play in SCENES:
        walk.on(play.__name__, partial(play, walk))
    assert not walk.faults, "\n".join(walk.faults)


@pytest.mark.slow
def test_a_page_of_every_kind_of_sheet_holds_up(take_a_walk: Callable[[Light], Walk]) -> None:
    walk = take_a_walk(NIGHT)
    for name, paths in SHEETS.items():
        for path in paths:
            walk.on(f"{name} at {path}", partial(walk.go, name, path))
    assert not walk.faults, "\n".join(walk.faults)


@pytest.mark.slow
@LIGHTS
def test_without_scripts_pages_are_whole(light: Light, demo: Demo) -> None:
    """Nothing lies behind a tab or a script: what the page holds is shown, and its forms have buttons."""
    faults = []
    for name, paths in WITHOUT_SCRIPTS.items():
        window = demo.visit(
            name,
            locale=light.locale,
            color_scheme=light.scheme,
            viewport=light.sizes[0],
            java_script_enabled=False,
        )
        games = games_of(window)
        for path in paths:
            window.go(path.format_map(games))
            window.picture(f"{file_name(path)}-{light.name}-without-scripts")
            hidden = window.page.evaluate(HIDDEN_PARTS)
            found = [*edge_faults(window, *light.sizes), *(f"{part} is hidden" for part in hidden)]
            window.page.set_viewport_size(light.sizes[0])  # type: ignore[arg-type]
            faults += [f"{name} at {path}: {fault}" for fault in found + window.faults]
            window.faults = []
    assert not faults, "\n".join(faults)


@scene()
def nothing_there(walk: Walk) -> None:
    walk.go("visitor", "/l/nowhere/", status=404)


@scene()
def what_no_page_of_ours_sends(walk: Walk) -> None:
    window = walk.as_somebody("visitor")
    window.go("/leagues/?" + "&".join(["q"] * 1500), status=400)
    walk.look(window, "error-400")


@scene()
def a_failure_of_ours(walk: Walk) -> None:
    """None can be had by asking, so the page is laid in front of the window."""
    window = walk.as_somebody("visitor")
    with translation.override(walk.language):
        page = loader.get_template("500.html").render({"number": "f00f"})
    window.page.route(
        "**/broken/", lambda route: route.fulfill(status=500, body=page, content_type="text/html")
    )
    window.go("/broken/", status=500)
    walk.look(window, "error-500")


@scene()
def a_form_from_nowhere(walk: Walk) -> None:
    window = walk.anew()
    window.go("/accounts/login/")
    window.context.clear_cookies()
    window.fill({"login": "ada", "password": "nothing"})
    window.press("main form .button-main")
    window.expected(403)
    walk.look(window, "error-403")


@scene("account_login")
def a_wrong_password_and_too_many_of_them(walk: Walk) -> None:
    window = walk.anew()
    window.go("/accounts/login/")
    # From one address ten a minute are too many for everyone: this is done on one of the two rounds.
    for attempt in range(6 if walk.light is NIGHT else 1):
        window.fill({"login": "nobody-of-this-name", "password": "nothing"})
        window.press("main form .button-main")
        if attempt == 0:
            walk.look(window, "sign-in-refused")
    if walk.light is NIGHT:
        assert window.faults and window.faults[-1].startswith("429: ")
        window.expected(429)
        walk.look(window, "sign-in-too-often", is_new=True)


@scene()
def whatever_else_is_done_too_often(walk: Walk) -> None:
    window = walk.as_somebody("eve")
    for _attempt in range(6):
        window.go("/accounts/password/change/")
        window.fill({"oldpassword": "nothing", "password1": PASSWORD, "password2": PASSWORD})
        window.press("main form .button-main")
    assert window.faults and window.faults[-1].startswith("429: ")
    window.expected(429)
    walk.look(window, "error-429")


@scene("account_signup", "account_email_verification_sent", "users:undo-address")
def signing_up(walk: Walk) -> None:
    window = walk.anew()
    window.go("/accounts/signup/")
    wrong = {"email": "nonsense", "username": "a", "password1": "abc", "password2": "abd"}
    window.fill(wrong)
    window.press("main form .button-main")
    walk.look(window, "sign-up-refused")
    name = f"zoe-{walk.light.name}"
    window.fill(
        {"email": f"{name}@example.org", "username": name, "password1": PASSWORD, "password2": PASSWORD}
    )
    window.press("main form .button-main")
    expect(window.one('[name="code"]')).to_be_visible()
    walk.look(window, "sign-up-code")
    window.name = name
    window.fill({"code": window.code_in(walk.demo.said)})
    window.press("main form .button-main")
    walk.look(window, "sign-up-done")
    for path in ("/", "/games/", "/profile/"):
        window.go(path)
        walk.look(window, f"newcomer{path.replace('/', '-')}")
    window.go("/accounts/email/")
    window.fill({"email": f"{name}@example.net"})
    window.press('main [name="action_add"]')
    if "reauthenticate" in window.path:
        window.fill({"password": PASSWORD})
        window.press("main form .button-main")
    window.fill({"code": window.line_in(walk.demo.said, f"{name}@example.net", r"^    (\S+)$")})
    window.press("main form .button-main")
    window.go(window.line_in(walk.demo.said, f"{name}@example.org", r"(/accounts/address/\S+)"))
    walk.look(window, "undo-address")


@scene("account_reset_password_from_key")
def a_new_password_by_mail(walk: Walk) -> None:
    window = walk.anew()
    window.go("/accounts/password/reset/")
    window.fill({"email": "eve@example.org"})
    window.press("main form .button-main")
    link = window.line_in(
        walk.demo.said, "eve@example.org", r"https?://\S+(/accounts/password/reset/key/\S+)"
    )
    window.go(link)
    walk.look(window, "new-password")


@scene("users:stop-mails")
def mails_that_are_not_wanted(walk: Walk) -> None:
    window = walk.as_somebody("visitor")
    key = (walk.demo.folder / "secret-key").read_text().strip()
    token = signing.Signer(key=key, salt="mails that are not wanted").sign("1.letters")
    window.go(f"/mails/key/{token}/")
    walk.look(window, "stop-mails")
    window.press("main form button")
    walk.look(window, "stop-mails-done")
    window.press("main form button")


@scene("leagues:invited", "leagues:invitations")
def an_invitation(walk: Walk) -> None:
    carl = walk.as_somebody("carl")
    carl.go("/l/cafe/invitations/")
    carl.press("main aside .button-main")
    walk.look(carl, "invitations")
    link = carl.one("main .entries .typed").first.inner_text()
    visitor = walk.as_somebody("visitor")
    visitor.go(link)
    walk.look(visitor, "invited")


@scene("leagues:report", "leagues:decide-report")
def messages_that_are_reported(walk: Walk) -> None:
    ada, carl = walk.as_somebody("ada"), walk.as_somebody("carl")
    code = walk.path("{Letters from Smyrna}").rstrip("/").rpartition("/")[2]
    ada.go(f"/l/cafe/report/?game={code}")
    walk.look(ada, "report-messages")
    ada.fill({"reason": "Not a word of this is civil."})
    for box in ada.one('[name="quotes"]').all():
        box.check()
    ada.press("main form .button-main")
    carl.go("/l/cafe/reports/")
    carl.press("main .entry-name a >> nth=0")
    walk.look(carl, "report-to-decide")


@scene("games:earlier-letters")
def messages_of_a_seat_that_was_left(walk: Walk) -> None:
    # No one returns to a seat: each round has a player of its own.
    left = walk.as_somebody("hal" if walk.light is DAY else "ivy")
    left.go(walk.path("{A concert of seven}resign/"))
    left.press("main form:not([action]) button")
    left.go(walk.path("{A concert of seven}"))
    walk.look(left, "seat-left")
    left.press('main .notice a[href$="/press/earlier/"]')
    walk.look(left, "earlier-messages")


@scene("games:taken-back-phase")
def a_phase_that_was_taken_back(walk: Walk) -> None:
    carl, ada = walk.as_somebody("carl"), walk.as_somebody("ada")
    carl.go(walk.path("{A concert of seven}master/desk/"))
    carl.one("#h-taken-back").click()
    form = 'form:has([name="act"][value="taken_back"])'
    carl.one(f'{form} [name="taken_back-to"]').select_option(index=1)
    carl.fill({"taken_back-reason": "Kiel was read as Kiev."})
    carl.one(f'{form} [name="taken_back-confirm"]').check()
    carl.press(f"{form} .button")
    ada.go(walk.path("{A concert of seven}"))
    walk.look(ada, "taken-back")
    link = ada.one('.timeline-all a[href*="/taken-back/"]').first
    ada.go(str(link.get_attribute("href")))
    walk.look(ada, "taken-back-phase")


@scene("games:list")
def a_league_without_games(walk: Walk) -> None:
    eve = walk.as_somebody("eve")
    eve.go("/leagues/new/")
    eve.press("main form .button-main")
    walk.look(eve, "league-refused")
    name = f"empty-{walk.light.name}"
    eve.fill({"name": name, "slug": name})
    eve.press("main form .button-main")
    for path in ("", "games/", "members/"):
        eve.go(f"/l/{name}/{path}")
        walk.look(eve, f"empty-league-{path.strip('/')}")
    eve.go(f"/l/{name}/games/new/")
    eve.one('main [name="name"]').fill("")
    eve.press("main form .button-main")
    walk.look(eve, "game-refused")


@scene("games:last-vote")
def the_vote_that_ends_a_game(walk: Walk) -> None:
    eve, ada = walk.as_somebody("eve"), walk.as_somebody("ada")
    votes = walk.path("{The narrow seas}#endings")
    its_vote = '#endings form:has([value="draw"]) [name="cast"]'
    eve.go(votes)
    eve.press(f'{its_vote}[value="yes"]')
    ada.go(walk.path("{The narrow seas}vote/draw/"))
    expect(ada.one('main [name="may_end"]')).to_have_count(1)
    walk.look(ada, "last-vote")
    eve.go("/games/")
    eve.go(votes)
    eve.press(f'{its_vote}[value="no"]')


@scene("games:game")
def behind_the_tabs_of_a_phone(walk: Walk) -> None:
    ada = walk.as_somebody("ada")
    for game in ("Letters from Smyrna", "Five for Germany", "The Bosporus question"):
        ada.go(walk.path(f"{{{game}}}"))
        tabs = ada.one(".sheet-tabs a, .sheet-tabs button")
        for number in range(tabs.count()):
            tab = tabs.nth(number)
            if tab.is_visible():
                tab.click()
                walk.look(ada, f"{game.replace(' ', '-')}-tab-{number}")


def file_name(path: str) -> str:
    return re.sub(r"\W+", "-", path).strip("-") or "home"


def games_of(window: Player) -> dict[str, str]:
    """The league's games that this reader is shown, by name, with their addresses."""
    window.go("/l/cafe/games/")
    links = window.one("main .entry-name a").all()
    return {link.inner_text(): str(link.get_attribute("href")) for link in links}


def seasons_of(window: Player) -> dict[str, str]:
    """The league's competitions, by name, with their addresses."""
    window.go("/l/cafe/competitions/")
    links = window.one("main .entry-name a").all()
    return {link.inner_text(): str(link.get_attribute("href")) for link in links}
