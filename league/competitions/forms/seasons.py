"""The form in which organisers lay down a season of the ladder: all of its rules, with defaults that work."""

from __future__ import annotations

import zoneinfo
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime, timedelta
from typing import Any, Final

from django import forms
from django.utils import timezone
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from games.agreed.absence import Absence
from games.agreed.pace import Pace
from games.common.errors import GameError
from games.common.forms.days import FURTHEST
from games.common.forms.members import OFFERED, OFFERS_MEMBERS, nobody_called
from games.common.words.plain_names import check_plain
from games.common.words.zones import zone_choices
from games.models import Game
from games.words import wording
from league.competitions.errors import BadRules
from league.competitions.forms.amounts import amount_field
from league.competitions.kinds import Kind
from league.competitions.models import Competition
from league.competitions.rules.common_rules import GAMES_FOR_TWO, MOMENTS, RESULTS, CommonRules
from league.competitions.rules.prize_rules import PrizeRules
from league.competitions.rules.rule import (
    Amount,
    Choice,
    Flag,
    Moment,
    Number,
    Rule,
    Section,
    defaults_of,
    made,
    table_of,
    values_of,
)
from league.leagues.models import League

GREAT_WAR: Final = {"players": 2}
"""What makes the standard game one for two."""

WRITTEN: Final = "%Y-%m-%dT%H:%M"
MOST_WRONG: Final = 5
"""Names of no one that are told of at once: a query each."""
BESIDE: Final[Mapping[Section, Sequence[str]]] = {RESULTS: ("arbiters",)}
"""What the form asks in a section before its rules, and is none itself."""


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


def variants(of: Sequence[str] = GAMES_FOR_TWO) -> list[tuple[str, str]]:
    """These variants, as the form offers them."""
    return [(each, wording.game(each, GREAT_WAR if each == "standard" else {})) for each in of]


def field_of(rule: Rule) -> forms.Field:
    """What the form asks a rule by."""
    said: dict[str, Any] = {"label": rule.label, "help_text": rule.help}
    match rule:
        case Number():
            least, most = rule.bounds
            return forms.IntegerField(min_value=least, max_value=most, **said)
        case Choice():
            offered = [(each.value, words) for each, words in rule.words.items()]
            return forms.TypedChoiceField(choices=offered, coerce=rule.of, widget=forms.RadioSelect, **said)
        case Flag():
            return forms.BooleanField(required=False, **said)
        case Moment():
            return MomentField(**said)
        case Amount():
            return amount_field(rule, **said)
    raise TypeError(f"a rule that the form has no field for: {rule}")


