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


def later(folder: Path, days: int, lines: str = "", **values: object) -> None:
    """Let so many days since the beginning have gone by, and then do `lines`."""
    do(folder, LATER + lines, days=days, **values)
