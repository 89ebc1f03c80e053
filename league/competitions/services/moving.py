"""Dates that are moved after the rules were frozen, for everyone; each move is a row of the log."""

from __future__ import annotations

import uuid
from collections.abc import Mapping
from datetime import datetime

from django.db import transaction
from django.utils.translation import gettext as _

from games.common import clock, outbox
from league.competitions import kinds
from league.competitions.errors import BadRules, NoReason, NothingMoves, NotInState
from league.competitions.models import Competition, DateMove, Entry
from league.competitions.models.competition import LONGEST_REASON, MOVABLE
from league.competitions.outbox import mail
from league.competitions.rules.calendar import days_later
from league.competitions.rules.canonical import written
from league.competitions.rules.common_rules import MOMENTS
from league.competitions.services.entering import check_arbiter
from league.competitions.services.founding import check_organiser, dated
from league.competitions.services.locking import lock, show_change
from league.competitions.state.registration import EXTENDED_BY, decided_by, is_extended, is_to_be_decided
from league.leagues.models import Membership
from league.users.models import User

State = Competition.State


@transaction.atomic
def move_dates(
    *, competition: Competition, by: User, moments: Mapping[str, datetime], reason: str, key: uuid.UUID
) -> DateMove:
    """Move the beginning or the end of a season, for everyone. The last moment for challenges is computed
    again; the rules keep the planned ones, and games that are on stay as they are.

    The same `key`, which comes with the form, is the same move. Refuses with `NotArbiter`, `NoReason`,
    `NotInState`, `NothingMoves`, and `BadRules` of a moment that is past or does not follow on another.
    """
    competition = lock(competition)
    check_arbiter(competition, by)
    if earlier := DateMove.objects.filter(key=key, competition=competition).first():
        return earlier
    may_move = MOVABLE.get(competition.state, ())
    moved = {name: moment for name, moment in moments.items() if moment != getattr(competition, name)}
    if not may_move or not set(moved) <= set(may_move):
        raise NotInState
    if not moved:
        raise NothingMoves
    now = clock.now()
    kinds.of(competition).catch_up(competition, now)
    for name, moment in moved.items():
        if moment <= now:
            raise BadRules(name, _("This moment is past: choose a later one."))
    return _move(competition, by, moved, reason, key, now)


@transaction.atomic
def extend_registration(
    *, competition: Competition, by: User, days: int, reason: str, key: uuid.UUID
) -> DateMove:
    """Give a season that too few have entered so many days more, once: entries close, and the season begins
    and ends, that much later.

    Refuses with `NotOrganiser`, `NoReason`, `NotInState` where it is not to be decided, `BadRules`.
    """
    check_organiser(competition.league, by)
    competition = lock(competition)
    if earlier := DateMove.objects.filter(key=key, competition=competition).first():
        return earlier
    now = clock.now()
    if not is_to_be_decided(competition, now):
        raise NotInState
    least, most = EXTENDED_BY
    if not least <= days <= most:
        raise BadRules(
            "days", _("Choose a number from %(least)d to %(most)d.") % {"least": least, "most": most}
        )
    zone = competition.terms.zone
    names = ("enters_until", "starts_at", "ends_at")
    moved = {name: days_later(getattr(competition, name), days, zone) for name in names}
    if moved["enters_until"] <= now:
        raise BadRules("days", _("This moment is past: choose a later one."))
    return _move(competition, by, moved, reason, key, now, extends_registration=True)


def wait_for_organisers(competition: Competition, now: datetime) -> bool:
    """Whether a season with too few entries still waits for its organisers, who are told once."""
    if is_extended(competition):
        return False
    if competition.few_told_at is None:
        competition.few_told_at = now
        competition.save(update_fields=["few_told_at"])
        organisers = Membership.objects.filter(
            league=competition.league_id, role=Membership.Role.ORGANISER
        ).values_list("user_id", flat=True)
        outbox.put(*(mail(each, now, about="too_few", competition=competition.pk) for each in organisers))
        show_change(competition, now)
    return now < decided_by(competition)


def _move(
    competition: Competition,
    by: User,
    moved: Mapping[str, datetime],
    reason: str,
    key: uuid.UUID,
    now: datetime,
    *,
    extends_registration: bool = False,
) -> DateMove:
    reason = " ".join(reason.split())[:LONGEST_REASON]
    if not reason:
        raise NoReason
    before = {name: getattr(competition, name) for name in MOMENTS}
    rules = dated(competition.terms, **(_given(before) | dict(moved)))
    changed = [name for name in MOMENTS if getattr(rules, name) != before[name]]
    for name in changed:
        setattr(competition, name, getattr(rules, name))
    competition.save(update_fields=changed)
    made = DateMove.objects.create(
        competition=competition,
        key=key,
        before={name: written(before[name]) for name in changed},
        after={name: written(getattr(rules, name)) for name in changed},
        extends_registration=extends_registration,
        reason=reason,
        by=by,
        at=now,
    )
    entrants = competition.entries.filter(state__in=Entry.STANDING).values_list("user_id", flat=True)
    outbox.put(*(mail(each, now, about="dates_moved", move=made.pk) for each in entrants))
    show_change(competition, now)
    return made


def _given(moments: Mapping[str, datetime]) -> dict[str, datetime]:
    """The moments that do not follow from others."""
    return {name: moment for name, moment in moments.items() if name != "challenges_until"}
