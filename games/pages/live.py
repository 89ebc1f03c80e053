"""What is new for an open page. All of them ask at one instant, and most often nothing is."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from django.db.models import Exists, F, OuterRef, Q, Subquery, Value
from django.db.models.lookups import Exact

from games.common import clock
from games.common.database.compiled import Param, PreparedQuery, columns, from_row
from games.gate.access import Access
from games.gate.nominations import is_standing
from games.gate.tenancy import LeagueLike
from games.models import (
    Answer,
    Branch,
    Circle,
    ClockEntry,
    ClockProposal,
    Game,
    Message,
    Nomination,
    Phase,
    Tenure,
    Vote,
    Withheld,
)
from games.pages import parts
from games.pages.letters import ThreadRequest, is_read_since, is_shown_to, since_of
from games.pages.page import GamePage
from games.pages.parts import Basis
from games.pages.phases import Newest, Timeline
from games.pages.seats import Place, places_of
from games.pages.status import Seen


@dataclass(frozen=True, slots=True)
class Standing:
    """How far a game is for one reader: the label of its open phase, empty for none; its version; the newest
    message that their seat wrote or was sent, 0 for none; which version of their own answer they have saved,
    0 for none. `answer` is None for readers without a seat, and where no phase is open.
    """

    phase: str
    version: int
    letter: int = 0
    answer: int | None = None

    def has_news_for(self, seen: Seen) -> bool:
        """Whether a page that shows `seen` shows less than this."""
        return (
            self.has_moved_on(seen)
            or self.has_letter(seen)
            or seen.version != self.version
            or seen.answer not in (None, self.answer)
            or seen.has_resumed
        )

    def has_moved_on(self, seen: Seen) -> bool:
        return bool(seen.phase) and seen.phase != self.phase

    def has_letter(self, seen: Seen) -> bool:
        return seen.letter is not None and self.letter > seen.letter


_NEWEST_IN_CIRCLE = (
    Message.objects.filter(
        Q(sent_at__gte=OuterRef(OuterRef("taken_at")))
        | Exact(OuterRef(OuterRef("game__successors_read")), Value(True)),
        ~Exists(
            Withheld.objects.filter(
                message=OuterRef("pk"), tenure=OuterRef(OuterRef(OuterRef("pk"))), folds=False
            )
        ),
        circle=OuterRef("circle"),
    )
    .order_by("-pk")
    .values("pk")[:1]
)

_STANDING = PreparedQuery(
    lambda: (
        Tenure.objects.filter(
            user_id=Param("user"), left_at=None, game__league_id=Param("league"), game__code=Param("code")
        )
        .order_by()
        .values_list(
            "game__state",
            "game__version",
            Subquery(
                Phase.objects.filter(game=OuterRef("game"), adjudicated_at=None).order_by().values("label")
            ),
            Subquery(
                Answer.objects.filter(
                    seat=OuterRef("seat"),
                    phase__game=OuterRef("game"),
                    phase__adjudicated_at=None,
                    phase__branch=None,
                ).values("version")
            ),
            Subquery(
                Circle.seats.through.objects.filter(seat=OuterRef("seat"))
                .annotate(newest=Subquery(_NEWEST_IN_CIRCLE))
                .order_by(F("newest").desc(nulls_last=True))
                .values("newest")[:1]  # type: ignore[misc]  # the checker loses sight of the annotation
            ),
        )
    )
)

_OPEN_LABEL = PreparedQuery(
    lambda: Phase.objects.filter(game_id=Param("game"), adjudicated_at=None).order_by().values_list("label")
)

_IN_BRIEF = [name for name in columns(Phase) if name != "position"]

_OPEN_PHASE = PreparedQuery(
    lambda: (
        Phase.objects.filter(game_id=Param("game"), adjudicated_at=None)
        .order_by()
        .values_list(
            *_IN_BRIEF,
            Exists(ClockEntry.objects.filter(phase__game=OuterRef("game"))),
            Exists(Vote.objects.filter(game=OuterRef("game"))),
            Subquery(Branch.objects.filter(game=OuterRef("game")).order_by("-number").values("version")[:1]),
            Exists(ClockProposal.objects.filter(phase=OuterRef("pk"), closed_at=None)),
            Exists(is_standing(Nomination.objects.filter(game=OuterRef("game")))),
        )
    )
)

_RECEIVED_AFTER = PreparedQuery(
    lambda: (
        Message.objects.filter(
            is_read_since(Param("since")),
            is_shown_to(Param("tenure"), folded=False),
            game_id=Param("game"),
            circle__seats=Param("seat"),
            pk__gt=Param("letter"),
        )
        .exclude(sender_id=Param("seat"))
        .order_by()
        .values_list("pk")[:1]
    )
)


def standing_of_player(league: LeagueLike, user_id: int, code: str) -> Standing | None:
    """The standing of the game `code` of this league for one of its players; None for everyone else, and if
    there is no such game. One query, and no one else's messages or answers are among what it asks for.
    """
    row = _STANDING.row(league=league.pk, user=user_id, code=code)
    if row is None:
        return None
    state, version, label, answer, letter = row
    if state != Game.State.RUNNING or label is None:
        return Standing("", version, letter or 0)
    return Standing(label, version, letter or 0, answer or 0)


def standing_of(game: Game) -> Standing:
    """How far a game is for readers without a seat. One query."""
    row = _OPEN_LABEL.row(game=game.pk) if game.is_running else None
    return Standing(row[0] if row else "", game.version)


def live_page(access: Access, seen: Seen, standing: Standing, asked: ThreadRequest) -> GamePage:
    """What has changed on a page that shows `seen`, with the messages `asked` for.

    `standing` was read before. The version and the phase are read again, and the version first: what the page
    is told to show is never newer than its parts.
    """
    game = access.game
    newest = _newest_of(game)
    phase = newest.open
    has_moved_on = bool(seen.phase) and (phase is None or phase.label != seen.phase)
    if access.is_player and seen.version is not None and seen.version < newest.taken_back:
        has_moved_on = True  # the phase may be called as the one on the page, and be another (HR-8)
    has_letter = standing.has_letter(seen)
    places = places_of(game, access.seat, phase)
    page = GamePage(
        access=access, now=clock.shown(), places=places, timeline=Timeline([], seen.phase), phase=phase
    )
    page.has_moved_on, page.answer_version = has_moved_on, standing.answer
    is_older = seen.version != game.version or seen.has_resumed
    page.has_changed = is_older and not has_moved_on and phase is not None
    page.has_new_letter = has_letter and _has_received_after(access, places, seen.letter or 0)
    basis = Basis(newest, asked)
    if phase is not None:
        parts.gather(page, basis, parts.TURN, parts.CLOCK)
    if page.has_changed:
        parts.gather(page, basis, parts.AGREED)
    if has_letter and not has_moved_on:
        parts.gather(page, basis, parts.PRESS)
    return page


def _newest_of(game: Game) -> Newest:
    """The open phase without its position, which is long to read and is loaded when it is asked for. One
    query.
    """
    row = _OPEN_PHASE.row(game=game.pk) if game.is_running else None
    if row is None:
        return Newest()
    *values, clock_changed, has_votes, taken_back, has_poll, has_nominee = row
    return Newest(
        open=from_row(Phase, values, _IN_BRIEF),
        clock_changed=bool(clock_changed),
        has_votes=bool(has_votes),
        has_poll=bool(has_poll),
        has_nominee=bool(has_nominee),
        taken_back=taken_back or 0,
    )


def _has_received_after(access: Access, places: Sequence[Place], letter: int) -> bool:
    """Whether something came for the reader's seat after the message they saw last. One query."""
    if access.seat is None:
        return False
    tenure = next((place.tenure for place in places if place.is_own), None)
    asked = {"game": access.game.pk, "seat": access.seat.pk, "tenure": tenure}
    since = since_of(access.game, tenure)
    return _RECEIVED_AFTER.row(**asked, since=since, letter=letter) is not None
