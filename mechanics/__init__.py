"""The rules of the games. Pure: values in, values out; no chat, no database, no clock, no randomness of its own."""
