"""What mojos buy, alone or together: Divine Wind, Resurrection, and effects that the DM has to accept (DH-MOJO)."""

from __future__ import annotations

from msgspec.structs import replace

from mechanics.facts import Changed, Die, Noted, Rolled, Sum
from mechanics.game import CHAIR, Id, Refused
from mechanics.games.dragonhead.create import finished
from mechanics.games.dragonhead.moves import AcceptStory, RefuseStory, Spend
from mechanics.games.dragonhead.pending import Purse, Story, What
from mechanics.games.dragonhead.play import DragonheadStep
from mechanics.games.dragonhead.play.healing import live_again, wake_from_dream
from mechanics.games.dragonhead.play.pools import charge, give_back, has, running
from mechanics.games.dragonhead.play.rolls import fit_to_roll, short_note
from mechanics.games.dragonhead.play.track import mark
from mechanics.games.dragonhead.scores import one_of, within
from mechanics.games.dragonhead.sheet import Sheet, value
from mechanics.games.dragonhead.track import recover
from mechanics.mojo import Evening
from mechanics.shared import meet
from mechanics.state import Pending

EFFECTS = {
    "divine wind": 2,
    "premonition": 3,
    "gift of the gods": 5,
    "resurrection": 7,
    "dream sequence": 9,
    "act of god": 12,
}
"""What mojos buy, and its price; Divine Wind costs 1 more for each further character (DH-MOJO-05, -08)."""
RULES = {
    "divine wind": "DH-MOJO-08",
    "premonition": "DH-MOJO-09",
    "gift of the gods": "DH-MOJO-10",
    "resurrection": "DH-MOJO-11",
    "dream sequence": "DH-MOJO-12",
    "act of god": "DH-MOJO-13",
}
"""The rule of each effect."""
NOTED = ("premonition",)
"""Effects that are nothing without a word about them (DH-MOJO-09)."""


def spend(step: DragonheadStep, move: Spend) -> None:
    """Buy an effect, alone or together; less than its price waits for others (DH-MOJO-05, -14)."""
    on = one_of(move.on.replace("-", " "), EFFECTS, "effect that mojos buy")
    evening, user = running(step), step.caller.user
    if len(set(move.who)) < len(move.who):
        raise Refused("RANGE", "Somebody is named twice.", "each character once")
    if on in NOTED and not short_note(move.note).strip():
        raise Refused("UNKNOWN", f"{on.capitalize()} needs a note.", "in a few words, what it is about")
    if move.keep_scars and (on != "resurrection" or not step.caller.gm):
        raise Refused("not-gm", "Only a GM says which scars the resurrected keep.", "leave it out")
    price = EFFECTS[on] + (len(move.who) - 1 if on == "divine wind" else 0)
    purse = Purse(step.session.number, on, move.who, price, {}, short_note(move.note), move.keep_scars)
    _check(step, purse)
    shares = _typed_shares(step, move) or {user: _own_share(evening, user, move.mine, price)}
    purse = replace(purse, shares=shares)
    if move.shares:
        _happen(step, purse)
    else:
        contribute(step, None, purse)


def _typed_shares(step: DragonheadStep, move: Spend) -> dict[str, int]:
    if move.shares and not step.caller.gm:
        raise Refused("not-gm", "Only a GM says what several people pay.", "pay your part, and let others chip in")
    if move.shares and move.mine is not None:
        raise Refused("RANGE", "Your own share is typed twice.", "either your share, or everybody's")
    return move.shares


def _own_share(evening: Evening, user: str, mine: int | None, price: int) -> int:
    if mine is None:
        mine = max(1, min(price, evening.pool.get(user, 0)))
    if not 1 <= mine <= price:
        raise Refused("RANGE", f"Your share cannot be {mine}: the price is {price}.", f"1 to {price}")
    has(evening, user, mine)
    if sum(evening.pool.values()) < price:
        raise Refused("FUNDS", f"That costs {price} mojos, and the whole table has fewer.", "/mojo show")
    return mine


