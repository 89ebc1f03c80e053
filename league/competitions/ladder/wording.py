"""Why a challenge may not be made and what a decline costs, in the language that holds."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import datetime, timedelta
from typing import Final

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.common.words import local
from games.common.words.people import called
from league.competitions.ladder.challenges import Refusal, Why
from league.competitions.ladder.rules.challenge_rules import ChallengeRules, Reach
from league.competitions.ladder.state.declining import Cost


def says_why(refusal: Refusal, rules: ChallengeRules) -> str:
    """What stands beside a player's name in place of a button, to the person who would challenge them."""
    return _SAYS[refusal.why](refusal, rules)


def refuses(refusal: Refusal, rules: ChallengeRules, name: str) -> str:
    """The same as the answer to a challenge of `name` that was refused."""
    if refusal.why is Why.SELF:
        return says_why(refusal, rules)
    said = {"name": called(name), "why": says_why(refusal, rules)}
    return _("You can’t challenge %(name)s. %(why)s") % said


def _far(refusal: Refusal, rules: ChallengeRules) -> str:
    said = {"number": refusal.number, "limit": refusal.limit}
    if rules.reach is Reach.RATING:
        return (
            ngettext(
                "Rated %(number)d point above you; the limit is %(limit)d.",
                "Rated %(number)d points above you; the limit is %(limit)d.",
                refusal.number,
            )
            % said
        )
    return (
        ngettext(
            "%(number)d rank above you; the limit is %(limit)d.",
            "%(number)d ranks above you; the limit is %(limit)d.",
            refusal.number,
        )
        % said
    )


def _met(refusal: Refusal, _rules: ChallengeRules) -> str:
    last = _end_of(refusal) - timedelta(days=refusal.limit)
    return ngettext(
        "You met on %(day)s: %(limit)d day between two games.",
        "You met on %(day)s: %(limit)d days between two games.",
        refusal.limit,
    ) % {"day": local.day(last), "limit": refusal.limit}


def _counts(refusal: Refusal) -> dict[str, int]:
    return {"number": refusal.number, "limit": refusal.limit}


def _end_of(refusal: Refusal) -> datetime:
    if refusal.until is None:
        raise ValueError(f"{refusal.why} without the moment at which it ends")
    return refusal.until


def _until(refusal: Refusal) -> str:
    return local.moment(_end_of(refusal))


_SAYS: Final[Mapping[str, Callable[[Refusal, ChallengeRules], str]]] = {
    Why.SELF: lambda _refusal, _rules: _("This is you."),
    Why.ABSENT: lambda _refusal, _rules: _("Not on the ladder now."),
    Why.BEFORE: lambda refusal, _rules: _("Challenges open on %(when)s.") % {"when": _until(refusal)},
    Why.AFTER: lambda refusal, _rules: (
        _("Challenges closed on %(when)s, so that every game can end in time.") % {"when": _until(refusal)}
    ),
    Why.BELOW: lambda _refusal, _rules: _("Below you."),
    Why.FAR: _far,
    Why.PLAYING: lambda _refusal, _rules: _("You are playing now."),
    Why.ASKED: lambda _refusal, _rules: _("There is a challenge between you, waiting for its answer."),
    Why.MET: _met,
    Why.DECLINED: lambda refusal, _rules: (
        _("Your last challenge was declined or undone: again from %(when)s.") % {"when": _until(refusal)}
    ),
    Why.AWAY: lambda refusal, _rules: _("You are on holiday until %(when)s.") % {"when": _until(refusal)},
    Why.THEY_ARE_AWAY: lambda refusal, _rules: _("On holiday until %(when)s.") % {"when": _until(refusal)},
    "barred": lambda _refusal, _rules: _("You are suspended in this league for now."),
    "they-are-barred": lambda _refusal, _rules: _("Can’t play right now."),
    Why.OWING: lambda _refusal, _rules: _("Pay your entry fee first."),
    # That others have not paid is theirs alone to know: it reads like a suspension.
    Why.THEY_ARE_OWING: lambda _refusal, _rules: _("Can’t play right now."),
    Why.OUTGOING: lambda refusal, _rules: (
        ngettext(
            "You have %(number)d challenge waiting for an answer; the limit is %(limit)d.",
            "You have %(number)d challenges waiting for an answer; the limit is %(limit)d.",
            refusal.number,
        )
        % _counts(refusal)
    ),
    Why.GAMES: lambda refusal, _rules: (
        ngettext(
            "You play %(number)d game; the limit is %(limit)d.",
            "You play %(number)d games; the limit is %(limit)d.",
            refusal.number,
        )
        % _counts(refusal)
    ),
    Why.INCOMING: lambda refusal, _rules: (
        ngettext(
            "Has %(number)d challenge to answer; the limit is %(limit)d.",
            "Has %(number)d challenges to answer; the limit is %(limit)d.",
            refusal.number,
        )
        % _counts(refusal)
    ),
    Why.THEIR_GAMES: lambda refusal, _rules: (
        ngettext(
            "Plays %(number)d game; the limit is %(limit)d.",
            "Plays %(number)d games; the limit is %(limit)d.",
            refusal.number,
        )
        % _counts(refusal)
    ),
}


def drops(cost: Cost) -> str:
    """What a decline cost, to the person who pays for it: You drop from rank 2 to 5."""
    if not cost.ranks:
        free = "" if cost.left is None else free_declines(cost.left)
        return " ".join([_("It cost you nothing."), free]).strip()
    if not cost.has_moved:
        return _("No one is below you, so you keep your rank.")
    return _("You drop from rank %(before)d to %(after)d.") % {"before": cost.before, "after": cost.after}


def free_declines(left: int) -> str:
    """How many challenges someone can still decline for nothing."""
    if not left:
        return _("The next decline costs ranks.")
    return ngettext(
        "You have %(count)d free decline left.", "You have %(count)d free declines left.", left
    ) % {"count": left}


def ranks(count: int) -> str:
    """3 → 3 ranks."""
    return ngettext("%(count)d rank", "%(count)d ranks", count) % {"count": count}
