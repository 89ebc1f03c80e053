"""What commands of the tests need besides the site: packages that `manage.py up` alone does not install."""

from __future__ import annotations

import sys
from importlib.util import find_spec

PACKAGES = ("django", "pytest", "hypothesis", "time_machine", "playwright")
CURE = "python3 manage.py test tests/house/test_locks.py"


def need_packages() -> None:
    """End the program with a sentence where any is missing, before an import ends it with a traceback."""
    if missing := [name for name in PACKAGES if find_spec(name) is None]:
        sys.exit(
            f"This needs the developers' packages; missing here: {', '.join(missing)}.\n"
            f"  -> {CURE}   installs them into .venv, once; then run this again with .venv/bin/python."
        )
