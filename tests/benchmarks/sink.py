"""A mail server that counts: `python -m tests.benchmarks.sink PORT FILE`.

It takes every mail, throws it away and writes a line for it: when it came (seconds since 1970), to whom,
how many bytes.
"""

from __future__ import annotations

import asyncio
import sys
import time
from pathlib import Path
from typing import TextIO


class Sink(asyncio.Protocol):
    """One connection. Enough of SMTP for a client that speaks it properly."""

    def __init__(self, book: TextIO) -> None:
        self.book, self.rest, self.to, self.is_letter = book, b"", "", False

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        self.transport = transport
        self.say("220 sink")

    def say(self, words: str) -> None:
        self.transport.write(words.encode() + b"\r\n")

    def data_received(self, data: bytes) -> None:
        self.rest += data
        while self.take():
            pass

    def take(self) -> bool:
        """Deal with one command, or one whole mail, of what has come; False if it is not all there."""
        end = b"\r\n.\r\n" if self.is_letter else b"\r\n"
        taken, found, rest = self.rest.partition(end)
        if not found:
            return False
        self.rest = rest
        if self.is_letter:
            self.is_letter = False
            self.book.write(f"{time.time():.3f} {self.to} {len(taken)}\n")
            self.say("250 taken")
        else:
            self.command(taken.decode("utf-8", "replace"))
        return True

    def command(self, line: str) -> None:
        word = line[:4].upper()
        if word == "RCPT":
            self.to = line.partition("<")[2].partition(">")[0]
        if word == "DATA":
            self.is_letter = True
            self.say("354 go on")
        elif word == "QUIT":
            self.say("221 bye")
            self.transport.close()
        elif word == "EHLO":
            self.say("250-sink\r\n250 SMTPUTF8")
        else:
            self.say("250 well")


async def serve(port: int, book: TextIO) -> None:
    loop = asyncio.get_running_loop()
    server = await loop.create_server(lambda: Sink(book), "127.0.0.1", port)
    print("ready", flush=True)
    async with server:
        while True:
            await asyncio.sleep(0.2)
            book.flush()


if __name__ == "__main__":
    with Path(sys.argv[2]).open("w") as file:
        asyncio.run(serve(int(sys.argv[1]), file))
