"""What mails tell of a seat that changed hands without a master's act: whose it was, why, whose it is now."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from games.common.outbox.row import OutboxRow
from games.common.words.people import called
from games.engine.hidden_players import is_hidden
from games.engine.hosting_rules import hides_absence
from games.models import Game, Seat, Tenure, Vacancy
from games.words import wording

CAUSES: Mapping[str, int] = {Vacancy.Cause.RESIGNED: 1, Vacancy.Cause.SILENT: 2, Vacancy.Cause.REMOVED: 3}
"""The numbers by which a mail's form turns on why a seat is open; 0 where that is not told."""


@dataclass(frozen=True, slots=True)
class SeatNews:
    """One seat by now: its key; who had it last and who has it, as key and name, if anyone; why it is open,
    as a number, and whether it is.
    """

    key: str
    before: tuple[int, str] | None
    after: tuple[int, str] | None
    cause: int
    is_open: bool

    def facts(self, game: Game, reader: int) -> dict[str, str | int]:
        """What a mail to `reader` says of it: no names where no one may know who sits there. Where absence is
        hidden neither who left nor why, but to themselves and, where they are known, to the master (HR-3).
        """
        hidden = is_hidden(game.variant, game.state, self.key)
        is_own = self.before is not None and self.before[0] == reader
        is_told = not hides_absence(game.variant, self.key) or (reader == game.master_id and not hidden)
        return {
            "role": wording.seat_at(game.variant, game.settings, self.key),
            "before": called(self.before[1]) if self.before and is_told else "",
            "after": called(self.after[1]) if self.after and not hidden else "",
            "cause": self.cause if is_own or is_told else 0,
            "own": int(is_own),
        }


def seat_news_of(rows: Sequence[OutboxRow]) -> dict[int, SeatNews]:
    """By the keys of the seats that `rows` are about. Two queries, where any are."""
    keys = {row.payload["seat"] for row in rows if "seat" in row.payload}
    if not keys:
        return {}
    seats = Seat.objects.select_related("vacancy").filter(pk__in=keys)
    held: dict[int, tuple[int, str]] = {}
    left: dict[int, tuple[int, str]] = {}
    tenures = Tenure.objects.filter(seat__in=keys).exclude(left_how=Tenure.Leaving.BEFORE).order_by("pk")
    for seat, user, name, left_at in tenures.values_list("seat", "user", "user__username", "left_at"):
        (held if left_at is None else left)[seat] = user, name
    news = {}
    for each in seats:
        vacancy: Vacancy | None = getattr(each, "vacancy", None)
        is_open = each.pk not in held and vacancy is not None
        cause = CAUSES.get(vacancy.cause, 0) if vacancy and is_open else 0
        news[each.pk] = SeatNews(each.key, left.get(each.pk), held.get(each.pk), cause, is_open)
    return news
