from dataclasses import replace

import pytest

from tesserae.model.ids import NodeId
from tesserae.model.ontology import NodeType
from tesserae.model.page import WikiPage, content_hash
from tesserae.wiki.disk import read_wiki
from tesserae.wiki.store import plan_sync, sync_wiki
from tesserae.workspace import Workspace, Writer

TIDE = WikiPage(
    NodeId("Concept:tide:0123456789ab"),
    NodeType.CONCEPT,
    "concepts/tide.md",
    "Tide",
    "# Tide\n\nThe rise and fall of the sea.\n\n## Related\n\n- [Moon](moon.md)\n",
)
MOON = WikiPage(
    NodeId("Concept:moon:ba9876543210"),
    NodeType.CONCEPT,
    "concepts/moon.md",
    "Moon",
    "# Moon\n\nIt pulls.\n\n## Related\n\n- [Tide](tide.md)\n",
)
NEWER = replace(TIDE, body=TIDE.body.replace("The rise and fall", "The long wave"))


class Bases(dict):
    """Merge bases in memory."""

    def put(self, bodies):
        self.update(bodies)


class Wiki:
    """A wiki folder with its merge bases."""

    def __init__(self, root):
        self.workspace = Workspace(root)
        self.dir = self.workspace.wiki_dir
        self.bases = Bases()
        self.redirects = {}

    def plan(self, *pages, **options):
        return plan_sync(
            read_wiki(self.dir), pages, self.bases, redirects=self.redirects, **options
        )

    def sync(self, *pages, **options):
        """Sync, and check that a second sync has nothing to do."""
        plan = self.plan(*pages, **options)
        writer = Writer(self.workspace)
        sync_wiki(plan, self.dir, self.bases, writer)
        self.redirects = dict(plan.redirects)
        again = self.plan(*pages, **options)
        assert (again.writes, again.removals, again.redirects) == ({}, (), plan.redirects)
        assert again.pages == plan.pages
        return plan

    def text(self, path):
        return (self.dir / path).read_text(encoding="utf-8")

    def edit(self, path, old, new):
        text = self.text(path)
        assert old in text
        (self.dir / path).write_text(text.replace(old, new), encoding="utf-8")

    def files(self):
        return sorted(path.relative_to(self.dir).as_posix() for path in self.dir.rglob("*.md"))


@pytest.fixture
def wiki(tmp_path):
    wiki = Wiki(tmp_path)
    wiki.sync(TIDE, MOON)
    return wiki


def test_pages_are_written_once(wiki):
    assert wiki.files() == ["concepts/moon.md", "concepts/tide.md"]
    assert wiki.plan(TIDE, MOON).writes == {}


def test_an_untouched_page_takes_the_new_projection(wiki):
    plan = wiki.sync(NEWER, MOON)
    assert list(plan.writes) == ["concepts/tide.md"]
    assert "The long wave" in wiki.text("concepts/tide.md")


def test_an_edit_survives_every_projection(wiki):
    wiki.edit("concepts/tide.md", "## Related", "Mind the neap.\n\n## Related")
    for page in (TIDE, NEWER, replace(NEWER, body=NEWER.body + "\n## Backlinks\n\n- [A](a.md)\n")):
        plan = wiki.sync(page, MOON)
        assert plan.kept_edits == ("concepts/tide.md",)
        assert "Mind the neap." in wiki.text("concepts/tide.md")
    assert "The long wave" in wiki.text("concepts/tide.md")
    assert "## Backlinks" in wiki.text("concepts/tide.md")


def test_the_pages_of_a_plan_are_those_on_the_disk(wiki):
    wiki.edit("concepts/tide.md", "## Related", "Mind the neap.\n\n## Related")
    plan = wiki.sync(NEWER, MOON)
    assert read_wiki(wiki.dir).wiki_pages() == list(plan.pages)


def test_an_edit_that_is_taken_back_leaves_no_trace(wiki):
    before = wiki.text("concepts/tide.md")
    wiki.edit("concepts/tide.md", "## Related", "Oh.\n\n## Related")
    wiki.sync(TIDE, MOON)
    wiki.edit("concepts/tide.md", "Oh.\n\n## Related", "## Related")
    wiki.sync(TIDE, MOON)
    assert wiki.text("concepts/tide.md") == before


