"""What is sent to addresses that people name, and where nothing is ever sent."""

from __future__ import annotations

import socket
import time
from collections.abc import Iterator
from contextlib import closing
from typing import Any

import pytest

from games.common.guards import outgoing
from games.common.guards.network_addresses import is_outside
from games.common.guards.outgoing import AddressRefused, Answer, CannotSend, NoAnswer, post, target_of
from tests.https_server import HOST, OUTSIDE, Elsewhere, drips, elsewhere, never_ends, says

ADDRESS = f"https://{HOST}/in?to=7"


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Elsewhere]:
    with elsewhere(tmp_path_factory.mktemp("certificates")) as outside:
        yield outside


@pytest.fixture
def outside(server: Elsewhere) -> Elsewhere:
    server.says, server.names, server.keeps = says("204 No Content"), {HOST: [OUTSIDE]}, False
    for heard in (server.looked_up, server.reached, server.asked):
        heard.clear()
    return server


def send(outside: Elsewhere, address: str = ADDRESS, body: bytes = b"{}") -> Answer:
    return post(address, body, {"Content-Type": "application/json"}, network=outside.network)


def why(outside: Elsewhere, address: str = ADDRESS) -> str:
    with pytest.raises(CannotSend) as refused:
        send(outside, address)
    assert str(refused.value)
    return refused.value.why


def test_it_goes_to_the_address_that_was_looked_at_and_says_the_hosts_name(outside):
    answer = send(outside, body='{"é": 1}'.encode())
    assert answer == Answer(204) and answer.has_taken_it
    assert outside.looked_up.count(HOST) == 1 and outside.reached == [(OUTSIDE, 443)]
    assert outside.asked[0].startswith(b"POST /in?to=7 HTTP/1.1\r\n")
    assert outside.bodies == ['{"é": 1}'.encode()]
    assert outside.headers[0]["host"] == HOST and outside.headers[0]["content-type"] == "application/json"


def test_several_go_over_one_connection(outside):
    outside.keeps = True
    with closing(outgoing.Line(outside.network)) as line:
        for number in range(3):
            assert line.post(ADDRESS, b"%d" % number, {}) == Answer(204)
    assert outside.bodies == [b"0", b"1", b"2"]
    assert outside.looked_up.count(HOST) == len(outside.reached) == 1
    with closing(outgoing.Line(outside.network)) as line:
        line.post(f"https://{HOST}:8443/", b"", {})
        line.post(ADDRESS, b"", {})
    assert len(outside.reached) == 3, "another port is another connection, and none is held for ever"


def test_where_the_other_side_has_hung_up_it_is_reached_again(outside):
    with closing(outgoing.Line(outside.network)) as line:
        for _number in range(3):
            assert line.post(ADDRESS, b"{}", {}) == Answer(204)
            time.sleep(0.05)
    assert len(outside.reached) == len(outside.asked) == 3


def test_of_each_answer_over_one_connection_as_much_is_read(outside):
    outside.keeps, outside.says = True, says("200 OK", b"x" * 700)
    with closing(outgoing.Line(outside.network)) as line:
        for _number in range(3):
            assert line.post(ADDRESS, b"{}", {}) == Answer(200)
        assert len(outside.reached) == 1
        outside.says = says("200 OK", b"x" * 5000)
        for _number in range(2):
            assert line.post(ADDRESS, b"{}", {}) == Answer(200)
    assert len(outside.reached) == 2, "what says too much is not listened to any longer"


def test_another_port_is_taken_where_it_is_named(outside):
    send(outside, f"https://{HOST}:8443")
    assert outside.reached == [(OUTSIDE, 8443)] and outside.headers[0]["host"] == f"{HOST}:8443"
    assert outside.asked[0].startswith(b"POST / HTTP/1.1\r\n")


@pytest.mark.parametrize(
    "address",
    [
        *("10.0.0.1", "172.16.9.9", "192.168.1.1", "100.64.0.1", "127.0.0.1", "127.9.9.9", "169.254.169.254"),
        *("0.0.0.0", "0.1.2.3", "192.0.2.1", "198.18.0.1", "224.0.0.1", "240.0.0.1", "255.255.255.255"),  # noqa: S104
        *("::", "::1", "fe80::1", "fe80::1%eth0", "fc00::1", "fd12::1", "fec0::1", "ff02::1", "2001:db8::1"),
        *("::ffff:127.0.0.1", "::ffff:10.0.0.1", "::127.0.0.1", "64:ff9b::7f00:1", "64:ff9b:1::1"),
        *("2002:7f00:1::", "2001::1", "no address"),
    ],
)
def test_an_address_that_is_not_on_the_open_internet_is_refused_beside_one_that_is(outside, address):
    assert not is_outside(address)
    for found in ([address], [OUTSIDE, address], [address, OUTSIDE]):
        outside.names = {HOST: found}
        assert why(outside) == "inside"
    assert not outside.reached


@pytest.mark.parametrize(
    "address", [OUTSIDE, "::ffff:8.8.8.8", "2606:2800:21f:cb07::1", "64:ff9b::808:808", "9.9.9.9"]
)
def test_the_open_internet_is_not_refused(address):
    assert is_outside(address)