class SeasonForm(forms.Form):
    """Every rule of a kind that has a section. Those that are asked in a way of their own are fields here,
    the others have what `field_of` gives them.

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
    zone = forms.ChoiceField(label=_("Time zone"), help_text=_("The dates below are in this zone’s time."))
    previous = forms.ChoiceField(
        label=_("Previous season"), required=False, help_text=_("Its final ranking sets the starting order.")
    )
    arbiters = forms.CharField(
        label=_("Arbiters"),
        max_length=400,
        strip=True,
        help_text=_(
            "Members who don’t play, separated by commas. They rule on disputes and can act on every "
            "game of the season. You can be one."
        ),
        widget=forms.TextInput(attrs=OFFERS_MEMBERS),
    )

    def __init__(
        self,
        data: Any = None,
        *,
        league: League,
        user: Any,
        season: Competition | None = None,
        kind: Kind,
        start: Mapping[str, Any] | None = None,
    ) -> None:
        self.league, self.season, self.kind = league, season, kind
        self.people: list[Any] = []
        initial = defaults(kind.rules, user) if season is None else _initial(season)
        super().__init__(data, initial={**initial, **(start or {})})
        self.asked = {section: [*BESIDE.get(section, ())] for section in kind.rules.SECTIONS}
        numbers = []
        for section, names in self.asked.items():
            for own_name, rule in table_of(kind.rules).items():
                if section.asks(rule):
                    names.append(name := rule.asked_as or own_name)
                    if name not in self.fields:
                        self.fields[name] = field_of(rule)
                    if isinstance(rule, Number) and not rule.of:
                        numbers.append(name)
        # In the list of what is wrong numbers come last.
        self.order_fields([each for names in self.asked.values() for each in names if each not in numbers])
        for name in set(self.fields) - {each for names in self.asked.values() for each in names}:
            del self.fields[name]
        choices: dict[str, Any] = {
            "variant": variants(kind.rules.VARIANTS),
            "zone": list(zone_choices(self.initial["zone"])),
            "previous": lambda: [("", _("None")), *_finished(league)],  # asked where it is shown or chosen
        }
        if "standard" not in kind.rules.VARIANTS or "variant" not in self.fields:
            self.fields["last_year"].help_text = _("Every game ends after this year at the latest (HR-7).")
        for name, given in choices.items():
            if name in self.fields:
                self.fields[name].choices = given  # type: ignore[attr-defined]

    @property
    def offered(self) -> list[str]:
        """Members whose names the form offers. One query."""
        return self.league.member_names(OFFERED)

    @property
    def first(self) -> list[forms.BoundField]:
        """The fields that everyone wants to see, in their order."""
        return [self[name] for names in self.asked.values() for name in names if self._is_first(name)]

    @property
    def sections(self) -> list[tuple[str, list[forms.BoundField]]]:
        """The others in their order, those that belong together under a title."""
        found = [
            (str(section.title), [self[name] for name in names if not self._is_first(name)])
            for section, names in self.asked.items()
        ]
        return [(title, fields) for title, fields in found if fields]

    @property
    def half(self) -> int:
        """How many of the sections stand in the first of two columns, which has less besides."""
        return 4 if len(self.sections) > 5 else 3

    def _is_first(self, name: str) -> bool:
        if any(name in names for names in BESIDE.values()):
            return True
        return any(
            rule.at_first and name == (rule.asked_as or own_name)
            for own_name, rule in table_of(self.kind.rules).items()
        )

    def clean_arbiters(self) -> str:
        """Members of the league of these names, each once."""
        given = dict.fromkeys(
            name for name in self.cleaned_data["arbiters"].replace(",", " ").split() if name
        )
        self.people = list(self.league.members_named(list(given)))
        known = {person.get_username().casefold() for person in self.people}
        if missing := [name for name in given if name.casefold() not in known]:
            raise forms.ValidationError([nobody_called(name, self.league) for name in missing[:MOST_WRONG]])
        if not self.people:
            raise forms.ValidationError(gettext("Name at least one arbiter."))
        return str(self.cleaned_data["arbiters"])

    def rules(self, pace: Pace, absence: Absence) -> CommonRules | None:
        """The rules that were laid down; None where they cannot be: the form says why beside the field."""
        money = self.season.terms.money if self.season is not None else None
        try:
            return laid_down(self.kind, self.cleaned_data, pace, absence, self.league, money)
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


def _initial(season: Competition) -> dict[str, Any]:
    rules = season.terms
    arbiters = season.arbiters.filter(left_at=None).values_list("user__username", flat=True)
    zone, moments = zoneinfo.ZoneInfo(rules.zone), {name: getattr(rules, name) for name in MOMENTS}
    return {
        **values_of(rules),
        **{name: each.astimezone(zone).replace(tzinfo=None) for name, each in moments.items() if each},
        "last_year": rules.settings.get("last_year"),
        "arbiters": ", ".join(sorted(arbiters, key=str.lower)),
    }


def defaults(kind: type[CommonRules], user: Any) -> dict[str, Any]:
    """A season that starts in two weeks and lasts as long as its kind needs: what works for twenty people."""
    day, first = timedelta(days=1), today()
    return {
        **defaults_of(kind),
        "enters_from": first + day,
        "enters_until": first + 13 * day,
        "starts_at": first + 14 * day,
        "ends_at": first + (14 + kind.LASTS) * day,
        "variant": "intimate",
        "last_year": kind.LAST_YEAR,
        "zone": timezone.get_current_timezone_name(),
        "arbiters": user.get_username(),
    }


def today() -> datetime:
    """The midnight with which the reader's day began, by their own clock."""
    return timezone.localtime().replace(hour=0, minute=0, second=0, microsecond=0, tzinfo=None)


def laid_down(
    kind: Kind,
    given: Mapping[str, Any],
    pace: Pace,
    absence: Absence,
    league: League,
    money: PrizeRules | None = None,
) -> CommonRules:
    """The rules of a kind that say what was `given`, as the form reads it: `BadRules`, or `GameError` of the
    game, where they cannot be.
    """
    zone = zoneinfo.ZoneInfo(given["zone"])
    moments = {name: given[name].replace(tzinfo=zone).astimezone(UTC) for name in MOMENTS if name in given}
    variant = given["variant"] if "variant" in given else kind.rules.VARIANTS[0]
    is_great_war = variant == "standard"
    beside = {
        "league": league.slug,
        "variant": variant,
        "settings": dict(GREAT_WAR) if is_great_war else {"last_year": given["last_year"]},
        "pace": pace,
        "absence": absence,
        "money": money,
    }
    if moments["ends_at"] <= moments["starts_at"]:
        raise BadRules("ends_at", _("The season must end after it starts."))
    return made(kind.rules, {**given, **moments, **beside, **kind.laid_down(given, moments)})
