"""Orders given ahead for later phases of a season (SPY-21): a form that reads like a sentence, and spies.

"If A Mun was dislodged, then …, otherwise …": each choice rewrites the sections of the text below, where the
same may be typed. A row more than there are alternatives is always there to be filled in.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from django.utils.translation import gettext as _

from adjudicator.board import standard
from games.forms.sheets import spies as agents
from games.forms.sheets.choices import Choice, Group
from games.forms.sheets.desk import Desk, Problem, Rewriter, Sheet
from games.forms.sheets.plan import STATES, Alternative, Plan, condition_in_words, heading
from games.words import wording

CONDITION = re.compile(rf"([AFE]) [A-Z]{{3}} ({'|'.join(STATES)})")
TYPED = "="
"""Before a condition that stands as someone typed it: nothing that the lists offer."""

NOTHING_YET = "?"
"""A condition that no one has chosen yet: what reads the text says so."""

OF_UNITS = ("MOVED", "FAILED", "DISLODGED", "CUT", "DESTROYED")
OF_SPIES = ("MOVED", "FAILED", "LOST")


@dataclass(frozen=True, slots=True)
class Wish:
    """One condition's list; `chosen` is the value it says now."""

    name: str
    chosen: str
    groups: list[Group]


@dataclass(frozen=True, slots=True)
class AheadRow:
    """One alternative: its conditions, the last of them free, and what is ordered then."""

    name: str
    number: int
    wishes: list[Wish]
    orders: str
    is_free: bool


@dataclass(frozen=True, slots=True)
class Section:
    """The orders ahead for one phase. `otherwise` is None where spies' own fields say it.

    `is_asked`: a button among them was pressed.
    """

    kind: str
    label: str
    rows: list[AheadRow]
    otherwise: str | None
    is_asked: bool

    @property
    def title(self) -> str:
        return wording.phase(self.label)

    @property
    def is_open(self) -> bool:
        return len(self.rows) > 1 or bool(self.otherwise) or self.is_asked


@dataclass(frozen=True, slots=True)
class Ahead:
    """What a sheet shows of the season's later phases."""

    sections: list[Section] = field(default_factory=list)
    spies: list[agents.SpyRow] = field(default_factory=list)
    carriers: list[agents.Carrier] = field(default_factory=list)
    was: dict[str, str] = field(default_factory=dict)


