"""Author lines as names: "Ada Lovelace (@ada), Charles Babbage <cb@example.org>"."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import NamedTuple

from tesserae.extract.cjk import has_cjk
from tesserae.extract.english import word_set

MAX_NAMES = 200
REMEMBERED = 10_000
"""Names that are remembered: the same few people write most documents."""
_ASIDE = re.compile(r"\s*(?:<[^<>]*>|\([^()]*\)|\[[^\[\]]*\](?:\([^()]*\))?|\{[^{}]*\})")
_LINKED = re.compile(r"\[([^\[\]]+)\]\([^()]*\)")
_SEPARATOR = re.compile(
    r"\s*(?:[;\n|、]|,(?!\s*(?:Jr|Sr|II|III|IV|PhD|MD)\b)|\s(?:and|&|und|et|y)\s)\s*"
)
_HANDLE = re.compile(r"@[\w.-]+|[\w.+-]+\s?(?:@|\sat\s)\s?[\w-]+(?:\.|\sdot\s)[\w.-]+|https?://\S+")
_WORD = re.compile(r"^[^\W\d_](?:[^\W_]|[.'’\-‐·])*$")
_NOT_NAMES = word_set(
    """
    tbd unknown anonymous none n/a na various others other author authors see example et al
    todo editor editors contributors the
    """
)
_ROLES = re.compile(
    r"\b(?:team|inc|ltd|llc|gmbh|corp|corporation|foundation|group|contributors|community|"
    r"university|institute|laboratory|labs?|committee|consortium|council|society|association|"
    r"project|authors|developers|maintainers|ministry|department|agency|company|organi[sz]ation)\b",
    re.IGNORECASE,
)


class Author(NamedTuple):
    """A name that stands as an author."""

    name: str
    extra: str
    """The handle, address or link beside it."""
    is_group: bool


def parse_people(text: str, *, is_list_item: bool = False) -> list[Author]:
    """Read one author value.

    Args:
        text: The value, with one name or several.
        is_list_item: True where the value is one of a list, so that "Lovelace, Ada" is one person.
    """
    text = _LINKED.sub(r"\1", text[:20_000])
    if is_list_item and (turned := _turn_around(text)):
        return [turned]
    return [author for part in _split(text)[:MAX_NAMES] if (author := _author(part))]


def _split(text: str) -> list[str]:
    """Split at commas and the like, but not inside brackets."""
    kept: list[str] = []

    def keep(match: re.Match[str]) -> str:
        kept.append(match.group())
        return f" \x01{len(kept) - 1}\x02"

    parts = _SEPARATOR.split(_ASIDE.sub(keep, text.replace("\x01", "").replace("\x02", "")))
    return [re.sub(r" ?\x01(\d+)\x02", lambda m: kept[int(m.group(1))], part) for part in parts]


def _turn_around(text: str) -> Author | None:
    bare = _ASIDE.sub("", text).strip()
    family, comma, given = bare.partition(",")
    if not comma or "," in given or " and " in bare or len(family.split()) > 2:
        return None
    # "Ada Lovelace, Charles Babbage" is two people, "Lovelace, Ada" is one.
    if len(family.split()) > 1 and len(given.split()) > 1:
        return None
    return _author(f"{given.strip()} {family.strip()}")


@lru_cache(maxsize=REMEMBERED)
def _author(part: str) -> Author | None:
    aside = " ".join(match.strip(" <>()[]") for match in _ASIDE.findall(part))
    bare = _ASIDE.sub("", part)
    handles = " ".join(_HANDLE.findall(bare))
    name = " ".join(_HANDLE.sub("", bare).split()).strip(" .,;:*_-\"'“”")
    name = re.sub(r"\s+et\s+al$", "", name).replace(",", "")
    if not name and handles.startswith("@"):
        name = handles.split()[0].lstrip("@")
    extra = (aside or handles)[:200]
    is_group = " " in name and _ROLES.search(name) is not None
    if not _is_name(name.removeprefix("The ") if is_group else name):
        return None
    return Author(name, extra, is_group)


def _is_name(name: str) -> bool:
    words = name.split()
    if not words or len(words) > 6 or len(name) > 60 or words[0].lower() in _NOT_NAMES:
        return False
    if has_cjk(name):
        return len(name) <= 12
    if not all(_WORD.match(word) for word in words):
        return (
            len(words) == 1
            and name.isascii()
            and name.replace("-", "").isalnum()
            and any(char.isalpha() for char in name)
        )
    return len(words) == 1 or any(word[0].isupper() for word in words)
