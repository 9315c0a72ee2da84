"""The sample campaign that a fresh browser table begins with: lines of the console, played by the sample people."""

CHANNELS = ("tomb", "tavern")
PEOPLE = ("gm", "player1", "player2")
LINES = (
    "as gm",
    "in #tomb",
    '/campaign create name:"The Tomb" game:dragonhead',
    "as player1",
    "/character create name:Marsha",
    'click "Type scores"',
    'submit abilities:"12 11 14 9 10 8 12 7 13" hp:11 class_level:"Warlord 2"',
    'click "Done"',
    "as player2",
    "/character create name:Santo",
    'click "Type scores"',
    'submit abilities:"9 10 11 15 13 12 8 14 10" hp:8 class_level:"Wizard 2"',
    'click "Done"',
    "as gm",
    "/session start",
    "as player1",
    'click "I\'m here"',
    "as player2",
    'click "I\'m here"',
    "as gm",
    'click "Begin"',
    "as player1",
    '/dh check ability:dexterity bonus:half note:"along the ledge"',
)
EXAMPLES = (
    ("/play", "your own panel: everything you may do now, as buttons"),
    ("/dh check ability:luck", "a check; press Fudge if you do not like it"),
    ("/odds dice:2d6 target:9", "the exact chance before you throw"),
)
