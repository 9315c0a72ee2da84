"""Creatures: nine points, creation, Features, Luck as a pool, levels, weapons, rests: the ledger's vectors."""

from itertools import product
from typing import Any

import pytest
from msgspec.structs import replace

from mechanics.campaign import Found
from mechanics.characters import export
from mechanics.game import CHAIR, SELF, Caller, Drop, Force, Id, Refused
from mechanics.games.clan import CLAN
from mechanics.games.clan.create import UNNAMED
from mechanics.games.clan.creatures import stat_line
from mechanics.games.clan.dice import read_dice
from mechanics.games.clan.features import Dc, Entry, Feature, Mods, read_text
from mechanics.games.clan.moves import (
    Award,
    Buy,
    Check,
    Choose,
    DeleteFeature,
    Describe,
    DropDraft,
    Finish,
    GiveFeature,
    GiveWeapon,
    Heal,
    Hurt,
    Kill,
    Luck,
    NewDraft,
    ProposeWeapon,
    Rest,
    Revive,
    SaveFeature,
    TakeFeature,
)
from mechanics.games.clan.play.edit import check_scores
from mechanics.games.clan.sheet import Sheet, Weapon
from mechanics.keeping import EditField, ImportCharacter, SetRuling
from mechanics.tracking import AddToFight, MakeCreature, StartFight
from mechanics.view import seen_facts, view
from tests.mechanics.clan.clan_table import (
    BRAKKA,
    GM,
    GNARL,
    MOTE,
    PAT,
    QUIN,
    Book,
    brakka,
    changes,
    creature,
    gnarl,
    modded,
    mote,
    notes,
    spent,
)


def code_of(call: Any, *args: Any) -> str:
    with pytest.raises(Refused) as caught:
        call(*args)
    return caught.value.refusal.code


# -- nine points -------------------------------------------------------------------------------------------------------


@pytest.mark.rule("CLAN-ABL-01")
def test_nine_points_over_three_scores() -> None:
    check_scores(3, 3, 3)
    check_scores(6, 2, 1)
    assert code_of(check_scores, 7, 1, 1) == "RANGE"
    with pytest.raises(Refused, match="1 over"):
        check_scores(4, 4, 2)
    with pytest.raises(Refused, match="1 left"):
        check_scores(3, 3, 2)
    assert code_of(check_scores, 3, 3, 2) == code_of(check_scores, 4, 4, 2) == "RULE"
    assert code_of(check_scores, -1, 5, 5) == "RANGE"


@pytest.mark.rule("CLAN-ABL-01")
def test_37_builds_12_of_them_with_a_zero() -> None:
    good = []
    for scores in product(range(7), repeat=3):
        try:
            check_scores(*scores)
        except Refused:
            continue
        good.append(scores)
    assert len(good) == 37
    assert [sum(0 in s for s in good), sum(s.count(0) == 2 for s in good)] == [12, 0]


@pytest.mark.rule("CLAN-ABL-01")
@pytest.mark.rule("CLAN-GEN-01")
def test_creatures_are_built_like_everybody_unless_the_table_says_so() -> None:
    book = Book()
    assert book.refused(GM, MakeCreature(CHAIR, "titan 12/12/12")) == "RANGE"
    book.gm(StartFight(CHAIR))
    assert book.refused(GM, AddToFight(CHAIR, (), "titan 12/12/12")) == "RANGE"
    assert book.refused(GM, MakeCreature(CHAIR, "titan 4/4/2")) == "RULE"
    book.gm(SetRuling(CHAIR, "npc_free_build", "on"))
    facts = book.gm(MakeCreature(CHAIR, "titan 12/12/12 rock 2d6, unarmed 1d6 level 2"))
    (titan,) = [s for s in book.state.sheets.values() if s.name == "titan"]
    assert (titan.kick, titan.bad, titan.smart, titan.hp, titan.armor) == (12, 12, 12, 24, 18)
    assert (titan.level, titan.weapons, titan.unarmed("1d4")) == (2, (Weapon("rock", "2d6"),), "1d6")
    assert not seen_facts(book.state.campaign, PAT, facts)
    assert book.refused(GM, MakeCreature(CHAIR, "titan 21/1/1")) == "RANGE"


def test_what_is_no_stat_line() -> None:
    for text in ("ogre", "ogre 3/3", "ogre 3/3/3 axe", "ogre 3/3/3 axe 1d7", "ogre 3/3/3 level 100"):
        assert code_of(stat_line, text) == "RANGE"
    assert stat_line("old ogre 6 / 2 / 1 maul 1d8").gauges()["weapons"] == "maul 1d8"


