"""Worlds that someone cannot tell apart, and the test that they cannot: whatever they may fetch is the same
bytes.

A *world* (`world.World`) is one game from its first position to an open phase: who sits where, the position
it begins with, and what is done in each phase, act by act: answers saved, readiness, messages, votes. A
*pair* is two worlds and those who cannot tell one from the other: a player, a member of the league, a
visitor, one who runs the site. `apart.told_apart` lays each world into an empty house
(`tests.secrecy.house`: the same clock, chance and keys), plays it through the site's own services and
tasks, and lets every one of them ask for every address that the code has, post every form, preview texts,
listen to sockets and hints, get their mails. The site's team also reads the admin, the outbox, the log
and what the queue is told. What differs is a leak: the channel, and where on it the first byte differs.
What people do beside the game, in searches, sandboxes and seasons elsewhere, are acts too (`beside`).

    PAIR = Pair(
        World("intimate", CAST, rounds=((save("1", "France"), save("2", "Italy")),)),
        World("intimate", CAST, rounds=((save("1", "France"),),)),
        viewers=("ada", "eve", "visitor", "root"),
    )

    def test_whether_the_other_has_chosen_is_nobodys_business(apart: Apart) -> None:
        assert not apart(PAIR)

Several secrets that are the same viewers' to find out go into one pair (`world.Secrets`, the fixture
`found`): the one world has all of them, the other none, and where they differ halves are tried apart until
the one that shows is named. `apart` takes several pairs, and plays a world that stands in more of them once.

Both worlds have the same rounds, one a phase; each round but the last ends with its deadline. `opening`
lays a position of which the lots know nothing: one with hidden units, protections, satellites. A seat that
may know something different in the other world is no viewer. For a player the pair is refused (`NotAlike`)
if the engine's `view` already differs for their seat: then the pair is wrong, not the site. `leaks_of` says
the same of the engine alone, in milliseconds: `view`, what the seat owes, `options` and the problems of
`read`.

`drawn/` has a strategy of pairs for each variant, drawn by Hypothesis from the engine; a few are tried on
the site in the tests, many with `python -m tests.fuzz.worlds --examples 200`. To add a variant:
`drawn/<key>.py` with `pairs()`, and its own pairs by hand in `test_<key>.py` where a rule names a secret. A
new page needs nothing, as long as its address takes only parts that `Ears.parts` knows.
"""
