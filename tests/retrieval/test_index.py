import logging
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from retrieval_samples import TEXTS, HashEncoder, TextEncoder, collection, keys

from tesserae.errors import WorkspaceError
from tesserae.retrieval.index import build_index
from tesserae.retrieval.index_file import INDEX_FILE, load_index, open_index, write_index
from tesserae.retrieval.search import Retriever

words = st.sampled_from(
    ["tide", "gauge", "Glasgow", "Thomson", "moon_phase", "潮汐", "River", "the"]
)
texts = st.dictionaries(words, st.lists(words, max_size=6).map(" ".join), max_size=5)


def _bytes(index, folder):
    write_index(index, folder)
    return (folder / INDEX_FILE).read_bytes()


@settings(
    suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=40, deadline=None
)
@given(texts, texts)
def test_an_index_built_on_another_is_the_one_built_from_nothing(tmp_path, before, after):
    encoder = HashEncoder()
    first = build_index(collection(before), encoder=encoder)
    again = build_index(collection(after), encoder=encoder, previous=first)
    afresh = build_index(collection(after), encoder=encoder)
    assert _bytes(again, tmp_path / "again") == _bytes(afresh, tmp_path / "afresh")


def test_an_index_that_was_written_answers_as_before(tmp_path):
    index = build_index(collection(), encoder=HashEncoder())
    write_index(index, tmp_path)
    loaded = load_index(tmp_path)
    queries = ["tide", "William Thomson", "潮汐", "user id"]
    for query in queries:
        assert Retriever(loaded, HashEncoder()).search(query) == Retriever(
            index, HashEncoder()
        ).search(query)


def test_an_empty_collection_can_be_indexed_written_and_searched(tmp_path):
    write_index(build_index(collection({}), encoder=HashEncoder()), tmp_path)
    assert Retriever(load_index(tmp_path), HashEncoder()).search("anything") == []


def test_another_generation_is_not_served(tmp_path):
    write_index(build_index(collection(), stamp="one"), tmp_path)
    assert load_index(tmp_path, stamp="two") is None
    assert load_index(tmp_path, stamp="one") is not None


def test_an_index_is_opened_where_it_is_current_and_built_where_it_is_not(tmp_path):
    collected = []

    def collect():
        collected.append(1)
        return collection()

    for stamp in ("one", "one", "two"):
        assert open_index(tmp_path, collect, stamp=stamp).stamp == stamp
    assert len(collected) == 2
    assert open_index(tmp_path, collect, stamp="two", encoder=HashEncoder()).encoder == "hash"


@pytest.mark.parametrize("kept", [0, 5, 40, 300, -1])
def test_a_truncated_index_is_refused_and_said(tmp_path, caplog, kept):
    data = _bytes(build_index(collection()), tmp_path)
    (tmp_path / INDEX_FILE).write_bytes(data[:kept])
    with caplog.at_level(logging.WARNING):
        assert load_index(tmp_path) is None
    assert "built anew" in caplog.text
    assert len(open_index(tmp_path, collection, stamp="x").units) == len(TEXTS)


def test_an_index_of_another_version_is_built_anew(tmp_path):
    data = _bytes(build_index(collection()), tmp_path)
    (tmp_path / INDEX_FILE).write_bytes(data.replace(b"tesserae-index-", b"tesserae-tidex-", 1))
    assert load_index(tmp_path) is None


def test_a_reader_keeps_its_generation_while_a_new_one_is_written(tmp_path):
    write_index(build_index(collection()), tmp_path)
    old = load_index(tmp_path)
    write_index(build_index(collection({"New": "entirely new words"})), tmp_path)
    assert keys(Retriever(old).search("lunar day"))[0] == "Lunar day"
    assert keys(Retriever(load_index(tmp_path)).search("entirely new")) == ["New"]


def test_a_folder_that_cannot_be_written_is_an_error_that_says_so(tmp_path):
    (tmp_path / "file").write_text("", encoding="utf-8")
    with pytest.raises(WorkspaceError, match="cannot be written"):
        write_index(build_index(collection()), tmp_path / "file")


def test_only_texts_that_changed_are_encoded_again():
    encoder = TextEncoder()
    first = build_index(collection(), encoder=encoder)
    encoder.read.clear()
    build_index(collection({**TEXTS, "Glasgow": "New words."}), encoder=encoder, previous=first)
    assert encoder.read == ["Glasgow\nNew words."]


def test_a_renamed_or_deleted_unit_is_not_found_any_more():
    first = build_index(collection())
    renamed = collection({"Tide staff": TEXTS["Tide gauge"]})
    found = Retriever(build_index(renamed, previous=first)).search("tide drum")
    assert keys(found) == ["Tide staff"]
    restored = build_index(collection(), previous=build_index(renamed, previous=first))
    assert keys(Retriever(restored).search("drum"))[0] == "Tide gauge"


def test_units_keep_their_place(tmp_path):
    units = collection().units
    placed = replace(units[0], path="a.md", start_line=3, end_line=9, node_id="N:a:1")
    write_index(build_index(replace(collection(), units=(placed, *units[1:]))), tmp_path)
    assert load_index(tmp_path).units[0] == replace(placed, names=())


def test_every_process_writes_the_same_bytes(tmp_path):
    script = (
        "import sys; sys.path.insert(0, sys.argv[1]); from pathlib import Path\n"
        "from retrieval_samples import HashEncoder, collection\n"
        "from tesserae.retrieval.index import build_index\n"
        "from tesserae.retrieval.index_file import write_index\n"
        "write_index(build_index(collection(), encoder=HashEncoder()), Path(sys.argv[2]))\n"
    )
    found = set()
    for seed in ("0", "1", "2"):
        folder = tmp_path / seed
        subprocess.run(
            [sys.executable, "-c", script, str(Path(__file__).parents[1]), str(folder)],
            check=True,
            env={"PYTHONHASHSEED": seed},
        )
        found.add((folder / INDEX_FILE).read_bytes())
    assert len(found) == 1
