"""Lists of games as HTML: made here and not by a template, which takes ten times as long for each line. A
page of fifty lines is there within 9 ms (docs/speed.md).
"""

from __future__ import annotations

import textwrap
from collections.abc import Iterable
from datetime import datetime
from html import escape

from django import template
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

from games.agreed.absence import briefly
from games.agreed.pace import Pace
from games.common.words import local
from games.lists.lines import GameLine
from games.lists.terms import pace_briefly
from games.lists.waiting import Task
from games.templatetags.games import is_soon, moment

register = template.Library()


@register.filter
def cut_at_word(text: str, most: int) -> str:
    """At most `most` characters of a text in one line, cut between words: The league of the café …"""
    return textwrap.shorten(text, most, placeholder=" …")


@register.simple_tag
def entries(lines: Iterable[GameLine], now: datetime | None = None, show_league: bool = False) -> SafeString:
    """The lines as a list. Time left is said where `now` is given, the league where the list has several."""
    items = "".join(_entry(line, now, show_league) for line in lines)
    return SafeString(f'<ul class="entries">{items}</ul>')


@register.simple_tag
def rows(lines: Iterable[GameLine], now: datetime) -> SafeString:
    """One's own games, a short row each that is a link as a whole: to the sheet where one is due, unless a
    new result comes before it. A phone shows the signs of the rows alone, and once above them what they mean.
    """
    shown = list(lines)
    rows = "".join(_row(line, now) for line in shown)
    return SafeString(f'{_signs_of(shown)}<ul class="entries rows">{rows}</ul>')


@register.simple_tag
def row(line: GameLine, now: datetime) -> SafeString:
    """One of these rows, in a list that has others as well."""
    return SafeString(_row(line, now))


@register.simple_tag
def entry(line: GameLine, now: datetime, is_first: bool) -> SafeString:
    """One of the reader's games, of any league, in a list that has others as well: the button to what it asks
    stands out in the first alone.
    """
    return SafeString(_entry(line, now, True, stands_out=is_first))


@register.simple_tag
def signs(lines: Iterable[GameLine]) -> SafeString:
    """What the signs in such rows mean."""
    return SafeString(_signs_of(lines))


@register.simple_tag
def tasks(waiting: Iterable[Task]) -> SafeString:
    """Games that wait for the reader, each with what it asks and until when."""
    return SafeString(f'<ul class="entries">{"".join(map(_task, waiting))}</ul>')


def _task(each: Task) -> str:
    until = moment(each.deadline) if each.deadline else ""
    return (
        f'<li class="entry"><div><p class="entry-name"><a href="{each.way}">{escape(each.name)}</a></p>'
        f'<div class="entry-more"><span>{escape(each.asks)}</span>{until}</div></div></li>'
    )


@register.filter
def pace_of(line: GameLine) -> str:
    """How fast the game is played, in a few words."""
    return pace_briefly(Pace.from_json(line.pace))


@register.filter
def absence_of(line: GameLine) -> str:
    """Which rules of absence it has, in a few words; nothing where it has none."""
    return briefly(line.absence)


# Below, everything that someone typed goes through `escape`: Python's own, which is quicker than Django's.


def _entry(line: GameLine, now: datetime | None, show_league: bool, *, stands_out: bool = True) -> str:
    waits = " entry-wide is-waiting" if line.waits_for_reader else ""
    return (
        f'<li class="entry{waits}"><div>'
        f'<p class="entry-name"><a href="{line.address}">{escape(line.name)}</a></p>'
        f'<div class="entry-more">{_what_it_is(line, show_league)}{_tags(line)}</div></div>'
        f'<div class="entry-side">{_how_it_stands(line, now, stands_out=stands_out)}</div></li>'
    )


def _row(line: GameLine, now: datetime) -> str:
    waits, to = (" is-waiting", _task_in(line)) if line.waits_for_reader else ("", line.address)
    own = _("You: %(role)s") % {"role": line.own_role} if line.own_role else ""
    said = [line.stake, own, line.phase, line.league, line.variant, ", ".join(line.players)]
    due = f'<a href="{to}" tabindex="-1">{escape(line.due_in_words)}</a>' if waits else ""
    spans = "".join(f"<span>{escape(each)}</span>" for each in said if each)
    return (
        f'<li class="entry{waits}"><div>'
        f'<p class="entry-name"><a href="{to}">{escape(line.name)}</a></p>'
        f'<div class="entry-more">{_tags(line)}{due}<span class="entry-facts">{spans}</span></div></div>'
        f'<div class="entry-side">{_how_it_stands(line, now, has_way=False)}</div></li>'
    )


