"""What is new for an open page. All of them ask at one instant, and most often nothing is."""

from __future__ import annotations

from dataclasses import dataclass

from django.db.models import Exists, F, OuterRef, Subquery

from games import clock
from games.access import Access
from games.compiled import Given, Question, columns, made
from games.models import Answer, Circle, ClockEntry, Game, Message, Phase, Tenure, Vote
from games.selectors.acts import acts_of
from games.selectors.endings import endings_of
from games.selectors.letters import Asked
from games.selectors.page import GamePage
from games.selectors.phases import Timeline
from games.selectors.press import press_of
from games.selectors.seats import places_of
from games.selectors.status import Seen, clock_entries_of, turns_of
from games.tenancy import LeagueLike


@dataclass(frozen=True, slots=True)
class Standing:
    """How far a game is for one reader: the label of its open phase, empty for none; its version; the newest
    letter that his seat wrote or was sent, 0 for none; which version of his own answer he has saved, 0 for
    none. `answer` is None for whoever has no seat, and where no phase is open.
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
        )

    def has_moved_on(self, seen: Seen) -> bool:
        return bool(seen.phase) and seen.phase != self.phase

    def has_letter(self, seen: Seen) -> bool:
        return seen.letter is not None and self.letter > seen.letter


_NEWEST_IN_CIRCLE = Message.objects.filter(circle=OuterRef("circle")).order_by("-pk").values("pk")[:1]

_STANDING = Question(
    lambda: (
        Tenure.objects.filter(
            user_id=Given("user"), left_at=None, game__league_id=Given("league"), game__code=Given("code")
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
                    seat=OuterRef("seat"), phase__game=OuterRef("game"), phase__adjudicated_at=None
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

_OPEN_LABEL = Question(
    lambda: Phase.objects.filter(game_id=Given("game"), adjudicated_at=None).order_by().values_list("label")
)

_IN_BRIEF = [name for name in columns(Phase) if name != "position"]

_OPEN_PHASE = Question(
    lambda: (
        Phase.objects.filter(game_id=Given("game"), adjudicated_at=None)
        .order_by()
        .values_list(
            *_IN_BRIEF,
            Exists(ClockEntry.objects.filter(phase=OuterRef("pk"))),
            Exists(Vote.objects.filter(game=OuterRef("game"))),
        )
    )
)

_RECEIVED_AFTER = Question(
    lambda: (
        Message.objects.filter(game_id=Given("game"), circle__seats=Given("seat"), pk__gt=Given("letter"))
        .exclude(sender_id=Given("seat"))
        .order_by()
        .values_list("pk")[:1]
    )
)


def standing_of_player(league: LeagueLike, user_id: int, code: str) -> Standing | None:
    """The standing of the game `code` of this league for one of its players; None for everybody else, and if
    there is no such game. One query, and nobody else's letters or answers are among what it asks for.
    """
    row = _STANDING.row(league=league.pk, user=user_id, code=code)
    if row is None:
        return None
    state, version, label, answer, letter = row
    if state != Game.State.RUNNING or label is None:
        return Standing("", version, letter or 0)
    return Standing(label, version, letter or 0, answer or 0)


def standing_of(game: Game) -> Standing:
    """How far a game is for whoever has no seat. One query."""
    row = _OPEN_LABEL.row(game=game.pk) if game.is_running else None
    return Standing(row[0] if row else "", game.version)


def live_page(access: Access, seen: Seen, standing: Standing, asked: Asked) -> GamePage:
    """What has changed on a page that shows `seen`, with the letters `asked` for.

    `standing` was read before. The version and the phase are read anew, and the version first: what the page
    is told to show is never newer than its parts.
    """
    game = access.game
    phase, was_moved, has_votes = _open_phase_of(game)
    has_moved_on = bool(seen.phase) and (phase is None or phase.label != seen.phase)
    has_letter = standing.has_letter(seen)
    places = places_of(game, access.seat, phase)
    page = GamePage(
        access=access, now=clock.shown(), places=places, timeline=Timeline([], seen.phase), phase=phase
    )
    page.has_moved_on, page.answer_version = has_moved_on, standing.answer
    page.has_changed = seen.version != game.version and not has_moved_on and phase is not None
    page.has_new_letter = has_letter and _has_received_after(access, seen.letter or 0)
    if phase is not None:
        page.turns = turns_of(game.variant, phase, places)
        page.acts = acts_of(game)
        page.clock_entries = clock_entries_of(phase) if was_moved else []
        if page.has_changed:
            page.endings = endings_of(access, phase, places, has_votes)
    if has_letter and not has_moved_on:
        page.press = press_of(access, phase, places, page.now, asked)
    return page


def _open_phase_of(game: Game) -> tuple[Phase | None, bool, bool]:
    """The open phase without its position, which is long to read and is loaded when it is asked for; whether
    its deadline has been moved, and whether there are votes. One query.
    """
    row = _OPEN_PHASE.row(game=game.pk) if game.is_running else None
    if row is None:
        return None, False, False
    *values, was_moved, has_votes = row
    return made(Phase, values, _IN_BRIEF), bool(was_moved), bool(has_votes)


def _has_received_after(access: Access, letter: int) -> bool:
    """Whether something came for the reader's seat after the letter he saw last. One query."""
    return (
        access.seat is not None
        and _RECEIVED_AFTER.row(game=access.game.pk, seat=access.seat.pk, letter=letter) is not None
    )
