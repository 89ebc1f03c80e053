"""Where prizes go that no one claims, and rests that no one won: to which other season of the league.

Play money goes to the sequel by itself. Real money goes nowhere by itself: two people choose.
"""

from __future__ import annotations

from typing import Any

from django.db.models import QuerySet

from league.competitions.models import Competition
from league.prizes.book.books import money_of
from league.prizes.models import Book, Payout, Proposal


def destination_of(competition: Competition, payout: Payout) -> Competition | None:
    """The season that gets a prize of `competition` which waits for no one any more; None where there is none
    yet. Three queries at most.
    """
    book = payout.book
    if money_of(competition).is_play:
        return open_seasons(competition, book.currency).filter(previous=competition).first()
    return chosen(competition, book).get(payout.pk)


def chosen(competition: Competition, book: Book) -> dict[int, Competition]:
    """By prize (a key): the season that two people chose for it, if that is as they saw it and takes anything
    still. Three queries at most.
    """
    kind, state = Proposal.Kind.CARRYING, Proposal.State.CONFIRMED
    rows = Proposal.objects.filter(book=book, kind=kind, state=state).order_by("pk")
    found = [proposal.content["carrying"] for proposal in rows]
    codes = {each["season"]["code"] for each in found}
    seasons = {each.code: each for each in open_seasons(competition, book.currency).filter(code__in=codes)}
    as_seen = [each for each in found if _is_as_seen(seasons.get(each["season"]["code"]), each["season"])]
    return {line["payout"]: seasons[each["season"]["code"]] for each in as_seen for line in each["lines"]}


def open_seasons(competition: Competition, currency: str) -> QuerySet[Competition]:
    """The other seasons of the league that take entries or run, and have a book in this currency, with their
    arbiters, the first announced first. Two queries.
    """
    found = Competition.objects.filter(
        league=competition.league_id,
        state__in=[Competition.State.ANNOUNCED, Competition.State.RUNNING],
        book__currency=currency,
    )
    found = found.exclude(pk=competition.pk).select_related("league").order_by("announced_at", "pk")
    return found.prefetch_related("arbiters__user")


def facts_of(season: Competition) -> dict[str, Any]:
    """What someone sees of a season before they choose it: its rules, by their hash, and its arbiters, by
    their keys.
    """
    arbiters = sorted(each.user_id for each in season.arbiters.all() if each.left_at is None)
    return {"code": season.code, "rules_sha256": season.rules_sha256, "arbiters": arbiters}


def _is_as_seen(season: Competition | None, seen: dict[str, Any]) -> bool:
    return season is not None and facts_of(season) == seen
