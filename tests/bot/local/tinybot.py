"""A small real bot with one command of every kind, on which every line of the console language is tried."""

from __future__ import annotations

import asyncio
import io
import random
from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Any

import discord
import msgspec
import structlog
from discord import app_commands, ui
from discord.ext import commands
from PIL import Image

from mechanics.game import Refusal, Refused


class Rolled(msgspec.Struct, frozen=True, tag=True):
    who: str
    faces: list[int]
    total: int


class Whispered(msgspec.Struct, frozen=True, tag=True):
    to: str
    text: str


class Outcome(msgspec.Struct, frozen=True):
    facts: tuple[Rolled | Whispered, ...]
    version: int
    total: int


class Counter:
    """A total and a version for each channel. With `locked` false two presses on one version can both count."""

    def __init__(self) -> None:
        self.rows: dict[int, tuple[int, int]] = {}
        self.locked = True
        self._lock = asyncio.Lock()

    async def play(
        self, channel: int, who: str, n: int, dice: Any, expected: int | None, secret: bool
    ) -> Outcome | Refusal:
        if self.locked:
            async with self._lock:
                return await self._play(channel, who, n, dice, expected, secret)
        return await self._play(channel, who, n, dice, expected, secret)

    async def _play(
        self, channel: int, who: str, n: int, dice: Any, expected: int | None, secret: bool
    ) -> Outcome | Refusal:
        version, total = self.rows.get(channel, (0, 0))
        await asyncio.sleep(0)  # a database would be asked here
        if expected is not None and expected != version:
            return Refusal("stale", "The roll has moved on.", f"It stands at version {version}.")
        if n > 20:
            return Refusal("too-many", "At most 20 dice.", "Try 20.")
        faces = dice.draw(n, 6)
        await asyncio.sleep(0)
        version, total = self.rows.get(channel, (0, 0))
        self.rows[channel] = version + 1, total + sum(faces)
        facts: tuple[Rolled | Whispered, ...] = (Rolled(who, faces, sum(faces)),)
        if secret:
            facts += (Whispered(who, "only you know"),)
        return Outcome(facts, version + 1, total + sum(faces))


class Fudge(ui.DynamicItem[ui.Button[Any]], template=r"fudge:(?P<channel>\d+):(?P<version>\d+)"):
    def __init__(self, channel: int, version: int, disabled: bool = False) -> None:
        self.channel, self.version = channel, version
        super().__init__(
            ui.Button(label=f"Fudge (v{version})", custom_id=f"fudge:{channel}:{version}", disabled=disabled)
        )

    @classmethod
    async def from_custom_id(cls, i: Any, item: Any, m: Any) -> Fudge:
        return cls(int(m["channel"]), int(m["version"]))

    async def callback(self, i: Any) -> None:
        bot = i.client
        out = await bot.counter.play(self.channel, i.user.name, 1, bot.dice, self.version, False)
        bot.tell(i.id, out)
        if isinstance(out, Refusal):
            await i.response.send_message(f"{out.message} {out.hint}", ephemeral=True)
        else:
            await i.response.edit_message(view=card(out, self.channel))


class Silent(ui.DynamicItem[ui.Button[Any]], template=r"silent"):
    def __init__(self) -> None:
        super().__init__(ui.Button(label="Silent", custom_id="silent"))

    @classmethod
    async def from_custom_id(cls, i: Any, item: Any, m: Any) -> Silent:
        return cls()

    async def callback(self, i: Any) -> None:
        pass


class Breaks(ui.DynamicItem[ui.Button[Any]], template=r"breaks"):
    def __init__(self) -> None:
        super().__init__(ui.Button(label="Breaks", custom_id="breaks"))

    @classmethod
    async def from_custom_id(cls, i: Any, item: Any, m: Any) -> Breaks:
        return cls()

    async def callback(self, i: Any) -> None:
        raise RuntimeError("lost in a button")


