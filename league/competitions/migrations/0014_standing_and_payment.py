"""An entry's standing and its payment in two columns; steps say both, and a refusal what it was for.

Who waits for a place is `waiting`, `applied` is everybody's first step. A place that was to be paid for is
accepted, with its fee due or taken back.
"""

from __future__ import annotations

from typing import Any

from django.db import migrations, models

AT_ONCE = 500
STATES = {"applied": "waiting", "unpaid": "accepted"}
PAYMENTS = {"to_pay": "due", "paid": "paid", "charged_back": "charged_back"}
"""By why a step was taken, what it made of the payment."""


def part_standing_and_payment(apps: Any, schema_editor: Any) -> None:
    Entry, EntryStep = (apps.get_model("tournaments", name) for name in ("Entry", "EntryStep"))
    for old, new in STATES.items():
        EntryStep.objects.filter(state=old, entry__competition__rules__money__isnull=True).update(state=new)
        Entry.objects.filter(state=old, competition__rules__money__isnull=True).update(state=new)
    rows, last = Entry.objects.filter(competition__rules__money__isnull=False).order_by("pk"), 0
    while entries := list(rows.filter(pk__gt=last)[:AT_ONCE].prefetch_related("steps")):
        last = entries[-1].pk
        for entry in entries:
            steps = sorted(entry.steps.all(), key=lambda step: step.pk)
            entry.payment = "none"
            for step in steps:
                entry.payment = _payment(step, entry.payment)
                step.payment, step.state = entry.payment, STATES.get(step.state, step.state)
            if entry.state in ("accepted", "playing", "unpaid"):
                entry.payment = _of_those_in(entry)
            entry.state = STATES.get(entry.state, entry.state)
            EntryStep.objects.bulk_update(steps, ["payment", "state"])
        Entry.objects.bulk_update(entries, ["payment", "state"])


def _payment(step: Any, before: str) -> str:
    if step.why in PAYMENTS:
        return PAYMENTS[step.why]
    if step.state == "unpaid":
        return "due"
    if step.state in ("withdrawn", "removed", "disqualified") and before == "due":
        return "none"
    return before


def _of_those_in(entry: Any) -> str:
    """How the fee stands of somebody who has a place: what `pay_by` says counts."""
    if entry.pay_by is None:
        return "paid" if entry.payment != "none" else "none"
    return entry.payment if entry.payment in ("due", "charged_back") else "due"


STATE_CHOICES = [
    ("applied", "applied"),
    ("waiting", "on the waiting list"),
    ("accepted", "accepted"),
    ("refused", "refused"),
    ("playing", "playing"),
    ("withdrawn", "withdrawn"),
    ("removed", "removed"),
    ("disqualified", "disqualified"),
]
PAYMENT_CHOICES = [
    ("none", "no fee"),
    ("due", "to be paid"),
    ("paid", "paid"),
    ("refunded", "refunded"),
    ("charged_back", "payment taken back"),
]
WHY_CHOICES = [
    ("asked", "entered"),
    ("fit", "all conditions are met"),
    ("unmet", "conditions are not met"),
    ("full", "all places were taken"),
    ("free", "a place became free"),
    ("begun", "the season began"),
    ("to_pay", "entered; the fee is to be paid"),
    ("paid", "the fee was paid"),
    ("not_paid", "the fee was not paid in time"),
    ("charged_back", "the payment was taken back"),
    ("refunded", "the fee was refunded"),
    ("late", "entered late"),
    ("own", "their own wish"),
    ("left_league", "left the league"),
    ("expelled", "removed from the league"),
    ("banned", "banned from the league"),
    ("deleted", "deleted the account"),
    ("ruled", "an arbiter’s ruling"),
    ("closed", "the waiting list closed"),
    ("cancelled", "the season was cancelled"),
]


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0013_standings_by_games")]

    operations = [
        migrations.RemoveConstraint(model_name="entry", name="one_standing_entry_a_person"),
        migrations.RemoveConstraint(model_name="entry", name="whoever_left_a_competition_says_when"),
        migrations.RemoveConstraint(model_name="entry", name="a_place_to_be_paid_says_until_when"),
        migrations.RemoveIndex(model_name="entry", name="entries_of_a_person"),
        migrations.AddField(
            model_name="entry",
            name="payment",
            field=models.CharField(choices=PAYMENT_CHOICES, default="none", max_length=12),
        ),
        migrations.AddField(
            model_name="entrystep",
            name="payment",
            field=models.CharField(choices=PAYMENT_CHOICES, default="none", max_length=12),
        ),
        migrations.AddField(
            model_name="entrystep",
            name="unmet",
            field=models.JSONField(
                blank=True,
                default=list,
                help_text="of a refusal: each condition, what it asks and what they have",
            ),
        ),
        migrations.AlterField(
            model_name="entry",
            name="state",
            field=models.CharField(choices=STATE_CHOICES, help_text="its standing", max_length=12),
        ),
        migrations.AlterField(
            model_name="entrystep",
            name="state",
            field=models.CharField(choices=STATE_CHOICES, max_length=12),
        ),
        migrations.AlterField(
            model_name="entrystep",
            name="why",
            field=models.CharField(choices=WHY_CHOICES, max_length=12),
        ),
        migrations.AlterField(
            model_name="entry",
            name="word",
            field=models.CharField(
                blank=True,
                default="",
                help_text="this person's part of the draws, one line or nothing; sealed until the draw",
                max_length=64,
            ),
        ),
        migrations.RunPython(part_standing_and_payment, migrations.RunPython.noop),
    ]
