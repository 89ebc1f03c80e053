"""A reader's own notebook, for its page and for their own map."""

from __future__ import annotations

from dataclasses import dataclass

from games.common.words import local
from games.gate.access import Access
from games.models import Notebook, Pin
from games.words import wording


@dataclass(frozen=True, slots=True)
class Guess:
    """One pin in words."""

    place: str
    power: str
    kind: str
    note: str
    label: str

    @property
    def where(self) -> str:
        return wording.place(self.place)

    @property
    def what(self) -> str:
        return str(Pin.Kind(self.kind).label)

    @property
    def season(self) -> str:
        return wording.phase(self.label)

    @property
    def key(self) -> str:
        """What names it in its notebook; its row's key would count the pins of others."""
        return f"{self.place} {self.power} {self.kind}"

    @property
    def drawn(self) -> dict[str, str]:
        """What the map draws of it."""
        return {"place": self.place, "power": self.power, "kind": self.kind}


@dataclass(frozen=True, slots=True)
class OwnNotebook:
    guesses: list[Guess]
    is_drawn: bool


def notebook_of(access: Access) -> OwnNotebook:
    """The reader's own notebook, by province. Two queries."""
    own = Notebook.objects.filter(tenure__seat=access.seat, tenure__left_at=None)
    notebook = own.first()
    return OwnNotebook(_guesses(access), notebook is None or notebook.is_drawn)


def drawn_guesses(access: Access) -> list[Guess]:
    """What the reader wants to see on their map; nothing for readers without a seat. One query."""
    return _guesses(access, notebook__is_drawn=True) if access.is_player else []


def _guesses(access: Access, **more: bool) -> list[Guess]:
    pins = Pin.objects.filter(
        notebook__tenure__seat=access.seat,
        notebook__tenure__left_at=None,
        **more,
    )
    rows = pins.values_list("place", "power", "kind", "note", "label")
    return sorted(
        (Guess(*row) for row in rows),
        key=lambda guess: (local.alphabetical(guess.where), guess.power, guess.kind),
    )
