"""What the e-mails of a season say, by occasion: a title, a sentence or two, and where to go."""

from __future__ import annotations

from django.conf import settings
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from adjudicator.texts.names import listed
from games.common import clock
from games.common.outbox.mail_templates import Facts
from games.common.words import local
from games.common.words.people import Weight, at_start, called
from league.competitions import kinds
from league.competitions.models import (
    Arbiter,
    Circular,
    Competition,
    DateMove,
    Dispute,
    Entry,
    Nudge,
    Pairing,
    ProposedAct,
    Suspicion,
)
from league.competitions.outbox.post import season_mails
from league.competitions.selectors.ends import mailed
from league.competitions.state.champions import champions
from league.competitions.state.hearing import is_heard_of
from league.competitions.state.registration import decided_by, is_to_be_decided
from league.competitions.words import wording as season_wording
from league.money import money
from league.users.models import User


def facts_of(competition: Competition, title: str, what: str, *, said: str = "", address: str = "") -> Facts:
    return {
        "league": competition.league.name,
        "season": competition.name,
        "title": title,
        "what": what,
        "said": said,
        "address": settings.SITE_ADDRESS + (address or competition.get_absolute_url()),
    }


def _to_arbiter(dispute: Dispute, reader: User) -> str:
    """A dispute is for arbiters to rule on; to those who played it is news."""
    return "" if dispute.pairing.entry_of(reader.pk) else "duty"


def _is_ruled_on(pairing: Pairing) -> bool:
    """Another e-mail tells of the ruling."""
    return pairing.disputes.filter(ruled_at__isnull=False).exists()


def _is_paid(entry: Entry) -> bool:
    return entry.pay_by is None or entry.payment not in Entry.OWING


def name_of(user: User) -> str:
    return called(user.get_username())


@season_mails.on("written", "circular")
def _written(circular: Circular, reader: User) -> Facts:
    by = name_of(circular.by)
    return facts_of(
        circular.competition,
        _("A message to everyone in the season"),
        _("%(name)s writes:") % {"name": by},
        said=circular.text,
    )


@season_mails.on("ended", "pairing", unless=_is_ruled_on)
def ended(pairing: Pairing, reader: User) -> Facts:
    """What came of the reader's game: won or lost, until when it can be disputed, and where."""
    title, what, address = mailed(pairing, reader.pk)
    return facts_of(pairing.competition, title, what, address=address)


@season_mails.on(
    "let_in",
    "entry",
    always=lambda entry, reader: "money" if entry.pay_by is not None else "",
    waits=lambda entry, reader: "fee" if entry.pay_by is not None else "",
)
def _let_in(entry: Entry, reader: User) -> Facts:
    what = _("A place became free, and you were next in line.")
    if entry.pay_by is not None:
        what += " " + _pay_until(entry)
    address = _pay_page(entry.competition) if entry.pay_by else ""
    return facts_of(entry.competition, _("A place is yours"), what, address=address)


@season_mails.on("fee_due", "entry", unless=_is_paid, always="money", waits="fee")
def _fee_due(entry: Entry, reader: User) -> Facts:
    title = _("Pay your entry fee: %(fee)s") % {"fee": _fee(entry.competition)}
    what = _("A place is kept for you. %(until)s") % {"until": _pay_until(entry)}
    return facts_of(entry.competition, title, what, address=_pay_page(entry.competition))


@season_mails.on("fee_reminder", "entry", unless=_is_paid, always="money", waits="fee")
def _fee_reminder(entry: Entry, reader: User) -> Facts:
    title = _("Reminder: pay your entry fee, %(fee)s") % {"fee": _fee(entry.competition)}
    return facts_of(entry.competition, title, _pay_until(entry), address=_pay_page(entry.competition))


def _pay_until(entry: Entry) -> str:
    """Until when to pay, and what becomes of an entry whose fee does not come."""
    if entry.pay_by is None:
        raise ValueError(f"{entry} owes nothing")
    until = {"moment": local.moment(entry.pay_by)}
    if entry.state == Entry.State.PLAYING:
        return (
            _("Pay by %(moment)s. After that you forfeit your open games and are out of the season.") % until
        )
    return _("Pay the entry fee by %(moment)s, or your place goes to the next person.") % until


def _fee(competition: Competition) -> str:
    given = competition.terms.money
    return money(given.fee, given.currency) if given else ""


def _pay_page(competition: Competition) -> str:
    return f"{competition.get_absolute_url()}money/pay/"


@season_mails.on("not_paid", "entry", always="money")
def _not_paid(entry: Entry, reader: User) -> Facts:
    title = _("You lost your place: the fee was not paid in time")
    if entry.state == Entry.State.REMOVED:
        title = _("You are out of the season: your bank reversed your payment")
        what = _("If you pay now, we send it back.")
    else:
        what = _(
            "If you paid in time, you get your place back once we log the payment. Later payments "
            "are refunded, unless a place is free."
        )
    return facts_of(entry.competition, title, what)


