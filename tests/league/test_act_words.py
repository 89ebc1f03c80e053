"""Every act at the organisers' desk has its words, in the log and in the mail, in both languages."""

from __future__ import annotations

import pytest
from django.utils import translation

from league.leagues import wording
from league.leagues.models import OrganiserAct
from league.users.models import User

Act = OrganiserAct.Kind

FACTS = {
    "until": "2026-12-01T12:00:00+00:00",
    "sanction": "suspension",
    "role": "member",
    "title": "Holidays",
    "hours": 24,
    "name": "Slow",
    "what": "games",
    "format": "csv",
    "host": "hooks.example.org",
}

OTHERS = (
    (
        Act.BANNED,
        {"until": ""},
        "carl banned ben until an organiser lifts it.",
        "carl banned you until an organiser lifts it.",
    ),
    (
        Act.LIFTED,
        {"sanction": "ban"},
        "carl ended the ban of ben.",
        "carl ended your ban: you can join again.",
    ),
    (Act.ROLE, {"role": "organiser"}, "carl made ben an organiser.", "carl made you an organiser."),
)


def act_of(kind: Act, **facts: object) -> OrganiserAct:
    people = {"by": User(username="carl"), "about": User(username="ben")}
    return OrganiserAct(kind=kind, facts=FACTS | facts, **people)


@pytest.mark.parametrize("kind", list(Act))
def test_each_kind_is_said_in_the_log(kind):
    said = []
    for language in ("en", "fr"):
        with translation.override(language):
            said.append(wording.says(act_of(kind)))
    assert len(set(said)) == 2
    assert not any("%(" in words for words in said)


@pytest.mark.parametrize(("kind", "facts", "log", "mail"), OTHERS)
def test_acts_of_one_kind_are_told_apart(kind, facts, log, mail):
    with translation.override("en"):
        assert wording.says(act_of(kind, **facts)) == log
        assert wording.says_to_them(act_of(kind, **facts)) == mail
        assert log != wording.says(act_of(kind))
        assert mail != wording.says_to_them(act_of(kind))


@pytest.mark.parametrize("kind", [Act.WARNED, Act.SUSPENDED, Act.REMOVED, Act.SUCCESSION])
def test_whom_an_act_is_about_is_addressed(kind):
    with translation.override("en"):
        said = wording.says_to_them(act_of(kind))
    assert said.casefold().find("you") >= 0
    assert "ben" not in said


def test_games_that_organiser_and_person_shared_are_counted_in_the_log():
    with translation.override("en"):
        assert "in 2 games" in wording.says(act_of(Act.REMOVED, together=2))