def draft(book: Book, caller: Caller = PAT, title: str = "Zoë") -> Id:
    book.do(caller, NewDraft(title=title))
    return next(i for i, s in book.state.sheets.items() if s.draft)


@pytest.mark.rule("CLAN-ABL-01")
@pytest.mark.rule("CLAN-HP-01")
@pytest.mark.rule("CLAN-ARM-01")
@pytest.mark.rule("CLAN-FP-03")
def test_a_character_is_made() -> None:
    book = Book()
    i = draft(book, title="")
    assert book.of(i).name == UNNAMED
    assert book.refused(PAT, NewDraft()) == "already-in"
    assert book.refused(PAT, Finish(i)) == "bad-value"
    assert book.refused(PAT, Check(i, "kick")) == "STATE"
    assert book.refused(PAT, Describe(i)) == "bad-value"
    assert book.refused(PAT, Describe(i, scores="4/4/2")) == "RULE"
    assert book.refused(PAT, Describe(i, scores="7/1/1")) == "RANGE"
    assert book.refused(PAT, Describe(i, scores="nine")) == "RANGE"
    book.do(PAT, Describe(i, "Zoë", "4/3/2", "The Bears"))
    facts = book.do(PAT, Choose(i, "kick", 6))
    assert not seen_facts(book.state.campaign, GM, facts) and seen_facts(book.state.campaign, PAT, facts)
    assert i not in view(book.state, GM).sheets
    assert book.refused(PAT, Choose(i, "kick", 6)) == "STATE"
    assert book.refused(PAT, Choose(i, "kick", 7)) == "RANGE"
    assert book.refused(PAT, Choose(i, "luck", 1)) == "UNKNOWN"
    assert book.refused(PAT, Finish(i)) == "RULE"
    book.do(PAT, Choose(i, "smart", 1))
    book.do(PAT, Choose(i, "bad", 2))
    book.do(PAT, Finish(i))
    it = book.of(i)
    assert (it.kick, it.bad, it.smart, it.hp, it.hp_max, it.armor, it.clan) == (6, 2, 1, 14, 14, 8, "The Bears")
    assert (it.level, it.fp_unspent, it.luck_now, it.draft) == (1, 12, 6, False)
    assert book.state.campaign.names[i].kind == "pc"
    assert book.refused(PAT, DropDraft(i)) == "STATE"


@pytest.mark.rule("CLAN-ABL-02")
def test_a_score_of_0_is_death_from_the_start() -> None:
    book = Book()
    i = draft(book)
    book.do(PAT, Describe(i, scores="6/3/0"))
    assert book.refused(PAT, Finish(i)) == "UNKNOWN"
    assert book.of(i).draft
    book.do(PAT, Finish(i, True))
    assert (book.of(i).status, book.of(i).reason, book.of(i).hp) == ("dead", "zero-score", 0)
    assert book.refused(GM, Rest(CHAIR, (i,))) == "STATE"
    assert book.refused(GM, Revive(CHAIR, i)) == "RULE"
    assert book.refused(GM, Heal(i, 3)) == "STATE"
    assert book.refused(PAT, Check(i, "kick")) == "STATE"
    assert book.refused(PAT, Buy(i, "Hide")) == "STATE"


@pytest.mark.rule("CLAN-ABL-02")
def test_a_score_that_comes_to_0_later_kills_nobody() -> None:
    book = Book()
    facts = book.gm(EditField(CHAIR, BRAKKA, "smart", "0"))
    assert book.of().status == "ok"
    assert any("Smart Ass is 0" in text for text in notes(facts))


def test_a_draft_is_thrown_away() -> None:
    book = Book()
    i = draft(book)
    book.do(PAT, DropDraft(i))
    assert i not in book.state.sheets and i not in book.state.campaign.names


# -- body --------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("CLAN-ARM-01")
@pytest.mark.rule("CLAN-HP-01")
@pytest.mark.parametrize(("bad", "armor", "hp_max"), [(1, 7, 13), (2, 8, 14), (3, 9, 15), (5, 11, 17), (6, 12, 18)])
def test_armor_and_hit_points(bad: int, armor: int, hp_max: int) -> None:
    it = creature("X", "p", f"1/{bad}/1")
    assert (it.armor, it.hp_max) == (armor, hp_max)


