import numpy as np
from retrieval_samples import retriever, unit

from tesserae.retrieval.arrays import bounds_of
from tesserae.retrieval.entities import find_phrases, name_key, names_in
from tesserae.retrieval.index import build_index
from tesserae.retrieval.units import make_collection


def test_names_are_runs_of_capitals_and_identifiers():
    found = names_in("The engineer William Thomson of Glasgow called read_gauge() in TideGauge.")
    assert {"william thomson of glasgow", "read_gauge", "tidegauge"} <= found.sure


def test_a_word_that_only_opens_a_sentence_is_doubtful():
    found = names_in("Tides rise. Laplace wrote. So did Euler.")
    assert found.doubtful >= {"tides", "laplace"}
    assert "euler" in found.sure


def test_an_article_is_not_part_of_a_name():
    assert "beatles" in names_in("we heard The Beatles").sure


def test_namesakes_share_a_key_and_an_identifier_stays_one_word():
    assert name_key("Brother (Pearl Jam song)") == name_key("Brother") == "brother"
    assert name_key("write_fits") == "write_fits"
    assert name_key("战国无双3") == "战 国 无 双 3"


def test_phrases_are_found_within_a_text_and_not_across_two():
    words = np.array([1, 2, 3, 1, 2, 9, 2, 3], np.int32)
    found = find_phrases(words, bounds_of([4, 4]), [[1, 2], [2, 3], [1, 2, 3]])
    pairs = sorted(zip(found.units.tolist(), found.names.tolist(), strict=True))
    assert pairs == [(0, 0), (0, 1), (0, 2), (1, 1)]


def test_no_phrases_find_nothing():
    found = find_phrases(np.array([1, 2], np.int32), bounds_of([2]), [])
    assert (found.units.tolist(), found.names.tolist()) == ([], [])


def test_a_second_hop_is_found_through_the_name_that_leads_there():
    hits = retriever().search("What river does the city of the tide-predicting machine lie on?")
    titles = [hit.unit.title for hit in hits]
    assert set(titles[:2]) == {"William Thomson", "Glasgow"}


def test_a_name_that_every_unit_holds_links_nothing():
    units = [unit(f"Note {number}", "All of them praise Immanuel Kant.") for number in range(200)]
    index = build_index(make_collection(units))
    assert "immanuel kant" not in index.names.to_list()
