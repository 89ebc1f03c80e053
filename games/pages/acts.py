"""What a game's masters did, each with its reason: everyone who sees the game reads it (RB-24)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from django.db.models import Exists, OuterRef
from django.db.models.fields.json import KeyTextTransform
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.common import clock
from games.common.words.people import at_start, called
from games.engine import hosting_rules
from games.engine.handovers import Handover, handover_of
from games.engine.hidden_players import is_hidden
from games.gate.contests import Ruling
from games.lists.listing import visible_to
from games.models import Game, MasterAct, Tenure
from games.words import wording
from games.words.addresses import game_address
from games.words.endings import NAMES

SHOWN = 5
"""Acts on the game's own page, the latest."""

Kind = MasterAct.Kind
MOVES = (Kind.DEADLINE, Kind.CLOSING, Kind.PAUSE, Kind.GOES_ON, Kind.UNTIMED, Kind.TIMED)
"""Acts that change a deadline."""

RULINGS = (Kind.VOID, Kind.FORFEIT, Kind.MEASURE, Kind.RESULT)
"""Acts that end a game, or say what counts once it is over."""

LATELY = timedelta(days=14)
"""So long the list of one's own games tells of a seat that was lost."""


@dataclass(frozen=True, slots=True)
class Act:
    """One act in words: what was done, when, by whom (empty: the site), in which phase, and why.

    A deadline went from `before` to `after`, a seat as `handover` says; a game that was taken back went to
    the act's phase (`takes_back`).
    """

    says: str
    reason: str
    by: str
    at: datetime
    phase: str
    label: str
    handover: Handover | None = None
    before: datetime | None = None
    after: datetime | None = None
    takes_back: bool = False
    is_on_result: bool = False
    """Whether it says what counts in place of how the game was played."""
    is_untimed: bool = False
    """Whether there is no deadline afterwards, whatever `after` says."""


def acts_of(game: Game, count: int | None = SHOWN) -> list[Act]:
    """The latest acts, the newest first; all of them without a `count`. One query; where no one presides, in
    no competition, only for all of them.
    """
    if game.master_id is None and not game.is_contest and count is not None:
        return []
    acts = MasterAct.objects.filter(game=game).select_related("by", "phase").order_by("-pk")
    acts = acts.only("kind", "facts", "reason", "at", "by__username", "phase__label")
    return [_act(game, act) for act in (acts if count is None else acts[:count])]


def _act(game: Game, act: MasterAct) -> Act:
    takes_back = act.kind == MasterAct.Kind.TAKEN_BACK
    label = act.facts["to"] if takes_back else act.phase.label
    before, after = _moments(act)
    return Act(
        at_start(_says(game, act)),
        act.why,
        called(act.author) if act.author else "",
        act.at,
        wording.phase(label),
        label,
        handover_of(game, act),
        before,
        after,
        takes_back,
        act.kind in (Kind.MEASURE, Kind.RESULT),
        act.kind == Kind.UNTIMED,
    )


def ruling_of(game: Game) -> Act | None:
    """The ruling that ended a game, or in a competition the last one on its result, if there is one. One
    query, where it is over by a clause that lets one, or is a competition's.
    """
    is_ruled = hosting_rules.is_void(game.outcome) or hosting_rules.is_forfeit(game.outcome)
    if not is_ruled and not game.is_contest:
        return None
    acts = MasterAct.objects.filter(game=game, kind__in=RULINGS)
    act = acts.select_related("by", "phase").order_by("-pk").first()
    return _act(game, act) if act else None


def lost_by(game: Game, user: Any) -> Handover | None:
    """How someone without a seat lost the one they had in a game that has a master; None if they had
    none. One query.
    """
    name = user.get_username()
    acts = MasterAct.objects.filter(game=game, kind=MasterAct.Kind.REPLACEMENT, facts__before=name)
    left = Tenure.objects.filter(
        game=game, user=user.pk, left_at__isnull=False, seat__key=KeyTextTransform("seat", OuterRef("facts"))
    )
    act = acts.filter(Exists(left)).select_related("by", "phase").order_by("-pk").first()
    return handover_of(game, act) if act else None


@dataclass(frozen=True, slots=True)
class Lost:
    """A seat that its player lost not long ago: in which game, and to whom. No address where they may see
    that game no more.
    """

    game: str
    address: str
    at: datetime
    handover: Handover


def lost_lately(user: Any) -> list[Lost]:
    """The seats that `user` lost in the last `LATELY` and has none for in the same game now, the last first.
    One query.
    """
    since = clock.shown() - LATELY
    own = Tenure.objects.filter(game=OuterRef("game"), user=user.pk)
    left = own.filter(left_at__gte=since, seat__key=KeyTextTransform("seat", OuterRef("facts")))
    acts = MasterAct.objects.filter(
        Exists(left),
        ~Exists(own.filter(left_at=None)),
        kind=MasterAct.Kind.REPLACEMENT,
        facts__before=user.get_username(),
        at__gte=since,
    )
    acts = acts.annotate(is_seen=Exists(visible_to(user).filter(pk=OuterRef("game"))))
    lost: dict[int, Lost] = {}
    for act in acts.select_related("by", "phase", "game__league").order_by("-pk"):
        game, handover = act.game, handover_of(act.game, act)
        if handover and game.pk not in lost:
            address = game_address(game.league.slug, game.code) if act.is_seen else ""
            lost[game.pk] = Lost(game.name, address, act.at, handover)
    return list(lost.values())