@pytest.mark.rule("CLAN-HP-02")
@pytest.mark.parametrize(
    ("hp", "damage", "left", "status"), [(15, 6, 9, "ok"), (5, 5, 0, "unconscious"), (5, 22, 0, "unconscious")]
)
def test_losing_hit_points(hp: int, damage: int, left: int, status: str) -> None:
    book = Book(brakka(hp=hp))
    book.gm(Hurt(BRAKKA, damage))
    assert (book.of().hp, book.of().status) == (left, status)


@pytest.mark.rule("CLAN-HP-02")
def test_hurting_and_healing_by_hand() -> None:
    book = Book(brakka(hp=5))
    for amount in (0, 1000, -1):
        assert book.refused(GM, Hurt(BRAKKA, amount)) == book.refused(GM, Heal(BRAKKA, amount)) == "RANGE"
    book.gm(Hurt(BRAKKA, 999))
    facts = book.gm(Hurt(BRAKKA, 3))
    assert not changes(facts, "hp") and book.of().status == "unconscious"
    book.gm(Heal(BRAKKA, 1))
    assert (book.of().hp, book.of().status) == (1, "ok")
    book.gm(Heal(BRAKKA, 999))
    assert book.of().hp == 15
    book.gm(Kill(CHAIR, BRAKKA))
    assert (book.of().hp, book.of().status) == (0, "dead")
    assert book.refused(GM, Hurt(BRAKKA, 1)) == book.refused(GM, Kill(CHAIR, BRAKKA)) == "STATE"
    book.gm(Revive(CHAIR, BRAKKA))
    assert (book.of().hp, book.of().status, book.of().reason) == (1, "ok", "")
    assert book.refused(GM, Revive(CHAIR, BRAKKA)) == "STATE"
    assert book.refused(GM, Revive(CHAIR)) == book.refused(GM, Kill(CHAIR)) == "UNKNOWN"


def test_a_new_table_lets_only_gms_mark() -> None:
    book = Book()
    campaign = book.state.campaign
    book.state = replace(book.state, campaign=replace(campaign, game="", gms=()))
    book.do(Caller("g", manages=True), Found(SELF, "Pit", "clan", "here"))
    assert book.refused(PAT, Hurt(BRAKKA, 1)) == "not-gm"


@pytest.mark.rule("CLAN-REST-01")
@pytest.mark.rule("CLAN-LUCK-05")
@pytest.mark.parametrize(
    ("before", "heals", "after"),
    [
        ((0, "unconscious", 2), "full", (1, "ok", 0)),
        ((1, "ok", 0), "full", (15, "ok", 0)),
        ((9, "ok", 1), "one", (10, "ok", 0)),
        ((15, "ok", 1), "one", (15, "ok", 0)),
        ((9, "ok", 2), "none", (9, "ok", 0)),
    ],
)
def test_full_rest(before: tuple[int, str, int], heals: str, after: tuple[int, str, int]) -> None:
    hp, status, luck = before
    book = Book(brakka(hp=hp, status=status, luck_spent=luck), rest_heals=heals)
    book.gm(Rest(CHAIR, (BRAKKA,), "quiet"))
    assert (book.of().hp, book.of().status, book.of().luck_spent) == after


@pytest.mark.rule("CLAN-REST-01")
def test_who_does_not_rest() -> None:
    book = Book(brakka(hp=3), mote(), gnarl(hp=0, status="dead"))
    assert book.refused(GM, Rest(CHAIR, (BRAKKA,), "nap")) == "UNKNOWN"
    assert book.refused(GM, Rest(CHAIR, ())) == "UNKNOWN"
    assert book.refused(GM, Rest(CHAIR, (GNARL,))) == "STATE"
    assert book.refused(PAT, Rest(BRAKKA, (BRAKKA,))) == "not-gm"
    book.fight((BRAKKA, 3), (MOTE, 2))
    assert book.refused(GM, Rest(CHAIR, (BRAKKA,))) == "STATE"
    book.gm(Rest(CHAIR, (BRAKKA, GNARL), "gm"))
    assert (book.of().hp, book.of(GNARL).status) == (15, "dead")


# -- levels and Feature Points -----------------------------------------------------------------------------------------


@pytest.mark.rule("CLAN-LVL-01")
@pytest.mark.parametrize(("level", "granted"), [(1, 12), (2, 18), (3, 24), (5, 36), (10, 66)])
def test_points_granted(level: int, granted: int) -> None:
    assert Sheet("X", "p", level).fp_granted == granted


