"""Whom one can log in as in the embedded house. They exist in no other mode (`demo` refuses)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from allauth.account.models import EmailAddress

from league.users.models import User


@dataclass(frozen=True, slots=True)
class Person:
    name: str
    what: str
    language: str = "en"
    zone: str = "Europe/London"
    is_admin: bool = False

    @property
    def password(self) -> str:
        return f"{self.name}-plays"


PEOPLE = (
    Person("ada", "plays; games wait for her"),
    Person("ben", "plays against her; reads French", language="fr", zone="Europe/Paris"),
    Person("carl", "organises the demo league"),
    Person("eve", "plays too"),
    *(Person(name, "plays where many play") for name in ("fay", "gus", "hal", "ivy", "jan", "kim")),
    Person("admin", "sees the admin pages, at /admin/", is_admin=True),
)


class LogIn(NamedTuple):
    """Someone one can log in as, and what for."""

    name: str
    password: str
    what: str


def log_ins() -> list[LogIn]:
    """Everyone one can log in as on one's own machine."""
    return [LogIn(person.name, person.password, person.what) for person in PEOPLE]


def make_people() -> dict[str, User]:
    """The demo's accounts by name, with their addresses verified; those that exist are left as they are."""
    return {person.name: _make(person) for person in PEOPLE}


def _make(person: Person) -> User:
    existing = User.objects.filter(username=person.name).first()
    if existing:
        return existing
    user = User.objects.create_user(
        person.name,
        f"{person.name}@example.org",
        person.password,
        time_zone=person.zone,
        language=person.language,
        is_staff=person.is_admin,
        is_superuser=person.is_admin,
    )
    EmailAddress.objects.create(user=user, email=user.email, verified=True, primary=True)
    return user
