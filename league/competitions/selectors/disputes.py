"""One result, what its players say about it, what the site recorded, and how an arbiter could rule."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any, Final

from django.utils.translation import gettext as _

from games.common.words.people import at_start, called
from games.models import Phase, Tenure
from games.words import wording as game_wording
from games.words.addresses import game_address
from league.competitions import ladder
from league.competitions.forms.acts import choice
from league.competitions.ladder import log
from league.competitions.models import Arbiter, Challenge, Dispute, Entry, Event, Pairing
from league.competitions.selectors.ends import says_firm
from league.competitions.state.finality import PROVISIONAL, Firmness, may_dispute
from league.competitions.state.reading import Reader
from league.competitions.words import wording

Ruling = Dispute.Ruling
PHASES_SHOWN: Final = 3


@dataclass(frozen=True, slots=True)
class Recorded:
    """One thing that the site recorded, and when."""

    at: datetime
    says: str


@dataclass(frozen=True, slots=True)
class Option:
    """One way to rule: the form's value, its name, and which ranks follow."""

    value: str
    label: str
    follows: str


@dataclass(frozen=True)
class DisputePage:
    """`disputes` are all of this result, the last one last. `may_dispute`, `may_answer`, `may_rule`: what the
    reader can do. `players` are the keys of the two entries that played; `firm`: how firm the result is,
    `says_firm` in words.
    """

    challenge: Challenge
    title: str
    result: str
    game: str
    at: datetime
    firm: Firmness
    says_firm: str
    pairing: Pairing
    disputes: Sequence[Dispute]
    players: tuple[int, int]
    recorded: Sequence[Recorded]
    later: int
    may_dispute: bool
    may_answer: bool
    may_rule: bool
    options: Sequence[Option]
    appointed: Sequence[Arbiter]

    @property
    def open(self) -> Dispute | None:
        """The dispute that waits for a ruling; none will come once the season is over."""
        if self.challenge.competition.is_over:
            return None
        return next((each for each in self.disputes if each.ruled_at is None), None)


def dispute_page(reader: Reader, number: int) -> DisputePage | None:
    """The page about the result of challenge `number`; None where there is no result."""
    season = reader.season
    rows = Challenge.objects.filter(competition=season, number=number)
    found = rows.select_related("by__user", "of__user", "pairing__game", "competition").first()
    result = season.events.filter(kind="result", number=number, superseded_by=None).first()
    if found is None or result is None or found.pairing is None or found.pairing.game is None:
        return None
    disputes = list(
        found.pairing.disputes.select_related(
            "raised_by__user", "answered_by__user", "ruled_by", "forfeited_by__user"
        ).order_by("pk")
    )
    firm = reader.finality.of(
        number, result.at, result.recorded_at, supersedes=result.supersedes_id is not None
    )
    open_ = next((each for each in disputes if each.ruled_at is None), None)
    own = next((each for each in (found.by, found.of) if each.user_id == reader.person), None)
    is_on = not season.is_over
    may_rule = reader.is_arbiter and is_on
    names = {found.by.number: found.by.user.get_username(), found.of.number: found.of.user.get_username()}
    said = {"by": called(found.by.user.get_username()), "of": called(found.of.user.get_username())}
    return DisputePage(
        challenge=found,
        pairing=found.pairing,
        title=at_start(_("%(by)s against %(of)s") % said),
        result=_result(result, found, names),
        game=game_address(reader.slug, found.pairing.game.code),
        at=result.at,
        firm=firm,
        says_firm=says_firm(firm, found, own),
        disputes=disputes,
        players=(found.by_id, found.of_id),
        recorded=recorded_of(found),
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
        options=options_of(reader, found, result) if may_rule else (),
        appointed=list(season.arbiters.filter(left_at=None).exclude(reason="").select_related("user")),
    )


def _result(result: Event, found: Challenge, names: dict[int, str]) -> str:
    winner = names.get(result.facts.get("winner") or 0, names[found.by.number])
    loser = names.get(result.facts.get("loser") or 0, names[found.of.number])
    return wording.result(result.facts, winner, loser)


def _later(reader: Reader, result: Event, found: Challenge) -> int:
    """How many later results one of the two had a part in: those may change ranks anew. One query."""
    later = reader.season.events.filter(kind="result", superseded_by=None, at__gt=result.at)
    games = Pairing.objects.filter(sides__entry__in=(found.by_id, found.of_id))
    return later.filter(game__in=games.values("game")).count()


