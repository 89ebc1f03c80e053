"""The knock-out, one of the kinds of competitions: who loses is out, until one is left."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from datetime import datetime, timedelta
from typing import Any, ClassVar, Final

from django.db.models import Exists, OuterRef, Q
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from games.common.waiting import MOST
from games.common.words import local
from games.common.words.people import called
from league.competitions.errors import BadRules
from league.competitions.kinds import FinalRank, Link, Taken
from league.competitions.knock_out import (
    course,
    desk,
    export,
    pages,
    ruling_page,
    seeds_page,
    stakes,
    telling,
    words,
)
from league.competitions.knock_out.bracket import PLAYED
from league.competitions.knock_out.occasions import stands
from league.competitions.knock_out.open_rulings import open_rulings
from league.competitions.knock_out.rules import KnockOutRules
from league.competitions.knock_out.seeding import keep_seeds, open_by_seeds
from league.competitions.knock_out.standing import how_far, rows_of
from league.competitions.knock_out.state import Read, read
from league.competitions.models import Competition, Entry, Event, Pairing
from league.competitions.models.pairing import runs
from league.competitions.rules.common_rules import MOST_DISPUTE_DAYS, Names
from league.competitions.rules.draws import TIES
from league.competitions.rules.endings import Ending, ending_of
from league.competitions.rules.event_kind import EventKind
from league.competitions.rules.leaving_table import Leaving
from league.competitions.rules.spans import Span
from league.competitions.selectors.seasons import address
from league.competitions.services.locking import show_change
from league.competitions.services.paired import Paired, Rows
from league.competitions.state.finality import finality_of

SEED: Final = "seeds"
ADVANCE: Final = "advance "
"""How its draws are called in its file: the one that orders the seeds, and those of pairings."""


class KnockOut(Paired):
    """docs/season-export.md, Elimination."""

    key: ClassVar = "elimination"
    name: ClassVar = _("Knock-out")
    new: ClassVar = _("New knock-out")
    computes: ClassVar = _("Expected end")
    rules: ClassVar = KnockOutRules
    how: ClassVar = "tournaments/knock_out/_how.html"
    whole: ClassVar = _("The bracket")
    head: ClassVar = _("Furthest through")
    tab: ClassVar = _("Bracket")
    draws_early: ClassVar = True
    leaving: ClassVar = Leaving(
        concedes=_(
            "The open game is conceded. Between games, the next opponent has a walkover. A player who"
            " is out already keeps place and prize."
        ),
        forfeits=_(
            "The open game is forfeited. Between games, the next opponent has a walkover. A player "
            "who is out already keeps place and prize, unless disqualified. If someone is "
            "disqualified before their next game, the player they beat last goes on instead."
        ),
        suspended=_("Entry and games go on. The season’s log says who suspended them, not why."),
    )

    # Its rules

    def span(self, rules: KnockOutRules) -> Span:
        *_before, last = rules.last_days(rules.most_rounds)
        usual = rules.usual_end(rules.most_rounds) - rules.starts_at
        return Span(rules.starts_at, rules.ends_at, None, last - rules.starts_at, usual, rules.most_rounds)

    def dated(self, rules: KnockOutRules) -> KnockOutRules:
        if not self.span(rules).is_enough:
            words = gettext(
                "It ends too early: %(rounds)d rounds, each of the longest games, take %(days)d days."
            )
            days = -(-self.span(rules).longest // timedelta(days=1))
            raise BadRules("ends_at", words % {"rounds": rules.most_rounds, "days": days})
        return rules

    def draws(self, rules: KnockOutRules) -> Sequence[str]:
        """The secret that orders the seeds, and one for each pairing that may stay undecided."""
        first = TIES if rules.is_by_rating else SEED
        return [first, *(f"{ADVANCE}{number}" for number in range(1, 2**rules.most_rounds + 1))]

    def takes_words(self, rules: KnockOutRules) -> bool:
        return True

    def draw_called(self, label: str) -> str:
        if label == SEED:
            return gettext("Seeds")
        if label.startswith(ADVANCE):
            return gettext("Pairing %(number)s, if it stays undecided") % {
                "number": label.removeprefix(ADVANCE)
            }
        return super().draw_called(label)

    # Its course

    def wakes(self, season: OuterRef, now: datetime) -> Q:
        """Those with a result that may be final and is not followed yet; and those in which no game runs and
        all is followed, which are over, whatever decided the last pairing.
        """
        follows = Event.objects.filter(
            competition=OuterRef("competition"), number=OuterRef("number"), kind=EventKind.ADVANCES
        )
        results = Event.objects.filter(~Exists(follows), competition=season, kind=EventKind.RESULT)
        over = Q()
        for days in range(MOST_DISPUTE_DAYS + 1):
            since = now - timedelta(days=days)
            over |= Q(at__lte=since, recorded_at__lte=since, competition__rules__dispute_days=days)
        running = Pairing.objects.filter(runs(), competition=season)
        return Q(Exists(results.filter(over))) | Q(~Exists(running), ~Exists(results))

    def catch_up(self, season: Competition, now: datetime) -> int:
        written = course.advance(season, now) if season.is_live else 0
        if written:
            self.refold(season)
            show_change(season, now)
        return written

    def drawn_early(
        self, season: Competition, entries: Sequence[Entry], order: list[int], now: datetime
    ) -> None:
        keep_seeds(season, entries, order, now)

    def begins(self, season: Competition, entries: Sequence[Entry], order: list[int], now: datetime) -> None:
        open_by_seeds(season, entries, now)
        course.advance(season, now, tells=False)
        self.refold(season)

    def is_played_out(self, season: Competition) -> bool:
        bracket = read(season).cup.bracket
        running = season.pairings.filter(runs())
        return all(pairing in bracket.decided for pairing in bracket.every()) and not running.exists()

    def finals(self, season: Competition) -> list[FinalRank]:
        found = read(season)
        cup, seeds = found.cup, found.played.began
        keys = dict(season.entries.values_list("number", "pk"))
        return [
            FinalRank(keys[entry], place, group.first, group.last)
            for group in cup.bracket.places(cup.disqualified)
            for place, entry in enumerate(sorted(group.entries, key=seeds.index), group.first)
        ]

    def decided_by(self, season: Competition, champions: Collection[int]) -> int | None:
        cup = read(season).cup
        return cup.last_number(cup.bracket.final)

    wins_as: ClassVar = (Entry.State.PLAYING, Entry.State.WITHDRAWN, Entry.State.REMOVED)
    foretells: ClassVar = False

    def round_winners(self, season: Competition) -> Sequence[Collection[int]]:
        """Who won a game of it, by what counts of that game now; else whom HR-13 or a ruling let go on."""
        found = read(season)
        bracket = found.cup.bracket
        return [
            [won for pairing in bracket.in_round(number) if (won := _won(found, pairing)) is not None]
            for number in range(1, bracket.rounds + 1)
        ]

    # Its entries and results

    def left(self, entry: Entry, now: datetime, why: str, known: dict[str, Any]) -> None:
        season = entry.competition
        anew = course.disqualified(season, entry, now) if why == Entry.State.DISQUALIFIED else {}
        super().left(entry, now, why, known)
        course.advance(season, now, anew)
        self.refold(season)

    def result_facts(self, taken: Sequence[Any], season: Competition) -> list[dict[str, Any]]:
        said = super().result_facts(taken, season)
        return [
            facts | ({"silent": True} if end.is_silent else {})
            for facts, (_pairing, end) in zip(said, taken, strict=True)
        ]

    def takes(self, season: Competition, taken: Sequence[Taken], now: datetime) -> None:
        super().takes(season, taken, now)
        if course.advance(season, now):
            self.refold(season)

    meanwhile: ClassVar = _("The bracket waits for the ruling.")

    def follows_if(self, pairing: Pairing, ends: Sequence[Mapping[str, Any]]) -> list[str]:
        names = {entry.number: called(entry.user.get_username()) for entry in pairing.entries}
        return ruling_page.follows_if(read(pairing.competition), pairing.number, names, ends)

    # Its table

    def rows(self, season: Competition, ends: Mapping[int, Mapping[str, Any]]) -> Rows:
        return rows_of(season, ends)

    def logged(self, season: Competition) -> Iterator[tuple[datetime, str, dict[str, Any]]]:
        by_people = season.events.exclude(by=None).order_by("pk")
        yield from export.logged(list(by_people), shows_names=season.rules["names"] == Names.PEOPLE)

    def export(self, season: Competition, now: datetime, people: Mapping[int, int]) -> dict[str, Any]:
        found, finality = read(season), finality_of(season, now)
        measured = course.measures_of(season)
        return {
            "events": [],
            "seeds": export.seeds_of(found),
            "seeded_by": export.seeded_by(found),
            "rounds": export.rounds_of(found, finality, measured, course.first_year_of(season)),
            "table": export.table_of(found),
        }

    # Its pages

    in_brief: ClassVar = _("The knock-out in five lines")

    def brief(self, rules: KnockOutRules) -> Sequence[str]:
        *_before, last = rules.last_days(rules.most_rounds)
        days = {
            "usual": local.moment(rules.usual_end(rules.most_rounds)),
            "last": local.moment(last),
        }
        return (
            gettext("Win and you go on; lose and you are out, until one player is left."),
            gettext("Your next game begins as soon as your opponent is known."),
            gettext(
                "An undecided game is replayed once; if that is undecided too, the finished years decide who "
                "goes on."
            )
            if rules.replay
            else gettext("If a game stays undecided, its finished years decide who goes on."),
            gettext("If you leave before your next game, its other player goes on without one."),
            gettext("With %(largest)d players it is usually over by %(usual)s, by %(last)s at the latest.")
            % {"largest": rules.largest, **days},
        )

    def withdraws(self, entry: Entry) -> str:
        found = read(entry.competition)
        far = how_far(found).get(entry.number)
        if far is not None and not far[1]:
            return gettext("You are out already: your place stays.")
        if any(
            entry.number in two and not found.played.end_of(number)
            for number, two in found.played.pairs.items()
        ):
            return gettext("You concede your running game, and the other player goes on.")
        return gettext("You have no game running: your next opponent goes on without one.")

    def begun(self, entry: Entry) -> str:
        title, what, _address = stands(entry)
        return gettext("The bracket is drawn. %(round)s. %(says)s") % {"round": title, "says": what}

    def step(self, entry: Entry, now: datetime) -> str:
        found = read(entry.competition)
        far = how_far(found).get(entry.number)
        if far is None:
            return ""
        name = words.round_name(found.cup.bracket, far[0])
        said = gettext("You are in: %(round)s") if far[1] else gettext("You went out: %(round)s")
        return said % {"round": name}

    def says(self, kind: str, facts: Mapping[str, Any], names: Any, moved: Any) -> str:
        return telling.says(kind, facts, names)

    def stakes(self, pairings: Sequence[Pairing], reader: int) -> Mapping[int, str]:
        return stakes.stakes(pairings, reader)

    def page(self, reader: Any, asked: Mapping[str, str], common: dict[str, Any]) -> pages.BracketPage:
        return pages.page_of(reader, asked, common)

    before: ClassVar = "tournaments/knock_out/_seeds.html"
    ending: ClassVar = "tournaments/knock_out/_ending.html"
    desk: ClassVar = "tournaments/knock_out/_desk.html"

    def beforehand(self, reader: Any, asked: Mapping[str, str]) -> Any:
        return seeds_page.seeds_of(reader, asked)

    def at_desk(self, reader: Any) -> Any:
        return desk.desk_of(reader)

    def to_rule(self, season: Competition, now: datetime) -> int:
        return sum(1 for _each in open_rulings(season.pairings.all(), now, MOST))

    def after_ruling(self, reader: Any, pairing: Pairing, result: Event) -> Link | None:
        if not course.asks(read(reader.season).cup, pairing.number):
            return None
        where = address(reader.slug, "goes-on", reader.season.code, pairing.number)
        return Link(gettext("Say who goes on"), where)

    def afterwards(self, reader: Any, champions: Sequence[int], asked: Mapping[str, str]) -> Any:
        return pages.way(reader, champions[0]) if champions else None

    def history(self, reader: Any, entry: Entry, common: dict[str, Any]) -> pages.WayOfOne:
        return pages.history_of(reader, entry, common)


def _won(found: Read, pairing: int) -> int | None:
    """Who has won a pairing that was played; None: no one has."""
    decision = found.cup.bracket.decided.get(pairing)
    if decision is None or decision.by not in PLAYED:
        return None
    facts = found.played.end_of(found.cup.last_number(pairing))
    if facts and ending_of(facts["how"], facts.get("winner")) is Ending.WON:
        winner: int = facts["winner"]
        return winner
    return decision.entry
