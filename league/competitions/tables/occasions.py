"""What the e-mails of an event at tables say: check-in is open, one's game has begun, a seat is open."""

from __future__ import annotations

from django.utils.translation import gettext as _

from games.common.outbox.mail_templates import Facts
from games.common.words import local
from games.common.words.people import Weight
from league.competitions.models import CheckIn, Competition, Entry, Pairing
from league.competitions.outbox.occasions import facts_of
from league.competitions.outbox.post import season_mails
from league.competitions.selectors.seasons import address
from league.competitions.state.season_access import path_of_game
from league.competitions.tables import words
from league.competitions.tables.course import BEGUN, CALLED
from league.competitions.tables.state import Table, read
from league.competitions.tables.substitutes import SEAT
from league.users.models import User


def _cannot_check_in(entry: Entry) -> bool:
    """They are checked in, or it is closed, or they have left."""
    last = read(entry.competition).last
    if last is None or last.drawn is not None or last.begun is not None or entry.left_at is not None:
        return True
    return CheckIn.objects.filter(entry=entry, round=last.number).exists()


@season_mails.on(CALLED, "entry", unless=_cannot_check_in, weight=Weight.COSTS)
def _called(entry: Entry, reader: User) -> Facts:
    season = entry.competition
    found = read(season)
    last = found.last
    if last is None:
        raise ValueError(f"no round of {season.code} is called")
    said = {"round": words.round_name(found.rules, last.number), "moment": local.moment(last.closes)}
    title = _("Check in for %(round)s by %(moment)s") % said
    what = _("One click is enough. If you don’t check in, you play no game in this round and get 0 points.")
    return facts_of(season, title, what, address=address(season.league.slug, "check-in", season.code))


def _own_table(entry: Entry) -> Table | None:
    """Where they sit in the last round, in the seat that counts."""
    found = read(entry.competition)
    last = found.last
    own = [table for table in last.tables if entry.number in table.seats] if last is not None else []
    return next((table for table in own if entry.number not in table.aside), own[0] if own else None)


def _has_no_game(entry: Entry) -> bool:
    return entry.competition.is_over or _own_table(entry) is None


@season_mails.on(BEGUN, "entry", unless=_has_no_game, weight=Weight.COSTS)
def _begun(entry: Entry, reader: User) -> Facts:
    season, table = entry.competition, _own_table(entry)
    if table is None:
        raise ValueError(f"{entry} sits at no table")
    found = read(season)
    said = {
        "round": words.round_name(found.rules, table.round),
        "power": words.the_power(table.power_of(entry.number)),
        "table": table.number,
    }
    title = _("%(round)s has begun: you play %(power)s") % said
    what = _("You sit at table %(table)d. Your first orders are due.") % said
    return facts_of(season, title, what, address=_game_of(season, table.number))


def _game_of(season: Competition, number: int) -> str:
    """The path of the game of a table."""
    codes = season.pairings.filter(number=number, game__isnull=False).values_list("game__code", flat=True)
    return next((path_of_game(season.league.slug, code) for code in codes), "")


def _is_taken(pairing: Pairing) -> bool:
    """No seat is open any more."""
    game = pairing.game
    return game is None or not game.vacancies.filter(opened_at__isnull=False).exists()


@season_mails.on(SEAT, "pairing", unless=_is_taken)
def _seat(pairing: Pairing, reader: User) -> Facts:
    title = _("A seat is open at table %(table)d") % {"table": pairing.number}
    what = _("You’re on the list of substitutes. The first to take the seat plays.")
    return facts_of(pairing.competition, title, what, address=_game_of(pairing.competition, pairing.number))
