"""What players do not learn: who hides and attacks, drafts of others, secret rolls."""

import msgspec
import pytest

from mechanics.facts import show
from mechanics.game import CHAIR, Caller, Id
from mechanics.games.delve import DELVE
from mechanics.games.delve import moves as m
from mechanics.odds import odds
from mechanics.offers import offers
from mechanics.tracking import Hide, NextTurn
from mechanics.view import seen_facts, view
from tests.mechanics.delve.delve_table import GM, PAT, QUIN, Book, asha, foe, pc

WORD = "qqv-lurks"
LURKER, ASHA = Id("qqv-lurks"), Id("asha")


def told(book: Book, caller: Caller) -> str:
    """All that this caller reads of the record."""
    seen = view(book.state, caller)
    facts = [f for e in book.entries for f in seen_facts(book.state.campaign, caller, e.facts)]
    return "\n".join(show(f, seen) for f in facts)


@pytest.mark.rule("DELVE-DEF-01")
def test_a_hidden_attacker_is_fought_without_being_known() -> None:
    book = Book(asha(), foe(WORD, 3, 11), foe("Rat"))
    book.fight("asha", against=(WORD, "rat"), first=6)
    book.gm(Hide(CHAIR, (LURKER,)))
    start = len(book.entries)
    book.attack(WORD, "asha")
    seen = view(book.state, PAT)
    assert LURKER not in seen.sheets and WORD not in repr(seen.sheets) + repr(seen.campaign)
    offered = offers(DELVE, book.state, PAT, ASHA)
    assert any(isinstance(o.move, m.Defend) and o.refusal is None for o in offered)
    assert WORD not in "".join(o.refusal.message for o in offered if o.refusal)
    chances = odds(DELVE, book.state, PAT, m.Defend(ASHA), lambda f: getattr(f, "verdict", None) or None)
    assert isinstance(chances, dict) and sum(chances.values()) == 1
    book.do(PAT, m.Defend(ASHA), 3)
    book.do(PAT, m.Accept(ASHA), 1)
    book.do(PAT, m.Wear(ASHA), 20)
    assert book.refused(PAT, m.Attack(ASHA, LURKER)) == "unknown"
    book.gm(NextTurn(CHAIR))
    book.entries = book.entries[start:]
    assert WORD not in told(book, PAT) and "3 → 2" not in told(book, PAT)
    assert WORD in told(book, GM)


@pytest.mark.rule("DELVE-GEN-01")
def test_a_draft_is_its_owners_alone() -> None:
    book = Book(pc("Asha"))
    book.do(QUIN, m.NewDraft(title=WORD))
    i = next(k for k in book.state.sheets if k != "asha")
    book.do(QUIN, m.TypeSheet(i, abilities="0 0 0 0 0 6"))
    for caller in (PAT, GM):
        assert WORD not in msgspec.json.encode(view(book.state, caller)).decode() + told(book, caller)
    assert WORD in told(book, QUIN)


@pytest.mark.rule("DELVE-ROLL-01")
def test_a_secret_roll_is_seen_by_the_roller_and_the_gm() -> None:
    book = Book(pc("Asha"), pc("Bolin", owner="q"))
    book.do(PAT, m.Check(ASHA, "wis", note=WORD, secret=True), 2)
    assert WORD in told(book, PAT) and WORD in told(book, GM) and WORD not in told(book, QUIN)
