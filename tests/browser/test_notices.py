"""The bell on a phone, choosing what reaches one, and the service worker that shows a push."""

from __future__ import annotations

import json
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Demo
from tests.browser.window import PHONE

pytestmark = [pytest.mark.browser, pytest.mark.slow]

TOUCH: dict[str, Any] = {"viewport": PHONE, "has_touch": True, "is_mobile": True}
WORDS = {
    "en-GB": ("Notices", "All notices", "Saved."),
    "fr-FR": ("Avis", "Tous les avis", "Enregistré."),
}
NO_WIDER = "document.documentElement.scrollWidth <= innerWidth"
PUSHED = {"title": "Café de la Poste", "body": "Something waits.", "tag": "game:1", "address": "/notices/"}
LISTENS = """() => {
  self.shown = [];
  self.registration.showNotification = (title, more) => {
    self.shown.push([title, more.body, more.tag, more.data.address]);
    return Promise.resolve();
  };
}"""
"""A headless browser has no screen for notifications: what the worker would show is kept."""

KEPT = """async () => {
  const names = await caches.keys();
  const kept = await Promise.all(names.map(async name => (await caches.open(name)).keys()));
  return kept.flat().map(each => each.url);
}"""


@pytest.mark.parametrize("locale", WORDS)
def test_the_bell_folds_out_and_leads_to_all_notices(demo: Demo, locale: str) -> None:
    heading, everything, saved = WORDS[locale]
    ada = demo.visit({"en-GB": "ada", "fr-FR": "ben"}[locale], locale=locale, **TOUCH)
    ada.go("/rules/")
    assert ada.page.evaluate(NO_WIDER)
    header = ada.one(".masthead").bounding_box()
    assert header is not None and header["height"] < 70, "one line, with a number, a bell and letters"
    ada.one(".bell summary").click()
    expect(ada.one(".bell-list li").first).to_be_visible()
    ada.keep("folded-out")
    assert ada.page.evaluate(NO_WIDER)
    ada.one(".bell-foot a", has_text=everything).click()
    expect(ada.one("h1")).to_have_text(heading)
    assert ada.page.evaluate(NO_WIDER)
    ada.keep("page")
    ada.go("/profile/mails/")
    ada.one('input[name="reach"][value="daily"]').check()
    ada.press("main form.sign-form .button-main")
    expect(ada.one(".notice")).to_contain_text(saved)
    expect(ada.one('input[name="reach"][value="daily"]')).to_be_checked()
    ada.keep("what-reaches-you")


def test_the_worker_shows_a_push_and_keeps_static_files_alone(demo: Demo) -> None:
    ada = demo.visit("ada", service_workers="allow", **TOUCH)
    ada.page.context.grant_permissions(["notifications"], origin=demo.address)
    ada.go("/profile/mails/")
    ada.page.evaluate("() => navigator.serviceWorker.ready.then(() => true)")
    worker = ada.page.context.service_workers[0]
    worker.evaluate(LISTENS)
    registered: list[str] = []
    chrome = ada.page.context.new_cdp_session(ada.page)
    chrome.on(
        "ServiceWorker.workerRegistrationUpdated",
        lambda said: registered.extend(each["registrationId"] for each in said["registrations"]),
    )
    chrome.send("ServiceWorker.enable")
    ada.page.wait_for_timeout(500)
    pushed = {"origin": demo.address, "registrationId": registered[-1], "data": json.dumps(PUSHED)}
    chrome.send("ServiceWorker.deliverPushMessage", pushed)
    ada.page.wait_for_timeout(1000)
    assert worker.evaluate("() => self.shown") == [
        [PUSHED["title"], PUSHED["body"], PUSHED["tag"], PUSHED["address"]]
    ]
    ada.go("/rules/")
    for kept in ada.page.evaluate(KEPT):
        assert "/static/" in kept, "a page is kept nowhere"
