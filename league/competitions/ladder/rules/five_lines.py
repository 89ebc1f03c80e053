"""The rules of a ladder in five lines, for someone who reads them first."""

from __future__ import annotations

from collections.abc import Sequence

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.common.words import local
from league.competitions.ladder.rules.challenge_rules import FREE, Reach
from league.competitions.ladder.rules.ladder_rules import LadderRules


def five_lines(rules: LadderRules) -> Sequence[str]:
    """Whom one challenges, what a win brings, what not playing costs, until when: dates as in `rules`."""
    return (_challenging(rules), _winning(), _answering(rules), _idling(rules), _dates(rules))


def _challenging(rules: LadderRules) -> str:
    given = rules.challenges
    if given.reach is Reach.SHARE:
        words = _("Challenge one of the nearest %(count)d%% of the players above you.")
    elif given.reach is Reach.RATING:
        words = _("Challenge anyone above you whose rating is at most %(count)d higher than yours.")
    else:
        words = ngettext(
            "Challenge someone up to %(count)d rank above you.",
            "Challenge someone up to %(count)d ranks above you.",
            given.reach_of,
        )
    said = [words % {"count": given.reach_of}]
    if given.games != FREE:
        most = ngettext(
            "You play %(count)d game at a time.", "You play up to %(count)d games at a time.", given.games
        )
        said.append(most % {"count": given.games})
    return " ".join(said)


def _winning() -> str:
    return _(
        "Beat them and you take their rank: they and everyone down to your old rank move down one. If their "
        "rank has changed since the challenge, the worse of the two counts. If the better-ranked player "
        "wins, or no one does, no rank changes."
    )


def _answering(rules: LadderRules) -> str:
    days, cost, free = rules.challenges.answer_days, rules.cost, rules.free_declines
    if not days:
        return _("A challenge is accepted at once: the game begins.")
    answer = ngettext(
        "You have %(count)d day to answer a challenge.",
        "You have %(count)d days to answer a challenge.",
        days,
    )
    said = answer % {"count": days}
    if not cost:
        return f"{said} {_('Declining costs nothing.')}"
    ranks = {"cost": ngettext("%(count)d rank", "%(count)d ranks", cost) % {"count": cost}, "count": free}
    if not free:
        more = _("Declining, or not answering, costs %(cost)s.")
    else:
        more = ngettext(
            "Your first decline is free; after that each costs %(cost)s. Not answering counts as declining.",
            "Your first %(count)d declines are free; after that each costs %(cost)s. Not answering "
            "counts as declining.",
            free,
        )
    return f"{said} {more % ranks}"


def _idling(rules: LadderRules) -> str:
    if not rules.idle_weeks or not rules.cost:
        return _("Inactive weeks cost nothing.")
    said = {
        "cost": ngettext("%(count)d rank", "%(count)d ranks", rules.cost) % {"count": rules.cost},
        "count": rules.idle_weeks,
    }
    words = ngettext(
        "A week without a game or a challenge, though you could have made one, costs %(cost)s.",
        "%(count)d weeks in a row without a game or a challenge, though you could have made one, cost "
        "%(cost)s.",
        rules.idle_weeks,
    )
    return words % said


def _dates(rules: LadderRules) -> str:
    said = {"until": local.moment(rules.challenges_until), "end": local.moment(rules.ends_at)}
    parts = [_("You can challenge until %(until)s; the season ends on %(end)s.") % said]
    if rules.least_games:
        words = ngettext(
            "You need %(count)d game that counts for the final ranking.",
            "You need %(count)d games that count for the final ranking.",
            rules.least_games,
        )
        parts.append(words % {"count": rules.least_games})
    return " ".join(parts)
