"""What rows of the outbox are about, asked for all of them at once, as it stands when mails are written:
rows whose occasion has passed are left out.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Collection, Mapping, Sequence
from datetime import datetime

from django.db.models import Exists, OuterRef, Q, Sum

from games.agreed.absence import Absence
from games.common.outbox.row import OutboxRow
from games.engine import hosting_rules
from games.engine.answered import sent_in
from games.engine.misses import Misses, misses_so_far
from games.engine.reminder_times import may_remind_of
from games.engine.winners import NOBODY, winners_of
from games.gate.invitations import open_invitations
from games.models import (
    Block,
    ClockEntry,
    ClockProposal,
    ClockVote,
    Game,
    MasterAct,
    Nomination,
    Phase,
    ReadMark,
    Tenure,
    Vote,
)
from games.notices.mail_context import MailContext
from games.notices.seats import SeatNews, seat_news_of

NEEDED = (
    *("label", "ordinal", "due", "opened_at", "deadline", "closes_at", "adjudicated_at", "set_aside_at"),
    *("game_id", "branch_id", "paused_until"),
)
"""Of a phase; its position is long, and no one is told of it by mail."""

IN_VAIN = ("missed", "set_aside")
"""What mails are about that is no longer so where the phase was taken back (HR-8)."""

STATES = (ClockEntry.Reason.PAUSE, ClockEntry.Reason.UNTIMED)
"""Changes of a clock that hold for as long as it stands still, whatever else moves the deadline meanwhile."""

HANDED: Mapping[str, Callable[[SeatNews], bool]] = {
    "opened": lambda news: news.is_open,
    "given_up": lambda _news: True,
    "taken": lambda news: news.after is not None,
}
"""Mails about a seat that changed hands, and whether what they tell still holds."""


def matters_of(rows: Sequence[OutboxRow], now: datetime) -> Mapping[int, MailContext]:
    """By the row's key, what it is about; rows whose occasion has passed are left out."""
    games = Game.objects.select_related("league").in_bulk({row.payload["game"] for row in rows})
    phases = Phase.every.only(*NEEDED).in_bulk(
        {row.payload["phase"] for row in rows if "phase" in row.payload}
    )
    seats = _seats_in({phase.game_id for phase in phases.values()})
    for each in phases.values():
        each.game = games[each.game_id]
    sent = sent_in([phases[key] for key in _asked_for(rows) if key in phases and phases[key].is_open])
    unread = _unread(rows)
    players = _players_of(
        [game for game in games.values() if game.outcome], [row for row in rows if "vote" in row.payload]
    )
    acts = _acts_of(rows)
    voters = _voters_of(rows)
    misses, following = _misses_in(rows, games), _following(rows)
    hosts = _hosts_of(rows)
    nominations = _nominations_of(rows)
    entries, proposals, voted = _entries_of(rows), _proposals_of(rows, now), _voted_on(rows)
    handed = seat_news_of(rows)
    matters = {}
    for row in rows:
        game, phase = games.get(row.payload["game"]), phases.get(row.payload.get("phase", 0))
        if game is None:
            continue
        person, about, owed = row.payload["user"], row.payload["about"], ""
        sitting = players.get(game.pk, {})
        seat = seats.get((game.pk, person), "")
        if phase is None:
            seat = next((key for key, (user, _name) in sitting.items() if user == person), "")
        elif about != "set_aside":  # of a phase that was set aside, anything may be damaged
            owed = phase.due[seat]["kind"] if hosting_rules.is_asked(phase.due, seat) else ""
        if phase is not None and phase.branch_id and about in IN_VAIN:
            continue
        if about == "waiting" and (phase is None or not phase.is_open or sent.get((phase.pk, person))):
            continue
        if about == "extended" and (phase is None or not phase.is_open or (phase.pk, person) in sent):
            continue
        if about == "reminder" and (
            phase is None or not owed or not may_remind_of(phase, now) or (phase.pk, person) in sent
        ):
            continue
        if about == "rules" and not (game.absence and (game.is_running or game.is_waiting)):
            continue
        letters = unread.get((game.pk, person), 0)
        if about == "letters" and not letters:
            continue
        vote = row.payload.get("vote", "")
        wanted = voters.get((game.pk, vote), [])
        if about == "proposal" and (not game.is_running or not wanted or not seat or seat in wanted):
            continue
        if about == "invited" and (game.pk, person) not in hosts:
            continue
        entry = entries.get(row.payload.get("entry", 0))
        proposal = proposals.get(row.payload.get("proposal", 0))
        if about == "clock" and (entry is None or not _still_holds(entry, game, phase, now)):
            continue
        if about == "clock_vote" and (proposal is None or (proposal.pk, person) in voted):
            continue
        news = handed.get(row.payload.get("seat", 0))
        if about in HANDED and (news is None or not game.is_running or not HANDED[about](news)):
            continue
        nomination = nominations.get(row.payload.get("nomination", 0))
        if about == "nomination" and (nomination is None or not game.is_running):
            continue
        named = {key: name for key, (_user, name) in sitting.items()}
        matters[row.pk] = MailContext(
            game=game,
            phase=phase,
            owed=owed,
            winners=winners_of(game.variant, game.outcome, named) if game.outcome else NOBODY,
            letters=letters,
            seat=seat,
            act=acts.get(row.payload.get("act", 0)),
            vote=vote,
            voters=tuple(named[each] for each in wanted if each in named),
            misses=misses.get(game.pk, {}).get(seat),
            tells_rules=about == "rules",
            held=len(misses.get(game.pk, {})),
            host=hosts.get((game.pk, person), "") if about == "invited" else "",
            entry=entry,
            proposal=proposal,
            nomination=nomination,
            is_nominee=nomination is not None and nomination.nominee_id == person,
            is_untimed=game.is_untimed(now),
            handed=news,
            reader=person,
            following=None if game.is_untimed(now) else _asks(following.get(game.pk), seat),
            dropped=bool(row.payload.get("dropped")),
        )
    return matters


