"""The one path of a stored change, and the only place that answers or defers an interaction.

`play` makes a move: lock the campaign, load, `perform`, store, tell observers. `answer` answers: it does the work first
and answers directly; if that takes longer than `PATIENCE`, a timer defers as the command is seen.
"""

from __future__ import annotations

import asyncio
import inspect
import io
from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING, Any

import discord
import structlog
from msgspec import Struct

from bot.asking import Asking, Interaction, asking_of, no_campaign, place_of, wrong_game
from bot.cards.card import Card
from bot.cards.layout import layout
from bot.cards.refusal import refusal_card
from bot.looking import look
from bot.pictures import draw
from bot.press import filled_in, forget
from bot.shown import EVERYBODY, AnyGame, AnyState, Place, Shown, again, shown
from bot.text import cut
from bot.turns import turn_told
from mechanics.campaign import Campaign, Found, Redo, Undo
from mechanics.game import Caller, Move, Refusal, Refused
from mechanics.games.all import GAMES
from mechanics.perform import perform
from mechanics.record import Entry, diff
from mechanics.state import Scene, State, parts_of
from mechanics.step import Outcome
from storage.campaigns import Head
from storage.errors import Bound, Busy, Conflict
from storage.unit import Unit

if TYPE_CHECKING:
    from bot.app import MojoTable

PATIENCE = 1.5
"""Seconds of work before an interaction is deferred; Discord waits for three."""
LATE = {10008, 10015, 10062, 40060}
"""Discord's codes for an answer that came too late or twice: logged, the stored action stands."""

log = structlog.get_logger("mojo-table")


class Played(Struct, frozen=True):
    """A move that was made and stored."""

    campaign: int
    game: AnyGame
    place: Place
    state: AnyState
    entry: Entry
    now: int

    def to(self, viewer: Caller) -> Shown:
        """What a viewer may see of it."""
        return shown(self.campaign, self.game, self.place, viewer, self.state, self.now, self.entry)

    @property
    def everybody(self) -> Shown:
        """What the whole channel may see of it."""
        return self.to(EVERYBODY)

    @property
    def caller(self) -> Shown:
        """What whoever made the move may see of it."""
        return self.to(self.entry.caller)


class Answer(Struct, frozen=True):
    """What to answer: a card, and one more for the whole channel where the first is private.

    `private`: only the caller sees the card, though the command is a public one: there is something to choose first.
    `told` follows for the caller alone.
    """

    card: Card
    public: Card | None = None
    private: bool = False
    told: Card | None = None


Result = Card | Answer | Refusal
Make = Callable[[Shown], Move]


# -- making a move -----------------------------------------------------------------------------------------------------


async def play(bot: MojoTable, place: Place, asking: Asking, make: Make, interaction: int | None) -> Played | Refusal:
    """Make a move in the campaign that is played here, and store it before anything is said of it.

    `make` builds the move from what the caller may see (and may raise `Refused`). The same interaction delivered twice
    gets the first result. A conflict with another process is tried once more with fresh dice, then answered `busy`.
    """
    async with bot.store.read() as unit:
        head = await unit.campaigns.bound(place.guild, place.channel, place.parent)
        if head is None and interaction is not None:  # it may be this very move that took the campaign from here
            head = await delivered_before(unit, place, interaction)
    if head is None:
        return _tell(bot, interaction, no_campaign())
    return await play_in(bot, head.id, place, asking, make, interaction)


async def delivered_before(unit: Unit, place: Place, interaction: int) -> Head | None:
    """The campaign in which this interaction was stored when it came the first time, if it did."""
    campaign = await unit.record.campaign_of(interaction)
    return await unit.campaigns.get(campaign, place.guild) if campaign is not None else None


async def play_in(
    bot: MojoTable, campaign: int, place: Place, asking: Asking, make: Make, interaction: int | None
) -> Played | Refusal:
    """`play` in a campaign that is known, wherever the caller is in its server."""
    async with bot.lock(campaign):
        for _ in range(2):
            try:
                result = await _attempt(bot, campaign, place, asking, make, interaction)
                break
            except Conflict:
                continue
            except Bound:
                result = already_bound()
                break
            except Busy:
                result = _busy()
                break
        else:
            result = _busy()
    return _tell(bot, interaction, result)


