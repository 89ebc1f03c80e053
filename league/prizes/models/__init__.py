"""Rows of prize money."""

from league.prizes.models.cancelling import CancelProposal
from league.prizes.models.checks import BookWalk, LedgerCheck
from league.prizes.models.closing import BankDetailsChange, PaymentClosing
from league.prizes.models.ledger import Account, Book, Booking, Guarantor, Holder, Leg, Seal
from league.prizes.models.paying import Checkout, HandRecord, Payment, Refund, WebhookEvent
from league.prizes.models.payout import Confirmation, Owed, Payout, Proposal
from league.prizes.models.people import Agreement, OnlineApproval, PurseSetting, Trustee, TrustStep
from league.prizes.models.sandbox import SandboxRefund, SandboxSession, SandboxWebhook

__all__ = [
    "Account",
    "Agreement",
    "BankDetailsChange",
    "Book",
    "BookWalk",
    "Booking",
    "CancelProposal",
    "Checkout",
    "Confirmation",
    "Guarantor",
    "HandRecord",
    "Holder",
    "LedgerCheck",
    "Leg",
    "OnlineApproval",
    "Owed",
    "Payment",
    "PaymentClosing",
    "Payout",
    "Proposal",
    "PurseSetting",
    "Refund",
    "SandboxRefund",
    "SandboxSession",
    "SandboxWebhook",
    "Seal",
    "TrustStep",
    "Trustee",
    "WebhookEvent",
]
