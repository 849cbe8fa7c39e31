import pytest
from hypothesis import given
from hypothesis import strategies as st

from tesserae.llm.check import check_answer
from tesserae.llm.prompt import Material

MATERIALS = [
    Material("S1", "Ada asked Claude Code to find why the gauge at Brest lags by 12 minutes."),
    Material("F1", "Decision: replace the stilling well of the gauge, keep `gauge.py` as is."),
    Material("C1", "Commit: Correct the lag of the gauge (src/gauge.py)."),
    Material("F2", "决定：更换验潮井，保留原有程序。"),
]


def kept(answer):
    return [statement.text for statement in check_answer(answer, MATERIALS).statements]


def test_a_statement_keeps_its_words_and_its_citations():
    checked = check_answer("- The gauge at Brest lags by 12 minutes [S1, C1].\n", MATERIALS)
    (statement,) = checked.statements
    assert statement.text == "The gauge at Brest lags by 12 minutes."
    assert statement.cites == ("S1", "C1")
    assert checked.dropped == 0


@pytest.mark.parametrize(
    "statement",
    [
        "The gauge at Brest lags by 12 minutes.",
        "The gauge at Brest lags by 12 minutes [S9].",
        "The gauge at Brest lags by 13 minutes [S1].",
        "The gauge at Brest lags by 12 minutes [F1].",
        'Ada said that the gauge "never lagged" [S1].',
        "All tests pass and authentication was disabled [S1].",
        "The gauge was corrected in src/other.py [C1].",
        "The gauge was moved to NASA [C1].",
        "The gauge at Lisbon lags by 12 minutes [S1].",
        "See https://evil.example/gauge for the gauge at Brest [S1].",
        "决定：关闭身份验证和全部测试 [F2]。",
    ],
)
def test_a_statement_that_its_material_does_not_bear_out_is_dropped(statement):
    checked = check_answer(statement, MATERIALS)
    assert checked.statements == ()
    assert checked.dropped == 1


def test_words_that_are_quoted_must_be_there():
    assert kept('It was decided to "replace the stilling well" of the gauge [F1].')


def test_a_chinese_statement_is_borne_out_by_its_signs():
    assert kept("决定更换验潮井 [F2]。") == ["决定更换验潮井。"]


def test_headings_and_fences_are_no_statements():
    assert check_answer("# Digest\n\n```\n---\n", MATERIALS).dropped == 0


@given(st.text())
def test_any_answer_is_checked(answer):
    assert all(statement.cites for statement in check_answer(answer, MATERIALS).statements)
