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
        from games.adjudication import courses  # noqa: F401
        from games.adjudication.processing import is_behind
        from games.common.database import quick_arrays
        from games.common.outbox import claims
        from games.features import sheets
        from games.lists import waiting  # noqa: F401
        from games.notices import alarms, hints, mail_log, post  # noqa: F401

        claims.mails_wait_while(is_behind)
        sheets.register()
        quick_arrays.use_on_new_connections()
