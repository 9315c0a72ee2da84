"""The bot without Discord: a console, a script runner and a browser table on a simulated server."""
