import os
import subprocess
import sys
from pathlib import Path

import pytest
from context_samples import FAR, SOURCES, SPRING, TIDE, make_library
from hypothesis import given, settings
from hypothesis import strategies as st

from tesserae.context.compile import CUT_MARK, ContextRequest, compile_context
from tesserae.errors import BackendError, QueryError

LIBRARY = make_library()


def _compile(query="", library=LIBRARY, writer=None, **fields):
    return compile_context(library, ContextRequest(query, **fields), writer=writer)


class Echo:
    """Cites the nodes that it is told of."""

    def write(self, question, passages):
        return f"The tide [{TIDE}] and [Concept:unknown:000000000000]."


class Broken:
    def write(self, question, passages):
        raise BackendError("the model failed")


def test_a_bundle_has_a_section_for_each_node_and_ends_with_its_citations():
    bundle = _compile("spring tide")
    body, _, sources = bundle.body.rpartition("## Citations")
    assert body.count("\n## ") == len(bundle.selected_nodes)
    assert f"- [1] spring tide \u2014 `tides.md:3-4` (`{SPRING}`)" in sources
    assert bundle.selected_nodes[0] == SPRING
    assert bundle.char_budget_used == len(bundle.body)
    assert (bundle.synthesized, bundle.char_budget_total) == (False, 32_000)


@settings(deadline=None)
@given(st.integers(1, 3_000), st.sampled_from(["tide", "Who built the machine?", "range"]))
def test_the_whole_bundle_fits_its_budget(budget, query):
    bundle = _compile(query, budget=budget)
    assert len(bundle.body) == bundle.char_budget_used <= budget


def test_no_budget_is_no_limit():
    free, negative = _compile("tide", budget=0), _compile("tide", budget=-1)
    assert free.body == negative.body
    assert set(free.selected_nodes) >= set(_compile("tide", budget=900).selected_nodes)
    assert free.char_budget_total == 0


def test_the_first_section_is_cut_at_a_word_and_says_so():
    words = " ".join(f"word{number}" for number in range(400))
    library = make_library({**SOURCES, "far.md": f"# Far\n\n{words}\n"})
    body = _compile(seeds=(f"{FAR}#Far",), library=library, depth=0, budget=900).body
    assert CUT_MARK in body
    last = body.partition(f" {CUT_MARK}")[0].split()[-1]
    assert last in words.split()


def test_what_comes_after_a_section_that_does_not_fit_is_left_out():
    everything = _compile("tide", budget=0).selected_nodes
    some = _compile("tide", budget=1_000).selected_nodes
    assert 0 < len(some) < len(everything)
    assert everything[: len(some)] == some


def test_explicit_seeds_come_first_once_and_in_their_order():
    bundle = _compile("machine", seeds=(TIDE, SPRING, TIDE))
    assert bundle.seeds_used[:2] == (TIDE, SPRING)
    assert len(set(bundle.seeds_used)) == len(bundle.seeds_used) > 2


def test_an_unknown_seed_is_an_error_that_names_it():
    with pytest.raises(QueryError, match="Concept:gone:000000000000"):
        _compile("tide", seeds=(TIDE, "Concept:gone:000000000000"))


def test_neither_query_nor_seed_is_an_error():
    with pytest.raises(QueryError, match="empty"):
        _compile(" \n")


def test_a_query_that_finds_nothing_is_an_error_that_says_so():
    with pytest.raises(QueryError, match="nothing is found for 'xylophone'"):
        _compile("xylophone")


def test_depth_bounds_the_walk():
    assert _compile(seeds=(SPRING,), depth=0).ranked_nodes == (SPRING,)
    near = set(_compile(seeds=(SPRING,), depth=1).ranked_nodes)
    far = set(_compile(seeds=(SPRING,), depth=2).ranked_nodes)
    assert {SPRING, TIDE} <= near < far


def test_a_seed_that_nothing_links_to_is_still_a_bundle():
    bundle = _compile(seeds=(FAR,))
    assert bundle.selected_nodes[0] == FAR
    assert "Nothing of this" in bundle.body


def test_a_document_gives_way_to_its_passages_unless_it_is_asked_for():
    machines = "SourceDocument:machines"
    assert not any(
        key.startswith(machines) and "#" not in key
        for key in _compile("Who built the machine?").selected_nodes
    )


def test_where_only_whole_documents_lie_they_are_shown():
    library = make_library({})
    assert _compile("Machines", library=library, depth=0).selected_nodes


def test_a_wiki_page_is_preferred_and_its_headings_stay_below_the_section():
    pages = {TIDE: "# tide\n\nThe page.\n\n## Citations\n\n```\n# code\n```\n"}
    body = _compile(seeds=(TIDE,), library=make_library(pages=pages), depth=0).body
    assert "The page.\n\n### Citations\n\n```\n# code\n```" in body
    assert body.count("\n## Citations") == 1


def test_names_of_nodes_bring_no_markup(monkeypatch):
    hostile = {"far.md": "# Far\n\n[x](javascript:alert(1))\n"}
    body = _compile("<script>](x) tide", library=make_library({**SOURCES, **hostile})).body
    assert body.startswith("# Context: \\<script\\>\\](x) tide\n")


def test_the_same_request_gives_the_same_bytes_in_every_process():
    script = (
        "from context_samples import make_library\n"
        "from tesserae.context.compile import ContextRequest, compile_context\n"
        "print(compile_context(make_library(), ContextRequest('Who built the machine?')).body)\n"
    )
    outputs = {
        subprocess.run(
            [sys.executable, "-c", script],
            check=True,
            capture_output=True,
            env={"PYTHONHASHSEED": seed, "PYTHONPATH": str(Path(__file__).parents[1])},
        ).stdout
        for seed in ("1", "2")
    }
    assert outputs == {f"{_compile('Who built the machine?').body}{os.linesep}".encode()}


def test_nothing_is_written_by_compiling(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    _compile("tide")
    assert list(tmp_path.iterdir()) == []


def test_a_writers_citations_become_names_and_the_ids_stay_in_the_sources():
    bundle = _compile("tide", writer=Echo())
    prose, _, sources = bundle.body.rpartition("## Citations")
    assert prose == "The tide tide and [Concept:unknown:000000000000].\n\n"
    assert f"(`{TIDE}`)" in sources
    assert bundle.synthesized


@settings(deadline=None)
@given(st.integers(1, 2_000))
def test_prose_fits_the_budget_too(budget):
    assert len(_compile("tide", writer=Echo(), budget=budget).body) <= budget


def test_a_writer_that_fails_is_an_error():
    with pytest.raises(BackendError):
        _compile("tide", writer=Broken())


def test_a_bundle_is_the_documented_json():
    fields = _compile("tide").to_json()
    assert list(fields) == [
        "query",
        "seeds_used",
        "ranked_nodes",
        "selected_nodes",
        "citations",
        "body",
        "synthesized",
        "char_budget_used",
        "char_budget_total",
    ]
    assert set(fields["citations"][0]) == {"node_id", "name", "path", "lines"}
