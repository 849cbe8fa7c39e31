"""Takes secrets out of session text before anything is written.

What is taken out is replaced by its kind, `[redacted:github-token]`, a home folder by `~`, and what
stands between `<private>` and `</private>` by `[private]`. Redacting twice changes nothing. Nothing
can be promised about a secret that looks like a word; a person marks it with `<private>`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from tesserae.model.graph import JsonValue
from tesserae.model.ids import short_hash
from tesserae.sessions.anchors import AnchorFinder
from tesserae.sessions.secrets import DETECTORS, Detector, always, names_something_else

REDACTION_VERSION = "1"
_REACH = 2048
"""Bytes over which a pattern may stretch, but for those that take out all they stretch over."""
_MAX_VALUE = 4096
"""Characters up to which a value is looked at together with its name."""
_PRIVATE = "private"
_HOME = "home"

_ESCAPES = frozenset(b"nrtbfu")
_STRUCTURAL = (
    Detector(
        _PRIVATE,
        (b"<pri",),
        re.compile(rb"(?i:<private>)[^\0]*?(?:(?i:</private>)|(?=\0)|\Z)"),
        always,
        is_token=False,
    ),
    Detector(
        _HOME,
        (b"\\use",),
        re.compile(rb"[A-Za-z]:\\{1,4}Users\\{1,4}[^\\/\s\"'`<>:;,|()\[\]{}*$?&=\0]{1,64}"),
        always,
        back=5,
    ),
)
# A folder on a web site is nobody's home; the letter before a path may be that of an escape.
_HOME_PATH = (
    rb"/(?:(?<![\w.~-]/)|(?<=\\[nrt]/))(?:home|Users(?!/Shared))/"
    rb"[^/\s\"'`<>:;,|\\()\[\]{}*$?&=\0]{1,64}"
)
_EMAIL_LOCAL = re.compile(rb"[A-Za-z0-9._%+\-]{1,64}$")
_EMAIL_DOMAIN = re.compile(rb"@[A-Za-z0-9\-]{1,63}(?:\.[A-Za-z0-9\-]{1,63}){1,6}")


@dataclass(frozen=True, slots=True)
class _Span:
    start: int
    end: int
    kind: str


def redact(text: str) -> str:
    """Take secrets, private passages and home folders out of a text."""
    return _DEFAULT.redact(text)


class Redactor:
    """Redacts text by one set of rules.

    Args:
        home: The user's home folder, where it is not one of the usual places.
        emails: Whether addresses are taken out too.
    """

    def __init__(self, *, home: Path | None = None, emails: bool = False) -> None:
        self._emails = emails
        detectors = [*_STRUCTURAL, *DETECTORS]
        self._by_anchor: dict[bytes, list[Detector]] = {}
        for detector in detectors:
            for anchor in detector.anchors:
                self._by_anchor.setdefault(anchor, []).append(detector)
        self._finder = AnchorFinder(self._by_anchor)
        # Paths stand everywhere in logs, so they are replaced without looking at each of them.
        self._homes = [re.compile(pattern) for pattern in (_HOME_PATH, *_home_patterns(home))]
        self.fingerprint = short_hash(f"{REDACTION_VERSION}\n{emails}\n{home or ''}")
        """Differs wherever the same text may be redacted differently."""

    def redact(self, text: str) -> str:
        """Take secrets, private passages and home folders out of a text."""
        return self.redact_all((text,))[0]

    def redact_all(self, texts: Sequence[str]) -> list[str]:
        """Redact many texts at once, which is faster than one by one where they are short."""
        joined = "\0".join([text.replace("\0", "") if "\0" in text else text for text in texts])
        data = joined.encode("utf-8", "surrogatepass")
        redacted = self._redact_bytes(data)
        if redacted is data:
            return joined.split("\0") if texts else []
        return redacted.decode("utf-8", "surrogatepass").split("\0")

    def redact_json(self, value: JsonValue) -> JsonValue:
        """Redact all texts in decoded JSON, names of fields included.

        A field's name and value are looked at together, as are an option and its argument in a list
        of words: `{"password": …}` and `["--password", …]` give a value its meaning.
        """
        texts: list[str] = []
        _collect(value, texts)
        return self._rebuild(value, iter(self.redact_all(texts)))

    def _rebuild(self, value: JsonValue, redacted: Iterator[str], *, before: str = "") -> JsonValue:
        if isinstance(value, str):
            return self._without(before, value, next(redacted))
        if isinstance(value, list):
            rebuilt: list[JsonValue] = []
            previous = ""
            for item in value:
                rebuilt.append(self._rebuild(item, redacted, before=_option(previous)))
                previous = item if isinstance(item, str) else ""
            return rebuilt
        if isinstance(value, dict):
            return {
                next(redacted): self._rebuild(item, redacted, before=_field(key))
                for key, item in value.items()
            }
        return value

    def _without(self, before: str, text: str, redacted: str) -> str:
        """Take away what went along with a text."""
        whole = _with(before, text)
        if redacted == whole:
            return text
        if whole is text or not before:
            return redacted
        # Where the name itself was redacted, its end is not to be found again.
        return redacted.removeprefix(before) if redacted.startswith(before) else self.redact(text)

    def _redact_bytes(self, data: bytes) -> bytes:
        data = self._without_homes(data)
        spans = self._spans(data)
        while spans:
            data, marks = _replace(data, spans)
            # What was taken out may bring two other parts together: look again around the marks.
            while marks:
                data, marks = self._look_again(data, marks)
            rest = self._without_homes(data)
            spans = self._spans(rest) if rest != data else []
            data = rest
        return data

    def _without_homes(self, data: bytes) -> bytes:
        for pattern in self._homes:
            data = pattern.sub(b"~", data)
        return data

    def _look_again(self, data: bytes, marks: Sequence[int]) -> tuple[bytes, list[int]]:
        """Redact what only shows up next to what was taken out.

        Returns:
            The new text and the places in it where something was taken out this time.
        """
        spans: list[_Span] = []
        for first, last in _neighbourhoods(marks):
            begin = max(0, first - 2 * _REACH)
            for span in self._spans(data[begin : last + 2 * _REACH]):
                moved = _Span(span.start + begin, span.end + begin, span.kind)
                # Further away nothing is new; there the cut through the text would make it look so.
                if moved.end > first - _REACH and moved.start < last + _REACH:
                    spans.append(moved)
        return _replace(data, spans) if spans else (data, [])

    def _spans(self, data: bytes) -> list[_Span]:
        """Find what is to be taken out, in order and without overlaps."""
        found = []
        for place, anchor in self._finder.find(data):
            for detector in self._by_anchor[anchor]:
                if detector.back:
                    match = _match_before(detector, data, place)
                else:
                    match = detector.pattern.match(data, place)
                span = _accept(detector, match, data) if match else None
                if span is not None:
                    found.append(span)
        if self._emails:
            found += _emails(data)
        found.sort(key=lambda span: (span.start, -span.end))
        kept: list[_Span] = []
        for span in found:
            if not kept or span.start >= kept[-1].end:
                kept.append(span)
            elif span.end > kept[-1].end:
                kept[-1] = _Span(kept[-1].start, span.end, kept[-1].kind)
        return kept


def _collect(value: JsonValue, texts: list[str], *, before: str = "") -> None:
    """Gather the texts of decoded JSON in the order in which they are put back.

    Args:
        value: Decoded JSON.
        texts: Grows by the texts.
        before: What stands before a text and gives it its meaning; it goes along.
    """
    if isinstance(value, str):
        texts.append(_with(before, value))
    elif isinstance(value, list):
        previous = ""
        for item in value:
            _collect(item, texts, before=_option(previous))
            previous = item if isinstance(item, str) else ""
    elif isinstance(value, dict):
        for key, item in value.items():
            texts.append(key)
            _collect(item, texts, before=_field(key))


def _option(word: str) -> str:
    return f"{word} " if word.startswith("-") else ""


def _field(key: str) -> str:
    return f'"{key}": "'


def _with(before: str, text: str) -> str:
    if not before or len(text) > _MAX_VALUE or len(before) > _MAX_VALUE:
        return text
    return before + text


def _match_before(detector: Detector, data: bytes, place: int) -> re.Match[bytes] | None:
    """Match a pattern that starts before its anchor."""
    for start in range(max(0, place - detector.back), place + 1):
        match = detector.pattern.match(data, start)
        if match is not None and match.end() > place:
            return match
    return None


def _accept(detector: Detector, match: re.Match[bytes], data: bytes) -> _Span | None:
    """Return what a match takes out; None where it is not a secret after all."""
    if detector.is_token and _continues_word(data, match.start()):
        return None
    if "rest" in match.re.groupindex and names_something_else(match["name"], match["rest"]):
        return None
    begin, end = _secret_in(match)
    value = data[begin:end]
    if value.startswith(b"[redacted") or not detector.check(value, data, begin):
        return None
    return _Span(begin, end, detector.kind)


def _neighbourhoods(marks: Sequence[int]) -> list[tuple[int, int]]:
    """Join marks that lie within each other's reach."""
    joined: list[tuple[int, int]] = []
    for mark in marks:
        if joined and mark - joined[-1][1] <= 2 * _REACH:
            joined[-1] = (joined[-1][0], mark)
        else:
            joined.append((mark, mark))
    return joined


