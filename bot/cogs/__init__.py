"""The commands, a module a topic. A cog turns typed options into a move and names the card; it holds no rule."""
