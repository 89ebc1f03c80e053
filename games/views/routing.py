"""The socket addresses: one, for hints that a game has moved on."""

from __future__ import annotations

from django.urls import path

from games.views.consumers import GameConsumer

websocket_urlpatterns = [path("ws/g/<slug:code>/", GameConsumer.as_asgi())]
