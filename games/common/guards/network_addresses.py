"""Network addresses: by which one a limit counts, and which of them lie on the open internet."""

from __future__ import annotations

import ipaddress
from collections.abc import Iterable
from typing import Any

PREFIX = 64
"""Bits of an IPv6 address that name a subscriber's network, who chooses the rest as they like (RFC 7721)."""


TRANSLATED = ipaddress.IPv6Network("64:ff9b::/96")
"""Addresses of IPv4 as networks of IPv6 alone see them (RFC 6052)."""


def plain(address: str) -> str:
    """`address`; one of IPv4 that is written as IPv6 (::ffff:192.0.2.1, as some servers do) as IPv4."""
    try:
        parsed = ipaddress.ip_address(address)
    except ValueError:
        return address
    mapped = parsed.ipv4_mapped if isinstance(parsed, ipaddress.IPv6Address) else None
    return str(mapped or parsed)


def is_outside(address: str) -> bool:
    """Whether `address` is one host's on the open internet: neither private, shared, loopback, link-local,
    multicast, reserved nor unspecified, nor one of IPv6 that stands for such a one of IPv4.
    """
    try:
        parsed = ipaddress.ip_address(plain(address))
    except ValueError:
        return False
    if isinstance(parsed, ipaddress.IPv6Address):
        if parsed in TRANSLATED:
            return is_outside(str(ipaddress.IPv4Address(int(parsed) & 0xFFFF_FFFF)))
        if parsed.sixtofour or parsed.is_site_local:
            return False  # one leads on to any address of IPv4; the others were private ones once
    return parsed.is_global and not (parsed.is_multicast or parsed.is_reserved)


def counted(address: str) -> str:
    """What `address` is counted as: an IPv4 address, however written, as itself, an IPv6 address as its
    network of 64 bits. What is no address is counted as itself.
    """
    address = plain(address.strip().strip("[]").partition("%")[0])
    if ":" not in address:
        return address
    try:
        return str(ipaddress.IPv6Network(f"{address}/{PREFIX}", strict=False))
    except ValueError:
        return address


def of_socket(scope: dict[str, Any], proxies: int) -> str:
    """The address of a socket's reader: as the first of `proxies` trusted ones gives it, or the peer's."""
    told = ",".join(_headers(scope, b"x-forwarded-for")).split(",")
    if proxies and len(told) >= proxies and (address := told[-proxies].strip()):
        return address
    return str((scope.get("client") or ("unknown",))[0])


def _headers(scope: dict[str, Any], name: bytes) -> Iterable[str]:
    return (value.decode("latin-1") for each, value in scope["headers"] if each == name)