async def _attempt(
    bot: MojoTable, campaign: int, place: Place, asking: Asking, make: Make, interaction: int | None
) -> Played | Refusal:
    now = bot.now()
    async with bot.store.read() as unit:
        head = await unit.campaigns.get(campaign, place.guild)
        if head is None:
            return no_campaign()
        if (wrong := wrong_game(bot, head.game, asking.command)) is not None:
            return wrong
        game = GAMES[head.game]
        loaded = await unit.campaigns.load(head, parts_of(game.state), place.channel)
        caller = asking.caller(loaded.state.campaign)
        if interaction is not None and (known := await unit.record.by_interaction(interaction, game.moves)):
            return Played(campaign, game, place, loaded.state, known[1], now)
        if asking.seen is not None:
            own = await unit.record.page(campaign, 1, asking.user, moves=game.moves)
            if own and own[0].n > asking.seen:
                return Refusal("stale", "You have done something since this panel was opened.", "open it again")
        try:
            move = make(shown(campaign, game, place, caller, loaded.state, now))
        except Refused as refused:
            return refused.refusal
        past: list[Entry] = []
        if isinstance(move, Undo | Redo):
            past = await _past(unit, campaign, game, move)
            if past and past[0].place and int(past[0].place) != place.channel:
                place = Place(place.guild, int(past[0].place))
                loaded = await unit.campaigns.load(head, parts_of(game.state), place.channel)
    n = head.entries + 1
    outcome = perform(game, loaded.state, caller, move, bot.dice, n, past)
    if isinstance(outcome, Refusal):
        return outcome
    entry = _entry(n, caller, move, outcome, loaded.state, place, now)
    async with bot.store.write() as unit:
        await unit.record.append(head, entry, place.guild, interaction)  # first: it holds the campaign's row
        await unit.campaigns.save(loaded, outcome.state)
    bot.live.touched(campaign, place, loaded.state, outcome.state)
    bot.reminders.touched(campaign, place.guild, outcome.state)
    bot.timeouts.touched(campaign, place, n, outcome.state)
    return Played(campaign, game, place, outcome.state, entry, now)


async def found(bot: MojoTable, place: Place, asking: Asking, move: Found, interaction: int | None) -> Played | Refusal:
    """Make the first move of a campaign: the one that founds it, in a channel where none is played."""
    async with bot.lock(-place.channel):
        now = bot.now()
        game = GAMES[move.game]
        parts = parts_of(game.state)
        try:
            async with bot.store.write() as unit:
                if interaction is not None and (known := await unit.record.by_interaction(interaction, game.moves)):
                    head = await unit.campaigns.bound(place.guild, place.channel, None)
                    if head is not None:
                        loaded = await unit.campaigns.load(head, parts, place.channel)
                        return _tell(bot, interaction, Played(head.id, game, place, loaded.state, known[1], now))
                if await unit.campaigns.bound(place.guild, place.channel, None):
                    return _tell(bot, interaction, already_bound())
                rulings: Any = parts.rulings
                blank: AnyState = State(Campaign(), rulings(), {}, None, Scene())
                caller = Caller(asking.user, name=asking.name, manages=asking.manages)
                outcome = perform(game, blank, caller, move, bot.dice, 1)
                if isinstance(outcome, Refusal):
                    return _tell(bot, interaction, outcome)
                entry = _entry(1, caller, move, outcome, blank, place, now)
                head = await unit.campaigns.create(place.guild, outcome.state)
                await unit.record.append(head, entry, place.guild, interaction)
        except (Bound, Conflict):
            return _tell(bot, interaction, already_bound())
        except Busy:
            return _tell(bot, interaction, _busy())
    return _tell(bot, interaction, Played(head.id, game, place, outcome.state, entry, now))


def _entry(
    n: int, caller: Caller, move: Move, outcome: Outcome[AnyState], before: AnyState, place: Place, now: int
) -> Entry:
    facts: Any = outcome.facts
    changes = diff(before, outcome.state)
    return Entry(n, caller, move, outcome.faces, facts, changes, outcome.undoes, str(place.channel), now)


async def _past(unit: Unit, campaign: int, game: AnyGame, move: Undo | Redo) -> list[Entry]:
    """The record from the entry that is meant on, for taking it back or putting it in force again."""
    first = move.entry
    if first is None and isinstance(move, Undo):
        stands = await unit.record.newest_live(campaign)
        first = stands[0] if stands else None
    elif first is None:
        first = await unit.record.newest_undone(campaign)
    return await unit.record.since(campaign, first, game.moves) if first is not None else []


def _tell(bot: MojoTable, interaction: int | None, result: Played | Refusal) -> Played | Refusal:
    for observer in bot.observers:
        observer(interaction or 0, result if isinstance(result, Refusal) else result.entry)
    if isinstance(result, Played):
        log.info("stored", campaign=result.campaign, entry=result.entry.n, move=type(result.entry.move).__name__)
    return result


def already_bound() -> Refusal:
    """Another campaign has this channel."""
    return Refusal(
        "already-bound", "A campaign is played in this channel already.", "/campaign here act:release frees it"
    )


