"""What came of one game of a season, to one reader: won or lost, ranks, how firm that is, where to go."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from datetime import datetime
from typing import Any

from django.utils.translation import gettext as _

from games.common import clock
from games.common.words import local
from games.common.words.people import at_start, called
from games.gate.contests import ContestNote, Moved, tells_ends
from league.competitions import kinds
from league.competitions.kinds import Ranks
from league.competitions.models import Competition, Entry, Event, Pairing
from league.competitions.models.pairing import pairing_of
from league.competitions.rules.endings import Ending, ending_of
from league.competitions.rules.event_kind import EventKind
from league.competitions.selectors.log import Names, in_words
from league.competitions.selectors.seasons import address
from league.competitions.state.finality import (
    DISPUTED,
    PROVISIONAL,
    RULED,
    Firmness,
    finality_of,
    may_dispute,
)


@tells_ends
def told_of_game(game: Any, reader: int | None) -> ContestNote | None:
    """What the season of `game` says of it, once it is over. Three queries at most."""
    found = pairing_of(game, *kinds.with_pairings())
    return told_of(found, reader) if found is not None else None


def told_of(found: Pairing, reader: int | None) -> ContestNote | None:
    """The same of a pairing that was played, which comes with its sides and season; None of one that the
    season has not counted and will not. Two queries at most, and those of its kind.
    """
    season = found.competition
    home = (season.name, season.get_absolute_url())
    results = season.events.filter(kind=EventKind.RESULT, number=found.number, superseded_by=None)
    result = results.select_related("move").first()
    if result is None:
        if not season.is_live:
            return None
        return ContestNote(says=_("We’re counting this game for the season."), links=[home], is_counted=False)
    firm = finality_of(season, clock.now()).of(
        found.number, result.at, result.recorded_at, supersedes=result.supersedes_id is not None
    )
    kind = kinds.of(season)
    ranks, own = kind.ranks_around(result, found), found.entry_of(reader or 0)
    may = own is not None and may_dispute(own)
    note = ContestNote(
        says=_said(result, found),
        more=says_firm(firm, found, own),
        links=[home],
        dispute=(
            _link_words(firm, may=may),
            address(season.league.slug, "dispute", season.code, found.number),
        ),
        may_dispute=may and firm.kind == PROVISIONAL,
        is_provisional=firm.kind == PROVISIONAL,
    )
    if own is None:
        return replace(note, stands=_of_all(found, ranks))
    if season.state == Competition.State.RUNNING and own.state == Entry.State.PLAYING:
        home = (str(kind.goes_on) or home[0], f"{home[1]}#next")
    of = ranks.get(own.number)
    note = replace(note, links=[home])
    if scored := kind.scored(result, found, own):
        return replace(note, title=scored, stands=f"{scored}.")
    return replace(note, title=_own(result, own, of), **_moved(of, lost=result.facts["loser"] == own.number))


def _moved(ranks: Ranks | None, *, lost: bool) -> dict[str, Any]:
    """What a result did to the rank of one who played: it moved, or they still hold it."""
    if ranks is None or not ranks.after:
        return {}
    if ranks.before != ranks.after:
        moved = Moved(_("your rank"), str(ranks.before or "–"), str(ranks.after), is_place=True)
        return {"moved": [moved]}
    held = {"rank": ranks.after}
    if lost:
        return {"aside": _("you still hold rank %(rank)d") % held}
    return {"stands": _("You keep rank %(rank)d.") % held}


def _own(result: Event, own: Entry, ranks: Ranks | None) -> str:
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
    if ranks is None or not ranks.after:
        return what
    said = {"what": what, "before": ranks.before, "after": ranks.after}
    if ranks.before != ranks.after:
        return _("%(what)s: rank %(before)d → %(after)d") % said
    return _("%(what)s: you keep rank %(after)d") % said


def _said(result: Event, found: Pairing) -> str:
    return f"{result_in_words(result.facts, found)}."


def result_in_words(facts: Mapping[str, Any], found: Pairing) -> str:
    """How the game of a pairing ended, which comes with its season and sides."""
    people = {each.number: each.user.get_username() for each in found.entries}
    names = Names(people, {found.number: tuple(people)})
    return in_words(found.competition, EventKind.RESULT, facts, names)


def _of_all(found: Pairing, ranks: Mapping[int, Ranks]) -> str:
    """What a result did to the ranks of those who played."""
    lines = []
    for entry in found.entries:
        if (of := ranks.get(entry.number)) is None:
            continue
        said = {"name": called(entry.user.get_username()), "before": of.before, "after": of.after}
        if of.after and of.before != of.after:
            lines.append(at_start(_("%(name)s: rank %(before)d → %(after)d.") % said))
        elif of.after:
            lines.append(at_start(_("%(name)s keeps rank %(after)d.") % said))
    return " ".join(lines)


def says_firm(firm: Firmness, found: Pairing, own: Entry | None) -> str:
    """How firm a result is, and what follows from that for the reader, whose entry played in it as `own`."""
    if firm.kind == PROVISIONAL and firm.until is not None:
        return _provisional(firm.until, found, own)
    if firm.kind == DISPUTED:
        return _("The result is disputed: an arbiter rules on it.")
    if firm.by_rule:
        return _("The result is final: no arbiter ruled on the dispute in time.")
    if firm.kind == RULED:
        return _("The result is final: an arbiter has ruled.")
    return _("The result is final.")


def _provisional(until: datetime, found: Pairing, own: Entry | None) -> str:
    able = [each for each in found.entries if may_dispute(each)]
    said = {"until": local.moment(until)}
    if own in able:
        return _("The result is provisional until %(until)s. Until then you can dispute it.") % said
    if len(able) > 1 and not found.is_of_two:
        words = _("The result is provisional until %(until)s. Until then any of its players can dispute it.")
        return words % said
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


def mailed(found: Pairing, reader: int) -> tuple[str, str, str]:
    """Of a result that counts, to one who played: a title, what there is to say, and where to go."""
    told = told_of(found, reader)
    if told is None:
        raise ValueError(f"{found} has no result")
    where = told.dispute or told.links[0]
    return told.title or told.says, f"{told.says} {told.more}", where[1]
