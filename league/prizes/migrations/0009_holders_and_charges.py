"""The ledger's triggers, second edition: a booking also comes to 0 with each holder by itself. And an account
for what providers charge beyond the share that bears it.
"""

from importlib import import_module

from django.db import migrations, models

first = import_module("league.prizes.migrations.0002_guards")

WHY = "a booking balances with each holder"
BY_HOLDER = """EXISTS (
    SELECT 1 FROM prizes_leg leg JOIN prizes_account account ON account.id = leg.account_id
    WHERE leg.booking_id = NEW.booking_id GROUP BY account.holder_id HAVING SUM(leg.amount) <> 0)"""

TABLES = first.TABLES
lifting = first.lifting


def setting(vendor):
    """Statements that set the guards up."""
    for statement in first.setting(vendor):
        yield _by_holder(statement, vendor) if "prizes_seal_fits" in statement else statement


def _by_holder(statement, vendor):
    """What is checked of a seal, with the check of each holder's sum after it."""
    if vendor == "sqlite":
        return f"{statement.removesuffix(' END')} {first._refuse(WHY, BY_HOLDER)} END"
    refuse = f"RAISE EXCEPTION 'ledger: {WHY}' USING ERRCODE = 'integrity_constraint_violation'"
    return statement.replace(" RETURN NEW; END $$", f"\nIF {BY_HOLDER} THEN {refuse}; END IF; RETURN NEW; END $$")


def run(statements, schema_editor):
    with schema_editor.connection.cursor() as cursor:
        for statement in statements(schema_editor.connection.vendor):
            cursor.execute(statement)


KINDS = [
    ("clearing", "with the payment provider"),
    ("cash", "held by hand"),
    ("entrants", "entrants"),
    ("sponsors", "sponsors"),
    ("pool", "prize pool"),
    ("organiser_fee", "league’s costs"),
    ("platform_fee", "site’s fee"),
    ("charges", "provider’s charges"),
    ("payouts", "payouts pending"),
    ("refunds", "refunds pending"),
    ("guarantor", "guarantor"),
    ("owed_back", "prizes to be paid back"),
]


class Migration(migrations.Migration):
    dependencies = [("prizes", "0008_promises_kept_once")]

    operations = [
        migrations.RunPython(
            lambda _apps, editor: run(lifting, editor), lambda _apps, editor: run(first.setting, editor)
        ),
        migrations.AlterField(
            model_name="account", name="kind", field=models.CharField(choices=KINDS, max_length=14)
        ),
        migrations.RemoveConstraint(model_name="account", name="account_kind_is_known"),
        migrations.AddConstraint(
            model_name="account",
            constraint=models.CheckConstraint(
                condition=models.Q(kind__in=[kind for kind, _name in KINDS]), name="account_kind_is_known"
            ),
        ),
        migrations.RunPython(
            lambda _apps, editor: run(setting, editor), lambda _apps, editor: run(lifting, editor)
        ),
    ]
