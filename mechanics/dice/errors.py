"""What can go wrong with dice: a text that cannot be rolled, and a script of faces that does not fit the draws."""


class DiceError(Exception):
    """A dice text was refused, or a roll ran into a limit.

    `code` is one word of the list in docs/dice.md. `start` and `end` are code points of the text as typed, equal when
    something is missing there. `message` is one sentence, `hint` what would be accepted ("" when nothing is close).
    `draws` are the faces drawn before a roll was stopped (empty for a text refused while reading); `drawn` counts them.
    `str()` draws the text with a caret under the place.
    """

    def __init__(self, code: str, start: int, end: int, message: str, hint: str = "", text: str = "") -> None:
        super().__init__(code, start, end, message, hint)
        self.code = code
        self.start = start
        self.end = end
        self.message = message
        self.hint = hint
        self.text = text
        self.draws: tuple[int, ...] = ()

    @property
    def drawn(self) -> int:
        """How many dice had been drawn when the roll was stopped; 0 for a text that was never rolled."""
        return len(self.draws)

    def __str__(self) -> str:
        # One line and one column a code point, or the caret would point elsewhere than it says.
        shown = "".join(c if c.isprintable() else "?" for c in self.text[:_SHOWN])
        lines = [shown] if shown else []
        lines.append(" " * min(self.start, len(shown)) + "^ " + self.message)
        if self.hint:
            lines.append("try: " + self.hint)
        return "\n".join(lines)


# A refused text may be of any length; only so much of it is repeated.
_SHOWN = 260


class ScriptError(Exception):
    """A scripted or recorded row of faces does not fit what is drawn. `code`, `message`, `hint` as in a refusal."""

    code = "script"

    def __init__(self, message: str, hint: str = "") -> None:
        super().__init__(message)
        self.message = message
        self.hint = hint


class OutOfDice(ScriptError):
    """More faces are drawn than the script still holds; nothing was taken from it."""

    code = "out-of-dice"


class ImpossibleFace(ScriptError):
    """The next face cannot be shown by the die that is drawn; nothing was taken from the script."""

    code = "impossible-face"
