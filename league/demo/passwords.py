"""The demo's passwords: known to everyone on one's own machine, random where others can reach it."""

from __future__ import annotations

import secrets
from pathlib import Path

from league.demo.people import PEOPLE, LogIn
from league.server.private_files import create
from league.users.models import User

DRAWN = "demo-passwords-drawn"
"""The file that names whose passwords were drawn."""


def draw(folder: Path) -> list[LogIn]:
    """Give random passwords to those of the demo's people who still have the known ones; who they are.

    Each is asked for, rather than read from `folder`: a restored copy brings the known ones back. The names
    are kept there, the passwords nowhere.
    """
    accounts = {account.username: account for account in User.objects.filter(username__in=_known())}
    drawn = []
    for person in PEOPLE:
        account = accounts.get(person.name)
        if account and account.check_password(person.password):
            drawn.append(LogIn(person.name, secrets.token_urlsafe(12), person.what))
            account.set_password(drawn[-1].password)
            account.save(update_fields=["password"])
    if drawn:
        _keep(folder, _names_in(folder) | {each.name for each in drawn})
    return drawn


def make_known_again(folder: Path) -> None:
    """Give back the known passwords to those whose were drawn: no one else reaches the house now."""
    names = _names_in(folder)
    known = _known()
    for account in User.objects.filter(username__in=names & known.keys()):
        account.set_password(known[account.username])
        account.save(update_fields=["password"])
    if names:
        (folder / DRAWN).unlink()


def _known() -> dict[str, str]:
    return {person.name: person.password for person in PEOPLE}


def _names_in(folder: Path) -> set[str]:
    file = folder / DRAWN
    return set(file.read_text().split()) if file.exists() else set()


def _keep(folder: Path, names: set[str]) -> None:
    file = folder / DRAWN
    file.unlink(missing_ok=True)
    create(file)
    file.write_text("\n".join(sorted(names)))
