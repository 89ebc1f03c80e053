"""Every page of a ladder's seasons, at a desk by day and in English, on a phone by night and in French.

`tests/browser/looking.py` says what is looked for. The seasons are rows: none of their games was played.
"""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable, Iterator

import pytest
from django.conf import settings
from playwright.sync_api import expect

from tests import migrated
from tests.browser.demo import let_in
from tests.browser.looking import MAGNIFIED, NARROWEST, faults_of
from tests.browser.player import Player
from tests.browser.window import DESK, PHONE
from tests.house.process import house

pytestmark = [pytest.mark.browser, pytest.mark.slow]

LAY_OUT = """
import django
django.setup()
from datetime import timedelta
from django.core.management import call_command
from django.utils import timezone
call_command("migrate", verbosity=0, interactive=False)
from allauth.account.models import EmailAddress
from league.leagues import services
from league.competitions.models import Dispute, FinalPlace
from league.users.models import User
from tests.league.competitions import rows

PEOPLE = ["marta", "tomasz", "amelie", "james", "yuki", "daniel", "ada", "sofia", "piotr", "hannah", "arjun",
          "lucia", "olivia", "mehmet", "nora", "theo", "samuel", "katarina", "liam", "ewa"]

def person(name):
    found = User.objects.create_user(name, f"{name}@example.org", f"{name}-plays")
    EmailAddress.objects.create(user=found, email=found.email, primary=True, verified=True)
    return found

carl, eve = person("carl"), person("eve")
cafe = services.create_league(user=carl, name="Café de la Poste", slug="cafe", description="",
                              visibility="public")
people = {name: person(name) for name in PEOPLE}
for each in [eve, *people.values()]:
    services.join(league=cafe, user=each)
now, day = timezone.now(), timedelta(days=1)
begins = now - 83 * day
dates = {"enters_from": begins - 20 * day, "enters_until": begins - 2 * day, "starts_at": begins,
         "challenges_until": now + 2 * day, "ends_at": now + 35 * day}

season = rows.make_season(cafe, carl, list(people.values()), arbiters=[carl], begins=begins, now=now,
                          code="running", **dates)
for by, of, winner, ago in ((9, 7, 7, 70), (7, 3, 7, 60), (12, 8, 12, 50), (20, 17, 20, 41), (4, 1, 1, 30),
                            (5, 3, 5, 20), (10, 7, 10, 12), (8, 5, None, 9), (13, 11, 13, 6), (6, 4, 6, 4),
                            (15, 12, 15, 3), (2, 1, 2, 1)):
    rows.play(season, by, of, winner, how="ID-15" if winner else "ID-16", at=now - ago * day)
rows.challenge(season, 8, 7, at=now - day)
rows.challenge(season, 7, 6, state="playing", at=now - 2 * day)
last = season.challenges.filter(state="over").order_by("number").last()
disputed = Dispute.objects.create(competition=season, pairing=last.pairing,
    raised_by=last.of, **rows.open_at(now - day / 2),
    said="The page said “saved” at 19:41, but my three orders for Italy were not in the report.")
disputed.answered_by, disputed.answer, disputed.answer_at = last.by, "I saw nothing unusual.", now - day / 4
disputed.save()

coming = {"enters_from": now - day, "enters_until": now + 10 * day, "starts_at": now + 12 * day,
          "challenges_until": now + 80 * day, "ends_at": now + 120 * day}
announced = rows.make_season(cafe, carl, [people[name] for name in PEOPLE[:6]], state="announced",
    arbiters=[carl], begins=begins, now=now, code="entering", name="The ladder, season 4", invitation=True,
    entry_games=3, **coming)
rows.make_season(cafe, carl, state="draft", arbiters=[carl], begins=begins, now=now, code="draft",
                 name="The ladder, season 5", **coming)
over = rows.make_season(cafe, carl, list(people.values())[:8], state="finished", arbiters=[carl],
                        begins=begins, now=now, code="finished", name="The ladder, season 2", **dates)
for place, entry in enumerate(over.entries.order_by("number"), start=1):
    FinalPlace.objects.create(competition=over, entry=entry, place=place, rank=place if place < 7 else None)
rows.make_season(cafe, carl, list(people.values())[:3], state="cancelled", arbiters=[carl], begins=begins,
                 now=now, code="cancelled", name="The ladder, season 1", **dates)
"""

