"""Where the account pages' behaviour is ours: names, mails' language, and how guessing is held up."""

# allauth has no types, so every class here has a base that mypy cannot see.
# mypy: disable-error-code="misc"

from __future__ import annotations

from typing import Any

from allauth.account import signals
from allauth.account.adapter import DefaultAccountAdapter
from allauth.mfa.adapter import DefaultMFAAdapter
from django.conf import settings
from django.core.mail import EmailMessage, EmailMultiAlternatives
from django.dispatch import receiver
from django.http import HttpRequest, HttpResponse
from django.utils import timezone, translation
from django.utils.translation import gettext_lazy as _

from games.common.guards.limits import Limit, TooOften, count
from games.common.guards.network_addresses import counted, plain
from games.common.outbox.subjects import wide
from games.notices.mail_log import note_account_mail
from league.server.composed import composed
from league.users import ciphers, devices, names, ways_on
from league.users.account_mail import html_of, with_site_address
from league.users.address_changes import KEPT, note_change
from league.users.addresses import belongs_to_another, minutes_left
from league.users.browsers import browser_of
from league.users.mail_bounds import may_be_sent
from league.users.models import User, new_name_rule

GUESSES = Limit("guesses", 100, 24 * 3600)
"""At the password of one account, by all browsers together that have not been in it before."""


WRONG_PASSKEY = _("This passkey does not open this account. Try again, or sign in another way.")


class AccountAdapter(DefaultAccountAdapter):
    """Where allauth asks the site for its ways."""

    error_messages = DefaultAccountAdapter.error_messages | {
        "too_many_login_attempts": _(
            "Too many attempts. Wait five minutes and try again, or reset your password: we’ll e-mail "
            "you a link."
        ),
        "rate_limited": _("Too many attempts. Wait five minutes and try again."),
        "incorrect_code": _("That’s not the right code. Enter the last one we e-mailed you."),
        "incorrect_password": _("This is not your password."),
        "enter_current_password": _("This is not your password."),
        "username_password_mismatch": _("This name or address and this password don’t match any account."),
        "email_password_mismatch": _("This name or address and this password don’t match any account."),
        "same_as_current": _("That’s your current one: choose another."),
        "email_taken": _("This address now belongs to another account. Sign in to that one."),
        "username_taken": _("This name is taken. Choose another."),
        "username_looks_taken": _(
            "This name looks too much like another player’s. Change or add a character."
        ),
        "username_blacklisted": _("This name is reserved for the site. Choose another."),
    }

    def clean_username(self, username: str, shallow: bool = False) -> str:
        username = composed(username)
        new_name_rule(username)
        names.check_letters(username)
        if names.is_kept(username):
            raise self.validation_error("username_blacklisted")
        name = str(super().clean_username(username, shallow))
        if not shallow and User.looks_taken(name):
            raise self.validation_error("username_looks_taken")
        return name

    def send_mail(self, template_prefix: str, email: str, context: dict[str, Any]) -> None:
        """Write in the account's own language and zone, no matter who asked for the mail and from where.

        That it was sent, or not, is put down in the log of mails. What is too much for one address is not
        sent (`mail_bounds`).
        """
        if not may_be_sent(template_prefix, email, self.request):
            return
        user = context.get("user") or User.objects.filter(emailaddress__email__iexact=email).first()
        person = user if isinstance(user, User) else None
        language = person.language if person else translation.get_language()
        with translation.override(language), timezone.override(person.zone if person else None):
            try:
                super().send_mail(template_prefix, email, with_site_address(context, self.request))
            except Exception as error:
                note_account_mail(person, error)
                raise
        note_account_mail(person, None)

    def send_notification_mail(
        self,
        template_prefix: str,
        user: User,
        context: dict[str, Any] | None = None,
        email: str | None = None,
    ) -> None:
        """Tell the owner what was done; of a change of address with the link that takes it back, and in the
        owner's language though the address is no longer the account's.
        """
        if template_prefix == "account/email/email_changed" and email:
            undo = note_change(user=user, old=email)
            context = (context or {}) | {"user": user, "undo_url": undo, "days": KEPT.days}
        super().send_notification_mail(template_prefix, user, context, email)

    def get_reset_password_from_key_url(self, key: str) -> str:
        """The link to a new password, which leads on to where its reader was going when they asked for it."""
        link = str(super().get_reset_password_from_key_url(key))
        return ways_on.with_way(link, ways_on.way_on(self.request))

    def send_confirmation_mail(self, request: HttpRequest, emailconfirmation: Any, signup: bool) -> None:
        """A code, with the minutes for which it is valid; to the owner of another account that they have one.

        `emailconfirmation` is the process of allauth that waits for the code.
        """
        address = emailconfirmation.email_address
        if belongs_to_another(address.email, address.user):
            self.send_account_already_exists_mail(address.email)
            return
        context = {
            "user": address.user,
            "code": emailconfirmation.key,
            "minutes": minutes_left(emailconfirmation),
        }
        kind = "email_confirmation_signup" if signup else "email_confirmation"
        self.send_mail(f"account/email/{kind}", address.email, context)

    def render_mail(
        self, template_prefix: str, email: str, context: Any, headers: Any = None
    ) -> EmailMessage:
        """The mail with its HTML twin, which is made from its text."""
        letter: EmailMultiAlternatives = super().render_mail(template_prefix, email, context, headers)
        title = str(letter.subject).removeprefix(str(settings.ACCOUNT_EMAIL_SUBJECT_PREFIX))
        letter.attach_alternative(html_of(title, str(letter.body)), "text/html")
        letter.subject, letter.body = wide(str(letter.subject)), wide(str(letter.body))
        return letter

    def get_client_ip(self, request: HttpRequest) -> str:
        """The whole address; allauth counts by its network (`ALLAUTH_RATE_LIMIT_IPV6_PREFIX`)."""
        return plain(super().get_client_ip(request))

    def is_safe_url(self, url: str) -> bool:
        """Pages of the very site that is asked: not of other hosts by which it may be reached."""
        return ways_on.is_ours(self.request, url)

    # Guessing passwords. Failures are counted by account and browser, so that a stranger who guesses shuts
    # out the guesser and not the owner; and by account for all strange browsers together, so that guessing
    # from a thousand addresses is no use either. A browser that has been in the account before, or has just
    # chosen its new password by the mail's link, is no stranger.

    def _get_login_attempts_cache_key(self, request: HttpRequest, **credentials: Any) -> str:
        account = devices.account_of(credentials)
        return f"{account}:{devices.known(request, credentials) or counted(self.get_client_ip(request))}"

    def pre_authenticate(self, request: HttpRequest, **credentials: Any) -> None:
        super().pre_authenticate(request, **credentials)
        if devices.known(request, credentials):
            return
        try:
            count(GUESSES, devices.account_of(credentials))
        except TooOften as error:
            raise self.validation_error("too_many_login_attempts") from error

    def post_login(self, request: HttpRequest, user: User, **details: Any) -> HttpResponse:
        """Lead on to where the last page wanted to go: it may be another one than when signing in began."""
        details["redirect_url"] = ways_on.way_on(request) or details.get("redirect_url")
        response: HttpResponse = super().post_login(request, user, **details)
        devices.remember(response, user)
        return response


