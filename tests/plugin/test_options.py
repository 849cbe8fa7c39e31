from __future__ import annotations

from pathlib import Path

import pytest
from mkdocs.config import load_config
from mkdocs.exceptions import Abort

from tesserae.config import load_settings
from tesserae.plugin.options import build_settings


def config_of(root: Path, block: str):
    (root / "docs").mkdir(exist_ok=True)
    (root / "mkdocs.yml").write_text(
        f"site_name: Tide notes\nplugins:\n  - tesserae: {block}\n", encoding="utf-8"
    )
    return load_config(str(root / "mkdocs.yml"))


@pytest.mark.parametrize(
    "block",
    [
        "{}",
        "{timezone: Europe/Paris, mount: kb, publish: [wiki], search: off, page_cache: true}",
        "{sources: {exclude: ['old/**'], max_bytes: 9}, terms: [ebb, {name: flood}]}",
    ],
)
def test_the_command_line_and_the_plugin_read_the_same_settings(tmp_path, block):
    config = config_of(tmp_path, block)

    settings = build_settings(config.plugins["tesserae"].config, config)

    assert settings == load_settings(tmp_path)


def test_a_wrong_value_gives_the_usual_message(tmp_path, caplog):
    with pytest.raises(Abort):
        config_of(tmp_path, "{publish: [everything]}")
    assert "publish" in caplog.text
    assert "tesserae" in caplog.text


def test_an_unknown_option_gives_the_usual_warning_once(tmp_path, caplog):
    config = config_of(tmp_path, "{publsh: [wiki]}")
    settings = build_settings(config.plugins["tesserae"].config, config)

    assert sum("publsh" in message for message in caplog.messages) == 1
    assert settings.notes == ()
