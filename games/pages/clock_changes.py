"""Every change of a game's deadlines, as players read it: when, why, from when to when (`ClockEntry`)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db.models import QuerySet
from django.utils.translation import gettext as _

from adjudicator.texts.names import listed
from games.common.database.compiled import Param, PreparedQuery
from games.common.words import local
from games.common.words.people import called
from games.engine import hosting_rules
from games.engine.hidden_players import is_hidden
from games.models import ClockEntry, Game, Phase
from games.pages.seats import Place, names_of
from games.words import wording

MOST = 60
"""Changes that a game's own page tells of, the latest; each phase's page has all of its own."""

AT_ONCE = 1
"""Changes that are shown before the rest folds: on a phone the orders come first."""

Reason = ClockEntry.Reason
BY_SOMEBODY = (
    *(Reason.MASTER, Reason.PAUSE, Reason.GOES_ON, Reason.UNTIMED, Reason.TIMED, Reason.TAKEN_BACK),
    *(Reason.LEAGUE, Reason.CONTEST, Reason.ARBITER),
)
"""Changes that name who made them. Administrators act for the site, without a name."""


@dataclass(frozen=True, slots=True)
class Change:
    """One change of one phase's deadline. `seats` are those it was charged to and `by` is who made it, each
    in words; empty where there is no one, or no one may know. `key` is the phase's own; one that was taken
    back does not count (`counts`), and another may have its `label` (HR-8).
    """

    at: datetime
    phase: str
    label: str
    says: str
    reason: str
    note: str
    seats: str
    by: str
    before: datetime
    after: datetime
    key: int
    counts: bool = True

    @property
    def is_untimed(self) -> bool:
        """Whether there is no deadline afterwards, whatever `after` says."""
        return self.reason == Reason.UNTIMED


@dataclass(frozen=True, slots=True)
class Changes:
    """The latest changes first: those shown at once, and those folded away."""

    shown: Sequence[Change] = ()
    folded: Sequence[Change] = ()

    def __bool__(self) -> bool:
        return bool(self.shown)

    def of(self, phase: Phase | None) -> Change | None:
        """The latest change of `phase`."""
        key = phase.pk if phase else None
        return next((change for change in (*self.shown, *self.folded) if change.key == key), None)

    def why(self, phase: Phase, reason: str) -> Change | None:
        """The latest change of `phase` for `reason`."""
        of_phase = (each for each in (*self.shown, *self.folded) if each.key == phase.pk)
        return next((each for each in of_phase if each.reason == reason), None)


def _told(entries: QuerySet[ClockEntry]) -> QuerySet[ClockEntry, Any]:
    return entries.order_by("-pk").values_list(
        *("at", "phase__label", "phase__due", "reason", "note", "charged", "by__username", "before", "after"),
        *("phase_id", "phase__branch_id"),
    )


_OF_GAME = PreparedQuery(lambda: _told(ClockEntry.objects.filter(phase__game_id=Param("game")))[:MOST])
_OF_PHASE = PreparedQuery(lambda: _told(ClockEntry.objects.filter(phase_id=Param("phase"))))


def clock_changes_of(game: Game, places: list[Place], phase: Phase | None = None) -> Changes:
    """The changes of all deadlines of `game`, or of one `phase`, all of them. One query.

    Who had saved nothing is named only where everyone may know who owes something (HR-3).
    """
    rows = _OF_PHASE.rows(phase=phase.pk) if phase else _OF_GAME.rows(game=game.pk)
    names = names_of(places)
    found = [
        Change(
            at=at,
            phase=wording.phase(label),
            label=label,
            says=_says(game, reason, is_voted=not by and not note),
            reason=reason,
            note=note,
            seats=_charged(game, due, charged, names),
            by=called(by or "") if reason in BY_SOMEBODY else "",
            before=before,
            after=after,
            key=key,
            counts=branch is None,
        )
        for at, label, due, reason, note, charged, by, before, after, key, branch in rows
    ]
    return Changes(found[:AT_ONCE], found[AT_ONCE:])


def _says(game: Game, reason: str, *, is_voted: bool) -> str:
    """What was done, by which rule. `is_voted`: no single person did it, and no one gave a reason."""
    if reason == Reason.PAUSE and is_voted:
        return _("Paused by a vote of the players (HR-12)")
    if reason == Reason.GOES_ON and is_voted:
        return _("The pause was ended by a vote of the players (HR-12)")
    if reason == Reason.UNTIMED and is_voted:
        return _("Opened without deadlines; it gets its full length once they are back (RB-24)")
    if reason in (Reason.PAUSE, Reason.GOES_ON):
        return f"{Reason(reason).label} ({'HR-10' if game.is_contest else 'RB-24'})"
    return str(Reason(reason).label)


def _charged(game: Game, due: Mapping[str, Any], charged: Sequence[str], names: Mapping[str, str]) -> str:
    """Whom an extension or a holiday was charged to, as far as everyone may know."""
    if not charged or not hosting_rules.shows_readiness(game.variant, due):
        return ""
    told = [seat for seat in charged if not is_hidden(game.variant, game.state, seat)]
    return listed([names.get(seat) or wording.seat(seat) for seat in told], local.language())
