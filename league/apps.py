from django.apps import AppConfig


class LeagueConfig(AppConfig):
    """The project itself, as an app: its management commands."""

    name = "league"
    verbose_name = "Poste Restante"