class Note(ui.DynamicItem[ui.Button[Any]], template=r"note"):
    def __init__(self) -> None:
        super().__init__(ui.Button(label="Note", custom_id="note"))

    @classmethod
    async def from_custom_id(cls, i: Any, item: Any, m: Any) -> Note:
        return cls()

    async def callback(self, i: Any) -> None:
        await i.response.send_modal(NoteForm())


class Target(ui.DynamicItem[ui.Select[Any]], template=r"target"):
    def __init__(self) -> None:
        names = ("Orc 1", "Orc 10", "Orc 2", "Wolf")
        listed = [discord.SelectOption(label=n, value=n.lower(), default=n == "Orc 1") for n in names]
        super().__init__(ui.Select(custom_id="target", placeholder="Target", options=listed, max_values=2))

    @classmethod
    async def from_custom_id(cls, i: Any, item: Any, m: Any) -> Target:
        return cls()

    async def callback(self, i: Any) -> None:
        await i.response.send_message(f"{i.user.name} aims at {' and '.join(self.item.values)}")


class Pick(ui.DynamicItem[Any], template=r"pick:(?P<kind>\w+)"):
    KINDS = {"role": ui.RoleSelect, "channel": ui.ChannelSelect, "either": ui.MentionableSelect}

    def __init__(self, kind: str) -> None:
        self.kind = kind
        super().__init__(self.KINDS[kind](custom_id=f"pick:{kind}", max_values=2, placeholder=kind))

    @classmethod
    async def from_custom_id(cls, i: Any, item: Any, m: Any) -> Pick:
        return cls(m["kind"])

    async def callback(self, i: Any) -> None:
        await i.response.send_message(f"{self.kind}: {', '.join(v.name for v in self.item.values)}")


class Person(ui.DynamicItem[ui.UserSelect[Any]], template=r"person"):
    def __init__(self) -> None:
        super().__init__(ui.UserSelect(custom_id="person", placeholder="Who"))

    @classmethod
    async def from_custom_id(cls, i: Any, item: Any, m: Any) -> Person:
        return cls()

    async def callback(self, i: Any) -> None:
        await i.response.send_message(f"picked {self.item.values[0].name}")


class NoteForm(ui.Modal, title="Add a note"):
    note = ui.Label(text="Your note", component=ui.TextInput(custom_id="note", max_length=50))
    tone = ui.Label(text="Tone", component=ui.TextInput(custom_id="tone", default="calm", required=False))
    pic = ui.Label(text="Picture", component=ui.FileUpload(custom_id="pic", required=False))

    async def on_submit(self, i: Any) -> None:
        sent: Any = self.pic.component
        files = [f"{f.filename} {len(await f.read())}" for f in sent.values]
        note: Any = self.note.component
        tone: Any = self.tone.component
        await i.response.send_message(f"note {note.value} tone {tone.value} files {files}")


def card(out: Outcome, channel: int) -> ui.LayoutView:
    view = ui.LayoutView(timeout=None)
    roll = out.facts[0]
    assert isinstance(roll, Rolled)
    box: Any = ui.Container()
    box.add_item(
        ui.TextDisplay(
            f"## {discord.utils.escape_markdown(roll.who)} rolls\n**{' + '.join(map(str, roll.faces))}** = {roll.total}"
        )
    )
    box.add_item(ui.Section(ui.TextDisplay(f"total {out.total}"), accessory=Note()))
    box.add_item(ui.ActionRow(Fudge(channel, out.version), ui.Button(label="Spent", disabled=True, custom_id="spent")))
    box.add_item(ui.ActionRow(Target()))
    box.add_item(ui.ActionRow(Person()))
    view.add_item(box)
    view.stop()
    return view


