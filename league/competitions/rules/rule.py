"""What rules of a season are made of.

A dataclass of rules is its own table: every field is annotated with its `Rule`, and code that asks for,
checks, shows, writes or reads rules iterates `table_of` it. A kind of competition brings one, on the common
rules.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import MISSING, dataclass, field, fields
from datetime import datetime
from enum import StrEnum
from fractions import Fraction
from typing import Any, Final, TypeVar, get_type_hints

from django.utils.functional import Promise
from django.utils.translation import gettext as _

from league.competitions.errors import BadRules
from league.competitions.rules.canonical import written

FORMAT: Final = 2
"""What new rules are written as; `CommonRules.format` says what those of a season were."""
OLD_FORMAT: Final = 1
"""Rules announced until November 2026. They keep their meaning, their bytes and their hash."""

R = TypeVar("R")


@dataclass(frozen=True, eq=False)
class Row:
    """A line of the rules page: its title, and what it says of a season's rules; empty leaves it out. One
    without both needs more than rules know, or is several lines: `words.terms` has a function for it.
    """

    title: Promise | str = ""
    says: Callable[[Any], str] | None = None


@dataclass(frozen=True, eq=False)
class Section:
    """Rules that belong together: a part of the form, and one of the rules page with its rows in order."""

    title: Promise
    rows: Sequence[Row]

    def asks(self, rule: Rule) -> bool:
        """Whether the form asks for a rule here."""
        return rule.asked and (self is rule.asked_in if rule.asked_in else rule.row in self.rows)


def always(title: Promise, words: Promise) -> Row:
    """What every season says alike."""
    return Row(title, lambda _rules: str(words))


@dataclass(frozen=True, slots=True)
class Since:
    """Of a rule that older formats do not have: the first that has it, what rules of before mean by not
    saying it, and how the page of a draft tells that it is new.
    """

    format: int
    meant: Any
    news: Promise


def _as_it_is(value: Any) -> Any:
    return value


@dataclass(frozen=True, slots=True)
class Rule:
    """One thing that a season lays down. `row` is where the rules page says it, and the form asks it in that
    row's section, or in the one it is `asked_in`, maybe under another name. One that is not `asked` has a
    form of its own, or is no choice; one `at_first` is not folded away there. `writes` and `reads` turn it
    into plain JSON and back; one that `may_lack` is not written where it is what is meant by not saying it
    (`unsaid`): seasons without it keep the hash of before.
    """

    row: Row | None = None
    label: Promise | str = ""
    help: Promise | str = ""
    asked_in: Section | None = None
    asked_as: str = ""
    asked: bool = True
    at_first: bool = False
    since: Since | None = None
    may_lack: bool = False
    unsaid: Any = None
    writes: Callable[[Any], Any] = _as_it_is
    reads: Callable[[Any], Any] = _as_it_is

    def is_in(self, format: int) -> bool:
        """Whether rules of this format say it."""
        return self.since is None or format >= self.since.format

    def check(self, name: str, value: Any, beside: Mapping[str, Any]) -> None:
        """Refuse (`BadRules`) a value that cannot be `beside` those of the other rules."""


@dataclass(frozen=True, slots=True)
class Flag(Rule):
    """Yes or no."""


@dataclass(frozen=True, slots=True)
class Number(Rule):
    """A whole number, and the least and the most that it may be: less than that, maybe, by what another rule,
    `of` which it is, says.
    """

    bounds: tuple[int, int] = field(kw_only=True)
    of: str = ""
    bounds_by: Mapping[Any, tuple[int, int]] = field(default_factory=dict)

    def check(self, name: str, value: Any, beside: Mapping[str, Any]) -> None:
        least, most = self.bounds_by[beside[self.of]] if self.of else self.bounds
        if isinstance(value, bool) or not isinstance(value, int) or not least <= value <= most:
            said = {"least": least, "most": most}
            raise BadRules(name, _("Choose a number from %(least)d to %(most)d.") % said)


@dataclass(frozen=True, slots=True)
class Choice(Rule):
    """One of several, each of which has its words."""

    words: Mapping[Any, Promise | str] = field(kw_only=True)

    @property
    def of(self) -> type[StrEnum]:
        return type(next(iter(self.words)))


@dataclass(frozen=True, slots=True)
class Amount(Rule):
    """An exact number, which may be a fraction, and the least and the most that it may be."""

    bounds: tuple[int, int] = field(kw_only=True)
    writes: Callable[[Any], Any] = str
    reads: Callable[[Any], Any] = Fraction

    def check(self, name: str, value: Any, beside: Mapping[str, Any]) -> None:
        least, most = self.bounds
        if not least <= value <= most:
            said = {"least": least, "most": most}
            raise BadRules(name, _("Choose a number from %(least)d to %(most)d.") % said)


def _texts(values: Sequence[Fraction]) -> list[str]:
    return [str(each) for each in values]


def _fractions(texts: Sequence[str]) -> tuple[Fraction, ...]:
    return tuple(Fraction(each) for each in texts)


@dataclass(frozen=True, slots=True)
class Amounts(Amount):
    """Several of them in their order, none less than the next; as many as `count` says, if it says any."""

    count: int = 0
    writes: Callable[[Any], Any] = _texts
    reads: Callable[[Any], Any] = _fractions

    def check(self, name: str, value: Any, beside: Mapping[str, Any]) -> None:
        for each in value:
            Amount.check(self, name, each, beside)
        if self.count and len(value) != self.count:
            raise BadRules(name, _("Give %(count)d numbers.") % {"count": self.count})
        if sorted(value, reverse=True) != list(value):
            raise BadRules(name, _("Begin with the largest number: none may be less than the next."))


@dataclass(frozen=True, slots=True)
class Moment(Rule):
    """A moment; the form asks it by the clocks of the season's zone."""

    writes: Callable[[Any], Any] = written
    reads: Callable[[Any], Any] = datetime.fromisoformat

    def check(self, name: str, value: Any, beside: Mapping[str, Any]) -> None:
        if value is None and self.may_lack:
            return
        if value.tzinfo is None:
            raise BadRules(name, _("Give a day and a time."))


