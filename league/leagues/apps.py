from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class LeaguesConfig(AppConfig):
    name = "league.leagues"
    label = "leagues"
    verbose_name = _("Leagues")
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """Let the outbox know its handlers, models who listens to them, and registers what waits and where
        games lead on.
        """
        from league.leagues.opponents import deletion as pool  # noqa: F401, I001 - its lock comes first
        from league.leagues import deletion, signals, waiting, ways_on  # noqa: F401
        from league.leagues.opponents import occasions, waiting as found  # noqa: F401
        from league.leagues.outbox import alarms, batches, post, removals, webhooks, weeks  # noqa: F401
        from league.leagues.selectors import week  # noqa: F401
