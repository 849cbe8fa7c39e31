"""Laws of a wiki that people edit while its sources change."""

from builders import HandMade
from hypothesis import given, settings
from hypothesis import strategies as st

from tesserae.model.ontology import EdgeType, NodeType
from tesserae.model.page import WikiPage
from tesserae.wiki.disk import read_wiki
from tesserae.wiki.projection import ProjectionInputs, project
from tesserae.wiki.redirects import parse_redirects, render_redirects
from tesserae.wiki.store import sync_wiki
from tesserae.workspace import Workspace, Writer

THINGS = ("tide", "moon", "wind", "shore")


class Bases(dict):
    """Merge bases in memory."""

    def put(self, bodies):
        self.update(bodies)


class Shore:
    """A project whose documents and pages are changed at random."""

    def __init__(self, root):
        self.workspace = Workspace(root)
        self.dir = self.workspace.wiki_dir
        self.bases = Bases()
        self.redirects = ""
        self.documents = {"a.md": ("tide", "moon"), "b.md": ("moon", "wind")}
        self.names = {name: name for name in THINGS}
        self.written = []

    def graph(self):
        made = HandMade()
        things = {}
        for path, named in sorted(self.documents.items()):
            text = f"# On {path}\n\n" + "".join(f"The {name} of {path}.\n\n" for name in named)
            document = made.document(path, text)
            for name in named:
                if name not in things:
                    said = f"What the {name} of {path} is."
                    shown = self.names[name]
                    things[name] = made.thing(shown, NodeType.CONCEPT, said, key=name)
                made.edge(document, EdgeType.MENTIONS, things[name], f"The {name} of {path}.")
        return made

    def compile(self):
        made = self.graph()
        inputs = ProjectionInputs(made.graph(), made.texts.get, made.texts)
        redirects = parse_redirects(self.redirects)
        projection = project(inputs, read_wiki(self.dir), self.bases, redirects=redirects)
        sync_wiki(projection.plan, self.dir, self.bases, Writer(self.workspace))
        self.redirects = render_redirects(projection.plan.redirects)
        return projection

    def act(self, action, index, name):
        if action == "name":
            path = f"{'abc'[index % 3]}.md"
            self.documents[path] = (*self.documents.get(path, ()), name)
        elif action == "drop":
            self.documents.pop(f"{'abc'[index % 3]}.md", None)
        elif action == "rename":
            self.names[name] = f"{name} {index}"
        elif action == "compile":
            self.compile()
        else:
            pages = sorted(self.dir.rglob("*.md"))
            if pages:
                self.touch(pages[index % len(pages)], action, name)

    def touch(self, page, action, name):
        text = page.read_text(encoding="utf-8")
        lines = text.split("\n")
        if action == "write":
            self.written.append(f"Words of mine, number {len(self.written)}.")
            page.write_text(f"{text}\n{self.written[-1]}\n", encoding="utf-8")
        elif action == "link":
            self.written.append(f"Number {len(self.written)}, see [it]({name}.md).")
            page.write_text(f"{text}\n{self.written[-1]}\n", encoding="utf-8")
        elif action == "note":
            page.write_text(
                "\n".join(f"{line}, mind it" if line.startswith("- [") else line for line in lines),
                encoding="utf-8",
            )
        elif action == "rewrite":
            page.write_text(text.replace("What the", "How the"), encoding="utf-8")
        elif action == "shorten":
            kept = [line for line in lines if not line.startswith("  >")]
            page.write_text("\n".join(kept), encoding="utf-8")
        elif action == "empty":
            # A person who empties a page takes back what they wrote on it.
            self.written = [words for words in self.written if words not in text]
            page.write_text("", encoding="utf-8")
        elif action == "move":
            (self.dir / "moved").mkdir(exist_ok=True)
            page.rename(self.dir / "moved" / page.name)

    def files(self):
        return {
            path.relative_to(self.dir).as_posix(): path.read_text(encoding="utf-8")
            for path in sorted(self.dir.rglob("*.md"))
        }


ACTIONS = (
    *("name", "drop", "rename", "compile"),
    *("write", "link", "note", "rewrite", "shorten", "empty", "move"),
)
actions = st.tuples(st.sampled_from(ACTIONS), st.integers(0, 9), st.sampled_from(THINGS))


@settings(max_examples=60)
@given(st.lists(actions, max_size=10))
def test_a_compile_settles_at_once_and_needs_no_memory_and_loses_no_word(tmp_path_factory, changes):
    shore = Shore(tmp_path_factory.mktemp("shore"))
    shore.compile()
    for change in changes:
        shore.act(*change)
    before = shore.compile()
    files = shore.files()
    everything = "\n".join(files.values())
    assert all(words in everything for words in shore.written)
    again = shore.compile()
    assert (shore.files(), again.graph) == (files, before.graph)
    assert again.plan.conflicts == before.plan.conflicts
    shore.bases.clear()
    fresh = shore.compile()
    assert (shore.files(), fresh.graph) == (files, before.graph)
    assert fresh.plan.conflicts == before.plan.conflicts


def test_the_pages_of_a_projection_hold_no_edit(tmp_path):
    shore = Shore(tmp_path)
    shore.compile()
    page = shore.dir / "concepts/tide.md"
    page.write_text(page.read_text(encoding="utf-8") + "\nMine.\n", encoding="utf-8")
    projection = shore.compile()
    bare = {each.path: each for each in projection.pages}["concepts/tide.md"]
    merged = {each.path: each for each in projection.plan.pages}["concepts/tide.md"]
    assert isinstance(bare, WikiPage)
    assert "Mine." not in bare.body
    assert "Mine." in merged.body


def test_a_persons_file_at_the_path_of_a_synthesis_keeps_it(tmp_path):
    shore = Shore(tmp_path)
    (shore.dir / "syntheses").mkdir(parents=True)
    (shore.dir / "syntheses/pulse.md").write_text("# My pulse\n", encoding="utf-8")
    shore.compile()
    files = shore.files()
    assert files["syntheses/pulse.md"] == "# My pulse\n"
    assert [path for path in files if path.startswith("syntheses/pulse-")]