class Tiny(commands.Cog):
    dh = app_commands.Group(name="dh", description="rolls")
    fight = app_commands.Group(name="fight", description="fights", parent=dh)

    def __init__(self, bot: TinyBot) -> None:
        self.bot = bot

    @dh.command(description="roll")
    @app_commands.choices(ability=[app_commands.Choice(name="Raw Might", value="raw-might")])
    async def check(
        self,
        i: discord.Interaction,
        ability: app_commands.Choice[str],
        dice: int = 3,
        secret: bool = False,
        target: discord.Member | None = None,
        factor: float = 1.0,
        where: discord.TextChannel | None = None,
        role: discord.Role | None = None,
        note: app_commands.Range[str, 1, 20] = "-",
    ) -> None:
        assert i.channel_id is not None
        out = await self.bot.counter.play(i.channel_id, i.user.name, dice, self.bot.dice, None, secret)
        self.bot.tell(i.id, out)
        if isinstance(out, Refusal):
            await i.response.send_message(f"{out.message} {out.hint}", ephemeral=True)
            return
        await i.response.send_message(view=card(out, i.channel_id), ephemeral=secret)
        if target or where or role or factor != 1.0 or note != "-":
            seen = f"{target and target.name} {where and where.name} {role and role.name} {factor} {note}"
            await i.followup.send(seen, ephemeral=True)

    @fight.command(description="begin a fight")
    async def start(self, i: discord.Interaction, title: str) -> None:
        await i.response.send_message(f"Fight: {title}")

    @dh.command(description="ping somebody")
    async def ping(self, i: discord.Interaction, who: discord.Member) -> None:
        quiet = discord.AllowedMentions(users=[who])
        await i.response.send_message(f"{who.mention}, {i.user.mention}: <#{i.channel_id}>", allowed_mentions=quiet)

    @dh.command(description="slow picture")
    @app_commands.allowed_contexts(guilds=True, dms=True, private_channels=True)
    async def odds(self, i: discord.Interaction, dice: str) -> None:
        await i.response.defer(thinking=True)
        data = await asyncio.to_thread(_png)
        view = ui.LayoutView()
        gallery: Any = ui.MediaGallery()
        gallery.add_item(media="attachment://odds.png", description=f"odds of {dice}")
        view.add_item(ui.TextDisplay(f"Odds of {dice}"))
        view.add_item(gallery)
        await i.edit_original_response(view=view, attachments=[discord.File(io.BytesIO(data), "odds.png")])

    @dh.command(description="remind in three hours")
    async def session(self, i: discord.Interaction) -> None:
        assert i.channel_id is not None
        self.bot.remind(i.channel_id, self.bot.clock() + timedelta(hours=3))
        await i.response.send_message(f"until <t:{int((self.bot.clock() + timedelta(hours=3)).timestamp())}:t>")

    @dh.command(description="post in the channel")
    async def post(self, i: discord.Interaction) -> None:
        try:
            await i.channel.send("posted")  # type: ignore[union-attr]
            await i.response.send_message("done", ephemeral=True)
        except discord.Forbidden:
            await i.response.send_message("I may not send messages here.", ephemeral=True)

    @dh.command(description="thread")
    async def thread(self, i: discord.Interaction, name: str) -> None:
        made = await i.channel.create_thread(name=name, type=discord.ChannelType.public_thread)  # type: ignore[union-attr]
        await made.send("welcome")
        await i.response.send_message("opened")

    @dh.command(description="fails")
    async def boom(self, i: discord.Interaction) -> None:
        raise RuntimeError("boom")

    @dh.command(description="never answers")
    async def silence(self, i: discord.Interaction) -> None:
        pass

    @dh.command(description="answers, and logs a fault")
    async def hush(self, i: discord.Interaction) -> None:
        structlog.get_logger("tiny").error("fault", exc_info=ValueError("told to the log alone"), where="here")
        structlog.get_logger("tiny").info("stored", name="x")
        await i.response.send_message("all is well")

    @dh.command(description="thinks for ever")
    async def think(self, i: discord.Interaction) -> None:
        await i.response.defer(thinking=True)

    @dh.command(description="buttons that misbehave")
    async def bad(self, i: discord.Interaction) -> None:
        view = ui.View(timeout=None)
        view.add_item(Silent())
        view.add_item(Breaks())
        await i.response.send_message("bad buttons", view=view)

    @dh.command(description="menus of what the server has")
    async def pick(self, i: discord.Interaction) -> None:
        view = ui.View(timeout=None)
        for kind in Pick.KINDS:
            view.add_item(Pick(kind))
        await i.response.send_message("pick", view=view)

    @dh.command(description="export")
    async def export(self, i: discord.Interaction) -> None:
        await i.response.send_message(file=discord.File(io.BytesIO(b'{"hp": 7}'), "sheet.json"), ephemeral=True)

    @dh.command(name="import", description="import")
    async def imported(self, i: discord.Interaction, file: discord.Attachment) -> None:
        await i.response.send_message(f"{file.filename}: {(await file.read()).decode()}")

    @dh.command(description="sheet")
    async def sheet(self, i: discord.Interaction, who: str, page: int = 1) -> None:
        await i.response.send_message(f"sheet {who} page {page}", ephemeral=True)

    @sheet.autocomplete("who")
    async def _who(self, i: discord.Interaction, typed: str) -> list[app_commands.Choice[str]]:
        people = {"Marsha": "id-1", "Mabel": "id-2", "Santo": "id-3"}
        return [app_commands.Choice(name=n, value=v) for n, v in people.items() if typed.lower() in n.lower()]

    @app_commands.command(description="for those who manage")
    @app_commands.default_permissions(manage_guild=True)
    async def takeover(self, i: discord.Interaction) -> None:
        await i.response.send_message("yours now")


