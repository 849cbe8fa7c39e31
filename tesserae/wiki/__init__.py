"""The graph as a durable markdown wiki: graph → pages → the wiki folder, where people edit.

`paths.assign_paths` says where each page lies, `syntheses.build_syntheses` and
`pages.build_pages` say what stands on it, `disk.read_wiki` what is in the folder now, and
`store.plan_sync` what to write so that both a new projection and every edit are kept.
"""
