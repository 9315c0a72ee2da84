"""The database. It knows campaigns, sheets and records as rows, and no game."""
