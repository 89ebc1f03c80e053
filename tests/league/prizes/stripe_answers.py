"""What Stripe answers, as its documentation shows it, shortened; and a transport that says it."""

from __future__ import annotations

import json
from copy import deepcopy
from typing import Any
from urllib.parse import parse_qs, urlsplit

from stripe import APIConnectionError, HTTPClient

OPEN: dict[str, Any] = {
    "id": "cs_test_a1",
    "object": "checkout.session",
    "amount_subtotal": 1200,
    "amount_total": 1200,
    "client_reference_id": "1",
    "created": 1767225600,
    "currency": "eur",
    "expires_at": 1767312000,
    "livemode": False,
    "metadata": {"checkout": "1", "site": "http://localhost:8000"},
    "mode": "payment",
    "payment_intent": None,
    "payment_status": "unpaid",
    "status": "open",
    "url": "https://checkout.stripe.com/c/pay/cs_test_a1",
}

CHARGE: dict[str, Any] = {
    "id": "ch_1",
    "object": "charge",
    "amount": 1200,
    "amount_captured": 1200,
    "amount_refunded": 0,
    "balance_transaction": {
        "id": "txn_1",
        "object": "balance_transaction",
        "amount": 1200,
        "currency": "eur",
        "exchange_rate": None,
        "fee": 43,
        "net": 1157,
        "type": "charge",
    },
    "captured": True,
    "currency": "eur",
    "disputed": False,
    "paid": True,
    "payment_intent": "pi_1",
    "refunded": False,
    "status": "succeeded",
}

INTENT: dict[str, Any] = {
    "id": "pi_1",
    "object": "payment_intent",
    "amount": 1200,
    "amount_received": 1200,
    "currency": "eur",
    "latest_charge": CHARGE,
    "status": "succeeded",
}

PAID: dict[str, Any] = {
    **OPEN,
    "payment_intent": INTENT,
    "payment_status": "paid",
    "status": "complete",
    "url": None,
}

REFUND: dict[str, Any] = {
    "id": "re_1",
    "object": "refund",
    "amount": 1200,
    "charge": "ch_1",
    "currency": "eur",
    "metadata": {"key": "refund:7"},
    "payment_intent": "pi_1",
    "status": "succeeded",
}

WITHDRAWN: dict[str, Any] = {
    "id": "txn_2",
    "object": "balance_transaction",
    "amount": -1200,
    "currency": "eur",
    "fee": 2000,
    "net": -3200,
    "type": "adjustment",
}
REINSTATED: dict[str, Any] = {**WITHDRAWN, "id": "txn_3", "amount": 1200, "fee": 0, "net": 1200}

DISPUTE: dict[str, Any] = {
    "id": "du_1",
    "object": "dispute",
    "amount": 1200,
    "balance_transactions": [WITHDRAWN],
    "charge": "ch_1",
    "currency": "eur",
    "payment_intent": "pi_1",
    "reason": "fraudulent",
    "status": "needs_response",
}


def paid(charge: dict[str, Any] | None = None, **session: Any) -> dict[str, Any]:
    """A paid session whose charge differs in what `charge` says."""
    made = deepcopy(PAID) | session
    made["payment_intent"]["latest_charge"] |= charge or {}
    return made


def bare(session: dict[str, Any]) -> dict[str, Any]:
    """The same session when nothing in it is expanded."""
    intent = session["payment_intent"]
    return session | {"payment_intent": intent["id"] if intent else None}


def listed(*items: dict[str, Any], url: str, more: bool = False) -> dict[str, Any]:
    return {"object": "list", "data": list(items), "has_more": more, "url": url}


def refused(kind: str, code: str | None, message: str) -> dict[str, Any]:
    return {"error": {"type": kind, "code": code, "message": message}}


class Transport(HTTPClient):
    """Says what it was given for a method and path, one answer after the other, the last one again and again;
    keeps what it was asked.
    """

    name = "recorded"

    def __init__(self) -> None:
        super().__init__()
        self.answers: dict[tuple[str, str], list[tuple[int, Any]]] = {}
        self.asked: list[tuple[str, str, dict[str, str], dict[str, str]]] = []

    def says(self, method: str, path: str, *answers: Any, status: int = 200) -> None:
        """What is answered: JSON, or an exception that is raised."""
        self.answers[method, path] = [(status, answer) for answer in answers]

    def request(self, method: str, url: str, headers: Any, post_data: Any = None, **_rest: Any) -> Any:
        address = urlsplit(url)
        sent = parse_qs(post_data if method == "post" else address.query, keep_blank_values=True)
        self.asked.append(
            (method, address.path, {key: value[0] for key, value in sent.items()}, dict(headers))
        )
        answers = self.answers.get((method, address.path))
        if answers is None:
            raise AssertionError(f"nobody recorded {method} {address.path}")
        status, answer = answers.pop(0) if len(answers) > 1 else answers[0]
        if isinstance(answer, Exception):
            raise answer
        body = answer if isinstance(answer, str) else json.dumps(answer)
        return body, status, {"Request-Id": "req_1"}

    def close(self) -> None:
        pass

    def sent_to(self, method: str, path: str) -> list[dict[str, str]]:
        return [sent for how, where, sent, _headers in self.asked if (how, where) == (method, path)]

    def keys_sent_to(self, method: str, path: str) -> list[str]:
        found = [headers for how, where, _sent, headers in self.asked if (how, where) == (method, path)]
        return [headers["Idempotency-Key"] for headers in found]


def unreachable() -> Exception:
    return APIConnectionError("Unexpected error communicating with Stripe. (Network error: ReadTimeout)")
