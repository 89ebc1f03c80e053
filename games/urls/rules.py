"""Addresses of the rules, under `/rules/`."""

from __future__ import annotations

from django.urls import path

from games.views import rules

app_name = "rules"
urlpatterns = [
    path("", rules.index, name="index"),
    path("<slug:slug>/", rules.page, name="page"),
]
