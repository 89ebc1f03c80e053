import os

from django.core.wsgi import get_wsgi_application

from league.warm import be_ready
from league.watching import TellAgain

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "league.settings.production")
application = TellAgain(get_wsgi_application())
be_ready()
