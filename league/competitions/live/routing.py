"""The socket address of seasons: hints that one has moved on."""

from __future__ import annotations

from django.urls import path

from league.competitions.live.consumers import SeasonConsumer

websocket_urlpatterns = [path("ws/c/<slug:code>/", SeasonConsumer.as_asgi())]