def test_edited_front_matter_alone_is_made_new(wiki):
    wiki.edit("concepts/tide.md", 'title: "Tide"', "title: Ebb\nnote: mine")
    wiki.sync(TIDE, MOON)
    assert 'title: "Tide"' in wiki.text("concepts/tide.md")


def test_an_editor_that_writes_other_line_ends_makes_no_edit(wiki):
    text = wiki.text("concepts/tide.md").replace("\n", "\r\n")
    (wiki.dir / "concepts/tide.md").write_bytes(text.encode())
    assert wiki.plan(TIDE, MOON).writes == {}
    assert wiki.sync(NEWER, MOON).kept_edits == ()


def test_a_deleted_page_comes_back(wiki):
    (wiki.dir / "concepts/tide.md").unlink()
    wiki.sync(TIDE, MOON)
    assert wiki.files() == ["concepts/moon.md", "concepts/tide.md"]


@pytest.mark.parametrize("damage", [0, 30, 120])
def test_an_emptied_or_cut_off_page_is_made_whole(wiki, damage):
    whole = wiki.text("concepts/tide.md")
    (wiki.dir / "concepts/tide.md").write_text(whole[:damage], encoding="utf-8")
    plan = wiki.sync(TIDE, MOON)
    assert plan.restored == ("concepts/tide.md",)
    assert wiki.text("concepts/tide.md") == whole


def test_a_body_that_breaks_off_inside_a_line_is_made_whole(wiki):
    whole = wiki.text("concepts/tide.md")
    (wiki.dir / "concepts/tide.md").write_text(whole[:-8], encoding="utf-8")
    plan = wiki.sync(TIDE, MOON)
    assert (plan.restored, plan.kept_edits) == (("concepts/tide.md",), ())
    assert wiki.text("concepts/tide.md") == whole


def test_a_body_emptied_by_hand_is_made_whole(wiki):
    text = wiki.text("concepts/tide.md")
    (wiki.dir / "concepts/tide.md").write_text(text[: text.rindex("---") + 4], encoding="utf-8")
    assert wiki.sync(TIDE, MOON).restored == ("concepts/tide.md",)


def test_a_persons_own_page_is_neither_changed_nor_removed(wiki):
    (wiki.dir / "concepts/mine.md").write_text("# Mine\n", encoding="utf-8")
    wiki.sync(TIDE)
    assert wiki.text("concepts/mine.md") == "# Mine\n"


# --- nodes that go -------------------------------------------------------------------------------


def test_a_page_goes_with_its_node(wiki):
    plan = wiki.sync(MOON)
    assert (plan.removals, wiki.files()) == (("concepts/tide.md",), ["concepts/moon.md"])


def test_an_edited_page_outlives_its_node_and_says_so(wiki):
    wiki.edit("concepts/tide.md", "## Related", "Mind the neap.\n\n## Related")
    plan = wiki.sync(MOON)
    assert plan.orphaned == ("concepts/tide.md",)
    assert "orphaned: true\n" in wiki.text("concepts/tide.md")
    assert "Mind the neap." in wiki.text("concepts/tide.md")
    assert [page.path for page in plan.pages] == ["concepts/moon.md", "concepts/tide.md"]


def test_an_orphan_whose_node_returns_is_a_page_like_others(wiki):
    wiki.edit("concepts/tide.md", "## Related", "Mind the neap.\n\n## Related")
    wiki.sync(MOON)
    plan = wiki.sync(NEWER, MOON)
    assert plan.orphaned == ()
    assert "orphaned" not in wiki.text("concepts/tide.md")
    assert "The long wave" in wiki.text("concepts/tide.md")
    assert "Mind the neap." in wiki.text("concepts/tide.md")


# --- pages that move -----------------------------------------------------------------------------


RENAMED = replace(
    TIDE,
    id=NodeId("Concept:sea-tide:0123456789ab"),
    path="concepts/sea-tide.md",
    title="Sea tide",
)


