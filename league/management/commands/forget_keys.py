"""`manage.py forget_keys ada`: for a person who has lost the phone with the codes and the recovery codes
too.
"""

from __future__ import annotations

from typing import Any

from allauth.mfa.models import Authenticator
from django.core.management import BaseCommand, CommandError, CommandParser

from league.users import sessions
from league.users.models import User


class Command(BaseCommand):
    help = (
        "Forget somebody's passkeys, codes and recovery codes, and sign him out everywhere, so that his "
        "password lets him in again. Make sure first that it is he who asks: write to the account's address."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("name", help="the account's name, as others see it")

    def handle(self, *args: Any, name: str, **options: Any) -> None:
        user = User.objects.filter(username=name).first()
        if user is None:
            raise CommandError(f"There is no account named “{name}”: names are case-sensitive here.")
        forgotten = Authenticator.objects.filter(user=user).delete()[0]
        ended = sessions.end_other_sessions(user=user, here=None)
        self.stdout.write(f"Forgotten: {forgotten} passkeys and codes. Ended: {ended} sessions.")
