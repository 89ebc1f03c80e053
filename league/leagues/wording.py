"""What acts at the organisers' desk are called, in the language that holds: in the log and in e-mails."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import Any, Final

from django.utils import formats, timezone
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from games.common.words.people import at_start, called
from league.leagues.models import Membership, OrganiserAct, Sanction

Act = OrganiserAct.Kind

FOR_GOOD, UNBANNED, PROMOTED = "banned for good", "ended a ban", "made an organiser"
"""What some acts are called apart from the others of their kinds."""

LOG: Final[Mapping[str, Promise]] = {
    Act.WARNED: gettext_lazy("%(by)s warned %(about)s."),
    Act.SUSPENDED: gettext_lazy("%(by)s suspended %(about)s until %(until)s."),
    Act.BANNED: gettext_lazy("%(by)s banned %(about)s until %(until)s."),
    FOR_GOOD: gettext_lazy("%(by)s banned %(about)s until an organiser lifts it."),
    UNBANNED: gettext_lazy("%(by)s ended the ban of %(about)s."),
    Act.LIFTED: gettext_lazy("%(by)s ended the suspension of %(about)s."),
    PROMOTED: gettext_lazy("%(by)s made %(about)s an organiser."),
    Act.ROLE: gettext_lazy("%(by)s made %(about)s a member."),
    Act.REMOVED: gettext_lazy("%(by)s removed %(about)s from the league."),
    Act.SUCCESSION: gettext_lazy("%(about)s became organiser automatically, because the league had none."),
    Act.NOTED: gettext_lazy("%(by)s wrote a private note about %(about)s."),
    Act.LINK: gettext_lazy("%(by)s made an invitation link."),
    Act.MAILED: gettext_lazy("%(by)s sent an invitation by e-mail."),
    Act.WITHDRAWN: gettext_lazy("%(by)s withdrew an invitation."),
    Act.ANNOUNCED: gettext_lazy("%(by)s announced “%(title)s”."),
    Act.UNSAID: gettext_lazy("%(by)s withdrew the announcement “%(title)s”."),
    Act.SETTINGS: gettext_lazy("%(by)s changed the settings."),
    Act.PRESET: gettext_lazy("%(by)s saved the preset “%(name)s”."),
    Act.PRESET_GONE: gettext_lazy("%(by)s deleted the preset “%(name)s”."),
    Act.EXPORTED: gettext_lazy("%(by)s exported %(what)s (%(format)s)."),
    Act.REPORT: gettext_lazy("%(by)s closed a report."),
    Act.REMINDED: gettext_lazy("%(by)s reminded players of “%(name)s” of the deadline."),
    Act.NUDGED: gettext_lazy("%(by)s nudged %(about)s in “%(name)s”."),
    Act.WEBHOOK: gettext_lazy("%(by)s named a webhook at %(host)s."),
    Act.WEBHOOK_SECRET: gettext_lazy("%(by)s created a new signing secret for the webhook."),
    Act.WEBHOOK_GONE: gettext_lazy("%(by)s removed the webhook."),
}

MAIL: Final[Mapping[str, Promise]] = {
    Act.WARNED: gettext_lazy("%(by)s warned you."),
    Act.SUSPENDED: gettext_lazy("%(by)s suspended you until %(until)s."),
    Act.BANNED: gettext_lazy("%(by)s banned you until %(until)s."),
    FOR_GOOD: gettext_lazy("%(by)s banned you until an organiser lifts it."),
    UNBANNED: gettext_lazy("%(by)s ended your ban: you can join again."),
    Act.LIFTED: gettext_lazy("%(by)s ended your suspension."),
    PROMOTED: gettext_lazy("%(by)s made you an organiser."),
    Act.ROLE: gettext_lazy("%(by)s made you a member: you are no longer an organiser."),
    Act.REMOVED: gettext_lazy("%(by)s removed you from the league."),
    Act.SUCCESSION: gettext_lazy(
        "You are now an organiser: the league had none left, and you were next in line."
    ),
}


def says(act: OrganiserAct) -> str:
    """One line of the log. No query: `act` comes with its people."""
    said = at_start(_says(act))
    if act.facts.get("confirmed"):
        confirmed = _("An arbiter of a season in which they play confirmed it.")
        said = f"{said} {confirmed}"
    if together := act.facts.get("together", 0):
        words = ngettext(
            "They played together in %(count)d game, and every other organiser played in it too.",
            "They played together in %(count)d games, and every other organiser played in one of them too.",
            together,
        )
        return f"{said} {words % {'count': together}}"
    return said


def _says(act: OrganiserAct) -> str:
    facts = _facts(act)
    if act.kind == Act.EXTENDED:
        words = ngettext(
            "%(by)s gave all running games %(hours)d hour more.",
            "%(by)s gave all running games %(hours)d hours more.",
            facts["hours"],
        )
        return words % facts
    return str(LOG[_case(act)]) % facts


def says_to_them(act: OrganiserAct) -> str:
    """The same to the person whom the act is about."""
    return at_start(str(MAIL[_case(act)]) % _facts(act))


def _case(act: OrganiserAct) -> str:
    """What to look for in LOG and MAIL: the act's kind, or what sets it apart."""
    if act.kind == Act.BANNED and not act.facts["until"]:
        return FOR_GOOD
    if act.kind == Act.LIFTED and act.facts["sanction"] == Sanction.Kind.BAN:
        return UNBANNED
    if act.kind == Act.ROLE and act.facts["role"] == Membership.Role.ORGANISER:
        return PROMOTED
    return act.kind


def follows(act: OrganiserAct) -> str:
    """What an act means for the person it is about."""
    if act.kind == Act.SUSPENDED:
        return _("Until then you cannot take a seat or create a game here. Your running games go on.")
    if act.kind in (Act.REMOVED, Act.BANNED):
        return _(
            "Your seats in running games go to others; in games that hide who has answered, at the end "
            "of the game year. Season games are forfeited. You lose your seats in waiting games and "
            "your invitations, and are no longer game master of any game here. Your results stay."
        )
    return ""


def _facts(act: OrganiserAct) -> dict[str, Any]:
    names = {
        "by": called(act.by.get_username()) if act.by else _("someone"),
        "about": called(act.about.get_username()) if act.about else _("someone"),
    }
    return {**act.facts, **names, "until": moment(act.facts.get("until", ""))}


def moment(written: str) -> str:
    """A moment as it stands in facts, in the reader's zone and language; "" for none."""
    if not written:
        return ""
    return formats.date_format(timezone.localtime(datetime.fromisoformat(written)), "DATETIME_FORMAT")
