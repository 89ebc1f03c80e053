"""Tables of seven: rounds of games for seven, drawn, scored and added up."""
