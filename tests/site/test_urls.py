from __future__ import annotations

import posixpath

import pytest
from hypothesis import given
from hypothesis import strategies as st
from mkdocs.utils import get_relative_url

from tesserae.site.urls import is_external, is_safe, page_url, relative_url, sibling_uri, to_root

names = st.text("abc-é", min_size=1, max_size=4)
sources = st.lists(names, min_size=1, max_size=3).map(lambda parts: "/".join(parts) + ".md")


@pytest.mark.parametrize(
    "href",
    ["javascript:x", " JavaScript:x", "java\nscript:x", "\x01javascript:x", "vbscript:x", "data:x"],
)
def test_what_a_browser_would_run_is_not_safe(href):
    assert not is_safe(href)


@pytest.mark.parametrize("href", ["a.md", "../a:b.md", "#x:y", "?q=a:b", "https://a", "mailto:a@b"])
def test_what_leads_somewhere_is_safe(href):
    assert is_safe(href)


@pytest.mark.parametrize("href", ["https://a", "//a/b", "mailto:a"])
def test_a_scheme_or_a_host_leaves_the_site(href):
    assert is_external(href)
    assert not is_external("a/b.md")


@pytest.mark.parametrize(
    ("source", "with_folders", "with_files"),
    [
        ("index.md", "", "index.html"),
        ("a/index.md", "a/", "a/index.html"),
        ("a/README.md", "a/", "a/index.html"),
        ("a/b c.md", "a/b%20c/", "a/b%20c.html"),
    ],
)
def test_the_address_of_a_page_is_that_of_mkdocs(source, with_folders, with_files):
    assert page_url(source, directory_urls=True) == with_folders
    assert page_url(source, directory_urls=False) == with_files


def test_siblings_stand_at_the_path_of_the_source():
    assert sibling_uri("a/b.md", ".txt") == "a/b.txt"
    assert sibling_uri("a/README.md", ".json") == "a/index.json"


@given(sources, sources, st.booleans())
def test_a_relative_address_leads_where_that_of_mkdocs_leads(target, origin, directory_urls):
    there = page_url(target, directory_urls=directory_urls)
    here = page_url(origin, directory_urls=directory_urls)

    def landing(link):
        return posixpath.normpath(posixpath.join("/", posixpath.dirname(here), link))

    assert landing(relative_url(there, here)) == landing(get_relative_url(there, here))
    assert landing(to_root(here)) == "/"
