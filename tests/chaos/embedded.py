"""What `manage.py up` serves, with a slow engine and an unruly sandbox:
`python -m tests.chaos.embedded PORT`.
"""

import sys

import django

django.setup()

from league.celery import app  # noqa: E402
from league.management.embedded import serve  # noqa: E402
from tests.chaos.slow import slow_down  # noqa: E402
from tests.league.prizes import unruly  # noqa: E402

if __name__ == "__main__":
    slow_down()
    unruly.install()
    serve(app, host="127.0.0.1", port=int(sys.argv[1]), on_started=lambda: print("ready", flush=True))
