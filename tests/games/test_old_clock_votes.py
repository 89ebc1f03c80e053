"""What was proposed about clocks before HR-12, on either database."""

from datetime import timedelta

import pytest

from tests.games.conftest import phase_of
from tests.games.test_old_letters import migrated  # noqa: F401

BEFORE, AFTER = ("games", "0045_seats_kept_in_rematches"), ("games", "0046_votes_hold_when_all_agree")


@pytest.mark.slow
def test_old_proposals_keep_their_length_and_none_is_open_by_the_new_rule(migrated, running_game, set_clock):  # noqa: F811
    phase, by = phase_of(running_game).pk, running_game.tenures.first().pk
    given = {"phase_id": phase, "by_id": by, "at": set_clock.now}
    given["expires_at"] = set_clock.now + timedelta(hours=48)
    old = migrated(BEFORE).get_model("games", "ClockProposal").objects
    carried_at = set_clock.now + timedelta(hours=1)
    paused = old.create(kind="pause", seconds=86_400, closed_at=carried_at, **given).pk
    extended = old.create(kind="extension", seconds=3600, closed_at=carried_at, **given).pk
    standing = old.create(kind="pause", seconds=86_400, **given).pk
    new = migrated(AFTER).get_model("games", "ClockProposal").objects
    assert new.get(pk=paused).until == carried_at + timedelta(days=1)
    assert (new.get(pk=extended).until, new.get(pk=extended).seconds) == (None, 3600)
    assert new.get(pk=standing).closed_at is not None
    back = migrated(BEFORE).get_model("games", "ClockProposal").objects
    assert back.get(pk=paused).expires_at == given["expires_at"]
