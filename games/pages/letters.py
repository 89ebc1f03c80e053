"""Messages of a game, as one of its seats reads them: its threads, and one of them open."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from itertools import groupby
from typing import Any

from django.db.models import Exists, FilteredRelation, OuterRef, Q, QuerySet, Subquery, Sum, Value
from django.db.models.functions import Coalesce

from games.common.database.compiled import Param, PreparedQuery, columns, from_row
from games.models import Circle, Game, LetterDraft, Message, Phase, ReadMark, Seat, Tenure, Withheld
from games.pages.seats import Place
from games.words import prose, wording
from games.words.threads import NEW, circle_key, places_in

PAGE = 20
"""Messages on the page at a time."""
FIRST_WORDS = 60
"""Characters of a thread's last message that its line quotes."""
PHASES_OFFERED = 60
"""Phases, the newest, that may be chosen to be referred to; others can be typed."""


@dataclass(frozen=True, slots=True)
class ThreadRequest:
    """What the reader wants to see: the thread by its key, or the seats to begin one with; the messages
    before one of them. Whatever makes no sense is passed over.
    """

    thread: str = ""
    before: int | None = None
    to: Sequence[str] = ()


@dataclass(frozen=True, slots=True)
class Letter:
    """One message, by the keys of the seats it went between. `is_new`: the reader has not read it;
    `is_folded`: they had blocked its writer, and may open it.
    """

    pk: int
    phase: str
    sender: str
    recipients: list[str]
    is_own: bool
    is_new: bool
    body: str
    sent_at: datetime
    is_folded: bool = False


@dataclass(frozen=True, slots=True)
class Stretch:
    """Messages that follow each other in one phase."""

    label: str
    letters: list[Letter]

    @property
    def name(self) -> str:
        return wording.phase(self.label)


@dataclass(frozen=True, slots=True)
class Thread:
    """One circle of correspondents. `others` are the keys of its seats but the reader's own; `newest` is the
    key of its last message, `upto` that of the last one that they have read. `last` are the first words of
    its last message, by `last_seat`, known where there are threads to choose from.
    """

    key: str
    others: list[str]
    is_everybody: bool = False
    is_open: bool = False
    has_draft: bool = False
    unread: int = 0
    upto: int = 0
    newest: int = 0
    last: str = ""
    last_is_own: bool = False
    last_seat: str = ""
    sent_at: datetime | None = None
    circle: int | None = None


@dataclass(frozen=True, slots=True)
class Letters:
    """A reader's threads, that with the newest message first, and some messages of the open one, oldest
    first.

    `older` is where to go on reading back, `newest` the last message of all their threads, `received` the
    last one of the open thread that someone else wrote, `draft` what they have begun to write there.
    """

    thread: str = NEW
    threads: list[Thread] = field(default_factory=list)
    stretches: list[Stretch] = field(default_factory=list)
    before: int | None = None
    older: int | None = None
    newest: int = 0
    received: int = 0
    draft: LetterDraft | None = None

    @property
    def open_thread(self) -> Thread | None:
        return next((thread for thread in self.threads if thread.is_open), None)

    @property
    def unread(self) -> int:
        return sum(thread.unread for thread in self.threads)

    @property
    def listed(self) -> list[Thread]:
        """The threads to choose from: those in which someone has written, or the reader has begun to."""
        return [thread for thread in self.threads if thread.newest or thread.has_draft or thread.is_open]


def letters_of(game: Game, seat: Seat | None, places: Sequence[Place], asked: ThreadRequest) -> Letters:
    """What `seat` sent and received, in the time of the player who has it now unless the game lets successors
    read all of it; nothing for anyone else. At most four queries.
    """
    if seat is None:
        return Letters()
    seats = [place.key for place in places]
    writers = [place.key for place in places if not place.is_masked]
    tenure = next((place.tenure for place in places if place.is_own), None)
    drafts = drafts_by_thread(tenure)
    since = since_of(game, tenure)
    known = _threads_of(game, seat, tenure, since, seats, drafts)
    key = _choose(known, asked, seat, writers)
    if key != NEW and key not in (thread.key for thread in known):
        known.append(_thread(key, seat, seats))
    threads = [
        replace(thread, is_open=thread.key == key, is_everybody=_is_everybody(thread, seat, writers))
        for thread in known
    ]
    open_thread = next((thread for thread in threads if thread.is_open), None)
    letters = (
        _letters_in(open_thread, seat, tenure, since, asked.before)
        if open_thread and open_thread.circle
        else []
    )
    shown = letters[:PAGE][::-1]
    return Letters(
        thread=key,
        threads=threads,
        stretches=[Stretch(label, list(each)) for label, each in groupby(shown, lambda one: one.phase)],
        before=asked.before,
        older=shown[0].pk if len(letters) > PAGE else None,
        newest=max((thread.newest for thread in threads), default=0),
        received=max((letter.pk for letter in shown if not letter.is_own), default=0),
        draft=drafts.get(key),
    )


