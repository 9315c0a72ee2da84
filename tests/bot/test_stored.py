"""Every command and button once: what it writes is one entry of the record and nothing beside it; a stranger is refused
by a code; delivered twice it gets the first result; and its entry, played again with the same faces, gives the same."""

from __future__ import annotations

from typing import Any

import pytest
from discord import app_commands
from msgspec import Struct

from mechanics.campaign import Campaign, Found, Redo
from mechanics.dice import RecordedDice
from mechanics.games.all import GAMES
from mechanics.perform import perform
from mechanics.state import Scene, State, parts_of
from tests.bot.table import CREATE

FOUNDED = f"as gm\nin #tomb\n{CREATE}"
MARSHA = """
as player1
/character create name:Marsha
click "Type scores"
submit abilities:"10 10 8 10 10 10 10 10 10" hp:10 class_level:"Warlord 4"
click "Done"
"""
SANTO = MARSHA.replace("player1", "player2").replace("Marsha", "Santo")
LOBBY = f"{FOUNDED}{MARSHA}{SANTO}" + '\nas gm\n/session start\nas player1\nclick "I\'m here"\nas gm'
EVENING = (
    LOBBY + '\nas player2\nclick "I\'m here"\nas gm\ndice 4 2 6 1 1 1 3 3 3\nclick "Begin"\ndice system\nas player1'
)
ROLLED = EVENING + "\ndice 4\n/dh check ability:dexterity"
CHALLENGED = EVENING + '\ndice 5\n/dh versus ability:luck target:"Santo (player2)"'
TIED = CHALLENGED + '\nas player2\ndice 5\nclick "Answer"\nas player1'
DRAFT = f"{FOUNDED}\nas player1\n/character create name:Marsha"
WIND = EVENING + '\nas player2\n/mojo spend on:"divine wind" who:"Marsha (player1)" mine:1\nas player1'


PLANNED = f'{FOUNDED}\n/session plan when:"in 3h"\nas player1'
TWICE = f'{FOUNDED}\n/session plan when:"2026-10-25 02:30" zone:Europe/Berlin'
ORC = EVENING + "\nas gm\n/creature import file:orc.json"
DOORS = EVENING + '\nas gm\n/table create name:Doors die:1d6\nsubmit rows:"1 Stuck\\n4 Open"'

WAR = "as gm\nin #tomb\n/campaign create name:War game:one-roll"
ADA = """
as player1
/character create name:Ada
click "Type it"
submit stats:"3 1 1 1 3 3" skills:"pistol 3, brawl 2"
click "Done"
"""
BEN = ADA.replace("player1", "player2").replace("Ada", "Ben")
SQUAD = f"{WAR}{ADA}{BEN}as player1"
HURT = f"{SQUAD}\nas gm\n/ore hurt where:torso shock:4 killing:1 who:Ada"
MUSTER = f"{SQUAD}\nas gm\n/combat start\n/combat join who:Ada\n/combat join who:Ben"
BRAWL = f'{MUSTER}\nclick "Begin"' + ("\n/ore-gm declare who:Ben action:attack target:Ada")
TWO_SETS = f"{BRAWL}\nas player1\ndice 4 4 4 9 9 2 3 3 4 5 6\n/ore declare action:attack skill:pistol target:Ben"
SKILLED = SQUAD + "\n/ore contest target:Ben skill:brawl\nas player2"

DEEP = 'as gm\nin #tomb\n/campaign create name:"The Deep" game:delve'
for _who, _name, _six in (("player1", "Asha", "2 1 1 0 0 2"), ("player2", "Bolin", "0 0 1 3 2 0")):
    DEEP += f'\nas {_who}\n/character create name:{_name}\nclick "Type it"\nsubmit abilities:"{_six}"'
    DEEP += '\ndice 4\nclick "Done"\ndice system'
DEEP += "\nas gm\n/delve-gm award who:Asha item:sword kind:melee-weapon\n/delve-gm award who:Asha item:mail kind:armor"
DEEP += '\n/delve-gm award who:Bolin item:"scroll of Ward" kind:spell\n/delve-gm award who:Asha item:"potion (1d6)"'
CAMP = f"{DEEP}\nas player1"
BATTLE = f'{DEEP}\n/combat start\n/combat join who:Asha\n/combat join who:Bolin\n/combat add what:"Rat 1 life 4"'
FIRST = f'{BATTLE}\ndice 1\nclick "Begin"\ndice system\nas player1'
SECOND = f'{BATTLE}\ndice 6\nclick "Begin"\ndice system'
STRUCK = f"{SECOND}\n/delve-gm attack enemy:Rat target:Asha"
MISSED = f"{FIRST}\ndice 2\n/delve attack target:Rat"
PIERCED = f'{STRUCK}\nas player1\ndice 2 6\nclick "Defend"\nclick "Accept"'
COUNTERED = f'{STRUCK}\nas player1\ndice 20\nclick "Defend"'
DYING = f"{DEEP}\ndice 3 20 1\n/delve hurt amount:9 who:Asha\ndice system"
BEGUN = f'{FIRST}\nas player2\ndice 2\n/delve cast spell:Ward\nclick "Accept"'
GIVEN_UP = f'{BEGUN}\ndice 6\nclick "Give up"\nas gm'
DARES = f'{FIRST}\n/delve feat what:"swing on the chandelier"\nas gm'
SPENT = f"{CAMP}\n/delve use item:potion"

RING = 'as gm\nin #tomb\n/campaign create name:"The Ring" game:traits'
for _who, _name in (("player1", "Marsha"), ("player2", "Santo")):
    RING += f'\nas {_who}\n/character create name:{_name}\nclick "Done"'
