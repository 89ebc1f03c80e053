"""Note anew what names look like: letters with accents are like those without."""

from importlib import import_module

from django.db import migrations

fill = import_module("league.users.migrations.0010_skeletons_anew").fill


class Migration(migrations.Migration):
    dependencies = [("users", "0014_mails_of_competitions")]
    operations = [migrations.RunPython(fill, migrations.RunPython.noop, elidable=True)]
