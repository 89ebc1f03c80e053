"""That messages were sent, and among whom; never what they say."""

from __future__ import annotations

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest

from games.admin.of_game import OfGameAdmin
from games.models import Circle, Message


@admin.register(Circle)
class CircleAdmin(OfGameAdmin):
    of_game = "game"
    is_private = True
    list_display = ["game", "key"]
    list_select_related = ["game"]
    search_fields = ["=game__code"]
    lookups = ("game",)
    ordering = ["-pk"]


@admin.register(Message)
class MessageAdmin(OfGameAdmin):
    """That a message was sent, and when; never what it says."""

    of_game = "game"
    is_private = True
    list_display = ["game", "phase", "sender", "sent_at"]
    list_select_related = ["game", "phase", "sender"]
    search_fields = ["=game__code"]
    ordering = ["-pk"]
    exclude = ["body", "key"]

    def get_queryset(self, request: HttpRequest) -> QuerySet[Message]:
        return super().get_queryset(request).defer("body")
