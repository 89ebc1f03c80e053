"""POSTs to addresses that someone named: a league's webhook, a browser's push service.

They may mean to reach what this machine alone can reach. So its host is looked up once and refused if any of
its addresses is not on the open internet or is the site's own; the connection goes to an address that was
looked at, and TLS checks the name. https alone, no redirects, 5 seconds in all, a kilobyte of the answer.
"""

from __future__ import annotations

import http.client
import socket
import ssl
import threading
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass
from functools import cache
from typing import Any, Final
from urllib.parse import urlsplit

from django.conf import settings
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from games.common.errors import GameError
from games.common.guards.network_addresses import is_outside, plain

WITHIN: Final = 5.0
"""Seconds for all of it, from looking the host up to the answer."""
MOST: Final = 1024
"""Bytes of the answer that are read, its headers among them: what counts is its first line."""
LONGEST: Final = 2000
"""Characters of an address."""
PORT: Final = 443

REASONS: Final[Mapping[str, Promise]] = {
    "malformed": _(
        "This isn’t a full address. It should look like https://example.org/path, without spaces."
    ),
    "not_https": _("The address has to begin with https://."),
    "has_login": _("Leave out the name and password in front of %(host)s."),
    "own": _("%(host)s is this site itself. Name an address elsewhere."),
    "inside": _("%(host)s leads into a private network. Name an address on the open internet."),
    "unknown": _("There is no host called %(host)s. Check the spelling."),
    "silent": _("%(host)s did not answer within 5 seconds."),
    "certificate": _("%(host)s has no valid certificate for that name."),
    "unreachable": _("%(host)s couldn’t be reached, or the connection broke."),
}
"""Why nothing was sent, by a short name that rows may keep."""


def in_words(why: str, host: str) -> str:
    """One of `REASONS`, in the language that holds now."""
    return str(REASONS[why]) % {"host": host}


class CannotSend(GameError):
    """Nothing was sent, or no one knows whether it came. `why` is a name of `REASONS`."""

    def __init__(self, why: str, host: str = "") -> None:
        self.why, self.host = why, host
        super().__init__()

    def __str__(self) -> str:
        return in_words(self.why, self.host)


class AddressRefused(CannotSend):
    """Nothing is ever sent to this address, for what it is or for where it leads now."""


class NoAnswer(CannotSend):
    """The other side did not answer; a later try may succeed."""


@dataclass(frozen=True, slots=True)
class Target:
    """Where an address leads, and what is asked for there."""

    host: str
    port: int
    path: str


@dataclass(frozen=True, slots=True)
class Answer:
    """What the other side said, by its status alone. A redirect is an answer like any other."""

    status: int

    @property
    def has_taken_it(self) -> bool:
        return 200 <= self.status < 300

    @property
    def is_gone(self) -> bool:
        """Whether there is nothing at that address, and will not be."""
        return self.status in (404, 410)


def look_up(host: str, port: int) -> Sequence[str]:
    """The addresses of `host`, as the system's resolver gives them. May take its time."""
    found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    return list(dict.fromkeys(str(each[4][0]) for each in found))


def connect_to(address: str, port: int, seconds: float) -> socket.socket:
    return socket.create_connection((address, port), timeout=seconds)


@cache
def trusting() -> ssl.SSLContext:
    """Believes the authorities that the system believes, and checks names."""
    return ssl.create_default_context()


@dataclass(frozen=True, slots=True)
class Network:
    """How hosts are looked up and reached, and who vouches for them. Tests bring their own."""

    resolve: Callable[[str, int], Sequence[str]] = look_up
    connect: Callable[[str, int, float], socket.socket] = connect_to
    trust: Callable[[], ssl.SSLContext] = trusting


internet = Network()
"""The one that is used where none is given."""


def target_of(address: str) -> Target:
    """Where `address` leads, by its form alone: nothing is looked up. AddressRefused says what is wrong."""
    if not (address.isascii() and address.isprintable()) or " " in address or len(address) > LONGEST:
        raise AddressRefused("malformed")
    try:
        parts = urlsplit(address)
        host, port = (parts.hostname or "").removesuffix("."), parts.port
    except ValueError:
        raise AddressRefused("malformed") from None
    if parts.scheme != "https":
        raise AddressRefused("not_https")
    if not host or port == 0:
        raise AddressRefused("malformed")
    if "@" in parts.netloc:
        raise AddressRefused("has_login", host)
    if _is_own_name(host):
        raise AddressRefused("own", host)
    path = parts.path or "/"
    return Target(host, port or PORT, f"{path}?{parts.query}" if parts.query else path)


def post(address: str, body: bytes, headers: Mapping[str, str], *, network: Network | None = None) -> Answer:
    """Send `body` to `address`, once. AddressRefused where it may not lead, NoAnswer where none came."""
    with closing(Line(network)) as line:
        return line.post(address, body, headers)


