"""The moves on a table's life, played: founding, channels, GMs, the evening, who plays whom. The same in all games."""

from __future__ import annotations

from typing import Any, Literal

from msgspec.structs import replace

from mechanics.campaign import (
    PLAN_SECONDS,
    SESSION_SECONDS,
    AnswerPlan,
    Archive,
    BeginSession,
    Bind,
    Campaign,
    EndSession,
    Found,
    JoinSession,
    MakeGm,
    Name,
    Person,
    Plan,
    PlanSession,
    RemindPlan,
    RemindSession,
    Session,
    Shared,
    StartSession,
    TakeOver,
    Use,
    clean,
    free_name,
    is_gm,
)
from mechanics.facts import Changed, Noted, name_of
from mechanics.game import CHAIR, Id, Refused
from mechanics.step import Step

AnyStep = Step[Any, Any, Any, Any, Any, Any]

_FOR_GMS = (
    *(Bind, Archive, MakeGm, StartSession, BeginSession, EndSession, RemindSession),
    *(PlanSession, RemindPlan),
)
_COMES = {"yes": "{0} is in.", "maybe": "{0} may come.", "no": "{0} does not come."}


def play(step: AnyStep, move: Shared) -> None:
    """Play a shared move. Undo and Redo are played by `mechanics.perform`, which has the record."""
    if isinstance(move, _FOR_GMS) and not step.caller.gm:
        raise Refused("not-gm", "Only a GM of this campaign may do that.", "ask a GM")
    match move:
        case Found():
            _found(step, move)
        case Bind():
            _bind(step, move)
        case Archive():
            _archive(step, move.restore)
        case MakeGm():
            _make_gm(step, move)
        case TakeOver():
            _take_over(step)
        case Use():
            _use(step, move.actor)
        case StartSession():
            _start(step, move.at)
        case JoinSession():
            _join(step)
        case BeginSession():
            _begin(step, move.at)
        case EndSession():
            step.session  # noqa: B018  refuses when none is open
            step.state = replace(step.state, session=None)
            step.say(Noted(text="The session is over."))
            if lent := step.state.campaign.lent:
                step.set_campaign(lent={})
                for i, owner in lent.items():
                    hand_over(step, i, owner)
        case RemindSession():
            _remind(step, move.at)
        case PlanSession():
            _plan(step, move)
        case AnswerPlan():
            _answer(step, move)
        case RemindPlan():
            _remind_of_plan(step, move.at)


def meet(step: AnyStep) -> Id:
    """The caller is known at this table from now on, by the name people see. Their id, for facts."""
    campaign: Campaign = step.state.campaign
    user, name = step.caller.user, step.caller.name
    known = campaign.people.get(user)
    if known is None or (name and known.name != name):
        person = replace(known, name=name) if known else Person(name or "somebody")
        step.set_campaign(people={**campaign.people, user: person})
    return Id(user)


def enrol(step: AnyStep, sheet: Any, kind: Literal["pc", "npc", "draft"] = "pc", i: Id | None = None) -> Id:
    """A sheet joins the campaign (or, with its draft's id, becomes finished) under its name and owner.

    Its id comes back. A player's first character is the one they play; players know nothing of a creature yet. Refuses
    a name as `free_name` does.
    """
    meet(step)
    if kind != "draft":
        free_name(step.state.campaign, sheet.owner, sheet.name, but=i)
    if i is None:
        i = step.new_id()
        step.add(i, sheet)
    campaign: Campaign = step.state.campaign
    people = campaign.people
    person = people.get(sheet.owner)
    if kind == "pc" and person and not _plays(campaign, person):
        people = {**people, sheet.owner: replace(person, active=i)}
    entry = Name(sheet.name, sheet.owner, kind, unmet=kind == "npc")
    step.set_campaign(names={**campaign.names, i: entry}, people=people)
    return i


