"""What a process of production does before its first request or task."""

from __future__ import annotations

import gc

from django.conf import settings
from django.template.loader import get_template
from django.urls import reverse
from django.utils import translation

SELDOM = (100_000, 20, 20)
"""How much has to be made before the collector looks for rings: a page makes tens of thousands of objects
that are gone when it is sent, and rings are few."""


def load_templates() -> None:
    """Compile the site's own templates: a third of a second at the start of a page server, and half of what
    the first reader of each page would wait for.
    """
    folder = settings.ROOT / "templates"
    for path in folder.rglob("*.html"):
        get_template(path.relative_to(folder).as_posix())


def be_ready() -> None:
    """Load what naming addresses needs in each language (all views, all words), and never sweep it again.

    Else the first visitor waits for it, and the garbage collector walks over all that was ever
    imported again and again: a fifth of the time of everything.
    """
    for language, _name in settings.LANGUAGES:
        with translation.override(language):
            reverse("games:mine")
    gc.collect()
    gc.freeze()
    gc.set_threshold(*SELDOM)
