"""What has to be so before a season with money is announced, and the book that it gets then."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime
from typing import Final

from django.conf import settings
from django.utils.translation import gettext as _

from league.leagues.models import League
from league.money import money
from league.prizes.books import money_of
from league.prizes.errors import NotAgreed
from league.prizes.models import Book, Holder, OnlineApproval, Trustee
from league.prizes.providers import provider_for
from league.tournaments.errors import BadRules
from league.tournaments.models import Competition
from league.tournaments.prize_rules import PrizeRules
from league.tournaments.season_rules import SeasonRules
from league.tournaments.services.founding import arbiters_now

SITE: Final = "Poste Restante"
"""Who holds play money that is paid online, where the operator is not named."""
NEEDED: Final = 2
"""People who have to agree, and to confirm each payout."""


def check(league: League, rules: SeasonRules) -> None:
    """Raises `BadRules` where this site, or its operator, does not allow a season of `league` such money."""
    given = rules.money
    if given is None:
        return
    if not given.is_play and not (settings.PRIZES_REAL_MONEY and settings.PRIZES_OPERATOR):
        raise BadRules("currency", _("This site takes play money only. Choose play money."))
    if not given.is_play and settings.PRIZES_FEE_CAP and given.fee > settings.PRIZES_FEE_CAP:
        cap = money(settings.PRIZES_FEE_CAP, given.currency)
        raise BadRules("fee", _("The fee may be at most %(cap)s on this site.") % {"cap": cap})
    if given.fee and given.online:
        _check_online(league, given)
    people = {name for name in (given.cash_holder, given.guarantor) if name}
    known = {person.get_username().casefold() for person in league.members_named(sorted(people))}
    for field in ("cash_holder", "guarantor"):
        name = getattr(given, field)
        if name and name.casefold() not in known:
            raise BadRules(field, _("No member of the league is called %(names)s.") % {"names": name})


def _check_online(league: League, given: PrizeRules) -> None:
    if provider_for(given.currency) is None:
        raise BadRules("online", _("This site cannot be paid online in this currency."))
    if not given.is_play and not approved(league):
        raise BadRules("online", _("The site’s operator has not approved this league to collect online."))
    if not given.guarantor:
        raise BadRules(
            "guarantor", _("Name who carries payments that banks reverse after the prizes are confirmed.")
        )


def approved(league: League) -> bool:
    """Whether the operator lets the league collect real money online."""
    return OnlineApproval.objects.filter(league=league, ended_at=None).exists()


def agreed(competition: Competition, given: PrizeRules) -> list[Trustee]:
    """Those who have agreed to this money, are arbiters of the season and have not entered it."""
    arbiters = competition.arbiters.filter(left_at=None, user__is_active=True).values("user")
    found = Trustee.objects.filter(competition=competition, lost_at=None, user__in=arbiters)
    found = found.filter(agreed_sha256=given.agreed_sha256)
    return list(found.select_related("user").order_by("pk"))


def site_percent_of(given: PrizeRules) -> int:
    """What announcing writes down as the site's share of each fee, in per cent: none of play money."""
    return 0 if given.is_play else settings.PRIZES_SITE_PERCENT


def completed(competition: Competition, rules: SeasonRules) -> SeasonRules:
    """The rules with the names of those who agreed and of the operator, and the site's share. Refuses with
    `NotAgreed` where fewer than two have agreed to this very money, `BadRules` where who holds the
    money has left.
    """
    given = rules.money
    if given is None:
        return rules
    people = agreed(competition, given)
    names = [each.user.get_username() for each in people]
    if len(names) < NEEDED:
        raise NotAgreed
    arbiters = {each.get_username().casefold() for each in arbiters_now(competition)}
    if given.cash_holder and given.cash_holder.casefold() not in arbiters:
        raise BadRules(
            "cash_holder",
            _("The person who holds bank transfers and cash has to be one of the season’s arbiters."),
        )
    filled = replace(
        given,
        operator=(settings.PRIZES_OPERATOR or SITE) if given.online else "",
        site_percent=site_percent_of(given),
        trustees=tuple(sorted(names, key=str.lower)),
    )
    return replace(rules, money=filled)


def open_book(competition: Competition, now: datetime) -> Book:
    """The book of a season that has just been announced, with those who hold its money."""
    given = money_of(competition)
    book = Book.objects.create(competition=competition, currency=given.currency, opened_at=now)
    if given.online:
        Holder.objects.create(book=book, kind=Holder.Kind.OPERATOR, name=given.operator[:80])
    if given.cash_holder:
        person = competition.league.member_named(given.cash_holder)
        Holder.objects.create(book=book, kind=Holder.Kind.PERSON, user=person, name=given.cash_holder)
    return book
