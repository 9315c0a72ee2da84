"""What a person at the screen does: types, presses, chooses, fills in forms, attaches files."""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import discord

from bot.local import language, reading
from bot.local.language import ScriptError
from bot.local.world import World

STRING, INTEGER, BOOLEAN, USER, CHANNEL, ROLE, MENTIONABLE, NUMBER, ATTACHMENT = range(3, 12)
CHAIR = "gm"
START = "#table"
Deed = Callable[[], Awaitable[Any]]


class Hands:
    """Who acts, where (one place for all), and how a line becomes one thing done in a client.

    Raises `ScriptError` for what nobody could do.
    """

    def __init__(self, world: World, files: Path) -> None:
        self.world = world
        self.who: str | None = None
        self.holding = False
        self._files = files
        self._place: language.Place | None = language.place(START)
        self._attached: str | None = None
        self._forms: dict[str, Any] = {}
        self._held: list[tuple[str, Deed]] = []

    # -- who and where -----------------------------------------------

    def somebody(self) -> str:
        """Who acts; there must be somebody."""
        if self.who is None:
            raise ScriptError("nobody acts yet; write `as NAME` first")
        return self.who

    def at(self) -> Any:
        """The channel where things happen now."""
        if self._place is None:
            return self.world.direct(self.somebody())
        return self.world.channel(self._place, self.who)

    def guild(self) -> Any:
        """The server where things happen now."""
        if self._place is None:
            raise ScriptError("direct messages belong to no server; go to a channel first")
        return self.world.server(self._place.server)

    def where(self) -> str:
        """The place as an `in` line writes it."""
        if self._place is None:
            return "dm"
        place = self._place
        sign = "?" if place.forum else "#"
        server = f"{place.server}/" if place.server else ""
        return f"{server}{sign}{place.channel}" + (f"/{place.thread}" if place.thread else "")

    async def become(self, rest: str) -> None:
        """`as NAME`, `as NAME with manage_guild, ...`."""
        name, _, rights = rest.partition(" with ")
        name, wanted = name.strip(), tuple(right.strip() for right in rights.split(",") if right.strip())
        unknown = [right for right in wanted if right not in discord.Permissions.VALID_FLAGS]
        if unknown or not name:
            raise ScriptError(f"{unknown[0]!r} is no right of Discord's" if unknown else "`as` needs a name")
        if name == CHAIR:
            wanted = ("manage_guild", *wanted)
        self.world.grant(name, wanted)
        self.who = self.world.person(name).name

    async def go(self, rest: str) -> None:
        """`in #channel`, `#channel/thread`, `?forum/post`, `dm`, each with `Server/` before it."""
        if rest == "dm":
            self._place = None
            return
        place = language.place(rest)
        if place.forum and place.thread is None:
            raise ScriptError(f"nobody can write in a forum itself; name a post: ?{place.channel}/POST")
        self.world.channel(place, self.who)
        await self.world.settle()
        self._place = place

    # -- commands ----------------------------------------------------

    async def command(self, line: str) -> None:
        """`/words name:value name:"value"`, the slash already taken off."""
        who, at = self.somebody(), self.at()
        path, declared, typed = self._read(line, who, at)
        if self._attached is not None:
            free = [name for name, o in declared.items() if o["type"] == ATTACHMENT and name not in typed]
            if not free:
                raise ScriptError(f"/{' '.join(path)} has no free file option")
            typed[free[0]], self._attached = self._attached, None
        values = self._values(declared, typed, at)
        for name, raw in typed.items():
            if declared[name].get("autocomplete"):
                others = {k: v for k, v in values.items() if k != name}
                offered = await self.world.suggestions(who, at, path, name, raw, others)
                same = [choice["value"] for choice in offered if choice["name"].casefold() == raw.casefold()]
                values[name] = same[0] if len(same) == 1 else self._value(declared[name], raw, at)
        await self._do(f"/{line}", lambda: self.world.type(who, at, path, values))

    async def complete(self, rest: str) -> dict[str, Any]:
        """`complete /command name:text`: what is suggested for the last option typed."""
        who, at = self.somebody(), self.at()
        path, declared, typed = self._read(rest.removeprefix("/"), who, at)
        if not typed:
            raise ScriptError("name the option to be completed, with what is typed so far")
        last = list(typed)[-1]
        values = self._values(declared, {k: v for k, v in typed.items() if k != last}, at)
        offered = await self.world.suggestions(who, at, path, last, typed[last], values)
        return {"choices": [{"name": choice["name"], "value": choice["value"]} for choice in offered]}

    async def attach(self, rest: str) -> None:
        """`attach FILE /command ...`, or `attach FILE` for the command after it."""
        self._attached, command = language.first_word(rest)
        if command:
            await self.command(command.removeprefix("/"))

    def _read(self, line: str, who: str, at: Any) -> tuple[list[str], dict[str, dict[str, Any]], dict[str, str]]:
        if at.guild is not None:
            self.world.member(at.guild, who)
        words = line.split()
        if not words:
            raise ScriptError("a command needs a name")
        spec, path = self.world.command(words, self.world.person(who).id, at)
        declared = {option["name"]: option for option in spec.get("options") or ()}
        rest = line.strip()
        for word in path:
            rest = rest[len(word) :].lstrip()
        return path, declared, language.options(rest, declared)

    def _values(self, declared: dict[str, dict[str, Any]], typed: dict[str, str], at: Any) -> dict[str, Any]:
        """What can be known before the bot is asked: of options with suggestions only the text typed."""
        values: dict[str, Any] = {}
        for name, raw in typed.items():
            option = declared[name]
            if not option.get("autocomplete"):
                values[name] = self._value(option, raw, at)
            elif option["type"] == STRING:
                values[name] = raw
        return values

    def _value(self, option: dict[str, Any], raw: str, at: Any) -> Any:
        name, kind = option["name"], option["type"]
        if choices := option.get("choices"):
            for choice in choices:
                if raw.casefold() in (choice["name"].casefold(), str(choice["value"]).casefold()):
                    return choice["value"]
            raise ScriptError(f"{name}: {raw!r} is not one of {', '.join(choice['name'] for choice in choices)}")
        try:
            if kind in (INTEGER, NUMBER):
                return int(raw) if kind == INTEGER else float(raw)
        except ValueError:
            raise ScriptError(f"{name}: {raw!r} is not a {'whole ' if kind == INTEGER else ''}number") from None
        if kind == BOOLEAN:
            return language.yes_or_no(raw)
        if kind == ATTACHMENT:
            return self._file(raw)
        return self._thing(raw, kind, at) if kind in (USER, CHANNEL, ROLE, MENTIONABLE) else raw

    def _thing(self, raw: str, kind: int, at: Any) -> Any:
        if kind == CHANNEL:
            return self.world.channel(language.place(raw if raw[:1] in "#?" else f"#{raw}"), self.who)
        name = raw.removeprefix("@")
        if at.guild is None:
            return self.world.person(name)
        role = at.guild.roles.get(name)
        if kind == ROLE or (kind == MENTIONABLE and role is not None):
            return role or at.guild.create_role(name)
        return self.world.member(at.guild, name)

    def _file(self, name: str) -> tuple[str, bytes]:
        path = self._files / name
        if path.is_file():
            return path.name, path.read_bytes()
        sent = self.world.sent_file(name, self.world.person(self.somebody()).id)
        if sent is None:
            raise ScriptError(f"there is no file {name}, neither beside the script nor sent by the bot")
        return name, sent

    # -- buttons, menus, forms ---------------------------------------

    def _screen(self) -> tuple[str, Any, list[Any]]:
        who, at = self.somebody(), self.at()
        if at.guild is not None:
            self.world.member(at.guild, who)
        ident = self.world.person(who).id
        return who, at, [m for m in reversed(self.world.written(at.id)) if m.visible_to(ident)]

    async def click(self, rest: str) -> None:
        """`click "Label"`, `click "Label" copy:2`."""
        labels, more = language.quoted_words(rest)
        copy = re.fullmatch(r"(?:copy:(\d+))?", more)
        if len(labels) != 1 or copy is None:
            raise ScriptError('write click "Label" or click "Label" copy:2')
        who, at, messages = self._screen()
        found = [(m, b) for m in messages if (b := self._button(m, labels[0])) is not None]
        number = int(copy[1] or 1)
        if not 0 < number <= len(found):
            there = dict.fromkeys(b["label"] for m in messages[:5] for b in reading.buttons(m))
            which = "older copy with such a button" if found else f"button starts with {labels[0]!r}"
            raise ScriptError(f"no {which}; newest buttons here: {', '.join(there) or 'none'}")
        message, button = found[number - 1]
        if button.get("disabled"):
            raise ScriptError(f"the button {reading.label(button)!r} is grey")
        if not button.get("custom_id"):
            raise ScriptError(f"the button {reading.label(button)!r} is a link")
        await self._do(f"click {rest}", lambda: self.world.press(who, at, message, button["custom_id"]))

    @staticmethod
    def _button(message: Any, label: str) -> dict[str, Any] | None:
        """The button meant: one with exactly this label, else a live one that starts with it, else a grey one."""
        buttons = [part for part in reading.walk(message.components) if part["type"] == reading.BUTTON]
        fitting = [b for b in buttons if language.fits(reading.label(b), label)]
        fitting.sort(key=lambda b: (reading.label(b).casefold() != label.casefold(), bool(b.get("disabled"))))
        return fitting[0] if fitting else None

    async def choose(self, rest: str) -> None:
        """`choose "A" "B"`: in the newest menu that shows all of them."""
        labels, more = language.quoted_words(rest)
        if not labels or more:
            raise ScriptError('write choose "A", or choose "A" "B" for several')
        who, at, messages = self._screen()
        message, menu, values = self._menu(messages, labels, at)
        if menu.get("disabled"):
            raise ScriptError(f"the menu with {labels[0]!r} is grey")
        await self._do(f"choose {rest}", lambda: self.world.choose(who, at, message, menu["custom_id"], values))

    def _menu(self, messages: list[Any], labels: list[str], at: Any) -> tuple[Any, dict[str, Any], list[Any]]:
        """The newest menu that offers all of these, and their values."""
        offered: list[str] = []
        for message in messages:
            for menu in (part for part in reading.walk(message.components) if part["type"] in reading.SELECTS):
                values = self._chosen(menu, labels, at)
                if values is not None:
                    return message, menu, values
                offered += [option["label"] for option in menu.get("options") or ()]
        shown = ", ".join(dict.fromkeys(offered)) or "nothing"
        raise ScriptError(f"no menu here offers {', '.join(map(repr, labels))}; offered: {shown}")

    def _chosen(self, menu: dict[str, Any], labels: list[str], at: Any) -> list[Any] | None:
        kind = reading.SELECTS[menu["type"]]
        if kind == "string":
            return _pick(menu.get("options") or (), labels)
        if kind == "channel" or any(label.startswith("#") for label in labels):
            there = at.guild.channels if at.guild and kind == "channel" else {}
            known = all(label.removeprefix("#") in there for label in labels)
            return [self._thing(label, CHANNEL, at) for label in labels] if known else None
        people, roles = self.world.people().values(), at.guild.roles if at.guild else {}
        names = [label.removeprefix("@") for label in labels]
        takes = {"user": {*people}, "role": {*roles}, "mentionable": {*people, *roles}}[kind]
        code = {"user": USER, "role": ROLE, "mentionable": MENTIONABLE}[kind]
        return [self._thing(name, code, at) for name in names] if takes.issuperset(names) else None

    async def submit(self, rest: str) -> None:
        """`submit field:value ...`: sends the form that is open; a field left out keeps what is in it."""
        who = self.somebody()
        if who not in self._forms:
            raise ScriptError(f"no form is open for {who}")
        shown, at = self._forms[who]
        fields = {part["custom_id"]: part for part in reading.walk(shown.modal["components"]) if part.get("custom_id")}
        labels = {field["name"]: field["label"] for field in reading.form(shown.modal)["fields"]}
        called = {re.sub(r"\W+", "_", label.casefold()).strip("_"): name for name, label in labels.items() if label}
        called |= {name: name for name in fields}
        typed = {called[name]: raw for name, raw in language.options(rest, called).items()}
        values = {name: part["value"] for name, part in fields.items() if part.get("value")}
        for name, part in fields.items():
            preset = [option["value"] for option in part.get("options") or () if option.get("default")]
            if preset:
                values[name] = preset[0] if part["type"] == 21 else preset
        values |= {name: self._filled(fields[name], raw, at) for name, raw in typed.items()}
        await self._do(f"submit {rest}", lambda: self.world.submit(who, at, shown, values))
        del self._forms[who]

    def _filled(self, field: dict[str, Any], raw: str, at: Any) -> Any:
        kind = reading.FIELDS[field["type"]]
        if kind == "text":
            return raw
        if kind == "file":
            return self._file(raw)
        if kind == "checkbox":
            return language.yes_or_no(raw)
        labels = [label.strip() for label in raw.split(",")]
        if kind in ("string", "checkboxes", "radio"):
            picked = _pick(field.get("options") or (), labels)
            if picked is None:
                raise ScriptError(
                    f"{raw!r} is not offered: {', '.join(o['label'] for o in field.get('options') or ())}"
                )
            return picked[0] if kind == "radio" else picked
        code = {"user": USER, "role": ROLE, "mentionable": MENTIONABLE, "channel": CHANNEL}[kind]
        return [self._thing(label, code, at) for label in labels]

    # -- several things at once --------------------------------------

    async def together(self, rest: str) -> None:
        """From here to `end` nothing is sent yet."""
        if self.holding:
            raise ScriptError("together stands inside together")
        self.holding = True

    async def end(self, rest: str) -> None:
        """Send everything since `together` before the bot can answer any of it, then wait for all answers."""
        if not self.holding:
            raise ScriptError("end without together")
        held, self._held, self.holding = self._held, [], False
        self.world.holding = True
        results = []
        try:
            for line, deed in held:
                try:
                    results.append((await deed(), line))
                except Exception as problem:
                    raise ScriptError(f"{line}: {problem}") from problem
        finally:
            self.world.holding = False
            await self.world.settle()
        for (result, who, at), _ in results:
            self._keep_form(result, who, at)

    async def _do(self, line: str, deed: Deed) -> None:
        who, at = self.somebody(), self.at()

        async def done() -> tuple[Any, str, Any]:
            return await deed(), who, at

        if self.holding:
            self._held.append((line, done))
        else:
            self._keep_form(*await done())

    def _keep_form(self, result: Any, who: str, at: Any) -> None:
        if result.modal:
            self._forms[who] = result, at


def _pick(options: Any, labels: list[str]) -> list[Any] | None:
    """The values of the options meant, exactly so or starting so; None if one is not among them."""
    values = []
    for label in labels:
        exact = [o["value"] for o in options if o["label"].casefold() == label.casefold()]
        found = exact or [o["value"] for o in options if language.fits(o["label"], label)]
        if not found:
            return None
        values.append(found[0])
    return values
