"""Rematches that are there already name the game that they follow; until now their codes did."""

import hashlib

from django.db import migrations

LETTERS = "abcdefghjkmnpqrstuvwxyz23456789"
TRIES = 9
BATCH = 500


def old_code(words):
    number = int.from_bytes(hashlib.sha256(words.encode()).digest())
    return "".join(LETTERS[number // len(LETTERS) ** place % len(LETTERS)] for place in range(8))


def name_what_they_follow(apps, schema_editor):
    """Rematches are those games of the same league with one of the old codes whose creator played in the
    first one to its end; of several that were not called off the oldest.
    """
    Game = apps.get_model("games", "Game")
    Tenure = apps.get_model("games", "Tenure")
    finished = Game.objects.filter(state="finished").order_by("pk").values_list("pk", "league")
    batch = {}
    for game, league in finished.iterator(chunk_size=BATCH):
        for time in range(TRIES):
            batch[old_code(f"rematch {game}{' again' * time}")] = (game, league)
        if len(batch) >= BATCH * TRIES:
            link(Game, Tenure, batch)
            batch = {}
    link(Game, Tenure, batch)


def link(Game, Tenure, batch):
    codes = list(batch)
    for begin in range(0, len(codes), BATCH):
        again = Game.objects.filter(code__in=codes[begin : begin + BATCH], is_contest=False)
        for each in again.order_by("pk"):
            game, league = batch[each.code]
            played = Tenure.objects.filter(game=game, user=each.opened_by_id, left_at=None)
            stands = Game.objects.filter(rematch_of=game).exclude(state="cancelled")
            is_called_off = each.state == "cancelled"
            if each.league_id == league and played.exists() and (is_called_off or not stands.exists()):
                Game.objects.filter(pk=each.pk).update(rematch_of=game)


class Migration(migrations.Migration):
    dependencies = [("games", "0041_rematches")]

    operations = [migrations.RunPython(name_what_they_follow, migrations.RunPython.noop)]
