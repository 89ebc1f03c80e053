"""`{% url %}`, which keeps what it has found (`words.addresses`): for each tag Django looks through the names
of the whole house, and asks a dozen times which language holds.
"""

from __future__ import annotations

from django import template
from django.template import defaulttags
from django.template.base import Parser, Token
from django.urls import NoReverseMatch
from django.utils.html import conditional_escape

from games.words.addresses import address

register = template.Library()


class URLNode(defaulttags.URLNode):
    """Django's own, where the name stands in the template and no part has one."""

    def render(self, context: template.Context) -> str:
        if self.kwargs or self.view_name.is_var or self.view_name.filters or _has_app(context):
            return super().render(context)
        parts = [part.resolve(context) for part in self.args]
        if not all(isinstance(part, str | int) for part in parts):
            return super().render(context)
        try:
            found = address(self.view_name.var, *parts)
        except NoReverseMatch:
            if self.asvar is None:
                raise
            found = ""
        if self.asvar:
            context[self.asvar] = found
            return ""
        return conditional_escape(found) if context.autoescape else found


def _has_app(context: template.Context) -> bool:
    """Whether the page belongs to one of several that share their names, as those of the admin do."""
    return hasattr(getattr(context, "request", None), "current_app")


@register.tag
def url(parser: Parser, token: Token) -> URLNode:
    """As Django's."""
    node = defaulttags.url(parser, token)
    return URLNode(node.view_name, node.args, node.kwargs, node.asvar)
