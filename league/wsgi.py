import os

from django.core.wsgi import get_wsgi_application

from league.warm import be_ready

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "league.settings.production")
application = get_wsgi_application()
be_ready()
