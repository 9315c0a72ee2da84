"""The sample campaign that a fresh browser table begins with: lines of the console, played by the sample people."""

CHANNELS = ("tomb", "tavern")
PEOPLE = ("gm", "player1", "player2")
LINES = (
    "as gm",
    "in #tomb",
    '/campaign create name:"The Tomb" game:dragonhead',
)
EXAMPLES = (
    ("/roll dice:4d6kh3+2", "throw any dice, anywhere"),
    ("/play", "your own panel: everything you may do now, as buttons"),
    ("/odds dice:2d6 target:9", "the exact chance before you throw"),
)
