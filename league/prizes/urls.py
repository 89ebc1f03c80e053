"""Addresses of prize money. A season's stand under its own, what belongs to no season under `/money/`."""

from __future__ import annotations

from django.urls import include, path

from league.prizes.views import (
    bank,
    book,
    cancelling,
    claiming,
    desk,
    help,
    own,
    paying,
    records,
    rules,
    sandbox,
    statement,
    trust,
    webhooks,
)

app_name = "prizes"

ONE = "l/<slug:league_slug>/competitions/<slug:season>/money"

of_a_season = [
    path("", statement.statement, name="statement"),
    path("statement.<slug:form>", statement.statement_file, name="statement-file"),
    path("rules/", rules.rules, name="rules"),
    path("trust/", trust.trust, name="trust"),
    path("trust/ask/", trust.ask, name="ask"),
    path("trust/treasurer/", trust.treasurer, name="name-treasurer"),
    path("bank/", bank.bank, name="bank"),
    path("cancelling/", cancelling.cancelling, name="cancelling"),
    path("pay/", paying.pay, name="pay"),
    path("pay/state/", paying.pay_state, name="pay-state"),
    path("pay/online/", paying.pay_online, name="pay-online"),
    path("records/", records.records, name="records"),
    path("records/new/<slug:what_kind>/", records.record, name="record"),
    path("records/<int:record>/confirm/", records.confirm, name="confirm-record"),
    path("records/<int:record>/refuse/", records.refuse, name="refuse-record"),
    path("records/<int:record>/correct/", records.correct, name="correct-record"),
    path("records/<int:record>/match/", records.match, name="match-record"),
    path("records/<int:record>/send-back/", records.send_back, name="send-back-record"),
    path("book/", book.book, name="book"),
    path("book.<slug:form>", book.book_file, name="book-file"),
    path("desk/", desk.desk, name="desk"),
    path("desk/proposals/<int:proposal>/", desk.proposal, name="proposal"),
    path("desk/payouts/<int:payout>/", desk.payout, name="payout"),
    path("desk/refunds/<int:refund>/", desk.refund, name="refund"),
    path("desk/transfers/<int:holder>.csv", desk.transfers, name="transfers"),
    path("ruling/", desk.ruling, name="ruling"),
    path("desk/carrying/", desk.carrying, name="carrying"),
    path("claim/<int:payout>/", claiming.season_claim, name="claim"),
]
"""Below one prefix, as those of a game."""

urlpatterns = [
    path("money/", own.own, name="own"),
    path("money/<int:year>.csv", own.year, name="own-year"),
    path("money/claims/<int:payout>/", claiming.claim, name="own-claim"),
    path("money/refunds/<int:refund>/", claiming.refund, name="own-refund"),
    path("money/help/players/", help.players, name="help-players"),
    path("money/help/organisers/", help.organisers, name="help-organisers"),
    path("money/webhooks/<slug:provider>/", webhooks.receive, name="webhook"),
    path("money/sandbox/<slug:session>/", sandbox.checkout, name="sandbox"),
    path("money/sandbox/<slug:session>/confirm/", sandbox.confirm, name="sandbox-confirm"),
    path(f"{ONE}/", include(of_a_season)),
]