def _busy() -> Refusal:
    return Refusal("busy", "The table's database is busy; nothing was stored.", "try again in a moment")


# -- answering ---------------------------------------------------------------------------------------------------------


async def answer(
    interaction: Interaction,
    work: Callable[[], Awaitable[Result]],
    *,
    private: bool = False,
    update: bool = False,
) -> int | None:
    """Do the work and answer with what it returns; the id of the message that holds the answer, if any.

    `private`: only the caller sees it. `update`: a press that changes the message it stands on.
    """
    reply = _Reply(interaction, private, update)
    try:
        result = await work()
    except Refused as refused:
        result = _told_refusal(interaction, refused.refusal)
    except Busy:
        result = _told_refusal(interaction, _busy())
    finally:
        reply.cancel()
    if not isinstance(result, Refusal):
        forget(interaction)
    return await reply.give(result)


class _Reply:
    """One interaction's answer: exactly one, in time, and visible to the right people."""

    def __init__(self, interaction: Interaction, private: bool, update: bool) -> None:
        self.interaction, self.private, self.update = interaction, private, update
        self._turn = asyncio.Lock()
        self._task: asyncio.Task[None] | None = None
        loop = asyncio.get_running_loop()
        self._timer = loop.call_later(interaction.client.patience, self._late)

    def _late(self) -> None:
        self._task = asyncio.create_task(self._defer())

    async def _defer(self) -> None:
        async with self._turn:
            if not self.interaction.response.is_done():
                press = self.interaction.type is not discord.InteractionType.application_command
                try:
                    await self.interaction.response.defer(
                        ephemeral=self.private,
                        thinking=not (press and self.update) and not (press and not self.private),
                    )
                except discord.HTTPException as error:
                    _note_late(error)

    def cancel(self) -> None:
        self._timer.cancel()

    async def give(self, result: Result) -> int | None:
        async with self._turn:
            try:
                if isinstance(result, Refusal):
                    await self._privately(refusal_card(result))
                    return None
                if isinstance(result, Answer) and result.private:
                    await self._privately(result.card)
                    return None
                card, public = (result.card, result.public) if isinstance(result, Answer) else (result, None)
                message = await self._show(card)
                if message is not None and card.live is not None and not self.private:
                    place = place_of(self.interaction)
                    await self.interaction.client.live.posted(*card.live, place.guild, place.channel, message, card)
                if public is not None:
                    await self.interaction.followup.send(view=layout(public), allowed_mentions=pings_of(public))
                if isinstance(result, Answer) and result.told is not None:
                    await self.interaction.followup.send(view=layout(result.told), ephemeral=True)
                return message
            except discord.HTTPException as error:
                _note_late(error)
                return None

    async def _show(self, card: Card) -> int | None:
        response, pings = self.interaction.response, pings_of(card)
        files = await self._files(card)
        view = layout(card, bool(files))
        if not response.is_done():
            if self.update:
                await response.edit_message(view=view, attachments=files, allowed_mentions=pings)
                return self.interaction.message.id if self.interaction.message else None
            sent = await response.send_message(view=view, files=files, ephemeral=self.private, allowed_mentions=pings)
            return sent.message_id
        if self._updates_by_edit():
            edited = await self.interaction.edit_original_response(view=view, attachments=files, allowed_mentions=pings)
            return edited.id
        message = await self.interaction.followup.send(
            view=view, files=files, ephemeral=self.private, allowed_mentions=pings, wait=True
        )
        return message.id

    async def _files(self, card: Card) -> list[discord.File]:
        """The card's picture, where files may be attached (its words are on the card anyway), and its file."""
        files = []
        if card.picture is not None and self.interaction.app_permissions.attach_files:
            data = await asyncio.to_thread(draw, card.picture)
            alt = cut(card.picture.alt, 1024)
            files.append(discord.File(io.BytesIO(data), card.picture.name, description=alt))
        if card.file is not None:
            files.append(discord.File(io.BytesIO(card.file.data), card.file.name))
        return files

    def _updates_by_edit(self) -> bool:
        """After a deferral the answer is an edit, but for a press that answers with a new message."""
        press = self.interaction.type is not discord.InteractionType.application_command
        return self.update or not press or self.private

    async def _privately(self, card: Card) -> None:
        """Answer the caller alone, however it was deferred."""
        response, view = self.interaction.response, layout(card)
        if not response.is_done():
            await response.send_message(view=view, ephemeral=True)
            return
        command = self.interaction.type is discord.InteractionType.application_command
        if self.private and not self.update:
            await self.interaction.edit_original_response(view=view)
        elif command:
            # In this order only: the public deferral turns into a stub, the card follows privately, the stub goes.
            await self.interaction.edit_original_response(view=layout(Card(lines=("...",))))
            await self.interaction.followup.send(view=view, ephemeral=True)
            await self.interaction.delete_original_response()
        else:
            await self.interaction.followup.send(view=view, ephemeral=True)


