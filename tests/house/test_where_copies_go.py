"""A copy is made of, and put back into, the very database that the site talks to."""

from __future__ import annotations

import pytest
from django.db.utils import ConnectionHandler

from league.server import postgres_tools
from league.settings.base import postgres


def told_to_the_tools(monkeypatch: pytest.MonkeyPatch, url: str) -> dict[str, str]:
    """What the tools are told of the database at `url`."""
    there = ConnectionHandler({"default": postgres(url)})["default"]
    monkeypatch.setattr(postgres_tools, "connection", there)
    for name in postgres_tools.VARIABLES.values():
        monkeypatch.delenv(name, raising=False)
    found = postgres_tools._environment()
    return {name: value for name, value in found.items() if name.startswith("PG")}


def test_what_follows_the_question_mark_counts(monkeypatch):
    told = told_to_the_tools(monkeypatch, "postgresql:///poste?host=/run/other&port=5599&sslmode=require")
    assert told == {"PGDATABASE": "poste", "PGHOST": "/run/other", "PGPORT": "5599", "PGSSLMODE": "require"}


def test_the_address_itself_counts(monkeypatch):
    told = told_to_the_tools(monkeypatch, "postgresql://ada:secret@db.example.org:5433/poste")
    assert told == {
        "PGDATABASE": "poste",
        "PGHOST": "db.example.org",
        "PGPORT": "5433",
        "PGUSER": "ada",
        "PGPASSWORD": "secret",
    }
