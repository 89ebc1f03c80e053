"""What the pages of a search show: how many wait, how long it usually takes, who was found."""

from __future__ import annotations

import math
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, time, timedelta
from statistics import median
from typing import Any, Final

from django.db.models import Count
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.agreed.absence import FRIENDLY, POLICIES, in_words
from games.common import clock
from games.gate.reliability import Reliability, reliability_of
from games.services.seats.pairs import openings, ranked_first
from league.leagues.models import Pool, Proposal, Search
from league.leagues.opponents.options import GAMES, KINDS, LANGUAGES, PACES, terms_of

CASES: Final = 5
"""Games found from which on the usual wait is said; nothing is made up from fewer."""

COUNTED: Final = 14
"""The latest games found from which it is counted."""


@dataclass(frozen=True, slots=True)
class Tick:
    """One thing that can be accepted, and how many in the line would."""

    key: str
    name: str
    hint: str
    count: int
    is_ticked: bool


class Line:
    """The others in the line, by what they accept: a row for each set of ticks, however many they are."""

    def __init__(self, besides: int | None) -> None:
        """Without the person with the key `besides`. One query."""
        rows = Search.objects.filter(state=Search.State.WAITING).exclude(user=besides).order_by()
        grouped = rows.values_list(*KINDS).annotate(count=Count("pk"))
        self._rows = [
            (dict(zip(KINDS, (set(keys.split()) for keys in ticks), strict=True)), count)
            for *ticks, count in grouped
        ]

    def accepting(self, kind: str, key: str) -> int:
        """How many would accept one thing."""
        return sum(count for ticks, count in self._rows if key in ticks[kind])

    def fitting(self, accepts: Mapping[str, Iterable[str]]) -> int:
        """How many accept something of every kind that `accepts` has."""
        wanted = {kind: set(accepts.get(kind, ())) for kind in KINDS}
        return sum(count for ticks, count in self._rows if all(ticks[kind] & wanted[kind] for kind in KINDS))

    def ticks(self, accepts: Mapping[str, Collection[str]]) -> dict[str, list[Tick]]:
        return {
            kind: [
                Tick(
                    key,
                    option.name,
                    str(option.hint),
                    self.accepting(kind, key),
                    key in accepts.get(kind, ()),
                )
                for key, option in options.items()
            ]
            for kind, options in KINDS.items()
        }


def latest_search(user: Any) -> Search | None:
    """The search of `user` that goes on, or the last one, whose ticks a new one begins with. One query."""
    if not user.is_authenticated:
        return None
    rows = Search.objects.filter(user=user).select_related("proposal__one", "proposal__other")
    return rows.order_by("-pk").first()


def is_looking(user: Any) -> bool:
    """Whether a search of `user` goes on. One query."""
    return Search.objects.filter(user=user, state__in=Search.OPEN).exists()


def first_ticks(search: Search | None, language: str) -> Mapping[str, Sequence[str]]:
    """What the form begins with: what was ticked last, or Intimate, a day a phase, the reader's language."""
    if search is not None:
        return search.accepts()
    return {
        "games": ["intimate"],
        "paces": ["day"],
        "languages": [language if language in LANGUAGES else "en"],
    }


@dataclass(frozen=True, slots=True)
class UsualWait:
    """How long people usually waited, counted over so many games found."""

    length: timedelta
    games: int

    @property
    def in_words(self) -> str:
        """In the largest unit, rounded up: no one is promised too much."""
        minutes = max(1, math.ceil(self.length.total_seconds() / 60))
        if minutes < 60:
            return ngettext("about %(count)d minute", "about %(count)d minutes", minutes) % {"count": minutes}
        hours = math.ceil(minutes / 60)
        if hours < 48:
            return ngettext("about %(count)d hour", "about %(count)d hours", hours) % {"count": hours}
        days = math.ceil(hours / 24)
        return ngettext("about %(count)d day", "about %(count)d days", days) % {"count": days}


def usual_wait() -> UsualWait | None:
    """The median wait of those who were found last; None while there are fewer than five games. One query."""
    found = Search.objects.filter(state=Search.State.PLAYING).order_by("-over_at", "-pk")
    rows = list(found.values_list("since", "found_at")[: 2 * COUNTED])
    games = len(rows) // 2
    if games < CASES:
        return None
    waits = [(at - since).total_seconds() for since, at in rows if at is not None]
    return UsualWait(timedelta(seconds=median(waits)), games)


@dataclass(frozen=True, slots=True)
class More:
    """One more thing that could be accepted, with all that is accepted already; how many it would bring."""

    kind: str
    key: str
    name: str
    count: int
    accepts: Mapping[str, Sequence[str]]


def more_to_accept(search: Search, line: Line) -> list[More]:
    """What could be ticked besides, that which brings most people first."""
    own = search.accepts()
    now = line.fitting(own)
    found = []
    for kind, options in KINDS.items():
        for key, option in options.items():
            if key not in own[kind]:
                accepts = own | {kind: [*own[kind], key]}
                found.append(More(kind, key, option.name, line.fitting(accepts) - now, accepts))
    return sorted(found, key=lambda each: -each.count)


@dataclass(frozen=True, slots=True)
class Asked:
    """The game that is proposed to someone: against whom, what, when its deadlines are."""

    proposal: Proposal
    opponent: str
    reliability: Reliability
    game: str
    pace: str
    language: str
    deadline: datetime | None
    evenings: Sequence[datetime]
    would_do: Sequence[int]
    powers: Sequence[str]
    ranking: Sequence[str]
    openings: Mapping[str, str]
    absence: str
    is_live: bool
    has_said_yes: bool


def asked_about(search: Search) -> Asked | None:
    """What `search` is asked about; None where it is asked nothing. Two queries."""
    proposal = search.proposal
    if proposal is None or search.state != Search.State.ASKED:
        return None
    league = Pool.objects.select_related("league").get().league
    terms = terms_of(proposal, league)
    other = proposal.other if proposal.one_id == search.user_id else proposal.one
    powers = ranked_first(terms.variant, terms.settings)
    at = None
    if proposal.at is not None:
        at = datetime.combine(clock.shown().astimezone(UTC).date(), time(proposal.at), UTC)
    return Asked(
        proposal=proposal,
        opponent=other.get_username(),
        reliability=reliability_of(league, other),
        game=GAMES[proposal.game_key].name,
        pace=PACES[proposal.pace_key].name,
        language=LANGUAGES[proposal.language_key].name,
        deadline=at,
        evenings=[datetime.fromisoformat(each) for each in proposal.evenings],
        would_do=search.evenings if search.yes_at else range(len(proposal.evenings)),
        powers=powers,
        ranking=search.ranking or powers,
        openings=openings(terms.variant, terms.settings) if powers else {},
        absence=in_words(POLICIES[FRIENDLY], terms.variant, seats=2),
        is_live=PACES[proposal.pace_key].is_live,
        has_said_yes=search.yes_at is not None,
    )


def truth(count: int) -> str:
    """How many wait for what was ticked, in a sentence."""
    if not count:
        return _("No one is waiting for exactly what you ticked yet. Tick more to be found sooner.")
    words = ngettext(
        "%(count)d person is waiting for what you ticked.",
        "%(count)d people are waiting for what you ticked.",
        count,
    )
    return words % {"count": count}
