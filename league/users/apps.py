from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class UsersConfig(AppConfig):
    name = "league.users"
    label = "users"
    verbose_name = _("Users")
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """Let the outbox know who sends the mails of the day."""
        from league.users import digests, pushes  # noqa: F401
