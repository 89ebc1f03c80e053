from django.apps import AppConfig
from django.db.models.signals import post_migrate
from django.utils.translation import gettext_lazy as _


class PrizesConfig(AppConfig):
    name = "league.prizes"
    label = "prizes"
    verbose_name = _("Prize money")
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """Hold the money of competitions, keep the ledger guarded, let the outbox know its handlers and the
        register what waits.
        """
        from league.competitions.state import money_hooks as competitions
        from league.prizes import prize_hooks, waiting  # noqa: F401
        from league.prizes.book import guards, settled  # noqa: F401
        from league.prizes.outbox import alarms, occasions, trust  # noqa: F401
        from league.prizes.selectors import week  # noqa: F401
        from league.prizes.services import account_deletion, checks  # noqa: F401
        from league.prizes.services.payouts import pay_details  # noqa: F401

        competitions.register(prize_hooks.SeasonPurse())
        post_migrate.connect(guards.set_up_missing, sender=self)
