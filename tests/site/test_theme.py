from __future__ import annotations

from tesserae.site.pages import PageRole
from tesserae.site.theme import theme_dir


def test_every_role_has_a_template():
    for role in PageRole:
        assert (theme_dir() / f"tesserae/{role.value}.html").is_file(), role
