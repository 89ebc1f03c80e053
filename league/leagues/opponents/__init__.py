"""Finding an opponent: one pool for the site, whose games are played in one league of its own.

`options` are what one can accept, `hours` when two are awake, `matching` who fits whom (pure); `services`
and `turning` change rows, under the pool's lock; `selectors` read for the pages.
"""
