"""Web, sockets, worker and beat in one process, for running the house without any service beside it.

The database stays the queue (DESIGN, Time), so killing this process at any instant loses nothing: what was
due is found again at the next start.
"""

from __future__ import annotations

import asyncio
import logging
import signal
import threading
import warnings
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import uvicorn
from a2wsgi import WSGIMiddleware
from celery import Celery
from celery.apps.worker import Worker
from celery.beat import Service
from celery.platforms import SecurityWarning
from channels.routing import ProtocolTypeRouter
from django.core.wsgi import get_wsgi_application

from games.common.outbox.push import use_loop
from league.server.bounded_beat import SparingScheduler
from league.server.slow_bodies import WholeBodies
from league.server.spectator_answers import TellAgain
from league.server.stack_headroom import with_room

logger = logging.getLogger(__name__)
QUEUES = ("deadlines", "hints", "outbox", "background")


def asgi_application(page_threads: int = 8) -> Any:
    """Pages through WSGI on a pool of threads, sockets through Channels."""
    from league.asgi import sockets

    pages = WSGIMiddleware(TellAgain(with_room(get_wsgi_application())), workers=page_threads)  # type: ignore[arg-type]
    return ProtocolTypeRouter({"http": WholeBodies(pages), "websocket": sockets})  # type: ignore[arg-type]


def celery_worker(app: Celery) -> Worker:
    """A worker on threads of this process, to be stopped by hand: signals belong to the server."""
    return app.Worker(
        pool="threads",
        hostname="embedded@localhost",
        concurrency=5,  # a thread that waits for a mail server leaves four
        queues=list(QUEUES),
        without_mingle=True,
        without_gossip=True,
        without_heartbeat=True,
        hijack_root_logger=False,
        redirect_stdouts=False,
        loglevel="WARNING",
        quiet=True,
    )


@contextmanager
def background_work(app: Celery) -> Iterator[None]:
    """Run a worker and a beat in threads for as long as the block lasts."""
    # Celery warns of workers run by root, who could be fed code through a broker; this broker is in memory.
    warnings.filterwarnings("ignore", category=SecurityWarning)
    worker = celery_worker(app)
    beat = Service(app, max_interval=1, scheduler_cls=SparingScheduler)
    threads = [
        threading.Thread(target=worker.start, name="worker", daemon=True),
        threading.Thread(target=beat.start, kwargs={"embedded_process": True}, name="beat", daemon=True),
    ]
    for thread in threads:
        thread.start()
    try:
        yield
    finally:
        beat.stop(wait=False)
        worker.stop()
        for thread in threads:
            thread.join(timeout=4)


class Server(uvicorn.Server):
    """uvicorn, that says when it answers."""

    def __init__(self, config: uvicorn.Config, on_started: Callable[[], None]) -> None:
        super().__init__(config)
        self.on_started = on_started

    async def startup(self, sockets: Any = None) -> None:
        await super().startup(sockets)
        if self.started:
            use_loop(asyncio.get_running_loop())
            self.on_started()


def configuration(application: Any, *, host: str, port: int) -> uvicorn.Config:
    """How uvicorn serves `application`. No proxy is expected, so no header may say who the visitor is."""
    return uvicorn.Config(
        application,
        host=host,
        port=port,
        lifespan="off",
        log_level="warning",
        ws="websockets-sansio",
        proxy_headers=False,
    )


def serve(app: Celery, *, host: str, port: int, on_started: Callable[[], None]) -> None:
    """Run everything until the process is asked to stop; `on_started` is called once pages are answered."""
    server = Server(configuration(asgi_application(), host=host, port=port), on_started)
    # uvicorn ends by raising again what asked it to stop; both ways of asking arrive below, as one.
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    with background_work(app):
        try:
            server.run()
        except KeyboardInterrupt:
            pass  # asked to stop, and stopped
        finally:
            use_loop(None)