@pytest.mark.parametrize("host", ["127.0.0.1", "127.1", "2130706433", "0x7f000001", "[::1]", "localhost"])
def test_however_this_machine_is_written_it_is_refused(host, monkeypatch):
    """By the real resolver, and nothing is connected to."""
    monkeypatch.setattr(socket, "create_connection", lambda *given, **more: pytest.fail("connected"))
    with pytest.raises(CannotSend) as refused:
        post(f"https://{host}/", b"", {})
    assert refused.value.why in ("inside", "own", "unknown")


def test_the_site_does_not_send_to_itself(outside, settings):
    settings.SITE_ADDRESS, settings.ALLOWED_HOSTS = "https://post.example.com", [".example.net", "*"]
    for name in ("post.example.com", "POST.example.com.", "example.net", "a.example.net"):
        assert why(outside, f"https://{name}/") == "own"
    outside.names |= {"post.example.com": ["9.9.9.9"], "other.example.com": ["::ffff:9.9.9.9"]}
    assert why(outside, "https://other.example.com/") == "own"  # another name that leads here
    assert not outside.reached


@pytest.mark.parametrize(
    ("address", "said"),
    [
        *((each, "malformed") for each in ("https://", "https:///in", "https://a b/", "https://é.example/")),
        *(
            (each, "malformed")
            for each in ("https://a:0/", "https://a:99999/", "https://a:b/", "https://[::1/")
        ),
        *(
            (each, "malformed")
            for each in ("https://a/\r\nX: y", "https://a/" + "x" * 2000, "https://a\t.org")
        ),
        *(
            (each, "not_https")
            for each in ("", "http://a.example/", "file:///etc/passwd", "//a.example/", "a.example")
        ),
        *((each, "has_login") for each in ("https://me:pass@a.example/", "https://a.example\\@b.example/")),
    ],
)
def test_what_is_no_address_is_refused_before_anything_is_looked_up(outside, address, said):
    assert why(outside, address) == said
    with pytest.raises(AddressRefused):
        target_of(address)
    assert not outside.looked_up


def test_a_host_that_nobody_knows_may_be_known_later(outside):
    with pytest.raises(NoAnswer, match=r"no host called nobody\.example\.org"):
        send(outside, "https://nobody.example.org/")
    outside.names["empty.example.org"] = []
    assert why(outside, "https://empty.example.org/") == "unknown"
    assert why(outside, "https://" + "x" * 70 + ".example.org/") == "unknown"


def test_a_certificate_is_for_the_name_and_by_somebody_who_is_trusted(outside):
    outside.names["other.example.org"] = [OUTSIDE]
    assert why(outside, "https://other.example.org/") == "certificate"
    stranger = outgoing.Network(outside.resolve, outside.connect)
    with pytest.raises(NoAnswer) as refused:
        post(ADDRESS, b"", {}, network=stranger)
    assert refused.value.why == "certificate"
    assert not outside.asked


def test_a_redirect_is_an_answer_and_not_followed(outside):
    outside.says = says("302 Found", headers=f"Location: https://{HOST}/elsewhere\r\n")
    answer = send(outside)
    assert (answer.status, answer.has_taken_it, answer.is_gone) == (302, False, False)
    assert len(outside.asked) == 1


@pytest.mark.parametrize(
    ("status", "is_gone"), [("404 Not Found", True), ("410 Gone", True), ("500 No", False)]
)
def test_what_is_gone_says_so(outside, status, is_gone):
    outside.says = says(status)
    assert send(outside).is_gone is is_gone


def test_an_answer_is_read_for_a_kilobyte(outside):
    outside.says = never_ends
    began = time.monotonic()
    assert send(outside) == Answer(200)
    assert time.monotonic() - began < 2


@pytest.mark.parametrize("slow", [drips, lambda client: time.sleep(1)])
def test_slow_answers_are_not_waited_for_however_they_come(outside, slow, monkeypatch):
    monkeypatch.setattr(outgoing, "WITHIN", 0.5)
    outside.says = slow
    began = time.monotonic()
    assert why(outside) == "silent"
    assert time.monotonic() - began < 2


def test_a_resolver_that_hangs_is_not_waited_for(outside, monkeypatch):
    monkeypatch.setattr(outgoing, "WITHIN", 0.3)

    def hangs(*_given: Any) -> list[str]:
        time.sleep(2)
        return [OUTSIDE]

    with pytest.raises(NoAnswer) as refused:
        post(ADDRESS, b"", {}, network=outgoing.Network(hangs, outside.connect))
    assert refused.value.why == "silent" and not outside.reached


def test_what_breaks_off_or_is_no_http_is_told(outside):
    for said in (b"", b"HTTP/1.1\r\n\r\n", b"hello\r\n\r\n"):
        outside.says = lambda client, said=said: client.sendall(said) if said else None
        assert why(outside) == "unreachable"


def test_another_of_the_hosts_addresses_is_tried(outside):
    outside.names = {HOST: ["2606:2800:21f:cb07::1", OUTSIDE]}
    tried = []

    def connect(address: str, port: int, seconds: float) -> socket.socket:
        tried.append(address)
        if ":" in address:
            raise OSError("no route")
        return outside.connect(address, port, seconds)

    network = outgoing.Network(outside.resolve, connect, outside.network.trust)
    assert post(ADDRESS, b"", {}, network=network).has_taken_it
    assert tried == ["2606:2800:21f:cb07::1", OUTSIDE]
