from __future__ import annotations

import pytest
import yaml

from tesserae.cli.mkdocs_config import NewConfig, add_plugin, render_config
from tesserae.config import parse_mkdocs_config, plugin_block
from tesserae.errors import ConfigError

LINE = "tesserae: {timezone: Europe/Brest}"

CASES = {
    "no plugins": (
        "site_name: A\n",
        f"site_name: A\nplugins:\n  - search\n  - {LINE}\n",
    ),
    "no newline at the end": (
        "site_name: A",
        f"site_name: A\nplugins:\n  - search\n  - {LINE}\n",
    ),
    "a list": (
        "plugins:\n  - search\n  - tags # why\n\n# then\nnav:\n  - index.md\n",
        f"plugins:\n  - search\n  - tags # why\n  - {LINE}\n\n# then\nnav:\n  - index.md\n",
    ),
    "a list that is not indented": (
        "plugins:\n- search\ntheme: material\n",
        f"plugins:\n- search\n- {LINE}\ntheme: material\n",
    ),
    "a list that ends with options": (
        "plugins:\n  - search:\n      lang: en\n  - blog:\n      a:\n        - 1\n        - 2\n",
        "plugins:\n  - search:\n      lang: en\n  - blog:\n      a:\n        - 1\n        - 2\n"
        f"  - {LINE}\n",
    ),
    "a list that ends with a long text": (
        "plugins:\n  - a:\n      text: |\n        one\n        two\ntheme: material\n",
        f"plugins:\n  - a:\n      text: |\n        one\n        two\n  - {LINE}\ntheme: material\n",
    ),
    "a list that ends with nothing": (
        "plugins:\n  - search\n  - blog:\ntheme: material\n",
        f"plugins:\n  - search\n  - blog:\n  - {LINE}\ntheme: material\n",
    ),
    "names of Python objects": (
        "plugins:\n  - search\nmarkdown_extensions:\n  - pymdownx.emoji:\n"
        "      emoji_index: !!python/name:material.extensions.emoji.twemoji\n",
        f"plugins:\n  - search\n  - {LINE}\nmarkdown_extensions:\n  - pymdownx.emoji:\n"
        "      emoji_index: !!python/name:material.extensions.emoji.twemoji\n",
    ),
    "a mapping": (
        "plugins:\n  search: {}\n  blog:\n    a: 1\n",
        f"plugins:\n  search: {{}}\n  blog:\n    a: 1\n  {LINE}\n",
    ),
    "a list on one line": (
        "plugins: [search, tags] # all\n",
        f"plugins: [search, tags, {{{LINE}}}] # all\n",
    ),
    "an empty list": (
        "plugins: []\n",
        f"plugins: [{{{LINE}}}]\n",
    ),
    "a list in brackets over lines": (
        "plugins: [\n  search,\n  tags\n]\n",
        f"plugins: [\n  search,\n  tags,\n{{{LINE}}}]\n",
    ),
    "a mapping on one line": (
        "plugins: {search: {}}\n",
        f"plugins: {{search: {{}}, {LINE}}}\n",
    ),
    "nothing under plugins": (
        "plugins:\ntheme: material\n",
        f"plugins:\n  - search\n  - {LINE}\ntheme: material\n",
    ),
    "windows line ends": (
        "site_name: A\r\nplugins:\r\n  - search\r\n",
        f"site_name: A\r\nplugins:\r\n  - search\r\n  - {LINE}\r\n",
    ),
}


@pytest.mark.parametrize("case", CASES)
def test_the_plugin_is_added_and_nothing_else_changes(case):
    before, after = CASES[case]
    assert add_plugin(before, timezone="Europe/Brest") == after
    assert plugin_block(parse_mkdocs_config(after)) == {"timezone": "Europe/Brest"}


@pytest.mark.parametrize(
    "text",
    [
        "INHERIT: base.yml\nsite_name: A\n",
        "plugins: search\n",
        "a: &a [search]\nplugins: *a\n",
        "site_name: A\n---\nsite_name: B\n",
        "{site_name: A}\n",
    ],
)
def test_a_form_that_is_not_understood_is_left_alone(text):
    with pytest.raises(ConfigError):
        add_plugin(text, timezone="UTC")


@pytest.mark.parametrize("name", ["Tides", 'A "b": c # d', "- x", "日誌", "a\nb", "{{x}}", "true"])
def test_any_name_makes_a_whole_configuration(name):
    text = render_config(NewConfig(name, "Europe/Brest", docs_dir=".tesserae/docs"))
    data = yaml.safe_load(text)
    assert data["site_name"] == " ".join(name.split())
    assert data["docs_dir"] == ".tesserae/docs"
    assert data["plugins"][0] == "search"
    assert plugin_block(data) == {"timezone": "Europe/Brest"}