RING += "\nas gm"
GATHERED = f"{RING}\n/combat start"
JOINED = f"{GATHERED}\nas player1\n/combat join\nas player2\n/combat join\nas gm"
FOUGHT = f"{JOINED}\n/combat begin"
DARED = f"{RING}\nas player1\n/traits challenge trait:physical target:Santo\nas player2"
RICH = f"{RING}\n/traits-gm award who:Marsha exp:5\nas player1"


PIT = 'as gm\nin #tomb\n/campaign create name:"The Pit" game:clan'
for _who, _name in (("player1", "Brakka"), ("player2", "Mote")):
    PIT += f'\nas {_who}\n/character create name:{_name}\nclick "Done"'
PIT += "\nas gm\n/clan-gm feature name:Hide price:4\nas player1"
DOWN = f"{PIT}\nas gm\n/clan hurt amount:20 who:Mote\nas player1"
OPEN = f"{PIT}\ndice 3\n/clan check ability:kick dc:12"
MELEE = f"{PIT}\nas gm\n/combat start\ndice 9 4\n/combat join who:Brakka\n/combat join who:Mote"
CLASH = f"{MELEE}\n/combat begin\nas player1"
LATE = f'{CLASH}\nas gm\ndice 2\n/combat add what:"rat 2/4/3"'
CLUMSY = (
    f"{PIT}\nas gm\n/campaign ruling name:naturals value:on\n/campaign ruling name:fumble value:ask"
    "\nas player1\ndice 1\n/clan attack target:Mote\n/clan keep\nas gm"
)
BORN = f"{PIT}\nas stranger\n/character create name:Rita"
WISH = f'{PIT}\n/play\nclick "Weapon"\nsubmit name:axe dice:1d6\nas gm'


class Deed(Struct, frozen=True):
    """A line, in a situation, and whom it is refused: `code` for a stranger, None if anybody may.

    `writes`: it is stored. `bound`: a campaign is played here afterwards.
    """

    line: str
    before: str
    dice: str = ""
    code: str | None = None
    writes: bool = True
    bound: bool = True


