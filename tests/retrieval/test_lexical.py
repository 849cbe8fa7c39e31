import pytest
from retrieval_samples import collection, keys, retriever

from tesserae.retrieval.index import build_index


@pytest.fixture(scope="module")
def lexicon():
    return build_index(collection()).lexicon


def test_a_unit_without_any_of_the_words_scores_nothing(lexicon):
    assert lexicon.scores(["xylophone"]).tolist() == [0.0] * 8
    assert (lexicon.scores(["tide"]) > 0).sum() == 2


def test_a_rarer_word_weighs_more(lexicon):
    assert lexicon.idf("xylophone") > lexicon.idf("drum") > lexicon.idf("tide") > 0


def test_a_repeated_word_counts_that_often(lexicon):
    once, twice = lexicon.scores(["drum"]), lexicon.scores(["drum", "drum"])
    assert twice.max() == pytest.approx(2 * once.max())


def test_the_order_of_words_does_not_change_a_score(lexicon):
    words = ["tide", "drum", "sea", "day"]
    assert lexicon.scores(words).tolist() == lexicon.scores(words[::-1]).tolist()


def test_words_between_the_words_of_a_query_do_not_hide_a_unit():
    assert keys(retriever().search("database migration"))[0] == "Database migration"
    assert keys(retriever().search("migrating databases"))[0] == "Database migration"


def test_two_characters_within_a_longer_run_are_found():
    assert keys(retriever().search("引力"))[0] == "潮汐"


def test_part_of_an_identifier_finds_it():
    assert keys(retriever().search("user id"))[0] == "getUserId"