def test_a_renamed_node_takes_its_edits_along_and_leaves_a_redirect(wiki):
    wiki.edit("concepts/tide.md", "## Related", "Mind the neap.\n\n## Related")
    plan = wiki.sync(RENAMED, MOON)
    assert plan.redirects == {"concepts/tide.md": "concepts/sea-tide.md"}
    assert wiki.files() == ["concepts/moon.md", "concepts/sea-tide.md"]
    assert "Mind the neap." in wiki.text("concepts/sea-tide.md")


def test_a_node_whose_type_changed_keeps_its_page(wiki):
    retyped = replace(
        TIDE,
        id=NodeId("Metric:tide:999999999999"),
        type=NodeType.METRIC,
        path="entities/tide.md",
    )
    wiki.edit("concepts/tide.md", "## Related", "Mind the neap.\n\n## Related")
    plan = wiki.sync(retyped, MOON)
    assert plan.redirects == {"concepts/tide.md": "entities/tide.md"}
    assert "Mind the neap." in wiki.text("entities/tide.md")


def test_a_node_merged_into_another_leaves_a_redirect(wiki):
    merged = replace(MOON, aliases=("Tide",))
    plan = wiki.sync(merged)
    assert plan.redirects == {"concepts/tide.md": "concepts/moon.md"}
    assert wiki.files() == ["concepts/moon.md"]


def test_a_page_that_a_person_moved_comes_back_with_its_edits(wiki):
    wiki.edit("concepts/tide.md", "## Related", "Mind the neap.\n\n## Related")
    (wiki.dir / "notes").mkdir()
    (wiki.dir / "concepts/tide.md").rename(wiki.dir / "notes/my-tide.md")
    plan = wiki.sync(TIDE, MOON)
    assert wiki.files() == ["concepts/moon.md", "concepts/tide.md"]
    assert "Mind the neap." in wiki.text("concepts/tide.md")
    assert plan.redirects == {"notes/my-tide.md": "concepts/tide.md"}


def test_a_copy_of_a_page_is_left_alone(wiki):
    (wiki.dir / "concepts/copy.md").write_text(wiki.text("concepts/tide.md"), encoding="utf-8")
    plan = wiki.sync(NEWER, MOON)
    assert plan.copies == ("concepts/copy.md",)
    assert "The rise and fall" in wiki.text("concepts/copy.md")
    assert "The long wave" in wiki.text("concepts/tide.md")


def test_a_page_whose_path_a_person_took_moves_aside(wiki):
    (wiki.dir / "concepts/tide.md").write_text("# My tide\n", encoding="utf-8")
    aside = replace(TIDE, path="concepts/tide-0123.md")
    wiki.sync(aside, MOON)
    assert wiki.text("concepts/tide.md") == "# My tide\n"
    assert wiki.files() == ["concepts/moon.md", "concepts/tide-0123.md", "concepts/tide.md"]


def test_two_pages_that_swap_their_paths_lose_nothing(wiki):
    wiki.edit("concepts/tide.md", "## Related", "Of the tide.\n\n## Related")
    wiki.edit("concepts/moon.md", "## Related", "Of the moon.\n\n## Related")
    wiki.sync(replace(TIDE, path=MOON.path), replace(MOON, path=TIDE.path))
    assert "Of the tide." in wiki.text(MOON.path)
    assert "Of the moon." in wiki.text(TIDE.path)


# --- bases ---------------------------------------------------------------------------------------


def edited(wiki):
    wiki.edit("concepts/tide.md", "The rise and fall", "My words on the rise and fall")
    wiki.bases.clear()
    return wiki


def test_without_the_store_the_new_projection_is_the_base_if_it_is_the_old_one(wiki):
    plan = edited(wiki).sync(TIDE, MOON)
    assert (plan.kept_edits, plan.kept_whole) == (("concepts/tide.md",), ())


