"""Seal the secrets of codes and of recovery codes that the data base has held as they are."""

from typing import Any

from django.db import migrations

from league.users.ciphers import open_sealed, seal, with_secrets


def _each(apps: Any, change: Any) -> None:
    held = apps.get_model("mfa", "Authenticator").objects.filter(type__in=["totp", "recovery_codes"])
    # Locked, so that a recovery code that is used meanwhile stays used.
    for row in held.order_by("pk").select_for_update():
        row.data = with_secrets(row.data, lambda text: change(open_sealed(text)))
        row.save(update_fields=["data"])


def seal_all(apps: Any, _editor: Any) -> None:
    _each(apps, seal)


def open_all(apps: Any, _editor: Any) -> None:
    _each(apps, str)


class Migration(migrations.Migration):
    dependencies = [("users", "0002_mail_wishes"), ("mfa", "0003_authenticator_type_uniq")]
    operations = [migrations.RunPython(seal_all, open_all)]
