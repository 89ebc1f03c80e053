"""The account pages' forms in the site's own words, and without the placeholders that stand in for labels."""

# allauth has no types, so every class here has a base that mypy cannot see.
# mypy: disable-error-code="misc"

from __future__ import annotations

import json
import struct
from typing import Any

from allauth.account import forms as account
from allauth.account.adapter import get_adapter
from allauth.mfa.base import forms as mfa
from allauth.mfa.totp import forms as totp
from allauth.mfa.webauthn import forms as webauthn
from django import forms
from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction
from django.forms.fields import InvalidJSONInput
from django.forms.utils import ErrorDict
from django.http import HttpRequest
from django.utils import translation
from django.utils.translation import gettext_lazy as _

from league.users.adapter import WRONG_PASSKEY
from league.users.addresses import belongs_to_another
from league.users.models import User, validate_time_zone


class OwnWords:
    """A form whose fields carry our labels and hints: `words` has (label, hint) by a field's name.

    None for a hint leaves the one that is there.
    """

    words: dict[str, tuple[Any, Any]] = {}
    fields: dict[str, forms.Field]

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for field in self.fields.values():
            field.widget.attrs.pop("placeholder", None)
        for name, (label, hint) in self.words.items():
            self.fields[name].label = label
            if hint is not None:
                self.fields[name].help_text = hint


class LoginForm(OwnWords, account.LoginForm):
    words = {
        "login": (_("Name or e-mail"), ""),
        "password": (_("Password"), ""),
        "remember": (_("Stay signed in on this device"), ""),
    }


class SamePasswordTwice:
    """A new password and its repetition: that they differ is said beside whatever else is wrong."""

    data: Any
    cleaned_data: dict[str, Any]
    add_prefix: Any
    add_error: Any
    errors: ErrorDict

    def clean(self) -> dict[str, Any]:
        super().clean()
        first, second = (self.data.get(self.add_prefix(name), "") for name in ("password1", "password2"))
        if first and second and first != second:
            self.errors.pop("password2", None)
            self.add_error("password2", _("The two passwords differ. Type the same one twice."))
        return self.cleaned_data


class NameTaken(Exception):
    """Someone else has taken the name, or one that looks like it, since the form was checked."""


PASSWORD_RULES = _(
    "At least 8 characters, not digits alone. Not a common password, nor one like your name or e-mail "
    "address."
)
"""What `AUTH_PASSWORD_VALIDATORS` ask, in short."""


class SignupForm(SamePasswordTwice, OwnWords, account.SignupForm):
    """Signing up. The language is the page's; the zone the browser's, where it says (static/zone.js).

    With an address that has an account everything goes the same way, and the account stays without one that
    is confirmed: only the mail tells (`AccountAdapter.send_confirmation_mail`).
    """

    words = {
        "username": (
            _("Name shown to others"),
            _(
                "2 to 30 characters: only letters, digits and + - _. You can also sign in with it. "
                "It can’t be changed later."
            ),
        ),
        "email": (_("E-mail"), _("For codes, deadlines and results. Other players don’t see it.")),
        "password1": (_("Password"), PASSWORD_RULES),
    }
    time_zone = forms.CharField(
        required=False, max_length=64, widget=forms.HiddenInput(attrs={"data-own-zone": ""})
    )

    def validate_unique_email(self, value: str) -> str:
        return value

    def save(self, request: HttpRequest) -> User:
        """The new account. Raises `NameTaken`."""
        try:
            with transaction.atomic():
                user: User = super().save(request)
        except IntegrityError as error:
            raise NameTaken from error
        return user

    def clean_time_zone(self) -> str:
        """The browser's zone, or UTC where it says nothing we know: no reason to refuse an account."""
        name = str(self.cleaned_data["time_zone"])
        try:
            validate_time_zone(name)
        except ValidationError:
            return "UTC"
        return name

    def custom_signup(self, request: HttpRequest, user: User) -> None:
        super().custom_signup(request, user)
        user.time_zone = self.cleaned_data["time_zone"]
        user.language = translation.get_language() or User.Language.ENGLISH
        user.save(update_fields=["time_zone", "language"])


class CodeForm(OwnWords, account.ConfirmEmailVerificationCodeForm):
    words = {"code": (_("Code"), "")}

    def clean_code(self) -> str:
        code = str(account.BaseConfirmCodeForm.clean_code(self))
        if belongs_to_another(self.email, self.user):
            raise get_adapter().validation_error("email_taken")
        return code


class ChangeEmailForm(OwnWords, account.ChangeEmailForm):
    """Another address for an account that is not confirmed yet; as with the first, only the mail tells."""

    words = {"email": (_("Other e-mail address"), "")}
    account_already_exists = False

    def clean_email(self) -> str:
        return str(self.cleaned_data["email"])


