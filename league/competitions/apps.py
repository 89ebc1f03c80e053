from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class TournamentsConfig(AppConfig):
    name = "league.competitions"
    label = "tournaments"
    verbose_name = _("Competitions")
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """Let the outbox know its handlers, the register what waits, and games who tells of their ends."""
        from league.competitions import kinds, sections, waiting  # noqa: F401
        from league.competitions.knock_out import waiting as of_knock_outs  # noqa: F401
        from league.competitions.knock_out.kind import KnockOut
        from league.competitions.ladder import occasions as of_challenges  # noqa: F401
        from league.competitions.ladder import receiving as of_ladder  # noqa: F401
        from league.competitions.ladder.kind import Ladder
        from league.competitions.outbox import hints, news, occasions  # noqa: F401
        from league.competitions.round_robin.kind import RoundRobin
        from league.competitions.selectors import ends, front, stakes, week  # noqa: F401
        from league.competitions.services import account_deletion, opening_entries, proposing, receiving  # noqa: F401
        from league.competitions.tables import occasions as of_tables  # noqa: F401
        from league.competitions.tables.kind import Tables
        from league.ratings import delivery, moved  # noqa: F401
        from league.standings import sections as of_standings  # noqa: F401
        from league.standings.counting import delivery as of_counts  # noqa: F401

        kinds.add(Ladder())
        kinds.add(RoundRobin())
        kinds.add(KnockOut())
        kinds.add(Tables())
