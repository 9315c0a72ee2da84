"""A character in the making, in all games: it is changed, finished, or thrown away."""

from __future__ import annotations

from bot.action import Answer, Result, act, answer, play
from bot.asking import Interaction, asking_of, place_of
from bot.cards.card import Card
from bot.cards.games import cards_of
from mechanics.game import Move, Refusal


async def change_draft(interaction: Interaction, move: Move) -> None:
    """The draft is changed by this move of its game, and shown anew."""
    await act(
        interaction,
        lambda _: move,
        lambda played: cards_of(played.caller.game.key).draft(played.caller, move.actor),
        private=True,
        update=interaction.message is not None,
    )


async def finish_draft(interaction: Interaction, move: Move) -> None:
    """The draft becomes a character by this move of its game; the channel is told."""

    async def work() -> Result:
        played = await play(
            interaction.client, place_of(interaction), asking_of(interaction), lambda _: move, interaction.id
        )
        if isinstance(played, Refusal):
            return played
        cards = cards_of(played.caller.game.key)
        return Answer(cards.sheet(played.caller, move.actor, "character"), cards.result(played.everybody))

    await answer(interaction, work, private=True, update=True)


async def drop_draft(interaction: Interaction, move: Move) -> None:
    """The draft is thrown away by this move of its game."""
    gone = Card("Dropped", ("The unfinished character is gone.",))
    await act(interaction, lambda _: move, lambda _: gone, private=True, update=True)
