"""Tables of seven, one of the kinds of competitions: rounds of games for seven, scored and added up."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime, timedelta
from typing import Any, ClassVar, Final

from django.db.models import Exists, OuterRef, Q
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from games.common import clock
from games.common.words import local
from league.competitions.errors import BadRules
from league.competitions.kinds import FinalRank, Heirs, Taken
from league.competitions.models import Competition, Dispute, Entry, Event, Pairing
from league.competitions.models.pairing import runs
from league.competitions.rules.common_rules import MOST_DISPUTE_DAYS
from league.competitions.rules.draws import TIES
from league.competitions.rules.event_kind import EventKind
from league.competitions.rules.leaving_table import Leaving
from league.competitions.rules.spans import Span
from league.competitions.services.locking import show_change
from league.competitions.services.paired import Paired, Rows
from league.competitions.tables import course, desk, export, telling, words
from league.competitions.tables.asked import boards_of
from league.competitions.tables.heirs import OUT, heirs_of
from league.competitions.tables.pages import ending, own, rounds, way
from league.competitions.tables.rounds import label_of
from league.competitions.tables.rules import LOOKING, TablesRules, settings_of
from league.competitions.tables.standings import CHAIN
from league.competitions.tables.state import Read, is_void, read

DAY: Final = timedelta(days=1)


class Tables(Paired):
    """docs/season-export.md, Tables of seven."""

    key: ClassVar = "tables"
    name: ClassVar = _("Tables of seven")
    new: ClassVar = _("New event at tables of seven")
    computes: ClassVar = _("Expected end")
    rules: ClassVar = TablesRules
    how: ClassVar = "tournaments/tables/_how.html"
    whole: ClassVar = _("The standings")
    head: ClassVar = _("Top of the standings")
    tab: ClassVar = _("Standings")
    draws_early: ClassVar = True
    keeps_list: ClassVar = True
    leaving: ClassVar = Leaving(
        concedes=_(
            "The open seat goes to a substitute. The scores stay. Players who have left are not drawn again."
        ),
        forfeits=_("The open seat goes to a substitute. The scores stay, unless disqualified."),
        suspended=_("Entry and games go on. The season’s log says who suspended them, not why."),
    )

    # Its rules

    def span(self, rules: TablesRules) -> Span:
        *_before, last = rules.last_days(rules.rounds)
        usual = rules.usual_end(rules.rounds) - rules.starts_at
        return Span(rules.starts_at, rules.ends_at, None, last - rules.starts_at, usual, rules.rounds)

    def dated(self, rules: TablesRules) -> TablesRules:
        if rules.enters_until > rules.check_in_until:
            raise BadRules(
                "enters_until",
                gettext("Entries must close 12 hours before the first round begins: it is drawn then."),
            )
        if not self.span(rules).is_enough:
            days = -(-self.span(rules).longest // DAY)
            words_ = gettext(
                "It ends too early: %(rounds)d rounds, each of the longest games, take %(days)d days."
            )
            raise BadRules("ends_at", words_ % {"rounds": rules.rounds, "days": days})
        return rules

    def laid_down(self, given: Mapping[str, Any], moments: Mapping[str, datetime]) -> dict[str, Any]:
        return {"settings": settings_of(given)}

    def draws(self, rules: TablesRules) -> Sequence[str]:
        return [TIES, *(label_of(number) for number in range(1, rules.rounds + 1))]

    def takes_words(self, rules: TablesRules) -> bool:
        return True

    def draw_called(self, label: str) -> str:
        if label == TIES:
            return super().draw_called(label)
        return gettext("Round %(number)s") % {"number": label.removeprefix("round ")}

    # Its course

    def wakes(self, season: OuterRef, now: datetime) -> Q:
        """Those whose next round is to be drawn, begun or called."""
        events = Event.objects.filter(competition=season)
        same = {"competition": OuterRef("competition"), "number": OuterRef("number")}
        drawn = Event.objects.filter(kind__in=[EventKind.DRAWN, EventKind.ROUND], **same)
        begun = Event.objects.filter(kind=EventKind.ROUND, **same)
        called = events.filter(kind=EventKind.CALLED)
        due = Exists(called.filter(~Exists(drawn), at__lte=now))
        begins = Exists(called.filter(~Exists(begun), at__lte=now - LOOKING))
        waits = Exists(called.filter(~Exists(begun))) | Exists(self._fresh(season, now))
        return Q(due | begins) | (super().wakes(season, now) & ~Q(waits))

    @staticmethod
    def _fresh(season: OuterRef, now: datetime) -> Any:
        """Results of a season that can still be disputed: what an arbiter has ruled on cannot."""
        fresh = Q()
        for days in range(1, MOST_DISPUTE_DAYS + 1):
            since = now - days * DAY
            known = Q(at__gt=since) | Q(recorded_at__gt=since)
            fresh |= Q(known, competition__rules__dispute_days=days)
        results = Event.objects.filter(fresh, competition=season, kind=EventKind.RESULT, supersedes=None)
        same = {"pairing__competition": OuterRef("competition"), "pairing__number": OuterRef("number")}
        return results.exclude(Exists(Dispute.objects.filter(**same, ruled_at__isnull=False)))

    def catch_up(self, season: Competition, now: datetime) -> int:
        done = 0 if season.is_over or season.is_draft else course.advance(season, now)
        if done:
            self.refold(season)
            show_change(season, now)
        return done

    def drawn_early(
        self, season: Competition, entries: Sequence[Entry], order: list[int], now: datetime
    ) -> None:
        course.advance(season, now)

    def begins(self, season: Competition, entries: Sequence[Entry], order: list[int], now: datetime) -> None:
        facts = {"order": sorted(entry.number for entry in entries)}
        season.events.create(at=season.starts_at, kind=EventKind.OPENS, facts=facts, recorded_at=now)
        course.advance(season, now)
        self.refold(season)

    def is_played_out(self, season: Competition) -> bool:
        found = read(season)
        last = found.last
        is_last = last is not None and last.begun is not None and not course.follows(found)
        return is_last and not season.pairings.filter(runs()).exists() and super().is_played_out(season)

    def ends_early(self, season: Competition) -> bool:
        """When the clock finds it, too: once no result can be disputed any more."""
        here = Competition.objects.filter(Exists(self._fresh(OuterRef("pk"), clock.now())), pk=season.pk)
        return super().ends_early(season) and not here.exists()

    def finals(self, season: Competition) -> list[FinalRank]:
        """Who is disqualified has a place only where substitutes played on for it."""
        found, keys = read(season), dict(season.entries.values_list("number", "pk"))
        played_on = {entry for entry, shared in heirs_of(season, found).items() if shared.parts}
        lines = found.lines(besides=played_on)
        return [FinalRank(keys[line.entry], line.rank, line.shares[0]) for line in lines]

    wins_as: ClassVar = (Entry.State.PLAYING, *OUT)

    def heirs(self, season: Competition) -> Mapping[int, Heirs]:
        return heirs_of(season, read(season))

    # Its entries and results

    moves_later: ClassVar = False
    meanwhile: ClassVar = _("Meanwhile it counts in the standings. No further round opens before.")
    if_annulled: ClassVar = _(
        "All seven get the points of sitting out. The game does not count, nor for ratings."
    )

    def named(self, number: int, people: Sequence[str]) -> str:
        return telling.named(number)

    def titled(self, pairing: Pairing) -> str:
        return telling.titled(pairing)

    def tells(self, facts: Mapping[str, Any], names: Any) -> str:
        return telling.tells(facts, names)

    def scored(self, result: Event, pairing: Pairing, own: Entry) -> str:
        return telling.scored(result, pairing, own)

    def result_facts(self, taken: Sequence[Any], season: Competition) -> list[dict[str, Any]]:
        boards = boards_of([end.game for _pairing, end in taken])
        found = []
        for pairing, end in taken:
            board = boards[end.game]
            facts: dict[str, Any] = {
                "pairing": pairing.number,
                "centres": dict(board.centres),
                "out": dict(board.out),
            }
            if board.voted and not is_void({"how": end.clause}):
                facts["voted"] = sorted(board.voted)
            found.append(facts | ({"silent": True} if end.is_silent else {}))
        return found

    def takes(self, season: Competition, taken: Sequence[Taken], now: datetime) -> None:
        super().takes(season, taken, now)
        if course.advance(season, now):
            self.refold(season)

    # Its table

    def rows(self, season: Competition, ends: Mapping[int, Mapping[str, Any]]) -> Rows:
        return rows_of(read(season), ends)

    columns: ClassVar = ("points", *CHAIN)

    def figures(self, season: Competition) -> Mapping[int, Sequence[str]]:
        lines = read(season).lines()
        return {line.entry: (str(line.points), *map(str, line.ties.values())) for line in lines}

    def ranks_if(self, pairing: Any, ends: Sequence[Mapping[str, Any]]) -> list[tuple[int, ...]]:
        found = read(pairing.competition)
        tables = [rows_of(found, {pairing.number: end} if end else {}) for end in ends]
        return [tuple(table.get(entry.number, (0,))[0] for entry in pairing.entries) for table in tables]

    def logged(self, season: Competition) -> Iterator[tuple[datetime, str, dict[str, Any]]]:
        yield from export.logged(season)

    def export(self, season: Competition, now: datetime, people: Mapping[int, int]) -> dict[str, Any]:
        return export.exported(season, now)

    # Its pages

    in_brief: ClassVar = _("The event in five lines")

    def brief(self, rules: TablesRules) -> Sequence[str]:
        *_before, last = rules.last_days(rules.rounds)
        days = {
            "usual": local.moment(rules.usual_end(rules.rounds)),
            "last": local.moment(last),
            "count": rules.rounds,
        }
        rounds = ngettext(
            "%(count)d round of games for seven; a draw says who sits where.",
            "%(count)d rounds of games for seven; a draw says who sits where.",
            rules.rounds,
        )
        best = ngettext(
            "Every game is scored by its centres; the best score counts.",
            "Every game is scored by its centres; the best %(count)d scores count.",
            rules.best_of,
        )
        return (
            rounds % days,
            best % {"count": rules.best_of},
            gettext("The organisers call the roll before each round, and enter the results.")
            if rules.by_hand
            else gettext("Check in before each round with one click. If you don’t, you play no game in it."),
            gettext("The best seven play the last round at one table, for the first seven places.")
            if rules.final
            else gettext("The standings after the last round are final."),
            gettext("It is usually over by %(usual)s, by %(last)s at the latest.") % days,
        )

    def withdraws(self, entry: Entry) -> str:
        running = entry.competition.pairings.filter(runs(), sides__entry=entry).count()
        if not running:
            return gettext("You play no further round. The scores you have stay in the standings.")
        words_ = ngettext(
            "A substitute can take over your seat. The scores you have stay in the standings.",
            "Substitutes can take over your %(count)d seats. The scores you have stay in the standings.",
            running,
        )
        return words_ % {"count": running}

    def begun(self, entry: Entry) -> str:
        return words.begun(read(entry.competition), entry.number)

    def step(self, entry: Entry, now: datetime) -> str:
        return words.step(read(entry.competition), entry, now)

    def says(self, kind: str, facts: Mapping[str, Any], names: Any, moved: Any) -> str:
        return words.says(kind, facts, names)

    def page(self, reader: Any, asked: Mapping[str, str], common: dict[str, Any]) -> Any:
        return rounds.page_of(reader, asked, common)

    calls: ClassVar = "tournaments/tables/_own.html"
    desk: ClassVar = "tournaments/tables/_desk.html"

    def beforehand(self, reader: Any, asked: Mapping[str, str]) -> Any:
        return own.beforehand(reader)

    ending: ClassVar = "tournaments/tables/_ending.html"

    def games_counted(self, season: Competition) -> int:
        return rounds.games_counted(season)

    def came_to(self, season: Competition) -> Mapping[int, str]:
        return ending.came_to(season)

    final_table: ClassVar = "tournaments/tables/_final_table.html"

    def afterwards(self, reader: Any, champions: Sequence[int], asked: Mapping[str, str]) -> Any:
        return ending.ending_of(reader, asked)

    def at_desk(self, reader: Any) -> Any:
        return desk.desk_of(reader)

    def history(self, reader: Any, entry: Entry, common: dict[str, Any]) -> Any:
        return way.history_of(reader, entry, common)


def rows_of(found: Read, ends: Mapping[int, Mapping[str, Any]]) -> Rows:
    """By entry: its rank, and its games: solos, others in which it ended with centres, and the rest."""
    counted: dict[int, list[int]] = {entry: [0, 0, 0] for entry in found.began}
    for number, table in found.tables.items():
        end = found.end_of(number, ends)
        if not end or is_void(end):
            continue
        alone = next((power for power, owned in end["centres"].items() if owned >= 18), None)
        for entry in table.seats:
            if entry in counted and entry not in table.aside:
                power = table.power_of(entry)
                lost = alone is not None or not end["centres"][power]
                counted[entry][0 if power == alone else 2 if lost else 1] += 1
    ranks = {line.entry: line.rank for line in found.lines(ends)}
    return {entry: (ranks.get(entry, 0), *counted[entry]) for entry in found.began}
