"""A character in the making: a draft that its owner alone sees, until it is finished (TRAIT-TRAIT-01)."""

from __future__ import annotations

from msgspec.structs import replace

from mechanics import shared
from mechanics.campaign import clean
from mechanics.facts import Noted
from mechanics.game import Id, Refused
from mechanics.games.traits.catalogue import TRAIT_NAMES, Entry, key, meant, read_abilities, trait_named, within
from mechanics.games.traits.creatures import traits_of
from mechanics.games.traits.moves import Choose, Describe, NewDraft
from mechanics.games.traits.play import TraitsStep
from mechanics.games.traits.play.buying import with_ability
from mechanics.games.traits.prices import HIGHEST, levels_price, rating_price
from mechanics.games.traits.rulings import Rulings
from mechanics.games.traits.sheet import Ability, Sheet, level

UNNAMED = "New character"
"""What a draft is called until it has a name."""


def new_draft(step: TraitsStep, move: NewDraft) -> None:
    """A draft of the caller's, 1 in each trait; `already-in` if they have one."""
    if any(n.kind == "draft" and n.owner == step.caller.user for n in step.state.campaign.names.values()):
        raise Refused("already-in", "You are making a character already.", "finish it, or drop it")
    name = clean(move.title) if move.title else UNNAMED
    sheet = Sheet(name, step.caller.user, exp_earned=step.state.rulings.starting_exp, draft=True)
    i = shared.enrol(step, sheet, "draft")
    step.say(Noted(rule="TRAIT-TRAIT-01", to=(i,), text="{0} is begun.", about=(i,)))


def describe(step: TraitsStep, move: Describe) -> None:
    """What was typed into the form: a name, three traits, a line of abilities of the general list with what they do."""
    i, sheet = move.actor, draft_of(step, move.actor)
    if move.title.strip():
        name = clean(move.title)
        step.set(i, "TRAIT-TRAIT-01", name=name)
        shared.enrol(step, step.sheet(i), "draft", i)
    if move.traits.strip():
        levels = dict(zip(TRAIT_NAMES, traits_of(move.traits), strict=True))
        for trait, number in levels.items():
            within(number, 1, HIGHEST, trait.capitalize())
        step.set(i, "TRAIT-COST-02", **levels, hp=levels["physical"])
    if key(move.abilities) == "none":
        step.set(i, "TRAIT-ABIL-03", abilities=())
    elif move.abilities.strip():
        chosen: tuple[Ability, ...] = ()
        for one in read_abilities(move.abilities):
            rating = within(one.rating, 1, HIGHEST, one.name)
            chosen = with_ability(chosen, _entry(step.state.rulings, one.name), rating, one.damage)
        step.set(i, "TRAIT-ABIL-03", abilities=chosen)
    _pay(step, i)
    step.say(Noted(rule="TRAIT-TRAIT-01", to=(i,), text="{0} is written down.", about=(i,)))
    if step.sheet(i) == sheet and not move.traits.strip():
        raise Refused("bad-value", "Nothing new was typed.", "a name, traits such as 4/3/2, or abilities")


def choose(step: TraitsStep, move: Choose) -> None:
    """One trait or ability of the draft is this much from now on, higher or lower, and is paid for so."""
    i, sheet = move.actor, draft_of(step, move.actor)
    if key(move.what) in TRAIT_NAMES:
        trait = trait_named(move.what)
        number = within(move.to, 1, HIGHEST, trait.capitalize())
        also = {"hp": number} if trait == "physical" else {}
        step.set(i, "TRAIT-COST-02", **{trait: number}, **also)
    else:
        own = meant(move.what, ((a.name, Entry(a.name)) for a in sheet.abilities)) if move.to == 0 else None
        entry = own or _entry(step.state.rulings, move.what)
        rating = within(move.to, 0, HIGHEST, entry.name)
        step.set(i, "TRAIT-ABIL-03", abilities=with_ability(sheet.abilities, entry, rating))
    if step.sheet(i) == sheet:
        raise Refused("STATE", "That is what it is already.", "another number")
    _pay(step, i)


def _entry(rulings: Rulings, name: str) -> Entry:
    entry = meant(name, ((e.name, e) for e in rulings.catalogue.values()))
    if entry is None:
        raise Refused("UNKNOWN", "The general list has no such ability.", "/traits abilities shows it")
    return entry


def price_of(rulings: Rulings, sheet: Sheet) -> int:
    """What all traits and general abilities of a sheet cost together, from 1/1/1."""
    traits = sum(levels_price(1, level(sheet, t), rulings.cost_rule) for t in TRAIT_NAMES)
    return traits + sum(
        rating_price(rulings.catalogue.get(key(a.name), Entry(a.name)), a.rating) for a in sheet.abilities
    )


def _pay(step: TraitsStep, i: Id) -> None:
    """The draft has paid for what it is; `FUNDS` for more than it has."""
    sheet = step.sheet(i)
    price = price_of(step.state.rulings, sheet)
    if price > sheet.exp_earned:
        raise Refused("FUNDS", f"That costs {price} EXP of {sheet.exp_earned}.", "less, or a GM awards EXP later")
    step.set(i, "TRAIT-COST-02", exp_spent=price)


def finish(step: TraitsStep, i: Id) -> None:
    """The draft becomes a character; `bad-value` without a name."""
    if draft_of(step, i).name == UNNAMED:
        raise Refused("bad-value", "This character needs a name.", "type one first")
    step.set(i, "TRAIT-TRAIT-01", draft=False)
    shared.enrol(step, step.sheet(i), "pc", i)
    step.say(Noted(rule="TRAIT-TRAIT-01", text="{0} joins the campaign.", about=(i,)))


def drop_draft(step: TraitsStep, i: Id) -> None:
    """The draft is gone."""
    draft_of(step, i)
    names = step.state.campaign.names
    step.set_campaign(names={k: n for k, n in names.items() if k != i})
    step.state = replace(step.state, sheets={k: s for k, s in step.state.sheets.items() if k != i})
    step.say(Noted(to=(Id(step.caller.user),), text="The unfinished character is gone."))


def draft_of(step: TraitsStep, i: Id) -> Sheet:
    """The sheet of a character in the making; refused `STATE` for a finished one."""
    sheet = step.sheet(i)
    if not sheet.draft:
        raise Refused("STATE", "That character is finished already.", "/character create begins another one")
    return sheet
