"""Players made of code: they know the engine's questions and nothing else, and play any of its games.

A bot is handed a `Scene`, what one seat may see, and gives that seat's answer. Chance comes from the scene's
own generator, so that the same seed plays the same game.
"""

from games.bots.chance import random_bot
from games.bots.greed import greedy_bot
from games.bots.planner import brisk_bot, planning_bot
from games.bots.play import play
from games.bots.scene import Bot, Scene, look

__all__ = ["Bot", "Scene", "brisk_bot", "greedy_bot", "look", "planning_bot", "play", "random_bot"]
