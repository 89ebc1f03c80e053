"""What a charter and signed checks need: who holds a book's money gets a salt and whether a carried sum brought
them, a booking the format of its content, a check its number, what it signs and its signature.
"""

import secrets
from importlib import import_module

import django.db.models.deletion
from django.db import migrations, models

import league.prizes.models.ledger

second = import_module("league.prizes.migrations.0009_holders_and_charges")


def lift(_apps, editor):
    second.run(second.lifting, editor)


def guard(_apps, editor):
    second.run(second.setting, editor)


def fill(apps, _editor):
    """A salt for each holder, a number for each check of a book, and when each book was checked last."""
    for holder in apps.get_model("prizes", "Holder").objects.order_by("pk"):
        holder.salt = secrets.token_hex(16)
        holder.save(update_fields=["salt"])
    walked = {}
    numbers = {}
    for check in apps.get_model("prizes", "LedgerCheck").objects.order_by("pk"):
        check.number = numbers[check.book_id] = numbers.get(check.book_id, 0) + 1
        check.save(update_fields=["number"])
        walked[check.book_id] = max(check.at, walked.get(check.book_id, check.at))
    BookWalk = apps.get_model("prizes", "BookWalk")
    BookWalk.objects.bulk_create(BookWalk(book_id=book, at=at) for book, at in sorted(walked.items()))


class Migration(migrations.Migration):
    dependencies = [("prizes", "0017_words_for_reversals_and_offline_payments")]

    operations = [
        migrations.RunPython(lift, guard),
        migrations.AddField("booking", "format", models.PositiveSmallIntegerField(default=1, help_text="of its content")),
        migrations.AddField(
            "holder",
            "salt",
            models.CharField(default=league.prizes.models.ledger.new_salt, max_length=32),
        ),
        migrations.AddField(
            "holder",
            "is_carried",
            models.BooleanField(default=False, help_text="added by a booking that names them, not by the charter"),
        ),
        migrations.AddField("ledgercheck", "number", models.PositiveIntegerField(default=0)),
        migrations.AddField(
            "ledgercheck",
            "charter",
            models.CharField(blank=True, default="", help_text="the hash of the book's charter", max_length=64),
        ),
        migrations.AddField(
            "ledgercheck",
            "disbelieved",
            models.PositiveIntegerField(default=0, help_text="checks of the book that bear no signature of ours"),
        ),
        migrations.AddField(
            "ledgercheck",
            "previous",
            models.CharField(
                blank=True, default="", help_text="the hash of the check before that is believed", max_length=64
            ),
        ),
        migrations.AddField(
            "ledgercheck",
            "signature",
            models.CharField(blank=True, default="", help_text="HMAC by a key of the site", max_length=64),
        ),
        migrations.CreateModel(
            name="BookWalk",
            fields=[
                (
                    "book",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.PROTECT,
                        primary_key=True,
                        related_name="walk",
                        serialize=False,
                        to="prizes.book",
                    ),
                ),
                ("at", models.DateTimeField()),
            ],
            options={"verbose_name": "last walk along a book", "verbose_name_plural": "last walks along books"},
        ),
        migrations.RunPython(fill, migrations.RunPython.noop),
        migrations.AlterField("ledgercheck", "number", models.PositiveIntegerField(help_text="in its book, from 1")),
        migrations.AddConstraint(
            "ledgercheck",
            models.UniqueConstraint(fields=["book", "number"], name="checks_are_numbered_in_their_book"),
        ),
        migrations.RunPython(guard, lift),
    ]
