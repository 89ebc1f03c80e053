"""Prize money: entry fees, pools and payouts of competitions, in a ledger the database keeps straight."""
