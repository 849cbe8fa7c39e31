"""A question becomes a ranked list of units: fragments of sources and nodes of the graph.

The stages, in order: `exact`, `lexical` and `semantic` score every unit, `fusion` adds the scores,
`rerank` re-orders the head where a model is given, `pagerank` walks the graph of `entities` from
there, and its order is final. `index` holds what all of them need, `index_file` keeps it in one
memory-mapped file; `search` runs them; `assemble` packs hits into a limited space.
"""
