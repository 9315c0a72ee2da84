"""Discord: commands, cards and the one path of an action."""
