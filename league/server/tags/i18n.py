"""Django's tags for translations; words of one language that stand in a template are looked up once.

A page has up to a hundred of them, and Django makes seventy calls for each.
"""

from __future__ import annotations

from django import template
from django.template.base import Parser, Token
from django.templatetags import i18n
from django.utils.translation import get_language

register = template.Library()
register.tags.update(i18n.register.tags)
register.filters.update(i18n.register.filters)


class Words(i18n.TranslateNode):
    """`{% translate "Press" %}`: the same for every reader, but for the language."""

    def __init__(self, node: i18n.TranslateNode) -> None:
        super().__init__(node.filter_expression, node.noop, None, node.message_context)
        self._name = node.asvar
        self._said: dict[str, str] = {}

    def render(self, context: template.Context) -> str:
        language = get_language() or ""
        said = self._said.get(language)
        if said is None:
            said = self._said[language] = super().render(context)
        if self._name:
            context[self._name] = said
            return ""
        return said


@register.tag("translate")
@register.tag("trans")
def translate(parser: Parser, token: Token) -> i18n.TranslateNode:
    """As Django's."""
    node = i18n.do_translate(parser, token)
    return Words(node) if _is_fixed(node) else node


def _is_fixed(node: i18n.TranslateNode) -> bool:
    """Whether nothing in it comes from the page: neither the words nor their context."""
    said, about = node.filter_expression, node.message_context
    return not said.filters and said.var.literal is not None and (about is None or not about.is_var)
