from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tesserae.extract.links import LinkResolver, Target, is_external, is_unsafe

PATHS = [
    "README.md",
    "docs/index.md",
    "docs/guide/start.md",
    "docs/guide/with space.md",
    "docs/ops/start.md",
    "docs/存储/B+树.md",
    "notes/Tide.md",
    "lib/tide.py",
]
RESOLVER = LinkResolver(PATHS, {"notes/Tide.md": ("Tides of the sea", "tidal wave")})


@pytest.mark.parametrize(
    ("from_path", "href", "target"),
    [
        ("README.md", "docs/guide/start.md", Target("docs/guide/start.md")),
        ("docs/index.md", "guide/start.md#install", Target("docs/guide/start.md", "install")),
        ("docs/guide/start.md", "../ops/start", Target("docs/ops/start.md")),
        ("docs/guide/start.md", "../ops/start/", Target("docs/ops/start.md")),
        ("docs/guide/start.md", "/README.md", Target("README.md")),
        ("docs/guide/start.md", "/guide/start.md", Target("docs/guide/start.md")),
        ("docs/index.md", "guide/with%20space.md", Target("docs/guide/with space.md")),
        ("docs/index.md", "<guide/with space.md>", Target("docs/guide/with space.md")),
        ("docs/index.md", "guide/START.md", Target("docs/guide/start.md")),
        ("README.md", "docs/", Target("docs/index.md")),
        ("README.md", "docs", Target("docs/index.md")),
        ("docs/index.md", "guide/start.html", Target("docs/guide/start.md")),
        ("docs/index.md", "%E5%AD%98%E5%82%A8/B+%E6%A0%91.md", Target("docs/存储/B+树.md")),
        ("docs/index.md", "#here", Target("docs/index.md", "here")),
        ("docs/index.md", "../../etc/passwd", None),
        ("docs/index.md", "missing.md", None),
        ("docs/index.md", "https://example.org/docs/index.md", None),
        ("docs/index.md", "javascript:alert(1)", None),
        ("docs/index.md", "a\x00b.md", None),
        ("docs/index.md", "", None),
    ],
)
def test_a_link_leads_to_its_source(from_path, href, target):
    assert RESOLVER.resolve(from_path, href) == target


@pytest.mark.parametrize(
    ("from_path", "name", "target"),
    [
        ("README.md", "Tide", Target("notes/Tide.md")),
        ("README.md", "tides of the sea", Target("notes/Tide.md")),
        ("README.md", "tidal wave#high", Target("notes/Tide.md", "high")),
        ("docs/ops/start.md", "start", Target("docs/ops/start.md")),
        ("docs/guide/with space.md", "start", Target("docs/guide/start.md")),
        ("README.md", "ops/start", Target("docs/ops/start.md")),
        ("README.md", "guide/start.md", Target("docs/guide/start.md")),
        ("README.md", "no such note", None),
        ("README.md", "#top", Target("README.md", "top")),
    ],
)
def test_a_wikilink_leads_to_the_nearest_source_of_that_name(from_path, name, target):
    assert RESOLVER.resolve_wikilink(from_path, name) == target


@given(st.text(max_size=60), st.sampled_from(PATHS))
def test_no_link_leaves_the_project(href, from_path):
    for target in (RESOLVER.resolve(from_path, href), RESOLVER.resolve_wikilink(from_path, href)):
        assert target is None or target.path in PATHS


@pytest.mark.parametrize(
    "href", ["javascript:x", "JaVaScRiPt:x", "java\nscript:x", "data:text/html,x", "vbscript:x"]
)
def test_a_link_that_a_browser_could_run_is_unsafe(href):
    assert is_unsafe(href)


def test_web_and_mail_links_are_safe_and_outside():
    assert not is_unsafe("https://example.org")
    assert is_external("mailto:ada@example.org")
    assert is_external("//example.org/a")
    assert not is_external("a/b.md")
