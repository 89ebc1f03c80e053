"""One result, what its players say about it, what the site recorded, and how an arbiter could rule."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import permutations
from typing import Any, Final

from django.utils.translation import gettext as _

from games.common.words.people import at_start, called
from games.words import wording
from league.competitions import kinds
from league.competitions.forms.acts import choice
from league.competitions.models import Arbiter, Dispute, Event, Pairing
from league.competitions.models.pairing import with_sides
from league.competitions.rules.endings import FORFEIT, VOID
from league.competitions.selectors.ends import result_in_words, says_firm
from league.competitions.state.finality import PROVISIONAL, Firmness, may_dispute
from league.competitions.state.season_access import Reader

Ruling = Dispute.Ruling
PHASES_SHOWN: Final = 3


@dataclass(frozen=True, slots=True)
class Recorded:
    """One thing that the site recorded, and when."""

    at: datetime
    says: str


@dataclass(frozen=True, slots=True)
class Option:
    """One way to rule: the form's value, its name, and what follows."""

    value: str
    label: str
    follows: str


@dataclass(frozen=True)
class DisputePage:
    """`disputes` are all of this result, the last one last. `may_dispute`, `may_answer`, `may_rule`: what the
    reader can do, and `then` where they say what follows. `players` are the keys of the entries that
    played; `firm`: how firm the result is, `says_firm` in words.
    """

    title: str
    result: str
    game: str
    at: datetime
    firm: Firmness
    says_firm: str
    pairing: Pairing
    disputes: Sequence[Dispute]
    players: Sequence[int]
    recorded: Sequence[Recorded]
    later: int
    may_dispute: bool
    may_answer: bool
    may_rule: bool
    options: Sequence[Option]
    appointed: Sequence[Arbiter]
    then: kinds.Link | None

    @property
    def open(self) -> Dispute | None:
        """The dispute that waits for a ruling; none will come once the season is over."""
        if self.pairing.competition.is_over:
            return None
        return next((each for each in self.disputes if each.ruled_at is None), None)

    @property
    def rule_by(self) -> datetime | None:
        """Until when arbiters are to rule on it."""
        return self.open.rule_by if self.open else None

    @property
    def stands_at(self) -> datetime | None:
        """When the result stands if none has."""
        return self.open.stands_at if self.open else None


def dispute_page(reader: Reader, number: int) -> DisputePage | None:
    """The page about the result of pairing `number`; None where there is no result."""
    season = reader.season
    rows = season.pairings.filter(number=number, game__isnull=False).select_related("game", "competition")
    found = with_sides(rows).first()
    result = season.events.filter(kind="result", number=number, superseded_by=None).first()
    if found is None or result is None or found.game is None:
        return None
    disputes = list(
        found.disputes.select_related(
            "raised_by__user", "answered_by__user", "ruled_by", "forfeited_by__user"
        ).order_by("pk")
    )
    firm = reader.finality.of(
        number, result.at, result.recorded_at, supersedes=result.supersedes_id is not None
    )
    open_ = next((each for each in disputes if each.ruled_at is None), None)
    own = found.entry_of(reader.person or 0)
    is_on = not season.is_over
    may_rule = reader.is_arbiter and is_on
    return DisputePage(
        pairing=found,
        title=reader.kind.titled(found),
        result=result_in_words(result.facts, found),
        game=reader.game_address(found.game.code),
        at=result.at,
        firm=firm,
        says_firm=says_firm(firm, found, own),
        disputes=disputes,
        players=[each.pk for each in found.entries],
        recorded=recorded_of(found, result),
        later=_later(reader, result, found),
        may_dispute=own is not None and may_dispute(own) and firm.kind == PROVISIONAL,
        may_answer=(
            is_on
            and own is not None
            and open_ is not None
            and open_.raised_by_id != own.pk
            and open_.answer_at is None
        ),
        may_rule=may_rule,
        options=options_of(found, result) if may_rule else (),
        appointed=list(season.arbiters.filter(left_at=None).exclude(reason="").select_related("user")),
        then=reader.kind.after_ruling(reader, found, result) if may_rule else None,
    )


