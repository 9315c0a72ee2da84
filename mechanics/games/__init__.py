"""The games, each a package of the same shape. `mechanics.games.all` lists those that work."""
