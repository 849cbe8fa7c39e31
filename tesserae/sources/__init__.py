"""First in the flow: files and git history on disk become `Source` and `History` values.

`files` finds what is a source and says why the rest is not (`ignore` holds the rules), `load`
reads and decodes one file, `front_matter` parses its head, `git` reads the history.
"""
