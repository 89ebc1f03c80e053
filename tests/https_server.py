"""A host on the open internet, for tests: an https server on this machine, looked up and reached as one.

`Elsewhere` stands for everything outside: names lead to addresses, and connections to any of them come to
this server, whose certificate is for `HOST`. So all that the site checks on the way is checked.
"""

from __future__ import annotations

import socket
import ssl
import threading
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from pathlib import Path

from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID

from games.common.guards.outgoing import Network

HOST = "hooks.example.org"
OUTSIDE = "93.184.215.14"

Says = Callable[[ssl.SSLSocket], None]


def says(status: str, body: bytes = b"", headers: str = "") -> Says:
    """Answer at once, and be done."""

    def answer(client: ssl.SSLSocket) -> None:
        head = f"HTTP/1.1 {status}\r\nContent-Length: {len(body)}\r\n{headers}\r\n"
        client.sendall(head.encode() + body)

    return answer


@dataclass
class Elsewhere:
    """What names lead to, what the server answers, and what it was asked."""

    says: Says = field(default_factory=lambda: says("204 No Content"))
    names: dict[str, Sequence[str]] = field(default_factory=lambda: {HOST: [OUTSIDE]})
    keeps: bool = False
    """Whether it listens for more over the same connection; else it hangs up after one answer."""
    looked_up: list[str] = field(default_factory=list)
    reached: list[tuple[str, int]] = field(default_factory=list)
    asked: list[bytes] = field(default_factory=list)
    port: int = 0
    authority: Path = Path()

    @property
    def network(self) -> Network:
        return Network(self.resolve, self.connect, lambda: ssl.create_default_context(cafile=self.authority))

    def resolve(self, host: str, _port: int) -> Sequence[str]:
        self.looked_up.append(host)
        if host not in self.names:
            raise socket.gaierror(socket.EAI_NONAME, "nobody is called so")
        return self.names[host]

    def connect(self, address: str, port: int, seconds: float) -> socket.socket:
        self.reached.append((address, port))
        return socket.create_connection(("127.0.0.1", self.port), timeout=seconds)

    @property
    def bodies(self) -> list[bytes]:
        return [each.partition(b"\r\n\r\n")[2] for each in self.asked]

    @property
    def headers(self) -> list[Mapping[str, str]]:
        heads = (each.partition(b"\r\n\r\n")[0].decode().split("\r\n")[1:] for each in self.asked)
        pairs = ([line.split(": ", 1) for line in head] for head in heads)
        return [{name.lower(): value for name, value in each} for each in pairs]


@contextmanager
def elsewhere(folder: Path) -> Iterator[Elsewhere]:
    """A server that runs until the block is left; its certificates are written to `folder`."""
    outside = Elsewhere(authority=folder / "authority.pem")
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(certificates(folder))
    with socket.create_server(("127.0.0.1", 0)) as listening:
        outside.port = listening.getsockname()[1]
        serving = threading.Thread(target=_serve, args=[listening, context, outside], daemon=True)
        serving.start()
        yield outside
        listening.shutdown(socket.SHUT_RDWR)
    serving.join(5)


def _serve(listening: socket.socket, context: ssl.SSLContext, outside: Elsewhere) -> None:
    while True:
        try:
            taken, _address = listening.accept()
        except OSError:
            return
        threading.Thread(target=_talk, args=[taken, context, outside], daemon=True).start()


def _talk(taken: socket.socket, context: ssl.SSLContext, outside: Elsewhere) -> None:
    with suppress(OSError), context.wrap_socket(taken, server_side=True) as client:
        while True:
            outside.asked.append(_request(client))
            outside.says(client)
            if not outside.keeps:
                return


def _request(client: ssl.SSLSocket) -> bytes:
    said = b""
    while b"\r\n\r\n" not in said:
        said += _more(client)
    head, _end, body = said.partition(b"\r\n\r\n")
    (length,) = [
        int(line[15:]) for line in head.split(b"\r\n") if line.lower().startswith(b"content-length:")
    ]
    while len(body) < length:
        body += _more(client)
    return head + b"\r\n\r\n" + body


def _more(client: ssl.SSLSocket) -> bytes:
    if not (more := client.recv(65536)):
        raise ConnectionError
    return more


def drips(client: ssl.SSLSocket) -> None:
    """Answer a byte at a time, for as long as someone listens."""
    for letter in b"HTTP/1.1 200 OK\r\n" + b"X-Filler: " + b"x" * 10_000:
        client.sendall(bytes([letter]))
        time.sleep(0.05)


def never_ends(client: ssl.SSLSocket) -> None:
    """Answer with headers that go on and on."""
    client.sendall(b"HTTP/1.1 200 OK\r\n")
    while True:
        client.sendall(b"X-Filler: " + b"x" * 1000 + b"\r\n")


def certificates(folder: Path) -> Path:
    """Write an authority's certificate, and one for `HOST` that it vouches for, with its key: their path."""
    authority, server = ec.generate_private_key(ec.SECP256R1()), ec.generate_private_key(ec.SECP256R1())
    root = _certificate("Tests", authority, "Tests", authority, is_authority=True)
    leaf = _certificate(HOST, server, "Tests", authority, is_authority=False)
    (folder / "authority.pem").write_bytes(root.public_bytes(serialization.Encoding.PEM))
    path = folder / "server.pem"
    key = server.private_bytes(
        serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
    )
    path.write_bytes(leaf.public_bytes(serialization.Encoding.PEM) + key)
    return path


def _certificate(
    name: str,
    key: ec.EllipticCurvePrivateKey,
    issuer: str,
    signer: ec.EllipticCurvePrivateKey,
    *,
    is_authority: bool,
) -> x509.Certificate:
    now = datetime.now(UTC)
    made = (
        x509.CertificateBuilder()
        .subject_name(x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, name)]))
        .issuer_name(x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, issuer)]))
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - timedelta(days=1))
        .not_valid_after(now + timedelta(days=30))
        .add_extension(x509.BasicConstraints(ca=is_authority, path_length=None), critical=True)
    )
    if not is_authority:
        made = made.add_extension(x509.SubjectAlternativeName([x509.DNSName(name)]), critical=False)
    return made.sign(signer, hashes.SHA256())