@season_mails.on("waits_again", "entry", always="money")
def _waits_again(entry: Entry, reader: User) -> Facts:
    what = _(
        "Your place was not free after all: another player’s payment came in time but was logged "
        "late. You pay nothing, and are next in line."
    )
    return facts_of(entry.competition, _("You are on the waiting list again"), what)


@season_mails.on("removed", "entry", weight=Weight.COSTS)
def _removed(entry: Entry, reader: User) -> Facts:
    step = entry.steps.order_by("-pk").first()
    title = _("You were removed from the season")
    if entry.state == Entry.State.DISQUALIFIED:
        title = _("You were disqualified")
    return facts_of(
        entry.competition, title, _("An arbiter decided this. The reason:"), said=step.reason if step else ""
    )


@season_mails.on("begun", "entry")
def _begun(entry: Entry, reader: User) -> Facts:
    what = kinds.of(entry.competition).begun(entry)
    return facts_of(entry.competition, _("The season has begun"), what)


@season_mails.on("nudged", "nudge", unless=is_heard_of)
def _nudged(nudge: Nudge, reader: User) -> Facts:
    """Whom the reader can challenge, or what else they could do: as it is when this is read."""
    season = nudge.entry.competition
    found = kinds.of(season).nudging(nudge.entry, clock.now())
    if found is None:
        raise ValueError(f"{nudge} has nothing to tell")
    return facts_of(season, found.title, found.what)


@season_mails.on("invited", "competition", wishes=("competitions", "invitations"), waits="entry")
def _invited(competition: Competition, reader: User) -> Facts:
    moments = {
        "opens": local.moment(competition.enters_from),
        "moment": local.moment(competition.enters_until),
    }
    what = _("Entries are open from %(opens)s until %(moment)s.") % moments
    return facts_of(competition, _("You’re invited to enter the season"), what)


def _takes_no_entries(season: Competition) -> bool:
    return season.state != Competition.State.ANNOUNCED


@season_mails.on("announced", "competition", wishes=("leagues",), unless=_takes_no_entries)
@season_mails.on("opens", "competition", wishes=("openings",), unless=_takes_no_entries)
def _opens(competition: Competition, reader: User) -> Facts:
    moments = {
        "opens": local.moment(competition.enters_from),
        "moment": local.moment(competition.enters_until),
    }
    what = _("Entries are open from %(opens)s until %(moment)s.") % moments
    if fee := _fee(competition):
        what += " " + _("Entry fee: %(fee)s.") % {"fee": fee}
    return facts_of(competition, _("A new season takes entries"), what)


@season_mails.on("cancelled", "competition")
def _cancelled(competition: Competition, reader: User) -> Facts:
    return facts_of(
        competition,
        _("The season was cancelled"),
        _("Unfinished games are void. The reason:"),
        said=_(competition.cancel_reason)
        if competition.cancelled_by_id is None
        else competition.cancel_reason,
    )


@season_mails.on("dates_moved", "move")
def _dates_moved(move: DateMove, reader: User) -> Facts:
    competition = move.competition
    title = _("The season’s dates have changed")
    if move.extends_registration:
        title = _("Entries are open for longer")
    moments = {
        "starts": local.moment(competition.starts_at),
        "ends": local.moment(competition.ends_at),
    }
    what = _("It starts on %(starts)s and ends on %(ends)s.") % moments
    if competition.challenges_until is not None:
        last = _("You can challenge until %(last)s.")
        what = f"{what} {last % {'last': local.moment(competition.challenges_until)}}"
    return facts_of(competition, title, what, said=move.reason)


@season_mails.on(
    "too_few",
    "competition",
    unless=lambda season: not is_to_be_decided(season, clock.now()),
    always="duty",
    waits="season",
)
def _too_few(competition: Competition, reader: User) -> Facts:
    moment = {"moment": local.moment(decided_by(competition))}
    return facts_of(
        competition,
        _("Too few people have entered the season"),
        _("Extend the entries before %(moment)s. Otherwise the season is cancelled.") % moment,
        address=f"{competition.get_absolute_url()}extend/",
    )


@season_mails.on("no_arbiter", "competition", always="duty", waits="season")
def _no_arbiter(competition: Competition, reader: User) -> Facts:
    return facts_of(
        competition,
        _("The season has no arbiter any more"),
        _("No one can rule on its results. Name a member who doesn’t play in it."),
        address=f"{competition.get_absolute_url()}arbiters/",
    )


