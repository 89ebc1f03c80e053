"""What templates say of messages: their words, and how many are new."""

from __future__ import annotations

from html import escape
from typing import Any

from django import template
from django.urls import reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext, ngettext, pgettext

from games.pages.letters import Stretch, count_of_news
from games.pages.press import Press
from games.templatetags.games import moment
from games.words import prose

register = template.Library()


@register.simple_tag(takes_context=True)
def letter_lines(context: template.Context, stretch: Stretch, draft_url: str) -> SafeString:
    """The messages of one phase: who wrote each to whom and when, its words, and the button that quotes it.

    `draft_url` is where quoting leads. Written without a template, which takes 2.4 ms for the twenty that a
    page shows, this 0.3; the whole of a player's game takes 17 (docs/speed.md).
    """
    press: Press = context["page"].press
    phases, url = addresses_of(context), escape(draft_url)
    to = escape(pgettext("from one person to another", "to"))
    new = format_html(' <strong class="is-soon">{}</strong>', pgettext("a letter", "new"))
    quote = escape(pgettext("a letter, to answer it", "Quote"))
    everybody = escape(pgettext("to whom a letter goes", "everyone"))
    to_all = press.thread is not None and press.thread.is_everybody
    names = {key: escape(name or key) for key, name in press.names.items()}
    lines = []
    for letter in stretch.letters:
        if press.writers.before:
            at = letter.sent_at
            names = {seat: escape(press.writers.name_at(seat, at)) for seat in press.writers.places}
        sender, sent = names.get(letter.sender, escape(letter.sender)), moment(letter.sent_at)
        recipients = ", ".join(names.get(seat, escape(seat)) for seat in letter.recipients)
        mark = f' data-new="{letter.pk}"' if letter.is_new else ""
        button = ""
        if press.form and not letter.is_folded:
            button = (
                f'<button class="button-plain small" form="write" formaction="{url}" name="quote" '
                f'value="{letter.pk}" formnovalidate hx-post="{url}" hx-include="#write" '
                f'hx-vals=\'{{"quote": "{letter.pk}"}}\' hx-target="#press" hx-swap="outerHTML">'
                f'{quote}<span class="unseen"> {sender}, {sent}</span></button>'
            )
        body = f'<div class="letter-body">{prose.letter_html(letter.body, phases)}</div>'
        if letter.is_folded:
            folded = escape(gettext("From %(person)s, whom you blocked")) % {"person": sender}
            body = f"<details><summary>{folded}</summary>{body}</details>"
        lines.append(
            f'<li class="letter{" is-mine" if letter.is_own else ""}" id="letter-{letter.pk}"'
            f"{mark}>"
            f'<div class="letter-head"><span><strong>{sender}</strong> {to} '
            f"{everybody if to_all else recipients}</span>"
            f"<span>{sent}{new if letter.is_new else ''}</span></div>"
            f"{body}\n{button}</li>"
        )
    return SafeString("".join(lines))


@register.filter
def letter_words(body: str) -> SafeString:
    """The words of a message, by themselves."""
    return prose.letter_html(body, {})


def addresses_of(context: template.Context) -> dict[str, str]:
    """Where messages lead that name a phase of the page's game. The newest phase may be open."""
    page, slug = context["page"], context["request"].league.slug
    labels = page.press.phases
    if not labels:
        return {}
    before, _label, after = reverse("games:phase", args=[slug, page.game.code, labels[0]]).rpartition(
        labels[0]
    )
    addresses = {label: f"{before}{label}{after}" for label in labels}
    if page.phase is not None:
        addresses[labels[0]] = reverse("games:game", args=[slug, page.game.code])
    return addresses


@register.simple_tag(takes_context=True)
def new_letters(context: template.Context) -> int:
    """How many messages the reader has not read in all their games; asked once for a page."""
    request: Any = context.get("request")
    user = getattr(request, "user", None)
    if user is None or not user.is_authenticated:
        return 0
    if not hasattr(request, "new_letters"):
        request.new_letters = count_of_news(user)
    return int(request.new_letters)


@register.simple_tag
def new_mark(count: int) -> SafeString:
    """A number and a seal, with its words for those who do not see it; nothing for nought."""
    if not count:
        return SafeString()
    words = ngettext("new message", "new messages", count)
    seal = SafeString('<svg class="icon" aria-hidden="true"><use href="#i-seal"/></svg>')
    return format_html(' <span class="mark">{}{}<span class="unseen"> {}</span></span>', count, seal, words)