@dataclass(frozen=True, slots=True)
class Group(Rule):
    """Rules that are a dataclass of their own within the others."""

    of: type = field(kw_only=True)


_TABLES: Final[dict[type, Mapping[str, Rule]]] = {}


def _own_table(kind: Any) -> Mapping[str, Rule]:
    """The rules of a dataclass by its fields, a group as one. Read once; every field has its rule."""
    if kind not in _TABLES:
        hints = get_type_hints(kind, include_extras=True)
        if bare := [each.name for each in fields(kind) if not hasattr(hints[each.name], "__metadata__")]:
            raise TypeError(f"not annotated with a Rule: {', '.join(bare)} of {kind.__name__}")
        _TABLES[kind] = {each.name: hints[each.name].__metadata__[0] for each in fields(kind)}
    return _TABLES[kind]


def table_of(kind: type) -> Mapping[str, Rule]:
    """Every rule of a kind by its name, those of its groups too, in the order in which they are laid down."""
    found: dict[str, Rule] = {}
    for name, rule in _own_table(kind).items():
        found |= table_of(rule.of) if isinstance(rule, Group) else {name: rule}
    return found


def values_of(rules: Any) -> dict[str, Any]:
    """What the rules say, by the names of their table."""
    found: dict[str, Any] = {}
    for name, rule in _own_table(type(rules)).items():
        value = getattr(rules, name)
        found |= values_of(value) if isinstance(rule, Group) else {name: value}
    return found


def defaults_of(kind: type) -> dict[str, Any]:
    """The same of rules of a kind that no one has laid down yet; what has no default is left out."""
    found = {each.name: each.default for each in fields(kind) if each.default is not MISSING}
    groups = [rule.of for rule in _own_table(kind).values() if isinstance(rule, Group)]
    return found | {name: value for group in groups for name, value in defaults_of(group).items()}


def made(kind: type[R], values: Mapping[str, Any]) -> R:
    """The rules of a kind that say `values`, by the names of their table."""
    own = _own_table(kind).items()
    return kind(
        **{
            name: made(rule.of, values) if isinstance(rule, Group) else values[name]
            for name, rule in own
            if isinstance(rule, Group) or name in values
        }
    )


def words_of(rules: Any, name: str) -> str:
    """What is chosen by the rule of this name, in its words."""
    rule = table_of(type(rules))[name]
    if not isinstance(rule, Choice):
        raise TypeError(f"{name} is no choice")
    return str(rule.words[getattr(rules, name)])


def check(rules: Any) -> None:
    """Refuse (`BadRules`) what a rule, or one of a group, cannot be; it is named."""
    values, table = values_of(rules), table_of(type(rules))
    for name, value in values.items():
        table[name].check(name, value, values)


def in_json(rules: Any, format: int) -> dict[str, Any]:
    """The rules in plain JSON values, as far as the format knows them. What goes unsaid is left out."""
    return {
        name: in_json(getattr(rules, name), format)
        if isinstance(rule, Group)
        else rule.writes(getattr(rules, name))
        for name, rule in _own_table(type(rules)).items()
        if rule.is_in(format) and getattr(rules, name) != rule.unsaid
    }


def from_json(kind: type[R], data: Mapping[str, Any], format: int) -> R:
    """Read what `in_json` wrote."""
    found = {}
    for name, rule in _own_table(kind).items():
        if rule.since is not None and not rule.is_in(format):
            found[name] = rule.since.meant
        elif name not in data and rule.may_lack:
            found[name] = rule.unsaid
        elif isinstance(rule, Group):
            found[name] = from_json(rule.of, data[name], format)
        else:
            found[name] = rule.reads(data[name])
    return kind(**found)


def renewed(rules: R, of: int) -> R:
    """Rules of the format `of` as today's: what that did not know takes its default."""
    table = table_of(type(rules)).items()
    defaults = defaults_of(type(rules))
    new = {name: defaults[name] for name, rule in table if not rule.is_in(of)}
    return made(type(rules), values_of(rules) | new)