def pings_of(card: Card) -> discord.AllowedMentions:
    """Those whom a card notifies, and nobody else."""
    users = [discord.Object(int(u)) for u in card.pings]
    return discord.AllowedMentions(everyone=False, roles=False, users=users, replied_user=False)


def _note_late(error: discord.HTTPException) -> None:
    if error.code not in LATE:
        raise error
    log.warning("answered too late or twice", code=error.code)


async def ask(interaction: Interaction, form: discord.ui.Modal) -> None:
    """Answer with a form. It is stopped: what is submitted is read by its id (`bot.press`), after a restart too."""
    form.stop()
    try:
        await interaction.response.send_modal(filled_in(interaction, form))
    except discord.HTTPException as error:
        _note_late(error)


async def handle(interaction: Interaction, function: Any, args: tuple[str, ...]) -> None:
    """Do what a press or a form asks; whatever goes wrong is logged and answered."""
    if function is None:
        gone = Refusal("stale", "This button is of an earlier time.", "/play shows what can be done now")
        await refuse(interaction, gone)
        return
    try:
        await function(interaction, args)
    except Exception as error:
        await fault(interaction, error)


async def refuse(interaction: Interaction, refusal: Refusal) -> None:
    """Answer with a refusal alone."""

    async def work() -> Result:
        raise Refused(refusal.code, refusal.message, refusal.hint)

    await answer(interaction, work, private=True)


async def fault(interaction: Interaction, error: BaseException) -> None:
    """What a command or press raised. A fault of the program: the log gets it whole, the caller one sentence.

    A refusal, raised before there was anything to do, is answered as one.
    """
    if isinstance(error, Refused):
        await refuse(interaction, error.refusal)
        return
    log.error("fault", exc_info=error, interaction=interaction.id)
    try:
        await _Reply(interaction, True, False).give(
            Refusal("busy", "Something went wrong here; it is in the log.", "try again, or /play")
        )
    except discord.HTTPException:
        log.error("the fault could not be answered")


async def act(
    interaction: Interaction,
    make: Make,
    card: Callable[[Played], Result | Awaitable[Result]],
    *,
    private: bool = False,
    update: bool = False,
    manages: bool = False,
    turns: bool = True,
    seen: int | None = None,
    present: Callable[[Shown], Card | None] | None = None,
) -> int | None:
    """Make a move and answer with its card: what nearly every command and button does.

    `seen` as in `Asking`. `present` draws what the pressed card should show now, when the press comes too late for it.

    `turns`: whoever is up after it is notified; off where the card itself does that.
    """
    made: list[Played] = []

    async def work() -> Result:
        bot, place, asking = interaction.client, place_of(interaction), asking_of(interaction, manages, seen)
        played = await play(bot, place, asking, make, interaction.id)
        if isinstance(played, Refusal):
            if played.code != "stale" or present is None:
                return played
            table = await look(bot, place, Asking("", ""))
            now = None if isinstance(table, Refusal) else await asyncio.to_thread(present, table)
            return played if now is None else Answer(now, told=refusal_card(played))
        made.append(played)
        result = card(played)
        return await result if inspect.isawaitable(result) else result

    message = await answer(interaction, work, private=private, update=update)
    answered = message is not None  # not so for an interaction that Discord delivers a second time
    if turns and answered and made and (told := await turn_told(interaction.guild, made[0], tell=False)) is not None:
        try:
            await interaction.followup.send(view=layout(told), allowed_mentions=pings_of(told))
        except discord.HTTPException as error:
            _note_late(error)
    return message


async def view_table(
    interaction: Interaction,
    card: Callable[[Shown], Result | Awaitable[Result]],
    *,
    private: bool = True,
    update: bool = False,
) -> int | None:
    """Answer with what the caller may see of the table here; nothing is stored."""

    async def work() -> Result:
        table = await look(interaction.client, place_of(interaction), asking_of(interaction), own=private)
        if isinstance(table, Refusal):
            return _told_refusal(interaction, table)
        result = card(table)
        return await result if inspect.isawaitable(result) else result

    return await answer(interaction, work, private=private, update=update)


def _told_refusal(interaction: Interaction, refusal: Refusal) -> Refusal:
    for observer in interaction.client.observers:
        observer(interaction.id, refusal)
    return refusal


def everybody(card: Callable[[Shown], Result]) -> Callable[[Shown], Result]:
    """The same card with nothing on it that only the caller may see: for answers that the channel sees."""
    return lambda table: card(again(table, EVERYBODY))