_BEGUN = PreparedQuery(
    lambda: (
        LetterDraft.objects.filter(tenure_id=Param("tenure"))
        .exclude(body="")
        .values_list(*columns(LetterDraft))
    )
)


def drafts_by_thread(tenure: int | None) -> dict[str, LetterDraft]:
    """What the holder of a tenure has begun to write, by thread. One query."""
    begun = (from_row(LetterDraft, row) for row in _BEGUN.rows(tenure=tenure))
    return {draft.thread: draft for draft in begun}


def since_of(game: Game, tenure: int | None) -> int:
    """The tenure with which a player's messages begin, by its key; 0: they read all messages of their seat,
    since the game's successors do.
    """
    return 0 if game.successors_read else tenure or 0


def is_shown_to(tenure: Any, *, folded: bool = True) -> Any:
    """The messages that are not withheld from a reader who has blocked their writer, by the key of their
    tenure; with those that are shown to them `folded`, or without. To be filtered by.
    """
    hidden = Withheld.objects.filter(message=OuterRef("pk"), tenure=tenure)
    return ~Exists(hidden.filter(folds=False) if folded else hidden)


def is_read_since(tenure: Any) -> Q:
    """The messages that were sent since someone took a seat, by the key of their tenure; all of them
    for 0.
    """
    taken = Subquery(Tenure.objects.filter(pk=tenure).order_by().values("taken_at"))
    return Q(sent_at__gte=Coalesce(taken, Value(_ALWAYS)))


_ALWAYS = datetime(1970, 1, 1, tzinfo=UTC)


def words_of(game: Game, seat: Seat, user: Any, letter: int) -> str:
    """The text of a message that `user` sent or received in `seat`; nothing of any other. Two queries."""
    tenure = Tenure.objects.filter(seat=seat, user_id=user.pk, left_at=None).values_list("pk", flat=True)
    own = tenure.get()
    since = is_read_since(since_of(game, own))
    found = Message.objects.filter(
        since, is_shown_to(own, folded=False), pk=letter, game=game, circle__seats=seat
    )
    return found.values_list("body", flat=True).first() or ""


def phases_to_quote(game: Game) -> list[str]:
    """The labels of all phases of the game, the newest first. One query."""
    return [label for (label,) in _LABELS.rows(game=game.pk)]


_LABELS = PreparedQuery(
    lambda: Phase.objects.filter(game_id=Param("game")).order_by("-ordinal").values_list("label")
)


def news_by_game(user: Any) -> dict[int, int]:
    """How many messages `user` has not read, by the key of the game. One query."""
    return dict(_NEWS_BY_GAME.rows(user=user.pk))  # type: ignore[arg-type]


def count_of_news(user: Any) -> int:
    """How many messages `user` has not read in all their games. One query."""
    row = _COUNT_OF_NEWS.row(user=user.pk)
    return int(row[0]) if row else 0


def _marks_with_news(user: Any) -> QuerySet[ReadMark]:
    return ReadMark.objects.filter(tenure__user_id=user, tenure__left_at=None, unread__gt=0)


_NEWS_BY_GAME = PreparedQuery(
    lambda: (
        _marks_with_news(Param("user"))
        .values("circle__game")
        .annotate(count=Sum("unread"))
        .values_list("circle__game", "count")
    )
)

_COUNT_OF_NEWS = PreparedQuery(
    lambda: (
        _marks_with_news(Param("user"))
        .values("tenure__user")
        .annotate(count=Sum("unread"))
        .values_list("count")
    )
)


def _choose(known: Sequence[Thread], asked: ThreadRequest, seat: Seat, writers: Sequence[str]) -> str:
    """The thread to open: the one asked for; the only one there can be; the newest with news; the newest.

    `writers` are the seats between which messages go, the first of the game's. Another only has the threads
    that they were let into, and begins none.
    """
    places = places_in(asked.thread)
    if seat.key in writers:
        if asked.to:
            places = [seat.order, *(writers.index(key) for key in asked.to if key in writers)]
        if len(set(places)) > 1 and seat.order in places and max(places) < len(writers):
            return circle_key(places)
        if len(writers) == 2:
            return circle_key(range(2))
        if asked.thread == NEW:
            return NEW
    elif asked.thread in (thread.key for thread in known):
        return asked.thread
    if not known:
        return NEW
    return next((thread.key for thread in known if thread.unread), known[0].key)


