"""Sums of money in templates, and the parts that prize money adds to the pages of a season."""

from __future__ import annotations

from typing import Any

from django import template

from league.competitions.selectors.seasons import Numbers, numbers_of
from league.competitions.state.season_access import Reader
from league.money import money as in_words
from league.prizes.agreed.treasurers import lacks_treasurers, trustees_of
from league.prizes.selectors.agreeing import Agreeing, agreeing_of
from league.prizes.selectors.own import Claim, claims_of
from league.prizes.selectors.preview import Preview, preview_of
from league.prizes.selectors.season import SeasonMoney
from league.prizes.selectors.season import season_money as money_of_season

register = template.Library()


@register.filter
def money(amount: int | None, currency: str) -> str:
    """A sum in the reader's language: 1200 → €12.00; a dash for none at all."""
    return "–" if amount is None else in_words(amount, currency)


@register.filter
def sum_or_dash(amount: int, currency: str) -> str:
    """The same, with a dash for 0."""
    return in_words(amount, currency) if amount else "–"


@register.filter
def seal(sha256: str) -> str:
    """The beginning of a seal, for eyes: a94f 07e2 c5d1 38b6."""
    return " ".join(sha256[place : place + 4] for place in range(0, 16, 4))


@register.simple_tag(takes_context=True)
def season_money(context: template.Context, reader: Reader) -> SeasonMoney:
    """What the page of a season says of its money."""
    request: Any = context["request"]
    return money_of_season(reader, request.user)


@register.simple_tag(takes_context=True)
def own_claims(context: template.Context, **where: Any) -> list[Claim]:
    """The prizes that the reader can claim in a `season` or a `league`. One query, none for visitors."""
    request: Any = context["request"]
    return claims_of(request.user, **where)


@register.simple_tag
def agreement(reader: Reader) -> Agreeing | None:
    """Who has agreed to answer for the season's money, and what is missing; None where it has none."""
    given = reader.rules.money
    return agreeing_of(reader, given) if given is not None else None


@register.simple_tag
def who_confirms(reader: Reader) -> list[str]:
    """The names of those who answer for the season's money now: since it was announced, one may be lost and
    another appointed. One query.
    """
    return [trustee.user.get_username() for trustee in trustees_of(reader.season)]


@register.simple_tag
def lacks_treasurer(reader: Reader) -> bool:
    """Whether the reader, an organiser who has not entered, can name another treasurer. Four queries at most,
    none without play money.
    """
    season = reader.season
    if not season.has_money or season.is_hidden or not reader.is_organiser or reader.has_entered:
        return False
    return lacks_treasurers(season, reader.now)


@register.simple_tag
def numbers(reader: Reader) -> Numbers:
    """How many places of the season are taken and to be paid, and how many people wait for one. One query."""
    return numbers_of(reader.season)


@register.simple_tag
def split_preview(reader: Reader) -> Preview | None:
    """What the prizes come to with the smallest and the largest field; None where there is no money."""
    rules = reader.rules
    return preview_of(rules.money, rules) if rules.money is not None else None
