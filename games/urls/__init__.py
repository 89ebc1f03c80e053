"""Addresses of games. Those of one game stand under its league: `/l/<league>/g/<code>/`."""

from __future__ import annotations

from django.urls import path

from games.views import (
    answering,
    auctions,
    ending,
    fog,
    game,
    inviting,
    letters,
    listing,
    notebook,
    opening,
    presiding,
    records,
    seats,
    spells,
)

app_name = "games"

LEAGUE = "l/<slug:league_slug>"
GAME = f"{LEAGUE}/g/<slug:code>"

urlpatterns = [
    path("games/", listing.mine, name="mine"),
    path(f"{LEAGUE}/games/", listing.league_games, name="list"),
    path(f"{LEAGUE}/games/new/", opening.open_game, name="open"),
    path(f"{GAME}/", game.game, name="game"),
    path(f"{GAME}/status/", game.status, name="status"),
    path(f"{GAME}/seen/", game.seen, name="results-seen"),
    path(f"{GAME}/seat/", seats.take, name="take-seat"),
    path(f"{GAME}/rank/", seats.rank, name="rank-seats"),
    path(f"{GAME}/dealing/", seats.dealing, name="dealing"),
    path(f"{GAME}/leave/", seats.leave, name="leave-seat"),
    path(f"{GAME}/cancel/", seats.cancel, name="cancel"),
    path(f"{GAME}/invite/", inviting.invite, name="invite"),
    path(f"{GAME}/invite/withdraw/", inviting.withdraw, name="withdraw-invitation"),
    path(f"{GAME}/decline/", inviting.decline, name="decline"),
    path(f"{GAME}/join/<str:token>/", seats.join_private, name="join-private"),
    path(f"{GAME}/answer/", answering.save, name="answer"),
    path(f"{GAME}/preview/", answering.preview, name="preview"),
    path(f"{GAME}/ready/", answering.ready, name="ready"),
    path(f"{GAME}/press/", letters.press, name="press"),
    path(f"{GAME}/press/draft/", letters.draft, name="letter-draft"),
    path(f"{GAME}/press/read/", letters.read, name="letters-read"),
    path(f"{GAME}/vote/", ending.vote, name="vote"),
    path(f"{GAME}/vote/<slug:kind>/", ending.last_vote, name="last-vote"),
    path(f"{GAME}/concede/", ending.concede, name="concede"),
    path(f"{GAME}/rematch/", opening.rematch, name="rematch"),
    path(f"{GAME}/master/", presiding.acts, name="acts"),
    path(f"{GAME}/master/desk/", presiding.desk, name="desk"),
    path(f"{GAME}/master/letters/", presiding.letters, name="all-letters"),
    path(f"{GAME}/stand-in/", presiding.stand_in, name="stand-in"),
    path(f"{GAME}/auctions/", auctions.history, name="auctions"),
    path(f"{GAME}/auctions.csv", auctions.history_csv, name="auctions-csv"),
    path(f"{GAME}/spells/", spells.spells, name="spells"),
    path(f"{GAME}/reports/", fog.reports, name="reports"),
    path(f"{GAME}/notebook/", notebook.notebook, name="notebook"),
    path(f"{GAME}/report/", fog.full_report, name="full-report"),
    path(f"{GAME}/report/<slug:label>/", fog.full_report_year, name="full-report-year"),
    path(f"{GAME}/record.json", records.record, name="record"),
    path(f"{GAME}/<slug:label>/", game.phase, name="phase"),
]
