"""Extractions without the phrases that turned out to be no terms: nine in ten.

Once it is known how often each phrase stands in the whole collection, merging asks a document
only for its terms. So of a document that did not change no more than that is read again.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace

from tesserae.extract.extraction import Cue, Extraction
from tesserae.graph.term import CUE_EDGES

_NO_PHRASE = " "
"""Stands where a claim speaks of a phrase that is left out; no folded phrase begins so."""


def narrow(extraction: Extraction, phrases: Collection[str]) -> Extraction:
    """Return an extraction that holds, of all phrases, the given ones and what pairs need.

    Args:
        extraction: Of one document; it stays as it is, and may be narrow itself.
        phrases: All that may be asked for. Counts over all phrases cannot be made any more.
    """
    kept = _kept(extraction, phrases)
    place = {old: new for new, old in enumerate(kept)}
    nothing = len(kept)
    claims = [
        claim._replace(terms=[place.get(phrase, nothing) for phrase in claim.terms])
        for claim in extraction.claims
    ]
    keys = [extraction.keys[old] for old in kept]
    surfaces = [extraction.surfaces[old] for old in kept]
    firsts = [extraction.firsts[old] for old in kept]
    if any(nothing in claim.terms for claim in claims):
        keys.append(_NO_PHRASE)
        surfaces.append("")
        firsts.append(0)
    return replace(
        extraction,
        keys=keys,
        surfaces=surfaces,
        firsts=firsts,
        claims=claims,
        others=[(place[at], text) for at, text in extraction.others if at in place],
        repeats=[(place[at], count) for at, count in extraction.repeats if at in place],
        cues=[
            (cue, place[at], where)
            for cue, at, where in extraction.cues
            if cue in CUE_EDGES and at in place
        ],
        definitions=[
            (place[at], where, rank) for at, where, rank in extraction.definitions if at in place
        ],
        acronyms=[(place[short], place[long], where) for short, long, where in extraction.acronyms],
        hints=[(place[at], type_, weight) for at, type_, weight in extraction.hints if at in place],
        relations=[
            (type_, place[left], place[right], where)
            for type_, left, right, where in extraction.relations
            if left in place and right in place
        ],
        results=[
            cell._replace(system=place[cell.system], metric=place[cell.metric])
            for cell in extraction.results
            if cell.system in place and cell.metric in place
        ],
        vague=[],
        verbs=[],
        nouns=[],
        tails=[],
        modifiers=[],
    )


def _kept(extraction: Extraction, phrases: Collection[str]) -> list[int]:
    """Return the indexes of the phrases to keep, in order."""
    kept = {at for at, key in enumerate(extraction.keys) if key in phrases}
    kept.update(at for short, long, _ in extraction.acronyms for at in (short, long))
    # A note with aliases pairs them with its title, whatever the title is.
    kept.update(at for cue, at, _ in extraction.cues if cue == Cue.TITLE)
    return sorted(kept)
