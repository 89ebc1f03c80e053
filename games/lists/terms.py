"""What was agreed when a game opened, in words."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from django.utils.translation import gettext as _

from games.agreed.absence import Absence, in_words
from games.agreed.pace import LENGTHS, Pace, length_in_words
from games.agreed.terms import ALL_DEALINGS
from games.common.words import local
from games.common.words.people import called
from games.common.words.terms import Term
from games.common.words.zones import place_of
from games.engine import bridge, hosting_rules
from games.forms.tables import LABELS, value_in_words
from games.models import Game
from games.words import wording


def terms_of(game: Game) -> list[Term]:
    """The game's terms in the order in which people ask for them."""
    terms = [
        Term(_("Game"), wording.game(game.variant, game.settings)),
        Term(_("Rulebook"), rulebook_in_words(game.settings.get("rulebook", "classic"))),
        Term(_("Pace"), pace_in_words(Pace.from_json(game.pace), hosting_rules.lasts_no_time(game, "R"))),
        Term(_("Press"), press_in_words(game)),
        Term(_("Who sees it"), game.get_visibility_display()),
    ]
    if game.press == Game.Press.OPEN:
        terms.append(Term(_("Messages of a replaced player"), successors_in_words(game)))
        terms.append(Term(_("Messages after the game"), opened_in_words(game)))
        if game.press_locks:
            says = _("Locked while everyone waits for one player; drafts and messages to everyone still work")
            terms.append(Term(_("Private messages"), says))
    if game.reliability:
        terms.append(Term(_("Who may join"), reliability_in_words(game.reliability)))
    facts = bridge.about(game.variant, game.settings)
    if absence := Absence.from_json(game.absence):
        terms.append(Term(_("Missed phases"), in_words(absence, game.variant, seats=len(facts["seats"]))))
    first = facts["settings"]["first_year"]
    terms.append(Term(_("First year"), str(game.settings.get("first_year", first))))
    if "draws" in game.settings:
        terms.append(Term(_("Draws"), _("by vote") if game.settings["draws"] else _("not allowed")))
    if bridge.may_rank_seats(game.variant, game.settings):
        terms.append(Term(_("Who plays which power"), str(dict(ALL_DEALINGS)[game.dealing])))
    if game.master is not None:
        terms.append(Term(_("Game master"), called(game.master.get_username())))
    return terms + list(_own_terms(game.variant, game.settings))


def terms_of_contests(
    variant: str, settings: Mapping[str, Any], pace: Pace, press: str, absence: Absence, *, seats: int
) -> Iterator[Term]:
    """What games of a competition are to be played by that are not open yet, each for so many `seats`."""
    yield Term(_("Game"), wording.game(variant, settings))
    yield from _own_terms(variant, dict(sorted(settings.items())))
    yield Term(_("Pace"), pace_in_words(pace))
    yield Term(_("Press"), str(dict(Game.Press.choices).get(press, press)))
    yield Term(_("Missed phases"), in_words(absence, variant, seats=seats))


def _own_terms(variant: str, settings: Mapping[str, Any]) -> Iterator[Term]:
    """What a variant's own settings say; the table is part of the game's name."""
    for name, value in settings.items():
        if name in LABELS and name != "players":
            says = local.yes_or_no(value) if isinstance(value, bool) else value_in_words(variant, name, value)
            yield Term(str(LABELS[name]), says)


def reliability_in_words(per_cent: int) -> str:
    """What a game asks of those who join, and who may whatever it asks."""
    return _(
        "Players with a reliability of at least %(per_cent)d%% in this league, newcomers, and people "
        "invited by name"
    ) % {"per_cent": per_cent}


def press_in_words(game: Game) -> str:
    """Whether players write to each other, and when they do not."""
    if game.press != Game.Press.OPEN:
        return str(game.get_press_display())
    if game.press_pauses:
        return _("Open, but closed during retreats and builds")
    return _("Open in every phase")


def successors_in_words(game: Game) -> str:
    """Whether a player who takes a seat over reads what it was sent before."""
    if game.successors_read:
        return _("Replacements read all messages of the seat")
    return _("Replacements read only what is written from then on")


def opened_in_words(game: Game) -> str:
    """What becomes of the messages when the game is over."""
    if game.press_opens:
        return _("Open to everyone who may see the game")
    return _("Private: each player keeps what they wrote and received")


def rulebook_in_words(key: str) -> str:
    return {"classic": _("Classic (original rulebook)"), "modern": _("Modern (2023 rules)")}.get(key, key)


def pace_in_words(pace: Pace, by_season: bool = False) -> str:
    """Daily, closing at 21:00 (Europe/Paris). `by_season`: only phases of moves have a length (SPY-22)."""
    if by_season:
        lengths = {name: length_in_words(getattr(pace, name)) for name in ("first", "movement")}
        said = _("a season %(movement)s (the first %(first)s)") % lengths
    elif pace.kind == "daily":
        said = _("daily: %(length)s a phase") % {"length": length_in_words(pace.movement)}
    else:
        lengths = {name: length_in_words(getattr(pace, name)) for name in LENGTHS}
        if len({getattr(pace, name) for name in LENGTHS}) == 1:
            said = _("%(length)s for each phase") % {"length": lengths["movement"]}
        else:
            words = _(
                "movement %(movement)s (the first %(first)s), retreats %(retreats)s, builds %(adjustments)s, "
                "auctions %(auctions)s"
            )
            said = words % lengths
        if pace.writing:
            writing = length_in_words(pace.writing)
            said += _(", the last %(writing)s of each movement phase without press") % {"writing": writing}
        if pace.kind == "live":
            said = _("live: %(lengths)s") % {"lengths": said}
    if pace.at:
        closing = {"time": pace.at.strftime("%H:%M"), "zone": place_of(pace.zone)}
        if pace.weekends_off:
            said += _(", closing at %(time)s (%(zone)s), never on a Saturday or Sunday") % closing
        else:
            said += _(", closing at %(time)s (%(zone)s)") % closing
    elif pace.weekends_off:
        said += _(", never closing on a Saturday or Sunday (%(zone)s)") % {"zone": place_of(pace.zone)}
    return said


def pace_briefly(pace: Pace) -> str:
    """How long a movement phase lasts and whether weekends are off, for a list: `2 days a phase`."""
    if pace.kind == "live":
        return _("live")
    length = {"length": length_in_words(pace.movement)}
    if pace.weekends_off:
        return _("%(length)s a phase, weekends off") % length
    return _("%(length)s a phase") % length
