import pytest

from tesserae.context.writer import ModelWriter, Passage
from tesserae.errors import BackendError
from tesserae.model.citation import Citation

PASSAGES = (
    Passage(
        Citation("SourceDocument:a:000000000000", "Machines", "a.md", 3, 4), "Thomson built it."
    ),
    Passage(Citation("SourceDocument:b:000000000000", "Tides", "b.md", 1, 2), "A tide is a wave."),
)


class Model:
    name = "model"

    def __init__(self, answer):
        self._answer = answer

    def answer(self, prompt):
        self.prompt = prompt
        return self._answer


def test_what_the_passages_bear_out_is_kept_with_the_ids_of_its_nodes():
    model = Model(
        "Thomson built it. [S1]\nKelvin sold 40 of them. [S1]\nA tide is a wave. [S2, S1]"
    )
    assert ModelWriter(model).write("Who?", PASSAGES) == (
        "Thomson built it. ([SourceDocument:a:000000000000])\n\n"
        "A tide is a wave. ([SourceDocument:b:000000000000, SourceDocument:a:000000000000])"
    )
    assert "[S2] Tides: A tide is a wave." in model.prompt


def test_prose_that_nothing_bears_out_is_an_error():
    with pytest.raises(BackendError, match="ask without synthesis"):
        ModelWriter(Model("It was sold 400 times. [S1]")).write("Who?", PASSAGES)


def test_markup_of_a_model_is_dead():
    written = ModelWriter(Model("Thomson built it <script>. [S1]")).write("Who?", PASSAGES)
    assert "\\<script\\>" in written
