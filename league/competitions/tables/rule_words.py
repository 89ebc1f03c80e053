"""What the rules page of an event at tables says, row by row; the form asks in the same sections."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from league.competitions.rules.rule import Row, Section, always, words_of
from league.competitions.tables.scoring import SYSTEMS
from league.competitions.tables.systems import Powers, System

if TYPE_CHECKING:
    from league.competitions.tables.rules import TablesRules


def _rounds(rules: TablesRules) -> str:
    rounds = ngettext("%(count)d round.", "%(count)d rounds.", rules.rounds) % {"count": rules.rounds}
    counted = ngettext("The best score counts.", "The best %(count)d scores count.", rules.best_of)
    said = f"{rounds} {counted % {'count': rules.best_of}}"
    if rules.weights:
        weights = {"weights": ", ".join(map(str, rules.weights))}
        said += " " + gettext("From the best on they are multiplied by %(weights)s.") % weights
    return said


def _scoring(rules: TablesRules) -> str:
    if rules.scoring is System.FREE:
        return gettext("The organisers’ own points, as the scoring page shows them.")
    formula = SYSTEMS[rules.scoring].formula
    said = {"system": words_of(rules, "scoring"), "rule": formula.rule, "solo": formula.solo}
    return gettext(
        "%(system)s: %(rule)s. A solo gives %(solo)s, the others then %(lost)s. Fractions are exact."
    ) % (said | {"lost": formula.lost})


def _draws(rules: TablesRules) -> str:
    if rules.has_votes:
        return gettext("Players can end a game by a draw that all of them vote for; the scoring counts it.")
    return gettext("No draws by vote: the scoring does not count them (HR-10).")


def _by_hand(rules: TablesRules) -> str:
    if not rules.by_hand:
        return ""
    return gettext(
        "Games are played elsewhere. The organisers enter the centres year by year; a correction "
        "needs a reason that everyone can read. These games count only in this event, not for "
        "ratings or records."
    )


def _drawing(rules: TablesRules) -> str:
    said = gettext(
        "A random draw, its fingerprint published before, sets the starting order; swaps improve "
        "it. They avoid, in this order: pairs kept apart; the same players again; a power again; "
        "the same neighbours."
    )
    if rules.by_rating:
        said += " " + gettext("In round 1 the best rated players sit at different tables.")
    return said


def _sit_out(rules: TablesRules) -> str:
    return gettext(
        "If the number of players checked in is not a multiple of seven, substitutes and then "
        "volunteers fill one more table. Otherwise the rest sit out with %(score)s points. No one"
        " sits out twice before everyone has once."
    ) % {"score": rules.sit_out}


def _final(rules: TablesRules) -> str:
    if not rules.final:
        return gettext("None: the standings after the last round are final.")
    if rules.top_powers is Powers.RANKINGS:
        powers = gettext("Its players rank the powers as they check in; the best placed chooses first.")
    else:
        powers = gettext("Its powers are drawn.")
    return gettext(
        "In the last round the best seven play at the top board; if one does not check in, the "
        "next takes the place. %(powers)s The others sit by standing. Places 1 to 7: the score at"
        " the top board, then the standing before it. From place 8 on, this round counts like any"
        " other."
    ) % {"powers": powers}


ROUNDS = Row(_("Rounds"), _rounds)
CHECKING_IN = always(
    _("Check-in"),
    _(
        "Check in with one click in the 48 hours before a round is drawn. If you don’t: no game "
        "and 0 points. The draw is made 12 hours before the round begins. Until then the "
        "organisers can draw again or swap two players, with a reason that everyone can read. If "
        "a player in the draw leaves before the round begins, it is drawn again. With fewer than "
        "seven there is no further round."
    ),
)
BY_HAND = Row(_("Games"), _by_hand)
DRAWING = Row(_("Tables"), _drawing)
SIT_OUT = Row(_("Who sits out"), _sit_out)
SCORING = Row(_("Scoring"), _scoring)
VOTES = Row(_("Draws"), _draws)
READ = always(
    _("What a score counts"),
    _(
        "Centres at the last change of ownership; a solo (18 centres); who shares a draw; the first year "
        "without a centre. Ratings and records count the game by the rulebook all the same (RB-13)."
    ),
)
TIES = always(
    _("Equal on points"),
    _(
        "Head to head, if only two are equal; best game; second best; centres and board tops in "
        "the rounds that count. Then the best score that does not count, and a random draw. "
        "Players whom only the draw separates share prizes."
    ),
)
VOID = always(
    _("Void games"),
    _(
        "By a ruling: all seven get the points of sitting out. Because no one saved anything any "
        "more: 0. A seat that no one takes over is in civil disorder; its score stays the "
        "entrant’s."
    ),
)
SECOND = always(
    _("Second seats"),
    _(
        "The seat of a substitute who fills a table, or a volunteer’s second seat, scores only "
        "for the other six and wins nothing. It does count as having met, and as a power played."
    ),
)
FINAL = Row(_("Final round"), _final)
PRIZES = always(
    _("Substitutes and prizes"),
    _(
        "A score belongs to the entrant. If the entrant lost a seat, resigned, was removed or "
        "disqualified, the substitutes share the prize. Each share follows the game years they "
        "held, out of all in the rounds that count. The entrant’s own part goes to no one."
    ),
)
TABLES = Section(_("Rounds and tables"), (ROUNDS, BY_HAND, CHECKING_IN, DRAWING, SIT_OUT, SECOND, FINAL))
POINTS = Section(_("Scoring"), (SCORING, VOTES, READ, TIES, VOID, PRIZES))
