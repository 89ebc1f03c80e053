"""The ladder as HTML: fifty rows are put together here and not by a template, which takes ten times as
long for each; a page of the ladder took 64 ms once, and may take 1.2 times the league's home (docs/speed.md).
Names are escaped.
"""

from __future__ import annotations

from collections.abc import Mapping
from html import escape
from typing import Any

from django import template
from django.template.defaulttags import CsrfTokenNode
from django.template.loader import render_to_string
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

from games.common.words import local
from games.common.words.people import at_start, called, is_former
from games.templatetags.games import moment
from league.competitions.ladder.selectors.ladder import Band, LadderPage, Rung
from league.competitions.selectors.seasons import address
from league.competitions.state.season_access import Reader
from league.leagues.sections import titles_in

register = template.Library()

BANDS = {"range": "band band-range"}


@register.simple_tag(takes_context=True)
def ladder_table(context: template.Context, ladder: LadderPage, reader: Reader) -> SafeString:
    """One page of the ladder; inside a form where someone can be challenged from it."""
    words = {
        "rank": _("Rank"),
        "week": _("7 days"),
        "up": _("up"),
        "down": _("down"),
        "same": _("no change"),
        "new": pgettext("on a ladder", "new"),
        "challenge": pgettext("verb", "Challenge"),
        "you": _("You"),
        "win": _("Win and you take rank %(rank)d."),
        "since": _("since"),
        "plays": _("plays"),
        "until": _("provisional until"),
        "disputed": pgettext("a result", "disputed"),
        "ask": _("Tell me when I can"),
        "asked": _("You will be told."),
        "stop": _("Don’t tell me"),
        "tell-me": address(reader.slug, "tell-me", reader.season.code),
    }
    columns = 5 if ladder.challenges else 4
    beside = titles_in(reader.season.league)
    bodies = "".join(_band(place, band, words, columns, beside) for place, band in enumerate(ladder.bands))
    first, last = ladder.rungs[0].rank, ladder.rungs[-1].rank
    caption = _("The ladder, ranks %(first)d to %(last)d") % {"first": first, "last": last}
    table = (
        f'<table class="table table-fold table-ladder"><caption class="unseen">{caption}</caption><thead><tr>'
        f'<th scope="col">{words["rank"]}</th><th scope="col">{_("Player")}</th>'
        f'<th scope="col" class="num"><abbr title="{_("won, drawn, lost")}">{_("W–D–L")}</abbr></th>'
        f'<th scope="col" class="num">{words["week"]}</th>'
        + (f'<th scope="col">{pgettext("noun", "Challenge")}</th>' if ladder.challenges else "")
        + f"</tr></thead>{bodies}</table>"
    )
    if not any(rung.may or rung.tells for rung in ladder.rungs):
        return SafeString(table)
    action = address(reader.slug, "challenge", reader.season.code)
    token = CsrfTokenNode().render(context)
    return SafeString(f'<form method="post" action="{action}">{token}{table}</form>')


def _band(place: int, band: Band, words: dict[str, str], columns: int, beside: Mapping[str, Any]) -> str:
    title = ""
    if band.title:
        said = escape(band.title)
        if band.is_folded:
            said = f'<span class="fold-title">{said}</span>{_fold(place, band, said)}'
        title = (
            f'<tr class="{BANDS.get(band.kind, "band")}"><th scope="rowgroup" colspan="{columns}">'
            f"{said}</th></tr>"
        )
    body = '<tbody class="folds">' if band.is_folded else "<tbody>"
    return f"{body}{title}{''.join(_row(rung, words, columns, beside) for rung in band.rungs)}</tbody>"


def _fold(place: int, band: Band, said: str) -> str:
    """What opens the rows of a band on a phone."""
    hidden = sum(not rung.is_of_mine for rung in band.rungs)
    if not hidden:
        return ""
    shows = ngettext("show %(count)d rank", "show %(count)d ranks", hidden) % {"count": hidden}
    return (
        f'<details class="fold" id="fold-{place}"><summary id="fold-{place}-head">{said} '
        f"({shows})</summary></details>"
    )


