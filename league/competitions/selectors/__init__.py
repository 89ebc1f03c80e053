"""What the pages of seasons show: each question of theirs, with a fixed number of queries."""
