"""A simulated season of the ladder: bots enter, challenge, play, vanish, resign, leave and dispute.

It is played through the site's services by a set clock; results are heard of late and in any order. What
came of it is checked against its export, by a checker that knows nothing but what an export says.

python -m tests.fuzz.ladder --bots 30 --seed 1
"""
