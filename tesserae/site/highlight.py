"""Code blocks coloured by Pygments, in the markup that Material's stylesheet expects."""

from __future__ import annotations

import html
from functools import lru_cache

import pygments
from pygments.formatters import HtmlFormatter
from pygments.lexer import Lexer
from pygments.lexers import get_lexer_by_name
from pygments.util import ClassNotFound

MAX_CODE_LENGTH = 100_000
"""Characters; Pygments' regular expressions can be slow on what is longer."""


@lru_cache(maxsize=4096)
def highlight_code(language: str, code: str) -> str | None:
    """Return the block as HTML, or None where the language is unknown or the code too long.

    Wiki pages quote the same passages again and again, hence the cache.
    """
    lexer = _lexer(language)
    if lexer is None or len(code) > MAX_CODE_LENGTH:
        return None
    spans = pygments.highlight(code, lexer, HtmlFormatter(nowrap=True))
    name = html.escape(language.split()[0])
    return (
        f'<div class="language-{name} highlight"><pre><span></span><code>{spans}</code></pre></div>'
    )


@lru_cache(maxsize=256)
def _lexer(language: str) -> Lexer | None:
    words = language.split()
    if not words:
        return None
    try:
        return get_lexer_by_name(words[0].lower(), stripnl=False)
    except ClassNotFound:
        return None
