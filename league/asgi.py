"""The ASGI side of the house: sockets under `/ws/`, nothing else.

Pages are served by WSGI in every mode (docs/decisions/0001-two-ways-to-run.md).
"""

from __future__ import annotations

import os
from collections.abc import Awaitable, Callable
from typing import Any, TypeAlias

from django.core.asgi import get_asgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "league.settings.production")
get_asgi_application()  # sets Django up before anything below imports models

from channels.auth import AuthMiddlewareStack  # noqa: E402
from channels.routing import ProtocolTypeRouter, URLRouter  # noqa: E402

from games.views.routing import websocket_urlpatterns as of_games  # noqa: E402
from league.competitions.live.routing import websocket_urlpatterns as of_seasons  # noqa: E402
from league.server.origins import is_own  # noqa: E402

Receive: TypeAlias = Callable[[], Awaitable[dict[str, Any]]]
Send: TypeAlias = Callable[[dict[str, Any]], Awaitable[None]]


async def no_pages(scope: dict[str, Any], receive: Receive, send: Send) -> None:
    """Answer 404 to anything but a socket: pages come from the WSGI server. `/health/live/` says it is up."""
    is_up = scope["path"] == "/health/live/"
    status, body = (200, b"ok\n") if is_up else (404, b"Sockets only.\n")
    await send(
        {"type": "http.response.start", "status": status, "headers": [(b"content-type", b"text/plain")]}
    )
    await send({"type": "http.response.body", "body": body})


async def known_sockets_only(scope: dict[str, Any], receive: Receive, send: Send) -> None:
    """Route a socket; close one whose address no one knows instead of failing on it."""
    try:
        await _routes(scope, receive, send)
    except ValueError as error:
        if "No route found" not in str(error):
            raise
        await send({"type": "websocket.close", "code": 4404})


async def own_sockets_only(scope: dict[str, Any], receive: Receive, send: Send) -> None:
    """Close a socket that no page of the site opens."""
    if not is_own(scope["headers"]):
        await send({"type": "websocket.close", "code": 4404})
        return
    await _for_whoever_reads(scope, receive, send)


_routes = URLRouter([*of_games, *of_seasons])
_for_whoever_reads = AuthMiddlewareStack(known_sockets_only)
sockets = own_sockets_only
application = ProtocolTypeRouter({"http": no_pages, "websocket": sockets})
