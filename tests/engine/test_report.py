from __future__ import annotations

from builders import a_compile, a_project


def report_of(root, files):
    a_compile(a_project(root, files))
    return (root / ".tesserae/report.md").read_text(encoding="utf-8")


def test_the_report_counts_and_lists_what_is_wrong(tmp_path):
    report = report_of(
        tmp_path,
        {
            "a.md": "---\nx: [\n---\n# A\n\nSee [b](gone.md).\n",
            "alone.md": "# Alone\n\nNothing to see.\n",
        },
    )
    assert "| SourceDocument | 2 |" in report
    assert "`a.md:6` → `gone.md`" in report
    assert "`a.md`: the front matter is not YAML" in report
    assert "## Nodes without an edge" in report
    assert str(tmp_path) not in report


def test_hostile_words_are_not_live_in_the_report(tmp_path):
    report = report_of(
        tmp_path,
        {"a`b.md": "# <script>alert(1)</script>\n\n[x](`y`<img>.md)\n", "c|d.md": "# c|d\n"},
    )
    assert "<script>" not in report
    assert "`a'b.md:3`" in report


def test_a_sound_project_is_told_so(tmp_path):
    report = report_of(tmp_path, {"a.md": "# A\n\n[b](b.md)\n", "b.md": "# B\n\n[a](a.md)\n"})
    for sentence in (
        "Every source could be read.",
        "Every link between documents leads somewhere.",
        "No edit of the wiki is in conflict.",
    ):
        assert sentence in report
