"""Phase kinds of the classic game, one module each: who owes an answer, and what becomes of it."""
