"""A season in a table: how its games ended, what was done in it, and what was refused."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from games.models import ClockEntry, Game, Phase, TenureResult
from tests.fuzz.season.league import Season


def table(season: Season) -> Iterator[str]:
    """The lines of the table."""
    yield f"\n{'game':<28}{'phases':>8}{'branches':>10}{'people':>8}{'days':>6}  end"
    for game in Game.objects.filter(pk__in=[each.pk for each in season.games]).order_by("pk"):
        phases = Phase.objects.filter(game=game).count()
        people = game.tenures.exclude(left_how="before").count()
        days = (game.finished_at - game.started_at).days if game.finished_at else 0
        how = game.outcome["how"] if game.outcome else game.state
        winners = ", ".join(game.outcome["winners"]) if game.outcome else ""
        yield f"{game.name:<28}{phases:>8}{game.branches.count():>10}{people:>8}{days:>6}  {how} {winners}"
    yield from _counted("ends", Counter(_ends(season)))
    yield from _counted("changes of the clock", Counter(ClockEntry.objects.values_list("reason", flat=True)))
    yield from _counted("people", Counter(TenureResult.objects.values_list("how", flat=True)))
    yield from _counted("done", season.done)
    yield from _counted("refused", season.refused)


def _ends(season: Season) -> Iterator[str]:
    for game in Game.objects.filter(pk__in=[each.pk for each in season.games]):
        if game.outcome:
            yield game.outcome["how"]


def _counted(name: str, counts: Counter[str]) -> Iterator[str]:
    yield f"\n{name}"
    for what, count in counts.most_common():
        yield f"  {what:<44}{count:>7,}"
