"""`{% static %}`, which asks once a process for the address of each file: a page names up to twenty."""

from __future__ import annotations

from functools import lru_cache

from django import template
from django.core.files.storage import Storage, storages
from django.templatetags import static

register = template.Library()

KEPT = 1024
"""Addresses kept: a few hundred files, in storages of their own where tests have those."""


class StaticNode(static.StaticNode):
    """Django's own, but for that."""

    @classmethod
    def handle_simple(cls, path: str) -> str:
        return _address(storages["staticfiles"], path)


@lru_cache(maxsize=KEPT)
def _address(storage: Storage, path: str) -> str:
    """A storage reads the names of its files once, so they stay what they are as long as it is there."""
    return str(storage.url(path))


register.tag("static", StaticNode.handle_token)
