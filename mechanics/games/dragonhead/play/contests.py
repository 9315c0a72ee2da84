"""Competitions: everybody rolls the same, or teams add up their successes (DH-ACT-09, -10)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from msgspec.structs import replace

from mechanics.campaign import clean, fold
from mechanics.facts import Die, Noted, Rolled, Sum
from mechanics.game import Id, Refused
from mechanics.games.dragonhead.moves import CloseContest, Contest, Enter
from mechanics.games.dragonhead.pending import Board, Thrown
from mechanics.games.dragonhead.play import DragonheadStep
from mechanics.games.dragonhead.play.pools import session_number
from mechanics.games.dragonhead.play.rolls import CRASH, declare, first_throw, keep_open, tell_crash
from mechanics.games.dragonhead.scores import ladder, one_of, success
from mechanics.games.dragonhead.sheet import ABILITIES, ability

MANY = 50
"""The most who compete at once."""
FAILS = {"H": 0, "F": -1, "C": -2}
"""What a half fail, a full fail and a crash count for a team; a success counts 1 each (DH-ACT-10)."""
ROUNDS = 20
"""How often a tie is rolled again; whoever entered first wins after that, once in 10 to the power of 40 ties."""


def contest(step: DragonheadStep, move: Contest) -> None:
    """A competition opens; one at a time in a channel: one that was left open is over without a winner."""
    teams = one_of(move.kind, ("single", "teams"), "competition") == "teams"
    name, rung = ABILITIES[ability(move.ability)], ladder(move.difficulty).name
    for old in [p for p in step.scene.pending.values() if isinstance(p.what, Board)]:
        step.close(old)
        step.say(Noted(rule="DH-ACT-09", text="The competition that was open here is over without a winner."))
    step.open((), Board(session_number(step), "teams" if teams else "single", name.casefold(), rung), "", blocks=False)
    text = f"A competition{' of teams' if teams else ''} begins: {rung.capitalize()} {name}."
    step.say(Noted(rule="DH-ACT-10" if teams else "DH-ACT-09", text=text))


def enter(step: DragonheadStep, move: Enter) -> None:
    """One rolls for the competition, once; the roll may be fudged until it is over."""
    p, board = step.top(Board, pending=move.pending)
    declared = declare(step, move.actor, board.ability, difficulty=board.difficulty, tries=move.tries, rise=move.rise)
    rolls = entries(step, p.id)
    if any(roll.who == move.actor for roll in rolls):
        raise Refused("STATE", "That character has rolled already.", "one roll each")
    if len(rolls) >= MANY:
        raise Refused("RANGE", f"{MANY} compete already.", f"up to {MANY}")
    team = _team(board, rolls, move.team)
    declared = replace(declared, roll=replace(declared.roll, contest=p.id, team=team))
    roll = first_throw(step, declared)
    if team:
        step.say(Noted(rule="DH-ACT-10", text=f"For {team}: {_counts(step, roll):+d}."))
    tell_crash(step, roll)
    keep_open(step, roll)


def _team(board: Board, rolls: Sequence[Thrown], typed: str) -> str:
    """The team as it was first written; `UNKNOWN` without one among teams, or with one where there are none."""
    if board.kind == "single":
        if typed.strip():
            raise Refused("UNKNOWN", "There are no teams in this competition.", "leave the team out")
        return ""
    if not typed.strip():
        raise Refused("UNKNOWN", "This competition is between teams.", "a team's name")
    name = clean(typed, "team")
    return next((roll.team for roll in rolls if fold(roll.team) == fold(name)), name)


def entries(step: DragonheadStep, board: int) -> tuple[Thrown, ...]:
    """The rolls of a competition, in the order they were made."""
    whats = (p.what for p in step.scene.pending.values())
    return tuple(what for what in whats if isinstance(what, Thrown) and what.contest == board)


def _counts(step: DragonheadStep, roll: Thrown) -> int:
    """What a roll is worth to its team (DH-ACT-10)."""
    how = success(roll.strength, roll.verdict == CRASH, step.state.rulings.fourth_success)
    return FAILS.get(how.key, how.number)


# -- the end -----------------------------------------------------------------------------------------------------------


def close(step: DragonheadStep, move: CloseContest) -> None:
    """Who wins is told, and every roll of it stands from now on (DH-ACT-09, -10)."""
    p, board = step.top(Board, pending=move.pending)
    rolls = entries(step, p.id)
    if board.kind == "single":
        if len(rolls) < 2:
            raise Refused("RANGE", f"{len(rolls)} compete.", "2 or more")
        _single(step, rolls)
    else:
        _teams(step, rolls)
    for waiting in tuple(step.scene.pending.values()):
        if waiting.id == p.id or (isinstance(waiting.what, Thrown) and waiting.what.contest == p.id):
            step.close(waiting)


class _Place(NamedTuple):
    """One who shares a place, counted from 1."""

    place: int
    roll: Thrown


def _places(rolls: Sequence[Thrown]) -> list[_Place]:
    """The best first; equal strengths share a place, and the next one is as many further on."""
    better = [sum(other.strength > roll.strength for other in rolls) for roll in rolls]
    return sorted((_Place(n + 1, roll) for n, roll in zip(better, rolls, strict=True)), key=lambda p: p.place)


def _single(step: DragonheadStep, rolls: Sequence[Thrown]) -> None:
    places = _places(rolls)
    for place, roll in places:
        text = f"Place {place}: {{0}} with {roll.strength}."
        step.say(Noted(rule="DH-ACT-09", text=text, about=(roll.who,)))
    winner = _break_tie(step, [roll.who for place, roll in places if place == 1], "DH-ACT-09")
    step.say(Noted(rule="DH-ACT-09", text="{0} wins.", about=(winner,)))


def _break_tie(step: DragonheadStep, tied: Sequence[Id], rule: str, names: Sequence[str] = ()) -> Id:
    """1d100 each, the highest wins, those still tied again (DH-ACT-09)."""
    for _ in range(ROUNDS):
        if len(tied) == 1:
            break
        faces = {i: step.draw(1, 100)[0] for i in tied}
        best = max(faces.values())
        for i, face in faces.items():
            shown = Sum(i, (("d100", face),), face, (Die(100, face),))
            step.say(Rolled(rule=rule, label="tie", sum=shown, verdict="highest" if face == best else ""))
        tied = [i for i in tied if faces[i] == best]
    return tied[0]


def _teams(step: DragonheadStep, rolls: Sequence[Thrown]) -> None:
    totals: dict[str, int] = {}
    for roll in rolls:
        totals[roll.team] = totals.get(roll.team, 0) + _counts(step, roll)
    if len(totals) < 2:
        raise Refused("RANGE", f"{len(totals)} teams compete.", "2 or more, each with somebody in it")
    for team, total in sorted(totals.items(), key=lambda pair: -pair[1]):
        step.say(Noted(rule="DH-ACT-10", text=f"{team}: {total}."))
    first = [team for team, total in totals.items() if total == max(totals.values())]
    if len(first) > 1 and step.state.rulings.team_ties == "draw":
        step.say(Noted(rule="DH-ACT-10", text=f"A draw between {', '.join(first)}."))
        return
    captains = {next(roll.who for roll in rolls if roll.team == team): team for team in first}
    winner = captains[_break_tie(step, list(captains), "DH-ACT-10")]
    step.say(Noted(rule="DH-ACT-10", text=f"{winner} wins."))
