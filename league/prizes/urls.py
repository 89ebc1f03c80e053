"""Addresses of prize money. A season's stand under its own, what belongs to no season under `/money/`."""

from __future__ import annotations

from django.urls import path

from league.prizes.views import (
    book,
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

urlpatterns = [
    path("money/", own.own, name="own"),
    path("money/<int:year>.csv", own.year, name="own-year"),
    path(f"{ONE}/", statement.statement, name="statement"),
    path(f"{ONE}/statement.<slug:form>", statement.statement_file, name="statement-file"),
    path(f"{ONE}/rules/", rules.rules, name="rules"),
    path(f"{ONE}/trust/", trust.trust, name="trust"),
    path(f"{ONE}/bank/", rules.bank, name="bank"),
    path(f"{ONE}/pay/", paying.pay, name="pay"),
    path(f"{ONE}/pay/state/", paying.pay_state, name="pay-state"),
    path(f"{ONE}/pay/online/", paying.pay_online, name="pay-online"),
    path(f"{ONE}/records/", records.records, name="records"),
    path(f"{ONE}/records/new/<slug:what_kind>/", records.record, name="record"),
    path(f"{ONE}/records/<int:record>/confirm/", records.confirm, name="confirm-record"),
    path(f"{ONE}/records/<int:record>/refuse/", records.refuse, name="refuse-record"),
    path(f"{ONE}/records/<int:record>/correct/", records.correct, name="correct-record"),
    path(f"{ONE}/book/", book.book, name="book"),
    path(f"{ONE}/book.<slug:form>", book.book_file, name="book-file"),
    path(f"{ONE}/desk/", desk.desk, name="desk"),
    path(f"{ONE}/desk/proposals/<int:proposal>/", desk.proposal, name="proposal"),
    path(f"{ONE}/desk/payouts/<int:payout>/", desk.payout, name="payout"),
    path(f"{ONE}/desk/refunds/<int:refund>/", desk.refund, name="refund"),
    path(f"{ONE}/desk/transfers/<int:holder>.csv", desk.transfers, name="transfers"),
    path(f"{ONE}/ruling/", desk.ruling, name="ruling"),
    path(f"{ONE}/claim/<int:payout>/", claiming.season_claim, name="claim"),
    path("money/claims/<int:payout>/", claiming.claim, name="own-claim"),
    path("money/refunds/<int:refund>/", claiming.refund, name="own-refund"),
    path("money/help/players/", help.players, name="help-players"),
    path("money/help/organisers/", help.organisers, name="help-organisers"),
    path("money/webhooks/<slug:provider>/", webhooks.receive, name="webhook"),
    path("money/sandbox/<slug:session>/", sandbox.checkout, name="sandbox"),
    path("money/sandbox/<slug:session>/confirm/", sandbox.confirm, name="sandbox-confirm"),
]
