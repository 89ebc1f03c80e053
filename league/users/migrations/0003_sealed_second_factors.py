"""Seal the secrets of codes and of recovery codes that the data base has held as they are."""

from typing import Any

from django.db import migrations

from league.users.ciphers import open_sealed, seal

SECRETS = ("secret", "seed")


def _each(apps: Any, change: Any) -> None:
    for row in apps.get_model("mfa", "Authenticator").objects.filter(type__in=["totp", "recovery_codes"]):
        changed = {name: change(open_sealed(row.data[name])) for name in SECRETS if name in row.data}
        if "migrated_codes" in row.data:
            changed["migrated_codes"] = [change(open_sealed(code)) for code in row.data["migrated_codes"]]
        row.data = {**row.data, **changed}
        row.save(update_fields=["data"])


def seal_all(apps: Any, _editor: Any) -> None:
    _each(apps, seal)


def open_all(apps: Any, _editor: Any) -> None:
    _each(apps, str)


class Migration(migrations.Migration):
    dependencies = [("users", "0002_mail_wishes"), ("mfa", "0003_authenticator_type_uniq")]
    operations = [migrations.RunPython(seal_all, open_all)]
