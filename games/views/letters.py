"""Press: messages from one player to others, their drafts, and what of them has been read.

With scripts the panel or a part of it is given back; without them the game's page. A refusal loses nothing of
what was typed: it stands in its box again, and is kept as a draft besides.
"""

from __future__ import annotations

from contextlib import suppress
from typing import Any
from urllib.parse import urlencode

from django.contrib import messages
from django.core.exceptions import BadRequest
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods, require_POST

from games.common.errors import GameError
from games.common.guards import limits
from games.errors import StaleDraft
from games.forms.playing import LetterForm, MarkForm
from games.gate.access import Access, get_own_game_or_404
from games.gate.tenancy import LeagueRequest
from games.models import LetterDraft
from games.pages.gathering import current_page, press_page
from games.pages.letters import ThreadRequest, words_of
from games.pages.page import GamePage
from games.pages.press import correspondents, thread_to
from games.pages.seats import places_of
from games.services.players.letter_drafts import keep_draft
from games.services.players.letters import send_letter
from games.services.players.read_marks import mark_read
from games.views.parameters import letters_asked_for
from games.words.prose import quoted
from games.words.threads import NEW

REFUSED = 422
STALE = 409


@sensitive_post_parameters()
@require_http_methods(["GET", "HEAD", "POST"])
def press(request: LeagueRequest, code: str) -> HttpResponse:
    """The press panel for a page that swaps it, or a message to be sent. Reading it changes nothing."""
    access = get_own_game_or_404(request, code)
    if request.method == "POST":
        return _send(request, access)
    if request.htmx:
        return render(request, "games/_press.html", {"page": press_page(access, letters_asked_for(request))})
    return redirect(f"{_game_url(request, access)}?{request.GET.urlencode()}#press")


def _send(request: LeagueRequest, access: Access) -> HttpResponse:
    form = _form(request, access)
    status = 200
    if form.is_valid():
        words = form.cleaned_data
        try:
            limits.count(limits.LETTERS, access.seat and access.seat.pk)
            letter = send_letter(
                game=access.game,
                user=request.user,
                to=words["to"],
                body=words["body"],
                key=str(words["key"]),
                thread=words["thread"],
                seen=words["seen"],
            )
        except GameError as error:
            form.add_error(None, str(error))
            status = limits.TOO_MANY_REQUESTS if isinstance(error, limits.TooOften) else 200
            with suppress(GameError):
                _keep(request, access, words)
        else:
            return _done(request, access, letter.circle.key, _("Message sent."))
    return _again(request, access, form, status=status)


@sensitive_post_parameters()
@require_POST
def draft(request: LeagueRequest, code: str) -> HttpResponse:
    """Keep what has been written so far; with `quote` or `insert`, with something added at its end."""
    access = get_own_game_or_404(request, code)
    form = _form(request, access, is_draft=True)
    adds = "quote" in request.POST or "insert" in request.POST
    if not form.is_valid():
        return _not_kept(request, access, form, REFUSED)
    words = form.cleaned_data
    try:
        limits.count(limits.DRAFTS, access.seat and access.seat.pk)
        body = _with_additions(request, access, words["body"])
        kept = _keep(request, access, words | {"body": body})
    except GameError as error:
        form.add_error(None, str(error))
        stale = error.current if isinstance(error, StaleDraft) else None
        status = limits.TOO_MANY_REQUESTS if isinstance(error, limits.TooOften) else REFUSED
        return _not_kept(request, access, form, STALE if stale else status, stale)
    if request.htmx and not adds:
        page = {"game": access.game}
        return render(
            request, "games/_draft.html", {"page": page, "draft": kept, "draft_version": kept.version}
        )
    return _done(request, access, kept.thread, "" if adds else _("Saved as a draft."), "#write")


