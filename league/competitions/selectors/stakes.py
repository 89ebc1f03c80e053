"""What games of seasons are for while these are played, to one reader."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Mapping

from games.gate.contests import tells_stakes
from league.competitions import kinds
from league.competitions.models.pairing import Pairing, pairings_of


@tells_stakes
def stakes_of_games(games: Collection[int], reader: int | None) -> Mapping[int, str]:
    """Nothing where the season is over. Two queries at most, but for those of further kinds."""
    by_kind: dict[str, list[Pairing]] = defaultdict(list)
    for pairing in pairings_of(games, *kinds.with_pairings()):
        if pairing.competition.is_live:
            by_kind[pairing.competition.kind].append(pairing)
    found: dict[int, str] = {}
    for pairings in by_kind.values():
        says = kinds.of(pairings[0].competition).stakes(pairings, reader or 0)
        found |= {each.game_id: says[each.pk] for each in pairings if each.game_id and says.get(each.pk)}
    return found
