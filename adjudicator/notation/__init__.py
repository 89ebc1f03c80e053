"""What people write, read into canonical order lines: English and French, in full or abbreviated.

`read_text` takes the orders of a whole answer and `read_line` one order; what they can mean in a `Context` is
settled by RB-3. The canonical spelling itself is `adjudicator.orders`; whether an order may be given is
`adjudicator.legality`.
"""

from adjudicator.notation.context import Context
from adjudicator.notation.parting import parted
from adjudicator.notation.problems import Problem
from adjudicator.notation.reader import Reading, ReadOrder, read_line, read_text
from adjudicator.notation.sentences import orders_in

__all__ = ["Context", "Problem", "ReadOrder", "Reading", "orders_in", "parted", "read_line", "read_text"]
