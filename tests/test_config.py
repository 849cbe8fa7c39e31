from __future__ import annotations

import pytest

from tesserae.config import (
    MkDocsFacts,
    ModelSettings,
    Term,
    blob_base,
    find_root,
    git_environment,
    guess_project_name,
    load_settings,
    mkdocs_facts,
    plugin_block,
    settings_from_block,
)
from tesserae.errors import ConfigError
from tesserae.model.ontology import NodeType

TAGGED = """\
site_name: !ENV [NO_SUCH_NAME, "Tides"]
theme:
  name: material
markdown_extensions:
  - pymdownx.emoji:
      emoji_index: !!python/name:material.extensions.emoji.twemoji
  - pymdownx.snippets:
      base_path: !relative $docs_dir
plugins:
  - search
  - tesserae:
      timezone: Europe/Lisbon
      sources:
        exclude: ["drafts/"]
"""


def write(path, text):
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")
    return path


def test_a_folder_without_any_configuration_has_defaults(tmp_path):
    settings = load_settings(tmp_path)
    assert settings.root == tmp_path
    assert settings.config_file is None
    assert settings.docs_dir == "docs"
    assert settings.publish == ("wiki", "digests")
    assert not settings.timezone_is_configured


def test_unknown_tags_and_environment_tags_do_not_stop_the_loader(tmp_path):
    write(tmp_path / "mkdocs.yml", TAGGED)
    settings = load_settings(tmp_path)
    assert settings.site_name == settings.project_name == "Tides"
    assert settings.timezone == "Europe/Lisbon"
    assert settings.sources.exclude == ("drafts/",)
    assert settings.notes == ()


def test_an_environment_tag_takes_the_first_name_that_is_set(tmp_path, monkeypatch):
    write(tmp_path / "mkdocs.yml", "site_name: !ENV [NO_SUCH_NAME, SITE, Other]\n")
    monkeypatch.setenv("SITE", "Harbour")
    assert load_settings(tmp_path).site_name == "Harbour"


def test_what_is_inherited_counts_and_own_lists_win(tmp_path):
    write(tmp_path / "base.yml", "site_name: Base\ndocs_dir: pages\nplugins: [search]\n")
    config = write(
        tmp_path / "mkdocs.yml",
        "INHERIT: base.yml\nplugins:\n  tesserae:\n    wiki_dir: pages/wiki\n",
    )
    settings = load_settings(tmp_path)
    assert (settings.site_name, settings.docs_dir) == ("Base", "pages")
    assert settings.wiki_dir == "pages/wiki"
    assert mkdocs_facts(config).docs_dir == "pages"


def test_inheriting_in_a_circle_is_an_error_and_not_a_hang(tmp_path):
    write(tmp_path / "mkdocs.yml", "INHERIT: mkdocs.yml\n")
    with pytest.raises(ConfigError, match="circle"):
        load_settings(tmp_path)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("plugins: [", r"mkdocs\.yml:\d+: not YAML"),
        ("- a\n- b\n", "not a set of options"),
        ("plugins:\n- tesserae: {publish: [all]}\n", "'all' is not one of wiki"),
        ("plugins:\n- tesserae: {timezone: Mars/Olympus}\n", "not a time zone"),
        ("plugins:\n- tesserae: {timezone: ../../etc/passwd}\n", "not a time zone"),
        ("plugins:\n- tesserae: {wiki_dir: ../out}\n", "not a folder of its own"),
        ("plugins:\n- tesserae: {wiki_dir: docs}\n", "not a folder of its own"),
        ("plugins:\n- tesserae: {page_cache: maybe}\n", "neither true nor false"),
        ("plugins:\n- tesserae: {sources: {max_bytes: 0}}\n", r"sources\.max_bytes"),
        ("plugins:\n- tesserae: {sources: [docs]}\n", "not a set of options"),
        ("plugins:\n- tesserae: {terms: [{name: X, type: Gadget}]}\n", "not a type"),
    ],
)
def test_a_wrong_value_is_named_with_its_file(tmp_path, text, message):
    write(tmp_path / "mkdocs.yml", text)
    with pytest.raises(ConfigError, match=message):
        load_settings(tmp_path)


def test_an_unknown_option_is_noted_with_the_name_it_is_near(tmp_path):
    settings = settings_from_block(
        tmp_path, {"timezon": "UTC", "enabled": True}, MkDocsFacts("mkdocs.yml"), known=("enabled",)
    )
    assert settings.notes == (
        "mkdocs.yml: the option timezon is not known; did you mean 'timezone'?",
    )


def test_terms_are_names_or_names_with_a_type(tmp_path):
    block = {"terms": ["spring tide", {"name": "M2", "type": "Metric", "aliases": ["M-2"]}]}
    settings = settings_from_block(tmp_path, block, MkDocsFacts())
    assert settings.terms == (Term("spring tide"), Term("M2", NodeType.METRIC, ("M-2",)))


