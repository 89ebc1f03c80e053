"""A game master's pages, and the one on which everyone reads what they did (RB-24)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import BadRequest
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from games.adjudication.idempotent_acts import once
from games.common.errors import GameError
from games.common.guards import limits
from games.errors import CannotReplace
from games.forms.presiding import (
    ActForm,
    AnnouncementForm,
    ChairForm,
    ClosingForm,
    DeadlineForm,
    EndingForm,
    ExcuseForm,
    FaultForm,
    ForfeitForm,
    ReplacementForm,
    RulingForm,
    TakingBackForm,
    UntilForm,
    VoidForm,
)
from games.gate.access import get_desk_game_or_404, get_game_or_404
from games.gate.tenancy import LeagueRequest
from games.models import Game, MasterAct
from games.pages.phases import open_phase_of
from games.pages.presiding import DeskPage, acts_page, desk_page
from games.services.masters import presiding, rulings, stopping
from games.services.masters.taking_back import take_back
from games.services.masters.waiving import take_miss_back


@require_http_methods(["GET", "HEAD", "POST"])
def desk(request: LeagueRequest, code: str) -> HttpResponse:
    """The desk of a game master, or of a competition's arbiters; each of its forms names its act."""
    access = get_desk_game_or_404(request, code)
    page = desk_page(access, open_phase_of(access.game) if access.game.is_running else None)
    act = request.POST.get("act", "")
    page.forms = _forms(page, act, request.POST if request.method == "POST" else None)
    status = 200
    if request.method == "POST":
        form = page.forms.get(act)
        if form is None and (act not in _ACTS or page.phase is not None):
            raise BadRequest
        if form is None:
            page.given_back = request.POST.get(f"{act}-reason", "")
        elif form.is_valid():
            try:
                limits.count(limits.ACTS, request.user.pk)
                _do_once(request, access.game, act, form)
            except GameError as error:
                form.add_error(None, str(error))
                status = limits.TOO_MANY_REQUESTS if isinstance(error, limits.TooOften) else status
            else:
                messages.success(request, _DONE.get(act, _REASON_SHOWN))
                return redirect("games:acts", request.league.slug, access.game.code)
    return render(request, "games/desk.html", {"page": page}, status=status)


def _forms(page: DeskPage, act: str, posted: Any) -> Mapping[str, ActForm]:
    """The desk's forms by their acts; the one that was sent holds what was typed."""

    def data(name: str) -> dict[str, Any]:
        return {"data": posted if act == name else None, "prefix": name}

    if page.phase is None:
        return {}
    forms: dict[str, ActForm] = {
        **_clock_forms(page, act, data),
        "ruling": RulingForm(**data("ruling")),
        "announcement": AnnouncementForm(**data("announcement")),
        "void": VoidForm(**data("void")),
    }
    if page.back_to or act == "taken_back":
        open_now = {"label": page.phase.label, "phase": page.phase_name}
        form = FaultForm if page.game.is_contest else TakingBackForm
        forms["taken_back"] = form(**open_now, back_to=page.back_to, **data("taken_back"))
    if page.misses or act == "excused":
        forms["excused"] = ExcuseForm(misses=page.misses, **data("excused"))
    if page.losers or act == "forfeit":
        forms["forfeit"] = ForfeitForm(seats=page.losers, **data("forfeit"))
    return forms if page.game.is_contest else forms | _masters_forms(page, act, data)


def _masters_forms(page: DeskPage, act: str, data: Callable[[str], dict[str, Any]]) -> dict[str, ActForm]:
    """What a game master does, and no one in a competition's single game (HR-10)."""
    seats = [(seat.place.key, seat.says) for seat in page.seats]
    stand_ins = [(each.user_id, each.says) for each in page.stand_ins]
    label = page.phase.label if page.phase else ""
    forms: dict[str, ActForm] = {
        "closing": ClosingForm(label=label, phase=page.phase_name, **data("closing")),
        "replacement": ReplacementForm(seats=seats, stand_ins=stand_ins, **data("replacement")),
        "chair": ChairForm(**data("chair")),
    }
    if page.kinds or act == "ending":
        forms["ending"] = EndingForm(kinds=page.kinds, **data("ending"))
    return forms


def _clock_forms(page: DeskPage, act: str, data: Callable[[str], dict[str, Any]]) -> dict[str, ActForm]:
    """What can be done to the clock: while it is stopped, to let it go on; and what was sent in any case."""
    kinds: dict[str, type[ActForm]] = {}
    if page.pause:
        kinds = {"go_on": ActForm}
    elif page.untimed_until:
        kinds = {"timed": ActForm, "untimed": UntilForm}
    elif not page.game.is_contest:
        kinds = {"deadline": DeadlineForm, "pause": UntilForm}
        if page.may_run_untimed:
            kinds["untimed"] = UntilForm
    if act in CLOCK_FORMS and (act == "go_on" or not page.game.is_contest):
        kinds[act] = CLOCK_FORMS[act]
    return {name: kind(**data(name)) for name, kind in kinds.items()}


CLOCK_FORMS: Mapping[str, type[ActForm]] = {
    "deadline": DeadlineForm,
    "pause": UntilForm,
    "go_on": ActForm,
    "untimed": UntilForm,
    "timed": ActForm,
}


def _do_once(request: Any, game: Game, act: str, form: ActForm) -> None:
    """Do what a valid form asks for, unless the same form was here before."""
    once(game=game, user=request.user, key=form.own_key, act=lambda: _ACTS[act](request, game, form))


