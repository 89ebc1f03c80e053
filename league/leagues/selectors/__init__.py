"""What one reader may see of leagues and their members."""

from league.leagues.selectors.leagues import (
    LEAGUES_A_PAGE,
    MEMBERS_A_PAGE,
    Link,
    count_of_members,
    invitations,
    keys_of_members,
    members,
    memberships_of,
    open_leagues,
    organisers,
    plays_in,
    public_leagues,
)

__all__ = [
    "LEAGUES_A_PAGE",
    "MEMBERS_A_PAGE",
    "Link",
    "count_of_members",
    "invitations",
    "keys_of_members",
    "members",
    "memberships_of",
    "open_leagues",
    "organisers",
    "plays_in",
    "public_leagues",
]
