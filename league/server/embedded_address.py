"""Where the embedded house listens: which names lead there, and who can reach it."""

from __future__ import annotations

import ipaddress
import socket
from urllib.parse import urlsplit

ELSEWHERE = "192.0.2.1"
"""An address for documentation (RFC 5737): asking for the way there sends nothing."""


def is_loopback(host: str) -> bool:
    """Whether no one but this machine can reach `host`, an address or a name."""
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"


def is_everywhere(host: str) -> bool:
    """Whether `host` means every address of this machine: 0.0.0.0 or ::."""
    try:
        return ipaddress.ip_address(host).is_unspecified
    except ValueError:
        return False


def address_of(host: str, port: int) -> str:
    """The address (http://…, no slash at its end) at which a house that listens on `host` is best called."""
    if is_everywhere(host):
        name = _own_address() or socket.gethostname()
    else:
        name = "localhost" if host == "127.0.0.1" else host
    return f"http://{_in_brackets(name)}:{port}"


def names_of(host: str, site_address: str = "") -> list[str]:
    """What browsers may call a house that listens on `host`, beside the names of loopback; `site_address` is
    what the operator has set, if anything.
    """
    names = [] if is_loopback(host) else [host]
    if is_everywhere(host):
        names = [socket.gethostname(), socket.getfqdn(), _own_address()]
    names.append(urlsplit(site_address).hostname or "")
    return [_in_brackets(name).lower() for name in dict.fromkeys(names) if name]


def _own_address() -> str:
    """This machine's address in its network; empty: it has none."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect((ELSEWHERE, 9))
        except OSError:
            return ""
        address: str = probe.getsockname()[0]
        return address


def _in_brackets(name: str) -> str:
    return f"[{name}]" if ":" in name else name
