"""Fields for texts of several lines, which count characters as a browser does."""

from __future__ import annotations

from typing import Any

from django import forms

from games.common.words.line_ends import with_plain_line_ends


class TextField(forms.CharField):
    """A text of several lines; `max_length` counts each line break as one character."""

    widget = forms.Textarea

    def to_python(self, value: Any) -> Any:
        return super().to_python(with_plain_line_ends(value) if isinstance(value, str) else value)


class UncutTextField(TextField):
    """A text that a browser does not cut off at `max_length`: too long, it is refused and stays in sight."""

    def widget_attrs(self, widget: forms.Widget) -> dict[str, Any]:
        return {}
