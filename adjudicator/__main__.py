"""The command line: `python -m adjudicator QUESTION`, one JSON object a line in, one a line out, in order.

A line that cannot be taken gives an error on its own line and the program goes on; the exit status is 1
at the end
if there were any. Each answer is flushed, so that another program can talk with this one line by line.
"""

from __future__ import annotations

import json
import math
import sys
import traceback
from collections.abc import Callable, Iterator
from typing import Any, BinaryIO, Final

from adjudicator.canonical import dumps
from adjudicator.errors import AdjudicatorError
from adjudicator.questions import QUESTIONS, language_of

LONGEST_LINE: Final = 64 * 1024 * 1024
"""Bytes of the longest line that is read into memory; what is longer is an error, and passed over."""

LONGEST_NUMBER: Final = 1000
"""Digits of the longest whole number that is taken; sums of such numbers can still be written out."""

USAGE: Final = f"usage: python -m adjudicator {'|'.join(QUESTIONS)}"


def main(arguments: list[str]) -> int:
    """Answer standard input on standard output; 0, 1 if any line was an error, 2 if the question is none."""
    if len(arguments) != 1 or arguments[0] not in QUESTIONS:
        print(USAGE, file=sys.stderr)
        return 2
    return converse(QUESTIONS[arguments[0]], sys.stdin.buffer, sys.stdout.buffer)


def converse(ask: Callable[[dict[str, Any]], dict[str, Any]], lines: BinaryIO, out: BinaryIO) -> int:
    """Ask each of `lines`, write each answer to `out`; 1 if any was an error, else 0."""
    status = 0
    for line in _lines(lines):
        try:
            reply = dumps(ask(_object(line)))
        except AdjudicatorError as error:
            reply, status = dumps(_refusal(error, line)), 1
        except RecursionError:  # nothing here calls itself but to follow how deep the input is nested
            reply, status = dumps(_refusal(_too_deep(), None)), 1
        except Exception as error:  # our own fault; said aloud, and the lines after it are still answered
            traceback.print_exc()
            reply, status = dumps(_fault(error)), 1
        out.write(reply)
        out.write(b"\n")
        out.flush()
    return status


def _lines(lines: BinaryIO) -> Iterator[bytes | None]:
    """Each line without its end; None for one that is too long to take."""
    while line := lines.readline(LONGEST_LINE + 1):
        if len(line) <= LONGEST_LINE or line.endswith(b"\n"):
            yield line.rstrip(b"\r\n")
            continue
        while (rest := lines.readline(LONGEST_LINE)) and not rest.endswith(b"\n"):
            pass
        yield None


def _object(line: bytes | None) -> dict[str, Any]:
    if line is None:
        raise AdjudicatorError("bad-json", f"The line is longer than {LONGEST_LINE} bytes.")
    try:
        value = _DECODER.decode(line.decode("utf-8"))
    except RecursionError:
        raise _too_deep() from None
    except ValueError as error:
        raise AdjudicatorError("bad-json", f"The line is not JSON: {error}.") from None
    if not isinstance(value, dict):
        raise AdjudicatorError("bad-input", "The line must hold a JSON object.")
    return value


def _too_deep() -> AdjudicatorError:
    return AdjudicatorError("bad-json", "The line is nested too deeply.")


def _whole(digits: str) -> int:
    if len(digits) > LONGEST_NUMBER:
        raise ValueError(f"a number of {len(digits)} digits, {LONGEST_NUMBER} at most can be taken")
    return int(digits)


def _finite(text: str) -> float:
    if not math.isfinite(number := float(text)):
        raise ValueError(f"{text[:LONGEST_NUMBER]} is too large a number")
    return number


def _no_constant(name: str) -> float:
    raise ValueError(f"{name} is no JSON number")


_DECODER: Final = json.JSONDecoder(parse_int=_whole, parse_float=_finite, parse_constant=_no_constant)


def _refusal(error: AdjudicatorError, line: bytes | None) -> dict[str, Any]:
    return {"error": {"code": error.code, "message": error.text(_language(line))}}


def _language(line: bytes | None) -> str | None:
    """The language that the line asks for, if it can be told."""
    try:
        return language_of(_object(line))
    except AdjudicatorError:
        return None


def _fault(error: Exception) -> dict[str, Any]:
    return {"error": {"code": "bad-input", "message": f"The engine failed: {type(error).__name__}: {error}"}}


if __name__ == "__main__":
    try:
        sys.exit(main(sys.argv[1:]))
    except (BrokenPipeError, KeyboardInterrupt):
        sys.stderr.close()
        sys.exit(1)