@pytest.mark.rule("CLAN-LVL-01")
def test_only_a_gm_gives_levels() -> None:
    book = Book(brakka(level=98), mote())
    assert book.refused(PAT, Award(BRAKKA, (BRAKKA,))) == "not-gm"
    facts = book.gm(Award(CHAIR, (BRAKKA, MOTE)))
    assert changes(facts, "fp_granted") == [(BRAKKA, 594, 600), (MOTE, 12, 18)]
    assert not changes(facts, "hp") and not changes(facts, "armor")
    assert book.refused(GM, Award(CHAIR, (BRAKKA,))) == "RANGE"
    assert book.refused(GM, Award(CHAIR)) == "UNKNOWN"


def with_price(price: int, **entry: Any) -> dict[str, Entry]:
    return {"hide": Entry("Hide", price, **entry)}


@pytest.mark.rule("CLAN-FP-01")
@pytest.mark.rule("CLAN-FP-02")
@pytest.mark.parametrize(
    ("level", "owned", "price", "unspent"),
    [(1, 0, 5, 7), (1, 5, 7, 0), (1, 5, 8, None), (2, 12, 6, 0), (1, 0, 0, 12)],
)
def test_buying(level: int, owned: int, price: int, unspent: int | None) -> None:
    book = Book(brakka(level=level, features=spent(owned)), catalogue=with_price(price))
    if unspent is None:
        refusal = book.refusal(PAT, Buy(BRAKKA, "hide"))
        assert refusal.code == "FUNDS" and "8" in refusal.message and "7 left" in refusal.message
        return
    book.do(PAT, Buy(BRAKKA, "hide"))
    assert book.of().features[-1] == Feature("Hide", price)
    assert book.of().fp_unspent == unspent


@pytest.mark.rule("CLAN-FP-02")
def test_a_price_that_rises_later_is_not_paid_again() -> None:
    book = Book(brakka(unspent=12), catalogue=with_price(5))
    book.do(PAT, Buy(BRAKKA, "Hide"))
    book.gm(SaveFeature(CHAIR, "hide", 9))
    assert (book.of().fp_unspent, book.state.rulings.catalogue["hide"].price) == (7, 9)
    assert book.refused(PAT, Buy(BRAKKA, "Hide")) == "STATE"
    assert book.refused(PAT, Buy(BRAKKA, "Hat")) == "UNKNOWN"
    assert book.refused(QUIN, Buy(BRAKKA, "Hide")) == "not-yours"
    facts = book.gm(TakeFeature(CHAIR, "hide", (BRAKKA,)))
    assert changes(facts, "fp_unspent") == [(BRAKKA, 7, 12)]
    assert book.refused(GM, TakeFeature(CHAIR, "hide", (BRAKKA,))) == "UNKNOWN"


@pytest.mark.rule("CLAN-FP-02")
def test_the_list_is_the_gms() -> None:
    book = Book(brakka(unspent=4))
    assert book.refused(PAT, SaveFeature(BRAKKA, "Hide", 3)) == "not-gm"
    assert book.refused(GM, SaveFeature(CHAIR, "Hide")) == "UNKNOWN"
    assert (
        book.refused(GM, SaveFeature(CHAIR, "Hide", -1)) == book.refused(GM, SaveFeature(CHAIR, "Hide", 100)) == "RANGE"
    )
    facts = book.gm(SaveFeature(CHAIR, "Hide", 2, "Thick as a wall [armor +2, repeatable]"))
    assert not seen_facts(book.state.campaign, PAT, facts)
    assert book.state.rulings.catalogue == {"hide": Entry("Hide", 2, "Thick as a wall", Mods(armor=2), True)}
    assert book.refused(GM, SaveFeature(CHAIR, "Hide", 2)) == "STATE"
    book.do(PAT, Buy(BRAKKA, "Hide"))
    book.do(PAT, Buy(BRAKKA, "Hide"))
    assert (book.of().armor, book.of().fp_unspent) == (13, 0)
    book.gm(GiveFeature(CHAIR, "Hide", (BRAKKA,)))
    assert (book.of().armor, book.of().fp_unspent) == (15, 0)
    assert book.refused(GM, GiveFeature(CHAIR, "Hide", (BRAKKA,), 1)) == "FUNDS"
    assert book.refused(GM, SetRuling(CHAIR, "catalogue", "{}")) == "unknown"
    book.gm(DeleteFeature(CHAIR, "hide"))
    assert book.refused(GM, DeleteFeature(CHAIR, "hide")) == "UNKNOWN"
    assert len(book.of().features) == 4


