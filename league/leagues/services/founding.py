"""Creating a league and changing its settings."""

from __future__ import annotations

from typing import Any

from django.db import IntegrityError, transaction
from django.utils.translation import gettext as _

from games.common import clock, outbox
from games.models.terms import TermsFields
from league.leagues.errors import AddressTaken
from league.leagues.models import League, Membership, OrganiserAct
from league.leagues.services.locking import check_organiser, lock
from league.leagues.services.log import enter
from league.users.models import User

SETTINGS = (
    "name",
    "description",
    "visibility",
    "who_opens_games",
    "rulebook",
    "press_pauses",
    "draws_allowed",
    "rates_overall",
    *(field.name for field in TermsFields._meta.local_fields),
)


def create_league(*, user: User, name: str, slug: str, description: str, visibility: str) -> League:
    """Create a league; `user` becomes its organiser. A public one agrees to overall ratings.

    The same person founding the same league again (a form sent twice) gets the one there is. Raises
    AddressTaken when the address is another's, ValidationError on values that cannot be.
    """
    league = League(name=name, slug=slug, description=description, visibility=visibility)
    league.rates_overall = league.is_public
    league.full_clean(validate_unique=False)
    try:
        with transaction.atomic():
            league.save()
            Membership.objects.create(league=league, user=user, role=Membership.Role.ORGANISER)
    except IntegrityError:
        if earlier := _founded_before(league, user):
            return earlier
        raise AddressTaken(
            _("Another league has the address “%(slug)s”: type another.") % {"slug": slug}
        ) from None
    return league


def _founded_before(league: League, user: User) -> League | None:
    organised = League.objects.filter(
        memberships__user=user, memberships__role=Membership.Role.ORGANISER, slug=league.slug
    )
    return organised.filter(name=league.name, description=league.description).first()


@transaction.atomic
def update_settings(*, league: League, by: User, **values: Any) -> League:
    """Change name, description, visibility or policy (`SETTINGS`). Games already open keep theirs.

    Raises NotAllowed unless `by` organises this league, ValidationError on values that cannot be.
    """
    league = lock(league)
    check_organiser(league, by)
    if unknown := values.keys() - set(SETTINGS):
        raise TypeError(f"no settings of a league: {sorted(unknown)}")
    changed = sorted(name for name, value in values.items() if getattr(league, name) != value)
    for name, value in values.items():
        setattr(league, name, value)
    league.full_clean(exclude=["slug"])
    league.save(update_fields=list(values))
    if changed:
        enter(league, OrganiserAct.Kind.SETTINGS, by=by, now=clock.now(), fields=changed)
    if "rates_overall" in changed:
        outbox.put(outbox.tell("league_rates", clock.now(), league=league.pk))
    return league
