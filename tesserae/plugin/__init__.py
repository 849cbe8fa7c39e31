"""The door for MkDocs: hooks that ask the engine and the site for values and mount them.

The only part of the package that imports MkDocs.
"""

from tesserae.plugin.hooks import TesseraePlugin

__all__ = ["TesseraePlugin"]