@pytest.mark.rule("CLAN-FEA-01")
def test_what_a_feature_does() -> None:
    assert (brakka(features=modded(bad=1)).armor, brakka(features=modded(bad=1)).hp_max) == (10, 16)
    assert (brakka(features=modded(armor=2)).armor, brakka(features=modded(armor=2)).hp_max) == (11, 15)
    book = Book(brakka(), catalogue=with_price(0, mods=Mods(bad=1)))
    book.do(PAT, Buy(BRAKKA, "Hide"))
    assert (book.of().hp, book.of().hp_max) == (15, 16)
    book.gm(Heal(BRAKKA, 1))
    assert book.of().hp == 16
    book.gm(TakeFeature(CHAIR, "Hide", (BRAKKA,)))
    assert (book.of().hp, book.of().hp_max) == (15, 15)


@pytest.mark.rule("CLAN-FEA-01")
@pytest.mark.rule("CLAN-CHK-02")
def test_a_feature_is_typed() -> None:
    text, mods, repeatable = read_text(
        "Old [kick +1, hp max -2] and bold [unarmed 1d6, weapon sharp claws 1d8, dc 8 + smart]"
    )
    assert (text, repeatable) == ("Old and bold", False)
    assert mods == Mods(
        kick=1, hp_max=-2, unarmed_dice="1d6", weapon="sharp claws", weapon_dice="1d8", dc=Dc(8, "smart")
    )
    assert read_text(f"[{mods.words}]").mods == mods
    assert read_text("[dc armor]").mods.dc == Dc(0, "armor")
    assert read_text("[dc 12]").mods.dc == Dc(12)
    assert code_of(read_text, "[dc 41]") == code_of(read_text, "[dc -21 + bad]") == "RANGE"
    assert code_of(read_text, "[dc 8 + luck]") == code_of(read_text, "[wings +1]") == "UNKNOWN"
    assert code_of(read_text, "[armor 21]") == code_of(read_text, "[unarmed 1d7]") == "RANGE"


# -- Luck as a pool ----------------------------------------------------------------------------------------------------


@pytest.mark.rule("CLAN-LUCK-01")
@pytest.mark.parametrize(("unspent", "used", "most", "now"), [(12, 0, 6, 6), (7, 1, 3, 2), (1, 0, 0, 0), (0, 0, 0, 0)])
def test_the_pool(unspent: int, used: int, most: int, now: int) -> None:
    it = brakka(unspent=unspent, luck_spent=used)
    assert (it.luck_max, it.luck_now) == (most, now)


@pytest.mark.rule("CLAN-LUCK-02")
@pytest.mark.rule("CLAN-LUCK-05")
def test_the_pool_moves_while_points_move() -> None:
    book = Book(brakka(unspent=12, luck_spent=4), catalogue=with_price(6))
    book.do(PAT, Buy(BRAKKA, "Hide"))
    assert (book.of().luck_max, book.of().luck_now, book.of().luck_spent) == (3, 0, 4)
    book.gm(Award(CHAIR, (BRAKKA,)))
    assert (book.of().luck_max, book.of().luck_now) == (6, 2)
    book.gm(Rest(CHAIR, (BRAKKA,)))
    assert (book.of().luck_spent, book.of().luck_now) == (0, 6)


@pytest.mark.rule("CLAN-LUCK-04")
def test_buying_away_the_last_luck_locks_what_was_open() -> None:
    book = Book(brakka(unspent=2), catalogue=with_price(1))
    book.do(PAT, Check(BRAKKA, "smart", 12), 3)
    assert len(book.open()) == 1
    book.do(PAT, Buy(BRAKKA, "Hide"))
    assert book.open() == [] and book.refused(PAT, Luck(BRAKKA)) == "STATE"


# -- weapons -----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("CLAN-WPN-01")
def test_weapon_dice() -> None:
    assert [read_dice(t).top for t in ("1d6", "1d8", "2d3", "10d12 + 20")] == [6, 8, 6, 140]
    for text in ("d0", "1d7", "axe", "d6", "0d6", "11d6", "1d6+21", "1d6-1", "1d100"):
        assert code_of(read_dice, text) == "RANGE"
    book = Book()
    for dice, warned in (("1d6", False), ("1d8", True), ("2d3", False), ("1d6+1", True)):
        facts = book.gm(GiveWeapon(CHAIR, BRAKKA, "club", dice))
        assert any("very destructive" in text for text in notes(facts)) is warned
        assert book.of().weapons[1] == Weapon("club", dice)
    assert book.refused(GM, GiveWeapon(CHAIR, BRAKKA, "club", "1d6+1")) == "STATE"
    assert book.refused(PAT, GiveWeapon(BRAKKA, BRAKKA, "club", "1d4")) == "not-gm"
    book.gm(GiveWeapon(CHAIR, BRAKKA, "club", "none"))
    assert book.of().weapons == (Weapon("axe", "1d6"),)
    assert book.refused(GM, GiveWeapon(CHAIR, BRAKKA, "club", "none")) == "UNKNOWN"


