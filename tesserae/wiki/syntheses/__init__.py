"""Pages that sum up others: what is new, changed, contested and open, and what a topic is about.

Each synthesis is a page with a `Synthesis` node and edges to what it sums up. All are
deterministic; one that would have nothing to say is not written.
"""

from tesserae.wiki.syntheses.build import build_syntheses, with_syntheses
from tesserae.wiki.syntheses.inputs import SynthesisInputs

__all__ = ["SynthesisInputs", "build_syntheses", "with_syntheses"]
