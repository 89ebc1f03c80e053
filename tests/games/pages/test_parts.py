"""Parts of a game's page fill its fields, each one of them."""

from collections import Counter
from dataclasses import fields
from datetime import UTC, datetime
from types import SimpleNamespace

import pytest

from games.pages import parts
from games.pages.letters import ThreadRequest
from games.pages.page import GamePage
from games.pages.parts import Basis, gather
from games.pages.phases import Newest, Timeline

NOON = datetime(1914, 6, 28, 12, tzinfo=UTC)
GROUPS = [value for name, value in vars(parts).items() if name.isupper() and isinstance(value, dict)]


def test_each_part_fills_a_field_of_the_page_and_no_two_the_same():
    filled = Counter(field for group in GROUPS for field in group)
    assert set(filled) <= {field.name for field in fields(GamePage)}
    assert len(filled) >= 12
    assert set(filled.values()) == {1}


def test_a_part_of_the_open_phase_says_so_when_there_is_none():
    access = SimpleNamespace(game=SimpleNamespace(pk=7))
    page = GamePage(access=access, now=NOON, places=[], timeline=Timeline([], ""))
    with pytest.raises(LookupError, match="game 7 has no open phase"):
        gather(page, Basis(Newest(), ThreadRequest()), parts.LEAVING)
