"""Rows to be looked at by those who run the site."""

from __future__ import annotations

from functools import cached_property
from typing import Any

from django.contrib import admin
from django.core.paginator import Paginator
from django.db.models import Model
from django.http import HttpRequest


class BoundedPaginator(Paginator):  # type: ignore[type-arg]
    """Counts no further than anyone would turn pages."""

    MOST = 10_000

    @cached_property
    def count(self) -> int:
        rows: Any = self.object_list
        return int(rows.order_by()[: self.MOST].count())


class ReadOnlyAdmin(admin.ModelAdmin):  # type: ignore[type-arg]
    """Rows to be looked at: not added, not changed, not deleted, asked only by the filters that are offered.

    Django lets staff filter by any field of the model in the address, which would be a way to guess at sealed
    texts; here only `list_filter` and `lookups` are asked.
    """

    paginator = BoundedPaginator
    show_full_result_count = False
    list_per_page = 50
    lookups: tuple[str, ...] = ()
    date_hierarchy = None

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return False

    def lookup_allowed(self, lookup: str, value: Any, request: HttpRequest | None = None) -> bool:
        offered = {getattr(each, "parameter_name", each) for each in self.list_filter} | set(self.lookups)
        return lookup.removesuffix("__exact").removesuffix("__id") in offered
