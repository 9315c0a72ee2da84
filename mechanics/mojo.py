"""Pools of coins, a bowl that they are spent into, and prices that several people pay together."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec import Struct
from msgspec.structs import replace

from mechanics.game import Refused


class Evening(Struct, frozen=True):
    """The coins of one session: `pool` by user id, never below 0; `opened` all that there were at its start.

    `players` is the number of people the opening roll was sized by.
    """

    pool: dict[str, int]
    opened: int
    players: int

    @property
    def bowl(self) -> int:
        """The coins spent so far. Derived, so that two people's payments never write the same place (DH-MOJO-05)."""
        return self.opened - sum(self.pool.values())

    def gauges(self) -> dict[str, object]:
        """What people see on the table, derived numbers too."""
        return {"pool": self.pool, "bowl": self.bowl, "players": self.players}


def pay(evening: Evening, price: int, shares: Mapping[str, int]) -> Evening:
    """The evening after `shares` (coins by user id, each at least 1) paid exactly `price`: all of it or nothing.

    Refuses `RANGE` for a share below 1 or a sum above the price, `FUNDS` for a sum below it or a share above that
    user's pool (DH-MOJO-14).
    """
    total = sum(shares.values())
    if any(share < 1 for share in shares.values()):
        raise Refused("RANGE", "Every share is at least 1 mojo.", "leave out who pays nothing")
    if total > price:
        raise Refused("RANGE", f"The shares add up to {total}, and the price is {price}.", f"{price} in all")
    if total < price:
        raise Refused("FUNDS", f"The price is {price} mojos, and the shares add up to {total}.", f"{price} in all")
    for user, share in shares.items():
        if share > (has := evening.pool.get(user, 0)):
            raise Refused("FUNDS", f"{share} of it is to come from a pool of {has}.", "/mojo show tells all pools")
    return replace(evening, pool={u: n - shares.get(u, 0) for u, n in evening.pool.items()})
