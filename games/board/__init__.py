"""The board as a picture and as words. Pure Python: a view goes in, text comes out.

A *view* is what `adjudicator.view` gives, never a bare position: nothing here decides who may see what.
"""

from games.board.crop import cropped
from games.board.legend import OF_ORDERS, render_legend
from games.board.reel import Reel
from games.board.render import BASE_MAP, draw_board, render_board
from games.board.reports import Earlier, earlier_in_words, spies_in_words
from games.board.whose import GROUPS, NOBODY
from games.board.words import PowerOnBoard, describe

__all__ = [
    "BASE_MAP",
    "GROUPS",
    "NOBODY",
    "OF_ORDERS",
    "Earlier",
    "PowerOnBoard",
    "Reel",
    "cropped",
    "describe",
    "draw_board",
    "earlier_in_words",
    "render_board",
    "render_legend",
    "spies_in_words",
]
