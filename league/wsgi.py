import os

from django.core.wsgi import get_wsgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "league.settings.production")
pages = get_wsgi_application()  # sets Django up before anything below imports models

from league.server.process_startup import be_ready, load_templates  # noqa: E402
from league.server.spectator_answers import TellAgain  # noqa: E402
from league.server.stack_headroom import with_room  # noqa: E402

application = TellAgain(with_room(pages))
load_templates()
be_ready()
