"""The registered commands are exactly those written down, and stay within Discord's limits."""

import re

import pytest
from discord import app_commands

from tests.bot import lint

ABILITY = "muscle constitution dexterity intellect wisdom charisma spirit magic luck"
RUNG = "easy normal hard heavy herculean"
TRY = "no hard harder hardest"
HARD = f"(difficulty[{RUNG}]) (try[{TRY}])"
SIDES = "physical mental social"
ROLE = "attack-body attack-projectile defence dodge-body dodge-projectile general order"
TYPE = "piercing sharp mixed blunt impact none"

SKILL = "skill (kind)"
PLACE = "head torso left-arm right-arm left-leg right-leg"
SIX = "str con dex int wis cha"
RUNGS = "easy moderate challenging difficult"
KIND = "melee-weapon ranged-weapon armor ration spell treasure gear"
STAT = "body coordination sense brains command cool"
DOING = "action[attack dodge assist other pass] (skill) (target)"

COMMANDS = f"""
/play
/roll dice (note) (secret)
/odds dice (target) (share)
/campaign create name game[dragonhead clan delve traits one-roll]
/campaign list
/campaign show
/campaign here (act[bind release])
/campaign gm who (act[add remove])
/campaign takeover
/campaign ruling (name) (value)
/campaign setting (name) (value)
/campaign archive (act[archive restore])
/campaign export
/campaign import file
/character create (name)
/character sheet (who) (share) (page)
/character use (who)
/character list
/character edit field value (who)
/character note (who)
/character give who user (until[for-good this-session])
/character retire (who) (act[retire return])
/character export (who)
/character import file
/creature new name
/creature list
/creature show name
/creature copy name (as)
/creature edit name field value
/creature delete name
/creature export
/creature import file
/session plan when (zone) (note)
/session start
/session begin
/session join
/session status
/session pause
/session end
/dh check ability[{ABILITY}] {HARD} (rise) (bonus[none half full]) (mod) (shift) (note) (secret) (who)
/dh save ability[{ABILITY}] (difficulty[{RUNG}]) (shift) (vs) (rise) (who)
/dh versus ability[{ABILITY}] (vs) (target) (difficulty[{RUNG}]) (try[{TRY}]) (who)
/dh hurt amount (type[{TYPE}]) (scar) (who)
/dh heal amount (type[{TYPE}]) (who)
/dh roll dice (note) (secret)
/dh rest (who)
/dh sleep (kind[night]) (safe) (armour) (who)
/dh stunt what[climb] (difficulty[{RUNG}]) (try[{TRY}]) (height) (who)
/dh choose-dm
/dh-gm ask who ability[{ABILITY}] (difficulty[{RUNG}]) (save) (note)
/dh-gm contest kind[single teams] ability[{ABILITY}] (difficulty[{RUNG}])
/dh-gm award who xp (note)
/dh-gm hidden
/dh-gm revive who
/mojo show
/mojo spend on[divine-wind premonition gift-of-the-gods resurrection dream-sequence act-of-god] (who) (note) (mine)
/combat start (surprise[nobody players creatures])
/combat join (who)
/combat add what (count) (hidden) (side[creatures players])
/combat begin
/combat next
/combat back
/combat order who place
/combat hide who
/combat reveal who
/combat effect who name (rounds) (act[add end])
/combat remove who
/combat status
/combat end
/clan check ability[kick bad smart none] (dc) (bonus) (luck) (note) (secret) (who)
/clan attack target (with) (feet) (luck) (who)
/clan maneuver intent[hold move escape let-go] target (luck) (who)
/clan kill target (with) (luck) (who)
/clan move (who)
/clan act what (cost) (who)
/clan luck count
/clan keep
/clan features
/clan buy feature (who)
/clan hurt amount (who)
/clan heal amount (who)
/clan-gm ask who ability[kick bad smart none] (dc) (note)
/clan-gm narrate
/clan-gm feature name (price) (text) (who) (act[save give take delete])
/clan-gm weapon who name dice
/clan-gm rest who (kind[sleep quiet gm])
/clan-gm survive who dc
/clan-gm award who
/clan-gm kill who
/clan-gm revive who
/delve check ability[{SIX}] (difficulty[{RUNGS}]) (tn) (bonus) (plus5) (note) (secret) (who)
/delve attack target (with) (plus5) (who)
/delve defend (plus5) (who)
/delve cast spell (target) (choice) (plus5) (who)
/delve feat what (ability[{SIX}]) (who)
/delve move feet (who)
/delve dash (who)
/delve use item (target) (who)
/delve aid target (who)
/delve luck for[reroll +5 action move item] (item)
/delve accept
/delve gear (act[list drop give]) (item) (target) (who)
/delve rest (who)
/delve buy ability[{SIX}] (who)
/delve spells (spell)
/delve hurt amount (who)
/delve heal amount (who)
/delve-gm ask who ability[{SIX}] (difficulty[{RUNGS}]) (tn) (note)
/delve-gm attack enemy target (magic)
/delve-gm award who (coins) (item) (kind[{KIND}]) (uses[free session single])
/delve-gm wound who
/delve-gm kill who
/delve-gm revive who
/delve-gm tick
/delve-gm decide (tn) (no)
/traits challenge trait[{SIDES}] target (ability) (burn) (damage) (kind[body projectile other]) (who)
/traits defend (ability) (burn) (who)
/traits burn trait[{SIDES}] points (who)
/traits move steps (who)
/traits buy what (to) (who)
/traits abilities
/traits hurt amount (who)
/traits heal amount (who)
/traits-gm ask who trait[{SIDES}] vs (note)
/traits-gm award who exp
/traits-gm ability name (trait[{SIDES} none]) (role[{ROLE}]) (prices) (act[save delete])
/traits-gm discipline name (abilities) (who) (act[save open close delete])
/traits-gm flag who flag[stays-up extra-dodges extra-abilities] value
/traits-gm cancel
/traits-gm revive who
/ore roll pool (note) (secret)
/ore check {SKILL} (target) (stat[{STAT}]) (bonus) (actions) (note) (secret) (who)
/ore contest target {SKILL} (order) (who)
/ore assist target skill dice (who)
/ore declare {DOING} (also) (call[{PLACE}]) (who)
/ore assign set (action) (who)
/ore body (who) (share)
/ore odds pool (height) (sets) (actions)
/ore hurt where[{PLACE}] (shock) (killing) (who)
/ore heal (where[{PLACE}]) (shock) (killing) (who)
/ore-gm ask who {SKILL} (target) (note)
/ore-gm declare who {DOING}
/ore-gm default
/ore-gm bonus who dice
/ore-gm day (days)
/ore-gm award who points
/ore-gm revive who
/record log (who) (count)
/record why (entry)
/record export
/record undo
/record redo
/table create name (die) (file)
/table roll name (secret)
/table show (name)
/table delete name
/saved add name dice
/saved list
/saved delete name
/rules topic (share)
/help (topic)
"""
"""`/command option (may be left out) option[its fixed values]`."""

