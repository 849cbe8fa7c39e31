"""Logs are mangled in thousands of ways; three laws hold for each of them.

The reader never crashes, never loses a record that is whole, and never counts one twice.
"""

import json
import random
from collections import Counter

import pytest
from session_logs import (
    SessionHome,
    a_claude_answer,
    a_claude_prompt,
    a_codex_meta,
    a_codex_prompt,
    a_codex_record,
    a_dsh_event,
    a_dsh_header,
    a_dsh_prompt,
    as_frames,
    as_line,
    said,
)

from tesserae.model.session import Host
from tesserae.sessions.load import load_session
from tesserae.sessions.refs import LogFile, SessionRef

TRIALS = 3400
"""For each of three agents."""
TURNS = 5
CODECS = ("utf-16", "utf-7", "cp037")


def claude_records():
    records = []
    for n in range(TURNS):
        uuid = f"u{n}"
        records.append(a_claude_prompt(f"said {n}", uuid=uuid, second=2 * n))
        records.append(a_claude_answer(f"heard {n}", uuid=f"a{n}", second=2 * n + 1, parent=uuid))
    return records


def codex_records():
    records = [a_codex_meta()]
    for n in range(TURNS):
        text = {"type": "output_text", "text": f"heard {n}"}
        message = {"type": "message", "role": "assistant", "content": [text]}
        records.append(a_codex_prompt(f"said {n}", second=2 * n))
        records.append(a_codex_record("response_item", 2 * n + 1, **message))
    return records


def dsh_records():
    records = [a_dsh_header()]
    for n in range(TURNS):
        content = [{"type": "text", "text": f"heard {n}"}]
        message = {"role": "assistant", "content": content}
        records.append(a_dsh_prompt(f"said {n}", seq=2 * n))
        records.append(a_dsh_event("assistant/message", 2 * n + 1, turn=n, step=1, message=message))
    return records


class Mangler:
    """Damages a log and knows which records are still whole."""

    def __init__(self, lines, rng):
        self.rng = rng
        self.lines = list(lines)
        self.whole = [True] * len(lines)
        self.order = list(range(len(lines)))

    def cut(self):
        """Cut a record anywhere."""
        number = self._pick()
        line = self.lines[number]
        self.lines[number] = line[: self.rng.randrange(1, len(line) - 1)] + b"\n"
        self.whole[number] = False

    def glue(self):
        """Cut a record and lose the line break, so that the next one is glued to the stub."""
        number = self._pick()
        line = self.lines[number]
        self.lines[number] = line[: self.rng.randrange(1, len(line) - 1)]
        self.whole[number] = False

    def join(self):
        """Lose the line break between two whole records."""
        number = self._pick()
        if self.whole[number]:
            self.lines[number] = self.lines[number].rstrip(b"\n")

    def nul(self):
        """Put a run of NUL bytes before a record, as a crash does."""
        number = self._pick()
        run = b"\0" * self.rng.randrange(1, 700)
        self.lines[number] = run + self.rng.choice([b"", b"\n"]) + self.lines[number]

    def dirt(self):
        """Put a line before a record that is no record."""
        number = self._pick()
        dirt = self.rng.choice(
            [b"[]", b"null", b'"text"', b"{", b"\xff\xfe\x00", b"[" * 3000, b" "]
        )
        self.lines[number] = dirt + b"\n" + self.lines[number]

    def shuffle(self):
        """Bring the records into another order."""
        self.rng.shuffle(self.order)

    def duplicate(self):
        """Write a record twice."""
        self.order.insert(self.rng.randrange(len(self.order) + 1), self.rng.choice(self.order))

    def reencode(self):
        """Write a record in another encoding."""
        number = self._pick()
        text = self.lines[number].decode("utf-8", "replace")
        self.lines[number] = text.encode(self.rng.choice(CODECS), "replace") + b"\n"
        self.whole[number] = False

    def mark(self):
        """Put a byte order mark before a record, or a carriage return behind it."""
        number = self._pick()
        line = self.lines[number]
        self.lines[number] = self.rng.choice([b"\xef\xbb\xbf" + line, line.replace(b"\n", b"\r\n")])

    def nest(self):
        """Give a record a field that is nested too deeply."""
        depth = self.rng.randrange(50, 1500)
        self._add_field(b"[" * depth + b"]" * depth)

    def number(self):
        """Give a record a field with an absurd number."""
        self._add_field(
            self.rng.choice([b"9" * 5000, b"-" + b"1" * 4400, b"1e999", b"NaN", b"-Infinity"])
        )

    def surrogate(self):
        """Give a record a field with half a character, or with bytes that are none."""
        self._add_field(self.rng.choice([rb'"\ud83c"', b'"\xff\xfe"', rb'"\u0000"']))

    def data(self):
        """Return the bytes of the log, cut off at the end now and then."""
        data = b"".join(self.lines[number] for number in self.order)
        if self.rng.random() < 0.1:
            last = self.order[-1]
            data = data.rstrip()[: -self.rng.randrange(1, 30)]
            self.whole[last] = self.whole[last] and self.order.count(last) > 1
        return data

    def _add_field(self, value):
        number = self._pick()
        if self.whole[number]:
            self.lines[number] = self.lines[number].replace(b"{", b'{"odd": ' + value + b", ", 1)

    def _pick(self):
        return self.rng.choice(self.order)


DAMAGES = [name for name in vars(Mangler) if not name.startswith("_") and name != "data"]
LOGS = {
    Host.CLAUDE_CODE: claude_records(),
    Host.CODEX: codex_records(),
    Host.DSH: dsh_records(),
}


def text_of(record):
    text = json.dumps(record)
    return next((f"{verb} {n}" for verb in ("said", "heard") for n in range(TURNS)
                 if f"{verb} {n}" in text), None)  # fmt: skip


@pytest.mark.parametrize("host", Host)
def test_whole_records_are_read_exactly_once_whatever_happens_to_the_others(host, tmp_path):
    texts = [text_of(record) for record in LOGS[host]]
    lines = [as_line(record) for record in LOGS[host]]
    rng = random.Random(f"mangle {host}")
    path = tmp_path / "log.jsonl"
    # Found by hand: looking for the file ten thousand times is another test's business.
    ref = SessionRef(host, "s1", (LogFile(path, 0, 0),))
    for trial in range(TRIALS):
        mangler = Mangler(lines, rng)
        damages = rng.choices(DAMAGES, k=rng.randrange(1, 4))
        for damage in damages:
            getattr(mangler, damage)()
        path.write_bytes(mangler.data())
        counts = Counter(said(load_session(ref)))
        expected = {text for number, text in enumerate(texts) if text and mangler.whole[number]}
        twice = [text for text, count in counts.items() if count > 1]
        assert (expected - set(counts), twice) == (set(), []), (trial, damages, path.read_bytes())


@pytest.mark.parametrize("host", [Host.CODEX, Host.DSH])
def test_any_cut_through_a_compressed_log_keeps_the_frames_before_it(host, tmp_path):
    batches = [as_line(record) for record in LOGS[host]]
    texts = [text_of(record) for record in LOGS[host]]
    data = as_frames(batches)
    ends = [len(as_frames(batches[:count])) for count in range(len(batches) + 1)]
    home = SessionHome(tmp_path)
    for size in range(ends[1], len(data), 7):
        if host is Host.CODEX:
            home.codex(data[:size], suffix=".zst")
        else:
            home.dsh(data[:size], name="session.jsonl.zstd")
        whole = sum(end <= size for end in ends) - 1
        assert said(home.session())[: whole - 1] == texts[1:whole]
