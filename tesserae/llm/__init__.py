"""Models behind one interface: off unless a project configures one, and never believed unchecked.

A prompt fences what it gives as data (`prompt`), an answer is cached by what was asked (`cache`)
and kept only as far as its sources bear it out (`check`). `command_line` runs the agents' own
programs, which need no key; `backends.open_model` picks what the settings name.
"""