class Season:
    """The later phases of one desk's season."""

    def __init__(self, desk: Desk) -> None:
        self.desk = desk
        self.labels: Mapping[str, str] = {label[-1]: label for label in desk.due.get("ahead", ())}

    @property
    def kinds(self) -> list[str]:
        return list(self.labels)

    def head_and_rest(self, text: str) -> tuple[str, str]:
        """`text` up to its first section for a later phase, and from there on."""
        lines = text.split("\n")
        if self.labels:
            for number, line in enumerate(lines):
                if ":" in line or len(line.split()) == 1:
                    below = self.desk.parts(f"{line}\n{NOTHING_YET}")
                    if below is not None and all(piece != NOTHING_YET for _number, piece in below["now"]):
                        return "\n".join(lines[:number]), "\n".join(lines[number:])
        return text, ""

    def compose(self, post: Mapping[str, str], text: str) -> str:
        """`text` with what the fields that came back say otherwise than when they were printed."""
        plan = self._plan(text)
        if plan is None:
            return text
        changed = False
        if "E" in self.labels:
            otherwise = plan.otherwise("E")
            rewriter = Rewriter("\n".join(otherwise.orders), self._spies_orders)
            if changed := agents.write(rewriter, post):
                otherwise.orders = _lines(rewriter.text)
        for kind in self.kinds:
            changed = self._compose_section(post, plan, kind) or changed
        return plan.text(self.kinds) if changed else text

    def show(self, text: str) -> Ahead:
        plan = self._plan(text)
        if plan is None:
            return Ahead()
        made = Ahead()
        if "E" in self.labels:
            options = self.desk.options_in(self.labels["E"]).get("options", {})
            orders = self.plain_orders_of_spies(text)
            made.spies.extend(agents.spy_rows(options, own_spies(self.desk), orders))
            made.carriers.extend(agents.carriers(options, orders))
            made.was.update(agents.fields_of(made.spies, made.carriers))
        for kind, label in self.labels.items():
            rows = [
                self._row(kind, number, each)
                for number, each in enumerate([*plan.hanging(kind), Alternative()])
            ]
            otherwise = None
            if kind != "E":
                otherwise = "\n".join(plan.otherwise(kind).orders)
                made.was[f"ahead-{kind}-else"] = otherwise
            asked = {self.desk.post.get("more"), self.desk.post.get("less", "").partition("-")[0]}
            made.sections.append(Section(kind, label, rows, otherwise, kind in asked))
            for row in rows:
                made.was.update({wish.name: wish.chosen for wish in row.wishes})
                made.was[f"{row.name}-then"] = row.orders
        return made

    def _plan(self, text: str) -> Plan | None:
        parts = self.desk.parts(text) if self.labels else None
        return Plan.of_text(parts) if parts is not None else None

    def _compose_section(self, post: Mapping[str, str], plan: Plan, kind: str) -> bool:
        """Bring one section to what its fields say; whether they say anything new."""
        hanging, changed = plan.hanging(kind), False
        made: list[Alternative] = []
        number = 0
        while number < len(hanging) or f"ahead-{kind}-{number}-then" in post:
            name = f"ahead-{kind}-{number}"
            now, was = _said(post, name), _said(post, name, "was-")
            if post.get("less") == f"{kind}-{number}":
                changed = True
            elif f"{name}-then" in post and now != was:
                changed = True
                conditions, orders = now
                if conditions or orders:
                    wanted = [_as_typed(each) for each in conditions] or [NOTHING_YET]
                    made.append(Alternative(wanted, orders))
            elif number < len(hanging):
                made.append(hanging[number])
            number += 1
        otherwise = f"ahead-{kind}-else"
        is_other = otherwise in post and _lines(post[otherwise]) != _lines(post.get(f"was-{otherwise}", ""))
        plain = [each for each in plan.later.get(kind, []) if not each.conditions]
        if is_other:
            plain = [Alternative([], _lines(post[otherwise]))]
        plan.later[kind] = [*made, *plain]
        return changed or is_other

    def plain_orders_of_spies(self, text: str) -> list[str]:
        """What `text` orders for the season's espionage if nothing else does."""
        plan = self._plan(text) if "E" in self.labels else None
        if plan is None:
            return []
        return [order for each in plan.otherwise("E").orders for order in self._spies_orders(each)]

    def _spies_orders(self, typed: str) -> list[str]:
        """The canonical orders that one typed line means in the later espionage."""
        answer = self.desk.read(f"{heading('E')}\n{typed}")["answer"]
        later = answer.get("later", {}) if isinstance(answer, Mapping) else {}
        return [order for each in later.get("E", []) for order in each["orders"]] + agents.halves(typed)

    def _row(self, kind: str, number: int, given: Alternative) -> AheadRow:
        name = f"ahead-{kind}-{number}"
        conditions = [self._canonical(kind, each) for each in given.conditions if each != NOTHING_YET]
        wishes = [
            Wish(f"{name}-if-{place}", chosen, self._conditions(kind, chosen))
            for place, chosen in enumerate([*conditions, ""])
        ]
        return AheadRow(name, number, wishes, "\n".join(given.orders), not given.conditions)

    def _canonical(self, kind: str, typed: str) -> str:
        """The value of a condition's list that means what someone typed."""
        answer = self.desk.read(f"{heading(kind)}\nif {typed}: {NOTHING_YET}")["answer"]
        later = answer.get("later", {}) if isinstance(answer, Mapping) else {}
        read = [each for one in later.get(kind, []) for each in one.get("if", [])]
        return read[0] if len(read) == 1 and CONDITION.fullmatch(read[0]) else TYPED + typed

    def _conditions(self, kind: str, chosen: str) -> list[Group]:
        """Everything that the phase `kind` may hang on, by what it is about."""
        groups = [
            Group(wording.full_unit(unit[:5]), _choices(unit[:5], OF_UNITS, chosen))
            for unit in own_units(self.desk)
        ]
        if kind != "E":
            groups += [
                Group(
                    _("Spy in %(place)s") % {"place": wording.place(place)},
                    _choices(f"E {place}", OF_SPIES, chosen),
                )
                for place in dict.fromkeys(own_spies(self.desk))
            ]
        homeland = [
            place for power in own_powers(self.desk) for place in sorted(standard().powers[power].territory)
        ]
        seen = [
            Choice(f"{unit} SEEN", condition_in_words(f"{unit} SEEN"), chosen == f"{unit} SEEN")
            for place in homeland
            for unit in dict.fromkeys(site[:5] for site in standard().unit_sites(place))
        ]
        groups.append(Group(_("Others in your territory"), seen))
        if chosen and not any(choice.is_chosen for group in groups for choice in group.choices):
            says = chosen.removeprefix(TYPED) if chosen.startswith(TYPED) else condition_in_words(chosen)
            groups.append(Group(_("As you typed it"), [Choice(chosen, says, True)]))
        return groups


