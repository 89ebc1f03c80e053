"""What the record book of games with auctions is read from: caches, like those of the standings."""

from __future__ import annotations

from typing import Any

from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _


class AuctionGame(models.Model):
    """One finished game for two with auctions (Intimate Diplomacy) as the record book has it.

    `first` and `second` are the home powers, in alphabetical order of their keys. `prices` holds what was
    paid, in credits, by game year and power: `{"1901:RUSSIA": 12}`; powers that no one took are not in it.
    """

    game = models.OneToOneField("games.Game", models.CASCADE, primary_key=True, related_name="+")
    league = models.ForeignKey("leagues.League", models.CASCADE, related_name="+", db_index=False)
    kind = models.CharField(max_length=40)
    first = models.CharField(max_length=12)
    second = models.CharField(max_length=12)
    winner = models.CharField(max_length=12, blank=True, default="", help_text="a home power; none: nobody")
    drawn = models.BooleanField(default=False)
    last_year = models.PositiveSmallIntegerField(help_text="the game year in which it ended")
    prices: Any = models.JSONField(default=dict, blank=True)
    ended_at = models.DateTimeField()

    class Meta:
        app_label = "tournaments"
        verbose_name = _("game of the record book")
        verbose_name_plural = _("games of the record book")
        ordering = ["pk"]
        constraints = [
            models.CheckConstraint(condition=Q(first__lt=F("second")), name="home_powers_in_their_order"),
            models.CheckConstraint(
                condition=Q(winner="") | Q(drawn=False) & (Q(winner=F("first")) | Q(winner=F("second"))),
                name="a_home_power_wins_or_nobody",
            ),
        ]
        indexes = [
            models.Index(fields=["league", "kind", "-game"], name="record_book_of_a_league"),
            models.Index(fields=["league", "kind", "first", "second", "-game"], name="record_book_by_pair"),
            models.Index(fields=["league", "kind", "last_year"], name="record_book_by_length"),
            models.Index(fields=["kind", "last_year"], name="record_book_of_all"),
        ]

    def __str__(self) -> str:
        return f"{self.first} and {self.second} in {self.game_id}"


class PairTally(models.Model):
    """How games of one pair of home powers went that ended in one game year."""

    league = models.ForeignKey("leagues.League", models.CASCADE, related_name="+", db_index=False)
    kind = models.CharField(max_length=40)
    first = models.CharField(max_length=12)
    second = models.CharField(max_length=12)
    last_year = models.PositiveSmallIntegerField()
    games = models.PositiveIntegerField(default=0)
    won_first = models.PositiveIntegerField(default=0)
    won_second = models.PositiveIntegerField(default=0)
    drawn = models.PositiveIntegerField(default=0)

    class Meta:
        app_label = "tournaments"
        verbose_name = _("tally of a pair")
        verbose_name_plural = _("tallies of pairs")
        ordering = ["pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["league", "kind", "first", "second", "last_year"], name="one_tally_a_pair_and_year"
            ),
            models.CheckConstraint(
                condition=Q(games__gt=0, games__gte=F("won_first") + F("won_second") + F("drawn")),
                name="a_pair_wins_no_more_than_it_played",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.first} and {self.second} until {self.last_year}"


class PriceTally(models.Model):
    """What was paid for one power in the auctions of one game year, in credits: how often, and together."""

    league = models.ForeignKey("leagues.League", models.CASCADE, related_name="+", db_index=False)
    kind = models.CharField(max_length=40)
    power = models.CharField(max_length=12)
    year = models.PositiveSmallIntegerField(help_text="of the game")
    sold = models.PositiveIntegerField(default=0)
    paid = models.PositiveBigIntegerField(default=0)

    class Meta:
        app_label = "tournaments"
        verbose_name = _("tally of prices")
        verbose_name_plural = _("tallies of prices")
        ordering = ["pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["league", "kind", "power", "year"], name="one_tally_a_power_and_year"
            ),
            models.CheckConstraint(condition=Q(sold__gt=0), name="a_price_was_paid"),
        ]

    def __str__(self) -> str:
        return f"{self.power} in {self.year}"


class Happened(models.TextChoices):
    """What can be told of a game's auctions in one game year."""

    HELD = "held", _("powers were auctioned")
    BUST = "bust", _("a player went bust")
    BOTH = "both", _("both players went bust")
    ANARCHY = "anarchy", _("a power was not sold")