def _pause(request: Any, game: Any, form: Any) -> MasterAct:
    return stopping.pause(game=game, user=request.user, until=form.moment, reason=form.cleaned_data["reason"])


def _go_on(request: Any, game: Any, form: Any) -> MasterAct:
    return stopping.end_pause(game=game, user=request.user, reason=form.cleaned_data["reason"])


def _untimed(request: Any, game: Any, form: Any) -> MasterAct:
    return stopping.run_untimed(
        game=game, user=request.user, until=form.moment, reason=form.cleaned_data["reason"]
    )


def _timed(request: Any, game: Any, form: Any) -> MasterAct:
    return stopping.run_timed(game=game, user=request.user, reason=form.cleaned_data["reason"])


def _deadline(request: Any, game: Any, form: Any) -> MasterAct:
    return presiding.move_deadline(
        game=game, user=request.user, to=form.moment, reason=form.cleaned_data["reason"]
    )


def _closing(request: Any, game: Any, form: Any) -> MasterAct:
    (label,) = form.cleaned_data["confirm"]
    return presiding.close_phase(
        game=game, user=request.user, label=label, reason=form.cleaned_data["reason"]
    )


def _replacement(request: Any, game: Any, form: Any) -> MasterAct:
    given = {name: form.cleaned_data[name] for name in ("seat", "stand_in", "reason")}
    return presiding.replace_player(game=game, user=request.user, **given)


def _ruling(request: Any, game: Any, form: Any) -> MasterAct:
    return presiding.rule(game=game, user=request.user, reason=form.cleaned_data["reason"])


def _announcement(request: Any, game: Any, form: Any) -> MasterAct:
    limits.count(limits.ANNOUNCEMENTS, request.user.pk)
    return presiding.announce(game=game, user=request.user, text=form.cleaned_data["reason"])


def _ending(request: Any, game: Any, form: Any) -> MasterAct:
    given = {name: form.cleaned_data[name] for name in ("kind", "reason")}
    return presiding.declare_end(game=game, user=request.user, **given)


def _taken_back(request: Any, game: Any, form: Any) -> MasterAct:
    (label,) = form.cleaned_data["confirm"]
    given = {name: form.cleaned_data[name] for name in ("to", "reason")}
    return take_back(
        game=game, user=request.user, label=label, is_fault=form.cleaned_data.get("fault", False), **given
    )


def _void(request: Any, game: Any, form: Any) -> MasterAct:
    return rulings.declare_void(game=game, user=request.user, reason=form.cleaned_data["reason"])


def _forfeit(request: Any, game: Any, form: Any) -> MasterAct:
    seat, reason = form.cleaned_data["seat"], form.cleaned_data["reason"]
    return rulings.declare_forfeit(game=game, user=request.user, seat=seat, reason=reason)


def _excused(request: Any, game: Any, form: Any) -> MasterAct:
    reason = form.cleaned_data["reason"]
    return take_miss_back(game=game, user=request.user, reason=reason, **form.chosen)


def _chair(request: Any, game: Any, form: Any) -> MasterAct:
    to = request.league.member_named(form.cleaned_data["to"])
    if to is None:
        raise CannotReplace(_("No member of the league has this name."))
    return presiding.hand_over(game=game, user=request.user, to=to, reason=form.cleaned_data["reason"])


_ACTS: Mapping[str, Callable[[Any, Any, Any], MasterAct]] = {
    "deadline": _deadline,
    "pause": _pause,
    "go_on": _go_on,
    "untimed": _untimed,
    "timed": _timed,
    "closing": _closing,
    "replacement": _replacement,
    "ruling": _ruling,
    "announcement": _announcement,
    "ending": _ending,
    "taken_back": _taken_back,
    "chair": _chair,
    "void": _void,
    "forfeit": _forfeit,
    "excused": _excused,
}


_REASON_SHOWN = gettext_lazy("Done. Players see it with your reason.")
_DONE: Mapping[str, Any] = {
    "closing": gettext_lazy("The phase is closed and will be resolved in a moment. Players see your reason."),
    "taken_back": gettext_lazy(
        "The game is rewound. Players get an e-mail with your reason and have a full phase again."
    ),
    "announcement": gettext_lazy("Announced to everyone who sees the game, and to each player by e-mail."),
}
"""What is said of an act that was done, where there is more to say than that its reason is shown."""


@require_safe
def acts(request: LeagueRequest, code: str) -> HttpResponse:
    """Who presides, what they see, everything they did; and the offer to take a seat over."""
    page = acts_page(get_game_or_404(request, code), request.user)
    if page is None:
        raise Http404
    return render(request, "games/acts.html", {"page": page})


@login_required
@require_POST
def stand_in(request: LeagueRequest, code: str) -> HttpResponse:
    """Offer to take a seat over, or take the offer back. Only members of the league play in it."""
    access = get_game_or_404(request, code)
    if access.game.master_id is None or not access.is_member:
        raise Http404
    try:
        limits.count(limits.OFFERS, request.user.pk)
        if request.POST.get("offer") == "no":
            presiding.take_offer_back(game=access.game, user=request.user)
        else:
            presiding.offer_to_stand_in(game=access.game, user=request.user)
    except GameError as error:
        messages.error(request, str(error))
    return redirect("games:acts", request.league.slug, access.game.code)