DEEDS = {
    "play": Deed("/play", EVENING, writes=False),
    "roll": Deed("/roll dice:2d6", EVENING, "3 4", writes=False),
    "odds": Deed("/odds dice:2d6 target:9", EVENING, writes=False),
    "campaign create": Deed(CREATE, "as gm\nin #tomb", code="not-allowed"),
    "campaign list": Deed("/campaign list", EVENING, writes=False),
    "campaign show": Deed("/campaign show", EVENING, writes=False),
    "campaign here": Deed("/campaign here", f"{FOUNDED}\nin #hall", code="no-campaign"),
    "campaign gm": Deed("/campaign gm who:@player1", f"{EVENING}\nas gm", code="not-gm"),
    "campaign takeover": Deed("/campaign takeover", f"{FOUNDED}\nas boss with manage_guild", code="not-allowed"),
    "campaign ruling": Deed("/campaign ruling name:fudge_by value:anyone", f"{EVENING}\nas gm", code="not-gm"),
    "campaign setting": Deed("/campaign setting name:undo value:own", f"{EVENING}\nas gm", code="not-gm"),
    "campaign export": Deed("/campaign export", f"{EVENING}\nas gm", code="not-gm", writes=False),
    "campaign archive": Deed("/campaign archive", f"{EVENING}\nas gm", code="not-gm", bound=False),
    "character create": Deed("/character create name:Rita", EVENING),
    "character sheet": Deed("/character sheet who:Marsha", EVENING, writes=False),
    "character use": Deed("/character use who:Rita", EVENING + MARSHA.replace("Marsha", "Rita"), code="not-yours"),
    "character list": Deed("/character list", EVENING, writes=False),
    "character edit": Deed("/character edit field:hp value:9 who:Marsha", f"{EVENING}\nas gm", code="not-yours"),
    "character note": Deed("/character note who:Marsha", EVENING, code="not-yours", writes=False),
    "character give": Deed("/character give who:Marsha user:@player2", f"{EVENING}\nas gm", code="not-gm"),
    "character retire": Deed("/character retire who:Marsha", EVENING, code="not-yours"),
    "character export": Deed("/character export who:Marsha", EVENING, code="not-yours", writes=False),
    "character import": Deed("/character import file:rita.json", EVENING),
    "creature new": Deed("/creature new name:Wolf", f"{EVENING}\nas gm", code="not-gm", writes=False),
    "creature list": Deed("/creature list", ORC, code="not-gm", writes=False),
    "creature show": Deed("/creature show name:Orc", ORC, code="not-gm", writes=False),
    "creature copy": Deed("/creature copy name:Orc", ORC, code="not-gm"),
    "creature edit": Deed("/creature edit name:Orc field:hp value:9", ORC, code="not-gm"),
    "creature delete": Deed("/creature delete name:Orc", ORC, code="not-gm"),
    "creature export": Deed("/creature export", ORC, code="not-gm", writes=False),
    "creature import": Deed("/creature import file:rita.json", f"{EVENING}\nas gm", code="not-gm"),
    "table create": Deed("/table create name:Doors die:1d6 file:rows.txt", f"{EVENING}\nas gm", code="not-gm"),
    "table roll": Deed("/table roll name:Doors", DOORS, "5"),
    "table show": Deed("/table show name:Doors", DOORS, writes=False),
    "table delete": Deed("/table delete name:Doors", DOORS, code="not-gm"),
    "session plan": Deed('/session plan when:"in 3h"', FOUNDED, code="not-gm"),
    "session start": Deed("/session start", FOUNDED, code="not-gm"),
    "session begin": Deed("/session begin", LOBBY, "1 2 3 4 5 6 1 2 3 4", code="not-gm"),
    "session join": Deed("/session join", f"{LOBBY}\nas player2"),
    "session status": Deed("/session status", EVENING, writes=False),
    "session pause": Deed("/session pause", EVENING, writes=False),
    "session end": Deed("/session end", f"{EVENING}\nas gm", code="not-gm"),
    "dh check": Deed("/dh check ability:luck who:Marsha", EVENING, "5", code="not-yours"),
    "dh save": Deed("/dh save ability:luck who:Marsha", EVENING, "5", code="not-yours"),
    "dh versus": Deed("/dh versus ability:luck vs:4 who:Marsha", EVENING, "5", code="not-yours"),
    "dh hurt": Deed("/dh hurt amount:3 type:sharp who:Marsha", EVENING, code="not-yours"),
    "dh heal": Deed(
        "/dh heal amount:1 type:sharp who:Marsha", EVENING + "\n/dh hurt amount:3 type:sharp", code="not-yours"
    ),
    "dh roll": Deed("/dh roll dice:1d6", EVENING, "3", code="unknown"),
    "dh rest": Deed("/dh rest who:Marsha", EVENING + "\n/dh hurt amount:3", code="not-yours"),
    "dh sleep": Deed("/dh sleep who:Marsha", EVENING + "\n/dh hurt amount:3", code="not-yours"),
    "dh stunt": Deed("/dh stunt what:climb height:10 who:Marsha", EVENING, "5", code="not-yours"),
    "dh choose-dm": Deed("/dh choose-dm", f"{EVENING}\nas gm", "3 4 5", code="not-gm"),
    "dh-gm ask": Deed("/dh-gm ask who:Marsha ability:luck", f"{EVENING}\nas gm", code="not-gm"),
    "dh-gm contest": Deed("/dh-gm contest kind:single ability:luck", f"{EVENING}\nas gm", code="not-gm"),
    "dh-gm award": Deed("/dh-gm award who:Marsha xp:100", f"{EVENING}\nas gm", code="not-gm"),
    "dh-gm hidden": Deed("/dh-gm hidden", f"{EVENING}\nas gm", code="not-gm", writes=False),
    "dh-gm revive": Deed("/dh-gm revive who:Marsha", f"{EVENING}\n/dh hurt amount:60 type:sharp\nas gm", code="not-gm"),
    "mojo show": Deed("/mojo show", EVENING, writes=False),
    "mojo spend": Deed('/mojo spend on:"divine wind" who:Marsha', EVENING + "\n/dh hurt amount:3", "12", code="FUNDS"),
    "ore roll": Deed("/ore roll pool:3", SQUAD, "4 4 9"),
    "ore check": Deed("/ore check skill:pistol who:Ada", SQUAD, "4 4 9 1 2 3", code="not-yours"),
    "ore contest": Deed("/ore contest target:Ben skill:brawl who:Ada", SQUAD, code="not-yours"),
    "ore assist": Deed("/ore assist target:Ben skill:brawl dice:2 who:Ada", SQUAD, code="not-yours"),
    "ore declare": Deed(
        "/ore declare action:dodge who:Ada", f"{BRAWL}\nas player1", "4 4 9 1 1 2 3 4", code="not-yours"
    ),
    "ore assign": Deed("/ore assign set:2x9 who:Ada", TWO_SETS, code="not-yours"),
    "ore body": Deed("/ore body who:Ada", SQUAD, writes=False),
    "ore odds": Deed("/ore odds pool:5", SQUAD, writes=False),
    "ore hurt": Deed("/ore hurt where:head shock:1 who:Ada", f"{SQUAD}\nas gm", code="not-yours"),
    "ore heal": Deed("/ore heal shock:1 who:Ada", HURT, code="not-yours"),
    "ore-gm ask": Deed("/ore-gm ask who:Ada skill:sight", f"{SQUAD}\nas gm", code="not-gm"),
    "ore-gm declare": Deed("/ore-gm declare who:Ben action:pass", BRAWL.rpartition("\n")[0] + "\nas gm", code="not-gm"),
    "ore-gm default": Deed("/ore-gm default", BRAWL, "1 2 3 4 5", code="not-gm"),
    "ore-gm bonus": Deed("/ore-gm bonus who:Ada dice:2", BRAWL, code="not-gm"),
    "ore-gm day": Deed("/ore-gm day", HURT, "4 4 1", code="not-gm"),
    "ore-gm award": Deed("/ore-gm award who:Ada points:3", f"{SQUAD}\nas gm", code="not-gm"),
    "ore-gm revive": Deed("/ore-gm revive who:Ada", f"{HURT}\n/ore hurt where:head killing:4 who:Ada", code="not-gm"),
    "ore lock in": Deed('click "Lock in"', f'{BRAWL}\nas player1\nclick "My turn"', "4 4 9 1 2 3 1 2 3 4 5"),
    "ore pass": Deed('click "Pass"', f'{BRAWL}\nas player1\nclick "My turn"', "1 2 3 4 5"),
    "ore creatures": Deed(
        'click "Lock in 2"',
        f'{MUSTER}\n/combat add what:"rat body 2" count:2\nclick "Begin"\nclick "My turn"',
    ),
    "ore sets": Deed('click "Use these"', f'{TWO_SETS}\nclick "My turn"'),
    "ore rest": Deed('click "Resolve all"', f'{TWO_SETS}\n/ore assign set:3x4\nas gm\nclick "My turn"'),
    "ore choose": Deed('click "Use 2x9"', f"{SQUAD}\ndice 4 4 9 9 1 2\n/ore check skill:pistol", code="not-yours"),
    "ore asked": Deed(
        'click "Roll"', f"{SQUAD}\nas gm\n/ore-gm ask who:Ada skill:sight\nas player1", "1 2 3", code="not-yours"
    ),
    "ore answer": Deed('click "Roll"', f'{SKILLED}\nclick "Answer"', "1 2 3 4 5 1 2 3 4 5 6"),
    "ore answer for them": Deed('click "Answer for them"', f"{SKILLED}\nas gm", "1 2 3 4 5 1 2 3 4 5", code="not-gm"),
    "ore panel check": Deed('click "Roll"', f'{SQUAD}\n/play\nclick "Check"', "1 2 3 4 5 6"),
    "ore panel contest": Deed('click "Begin"', f'{SQUAD}\n/play\nclick "Contest"'),
    "ore panel help": Deed('click "Lend them"', f'{SQUAD}\n/play\nclick "Help"'),
    "ore panel heal": Deed('click "Heal for today"', f"{HURT}\nas player1\n/play", "4 4 1"),
    "ore typed": Deed('submit skills:"pistol 3"', f'{WAR}\nas player1\n/character create\nclick "Type it"'),
    "ore stat": Deed('choose "Sense 4"', f'{WAR}\nas player1\n/character create\nclick "Stats"'),
    "ore skill": Deed('choose "Athletics 2, 3 dice"', f'{WAR}\nas player1\n/character create\nclick "Skills"'),
    "ore done": Deed('click "Done"', f"{WAR}\nas player1\n/character create name:Ada"),
    "ore drop": Deed('click "Drop"', f"{WAR}\nas player1\n/character create name:Ada"),
    "delve check": Deed("/delve check ability:dex who:Asha", CAMP, "12", code="not-yours"),
    "delve attack": Deed("/delve attack target:Rat who:Asha", FIRST, "12 1", code="not-yours"),
    "delve defend": Deed("/delve defend who:Asha", f"{STRUCK}\nas player1", "12", code="not-yours"),
    "delve cast": Deed("/delve cast spell:Ward who:Bolin", f"{DEEP}\nas player2", "12", code="not-yours"),
    "delve feat": Deed("/delve feat what:leap who:Asha", FIRST, code="not-yours"),
    "delve move": Deed("/delve move feet:5 who:Asha", FIRST, code="not-yours"),
    "delve dash": Deed("/delve dash who:Asha", FIRST, code="not-yours"),
    "delve use": Deed("/delve use item:potion who:Asha", CAMP, "3", code="not-yours"),
    "delve aid": Deed("/delve aid target:Asha who:Bolin", f"{DYING}\nas player2", code="not-yours"),
    "delve luck": Deed("/delve luck for:reroll", MISSED, "12 1", code="not-yours"),
    "delve accept": Deed("/delve accept", MISSED, code="not-yours"),
    "delve gear": Deed("/delve gear act:give item:potion target:Bolin who:Asha", CAMP, code="not-yours"),
    "delve rest": Deed(
        "/delve rest who:Asha",
        f"{DEEP}\n/delve hurt amount:1 who:Asha\n/delve-gm award who:Asha item:ration kind:ration",
        code="not-yours",
    ),
    "delve buy": Deed(
        "/delve buy ability:con who:Asha", f"{DEEP}\n/delve-gm award who:Asha coins:1000", "3 5", code="not-yours"
    ),
    "delve spells": Deed("/delve spells", CAMP, writes=False),
    "delve hurt": Deed("/delve hurt amount:1 who:Asha", DEEP, code="not-yours"),
    "delve heal": Deed("/delve heal amount:1 who:Asha", f"{DEEP}\n/delve hurt amount:1 who:Asha", code="not-yours"),
    "delve-gm ask": Deed("/delve-gm ask who:Asha ability:dex", DEEP, code="not-gm"),
    "delve-gm attack": Deed("/delve-gm attack enemy:Rat target:Asha", SECOND, code="not-gm"),
    "delve-gm award": Deed("/delve-gm award who:Asha coins:5", DEEP, code="not-gm"),
    "delve-gm wound": Deed("/delve-gm wound who:Asha", DEEP, "3", code="not-gm"),
    "delve-gm kill": Deed("/delve-gm kill who:Asha", DEEP, code="not-gm"),
    "delve-gm revive": Deed("/delve-gm revive who:Asha", f"{DEEP}\n/delve-gm kill who:Asha", code="not-gm"),
    "delve-gm tick": Deed("/delve-gm tick", DYING, code="not-gm"),
    "delve-gm decide": Deed("/delve-gm decide tn:10", DARES, "12", code="not-gm"),
    "delve reroll": Deed('click "Reroll"', MISSED, "12 1", code="not-yours"),
    "delve +5": Deed('click "+5"', f"{FIRST}\ndice 9\n/delve attack target:Rat", "1", code="not-yours"),
    "delve accepted": Deed('click "Accept"', MISSED, code="not-yours"),
    "delve defence": Deed('click "Defend"', f"{STRUCK}\nas player1", "12", code="not-yours"),
    "delve defence with +5": Deed('click "+5 and defend"', f"{STRUCK}\nas player1", "12", code="not-yours"),
    "delve forced": Deed('click "Answer for them"', STRUCK, "12", code="not-gm"),
    "delve worn": Deed('click "Wear"', PIERCED, "12", code="not-yours"),
    "delve taken": Deed('click "Take it"', PIERCED, "1 3", code="not-yours"),
    "delve struck back": Deed('click "Strike, sword"', COUNTERED, "12 1", code="not-yours"),
    "delve skipped": Deed('click "Skip"', COUNTERED, code="not-yours"),
    "delve again": Deed(
        'click "Try again"', f"{BEGUN}\nas gm\ndice 1\n/combat next\n/combat next\nas player2", "12", code="not-yours"
    ),
    "delve given up": Deed('click "Give up"', BEGUN, "11", code="not-yours"),
    "delve it happens": Deed('click "It happens"', GIVEN_UP, code="not-gm"),
    "delve nothing": Deed('click "Nothing comes of it"', GIVEN_UP, code="not-gm"),
    "delve others": Deed('click "It happens"', f'{GIVEN_UP}\nclick "And others"\nchoose "And Asha"'),
    "delve number": Deed('click "Moderate 13"', DARES, "12", code="not-gm"),
    "delve not possible": Deed('click "Not possible"', DARES, code="not-gm"),
    "delve set number": Deed("submit tn:9 ability:str", f'{DARES}\nclick "Set TN"', "12"),
    "delve asked": Deed(
        'click "Roll"', f"{DEEP}\n/delve-gm ask who:Asha ability:dex\nas player1", "20", code="not-yours"
    ),
    "delve asked with +5": Deed(
        'click "+5 and roll"', f"{DEEP}\n/delve-gm ask who:Asha ability:dex\nas player1", "20", code="not-yours"
    ),
    "delve turn": Deed('click "Attack"', f'{FIRST}\nclick "My turn"', "12 1"),
    "delve turn with +5": Deed('click "With +5"', f'{FIRST}\nclick "My turn"', "12 1"),
    "delve walk": Deed('click "Walk 5"', f'{FIRST}\nclick "My turn"'),
    "delve luck for an action": Deed('click "1 Luck: an action"', f'{FIRST}\nclick "My turn"'),
    "delve end turn": Deed('click "End turn"', f'{FIRST}\nclick "My turn"'),
    "delve dare": Deed(
        'submit what:"over the wall"', f'{FIRST}\nclick "My turn"\nchoose "A daring"\nclick "Say what you dare"'
    ),
    "delve creatures": Deed('click "Attack"', f'{SECOND}\nclick "My turn"'),
    "delve panel check": Deed('click "Roll"', f'{CAMP}\n/play\nclick "Check"', "20"),
    "delve panel cast": Deed('click "Cast"', f'{DEEP}\nas player2\n/play\nclick "Spells and things"', "20"),
    "delve panel gear": Deed('click "Give to Bolin"', f'{CAMP}\n/play\nclick "Gear"'),
    "delve panel level": Deed(
        'click "Buy the level"',
        f'{DEEP}\n/delve-gm award who:Asha coins:1000\nas player1\n/play\nclick "Level up"',
        "1 2",
    ),
    "delve panel rest": Deed(
        'click "Rest"',
        f"{DEEP}\n/delve hurt amount:1 who:Asha\n/delve-gm award who:Asha item:ration kind:ration\nas player1\n/play",
    ),
    "delve panel hurt": Deed(
        "submit amount:1", f'{DEEP}\n/campaign setting name:owners_mark value:on\nas player1\n/play\nclick "Hurt"'
    ),
    "delve panel tick": Deed('click "Tick"', f'{DYING}\n/play\nclick "As the GM"'),
    "delve form hire": Deed('submit who:Asha line:"guard 1 life 4"', f'{DEEP}\n/play\nclick "Hire"'),
    "delve adjacent": Deed(
        'click "They are adjacent"',
        f'{SECOND}\n/campaign ruling name:strict_reach value:on\n/play\nclick "Who is adjacent"',
    ),
    "delve shadow": Deed(
        'click "Bolin\'s shadow gives back"',
        f'{BEGUN}\ndice 10\nclick "Give up"\nas gm\nclick "It happens"\n/play',
    ),
    "delve typed": Deed("submit name:Rita", f'{DEEP}\nas stranger\n/character create\nclick "Type it"'),
    "delve spread": Deed('choose "Archer"', f"{DEEP}\nas stranger\n/character create"),
    "delve point": Deed('choose "Strength → Charm"', f"{DEEP}\nas stranger\n/character create"),
    "delve done": Deed('click "Done"', f"{DEEP}\nas stranger\n/character create name:Rita", "3"),
    "delve drop": Deed('click "Drop"', f"{DEEP}\nas stranger\n/character create name:Rita"),
    "combat start": Deed("/combat start", RING, code="not-gm"),
    "combat join": Deed("/combat join who:Marsha", f"{GATHERED}\nas player1", code="not-yours"),
    "combat add": Deed('/combat add what:"guard 3/2/2"', GATHERED, code="not-gm"),
    "combat begin": Deed("/combat begin", JOINED, code="not-gm"),
    "combat next": Deed("/combat next", f"{FOUGHT}\nas player1", code="not-yours"),
    "combat back": Deed("/combat back", f"{FOUGHT}\n/combat next", code="not-gm"),
    "combat order": Deed("/combat order who:Santo place:1", FOUGHT, code="not-gm"),
    "combat hide": Deed("/combat hide who:Santo", FOUGHT, code="not-gm"),
    "combat reveal": Deed("/combat reveal who:Santo", f"{FOUGHT}\n/combat hide who:Santo", code="unknown"),
    "combat effect": Deed("/combat effect who:Santo name:Blessed rounds:2", FOUGHT, code="unknown"),
    "combat remove": Deed("/combat remove who:Santo", FOUGHT, code="not-gm"),
    "combat status": Deed("/combat status", FOUGHT, writes=False),
    "combat end": Deed("/combat end", FOUGHT, code="not-gm"),
    "traits challenge": Deed(
        "/traits challenge trait:physical target:Santo who:Marsha", f"{RING}\nas player1", code="not-yours"
    ),
    "traits defend": Deed("/traits defend who:Santo", DARED, code="not-yours"),
    "traits burn": Deed("/traits burn trait:physical points:1 who:Marsha", f"{RING}\nas player1", code="not-yours"),
    "traits move": Deed("/traits move steps:1 who:Marsha", f"{FOUGHT}\nas player1", code="not-yours"),
    "traits buy": Deed("/traits buy what:physical who:Marsha", RICH, code="not-yours", writes=False),
    "traits abilities": Deed("/traits abilities", RING, writes=False),
    "traits hurt": Deed("/traits hurt amount:1 who:Marsha", RING, code="not-yours"),
    "traits heal": Deed(
        "/traits heal amount:1 who:Marsha", f"{RING}\n/traits hurt amount:1 who:Marsha", code="not-yours"
    ),
    "traits-gm ask": Deed("/traits-gm ask who:Marsha trait:mental vs:0", RING, code="not-gm"),
    "traits-gm award": Deed("/traits-gm award who:Marsha exp:5", RING, code="not-gm"),
    "traits-gm ability": Deed("/traits-gm ability name:Parry trait:physical role:defence", RING, code="not-gm"),
    "traits-gm discipline": Deed('/traits-gm discipline name:Merchant abilities:"Talk 2"', RING, code="not-gm"),
    "traits-gm flag": Deed("/traits-gm flag who:Marsha flag:stays-up value:on", RING, code="not-gm"),
    "traits-gm cancel": Deed("/traits-gm cancel", f"{DARED}\nas gm", code="not-gm"),
    "traits-gm revive": Deed(
        "/traits-gm revive who:Marsha", f"{RING}\n/traits hurt amount:9 who:Marsha", code="not-gm"
    ),
    "traits defence": Deed('click "Commit"', f'{DARED}\nclick "Defend"'),
    "traits forced": Deed('click "Answer for them"', f"{DARED}\nas gm", code="not-gm"),
    "traits bought": Deed('click "Confirm"', f"{RICH}\n/traits buy what:physical"),
    "traits panel": Deed('click "Challenge"', f'{RING}\nas player1\n/play\nclick "Challenge"'),
    "traits turn": Deed('click "Walk 1"', f'{FOUGHT}\nas player1\nclick "My turn"'),
    "traits end turn": Deed('click "End turn"', f'{FOUGHT}\nas player1\nclick "My turn"'),
    "traits typed": Deed("submit name:Rita", f'{RING}\nas stranger\n/character create\nclick "Type it"'),
    "clan check": Deed("/clan check ability:kick dc:12 who:Brakka", PIT, "9", code="not-yours"),
    "clan attack": Deed("/clan attack target:Mote who:Brakka", PIT, "9 3", code="not-yours"),
    "clan maneuver": Deed("/clan maneuver intent:hold target:Mote who:Brakka", PIT, "9 3", code="not-yours"),
    "clan kill": Deed("/clan kill target:Mote who:Brakka", DOWN, "9 3 2", code="not-yours"),
    "clan move": Deed("/clan move who:Brakka", CLASH, code="not-yours"),
    "clan act": Deed("/clan act what:shouts who:Brakka", CLASH, code="not-yours"),
    "clan luck": Deed("/clan luck count:1", OPEN, "8", code="not-yours"),
    "clan keep": Deed("/clan keep", OPEN, code="not-yours"),
    "clan features": Deed("/clan features", PIT, writes=False),
    "clan buy": Deed("/clan buy feature:Hide who:Brakka", PIT, code="not-yours", writes=False),
    "clan hurt": Deed("/clan hurt amount:1 who:Brakka", f"{PIT}\nas gm", code="not-yours"),
    "clan heal": Deed("/clan heal amount:1 who:Mote", f"{DOWN}\nas gm", code="not-yours"),
    "clan-gm ask": Deed("/clan-gm ask who:Brakka ability:kick", f"{PIT}\nas gm", code="not-gm"),
    "clan-gm narrate": Deed("/clan-gm narrate", f"{OPEN}\nas gm", code="not-gm"),
    "clan-gm feature": Deed("/clan-gm feature name:Fur price:3", f"{PIT}\nas gm", code="not-gm"),
    "clan-gm weapon": Deed("/clan-gm weapon who:Brakka name:axe dice:1d6", f"{PIT}\nas gm", code="not-gm"),
    "clan-gm rest": Deed("/clan-gm rest who:Mote", f"{DOWN}\nas gm", code="not-gm"),
    "clan-gm survive": Deed("/clan-gm survive who:Mote dc:9", f"{PIT}\nas gm", "9", code="not-gm"),
    "clan-gm award": Deed("/clan-gm award who:Brakka", f"{PIT}\nas gm", code="not-gm"),
    "clan-gm kill": Deed("/clan-gm kill who:Mote", f"{PIT}\nas gm", code="not-gm"),
    "clan-gm revive": Deed("/clan-gm revive who:Mote", f"{PIT}\nas gm\n/clan-gm kill who:Mote", code="not-gm"),
    "clan luck button": Deed('click "Luck +1"', OPEN, "8", code="not-yours"),
    "clan keep button": Deed('click "Keep"', OPEN, code="not-yours"),
    "clan narrate button": Deed('click "Narrate"', f"{OPEN}\nas gm", code="not-gm"),
    "clan order": Deed('click "Luck +1"', f"{MELEE}\nas player2", "11", code="STATE"),
    "clan place": Deed('click "Luck +1: place"', LATE, "12", code="not-yours"),
    "clan place kept": Deed('click "Keep the place"', LATE, code="not-yours"),
    "clan fumble": Deed('click "Nobody"', CLUMSY, code="not-gm"),
    "clan fumble elsewhere": Deed('choose "Mote"', CLUMSY, "3", code="not-gm"),
    "clan asked": Deed('click "Roll"', f"{PIT}\nas gm\n/clan-gm ask who:Brakka ability:kick", "4", code="not-yours"),
    "clan bought": Deed('click "Confirm"', f"{PIT}\n/clan buy feature:Hide"),
    "clan proposed": Deed("submit name:axe dice:1d6", f'{PIT}\n/play\nclick "Weapon"'),
    "clan confirmed": Deed('click "Confirm"', WISH, code="not-gm"),
    "clan dropped": Deed('click "Drop"', WISH, code="not-gm"),
    "clan panel check": Deed('click "Check"', f'{PIT}\n/play\nclick "Check"', "9"),
    "clan panel attack": Deed('click "Attack"', f'{PIT}\n/play\nclick "Attack"', "9 3"),
    "clan turn": Deed('click "Attack"', f'{CLASH}\nclick "My turn"', "9 3"),
    "clan other": Deed(
        "submit what:shouts cost:1", f'{CLASH}\nclick "My turn"\nchoose "Something else"\nclick "Something else"'
    ),
    "clan end turn": Deed('click "End turn"', f'{CLASH}\nclick "My turn"'),
    "clan rest": Deed('click "Full rest"', f"{DOWN}\nas gm\n/play"),
    "clan hurt form": Deed(
        "submit amount:1",
        f'{PIT}\nas gm\n/campaign setting name:owners_mark value:on\nas player1\n/play\nclick "Hurt"',
    ),
    "clan typed": Deed('submit scores:"4/3/2"', f'{BORN}\nclick "Type it"'),
    "clan score": Deed('choose "Kick Ass 4"', BORN),
    "clan done": Deed('click "Done"', BORN),
    "clan dead": Deed('click "Yes"', f'{BORN}\nchoose "Kick Ass 6"\nchoose "Bad Ass 0"\nclick "Done"'),
    "clan drop": Deed('click "Drop"', BORN),
    "record log": Deed("/record log", EVENING, writes=False),
    "record why": Deed("/record why", EVENING + "\n/dh hurt amount:3", writes=False),
    "record export": Deed("/record export", EVENING + "\nas gm", code="not-gm", writes=False),
    "record undo": Deed("/record undo", EVENING + "\n/dh hurt amount:3\nas gm", code="not-gm"),
    "record redo": Deed("/record redo", EVENING + "\n/dh hurt amount:3\nas gm\n/record undo", code="not-gm"),
    "saved add": Deed("/saved add name:fire dice:8d6", EVENING, writes=False),
    "saved list": Deed("/saved list", EVENING, writes=False),
    "saved delete": Deed(
        "/saved delete name:fire", f"{EVENING}\n/saved add name:fire dice:8d6", code="unknown", writes=False
    ),
    "rules": Deed("/rules topic:Fudge", EVENING, writes=False),
    "help": Deed("/help", EVENING, writes=False),
    # buttons and forms
    'click "Fudge"': Deed('click "Fudge"', ROLLED, "7", code="not-yours"),
    'click "Chip in"': Deed('click "Chip in"', f"{ROLLED}\nas player2", code="FUNDS"),
    'click "Chip in 1"': Deed('click "Chip in 1"', WIND, "12", code="FUNDS"),
    'click "Answer"': Deed('click "Answer"', f"{CHALLENGED}\nas player2", "4", code="not-yours"),
    'click "Break tie"': Deed('click "Break tie"', TIED, "4", code="not-yours"),
    'click "I\'m here"': Deed('click "I\'m here"', f"{LOBBY}\nas player2"),
    'click "Begin"': Deed('click "Begin"', LOBBY, "1 2 3 4 5 6 1 2 3 4", code="not-gm"),
    'click "I\'m in"': Deed('click "I\'m in"', PLANNED),
    'click "The second"': Deed('click "The second"', TWICE),
    "panel maybe": Deed('click "Maybe"', f"{PLANNED}\n/play"),
    'click "End"': Deed('click "End"', f"{EVENING}\nas gm", code="not-gm"),
    "roll scores": Deed('click "Roll scores"', DRAFT, " ".join(["3"] * 27)),
    "type scores": Deed("submit hp:12", DRAFT + '\nclick "Type scores"'),
    "done": Deed('click "Done"', DRAFT),
    "drop": Deed('click "Drop"', DRAFT),
    "note": Deed('submit text:"a secret"', EVENING + "\n/character note"),
    "table rows": Deed('submit die:1d6 rows:"1 Stuck"', f"{EVENING}\nas gm\n/table create name:Doors"),
    "campaign release": Deed("/campaign here act:release", f"{EVENING}\nas gm", code="not-gm", bound=False),
    "campaign restore": Deed("/campaign archive act:restore", f"{EVENING}\nas gm\n/campaign archive", code="unknown"),
    "panel check": Deed('click "Roll"', EVENING + '\n/play\nclick "Check"', "5"),
    "panel save": Deed('click "Roll"', EVENING + '\n/play\nclick "Save"', "5"),
    "panel hurt": Deed("submit amount:3", EVENING + '\n/play\nclick "Hurt"'),
    "panel heal": Deed("submit amount:1", EVENING + '\n/dh hurt amount:3\n/play\nclick "Heal"'),
    "panel wind": Deed('click "Divine Wind"', EVENING + "\n/dh hurt amount:3\n/play", "12"),
    "panel join": Deed('click "I\'m here"', f"{LOBBY}\nas player2\n/play"),
    "panel start": Deed('click "Start a session"', f"{FOUNDED}\n/play"),
    "panel begin": Deed('click "Begin"', f"{LOBBY}\n/play", "1 2 3 4 5 6 1 2 3 4"),
    "panel end": Deed('click "End"', f"{EVENING}\nas gm\n/play"),
    "panel undo": Deed('click "Undo"', f"{EVENING}\n/dh hurt amount:3\nas gm\n/play"),
    "panel log": Deed('click "Log"', f"{EVENING}\n/play", writes=False),
    "panel gm": Deed("submit who:Marsha exp:5", f'{RING}\nas gm\n/play\nclick "As the GM"\nclick "Award"'),
    "panel make": Deed('click "Make mine"', f"{FOUNDED}\nas player1\n/play"),
    "panel campaign": Deed('submit name:"The Tomb"', 'as gm\nin #tomb\n/play\nclick "Make one: Dragonhead"'),
}


