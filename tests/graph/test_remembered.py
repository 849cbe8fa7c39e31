"""A merge that goes on from the last one gives the graph of a merge from scratch."""

from __future__ import annotations

from dataclasses import replace

from builders import a_document, names_of
from hypothesis import given, settings
from hypothesis import strategies as st

from tesserae.extract import Extraction
from tesserae.graph.document import render_graph
from tesserae.graph.inputs import GraphBuild, GraphInputs
from tesserae.graph.merge import build_graph
from tesserae.graph.narrow import narrow
from tesserae.graph.remembered import Remembered
from tesserae.graph.tally import Tally


class Project:
    """Documents that change between merges; an unchanged one is given narrow."""

    def __init__(self) -> None:
        self.merged: dict[str, Extraction] = {}
        self.memory = None
        self.widened: list[str] = []

    def merge(self, texts: dict[str, str], *, forgets: bool = False) -> GraphBuild:
        """Merge these texts, going on from the last merge."""
        documents = {path: a_document(text, path) for path, text in texts.items()}
        whole = {path: doc.extraction for path, doc in documents.items()}
        remembered = None if forgets or self.memory is None else self._remember(whole)
        given_ = [
            replace(doc, extraction=self._read_back(path))
            if remembered and path in remembered.narrow
            else doc
            for path, doc in documents.items()
        ]
        build = build_graph(GraphInputs(given_, "Sample", remembered=remembered))
        self.memory, self.merged = build.memory, whole
        return build

    def _read_back(self, path: str) -> Extraction:
        return Extraction.from_json(self.memory.narrow(self.merged[path]).to_json())

    def _remember(self, whole: dict[str, Extraction]) -> Remembered:
        same = {path for path, found in whole.items() if self.merged.get(path) == found}

        def widen(path: str) -> Extraction:
            self.widened.append(path)
            return whole[path]

        return Remembered(
            memory=self.memory,
            narrow=same,
            added=whole.keys() - same,
            removed=[found for path, found in self.merged.items() if path not in same],
            whole=widen,
            holders=lambda phrases: [
                path for path in same if not phrases.isdisjoint(whole[path].keys)
            ],
        )


def scratch(texts: dict[str, str]) -> GraphBuild:
    return Project().merge(texts)


def assert_same(build: GraphBuild, texts: dict[str, str]) -> None:
    other = scratch(texts)
    assert render_graph(build.graph).text == render_graph(other.graph).text
    for name in ("broken_links", "near_duplicates", "weakest", "questions"):
        assert getattr(build, name) == getattr(other, name)
    assert build.memory.tally.tables() == other.memory.tally.tables()


PATHS = ("docs/a.md", "docs/b.md", "docs/c.md", "docs/note-7.md", "docs/sub/d.md", "docs/e.md")
PARTS = (
    "A **king tide** is a spring tide near perigee.\n",
    "The spring tide follows the new moon, and a spring tide is high.\n",
    "Mean sea level (MSL) is our zero.\n",
    "The gauge reads MSL. MSL is a level.\n",
    "Muddy Shore Line (MSL) is a walk.\n",
    "The stilling tube fills slowly, and the stilling tube keeps waves out.\n",
    "Every stilling tube of this station is of tin. A Stilling-tube is narrow.\n",
    "WebSocket is a protocol. The web socket is open; a websocket stays open.\n",
    "We use PyTorch and pytorch. Ferrel's law explains the drift.\n",
    "| station | range |\n|---|---|\n| Brest | 7.1 |\n| Sète | 0.3 |\n",
    "| Term | Meaning |\n|---|---|\n| tidal range | The difference of two levels. |\n",
    "See [the gauge](b.md), [[king tide]] and NOTE-7, but not [this](gone.md).\n",
    "潮汐是海水的涨落。“潮差”是两个水位之差。\n",
    "潮差很大的地方，潮汐也强。\n",
    "## Open questions\n\n- Why does the tide lag?\n",
    "The tidal range is larger than the drift. The tidal range is not larger than the drift.\n",
    "This notice stands at the end of every document of ours, word for word.\n",
    "`height` gives the height. Use `max_range` and `max_range` and `max_range`.\n",
)
HEADS = (
    "",
    "---\ntags: [tides, gauge]\nauthor: William Ferrel\n---\n\n",
    "---\naliases: [Tide of kings]\nmethods: [harmonic analysis]\n---\n\n",
    "---\nrequires: 7\ndatasets: [Brest record]\nauthor: W. Ferrel\n---\n\n",
)
TITLES = ("# Spring tide\n\n", "# King tide\n\n", "# Open: why?\n\n", "")
text = st.builds(
    lambda head, title, parts: head + title + "\n".join(parts),
    st.sampled_from(HEADS),
    st.sampled_from(TITLES),
    st.lists(st.sampled_from(PARTS), max_size=6),
)
changes = st.dictionaries(
    st.sampled_from(PATHS), st.one_of(st.none(), text), min_size=1, max_size=3
)


