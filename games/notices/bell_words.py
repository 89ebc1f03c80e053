"""What stands among someone's notices of what happened in their games."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Collection, Mapping, Sequence
from functools import partial
from typing import Any, Final

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.common import clock
from games.common.outbox.bell import Words, quoted, says_in_bell
from games.common.words.people import at_start, called
from games.engine import sight
from games.engine.hidden_players import masked_seats
from games.models import Game, Tenure
from games.notices.mail_context import MailContext
from games.notices.occasions import matters_of
from games.words import wording
from games.words.addresses import game_address


def _finished(context: MailContext) -> tuple[str, str]:
    won, winners = context.won, context.winners
    if won:
        return (_("You won") if won == 1 else _("You won, together with others")), ""
    if winners.is_void:
        return _("The game is void"), ""
    if not winners.names:
        return _("The game is over, and no one won"), ""
    title = ngettext("%(names)s won", "%(names)s share the victory", len(winners.names))
    return at_start(title % {"names": winners.together}), ""


def _announced(context: MailContext) -> tuple[str, str]:
    facts = context.facts()
    return at_start(_("%(by)s announces something") % facts), quoted("", str(facts["reason"]))


def _taken_back(context: MailContext) -> tuple[str, str]:
    facts = context.facts()
    return _("The game was rewound to %(phase)s") % facts, quoted("", str(facts["reason"]))


KEPT: Final[Mapping[str, Callable[[MailContext], tuple[str, str]]]] = {
    "started": lambda _context: (
        _("The game has begun"),
        _("Whatever you have saved by each deadline counts; you don’t need to be online."),
    ),
    "finished": _finished,
    "set_aside": lambda _context: (
        _("The game is paused by an error"),
        _("The error is ours. Nothing you saved is lost."),
    ),
    "missed": lambda context: (
        _("You missed %(phase)s") % {"phase": wording.phase(context.phase.label) if context.phase else ""},
        context.warning,
    ),
    "given_up": lambda _context: (_("You no longer have your seat"), ""),
    "seated": lambda context: (_("You now play %(role)s") % context.facts(), ""),
    "replaced": lambda context: (_("You no longer play %(role)s") % context.facts(), ""),
    "announcement": _announced,
    "taken_back": _taken_back,
}
"""What stands among notices, by what mails are about: in two parts, what happened and what follows. Rare
things alone: turns and phases are read from games themselves.
"""

SAYS: Final[Mapping[str, Callable[[MailContext], tuple[str, str]]]] = {
    **KEPT,
    "waiting": lambda _context: (_("Your turn"), ""),
    "reminder": lambda _context: (_("A deadline is near, and you have saved nothing"), ""),
    "extended": lambda _context: (_("A deadline is near, and you have saved nothing"), ""),
    "letters": lambda _context: (_("Someone has written to you"), ""),
    "proposal": lambda _context: (_("Vote on ending the game"), ""),
    "clock_vote": lambda _context: (_("Vote on a pause or more time"), ""),
    "invited": lambda context: (at_start(_("%(host)s invites you to a game") % context.facts()), ""),
}
"""The words of each notice in the bell, by topic."""


def _anything(_context: MailContext) -> tuple[str, str]:
    return _("Something happened in one of your games"), ""


def is_kept(row: Any, game: Game) -> bool:
    """Whether a row of `game` stands among notices. Of games of competitions their beginning and end do not:
    the competition tells of them.
    """
    about = row.payload["about"]
    return about in KEPT and not (game.is_contest and about in ("started", "finished"))


def words_of(rows: Sequence[Any], matters: Mapping[int, MailContext]) -> dict[int, Callable[[], Words]]:
    """What each of `rows` says of its game, by its key, when its reader's language holds; rows without a
    matter say nothing. One query.
    """
    told = [row for row in rows if row.pk in matters]
    others = _others_in({matters[row.pk].game for row in told})
    return {row.pk: partial(_words, row, matters[row.pk], others) for row in told}


def _words(row: Any, context: MailContext, others: Mapping[int, Mapping[int, str]]) -> Words:
    game = context.game
    title, what = SAYS.get(row.payload["about"], _anything)(context)
    return Words(
        about=f"game:{game.pk}",
        title=title,
        place=f"{_game_words(game, row.payload['user'], others)}, {game.league.name}",
        what=what,
        address=game_address(game.league.slug, game.code),
        league=game.league.name,
        is_hidden=bool(masked_seats(game.variant)) or sight.is_in_fog(game),
    )


def _game_words(game: Game, reader: int, others: Mapping[int, Mapping[int, str]]) -> str:
    """A game by its people: of two, the other; of more, its name and how many there are."""
    people = others.get(game.pk, {})
    rest = [name for user, name in people.items() if user != reader]
    if len(people) == 2 and len(rest) == 1:
        return _("You against %(name)s") % {"name": called(rest[0])}
    return f"“{' '.join(game.name.split())}”"


def _others_in(games: Collection[Game]) -> Mapping[int, Mapping[int, str]]:
    """By game, who plays in it, where everyone may know: by their keys, their names. One query."""
    shown = [game.pk for game in games if not masked_seats(game.variant)]
    found: dict[int, dict[int, str]] = defaultdict(dict)
    if shown:
        seated = Tenure.objects.filter(game__in=shown, left_at=None)
        for game, user, name in seated.values_list("game", "user", "user__username"):
            found[game][user] = name
    return found


says_in_bell("mail", lambda rows: words_of(rows, matters_of(rows, clock.now())))