@pytest.mark.rule("CLAN-WPN-01")
def test_players_propose_weapons() -> None:
    book = Book()
    book.do(PAT, ProposeWeapon(BRAKKA, "net", "1d2"))
    assert book.of().weapons == (Weapon("axe", "1d6"),)
    assert book.refused(PAT, ProposeWeapon(BRAKKA, "net", "1d2")) == "STATE"
    assert book.refused(PAT, EditField(BRAKKA, BRAKKA, "weapons", "net 1d2")) == "OWNER"
    book.gm(Force(CHAIR))
    assert book.of().weapons[1:] == (Weapon("net", "1d2"),) and book.open() == []
    book.do(PAT, ProposeWeapon(BRAKKA, "cannon", "9d12"))
    book.gm(Drop(CHAIR))
    assert len(book.of().weapons) == 2
    book.gm(SetRuling(CHAIR, "weapons_need_gm", "off"))
    book.do(PAT, ProposeWeapon(BRAKKA, "cannon", "9d12"))
    assert book.of().weapons[2] == Weapon("cannon", "9d12")
    book.do(PAT, EditField(BRAKKA, BRAKKA, "weapons", "sword 1d6"))
    assert book.of().weapons == (Weapon("sword", "1d6"),)


# -- by hand and from files --------------------------------------------------------------------------------------------


@pytest.mark.rule("CLAN-GEN-01")
def test_a_sheet_edited_by_hand() -> None:
    book = Book()
    book.gm(EditField(CHAIR, BRAKKA, "Bad Ass", "1"))
    assert (book.of().bad, book.of().hp, book.of().hp_max) == (1, 13, 13)
    book.gm(EditField(CHAIR, BRAKKA, "hp", "0"))
    assert book.of().status == "unconscious"
    book.gm(EditField(CHAIR, BRAKKA, "hp", "2"))
    assert book.of().status == "ok"
    book.do(PAT, EditField(BRAKKA, BRAKKA, "clan", "Bears"))
    assert book.of().clan == "Bears"
    assert book.refused(PAT, EditField(BRAKKA, BRAKKA, "kick", "6")) == "not-gm"
    for field, value in (("kick", "21"), ("kick", "many"), ("hp", "14"), ("level", "0"), ("luck_spent", "-1")):
        assert book.refused(GM, EditField(CHAIR, BRAKKA, field, value)) == "RANGE"
    assert book.refused(GM, EditField(CHAIR, BRAKKA, "status", "dead")) == "unknown"
    book.gm(EditField(CHAIR, BRAKKA, "unarmed_dice", "1d6"))
    assert book.of().unarmed("1d4") == "1d6"
    assert book.refused(GM, SetRuling(CHAIR, "unarmed_dice", "1d7")) == "RANGE"


@pytest.mark.rule("CLAN-GEN-01")
def test_a_sheet_from_a_file_must_fit() -> None:
    book = Book()
    fits = creature("Rook", "x", "5/3/1", "axe 1d6")
    book.do(PAT, ImportCharacter(SELF, export(fits, CLAN)))
    strange = {
        "RULE": [creature("A", "x", "6/6/6"), creature("B", "x", "6/3/0")],
        "RANGE": [
            creature("C", "x", "3/3/3", hp=16),
            creature("D", "x", "3/3/3", hp=0),
            creature("E", "x", "3/3/3", level=100),
            creature("F", "x", "3/3/3", features=modded(armor=99)),
            creature("G", "x", "3/3/3", weapons=(Weapon("axe", "9d99"),)),
        ],
        "FUNDS": [creature("H", "x", "3/3/3", features=spent(13))],
    }
    for code, sheets in strange.items():
        for it in sheets:
            assert book.refused(PAT, ImportCharacter(SELF, export(it, CLAN))) == code, it.name
    book.gm(ImportCharacter(SELF, export(creature("A", "x", "6/6/6"), CLAN)))
