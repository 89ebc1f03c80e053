"""Lists of games as HTML: made here and not by a template, which takes ten times as long for each line."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime
from html import escape

from django import template
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

from games import wording
from games.selectors.lines import Line
from games.templatetags.games import is_soon, moment

register = template.Library()


@register.simple_tag
def entries(lines: Iterable[Line], now: datetime | None = None, show_league: bool = False) -> SafeString:
    """The lines as a list. Time left is said where `now` is given, the league where the list has several."""
    items = "".join(_entry(line, now, show_league) for line in lines)
    return SafeString(f'<ul class="entries">{items}</ul>')


# Below, everything that somebody typed goes through `escape`: Python's own, which is quicker than Django's.


def _entry(line: Line, now: datetime | None, show_league: bool) -> str:
    waits = " entry-wide is-waiting" if line.waits_for_reader else ""
    return (
        f'<li class="entry{waits}"><div>'
        f'<p class="entry-name"><a href="{line.address}">{escape(line.name)}</a></p>'
        f'<div class="entry-more">{_what_it_is(line, show_league)}{_tags(line)}</div></div>'
        f'<div class="entry-side">{_how_it_stands(line, now)}</div></li>'
    )


def _what_it_is(line: Line, show_league: bool) -> str:
    said = [line.variant, line.league if show_league else "", ", ".join(line.players), line.phase]
    return "".join(f"<span>{escape(each)}</span>" for each in said if each)


def _tags(line: Line) -> str:
    tags = ""
    if line.is_private:
        tags += _tag("soft", "", _("private"))
    if line.new_letters:
        words = ngettext("%(count)s new letter", "%(count)s new letters", line.new_letters)
        tags += _tag("care", "seal", words % {"count": line.new_letters})
    if line.due and line.ready:
        tags += _tag("done", "done", _("ready"))
    elif line.due and line.saved and not line.closes_early:
        tags += _tag("done", "seal", _("saved"))
    elif line.due and line.saved:
        tags += _tag("care", "seal", _("saved, not ready"))
    elif line.due:
        tags += _tag("care", "care", _("nothing saved yet"))
    return tags


def _how_it_stands(line: Line, now: datetime | None) -> str:
    """Free seats, the deadline or the outcome; and the way to what the reader owes."""
    if line.is_waiting:
        free = line.seats_free
        words = ngettext("%(free)s of %(seats)s seats free", "%(free)s of %(seats)s seats free", free)
        return f"<span>{words % {'free': free, 'seats': line.seats}}</span>"
    if line.deadline:
        stands = _until(line, line.deadline, now)
        if line.waits_for_reader:
            stands += _way_to_the_sheet(line)
        return stands
    if line.finished_at:
        return f"<span>{escape(_outcome(line))}</span>{moment(line.finished_at, 'small soft')}"
    return ""


def _way_to_the_sheet(line: Line) -> str:
    """What is still to be done stands out; what is saved already can be looked at again."""
    kind, words = ("", _("Change it, or be ready")) if line.saved else (" button-main", line.due_in_words)
    return f'<a class="button{kind}" href="{line.address}#answer">{words}</a>'


def _until(line: Line, deadline: datetime, now: datetime | None) -> str:
    if line.is_set_aside:
        return _tag("grave", "stop", _("standing still"))
    if not now:
        return moment(deadline)
    soon = " is-soon" if is_soon(deadline, now) else ""
    left = _("%(left)s left") % {"left": wording.time_left(deadline, now)}
    return f'<span class="entry-due{soon}">{left}</span>{moment(deadline, "small soft")}'


def _outcome(line: Line) -> str:
    if not line.winners.names:
        return pgettext("a game", "lost by both") if line.all_lose else pgettext("a game", "drawn")
    return line.winners.briefly


def _tag(kind: str, icon: str, words: str) -> str:
    """A word in a frame, beside one of _sprite's icons."""
    drawn = f'<svg class="icon" aria-hidden="true"><use href="#i-{icon}"/></svg>' if icon else ""
    return f'<span class="tag tag-{kind}">{drawn}{words}</span>'