C = "/l/cafe/competitions/"
PAGES = {
    "visitor": [C, f"{C}running/", f"{C}entering/", f"{C}finished/", f"{C}cancelled/"],
    "ada": [
        f"{C}running/",
        f"{C}running/?show=reach",
        f"{C}running/?q=nobody",
        f"{C}running/p/7/",
        f"{C}running/rules/",
        f"{C}running/log/",
        f"{C}running/log/?part=entries",
        f"{C}running/results/",
        f"{C}running/entries/",
        f"{C}running/withdraw/",
        f"{C}running/disputes/6/",
        f"{C}running/challenges/13/",
        f"{C}running/p/3/suspect/",
        "/l/cafe/against/",
        "/l/cafe/p/ada/against/",
        "/l/cafe/p/ada/against/tomasz/",
        f"{C}entering/",
        "/l/cafe/",
    ],
    "eve": [f"{C}entering/", f"{C}entering/enter/"],
    "tomasz": [f"{C}running/disputes/12/", f"{C}entering/"],
    "carl": [
        C,
        f"{C}new/",
        f"{C}draft/",
        f"{C}draft/edit/",
        f"{C}draft/announce/",
        f"{C}entering/cancel/",
        f"{C}entering/invitations/",
        f"{C}running/arbiters/",
        f"{C}running/desk/",
        f"{C}running/desk/p/3/",
        f"{C}running/desk/write/",
        f"{C}running/desk/extend/",
        f"{C}running/desk/dates/",
        f"{C}running/disputes/12/",
    ],
}


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A house with five seasons, each in another state."""
    folder = tmp_path_factory.mktemp("seasons")
    migrated.copy_to(folder / migrated.NAME)
    inherited = {name: value for name, value in os.environ.items() if not name.startswith("DJANGO_")}
    done = subprocess.run(
        [sys.executable, "-c", LAY_OUT],
        cwd=settings.ROOT,
        env={**inherited, "VAR_DIR": str(folder), "DJANGO_SETTINGS_MODULE": "league.settings.embedded"},
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stderr
    with house(folder, DEBUG="0") as (address, _process, _said):
        yield address


LIGHTS = {
    "desk": ("en-GB", "light", (DESK, MAGNIFIED)),
    "phone": ("fr-FR", "dark", (PHONE, NARROWEST)),
}


@pytest.mark.parametrize("light", LIGHTS)
def test_every_page_of_a_season_holds_up(
    address: str, light: str, open_window: Callable[..., Player]
) -> None:
    locale, scheme, sizes = LIGHTS[light]
    faults = []
    for name, paths in PAGES.items():
        window = open_window(
            name, address, locale=locale, color_scheme=scheme, viewport=sizes[0], reduced_motion="reduce"
        )
        if name != "visitor":
            let_in(window, name)
            language = locale.partition("-")[0]
            window.go("/l/cafe/members/")
            if window.one(f'.footer [name="language"][value="{language}"]').count():
                window.press(f'.footer [name="language"][value="{language}"]')
        for path in paths:
            window.go(path)
            window.picture(f"{name} {path}".replace("/", "_"))
            faults += [f"{name} at {path}: {fault}" for fault in faults_of(window, *sizes)]
    assert not faults, "\n".join(faults)


def test_an_open_page_follows_its_season(address: str, open_window: Callable[..., Player]) -> None:
    """One challenges; the other's page, open all the while, shows it without being loaded again."""
    windows = {}
    for name in ("ewa", "katarina"):
        windows[name] = open_window(name, address, locale="en-GB", viewport=DESK)
        let_in(windows[name], name)
        windows[name].go(f"{C}running/")
    below = windows["ewa"].page.locator("#ladder .is-me .place").inner_text()
    lower, upper = ("ewa", "katarina") if int(below.split()[-1]) > 17 else ("katarina", "ewa")
    watched = windows[upper].page
    watched.evaluate("window.isSameVisit = true")
    name = watched.locator("#ladder .is-me th a").inner_text()
    windows[lower].page.locator("#ladder tr", has_text=name).get_by_role("button").click()
    expect(watched.locator("#next")).to_contain_text("challenges you")
    assert watched.evaluate("window.isSameVisit")
    assert not [fault for window in windows.values() for fault in window.faults]
