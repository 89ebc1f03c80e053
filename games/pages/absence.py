"""What a game's page says of missed phases: who has how many, what follows from them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from adjudicator.texts.names import listed
from games.agreed.absence import Absence, given_up_in_words, in_words, warning_in_words
from games.common.database.compiled import Param, PreparedQuery
from games.common.words import local
from games.engine import hosting_rules
from games.engine.misses import Misses, may_miss, misses_so_far
from games.gate.access import Access
from games.models import ClockEntry, Game, Phase
from games.pages.seats import Place
from games.words import wording


@dataclass(frozen=True, slots=True)
class SeatAbsence:
    """What one seat has missed, in words; `then` is what further misses would bring its player, where that is
    not the reader (`AbsencePanel.warning`). `row`: how many phases in a row.
    """

    key: str
    player: str
    says: str
    is_own: bool
    row: int
    then: str = ""

    @property
    def beside_name(self) -> str:
        """What stands beside the player's name; empty of one who is not absent."""
        if not self.row:
            return ""
        said = ngettext("%(count)d phase missed in a row.", "%(count)d phases missed in a row.", self.row)
        return " ".join([said % {"count": self.row}, *filter(None, [self.then])])


@dataclass(frozen=True, slots=True)
class Extended:
    """The extension of the open phase: until when, and whose it was."""

    after: datetime
    says: str


@dataclass(frozen=True, slots=True)
class AbsencePanel:
    """Missed phases in one game, as far as its reader may know of them (HR-3)."""

    seats: Sequence[SeatAbsence] = ()
    rules: str = ""
    warning: str = ""
    """What further misses would bring the reader."""
    extended: Extended | None = None
    news: str = ""
    """The rules in full, to players who sat here before there were any and have not read of them, and `since`
    when they hold.
    """
    since: datetime | None = None
    has_holidays: bool = False
    hides: bool = False
    """Whether no one is told of anyone else."""

    @property
    def beside_names(self) -> dict[str, str]:
        """By seat, what stands beside the names of players who are absent."""
        return {seat.key: seat.beside_name for seat in self.seats}


def absence_of(access: Access, phase: Phase, places: Sequence[Place]) -> AbsencePanel | None:
    """The panel of a running game; None where nothing follows from a miss. Three queries.

    Everyone is told of everyone, but where the rules hide who has answered or who owes an answer: there
    players are told of themselves alone, and the game master of all.
    """
    game = access.game
    absence = Absence.from_json(game.absence)
    if absence is None:
        return None
    hides = game.variant in hosting_rules.with_secret_dues()
    shown = [place for place in places if place.is_own or access.is_master or (not hides and place.is_held)]
    misses = misses_so_far({game.pk: absence.since})[game.pk]
    used, extended = _extensions(game, phase, places)
    table = _Table(game, absence, phase, len(places), len(misses))
    seats = [
        SeatAbsence(
            place.key,
            name := place.name or wording.seat(place.key),
            _seat_in_words(game, absence, place.key, misses[place.key], used[place.key]),
            place.is_own,
            misses[place.key].in_a_row,
            "" if place.is_own else table.warning(place.key, misses[place.key], name),
        )
        for place in shown
        if place.key in misses
    ]
    own = misses.get(access.seat_key or "")
    return AbsencePanel(
        seats=sorted(seats, key=lambda each: not each.is_own),
        rules=_("%(name)s. %(says)s")
        % {"name": absence.name, "says": given_up_in_words(absence, seats=len(places))},
        warning=table.warning(access.seat_key or "", own) if own else "",
        extended=extended,
        news=_news(game, absence, places),
        since=absence.since,
        has_holidays=bool(absence.holidays)
        and not hosting_rules.hides_absence(game.variant, access.seat_key or ""),
        hides=hides and not access.is_master,
    )


@dataclass(frozen=True, slots=True)
class _Table:
    """A game in its open phase: how many seats it has, and how many of them someone holds."""

    game: Game
    absence: Absence
    phase: Phase
    seats: int
    held: int

    def warning(self, seat: str, misses: Misses, player: str = "") -> str:
        """What further misses would bring `seat`, said to its player or, with the name, to others."""
        variant, phase = self.game.variant, self.phase
        is_asked = may_miss(variant, phase.kind, phase.due, seat) and phase.is_open
        return warning_in_words(
            self.absence,
            *misses,
            seats=self.seats,
            held=self.held,
            is_hidden=hosting_rules.hides_absence(variant, seat),
            next_phase=wording.phase(phase.label) if is_asked else "",
            at=local.moment(phase.deadline) if is_asked else "",
            player=player,
        )


def _news(game: Game, absence: Absence, places: Sequence[Place]) -> str:
    """The rules in full, if they are new to the reader."""
    own = next((place for place in places if place.is_own), None)
    if own is None or own.has_read_rules or absence.since is None or own.taken_at is None:
        return ""
    return in_words(absence, game.variant, seats=len(places)) if own.taken_at < absence.since else ""


def _seat_in_words(game: Game, absence: Absence, seat: str, misses: Misses, used: int) -> str:
    """`1 miss in a row of 2, 1 in all of 3; 1 extension left`; `no misses` of most."""
    if misses.in_all:
        said = ngettext(
            "%(row)d phase missed in a row of %(limit)d",
            "%(row)d phases missed in a row of %(limit)d",
            misses.in_a_row,
        ) % {"row": misses.in_a_row, "limit": absence.in_a_row}
        in_all = _(", %(all)d in all of %(limit)d") if absence.in_all else _(", %(all)d in all")
        said += in_all % {"all": misses.in_all, "limit": absence.in_all}
    else:
        said = _("no missed phases")
    if hosting_rules.hides_absence(game.variant, seat) or not absence.extensions:
        return said
    left = max(0, absence.extensions - used)
    if not left:
        return said + (_("; extension used") if absence.extensions == 1 else _("; extensions used"))
    return said + ngettext("; %(count)d extension left", "; %(count)d extensions left", left) % {
        "count": left
    }


_EXTENSIONS: Final = PreparedQuery(
    lambda: (
        ClockEntry.objects.filter(
            phase__game=Param("game"), phase__branch=None, reason=ClockEntry.Reason.EXTENSION
        )
        .order_by("pk")
        .values_list("phase", "charged", "before", "after")
    )
)


def _extensions(game: Game, phase: Phase, places: Sequence[Place]) -> tuple[Counter[str], Extended | None]:
    """How many extensions each seat has used, and that of the open phase. One query."""
    used, extended = Counter[str](), None
    for key, charged, before, after in _EXTENSIONS.rows(game=game.pk):
        used.update(charged)
        if key == phase.pk:
            extended = Extended(after, _extension_in_words([p for p in places if p.key in charged], before))
    return used, extended


def _extension_in_words(charged: Sequence[Place], before: datetime) -> str:
    """Who had saved nothing at the deadline, which was at `before`."""
    others = [place.name or wording.seat(place.key) for place in charged if not place.is_own]
    said = {"players": listed(others, local.language()), "at": local.moment(before)}
    if not others:
        return _("You had saved nothing at the deadline (%(at)s), and used an extension.") % said
    if len(others) < len(charged):
        return (
            _("You and %(players)s had saved nothing at the deadline (%(at)s); each used an extension.")
            % said
        )
    return (
        ngettext(
            "%(players)s had saved nothing at the deadline (%(at)s), and used an extension.",
            "%(players)s had saved nothing at the deadline (%(at)s); each used an extension.",
            len(others),
        )
        % said
    )