@settings(max_examples=60, deadline=None)
@given(
    st.dictionaries(st.sampled_from(PATHS), text, min_size=2),
    st.lists(changes, min_size=1, max_size=4),
)
def test_any_row_of_edits_ends_in_the_graph_of_a_merge_from_scratch(texts, rows):
    project = Project()
    project.merge(texts)
    for row in rows:
        for path, new in row.items():
            if new is None:
                texts.pop(path, None)
            else:
                texts[path] = new
        assert_same(project.merge(texts), texts)


FILLER = {
    f"docs/filler-{n}.md": f"# Filler {n}\n\nThe weather was fair on day {n}.\n" for n in range(9)
}


def test_a_phrase_that_becomes_a_term_is_found_in_documents_that_did_not_change():
    texts = {**FILLER, "docs/a.md": "# A\n\nThe basalt comb was dry.\n"}
    project = Project()
    assert "basalt comb" not in names_of(project.merge(texts))
    texts["docs/b.md"] = "# B\n\nA **basalt comb** is a tool. The basalt comb is old.\n"
    build = project.merge(texts)
    assert project.widened == ["docs/a.md"]
    assert "docs/a.md" in {place.path for place in names_of(build)["basalt comb"].evidence}
    assert_same(build, texts)
    del texts["docs/b.md"]
    assert_same(project.merge(texts), texts)


def test_spellings_join_and_part_again():
    texts = {
        **FILLER,
        "docs/a.md": "# A\n\nThe **mean sea level** is a zero.\n",
        "docs/b.md": "# B\n\nMSL is a **zero**. We write MSL often, and MSL again.\n",
    }
    project = Project()
    project.merge(texts)
    joined = {**texts, "docs/c.md": "# C\n\nMean sea level (MSL) is a zero.\n"}
    build = project.merge(joined)
    assert names_of(build)["msl"] is names_of(build)["mean sea level"]
    assert_same(build, joined)
    assert_same(project.merge(texts), texts)


def test_a_sentence_that_becomes_boilerplate_is_left_out_of_what_was_counted_before():
    notice = "The Harbour Office keeps the copper gauge clean.\n"
    texts = {f"docs/{n}.md": f"# Day {n}\n\nFair.\n\n{notice}" for n in range(4)}
    project = Project()
    project.merge(texts)
    for n in (4, 5):
        texts[f"docs/{n}.md"] = f"# Day {n}\n\nFoul.\n\n{notice}"
        assert_same(project.merge(texts), texts)
    assert project.widened


def test_a_document_is_taken_out_of_the_counts_without_a_trace():
    one, two = (a_document(part, "docs/a.md").extraction for part in (PARTS[1], PARTS[5]))
    tally, other = Tally(), Tally()
    tally.add(one, ())
    tally.add(two, ())
    tally.remove(one, ())
    other.add(two, ())
    assert tally.tables() == other.tables()
    assert Tally.of(tally.tables()).tables() == tally.tables()


def test_narrowing_twice_is_narrowing_once():
    whole = a_document("".join(PARTS)).extraction
    phrases = frozenset(whole.keys[::2])
    once = narrow(whole, phrases)
    assert narrow(once, phrases) == once
    assert set(once.keys) < set(whole.keys) | {" "}
