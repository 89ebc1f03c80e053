"""One reader of one season: what they are in it, and what they may do there."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from functools import cached_property
from typing import Any

from games.common.database.compiled import Param, PreparedModels, PreparedQuery
from games.words.addresses import game_address
from league.competitions import kinds
from league.competitions.kinds import Kind
from league.competitions.models import Arbiter, Competition, Entry
from league.competitions.models.decision import open_acts
from league.competitions.models.suspicion import open_suspicions
from league.competitions.rules.common_rules import CommonRules
from league.competitions.state.finality import Finality, finality_of
from league.competitions.state.registration import decided_by, is_to_be_decided
from league.leagues.models import League, Membership


def path_of_game(slug: str, code: str) -> str:
    """The path of the page of a game of a league; empty without a code: nothing leads there."""
    return game_address(slug, code) if code else ""


@dataclass(frozen=True)
class Reader:
    """`person` is the reader's key, None of a visitor, and `name` theirs; `entry` their part in the season
    now; they `has_entered` also by one that ended.

    `arbiters` are the names of those who rule, in the order in which they were named.
    """

    season: Competition
    person: int | None
    name: str
    entry: Entry | None
    has_entered: bool
    is_member: bool
    is_organiser: bool
    is_arbiter: bool
    arbiters: tuple[str, ...]
    now: datetime

    @property
    def kind(self) -> Kind:
        return kinds.of(self.season)

    @cached_property
    def rules(self) -> CommonRules:
        return self.season.terms

    @cached_property
    def dated_rules(self) -> CommonRules:
        """The rules with the dates as they have been moved."""
        return self.season.dated_terms

    @cached_property
    def decided_by(self) -> datetime | None:
        """Until when organisers may extend a registration that closed with too few; None: nothing is to be
        decided. Two queries at most.
        """
        return decided_by(self.season) if is_to_be_decided(self.season, self.now) else None

    @property
    def may_move_dates(self) -> bool:
        """Whether they are an arbiter of a season that has dates to move."""
        return self.is_arbiter and self.season.state in (
            Competition.State.ANNOUNCED,
            Competition.State.RUNNING,
        )

    @cached_property
    def slug(self) -> str:
        return self.season.league.slug

    def game_address(self, code: str) -> str:
        """The path of the page of a game of the league; empty without a code: nothing leads there."""
        return path_of_game(self.slug, code)

    @property
    def number(self) -> int:
        """The number of the reader's entry; 0: none."""
        return self.entry.number if self.entry else 0

    @property
    def rank(self) -> int:
        """The reader's rank on the ladder; 0: none."""
        return self.entry.rank if self.entry else 0

    @property
    def sees_season(self) -> bool:
        """Whether the season's pages are theirs to open; not so for who is only asked about a draft."""
        return not self.season.is_hidden or self.is_organiser or self.is_arbiter

    @property
    def takes_substitutes(self) -> bool:
        """Whether one can come on the list of substitutes now, for entries are closed."""
        return not self.season.takes_entries(self.now) and self.kind.takes_substitutes(self.season, self.now)

    @property
    def may_edit(self) -> bool:
        return self.is_organiser and self.season.is_draft

    @property
    def may_invite(self) -> bool:
        """Whether they say who may enter a season that is by invitation."""
        return self.has_say and bool(self.season.rules.get("invitation")) and not self.season.is_over

    @property
    def has_say(self) -> bool:
        """Whether the season is theirs to run: an arbiter's, or an organiser's who never entered it."""
        return self.is_arbiter or (self.is_organiser and not self.has_entered)

    @property
    def may_name(self) -> bool:
        """Whether they may name an arbiter: an organiser who plays only where no one rules any more."""
        return self.has_say or (self.is_organiser and not self.arbiters)

    @cached_property
    def finality(self) -> Finality:
        """How firm the season's results are. One query."""
        return finality_of(self.season, self.now)

    @cached_property
    def to_rule(self) -> int:
        """How many disputes, suspicions, acts, and things of its kind, wait for the arbiter who reads. One
        query, and the kind's own.
        """
        if not self.is_arbiter or self.season.is_over:
            return 0
        disputes = self.season.disputes.filter(ruled_at=None).order_by().values("pk")
        suspicions = open_suspicions(self.season).order_by().values("pk")
        acts = open_acts(self.season).exclude(about=self.person).exclude(by=self.person)
        common = disputes.union(suspicions, acts.order_by().values("pk"), all=True).count()
        return common + self.kind.to_rule(self.season, self.now)

    @property
    def may_cancel(self) -> bool:
        return self.has_say and not self.season.is_over


_SEASON = PreparedModels(
    Competition, lambda: Competition.objects.filter(league_id=Param("league"), code=Param("code"))
)
_ARBITERS = PreparedQuery(
    lambda: (
        Arbiter.objects.filter(competition_id=Param("season"), left_at=None)
        .order_by("pk")
        .values_list("user_id", "user__username")
    )
)
_ENTRIES = PreparedModels(
    Entry,
    lambda: (
        Entry.objects.filter(competition_id=Param("season"), user_id=Param("person"))
        .exclude(state=Entry.State.REFUSED)
        .order_by("pk")
    ),
    "standing",
)
"""All of someone's but those refused; one of them at most is standing."""


def reader_of(
    league: League,
    code: str,
    user: Any,
    membership: Membership | None,
    now: datetime,
    *,
    is_asked: bool = False,
) -> Reader | None:
    """How `user` reads the season `code` of `league`; None if there is none that they may know of.

    Drafts, cancelled ones as well, are known to organisers and to the arbiters that they name, and
    to a member who `is_asked` for something of it. Three queries.
    """
    season = _SEASON.first(league=league.pk, code=code)
    if season is None:
        return None
    season.league = league
    arbiters = _ARBITERS.rows(season=season.pk)
    person = user.pk if user.is_authenticated else None
    is_organiser = membership is not None and membership.is_organiser
    is_arbiter = membership is not None and any(key == person for key, _name in arbiters)
    is_guest = is_asked and membership is not None
    if season.is_hidden and not (is_organiser or is_arbiter or is_guest):
        return None
    entries = _entries(season, person)
    return Reader(
        season=season,
        person=person,
        name=user.get_username(),
        entry=next((each for each in entries if each.state in Entry.STANDING), None),
        has_entered=bool(entries),
        is_member=membership is not None,
        is_organiser=is_organiser,
        is_arbiter=is_arbiter,
        arbiters=tuple(name for _key, name in arbiters),
        now=now,
    )


def _entries(season: Competition, person: int | None) -> list[Entry]:
    if person is None:
        return []
    found = _ENTRIES.all(season=season.pk, person=person)
    for entry in found:
        entry.competition = season
    return found
