"""Learning by playing: a practice game of Intimate Diplomacy against a bot, for anyone, without an account.

The engine is asked directly: a practice game is a row of its own with its turns, belongs to no league and is
no one's record. The player sees it through the same door as any game (`adjudicator.view` for their seat), and
so does the bot, which answers only when they have sent.
"""