def hand_over(step: AnyStep, i: Id, user: str) -> None:
    """A character's owner is this user from now on, and plays it unless they play another."""
    campaign: Campaign = step.state.campaign
    entry, people = campaign.names[i], dict(campaign.people)
    if (old := people.get(entry.owner)) and old.active == i:
        people[entry.owner] = replace(old, active=None)
    if (new := people.get(user)) and not _plays(campaign, new):
        people[user] = replace(new, active=i)
    before, after = (name_of(Id(u), step.state) for u in (entry.owner, user))
    step.set(i, "", owner=user)
    step.set_campaign(names={**campaign.names, i: replace(entry, owner=user)}, people=people)
    step.say(Changed(who=i, gauge="owner", before=before, after=after))


def _plays(campaign: Campaign, person: Person) -> bool:
    name = campaign.names.get(person.active) if person.active else None
    return name is not None and not name.retired


def _found(step: AnyStep, move: Found) -> None:
    if step.state.campaign.game:
        raise Refused("already-bound", "This campaign is founded already.")
    if not step.caller.manages:
        raise Refused(
            "not-allowed",
            "Making a campaign takes Manage Server or Manage Channels, or a thread that you opened yourself.",
            "ask somebody who may",
        )
    step.set_campaign(name=clean(move.title), game=move.game, gms=(step.caller.user,), channels=(move.channel,))
    step.say(Noted(text="{0} founds the campaign and is its GM.", about=(meet(step),)))


def _bind(step: AnyStep, move: Bind) -> None:
    channels = step.state.campaign.channels
    if move.release:
        if move.channel not in channels:
            raise Refused("unknown", "This campaign is not played here.")
        step.set_campaign(channels=tuple(c for c in channels if c != move.channel))
        step.say(Noted(text="The campaign is no longer played here."))
    elif move.channel in channels:
        raise Refused("already-bound", "This campaign is played here already.")
    else:
        step.set_campaign(channels=(*channels, move.channel))
        step.say(Noted(text="The campaign is played here from now on."))


def _archive(step: AnyStep, restore: bool) -> None:
    if step.state.campaign.archived != restore:
        state = "not archived" if restore else "archived already"
        raise Refused("not-allowed", f"This campaign is {state}.", "/campaign list shows those of this server")
    step.set_campaign(archived=not restore)
    step.say(Noted(text="The campaign is played again." if restore else "The campaign is archived: it is not played."))


def _make_gm(step: AnyStep, move: MakeGm) -> None:
    campaign: Campaign = step.state.campaign
    if move.remove:
        if move.who not in campaign.gms:
            raise Refused("unknown", "That is no GM of this campaign.", "/play shows who is")
        if len(campaign.gms) == 1:
            raise Refused("not-allowed", "A campaign keeps at least one GM.", "add another one first")
        step.set_campaign(gms=tuple(g for g in campaign.gms if g != move.who))
    elif move.who in campaign.gms:
        raise Refused("already-in", "That is a GM of this campaign already.")
    else:
        step.set_campaign(gms=(*campaign.gms, move.who))
    people = step.state.campaign.people
    key = move.who
    step.set_campaign(
        people={**people, key: replace(people[key], name=move.title) if key in people else Person(move.title)}
    )
    step.say(Noted(text="{0} is no longer GM." if move.remove else "{0} is GM from now on.", about=(Id(key),)))


def _take_over(step: AnyStep) -> None:
    if not step.caller.manages:
        raise Refused("not-allowed", "Taking a campaign over takes Manage Server.", "ask a GM for /campaign gm")
    if is_gm(step.state.campaign, step.caller.user):
        raise Refused("already-in", "You are a GM of this campaign already.")
    step.set_campaign(gms=(*step.state.campaign.gms, step.caller.user))
    step.say(Noted(text="{0} takes the campaign over and is GM from now on.", about=(meet(step),)))


