"""For the first page of the admin: the games that wait for someone who runs the site."""

from __future__ import annotations

from django import template
from django.contrib import admin
from django.http import HttpRequest

from games.models import Phase

register = template.Library()


@register.simple_tag(takes_context=True)
def phases_set_aside(context: template.Context) -> list[Phase]:
    """The phases set aside that the reader may see: none of games in which they play."""
    request: HttpRequest = context["request"]
    desk = admin.site.get_model_admin(Phase)
    if not desk.has_view_permission(request):
        return []
    return list(desk.get_queryset(request).filter(set_aside_at__isnull=False).select_related("game")[:20])
