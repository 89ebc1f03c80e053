"""Addresses of games. Those of one game stand under its league: `/l/<league>/g/<code>/`."""

from __future__ import annotations

from django.urls import include, path

from games.features.auction import views as auctions
from games.features.fog import notebook_views as notebook
from games.features.fog import views as fog
from games.features.spells import views as spells
from games.views import (
    answering,
    blocking,
    clock_votes,
    correspondence,
    ending,
    game,
    holidays,
    inviting,
    letters,
    listing,
    nominating,
    open_seats,
    opening,
    pictures,
    presiding,
    records,
    replaying,
    ruling,
    sandbox,
    seats,
)

app_name = "games"

LEAGUE = "l/<slug:league_slug>"
GAME = f"{LEAGUE}/g/<slug:code>"

of_a_game = [
    path("", game.game, name="game"),
    path("status/", game.status, name="status"),
    path("rules-read/", game.rules_read, name="rules-read"),
    path("seen/", game.seen, name="results-seen"),
    path("seat/", seats.take, name="take-seat"),
    path("rank/", seats.rank, name="rank-seats"),
    path("dealing/", seats.dealing, name="dealing"),
    path("leave/", seats.leave, name="leave-seat"),
    path("cancel/", seats.cancel, name="cancel"),
    path("invite/", inviting.invite, name="invite"),
    path("invite/withdraw/", inviting.withdraw, name="withdraw-invitation"),
    path("invite/new-link/", inviting.new_link, name="new-link"),
    path("invite/remove/", inviting.shut_out, name="shut-out"),
    path("decline/", inviting.decline, name="decline"),
    path("join/<str:token>/", seats.join_private, name="join-private"),
    path("answer/", answering.save, name="answer"),
    path("preview/", answering.preview, name="preview"),
    path("ready/", answering.ready, name="ready"),
    path("press/", letters.press, name="press"),
    path("press/draft/", letters.draft, name="letter-draft"),
    path("press/read/", letters.read, name="letters-read"),
    path("press/earlier/", correspondence.earlier, name="earlier-letters"),
    path("press/opened/", correspondence.opened, name="opened-press"),
    path("vote/", ending.vote, name="vote"),
    path("vote/<slug:kind>/", ending.last_vote, name="last-vote"),
    path("concede/", ending.concede, name="concede"),
    path("clock/", clock_votes.clock, name="clock"),
    path("resign/", open_seats.resign, name="resign"),
    path("replacement/", open_seats.replacement, name="replacement"),
    path("take-over/<slug:seat>/", open_seats.take_over, name="take-over"),
    path("rematch/", opening.rematch, name="rematch"),
    path("nomination/", nominating.nomination, name="nomination"),
    path("rule/", ruling.rule, name="rule"),
    path("master/", presiding.acts, name="acts"),
    path("master/desk/", presiding.desk, name="desk"),
    path("master/step-down/", seats.step_down, name="step-down"),
    path("master/letters/", correspondence.letters, name="all-letters"),
    path("stand-in/", presiding.stand_in, name="stand-in"),
    path("auctions/", auctions.history, name="auctions"),
    path("auctions.csv", auctions.history_csv, name="auctions-csv"),
    path("spells/", spells.spells, name="spells"),
    path("reports/", fog.reports, name="reports"),
    path("notebook/", notebook.notebook, name="notebook"),
    path("report/", fog.full_report, name="full-report"),
    path("report/<slug:label>/", fog.full_report_year, name="full-report-year"),
    path("board/<slug:look>/<slug:sign>.svg", pictures.board, name="board"),
    path("record.json", records.record, name="record"),
    path("replay/", replaying.replay, name="replay"),
    path("replay/<slug:label>/", replaying.replay, name="replay-phase"),
    path("replay.json", replaying.reel, name="reel"),
    path("sandbox/<slug:label>/", sandbox.in_game, name="sandbox"),
    path("sandbox/<slug:label>/check/", sandbox.check_in_game, name="check-sandbox"),
    path("taken-back/<int:number>/<slug:label>/", game.taken_back_phase, name="taken-back-phase"),
    path("<slug:label>/", game.phase, name="phase"),
]
"""Below one prefix: other addresses are compared with that alone, not with each of these."""

urlpatterns = [
    path("games/", listing.mine, name="mine"),
    path("pictures/<str:shown>.png", pictures.poster, name="poster"),
    path("games/blocked/", blocking.blocked, name="blocked"),
    path(f"{LEAGUE}/games/", listing.league_games, name="list"),
    path(f"{LEAGUE}/games/new/", opening.open_game, name="open"),
    path(f"{LEAGUE}/seats/", open_seats.open_seats, name="open-seats"),
    path(f"{LEAGUE}/holidays/", holidays.holidays, name="holidays"),
    path(f"{LEAGUE}/holidays/<int:holiday_id>/take-back/", holidays.take_back, name="take-back-holiday"),
    path(f"{GAME}/", include(of_a_game)),
]
