"""Kinds of competitions: what each brings, in one register entry.

Common ground (seasons, entries, results, disputes, prizes) asks its season's kind here and names none. A kind
is a subclass of `Kind` in a folder of its own, added once when the apps are loaded.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from datetime import datetime
from typing import TYPE_CHECKING, Any, ClassVar, Final, NamedTuple

from django.db.models import OuterRef, Q, QuerySet
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from games.common.words.people import at_start, called
from league.competitions.models import Competition, Entry, Event, Pairing, Side
from league.competitions.rules.cards import Card
from league.competitions.rules.common_rules import RULES, CommonRules
from league.competitions.rules.draws import INITIAL, TIES
from league.competitions.rules.endings import Ending, ending_of
from league.competitions.rules.event_kind import EventKind
from league.competitions.rules.leaving_table import Leaving
from league.competitions.rules.spans import Span

if TYPE_CHECKING:
    from games.common.words.terms import Term
    from games.facts.contests import End


class Taken(NamedTuple):
    """A pairing whose game is over: how its rows say that it ended, what the log said of it before (None:
    nothing), and what it says now.
    """

    pairing: Pairing
    end: End
    logged: Event | None
    played: Event

    @property
    def is_contradiction(self) -> bool:
        """Whether the log has the game's end, and another one."""
        return self.logged is not None

    @property
    def is_new(self) -> bool:
        return self.logged is None or (self.logged.at, self.logged.facts) != (
            self.played.at,
            self.played.facts,
        )


class FinalRank(NamedTuple):
    """Where an entry (a key) stands when all is over: its place in the table, and its rank among those that
    are ranked; None: it is not. Both may be shared.

    `last` only where ranks are places with prizes of their own (`CommonRules.HAS_OWN_PLACES`): those who
    share the places `rank` to `last` share their prizes, and what does not divide goes to who has the better
    `place`. Places that no one has are left out.
    """

    entry: int
    place: int
    rank: int | None
    last: int | None = None


class Ranks(NamedTuple):
    """Someone's rank before a result and after it; 0: not in the table."""

    before: int
    after: int


class Heirs(NamedTuple):
    """Who shares the prize of an entry: by entry (its number), how many parts each has; `own` parts are those
    of the entry itself, and no one's.
    """

    parts: Mapping[int, int]
    own: int


class Heard(NamedTuple):
    """When something was last heard of an entrant, their rank, and whether they have done anything at all."""

    at: datetime
    rank: int
    has_played: bool


class Nudging(NamedTuple):
    """What someone who is not heard of could do now, in words: a title, and what goes with it."""

    title: str
    what: str


class Offer(NamedTuple):
    """Something that can be done now by one press: what it says, where it is posted, with which field."""

    label: str
    action: str
    name: str
    value: str


class Link(NamedTuple):
    """Where something is done, and what that is, as a button says it."""

    label: str
    address: str