@receiver(signals.password_reset, dispatch_uid="league.users.devices")
def _know_whoever_chose_a_new_password(request: HttpRequest, user: User, **_details: Any) -> None:
    devices.remember_for_now(request, user)


class MFAAdapter(DefaultMFAAdapter):
    """Second factors and passkeys, under the names that their owner knows."""

    error_messages = DefaultMFAAdapter.error_messages | {
        "incorrect_code": _("That’s not the right code. Codes change: enter the current one."),
        "unverified_email": _("Confirm your e-mail address first, so that you can always get back in."),
    }

    def encrypt(self, text: str) -> str:
        return ciphers.seal(text)

    def decrypt(self, encrypted_text: str) -> str:
        return ciphers.open_sealed(encrypted_text)

    def get_totp_label(self, user: User) -> str:
        """By name, not by address: the app shows it to anyone who looks over the owner's shoulder."""
        return user.username

    def get_public_key_credential_user_entity(self, user: User) -> dict[str, Any]:
        entity: dict[str, Any] = super().get_public_key_credential_user_entity(user)
        return entity | {"name": user.username, "display_name": user.username}

    def get_public_key_credential_rp_entity(self) -> dict[str, str]:
        entity: dict[str, str] = super().get_public_key_credential_rp_entity()
        return entity | {"name": "Poste Restante"}

    def generate_authenticator_name(self, user: User, type: Any) -> str:
        """Where it was made: that tells it from the others."""
        from allauth.core import context

        return browser_of(context.request.headers.get("User-Agent", ""))
