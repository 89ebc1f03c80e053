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
        return gettext("Players can end a game by a draw that all of them vote for; the scoring reads it.")
    return gettext("No draws by vote: the scoring does not read them (HR-10).")


def _by_hand(rules: TablesRules) -> str:
    if not rules.by_hand:
        return ""
    return gettext(
        "They are played elsewhere. The organisers enter the centres by year, and correct what is wrong with "
        "a reason that everyone reads. Such games count in this event alone: neither ratings nor records."
    )


def _drawing(rules: TablesRules) -> str:
    said = gettext(
        "A committed draw makes the starting order, and swaps improve it. In this order they avoid: pairs "
        "that are kept apart; the same players again; a power again; the same neighbours."
    )
    if rules.by_rating:
        said += " " + gettext("In round 1 the best rated players sit at different tables.")
    return said


def _sit_out(rules: TablesRules) -> str:
    return gettext(
        "If the players who checked in make no full tables, substitutes and then volunteers fill one more. "
        "Otherwise the rest sit out with %(score)s points; no one sits out twice before everyone has once."
    ) % {"score": rules.sit_out}


def _final(rules: TablesRules) -> str:
    if not rules.final:
        return gettext("None: the standings after the last round are final.")
    if rules.top_powers is Powers.RANKINGS:
        powers = gettext("Its players rank the powers as they check in; the best placed chooses first.")
    else:
        powers = gettext("Its powers are drawn.")
    return gettext(
        "In the last round the best seven play the top table; a player who does not check in makes room "
        "for the next. %(powers)s The others sit by standing. Places 1 to 7: the score at the top table, "
        "then the standing before it. From 8 on this round counts as any other."
    ) % {"powers": powers}


ROUNDS = Row(_("Rounds"), _rounds)
CHECKING_IN = always(
    _("Check-in"),
    _(
        "One click in the 48 hours before a round is drawn. Not checked in: no game and 0 points. The "
        "drawing stands for 12 hours before the round begins; meanwhile the organisers can draw again or "
        "swap two players, with a reason that everyone reads. If someone who is drawn leaves before it "
        "begins, it is drawn again. With fewer than seven there is no further round."
    ),
)
BY_HAND = Row(_("Games"), _by_hand)
DRAWING = Row(_("Tables"), _drawing)
SIT_OUT = Row(_("Who sits out"), _sit_out)
SCORING = Row(_("Scoring"), _scoring)
VOTES = Row(_("Draws"), _draws)
READ = always(
    _("What a score reads"),
    _(
        "Centres at the last change of ownership; a solo (18 centres); who shares a draw; the first year "
        "without a centre. Ratings and records count the game by the rulebook all the same (RB-13)."
    ),
)
TIES = always(
    _("Equal on points"),
    _(
        "Head to head, between two alone; best game; second best; centres and board tops in the rounds "
        "that count; best score that does not count. Those whom the draw alone separates share prizes."
    ),
)
VOID = always(
    _("Void games"),
    _(
        "By a ruling: all seven have the points of sitting out. By silence: 0. A seat that no one takes "
        "over is in civil disorder; its score stays the entrant’s."
    ),
)
SECOND = always(
    _("Second seats"),
    _(
        "A substitute who fills a table, and a volunteer’s second seat, score for the other six alone and "
        "win nothing; they count as met, and as a power played."
    ),
)
FINAL = Row(_("Final round"), _final)
PRIZES = always(
    _("Substitutes and prizes"),
    _(
        "A score belongs to the entrant. If the entrant gave a seat up, resigned, was removed or "
        "disqualified, the prize is shared by substitutes, by the game years each held of all those in "
        "the rounds that count; the entrant’s part is no one’s."
    ),
)
TABLES = Section(_("Rounds and tables"), (ROUNDS, BY_HAND, CHECKING_IN, DRAWING, SIT_OUT, SECOND, FINAL))
POINTS = Section(_("Scoring"), (SCORING, VOTES, READ, TIES, VOID, PRIZES))
