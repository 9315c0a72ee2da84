"""The console: the real bot on a simulated Discord, driven line by line."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from contextlib import ExitStack
from datetime import datetime
from pathlib import Path
from types import TracebackType
from typing import Any, Protocol

from bot.local import language, reading
from bot.local.error_log import ErrorLog, listening
from bot.local.fed_dice import FedDice
from bot.local.hands import Hands
from bot.local.language import ScriptError
from bot.local.world import RIGHTS, Unable, World
from mechanics.game import Refusal, Refused

Step = dict[str, Any]
"""One line's result, ready for JSON; the keys are those of `Console.blank`."""


class LocalBot(Protocol):
    """What the console needs of the bot besides its commands."""

    observers: list[Callable[[int, Any], None]]

    async def seen(self, guild_id: int | None, channel_id: int, user: int, gm_rights: bool, name: str | None) -> Any:
        """The stored numbers through somebody's eyes; raises `Refused` for a name unknown to them."""

    async def sees(self, guild_id: int | None, channel_id: int, user: int, gm_rights: bool, facts: Any) -> list[Any]:
        """Those of the facts that this person may see."""


class Console:
    """Use as `async with Console(make_bot) as console: await console.step("as gm")`.

    `make_bot` builds the bot with the dice it is given. `files` is where `attach` looks first. `now` sets the clock of
    the simulated world before the start. With a running `world` (and the `dice` of its bot) the console only joins it.
    """

    def __init__(
        self,
        make_bot: Callable[[FedDice], Any],
        *,
        files: Path = Path(),
        now: datetime | None = None,
        world: World | None = None,
        dice: FedDice | None = None,
    ) -> None:
        self.dice = dice or FedDice()
        self.count = 0
        self._make_bot, self._now, self._joined = make_bot, now, world
        self._told: list[tuple[int, Any]] = []
        self._log, self._open = ErrorLog(), ExitStack()
        self._shown: dict[int, tuple[Any, ...]] = {}
        if world is not None:
            self.world = world
        self._files = files

    async def __aenter__(self) -> Console:
        self._open.enter_context(listening(self._log))
        if self._joined is None:
            await self._begin()
        self.bot.observers.append(self._observe)
        self.hands = Hands(self.world, self._files)
        self._changes()
        return self

    async def _begin(self) -> None:
        self.world = World(self._make_bot(self.dice), now=self._now)
        self.world.server()
        try:
            await self.world.start()
        except BaseException:
            await self.world.bot.close()
            self._open.close()
            raise

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None
    ) -> None:
        with self._open:
            self.bot.observers.remove(self._observe)
            if self._joined is None:
                await self.world.bot.close()
                await self.world.shutdown()

    @property
    def bot(self) -> LocalBot:
        """The running bot; another one after `restart`."""
        return self.world.bot  # type: ignore[return-value]

    # -- a step ------------------------------------------------------

    @staticmethod
    def is_step(line: str) -> bool:
        """Whether a line does anything: blank lines and comments do not."""
        return bool(line.strip()) and not line.lstrip().startswith("#")

    async def step(self, line: str) -> Step:
        """Do one line and report it. Never raises for what the line or the bot does wrong: see `error`."""
        with self.world.time_context():  # entered anew each time: a fixture's parts run in contexts of their own
            return await self._step(line.strip())

    async def _step(self, line: str) -> Step:
        self.count += 1
        self._told.clear()
        self._log.messages.clear()
        self.dice.fault = None
        errors, sent = self.world.error_cursor, len(self.world.backend.interactions)
        result: Step = {}
        wrong: tuple[str, str] | None = None
        try:
            result = await self._do(line)
            result |= await self._facts()
        except ScriptError as problem:
            wrong = "script", str(problem)
        except Refused as refused:
            result = {"refusal": _plainly(refused.refusal)}
        except (*Unable, OSError) as problem:
            wrong = "script", str(problem)
        except Exception as problem:
            wrong = "bot", f"{type(problem).__name__}: {problem}"
        if wrong is None and any(not i.responded or i.loading for i in self.world.interactions(sent)):
            await self.world.linger()
        interactions = self.world.interactions(sent)
        if self.dice.fault:
            wrong = "script", self.dice.fault
        raised = [getattr(e, "original", e) for e in self.world.errors_since(errors)]
        bad = [f"{type(e).__name__}: {e}" for e in raised] or self._log.messages
        if bad and wrong is None:
            wrong = "bot", "; ".join(dict.fromkeys(bad))
        silent = [i for i in interactions if not i.responded]
        waiting = [i for i in interactions if i.loading]
        if wrong is None and (silent or waiting):
            wrong = "bot", "the bot did not answer" if silent else "the bot is still thinking and nothing goes on"
        return self.blank(line) | {
            "replies": self._changes([i.message_id for i in interactions]),
            "form": next((reading.form(i.modal) for i in reversed(interactions) if i.modal), None),
            **result,
            "error": wrong and {"kind": wrong[0], "message": wrong[1]},
        }

    async def finish(self) -> Step | None:
        """At the end of a script: an error step if faces are left over or `together` was never ended."""
        problem = "together has no end" if self.hands.holding else self._left_over()
        if problem is None:
            return None
        self.count += 1
        return self.blank("end of script") | {"error": {"kind": "script", "message": problem}}

    def blank(self, line: str) -> Step:
        """A step in which nothing happened."""
        hands = self.hands
        return {
            "step": self.count,
            "who": hands.who,
            "channel": hands.where(),
            "input": line,
            "replies": [],
            "form": None,
            "choices": None,
            "state": None,
            "facts": [],
            "refusal": None,
            "error": None,
        }

    async def _do(self, line: str) -> Step:
        word, rest = language.first_word(line)
        if word.startswith("/"):
            await self.hands.command(line[1:])
            return {}
        verb = self._verbs().get(word)
        if verb is None:
            raise ScriptError(
                f"unknown line {word!r}; a line begins with / or one of: {', '.join(sorted(self._verbs()))}"
            )
        if self.hands.holding and word not in _IN_TOGETHER:
            raise ScriptError(f"{word!r} cannot stand between together and end")
        return await verb(rest) or {}

    def _verbs(self) -> dict[str, Callable[[str], Awaitable[Step | None]]]:
        hands = self.hands
        return {
            "as": hands.become,
            "in": hands.go,
            "dice": self._feed,
            "click": hands.click,
            "choose": hands.choose,
            "submit": hands.submit,
            "complete": hands.complete,
            "attach": hands.attach,
            "together": hands.together,
            "end": hands.end,
            "restart": self._restart,
            "advance": self._advance,
            "delete": self._delete,
            "deny": lambda rest: self._right(rest, True),
            "allow": lambda rest: self._right(rest, False),
            "leave": lambda rest: self._settled(self.world.leave, rest),
            "return": lambda rest: self._settled(self.world.invite if rest == "bot" else self.world.come_back, rest),
            "kick": self._kick,
            "outage": self._outage,
            "state": self._state,
        }

    # -- lines that are not a person's doing -------------------------

    def _left_over(self) -> str | None:
        left = self.dice.left
        return f"dice: faces left over: {' '.join(map(str, left))}" if left else None

    async def _feed(self, rest: str) -> Step | None:
        problem = self._left_over()
        if rest == "system":
            self.dice.system()
        else:
            try:
                self.dice.feed([int(face) for face in rest.split()])
            except ValueError:
                raise ScriptError(f"dice: {rest!r} is no list of faces; write numbers, or `dice system`") from None
        if problem:
            raise ScriptError(problem)
        return None

    async def _restart(self, rest: str) -> Step | None:
        new = self._make_bot(self.dice)
        new.observers.append(self._observe)
        await self.world.restart(new)
        return None

    async def _advance(self, rest: str) -> Step | None:
        await self.world.wait(language.length(rest))
        return None

    async def _delete(self, rest: str) -> Step | None:
        self.world.delete_newest(self.hands.at())
        await self.world.settle()
        return None

    async def _right(self, right: str, denied: bool) -> Step | None:
        if right not in RIGHTS:
            raise ScriptError(f"{right!r} is no right; there are: {', '.join(RIGHTS)}")
        self.world.deny(self.hands.at(), right, denied)
        await self.world.settle()
        return None

    async def _settled(self, change: Callable[..., None], who: str) -> Step | None:
        guild = self.hands.guild()
        change(guild) if who == "bot" else change(guild, who)
        await self.world.settle()
        return None

    async def _kick(self, rest: str) -> Step | None:
        if rest != "bot":
            raise ScriptError("only the bot can be kicked: `kick bot`; a person leaves with `leave NAME`")
        return await self._settled(self.world.kick, rest)

    async def _outage(self, rest: str) -> Step | None:
        if rest not in ("on", "off"):
            raise ScriptError("write `outage on` or `outage off`")
        self.world.outage(self.hands.guild(), rest == "on")
        await self.world.settle()
        return None

    async def _state(self, rest: str) -> Step | None:
        at, who = self.hands.at(), self.world.person(self.hands.somebody())
        guild = at.guild
        name = language.first_word(rest)[0] if rest.startswith('"') else rest
        rights = self.world.may(guild, who.id, "manage_guild")
        return {"state": await self.bot.seen(guild and guild.id, at.id, who.id, rights, name or None)}

    # -- what came of it ---------------------------------------------

    def _observe(self, interaction: int, result: Any) -> None:
        self._told.append((interaction, result))

    async def _facts(self) -> Step:
        """Facts as the actor of each interaction sees them, and the first refusal."""
        facts: list[Any] = []
        refusal = None
        for ident, result in list(self._told):
            if isinstance(result, Refusal):
                refusal = refusal or _plainly(result)
                continue
            by = self.world.backend.interactions.get(ident)
            if by is None:  # the clock's doing: told to whoever acts now
                user = self.world.person(self.hands.somebody()).id
                channel_id = int(getattr(result, "place", "") or self.hands.at().id)
            else:
                user, channel_id = by.user_id, by.channel_id
            guild = self.world.server_of(channel_id)
            rights = self.world.may(guild, user, "manage_guild")
            facts += await self.bot.sees(guild.id if guild else None, channel_id, user, rights, result.facts)
        return {"facts": facts, "refusal": refusal}

    def _changes(self, answers: list[int | None] | None = None) -> list[Step]:
        """The bot's messages that are new or look different now: answers, then new ones, then edits."""
        changed = []
        for channel in self.world.backend.messages:
            for message in self.world.written(channel):
                looks = (message.content, message.components, message.embeds, message.attachments, message.flags)
                before = self._shown.get(message.id)
                if before is not None and all(a is b or a == b for a, b in zip(before, looks, strict=True)):
                    continue
                self._shown[message.id] = looks
                edited = before is not None
                changed.append(((message.id not in (answers or ()), edited, message.id), message, edited))
        changed.sort(key=lambda found: found[0])
        return [self._reply(message, edited) for _, message, edited in changed]

    def _reply(self, message: Any, edited: bool) -> Step:
        names = self.world.people()
        return {
            "visible_to": self.world.readers(message),
            "channel": self.world.place_name(message.channel_id),
            "text": reading.text(message, self.world.shown_name),
            "buttons": reading.buttons(message),
            "selects": reading.selects(message),
            "files": reading.files(message),
            "edited": edited,
            "pings": [names[i] for i in message.ping_user_ids if i in names],
        }


_IN_TOGETHER = {"as", "in", "dice", "click", "choose", "submit", "attach", "end"}


def _plainly(refusal: Refusal) -> Step:
    return {"code": refusal.code, "message": refusal.message, "hint": refusal.hint}
