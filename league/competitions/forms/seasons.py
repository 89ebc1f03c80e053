"""The form in which organisers lay down a season of the ladder: all of its rules, with defaults that work."""

from __future__ import annotations

import zoneinfo
from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import Any, Final

from django import forms
from django.utils import timezone
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from games.agreed.absence import POLICIES, TOURNAMENT, Absence
from games.agreed.pace import Pace
from games.common.errors import GameError
from games.common.forms.days import FURTHEST
from games.common.words.plain_names import check_plain
from games.common.words.zones import zone_choices
from games.models import Game
from games.words import wording
from league.competitions.errors import BadRules
from league.competitions.ladder.challenges import ChallengeRules, Reach
from league.competitions.models import Competition
from league.competitions.rules.season_rules import (
    BOUNDS,
    CHALLENGE_BOUNDS,
    Names,
    Order,
    SeasonRules,
)
from league.competitions.words import terms
from league.leagues.models import League

GREAT_WAR: Final = {"players": 2}
"""What makes the standard game one for two."""

WRITTEN: Final = "%Y-%m-%dT%H:%M"
TYPED: Final = ("enters_from", "enters_until", "starts_at", "ends_at")
"""The moments that are typed; the last one for challenges follows from them."""

NUMBERS: Final[Mapping[str, Any]] = {
    "smallest": (
        _("Fewest players"),
        _(
            "With fewer entries when they close, you can extend the registration once; otherwise the season "
            "is cancelled."
        ),
    ),
    "largest": (_("Most players"), _("Those who come later go on a waiting list.")),
    "entry_games": (_("Finished games needed to enter"), _("In this league. 0: none.")),
    "least_reliability": (_("Reliability needed to enter, in %"), _("In this league. 0: none.")),
    "games": (_("Games at a time"), ""),
    "outgoing": (_("Challenges out at a time"), _("Waiting for an answer. 0: no limit.")),
    "incoming": (_("Challenges to answer at a time"), _("0: no limit.")),
    "pause_days": (_("Days between two games of the same pair"), ""),
    "answer_days": (_("Days to answer a challenge"), _("0: accepted at once.")),
    "decline_pause_days": (
        _("Days before challenging someone who declined"),
        _("At most a quarter of the time left for challenges. 0: at once."),
    ),
    "free_declines": (_("Declines at no cost"), _("The first ones of each player.")),
    "idle_weeks": (_("Idle weeks that cost ranks"), _("0: idle weeks cost nothing.")),
    "cost": (_("Ranks that declining or being idle costs"), _("0: nothing.")),
    "least_games": (_("Games needed to be ranked at the end"), ""),
    "dispute_days": (_("Days to dispute a result"), _("0: results are final at once.")),
    "playing_out_days": (_("Days for playing out open games after the last day"), ""),
}

SECTIONS: Final[Sequence[tuple[Any, Sequence[str]]]] = (
    (_("The game"), ("name", "variant", "last_year", "press")),
    (_("Dates"), ("zone", *TYPED)),
    (
        _("Who can enter"),
        ("smallest", "largest", "verified", "invitation", "entry_games", "least_reliability"),
    ),
    (
        _("Challenges"),
        (
            "reach",
            "reach_of",
            "games",
            "outgoing",
            "incoming",
            "pause_days",
            "answer_days",
            "decline_pause_days",
        ),
    ),
    (_("Ranks"), ("order", "previous", "free_declines", "idle_weeks", "cost", "least_games")),
    (_("Results and arbiters"), ("arbiters", "dispute_days", "playing_out_days", "names")),
)


class MomentField(forms.CharField):
    """A day and a time without a zone: the form says by which clock."""

    def __init__(self, **options: Any) -> None:
        widget = forms.DateTimeInput(attrs={"type": "datetime-local"}, format=WRITTEN)
        super().__init__(widget=widget, **options)

    def to_python(self, value: Any) -> Any:
        text = super().to_python(value)
        if not text:
            return None
        for pattern in (WRITTEN, "%Y-%m-%dT%H:%M:%S", "%Y-%m-%d %H:%M"):
            try:
                moment = datetime.strptime(text, pattern)  # noqa: DTZ007 - its zone stands in another field
            except ValueError:
                continue
            if abs(moment - datetime.now(UTC).replace(tzinfo=None)) > FURTHEST:
                raise forms.ValidationError(_("Choose a day within ten years from now."))
            return moment
        raise forms.ValidationError(_("Give a day and a time."))


