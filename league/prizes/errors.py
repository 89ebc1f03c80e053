"""What prize money refuses, in a sentence for the person who asked."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from league.competitions.errors import CompetitionError


class PrizeError(CompetitionError):
    """A refusal. `str()` of it is a translated sentence: what was wrong and what to do."""


class KeyReused(PrizeError):
    """A key that has booked something else: a fault of ours, never of the person."""

    message = _("This is in the ledger already, with other sums. Reload the page and look there.")


class Overdrawn(PrizeError):
    message = _("There is not enough money for that.")


class NotTrusted(PrizeError):
    message = _("Only this season’s treasurers may do that.")


class NoPrizeMoney(PrizeError):
    message = _("This season has no prize money.")


class NotAgreed(PrizeError):
    """Agreements to a draft's money, or legal texts of the site, are missing; the message names each."""


class NotNamed(PrizeError):
    message = _("You have no role in this season’s money.")


class NotNeeded(PrizeError):
    message = _("The season has enough treasurers who answer.")


class NotYourFee(PrizeError):
    message = _("Only the person who entered can pay this fee.")


class NothingToPay(PrizeError):
    message = _("There is nothing to pay for this entry now.")


class NotOnline(PrizeError):
    message = _("This season’s fee can’t be paid online.")


class NoAnswer(PrizeError):
    message = _("The payment service does not answer. Try again in a minute: nothing was charged.")


class PaymentRefused(PrizeError):
    message = _("The payment service refused. Nothing was charged: try again, or tell the organisers.")


class OtherRules(PrizeError):
    message = _("The money rules have changed since you opened this page. Read them again.")


class NotAppointed(PrizeError):
    message = _("This season has been announced. Only the site’s team can appoint another treasurer now.")


class OtherContent(PrizeError):
    """A confirmation of something else than what is proposed now."""

    message = _("The proposal has changed. Look at it again before you confirm.")


class NotOpen(PrizeError):
    message = _("This proposal can no longer be confirmed.")


class OwnPrize(PrizeError):
    message = _("You can’t confirm, pay out or rule on your own prize.")


class HasRefused(PrizeError):
    message = _("You have refused. The site’s team decides what happens next.")


class TooFewTrusted(PrizeError):
    message = _("Payouts wait: too few treasurers are left to confirm them.")


class NotOwed(PrizeError):
    message = _("This prize can’t be paid out now.")


class NotPaidYet(PrizeError):
    message = _("These details are needed until the prize is paid.")


class NoDetails(PrizeError):
    message = _("Say where to send the money, for example your bank account.")


class NotToCarry(PrizeError):
    message = _("This season can’t get the money now, or it has changed. Look at it again, then choose.")


class PlaysThere(PrizeError):
    message = _("You have entered that season. Someone else has to decide whether it gets this money.")


class OtherDetails(PrizeError):
    message = _(
        "The payment details changed after you opened this page. Check where you sent the money: "
        "the new details are shown here."
    )


class NoReference(PrizeError):
    message = _("Give the reference of the payment, for example the bank’s.")


class TooEarly(PrizeError):
    """Raised with the moment until which it holds."""

    message = _("Online payments are held for some days before prizes are sent.")


class IsRuledOn(PrizeError):
    message = _("First decide the ruling about this prize: it is not confirmed yet.")


class NotBack(PrizeError):
    message = _("First the money for this prize has to be paid back.")


class BadRuling(PrizeError):
    message = _("Give a sum and a person for at least one prize.")


class AnotherWaits(PrizeError):
    message = _("First decide the other proposal: it is not confirmed yet.")


class NothingByHand(PrizeError):
    message = _("This season takes no bank transfers or cash.")


class BadSum(PrizeError):
    """Raised with the sum that it should be."""

    message = _("Give a sum above 0.")


class InTheFuture(PrizeError):
    message = _("This day is in the future. Give the day the money came or went.")


class AlreadyPaid(PrizeError):
    message = _("This entry’s fee is paid, or its payment waits for the second treasurer.")


class NoPayer(PrizeError):
    message = _("Say who paid, as the account statement names them.")


class NoSponsor(PrizeError):
    message = _("Say who gives the money: everyone can read it.")


class NotPromised(PrizeError):
    message = _("The rules have no such sponsor’s prize, or it is logged already.")


class TooLate(PrizeError):
    message = _("The prizes are confirmed, or the season is cancelled. Nothing more can be added.")


class NotOverYet(PrizeError):
    message = _(
        "The league’s costs are paid once the season is over: until then the fees may have to go back."
    )


class NotTheSecond(PrizeError):
    message = _("Another treasurer has to do that.")


class OwnMoney(PrizeError):
    message = _("This is your own money. In real money another treasurer has to log, confirm and match it.")


class AlreadyProposed(PrizeError):
    message = _("There is already a proposal to cancel this season.")


class ProposedLately(PrizeError):
    """Someone proposes to cancel a season again too soon; the message says from when they may."""


class NotYetYours(PrizeError):
    message = _("The treasurers have 7 days to answer. After that the site’s team decides.")


class AlreadyDecided(PrizeError):
    message = _("This payment has been decided or corrected already.")


class Used(PrizeError):
    message = _("This money has been used already, so it can’t be corrected.")


class NotHolder(PrizeError):
    message = _("Only the person who holds bank transfers and cash can do that.")


class PaymentClosed(PrizeError):
    message = _("Payment is closed for now. You keep your place, and we e-mail you when it opens again.")


class DetailsWait(PrizeError):
    message = _("New bank details wait to be confirmed. Payment opens once a treasurer has done that.")


class NothingWaits(PrizeError):
    message = _("There are no new bank details to confirm.")
