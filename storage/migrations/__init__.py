"""The steps that made the tables what they are. `HEAD` is the newest one."""

HEAD = "0004"
