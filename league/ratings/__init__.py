"""How strong players are at each game, computed from its results alone (Bradley–Terry).

`folding` is the pure fold over `bradley_terry`, `results` reads games for it, `lists` keeps what it comes to,
`checking` compares that with the results, `shown` is what pages and ladders ask.
"""

from league.ratings.keys import KINDS, key_of
from league.ratings.shown import ShownRating, by_rating, current

__all__ = ["KINDS", "ShownRating", "by_rating", "current", "key_of"]