ANYWHERE = {"roll", "odds", "ore roll", "ore odds", "rules", "help", "saved add", "saved list", "saved delete"}
"""What needs no campaign."""
WITHOUT = {*ANYWHERE, "play", "campaign create", "campaign list", "session pause", "campaign restore"}
EXTRA = {"campaign restore", "campaign release"}
ELSEWHERE = {"campaign import"}
"""What writes a whole record at once: test_keeping_files."""


@pytest.fixture(autouse=True)
async def files(table) -> None:
    """What the lines above upload."""
    (table.folder / "rows.txt").write_text("1 Stuck\n4 Open\n")
    (table.folder / "orc.json").write_text(
        '{"format": 1, "game": "dragonhead", "sheet": {"name": "Orc", "owner": "gm", "hp": 6, "stun": 3}}'
    )
    rita = '{"format": 1, "game": "dragonhead", "sheet": {"name": "Rita", "owner": "gm"}}'
    (table.folder / "rita.json").write_text(rita)


async def test_no_command_is_left_out(table):
    registered = {c.qualified_name for c in table.bot.tree.walk_commands() if isinstance(c, app_commands.Command)}
    assert registered == {name for name, deed in DEEDS.items() if deed.line.startswith("/")} - EXTRA | ELSEWHERE


async def loaded(table) -> tuple[Any, Any, Any] | None:
    """The head, the state in #tomb and the whole record; None before the campaign is founded."""
    guild = table.world.server()
    channel = guild.channels["tomb"].id
    async with table.bot.store.read() as unit:
        heads = await unit.campaigns.of_server(guild.id)
        if not heads:
            return None
        game = GAMES[heads[0].game]
        found = await unit.campaigns.load(heads[0], parts_of(game.state), channel)
        return game, found.state, await unit.record.since(heads[0].id, 1, game.moves)


