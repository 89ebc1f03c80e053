"""The money part of a season's rules in words: for its rules, what is frozen, and what entrants accept."""

from __future__ import annotations

from collections.abc import Iterator

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from adjudicator.texts.names import listed
from games.common.words.local import alphabetical, language
from games.common.words.people import called
from games.common.words.terms import Term
from league.competitions.rules import countries
from league.competitions.rules.prize_rules import ROUNDS, PrizeRules
from league.money import money


def terms_of(given: PrizeRules) -> Iterator[Term]:
    """All that the money is handled by, in the order in which people ask for it."""
    if given.is_play:
        yield Term(_("Currency"), _("Play money: it has no value, and you can’t buy it or cash it in."))
    yield from _fee(given)
    yield from _prizes(given)
    yield Term(_("Refunds"), " ".join(refunds(given)))
    yield from _people(given)


def _fee(given: PrizeRules) -> Iterator[Term]:
    if not given.fee:
        yield Term(_("Entry fee"), _("None"))
        return
    said = {"fee": money(given.fee, given.currency), "count": given.pay_days}
    words = ngettext(
        "%(fee)s. Pay within %(count)d day of entering, and before entries close.",
        "%(fee)s. Pay within %(count)d days of entering, and before entries close.",
        given.pay_days,
    )
    yield Term(_("Entry fee"), f"{words % said} {from_the_waiting_list(given)}")
    yield Term(_("Of each fee"), parts_of_fee(given))
    if given.online:
        yield Term(_("The provider’s charges"), charges(given))


def from_the_waiting_list(given: PrizeRules) -> str:
    """How long they have to pay who get a place later, in a sentence."""
    words = ngettext(
        "From the waiting list you have %(count)d day to pay.",
        "From the waiting list you have %(count)d days to pay.",
        given.waiting_days,
    )
    return words % {"count": given.waiting_days}


def parts_of_fee(given: PrizeRules) -> str:
    """What goes where, in one line."""
    pool, league, site = (money(part, given.currency) for part in given.parts_of_fee())
    said = {"pool": pool, "league": league, "site": site}
    if given.league_percent and given.site_percent:
        return _("%(pool)s to the prize pool, %(league)s to the league’s costs, %(site)s to the site") % said
    if given.league_percent:
        return _("%(pool)s to the prize pool, %(league)s to the league’s costs") % said
    if given.site_percent:
        return _("%(pool)s to the prize pool, %(site)s to the site") % said
    return _("All of it to the prize pool")


def charges(given: PrizeRules) -> str:
    """Who bears what the payment provider keeps."""
    if given.charges_from == "site":
        return _("The site pays them, never the prize pool.")
    return _("They come out of the league’s share, never out of the prize pool.")


def _prizes(given: PrizeRules) -> Iterator[Term]:
    if any(given.fixed):
        sums = [
            _("rank %(rank)d: %(sum)s") % {"rank": rank, "sum": money(amount, given.currency)}
            for rank, amount in enumerate(given.fixed, start=1)
            if amount
        ]
        come_first = _("They come first.")
        yield Term(_("Fixed prizes"), f"{', '.join(sums)}. {come_first}")
    yield Term(_("Shares of the pool"), shares_of(given))
    for extra in given.extras:
        said = {
            "sum": money(extra.amount, given.currency),
            "sponsor": extra.sponsor,
            "rank": extra.rank,
        }
        yield Term(_("Sponsor’s prize"), _("%(sum)s from %(sponsor)s for rank %(rank)d") % said)
    if given.guaranteed:
        said = {"sum": money(given.guaranteed, given.currency), "name": called(given.guarantor)}
        words = _("At least %(sum)s. %(name)s pays what is missing; it counts once it is paid in.")
        yield Term(_("Guaranteed pool"), words % said)
    yield Term(_("To win a prize"), eligible(given))


def shares_of(given: PrizeRules) -> str:
    """Which part of the pool goes to which rank, or to those who won a game of which round."""
    by_round = given.by == ROUNDS
    says = _("round %(round)d: %(share)d%%") if by_round else _("rank %(rank)d: %(share)d%%")
    shares = ", ".join(
        says % {"rank": number, "round": number, "share": share}
        for number, share in enumerate(given.rounds if by_round else given.shares, start=1)
        if share
    )
    if not by_round:
        return shares
    return f"{shares}. " + _(
        "Each round’s share is divided among the players who won a game of it. A game won by "
        "forfeit or by tie-break (HR-13) counts; a bye or a walkover does not. If no one won a "
        "game of a round, its share goes to the other rounds, in proportion."
    )


