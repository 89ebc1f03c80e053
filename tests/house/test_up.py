"""`manage.py up` on an empty folder: serves pages, plays the demo, adjudicates, stops cleanly, goes on."""

from __future__ import annotations

import re
import signal
import urllib.request
from pathlib import Path

import pytest

from tests.house.process import house


def get(url: str) -> tuple[int, str]:
    with urllib.request.urlopen(url, timeout=20) as answer:  # noqa: S310
        return answer.status, answer.read().decode()


@pytest.mark.long
@pytest.mark.slow
def test_one_command_serves_a_demo_league_and_stops_when_asked(tmp_path: Path) -> None:
    with house(tmp_path) as (address, process, output):
        status, page = get(address)
        assert status == 200 and "Poste Restante" in page
        assert re.search(r'"/static/look\.[0-9a-f]{12}\.css"', page), "static files are hashed"
        status, page = get(f"{address}l/cafe/")
        assert status == 200 and "Café de la Poste" in page
        said = output.read_text()
        assert re.search(r"ada\s+ada-plays", said)
        assert "This is the first start" in said
        process.send_signal(signal.SIGINT)
        assert process.wait(timeout=15) == 0
        assert "Traceback" not in output.read_text()

    # Killed at any instant, it goes on from where it was, and makes no second demo.
    with house(tmp_path) as (address, process, _output):
        process.kill()
        process.wait()
    with house(tmp_path) as (address, process, output):
        assert get(f"{address}l/cafe/games/")[0] == 200
        assert "This is the first start" not in output.read_text()
        assert "played to its end" not in output.read_text()
        process.send_signal(signal.SIGTERM)
        assert process.wait(timeout=15) == 0
