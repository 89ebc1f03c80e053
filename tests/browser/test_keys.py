"""Passkeys with a virtual authenticator, codes from an app, recovery codes, and ending another session."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.browser.demo import demo_folder
from tests.browser.looking import MAGNIFIED, NARROWEST, inspect
from tests.browser.player import Player
from tests.browser.window import DESK, PHONE
from tests.house.process import house
from tests.league.test_keys import code_of

pytestmark = [pytest.mark.browser, pytest.mark.slow]

KEYS = "/accounts/keys/"
DEVICE = {
    "protocol": "ctap2",
    "transport": "internal",
    "hasResidentKey": True,
    "hasUserVerification": True,
    "isUserVerified": True,
    "automaticPresenceSimulation": True,
}


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with house(demo_folder(tmp_path_factory, "keys"), DEBUG="0") as (address, _process, _said):
        yield address


@pytest.fixture
def window(address: str, open_window: Callable[..., Player]) -> Callable[..., Player]:
    def open_one(name: str, **traits: Any) -> Player:
        return open_window(name, address, **({"viewport": DESK, "locale": "en-GB"} | traits))

    return open_one


def give_device(player: Player) -> Callable[[], list[dict[str, Any]]]:
    """Plug a device for passkeys into a window; what it holds."""
    line = player.context.new_cdp_session(player.page)
    line.send("WebAuthn.enable")
    device = line.send("WebAuthn.addVirtualAuthenticator", {"options": DEVICE})["authenticatorId"]
    return lambda: line.send("WebAuthn.getCredentials", {"authenticatorId": device})["credentials"]


def sign_in(player: Player) -> None:
    player.go("/accounts/login/")
    player.fill({"login": player.name, "password": f"{player.name}-plays"})
    player.press("main form .button-main")


def sign_out(player: Player) -> None:
    player.go("/accounts/logout/")
    player.press("main form .button-main")


def go_and_say_who(player: Player, path: str, *, looks: bool = True) -> None:
    """Go there, by the question who one is if it is asked."""
    player.go(path)
    if "reauthenticate" in player.page.url:
        if looks:
            hold(player, "who")
        player.fill({"password": f"{player.name}-plays"})
        player.press("main form .button-main")


def hold(player: Player, what: str) -> None:
    """Keep pictures of the page at a desk and on a phone, and look for faults."""
    for size, scheme in ((DESK, "light"), (PHONE, "dark")):
        player.page.set_viewport_size(size)
        player.page.emulate_media(color_scheme=scheme)
        inspect(player, f"{what}-{scheme}", MAGNIFIED if size is DESK else NARROWEST)


def test_a_passkey_is_added_renamed_used_and_removed(window: Callable[..., Player]) -> None:
    ada = window("ada")
    held = give_device(ada)
    sign_in(ada)
    ada.go(KEYS)
    hold(ada, "none")
    go_and_say_who(ada, f"{KEYS}webauthn/add/")
    hold(ada, "adding")
    ada.fill({"name": "Kitchen table"})
    ada.press("#add-passkey button")
    ada.sees("The passkey is added.")
    hold(ada, "recovery-codes")
    assert [key["isResidentCredential"] for key in held()] == [True]

    ada.go(f"{KEYS}webauthn/add/")
    ada.one("#add-passkey button").click()
    expect(ada.one('[data-trouble="known"]')).to_be_visible()
    ada.faults = []

    sign_out(ada)
    ada.go("/accounts/login/?next=/leagues/")
    hold(ada, "sign-in")
    ada.press("#by-passkey button")
    assert ada.page.url.endswith("/leagues/"), ada.page.url

    ada.go(KEYS)
    hold(ada, "one")
    go_and_say_who(ada, str(ada.one('a[href$="/edit/"]').get_attribute("href")))
    hold(ada, "renaming")
    ada.fill({"name": "Attic"})
    ada.press("main form .button-main")
    ada.sees("Attic")
    hold(ada, "list")
    ada.press('a[href$="/remove/"]')
    hold(ada, "removing")
    ada.press("main form .button-main")
    ada.sees("You have no passkeys yet.")
    sign_out(ada)
    ada.go("/accounts/login/")
    ada.press("#by-passkey button")
    ada.sees("This passkey does not open this account.")


def test_codes_from_an_app_in_french_with_a_recovery_code_in_need(window: Callable[..., Player]) -> None:
    ben = window("ben", locale="fr-FR")
    sign_in(ben)
    go_and_say_who(ben, f"{KEYS}totp/activate/")
    hold(ben, "setting-up")
    secret = ben.one("#key").inner_text()
    ben.fill({"code": code_of(secret)})
    ben.press("main form .button-main")
    hold(ben, "recovery-codes")
    codes = ben.one("main .codes li").all_inner_texts()
    assert len(codes) == 10
    with ben.page.expect_download() as download:
        ben.one("main a[download]").click()
    assert download.value.path().read_text().split() == codes

    sign_out(ben)
    sign_in(ben)
    hold(ben, "second-step")
    ben.fill({"code": "nonsense"})
    ben.press("main form .button-main")
    ben.sees("Ce n’est pas le bon code.")
    hold(ben, "wrong-code")
    ben.fill({"code": codes[0]})
    ben.press("main form .button-main")
    expect(ben.page).to_have_url(re.compile("/games/$"))
    ben.go(KEYS)
    ben.sees("Il en reste 9.")
    go_and_say_who(ben, f"{KEYS}totp/deactivate/")
    hold(ben, "turning-off")
    ben.press("main form .button-main")
    ben.sees("Les codes sont désactivés.")


def test_another_session_is_ended(window: Callable[..., Player]) -> None:
    here, there = window("eve"), window("eve", viewport=PHONE)
    for browser in (there, here):
        sign_in(browser)
    here.go("/accounts/sessions/")
    hold(here, "two")
    here.press('main button[name="session"]')
    here.sees("That device is signed out.")
    hold(here, "one")
    there.go("/games/")
    assert "/accounts/login/" in there.page.url


def test_without_scripts_the_pages_say_what_does_not_work(window: Callable[..., Player]) -> None:
    carl = window("carl", java_script_enabled=False)
    sign_in(carl)
    go_and_say_who(carl, f"{KEYS}webauthn/add/", looks=False)
    # Playwright switches scripts off, but reads what stands in <noscript> no more than with them.
    assert "Passkeys need JavaScript" in carl.page.content()
    expect(carl.one("#add-passkey")).to_be_hidden()
    carl.go(f"{KEYS}totp/activate/")
    carl.fill({"code": code_of(carl.one("#key").inner_text())})
    carl.press("main form .button-main")
    assert len(carl.one("main .codes li").all()) == 10
    carl.keep("codes-without-scripts")