IN_DMS = {"roll", "odds", "saved", "rules", "help", "ore"}
COMPLETED = {"who", "target", "page", "topic"}
COMPLETED_IN = {
    *(f"campaign {what} name" for what in ("ruling", "setting")),
    *(f"creature {what} name" for what in ("show", "copy", "edit", "delete")),
    *(f"table {what} name" for what in ("roll", "show", "delete")),
    "character edit field",
    "combat add what",
    *(f"traits {what} ability" for what in ("challenge", "defend")),
    "traits buy what",
    *(f"traits-gm {what} name" for what in ("ability", "discipline")),
    *(f"clan {what} with" for what in ("attack", "kill")),
    "clan buy feature",
    "clan-gm feature name",
    *(f"delve {what}" for what in ("attack with", "cast spell", "cast choice", "use item", "luck item", "gear item")),
    "delve spells spell",
    "delve-gm attack enemy",
    "session plan zone",
    "saved delete name",
    *(f"ore {what} skill" for what in ("check", "contest", "assist", "declare")),
    *(f"ore {what} kind" for what in ("check", "contest")),
    "ore-gm ask skill",
    "ore-gm ask kind",
    "ore-gm declare skill",
    *(f"{word} dice" for word in ("roll", "odds")),  # one's saved dice
}
OTHER_KINDS = {"campaign gm who": "mentionable", "character give user": "user", "odds target": "integer"}
OTHER_KINDS |= dict.fromkeys(
    ("ore check target", "ore check bonus", "ore-gm ask target", "clan check bonus", "delve check bonus"), "integer"
)
OTHER_KINDS |= dict.fromkeys(("ore assist dice", "ore-gm bonus dice", "ore assign action"), "integer")
WHOLE_NUMBERS = {"rise", "mod", "shift", "vs", "mine", "count", "amount", "entry", "height", "xp"}
WHOLE_NUMBERS |= {"rounds", "place", "damage", "points", "steps", "to", "exp"}
WHOLE_NUMBERS |= {"dc", "luck", "feet", "cost", "price"}
WHOLE_NUMBERS |= {"pool", "sets", "actions", "shock", "killing", "days", "points"}
WHOLE_NUMBERS |= {"tn", "feet", "coins"}
YES_OR_NO = {"plus5", "magic", "no", "secret", "share", "scar", "safe", "armour", "save", "order", "burn", "hidden"}


def leaves(bot) -> list[app_commands.Command]:
    return [c for c in bot.tree.walk_commands() if isinstance(c, app_commands.Command)]


def written(command: app_commands.Command) -> str:
    words = [f"/{command.qualified_name}"]
    for option in command.parameters:
        word = option.display_name
        if option.choices:
            word += f"[{' '.join(str(c.value) for c in option.choices)}]"
        words.append(word if option.required else f"({word})")
    return " ".join(words)


async def test_every_command_and_option_is_the_one_written_down(table):
    assert sorted(map(written, leaves(table.bot))) == sorted(COMMANDS.split("\n")[1:-1])


