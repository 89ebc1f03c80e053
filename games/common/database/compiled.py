"""Questions to the database that are put into SQL once.

Django writes the SQL of a query again each time it is asked, and that takes several times as long as sending
it and reading the answer. What open pages ask all day is written once a process: only its values change.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence
from datetime import date, datetime
from functools import cache, reduce
from typing import Any, Generic, NamedTuple, TypeVar, cast

from django.db import DEFAULT_DB_ALIAS, connection
from django.db.models import Expression, Model, QuerySet

Kind = TypeVar("Kind", bound=Model)


class Param(Expression):
    """Stands in a query for a value that comes with each asking, under this name.

    It is sent as it is given, so it has to be of the column's own type.
    """

    def __init__(self, name: str) -> None:
        super().__init__()
        self.name = name

    def as_sql(self, compiler: Any, connection: Any) -> tuple[str, Any]:
        return "%s", (self,)


class Sql(NamedTuple):
    """A query in SQL: its parameters, some of them `Param`, and what makes Python's values of its columns."""

    sql: str
    parameters: Sequence[Any]
    converters: Iterable[tuple[int, tuple[Sequence[Callable[..., Any]], Any]]]


class PreparedQuery:
    """What `ask` makes, a `values_list` with `Param` among its values, asked with different ones of them.

    `ask` is called once, at the first asking: the values it names itself stay what they were then.
    """

    def __init__(self, ask: Callable[[], QuerySet[Any, Any]]) -> None:
        self._ask = ask
        self._written: Sql | None = None

    @property
    def is_written(self) -> bool:
        """Whether it was asked before."""
        return self._written is not None

    def rows(self, **given: Any) -> list[Sequence[Any]]:
        """The rows of the answer, their columns in the order of the `values_list`. One query."""
        written = self._written = self._written or self._write()
        parameters = [given[each.name] if isinstance(each, Param) else each for each in written.parameters]
        with connection.cursor() as cursor:
            cursor.execute(written.sql, parameters)
            rows: list[Sequence[Any]] = cursor.fetchall()
        return [_converted(row, written) for row in rows] if written.converters else rows

    def row(self, **given: Any) -> Sequence[Any] | None:
        """The first row of the answer; None if there is none. One query."""
        return next(iter(self.rows(**given)), None)

    def _write(self) -> Sql:
        compiler = self._ask().query.get_compiler(DEFAULT_DB_ALIAS)
        sql, parameters = _with_words(*compiler.as_sql())
        converters = compiler.get_converters([expression for expression, *_more in compiler.select])
        return Sql(sql, parameters, list(converters.items()))


class Among:
    """A question about some keys, however many: `ask` is handed the `Param` that stand for them in its query.

    It is put into SQL for one key, for two, four, eight and so on; the last key is said again in the places
    that are left.
    """

    def __init__(self, ask: Callable[[Any], QuerySet[Any, Any]]) -> None:
        self._ask = ask
        self._questions: dict[int, PreparedQuery] = {}

    def rows(self, keys: Collection[Any], **given: Any) -> list[Sequence[Any]]:
        """The rows of the answer, as a `PreparedQuery` gives them. One query; none without keys."""
        if not keys:
            return []
        said = list(keys)
        places = 1 << (len(said) - 1).bit_length()
        said += said[-1:] * (places - len(said))
        for place, key in enumerate(said):
            given[f"key{place}"] = key
        return self._for(places).rows(**given)

    def _for(self, places: int) -> PreparedQuery:
        if places not in self._questions:
            keys = [Param(f"key{place}") for place in range(places)]
            self._questions[places] = PreparedQuery(lambda: self._ask(keys))
        return self._questions[places]


