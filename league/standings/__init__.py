"""What people and powers have come to in a league's games: standings, results, who met whom, record book.

`counting` keeps rows and sums in step with the results of games (`models`); `selectors` ask them for one page
each; `chapters` is what apps above add to the record book.
"""
