"""What has to be so before a season with money is announced, and the book that it gets then."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime
from typing import Final

from django.conf import settings
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from adjudicator.texts.names import listed
from games.common.words.local import language
from games.common.words.people import at_start, called
from league.competitions.errors import BadRules
from league.competitions.models import Competition
from league.competitions.rules.common_rules import CommonRules
from league.competitions.rules.prize_rules import PrizeRules
from league.leagues.models import League
from league.money import money
from league.prizes.agreed.roles import Role, Standing, roles_in_words, standings_of
from league.prizes.book.books import money_of
from league.prizes.errors import NotAgreed
from league.prizes.models import Book, Guarantor, Holder, OnlineApproval
from league.prizes.providers import provider_for
from league.prizes.services.treasurers.agreeing import freeze
from league.server import legal_texts

SITE: Final = "Poste Restante"
"""Who holds play money that is paid online, where the operator is not named."""


def check(league: League, rules: CommonRules) -> None:
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
        raise BadRules("online", _("On this site you can’t pay online in this currency."))
    if not given.is_play and not approved(league):
        raise BadRules("online", _("The site’s operator has not approved this league to collect online."))
    if not given.guarantor:
        raise BadRules(
            "guarantor",
            _("Name a guarantor: they bear payments that banks reverse after the prizes are confirmed."),
        )


def approved(league: League) -> bool:
    """Whether the operator lets the league collect real money online."""
    return OnlineApproval.objects.filter(league=league, ended_at=None).exists()


def site_percent_of(given: PrizeRules) -> int:
    """What announcing writes down as the site's share of each fee, in per cent: none of play money."""
    return 0 if given.is_play else settings.PRIZES_SITE_PERCENT


def completed(competition: Competition, rules: CommonRules) -> CommonRules:
    """The rules with the names of the treasurers who agreed and of the operator, and the site's share.

    Refuses with `NotAgreed`, which names every agreement or legal text that is missing, and `BadRules` where
    who holds the money is no arbiter.
    """
    given = rules.money
    if given is None:
        return rules
    people = standings_of(competition, given)
    _check_holder(people, given)
    if lacking := missing(people, given):
        raise NotAgreed(" ".join(lacking))
    names = [each.user.get_username() for each in people if Role.TREASURER in each.roles and each.has_agreed]
    filled = replace(
        given,
        operator=(settings.PRIZES_OPERATOR or SITE) if given.online else "",
        site_percent=site_percent_of(given),
        trustees=tuple(sorted(names, key=str.lower)),
    )
    return replace(rules, money=filled)


def _check_holder(people: Sequence[Standing], given: PrizeRules) -> None:
    holders = [each for each in people if Role.HOLDER in each.roles]
    if given.cash_holder and not any(Role.ARBITER in each.roles or each.has_declined for each in holders):
        raise BadRules(
            "cash_holder",
            _("The person who holds bank transfers and cash has to be one of the season’s arbiters."),
        )


def missing(people: Sequence[Standing], given: PrizeRules) -> list[str]:
    """What is missing before a season with the money `given` can be announced, a sentence each; empty:
    nothing.
    """
    treasurers = [each for each in people if Role.TREASURER in each.roles and not each.has_declined]
    is_short = sum(each.has_agreed for each in treasurers) < given.confirmations
    lines = []
    for each in people:
        said = {"name": at_start(called(each.user.get_username())), "roles": roles_in_words(each.roles)}
        if each.has_declined:
            lines.append(_("%(name)s said no (%(roles)s): name another.") % said)
        elif each.is_waited_for and (is_short or {Role.HOLDER, Role.GUARANTOR} & set(each.roles)):
            lines.append(_("%(name)s has not agreed yet (%(roles)s).") % said)
    if lack := max(0, given.confirmations - len(treasurers)):
        words = ngettext(
            "Name %(count)d more treasurer: an arbiter who does not enter.",
            "Name %(count)d more treasurers: arbiters who do not enter.",
            lack,
        )
        lines.append(words % {"count": lack})
    return lines + _unpublished(given)


def _unpublished(given: PrizeRules) -> list[str]:
    """That the site lacks legal texts, which real money needs: a sentence, or none."""
    titles = [] if given.is_play else [str(text.label) for text in legal_texts.missing()]
    if not titles:
        return []
    words = _(
        "Missing on this site: %(texts)s. Its operator has to write them before a season with real money can "
        "be announced."
    )
    return [words % {"texts": listed(titles, language())}]


def open_book(competition: Competition, now: datetime) -> Book:
    """The book of a season that has just been announced, with those who hold its money; what was agreed to
    is frozen.
    """
    given = money_of(competition)
    book = Book.objects.create(competition=competition, currency=given.currency, opened_at=now)
    if given.online:
        Holder.objects.create(book=book, kind=Holder.Kind.OPERATOR, name=given.operator[:80])
    if given.cash_holder:
        person = competition.league.member_named(given.cash_holder)
        Holder.objects.create(book=book, kind=Holder.Kind.PERSON, user=person, name=given.cash_holder)
    if given.guarantor:
        person = competition.league.member_named(given.guarantor)
        Guarantor.objects.create(book=book, user=person, name=given.guarantor)
    freeze(competition, given, now)
    return book