@season_mails.on(
    "arbiter",
    "arbiter",
    unless=lambda named: named.left_at is not None or named.competition.is_over,
    always="duty",
)
def _arbiter(arbiter: Arbiter, reader: User) -> Facts:
    """What someone was named for; why, where the site's administrator appointed them."""
    what = _(
        "You rule on disputes and don’t play in the season. You don’t need to do anything now. If "
        "you’d rather not, choose “No, thank you” on the page."
    )
    address = f"{arbiter.competition.get_absolute_url()}arbiter/"
    title = _("You’re an arbiter of the season")
    return facts_of(arbiter.competition, title, what, said=arbiter.reason, address=address)


@season_mails.on("stepped_down", "arbiter", always="duty")
def _stepped_down(arbiter: Arbiter, reader: User) -> Facts:
    competition = arbiter.competition
    what = _("They don’t want to be an arbiter of the season.")
    if not competition.arbiters.filter(left_at=None).exists():
        lacks = _("No one can rule on its results. Name a member who doesn’t play in it.")
        what = f"{what} {lacks}"
    page = "edit" if competition.is_draft else "arbiters"
    title = at_start(_("%(name)s doesn’t want to be an arbiter") % {"name": name_of(arbiter.user)})
    return facts_of(competition, title, what, address=f"{competition.get_absolute_url()}{page}/")


@season_mails.on("finished", "competition")
def _finished(competition: Competition, reader: User) -> Facts:
    """Who has won, and the reader's own place."""
    first = champions().filter(competition=competition).order_by("place", "entry__number")
    names = {user: called(name) for user, name in first.values_list("entry__user", "entry__user__username")}
    own = (
        competition.final_places.filter(entry__user=reader.pk, rank__isnull=False).order_by("-entry").first()
    )
    what = [_("The final ranking is on the season’s page.")]
    if reader.pk in names:
        what.insert(0, _("You have won the season."))
    else:
        if own is not None:
            what.insert(0, _("Your final rank is %(rank)d.") % {"rank": own.rank})
        if names:
            won = ngettext("%(names)s has won the season.", "%(names)s have won the season.", len(names))
            what.insert(0, at_start(won % {"names": listed(list(names.values()), local.language())}))
    return facts_of(competition, _("The season is over"), " ".join(what))


def _pairing_of(dispute: Dispute) -> str:
    people = [each.user.get_username() for each in dispute.pairing.entries]
    return kinds.of(dispute.competition).named(dispute.pairing.number, people)


@season_mails.on("disputed", "dispute", always=_to_arbiter, waits="dispute", weight=Weight.COSTS)
def _disputed(dispute: Dispute, reader: User) -> Facts:
    what = _("An arbiter decides before %(moment)s; otherwise the result stands. The complaint:")
    return facts_of(
        dispute.competition,
        _("Disputed result: %(pairing)s") % {"pairing": _pairing_of(dispute)},
        what % {"moment": local.moment(dispute.stands_at or dispute.at)},
        said=dispute.said,
        address=address_of_dispute(dispute),
    )


@season_mails.on("ruled", "dispute")
def _ruled(dispute: Dispute, reader: User) -> Facts:
    return facts_of(
        dispute.competition,
        _("Ruling: %(pairing)s") % {"pairing": _pairing_of(dispute)},
        f"{dispute.get_ruling_display()}.",
        said=dispute.why,
        address=address_of_dispute(dispute),
    )


@season_mails.on("suspected", "suspicion", always="duty", waits="suspicion")
def _suspected(suspicion: Suspicion, reader: User) -> Facts:
    names = {"one": name_of(suspicion.one.user), "other": name_of(suspicion.other.user)}
    return facts_of(
        suspicion.competition,
        at_start(_("%(one)s and %(other)s may be one person") % names),
        _("A player of the season suspects this. Only the arbiters are told. What they wrote:"),
        said=suspicion.said,
        address=f"{suspicion.competition.get_absolute_url()}desk/",
    )


@season_mails.on("proposed", "act", always="duty", waits="act")
def _proposed(act: ProposedAct, reader: User) -> Facts:
    return facts_of(
        act.competition,
        at_start(season_wording.proposes(act)),
        _("They play in the season too, so nothing happens until an arbiter confirms it. The reason:"),
        said=act.reason,
        address=f"{act.competition.get_absolute_url()}desk/acts/{act.pk}/",
    )


@season_mails.on("proposal_decided", "act")
def _proposal_decided(act: ProposedAct, reader: User) -> Facts:
    by = name_of(act.decided_by) if act.decided_by else _("someone")
    said = {"by": by, "name": name_of(act.about)}
    title = (
        _("%(by)s confirmed what you decided about %(name)s")
        if act.is_confirmed
        else _("%(by)s refused what you decided about %(name)s")
    )
    what = _("It is done.") if act.is_confirmed else _("Nothing was done.")
    return facts_of(act.competition, at_start(title % said), what)


def address_of_dispute(dispute: Dispute) -> str:
    competition = dispute.competition
    return f"{competition.get_absolute_url()}disputes/{dispute.pairing.number}/"
