"""Order lines as they arrive: canonical ones parse, what people write goes to a variant's reader."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from adjudicator.board import Board
from adjudicator.errors import OrderSyntaxError
from adjudicator.legality import Illegality
from adjudicator.orders import Order, parse

Reader = Callable[[str, str], str]
"""From a line as written and its power to the canonical line; OrderSyntaxError when it means nothing."""

UNREADABLE: Final = Illegality("illegal", "unreadable")
FAULTS: Final[Mapping[str, Illegality]] = {
    "ambiguous": Illegality("illegal", "ambiguous"),
    "out-of-reach": Illegality("illegal", "ambiguous"),
    "no-unit": Illegality("no-unit"),
    "wrong-phase": Illegality("illegal", "wrong-phase"),
    "wrong-power": Illegality("illegal", "wrong-owner"),
}
"""What the reader's refusals come to, where they say more than that a line is no order."""


def read(line: str, power: str, board: Board, reader: Reader | None) -> Order | Illegality:
    """The order that `line` means for `power`, or why it cannot be followed (RB-3).

    Results tell of the order that was read, `str(order)`; of a line that was not, as it was written.
    """
    try:
        return parse(line, board)
    except OrderSyntaxError:
        if reader is None:
            return UNREADABLE
    try:
        return parse(reader(line, power), board)
    except OrderSyntaxError as error:
        return FAULTS.get(error.code, UNREADABLE)
