"""Movement: who goes where, who is dislodged, and why. Integers inside, values at `phases.movement`."""
