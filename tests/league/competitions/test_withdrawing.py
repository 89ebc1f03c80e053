"""Withdrawing from a ladder says one's own case: games, rank, challenges; without a fee nothing of money."""

from __future__ import annotations

import pytest

pytestmark = pytest.mark.django_db


def test_withdrawing_without_a_fee_says_ones_own_case_and_nothing_of_money(season, client_of):
    first, second, third, fourth = (season.entry(rank) for rank in (1, 2, 3, 4))
    season.begin_game(second, first)
    season.challenge(fourth, third)

    def follows(entry):
        text = client_of(entry.user).get(f"{season.competition.get_absolute_url()}withdraw/").content.decode()
        return text.partition('class="stack"><p>')[2].partition("</p>")[0]

    again = "You can enter again, at the bottom, while challenges are open."
    assert follows(first) == f"You concede 1 running game and leave rank 1. {again}"
    asked = "1 unanswered challenge is cancelled."
    assert follows(third) == f"You have no game running. You leave rank 3. {asked} {again}"
    assert follows(fourth) == f"You have no game running. You leave rank 4. {asked} {again}"
