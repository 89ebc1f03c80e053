"""Where someone stands who tries orders, and who may stand there: the one place that answers it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from django.http import Http404

from games.engine import sight
from games.gate.access import Access
from games.models import Game, Phase, Sandbox, SandboxStep
from games.pages.phases import phase_of_label
from games.pages.sightings import seen_in
from games.sandbox import table


@dataclass(frozen=True)
class Stand:
    """A position on which orders can be tried: of a sandbox (`step`), of a game, or the opening.

    `is_partial`: what its maker could not see is not in it. `is_own`: the reader may add to the sandbox.
    """

    position: Mapping[str, Any]
    rules: Mapping[str, Any]
    game: Game | None = None
    step: SandboxStep | None = None
    is_partial: bool = False
    is_own: bool = False

    @cached_property
    def due(self) -> Mapping[str, Any] | None:
        """What is to be ordered here; None where the game would be over, or no one has a unit."""
        return table.due(self.position, self.rules)


def at_the_opening() -> Stand:
    """The board as the standard game begins."""
    return Stand(table.opening(), {})


def in_a_game(access: Access, label: str) -> Stand:
    """A phase of a game, past or open, exactly as this reader sees it; 404 where it has none of that label.

    Two queries at most.
    """
    phase: Phase | None = phase_of_label(access.game, label)
    if phase is None:
        raise Http404
    seen = seen_in(access, phase)
    rules = table.rules_of(access.game.settings)
    is_partial = seen.known is not None
    return Stand(table.taken(seen.position, rules), rules, access.game, is_partial=is_partial)


def in_a_sandbox(reader: Any, code: str, number: int) -> Stand:
    """A step of a sandbox; 404 for what is not there, or not for this reader. Two queries."""
    sandbox = sandbox_of(reader, code)
    step = sandbox.steps.select_related("parent").filter(number=number).first()
    if step is None:
        raise Http404
    step.sandbox = sandbox
    is_own = sandbox.owner_id == reader.pk
    return Stand(step.position, sandbox.rules, sandbox.game, step, sandbox.is_partial, is_own)


def sandbox_of(reader: Any, code: str) -> Sandbox:
    """The sandbox with this code; 404 where there is none, or it is not for this reader. One query."""
    sandbox = Sandbox.objects.select_related("game__league").filter(code=code).first()
    if sandbox is None or not (sandbox.owner_id == reader.pk or is_open(sandbox.game)):
        raise Http404
    return sandbox


def is_open(game: Game | None) -> bool:
    """Whether people who have the link to a sandbox may open it: it came from no game, or from one that is
    over and hides nothing any more (SPY-6). Until then only its maker may open it.
    """
    return game is None or (game.state == Game.State.FINISHED and not sight.is_in_fog(game))
