"""Golden cases: one text file each, a home and what the readers make of it."""

from pathlib import Path

import pytest
from session_cases import EXPECTED, case_sections, describe, read_home, write_home

CASES = sorted((Path(__file__).parents[1] / "cases" / "sessions").glob("*.txt"))


@pytest.mark.parametrize("case", CASES, ids=lambda path: path.stem)
def test_a_home_is_read_as_expected(case, tmp_path):
    text = case.read_text(encoding="utf-8")
    write_home(tmp_path, text)
    assert describe(*read_home(tmp_path)) == case_sections(text)[EXPECTED]
