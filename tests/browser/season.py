"""The hands on a season's clock, and the people of a ladder's stories: what is done in the house by shell.

Rules are frozen, and so are the moments in them; the columns by which a season turns are moved instead.
"""

from __future__ import annotations

from pathlib import Path

from tests.browser.clockwork import in_the_house

LEAGUE = "/l/calais/"

PEOPLE = """
from datetime import timedelta
from games import clock
from league.demo.people import make_people
from league.leagues.services import create_league, join
from tests.league.tournaments.finished import finished_game
people = make_people()
calais = create_league(user=people["carl"], name="Calais", slug="calais", description="", visibility="public")
for name in ("ada", "ben", "eve", "fay", "gus", "hal"):
    join(league=calais, user=people[name])
then = clock.now() - timedelta(days=99)
for pair in ("ada", "ben"), ("fay", "gus"), ("eve", "carl"):
    finished_game(calais, [people[name] for name in pair], ["solo", "lost"], then)
"""

ENTER = """
from league.tournaments import services
from league.tournaments.models import Competition
from league.users.models import User
season = Competition.objects.get()
for name in {names!r}:
    services.enter(competition=season, user=User.objects.get(username=name))
"""

BEGIN = """
from games import clock
from games.models.game import new_secret
from league.tournaments import draws
from league.tournaments.models import Competition, Draw
from league.tournaments.services import turning
season = Competition.objects.get()
entries = season.entries.filter(state="accepted").order_by("number")
words, numbers = zip(*entries.values_list("word", "number"))
wanted = [entries.get(user__username=name).number for name in {order!r}]
secret = new_secret()
while draws.draw(draws.seed_of(secret, words), "initial", numbers) != wanted:
    secret = new_secret()
Draw.objects.update(secret=secret, commitment=draws.commitment_to(secret))
now = clock.now()
Competition.objects.update(enters_until=now, starts_at=now)
turning.turn_all()
"""

END = """
from datetime import timedelta
from games import clock
from league.tournaments.models import Competition
from league.tournaments.services import turning
season = Competition.objects.get()
after = season.ends_at + timedelta(days=1)
clock.read = lambda: after
turning.turn_all()
turning.turn_all()
"""


def people_come(folder: Path) -> None:
    """Make the league of Calais, which carl organises. hal has finished no game in it, the others one."""
    in_the_house(folder, "shell", "-c", PEOPLE)


def also_enter(folder: Path, *names: str) -> None:
    """Let more people enter the season."""
    in_the_house(folder, "shell", "-c", ENTER.format(names=names))


def season_begins(folder: Path, *order: str) -> None:
    """Begin the season now; the draw falls so that the first table is `order`, from the top."""
    in_the_house(folder, "shell", "-c", BEGIN.format(order=order))


def last_day_passes(folder: Path) -> None:
    """Turn the season by a clock that shows the day after its last."""
    in_the_house(folder, "shell", "-c", END)