async def test_choices_are_their_names_in_lower_case(table):
    for command in leaves(table.bot):
        for option in command.parameters:
            for choice in option.choices:
                assert str(choice.value) == choice.name.lower().replace(" ", "-"), command.qualified_name


async def test_kinds_of_options(table):
    for command in leaves(table.bot):
        for option in command.parameters:
            name, kind = option.display_name, option.type.name
            full = f"{command.qualified_name} {name}"
            whole, yes = name in WHOLE_NUMBERS, name in YES_OR_NO
            plain = "integer" if whole else "boolean" if yes else "attachment" if name == "file" else "string"
            assert kind == OTHER_KINDS.get(full, plain), full
            completed = name in COMPLETED or full in COMPLETED_IN
            assert bool(option.autocomplete) == (completed and kind == "string"), full


async def test_a_number_that_a_rule_speaks_of_has_no_bounds(table):
    bounded = {
        (c.qualified_name, o.display_name): (o.min_value, o.max_value)
        for c in leaves(table.bot)
        for o in c.parameters
        if o.min_value is not None or o.max_value is not None
    }
    assert bounded == {("record log", "count"): (1, 25)}


async def test_dice_and_help_work_everywhere_all_else_in_servers(table):
    for command in table.bot.tree.get_commands():
        listed = command.to_dict(table.bot.tree)
        contexts, installs = ([0, 1, 2], [0, 1]) if command.name in IN_DMS else ([0], [0])
        assert sorted(listed["contexts"]) == contexts, command.name
        assert sorted(listed["integration_types"]) == installs, command.name


async def test_what_is_uploaded_is_within_the_limits(table):
    (upload,) = [s for s in table.world.backend.http_requests if s.method == "PUT" and s.path.endswith("/commands")]
    assert {c["name"] for c in upload.json} == {c.qualified_name.split()[0] for c in leaves(table.bot)}
    assert lint.commands(upload.json) == []


# -- the lint itself can say no


BUTTON = {"type": 2, "label": "x", "style": 1, "custom_id": "a"}
NOBODY = {"allowed_mentions": {"parse": []}}


@pytest.mark.parametrize(
    ("body", "wrong"),
    [
        ({"components": [{"type": 10, "content": "x" * 4001}]}, "^4001 characters"),
        ({"components": [{"type": 10, "content": "x" * 2001}, {"type": 10, "content": "x" * 2000}]}, "4001 characters"),
        ({"components": [{"type": 17, "components": [{"type": 10, "content": "x"}] * 40}]}, "41 components"),
        ({"components": [{"type": 1, "components": [BUTTON, BUTTON]}]}, "twice"),
        ({"components": [{"type": 1, "components": [BUTTON | {"custom_id": "a" * 101}]}]}, "101 characters"),
        ({"components": [{"type": 1, "components": [BUTTON | {"label": "a" * 81}]}]}, "81 characters"),
        ({"components": [{"type": 1, "components": [BUTTON | {"custom_id": str(n)} for n in range(6)]}]}, "a row"),
        ({"components": [{"type": 1, "components": [{"type": 3, "custom_id": "a", "options": []}]}]}, "0 options"),
        ({"content": "x" * 2001}, "2001 characters"),
        ({"flags": 1 << 15, "content": "x"}, "has content"),
        ({"content": "x", "allowed_mentions": {"parse": ["everyone"]}}, "may mention"),
        ({"content": "x", "allowed_mentions": None}, "may mention"),
    ],
)
def test_the_lint_finds_what_is_too_much_in_a_message(body, wrong):
    (found,) = [w for w in lint.message(NOBODY | body) if re.search(wrong, w)]
    assert found


def test_the_lint_finds_what_is_too_much_elsewhere():
    assert lint.message(NOBODY | {"components": [{"type": 10, "content": "x" * 4000}]}) == []
    choice = {"name": "x", "value": "x"}
    assert lint.suggestions([choice] * 25) == []
    assert lint.suggestions([choice] * 26)
    assert lint.suggestions([{"name": "x" * 101, "value": "x"}])
    field = {"type": 18, "label": "x", "component": {"type": 4, "custom_id": "x", "style": 1}}
    form = {"title": "x" * 45, "custom_id": "f", "components": [field]}
    assert lint.form(form) == []
    assert lint.form(form | {"title": "x" * 46})
    assert lint.form(form | {"components": [field] * 6})
    command = {"name": "x", "description": "d", "options": [{"name": "o", "description": "d", "type": 3}] * 25}
    listed = [command | {"options": [o | {"name": f"o{n}"} for n, o in enumerate(command["options"])]}]
    assert lint.commands(listed) == []
    assert lint.commands([listed[0] | {"description": ""}])
    assert lint.commands([listed[0] | {"name": "Upper"}])
    assert lint.commands(
        [listed[0] | {"options": [listed[0]["options"][0], listed[0]["options"][1] | {"required": True}]}]
    )
    long = [
        {"name": f"o{n}", "description": "d" * 100, "type": 3, "choices": [{"name": "c" * 30, "value": "c" * 30}]}
        for n in range(25)
    ]
    assert any("characters" in w for w in lint.commands([command | {"options": long}]))
