"""How people left their seats, and the results of games that are over: from their turns, phases and tenures."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Any

from django.db import migrations
from django.db.models import Exists, F, OuterRef, Q

AT_ONCE = 200
POWERS = {"AUSTRIA", "ENGLAND", "FRANCE", "GERMANY", "ITALY", "RUSSIA", "TURKEY"}
MASKED = {"devil-and-god": {"DEVIL", "GOD"}}
VOID, FORFEIT, LOST_BY_ALL = "HR-6", "HR-5", ("ID2-5",)


def say_how_they_left(apps: Any, schema_editor: Any) -> None:
    tenures = apps.get_model("games", "Tenure").objects
    games = apps.get_model("games", "Game").objects.filter(pk=OuterRef("game"))
    gone = tenures.filter(left_at__isnull=False, left_how="")
    called_off = games.filter(state="cancelled", finished_at=OuterRef("left_at"))
    gone.filter(Exists(called_off)).update(left_how="cancelled")
    before = games.filter(Q(state__in=["waiting", "cancelled"]) | Q(started_at__gte=OuterRef("left_at")))
    gone.filter(Exists(before)).update(left_how="before")
    next_one = tenures.filter(game=OuterRef("game"), user=OuterRef("user"), taken_at=OuterRef("left_at"))
    moved = gone.filter(Exists(next_one.exclude(seat=OuterRef("seat"))))
    tenures.filter(pk__in=list(moved.values_list("pk", flat=True))).update(left_how="moved")
    gone.update(left_how="replaced")


def add_results(apps: Any, schema_editor: Any) -> None:
    Game, SeatResult = (apps.get_model("games", name) for name in ("Game", "SeatResult"))
    over, last = Game.objects.filter(state__in=["finished", "cancelled"]).order_by("pk"), 0
    while games := list(over.filter(pk__gt=last)[:AT_ONCE]):
        last, results = games[-1].pk, {}
        for game, seats, position in _with_positions(apps, games):
            for row in _rows(SeatResult, game, seats, position):
                results[row.seat_id] = row
        SeatResult.objects.bulk_create(results.values())
        _add_tenures(apps, games, results)


def _with_positions(apps: Any, games: Sequence[Any]) -> Iterator[tuple[Any, list[Any], Any]]:
    """Each game with its seats in their order and its last position; None where it was called off."""
    Seat, Turn = apps.get_model("games", "Seat"), apps.get_model("games", "Turn")
    last = Turn.objects.filter(phase__game__in=games, phase__ordinal=F("phase__game__phase_number") - 1)
    positions = {game: turn["position"] for game, turn in last.values_list("phase__game", "turn")}
    seats = defaultdict(list)
    for seat in Seat.objects.filter(game__in=games).order_by("game", "order"):
        seats[seat.game_id].append(seat)
    for game in games:
        yield game, seats[game.pk], positions.get(game.pk)


def _rows(SeatResult: Any, game: Any, seats: Sequence[Any], position: Any) -> Iterator[Any]:
    """As games.outcomes said it when this was written."""
    ended = game.outcome if position is not None else {"winners": [], "how": ""}
    how, won = ended["how"], ended["winners"]
    masked = MASKED.get(game.variant, set())
    is_void = how in (VOID, "")
    if not won and not is_void and how not in LOST_BY_ALL:
        won = [seat.key for seat in seats if seat.key not in masked and not _has_nothing(position, seat.key)]
    sharing = [key for key in won if key not in masked] or won
    for seat in seats:
        share = Fraction(1, len(sharing)) if seat.key in sharing else Fraction(0)
        if is_void:
            outcome = "void"
        elif share:
            outcome = "solo" if share == 1 else "shared"
        elif seat.key in won:
            outcome = "beside"
        elif how == FORFEIT:
            outcome = "forfeit"
        else:
            outcome = "eliminated" if _has_nothing(position, seat.key) else "lost"
        yield SeatResult(
            game=game,
            seat=seat,
            outcome=outcome,
            share=share.numerator,
            share_of=share.denominator,
            centres=_centres(position, seat.key) if position else 0,
            last_year=int(position["phase"][1:-1]) if position else None,
            clause=how,
            at=game.finished_at or game.opened_at,
        )


def _has_nothing(position: Mapping[str, Any], seat: str) -> bool:
    powers = position.get("powers", {}).get(seat, [seat] if seat in POWERS else [])
    left = {power for key in ("units", "dislodged", "centres") for power in position.get(key, {})}
    return bool(powers) and left.isdisjoint(powers)


def _centres(position: Mapping[str, Any], seat: str) -> int:
    home = position.get("homes", {}).get(seat)
    own = [home] if home else position.get("powers", {}).get(seat, [seat])
    return sum(len(position["centres"].get(power, ())) for power in own)


def _add_tenures(apps: Any, games: Sequence[Any], results: Mapping[int, Any]) -> None:
    Phase, Tenure, TenureResult = (
        apps.get_model("games", name) for name in ("Phase", "Tenure", "TenureResult")
    )
    told = defaultdict(list)
    closed = Phase.objects.filter(game__in=games, turn__answers__isnull=False, deadline__gt=F("opened_at"))
    for game, *phase in closed.values_list("game", "label", "adjudicated_at", "due", "turn__missed"):
        told[game].append(phase)
    held = Tenure.objects.filter(game__in=games).exclude(left_how="before").select_related("seat", "game")
    TenureResult.objects.bulk_create(
        _tenure(TenureResult, tenure, results[tenure.seat_id], told[tenure.game_id])
        for tenure in held.order_by("pk")
    )


def _tenure(TenureResult: Any, tenure: Any, result: Any, told: Sequence[Sequence[Any]]) -> Any:
    key, asked, missed = tenure.seat.key, 0, 0
    for label, at, due, absent in told:
        if at < tenure.taken_at or (tenure.left_at and at >= tenure.left_at):
            continue
        if _may_miss(tenure.game.variant, label, due.get(key)):
            asked += 1
            missed += bool(absent.get(key))
    return TenureResult(
        tenure=tenure,
        result=result,
        how="replaced" if tenure.left_how == "replaced" else "finished",
        since=tenure.taken_at,
        until=tenure.left_at or result.at,
        asked=asked,
        missed=missed,
    )


def _may_miss(variant: str, label: str, owed: Mapping[str, Any] | None) -> bool:
    """As games.misses said it when this was written."""
    if owed is None or not owed.get("powers", True) or (variant == "spy" and label[-1] != "M"):
        return False
    return owed["kind"] != "adjustments" or bool(owed["removals"] or owed.get("compulsory"))


class Migration(migrations.Migration):
    dependencies = [("games", "0021_results_as_rows")]

    operations = [
        migrations.RunPython(say_how_they_left, migrations.RunPython.noop),
        migrations.RunPython(add_results, migrations.RunPython.noop),
    ]
