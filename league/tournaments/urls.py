"""Addresses of competitions, standings, ratings and records."""

from __future__ import annotations

from django.urls import path

from league.tournaments.views import (
    against,
    challenging,
    desk,
    disputing,
    entering,
    founding,
    played,
    proceedings,
    ratings,
    record_book,
    seasons,
    standings,
    suspecting,
)

app_name = "tournaments"

LEAGUE = "l/<slug:league_slug>"
ALL = f"{LEAGUE}/competitions"
ONE = f"{ALL}/<slug:season>"

urlpatterns = [
    path(f"{LEAGUE}/standings/", standings.standings, name="standings"),
    path(f"{LEAGUE}/standings.<slug:form>", standings.standings_file, name="standings-file"),
    path(f"{LEAGUE}/against/", against.find, name="find-pair"),
    path(f"{LEAGUE}/p/<str:username>/against/", against.opponents, name="opponents"),
    path(f"{LEAGUE}/p/<str:username>/against/<str:other>/", against.pair, name="against"),
    path(f"{LEAGUE}/p/<str:username>/games/", played.player_games, name="player-games"),
    path(f"{LEAGUE}/records/", record_book.league_records, name="records"),
    path(f"{LEAGUE}/records/games/", record_book.league_games, name="record-games"),
    path("records/", record_book.all_records, name="all-records"),
    path("records/games/", record_book.all_games, name="all-record-games"),
    path(f"{LEAGUE}/ratings/", ratings.ratings, name="ratings"),
    path(f"{ALL}/", seasons.index, name="index"),
    path(f"{ALL}/new/", founding.create, name="create"),
    path(f"{ONE}/", seasons.season, name="season"),
    path(f"{ONE}/live/", seasons.live, name="live"),
    path(f"{ONE}/edit/", founding.edit, name="edit"),
    path(f"{ONE}/announce/", founding.announce, name="announce"),
    path(f"{ONE}/cancel/", founding.cancel, name="cancel"),
    path(f"{ONE}/extend/", founding.extend_registration, name="extend-registration"),
    path(f"{ONE}/arbiters/", founding.arbiters, name="arbiters"),
    path(f"{ONE}/invitations/", founding.invitations, name="invitations"),
    path(f"{ONE}/invitations/<int:guest>/take-back/", founding.uninvite, name="uninvite"),
    path(f"{ONE}/enter/", entering.enter, name="enter"),
    path(f"{ONE}/withdraw/", entering.withdraw, name="withdraw"),
    path(f"{ONE}/word/", entering.word, name="word"),
    path(f"{ONE}/challenge/", challenging.challenge, name="challenge"),
    path(f"{ONE}/challenges/<int:challenge>/", challenging.one, name="one-challenge"),
    path(f"{ONE}/challenges/<int:challenge>/answer/", challenging.answer, name="answer"),
    path(f"{ONE}/challenges/<int:challenge>/take-back/", challenging.take_back, name="take-back"),
    path(f"{ONE}/disputes/<int:challenge>/", disputing.result, name="dispute"),
    path(f"{ONE}/desk/", desk.desk, name="desk"),
    path(f"{ONE}/desk/write/", desk.write, name="write"),
    path(f"{ONE}/desk/extend/", desk.extend, name="extend"),
    path(f"{ONE}/desk/dates/", desk.move_dates, name="move-dates"),
    path(f"{ONE}/desk/p/<int:entry>/", desk.remove, name="remove"),
    path(f"{ONE}/desk/suspicions/<int:suspicion>/dismiss/", suspecting.dismiss, name="dismiss"),
    path(f"{ONE}/p/<int:entry>/suspect/", suspecting.suspect, name="suspect"),
    path(f"{ONE}/p/<int:entry>/", proceedings.entrant, name="entrant"),
    path(f"{ONE}/rules/", proceedings.rules, name="rules"),
    path(f"{ONE}/rules.json", proceedings.rules_file, name="rules-file"),
    path(f"{ONE}/season.json", proceedings.export_file, name="export-file"),
    path(f"{ONE}/table.<slug:form>", proceedings.table_file, name="table-file"),
    path(f"{ONE}/log/", proceedings.season_log, name="log"),
    path(f"{ONE}/results/", proceedings.results, name="results"),
    path(f"{ONE}/entries/", proceedings.all_entries, name="entries"),
]
