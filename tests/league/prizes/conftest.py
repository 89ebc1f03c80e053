"""A book of a season, with the operator and henrik, its arbiter, as holders."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from django.utils import timezone

from games.common import waiting
from league.prizes import providers
from league.prizes.models import Book, Holder
from tests.games.conftest import Clock, set_clock  # noqa: F401
from tests.league.competitions.rows import make_season
from tests.league.prizes import unruly
from tests.league.prizes.money_seasons import MoneySeason


@pytest.fixture(autouse=True)
def unruly_sandbox(monkeypatch: pytest.MonkeyPatch) -> None:
    """The sandbox misbehaves where a test asks it to, and is the product's own otherwise."""
    monkeypatch.setattr(providers, "Sandbox", unruly.Unruly)


class Shelf:
    """A book and the two who hold its money."""

    def __init__(self, season: Any, henrik: Any, currency: str) -> None:
        self.season = season
        self.book = Book.objects.create(competition=season, currency=currency, opened_at=timezone.now())
        self.operator = Holder.objects.create(book=self.book, kind="operator", name="Relais Jeux")
        self.henrik = Holder.objects.create(book=self.book, kind="person", user=henrik, name="henrik")


@pytest.fixture
def make_shelf(calais: Any, carl: Any) -> Callable[..., Shelf]:
    def make(currency: str = "EUR", code: str = "") -> Shelf:
        return Shelf(make_season(calais, carl, state="announced", code=code), carl, currency)

    return make


@pytest.fixture
def shelf(make_shelf: Callable[..., Shelf]) -> Shelf:
    return make_shelf()


@pytest.fixture
def make_money_season(calais: Any, carl: Any, set_clock: Clock) -> Callable[..., MoneySeason]:  # noqa: F811
    """Drafts a season with money by carl, kept by henrik and ines; `money` changes its money rules."""

    def make(money: dict[str, Any] | None = None, **rules: Any) -> MoneySeason:
        return MoneySeason(calais, carl, set_clock, money, **rules)

    return make


@pytest.fixture
def money_season(make_money_season: Callable[..., MoneySeason]) -> MoneySeason:
    """Announced: entries are open, both have agreed."""
    season = make_money_season().agree()
    season.announce()
    return season


@pytest.fixture
def gates_are_wide(monkeypatch):
    """Whatever is asked of the register: the functions that are left out, because the person has none of
    their roles, would have had nothing to tell.
    """
    asked = waiting._asked

    def checked(user, roles):
        found = asked(user, roles)
        for kind, source in waiting.sources().items():
            if source not in found:
                assert list(source.function(user, waiting.EVERYWHERE)) == [], (kind, user)
        return found

    monkeypatch.setattr(waiting, "_asked", checked)