@require_POST
def read(request: LeagueRequest, code: str) -> HttpResponse:
    """Mark the messages of a thread as read up to one of them, or the last one as not read (`back`)."""
    access = get_own_game_or_404(request, code)
    form = MarkForm(request.POST)
    if not form.is_valid():
        raise BadRequest
    thread, upto = form.cleaned_data["thread"], form.cleaned_data["upto"]
    is_put_back = upto is None
    if upto is None:
        upto = form.cleaned_data["back"] - 1
    mark_read(game=access.game, user=request.user, thread=thread, upto=upto)
    if not request.htmx:
        return redirect(f"{_game_url(request, access)}?{urlencode({'thread': thread})}#press")
    page = press_page(access, ThreadRequest(thread=thread))
    if page.press is not None:
        page.press.is_put_back = is_put_back
    return render(request, "games/_marked.html", {"page": page})


def _form(request: LeagueRequest, access: Access, *, is_draft: bool = False) -> LetterForm:
    """What was posted, in the thread it was written in, or in that of those it is to go to."""
    places = places_of(access.game, access.seat)
    form = LetterForm(request.POST, seats=correspondents(places), is_draft=is_draft)
    if form.is_valid() and not form.cleaned_data["thread"]:
        form.cleaned_data["thread"] = thread_to(access, places, form.cleaned_data["to"])
    return form


def _keep(request: LeagueRequest, access: Access, words: dict[str, Any]) -> LetterDraft:
    over = request.POST.get("over", "")
    return keep_draft(
        game=access.game,
        user=request.user,
        thread=words["thread"],
        to=words["to"],
        body=words["body"],
        version=int(over) if over.isascii() and over.isdigit() and len(over) < 10 else words["version"] or 0,
        key=str(words["key"]),
    )


def _with_additions(request: LeagueRequest, access: Access, body: str) -> str:
    """The text with the message that is to be quoted, or the phase that is to be referred to, at its end."""
    quote, phase = request.POST.get("quote", ""), request.POST.get("phase", "")
    if quote.isascii() and quote.isdigit() and len(quote) < 19 and access.seat is not None:
        words = words_of(access.game, access.seat, request.user, int(quote))
        body = f"{body}\n\n{quoted(words)}\n".lstrip("\n") if words else body
    elif "insert" in request.POST and phase.isalnum() and len(phase) <= 8:
        body = f"{body} [{phase}]".lstrip()
    return body


def _done(
    request: LeagueRequest, access: Access, thread: str, said: str, where: str = "#press"
) -> HttpResponse:
    if not request.htmx:
        if said:
            messages.success(request, said)
        return redirect(f"{_game_url(request, access)}?{urlencode({'thread': thread})}{where}")
    page = press_page(access, ThreadRequest(thread=thread))
    if page.press is not None:
        page.press.said, page.press.is_answer, page.press.is_begun = said, True, not said
    return render(request, "games/_press.html", {"page": page})


def _not_kept(
    request: LeagueRequest, access: Access, form: LetterForm, status: int, stale: Any = None
) -> HttpResponse:
    if not request.htmx:
        return _again(request, access, form, stale=stale)
    context = {
        "page": {"game": access.game},
        "draft_refusal": " ".join(str(error) for errors in form.errors.values() for error in errors),
        "draft_stale": stale,
        "draft_version": form.data.get("version", 0),
    }
    return render(request, "games/_draft.html", context, status=status)


def _again(
    request: LeagueRequest, access: Access, form: LetterForm, *, status: int = 200, stale: Any = None
) -> HttpResponse:
    """The page, or the panel, with the form as it was filled in and what is wrong with it."""
    thread = form.data.get("thread") or NEW
    asked = ThreadRequest(thread=thread)
    page: GamePage = press_page(access, asked) if request.htmx else current_page(access, asked=asked)
    if page.press is not None:
        page.press.form, page.press.stale, page.press.is_answer = form, stale, True
    return render(
        request, "games/_press.html" if request.htmx else "games/game.html", {"page": page}, status=status
    )


def _game_url(request: LeagueRequest, access: Access) -> str:
    return reverse("games:game", args=[request.league.slug, access.game.code])
