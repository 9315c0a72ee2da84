"""The mojos on the table, as a play in progress sees and takes them (DH-MOJO-05)."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec.structs import replace

from mechanics.facts import Changed
from mechanics.game import CHAIR, Id, Refused
from mechanics.games.dragonhead.play import DragonheadStep
from mechanics.mojo import Evening, pay


def running(step: DragonheadStep) -> Evening:
    """The mojos of the session that runs; refused `no-session` without one, or while it still gathers."""
    more = step.session.more
    if more is None:
        raise Refused("no-session", "The session has not begun yet: there are no mojos.", "the GM presses Begin")
    return more


def session_number(step: DragonheadStep) -> int:
    """The number of the session that runs, 0 when none does."""
    session = step.state.session
    return session.number if session and session.more is not None else 0


def payer(step: DragonheadStep, owner: str) -> str:
    """Whose pool pays for a roll: its owner's; for a creature that of the GM who presses."""
    return step.caller.user if owner == CHAIR else owner


def charge(step: DragonheadStep, price: int, shares: Mapping[str, int], rule: str) -> tuple[Changed, ...]:
    """Take a price from these pools, or refuse as `pay` does. The facts come back, to be told after the throw."""
    before = running(step)
    after = pay(before, price, shares)
    step.set_session(more=after)
    return tuple(
        Changed(rule=rule, who=Id(u), gauge="pool", before=before.pool[u], after=after.pool[u]) for u in shares
    )


def give_back(step: DragonheadStep, shares: Mapping[str, int], rule: str) -> tuple[Changed, ...]:
    """Put these mojos back from the bowl into their pools. The facts come back."""
    before = running(step)
    pool = {user: mojos + shares.get(user, 0) for user, mojos in before.pool.items()}
    step.set_session(more=replace(before, pool=pool))
    return tuple(
        Changed(rule=rule, who=Id(u), gauge="pool", before=before.pool[u], after=pool[u]) for u in shares if u in pool
    )


def has(evening: Evening, user: str, mojos: int) -> None:
    """Refuses `FUNDS` when this person's pool has fewer mojos."""
    pool = evening.pool.get(user, 0)
    if pool < mojos:
        raise Refused("FUNDS", f"That takes {mojos}, and you have {pool}.", "mojos come with the next session's roll")
