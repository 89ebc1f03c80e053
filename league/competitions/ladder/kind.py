"""The ladder, as one of the kinds of competitions."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import replace
from datetime import datetime, timedelta
from typing import Any, ClassVar

from django.db.models import Exists, OuterRef, Q, QuerySet
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from games.common import outbox
from games.common.words import local
from games.common.words.rounding import half_up
from games.common.words.terms import Term
from games.facts.contests import End
from league.competitions.errors import BadRules
from league.competitions.kinds import FinalRank, Heard, Kind, Nudging, Offer, Ranks, Taken
from league.competitions.ladder import log
from league.competitions.ladder.cards import CARDS
from league.competitions.ladder.challenges import UNDO
from league.competitions.ladder.exporting import exported
from league.competitions.ladder.leaving import LEAVING
from league.competitions.ladder.rules.five_lines import five_lines
from league.competitions.ladder.rules.ladder_rules import LadderRules, Order, of_ladder
from league.competitions.ladder.selectors import results, silent, stakes, told, withdrawing
from league.competitions.ladder.selectors import season as season_page
from league.competitions.ladder.selectors.history import LadderHistory, history_of
from league.competitions.ladder.selectors.next_steps import heading_of
from league.competitions.ladder.selectors.offering import offered
from league.competitions.ladder.selectors.season import LadderSeason
from league.competitions.ladder.services import table
from league.competitions.ladder.services.answer_times import remind
from league.competitions.ladder.services.challenging import drop_all, write_overdue
from league.competitions.ladder.services.dropping import drop, drop_waiting
from league.competitions.ladder.services.reigns import make_reigns_of
from league.competitions.ladder.state.ladder_state import ladder_state_of
from league.competitions.ladder.state.last_moment import last_moment
from league.competitions.models import (
    Challenge,
    Competition,
    Entry,
    Event,
    FinalPlace,
    Pairing,
    Standing,
)
from league.competitions.outbox import mail
from league.competitions.rules.calendar import last_challenge, usual_game
from league.competitions.rules.draws import INITIAL, TIES
from league.competitions.rules.endings import Ending, ending_of
from league.competitions.rules.spans import Span
from league.competitions.state.rated import counted_points
from league.competitions.state.season_access import Reader
from league.competitions.words.terms import length, longest_game_in_words

State = Challenge.State


class Ladder(Kind):
    """People challenge those above them; who wins takes the loser's rank."""

    key: ClassVar = "ladder"
    name: ClassVar = _("Ladder")
    new: ClassVar = _("New season of the ladder")
    computes: ClassVar = _("Last moment to challenge")
    rules: ClassVar = LadderRules
    cards: ClassVar = CARDS
    card: ClassVar = "classic"

    # Its rules

    def dated(self, rules: LadderRules) -> LadderRules:
        return replace(rules, challenges_until=_last_challenge(rules))

    def span(self, rules: LadderRules) -> Span:
        """A challenge of the last moment is played out by the last; as a rule it is answered halfway."""
        until, answer = _last_challenge(rules), timedelta(days=rules.challenges.answer_days)
        usual = usual_game(rules.variant, rules.settings, rules.pace, rules.starts_at)
        longest = rules.ends_at - until
        return Span(rules.starts_at, rules.ends_at, until, longest, min(usual + answer / 2, longest))

    def laid_down(self, given: Mapping[str, Any], moments: Mapping[str, datetime]) -> dict[str, Any]:
        if given["order"] is Order.PREVIOUS and not given["previous"]:
            words = gettext("Choose the season whose final ranking sets the starting order.")
            raise BadRules("previous", words)
        return {"challenges_until": moments["ends_at"]}  # `dated` computes it

    def how_long(self, rules: LadderRules) -> str:
        answer = timedelta(days=rules.challenges.answer_days)
        before = [gettext("%(time)s to answer") % {"time": length(answer)}] if answer else []
        says = gettext("It may take up to %(days)s from challenge to result: %(parts)s.")
        since = rules.challenges_until
        return longest_game_in_words(rules, since, since + answer, says, *before)

    def caution(self, rules: LadderRules) -> str:
        sure, ranked, prize = rules.sure_games, rules.least_games, rules.prize_games
        if not sure or sure >= max(ranked, prize):
            return ""
        words = ngettext(
            "If each takes its longest, players have time for only %(count)d game.",
            "If each takes its longest, players have time for only %(count)d games.",
            sure,
        )
        if prize == ranked:
            takes = gettext("It takes %(needed)d to be ranked or win a prize.")
        elif prize > ranked:
            takes = gettext("It takes %(needed)d to win a prize.")
        else:
            takes = gettext("It takes %(needed)d to be ranked.")
        return f"{words % {'count': sure}} {takes % {'needed': max(ranked, prize)}}"

    def draws(self, rules: LadderRules) -> Sequence[str]:
        return [TIES if rules.is_by_rating else INITIAL]

    def takes_words(self, rules: LadderRules) -> bool:
        return not rules.is_by_rating

    def next_rules(self, rules: LadderRules, season: Competition) -> LadderRules:
        return replace(rules, order=Order.PREVIOUS, previous=season.code)

    in_brief: ClassVar = _("The ladder in five lines")

    def brief(self, rules: LadderRules) -> Sequence[str]:
        return five_lines(rules)

    leaving: ClassVar = LEAVING
    how: ClassVar = "tournaments/_how_ladder.html"
    of_ties: ClassVar = _("Order among equal ratings")

    # Its course

    def wakes(self, season: OuterRef, now: datetime) -> Q:
        # Asked apart: joined, every entry of a ladder would meet every challenge of it.
        waiting = Challenge.objects.filter(competition=season, state=State.WAITING)
        return Q(Exists(waiting.filter(answer_by__lte=now)) | Exists(waiting.filter(remind_at__lte=now)))

    def catch_up(self, season: Competition, now: datetime) -> int:
        return write_overdue(season, now)

    def remind(self, season: Competition, now: datetime) -> None:
        remind(season, now)

    def drawn(self, season: Competition, entries: Sequence[Entry]) -> Sequence[Entry]:
        placed = _placed(season, entries)
        return [entry for entry in entries if entry.number not in placed]

    def begins(self, season: Competition, entries: Sequence[Entry], order: list[int], now: datetime) -> None:
        """The first table goes by ratings, equal ones as they are drawn; or those that the last season places
        stand above, where the rules say so, and the others as they are drawn.
        """
        ratings = None
        if _rules(season).is_by_rating:
            points = counted_points(season, {entry.number: entry.user_id for entry in entries})
            ratings = {number: int(half_up(each)) for number, each in points.items()}
            order = sorted(order, key=lambda number: -ratings[number])
        else:
            order = [*_placed(season, entries), *order]
        table.record(season, log.opens(season, order, season.starts_at, now, ratings))
        make_reigns_of(season)

    def closes(self, season: Competition, now: datetime) -> None:
        drop_all(season, now)

    def is_played_out(self, season: Competition) -> bool:
        return not season.challenges.filter(state__in=Challenge.OPEN).exists()

    def finals(self, season: Competition) -> list[FinalRank]:
        standings = Standing.objects.filter(competition=season, rank__gt=0).order_by("rank")
        least, ranks = season.rules["least_games"], iter(range(1, standings.count() + 1))
        rows = standings.values_list("entry_id", "rank", "counted")
        return [
            FinalRank(entry, rank, next(ranks) if counted >= least else None) for entry, rank, counted in rows
        ]

    def offer(self, own: Entry, other: Entry, now: datetime) -> Offer | None:
        return offered(own, other, now)

    def first_rank(self, entry: Entry) -> int:
        return results.first_rank(entry)

    def decided_by(self, season: Competition, champions: Collection[int]) -> int | None:
        return results.last_climb(season, champions) or super().decided_by(season, champions)

    def calls_off(self, season: Competition, now: datetime) -> None:
        for challenge in season.challenges.filter(state=State.WAITING):
            drop(challenge, now)

    def asked_lately(self, seasons: Collection[int], since: datetime) -> QuerySet[Any, Any]:
        """Who was challenged: the e-mail waits as long as the challenge can be undone."""
        asked = Challenge.objects.filter(competition__in=seasons, made_at__gt=since - UNDO)
        return asked.order_by().values_list("of__user")

    def silent(self, entries: QuerySet[Entry], since: datetime, now: datetime) -> QuerySet[Entry]:
        return silent.silent(entries, since, now)

    def heard_of(self, entries: Collection[Entry]) -> Mapping[int, Heard]:
        return silent.heard_of(entries)

    def nudging(self, entry: Entry, now: datetime) -> Nudging | None:
        return silent.nudging(entry, now)

    # Its entries

    def withdraws(self, entry: Entry) -> str:
        return withdrawing.withdraws(entry)

    def joins(self, entry: Entry, now: datetime) -> None:
        table.record(entry.competition, log.joins(entry, now))

    def halts(self, entry: Entry, now: datetime) -> None:
        drop_waiting(entry, now)

    def left(self, entry: Entry, now: datetime, why: str, known: dict[str, Any]) -> None:
        table.record(entry.competition, log.leaves(entry, now, why))

    def suspends(self, entry: Entry, now: datetime, since: datetime) -> list[int]:
        return drop_waiting(entry, now, State.SUSPENDED, made_until=since)

    # Its results

    def result_facts(self, taken: Sequence[tuple[Pairing, End]], season: Competition) -> list[dict[str, Any]]:
        return [
            {"challenge": pairing.number} | ({} if season.has_old_rules else {"early": end.is_early})
            for pairing, end in taken
        ]

    def takes(self, season: Competition, taken: Sequence[Taken], now: datetime) -> None:
        played = _challenges(taken)
        for each in taken:  # void by silence or by a ruling: one result, not one pause
            challenge = played[each.pairing.pk]
            if challenge.state == State.PLAYING:
                challenge.state, challenge.over_at = State.OVER, each.end.moment
            challenge.again_at = _again_at(season, each.end)
            challenge.save(update_fields=["state", "over_at", "again_at"])
        new = [each for each in taken if each.is_new]
        table.record(season, *(each.played for each in new))
        _tell([played[each.pairing.pk] for each in new if _is_news(each)], now)

    # Its table

    def refold(self, season: Competition, progress: Callable[[int], None] | None = None) -> bool:
        return table.refold(season, progress)

    def has_drifted(self, season: Competition) -> bool:
        return table.has_drifted(season)

    with_pairing: ClassVar = ("challenge",)
    pairing_is: ClassVar = "challenge"

    def ranks_around(self, result: Event, pairing: Pairing) -> dict[int, Ranks]:
        return results.ranks_around(result, pairing)

    def stakes(self, pairings: Sequence[Pairing], reader: int) -> Mapping[int, str]:
        return stakes.stakes(pairings, reader)

    def ranks_if(self, pairing: Pairing, ends: Sequence[Mapping[str, Any]]) -> list[tuple[int, ...]]:
        return results.ranks_if(pairing, ends)

    def began(self, pairing: Pairing) -> list[tuple[datetime, str]]:
        return results.began(pairing)

    # Its pages

    whole: ClassVar = _("The ladder")
    head: ClassVar = _("Top of the ladder")
    tab: ClassVar = _("Ladder")
    in_log: ClassVar = _("On the ladder")
    follows: ClassVar = _("Lines are added, never changed. The ladder is computed from this log.")
    goes_on: ClassVar = _("Your next challenge")

    def history(self, reader: Reader, entry: Entry, common: dict[str, Any]) -> LadderHistory:
        return history_of(reader, entry, common)

    def begun(self, entry: Entry) -> str:
        until = {"moment": local.moment(last_moment(entry.competition))}
        return gettext("The starting order is set. You can challenge until %(moment)s.") % until

    def step(self, entry: Entry, now: datetime) -> str:
        return heading_of(entry, ladder_state_of(entry.competition, now, around=entry), now)

    def says(self, kind: str, facts: Mapping[str, Any], names: Any, moved: Any) -> str:
        return told.says(kind, facts, names, moved)

    def pairs(
        self, season: Competition, numbers: Collection[int]
    ) -> tuple[Mapping[int, tuple[int, ...]], dict[int, str], Collection[int]]:
        return told.pairs(season, numbers)

    def page(self, reader: Reader, asked: Mapping[str, str], common: dict[str, Any]) -> LadderSeason:
        return season_page.page_of(reader, asked, common)

    def facts(self, reader: Reader) -> tuple[list[Term], list[Term]]:
        return season_page.facts_of(reader)

    def export(self, season: Competition, now: datetime, people: Mapping[int, int]) -> dict[str, Any]:
        return exported(season, now, people)


