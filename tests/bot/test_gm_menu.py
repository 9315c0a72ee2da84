"""What a GM types can be pressed: each command of a `-gm` group is a button with a form, in every game."""

import pytest

from bot.panels.gm import ROWS, commands_of
from mechanics.games.all import GAMES

RING = """
as gm
in #ring
/campaign create name:"The Ring" game:traits
as player1
/character create name:Ines
click "Done"
as player2
/character create name:Kaya
click "Done"
as gm
"""


@pytest.mark.parametrize("game", GAMES)
async def test_every_command_has_a_button_and_a_form_that_holds_what_it_needs(table, game):
    await table.do("as gm", "in #tomb", f"/campaign create name:Here game:{'one-roll' if game == 'oneroll' else game}")
    found = commands_of(table.bot.tree, game)
    assert found
    fights = ["Start a fight"] if GAMES[game].fights is not None else []
    await table.do("/play")
    menu = (await table.do('click "As the GM"'))["replies"][0]
    assert menu["visible_to"] == ["gm"]
    assert [button["label"] for button in menu["buttons"]] == fights + [c.name.capitalize() for c in found]
    for command in found:
        assert sum(p.required for p in command.parameters) <= ROWS
        await table.do("/play", 'click "As the GM"')
        step = await table.do(f'click "{command.name.capitalize()}"')
        if not command.parameters:
            assert step["form"] is None and step["replies"]
            continue
        named = [(field["name"], field["required"]) for field in step["form"]["fields"]]
        assert named == [(p.display_name, p.required) for p in command.parameters[:ROWS]]


@pytest.mark.parametrize(
    ("button", "filled", "typed"),
    [
        ("Ask", 'who:"Ines (player1), Kaya (player2)" trait:mental vs:2 note:"a riddle"', "ask"),
        ("Award", "who:Kaya exp:-0", "award"),
        ("Award", "who:Kaya exp:7", "award"),
        ("Flag", 'who:Ines flag:"extra dodges" value:1', "flag"),
        ("Ability", "name:Parry trait:physical role:defence", "ability"),
        ("Cancel", "", "cancel"),
    ],
)
async def test_pressing_does_what_typing_does(table, button, filled, typed):
    told = []
    await table.play(RING)
    typed_line = f"/traits-gm {typed} {filled}".replace('"extra dodges"', "extra-dodges")
    for how in ("pressed", "typed"):
        if how == "pressed":
            await table.do("/play", 'click "As the GM"')
            step = await table.do(f'click "{button}"')
            step = await table.do(f"submit {filled}") if filled else step
        else:
            step = await table.do(typed_line)
        facts = [{**fact, "pending": 0} for fact in step["facts"]]  # a decision's number is its entry's
        told.append(([r["text"] for r in step["replies"] if not r["edited"]], step["refusal"], facts))
        if step["facts"]:
            await table.do("/record undo")
    assert told[0] == told[1]


async def test_it_is_the_gms(table):
    await table.play(RING)
    await table.do("/play", 'click "As the GM"')
    await table.do("/campaign gm who:@player1", "as player1", "/campaign gm who:@gm act:remove")
    assert await table.refused("as gm", 'click "Ask"') == ("not-gm", "Only a GM of this campaign may do that.")
    labels = [b["label"] for b in (await table.do("/play"))["replies"][0]["buttons"]]
    assert "As the GM" not in labels and "Log" in labels


@pytest.mark.parametrize("number", ["", "x", "+-5", "--1", "1.5", "9" * 40, "٣"])
async def test_what_is_no_number_is_said_so(table, number):
    await table.play(RING)
    before = await table.rows()
    await table.do("/play", 'click "As the GM"', 'click "Award"')
    code, _ = await table.refused(f'submit who:Kaya exp:"{number or " "}"')
    assert code == "bad-value"
    assert await table.rows() == before


async def test_the_menu_of_one_game_is_stale_in_another(table):
    await table.play(RING)
    await table.do("/play", 'click "As the GM"', 'click "Award"')
    await table.do("/campaign here act:release", "/campaign create name:Else game:one-roll")
    code, said = await table.refused('submit exp:"3" who:Kaya')
    assert (code, said) == ("wrong-game", "One-Roll is played here, not Traits.")


async def test_with_more_names_than_a_menu_holds_they_are_typed(table):
    await table.play(RING)
    for n in range(23):
        await table.do(f'/creature new name:"Guard {n}"', f'submit line:"guard {n} 3/2/2"')
    await table.do("/play", 'click "As the GM"')
    fields = (await table.do('click "Award"'))["form"]["fields"]
    assert (fields[0]["name"], fields[0]["kind"]) == ("who", "text")
    step = await table.do('submit who:"Ines, Kaya" exp:4')
    assert "Ines" in step["replies"][0]["text"] and step["refusal"] is None


async def test_it_outlives_a_restart(table):
    await table.play(RING)
    await table.do("/play", 'click "As the GM"', "restart", 'click "Award"', "restart", "submit who:Kaya exp:3")
    assert (await table.state("Kaya"))["exp_earned"] == 3


async def test_a_fight_is_begun_filled_and_ended_without_typing(table):
    await table.play(RING)
    door = ("as gm", "/play", 'click "As the GM"')
    await table.do(*door, 'click "Start a fight"')
    step = await table.do("submit")
    assert "A fight gathers" in step["replies"][0]["text"]
    await table.do("as player1", 'click "Join"')
    assert "no creature called Wolf" in (await table.refused(*door, 'click "Add to the fight"', "submit what:Wolf"))[1]
    await table.do(*door, 'click "Add to the fight"', 'submit what:"wolf 2/1/1 bite 1" count:2')
    await table.do('click "Begin"')
    assert len((await table.state())["scene"]["fight"]["seats"]) == 3
    await table.do(*door, "together", 'click "End the fight"', 'click "End the fight"', "end")
    assert (await table.state())["scene"]["fight"] is None


async def test_a_name_with_a_comma_can_be_meant(table):
    await table.play(RING)
    await table.do("as stranger", '/character create name:"Bob, Jr"', 'click "Done"', "as gm")
    step = await table.do('/traits-gm award who:"Ines, Bob, Jr, Kaya" exp:2')
    assert step["refusal"] is None
    await table.do("/play", 'click "As the GM"', 'click "Award"', 'submit who:"All characters" exp:3')
    for name in ("Ines", "Bob, Jr", "Kaya"):
        assert (await table.state(f'"{name}"'))["exp_earned"] == 5
