"""The rules of Diplomacy and its variants: plain values in, plain values out, standard library only.

start  due  read  options  resolve  view  replay      the questions (`adjudicator.engine`)
sentence                                              a result or a piece of news in words
outlook  grounds                                      what bids may come to, and why an auction went as it did
parts                                                 what of a text is for this phase, and for later ones
watched  is_in_fog                                    in fog, which provinces a seat watches
VARIANTS  about                                       the games there are, and what to know of them
was_drawn                                             whether anything of a turn was drawn by lots
FORFEIT  VOID                                         clauses of games that ended so, whichever game it is
AdjudicatorError                                      what cannot be taken, with a code
"""

from adjudicator.ahead import parts
from adjudicator.auctions import grounds, outlook
from adjudicator.engine import (
    VARIANTS,
    about,
    due,
    options,
    read,
    replay,
    resolve,
    sentence,
    start,
    view,
    was_drawn,
)
from adjudicator.errors import AdjudicatorError
from adjudicator.lookouts import is_in_fog, watched
from adjudicator.variants.rulings import FORFEIT, VOID

__all__ = [
    "FORFEIT",
    "VARIANTS",
    "VOID",
    "AdjudicatorError",
    "about",
    "due",
    "grounds",
    "is_in_fog",
    "options",
    "outlook",
    "parts",
    "read",
    "replay",
    "resolve",
    "sentence",
    "start",
    "view",
    "was_drawn",
    "watched",
]
