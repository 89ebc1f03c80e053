"""Games, who sits and presides there, what they agree on; nothing that is anyone's secret."""

from __future__ import annotations

from django.contrib import admin
from django.db.models import Exists, OuterRef, QuerySet
from django.http import HttpRequest
from django.urls import reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy as _

from games.admin.of_game import OfGameAdmin
from games.engine import hosting_rules, sight
from games.engine.hidden_players import is_known, masking_variants
from games.engine.hosting_rules import hides_absence
from games.models import (
    Branch,
    Contest,
    Game,
    GameArbiter,
    MasterAct,
    Seat,
    SeatResult,
    StandIn,
    Tenure,
    TenureResult,
    Vote,
)


@admin.register(Game)
class GameAdmin(OfGameAdmin):
    of_game = "pk"
    list_display = [
        *("code", "name", "its_phases", "league", "variant", "state", "visibility"),
        *("opened_by", "opened_at"),
    ]
    readonly_fields = ["its_phases"]
    list_filter = ["state"]
    list_select_related = ["league", "opened_by"]
    search_fields = ["=code", "^name"]
    lookups = ("league",)
    exclude = ["lots_secret", "lots", "join_token"]

    @admin.display(description=_("phases"))
    def its_phases(self, game: Game) -> SafeString:
        """The way to a game's phases and their clocks."""
        address = f"{reverse('admin:games_phase_changelist')}?game__id__exact={game.pk}"
        return format_html('<a href="{}">{}</a>', address, _("Its phases"))


@admin.register(Seat)
class SeatAdmin(OfGameAdmin):
    of_game = "game"
    list_display = ["game", "key", "order"]
    list_select_related = ["game"]
    search_fields = ["=game__code"]
    lookups = ("game",)


@admin.register(Tenure)
class TenureAdmin(OfGameAdmin):
    """Who sits where; but for seats whose holders no one is told before the game is over (DG-1)."""

    of_game = "game"
    list_display = ["game", "seat", "user", "taken_at", "left_at"]
    list_select_related = ["game", "seat", "user"]
    search_fields = ["=game__code", "=user__username"]
    lookups = ("game", "user")
    exclude = ["nonce", "ranking", "results_seen", "rules_read_at"]

    def get_queryset(self, request: HttpRequest) -> QuerySet[Tenure]:
        return super().get_queryset(request).filter(is_known())

    def get_exclude(self, request: HttpRequest, obj: Tenure | None = None) -> list[str]:
        """Hide how a player left, while no one may know who was absent (HR-3)."""
        hides = obj is not None and obj.game.is_running and hides_absence(obj.game.variant, obj.seat.key)
        return [*self.exclude, "left_how"] if hides else [*self.exclude]


@admin.register(SeatResult)
class SeatResultAdmin(OfGameAdmin):
    """What came of each seat; not of a game in fog whose record is still closed: who has nothing left is part
    of it (SPY-6).
    """

    of_game = "game"
    list_display = ["game", "seat", "outcome", "its_share", "centres", "clause", "at"]
    list_select_related = ["game", "seat"]
    list_filter = ["outcome"]
    search_fields = ["=game__code"]
    lookups = ("game",)
    ordering = ["-pk"]

    def get_queryset(self, request: HttpRequest) -> QuerySet[SeatResult]:
        closed = SeatResult.objects.filter(sight.closed("game__"))
        return super().get_queryset(request).exclude(Exists(closed.filter(pk=OuterRef("pk"))))

    @admin.display(description=_("share"))
    def its_share(self, row: SeatResult) -> str:
        return str(row.fraction)


@admin.register(TenureResult)
class TenureResultAdmin(OfGameAdmin):
    """What came of each player; not of a game whose record is still closed: who missed what is part of it."""

    of_game = "result__game"
    list_display = ["result", "player", "how", "asked", "missed", "until"]
    list_select_related = ["result", "tenure__user"]
    list_filter = ["how"]
    search_fields = ["=result__game__code", "=tenure__user__username"]
    ordering = ["-pk"]

    def get_queryset(self, request: HttpRequest) -> QuerySet[TenureResult]:
        closed = TenureResult.objects.filter(sight.closed("result__game__"))
        return super().get_queryset(request).exclude(Exists(closed.filter(pk=OuterRef("pk"))))

    @admin.display(description=_("player"))
    def player(self, row: TenureResult) -> str:
        return str(row.tenure.user)


@admin.register(Vote)
class VoteAdmin(OfGameAdmin):
    """Votes that are secret until their game's record is open are so here too (SPY-23, SPY-6)."""

    of_game = "game"
    list_display = ["game", "seat", "kind", "cast_at"]
    list_select_related = ["game", "seat"]
    search_fields = ["=game__code"]
    ordering = ["-pk"]

    def get_queryset(self, request: HttpRequest) -> QuerySet[Vote]:
        secret = Vote.objects.filter(
            sight.closed("game__"), game__variant__in=hosting_rules.with_secret_votes()
        )
        return super().get_queryset(request).exclude(Exists(secret.filter(pk=OuterRef("pk"))))


@admin.register(MasterAct)
class MasterActAdmin(OfGameAdmin):
    """What changed is not shown: it may name who plays a seat that is masked (DG-1)."""

    of_game = "game"
    list_display = ["game", "kind", "by", "at", "reason"]
    list_select_related = ["game", "by"]
    search_fields = ["=game__code", "=by__username", "reason"]
    list_filter = ["kind"]
    lookups = ("game",)
    ordering = ["-pk"]
    exclude = ["facts", "key"]


@admin.register(Branch)
class BranchAdmin(OfGameAdmin):
    """Games that were taken back, and to where; why stands with the master's act (HR-8)."""

    of_game = "game"
    list_display = ["game", "number", "at", "until", "act"]
    list_select_related = ["game", "act"]
    search_fields = ["=game__code"]
    lookups = ("game",)
    ordering = ["-pk"]


@admin.register(Contest)
class ContestAdmin(OfGameAdmin):
    """Which games are a competition's, and what they were told of it."""

    of_game = "game"
    list_display = ["game", "league", "title", "number", "key"]
    list_select_related = ["game", "league"]
    search_fields = ["=game__code", "=key"]
    lookups = ("game", "league")
    ordering = ["-pk"]


@admin.register(GameArbiter)
class GameArbiterAdmin(OfGameAdmin):
    of_game = "game"
    list_display = ["game", "user", "named_at", "left_at"]
    list_select_related = ["game", "user"]
    search_fields = ["=game__code", "=user__username"]
    lookups = ("game", "user")
    ordering = ["-pk"]


@admin.register(StandIn)
class StandInAdmin(OfGameAdmin):
    """Who would take a seat over; not where an offer that goes tells who sits in a masked seat (DG-1)."""

    of_game = "game"
    list_display = ["game", "user", "offered_at"]
    list_select_related = ["game", "user"]
    search_fields = ["=game__code"]

    def get_queryset(self, request: HttpRequest) -> QuerySet[StandIn]:
        masked = {"game__variant__in": masking_variants(), "game__state": Game.State.RUNNING}
        return super().get_queryset(request).exclude(**masked)
