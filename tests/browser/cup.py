"""The hands on a knock-out's clock and games: what is done in the house by shell."""

from __future__ import annotations

from pathlib import Path

from tests.browser.money import do

SEEDS = ("fay", "ada", "mia", "ben", "lou", "gus", "hal")
"""The first has a bye; 2 plays 7, 3 plays 6, 4 plays 5."""

SPEAKS_FRENCH = """
from league.users.models import User
User.objects.filter(username="hal").update(language="fr")
"""
DRAW = """
from games.common.guards.codes import new_secret
from league.competitions.rules import draws
entries = season.entries.filter(state="accepted").order_by("number")
words, numbers = zip(*entries.values_list("word", "number"))
wanted, secret = [entry_of(name).number for name in {seeds!r}], new_secret()
while draws.draw(draws.seed_of(secret, words), "seeds", numbers) != wanted:
    secret = new_secret()
season.draws.filter(label="seeds").update(secret=secret, commitment=draws.commitment_to(secret))
Competition.objects.update(enters_until=clock.now())
turning.turn_all()
"""

BEGIN = """
Competition.objects.update(starts_at=clock.now())
turning.turn_all()
"""

LATER = """
real = clock.read
clock.read = lambda: real() + timedelta(days={days})
turning.turn_all()
def game_of(*names):
    found = season.pairings.filter(game__state="running")
    for name in names:
        found = found.filter(sides__entry=entry_of(name))
    return found.get().game
"""
"""What is final by then is followed, and games begin."""

CONCEDE = """
from games.services.players import votes
for winner, loser in {games!r}:
    game = game_of(winner, loser)
    votes.concede(game=game, user=person(loser))
    results.take_results([game.pk])
"""

STALEMATE = """
from random import Random
from games.errors import GameError
from games.features.rehearsal import Calendar, play
game = game_of("ada", "hal")
seated = game.tenures.filter(left_at=None).select_related("seat", "user")
players = {{each.seat.key: each.user for each in seated}}
others = ["GERMANY", "ITALY", "TURKEY", "RUSSIA", "AUSTRIA"]
wants = {{"ada": ("FRANCE", "ENGLAND", "RUSSIA"), "hal": ("ENGLAND", "FRANCE", "AUSTRIA")}}
def answering(_game, phase, seat):
    home, other, mercenary = wants[players[seat].username]
    if phase.label.endswith("H"):
        return {{"preferences": [home, other, *others]}}
    return {{"bids": {{mercenary: 1}}}} if phase.label.endswith("B") else []
now = clock.now()
for _attempt in range(9):
    try:
        if play(game, players, Calendar(now, now), Random(), answering=answering) is None:
            break
    except GameError:
        pass  # the house was faster: it has just closed a phase for which both were ready
assert game.is_over, game.phase_number
results.take_results([game.pk])
"""
"""No one moves. Homes and treasuries are even at the end of the last year, so no one wins (HR-7); of what the
two bought, Russia has one centre more than Austria: HR-13 (d).
"""


def later(folder: Path, days: int, lines: str = "", **values: object) -> None:
    """Let so many days since the beginning have gone by, and then do `lines`."""
    do(folder, LATER + lines, days=days, **values)
