"""Whether every deadline is explained: from a phase's opening, its game's pace and its rows of the clock."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import datetime, timedelta
from typing import Any

from games.agreed.pace import Pace
from games.models import ClockEntry, ClockProposal, Game, MasterAct, Phase, Tenure
from league.leagues.models import LeagueExtension
from tests.fuzz.season.attendance import is_first
from tests.fuzz.season.away import LOOKED_AT_AGAIN, NOTICE, Away, without

Reason = ClockEntry.Reason
LONGEST_EXTENSION = timedelta(hours=12)
LONGEST_PAUSE = timedelta(days=14)
LEAST_LEFT = timedelta(hours=24)


def unexplained(game: Game) -> Iterator[str]:
    """The phases of `game`, also of those taken back, whose deadline is not what the rows say."""
    pace, acts = Pace.from_json(game.pace), list(MasterAct.objects.filter(game=game).order_by("pk"))
    phases = list(Phase.every.filter(game=game).select_related("branch__act").order_by("opened_at"))
    away = Away(game)
    entries: dict[int, list[ClockEntry]] = {phase.pk: [] for phase in phases}
    for entry in ClockEntry.objects.filter(phase__game=game).order_by("pk"):
        entries[entry.phase_id].append(entry)
    for phase in phases:
        here = f"{phase.label}{f' of branch {phase.branch.number}' if phase.branch else ''}"
        rows = entries[phase.pk]
        deadline = first = _first_deadline(game, pace, phases, phase)
        yield from (f"{here}: {what}" for what in _not_moved(away, phase, first, rows))
        for entry in rows:
            if entry.reason != Reason.TAKEN_BACK and entry.before != deadline:
                yield f"{here}: a row of the clock goes from {entry.before}, the deadline was {deadline}"
            is_first_one = is_first(phases, phase)
            if entry.reason in (Reason.HOLIDAY, Reason.BACK):
                wanted = _after_holidays(away, entry, phase, first, rows, deadline)
            else:
                wanted = _moved(entry, phase, pace, acts, rows, deadline, is_first_one)
            if wanted != entry.after:
                yield f"{here}: {entry.reason} moves it to {entry.after}, by the rule it is {wanted}"
            if _is_voted(entry):
                yield from (
                    f"{here}: {entry.reason} by vote, but {what}" for what in _not_agreed(entry, deadline)
                )
            deadline = entry.after
        if deadline != phase.deadline:
            yield f"{here}: it closes at {phase.deadline}, the rows say {deadline}"


def _not_moved(away: Away, phase: Phase, first: datetime, rows: Sequence[ClockEntry]) -> Iterator[str]:
    """Deadlines inside a holiday that counted when the phase opened, or when all were looked at again, and
    that did not move.
    """
    if phase.deadline <= phase.opened_at:
        return
    untimed = any(row.at == phase.opened_at and row.reason == Reason.UNTIMED for row in rows)
    looks = [] if untimed else [(phase.opened_at, first)]
    looks += [(row.at, row.after) for row in rows if row.reason in LOOKED_AT_AGAIN]
    for at, deadline in looks:
        ends = away.ends(deadline, phase, at)
        if deadline not in ends and not any(row.at == at and row.after in ends for row in rows):
            yield f"holidays move {deadline} to {sorted(ends)}, and it stayed"


def _after_holidays(
    away: Away,
    entry: ClockEntry,
    phase: Phase,
    first: datetime,
    rows: Sequence[ClockEntry],
    deadline: datetime,
) -> datetime:
    """Where holidays move `deadline`; where one was taken back, to where it would be without, but no nearer
    than a day.
    """
    days, ends = away.days_at(phase, entry.at), away.ends(deadline, phase, entry.at) - {deadline}
    if entry.reason == Reason.HOLIDAY and ends:
        return entry.after if entry.after in ends else min(ends)
    to = without(first, [row for row in rows if row.pk < entry.pk], days)
    return max(to, min(entry.at + NOTICE, deadline)) if to < deadline else to


def _first_deadline(game: Game, pace: Pace, phases: Sequence[Phase], phase: Phase) -> datetime:
    """The deadline that `phase` opened with: the pace's, or at once where all was given ahead (SPY-22)."""
    if game.variant == "spy" and game.settings.get("pace", "season") == "season" and phase.kind != "M":
        return phase.opened_at
    return pace.deadline(phase.kind, phase.opened_at, first=is_first(phases, phase))


def _untimed_until(acts: Sequence[MasterAct], moment: datetime) -> datetime | None:
    """Until when the game ran without a clock, as its master had said by `moment`."""
    until = None
    for act in acts:
        if act.at <= moment and act.kind == MasterAct.Kind.UNTIMED:
            until = datetime.fromisoformat(act.facts["until"])
        elif act.at <= moment and (act.kind == MasterAct.Kind.TIMED or _ends_mastership(act)):
            until = None
    return until


def _ends_mastership(act: MasterAct) -> bool:
    """Whether no one presides after it: then there is a clock again."""
    return act.kind == MasterAct.Kind.CHAIR and not act.facts["after"]


