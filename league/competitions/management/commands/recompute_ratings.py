from __future__ import annotations

from functools import partial
from typing import Any

from django.core.management import BaseCommand, CommandError, CommandParser

from league.leagues.models import League
from league.ratings import KINDS, checking, lists
from league.ratings.models import RatingList


class Command(BaseCommand):
    help = "Compute ratings anew from the results of games, or only compare. Exit status 1 if some differ."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--league", metavar="SLUG", help="one league's alone; else all, and overall")
        parser.add_argument("--check", action="store_true", help="only compare; change nothing")

    def handle(self, *args: Any, league: str | None, check: bool, **options: Any) -> None:
        if league is not None and not League.objects.filter(slug=league).exists():
            raise CommandError(f"No league has the address “{league}”.")
        differing = 0
        for found in lists_of(league):
            said = f"{found.league.slug if found.league else 'all leagues'}, {found.key}"
            said += f" by formula {found.formula}, for seasons" * found.is_older
            if check:
                count = checking.differences(found)
                differing += bool(count)
                self.stdout.write(f"{said}: {count} differences")
            else:
                games = lists.recompute(found, partial(self.tell, said))
                self.stdout.write(f"{said}: {games} games rated")
        if differing:
            raise CommandError(f"{differing} lists of ratings are not what their results come to.")

    def tell(self, said: str, games: int) -> None:
        self.stdout.write(f"{said}: {games} games so far")
        self.stdout.flush()


def lists_of(slug: str | None) -> list[RatingList]:
    """The lists of one league, or of all leagues and overall; those that hold anything or should."""
    leagues = League.objects.order_by("slug")
    scopes: list[League | None] = list(leagues.filter(slug=slug) if slug else leagues)
    if slug is None:
        scopes.append(None)
    return [
        found
        for scope in scopes
        for kind in KINDS.values()
        if lists.has_games(scope, kind)
        for found in lists.lists_of(scope, kind.key)
    ]
