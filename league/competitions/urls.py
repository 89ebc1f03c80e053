"""Addresses of competitions, standings, ratings and records."""

from __future__ import annotations

from django.urls import include, path

from league.competitions.knock_out import views as knocking_out
from league.competitions.ladder import views as challenging
from league.competitions.tables import hand_views as by_hand
from league.competitions.tables import views as seating
from league.competitions.views import (
    desk,
    disputing,
    entering,
    founding,
    nudging,
    proceedings,
    seasons,
    suspecting,
)
from league.ratings import views
from league.standings.views import (
    against,
    played,
    record_book,
    standings,
)

app_name = "tournaments"

LEAGUE = "l/<slug:league_slug>"
ALL = f"{LEAGUE}/competitions"
ONE = f"{ALL}/<slug:season>"

of_a_season = [
    path("", seasons.season, name="season"),
    path("live/", seasons.live, name="live"),
    path("edit/", founding.edit, name="edit"),
    path("announce/", founding.announce, name="announce"),
    path("cancel/", founding.cancel, name="cancel"),
    path("extend/", founding.extend_registration, name="extend-registration"),
    path("arbiters/", founding.arbiters, name="arbiters"),
    path("arbiter/", desk.own_part, name="own-part"),
    path("invitations/", founding.invitations, name="invitations"),
    path("invitations/<int:guest>/take-back/", founding.uninvite, name="uninvite"),
    path("enter/", entering.enter, name="enter"),
    path("withdraw/", entering.withdraw, name="withdraw"),
    path("word/", entering.word, name="word"),
    path("challenge/", challenging.challenge, name="challenge"),
    path("tell-me/", challenging.tell_me, name="tell-me"),
    path("challenges/<int:challenge>/", challenging.one, name="one-challenge"),
    path("challenges/<int:challenge>/answer/", challenging.answer, name="answer"),
    path("challenges/<int:challenge>/decline/", challenging.decline, name="decline"),
    path("challenges/<int:challenge>/take-back/", challenging.take_back, name="take-back"),
    path("disputes/<int:challenge>/", disputing.result, name="dispute"),
    path("desk/", desk.desk, name="desk"),
    path("desk/write/", desk.write, name="write"),
    path("desk/extend/", desk.extend, name="extend"),
    path("desk/dates/", desk.move_dates, name="move-dates"),
    path("desk/seeds/", knocking_out.seeds, name="seeds"),
    path("desk/goes-on/<int:number>/", knocking_out.goes_on, name="goes-on"),
    path("check-in/", seating.checks_in, name="check-in"),
    path("scoring/", seating.scoring, name="scoring"),
    path("desk/drawing/", seating.drawing, name="drawing"),
    path("desk/roll/", by_hand.roll, name="roll"),
    path("desk/tables/<int:number>/", by_hand.hand_result, name="hand-result"),
    path("desk/apart/", seating.apart, name="apart"),
    path("desk/acts/<int:act>/", desk.proposed_act, name="proposed-act"),
    path("desk/p/<int:entry>/", desk.remove, name="remove"),
    path("desk/p/<int:entry>/nudge/", nudging.nudge, name="nudge"),
    path("desk/suspicions/<int:suspicion>/dismiss/", suspecting.dismiss, name="dismiss"),
    path("p/<int:entry>/suspect/", suspecting.suspect, name="suspect"),
    path("p/<int:entry>/", proceedings.entrant, name="entrant"),
    path("rules/", proceedings.rules, name="rules"),
    path("rules.json", proceedings.rules_file, name="rules-file"),
    path("season.json", proceedings.export_file, name="export-file"),
    path("table.<slug:form>", proceedings.table_file, name="table-file"),
    path("log/", proceedings.season_log, name="log"),
    path("results/", proceedings.results, name="results"),
    path("entries/", proceedings.all_entries, name="entries"),
]
"""Below one prefix, as those of a game."""

urlpatterns = [
    path(f"{LEAGUE}/standings/", standings.standings, name="standings"),
    path(f"{LEAGUE}/standings.<slug:form>", standings.standings_file, name="standings-file"),
    path(f"{LEAGUE}/against/", against.find, name="find-pair"),
    path(f"{LEAGUE}/p/<str:username>/against/", against.opponents, name="opponents"),
    path(f"{LEAGUE}/p/<str:username>/against.<slug:form>", against.opponents_file, name="opponents-file"),
    path(f"{LEAGUE}/p/<str:username>/against/<str:other>/", against.pair, name="against"),
    path(f"{LEAGUE}/p/<str:username>/games/", played.player_games, name="player-games"),
    path(f"{LEAGUE}/records/", record_book.league_records, name="records"),
    path(f"{LEAGUE}/records/games/", record_book.league_games, name="record-games"),
    path("records/", record_book.all_records, name="all-records"),
    path("records/games/", record_book.all_games, name="all-record-games"),
    path(f"{LEAGUE}/ratings/", views.ratings, name="ratings"),
    path(f"{ALL}/", seasons.index, name="index"),
    path(f"{ALL}/hall/", seasons.hall, name="hall"),
    path(f"{ALL}/new/", founding.create, name="create"),
    path(f"{ONE}/", include(of_a_season)),
]
