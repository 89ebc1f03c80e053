"""Where the account pages' behaviour is ours: who may be called what, and which language a letter speaks."""

from __future__ import annotations

from typing import Any

from allauth.account.adapter import DefaultAccountAdapter
from django.utils import timezone, translation

from league.users.models import User, name_rule


class AccountAdapter(DefaultAccountAdapter):  # type: ignore[misc]  # allauth has no types
    """Where allauth asks the site for its ways."""

    def clean_username(self, username: str, shallow: bool = False) -> str:
        name_rule(username)
        return str(super().clean_username(username, shallow))

    def send_mail(self, template_prefix: str, email: str, context: dict[str, Any]) -> None:
        """Write in the account's own language and zone, whoever asked for the letter and from where."""
        user = context.get("user") or User.objects.filter(emailaddress__email__iexact=email).first()
        if isinstance(user, User):
            with translation.override(user.language), timezone.override(user.zone):
                super().send_mail(template_prefix, email, context)
        else:
            super().send_mail(template_prefix, email, context)