@pytest.mark.parametrize("name", DEEDS)
async def test_a_stranger_is_refused_what_is_written_is_one_entry_and_delivered_twice_it_stays_one(table, name):
    deed = DEEDS[name]
    await table.play(deed.before)
    if deed.code:
        await refused_to_a_stranger(table, deed)
    await table.do(f"dice {deed.dice}" if deed.dice else "dice system")
    before, state = await table.rows(), await loaded(table)
    step = await table.do(deed.line)
    assert step["refusal"] is None, step
    assert step["replies"] or step["form"], step
    assert table.console.dice.left == ()
    after = await table.rows()
    new = [row for row in after["record"] if row[:2] not in {r[:2] for r in before["record"]}]
    assert len(new) == deed.writes, step
    if not deed.writes:
        assert after == before
    else:
        changed = [t for t in ("campaign", "character", "session", "scene") if after[t] != before[t]]
        assert changed
        if deed.bound:
            await listed(table, new[0][1], step["who"])
        await replays(table, state)
    await table.do("dice system")
    which = -2 if deed.writes and deed.bound else -1  # the log was looked at since
    answer = table.answers()[which]
    await table.again(which)
    assert await table.rows() == after
    if deed.writes:
        assert table.answers()[-1] == answer


async def refused_to_a_stranger(table, deed: Deed) -> None:
    """By its code, with nothing written and nothing thrown."""
    before, who = await table.rows(), table.console.hands.who
    code, _ = await table.refused("as stranger", deed.line)
    assert code == deed.code
    assert await table.rows() == before
    table.console.hands.who = who