def _png() -> bytes:
    out = io.BytesIO()
    Image.new("RGB", (40, 20), "#8cf").save(out, "PNG")
    return out.getvalue()


class TinyBot(commands.Bot):
    def __init__(self, dice: Any = None, rows: dict[int, tuple[int, int]] | None = None) -> None:
        super().__init__(
            command_prefix="\0",
            intents=discord.Intents(guilds=True),
            member_cache_flags=discord.MemberCacheFlags.none(),
            chunk_guilds_at_startup=False,
            max_messages=None,
        )
        self.dice = dice or random
        self.counter = Counter()
        if rows is not None:
            self.counter.rows = rows
        self.clock: Callable[[], datetime] = discord.utils.utcnow
        self.observers: list[Callable[[int, Any], None]] = []
        self.guild_events: list[str] = []
        self._tasks: set[asyncio.Task[None]] = set()

    def tell(self, interaction: int, result: Outcome | Refusal) -> None:
        for observer in self.observers:
            observer(interaction, result)

    async def seen(self, guild: int | None, channel: int, user: int, gm: bool, name: str | None) -> dict[str, Any]:
        if name not in (None, "total"):
            raise Refused("unknown", f"There is no {name} here.", "Ask for total.")
        version, total = self.counter.rows.get(channel, (0, 0))
        return {"total": total} if name else {"version": version, "total": total, "gm": gm, "server": guild is not None}

    async def sees(
        self, guild: int | None, channel: int, user: int, gm: bool, facts: tuple[Any, ...]
    ) -> list[dict[str, Any]]:
        person = self.get_user(user)
        known = person.name if person else ""
        return [
            msgspec.to_builtins(f) for f in facts if not isinstance(f, Whispered) or gm or f.to == known or not known
        ]

    def remind(self, channel: int, at: datetime) -> None:
        async def later() -> None:
            await asyncio.sleep((at - self.clock()).total_seconds())
            await self.get_partial_messageable(channel).send("three hours are over")

        self._tasks.add(asyncio.create_task(later()))

    async def setup_hook(self) -> None:
        await self.add_cog(Tiny(self))
        self.add_dynamic_items(Fudge, Note, Target, Person, Pick, Silent, Breaks)
        await self.tree.sync()

    async def on_guild_remove(self, guild: discord.Guild) -> None:
        self.guild_events.append(f"removed from {guild.name}")

    async def on_guild_join(self, guild: discord.Guild) -> None:
        self.guild_events.append(f"joined {guild.name}")

    async def on_guild_unavailable(self, guild: discord.Guild) -> None:
        self.guild_events.append(f"lost {guild.name}")

    async def on_guild_available(self, guild: discord.Guild) -> None:
        self.guild_events.append(f"found {guild.name}")