def variants() -> list[tuple[str, str]]:
    return [
        ("intimate", wording.variant("intimate")),
        ("intimate-ii", wording.variant("intimate-ii")),
        ("standard", wording.game("standard", GREAT_WAR)),
    ]


class SeasonForm(forms.Form):
    """Everything of `SeasonRules` but pace, absence and money, which have forms of their own.

    `season` is a draft that is edited. Once valid, `rules(pace, absence)` gives the rules, `people` are those
    named as arbiters, and `season_before` is the season before, if one is named.
    """

    name = forms.CharField(label=_("Name"), max_length=80, strip=True, validators=[check_plain])
    variant = forms.ChoiceField(label=_("Game"), widget=forms.RadioSelect)
    last_year = forms.IntegerField(
        label=_("Last game year"),
        min_value=1901,
        max_value=1950,
        required=False,
        help_text=_(
            "Every game ends after this year at the latest (HR-7, RB-13). The Great War has no last year."
        ),
    )
    press = forms.ChoiceField(label=_("Press"), choices=Game.Press.choices, widget=forms.RadioSelect)
    zone = forms.ChoiceField(label=_("Time zone"), help_text=_("The dates below follow this zone’s clocks."))
    enters_from = MomentField(label=_("Entries open"))
    enters_until = MomentField(label=_("Entries close"))
    starts_at = MomentField(label=_("Season starts"))
    ends_at = MomentField(
        label=_("Season ends"),
        help_text=_(
            "The last day to challenge is computed from it, so that every game can end in time: press "
            "“Check” to see it."
        ),
    )
    verified = forms.BooleanField(label=_("Only with a confirmed e-mail address"), required=False)
    invitation = forms.BooleanField(label=_("Only by invitation"), required=False)
    reach = forms.ChoiceField(label=_("Range of challenges, counted in"), widget=forms.RadioSelect)
    reach_of = forms.IntegerField(label=_("How many"), min_value=0, max_value=2000)
    order = forms.ChoiceField(label=_("Starting order"), widget=forms.RadioSelect)
    previous = forms.ChoiceField(
        label=_("Season before"), required=False, help_text=_("Its final table sets the starting order.")
    )
    arbiters = forms.CharField(
        label=_("Arbiters"),
        max_length=400,
        strip=True,
        help_text=_(
            "Names of members who do not play, divided by commas. They rule on disputes and have all powers "
            "over the season’s games. You may be one."
        ),
    )
    names = forms.ChoiceField(label=_("Names in exports"), widget=forms.RadioSelect)

    def __init__(
        self, data: Any = None, *, league: League, user: Any, season: Competition | None = None
    ) -> None:
        self.league, self.season = league, season
        super().__init__(data, initial=_initial(season, user))
        for name, (label, help_text) in NUMBERS.items():
            least, most = {**BOUNDS, **CHALLENGE_BOUNDS}[name]
            self.fields[name] = forms.IntegerField(
                label=label, min_value=least, max_value=most, help_text=help_text
            )
        choices: dict[str, Any] = {
            "variant": variants(),
            "zone": list(zone_choices(self.initial["zone"])),
            "reach": [(each.value, name) for each, name in terms.REACHES.items()],
            "order": [(each.value, name) for each, name in terms.ORDERS.items()],
            "names": [(each.value, name) for each, name in terms.NAMES.items()],
            "previous": [("", _("None")), *_finished(league)],
        }
        for name, given in choices.items():
            self.fields[name].choices = given  # type: ignore[attr-defined]
        self.people: list[Any] = []

    @property
    def sections(self) -> list[tuple[str, list[forms.BoundField]]]:
        """The fields in their order, those that belong together under a title."""
        return [(str(title), [self[name] for name in names]) for title, names in SECTIONS]

    def clean_arbiters(self) -> str:
        """Members of the league of these names, each once."""
        given = dict.fromkeys(
            name for name in self.cleaned_data["arbiters"].replace(",", " ").split() if name
        )
        self.people = list(self.league.members_named(list(given)))
        known = {person.get_username().casefold() for person in self.people}
        if missing := [name for name in given if name.casefold() not in known]:
            words = ngettext(
                "No member of the league is called %(names)s.",
                "No members of the league are called %(names)s.",
                len(missing),
            )
            raise forms.ValidationError(words % {"names": ", ".join(missing)})
        if not self.people:
            raise forms.ValidationError(gettext("Name at least one arbiter."))
        return str(self.cleaned_data["arbiters"])

    def rules(self, pace: Pace, absence: Absence) -> SeasonRules | None:
        """The rules that were laid down; None where they cannot be: the form says why beside the field."""
        given = self.cleaned_data
        money = self.season.terms.money if self.season is not None else None
        try:
            rules = _rules(self.league, given, pace, absence)
            return replace(rules, money=money)
        except BadRules as error:
            self.refuse(error)
        except GameError as error:
            self.add_error("variant", str(error))
        return None

    def refuse(self, error: BadRules) -> None:
        """Say beside its field what is wrong with the rules."""
        names = {"challenges_until": "ends_at"}
        field = names.get(error.field, error.field)
        self.add_error(field if field in self.fields else None, str(error))

    @property
    def season_before(self) -> Competition | None:
        code = self.cleaned_data.get("previous")
        return self.league.competitions.filter(code=code).first() if code else None


