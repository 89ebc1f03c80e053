"""Open pages, as far as hints go: hears what is said of every running game, and writes down when.

`python -m tests.benchmarks.listener FILE`: a line for each hint: when it came (seconds since 1970), the game.
"""

from __future__ import annotations

import asyncio
import sys
import time
from pathlib import Path
from typing import TextIO

import django

django.setup()

from channels.layers import get_channel_layer  # noqa: E402

from games.common.outbox.push import group_of  # noqa: E402
from games.models import Game  # noqa: E402


async def listen(codes: list[str], book: TextIO) -> None:
    layer = get_channel_layer()
    channel = await layer.new_channel()
    for code in codes:
        await layer.group_add(group_of(code), channel)
    print("ready", flush=True)
    flushed = time.time()
    while True:
        message = await layer.receive(channel)
        now = time.time()
        book.write(f"{now:.3f} {message['game']}\n")
        if now - flushed > 0.2 or now == flushed:
            book.flush()
            flushed = now


if __name__ == "__main__":
    running = list(Game.objects.filter(state=Game.State.RUNNING).values_list("code", flat=True))
    with Path(sys.argv[1]).open("w", buffering=1) as file:
        asyncio.run(listen(running, file))
