"""A push service that counts: `python -m tests.benchmarks.push_sink PORT FOLDER`.

An https server that takes whatever is posted, over connections that it holds, and writes a line for it to
`FOLDER/pushes`: when it came, how many bytes, to which address. `network` is how the site's workers reach it
in place of the internet, and `lay_out` gives everyone a browser there.
"""

from __future__ import annotations

import asyncio
import base64
import os
import ssl
import sys
import time
from collections import Counter
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, TextIO

from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric import ec

from tests.https_server import HOST, OUTSIDE, certificates

if TYPE_CHECKING:
    from games.common.guards.outgoing import Network

PLACE = "BENCHMARK_PUSHES"
"""The environment's name of `PORT:FOLDER`."""


async def talk(reader: asyncio.StreamReader, writer: asyncio.StreamWriter, book: TextIO) -> None:
    """One connection, until the other side closes it."""
    try:
        while True:
            head = await reader.readuntil(b"\r\n\r\n")
            lines = head.lower().split(b"\r\n")
            (length,) = [int(line[15:]) for line in lines if line.startswith(b"content-length:")]
            await reader.readexactly(length)
            book.write(f"{time.time():.3f} {length} {lines[0].split()[1].decode()}\n")
            writer.write(b"HTTP/1.1 201 Created\r\nContent-Length: 0\r\n\r\n")
            await writer.drain()
    except (asyncio.IncompleteReadError, ConnectionError, ssl.SSLError):
        writer.close()


async def serve(port: int, folder: Path) -> None:
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(certificates(folder))
    with (folder / "pushes").open("w") as book:
        server = await asyncio.start_server(lambda *ends: talk(*ends, book), "127.0.0.1", port, ssl=context)
        print("ready", flush=True)
        async with server:
            while True:
                await asyncio.sleep(0.2)
                book.flush()


def network() -> Network:
    """What is used in place of the internet where the environment names a sink."""
    import socket

    from games.common.guards.outgoing import Network

    port, folder = os.environ[PLACE].split(":", 1)

    @cache
    def trust() -> ssl.SSLContext:
        return ssl.create_default_context(cafile=Path(folder) / "authority.pem")

    return Network(
        lambda host, _port: [OUTSIDE] if host == HOST else ["192.0.2.1"],
        lambda _address, _port, seconds: socket.create_connection(("127.0.0.1", int(port)), seconds),
        trust,
    )


def use() -> None:
    """Let this process reach the sink alone, where its environment names one."""
    from games.common.guards import outgoing

    if PLACE in os.environ:
        outgoing.internet = network()


def came() -> Counter[int]:
    """How many pushes came, by the person (a key) whose browser they were for."""
    _port, folder = os.environ[PLACE].split(":", 1)
    lines = Path(folder, "pushes").read_text().splitlines()
    return Counter(int(line.rpartition("/")[2]) for line in lines)


def lay_out(people: list[Any]) -> None:
    """A browser there for each of `people`, who are told of everything at any hour."""
    import json

    from games.common import clock
    from league.users import ciphers
    from league.users.models import PushSubscription, User

    key = ec.generate_private_key(ec.SECP256R1()).public_key()
    point = key.public_bytes(serialization.Encoding.X962, serialization.PublicFormat.UncompressedPoint)
    keys = {
        "p256dh": base64.urlsafe_b64encode(point).decode(),
        "auth": base64.urlsafe_b64encode(b"a" * 16).decode(),
    }
    now = clock.now()
    PushSubscription.objects.bulk_create(
        (
            PushSubscription(
                user=user,
                endpoint_sha256=f"{user.pk:064x}",
                sealed=ciphers.seal(json.dumps({"endpoint": f"https://{HOST}/{user.pk}", "keys": keys})),
                device="Benchmark",
                made_at=now,
                heard_at=now,
            )
            for user in people
        ),
        batch_size=1000,
    )
    User.objects.filter(pk__in=[user.pk for user in people]).update(quiet_from="00:00", quiet_to="00:00")


if __name__ == "__main__":
    asyncio.run(serve(int(sys.argv[1]), Path(sys.argv[2])))