def contribute(step: DragonheadStep, p: Pending[What] | None, purse: Purse) -> None:
    """Put a purse down, or the effect in force once its price is reached."""
    paid, who = sum(purse.shares.values()), meet(step)
    if paid >= purse.price:
        if p is not None:
            step.close(p)
        _happen(step, purse)
        return
    if p is None:
        step.open((), purse, "", blocks=False)
    else:
        step.update(p, what=purse)
    text = f"{{0}} chips in for {purse.on.title()}: {paid} of {purse.price} mojos so far."
    step.say(Noted(rule="DH-MOJO-14", text=text, about=(who,)))


# -- what happens ------------------------------------------------------------------------------------------------------


def _check(step: DragonheadStep, purse: Purse) -> None:
    """Refuses whom the effect cannot reach, before anything is paid."""
    match purse.on:
        case "divine wind":
            if not purse.who:
                raise Refused("RANGE", "It takes at least one character.", "one or more different characters")
            for i in purse.who:
                fit_to_roll(step, i, save=True)
        case "resurrection":
            if len(purse.who) != 1:
                raise Refused("RANGE", "One character is resurrected at a time.", "one dead character")
            _dead(step, purse.who[0], purse.keep_scars)
        case _:
            for i in purse.who:
                finished(step, i)


def _dead(step: DragonheadStep, i: Id, keep_scars: int) -> Sheet:
    sheet = finished(step, i)
    within(keep_scars, 0, value(sheet, "hp"), "Scars to keep")
    if not sheet.track.dead:
        raise Refused("STATE", f"{sheet.name} is not dead.", "somebody who is")
    return sheet


def _happen(step: DragonheadStep, purse: Purse) -> None:
    """The whole price is taken, or nothing is; then the effect happens, or waits for the DM's word."""
    rule = RULES[purse.on]
    paid = charge(step, purse.price, purse.shares, rule)
    _check(step, purse)
    count = len(purse.who)
    for_whom = "" if not count else " for {0}" if count == 1 else f" for {count} characters"
    step.say(Noted(rule=rule, text=f"{purse.on.title()}{for_whom}: {purse.price} mojos.", about=purse.who))
    match purse.on:
        case "divine wind":
            _divine_wind(step, purse.who)
        case "resurrection":
            live_again(step, purse.who[0], rule, purse.keep_scars)
        case _:
            story = Story(purse.session, purse.on, purse.who, purse.shares, purse.note)
            step.open((CHAIR,), story, f"accept or refuse {purse.on.title()}", blocks=False)
    for fact in paid:
        step.say(fact)
    if purse.note:
        step.say(Noted(text=purse.note))


def _divine_wind(step: DragonheadStep, who: tuple[Id, ...]) -> None:
    """1d20 points of wear blown away from each (DH-MOJO-08)."""
    for i in who:
        face = step.draw(1, 20)[0]
        shown = Sum(i, (("d20", face),), face, (Die(20, face),))
        step.say(Rolled(rule="DH-MOJO-08", label="Divine Wind", sum=shown))
        mark(step, i, "DH-MOJO-08", recover(step.sheet(i).track, face))


# -- the DM's word -----------------------------------------------------------------------------------------------------


def accept(step: DragonheadStep, move: AcceptStory) -> None:
    """A story effect happens. A Dream Sequence puts sheets back, all others are for the DM to tell (DH-MOJO-05)."""
    p, story = _story(step, move.pending)
    step.close(p)
    step.say(Noted(rule=RULES[story.on], text=f"The DM accepts: {story.on.title()} happens.", about=story.who))
    if story.on == "dream sequence":
        wake_from_dream(step)


def refuse(step: DragonheadStep, move: RefuseStory) -> None:
    """It does not happen, and everybody gets their mojos back, if their session still runs (DH-MOJO-05)."""
    p, story = _story(step, move.pending)
    step.close(p)
    step.say(Noted(rule=RULES[story.on], text=f"The DM refuses {story.on.title()}.", about=story.who))
    back: tuple[Changed, ...] = ()
    if step.state.session is not None and step.session.number == story.session:
        back = give_back(step, story.shares, RULES[story.on])
    for fact in back:
        step.say(fact)


def _story(step: DragonheadStep, pending: int | None) -> tuple[Pending[What], Story]:
    return step.top(Story, pending=pending)
