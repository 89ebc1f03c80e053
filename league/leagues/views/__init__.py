"""Pages of leagues: `home` shows them, `joining` lets people in and out, `organising` is for organisers."""