def _finished(league: League) -> list[tuple[str, str]]:
    found = league.competitions.filter(state=Competition.State.FINISHED).order_by("-pk")[:50]
    return list(found.values_list("code", "name"))


def _initial(season: Competition | None, user: Any) -> dict[str, Any]:
    if season is None:
        return _defaults(user)
    rules = season.terms
    arbiters = season.arbiters.filter(left_at=None).values_list("user__username", flat=True)
    zone = zoneinfo.ZoneInfo(rules.zone)
    found: dict[str, Any] = {name: getattr(rules, name) for name in BOUNDS}
    found |= {name: getattr(rules.challenges, name) for name in CHALLENGE_BOUNDS}
    found |= {name: getattr(rules, name).astimezone(zone).replace(tzinfo=None) for name in TYPED}
    return found | {
        "name": rules.name,
        "variant": rules.variant,
        "last_year": rules.settings.get("last_year"),
        "press": rules.press,
        "zone": rules.zone,
        "verified": rules.verified,
        "invitation": rules.invitation,
        "reach": rules.challenges.reach.value,
        "reach_of": rules.challenges.reach_of,
        "order": rules.order.value,
        "previous": rules.previous,
        "arbiters": ", ".join(sorted(arbiters, key=str.lower)),
        "names": rules.names.value,
    }


def _defaults(user: Any) -> dict[str, Any]:
    """A season that starts in two weeks and lasts four months: what works for twenty people."""
    today = timezone.localtime().replace(hour=0, minute=0, second=0, microsecond=0, tzinfo=None)
    rules, days = ChallengeRules(), timedelta(days=1)
    defaults = {name: SeasonRules.__dataclass_fields__[name].default for name in BOUNDS}
    return {
        **defaults,
        **{name: getattr(rules, name) for name in CHALLENGE_BOUNDS},
        "enters_from": today + days,
        "enters_until": today + 13 * days,
        "starts_at": today + 14 * days,
        "ends_at": today + 134 * days,
        "variant": "intimate",
        "last_year": 1904,
        "press": Game.Press.OPEN,
        "zone": timezone.get_current_timezone_name(),
        "verified": True,
        "invitation": False,
        "reach": rules.reach.value,
        "reach_of": rules.reach_of,
        "order": Order.DRAW.value,
        "previous": "",
        "arbiters": user.get_username(),
        "names": Names.PEOPLE.value,
    }


def _rules(league: League, given: Mapping[str, Any], pace: Pace, absence: Absence) -> SeasonRules:
    zone = zoneinfo.ZoneInfo(given["zone"])
    moments = {name: given[name].replace(tzinfo=zone).astimezone(UTC) for name in TYPED}
    is_great_war = given["variant"] == "standard"
    settings: dict[str, Any] = dict(GREAT_WAR) if is_great_war else {"last_year": given["last_year"]}
    order = Order(given["order"])
    if order is Order.PREVIOUS and not given.get("previous"):
        raise BadRules("previous", _("Choose the season whose final table sets the starting order."))
    if moments["ends_at"] <= moments["starts_at"]:
        raise BadRules("ends_at", _("The season must end after it starts."))
    return SeasonRules(
        name=given["name"],
        league=league.slug,
        variant=given["variant"],
        settings=settings,
        pace=pace,
        zone=given["zone"],
        **moments,
        challenges_until=moments["ends_at"],
        press=given["press"],
        absence=absence,
        **{name: given[name] for name in BOUNDS},
        verified=given["verified"],
        invitation=given["invitation"],
        order=order,
        previous=given.get("previous") or "",
        challenges=ChallengeRules(
            reach=Reach(given["reach"]),
            reach_of=given["reach_of"],
            **{name: given[name] for name in CHALLENGE_BOUNDS},
        ),
        names=Names(given["names"]),
    )


def strictest() -> Absence:
    """The policy that competitions are played by (HR-10)."""
    return POLICIES[TOURNAMENT]
