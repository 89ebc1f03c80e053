from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class GamesConfig(AppConfig):
    name = "games"
    verbose_name = _("Games")
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """Let the outbox know its handlers, the register what waits, and connections how arrays are written
        quickly.
        """
        from games.common.database import quick_arrays
        from games.common.outbox import claims
        from games.notices import alarms, hints, post  # noqa: F401
        from games.selectors import waiting  # noqa: F401
        from games.services.processing import is_behind

        claims.mails_wait_while(is_behind)
        quick_arrays.use_on_new_connections()
