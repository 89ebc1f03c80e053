"""Settings: `embedded` (the default: one process, SQLite, no configuration), `production`, `test`."""
