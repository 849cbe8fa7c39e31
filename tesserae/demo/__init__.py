"""A small project about ocean tides that `tesserae demo` copies, builds and serves.

Everything below `sample/` is data: it is copied, never imported.
"""
