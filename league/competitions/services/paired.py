"""What kinds have in common whose games the site pairs by itself, without anyone challenging anyone."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import datetime
from typing import Any, ClassVar

from django.db.models import Exists, OuterRef, Q
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from games.common import outbox
from games.facts.contests import End
from league.competitions.errors import BadRules
from league.competitions.kinds import FinalRank, Kind, Taken
from league.competitions.models import Competition, Entry, Event, Pairing, Standing
from league.competitions.models.pairing import is_finished, runs
from league.competitions.outbox import mail
from league.competitions.rules.calendar import longest_game, usual_game
from league.competitions.rules.draws import TIES
from league.competitions.rules.event_kind import EventKind
from league.competitions.rules.spans import Span
from league.competitions.services.playing import begin_game, pair
from league.competitions.services.results import count_ends
from league.competitions.state.played import played_of
from league.competitions.words.terms import longest_game_in_words
from league.leagues.models import Membership

COLUMNS = ("rank", "won", "drawn", "lost")
Rows = dict[int, tuple[int, ...]]
"""By the number of an entry that began, the COLUMNS of its standing; rank 0: it has gone out."""


class Paired(Kind):
    """Everyone who begins stands in one table, which follows from the log by `rows`."""

    whole: ClassVar = _("The table")
    computes: ClassVar = _("Longest game")
    head: ClassVar = _("Top of the table")
    tab: ClassVar = _("Table")

    def rows(self, season: Competition, ends: Mapping[int, Mapping[str, Any]]) -> Rows:
        """The table, as if the games of the pairings in `ends` (numbers) had ended so."""
        raise NotImplementedError

    def span(self, rules: Any) -> Span:
        years = 1 + rules.ends_at.year - rules.starts_at.year
        game = (rules.variant, rules.settings, rules.pace)
        longest = longest_game(*game, rules.absence, rules.starts_at, years=years).ends_at - rules.starts_at
        usual = usual_game(*game, rules.starts_at)
        return Span(rules.starts_at, rules.ends_at, None, longest, usual)

    def dated(self, rules: Any) -> Any:
        if not self.span(rules).is_enough:
            words = gettext("The season is too short: a game begun on its first day could not end in time.")
            raise BadRules("ends_at", words)
        return rules

    def how_long(self, rules: Any) -> str:
        says = gettext("A game may take up to %(days)s: %(parts)s.")
        return longest_game_in_words(rules, rules.starts_at, rules.starts_at, says)

    def draws(self, rules: Any) -> Sequence[str]:
        return [TIES]

    def wakes(self, season: OuterRef, now: datetime) -> Q:
        """Those whose games have all ended."""
        ends = Event.objects.filter(
            competition=OuterRef("competition"), number=OuterRef("number"), kind=EventKind.RESULT
        )
        return Q(~Exists(Pairing.objects.filter(~Exists(ends), competition=season)))

    def can_begin(self, season: Competition, entries: Sequence[Entry]) -> bool:
        """Who has just left the league is on the way out of the season."""
        people = [entry.user_id for entry in entries]
        return Membership.objects.filter(league=season.league_id, user__in=people).count() == len(people)

    def open_with(
        self, season: Competition, entries: Sequence[Entry], pairs: Sequence[Sequence[int]], now: datetime
    ) -> None:
        """Write who begins, begin the games of these `pairs` (numbers of entries), and make the table."""
        by_number = {entry.number: entry for entry in entries}
        facts = {"order": sorted(by_number)}
        season.events.create(at=season.starts_at, kind=EventKind.OPENS, facts=facts, recorded_at=now)
        for number, each in enumerate(pairs, 1):
            begin_game(season, pair(season, number, [by_number[entry] for entry in each]))
        self.refold(season)

    def is_played_out(self, season: Competition) -> bool:
        played = played_of(season)
        return played.results.keys() >= played.pairs.keys()

    def ends_early(self, season: Competition) -> bool:
        return self.is_played_out(season)

    def finals(self, season: Competition) -> list[FinalRank]:
        found = season.standings.filter(rank__gt=0).order_by("rank", "entry__number")
        return [FinalRank(entry, rank, rank) for entry, rank in found.values_list("entry", "rank")]

    def goes(self, entry: Entry, now: datetime) -> dict[str, Any]:
        """Games of theirs that are over count first."""
        over = Pairing.objects.filter(is_finished(), sides__entry=entry)
        count_ends(entry.competition, list(over.values_list("pk", flat=True)))
        return {}

    def left(self, entry: Entry, now: datetime, why: str, known: dict[str, Any]) -> None:
        facts = {"entry": entry.number, "why": why} | known
        leaves = {"kind": EventKind.LEAVES, "number": entry.number, "entry": entry, "facts": facts}
        entry.competition.events.create(at=now, recorded_at=now, **leaves)
        self.refold(entry.competition)

    def result_facts(self, taken: Sequence[tuple[Pairing, End]], season: Competition) -> list[dict[str, Any]]:
        return [{"pairing": pairing.number} for pairing, _end in taken]

    def takes(self, season: Competition, taken: Sequence[Taken], now: datetime) -> None:
        new = [each for each in taken if each.is_new]
        Event.objects.bulk_create(each.played for each in new)
        if new:
            self.refold(season)
        told = [(user, each.pairing.pk) for each in new if not each.logged for user in _who_played(each)]
        outbox.put(*(mail(user, now, about="ended", pairing=pairing) for user, pairing in told))

    def refold(self, season: Competition, progress: Callable[[int], None] | None = None) -> bool:
        rows = self.rows(season, {})
        if rows == _kept(season):
            return False
        season.standings.all().delete()
        keys = dict(season.entries.values_list("number", "pk"))
        Standing.objects.bulk_create(
            Standing(
                competition=season,
                entry_id=keys[number],
                games=sum(record),
                counted=sum(record),
                **dict(zip(COLUMNS, (rank, *record), strict=True)),
            )
            for number, (rank, *record) in rows.items()
        )
        return True

    def has_drifted(self, season: Competition) -> bool:
        return _kept(season) != self.rows(season, {})

    def ranks_if(self, pairing: Pairing, ends: Sequence[Mapping[str, Any]]) -> list[tuple[int, ...]]:
        tables = [self.rows(pairing.competition, {pairing.number: end} if end else {}) for end in ends]
        return [tuple(table[entry.number][0] for entry in pairing.entries) for table in tables]

    def step(self, entry: Entry, now: datetime) -> str:
        on = Pairing.objects.filter(runs(), sides__entry=entry).count()
        return ngettext("%(count)d game to play", "%(count)d games to play", on) % {"count": on}


def _who_played(taken: Taken) -> Iterable[int]:
    """The people (keys) of its sides, and those who took a seat over, who have no side."""
    return dict.fromkeys([entry.user_id for entry in taken.pairing.entries] + [*taken.end.seats.values()])


def _kept(season: Competition) -> Rows:
    """What the standings say. One query."""
    return {number: tuple(row) for number, *row in season.standings.values_list("entry__number", *COLUMNS)}
