"""What prize money refuses, in a sentence for the person who asked."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from league.competitions.errors import CompetitionError


class PrizeError(CompetitionError):
    """A refusal. `str()` of it is a translated sentence: what was wrong and what to do."""


class KeyReused(PrizeError):
    """A key that has booked something else: a fault of ours, never of the person."""

    message = _("This was booked before with other sums. Reload the page and look at the book.")


class Overdrawn(PrizeError):
    message = _("There is not enough money for that.")


class NotTrusted(PrizeError):
    message = _("Only this season’s treasurers may do that.")


class NoPrizeMoney(PrizeError):
    message = _("This season has no prize money.")


class NotAgreed(PrizeError):
    """Agreements to a draft's money, or legal texts of the site, are missing; the message names each."""


class NotNamed(PrizeError):
    message = _("You are not named for this season’s money.")


class NotNeeded(PrizeError):
    message = _("The season has treasurers enough who answer.")


class NotYourFee(PrizeError):
    message = _("Only the person who entered can pay this fee.")


class NothingToPay(PrizeError):
    message = _("There is nothing to pay for this entry now.")


class NotOnline(PrizeError):
    message = _("This season’s fee cannot be paid online.")


class NoAnswer(PrizeError):
    message = _("The payment service does not answer. Try again in a minute: nothing was charged.")


class PaymentRefused(PrizeError):
    message = _("The payment service refused. Nothing was charged: try again, or tell the organisers.")


class OtherRules(PrizeError):
    message = _("The money rules have changed since you opened this page. Read them again.")


class NotAppointed(PrizeError):
    message = _(
        "Entries to this season have been announced. The site’s administrator appoints who else confirms "
        "its payouts."
    )


class OtherContent(PrizeError):
    """A confirmation of something else than what is proposed now."""

    message = _("This is not what is proposed now. Look at it again before you confirm.")


class NotOpen(PrizeError):
    message = _("This proposal does not wait to be confirmed any more.")


class OwnPrize(PrizeError):
    message = _("Nobody confirms, pays out or rules on their own prize.")


class HasRefused(PrizeError):
    message = _("You have refused. The site’s administrator decides how it goes on.")


class TooFewTrusted(PrizeError):
    message = _("Payouts wait: too few treasurers are left to confirm them.")


class NotOwed(PrizeError):
    message = _("This prize is not waiting to be paid out.")


class NotPaidYet(PrizeError):
    message = _("These details are needed until the prize is paid out.")


class NoDetails(PrizeError):
    message = _("Say where to send the money, for example your bank account.")


class NotToCarry(PrizeError):
    message = _(
        "That cannot go to this season now, or the season has changed. Look at it again, then choose."
    )


class PlaysThere(PrizeError):
    message = _("You have an entry in that season. Someone else has to decide whether it gets this money.")


class OtherDetails(PrizeError):
    message = _(
        "Where to send it has changed since you opened this page. Look where you sent the money: what holds "
        "now is shown here."
    )


class NoReference(PrizeError):
    message = _("Give the reference of the payment, for example the bank’s.")


class TooEarly(PrizeError):
    """Whoever raises it says until when."""

    message = _("Money paid online is kept for some days before it is paid out.")


class IsRuledOn(PrizeError):
    message = _("A ruling about this prize waits to be confirmed. Decide it first.")


class NotBack(PrizeError):
    message = _("This prize can be paid out once the money it comes from has been paid back.")


class BadRuling(PrizeError):
    message = _("Say for at least one prize how much of it should go to whom.")


class AnotherWaits(PrizeError):
    message = _("Another proposal waits to be confirmed. Decide it first.")


class NothingByHand(PrizeError):
    message = _("This season takes no bank transfers or cash.")


class BadSum(PrizeError):
    """Whoever raises it says which sum it should be."""

    message = _("Give a sum above 0.")


class InTheFuture(PrizeError):
    message = _("This day is still to come. Give the day on which the money came or went.")


class AlreadyPaid(PrizeError):
    message = _("The fee of this entry is paid, or a record of it waits for the second person.")


class NoPayer(PrizeError):
    message = _("Say who paid, as the account statement names them.")


class NoSponsor(PrizeError):
    message = _("Say who gives the money: everyone can read it.")


class NotPromised(PrizeError):
    message = _("The rules have no such sponsor’s prize, or it is recorded already.")


class TooLate(PrizeError):
    message = _("The prizes are confirmed, or the season is cancelled: nothing can be added any more.")


class NotOverYet(PrizeError):
    message = _(
        "The league’s costs are paid once the season is over: until then the fees may have to go back."
    )


class NotTheSecond(PrizeError):
    message = _("Another of the people who confirm payouts has to do that.")


class OwnMoney(PrizeError):
    message = _("This is your own money. In real money another treasurer records, confirms and matches it.")


class AlreadyProposed(PrizeError):
    message = _("It is proposed to cancel this season already.")


class ProposedLately(PrizeError):
    """Somebody proposes to cancel a season again too soon; the message says from when they may."""


class NotYetYours(PrizeError):
    message = _("The treasurers have 7 days to answer. After that the site’s team decides.")


class AlreadyDecided(PrizeError):
    message = _("This record has been decided or corrected already.")


class Used(PrizeError):
    message = _("This money has been used already, so the record stays.")


class NotHolder(PrizeError):
    message = _("Only the person who holds bank transfers and cash can do that.")


class PaymentClosed(PrizeError):
    message = _("Payment is closed at the moment. You keep your place, and we e-mail you when it opens.")


class DetailsWait(PrizeError):
    message = _("New bank details wait to be confirmed. Payment opens once a treasurer has done that.")


class NothingWaits(PrizeError):
    message = _("There are no new bank details to confirm.")
