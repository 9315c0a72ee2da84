"""Class features in use (DH-CHAR-09)."""

from __future__ import annotations

from mechanics.facts import Noted, typed
from mechanics.games.dragonhead.moves import UseFeature
from mechanics.games.dragonhead.play import DragonheadStep
from mechanics.games.dragonhead.play.rolls import fit_to_roll
from mechanics.games.dragonhead.play.track import mark
from mechanics.games.dragonhead.scores import one_of
from mechanics.games.dragonhead.sheet import Feature, Sheet, unlocked
from mechanics.games.dragonhead.track import exert


def use(step: DragonheadStep, move: UseFeature) -> None:
    """A feature works from its class level on; its drain is plain wear (DH-CHAR-09).

    Refuses `UNKNOWN` for what is not on the sheet, `RULE` before its level, `STATE` for who cannot act.
    """
    sheet = fit_to_roll(step, move.actor)
    features = {f.name.casefold(): f for f in sheet.features}
    feature = features[one_of(move.feature, features, "feature on this sheet")]
    unlocked(feature, _level(sheet, feature))
    step.say(Noted(rule="DH-CHAR-09", text=f"{{0}} uses {typed(feature.name)}.", about=(move.actor,)))
    if feature.text:
        step.say(Noted(rule="DH-CHAR-09", text=feature.text))
    if feature.drain:
        mark(step, move.actor, "DH-CHAR-09", exert(sheet.track, feature.drain))


def _level(sheet: Sheet, feature: Feature) -> int:
    """The class level that the feature goes by: its own class's, or the best one of a feature without."""
    of = feature.of.casefold()
    return max((c.level for c in sheet.classes if not of or c.name.casefold() == of), default=0 if of else 1)
