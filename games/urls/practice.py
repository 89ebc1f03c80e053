"""Addresses of the practice game, under `/learn/`. There is one a browser, so none of them names it."""

from __future__ import annotations

from django.urls import path

from games.views import practice

app_name = "practice"
urlpatterns = [
    path("", practice.show, name="game"),
    path("start/", practice.start, name="start"),
    path("answer/", practice.answer, name="answer"),
    path("preview/", practice.preview, name="preview"),
    path("on/", practice.go_on, name="on"),
    path("back/", practice.go_back, name="back"),
    path("hints/", practice.hints, name="hints"),
]
