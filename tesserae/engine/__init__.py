"""Order, locks and time: the stages from sources to a wiki on disk, run one compile at a time.

`pipeline` is the only way to refresh a project. `inputs` and `manifest` decide whether anything
changed; only then does `stages` load what extracts, merges and projects.
"""
