"""What a ladder's log says of events that only a ladder has, and whom they are about."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from typing import Any, Final

from django.utils.translation import gettext as _

from games.common.database.compiled import Among, Param
from games.common.words.people import at_start
from league.competitions.ladder import wording as ladder_wording
from league.competitions.models import Challenge, Competition
from league.competitions.rules.event_kind import EventKind
from league.competitions.selectors.log import Names

Moved = tuple[int | None, int | None]


def says(kind: str, facts: Mapping[str, Any], names: Names, moved: Moved) -> str:
    """One event as a sentence without its full stop."""
    return at_start(_SAYS[kind](facts, names, moved))


def pairs(
    season: Competition, numbers: Collection[int]
) -> tuple[dict[int, tuple[int, int]], dict[int, str], set[int]]:
    """Of challenges (numbers): the entries that made and received them, the people behind these entries, and
    the challenges that no one answered. One query.
    """
    found, people, unanswered = dict[int, tuple[int, int]](), dict[int, str](), set[int]()
    for number, by, by_name, of, of_name, state in _PAIRS.rows(numbers, season=season.pk):
        found[number] = (by, of)
        people |= {by: by_name, of: of_name}
        if state == Challenge.State.UNANSWERED:
            unanswered.add(number)
    return found, people, unanswered


_PAIRS = Among(
    lambda numbers: (
        Challenge.objects.filter(competition_id=Param("season"), number__in=numbers)
        .order_by()
        .values_list(
            "number", "by__number", "by__user__username", "of__number", "of__user__username", "state"
        )
    )
)


def _joins(facts: Mapping[str, Any], names: Names, _moved: Moved) -> str:
    return _("%(name)s joins at the bottom") % {"name": names.of(facts["entry"])}


def _leaves(facts: Mapping[str, Any], names: Names, _moved: Moved) -> str:
    return _("%(name)s leaves the ladder") % {"name": names.of(facts["entry"])}


def _idle(facts: Mapping[str, Any], names: Names, moved: Moved) -> str:
    return _("%(name)s was inactive") % {"name": names.of(facts["entry"])} + _cost(facts, moved)


def _declined(facts: Mapping[str, Any], names: Names, moved: Moved) -> str:
    by, _of = names.pairs.get(facts["challenge"], (0, 0))
    said = _("%(name)s declined the challenge of %(by)s")
    if facts["challenge"] in names.unanswered:
        said = _("%(name)s did not answer the challenge of %(by)s")
    return said % {"name": names.of(facts["entry"]), "by": names.of(by)} + _cost(facts, moved)


def _challenge(facts: Mapping[str, Any], names: Names, _moved: Moved) -> str:
    by, of = facts["seen"]
    said = {"by": names.of(facts["by"]), "of": names.of(facts["of"]), "rank": by, "their": of}
    return _("%(by)s, rank %(rank)d, challenges %(of)s, rank %(their)d") % said


def _cost(facts: Mapping[str, Any], moved: Moved) -> str:
    """What follows from being idle or from a decline, after the words that say so."""
    if not facts["cost"]:
        return _(": a free decline")
    before, after = moved
    if before and after and before != after:
        return _(", and drops from rank %(before)d to %(after)d") % {"before": before, "after": after}
    return _(": %(ranks)s down") % {"ranks": ladder_wording.ranks(facts["cost"])}


_SAYS: Final[Mapping[str, Callable[[Mapping[str, Any], Names, Moved], str]]] = {
    EventKind.JOINS: _joins,
    EventKind.LEAVES: _leaves,
    EventKind.IDLE: _idle,
    EventKind.DECLINED: _declined,
    EventKind.CHALLENGE: _challenge,
}
