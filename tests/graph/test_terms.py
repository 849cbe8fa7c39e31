"""Which phrases are terms, on documents of a few sentences."""

from __future__ import annotations

from builders import a_build, a_document, names_of


def names(*texts: str):
    return names_of(a_build(*(a_document(text, f"docs/{n}.md") for n, text in enumerate(texts))))


def test_a_word_is_no_verb_for_standing_behind_to_once():
    text = "# Oven\n\nWe moved the dough to levain jars. The levain jar is in use. A levain jar."
    cool = "# Shelf\n\nThe levain keeps cool. A levain jar is on it, and the levain jar is full.\n"
    rest = "# Mill\n\nOur levain is of rye.\n"
    assert "levain jar" in names(text, cool, rest)


def test_a_phrase_of_a_few_notes_need_not_recur_in_many():
    text = "# Oven\n\nA banneton liner keeps it dry. Wash the banneton liner. The banneton liner.\n"
    assert "banneton liner" in names(text)


def test_plain_words_that_keep_standing_together_are_a_term():
    sentence = "The test case is read before the next one. "
    assert "test case" in names("# Notes\n\n" + sentence * 6)
    assert "test case" not in names("# Notes\n\n" + sentence * 2)


def test_an_adjective_begins_a_term_that_is_fixed():
    sentence = "Water blurs in a long exposure. "
    assert "long exposure" in names("# Night\n\n" + sentence * 5)
    assert "long exposure" not in names("# Night\n\n" + sentence)


def test_a_thing_that_code_names_again_and_again_is_a_term():
    text = "# Ovens\n\nA loaf is `Bakeable` here. Mark it `Bakeable`. All are `Bakeable`.\n"
    assert "bakeable" in names(text)
    assert "bakeable" not in names("# Ovens\n\nA loaf is `Bakeable` here.\n")


def test_a_weak_cue_does_not_keep_a_phrase_from_recurring():
    sentence = "It is the *proofing basket* that counts. The proofing basket is of cane. "
    assert "proofing basket" in names("# Oven\n\n" + sentence * 2)


def test_an_adverb_before_a_comma_is_no_term():
    text = "# Oven\n\nGenerally, a stone that holds heat is placed in the oven by the baker.\n"
    assert "generally" not in names(text, text)


def test_the_number_of_a_document_and_half_its_title_are_no_term():
    text = "# Oven\n\nWe follow BN-0296 Slow Proofing, and BN-0296 Slow goes further.\n"
    assert not [name for name in names(text, text) if name.startswith("bn-0296 slow")]


def test_what_a_sentence_speaks_of_at_length_is_no_term():
    text = "# Oven\n\nTemperature of yeast in winter is a matter of the room and the water.\n"
    assert "temperature of yeast in winter" not in names(text, text)


def test_the_cell_that_explains_a_term_describes_it():
    table = "| Term | Slug | Meaning |\n|---|---|---|\n"
    rows = "| banneton | ban | The basket in which the dough rises. |\n| poolish | po | A, B, C |\n"
    found = names("# Glossary\n\n" + table + rows)
    assert found["banneton"].description == "The basket in which the dough rises."
    assert found["poolish"].description != "A, B, C"


def test_half_of_a_longer_name_is_no_term():
    text = (
        "# Oven\n\nThe rye starter jar is full. A rye starter jar leaks. See the rye starter jar.\n"
    )
    found = names(text)
    assert "rye starter jar" in found
    assert "starter jar" not in found


def test_an_article_behind_a_compound_does_not_make_it_a_verb():
    sentence = "It is the crust layer the baker sees. "
    assert "crust layer" in names("# Oven\n\n" + sentence * 4 + "The layer is thin.\n")


def test_a_constant_that_code_names_is_a_term():
    text = "# Oven\n\nSet `OVEN_HEAT` first. Then `OVEN_HEAT` again, and read `OVEN_HEAT`.\n"
    assert "oven_heat" in names(text)


def test_capitals_that_stress_a_word_make_no_term():
    text = "# Oven\n\nA RESERVED shelf is hot. It is RESERVED for the loaf.\n"
    plain = "# Shelf\n\nThis one is reserved for the loaf.\n"
    assert "reserved" not in names(text, plain, plain)


def test_a_heading_that_many_documents_share_is_no_term():
    text = "# Loaf {}\n\n## Effect on crumb\n\nThere is no effect on crumb in loaf {}.\n"
    assert "effect on crumb" not in names(*(text.format(n, n) for n in range(6)))


def test_the_type_of_an_option_is_no_term():
    item = "- `{}` *list of numbers*\n\n  How hot it is.\n"
    text = "# Oven\n\n" + item.format("heat") + item.format("glow")
    assert "list of numbers" not in names(text, text, text)


def test_a_marked_phrase_with_an_adverb_is_a_clause():
    text = "# Oven\n\n- **loaves currently baked**: a list that the baker keeps.\n"
    assert "loaves currently baked" not in names(text)
