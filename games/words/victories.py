"""How a game ended, in a heading and in sentences: who won against whom, and by what."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from adjudicator.texts import names
from games.common.words import local
from games.common.words.people import at_start, called
from games.words import wording

DUEL: Final = 2


@dataclass(frozen=True, slots=True)
class Ended:
    """The end of a game to one reader. `won` and `lost` are names by seat, of those who won or share it, and
    of all others who had a board to play for; `own` is the reader's seat, None for spectators.
    """

    won: Mapping[str, str]
    lost: Mapping[str, str]
    own: str | None = None
    has_won: bool = False
    """Whether the reader did, alone or beside other winners."""
    is_void: bool = False
    all_lose: bool = False

    @property
    def is_duel(self) -> bool:
        return len(self.won) + len(self.lost) == DUEL


def heading(ended: Ended, aside: str = "") -> str:
    """You won. You lost to anna; you still hold rank 4. anna won against ben."""
    said = _heading(ended)
    return _("%(said)s; %(aside)s.") % {"said": said, "aside": aside} if aside else f"{said}."


def _heading(ended: Ended) -> str:
    plays = ended.own is not None
    if ended.is_void:
        return _("The game is void")
    if ended.all_lose:
        return _("You both lost") if plays else _("Both players lost")
    winners = _people(name for seat, name in ended.won.items() if seat != ended.own)
    if ended.own in ended.won and len(ended.won) > 1:
        return _("You drew with %(players)s") % {"players": winners}
    if ended.has_won:
        return _("You won")
    if not ended.won:
        return _("You drew") if plays else _("The game is drawn")
    if len(ended.won) > 1:
        drew = at_start(_("%(players)s drew") % {"players": winners})
        return _("You lost: %(others)s") % {"others": drew} if plays else drew
    if plays:
        return _("You lost to %(player)s") % {"player": winners}
    if ended.is_duel:
        said = {"player": winners, "other": _people(ended.lost.values())}
        return at_start(_("%(player)s won against %(other)s") % said)
    return at_start(_("%(player)s won") % {"player": winners})


def _people(given: Any) -> str:
    return names.listed([called(name) for name in given], local.language())


AGREED: Final = {
    "draw": gettext_lazy("They agreed on a draw."),
    "stalemate": gettext_lazy("They agreed that no one can win any more."),
}


def grounds(item: Mapping[str, Any], ended: Ended, players: Mapping[str, str]) -> list[str]:
    """What the end rests on, by the news of it (`adjudicator/news.py`, victory), in sentences."""
    return [at_start(said) for said in _grounds(item, ended, players)]


def _grounds(item: Mapping[str, Any], ended: Ended, players: Mapping[str, str]) -> Iterator[str]:
    agreed, cause = item.get("agreed"), item.get("cause")
    by: Sequence[str] = item.get("by", ())
    if agreed in AGREED:
        yield str(AGREED[agreed])
    elif agreed == "concession":
        yield from _done_by([seat for seat in by if seat not in item["winners"]], ended, players, CONCEDED)
    elif agreed == "forfeit" and cause == "absence":
        yield from _done_by(by, ended, players, MISSED)
    elif agreed == "forfeit":
        yield from _done_by(by, ended, players, FORFEITED)
    elif agreed == "void" and cause == "silence":
        yield _("No one sent orders any more.")
    elif agreed is None:
        yield from _on_the_board(item, ended, players)


YOU, OTHER = 0, 1
CONCEDED: Final = (gettext_lazy("You conceded."), gettext_lazy("%(player)s conceded."))
FORFEITED: Final = (gettext_lazy("You forfeited the game."), gettext_lazy("%(player)s forfeited the game."))
MISSED: Final = (
    gettext_lazy("You missed too many phases."),
    gettext_lazy("%(player)s missed too many phases."),
)


def _done_by(
    seats: Sequence[str], ended: Ended, players: Mapping[str, str], words: Sequence[Any]
) -> Iterator[str]:
    for seat in seats:
        if seat == ended.own:
            yield str(words[YOU])
        elif seat in players:
            yield str(words[OTHER]) % {"player": called(players[seat])}


def _on_the_board(item: Mapping[str, Any], ended: Ended, players: Mapping[str, str]) -> Iterator[str]:
    if "year" in item:
        yield _("%(year)s was the last year.") % {"year": item["year"]}
    for seat in item.get("winners", ()):
        is_own = seat == ended.own
        said: dict[str, Any] = {"player": called(players.get(seat) or wording.seat(seat))}
        if entered := item.get("entered", {}).get(seat):
            said["places"] = names.listed([wording.place(place) for place in entered], local.language())
            yield (_("You took %(places)s.") if is_own else _("%(player)s took %(places)s.")) % said
        elif seat in item.get("powers", {}):
            power = item["powers"][seat]
            said |= {"power": wording.power(power), "centres": wording.centres(item["centres"][power])}
            yield _("%(power)s has %(centres)s.") % said
        elif seat in item.get("units", {}):
            count = item["units"][seat]
            said["units"] = ngettext("%(count)s unit", "%(count)s units", count) % {"count": count}
            yield (_("You have %(units)s.") if is_own else _("%(player)s has %(units)s.")) % said
        elif seat in item.get("centres", {}):
            said["centres"] = wording.centres(item["centres"][seat])
            yield (_("You have %(centres)s.") if is_own else _("%(player)s has %(centres)s.")) % said
    if item.get("credits") and "entered" not in item:
        held = [f"{called(players.get(seat) or seat)} {count}" for seat, count in item["credits"].items()]
        yield _("Treasuries: %(held)s.") % {"held": ", ".join(held)}