def _use(step: AnyStep, i: Id) -> None:
    campaign: Campaign = step.state.campaign
    name = campaign.names.get(i)
    if name is None or (name.owner != step.caller.user and not (name.owner == CHAIR and step.caller.gm)):
        raise Refused("not-yours", "That is not your character.", "/character list shows yours")
    if name.retired or name.kind == "draft":
        state = "retired" if name.retired else "not finished"
        raise Refused("not-allowed", f"{name.name} is {state}.", "/character list shows who can be played")
    user = meet(step)
    people = step.state.campaign.people
    if people[user].active == i:
        raise Refused("already-in", f"You play {name.name} already.")
    step.set_campaign(people={**people, user: replace(people[user], active=i)})
    step.say(Noted(text="{0} plays {1} from now on.", about=(user, i)))


def _start(step: AnyStep, at: int) -> None:
    if step.state.session is not None:
        raise Refused("session-open", "A session is open already.", "/session begin, or /session end")
    number = step.state.campaign.sessions + 1
    step.set_campaign(sessions=number)
    step.state = replace(step.state, session=Session(number=number, opened_at=at, lobby=True))
    step.say(Noted(text=f"Session {number} gathers."))


def _join(step: AnyStep) -> None:
    session, user = step.session, step.caller.user
    if user in session.present:
        raise Refused("already-in", "You are in already.")
    sits = (*session.gms, user) if step.caller.gm else session.gms
    step.set_session(present=(*session.present, user), gms=sits)
    late = "" if session.lobby else " The session runs already."
    step.say(Noted(text="{0} is here." + late, about=(meet(step),)))


def _begin(step: AnyStep, at: int) -> None:
    session: Session[Any] = step.session
    if not session.lobby:
        raise Refused("session-open", "This session has begun already.", "/session end closes it")
    if not session.players:
        raise Refused("too-few", "Nobody has pressed I'm here yet.", "at least one player")
    gms = session.gms if step.caller.user in session.present else (*session.gms, step.caller.user)
    meet(step)
    step.set_session(lobby=False, opened_at=at, present=(*session.players, *gms), gms=gms)
    step.say(Noted(text=f"Session {session.number} begins."))


def _remind(step: AnyStep, at: int) -> None:
    session: Session[Any] = step.session
    if session.lobby or session.reminded or at - session.opened_at < SESSION_SECONDS:
        raise Refused("stale", "There is nothing to remind of.")
    step.set_session(reminded=True)
    step.say(Noted(text="This session has run for three hours: time to end it, or to start a new one."))


def _plan(step: AnyStep, move: PlanSession) -> None:
    if move.at <= move.now:
        raise Refused("bad-value", "That time is past.", "a time to come")
    old = step.state.campaign.plan
    if old is not None and (old.at, old.zone, old.note) == (move.at, move.zone, move.note):
        raise Refused("already-in", "That is planned already.", "another time or note")
    near = move.at - move.now <= PLAN_SECONDS  # those who answer now need no reminder
    step.set_campaign(plan=Plan(move.at, move.note, move.zone, reminded=near))
    step.say(Noted(text=f"{{0}} plans the next session: {move.words}.", about=(meet(step),)))


def _answer(step: AnyStep, move: AnswerPlan) -> None:
    plan: Plan | None = step.state.campaign.plan
    if plan is None or plan.at != move.at:
        raise Refused("stale", "That time is no longer planned.", "the newest card shows what is true")
    if plan.answers.get(step.caller.user) == move.answer:
        raise Refused("already-in", "You have said that already.", "another answer")
    user = meet(step)
    step.set_campaign(plan=replace(plan, answers={**plan.answers, user: move.answer}))
    step.say(Noted(text=_COMES[move.answer], about=(user,)))


def _remind_of_plan(step: AnyStep, at: int) -> None:
    plan: Plan | None = step.state.campaign.plan
    if plan is None or plan.reminded or not plan.at - PLAN_SECONDS <= at < plan.at:
        raise Refused("stale", "There is nothing to remind of.")
    step.set_campaign(plan=replace(plan, reminded=True))
    step.say(Noted(text=f"The planned session is near; reminded of it: {len(plan.who('yes'))}."))