def _misses_in(rows: Sequence[OutboxRow], games: Mapping[int, Game]) -> Mapping[int, Mapping[str, Misses]]:
    """By game and seat, what was missed, in games that go on; asked for only where a row is about that."""
    about = {row.payload["game"] for row in rows if row.payload["about"] in ("missed", "extended")}
    since = {}
    for key in about:
        game = games.get(key)
        absence = Absence.from_json(game.absence) if game is not None and game.is_running else None
        if absence is not None:
            since[key] = absence.since
    return misses_so_far(since)


def _following(rows: Sequence[OutboxRow]) -> Mapping[int, Phase]:
    """By game, the phase that is open after one that was missed; asked for only where a row is about that."""
    games = {row.payload["game"] for row in rows if row.payload["about"] == "missed"}
    if not games:
        return {}
    opened = Phase.objects.filter(game__in=games, adjudicated_at=None).only(*NEEDED)
    return {phase.game_id: phase for phase in opened}


def _asks(phase: Phase | None, seat: str) -> Phase | None:
    """`phase`, if it is open and waits for the answer of `seat`."""
    return phase if phase and phase.is_open and hosting_rules.is_asked(phase.due, seat) else None


def _acts_of(rows: Sequence[OutboxRow]) -> dict[int, MasterAct]:
    """What game masters did that `rows` are about, by its key; asked for only where any are."""
    keys = {row.payload["act"] for row in rows if "act" in row.payload}
    return MasterAct.objects.select_related("by", "phase").in_bulk(keys) if keys else {}


def _voters_of(rows: Sequence[OutboxRow]) -> dict[tuple[int, str], list[str]]:
    """By game and ending, the seats that want it; asked for only where one is proposed."""
    games = {row.payload["game"] for row in rows if "vote" in row.payload}
    found: dict[tuple[int, str], list[str]] = defaultdict(list)
    if games:
        votes = Vote.objects.filter(game__in=games).order_by("seat__order")
        for game, kind, seat in votes.values_list("game", "kind", "seat__key"):
            found[game, kind].append(seat)
    return found


def _hosts_of(rows: Sequence[OutboxRow]) -> dict[tuple[int, int], str]:
    """By game and guest, who invites, while it can be taken up and unless the guest has blocked them; asked
    for only where a row is about that.
    """
    invited = [row.payload for row in rows if row.payload["about"] == "invited"]
    if not invited:
        return {}
    found = open_invitations().filter(
        ~Exists(Block.objects.filter(blocker=OuterRef("user"), blocked=OuterRef("by"))),
        game__in={each["game"] for each in invited},
        user__in={each["user"] for each in invited},
    )
    return {(game, user): name for game, user, name in found.values_list("game", "user", "by__username")}


