"""The draws of a competition: committed to when it is announced, made when they are needed, open in the end.

All of it is called under the competition's lock. Every draw has a secret of its own, so those that are made
tell nothing of the others, and none depends on which were made before it.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import datetime

from games.common.guards.codes import new_secret
from league.competitions import kinds
from league.competitions.models import Competition, Draw, Entry
from league.competitions.rules import draws


def commit(season: Competition, labels: Iterable[str], now: datetime) -> None:
    """Draw a secret for each label and commit to it."""
    secrets = [(label, new_secret()) for label in labels]
    Draw.objects.bulk_create(
        Draw(
            competition=season,
            label=label,
            secret=secret,
            commitment=draws.commitment_to(secret),
            committed_at=now,
        )
        for label, secret in secrets
    )


def draw_first(season: Competition, entries: Sequence[Entry], now: datetime) -> list[int]:
    """The numbers of these entries as the first draw orders them: it is made and opened whatever it decides.
    It keeps the words of the entries, once for all draws.
    """
    words = [entry.word for entry in entries] if kinds.of(season).takes_words(season.terms) else []
    return _made(_first(season), [entry.number for entry in entries], words, now, keeps=words)


def is_drawn(season: Competition) -> bool:
    """Whether its first draw is made."""
    return season.draws.exclude(drawn_at=None).exists()


def draw_now(season: Competition, label: str, over: Iterable[int], now: datetime) -> list[int]:
    """The entries `over` (numbers) as a later draw orders them, with the words that the first one keeps.
    Drawing again changes nothing.
    """
    draw, numbers = season.draws.get(label=label), sorted(over)
    if draw.drawn_at is not None:
        if draw.over != numbers:
            raise ValueError(f"the draw {label} was made over {draw.over}, not over {numbers}")
        order: list[int] = draw.order
        return order
    first = _first(season)
    if draw.opened_at is not None or first.drawn_at is None:
        raise ValueError(f"the draw {label} is made before the first one, or after its secret was shown")
    return _made(draw, numbers, first.words, now)


def open_unused(season: Competition, now: datetime) -> None:
    """Show the secrets that were never needed of a season that is over. Where there is one draw alone it is
    made, or the season was never played and no one has to check anything.
    """
    if season.draws.count() > 1:
        season.draws.filter(drawn_at=None, opened_at=None).update(opened_at=now)


def _first(season: Competition) -> Draw:
    return season.draws.order_by("pk")[0]


def _made(
    draw: Draw, over: list[int], words: Sequence[str], now: datetime, keeps: Sequence[str] = ()
) -> list[int]:
    order = draws.draw(draws.seed_of(draw.secret, words), draw.label, over)
    draw.over, draw.words, draw.order, draw.drawn_at = over, list(keeps), order, now
    draw.save(update_fields=["over", "words", "order", "drawn_at"])
    return order
