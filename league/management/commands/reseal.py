"""`manage.py reseal`: after the keys that seal secrets have changed, so that an old one can be dropped."""

from __future__ import annotations

from typing import Any

from django.core.management import BaseCommand, CommandError

from league.users import ciphers
from league.users.services import seal_anew


class Command(BaseCommand):
    help = (
        "Seal the secrets of codes and of webhooks anew with the first of AUTHENTICATOR_KEYS. If one cannot "
        "be opened, a key is missing: it says so, and changes nothing."
    )

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            sealed = seal_anew()
        except ciphers.CannotOpen as error:
            raise CommandError(
                f"{error} Name the key that sealed them in AUTHENTICATOR_KEYS, too."
            ) from error
        self.stdout.write(f"{sealed} secrets sealed anew.")
