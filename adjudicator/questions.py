"""The seven questions as one JSON object in and one out: what the command line and other programs ask."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final, TypeAlias

from adjudicator import asking, engine, records

Json: TypeAlias = dict[str, Any]

COMMON: Final = frozenset(("variant", "settings", "language"))
KNOWN: Final = COMMON | {"position", "seat", "text", "answer", "answers", "lots", "agreed", "turn", "record"}
"""Every key that any question takes. Those that a question does not need are passed over, others refused."""

SPOKEN: Final = "en"
"""The language of sentences when the question names none; null asks for no sentences."""


def language_of(question: Mapping[str, Any]) -> str | None:
    """The language that a question asks for."""
    language = question.get("language", SPOKEN)
    asking.language(language)
    return None if language is None else str(language)


def _start(question: Json) -> Json:
    return engine.start(**_common(question), lots=question.get("lots"))


def _due(question: Json) -> Json:
    return engine.due(**_common(question), position=_position(question))


def _read(question: Json) -> Json:
    return engine.read(
        **_common(question),
        position=_position(question),
        seat=_seat(question),
        text=question.get("text"),
        answer=question.get("answer"),
    )


def _options(question: Json) -> Json:
    return engine.options(**_common(question), position=_position(question), seat=_seat(question))


def _resolve(question: Json) -> Json:
    return engine.resolve(
        **_common(question),
        position=_position(question),
        answers=question.get("answers"),
        agreed=question.get("agreed"),
        lots=question.get("lots"),
    )


def _view(question: Json) -> Json:
    record = question.get("record")
    if record is not None:
        records.check(record)
        question = {key: record[key] for key in ("variant", "settings") if key in record} | question
    return engine.view(
        **_common(question),
        position=question.get("position"),
        seat=question.get("seat"),
        turn=question.get("turn"),
        record=record,
    )


def _replay(question: Json) -> Json:
    """The record stands under `record`, or is the question itself; sentences only if it was written with
    them.
    """
    record = question.get("record", question)
    records.check(record)
    spoken = "language" in question or records.has_texts(record)
    language = language_of(question) if spoken else None
    lots = question.get("lots") if "record" in question else None
    return engine.replay(record, lots=lots, language=language)


_ASKED: Final[Mapping[str, Callable[[Json], Json]]] = {
    "start": _start,
    "due": _due,
    "read": _read,
    "options": _options,
    "resolve": _resolve,
    "view": _view,
    "replay": _replay,
}


def ask(name: str, question: Json) -> Json:
    """The answer to question `name`; AdjudicatorError for what cannot be taken."""
    allowed = KNOWN | {*records.KEYS, *records.BESIDE} if name == "replay" else KNOWN
    unknown = sorted(set(question) - allowed)
    if unknown:
        raise asking.bad(
            f"A question has no key “{unknown[0]}”; it may have: {', '.join(sorted(allowed))}.",
            f"Une question n’a pas de clé « {unknown[0]} » ; elle peut avoir : {', '.join(sorted(allowed))}.",
        )
    return _ASKED[name](question)


def _named(name: str) -> Callable[[Json], Json]:
    return lambda question: ask(name, question)


QUESTIONS: Final[Mapping[str, Callable[[Json], Json]]] = {name: _named(name) for name in _ASKED}
"""Every question by name."""


def _common(question: Json) -> dict[str, Any]:
    return {
        "variant": _needed(question, "variant"),
        "settings": question.get("settings"),
        "language": language_of(question),
    }


def _position(question: Json) -> Any:
    return _needed(question, "position")


def _seat(question: Json) -> Any:
    return _needed(question, "seat")


def _needed(question: Json, key: str) -> Any:
    if key not in question:
        raise asking.bad(f"This question needs “{key}”.", f"Cette question demande « {key} ».")
    return question[key]
