"""Every challenge that became a game gets its pairing, and its disputes point to that."""

from django.db import migrations

AT_ONCE = 1000


def pair(apps, schema_editor):
    Challenge = apps.get_model("tournaments", "Challenge")
    Dispute = apps.get_model("tournaments", "Dispute")
    Pairing = apps.get_model("tournaments", "Pairing")
    Side = apps.get_model("tournaments", "Side")
    Tenure = apps.get_model("games", "Tenure")
    played = Challenge.objects.filter(game__isnull=False, pairing=None).select_related("by", "of")
    while rows := list(played.order_by("pk")[:AT_ONCE]):
        for row in rows:
            row.pairing = Pairing(competition_id=row.competition_id, number=row.number, game_id=row.game_id)
        Pairing.objects.bulk_create([row.pairing for row in rows])
        first = Tenure.objects.filter(game__in=[row.game_id for row in rows]).order_by("-pk")
        seats = {(game, user): seat for game, user, seat in first.values_list("game", "user", "seat__key")}
        Side.objects.bulk_create(
            [
                Side(pairing=row.pairing, entry=entry, seat=seats.get((row.game_id, entry.user_id), ""))
                for row in rows
                for entry in (row.by, row.of)
            ]
        )
        Challenge.objects.bulk_update(rows, ["pairing"])
    disputed = Dispute.objects.filter(pairing=None).select_related("challenge")
    while found := list(disputed.order_by("pk")[:AT_ONCE]):
        for each in found:
            each.pairing_id = each.challenge.pairing_id
        Dispute.objects.bulk_update(found, ["pairing"])


def unpair(apps, schema_editor):
    """Games stand with their challenges still, and disputes too."""
    apps.get_model("tournaments", "Dispute").objects.update(pairing=None)
    apps.get_model("tournaments", "Challenge").objects.update(pairing=None)
    apps.get_model("tournaments", "Pairing").objects.all().delete()


class Migration(migrations.Migration):

    dependencies = [('tournaments', '0034_pairings')]

    operations = [migrations.RunPython(pair, unpair)]
