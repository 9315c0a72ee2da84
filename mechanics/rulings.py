"""What a table may choose: the rulings of its game and the settings of the bot, listed and changed as text.

Both are plain structs. A field's `Meta` holds the rule id (`title`), what it decides (`description`), and whether the
rules' text or we say what it is without a word (`extra` by: text or ours).
"""

from __future__ import annotations

from typing import Any, NamedTuple, TypeVar

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from mechanics.facts import Noted
from mechanics.game import Refused
from mechanics.keeping import Choosing, SetRuling, SetSetting
from mechanics.step import Step
from mechanics.typed import accepts, fields, named, read, shown

V = TypeVar("V", bound=Struct)


class RulingLine(NamedTuple):
    """One ruling or setting: all of it text. `by` is "text" or "ours"; `rule` and `by` are empty for a setting."""

    name: str
    value: str
    default: str
    rule: str
    by: str
    what: str
    accepts: str


def listed(values: Struct) -> tuple[RulingLine, ...]:
    """All rulings of a campaign (`state.rulings`), or all settings (`state.campaign.settings`), in their order.

    What a game keeps beside its rulings (`extra` data) has commands of its own and is no choice.
    """
    defaults = _defaults(type(values))
    lines = []
    for name, field in fields(type(values)).items():
        meta, value = field.meta, shown(getattr(values, name))
        if (meta.extra or {}).get("data"):
            continue
        by = str((meta.extra or {}).get("by", ""))
        what = meta.description or ""
        lines.append(RulingLine(name, value, shown(defaults[name]), meta.title or "", by, what, accepts(field)))
    return tuple(lines)


def changed(values: V, name: str, text: str, what: str) -> tuple[V, RulingLine]:
    """The values with one of them, by name, as typed; and that one's line. "default" is its default.

    Refuses `unknown` with the closest name, `bad-value` with what is accepted, also for what it is already.
    """
    kind = type(values)
    choices = [n for n, field in fields(kind).items() if not (field.meta.extra or {}).get("data")]
    name = named(name, choices, what)
    back = text.strip().casefold() == "default"
    value = _defaults(kind)[name] if back else read(fields(kind)[name], text, name)
    if value == getattr(values, name):
        raise Refused("bad-value", f"{name} is {shown(value)} already.", accepts(fields(kind)[name]))
    new: V = replace(values, **{name: value})
    return new, next(line for line in listed(new) if line.name == name)


def _defaults(kind: type[Struct]) -> dict[str, Any]:
    return {
        f.name: f.default_factory() if f.default is msgspec.NODEFAULT else f.default
        for f in msgspec.structs.fields(kind)
    }


def play(step: Step[Any, Any, Any, Any, Any, Any], move: Choosing) -> None:
    """Play a choice. What happened before is not judged again."""
    if not step.caller.gm:
        raise Refused("not-gm", "Only a GM of this campaign may do that.", "ask a GM")
    match move:
        case SetRuling():
            before = step.state.rulings
            after, line = changed(before, move.name, move.value, "ruling")
            step.state = replace(step.state, rulings=after)
            old = shown(getattr(before, line.name))
            step.say(Noted(rule=line.rule, text=f"Ruling {line.name}: {old} → {line.value}."))
        case SetSetting():
            settings = step.state.campaign.settings
            chosen, line = changed(settings, move.name, move.value, "setting")
            step.set_campaign(settings=chosen)
            step.say(Noted(text=f"Setting {line.name}: {shown(getattr(settings, line.name))} → {line.value}."))