def test_the_environment_sets_plain_options(tmp_path, monkeypatch):
    monkeypatch.setenv("TESSERAE_TIMEZONE", "Asia/Tokyo")
    monkeypatch.setenv("TESSERAE_PUBLISH", "wiki, sessions")
    monkeypatch.setenv("TESSERAE_PAGE_CACHE", "true")
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "1700000000")
    settings = load_settings(tmp_path)
    assert settings.timezone == "Asia/Tokyo"
    assert settings.publish == ("wiki", "sessions")
    assert settings.page_cache
    assert settings.source_date_epoch == 1700000000


def test_search_may_be_written_as_yaml_writes_truth(tmp_path):
    write(tmp_path / "mkdocs.yml", "plugins:\n- tesserae: {search: off}\n")
    assert load_settings(tmp_path).search == "off"


def test_the_project_is_found_from_a_folder_below_it(tmp_path):
    write(tmp_path / "mkdocs.yml", "site_name: A\n")
    (tmp_path / "docs/deep").mkdir(parents=True)
    assert find_root(tmp_path / "docs/deep") == tmp_path


def test_the_search_for_the_project_stops_at_a_repository(tmp_path):
    write(tmp_path / "mkdocs.yml", "site_name: Outer\n")
    (tmp_path / "inner/.git").mkdir(parents=True)
    assert find_root(tmp_path / "inner") == tmp_path / "inner"


def test_a_file_is_not_a_project(tmp_path):
    with pytest.raises(ConfigError, match="no such folder"):
        load_settings(write(tmp_path / "a.md", "a"))


def test_the_command_line_and_the_plugin_build_the_same_settings(tmp_path):
    config = write(tmp_path / "mkdocs.yml", TAGGED)
    block = {"timezone": "Europe/Lisbon", "sources": {"exclude": ["drafts/"]}}
    assert settings_from_block(tmp_path, block, mkdocs_facts(config)) == load_settings(tmp_path)


def test_an_absolute_docs_folder_becomes_relative(tmp_path):
    facts = MkDocsFacts("mkdocs.yml", docs_dir=str(tmp_path / "pages"))
    assert settings_from_block(tmp_path, {}, facts).docs_dir == "pages"


def test_a_plugin_may_stand_in_a_list_or_in_a_mapping():
    assert plugin_block({"plugins": ["search", "tesserae"]}) == {}
    assert plugin_block({"plugins": {"tesserae": None}}) == {}
    assert plugin_block({"plugins": [{"tesserae": {"mount": "kb"}}]}) == {"mount": "kb"}
    assert plugin_block({"plugins": ["search"]}) is None
    assert plugin_block({}) is None


def test_a_project_is_named_by_what_it_says_and_not_by_its_folder(tmp_path):
    assert guess_project_name(tmp_path) is None
    write(tmp_path / "README.md", "intro\n\n#  The `tide` tables \n")
    assert guess_project_name(tmp_path) == "The tide tables"
    write(tmp_path / "pyproject.toml", '[project]\nname = "tides"\n')
    assert guess_project_name(tmp_path) == "tides"


@pytest.mark.parametrize(
    ("repo_url", "base"),
    [
        ("https://github.com/a/b", "https://github.com/a/b/blob/HEAD/"),
        ("https://gitlab.com/a/b.git", "https://gitlab.com/a/b/-/blob/HEAD/"),
        ("https://example.org/a/b", None),
        ("javascript:alert('github')", None),
        (None, None),
    ],
)
def test_lines_are_linked_only_on_hosts_whose_addresses_are_known(repo_url, base):
    assert blob_base(repo_url) == base


def test_git_is_not_pointed_elsewhere_by_a_hook(monkeypatch):
    monkeypatch.setenv("GIT_DIR", "/elsewhere")
    monkeypatch.setenv("HOME", "/home/someone")
    environment = git_environment()
    assert "GIT_DIR" not in environment
    assert environment["HOME"] == "/home/someone"


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        (None, ModelSettings()),
        (False, ModelSettings()),
        ("codex", ModelSettings("codex")),
        ({"backend": "claude"}, ModelSettings("claude")),
        (
            {"backend": "claude", "name": "small", "timeout_s": 30},
            ModelSettings("claude", "small", 30),
        ),
    ],
)
def test_a_model_is_named_alone_or_with_more_to_say(tmp_path, value, expected):
    settings = settings_from_block(tmp_path, {"model": value}, MkDocsFacts())
    assert settings.model == expected


@pytest.mark.parametrize("value", ["gpt", {"backend": "gpt"}, {"timeout_s": 0}, 3])
def test_a_model_that_is_not_known_is_an_error_that_names_the_option(tmp_path, value):
    with pytest.raises(ConfigError, match="the option model"):
        settings_from_block(tmp_path, {"model": value}, MkDocsFacts())