RULED = {
    Ruling.STANDS: gettext_lazy("The disputed result stands."),
    Ruling.FORFEIT: gettext_lazy("The result was disputed: %(player)s loses by forfeit (HR-5)."),
    Ruling.ANNULLED: gettext_lazy("The disputed result no longer counts: the game is void (HR-6)."),
}
"""What an arbiter ruled about a result."""


def _measured(game: Game, facts: Mapping[str, Any]) -> str:
    """What a game was decided by that was open at the end of its season."""
    if facts["year"] is None:
        return _("No year was over, so the game is drawn (HR-7).")
    counts = facts["credits"] or facts["centres"]
    told = [f"{_side(game, facts, seat)} {counts[seat]}" for seat in sorted(counts)]
    said = {"year": facts["year"], "counts": ", ".join(told)}
    if facts["credits"]:
        return _("Tie-break by treasuries at the end of %(year)s: %(counts)s (HR-7).") % said
    return _("Tie-break by supply centres at the end of %(year)s: %(counts)s (HR-7).") % said


def _side(game: Game, facts: Mapping[str, Any], seat: str) -> str:
    """A seat by its home power, where it has one."""
    home = facts["homes"].get(seat)
    return wording.power(home) if home else wording.seat_at(game.variant, game.settings, seat)


def _moments(act: MasterAct) -> tuple[datetime | None, datetime | None]:
    if "before" not in act.facts or act.kind not in MOVES:
        return None, None
    return datetime.fromisoformat(act.facts["before"]), datetime.fromisoformat(act.facts["after"])


def _moment_of(text: str) -> str:
    """A moment that an act keeps, in the reader's zone."""
    return date_format(timezone.localtime(datetime.fromisoformat(text)), "DATETIME_FORMAT")


def _says(game: Game, act: MasterAct) -> str:
    people = {who: called(act.facts[who]) for who in ("before", "after", "by") if who in act.facts}
    facts: dict[str, str] = act.facts | people
    if act.kind == MasterAct.Kind.DEADLINE:
        return _("The deadline was moved.")
    if act.kind == MasterAct.Kind.CLOSING:
        return _("The phase was closed before its deadline.")
    if act.kind == Kind.NAMED:
        return _("%(after)s is now game master, nominated by %(by)s (HR-9).") % facts
    if act.kind == Kind.VOID:
        return _("The game was declared void (HR-6).")
    if act.kind == Kind.FORFEIT:
        seat = wording.seat_at(game.variant, game.settings, facts["seat"])
        return _("Declared lost by forfeit: %(seat)s (HR-5).") % {"seat": facts["before"] or seat}
    if act.kind == Kind.EXCUSED:
        said = {"seat": wording.seat_at(game.variant, game.settings, facts["seat"])}
        said["phase"] = wording.phase(facts["label"])
        return _("A missed phase is excused: %(seat)s, %(phase)s (HR-1).") % said
    if act.kind == Kind.PAUSE:
        return _("The game is paused until %(moment)s.") % {"moment": _moment_of(facts["until"])}
    if act.kind == Kind.GOES_ON:
        return _("The pause was ended: the phase has the time it had left.")
    if act.kind == Kind.UNTIMED:
        return _("The game goes without deadlines until %(moment)s.") % {"moment": _moment_of(facts["until"])}
    if act.kind == Kind.TIMED:
        return _("Deadlines are back: this phase has its full length from now.")
    if act.kind == MasterAct.Kind.REPLACEMENT:
        seat = wording.seat_at(game.variant, game.settings, facts["seat"])
        if is_hidden(game.variant, game.state, facts["seat"]):
            return _("%(seat)s is now played by someone else.") % {"seat": seat}
        words = _("%(after)s takes over from %(before)s (%(seat)s).")
        return words % (facts | {"seat": seat})
    if act.kind == MasterAct.Kind.ENDING:
        return _("The game ends: %(how)s.") % {"how": str(NAMES.get(facts["how"], facts["how"])).lower()}
    if act.kind == Kind.MEASURE:
        return _measured(game, act.facts)
    if act.kind == Kind.RESULT:
        return str(RULED[act.facts["ruling"]]) % {"player": people.get("before", "")}
    if act.kind == MasterAct.Kind.TAKEN_BACK:
        labels = {name: wording.phase(facts[name]) for name in ("from", "to")}
        if facts.get("fault"):
            return _("The game was rewound after an error of the site: %(from)s → %(to)s.") % labels
        return _("The game was rewound: %(from)s → %(to)s.") % labels
    if act.kind == MasterAct.Kind.CHAIR and not facts["after"]:
        return _("%(before)s is no longer game master. The game goes on without one.") % facts
    if act.kind == MasterAct.Kind.CHAIR:
        return _("%(after)s is now game master, in place of %(before)s.") % facts
    if act.kind == MasterAct.Kind.ANNOUNCEMENT and game.is_contest:
        return _("%(arbiter)s, arbiter, announces:") % {"arbiter": called(act.author)}
    if act.kind == MasterAct.Kind.ANNOUNCEMENT:
        return _("%(master)s, game master, announces:") % {"master": called(act.author)}
    return _("A ruling.")