class PreparedModels(Generic[Kind]):
    """A question whose answer is whole rows of `model`, each with those it points to by way of `paths`
    (`game` before `game__league`), as `select_related` brings them.
    """

    def __init__(self, model: type[Kind], ask: Callable[[], QuerySet[Kind]], *paths: str) -> None:
        self._model = model
        self._paths = paths
        self._question = PreparedQuery(lambda: ask().values_list(*columns(model), *self._names()))

    def all(self, **given: Any) -> list[Kind]:
        """The rows of the answer. One query."""
        return [self._instance(row) for row in self._question.rows(**given)]

    def first(self, **given: Any) -> Kind | None:
        """The first row of the answer; None if there is none. One query."""
        row = self._question.row(**given)
        return None if row is None else self._instance(row)

    def _names(self) -> list[str]:
        return [name for path in self._paths for name in columns(_at(self._model, path), f"{path}__")]

    def _instance(self, row: Sequence[Any]) -> Kind:
        upto = len(columns(self._model))
        instance = from_row(self._model, row[:upto])
        for path in self._paths:
            model = _at(self._model, path)
            first, upto = upto, upto + len(columns(model))
            values = row[first:upto]
            *way, name = path.split("__")
            owner = reduce(getattr, way, instance)
            if owner is None:  # nothing is there that could point further
                continue
            if any(value is not None for value in values):
                setattr(owner, name, from_row(model, values))
            else:  # said to the field itself: what points here from elsewhere would forget a None, and ask
                cast("Any", owner._meta.get_field(name)).set_cached_value(owner, None)
        return instance


@cache
def _at(model: type[Model], path: str) -> type[Model]:
    """The model that `path` leads to."""
    for name in path.split("__"):
        model = cast("type[Model]", model._meta.get_field(name).related_model)
    return model


def moment(at: datetime) -> Any:
    """A moment as `Param` takes it: the database's own type."""
    return connection.ops.adapt_datetimefield_value(at)


def day(on: date) -> Any:
    """A day as `Param` takes it: the database's own type."""
    return connection.ops.adapt_datefield_value(on)


def _with_words(sql: str, parameters: Sequence[Any]) -> tuple[str, list[Any]]:
    """The same with constant words (`running`), and lists of them, written out in the SQL.

    A plan is made for all values of a parameter alike: asked for the newest games of a state it did not know,
    PostgreSQL read 200,000 finished ones to find the dozen that were running. And each is sent every time.
    """
    pieces = sql.split("%s")
    if len(pieces) != len(parameters) + 1:  # a per cent sign of the query's own
        return sql, list(parameters)
    written, left = pieces[0], []
    for parameter, piece in zip(parameters, pieces[1:], strict=True):
        if _is_word(parameter):
            written += f"'{parameter}'"
        elif isinstance(parameter, list) and parameter and all(map(_is_word, parameter)):
            listed = ",".join(f'"{each}"' for each in parameter)
            written += f"'{{{listed}}}'"  # as PostgreSQL writes lists; SQLite has none
        else:
            written += "%s"
            left.append(parameter)
        written += piece
    return written, left


def _is_word(parameter: Any) -> bool:
    """Whether it means the same in quotes: letters, digits and underscores alone."""
    return isinstance(parameter, str) and parameter.isascii() and parameter.replace("_", "").isalnum()


def _converted(row: Sequence[Any], written: Sql) -> Sequence[Any]:
    values = list(row)
    for place, (converters, expression) in written.converters:
        for convert in converters:
            values[place] = convert(values[place], expression, connection)
    return values


@cache
def columns(model: type[Model], prefix: str = "") -> Sequence[str]:
    """The names of all columns of `model`, as a `values_list` takes them by way of `prefix` (`game__`)."""
    return [prefix + field.attname for field in model._meta.concrete_fields]


def from_row(model: type[Kind], values: Sequence[Any], names: Sequence[str] = ()) -> Kind:
    """The instance with these values of all its columns, or of those named, as if it had been read by itself.

    A column that is not named is read when it is asked for.
    """
    return model.from_db(DEFAULT_DB_ALIAS, names or columns(model), values)
