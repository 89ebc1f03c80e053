"""Pages of competitions. Each starts from its request's league; unknown and forbidden are both 404."""