def _what_it_is(line: GameLine, show_league: bool) -> str:
    said = [line.stake, line.variant, line.league if show_league else "", ", ".join(line.players), line.phase]
    if line.is_waiting:
        said.append(briefly(line.absence))
    return "".join(f"<span>{escape(each)}</span>" for each in said if each)


def _tags(line: GameLine) -> str:
    tags = ""
    if line.has_new_result:
        tags += _tag("care", "info", _("new result"))
    if line.new_letters:
        words = ngettext("%(count)s new message", "%(count)s new messages", line.new_letters)
        tags += _tag("care", "seal", words % {"count": line.new_letters}, line.new_letters)
    if line.due:
        tags += _tag(*_saved(line))
    if line.is_private:
        tags += _tag("soft", "", _("private"))
    return tags


def _saved(line: GameLine) -> tuple[str, str, str]:
    """How far the reader is with what is due: the kind of its tag, its icon, its words."""
    if line.ready:
        return "done", "done", _("ready")
    if not line.saved:
        return "care", "care", _("nothing saved yet")
    return ("soft", "done", _("saved, not ready")) if line.closes_early else ("done", "done", _("saved"))


def _signs_of(lines: Iterable[GameLine]) -> str:
    """What the signs in the rows of these lines mean, each once; nothing where there are none."""
    signs: dict[tuple[str, str, str], None] = {}
    for line in lines:
        if line.has_new_result:
            signs["care", "info", _("new result")] = None
        if line.new_letters:
            signs["care", "seal", _("new messages")] = None
        if line.due:
            signs[_saved(line)] = None
    said = "".join(_tag(*sign) for sign in signs)
    return f'<p class="signs" aria-hidden="true">{said}</p>' if said else ""


def _how_it_stands(
    line: GameLine, now: datetime | None, *, has_way: bool = True, stands_out: bool = True
) -> str:
    """Free seats, the deadline or the outcome; and, if it `has_way`, the way to what the reader owes."""
    if line.is_waiting:
        free = line.seats_free
        words = ngettext("%(free)s of %(seats)s seats free", "%(free)s of %(seats)s seats free", free)
        return f"<span>{words % {'free': free, 'seats': line.seats}}</span>"
    if line.deadline or line.is_untimed:
        stands = _until(line, line.deadline, now)
        if has_way and line.waits_for_reader:
            stands += _way_to_the_sheet(line, stands_out=stands_out)
        return stands
    if line.finished_at:
        return f"<span>{escape(_outcome(line))}</span>{moment(line.finished_at, 'small soft')}"
    return ""


def _way_to_the_sheet(line: GameLine, *, stands_out: bool) -> str:
    """What is still to be done may stand out; what is saved already can be looked at again."""
    kind = " button-main" if stands_out and not line.saved else ""
    words = _("Change it, or say you’re ready") if line.saved else line.due_in_words
    return f'<a class="button{kind}" href="{_task_in(line)}">{words}</a>'


def _task_in(line: GameLine) -> str:
    """The way to the sheet; to the top of the page while a new result stands above it."""
    return line.address if line.has_new_result else f"{line.address}#answer"


def _until(line: GameLine, deadline: datetime | None, now: datetime | None) -> str:
    if line.is_set_aside:
        return _tag("grave", "stop", _("paused by an error"))
    if line.paused_until:
        return _tag("soft", "info", _("paused until")) + moment(line.paused_until, "small soft")
    if deadline is None:
        return _tag("soft", "info", _("no deadline"))
    if not now:
        return moment(deadline)
    soon = " is-soon" if is_soon(deadline, now) else ""
    left = _("%(left)s left") % {"left": local.time_left(deadline, now)}
    return f'<span class="entry-due{soon}">{left}</span>{moment(deadline, "small soft")}'


def _outcome(line: GameLine) -> str:
    if not line.winners.briefly:
        return pgettext("a game", "lost by both") if line.all_lose else pgettext("a game", "drawn")
    return line.winners.briefly


def _tag(kind: str, icon: str, words: str, count: int = 0) -> str:
    """A word in a frame, beside one of _sprite's icons; `count` is what a phone's row shows of the words."""
    if not icon:
        return f'<span class="tag tag-{kind}">{words}</span>'
    drawn = f'<svg class="icon" aria-hidden="true"><use href="#i-{icon}"/></svg>'
    shown = f'<b aria-hidden="true">{count}</b>' if count > 1 else ""
    return f'<span class="tag tag-{kind}">{drawn}<span>{words}</span>{shown}</span>'