def _row(rung: Rung, words: dict[str, str], columns: int, beside: Mapping[str, Any]) -> str:
    css = ' class="is-me" id="me"' if rung.is_me else ' class="in-range"' if rung.kind == "range" else ""
    css = css or (' class="is-mine"' if rung.is_of_mine else "")
    name = escape(at_start(called(rung.name)) if is_former(rung.name) else rung.name)
    titles = ""
    if rung.name in beside:
        titles = render_to_string("leagues/_titles.html", {"titles": beside[rung.name]})
    last = f"<td>{_challenge(rung, words)}</td>" if columns > 4 else ""
    return (
        f'<tr{css}><td class="place"><span class="unseen">{words["rank"]} </span>{rung.rank}</td>'
        f'<th scope="row"><a href="{rung.address}">{name}</a>{titles}{_under(rung, words)}</th>'
        f'<td class="num nowrap">{rung.won}–{rung.drawn}–{rung.lost}</td>'
        f'<td class="num nowrap">{_moved(rung, words)}</td>{last}</tr>'
    )


def _under(rung: Rung, words: dict[str, str]) -> str:
    """Below a name: since when, against whom now, and whether the rank may still change."""
    parts = [f"{words['since']} {local.day(rung.since)}"] if rung.since else []
    parts += [
        f'{words["plays"]} <a href="{each.address}">{escape(called(each.name))}</a>' for each in rung.playing
    ]
    for mark in rung.marks:
        if mark.until:
            parts.append(f"{words['until']} {moment(mark.until)}")
        else:
            parts.append(f'<a href="{mark.address}">{words["disputed"]}</a>')
    return f'<span class="under">{" · ".join(parts)}</span>' if parts else ""


def _moved(rung: Rung, words: dict[str, str]) -> str:
    if rung.moved is None:
        return f'<span class="soft">{words["new"]}</span>'
    if not rung.moved:
        says = f'<span class="unseen">{words["same"]}</span>'
        return f'<span class="soft"><span aria-hidden="true">–</span>{says}</span>'
    arrow, says = ("↑", words["up"]) if rung.moved > 0 else ("↓", words["down"])
    return f'<span aria-hidden="true">{arrow}</span><span class="unseen">{says} </span>{abs(rung.moved)}'


def _challenge(rung: Rung, words: dict[str, str]) -> str:
    if rung.is_me:
        return f"<strong>{words['you']}</strong>"
    if rung.may:
        name = escape(called(rung.name))
        return (
            f'<button class="button" name="of" value="{rung.number}" id="of-{rung.number}">'
            f'{words["challenge"]}<span class="unseen"> {name}</span></button>{_prize(rung, words)}'
        )
    link = ""
    if rung.why_address:
        link = f' <a href="{rung.why_address}">{escape(rung.why_link)}</a>'
    why = f'<p class="why">{escape(rung.why)}{link}</p>' if rung.why else ""
    return f"{why}{_tells(rung, words)}{_prize(rung, words)}"


def _tells(rung: Rung, words: dict[str, str]) -> str:
    """A button to be told when one can challenge, or no longer."""
    if not rung.tells:
        return ""
    name, says, field = escape(called(rung.name)), words["ask"], "tell"
    before = ""
    if rung.tells == "asked":
        before, says, field = f'<p class="why">{words["asked"]}</p>', words["stop"], "stop"
    return (
        f'{before}<button class="as-link" name="{field}" value="{rung.number}" id="tell-{rung.number}" '
        f'formaction="{words["tell-me"]}">{says}<span class="unseen"> {name}</span></button>'
    )


def _prize(rung: Rung, words: dict[str, str]) -> str:
    """What a win over someone brings, before one challenges them."""
    return f'<p class="why">{escape(words["win"] % {"rank": rung.to_win})}</p>' if rung.to_win else ""
