"""What other sites read of a page that is linked there."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

META = re.compile(r'<meta (?:name="(?:description|twitter:card)"|property="og:[^"]+") content="[^"]*">')
CONTENT = re.compile(r'"(?:og:)?(\w+)" content="([^"]*)"')


def tags_in(response: Any) -> list[str]:
    """The tags of a page, whole, in their order."""
    return META.findall(response.content.decode())


def words(tags: Sequence[str]) -> Mapping[str, str]:
    """What they say, by name: title, description, image, locale."""
    return dict(CONTENT.findall("\n".join(tags)))
