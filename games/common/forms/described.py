"""Choices that say below their name what they mean."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Described:
    """A radio button's or a box's label in two lines; `django/forms/widgets/input_option.html` shows it."""

    name: str
    says: str
