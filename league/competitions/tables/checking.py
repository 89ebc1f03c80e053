"""Checking in for a round, and what organisers do to its drawing."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Any

from django.db import transaction
from django.utils.translation import gettext as _

from games.common import clock
from league.competitions import kinds
from league.competitions.errors import BadRules, NoReason, NotEntered, NotInState, NotOrganiser
from league.competitions.models import CheckIn, Competition, Entry, Event
from league.competitions.models.competition import LONGEST_REASON
from league.competitions.rules.event_kind import EventKind
from league.competitions.services.founding import has_say
from league.competitions.services.locking import lock, show_change
from league.competitions.tables import course
from league.competitions.tables.drawing import judged
from league.competitions.tables.seating import POWERS, Pair, pair_of
from league.competitions.tables.state import Read, Round, read
from league.users.models import User


@transaction.atomic
def check_in(
    *, competition: Competition, user: User, number: int, twice: bool = False, ranking: Sequence[str] = ()
) -> CheckIn:
    """Say that one plays the round of this number, or sits in for it from the list of substitutes; again: it
    changes what was said.

    `twice`: a second seat is welcome. Refuses with `NotEntered`, `NotInState` where check-in is not open,
    `BadRules` of a ranking that names a power twice, or none that there is.
    """
    season = lock(competition)
    kinds.of(season).catch_up(season, clock.now())
    now, last = clock.now(), read(season).last
    standing = [*Entry.IN, Entry.State.WAITING]
    entry = season.entries.filter(user=user, state__in=standing).first()
    if entry is None:
        raise NotEntered
    if last is None or last.number != number or not last.takes_check_ins(now):
        raise NotInState(_("Check-in for this round is closed."))
    if len(set(ranking)) != len(ranking) or not set(ranking) <= set(POWERS):
        raise BadRules("ranking", _("Name every power once at most."))
    said = {"at": now, "twice": twice, "ranking": list(ranking)}
    made, _is_new = CheckIn.objects.update_or_create(entry=entry, round=number, defaults=said)
    return made


@transaction.atomic
def keep_apart(*, competition: Competition, by: User, pairs: Collection[Pair], reason: str) -> Event | None:
    """Let the drawing keep these pairs of entries (numbers) apart, and no others, for a reason that everyone
    reads. The same pairs again change nothing: None.

    Refuses with `NotOrganiser`, `NoReason`, `BadRules` of who has not entered.
    """
    season = _locked(competition, by, reason)
    wanted = sorted({pair_of(*pair) for pair in pairs})
    known = set(season.entries.values_list("number", flat=True))
    if any(one == two or not {one, two} <= known for one, two in wanted):
        raise BadRules("pairs", _("Name two players of the event in each line."))
    before = season.events.filter(kind=EventKind.APART, superseded_by=None).first()
    facts = {"pairs": [list(pair) for pair in wanted], "reason": tidy(reason)}
    if (before.facts["pairs"] if before else []) == facts["pairs"]:
        return None
    now = clock.now()
    made = season.events.create(
        at=now, recorded_at=now, kind=EventKind.APART, facts=facts, supersedes=before, by=by
    )
    show_change(season, now)
    return made


@transaction.atomic
def draw_again(*, competition: Competition, by: User, number: int, reason: str) -> None:
    """Draw a round again that has not begun, for a reason that everyone reads, with the same secret under
    another label. Refuses with `NotOrganiser`, `NoReason`, `NotInState`.
    """
    season = _locked(competition, by, reason)
    found, round_ = _drawn(season, number)
    now = clock.now()
    course.draw_again(season, found, round_, now, tidy(reason), by=by)
    kinds.of(season).refold(season)
    show_change(season, now)


@transaction.atomic
def swap(
    *,
    competition: Competition,
    by: User,
    number: int,
    seats: tuple[tuple[int, str], tuple[int, str]],
    reason: str,
) -> None:
    """Swap who sits at two seats of a drawing, each a table's number and a power, for a reason that everyone
    reads. Refuses with `NotOrganiser`, `NoReason`, `NotInState`; `BadRules` of seats that there are not, and
    where someone would sit at one table twice.
    """
    season = _locked(competition, by, reason)
    found, round_ = _drawn(season, number)
    tables = {table.number: list(table.seats) for table in round_.tables}
    aside = {table.number: set(table.aside) for table in round_.tables}
    (one, power), (two, other) = seats
    if one not in tables or two not in tables or seats[0] == seats[1] or not {power, other} <= set(POWERS):
        raise BadRules("seats", _("Choose two seats of this round."))
    a, b = POWERS.index(power), POWERS.index(other)
    moved = [tables[one][a], tables[two][b]]
    tables[one][a], tables[two][b] = reversed(moved)
    if any(len(set(each)) < len(each) for each in tables.values()):
        raise BadRules("seats", _("No one can sit at one table twice."))
    for entry, here, there in ((moved[0], one, two), (moved[1], two, one)):
        if entry in aside[here] and one != two:
            aside[here].remove(entry)
            aside[there].add(entry)
    made = judged([tuple(each) for each in tables.values()], {}, found.seated_before(number), found.apart)
    facts = {
        **drawn_facts(round_),
        "tables": [
            {"number": each, "seats": seats_} | ({"aside": sorted(aside[each])} if aside[each] else {})
            for each, seats_ in tables.items()
        ],
        "cost": list(made.cost),
        "swapped": moved,
        "reason": tidy(reason),
    }
    now = clock.now()
    course.put_instead(season, round_, facts, now, by=by)
    show_change(season, now)


@transaction.atomic
def begin_now(*, competition: Competition, by: User, number: int) -> None:
    """Begin a round at once that is drawn; the first begins with the season. Refuses with `NotOrganiser`,
    `NotInState`, where someone has gone since, too.
    """
    season = lock(competition)
    if not has_say(season, by):
        raise NotOrganiser
    found, round_ = _drawn(season, number)
    if not course.stands(season, round_):
        raise NotInState(_("A player in the draw has left. Draw again first."))
    now = clock.now()
    if not found.began or not course.begin(season, round_, now):
        raise NotInState
    kinds.of(season).refold(season)
    show_change(season, now)


def drawn_facts(round_: Round) -> Mapping[str, Any]:
    """The drawing that counts, as the log keeps it."""
    return round_.drawn.facts if round_.drawn is not None else {}


def tidy(reason: str) -> str:
    """A reason as the log keeps it: in one line, and no longer than there is room for."""
    return " ".join(reason.split())[:LONGEST_REASON]


def _locked(competition: Competition, by: User, reason: str) -> Competition:
    season = lock(competition)
    if not has_say(season, by):
        raise NotOrganiser
    if not reason.strip():
        raise NoReason
    return season


def _drawn(season: Competition, number: int) -> tuple[Read, Round]:
    """A round that is drawn and has not begun."""
    found = read(season)
    round_ = found.rounds.get(number)
    if round_ is None or round_.drawn is None or round_.begun is not None or season.is_over:
        raise NotInState
    return found, round_
