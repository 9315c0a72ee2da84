"""Dragonhead played, one module a chapter. Here stands what all of them work on."""

from mechanics.games.dragonhead.pending import What
from mechanics.games.dragonhead.rulings import Rulings
from mechanics.games.dragonhead.sheet import Sheet
from mechanics.mojo import Evening
from mechanics.state import State
from mechanics.step import Step

DragonheadState = State[Rulings, Sheet, Evening, None, None, What]
DragonheadStep = Step[Rulings, Sheet, Evening, None, None, What]
