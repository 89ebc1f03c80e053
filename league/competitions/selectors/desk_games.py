"""Challenges and games on a season's desk: answers that are due, games that need a look, and the others.

Nothing here depends on what is saved for an open phase, which is its player's alone: an arbiter is told what
everyone may know. Orders were missing where a phase was extended for that, or where one was missed.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final

from django.db.models import Exists, F, OuterRef, Q, QuerySet, Subquery
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

from adjudicator.texts.names import listed
from games.agreed.absence import warning_in_words
from games.common.words import local
from games.common.words.people import at_start, called
from games.engine.misses import Misses, misses_so_far
from games.models import ClockEntry, Phase, Tenure, Turn
from games.words import wording
from league.competitions.models import Challenge, Pairing
from league.competitions.models.pairing import runs, with_sides
from league.competitions.state.holidays import away_at
from league.competitions.state.season_access import Reader

SHOWN: Final = 100
"""The most lines of each list on the desk."""
ICONS: Final = {"grave": "stop", "care": "care", "soft": "info"}

Away = Mapping[int, datetime]
"""By person (keys), until when they are on holiday in the league."""


@dataclass(frozen=True, slots=True)
class Need:
    """Why a game needs a look: `tag` in a word or two, `says` in a sentence, `tone` (of ICONS) how urgent."""

    tone: str
    tag: str
    says: str = ""

    @property
    def icon(self) -> str:
        return ICONS[self.tone]


@dataclass(frozen=True, slots=True)
class OpenGame:
    """A game that is on. `title`: its pairing; `desk` is where an arbiter acts on it, empty for others."""

    title: str
    address: str
    desk: str
    phase: str
    deadline: datetime | None
    needs: Sequence[Need] = ()


@dataclass(frozen=True, slots=True)
class OpenChallenge:
    """A challenge that waits for an answer; `away`: until when the player who has to answer is on holiday."""

    by: str
    of: str
    answer_by: datetime
    away: datetime | None


@dataclass(frozen=True, slots=True)
class DeskGames:
    """The games that are on, as far as they are shown, and how many there are of both kinds."""

    needing: Sequence[OpenGame]
    others: Sequence[OpenGame]
    needing_in_all: int
    in_all: int

    @property
    def more(self) -> int:
        """How many are not shown."""
        return self.in_all - len(self.needing) - len(self.others)


def away_in(reader: Reader) -> Away:
    """Who is on holiday in the league of the season now. One query."""
    rows = away_at(reader.season.league_id, reader.now)
    return dict(rows.order_by("ends_at").values_list("user_id", "ends_at"))


def challenges_of(reader: Reader, away: Away) -> tuple[Sequence[OpenChallenge], int]:
    """Those that wait for an answer, the next to be due first, and how many are not shown. Two queries."""
    waiting = Challenge.objects.filter(competition=reader.season, state=Challenge.State.WAITING)
    columns = ("by__user__username", "of__user__username", "answer_by", "of__user_id")
    rows = waiting.order_by("answer_by", "pk").values_list(*columns)[:SHOWN]
    found = [OpenChallenge(by, of, due, away.get(user)) for by, of, due, user in rows]
    return found, max(0, waiting.count() - len(found))


def games_of(reader: Reader, away: Away) -> DeskGames:
    """All games of the season that are on, those that close soonest first. Eleven queries at most."""
    playing = reader.season.pairings.filter(runs())
    missed = _missed(reader, playing)
    needy = Q(game__in={*missed, *_stuck(playing, reader.now)})
    needy |= Q(game__in=_HELD.filter(user__in=list(away)).values("game"))
    rows = [*_rows(playing.filter(needy)), *_rows(playing.filter(~needy))]
    games = [row["game"] for row in rows]
    phases = {
        phase.game_id: phase
        for phase in Phase.objects.filter(game__in=games, adjudicated_at=None).only(
            "game", "label", "deadline", "set_aside_at", "paused_until"
        )
    }
    extended = _extended(phases)
    facts = _Facts(reader, away, phases, missed, extended, _seated(games))
    found = [facts.game(row) for row in rows]
    found.sort(key=lambda game: (game.deadline is None, game.deadline or reader.now))
    return DeskGames(
        needing=[game for game in found if game.needs],
        others=[game for game in found if not game.needs],
        needing_in_all=playing.filter(needy).count(),
        in_all=playing.count(),
    )


def _rows(playing: QuerySet[Pairing]) -> list[Mapping[str, Any]]:
    """As many as are shown, those that close soonest first."""
    open_ = Phase.objects.filter(game=OuterRef("game"), adjudicated_at=None).order_by("deadline")
    soonest = F("deadline").asc(nulls_last=True)
    playing = playing.annotate(deadline=Subquery(open_.values("deadline")[:1]))
    rows = list(with_sides(playing.order_by(soonest, "number")).select_related("game")[:SHOWN])
    return [
        {
            "game": each.game_id,
            "number": each.number,
            "code": each.game.code if each.game else "",
            "players": each.entries,
        }
        for each in rows
    ]


def _missed(reader: Reader, playing: QuerySet[Pairing]) -> dict[int, dict[str, Misses]]:
    """By game and seat, what was missed where something follows from the next miss, or the last phase was
    missed. Three queries, one where no one missed anything.
    """
    turns = Turn.objects.filter(phase__game__in=playing.values("game"))
    games = set(turns.exclude(missed={}).order_by().values_list("phase__game", flat=True))
    absence = reader.rules.absence
    found: dict[int, dict[str, Misses]] = {}
    for game, seats in misses_so_far(dict.fromkeys(games)).items():
        kept = {
            seat: misses
            for seat, misses in seats.items()
            if misses.in_a_row or (misses.in_all and absence.left(*misses) <= 1)
        }
        if kept:
            found[game] = kept
    return found


def _stuck(playing: QuerySet[Pairing], now: datetime) -> set[int]:
    """Games whose open phase is over or extended, or was set aside or paused. One query."""
    extended = ClockEntry.objects.filter(phase=OuterRef("pk"), reason=ClockEntry.Reason.EXTENSION)
    stuck = Q(deadline__lt=now) | Q(set_aside_at__isnull=False) | Q(paused_until__gt=now) | Exists(extended)
    open_ = Phase.objects.filter(stuck, game__in=playing.values("game"), adjudicated_at=None)
    return set(open_.order_by().values_list("game", flat=True))


def _extended(phases: Mapping[int, Phase]) -> dict[int, list[str]]:
    """By game whose open phase was extended, the seats whose orders were missing. One query."""
    rows = ClockEntry.objects.filter(
        phase__in=[phase.pk for phase in phases.values()], reason=ClockEntry.Reason.EXTENSION
    )
    return dict(rows.order_by("pk").values_list("phase__game", "charged"))


_HELD: Final = Tenure.objects.filter(left_at=None)


def _seated(games: Collection[int]) -> dict[int, dict[str, tuple[int, str]]]:
    """By game and seat, who plays there now: key and name. One query."""
    found: dict[int, dict[str, tuple[int, str]]] = defaultdict(dict)
    held = _HELD.filter(game__in=list(games)).order_by("game", "seat__order")
    for game, seat, user, name in held.values_list("game", "seat__key", "user", "user__username"):
        found[game][seat] = (user, called(name))
    return found


@dataclass(frozen=True)
class _Facts:
    """What is known of the games that are shown."""

    reader: Reader
    away: Away
    phases: Mapping[int, Phase]
    missed: Mapping[int, Mapping[str, Misses]]
    extended: Mapping[int, Sequence[str]]
    seated: Mapping[int, Mapping[str, tuple[int, str]]]

    def _name(self, game: int, seat: str) -> str:
        """The name of the seat's player; empty: no one."""
        return self.seated[game].get(seat, (0, ""))[1]

    def game(self, row: Mapping[str, Any]) -> OpenGame:
        reader, phase = self.reader, self.phases.get(row["game"])
        people = [each.user.get_username() for each in row["players"]]
        desk = reverse("games:desk", args=[reader.slug, row["code"]]) if reader.is_arbiter else ""
        return OpenGame(
            title=at_start(reader.kind.named(row["number"], people)),
            address=reader.game_address(row["code"]),
            desk=desk,
            phase=wording.phase(phase.label) if phase else "",
            deadline=phase.deadline if phase else None,
            needs=[
                *self._of_clock(row["game"], phase),
                *self._of_misses(row["game"]),
                *self._of_absent(row["game"]),
            ],
        )

    def _of_clock(self, game: int, phase: Phase | None) -> Iterator[Need]:
        if phase is None:
            return
        if phase.set_aside_at is not None:
            yield Need("grave", _("paused by an error"), _("The site’s team has to resume it."))
        elif phase.deadline < self.reader.now:
            yield Need("grave", pgettext("a game", "late"), _("The phase is over and not resolved yet."))
        if phase.paused_until is not None and phase.is_paused(self.reader.now):
            said = _("The pause ends on %(when)s.") % {"when": local.moment(phase.paused_until)}
            yield Need("soft", _("paused"), said)
        if game in self.extended:
            names = list(filter(None, (self._name(game, seat) for seat in self.extended[game])))
            said = _("Orders were missing: %(names)s.") % {"names": listed(names, local.language())}
            yield Need("soft", pgettext("a phase", "extended"), said if names else "")

    def _of_misses(self, game: int) -> Iterator[Need]:
        absence, seats = self.reader.rules.absence, self.reader.rules.SEATS
        for seat, misses in self.missed.get(game, {}).items():
            row, in_all = misses
            if not (name := self._name(game, seat)):  # who missed them has left
                continue
            if row:
                tag = ngettext("%(count)d missed phase in a row", "%(count)d missed phases in a row", row) % {
                    "count": row
                }
            else:
                tag = ngettext("%(count)d missed phase in all", "%(count)d missed phases in all", in_all) % {
                    "count": in_all
                }
            table: dict[str, Any] = {"seats": seats, "held": seats, "is_hidden": False}
            says = warning_in_words(absence, *misses, **table, player=name)
            yield Need("grave" if absence.left(*misses) <= 1 else "care", tag, at_start(says))

    def _of_absent(self, game: int) -> Iterator[Need]:
        for user, name in self.seated[game].values():
            if (end := self.away.get(user)) is not None:
                said = {"name": name, "when": local.moment(end)}
                says = at_start(_("%(name)s is on holiday until %(when)s.") % said)
                yield Need("soft", pgettext("a person", "on holiday"), says)
