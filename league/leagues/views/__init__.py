"""Pages of leagues: `frame` shows them, `doors` lets people in and out, `organising` is for organisers."""
