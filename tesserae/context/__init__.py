"""Hits become text for an agent: a bundle within a budget, a short answer, or a page.

`compile` builds the bundle, `ask` the answer, `page` the page; each cites the lines it stands on.
`library` is what all three read.
"""