def test_without_the_store_a_committed_version_is_the_base(wiki):
    grown = replace(TIDE, body=TIDE.body + "\n## Backlinks\n\n- [A](a.md)\n")
    asked = []

    def committed(path, digest):
        asked.append(path)
        return TIDE.body if digest == content_hash(TIDE.body) else None

    plan = edited(wiki).plan(grown, MOON, git_bodies=committed)
    assert asked == ["concepts/tide.md"]
    assert (plan.kept_whole, plan.conflicts) == ((), ())
    text = plan.writes["concepts/tide.md"]
    assert "My words on the rise and fall" in text
    assert "## Backlinks" in text


def test_without_any_base_the_page_is_kept_whole_and_listed(wiki):
    plan = edited(wiki).sync(NEWER, MOON)
    assert plan.kept_whole == ("concepts/tide.md",)
    assert "My words" in wiki.text("concepts/tide.md")
    assert "The long wave" not in wiki.text("concepts/tide.md")


def test_a_base_that_does_not_hash_to_its_name_is_not_trusted(wiki):
    wiki.edit("concepts/tide.md", "The rise and fall", "My words")
    for digest in list(wiki.bases):
        wiki.bases[digest] = "# Tide\n"
    assert wiki.plan(NEWER, MOON).kept_whole == ("concepts/tide.md",)


def test_a_page_whose_hash_a_person_removed_is_kept_whole(wiki):
    text = wiki.text("concepts/tide.md")
    start, end = text.index("content_hash"), text.index("---\n\n#")
    changed = text[:start] + text[end:].replace("The rise", "My rise")
    (wiki.dir / "concepts/tide.md").write_text(changed, encoding="utf-8")
    plan = wiki.sync(NEWER, MOON)
    assert plan.kept_whole == ("concepts/tide.md",)
    assert "My rise" in wiki.text("concepts/tide.md")


# --- conflicts -----------------------------------------------------------------------------------


def in_conflict(wiki):
    wiki.edit("concepts/tide.md", "The rise and fall of the sea.", "The answer to the moon.")
    return wiki.sync(NEWER, MOON)


def test_a_conflict_keeps_the_persons_words_and_reports_the_others(wiki):
    (found,) = in_conflict(wiki).conflicts
    assert found.path == "concepts/tide.md"
    assert found.conflict.mine == "The answer to the moon."
    assert found.conflict.theirs == "The long wave of the sea."
    assert "The answer to the moon." in wiki.text("concepts/tide.md")


def test_a_conflict_is_reported_until_it_is_settled(wiki):
    in_conflict(wiki)
    (standing,) = wiki.sync(NEWER, MOON).conflicts
    assert standing.conflict.theirs == "The long wave of the sea."
    wiki.edit("concepts/tide.md", "The answer to the moon.", "The long answer to the moon.")
    assert wiki.sync(NEWER, MOON).conflicts == ()


def test_a_conflict_is_settled_by_removing_its_mark(wiki):
    in_conflict(wiki)
    text = wiki.text("concepts/tide.md")
    line = next(line for line in text.split("\n") if line.startswith("conflicts:"))
    wiki.edit("concepts/tide.md", line + "\n", "")
    assert wiki.sync(NEWER, MOON).conflicts == ()


# --- crashes -------------------------------------------------------------------------------------


def test_a_crash_at_any_write_loses_no_edit(wiki):
    wiki.edit("concepts/tide.md", "## Related", "Mind the neap.\n\n## Related")
    plan = wiki.plan(RENAMED, MOON)

    class CrashError(Exception):
        pass

    class Falling(Writer):
        left = 0

        def write(self, *arguments, **options):
            if not self.left:
                raise CrashError
            self.left -= 1
            return super().write(*arguments, **options)

        def remove(self, path):
            if not self.left:
                raise CrashError
            self.left -= 1
            return super().remove(path)

    for steps in range(3):
        writer = Falling(wiki.workspace)
        writer.left = steps
        try:
            sync_wiki(plan, wiki.dir, wiki.bases, writer)
        except CrashError:
            kept = [wiki.text(path) for path in wiki.files()]
            assert any("Mind the neap." in text for text in kept)
    wiki.sync(RENAMED, MOON)
    assert "Mind the neap." in wiki.text("concepts/sea-tide.md")
    assert wiki.files() == ["concepts/moon.md", "concepts/sea-tide.md"]
