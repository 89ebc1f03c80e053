"""E-mails about prize money: receipts, refunds, prizes, what waits for those who answer for it.

All of them are about their reader's own money, or ask for something that only they can do, so they are mailed
whatever mails that person chose; one is not sent about what was done meanwhile.
"""

from __future__ import annotations

from typing import Final

from games.common.outbox.notices import Notices
from league.competitions.models import Entry
from league.prizes.models import (
    Agreement,
    BankDetailsChange,
    CancelProposal,
    HandRecord,
    Holder,
    Payment,
    PaymentClosing,
    Payout,
    Proposal,
    Refund,
    Trustee,
)

SEASON: Final = "book__competition__league"

money_mails = Notices(
    "prize_mail",
    folder="prizes/mail",
    source="money",
    template="money",
    things={
        "payment": Payment.objects.select_related(SEASON, "entry"),
        "refund": Refund.objects.select_related(SEASON, "holder"),
        "entry": Entry.objects.select_related("competition__league"),
        "proposal": Proposal.objects.select_related(SEASON),
        "payout": Payout.objects.select_related(SEASON, "proposal", "entry__user"),
        "holder": Holder.objects.select_related(SEASON),
        "trustee": Trustee.objects.select_related("competition__league", "user"),
        "agreement": Agreement.objects.select_related("competition__league", "user"),
        "change": BankDetailsChange.objects.select_related("competition__league", "by"),
        "closing": PaymentClosing.objects.select_related("competition__league"),
        "cancelling": CancelProposal.objects.select_related("competition__league", "by", "answered_by"),
        "record": HandRecord.objects.select_related(SEASON, "by", "entry"),
    },
)