def _later(reader: Reader, result: Event, found: Pairing) -> int:
    """How many later results one who played had a part in: those may change ranks again. One query at
    most.
    """
    if not reader.kind.moves_later:
        return 0
    later = reader.season.events.filter(kind="result", superseded_by=None, at__gt=result.at)
    games = Pairing.objects.filter(sides__entry__in=found.entries)
    return later.filter(game__in=games.values("game")).count()


def recorded_of(found: Pairing, result: Event) -> list[Recorded]:
    """What is known of the game's course: how it came about, its last phases and who missed them, its end.
    The phase in which an act ended the game never came to its deadline and is left out.
    """
    game = found.game
    if game is None:
        return []
    rows = game.phases.filter(adjudicated_at__isnull=False, closes_at__lte=result.at)
    phases = list(
        rows.order_by("-ordinal").values_list("label", "closes_at", "turn__asked", "turn__missed")[
            :PHASES_SHOWN
        ]
    )
    seats = dict(game.tenures.values_list("seat__key", "user__username"))
    lines = [Recorded(at, says) for at, says in kinds.of(found.competition).began(found)]
    for label, closes_at, asked, missed in reversed(phases):
        lines.append(Recorded(closes_at, _phase(label, asked or {}, missed or {}, seats)))
    return [*lines, Recorded(result.at, _("The game ended."))]


def _phase(label: str, asked: dict[str, Any], missed: dict[str, Any], seats: dict[str, str]) -> str:
    parts = [_("%(phase)s closed.") % {"phase": wording.phase(label)}]
    for seat in sorted(asked):
        name = called(seats.get(seat, seat))
        words = _("%(name)s: nothing saved.") if missed.get(seat) else _("%(name)s: orders saved.")
        parts.append(at_start(words % {"name": name}))
    return " ".join(parts)


def options_of(found: Pairing, result: Event) -> list[Option]:
    """The rulings there are, each with what would follow for those who played. Only games for two can be lost
    by forfeit (HR-5).
    """
    ways: list[tuple[str, int, str, dict[str, Any]]] = [
        (Ruling.STANDS, 0, str(Ruling.STANDS.label), _own_end(result))
    ]
    for entry, against in permutations(found.entries) if found.is_of_two else ():
        label = _("Forfeit by %(name)s") % {"name": called(entry.user.get_username())}
        end = {"winner": against.number, "loser": entry.number, "how": FORFEIT}
        ways.append((Ruling.FORFEIT, entry.number, label, end))
    void = {"winner": None, "loser": None, "how": VOID, "silent": False}
    ways.append((Ruling.ANNULLED, 0, str(Ruling.ANNULLED.label), void))
    kind, ends = kinds.of(found.competition), [end for *_way, end in ways]
    if said := kind.follows_if(found, ends):
        return [
            Option(choice(ruling, number), label, says)
            for (ruling, number, label, _end), says in zip(ways, said, strict=True)
        ]
    kept, *then = kind.ranks_if(found, [{}, *ends])
    return [
        Option(choice(ruling, number), label, _follows(ruling, found, kept, ranks))
        for (ruling, number, label, _end), ranks in zip(ways, then, strict=True)
    ]


def _follows(ruling: str, found: Pairing, kept: tuple[int, ...], then: tuple[int, ...]) -> str:
    ranks = ", ".join(
        f"{called(entry.user.get_username())} {rank or '–'}"
        for entry, rank in zip(found.entries, then, strict=True)
    )
    words = _("Ranks stay: %(ranks)s.") if then == kept else _("Ranks change: %(ranks)s.")
    more = str(kinds.of(found.competition).if_annulled) if ruling == Ruling.ANNULLED else ""
    return f"{more} {words % {'ranks': ranks}}".strip()


def _own_end(result: Event) -> dict[str, Any]:
    """The facts of the game's own end, before anyone ruled on it; empty where no one has."""
    if result.supersedes_id is None:
        return {}
    first = Event.objects.get(
        competition=result.competition_id, kind=result.kind, number=result.number, supersedes=None
    )
    return dict(first.facts)