class AuctionEvent(models.Model):
    """Something that happened in the auction of one game year in a game of the record book.

    `power` is the one that no one took, of an anarchy; empty elsewhere. A year in which both went bust has a
    row for `bust` as well.
    """

    game = models.ForeignKey(AuctionGame, models.CASCADE, related_name="events", db_index=False)
    league = models.ForeignKey("leagues.League", models.CASCADE, related_name="+", db_index=False)
    kind = models.CharField(max_length=40)
    what = models.CharField(max_length=8, choices=Happened.choices)
    year = models.PositiveSmallIntegerField(help_text="of the game")
    power = models.CharField(max_length=12, blank=True, default="")

    class Meta:
        app_label = "tournaments"
        verbose_name = _("event of an auction")
        verbose_name_plural = _("events of auctions")
        ordering = ["pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["game", "what", "year", "power"], name="one_event_an_auction_and_power"
            ),
            models.CheckConstraint(
                condition=Q(what="anarchy") & ~Q(power="") | ~Q(what="anarchy") & Q(power=""),
                name="an_anarchy_has_its_power",
            ),
        ]
        indexes = [
            models.Index(
                fields=["league", "kind", "what", "year", "power", "-game"], name="auction_events_of_a_league"
            ),
            models.Index(fields=["kind", "what", "year", "power", "-game"], name="auction_events_of_all"),
        ]

    def __str__(self) -> str:
        return f"{self.what} {self.power} {self.year} in {self.game_id}"


class AuctionTally(models.Model):
    """In how many games something happened in the auctions of one game year (`AuctionEvent`)."""

    league = models.ForeignKey("leagues.League", models.CASCADE, related_name="+", db_index=False)
    kind = models.CharField(max_length=40)
    what = models.CharField(max_length=8, choices=Happened.choices)
    year = models.PositiveSmallIntegerField(help_text="of the game")
    power = models.CharField(max_length=12, blank=True, default="")
    games = models.PositiveIntegerField(default=0)

    class Meta:
        app_label = "tournaments"
        verbose_name = _("tally of auctions")
        verbose_name_plural = _("tallies of auctions")
        ordering = ["pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["league", "kind", "what", "year", "power"], name="one_tally_an_event_and_year"
            ),
            models.CheckConstraint(condition=Q(games__gt=0), name="an_auction_event_happened"),
        ]

    def __str__(self) -> str:
        return f"{self.what} {self.power} {self.year}"


class Sort(models.TextChoices):
    """What a record can be of."""

    FASTEST = "fastest", _("Fastest win")
    LONGEST = "longest", _("Longest game")
    BID = "bid", _("Highest bid")
    BUST = "bust", _("Costliest bust")
    COMEBACK = "comeback", _("Biggest comeback")
    TREASURY = "treasury", _("Biggest treasury")


class Feat(models.Model):
    """The best that one home power did of one sort in a game of the record book; of the game itself where
    `power` is empty. The greater its `weight`, the better; the best of all are the records.

    `facts` is what is told of it besides: keys of powers and places, numbers. Who did it is not written here.
    """

    game = models.ForeignKey(AuctionGame, models.CASCADE, related_name="feats", db_index=False)
    league = models.ForeignKey("leagues.League", models.CASCADE, related_name="+", db_index=False)
    kind = models.CharField(max_length=40)
    sort = models.CharField(max_length=8, choices=Sort.choices)
    power = models.CharField(max_length=12, blank=True, default="", help_text="a home power; none: both")
    weight = models.IntegerField()
    facts: Any = models.JSONField(default=dict, blank=True)
    ended_at = models.DateTimeField(help_text="when the game did: who was first keeps a record")

    class Meta:
        app_label = "tournaments"
        verbose_name = _("feat in a game")
        verbose_name_plural = _("feats in games")
        ordering = ["pk"]
        constraints = [
            models.UniqueConstraint(fields=["game", "sort", "power"], name="one_feat_a_sort_and_power")
        ]
        indexes = [
            models.Index(
                fields=["league", "kind", "sort", "-weight", "ended_at", "game"], name="feats_of_a_league"
            ),
            models.Index(fields=["kind", "sort", "-weight", "ended_at", "game"], name="feats_of_all"),
        ]

    def __str__(self) -> str:
        return f"{self.sort} {self.weight} in {self.game_id}"


class RecordBook(models.Model):
    """The figures of one kind of game over all public leagues, made once an hour."""

    kind = models.CharField(max_length=40, primary_key=True)
    figures: Any = models.JSONField(default=dict, help_text="a RecordBook as JSON")
    made_at = models.DateTimeField()

    class Meta:
        app_label = "tournaments"
        verbose_name = _("record book")
        verbose_name_plural = _("record books")
        ordering = ["kind"]

    def __str__(self) -> str:
        return self.kind