class Kind:
    """What a kind of competition brings. All that writes is called under the competition's lock. A `reader`
    is a `state.reading.Reader`.
    """

    key: ClassVar[str]
    """The kind's key in the season's row and file."""
    name: ClassVar[Promise]
    new: ClassVar[Promise]
    """What one is called that is being laid down."""
    computes: ClassVar[Promise]
    """What follows from its dates, on the form."""
    rules: ClassVar[type[CommonRules]]
    cards: ClassVar[Sequence[Card]] = ()
    """What the form of a new one may start from; empty: from the defaults of its rules."""
    card: ClassVar[str] = ""
    """The key of the one it starts from where none is chosen."""

    # Its rules

    def span(self, rules: Any) -> Span:
        """What the dates of the rules allow, also where no game could end in time."""
        raise NotImplementedError

    def card_named(self, key: str) -> Card | None:
        """The card with this key, if there is one."""
        return next((card for card in self.cards if card.key == key), None)

    def dated(self, rules: Any) -> Any:
        """The rules with what follows from their dates and pace and is not typed: `BadRules` where no game
        could end in time.
        """
        raise NotImplementedError

    def laid_down(self, given: Mapping[str, Any], moments: Mapping[str, datetime]) -> dict[str, Any]:
        """What its rules need that the form does not ask, by what it was `given`; `BadRules` where that will
        not do.
        """
        return {}

    def how_long(self, rules: Any) -> str:
        """How long its games take, in words, beside the dates."""
        raise NotImplementedError

    def caution(self, rules: Any) -> str:
        """What those who make it should know before they announce it; empty: nothing."""
        return ""

    def draws(self, rules: Any) -> Sequence[str]:
        """The labels of the draws that are committed to when it is announced, 16 characters at most each. The
        first orders the entries when it begins; later ones are made by `services.drawing.draw_now`.
        """
        raise NotImplementedError

    def takes_words(self, rules: Any) -> bool:
        """Whether entrants mix a word into its draws."""
        return False

    def draw_called(self, label: str) -> str:
        """What a draw decides, as its title."""
        return str({INITIAL: _("Starting order"), TIES: self.of_ties}.get(label, label))

    def next_rules(self, rules: Any, season: Competition) -> Any:
        """The rules proposed for the season after `season`."""
        return rules

    in_brief: ClassVar[Promise] = _("The rules in five lines")

    def brief(self, rules: Any) -> Sequence[str]:
        """What its `rules` come to for someone who reads them first, a line each."""
        return ()

    leaving: ClassVar[Leaving]
    """What becomes of someone who goes, where only the kind knows it."""
    how: ClassVar[str]
    """The template that says how its table is made."""
    of_ties: ClassVar[Promise] = _("Order among equals")
    """What the draw between equals is called."""

    # Its course

    def wakes(self, season: OuterRef, now: datetime) -> Q:
        """Running seasons that have something to do now beside what every competition has."""
        return Q(pk=None)

    def catch_up(self, season: Competition, now: datetime) -> int:
        """Write what is overdue and can change what an act comes to; how much there was."""
        return 0

    def remind(self, season: Competition, now: datetime) -> None:
        """Tell people of what is due soon."""

    def can_begin(self, season: Competition, entries: Sequence[Entry]) -> bool:
        """Whether it can begin with these entries at this moment; else it waits a moment longer."""
        return True

    def begins(self, season: Competition, entries: Sequence[Entry], order: list[int], now: datetime) -> None:
        """Begin it with these entries, whose numbers the draw has put into this order."""
        raise NotImplementedError

    draws_early: ClassVar[bool] = False
    """Whether its first draw is made when entries have closed, for something to follow before it begins."""

    keeps_list: ClassVar[bool] = False
    """Whether its waiting list stays open while it is played: for substitutes."""

    def takes_substitutes(self, season: Competition, now: datetime) -> bool:
        """Whether one can come on its list now, though entries are closed."""
        is_closed = season.state == Competition.State.ANNOUNCED and now >= season.enters_until
        return self.keeps_list and (is_closed or season.state == Competition.State.RUNNING)

    def drawn_early(
        self, season: Competition, entries: Sequence[Entry], order: list[int], now: datetime
    ) -> None:
        """Keep what was drawn before it begins: the numbers of these entries, in this order."""

    def drawn(self, season: Competition, entries: Sequence[Entry]) -> Sequence[Entry]:
        """The entries among whom the draw decides."""
        return entries

    def closes(self, season: Competition, now: datetime) -> None:
        """Begin no more games: it plays out those that are on."""

    def is_played_out(self, season: Competition) -> bool:
        """Whether nothing of its own is open."""
        raise NotImplementedError

    def ends_early(self, season: Competition) -> bool:
        """Whether it need not wait for its last day, because all of it is played."""
        return False

    def finals(self, season: Competition) -> list[FinalRank]:
        """The final places, the best first."""
        raise NotImplementedError

    wins_as: ClassVar[Collection[str]] = (Entry.State.PLAYING,)
    """The states of entries that may win prizes when it is over."""
    foretells: ClassVar[bool] = True
    """Whether its running table says who would win what if it ended now."""

    def round_winners(self, season: Competition) -> Sequence[Collection[int]]:
        """By round, from the first, the entries (numbers) that won a game of it. Asked where prizes go by
        round, which only kinds can choose whose rules have some (`rounds_with`).
        """
        return ()

    def heirs(self, season: Competition) -> Mapping[int, Heirs]:
        """Of entries (numbers) whose prize goes to others, or to no one: who shares it."""
        return {}

    columns: ClassVar[Sequence[str]] = ()
    """The columns that the files of its table have besides those of every kind."""

    def figures(self, season: Competition) -> Mapping[int, Sequence[str]]:
        """What stands in its columns, by entry (its number). A fixed number of queries."""
        return {}

    def calls_off(self, season: Competition, now: datetime) -> None:
        """End what waits: the season is cancelled."""

    def asked_lately(self, seasons: Collection[int], since: datetime) -> QuerySet[Any, Any]:
        """The people (one column of keys) of whom something is asked in these seasons that was not before the
        moment `since`, and of which no mail has told them yet.
        """
        return Entry.objects.order_by().none().values_list("user")

    def silent(self, entries: QuerySet[Entry], since: datetime, now: datetime) -> QuerySet[Entry]:
        """Those of `entries`, of running seasons of it, who could do something by themselves and have done
        nothing since the moment `since`: none, where no one begins a game by themselves.
        """
        return entries.none()

    def heard_of(self, entries: Collection[Entry]) -> Mapping[int, Heard]:
        """What was last heard of these silent ones, by their keys. A fixed number of queries."""
        return {}

    def nudging(self, entry: Entry, now: datetime) -> Nudging | None:
        """What a silent one could do at this moment; None where there is nothing."""
        return None

    def offer(self, own: Entry, other: Entry, now: datetime) -> Offer | None:
        """What `own` can do now to play `other`, who stands in the same table; None: nothing."""
        return None

    def first_rank(self, entry: Entry) -> int:
        """The rank with which an entry began; 0: there was none before the first game."""
        return 0

    def decided_by(self, season: Competition, champions: Collection[int]) -> int | None:
        """The number of the pairing whose game made these entries (numbers) the first of a season that is
        over: of their games that count, where the kind knows no better, the last. One query, or two.
        """
        played = season.pairings.filter(sides__entry__number__in=champions).values("number")
        counted = season.events.filter(kind=EventKind.RESULT, superseded_by=None, number__in=played)
        rows = counted.order_by("-at", "-pk").values_list("number", "facts__how", "facts__winner")
        return next((number for number, *end in rows if ending_of(*end) is not Ending.VOID), None)

    # Its entries

    def withdraws(self, entry: Entry) -> str:
        """What withdrawing does to one who plays, in a line, to them; of money nothing. A fixed number of
        queries.
        """
        return f"{self.leaving.concedes} {self.leaving.goes_out}".strip()

    def joins(self, entry: Entry, now: datetime) -> None:
        """Let someone in who comes late, where that is possible."""
        raise NotImplementedError

    def halts(self, entry: Entry, now: datetime) -> None:
        """Drop what waits of someone who begins no game any more, at no one's cost."""

    def goes(self, entry: Entry, now: datetime) -> dict[str, Any]:
        """Someone is about to lose their open games; what has to be known of now, for `left`."""
        return {}

    def left(self, entry: Entry, now: datetime, why: str, known: dict[str, Any]) -> None:
        """Take someone who stood in it out of its table."""
        raise NotImplementedError

    def suspends(self, entry: Entry, now: datetime, since: datetime) -> list[int]:
        """Take back what waits of someone who was suspended at the moment `since`; the numbers of it."""
        return []

    # Its results

    def named(self, number: int, people: Sequence[str]) -> str:
        """How the pairing of this number is called, at the start of words or after a colon. `people` are who
        plays in it, by name in the order of the sides; of more than two, the first and the last are enough.
        """
        return str(_("%(by)s against %(of)s")) % {"by": called(people[0]), "of": called(people[-1])}

    def titled(self, pairing: Pairing) -> str:
        """The pairing in words, as the title of its page. A fixed number of queries."""
        return at_start(self.named(pairing.number, [each.user.get_username() for each in pairing.entries]))

    def tells(self, facts: Mapping[str, Any], names: Any) -> str:
        """How the game of a result ended, as a sentence without its full stop; empty: as a game for two is
        told. `names` are `selectors.log.Names`, those of its sides among them. No query.
        """
        return ""

    def scored(self, result: Event, pairing: Pairing, own: Entry) -> str:
        """What a result gave `own`, who plays in it, as a sentence without its full stop; empty: won, lost
        or drawn says it all.
        """
        return ""

    moves_later: ClassVar[bool] = True
    """Whether later results of those who played a game may come to something else with its result."""

    def result_facts(self, taken: Sequence[tuple[Pairing, End]], season: Competition) -> list[dict[str, Any]]:
        """What the log says of each result beside its game, winner, loser and clause."""
        return [{} for _each in taken]

    def takes(self, season: Competition, taken: Sequence[Taken], now: datetime) -> None:
        """Results came, or were replaced: let the new events count, and tell whom they concern."""
        raise NotImplementedError

    # Its table

    def refold(self, season: Competition, progress: Callable[[int], None] | None = None) -> bool:
        """Make its rows from the log again; whether they said anything else. `progress` is called with how
        many events were counted, now and then.
        """
        raise NotImplementedError

    def has_drifted(self, season: Competition) -> bool:
        """Whether its rows say anything else than its log comes to."""
        raise NotImplementedError

    with_pairing: ClassVar[tuple[str, ...]] = ()
    """What of its own stands beside a pairing, for `select_related`."""

    def ranks_around(self, result: Event, pairing: Pairing) -> dict[int, Ranks]:
        """By the number of an entry, its ranks around a result; empty where a result alone moves no one."""
        return {}

    def stakes(self, pairings: Sequence[Pairing], reader: int) -> Mapping[int, str]:
        """What the games of pairings that are played are for, by these keys, in a sentence: to `reader` (a
        key) where they play in it, or to others; nothing where one game alone decides nothing. One query.
        """
        return {}

    def ranks_if(self, pairing: Pairing, ends: Sequence[Mapping[str, Any]]) -> list[tuple[int, ...]]:
        """The ranks of those of a pairing, in the order of its sides, if its game had ended so, for each of
        these facts of a result (`winner`, `loser`, `how`, and whether it is `silent`); an empty one is what
        counts now. 0: not in the table.
        """
        raise NotImplementedError

    if_annulled: ClassVar[Promise] = _("No one won. The game does not count, nor for ratings.")
    """What an annulled game comes to."""

    meanwhile: ClassVar[Any] = _("Meanwhile it counts for the ranks.")
    """What follows from a disputed result until an arbiter rules."""

    def follows_if(self, pairing: Pairing, ends: Sequence[Mapping[str, Any]]) -> list[str]:
        """What follows from each of these ends, in a sentence; empty: what `ranks_if` says of ranks."""
        return []

    def began(self, pairing: Pairing) -> list[tuple[datetime, str]]:
        """How the game of a pairing came about, as the site recorded it."""
        return []

    pairing_is: ClassVar[str] = "pairing"
    """What the season's file calls the number of a pairing."""

    def logged(self, season: Competition) -> Iterator[tuple[datetime, str, dict[str, Any]]]:
        """What its file tells besides in the log: when, of which kind, what."""
        yield from ()

    # Its pages

    def history(self, reader: Any, entry: Entry, common: dict[str, Any]) -> Any:
        """One entrant's season, a `selectors.entrant.History` with what it has in `common`."""
        raise NotImplementedError

    def begun(self, entry: Entry) -> str:
        """What one who is in it is told when it begins."""
        raise NotImplementedError

    def step(self, entry: Entry, now: datetime) -> str:
        """What waits for someone who stands in its table, in a line. A fixed number of queries."""
        raise NotImplementedError

    goes_on: ClassVar[Promise | str] = ""
    """Where someone goes whose game is over, if there is anything to do there."""

    def says(self, kind: str, facts: Mapping[str, Any], names: Any, moved: Any) -> str:
        """One event of its log that is neither its beginning nor a result, as a sentence without its full
        stop; `names` are `selectors.log.Names`.
        """
        raise NotImplementedError

    def pairs(
        self, season: Competition, numbers: Collection[int]
    ) -> tuple[Mapping[int, tuple[int, ...]], dict[int, str], Collection[int]]:
        """What `selectors.log.Names` tells of the pairings with these numbers. One query."""
        found: dict[int, tuple[int, ...]] = {}
        people: dict[int, str] = {}
        sides = Side.objects.filter(pairing__competition=season, pairing__number__in=numbers)
        columns = ("pairing__number", "entry__number", "entry__user__username")
        for number, entry, name in sides.order_by("pk").values_list(*columns):
            found[number] = (*found.get(number, ()), entry)
            people[entry] = name
        return found, people, ()

    whole: ClassVar[Promise]
    head: ClassVar[Promise]
    """Names of the kind's table and of its head."""
    tab: ClassVar[Promise]
    """What its table is called where a season's pages are listed."""
    in_log: ClassVar[Promise] = _("In the table")
    follows: ClassVar[Promise] = _("Lines are added, never changed. The table is computed from this log.")
    """What its own part of the log is called, and what the log is to its table."""

    before: ClassVar[str] = ""
    """The template of what its page shows besides before it begins, of what `beforehand` found."""
    calls: ClassVar[str] = ""
    """The template of what waits for its reader before it begins, at the head of the page, of the same."""

    def beforehand(self, reader: Any, asked: Mapping[str, str]) -> Any:
        """What of its own is known before it begins."""
        return None

    desk: ClassVar[str] = ""
    """The template of what its desk shows besides, of what `at_desk` found."""

    def at_desk(self, reader: Any) -> Any:
        """What of its own is for those who run it."""
        return None

    def to_rule(self, season: Competition, now: datetime) -> int:
        """How much of its own waits for an arbiter, beside disputes, suspicions and acts."""
        return 0

    def after_ruling(self, reader: Any, pairing: Pairing, result: Event) -> Link | None:
        """Where an arbiter says what follows from a result that leaves it open; None: it follows."""
        return None

    ending: ClassVar[str] = ""
    """The template of what its page shows besides when it is over, of what `afterwards` found."""

    def games_counted(self, season: Competition) -> int | None:
        """How many games its table counts; None: as many as half of the sides that stand in it."""
        return None

    def came_to(self, season: Competition) -> Mapping[int, str]:
        """What entries (by number) came to, in words; none where it is games won, drawn and lost."""
        return {}

    final_table: ClassVar[str] = "tournaments/_final_table.html"
    """The template of its final table."""

    def afterwards(self, reader: Any, champions: Sequence[int], asked: Mapping[str, str]) -> Any:
        """What of its own led `champions` (numbers of entries) to the first place; `asked` is what its page's
        address asks for.
        """
        return None

    def page(self, reader: Any, asked: Mapping[str, str], common: dict[str, Any]) -> Any:
        """The season's own page while it is played, a `SeasonPage` with what it has in `common`; `asked` is
        what the address asks for.
        """
        raise NotImplementedError

    def facts(self, reader: Any) -> tuple[list[Term], list[Term]]:
        """Terms of the kind that join a season's facts: among its dates and among its rules."""
        return [], []

    def export(self, season: Competition, now: datetime, people: Mapping[int, int]) -> dict[str, Any]:
        """`events`, `rounds` and `table` of its file (docs/season-export.md). `people`: by entry, who is
        behind it.
        """
        raise NotImplementedError


FIRST: Final = "ladder"
"""The kind that is drafted where none is named."""
_KINDS: dict[str, Kind] = {}


def add(kind: Kind) -> None:
    """Let there be competitions of this kind."""
    _KINDS[kind.key] = kind
    RULES[kind.key] = kind.rules


def of(season: Competition) -> Kind:
    """The kind of a competition."""
    return _KINDS[season.kind]


def of_rules(rules: CommonRules) -> Kind:
    """The kind that these rules are of."""
    return _KINDS[rules.KIND]


def of_key(key: str) -> Kind:
    """The kind of a season whose row says `key`."""
    return _KINDS[key]


def named(key: str) -> Kind | None:
    """The kind of this key, if there is one."""
    return _KINDS.get(key)


def with_pairings() -> list[str]:
    """What stands beside pairings, of whatever kind."""
    return [name for kind in every() for name in kind.with_pairing]


def every() -> Iterable[Kind]:
    """All kinds, in the order in which they are offered."""
    return _KINDS.values()
