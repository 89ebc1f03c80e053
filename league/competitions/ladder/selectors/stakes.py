"""What a game of the ladder is for: the rank that one of its two would take."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from django.utils.translation import gettext as _

from league.competitions.ladder import rank_won
from league.competitions.ladder.selectors.next_steps import if_lost
from league.competitions.models import Entry, Pairing, Standing


def stakes(pairings: Sequence[Pairing], reader: int) -> Mapping[int, str]:
    """By the ranks of now and those of when the challenge, which comes with the pairing, was made."""
    entries = [entry.pk for each in pairings for entry in each.entries]
    ranks = dict(Standing.objects.filter(entry__in=entries).order_by().values_list("entry", "rank"))
    return {each.pk: _stake(each, each.entry_of(reader), ranks) for each in pairings}


def _stake(pairing: Pairing, own: Entry | None, ranks: dict[int, int]) -> str:
    entries, made = pairing.entries, pairing.challenge
    then = {made.by_id: made.by_rank, made.of_id: made.of_rank}
    if own is None:
        one, other = (each.pk for each in entries)
        won = [_to_win(ranks, then, *pair) for pair in ((one, other), (other, one))]
        return _("For rank %(rank)d") % {"rank": max(won)} if any(won) else ""
    other = next(each.pk for each in entries if each.pk != own.pk)
    if target := _to_win(ranks, then, own.pk, other):
        return _("Win and you take rank %(rank)d.") % {"rank": target}
    if not ranks.get(own.pk):
        return ""
    return if_lost(ranks[own.pk], ranks.get(other, 0), then[own.pk])


def _to_win(ranks: dict[int, int], then: dict[int, int], own: int, other: int) -> int:
    return rank_won(ranks.get(own, 0), ranks.get(other, 0), then[other])
