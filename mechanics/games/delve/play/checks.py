"""Ability rolls, those that the GM asks for, daring feats and what the GM decides (DELVE-ROLL-01, DELVE-FEAT-01)."""

from __future__ import annotations

from mechanics.campaign import clean
from mechanics.facts import typed
from mechanics.game import CHAIR, Id, Refused
from mechanics.games.delve.moves import AnswerAsk, Ask, Check, Decide, Feat
from mechanics.games.delve.pending import Asked, Daring, Miscast, Roll, ToTry
from mechanics.games.delve.play import DelveStep, act, may_act, miscasts, not_casting, note, on_turn, player, up, within
from mechanics.games.delve.play.rolls import PLUS, ability_of, afford, roll, spend, told

DIFFICULTIES = {"easy": 10, "moderate": 13, "challenging": 15, "difficult": 18}
IN_DOUBT = 13
"""What is to be beaten where nobody has said (DELVE-ROLL-01)."""
HARDEST = 40
BONUS = 10
FEAT_ABILITY = "dex"
"""What a feat takes where nobody has named an ability."""


def number_of(difficulty: str, tn: int | None) -> int:
    """What is to be beaten: a number, or what a difficulty is called, or 13. Refuses `RANGE`, `UNKNOWN`."""
    if tn is not None:
        return within(tn, 1, HARDEST, "The number to beat")
    if not difficulty:
        return IN_DOUBT
    if difficulty.strip().casefold() not in DIFFICULTIES:
        raise Refused("UNKNOWN", f"Nothing is called {difficulty.strip()[:40]}.", ", ".join(DIFFICULTIES))
    return DIFFICULTIES[difficulty.strip().casefold()]


def _words(text: str) -> str:
    return clean(text, "text") if text.strip() else ""


def check(step: DelveStep, move: Check) -> None:
    """An ability roll (DELVE-ROLL-01). Of a secret one nothing stays open: it would be seen by all."""
    player(step, move.actor)
    up(step, move.actor)
    ability = ability_of(move.ability)
    tn = number_of(move.difficulty, move.tn)
    bonus = within(move.bonus, -BONUS, BONUS, "The bonus")
    words = _words(move.note)
    if move.plus5:
        afford(step, move.actor)
    if not move.secret:
        roll(step, move.actor, ability, tn, ToTry(), move.plus5, bonus, words)
        return
    if move.plus5:
        spend(step, move.actor)
    (die,) = step.draw(1, 20)
    made = Roll(move.actor, ability, tn, die, ToTry(), bonus, PLUS if move.plus5 else 0, words)
    told(step, made, to=(Id(step.caller.user),))


def ask(step: DelveStep, move: Ask) -> None:
    """The GM asks these for a roll; each answers alone, and nothing else waits for it."""
    ability, tn, words = ability_of(move.ability), number_of(move.difficulty, move.tn), _words(move.note)
    if not move.who or len(set(move.who)) != len(move.who):
        raise Refused("UNKNOWN", "Name who is asked, each once.", "one or more characters")
    for i in move.who:
        player(step, i)
        up(step, i)
    for i in move.who:
        step.open((i,), Asked(i, ability, tn, words), f"a roll of {ability.upper()} against {tn}", blocks=False)


def answer_ask(step: DelveStep, move: AnswerAsk) -> None:
    """One of those asked rolls."""
    waiting, asked = step.top(Asked, move.actor, move.pending)
    up(step, asked.who)
    if move.plus5:
        afford(step, asked.who)
    step.close(waiting)
    roll(step, asked.who, asked.ability, asked.tn, ToTry(), move.plus5, note=asked.note)


# -- feats -------------------------------------------------------------------------------------------------------------


def feat(step: DelveStep, move: Feat) -> None:
    """Somebody wants to do something daring; the GM has to say against what (DELVE-FEAT-01)."""
    on_turn(step, move.actor)
    player(step, move.actor)
    not_casting(may_act(step, move.actor))
    what = clean(move.what, "feat")
    ability = ability_of(move.ability) if move.ability else ""
    if any(isinstance(p.what, Daring) and p.what.who == move.actor for p in step.scene.pending.values()):
        raise Refused("STATE", "Another feat of theirs waits for the GM.", "when the GM has decided")
    note(step, "DELVE-FEAT-01", f"{{0}} wants to dare: {typed(what)}.", move.actor)
    step.open((CHAIR,), Daring(move.actor, what, ability), "a feat: against what?", blocks=False)


def decide(step: DelveStep, move: Decide) -> None:
    """The GM's word on the newest feat or miscast that waits, or the one named."""
    waits = [p for p in step.scene.pending.values() if isinstance(p.what, Daring | Miscast)]
    chosen = next((p for p in reversed(waits) if move.pending in (None, p.id)), None)
    if chosen is None:
        raise Refused("STATE", "Nothing waits for the GM's word.", "a feat, or a miscast")
    if isinstance(chosen.what, Miscast):
        step.close(chosen)
        miscasts.decide(step, move, chosen.what)
    elif isinstance(chosen.what, Daring):
        step.close(chosen)
        _judge(step, move, chosen.what)


def _judge(step: DelveStep, move: Decide, what: Daring) -> None:
    if move.no:
        note(step, "DELVE-FEAT-01", "That cannot be done: {0} still has the action.", what.who)
        return
    tn = number_of("", move.tn)
    ability = ability_of(move.ability or what.ability or FEAT_ABILITY)
    on_turn(step, what.who)
    not_casting(may_act(step, what.who))
    act(step, what.who)
    roll(step, what.who, ability, tn, ToTry(), plus5=False)