def _moved(
    entry: ClockEntry,
    phase: Phase,
    pace: Pace,
    acts: Sequence[MasterAct],
    entries: Sequence[ClockEntry],
    deadline: datetime,
    is_first: bool,
) -> datetime:
    """Where the rule of `entry` moves `deadline` to."""
    at = entry.at
    if entry.reason == Reason.EXTENSION:  # half of it, twelve hours at most, however late it was found (HR-2)
        by = min(_ran(entry, phase, acts, entries, deadline) / 2, LONGEST_EXTENSION)
        return max(deadline, at - by / 2) + by
    if entry.reason == Reason.TAKEN_BACK:
        return deadline
    if entry.reason == Reason.SETTLING:
        return pace.deadline(phase.kind, at, first=is_first)
    if entry.reason == Reason.PAUSE:
        return _paused_until(entry, acts) + max(deadline - at, _least_left(entry))
    if entry.reason == Reason.GOES_ON:
        left = deadline - _end_of_pause(entry, entries, acts)
        return at + max(left, _least_left(entry))
    if entry.reason == Reason.VOTE:
        whole = pace.length(phase.kind, first=is_first)
        by = timedelta(seconds=_carried(entry).seconds)
        return deadline + by if by in (whole // 2, whole) else deadline
    if entry.reason == Reason.RESUMED:
        return max(deadline, at)
    if entry.reason == Reason.UNTIMED:  # by no one: the phase opened while there was no clock
        act = _act_of(entry, acts)
        until = datetime.fromisoformat(act.facts["until"]) if act else _untimed_until(acts, at) or at
        return pace.deadline(phase.kind, until, first=is_first)
    if entry.reason == Reason.TIMED:
        return pace.deadline(phase.kind, at, first=is_first)
    if entry.reason == Reason.MASTER:
        facts = _act_of(entry, acts).facts
        return at if _act_of(entry, acts).kind == "closing" else datetime.fromisoformat(facts["after"])
    if entry.reason == Reason.LEAGUE:
        extensions = LeagueExtension.objects.filter(league=phase.game.league_id, at__lte=entry.at)
        return deadline + timedelta(hours=extensions.latest("pk").hours)
    return entry.after  # an outage: compared with others of the same moment


def _ran(
    entry: ClockEntry,
    phase: Phase,
    acts: Sequence[MasterAct],
    entries: Sequence[ClockEntry],
    deadline: datetime,
) -> timedelta:
    """How long the clock of `phase` had run by `deadline`, when it was extended: without its pauses, and from
    when the game was played with a clock again.
    """
    since, stood = phase.opened_at, timedelta()
    for each in entries:
        if each.pk < entry.pk and each.reason == Reason.TIMED:
            since, stood = each.at, timedelta()
        elif each.pk < entry.pk and each.reason in (Reason.PAUSE, Reason.GOES_ON):
            stood += each.after - each.before
    until = _untimed_until(acts, entry.at)
    if until is not None and since < until < deadline:
        since, stood = until, timedelta()
    return deadline - since - stood


def _paused_until(entry: ClockEntry, acts: Sequence[MasterAct]) -> datetime:
    """The end of the pause that began with `entry`, as its master or a vote of the players said."""
    act = _act_of(entry, acts)
    if act is not None:
        return datetime.fromisoformat(act.facts["until"])
    until = _carried(entry).until
    assert until is not None, "a pause has an end"
    return until


def _end_of_pause(entry: ClockEntry, entries: Sequence[ClockEntry], acts: Sequence[MasterAct]) -> datetime:
    """When the pause would have ended that `entry` ended before: an outage in it had moved that on."""
    before = [each for each in entries if each.pk < entry.pk]
    pause = [each for each in before if each.reason == Reason.PAUSE][-1]
    outages = [each for each in before if each.reason == Reason.OUTAGE and each.pk > pause.pk]
    return _paused_until(pause, acts) + sum((each.after - each.before for each in outages), timedelta())


def _least_left(entry: ClockEntry) -> timedelta:
    """What a phase has at least after a pause: a day, where the players voted (HR-12)."""
    return timedelta() if entry.by_id is not None else LEAST_LEFT


def _act_of(entry: ClockEntry, acts: Sequence[MasterAct]) -> Any:
    """What the master did, of which `entry` tells."""
    moments = {"before": entry.before.isoformat(), "after": entry.after.isoformat()}
    found = [act for act in acts if moments.items() <= act.facts.items() and act.at >= entry.at]
    return found[0] if found and entry.by_id is not None else None


def _carried(entry: ClockEntry) -> ClockProposal:
    """The players' proposal that `entry` carried out."""
    proposals = ClockProposal.objects.filter(phase=entry.phase_id, closed_at=entry.at, at__lte=entry.at)
    return proposals.latest("pk")


def _is_voted(entry: ClockEntry) -> bool:
    return entry.by_id is None and entry.reason in (Reason.VOTE, Reason.PAUSE, Reason.GOES_ON)


def _not_agreed(entry: ClockEntry, deadline: datetime) -> Iterator[str]:
    """What HR-12 wanted of the proposal that `entry` carried out before `deadline`, and was not so."""
    proposal, game = _carried(entry), entry.phase.game_id
    voted = set(proposal.votes.filter(at__lte=entry.at).values_list("tenure", flat=True))
    sat = Tenure.objects.filter(game=game, taken_at__lte=entry.at)
    for each in sat.exclude(left_at__lte=entry.at).exclude(pk__in=voted).select_related("user"):
        yield f"{each.user} has not agreed"
    if entry.at >= deadline:
        yield f"the proposal had lapsed at {deadline}"
    if proposal.until is not None and proposal.until > proposal.at + LONGEST_PAUSE:
        yield f"the pause was to last until {proposal.until}"


def moved_alike(games: Sequence[Game]) -> Iterator[str]:
    """Changes that touch all games of the league at once and are not the same for all of them."""
    lengths: dict[tuple[str, datetime], set[timedelta]] = {}
    rows = ClockEntry.objects.filter(phase__game__in=games, reason__in=[Reason.OUTAGE, Reason.LEAGUE])
    for entry in rows:
        lengths.setdefault((entry.reason, entry.at), set()).add(entry.after - entry.before)
    for (reason, at), found in lengths.items():
        if len(found) > 1:
            yield f"{reason} at {at} moved deadlines by {sorted(found)}"
