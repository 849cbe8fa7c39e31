"""L1: the logs of coding agents become `Session` and `Turn` values; nothing here is written to.

`discover` finds logs and `load` reads them, with one reader per host (`claude_code`, `codex`,
`dsh`) over the damage-tolerant record stream of `jsonl`. `redact` takes secrets out of text before
`records` or anybody else writes it; `binding` tells which project a folder belongs to.
"""
