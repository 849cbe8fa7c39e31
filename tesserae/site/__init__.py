"""L2 -> L3: what a published site holds, as values and text; no MkDocs, no I/O but the theme.

Flow within this folder::

    routes (which page stands where) -> markdown (text to HTML) -> panels, indexes, timeline, home
                                     `-> siblings, llms_txt, search_index, jsonld, feed, manifest

`tesserae.plugin` hands the results to MkDocs.
"""