async def listed(table, n: int, who: str) -> None:
    """Entry n is the first that `/record log` shows to whoever made it."""
    table.console.hands.who = who
    text = await table.text("/record log")
    assert text.split("\n")[1].startswith(f"{n} "), text


async def replays(table, before: tuple[Any, Any, Any] | None) -> None:
    game, after, record = await loaded(table)
    entry, past = record[-1], record[:-1]
    start = before[1] if before else State(Campaign(), parts_of(game.state).rulings(), {}, None, Scene())
    dice = RecordedDice(entry.faces)
    outcome = perform(game, start, entry.caller, entry.move, dice, entry.n, past)
    assert outcome.state == after
    assert outcome.facts == entry.facts
    assert outcome.faces == entry.faces
    assert dice.left == () or isinstance(entry.move, Redo)
    assert isinstance(entry.move, Found) == (before is None)


@pytest.mark.parametrize("name", [n for n, deed in DEEDS.items() if not deed.code and deed.line.startswith("/")])
async def test_what_anybody_may_do_a_stranger_may(table, name):
    deed = DEEDS[name]
    await table.play(deed.before)
    step = await table.do("as stranger", deed.line)
    assert step["refusal"] is None
    assert step["replies"] or step["form"]


@pytest.mark.parametrize("name", [n for n, d in DEEDS.items() if d.line.startswith("/") and n not in WITHOUT])
async def test_without_a_campaign_there_is_nothing(table, name):
    await table.do("as gm", "in #tomb", "as stranger with manage_guild")
    code, _ = await table.refused(DEEDS[name].line)
    assert code == "no-campaign"