def _last_challenge(rules: LadderRules) -> datetime:
    return last_challenge(
        rules.variant,
        rules.settings,
        rules.pace,
        rules.absence,
        answer_days=rules.challenges.answer_days,
        starts_at=rules.starts_at,
        ends_at=rules.ends_at,
        zone=rules.zone,
    )


def _rules(season: Competition) -> LadderRules:
    return of_ladder(season.terms)


def _placed(season: Competition, entries: Sequence[Entry]) -> list[int]:
    """The numbers of those who have a final place in the last season, the best first; empty where it does not
    order this one.
    """
    rules = _rules(season)
    if rules.order is not Order.PREVIOUS:
        return []
    places = FinalPlace.objects.filter(
        competition__league=season.league_id, competition__code=rules.previous, rank__isnull=False
    )
    numbers = {entry.user_id: entry.number for entry in entries}
    users = places.order_by("rank", "place", "entry__number").values_list("entry__user_id", flat=True)
    return [numbers[user] for user in users if user in numbers]


def _challenges(taken: Sequence[Taken]) -> dict[int, Challenge]:
    """The challenges by their pairings' keys. One query."""
    rows = Challenge.objects.filter(pairing__in=[each.pairing.pk for each in taken])
    return {each.pairing_id or 0: each for each in rows}


