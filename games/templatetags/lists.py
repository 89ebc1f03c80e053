"""Lists of games as HTML: made here and not by a template, which takes ten times as long for each line."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime

from django import template
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

from games import wording
from games.selectors.listing import Line
from games.templatetags.games import is_soon, moment

register = template.Library()


@register.simple_tag
def entries(lines: Iterable[Line], now: datetime | None = None, show_league: bool = False) -> SafeString:
    """The lines as a list. Time left is said where `now` is given, the league where the list has several."""
    items = format_html_join("", "{}", ((_entry(line, now, show_league),) for line in lines))
    return format_html('<ul class="entries">{}</ul>', items)


def _entry(line: Line, now: datetime | None, show_league: bool) -> SafeString:
    return format_html(
        '<li class="entry{}"><div><p class="entry-name"><a href="{}">{}</a></p>'
        '<div class="entry-more">{}{}</div></div><div class="entry-side">{}</div></li>',
        " entry-wide is-waiting" if line.waits_for_reader else "",
        line.address,
        line.name,
        _what_it_is(line, show_league),
        _tags(line),
        _how_it_stands(line, now),
    )


def _what_it_is(line: Line, show_league: bool) -> SafeString:
    said = [line.variant, line.league if show_league else "", ", ".join(line.players), line.phase]
    return format_html_join("", "<span>{}</span>", ((each,) for each in said if each))


def _tags(line: Line) -> SafeString:
    tags = SafeString()
    if line.is_private:
        tags += _tag("soft", "", _("private"))
    if line.new_letters:
        words = ngettext("%(count)s new letter", "%(count)s new letters", line.new_letters)
        tags += _tag("care", "seal", words % {"count": line.new_letters})
    if line.due and line.ready:
        tags += _tag("done", "done", _("ready"))
    elif line.due and line.saved:
        tags += _tag("care", "seal", _("saved, not ready"))
    elif line.due:
        tags += _tag("care", "care", _("nothing saved yet"))
    return tags


def _how_it_stands(line: Line, now: datetime | None) -> SafeString:
    """Free seats, the deadline or the outcome; and the way to what the reader owes."""
    if line.is_waiting:
        words = ngettext(
            "%(free)s of %(seats)s seats free", "%(free)s of %(seats)s seats free", line.seats_free
        )
        return format_html("<span>{}</span>", words % {"free": line.seats_free, "seats": line.seats})
    if line.deadline:
        stands = _until(line, line.deadline, now)
        if line.waits_for_reader:
            button = '<a class="button button-main" href="{}#answer">{}</a>'
            stands += format_html(button, line.address, line.due_in_words)
        return stands
    if line.finished_at:
        return format_html("<span>{}</span>{}", _outcome(line), moment(line.finished_at, "small soft"))
    return SafeString()


def _until(line: Line, deadline: datetime, now: datetime | None) -> SafeString:
    if line.is_set_aside:
        return _tag("grave", "stop", _("standing still"))
    if not now:
        return moment(deadline)
    return format_html(
        '<span class="entry-due{}">{}</span>{}',
        " is-soon" if is_soon(deadline, now) else "",
        _("%(left)s left") % {"left": wording.time_left(deadline, now)},
        moment(deadline, "small soft"),
    )


def _outcome(line: Line) -> str:
    if not line.winners:
        return pgettext("a game", "drawn")
    if len(line.winners) == 1:
        return _("%(winner)s won") % {"winner": line.winners[0]}
    return _("shared by %(winners)s") % {"winners": ", ".join(line.winners)}


def _tag(kind: str, icon: str, words: str) -> SafeString:
    """A word in a frame, beside one of _sprite's icons."""
    return format_html(
        '<span class="tag tag-{}">{}{}</span>',
        kind,
        format_html('<svg class="icon" aria-hidden="true"><use href="#i-{}"/></svg>', icon) if icon else "",
        words,
    )
