"""Dragonhead's commands."""
