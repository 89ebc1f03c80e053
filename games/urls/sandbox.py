"""Addresses of sandboxes, under `/sandbox/`. That of a position taken from a game stands under the game."""

from __future__ import annotations

from django.urls import path

from games.views import sandbox

app_name = "sandbox"
urlpatterns = [
    path("", sandbox.index, name="index"),
    path("new/", sandbox.opening, name="new"),
    path("new/check/", sandbox.check_opening, name="check-new"),
    path("<slug:sandbox>/<int:number>/", sandbox.step, name="step"),
    path("<slug:sandbox>/<int:number>/check/", sandbox.check_step, name="check-step"),
]