class Line:
    """POSTs one after another. What goes to one host goes over one connection for as long as that holds: it
    is looked up and greeted once, not for each of some hundreds.
    """

    def __init__(self, network: Network | None = None) -> None:
        self._network = network or internet
        self._held: dict[tuple[str, int], _Connection] = {}

    def close(self) -> None:
        for each in self._held.values():
            each.close()
        self._held.clear()

    def post(self, address: str, body: bytes, headers: Mapping[str, str]) -> Answer:
        """As `post`. Where a connection that was held is gone it is made again, so what was sent over it may
        come twice.
        """
        target, until = target_of(address), time.monotonic() + WITHIN
        with _told_of(target.host):
            held = self._held.pop((target.host, target.port), None)
            if held is not None:
                with suppress(*_HUNG_UP):
                    return self._ask(held, target, body, headers, until)
            return self._ask(self._greeted(target, until), target, body, headers, until)

    def _greeted(self, target: Target, until: float) -> _Connection:
        found = _looked_up(target, self._network, until)
        trust = self._network.trust()
        trust.sslsocket_class = _Bounded
        plain_socket = _connected(found, target.port, self._network, until)
        try:
            plain_socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, True)
            plain_socket.settimeout(_left(until))
            sealed = trust.wrap_socket(plain_socket, server_hostname=target.host)
        except BaseException:
            plain_socket.close()
            raise
        made = _Connection(target.host, target.port, context=trust)
        made.sock = sealed
        return made

    def _ask(
        self, over: _Connection, target: Target, body: bytes, headers: Mapping[str, str], until: float
    ) -> Answer:
        """The answer; `over` is held where it is at the end of it."""
        try:
            bounded: Any = over.sock
            bounded.until, bounded.unread = until, MOST
            over.request("POST", target.path, body, {**_OURS, **headers})
            over.flush()
            with closing(over.getresponse()) as answer:
                said = Answer(answer.status)
                answer.read(MOST)
                is_whole = answer.isclosed() and not answer.will_close
        except BaseException:
            over.close()
            raise
        if is_whole:
            self._held[target.host, target.port] = over
        else:
            over.close()
        return said


def _own_names() -> Iterator[str]:
    yield urlsplit(settings.SITE_ADDRESS).hostname or ""
    yield from (name.lower() for name in settings.ALLOWED_HOSTS if name != "*")


def _is_own_name(host: str) -> bool:
    return any(
        host == name.removeprefix(".") or (name.startswith(".") and host.endswith(name))
        for name in _own_names()
    )


def _looked_up(target: Target, network: Network, until: float) -> Sequence[str]:
    """The addresses of the host, once all of them are found to lie outside. The resolver, which has its own
    patience, is waited for no longer than there is time.
    """
    found: list[Sequence[str]] = []
    own: list[str] = []

    def look() -> None:
        own.extend(map(plain, _found(urlsplit(settings.SITE_ADDRESS).hostname or "", PORT, network)))
        found.append(_found(target.host, target.port, network))

    thread = threading.Thread(target=look, name="looks up a host", daemon=True)
    thread.start()
    thread.join(_left(until))
    if not found:
        raise TimeoutError
    if not found[0]:
        raise NoAnswer("unknown", target.host)
    if not all(map(is_outside, found[0])):
        raise AddressRefused("inside", target.host)
    if not {*own}.isdisjoint(map(plain, found[0])):
        raise AddressRefused("own", target.host)
    return found[0]


def _found(host: str, port: int, network: Network) -> Sequence[str]:
    try:
        return network.resolve(host, port)
    except (OSError, UnicodeError):  # the second for what no host can be called
        return ()


def _connected(addresses: Sequence[str], port: int, network: Network, until: float) -> socket.socket:
    """A connection to the first of `addresses` that takes one; those that do not share the time."""
    failed: OSError = TimeoutError()
    for number, address in enumerate(addresses):
        try:
            return network.connect(address, port, _left(until) / (len(addresses) - number))
        except OSError as error:
            failed = error
    raise failed


def _left(until: float) -> float:
    """Seconds until then; TimeoutError when there are none."""
    if (left := until - time.monotonic()) <= 0:
        raise TimeoutError
    return left


@contextmanager
def _told_of(host: str) -> Iterator[None]:
    """Say what went wrong on the way to `host` as NoAnswer."""
    try:
        yield
    except TimeoutError as error:
        raise NoAnswer("silent", host) from error
    except ssl.SSLCertVerificationError as error:
        raise NoAnswer("certificate", host) from error
    except (OSError, http.client.HTTPException) as error:
        raise NoAnswer("unreachable", host) from error


_HUNG_UP: Final = (ConnectionError, ssl.SSLEOFError, ssl.SSLZeroReturnError)
_OURS: Final = {"User-Agent": "Poste-Restante"}


class _Connection(http.client.HTTPSConnection):
    """Speaks over the connection that it was given and makes none of its own. Head and body of what it says
    go together, sealed once.
    """

    def __init__(self, *args: Any, **given: Any) -> None:
        super().__init__(*args, **given)
        self._said: list[bytes] = []

    def connect(self) -> None:
        raise OSError("the connection is gone")

    def send(self, data: Any) -> None:
        self._said.append(bytes(data))

    def flush(self) -> None:
        """Send what was said."""
        said, self._said = b"".join(self._said), []
        super().send(said)


class _Bounded(ssl.SSLSocket):
    """Waits until a moment, however the other side divides its bytes, and hears the first `MOST` of them."""

    until = 0.0
    unread = MOST

    def send(self, data: Any, flags: int = 0) -> int:
        self.settimeout(_left(self.until))
        return super().send(data, flags)

    def recv_into(self, buffer: Any, nbytes: int | None = None, flags: int = 0) -> int:
        if not self.unread:
            return 0  # as at its end
        self.settimeout(_left(self.until))
        read = super().recv_into(memoryview(buffer)[: self.unread])
        self.unread -= read
        return read
