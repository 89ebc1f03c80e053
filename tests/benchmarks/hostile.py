"""What strangers send to make a site fail, and what that costs beside an unknown address."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from dataclasses import dataclass

from tests.benchmarks.house import House

TIMES = 250
"""Each kind is sent so often: processor time is counted in hundredths of a second."""

AT_ONCE = 4
ORDINARY = "an unknown address"
ORDINARY_SOCKET = "a socket of an unknown game"
OURS = b"Poste Restante"


@dataclass(frozen=True, slots=True)
class Refused:
    """A kind of request: statuses of the answers, whether all were our own page, processor time of one."""

    kind: str
    statuses: tuple[int, ...]
    is_ours: bool
    milliseconds: float


def _get(path: str, *headers: str, host: str = "localhost") -> bytes:
    head = [f"GET {path} HTTP/1.1", f"Host: {host}", "X-Forwarded-Proto: https", "X-Forwarded-For: 192.0.2.1"]
    return "\r\n".join([*head, *headers, "Connection: close", "", ""]).encode("latin-1")


def _post(kind: str, body: bytes = b"a=b") -> bytes:
    head = _get("/accounts/login/", f"Content-Type: {kind}", f"Content-Length: {len(body)}")
    return head.replace(b"GET", b"POST", 1) + body


def _socket(code: str, *headers: str, origin: str = "https://localhost") -> bytes:
    upgrade = (
        "Upgrade: websocket",
        "Sec-WebSocket-Version: 13",
        "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==",
    )
    raw = _get(f"/ws/g/{code}/", f"Origin: {origin}", *upgrade, *headers)
    return raw.replace(b"Connection: close", b"Connection: Upgrade")


FIELDS = "&".join(["a=b"] * 501)
PAGES: Mapping[str, bytes] = {
    ORDINARY: _get("/nosuch/"),
    "501 fields": _get(f"/rules/?{FIELDS}"),
    "501 fields, a list": _get(f"/leagues/?{FIELDS}"),
    "501 fields, a form": _get(f"/accounts/login/?{FIELDS}"),
    "a strange host": _get("/rules/", host="evil.example"),
    "a host that is none": _get("/rules/", host="a_b/.."),
    "bytes that are no text": _get("/rules/%ff%fe/"),
    "NULs": _get("/l/%00/g/%00/"),
    "a form in UTF-7": _post("application/x-www-form-urlencoded; charset=utf-7"),
    "a form without a token": _post("multipart/form-data; boundary=x; charset=nosuch"),
    "100 kB in a header": _get("/rules/", "X-Long: " + "a" * 100_000),
    "100 kB of cookies": _get("/rules/", "Cookie: " + "a=b;" * 25_000),
}
SOCKETS: Mapping[str, bytes] = {
    ORDINARY_SOCKET: _socket("nosuch"),
    "a NUL in its code": _socket("%00"),
    "bytes that are no text": _socket("%ff%fe"),
    "a long code": _socket("a" * 4000),
    "an origin that is none": _socket("nosuch", origin="http://[::1"),
    "a NUL in its session": _socket("nosuch", 'Cookie: __Host-session="aaaaaaaaaaaa\\000"'),
}


async def _ask(port: int, raw: bytes, times: int) -> list[tuple[int, bytes]]:
    """Send `raw` so many times, a few at once, each over a connection of its own: statuses and bodies."""
    free = asyncio.Semaphore(AT_ONCE)

    async def one() -> tuple[int, bytes]:
        async with free:
            reader, writer = await asyncio.open_connection("127.0.0.1", port, limit=2**20)
            writer.write(raw)
            head, _, body = (await asyncio.wait_for(reader.read(), 30)).partition(b"\r\n\r\n")
            writer.close()
            return int(head.split(b" ", 2)[1]) if head else 0, body

    return list(await asyncio.gather(*(one() for _ in range(times))))


def refused(here: House, process: str, port: int, requests: Mapping[str, bytes]) -> list[Refused]:
    """Send each kind to `process` of `here`, which listens on `port`."""
    asyncio.run(_ask(port, next(iter(requests.values())), 20))  # whatever is made at first use is made
    found = []
    for kind, raw in requests.items():
        before = here.used_by(process).cpu
        answers = asyncio.run(_ask(port, raw, TIMES))
        spent = 1000 * (here.used_by(process).cpu - before) / TIMES
        statuses = tuple(sorted({status for status, _body in answers}))
        found.append(Refused(kind, statuses, all(OURS in body for _status, body in answers), spent))
    return found


def table(found: list[Refused]) -> str:
    """A line for each kind; the first of `found` is the ordinary refusal."""
    lines = [f"{'refused':<30}{'status':>8}{'our page':>10}{'ms':>8}{'ratio':>8}"]
    for each in found:
        status, ours = "/".join(map(str, each.statuses)), "yes" if each.is_ours else "no"
        ratio = each.milliseconds / found[0].milliseconds
        lines.append(f"{each.kind:<30}{status:>8}{ours:>10}{each.milliseconds:>8.2f}{ratio:>8.2f}")
    return "\n".join(lines)


def violations(found: list[Refused], most: float, *, by_our_page: bool) -> list[str]:
    """Which kinds are no 4xx, not by our own page, or dearer than `most` ordinary refusals."""
    said = []
    for each in found:
        if not all(400 <= status < 500 for status in each.statuses):
            said.append(f"{each.kind}: answered {each.statuses}")
        if by_our_page and not each.is_ours:
            said.append(f"{each.kind}: not refused by our own page")
        if each.milliseconds > most * found[0].milliseconds:
            said.append(f"{each.kind}: costs more than {most} of {found[0].kind}")
    return said