def _is_everybody(thread: Thread, seat: Seat, writers: Sequence[str]) -> bool:
    """Whether a thread is of all between whom messages go, and of more than two of them."""
    return len(writers) > 2 and {*thread.others, seat.key} >= {*writers}


def _circles_of_seat() -> QuerySet[Circle, Any]:
    """The keys of the seat's circles, the last message in each, and how far each has been read."""
    shown = is_shown_to(Param("tenure"))
    letters = Message.objects.filter(is_read_since(Param("since")), shown, circle=OuterRef("pk"))
    last = letters.order_by("-pk").values("pk")[:1]
    mark = FilteredRelation("read_marks", condition=Q(read_marks__tenure=Param("tenure")))
    return (
        Circle.objects.filter(game_id=Param("game"), seats=Param("seat"))
        .annotate(mark=mark, newest=Subquery(last))
        .values_list("pk", "key", "newest", "mark__unread", "mark__upto")
    )


_CIRCLES = PreparedQuery(_circles_of_seat)


def _threads_of(
    game: Game,
    seat: Seat,
    tenure: int | None,
    since: int,
    seats: Sequence[str],
    drafts: Collection[str],
) -> list[Thread]:
    """The circles in which `seat` has messages or one of `drafts`. Two queries; one where two people play."""
    circles = _CIRCLES.rows(game=game.pk, seat=seat.pk, tenure=tenure, since=since)
    found = sorted((circle for circle in circles if circle[2] is not None), key=lambda circle: -circle[2])
    words = _last_words([newest for _pk, _key, newest, *_mark in found], seat) if len(seats) > 2 else {}
    threads = [
        _thread(
            key,
            seat,
            seats,
            has_draft=key in drafts,
            unread=unread or 0,
            upto=newest if upto is None else upto,  # without a mark nothing is new
            newest=newest,
            circle=pk,
            **words.get(newest, {}),
        )
        for pk, key, newest, unread, upto in found
    ]
    begun = sorted(set(drafts) - {NEW} - {thread.key for thread in threads})
    return threads + [_thread(key, seat, seats, has_draft=True) for key in begun]


def _last_words(letters: Collection[int], seat: Seat) -> dict[int, dict[str, Any]]:
    """What a list of threads quotes of the last message of each. One query."""
    rows = Message.objects.filter(pk__in=letters).values_list(
        "pk", "body", "sender", "sender__key", "sent_at"
    )
    return {
        pk: {
            "last": prose.first_words(body, FIRST_WORDS),
            "last_is_own": sender == seat.pk,
            "last_seat": key,
            "sent_at": sent_at,
        }
        for pk, body, sender, key, sent_at in rows
    }


def _thread(key: str, seat: Seat, seats: Sequence[str], **values: Any) -> Thread:
    others = [seats[place] for place in places_in(key) if place != seat.order and place < len(seats)]
    return Thread(key=key, others=others, **values)


def _letters_of_circle(**narrower: Any) -> QuerySet[Message, Any]:
    is_shown, is_open = is_shown_to(Param("tenure")), is_shown_to(Param("tenure"), folded=False)
    since = is_read_since(Param("since"))
    letters = Message.objects.filter(since, is_shown, circle_id=Param("circle"), **narrower)
    rows = letters.order_by("-pk").annotate(is_open=is_open)
    return rows.values_list("pk", "phase__label", "sender", "sender__key", "body", "sent_at", "is_open")[
        : PAGE + 1
    ]


_NEWEST_LETTERS = PreparedQuery(_letters_of_circle)
_LETTERS_BEFORE = PreparedQuery(lambda: _letters_of_circle(pk__lt=Param("before")))


def _letters_in(
    thread: Thread, seat: Seat, tenure: int | None, since: int, before: int | None
) -> list[Letter]:
    """The thread's messages, the newest first, one more than a page shows. One query."""
    asked: dict[str, Any] = {"circle": thread.circle, "tenure": tenure, "since": since}
    if before is not None:
        asked["before"] = before
    found = (_NEWEST_LETTERS if before is None else _LETTERS_BEFORE).rows(**asked)
    return [
        Letter(
            pk=pk,
            phase=label,
            sender=key,
            recipients=[each for each in [*thread.others, seat.key] if each != key],
            is_own=sender == seat.pk,
            is_new=sender != seat.pk and pk > thread.upto and bool(is_open),
            body=body,
            sent_at=sent_at,
            is_folded=not is_open,
        )
        for pk, label, sender, key, body, sent_at, is_open in found
    ]