def recorded_of(found: Challenge) -> list[Recorded]:
    """What is known of the game's course: the challenge, its last phases and who missed them, its end. The
    phase in which an act ended the game never came to its deadline and is left out.
    """
    rows = Phase.objects.filter(game=found.game, adjudicated_at__isnull=False).order_by("-ordinal")
    if found.over_at is not None:
        rows = rows.filter(closes_at__lte=found.over_at)
    phases = list(rows.values_list("label", "closes_at", "turn__asked", "turn__missed")[:PHASES_SHOWN])
    seats = dict(Tenure.objects.filter(game=found.game).values_list("seat__key", "user__username"))
    said = {"by": called(found.by.user.get_username()), "of": called(found.of.user.get_username())}
    lines = [Recorded(found.made_at, at_start(_("%(by)s challenged %(of)s.") % said))]
    if found.answered_at is not None:
        lines.append(Recorded(found.answered_at, _("The game began.")))
    for label, closes_at, asked, missed in reversed(phases):
        lines.append(Recorded(closes_at, _phase(label, asked or {}, missed or {}, seats)))
    if found.over_at is not None:
        lines.append(Recorded(found.over_at, _("The game ended.")))
    return lines


def _phase(label: str, asked: dict[str, Any], missed: dict[str, Any], seats: dict[str, str]) -> str:
    parts = [_("%(phase)s closed.") % {"phase": game_wording.phase(label)}]
    for seat in sorted(asked):
        name = called(seats.get(seat, seat))
        words = _("%(name)s: nothing saved.") if missed.get(seat) else _("%(name)s: an answer was saved.")
        parts.append(at_start(words % {"name": name}))
    return " ".join(parts)


def options_of(reader: Reader, found: Challenge, result: Event) -> list[Option]:
    """The rulings there are, each with the ranks of the two as they would then be."""
    events = list(log.events_of(reader.season))
    by, of = found.by, found.of
    kept = _ranks(events, by, of)
    ways: list[tuple[str, int, str, dict[str, Any]]] = [
        (Ruling.STANDS, 0, str(Ruling.STANDS.label), _own_end(result))
    ]
    for entry, other in ((by, of), (of, by)):
        label = _("Forfeit by %(name)s") % {"name": called(entry.user.get_username())}
        end = {"winner": other.number, "loser": entry.number, "how": ladder.FORFEIT}
        ways.append((Ruling.FORFEIT, entry.number, label, end))
    ways.append(
        (Ruling.ANNULLED, 0, str(Ruling.ANNULLED.label), {"winner": None, "loser": None, "how": ladder.VOID})
    )
    return [
        Option(
            choice(ruling, number),
            label,
            _follows(ruling, kept, _ranks(_changed(events, found.number, end), by, of), by, of),
        )
        for ruling, number, label, end in ways
    ]


def _own_end(result: Event) -> dict[str, Any]:
    """The end of the game itself, before anybody ruled on it; empty where nobody has."""
    if result.supersedes_id is None:
        return {}
    first = Event.objects.get(
        competition=result.competition_id, kind=result.kind, number=result.number, supersedes=None
    )
    return {name: first.facts[name] for name in ("winner", "loser", "how")}


def _changed(events: Sequence[ladder.Event], number: int, end: dict[str, Any]) -> list[ladder.Event]:
    return [
        replace(event, **end)
        if end and isinstance(event, ladder.Result) and event.challenge == number
        else event
        for event in events
    ]


def _ranks(events: Sequence[ladder.Event], by: Entry, of: Entry) -> tuple[int, int]:
    table = ladder.fold(events)
    return table.rank(by.number), table.rank(of.number)


def _follows(ruling: str, kept: tuple[int, int], then: tuple[int, int], by: Entry, of: Entry) -> str:
    said = {
        "by": called(by.user.get_username()),
        "by_rank": then[0] or "–",
        "of": called(of.user.get_username()),
        "of_rank": then[1] or "–",
    }
    words = _("Ranks stay: %(by)s %(by_rank)s, %(of)s %(of_rank)s.")
    if then != kept:
        words = _("Ranks change: %(by)s %(by_rank)s, %(of)s %(of_rank)s.")
    more = _("Nobody won. The game does not count or rate.") if ruling == Ruling.ANNULLED else ""
    return f"{more} {words % said}".strip()