def eligible(given: PrizeRules) -> str:
    """What it takes to win a prize, and what becomes of one that no one may win."""
    rest = _(
        "A prize that no one can win goes to the other winners, in proportion. If no one can win "
        "any, everything is refunded."
    )
    if not given.prize_games:
        return rest
    games = ngettext("%(count)d game that counts.", "%(count)d games that count.", given.prize_games)
    return f"{games % {'count': given.prize_games}} {rest}"


def refunds(given: PrizeRules) -> list[str]:
    """When a fee comes back, a sentence each."""
    if not given.fee:
        return [_("There is no fee.")]
    said = {"fee": money(given.fee, given.currency)}
    return [
        _("Until your first game starts: %(fee)s back, unless you are disqualified.") % said,
        _("Once it has started: nothing back."),
        _("If the season is cancelled, even halfway through: %(fee)s back, unless you were disqualified.")
        % said,
    ]


def _people(given: PrizeRules) -> Iterator[Term]:
    if given.least_age:
        yield Term(_("Minimum age"), str(given.least_age))
    if given.countries:
        yield Term(_("Countries"), in_countries(given))
    if given.online:
        operator = given.operator or _("the operator of the site")
        yield Term(_("Who holds what is paid online"), operator)
    if given.cash_holder:
        yield Term(_("Who holds what is paid by bank transfer or in cash"), called(given.cash_holder))
    words = confirmed_by(given)
    if given.trustees:
        names = listed([called(name) for name in given.trustees], language())
        words += " " + _("The rules name %(names)s; the statement says who they are today.") % {
            "names": names
        }
    yield Term(_("Payouts"), words)
    if given.online and given.fee:
        words = ngettext(
            "Prizes from online payments are sent %(count)d day after the last payment, in case a "
            "bank reverses one.",
            "Prizes from online payments are sent %(count)d days after the last payment, in case a "
            "bank reverses one.",
            given.hold_days,
        )
        yield Term(_("Waiting time"), words % {"count": given.hold_days})
        words = _(
            "If your bank reverses your payment, you have 7 days to pay again, or you are out. If "
            "that happens once the prizes are confirmed, %(name)s bears the loss."
        )
        yield Term(_("Chargebacks"), words % {"name": called(given.guarantor)})
    if given.second_above and given.cash_holder and given.has_a_second:
        words = _("Above %(sum)s a second treasurer has to confirm.")
        said = {"sum": money(given.second_above, given.currency)}
        yield Term(_("Offline payments"), words % said)
    words = _(
        "You can still claim them. After 180 days the treasurers can give them to another season "
        "of the league; after a year they go back to those who paid."
    )
    if given.is_play:
        words = _(
            "You can still claim them. After 180 days they go to the next season, once there is one; "
            "after a year they go back to those who paid."
        )
    yield Term(_("Unclaimed prizes"), words)


def confirmed_by(given: PrizeRules) -> str:
    """How many treasurers confirm each payout, in a sentence."""
    words = ngettext(
        "%(count)d treasurer, who does not play, confirms each prize.",
        "%(count)d treasurers, who do not play, confirm each prize.",
        given.confirmations,
    )
    return words % {"count": given.confirmations}


def conditions(given: PrizeRules) -> list[str]:
    """What the money rules ask of players who enter, a sentence each."""
    found = []
    if given.fee:
        words = _("An entry fee of %(fee)s (play money).") if given.is_play else _("An entry fee of %(fee)s.")
        found.append(words % {"fee": money(given.fee, given.currency)})
    if given.least_age:
        words = ngettext(
            "An age of %(count)d year or more.", "An age of %(count)d years or more.", given.least_age
        )
        found.append(words % {"count": given.least_age})
    if given.countries:
        words = ngettext(
            "Living in this country: %(countries)s.",
            "Living in one of these countries: %(countries)s.",
            len(given.countries),
        )
        found.append(words % {"countries": in_countries(given)})
    return found


def in_countries(given: PrizeRules) -> str:
    """The countries whose people may enter, by name."""
    return listed(sorted((countries.named(code) for code in given.countries), key=alphabetical), language())
