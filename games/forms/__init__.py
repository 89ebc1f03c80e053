"""Forms of a game: the shape of what may be asked. Whether it is granted, the services say."""
