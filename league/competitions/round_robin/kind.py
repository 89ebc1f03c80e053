"""The round robin, one of the kinds of competitions: everyone plays everyone once, all games at once."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime
from typing import Any, ClassVar

from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from games.common.words import local
from league.competitions.models import Competition, Entry
from league.competitions.round_robin import pages
from league.competitions.round_robin.export import rounds_of, row_of
from league.competitions.round_robin.games import games_of, lines_of, out_of, record_of
from league.competitions.round_robin.rules import RoundRobinRules
from league.competitions.round_robin.table import annuls, ended_of, pairs_of
from league.competitions.rules.event_kind import EventKind
from league.competitions.rules.leaving_table import Leaving
from league.competitions.services.paired import Paired, Rows
from league.competitions.state.finality import finality_of
from league.competitions.state.played import played_of


class RoundRobin(Paired):
    """docs/season-export.md, Groups."""

    key: ClassVar = "groups"
    name: ClassVar = _("Round robin")
    new: ClassVar = _("New round robin")
    rules: ClassVar = RoundRobinRules
    how: ClassVar = "tournaments/round_robin/_how.html"
    leaving: ClassVar = Leaving(
        concedes=_("Open games are conceded."),
        forfeits=_("Open games are forfeited."),
        goes_out=_("If fewer than half of the games had ended, none counts."),
        suspended=_("Entry and games go on. The season’s log says who suspended them, not why."),
    )

    in_brief: ClassVar = _("The round robin in five lines")

    def brief(self, rules: RoundRobinRules) -> Sequence[str]:
        end = {"moment": local.moment(rules.ends_at)}
        return (
            gettext("Everyone plays everyone once. All games begin when the season starts."),
            gettext("A win gives 1 point, a draw ½ each; a void game, or one that both lost, gives nothing."),
            gettext(
                "Equal on points? First your points against each other decide, then the points of the "
                "players you beat."
            ),
            gettext(
                "If you leave before half of your games have ended, none counts. Later, the rest are lost."
            ),
            gettext("Games can last until %(moment)s. It ends once the last result is final.") % end,
        )

    def withdraws(self, entry: Entry) -> str:
        played = played_of(entry.competition)
        games = [game for game in games_of(played) if entry.number in (game.a, game.b)]
        running = sum(game.ending is None for game in games)
        words = ngettext(
            "You concede %(count)d running game.", "You concede %(count)d running games.", running
        )
        parts = [words % {"count": running}] if running else [gettext("You have no game running.")]
        if annuls(len(played.began), ended_of(entry.number, games)):
            parts.append(gettext("Fewer than half of your games have ended, so none counts for anyone."))
        elif running:
            parts.append(gettext("The results you have stay."))
        return " ".join(parts)

    def begins(self, season: Competition, entries: Sequence[Entry], order: list[int], now: datetime) -> None:
        self.open_with(season, entries, pairs_of(entry.number for entry in entries), now)

    def goes(self, entry: Entry, now: datetime) -> dict[str, Any]:
        known, played = super().goes(entry, now), played_of(entry.competition)
        ended = ended_of(entry.number, games_of(played))
        return known | {"ended": ended, "annuls": annuls(len(played.began), ended)}

    def rows(self, season: Competition, ends: Mapping[int, Mapping[str, Any]]) -> Rows:
        return record_of(played_of(season), ends)

    def logged(self, season: Competition) -> Iterator[tuple[datetime, str, dict[str, Any]]]:
        for at, facts in season.events.filter(kind=EventKind.LEAVES).values_list("at", "facts"):
            yield at, "leaves", {name: facts[name] for name in ("entry", "ended", "annuls")}

    def export(self, season: Competition, now: datetime, people: Mapping[int, int]) -> dict[str, Any]:
        played, finality = played_of(season), finality_of(season, now)
        return {
            "events": [],
            "rounds": rounds_of(games_of(played), out_of(played), played, finality),
            "table": [row_of(line) for line in lines_of(played)],
        }

    def says(self, kind: str, facts: Mapping[str, Any], names: Any, moved: Any) -> str:
        words = _("%(name)s leaves: the games stay in the table")
        if facts["annuls"]:
            words = _("%(name)s leaves: none of the games counts")
        return str(words) % {"name": names.of(facts["entry"])}

    def begun(self, entry: Entry) -> str:
        return gettext("All your games have begun, one against each of the others.")

    def page(self, reader: Any, asked: Mapping[str, str], common: dict[str, Any]) -> pages.TablePage:
        return pages.page_of(reader, common)

    def history(self, reader: Any, entry: Entry, common: dict[str, Any]) -> pages.GamesOfOne:
        return pages.history_of(reader, entry, common)
