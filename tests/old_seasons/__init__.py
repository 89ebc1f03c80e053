"""Seasons as older releases left them: how their rows were made, and how people play them on."""