def _is_news(taken: Taken) -> bool:
    """Whether anything came of a game that its two have not heard of; a ruling is told of by itself."""
    facts = taken.played.facts
    return taken.logged is None and ending_of(facts["how"], facts["winner"]) is not Ending.VOID


def _tell(played: Sequence[Challenge], now: datetime) -> None:
    """Mail what came of their game to the two who `played` it, where they are on the ladder."""
    ended = [(entry, each.pk) for each in played for entry in (each.by_id, each.of_id)]
    standing = Standing.objects.filter(entry__in=[entry for entry, _key in ended], rank__gt=0).order_by()
    people = dict(standing.values_list("entry", "entry__user")) if ended else {}
    told = sorted((entry, key) for entry, key in ended if entry in people)
    outbox.put(*(mail(people[entry], now, about="result", challenge=key) for entry, key in told))


def _again_at(season: Competition, end: End) -> datetime | None:
    """Until when the two do not meet again. A game that a ruling ended void is as if it had not been played,
    but for seasons of the old format; one that silence ended is not: two friends could repeat it at once.
    """
    is_void = ending_of(end.clause, end.winner) is Ending.VOID
    days = season.rules["challenges"]["pause_days"]
    if not days or (is_void and not end.is_silent and not season.has_old_rules):
        return None
    return end.moment + timedelta(days=days)
