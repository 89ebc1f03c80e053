"""What a person changes about his own account, besides what the account pages do."""

from __future__ import annotations

from league.users.models import User


def update_profile(*, user: User, time_zone: str, language: str) -> User:
    """Show times in `time_zone` (an IANA name) and speak `language` ("en", "fr") from now on.

    Raises ValidationError when either is unknown. Doing it twice does what doing it once does.
    """
    user.time_zone, user.language = time_zone, language
    user.clean_fields(exclude={field.name for field in User._meta.fields} - {"time_zone", "language"})
    user.save(update_fields=["time_zone", "language"])
    return user