class AddEmailForm(OwnWords, account.AddEmailForm):
    words = {
        "email": (
            _("New e-mail address"),
            _("We’ll send a code there. Until you enter it, we use the old address."),
        )
    }


NEW_PASSWORD = {
    "password1": (_("New password"), PASSWORD_RULES),
    "password2": (_("New password, again"), None),
}


class ChangePasswordForm(SamePasswordTwice, OwnWords, account.ChangePasswordForm):
    """Its page has a link for people who have forgotten the password; the field's own would be the second."""

    words = {"oldpassword": (_("Current password"), "")} | NEW_PASSWORD


class SetPasswordForm(SamePasswordTwice, OwnWords, account.SetPasswordForm):
    words = NEW_PASSWORD


class ResetPasswordForm(OwnWords, account.ResetPasswordForm):
    words = {"email": (_("E-mail"), "")}


class ResetPasswordKeyForm(SamePasswordTwice, OwnWords, account.ResetPasswordKeyForm):
    words = NEW_PASSWORD


class ReauthenticateForm(OwnWords, account.ReauthenticateForm):
    words = {"password": (_("Password"), "")}


NUMERIC = {"inputmode": "numeric", "autocapitalize": "off", "spellcheck": "false"}


class ActivateCodesForm(OwnWords, totp.ActivateTOTPForm):
    words = {"code": (_("The code that the app shows"), _("Six digits; a new one every half minute."))}

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["code"].widget.attrs |= NUMERIC


class SecondStepForm(OwnWords, mfa.AuthenticateForm):
    words = {"code": (_("Code"), _("Six digits from your app, or one of your recovery codes."))}

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["code"].widget.attrs |= NUMERIC


class SecondStepAgainForm(OwnWords, mfa.ReauthenticateForm):
    words = SecondStepForm.words

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["code"].widget.attrs |= NUMERIC


class CredentialField(forms.JSONField):
    """What a passkey answered: read and stored, never shown again."""

    widget = forms.HiddenInput

    def to_python(self, value: Any) -> Any:
        """As JSON; ValueError for what the database could not store, RecursionError for endless nesting."""
        found = super().to_python(value)
        json.dumps(found, ensure_ascii=False).encode()  # lone surrogates
        if "\\u0000" in json.dumps(found):
            raise ValueError("PostgreSQL stores no NUL")
        return found

    def bound_data(self, data: Any, initial: Any) -> Any:
        """Nothing: reading it once more to show it would fail where reading it failed."""
        return InvalidJSONInput("")


class Parsed(forms.Form):
    """A form that carries what a passkey answered.

    The libraries that read it trip over some shapes that no browser sends (KeyError, AttributeError, nesting
    without end …): those are wrong answers, not failures of ours.
    """

    _errors: ErrorDict
    credential = CredentialField()

    def full_clean(self) -> None:
        try:
            super().full_clean()
        except (
            KeyError,
            AttributeError,
            TypeError,
            ValueError,
            IndexError,
            OverflowError,
            RecursionError,
            struct.error,
        ):
            self._say_it_is_wrong()
        else:
            found = self._errors.as_data().values() if self._errors else []
            if any(error.code == "incorrect_code" for errors in found for error in errors):
                self._say_it_is_wrong()

    def _say_it_is_wrong(self) -> None:
        self._errors.clear()
        self.add_error("credential", WRONG_PASSKEY)


class PasskeyForm(Parsed, webauthn.LoginWebAuthnForm):
    pass


class PasskeyAsSecondStepForm(Parsed, webauthn.AuthenticateWebAuthnForm):
    pass


class PasskeyAgainForm(Parsed, webauthn.ReauthenticateWebAuthnForm):
    pass


NAME_LENGTH = 60


class AddPasskeyForm(Parsed, OwnWords, webauthn.AddWebAuthnForm):
    words = {
        "name": (_("Name"), _("So that you can tell your passkeys apart.")),
        "passwordless": (
            _("Sign in with it alone"),
            _(
                "It then asks for your fingerprint, face or PIN instead of the password. Otherwise it is "
                "a second step after the password."
            ),
        ),
    }
    passwordless = forms.BooleanField(required=False, initial=True)
    field_order = ["name", "passwordless"]

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["name"].widget.attrs["maxlength"] = NAME_LENGTH

    def clean_name(self) -> str:
        """Shortened rather than refused: the browser has made the passkey by now."""
        return str(super().clean_name())[:NAME_LENGTH]


class RenamePasskeyForm(OwnWords, webauthn.EditWebAuthnForm):
    words = {"name": (_("Name"), "")}
    name = forms.CharField(max_length=NAME_LENGTH)
