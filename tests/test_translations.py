"""Every text of the site is in French too."""

from __future__ import annotations

import pytest

from league import catalogue


@pytest.mark.skipif(not catalogue.can_collect(), reason="xgettext is not installed (gettext)")
def test_the_french_catalogue_is_complete():
    """Missing, stale, fuzzy, untranslated, or with other placeholders than the English: each is named."""
    assert catalogue.faults("fr") == []