def _secret_in(match: re.Match[bytes]) -> tuple[int, int]:
    """Return where in a match the secret is."""
    for name in ("secret", "bare"):
        if name in match.re.groupindex and match.start(name) >= 0:
            return match.span(name)
    return match.span()


def _continues_word(data: bytes, start: int) -> bool:
    """Say whether the byte before belongs to the same word; the letter of an escape does not."""
    if start == 0:
        return False
    before = data[start - 1 : start]
    if not before.isalnum():
        return False
    return not (data[start - 2 : start - 1] == b"\\" and before[0] in _ESCAPES)


def _replace(data: bytes, spans: Iterable[_Span]) -> tuple[bytes, list[int]]:
    """Put marks in the place of spans, and say where they are."""
    parts = []
    marks = []
    position = length = 0
    for span in spans:
        kept, mark = data[position : span.start], _mark(span.kind)
        parts += [kept, mark]
        length += len(kept)
        marks.append(length)
        length += len(mark)
        position = span.end
    parts.append(data[position:])
    return b"".join(parts), marks


def _mark(kind: str) -> bytes:
    if kind == _HOME:
        return b"~"
    return b"[private]" if kind == _PRIVATE else b"[redacted:%s]" % kind.encode()


def _emails(data: bytes) -> list[_Span]:
    spans = []
    place = data.find(b"@")
    while place >= 0:
        domain = _EMAIL_DOMAIN.match(data, place)
        local = _EMAIL_LOCAL.search(data, max(0, place - 64), place)
        if domain and local:
            spans.append(_Span(local.start(), domain.end(), "email"))
        place = data.find(b"@", place + 1)
    return spans


def _home_patterns(home: Path | None) -> list[bytes]:
    """Make patterns for a home folder, also where its path became a folder's name."""
    text = home.as_posix() if home else ""
    if len(text.strip("/")) < 3 or "/" not in text:
        return []
    names = (text, re.sub(r"[^A-Za-z0-9]", "-", text))
    return [re.escape(name.encode()) + rb"(?![A-Za-z0-9_])" for name in names]


_DEFAULT = Redactor()