class SeasonSheet(Sheet):
    """A sheet on which orders may be given ahead."""

    def drawn(self, text: str) -> list[str]:
        """The draft for the map, with the moves of spies of the same season."""
        return super().drawn(text) + Season(self.desk).plain_orders_of_spies(text)

    def problems(self, text: str) -> list[Problem]:
        half = _("A spy’s convoy needs all three: its nation, from where, and where to.")
        return [
            replace(each, message=half) if agents.halves(each.text) else each
            for each in super().problems(text)
        ]


def joined(head: str, rest: str) -> str:
    """A text put together again from its lines for the phase at hand and its sections for later ones."""
    if not (head and rest):
        return head or rest
    return f"{head}{rest}" if head.endswith("\n") else f"{head}\n{rest}"


def own_powers(desk: Desk) -> list[str]:
    """The powers whose part this desk plays: its own, where the position does not say otherwise."""
    return [desk.seat] if desk.seat in standard().powers else list(desk.due["powers"])


def own_units(desk: Desk) -> list[str]:
    """This desk's units, those that were dislodged among them."""
    found: list[str] = []
    for power in own_powers(desk):
        found += desk.position.get("units", {}).get(power, ())
        found += (each["unit"] for each in desk.position.get("dislodged", {}).get(power, ()))
    return found


def own_spies(desk: Desk) -> list[str]:
    """The places of this desk's spies, each as often as there are spies."""
    known = desk.position.get("spies", {})
    return [spy["at"] for power in own_powers(desk) for spy in known.get(power, ())]


def _choices(piece: str, states: Sequence[str], chosen: str) -> list[Choice]:
    return [
        Choice(f"{piece} {state}", condition_in_words(f"{piece} {state}"), chosen == f"{piece} {state}")
        for state in states
    ]


def _said(post: Mapping[str, str], name: str, prefix: str = "") -> tuple[list[str], list[str]]:
    """What one row's fields say: the conditions, and what is ordered then."""
    conditions = []
    number = 0
    while (condition := post.get(f"{prefix}{name}-if-{number}")) is not None:
        if condition:
            conditions.append(condition)
        number += 1
    return conditions, _lines(post.get(f"{prefix}{name}-then", ""))


def _as_typed(condition: str) -> str:
    return condition[len(TYPED) :] if condition.startswith(TYPED) else condition_in_words(condition)


def _lines(text: str) -> list[str]:
    """The orders of a box, one by one: how they are divided says nothing."""
    return [line.strip() for line in re.split(r"[\n;]", text) if line.strip()]
