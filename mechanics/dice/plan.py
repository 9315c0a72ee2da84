"""A plan: a text that was read once and can be thrown and counted any number of times."""

from collections.abc import Mapping
from functools import lru_cache
from itertools import chain

from mechanics.dice.errors import DiceError
from mechanics.dice.nodes import Bracket, Compare, Number
from mechanics.dice.odds import Odds, odds_of
from mechanics.dice.parse import Parsed, read
from mechanics.dice.pools import Pool
from mechanics.dice.roll import Roll, Run
from mechanics.dice.sources import Dice

# Texts are at most 256 characters, so the cache stays within a few megabytes.
_CACHED = 1024
_CACHED_ODDS = 64


class Plan:
    """A dice text, read.

    `text` as typed, without blanks around it and without the comment; `label` is the comment after `#`; `repeat` how
    many separate results a roll gives; `hint` a sentence for the reply when the text may not mean what was wanted.
    """

    __slots__ = ("_dice", "_root", "_source", "hint", "label", "repeat", "text")

    def __init__(self, source: str, parsed: Parsed) -> None:
        self._source = source
        self._root = parsed.root
        self._dice = parsed.dice
        self.text = parsed.text
        self.label = parsed.label
        self.repeat = parsed.repeat
        self.hint = _hint(parsed)

    def __repr__(self) -> str:
        return f"Plan({self.text!r})"

    @property
    def compares(self) -> bool:
        """Whether this is a comparison, whose total is 1 when it holds and else 0."""
        return isinstance(self._root, Compare)

    def roll(self, dice: Dice) -> Roll | list[Roll]:
        """Throw it: one `Roll`, or a list of `repeat` of them for a repeated text. DiceError (with `draws`) when the
        dice run past the budget or a divisor comes out as 0."""
        if self.repeat > 1:
            return self.rolls(dice)
        run = Run(dice.draw)
        root = self._root
        try:
            value = root.roll(run)
        except DiceError as error:
            self._stopped(error, run)
            raise
        return Roll(value if type(value) is int else int(value), self.label, root, run)

    def rolls(self, dice: Dice) -> list[Roll]:
        """As `roll`, always as a list."""
        run = Run(dice.draw)
        root = self._root
        out: list[Roll] = []
        try:
            for _ in range(self.repeat):
                drawn, told = len(run.drawn), len(run.trace)
                value = root.roll(run)
                out.append(Roll(int(value), self.label, root, run, (drawn, len(run.drawn), told, len(run.trace))))
        except DiceError as error:
            self._stopped(error, run)
            raise
        return out

    def _stopped(self, error: DiceError, run: Run) -> None:
        error.text = self._source
        error.draws = tuple(chain.from_iterable(run.drawn))

    def odds(self, depth: int | None = None) -> Odds:
        """The exact odds of one result. `depth` (0 or more) ends each chain of explosions after so many added dice.
        DiceError `odds_too_big` within a few milliseconds when counting would take too long; `div_zero`, `not_integer`
        or `negative_count` when a result exists only for some faces."""
        if depth is not None and depth < 0:
            raise ValueError("depth is 0 or more")
        return _odds(self, depth)


def _odds_uncached(plan: Plan, depth: int | None) -> Odds:
    try:
        return odds_of(plan._root, depth, plan._dice)
    except DiceError as error:
        error.text = plan._source
        if error.code == "odds_too_big":
            error.end = len(plan._source)
        raise


_odds = lru_cache(maxsize=_CACHED_ODDS)(_odds_uncached)


def _hint(parsed: Parsed) -> str:
    root = parsed.root
    if not isinstance(root, Compare) or not isinstance(root.right, Number) or root.sign == "!=":
        return ""
    pool = root.left
    while isinstance(pool, Bracket):
        pool = pool.node
    if not isinstance(pool, Pool) or pool.end_op is not None or pool.count in (0, 1):
        return ""
    sign = "" if root.sign == ">=" else root.sign.replace("==", "=")
    return f"This compares the sum. To count dice write {pool.text}t{sign}{root.right.value}."


def parse(text: str, names: Mapping[str, int] | None = None) -> Plan:
    """Read a dice text; `names` are the values that `@name` may stand for, case-blind. Plans are cached by text and
    values. DiceError with code, place, message and hint for every text that is not accepted."""
    if not names or "@" not in text:
        return _plain(text)
    return _named(text, tuple(sorted(names.items())))


@lru_cache(maxsize=_CACHED)
def _plain(text: str) -> Plan:
    return Plan(text, read(text, None))


@lru_cache(maxsize=_CACHED)
def _named(text: str, names: tuple[tuple[str, int], ...]) -> Plan:
    return Plan(text, read(text, dict(names)))
