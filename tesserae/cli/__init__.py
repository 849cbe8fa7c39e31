"""The command line: parses words, calls one function of the engine, prints what came of it.

`app` holds the group and turns errors into one line and an exit code (0 done, 1 an expected error,
2 wrong usage); each command has a module that is imported when it is called.
"""

from tesserae.cli.app import main

__all__ = ["main"]
