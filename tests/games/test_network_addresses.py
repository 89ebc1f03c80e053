from __future__ import annotations

import pytest

from games.common.guards.network_addresses import counted, of_socket


@pytest.mark.parametrize(
    ("address", "as_what"),
    [
        ("192.0.2.7", "192.0.2.7"),
        ("::ffff:192.0.2.7", "192.0.2.7"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("2001:DB8:1:2::", "2001:db8:1:2::/64"),
        ("[2001:db8:1:2::9]", "2001:db8:1:2::/64"),
        ("fe80::1%eth0", "fe80::/64"),
        ("unknown", "unknown"),
        ("a:b", "a:b"),
    ],
)
def test_an_address_is_counted_by_the_network_of_its_subscriber(address: str, as_what: str) -> None:
    assert counted(address) == as_what


@pytest.mark.parametrize(
    ("told", "proxies", "address"),
    [
        ([], 0, "203.0.113.1"),
        ([b"192.0.2.7"], 0, "203.0.113.1"),
        ([b"192.0.2.7"], 1, "192.0.2.7"),
        ([b"198.51.100.9, 192.0.2.7"], 1, "192.0.2.7"),
        ([b"198.51.100.9", b"192.0.2.7"], 1, "192.0.2.7"),
        ([b"198.51.100.9, 192.0.2.7"], 2, "198.51.100.9"),
        ([b"192.0.2.7"], 2, "203.0.113.1"),
        ([b""], 1, "203.0.113.1"),
        ([b"\xff"], 1, "ÿ"),
    ],
)
def test_a_sockets_reader_is_where_the_trusted_proxies_say(
    told: list[bytes], proxies: int, address: str
) -> None:
    headers = [(b"x-forwarded-for", value) for value in told]
    assert of_socket({"headers": headers, "client": ("203.0.113.1", 4711)}, proxies) == address
