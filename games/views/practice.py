"""Learning by playing: a practice game that anyone may play, without an account.

Who may: the visitor whose browser holds the key of one. Nothing here is sealed from anyone: the bot answers
only when the player has sent.
"""

from __future__ import annotations

from collections.abc import Callable
from enum import Enum
from functools import wraps
from typing import Any

from allauth.account.adapter import get_adapter
from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from games.common.errors import GameError
from games.common.guards.limits import TOO_MANY_REQUESTS, TooOften
from games.models import Practice
from games.practice import door, services
from games.practice.advice import suggestion, text_of
from games.practice.lessons import stages_of
from games.practice.page import BOT_NAME, can_stand, composed, opening_board, page_of
from games.practice.services import Overtaken

View = Callable[..., HttpResponse]


class StepForm(forms.Form):
    """What goes with every step: the version of the page it was made on."""

    version = forms.IntegerField(min_value=0, max_value=2**31 - 1)


class HintsForm(forms.Form):
    shown = forms.ChoiceField(choices=[("yes", "yes"), ("no", "no")])


def own_practice(view: Callable[..., HttpResponse]) -> View:
    """Give the view the reader's practice game; a visitor without one is led to where one begins.

    What they had typed is given back: their game may have been forgotten while the page was open.
    """

    @wraps(view)
    def inner(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        practice = door.practice_of(request)
        if practice is None:
            return _beginning(
                request, refusal=_("There is no practice game in this browser. Begin one here.")
            )
        response = view(request, practice, *args, **kwargs)
        door.give_key(request, response, practice)
        return _kept_by_nobody(response)

    return inner


class Progress(Enum):
    NONE = "none"
    BEGUN = "begun"
    OVER = "over"


def progress(request: HttpRequest) -> Progress:
    """How far the practice game of this browser has come. One query at most."""
    practice = door.practice_of(request)
    if practice is None:
        return Progress.NONE
    return Progress.OVER if practice.is_over else Progress.BEGUN


@require_safe
def show(request: HttpRequest) -> HttpResponse:
    """The practice game where it stands; for those who have none, what it is and how to read the board."""
    practice = door.practice_of(request)
    if practice is None:
        return _beginning(request)
    return _kept_by_nobody(_page(request, practice))


@require_POST
def start(request: HttpRequest) -> HttpResponse:
    """Begin, or begin again."""
    practice = door.practice_of(request)
    try:
        if practice is None:
            practice = services.begin(address=get_adapter(request).get_client_ip(request))
        else:
            practice = services.start_again(practice=practice)
    except TooOften as error:
        return _beginning(request, refusal=str(error), status=TOO_MANY_REQUESTS)
    response = redirect("practice:game")
    door.give_key(request, response, practice)
    return response


@require_POST
@own_practice
def answer(request: HttpRequest, practice: Practice) -> HttpResponse:
    """Send the orders, fill in the suggestion, or only check, as the button pressed says.

    Orders with lines that cannot stand are sent when its player says so a second time.
    """
    text, do = composed(practice, request.POST.dict()), request.POST.get("do", "")
    try:
        if do == "fill":
            filled = text_of(suggestion(practice))
            services.keep_text(practice=practice, version=_version(request), text=filled)
            before = "" if text.strip() == filled else text.strip()
            return _page(request, practice, before_fill=before)
        if do not in ("send", "anyway"):
            return _checked(request, practice, text)
        if do == "send" and not can_stand(practice, text):
            services.keep_text(practice=practice, version=_version(request), text=text)
            return _page(request, practice, typed=text, needs_word=True)
        services.send(practice=practice, version=_version(request), text=text)
    except GameError as error:
        return _refused(request, practice, text, error)
    return redirect("practice:game")


@require_POST
@own_practice
def preview(request: HttpRequest, practice: Practice) -> HttpResponse:
    """The sheet as it reads now, kept but not sent; with HTMX only the sheet and its map."""
    text = composed(practice, request.POST.dict())
    try:
        return _checked(request, practice, text)
    except GameError as error:
        return _refused(request, practice, text, error)


@require_POST
@own_practice
def go_on(request: HttpRequest, practice: Practice) -> HttpResponse:
    """From the results to the next sheet."""
    return _step(request, practice, services.go_on)


@require_POST
@own_practice
def go_back(request: HttpRequest, practice: Practice) -> HttpResponse:
    """Go one step back in a practice game."""
    return _step(request, practice, services.go_back)


@require_POST
@own_practice
def hints(request: HttpRequest, practice: Practice) -> HttpResponse:
    """Explanations and suggestions on or off."""
    form = HintsForm(request.POST)
    try:
        if form.is_valid():
            services.show_hints(practice=practice, shown=form.cleaned_data["shown"] == "yes")
    except TooOften as error:
        messages.error(request, str(error))
    return redirect("practice:game")


def _step(request: HttpRequest, practice: Practice, service: Callable[..., Practice]) -> HttpResponse:
    try:
        service(practice=practice, version=_version(request))
    except GameError as error:
        messages.error(request, str(error))
    return redirect("practice:game")


def _version(request: HttpRequest) -> int:
    """The version the page had; Overtaken for a page that names none, which is none of ours."""
    form = StepForm(request.POST)
    if not form.is_valid():
        raise Overtaken
    version: int = form.cleaned_data["version"]
    return version


def _checked(request: HttpRequest, practice: Practice, text: str) -> HttpResponse:
    services.keep_text(practice=practice, version=_version(request), text=text)
    page = page_of(practice, _name(request), typed=text)
    is_part = getattr(request, "htmx", False) and page.sheet is not None
    template = "games/practice/_preview.html" if is_part else "games/practice/game.html"
    return render(request, template, {"page": page})


def _refused(request: HttpRequest, practice: Practice, text: str, error: GameError) -> HttpResponse:
    """The page as it stands now, with the reason, and with what was typed on the other page."""
    status = TOO_MANY_REQUESTS if isinstance(error, TooOften) else 200
    current = door.practice_of(request)
    if current is None:
        return _beginning(request, refusal=str(error), status=status)
    practice = current
    if isinstance(error, Overtaken):
        return _page(request, practice, refusal=str(error), given_back=text.strip(), status=status)
    return _page(request, practice, typed=text, refusal=str(error), status=status)


def _page(
    request: HttpRequest, practice: Practice, *, typed: str | None = None, status: int = 200, **said: Any
) -> HttpResponse:
    """The whole page; `said` is what only this answer has to say: fields of `PracticePage`."""
    page = page_of(practice, _name(request), typed=typed)
    for name, value in said.items():
        setattr(page, name, value)
    return render(request, "games/practice/game.html", {"page": page}, status=status)


def _beginning(request: HttpRequest, *, refusal: str = "", status: int = 200) -> HttpResponse:
    """What a practice game is, and how to read a board. Asks the database nothing."""
    board, legend = opening_board()
    context = {
        "board": board,
        "legend": legend,
        "stages": stages_of(None),
        "bot": BOT_NAME,
        "refusal": refusal,
        "given_back": request.POST.get("text", "").strip() if request.method == "POST" else "",
    }
    return render(request, "games/practice/begin.html", context, status=status)


def _name(request: HttpRequest) -> str:
    """What the reader is called at the table; nothing for visitors."""
    user = request.user
    return user.get_username() if user.is_authenticated else ""


def _kept_by_nobody(response: HttpResponse) -> HttpResponse:
    """A page with someone's game on it is kept by no cache on the way."""
    response.headers["Cache-Control"] = "private, no-store"
    return response
