"""Acts on a player's notebook: pin a guess, take one out, show the guesses on the map or hide them.

The notebook is the player's alone and changes nothing of the game: no version grows, no one is told.
"""

from __future__ import annotations

from django.db import DataError, transaction
from django.views.decorators.debug import sensitive_variables

from games.adjudication.locking import lock_tenure
from games.common.words.people import Person
from games.errors import NotebookIsFull, NotStored
from games.models import Game, Notebook, Phase, Pin
from games.models.notebook import MOST_PINS


@sensitive_variables()
def pin(*, game: Game, user: Person, place: str, power: str, kind: str, note: str = "") -> Pin:
    """Pin a guess; the same one again gets the new note. Refuses with `NotebookIsFull`, `NotSeated`."""
    try:
        return _pin(game, user, place, power, kind, note)
    except (DataError, ValueError):
        raise NotStored from None  # the error would quote the note


@transaction.atomic
@sensitive_variables()
def _pin(game: Game, user: Person, place: str, power: str, kind: str, note: str) -> Pin:
    notebook = _notebook_of(game, user)
    known = Pin.objects.filter(notebook=notebook, place=place, power=power, kind=kind).first()
    if known is None and Pin.objects.filter(notebook=notebook).count() >= MOST_PINS:
        raise NotebookIsFull
    newest = Phase.objects.filter(game=game).order_by("-ordinal").values_list("label", flat=True)
    pinned = known or Pin(notebook=notebook, place=place, power=power, kind=kind)
    pinned.note, pinned.label = note, newest[:1].get()
    pinned.save()
    return pinned


@transaction.atomic
@sensitive_variables()
def unpin(*, game: Game, user: Person, key: str) -> None:
    """Take the pin called `key` (province, power, kind) out of one's own notebook; no harm if it is gone."""
    if not key.isprintable():
        return  # there is no such pin, and PostgreSQL could not even be asked for it
    place, power, kind = (*key.split(" "), "", "", "")[:3]
    Pin.objects.filter(notebook=_notebook_of(game, user), place=place, power=power, kind=kind).delete()


@transaction.atomic
def draw(*, game: Game, user: Person, wanted: bool) -> None:
    """Have the pins drawn on one's own map, or not."""
    notebook = _notebook_of(game, user)
    notebook.is_drawn = wanted
    notebook.save(update_fields=["is_drawn"])


def _notebook_of(game: Game, user: Person) -> Notebook:
    """The notebook of `user`, made when it is first used, its tenure locked; `NotSeated` without a seat."""
    tenure = lock_tenure(game, user)
    return Notebook.objects.get_or_create(tenure=tenure)[0]
