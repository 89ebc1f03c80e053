"""What came of one game of a ladder, to one reader: won or lost, ranks, how firm that is, where to go."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.utils.translation import gettext as _

from games.common import clock
from games.common.words import local
from games.common.words.people import at_start, called
from games.gate.contests import Told, tells_ends
from games.models import Game
from league.competitions.ladder import Ending, ending_of
from league.competitions.models import Challenge, Competition, Entry, Event
from league.competitions.rules.event_kind import EventKind
from league.competitions.selectors.seasons import address
from league.competitions.state.finality import (
    DISPUTED,
    PROVISIONAL,
    RULED,
    Firmness,
    finality_of,
    may_dispute,
)
from league.competitions.words import wording


@dataclass(frozen=True, slots=True)
class Ranks:
    """Somebody's rank before a result and after it; 0: not on the ladder."""

    before: int
    after: int


@tells_ends
def told_of_game(game: Game, reader: int | None) -> Told | None:
    """What the season of `game` says of it, once it is over. Three queries at most."""
    rows = Challenge.objects.filter(pairing__game=game)
    found = rows.select_related("by__user", "of__user", "competition__league").first()
    return told_of(found, reader) if found is not None else None


def told_of(found: Challenge, reader: int | None) -> Told | None:
    """The same of a challenge that was played, which comes with its people and season; None of one that the
    season has not counted and will not. Two queries at most.
    """
    season = found.competition
    home = (season.name, season.get_absolute_url())
    result = (
        Event.objects.filter(
            competition=season, kind=EventKind.RESULT, number=found.number, superseded_by=None
        )
        .select_related("move")
        .first()
    )
    if result is None:
        if not season.is_live:
            return None
        return Told(says=_("The ladder counts this game in a moment."), links=[home])
    firm = finality_of(season, clock.now()).of(
        found.number, result.at, result.recorded_at, supersedes=result.supersedes_id is not None
    )
    ranks = _ranks(result, found)
    own = next((each for each in (found.by, found.of) if each.user_id == reader), None)
    page = (
        _link_words(firm, may=own is not None and may_dispute(own)),
        address(season.league.slug, "dispute", season.code, found.number),
    )
    if own is None:
        return Told(
            says=_neutral(result, found, ranks), more=says_firm(firm, found, None), links=[page, home]
        )
    title = _own(result, own, ranks[own.number])
    if season.state == Competition.State.RUNNING and own.state == Entry.State.PLAYING:
        home = (_("Your next challenge"), f"{home[1]}#next")
    return Told(title=title, says=_said(result, found), more=says_firm(firm, found, own), links=[page, home])


def _ranks(result: Event, found: Challenge) -> dict[int, Ranks]:
    """By the number of an entry, its ranks around `result`, as they are folded."""
    move = getattr(result, "move", None)
    ranks = {}
    for entry, before in ((found.by, found.by_end), (found.of, found.of_end)):
        after = before
        if move is not None and move.entry_id == entry.pk:
            after = move.after
        elif move is not None and move.after <= before < move.before:
            after += 1
        ranks[entry.number] = Ranks(before, after)
    return ranks


def _own(result: Event, own: Entry, ranks: Ranks) -> str:
    """What the end is to one of the two: You won: rank 6 → 2."""
    ending = ending_of(result.facts["how"], result.facts["winner"])
    if ending is Ending.WON:
        what = _("You won") if result.facts["winner"] == own.number else _("You lost")
    else:
        what = {
            Ending.DRAW: _("You drew"),
            Ending.VOID: _("The game is void"),
            Ending.BOTH_LOST: _("You both lost"),
        }[ending]
    said = {"what": what, "before": ranks.before, "after": ranks.after}
    if not ranks.after:
        return what
    if ranks.before != ranks.after:
        return _("%(what)s: rank %(before)d → %(after)d") % said
    return _("%(what)s: you keep rank %(after)d") % said


def _said(result: Event, found: Challenge) -> str:
    names = {each.number: each.user.get_username() for each in (found.by, found.of)}
    winner, loser = (result.facts["winner"] or found.by.number, result.facts["loser"] or found.of.number)
    return f"{wording.result(result.facts, names[winner], names[loser])}."


def _neutral(result: Event, found: Challenge, ranks: dict[int, Ranks]) -> str:
    """The result, and what it did to both ranks."""
    lines = []
    for entry in (found.by, found.of):
        of: Any = ranks[entry.number]
        said = {"name": called(entry.user.get_username()), "before": of.before, "after": of.after}
        if of.after and of.before != of.after:
            lines.append(at_start(_("%(name)s: rank %(before)d → %(after)d.") % said))
        elif of.after:
            lines.append(at_start(_("%(name)s keeps rank %(after)d.") % said))
    return " ".join([_said(result, found), *lines])


def says_firm(firm: Firmness, found: Challenge, own: Entry | None) -> str:
    """How firm a result is, and what follows from that for the reader, of whose two entries `own` is one."""
    if firm.kind == PROVISIONAL and firm.until is not None:
        return _provisional(firm.until, found, own)
    if firm.kind == DISPUTED:
        return _("The result is disputed: an arbiter rules on it.")
    if firm.by_rule:
        return _("The result is final: no arbiter ruled on the dispute in time.")
    if firm.kind == RULED:
        return _("The result is final: an arbiter has ruled.")
    return _("The result is final.")


def _provisional(until: datetime, found: Challenge, own: Entry | None) -> str:
    able = [each for each in (found.by, found.of) if may_dispute(each)]
    said = {"until": local.moment(until)}
    if own in able:
        return _("The result is provisional until %(until)s. Until then you can dispute it.") % said
    if len(able) > 1:
        return _("The result is provisional until %(until)s. Until then either player can dispute it.") % said
    if able:
        said["name"] = called(able[0].user.get_username())
        return _("The result is provisional until %(until)s. Until then %(name)s can dispute it.") % said
    return _("The result is provisional until %(until)s.") % said


def _link_words(firm: Firmness, *, may: bool) -> str:
    if firm.kind == PROVISIONAL and may:
        return _("Dispute this result")
    if firm.by_rule:
        return _("See the dispute")
    return {DISPUTED: _("See the dispute"), RULED: _("See the ruling")}.get(firm.kind, _("See the result"))


def mailed(found: Challenge, reader: int) -> tuple[str, str, str]:
    """Of a result that counts, to one of its two: a title, what there is to say, and where to go."""
    told = told_of(found, reader)
    if told is None:
        raise ValueError(f"{found} has no result")
    return told.title or told.says, f"{told.says} {told.more}", told.links[0][1]
