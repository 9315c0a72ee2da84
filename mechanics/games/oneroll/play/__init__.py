"""One-Roll played, one module a chapter. Here stands what all of them work on."""

from mechanics.games.oneroll.fight import Budget, More
from mechanics.games.oneroll.pending import What
from mechanics.games.oneroll.rulings import Rulings
from mechanics.games.oneroll.sheet import Sheet
from mechanics.state import State
from mechanics.step import Step

OneRollState = State[Rulings, Sheet, None, Budget, More, What]
OneRollStep = Step[Rulings, Sheet, None, Budget, More, What]
