"""Whether two trees show the same pages: see `python -m tests.alike --help`."""
