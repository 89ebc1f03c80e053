"""What the engine says to people, in English (`en`) and French (`fr`), made from JSON values alone."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from adjudicator.texts.news import news_sentence
from adjudicator.texts.orders import describe
from adjudicator.texts.results import result_sentence

__all__ = ["describe", "sentence"]


def sentence(item: Mapping[str, Any], language: str | None) -> str:
    """One result or news item, in its JSON form, as a sentence or two; English unless `language` is `fr`."""
    if "verdict" in item:
        return result_sentence(item, language)
    return news_sentence(item, language)