def _entries_of(rows: Sequence[OutboxRow]) -> dict[int, ClockEntry]:
    """What changed clocks that `rows` are about, by its key; asked for only where any are. Not what later
    changes have overtaken, but for holidays, which move on what it did.
    """
    keys = {row.payload["entry"] for row in rows if "entry" in row.payload}
    later = ClockEntry.objects.filter(phase=OuterRef("phase"), pk__gt=OuterRef("pk"))
    overtaken = Exists(later.exclude(reason=ClockEntry.Reason.HOLIDAY))
    standing = ClockEntry.objects.filter(Q(reason__in=STATES) | ~overtaken)
    return standing.select_related("by").in_bulk(keys) if keys else {}


def _still_holds(entry: ClockEntry, game: Game, phase: Phase | None, now: datetime) -> bool:
    """Whether what `entry` did to a phase's clock, which nothing has overtaken, still matters."""
    if phase is None or not phase.is_open or not game.is_running:
        return False
    if entry.reason == ClockEntry.Reason.PAUSE:
        return phase.is_paused(now)
    if entry.reason == ClockEntry.Reason.UNTIMED:
        return game.is_untimed(now)
    return True


def _proposals_of(rows: Sequence[OutboxRow], now: datetime) -> dict[int, ClockProposal]:
    """The proposals about clocks that `rows` are about and that are open, by their keys."""
    keys = {row.payload["proposal"] for row in rows if "proposal" in row.payload}
    if not keys:
        return {}
    standing = ClockProposal.objects.filter(closed_at=None, phase__adjudicated_at=None)
    found = standing.select_related("by__user", "phase").defer("phase__position").in_bulk(keys)
    return {key: each for key, each in found.items() if each.is_open(now)}


def _nominations_of(rows: Sequence[OutboxRow]) -> dict[int, Nomination]:
    """The nominations that `rows` are about and that no one has withdrawn, by their keys."""
    keys = {row.payload["nomination"] for row in rows if "nomination" in row.payload}
    if not keys:
        return {}
    return Nomination.objects.filter(withdrawn_at=None).select_related("nominee", "by").in_bulk(keys)


def _voted_on(rows: Sequence[OutboxRow]) -> set[tuple[int, int]]:
    """Who has voted for which proposal about a clock, where everyone may know: they need no mail."""
    keys = {row.payload["proposal"] for row in rows if "proposal" in row.payload}
    if not keys:
        return set()
    votes = ClockVote.objects.filter(proposal__in=keys)
    votes = votes.exclude(proposal__phase__game__variant__in=hosting_rules.with_secret_dues())
    return set(votes.values_list("proposal", "tenure__user"))


def _seats_in(games: Collection[int]) -> dict[tuple[int, int], str]:
    """By game and person, the seat that they hold."""
    tenures = Tenure.objects.filter(game__in=games, left_at=None).values_list("game", "user", "seat__key")
    return {(game, user): seat for game, user, seat in tenures}


def _asked_for(rows: Sequence[OutboxRow]) -> set[int]:
    """The phases for which `rows` ask someone to send something, by their keys."""
    return {
        row.payload["phase"] for row in rows if row.payload["about"] in ("waiting", "reminder", "extended")
    }


def _unread(rows: Sequence[OutboxRow]) -> dict[tuple[int, int], int]:
    """By game and person, how many messages they have not read."""
    people = {row.payload["user"] for row in rows if row.payload["about"] == "letters"}
    if not people:
        return {}
    marks = ReadMark.objects.filter(tenure__user__in=people, tenure__left_at=None, unread__gt=0)
    counts = marks.order_by().values_list("tenure__game", "tenure__user").annotate(Sum("unread"))
    return {(game, user): count for game, user, count in counts}


def _players_of(over: Sequence[Game], proposed: Sequence[OutboxRow]) -> dict[int, dict[str, tuple[int, str]]]:
    """By game and seat, who sits there, as key and name: in games that are over, or whose end is proposed."""
    games = {game.pk for game in over} | {row.payload["game"] for row in proposed}
    players: dict[int, dict[str, tuple[int, str]]] = defaultdict(dict)
    tenures = Tenure.objects.filter(game__in=games, left_at=None).select_related("seat", "user")
    for tenure in tenures if games else ():
        players[tenure.game_id][tenure.seat.key] = tenure.user_id, tenure.user.get_username()
    return players
