"""The hands on a season's clock, and the people of a ladder's stories: what is done in the house by shell.

Rules are frozen, and so are the moments in them; the columns by which a season turns are moved instead.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

from tests.browser.clockwork import in_the_house

LEAGUE = "/l/calais/"

PEOPLE = """
from datetime import timedelta
from games.common import clock
from games.models import Game
from league.demo.people import make_people
from league.leagues.services import create_league, join
from tests.league.competitions.finished import finished_game
people = make_people()
calais = create_league(user=people["carl"], name="Calais", slug="calais", description="", visibility="public")
for name in ("ada", "ben", "eve", "fay", "gus", "hal"):
    join(league=calais, user=people[name])
then = clock.now() - timedelta(days=99)
for pair in ("ada", "ben"), ("fay", "gus"), ("eve", "carl"):
    finished_game(calais, [people[name] for name in pair], ["solo", "lost"], then)
Game.objects.update(name="Ruritania")
"""

ANNOUNCE = """
from datetime import timedelta
from games.common import clock
from games.agreed.pace import Pace
from league.leagues.models import League
from league.competitions import services
from league.competitions.ladder.rules.ladder_rules import LadderRules
from league.users.models import User
carl, now, day = User.objects.get(username="carl"), clock.now(), timedelta(days=1)
rules = LadderRules(
    name="Season 1", league="calais", variant="intimate", settings={{"last_year": 1902}}, pace=Pace(),
    zone="Europe/Paris", enters_from=now - day, enters_until=now + 7 * day, starts_at=now + 7 * day,
    challenges_until=now + 100 * day, ends_at=now + 200 * day, **{rules!r},
)
season = services.create_season(league=League.objects.get(), by=carl, rules=rules, arbiters=[carl])
services.announce(competition=season, by=carl)
print(season.get_absolute_url())
"""

ENTER = """
from league.competitions import services
from league.competitions.models import Competition
from league.users.models import User
season = Competition.objects.get()
for name in {names!r}:
    services.enter(competition=season, user=User.objects.get(username=name))
"""

BEGIN = """
from games.common import clock
from games.common.guards.codes import new_secret
from league.competitions.rules import draws
from league.competitions.models import Competition, Draw
from league.competitions.services import turning
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

PLAY_ON = """
from random import Random
from games.common import clock
from games.errors import TooLate
from games.models import Game
from league.demo.recorded import Recorded, answers_of
from games.features.rehearsal import Calendar, play
game = Game.objects.get(code={code!r})
held = game.tenures.filter(left_at=None).select_related("seat", "user")
players = {{each.seat.key: each.user for each in held}}
answering = answers_of(Recorded().won_by("1"))
calendar = Calendar(clock.now(), clock.now())
def is_there(phase):
    return phase.label == {label!r}
phase = None
while phase is None:
    try:
        phase = play(game, players, calendar, Random(), until=is_there, answering=answering)
    except TooLate:
        pass  # the house has just closed a phase that both were ready for
assert is_there(phase), phase
"""

IDLE = """
from datetime import timedelta
from games.common import clock
from league.competitions.ladder import services as ladder_services
from league.competitions.models import Competition
from league.competitions.ladder.services import idling
from league.users.models import User
season = Competition.objects.get()
of = season.entries.get(user__username={of!r}).number
for day in range(1, 15):
    night = clock.midnight(idling.first_day(season) + timedelta(days=day), season.rules["zone"])
    with clock.reading(lambda: night):
        if day == 9:
            ladder_services.challenge(competition=season, user=User.objects.get(username={by!r}), of=of)
        idling.watch_all()
"""

END = """
from datetime import timedelta
from games.common import clock
from league.competitions.models import Competition
from league.competitions.services import turning
season = Competition.objects.get()
played_out = season.ends_at + timedelta(days=season.rules["playing_out_days"] + 1)
for moment in (played_out, played_out + timedelta(days=season.rules["dispute_days"] + 1)):
    clock.read = lambda: moment
    for _time in range(3):
        turning.turn_all()
"""


SEND = """
from games.common import clock
from games.common.outbox.row import OutboxRow
now = clock.now()
OutboxRow.objects.filter(payload__occasion="challenged", sent_at=None, due_at__gt=now).update(due_at=now)
"""


def people_come(folder: Path) -> None:
    """Make the league of Calais, which carl organises. hal has finished no game in it, the others one."""
    in_the_house(folder, "shell", "-c", PEOPLE)


def season_is_announced(folder: Path, **rules: Any) -> str:
    """Let carl draft and announce a season with these `rules`; where it stands."""
    return in_the_house(folder, "shell", "-c", ANNOUNCE.format(rules=rules)).split()[-1]


def also_enter(folder: Path, *names: str) -> None:
    """Let more people enter the season."""
    in_the_house(folder, "shell", "-c", ENTER.format(names=names))


def season_begins(folder: Path, *order: str) -> None:
    """Begin the season now; the draw falls so that the first table is `order`, from the top."""
    in_the_house(folder, "shell", "-c", BEGIN.format(order=order))


def game_goes_on(folder: Path, game: str, label: str) -> None:
    """Play the game at the address `game` on to the phase `label`, as the first recorded game of the demo
    that its challenger won went on; the phases before were played so by its players.
    """
    code = game.rstrip("/").rpartition("/")[2]
    in_the_house(folder, "shell", "-c", PLAY_ON.format(code=code, label=label))


def idle_weeks_pass(folder: Path, *, by: str, of: str) -> None:
    """Run the midnight checks of the season's first two weeks; in the second, only `by` challenges: `of`."""
    in_the_house(folder, "shell", "-c", IDLE.format(by=by, of=of))


def last_day_passes(folder: Path) -> None:
    """Turn the season by a clock that shows the day after the last one for playing out, and then the day
    after the last result has become final.
    """
    in_the_house(folder, "shell", "-c", END)


def undoing_ends(folder: Path) -> None:
    """Let the e-mails about challenges leave now: they wait until a challenge can no longer be undone."""
    in_the_house(folder, "shell", "-c", SEND)
